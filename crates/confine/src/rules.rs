//! What is put in force between fork and exec.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};
use seccompiler::BpfProgram;

use crate::filter;
use crate::policy::{Limits, Policy};

/// The newest that is made use of.
const NEWEST: ABI = ABI::V6;
/// From here on signals stay inside.
const SCOPES_SIGNALS: i64 = 6;

/// Why this kernel cannot confine a child; `None`: it can.
pub fn cannot_confine() -> Option<&'static str> {
    if landlock_version() < 1 {
        return Some("its kernel has no Landlock");
    }
    if !has_filters() || filter::starting(false, true).is_none() {
        return Some("its kernel has no seccomp filters");
    }
    None
}

fn landlock_version() -> i64 {
    static VERSION: OnceLock<i64> = OnceLock::new();
    const ONLY_VERSION: libc::c_uint = 1;
    // SAFETY: with this flag the call reads no memory.
    *VERSION.get_or_init(|| unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0_usize, ONLY_VERSION)
    })
}

fn has_filters() -> bool {
    let kill = libc::SECCOMP_RET_KILL_PROCESS;
    // SAFETY: the call reads the action and changes nothing.
    unsafe {
        libc::syscall(libc::SYS_seccomp, libc::SECCOMP_GET_ACTION_AVAIL, 0, std::ptr::from_ref::<u32>(&kill)) == 0
    }
}

/// Everything that has to be made before the fork, ready to be put in force after it.
pub(crate) struct Prepared {
    limits: Limits,
    kernel: Option<Kernel>,
}

struct Kernel {
    files: Option<RulesetCreated>,
    calls: [BpfProgram; 2],
}

impl Prepared {
    /// Only limits.
    pub(crate) fn limits_only(policy: &Policy) -> Prepared {
        Prepared { limits: policy.limits, kernel: None }
    }

    /// `own` is the folder that the child may write to.
    pub(crate) fn confined(policy: &Policy, own: &Path) -> io::Result<Prepared> {
        let files = files(policy, own).map_err(io::Error::other)?;
        let calls = filter::starting(policy.forks, landlock_version() >= SCOPES_SIGNALS)
            .ok_or_else(|| io::Error::other("no filter for this processor"))?;
        Ok(Prepared { limits: policy.limits, kernel: Some(Kernel { files: Some(files), calls }) })
    }

    /// To be called in the child, after the fork: allocates nothing.
    pub(crate) fn enforce(&mut self) -> io::Result<()> {
        let limits = self.limits;
        // SAFETY: these calls take numbers only.
        unsafe {
            // Whoever started it ends: so does it.
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            libc::setsid();
            // What others left open for us is not for it.
            libc::syscall(libc::SYS_close_range, 3_u32, u32::MAX, libc::CLOSE_RANGE_CLOEXEC);
        }
        limit(libc::RLIMIT_CORE, 0)?;
        limit(libc::RLIMIT_AS, limits.memory)?;
        limit(libc::RLIMIT_CPU, limits.processor.as_secs().max(1))?;
        limit(libc::RLIMIT_FSIZE, limits.file)?;
        limit(libc::RLIMIT_NOFILE, 256)?;
        let Some(kernel) = &mut self.kernel else { return Ok(()) };
        let files = kernel.files.take().ok_or(io::ErrorKind::InvalidInput)?;
        let status = files.restrict_self().map_err(|_| io::Error::from_raw_os_error(libc::ENOTSUP))?;
        if status.ruleset == RulesetStatus::NotEnforced || !status.no_new_privs {
            return Err(io::Error::from_raw_os_error(libc::ENOTSUP));
        }
        for calls in &kernel.calls {
            seccompiler::apply_filter(calls).map_err(|_| io::Error::from_raw_os_error(libc::ENOTSUP))?;
        }
        Ok(())
    }
}

fn limit(what: libc::__rlimit_resource_t, most: u64) -> io::Result<()> {
    let mut limit = libc::rlimit { rlim_cur: most, rlim_max: most };
    // SAFETY: the structures live through the calls.
    unsafe {
        let mut ours = limit;
        if libc::getrlimit(what, &mut ours) == 0 && ours.rlim_max < most {
            limit = libc::rlimit { rlim_cur: ours.rlim_max, rlim_max: ours.rlim_max };
        }
        if libc::setrlimit(what, &limit) == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

fn files(policy: &Policy, own: &Path) -> Result<RulesetCreated, landlock::RulesetError> {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?;
    let own = own.to_path_buf();
    let reads = policy.reads.iter().map(|path| (path, read));
    let programs = policy.programs.iter().map(|path| (path, read | AccessFs::Execute));
    let writes = std::iter::once((&own, AccessFs::from_all(NEWEST) & !AccessFs::Execute));
    let paths: Vec<(&PathBuf, _)> = reads.chain(programs).chain(writes).collect();
    for (path, access) in paths {
        // What is not there cannot be read.
        let Ok(place) = PathFd::new(path) else { continue };
        let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST) };
        rules = rules.add_rule(PathBeneath::new(place, access))?;
    }
    Ok(rules)
}
