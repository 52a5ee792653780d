//! Programs of the user's own, such as compilers, that are waited for.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};

/// Runs a program to its end. It outlives neither the thread that waits for it nor work that is cancelled.
pub fn output(command: &mut Command) -> io::Result<Output> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // SAFETY: between fork and exec nothing is allocated and no lock is taken.
    unsafe { command.pre_exec(end_with_parent) };
    let child = command.spawn()?;
    let id = child.id() as libc::pid_t;
    // SAFETY: the call takes numbers only; between the child's end and the guard's, its number is nobody's.
    let guard = cancel::on_cancel(move || _ = unsafe { libc::kill(id, libc::SIGKILL) });
    let output = child.wait_with_output();
    drop(guard);
    cancel::point();
    output
}

#[cfg(target_os = "linux")]
fn end_with_parent() -> io::Result<()> {
    // SAFETY: the call takes numbers only.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn end_with_parent() -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn what_it_says_is_given_back() {
        let said = output(Command::new("sh").args(["-c", "echo out; echo err >&2; exit 3"])).expect("it runs");
        assert_eq!((said.stdout, said.stderr), (b"out\n".to_vec(), b"err\n".to_vec()));
        assert_eq!(said.status.code(), Some(3));
    }

    #[test]
    fn a_program_ends_with_the_work_that_waits_for_it() {
        let token = cancel::Token::new();
        let own = token.clone();
        let start = Instant::now();
        let waiting = std::thread::spawn(move || own.within(|| output(Command::new("sleep").arg("60"))));
        std::thread::sleep(Duration::from_millis(100));
        token.cancel();
        let ended = waiting.join().expect_err("it is cancelled");
        assert!(ended.is::<cancel::Cancelled>() && start.elapsed() < Duration::from_secs(20));
    }
}
