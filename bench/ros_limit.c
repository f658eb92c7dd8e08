// SPDX-FileCopyrightText: 2026 The samebot authors
// SPDX-License-Identifier: Apache-2.0
//
// The limit: sends messages that are serialized already, with rcl and nothing else.
//
// Use: ros_limit FILE PERIOD TICKS (s; how often). FILE holds, for each message, five lines
// (topic, package, type, library of its type support, number of bytes) and then the bytes.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <rcl/error_handling.h>
#include <rcl/rcl.h>

// The message packages of the pip wheels refer to Python through their generator_py libraries.
// Nothing here calls it; these only let them load (-rdynamic).
void * PyExc_RuntimeError;
char _Py_NoneStruct[64], _Py_TrueStruct[64], _Py_FalseStruct[64];

enum { LONGEST = 512, MOST = 4096 };

typedef const rosidl_message_type_support_t * (* Handle)(void);

typedef struct
{
  rcl_publisher_t publisher;
  rcl_serialized_message_t message;
} Topic;

static void check(int good, const char * what)
{
  if (!good) {
    const char * because = rcl_error_is_set() ? rcl_get_error_string().str : "";
    fprintf(stderr, "ros_limit: %s: %s\n", what, because);
    exit(1);
  }
}

static int line(FILE * file, char * text)
{
  if (!fgets(text, LONGEST, file)) {return 0;}
  text[strcspn(text, "\n")] = '\0';
  return 1;
}

static const rosidl_message_type_support_t * type_support(
  const char * package, const char * type, const char * library)
{
  char symbol[3 * LONGEST];
  snprintf(
    symbol, sizeof symbol,
    "rosidl_typesupport_c__get_message_type_support_handle__%s__msg__%s", package, type);
  void * opened = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  check(opened != NULL, opened ? "" : dlerror());
  Handle handle;
  *(void **)&handle = dlsym(opened, symbol);
  check(handle != NULL, symbol);
  return handle();
}

static int read_topic(FILE * file, rcl_node_t * node, Topic * topic)
{
  char name[LONGEST], package[LONGEST], type[LONGEST], library[LONGEST], length[LONGEST];
  if (!line(file, name)) {return 0;}
  check(
    line(file, package) && line(file, type) && line(file, library) && line(file, length),
    "the file is cut off");
  rcl_allocator_t allocator = rcl_get_default_allocator();
  size_t count = strtoul(length, NULL, 10);
  topic->message = rmw_get_zero_initialized_serialized_message();
  check(!rmw_serialized_message_init(&topic->message, count, &allocator), "no memory");
  topic->message.buffer_length = count;
  check(fread(topic->message.buffer, 1, count, file) == count, "the file is cut off");
  rcl_publisher_options_t options = rcl_publisher_get_default_options();
  options.qos.depth = 5;
  topic->publisher = rcl_get_zero_initialized_publisher();
  check(
    !rcl_publisher_init(
      &topic->publisher, node, type_support(package, type, library), name, &options), name);
  return 1;
}

static void publish_all(Topic * topics, int count, double period, long ticks)
{
  struct timespec due;
  clock_gettime(CLOCK_MONOTONIC, &due);
  for (long tick = 0; tick < ticks; ++tick) {
    for (int i = 0; i < count; ++i) {
      check(
        !rcl_publish_serialized_message(&topics[i].publisher, &topics[i].message, NULL),
        "publishing");
    }
    due.tv_nsec += (long)(period * 1e9);
    for (; due.tv_nsec >= 1000000000; due.tv_nsec -= 1000000000) {++due.tv_sec;}
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
  }
}

int main(int argc, char ** argv)
{
  check(argc == 4, "expected FILE PERIOD TICKS");
  FILE * file = fopen(argv[1], "rb");
  check(file != NULL, argv[1]);
  rcl_init_options_t options = rcl_get_zero_initialized_init_options();
  check(!rcl_init_options_init(&options, rcl_get_default_allocator()), "options");
  rcl_context_t context = rcl_get_zero_initialized_context();
  check(!rcl_init(0, NULL, &options, &context), "start");
  rcl_node_t node = rcl_get_zero_initialized_node();
  rcl_node_options_t node_options = rcl_node_get_default_options();
  check(!rcl_node_init(&node, "limit", "", &context, &node_options), "node");
  static Topic topics[MOST];
  int count = 0;
  while (count < MOST && read_topic(file, &node, &topics[count])) {++count;}
  fclose(file);
  publish_all(topics, count, atof(argv[2]), atol(argv[3]));
  return 0;
}
