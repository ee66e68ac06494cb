// A clock of a thread's use of the processor that stands still, for programs that valgrind slows down fiftyfold:
// a server moves a request that takes long to another thread, which takes more instructions.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (clock != CLOCK_THREAD_CPUTIME_ID) return (int)syscall(SYS_clock_gettime, clock, time);
  *time = (struct timespec){0};
  return 0;
}
