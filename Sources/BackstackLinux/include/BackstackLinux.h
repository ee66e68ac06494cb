// Linux system calls which the Glibc module of Swift does not export.
//
// The header includes none of the system's: types that it defined would belong to this module, and
// a Swift file that imports only Glibc could not use them any more.

#ifndef BACKSTACK_LINUX_H
#define BACKSTACK_LINUX_H

#include <stdint.h>

// What a descriptor is ready for. The bits of `events` are those of epoll.
typedef struct backstack_event {
  uint64_t token;
  uint32_t events;
} backstack_event;

// The largest number of events that one call of `backstack_epoll_wait` returns.
static const int backstack_epoll_capacity = 256;

// Each returns a negative number and sets `errno` if it fails.
int backstack_epoll_create(void);
int backstack_epoll_add(int set, int fd, uint32_t events, uint64_t token);
int backstack_epoll_modify(int set, int fd, uint32_t events, uint64_t token);
int backstack_epoll_remove(int set, int fd);

// Returns the number of events that were written to `ready`, which has room for all.
int backstack_epoll_wait(int set, backstack_event *ready, int timeout_milliseconds);

int backstack_eventfd(void);

// Writes what the C library has buffered of standard output. Returns an error number, also for an
// earlier write that has failed; 0 for success.
//
// In C, because Swift takes `stdout` for a variable that any thread may change.
int backstack_flush_output(void);

int backstack_stream_socket(int family);
int backstack_blocking_stream_socket(int family);

// Returns whether a descriptor is a stream socket that listens.
int backstack_is_listening(int fd);

// Sends one datagram from a new Unix domain socket without SIGPIPE; waits at most as long for room
// in the receiver's queue. `address` has `length` bytes.
int backstack_send_datagram(
    const void *address, uint32_t length, const void *bytes, uintptr_t count,
    int timeout_milliseconds);

// Creates two connected Unix domain sockets.
int backstack_socket_pair(int descriptors[2]);

// Sends without SIGPIPE; `has_more` says that more bytes follow at once.
intptr_t backstack_send(int fd, const void *bytes, uintptr_t count, int has_more);

// Limits the unsent bytes in the socket's buffer.
int backstack_limit_unsent(int fd, int count);

// `address` has room for `*length` bytes, or both are null.
int backstack_accept(int listener, void *address, uint32_t *length);

// Starts a thread with a stack of that size (0 for the default). Returns an error number, 0 for
// success.
//
// In C, because several modules define `pthread_attr_t`, so that Swift files have to import the one
// that the compiler happens to choose.
int backstack_start_thread(uint64_t stack_size, void *(*body)(void *), void *argument);

// Names the current thread, with at most 15 bytes.
int backstack_name_thread(const char *name);

// Returns freed memory to the system.
void backstack_return_freed_memory(void);

// Returns the id that the linker has given the program, and its number of bytes; NULL if it has given
// none. It differs for other code.
const uint8_t *backstack_build_id(uintptr_t *count);

#endif
