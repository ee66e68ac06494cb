#define _GNU_SOURCE
#include "BackstackLinux.h"

#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

int backstack_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int backstack_epoll_add(int set, int fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data = {.u64 = token}};
  return epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
}

int backstack_epoll_modify(int set, int fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data = {.u64 = token}};
  return epoll_ctl(set, EPOLL_CTL_MOD, fd, &event);
}

int backstack_epoll_remove(int set, int fd) {
  struct epoll_event event = {0};
  return epoll_ctl(set, EPOLL_CTL_DEL, fd, &event);
}

int backstack_epoll_wait(int set, backstack_event *ready, int timeout_milliseconds) {
  // Translated here, because `struct epoll_event` is packed and holds a union.
  struct epoll_event events[backstack_epoll_capacity];
  int count = epoll_wait(set, events, backstack_epoll_capacity, timeout_milliseconds);
  for (int index = 0; index < count; index++) {
    ready[index].token = events[index].data.u64;
    ready[index].events = events[index].events;
  }
  return count;
}

int backstack_flush_output(void) {
  if (fflush(stdout) != 0) return errno;
  return ferror(stdout) ? EIO : 0;
}

int backstack_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int backstack_stream_socket(int family) {
  return socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

int backstack_blocking_stream_socket(int family) {
  return socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

int backstack_is_listening(int fd) {
  int type = 0, listens = 0;
  socklen_t length = sizeof type;
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) != 0) return 0;
  length = sizeof listens;
  if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) != 0) return 0;
  return type == SOCK_STREAM && listens;
}

int backstack_send_datagram(
    const void *address, uint32_t length, const void *bytes, uintptr_t count,
    int timeout_milliseconds) {
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  struct timeval timeout = {
      .tv_sec = timeout_milliseconds / 1000, .tv_usec = timeout_milliseconds % 1000 * 1000};
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
  intptr_t sent = sendto(fd, bytes, count, MSG_NOSIGNAL, address, length);
  int error = errno;
  close(fd);
  errno = error;
  return sent < 0 ? -1 : 0;
}

int backstack_socket_pair(int descriptors[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, descriptors);
}

intptr_t backstack_send(int fd, const void *bytes, uintptr_t count, int has_more) {
  return send(fd, bytes, count, has_more ? MSG_NOSIGNAL | MSG_MORE : MSG_NOSIGNAL);
}

int backstack_limit_unsent(int fd, int count) {
  return setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &count, sizeof count);
}

int backstack_accept(int listener, void *address, uint32_t *length) {
  return accept4(listener, address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int backstack_start_thread(uint64_t stack_size, void *(*body)(void *), void *argument) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  int result = stack_size ? pthread_attr_setstacksize(&attributes, stack_size) : 0;
  pthread_t thread;
  if (result == 0) result = pthread_create(&thread, &attributes, body, argument);
  pthread_attr_destroy(&attributes);
  return result;
}

int backstack_name_thread(const char *name) { return pthread_setname_np(pthread_self(), name); }

void backstack_return_freed_memory(void) { malloc_trim(0); }

struct build_id {
  const uint8_t *bytes;
  uintptr_t count;
};

// Notes, and what is in them, begin at multiples of the segment's alignment.
static uintptr_t aligned(uintptr_t offset, const ElfW(Phdr) *segment) {
  uintptr_t alignment = segment->p_align == 8 ? 8 : 4;
  return (offset + alignment - 1) / alignment * alignment;
}

static struct build_id build_id_in(const uint8_t *notes, const ElfW(Phdr) *segment) {
  uintptr_t offset = 0;
  while (offset + sizeof(ElfW(Nhdr)) <= segment->p_memsz) {
    const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)(notes + offset);
    uintptr_t name = offset + sizeof *note;
    uintptr_t content = aligned(name + note->n_namesz, segment);
    offset = aligned(content + note->n_descsz, segment);
    if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && offset <= segment->p_memsz
        && memcmp(notes + name, "GNU", 4) == 0) {
      return (struct build_id){notes + content, note->n_descsz};
    }
  }
  return (struct build_id){NULL, 0};
}

static int note_build_id(struct dl_phdr_info *object, size_t size, void *found) {
  struct build_id *id = found;
  for (int i = 0; i < object->dlpi_phnum && !id->bytes; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    if (segment->p_type != PT_NOTE) continue;
    *id = build_id_in((const uint8_t *)(object->dlpi_addr + segment->p_vaddr), segment);
  }
  return 1;  // The program is the first object, before its libraries.
}

const uint8_t *backstack_build_id(uintptr_t *count) {
  struct build_id found = {NULL, 0};
  dl_iterate_phdr(note_build_id, &found);
  *count = found.count;
  return found.bytes;
}
