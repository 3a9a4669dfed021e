// The filter is a list of what is allowed; everything else fails with EACCES, as if the machine forbade it. So code that looks for a file
// finds none, and says so, instead of being killed. A list of what is forbidden would have to know every call of every kernel.
#include "support/sandbox.hpp"

#include <sys/resource.h>

#include <cerrno>
#include <cmath>
#include <csignal>

#ifdef __linux__
#  include <linux/audit.h>
#  include <linux/filter.h>
#  include <linux/seccomp.h>
#  include <sched.h>
#  include <sys/prctl.h>
#  include <sys/syscall.h>
#  include <unistd.h>

#  include <cstddef>
#  include <vector>
#endif

#include "support/budget.hpp"

namespace thinair {
namespace {

void limit(int resource, rlim_t most) {
  rlimit now{};
  if (getrlimit(static_cast<__rlimit_resource_t>(resource), &now) != 0) return;
  if (now.rlim_max != RLIM_INFINITY && now.rlim_max < most) most = now.rlim_max;
  const rlimit wanted{most, most};
  setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted);
}

#ifdef __linux__

#  if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#  elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#  elif defined(__riscv) && __riscv_xlen == 64
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_RISCV64;
#  else
constexpr std::uint32_t kArchitecture = 0;  // no filter
#  endif

// Memory, time, threads, what is open already, and the end.
constexpr int kAllowed[] = {
    SYS_read,
    SYS_readv,
    SYS_pread64,
    SYS_write,
    SYS_writev,
    SYS_lseek,
    SYS_close,
    SYS_fstat,
    SYS_mmap,
    SYS_munmap,
    SYS_mremap,
    SYS_mprotect,
    SYS_madvise,
    SYS_brk,
    SYS_futex,
    SYS_sched_yield,
    SYS_nanosleep,
    SYS_clock_nanosleep,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_gettimeofday,
    SYS_getrandom,
    SYS_getpid,
    SYS_gettid,
    SYS_tgkill,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_getrusage,
    SYS_times,
    SYS_sysinfo,
    SYS_uname,
    SYS_sched_getaffinity,
    SYS_set_robust_list,
    SYS_restart_syscall,
    SYS_timer_create,
    SYS_timer_settime,
    SYS_timer_gettime,
    SYS_timer_delete,
    SYS_setitimer,
    SYS_getitimer,
    SYS_exit,
    SYS_exit_group,
    SYS_membarrier,
    SYS_getrlimit,
#  ifdef SYS_rseq
    SYS_rseq,
#  endif
};

bool filter_calls() {
  if (kArchitecture == 0) return false;
  constexpr std::uint32_t kRefuse = SECCOMP_RET_ERRNO | EACCES;
  std::vector<sock_filter> program;
  const auto add = [&](std::uint16_t code, std::uint32_t k, std::uint8_t yes = 0, std::uint8_t no = 0) {
    program.push_back({code, yes, no, k});
  };
  const auto load = [&](std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)); };
  load(offsetof(seccomp_data, arch));
  add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
  add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  load(offsetof(seccomp_data, nr));
  for (const int call : kAllowed) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
    add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  }
  // Threads of this process, and no other process. The filter cannot look into clone3's arguments: without it, libraries use clone.
  add(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1);
  add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
  add(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
  load(offsetof(seccomp_data, args));
  add(BPF_ALU | BPF_AND | BPF_K, CLONE_THREAD);
  add(BPF_JMP | BPF_JEQ | BPF_K, CLONE_THREAD, 0, 1);
  add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  add(BPF_RET | BPF_K, kRefuse);
  const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

#endif

}  // namespace

Sealed seal(const SandboxLimits& limits) {
  resident_bytes();  // from now on it reads what it has open
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CPU, static_cast<rlim_t>(std::ceil(limits.cpu_seconds)));
  if (limits.address_space != 0) limit(RLIMIT_AS, limits.address_space);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);
  if (filter_calls()) return Sealed::sealed;
#endif
  return Sealed::limited;
}

}  // namespace thinair
