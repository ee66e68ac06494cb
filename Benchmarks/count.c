// What callgrind preloads into a server to count the instructions of its requests.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

// A clock of a thread's use of the processor that stands still: valgrind slows a program down fiftyfold, and
// a server moves a request that takes long to another thread, which takes more instructions.
int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_THREAD_CPUTIME_ID) return (int)syscall(SYS_clock_gettime, clock, time);
  *time = (struct timespec){0};
  return 0;
}

// Writes the instructions since the last dump to a file for each byte that comes by the pipe DUMPS. Signals would
// interrupt the server.
static void *dump(void *pipe) {
  int descriptor = open(pipe, O_RDWR);
  for (char byte; read(descriptor, &byte, 1) == 1;) CALLGRIND_DUMP_STATS;
  return NULL;
}

__attribute__((constructor)) static void start(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, dump, getenv("DUMPS"));
}
