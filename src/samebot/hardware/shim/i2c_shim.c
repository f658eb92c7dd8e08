// SPDX-FileCopyrightText: 2026 The samebot authors
// SPDX-License-Identifier: Apache-2.0
//
// Lets any program use a UNIX socket as /dev/i2c-N: load it with LD_PRELOAD and say in
// SAMEBOT_I2C which bus is which socket ("12=/tmp/bus;11=/tmp/board", or a path for all buses).
//
// Knows the calls of i2c-dev: open, close, read, write, and the ioctls I2C_SLAVE, I2C_FUNCS,
// I2C_RDWR, I2C_SMBUS, I2C_TIMEOUT, I2C_RETRIES. Each transfer is one request and one answer:
//
//   request  u8 n, then n x (u16 address, u16 flags (1 = read), u16 length, data if write)
//   answer   u8 errno (0 done), then the data of all reads; little endian
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum { FILES = 1024, LONGEST = 8192, READ = I2C_M_RD };

static struct {
    int used;
    uint16_t address;
} buses[FILES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_bus(int file) { return file >= 0 && file < FILES && buses[file].used; }

// Finds the socket of a bus; returns whether SAMEBOT_I2C names one.
static int socket_of(long bus, char *path, size_t size) {
    const char *map = getenv("SAMEBOT_I2C");
    while (map && *map) {
        const char *end = strchr(map, ';');
        size_t length = end ? (size_t)(end - map) : strlen(map);
        const char *equals = memchr(map, '=', length);
        const char *from = equals ? equals + 1 : map;
        size_t count = length - (size_t)(from - map);
        if ((!equals || strtol(map, NULL, 10) == bus) && count < size) {
            memcpy(path, from, count);
            path[count] = 0;
            return 1;
        }
        map = end ? end + 1 : NULL;
    }
    return 0;
}

// Returns a file that stands for a bus; -2 if the name is no bus with a socket.
static int open_bus(const char *name) {
    struct sockaddr_un there = {.sun_family = AF_UNIX};
    char *rest;
    if (!name || strncmp(name, "/dev/i2c-", 9)) return -2;
    long bus = strtol(name + 9, &rest, 10);
    if (rest == name + 9 || *rest) return -2;
    if (!socket_of(bus, there.sun_path, sizeof there.sun_path)) return -2;
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (file < 0) return -1;
    struct timeval patience = {.tv_sec = 1};
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (file >= FILES || connect(file, (struct sockaddr *)&there, sizeof there)) {
        REAL(close)(file);
        errno = ENOENT;
        return -1;
    }
    buses[file].used = 1;
    buses[file].address = 0;
    return file;
}

static int all(int file, uint8_t *data, size_t count, int out) {
    while (count) {
        ssize_t n = out ? send(file, data, count, MSG_NOSIGNAL) : recv(file, data, count, 0);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return -1;
        data += n;
        count -= (size_t)n;
    }
    return 0;
}

static uint8_t *put16(uint8_t *at, unsigned value) {
    at[0] = value & 0xFF;
    at[1] = value >> 8 & 0xFF;
    return at + 2;
}

static int transfer(int file, struct i2c_msg *messages, unsigned count) {
    static uint8_t request[LONGEST + 1 + 6 * I2C_RDWR_IOCTL_MAX_MSGS];
    uint8_t *at = request, number = 0;
    size_t sum = 0;
    int result = (int)count;
    for (unsigned i = 0; i < count; i++) sum += messages[i].len;
    if (!count || count > I2C_RDWR_IOCTL_MAX_MSGS || sum > LONGEST) return errno = EINVAL, -1;
    pthread_mutex_lock(&lock);
    *at++ = (uint8_t)count;
    for (unsigned i = 0; i < count; i++) {
        int reads = messages[i].flags & READ;
        at = put16(put16(put16(at, messages[i].addr), reads ? 1 : 0), messages[i].len);
        if (!reads) {
            memcpy(at, messages[i].buf, messages[i].len);
            at += messages[i].len;
        }
    }
    if (all(file, request, (size_t)(at - request), 1) || all(file, &number, 1, 0)) {
        errno = ETIMEDOUT;
        result = -1;
    } else if (number) {
        errno = number;
        result = -1;
    }
    for (unsigned i = 0; result >= 0 && i < count; i++)
        if (messages[i].flags & READ && all(file, messages[i].buf, messages[i].len, 0)) {
            errno = ETIMEDOUT;
            result = -1;
        }
    pthread_mutex_unlock(&lock);
    return result;
}

// The SMBus calls that small programs use, as the kernel makes them of plain messages.
static int smbus(int file, struct i2c_smbus_ioctl_data *call) {
    uint8_t out[I2C_SMBUS_BLOCK_MAX + 3] = {call->command}, in[I2C_SMBUS_BLOCK_MAX + 2];
    uint16_t address = buses[file].address;
    int reads = call->read_write == I2C_SMBUS_READ;
    unsigned sent = 1, back = 0;
    switch (call->size) {
    case I2C_SMBUS_QUICK:
        sent = 0;
        break;
    case I2C_SMBUS_BYTE:
        if (reads) sent = 0, back = 1;
        break;
    case I2C_SMBUS_BYTE_DATA:
        if (reads) back = 1;
        else out[sent++] = call->data->byte;
        break;
    case I2C_SMBUS_WORD_DATA:
        if (reads) back = 2;
        else put16(out + 1, call->data->word), sent = 3;
        break;
    case I2C_SMBUS_I2C_BLOCK_DATA:
        if (call->data->block[0] > I2C_SMBUS_BLOCK_MAX) return errno = EINVAL, -1;
        if (reads) back = call->data->block[0];
        else memcpy(out + 1, call->data->block + 1, call->data->block[0]), sent += call->data->block[0];
        break;
    default:
        return errno = EOPNOTSUPP, -1;
    }
    struct i2c_msg messages[2] = {{address, 0, (uint16_t)sent, out}, {address, READ, (uint16_t)back, in}};
    int first = sent || !back ? 0 : 1, count = (back ? 2 : 1) - first;
    if (transfer(file, messages + first, (unsigned)count) < 0) return -1;
    if (back == 1 && call->size != I2C_SMBUS_I2C_BLOCK_DATA) call->data->byte = in[0];
    else if (call->size == I2C_SMBUS_WORD_DATA && reads) call->data->word = (uint16_t)(in[0] | in[1] << 8);
    else if (back) memcpy(call->data->block + 1, in, back);
    return 0;
}

#define OPENED(real, ...)                                                                          \
    int file = open_bus(name);                                                                     \
    if (file != -2) return file;                                                                   \
    mode_t mode = 0;                                                                               \
    if (flags & (O_CREAT | O_TMPFILE)) {                                                           \
        va_list list;                                                                              \
        va_start(list, flags);                                                                     \
        mode = va_arg(list, mode_t);                                                               \
        va_end(list);                                                                              \
    }                                                                                              \
    return REAL(real)(__VA_ARGS__, mode)

int open(const char *name, int flags, ...) { OPENED(open, name, flags); }
int open64(const char *name, int flags, ...) { OPENED(open64, name, flags); }
int openat(int folder, const char *name, int flags, ...) { OPENED(openat, folder, name, flags); }
int openat64(int folder, const char *name, int flags, ...) { OPENED(openat64, folder, name, flags); }

// What the compiler makes of the same calls where it checks sizes (_FORTIFY_SOURCE).
int __open_2(const char *name, int flags) { return open(name, flags); }
int __open64_2(const char *name, int flags) { return open64(name, flags); }
ssize_t __read_chk(int file, void *data, size_t count, size_t size) {
    if (count > size) abort();
    return read(file, data, count);
}

int close(int file) {
    if (is_bus(file)) buses[file].used = 0;
    return REAL(close)(file);
}

ssize_t read(int file, void *data, size_t count) {
    if (!is_bus(file)) return REAL(read)(file, data, count);
    struct i2c_msg message = {buses[file].address, READ, (uint16_t)count, data};
    return transfer(file, &message, 1) < 0 ? -1 : (ssize_t)count;
}

ssize_t write(int file, const void *data, size_t count) {
    if (!is_bus(file)) return REAL(write)(file, data, count);
    struct i2c_msg message = {buses[file].address, 0, (uint16_t)count, (uint8_t *)data};
    return transfer(file, &message, 1) < 0 ? -1 : (ssize_t)count;
}

int ioctl(int file, unsigned long request, ...) {
    va_list list;
    va_start(list, request);
    void *argument = va_arg(list, void *);
    va_end(list);
    if (!is_bus(file)) return REAL(ioctl)(file, request, argument);
    switch (request) {
    case I2C_SLAVE:
    case I2C_SLAVE_FORCE:
        if ((uintptr_t)argument > 0x7F) return errno = EINVAL, -1;
        buses[file].address = (uint16_t)(uintptr_t)argument;
        return 0;
    case I2C_FUNCS:
        *(unsigned long *)argument = I2C_FUNC_I2C | I2C_FUNC_SMBUS_QUICK | I2C_FUNC_SMBUS_BYTE |
                                     I2C_FUNC_SMBUS_BYTE_DATA | I2C_FUNC_SMBUS_WORD_DATA |
                                     I2C_FUNC_SMBUS_I2C_BLOCK;
        return 0;
    case I2C_RDWR: {
        struct i2c_rdwr_ioctl_data *data = argument;
        return transfer(file, data->msgs, data->nmsgs);
    }
    case I2C_SMBUS:
        return smbus(file, argument);
    case I2C_TIMEOUT:
    case I2C_RETRIES:
    case I2C_TENBIT:
    case I2C_PEC:
        return 0;
    }
    errno = ENOTTY;
    return -1;
}
