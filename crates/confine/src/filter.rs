//! Which system calls a child may make.
//!
//! Whatever is not listed ends the process: what the code makes of a refusal would be taken for what
//! it does.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};

use crate::policy::Seal;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Computing, memory, the clock, and what is open already.
const COMPUTING: &[i64] = &[
    libc::SYS_brk,
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_close,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_fstat,
    libc::SYS_futex,
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getitimer,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getrandom,
    libc::SYS_getrusage,
    libc::SYS_gettid,
    libc::SYS_gettimeofday,
    libc::SYS_getuid,
    libc::SYS_lseek,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_msync,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_newfstatat,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_setitimer,
    libc::SYS_sigaltstack,
    libc::SYS_sysinfo,
    libc::SYS_times,
    libc::SYS_uname,
    libc::SYS_write,
    libc::SYS_writev,
];

/// What Landlock watches over, and what belongs to threads.
const FILES: &[i64] = &[
    libc::SYS_chdir,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_eventfd2,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fadvise64,
    libc::SYS_fallocate,
    libc::SYS_fchdir,
    libc::SYS_fcntl,
    libc::SYS_fdatasync,
    libc::SYS_flock,
    libc::SYS_fstatfs,
    libc::SYS_fsync,
    libc::SYS_ftruncate,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_getgroups,
    libc::SYS_getpgid,
    libc::SYS_getpriority,
    libc::SYS_getsid,
    libc::SYS_memfd_create,
    libc::SYS_mincore,
    libc::SYS_mkdirat,
    libc::SYS_openat,
    libc::SYS_pipe2,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_readlinkat,
    libc::SYS_renameat2,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_statfs,
    libc::SYS_statx,
    libc::SYS_umask,
    libc::SYS_unlinkat,
];

/// The same things under the names that only this processor has.
#[cfg(target_arch = "x86_64")]
const OLD_COMPUTING: &[i64] = &[libc::SYS_alarm, libc::SYS_arch_prctl, libc::SYS_pause, libc::SYS_time];
#[cfg(target_arch = "x86_64")]
const OLD_FILES: &[i64] = &[
    libc::SYS_access,
    libc::SYS_dup2,
    libc::SYS_epoll_wait,
    libc::SYS_getdents,
    libc::SYS_getpgrp,
    libc::SYS_lstat,
    libc::SYS_mkdir,
    libc::SYS_open,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_readlink,
    libc::SYS_rename,
    libc::SYS_rmdir,
    libc::SYS_select,
    libc::SYS_stat,
    libc::SYS_unlink,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD_COMPUTING: &[i64] = &[];
#[cfg(not(target_arch = "x86_64"))]
const OLD_FILES: &[i64] = &[];

/// Not there, as on an older kernel: the C library then does without.
const ABSENT: &[i64] = &[libc::SYS_clone3, libc::SYS_openat2, libc::SYS_io_uring_setup, libc::SYS_close_range];

const FORKING: &[i64] = &[libc::SYS_clone, libc::SYS_wait4];
#[cfg(target_arch = "x86_64")]
const OLD_FORKING: &[i64] = &[libc::SYS_fork, libc::SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const OLD_FORKING: &[i64] = &[];

/// What may be asked of a file that is open: nothing that reaches a terminal.
const IOCTLS: [u64; 5] = [libc::TCGETS, libc::TIOCGWINSZ, libc::FIONREAD, libc::FIOCLEX, libc::FIONBIO];
/// The kernel's name for the name of a part of memory.
const PR_SET_VMA: u64 = 0x5356_4d41;

/// In force while the program is started: it may still be started, put on its seal, and fork if that
/// is its way of working.
pub(crate) fn starting(forks: bool, scoped_signals: bool) -> Option<[BpfProgram; 2]> {
    let mut rules = rules(Seal::Files, scoped_signals)?;
    allow(&mut rules, &[libc::SYS_execve, libc::SYS_execveat, libc::SYS_seccomp]);
    rules.insert(libc::SYS_prctl, Vec::new());
    if forks {
        allow(&mut rules, FORKING);
        allow(&mut rules, OLD_FORKING);
    }
    Some([absent()?, compile(rules, SeccompAction::KillProcess, SeccompAction::Allow)?])
}

/// In force from then on.
pub(crate) fn sealed(seal: Seal) -> Option<BpfProgram> {
    compile(rules(seal, true)?, SeccompAction::KillProcess, SeccompAction::Allow)
}

fn absent() -> Option<BpfProgram> {
    let rules = ABSENT.iter().map(|call| (*call, Vec::new())).collect();
    compile(rules, SeccompAction::Allow, SeccompAction::Errno(libc::ENOSYS as u32))
}

fn rules(seal: Seal, scoped_signals: bool) -> Option<Rules> {
    let mut rules = Rules::new();
    allow(&mut rules, COMPUTING);
    allow(&mut rules, OLD_COMPUTING);
    allow(&mut rules, ABSENT);
    if seal == Seal::Files {
        allow(&mut rules, FILES);
        allow(&mut rules, OLD_FILES);
    }
    if scoped_signals {
        // A signal reaches nobody outside.
        allow(&mut rules, &[libc::SYS_tgkill]);
    }
    let is = |argument, value| one(argument, SeccompCmpOp::Eq, value);
    let names = [libc::PR_SET_NAME as u64, libc::PR_GET_NAME as u64, PR_SET_VMA];
    rules.insert(libc::SYS_prctl, names.into_iter().map(|what| is(0, what)).collect::<Option<_>>()?);
    rules.insert(libc::SYS_ioctl, IOCTLS.into_iter().map(|what| is(1, what)).collect::<Option<_>>()?);
    // Limits can be read, and not set.
    rules.insert(libc::SYS_prlimit64, vec![is(2, 0)?]);
    if seal == Seal::Files {
        let threads = libc::CLONE_THREAD as u64;
        rules.insert(libc::SYS_clone, vec![one(0, SeccompCmpOp::MaskedEq(threads), threads)?]);
    }
    Some(rules)
}

fn allow(rules: &mut Rules, calls: &[i64]) {
    for call in calls {
        rules.insert(*call, Vec::new());
    }
}

fn one(argument: u8, compared: SeccompCmpOp, value: u64) -> Option<SeccompRule> {
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Qword, compared, value).ok()?;
    SeccompRule::new(vec![condition]).ok()
}

fn compile(rules: Rules, otherwise: SeccompAction, matched: SeccompAction) -> Option<BpfProgram> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).ok()?;
    SeccompFilter::new(rules, otherwise, matched, arch).ok()?.try_into().ok()
}

pub(crate) fn hex(program: &BpfProgram) -> String {
    let bytes = program.iter().flat_map(|step| {
        let [a, b] = step.code.to_ne_bytes();
        [a, b, step.jt, step.jf].into_iter().chain(step.k.to_ne_bytes())
    });
    bytes.map(|byte| format!("{byte:02x}")).collect()
}
