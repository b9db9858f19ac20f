// LD_PRELOAD=without_avx512.so PROGRAM: the program finds a processor with AVX2 and FMA, but neither AVX-512 nor
// AVX-VNNI, GFNI or AMX, as most servers and laptops are. Engines without a setting for that can be held to it so.
//
// Linux lets the instruction CPUID fault where the processor can (`cpuid_fault` in /proc/cpuinfo); the handler answers
// in its place. Threads inherit this, programs that are started do not. Where the processor cannot, the program has to use
// libraries in which trap_cpuid.py has put UD2 in the place of CPUID, and TRAPPED_CPUID says that it does.
#define _GNU_SOURCE
#include <cpuid.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { ARCH_CPUID_SET = 0x1012 };

static long let_cpuid_run(long may) { return syscall(SYS_arch_prctl, ARCH_CPUID_SET, may); }

static void answer(int number, siginfo_t *info, void *context) {
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  const unsigned char *instruction = (const unsigned char *)registers[REG_RIP];
  int faults = number == SIGSEGV && info->si_code == SI_KERNEL && instruction[0] == 0x0f && instruction[1] == 0xa2;
  int trapped = number == SIGILL && instruction[0] == 0x0f && instruction[1] == 0x0b;
  if (!faults && !trapped) {
    signal(number, SIG_DFL);  // Somebody's own fault: it comes again and ends the program as ever.
    return;
  }
  unsigned leaf = registers[REG_RAX], subleaf = registers[REG_RCX], a, b, c, d;
  if (faults) let_cpuid_run(1);
  __cpuid_count(leaf, subleaf, a, b, c, d);
  if (faults) let_cpuid_run(0);
  if (leaf == 7 && subleaf == 0) {
    b &= ~(1u << 16 | 1u << 17 | 1u << 21 | 1u << 26 | 1u << 27 | 1u << 28 | 1u << 30 | 1u << 31);  // F DQ IFMA … BW VL
    c &= ~(1u << 1 | 1u << 6 | 1u << 8 | 1u << 11 | 1u << 12 | 1u << 14);  // VBMI VBMI2 GFNI VNNI BITALG VPOPCNTDQ
    d &= ~(1u << 2 | 1u << 3 | 1u << 8 | 1u << 22 | 1u << 23 | 1u << 24 | 1u << 25);  // … AMX FP16
  } else if (leaf == 7 || leaf == 0x24) {
    a = b = c = d = 0;  // AVX-VNNI, AVX512_BF16 and what came later; AVX10
  }
  registers[REG_RAX] = a, registers[REG_RBX] = b, registers[REG_RCX] = c, registers[REG_RDX] = d;
  registers[REG_RIP] += 2;
}

// Runs before the C library's own beginning, so that getenv finds nothing yet.
__attribute__((constructor)) static void begin(int count, char **arguments, char **environment) {
  (void)count, (void)arguments;
  int number = SIGSEGV;
  for (char **entry = environment; *entry; ++entry) {
    if (strncmp(*entry, "TRAPPED_CPUID=", strlen("TRAPPED_CPUID=")) == 0) number = SIGILL;
  }
  struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_NODEFER};
  if (sigaction(number, &action, NULL) != 0 || (number == SIGSEGV && let_cpuid_run(0) != 0)) {
    fprintf(stderr, "this processor or kernel cannot hide AVX-512 (no cpuid_fault in /proc/cpuinfo)\n");
    exit(1);
  }
}
