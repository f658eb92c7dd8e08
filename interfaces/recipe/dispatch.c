// SPDX-FileCopyrightText: 2026 The samebot authors
// SPDX-License-Identifier: Apache-2.0
//
// Picks a type support by name inside the module this file is linked into. The stock dispatcher
// would open lib<package>__<type support>.so instead; here all of them are in one module.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "rcutils/error_handling.h"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_c/service_type_support_struct.h"
#include "rosidl_typesupport_c/identifier.h"
#include "rosidl_typesupport_c/type_support_map.h"

static void *find_symbol(const type_support_map_t *map, const char *identifier) {
  static const char own_address = 0;
  Dl_info module;
  if (!dladdr(&own_address, &module)) {
    return NULL;
  }
  void *handle = dlopen(module.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  void *symbol = NULL;
  for (size_t i = 0; handle && i < map->size; ++i) {
    if (strcmp(map->typesupport_identifier[i], identifier) == 0) {
      symbol = dlsym(handle, map->symbol_name[i]);
    }
  }
  if (handle) {
    dlclose(handle);  // NOLOAD counted one reference more; Python keeps the module open
  }
  return symbol;
}

// One function for messages and one for services; hidden, because each module has its own.
#define DEFINE_DISPATCH(NAME, HANDLE)                                                             \
  __attribute__((visibility("hidden")))                                                           \
  const HANDLE *NAME(const HANDLE *handle, const char *identifier) {                              \
    if (strcmp(handle->typesupport_identifier, identifier) == 0) {                                \
      return handle;                                                                              \
    }                                                                                             \
    if (strcmp(handle->typesupport_identifier, rosidl_typesupport_c__typesupport_identifier)) {   \
      return NULL;                                                                                \
    }                                                                                             \
    const HANDLE *(*get)(void) = (const HANDLE *(*)(void))find_symbol(handle->data, identifier);  \
    if (!get) {                                                                                   \
      RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING("no type support '%s' in this module", identifier);\
      return NULL;                                                                                \
    }                                                                                             \
    return get();                                                                                 \
  }

DEFINE_DISPATCH(dispatch_message, rosidl_message_type_support_t)
DEFINE_DISPATCH(dispatch_service, rosidl_service_type_support_t)
