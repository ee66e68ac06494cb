// Linux system calls which the Glibc module of Swift does not export.
//
// `struct epoll_event` is packed and holds a union, so events are built and read by functions
// here; Swift code sees only an event mask and a 64-bit token.

#ifndef BACKSTACK_LINUX_SHIM_H
#define BACKSTACK_LINUX_SHIM_H

#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// Declared here, as defining _GNU_SOURCE would give types other layouts than Glibc's module has.
extern int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);
extern int pthread_setname_np(pthread_t thread, const char *name);

static const uint32_t backstack_epoll_in = EPOLLIN;
static const uint32_t backstack_epoll_out = EPOLLOUT;
static const uint32_t backstack_epoll_read_hang_up = EPOLLRDHUP;
static const uint32_t backstack_epoll_hang_up = EPOLLHUP;
static const uint32_t backstack_epoll_error = EPOLLERR;
static const uint32_t backstack_epoll_edge_triggered = EPOLLET;

typedef struct epoll_event backstack_epoll_event;

static inline int backstack_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static inline int backstack_epoll_add(int set, int fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data = {.u64 = token}};
  return epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
}

static inline int backstack_epoll_modify(int set, int fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data = {.u64 = token}};
  return epoll_ctl(set, EPOLL_CTL_MOD, fd, &event);
}

static inline int backstack_epoll_remove(int set, int fd) {
  struct epoll_event event = {0};
  return epoll_ctl(set, EPOLL_CTL_DEL, fd, &event);
}

static inline int backstack_epoll_wait(
    int set, backstack_epoll_event *events, int capacity, int timeout_milliseconds) {
  return epoll_wait(set, events, capacity, timeout_milliseconds);
}

static inline uint32_t backstack_epoll_events_at(const backstack_epoll_event *events, int index) {
  return events[index].events;
}

static inline uint64_t backstack_epoll_token_at(const backstack_epoll_event *events, int index) {
  return events[index].data.u64;
}

static inline int backstack_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline int backstack_stream_socket(int family) {
  return socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

static inline int backstack_accept(
    int listener, struct sockaddr *address, socklen_t *length) {
  return accept4(listener, address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

// At most 15 bytes.
static inline int backstack_name_thread(const char *name) {
  return pthread_setname_np(pthread_self(), name);
}

#endif
