// measure PROGRAM ARGUMENTS...: runs a program and prints its wall time in nanoseconds and its peak memory in KiB.
//
// The kernel counts the memory of the process that calls exec towards the peak of the program that it becomes. So this
// is a small program of its own: started from an interpreter, every peak would be at least the interpreter's.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: measure PROGRAM ARGUMENTS...\n");
    return 64;
  }
  long long start = nanoseconds();
  pid_t child = fork();
  if (child == 0) {
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    execv(argv[1], argv + 1);
    perror(argv[1]);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
    perror("measure");
    return 1;
  }
  long long duration = nanoseconds() - start;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "%s failed\n", argv[1]);
    return 1;
  }
  printf("%lld %ld\n", duration, usage.ru_maxrss);
  return 0;
}
