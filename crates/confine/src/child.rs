//! A running child: asked a line, it answers a line.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::folder::Folder;
use crate::policy::{Policy, Trust};
use crate::rules::{Prepared, cannot_confine};

/// A process that was started under a policy. It outlives neither this value nor the thread that
/// started it.
#[derive(Debug)]
pub struct Child {
    process: std::process::Child,
    /// Taken away once nothing more is asked.
    requests: Option<ChildStdin>,
    answers: Receiver<Answer>,
    complaints: Arc<Mutex<Vec<u8>>>,
    ended: Option<End>,
    own: Folder,
}

#[derive(Debug)]
enum Answer {
    Line(String),
    TooLong,
}

/// How a child ended, or was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Exited(i32),
    /// By a signal: a trap, an abort, a limit of the system.
    Killed(i32),
    /// It made a system call that it may not make.
    Refused,
    OutOfTime,
    TooMuchOutput,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Exited(code) => write!(f, "it ended with exit code {code}"),
            End::Killed(signal) => write!(f, "signal {signal} ended it"),
            End::Refused => f.write_str("it did what a confined run may not do"),
            End::OutOfTime => f.write_str("it took too long"),
            End::TooMuchOutput => f.write_str("it wrote too much"),
        }
    }
}

/// Why there is no child.
#[derive(Debug)]
pub enum StartError {
    /// The kernel cannot confine it, and nobody trusts it.
    CannotConfine(&'static str),
    Failed(io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::CannotConfine(why) => write!(f, "this machine cannot confine it: {why}"),
            StartError::Failed(error) => error.fmt(f),
        }
    }
}

impl From<io::Error> for StartError {
    fn from(error: io::Error) -> StartError {
        StartError::Failed(error)
    }
}

/// What is kept of what it says on standard error.
const MOST_COMPLAINTS: usize = 1 << 14;

/// How often it is looked whether whoever waits for an answer is cancelled.
const LOOK: Duration = Duration::from_millis(20);

impl Child {
    /// Starts a program, given by its absolute path, in a folder of its own and with hardly any
    /// environment.
    pub fn start(program: &Path, args: &[OsString], policy: &Policy, trust: Trust) -> Result<Child, StartError> {
        let own = Folder::new()?;
        let mut prepared = match (cannot_confine(), trust) {
            (None, _) => Prepared::confined(policy, own.path())?,
            (Some(_), Trust::Trusted) => Prepared::limits_only(policy),
            (Some(why), Trust::Strangers) => return Err(StartError::CannotConfine(why)),
        };
        let mut command = Command::new(program);
        command.args(args).current_dir(own.path()).env_clear();
        for name in ["HOME", "TMPDIR"] {
            command.env(name, own.path());
        }
        command.env("LANG", "C.UTF-8").env("TZ", "UTC").env("PYTHONHASHSEED", "0");
        command.envs(policy.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // SAFETY: between fork and exec nothing is allocated and no lock is taken.
        unsafe { command.pre_exec(move || prepared.enforce()) };
        let mut process = command.spawn()?;
        let (requests, stdout, stderr) = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let broken = || io::Error::from(io::ErrorKind::BrokenPipe);
        let answers = read_answers(stdout.ok_or_else(broken)?, policy.limits.answer);
        let complaints = read_complaints(stderr.ok_or_else(broken)?);
        Ok(Child { process, requests, answers, complaints, ended: None, own })
    }

    /// Sends bytes, in whatever form the child reads them.
    pub fn send(&mut self, bytes: &[u8]) -> Result<(), End> {
        if let Some(end) = self.ended {
            return Err(end);
        }
        match self.requests.as_mut().map(|pipe| pipe.write_all(bytes).and_then(|()| pipe.flush())) {
            Some(Ok(())) => Ok(()),
            _ => Err(self.end(None)),
        }
    }

    /// Puts a request, which is one line, and waits for the line that answers it. A child that has
    /// ended answers nothing any more.
    pub fn ask(&mut self, request: &str, time: Duration) -> Result<String, End> {
        if let Some(end) = self.ended {
            return Err(end);
        }
        let line = format!("{request}\n");
        let sent = self.requests.as_mut().map(|pipe| pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()));
        match sent {
            Some(Ok(())) => self.next(time),
            // It went away: what it said before may tell why.
            _ => Err(self.end(None)),
        }
    }

    /// The same, for as long as it goes on: that is asked every `look`.
    pub fn ask_while(
        &mut self,
        request: &str,
        look: Duration,
        mut goes_on: impl FnMut(&Path) -> bool,
    ) -> Result<String, End> {
        if let Some(end) = self.ended {
            return Err(end);
        }
        let line = format!("{request}\n");
        let sent = self.requests.as_mut().map(|pipe| pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()));
        if !matches!(sent, Some(Ok(()))) {
            return Err(self.end(None));
        }
        loop {
            cancel::point();
            match self.answers.recv_timeout(look) {
                Ok(Answer::Line(line)) => return Ok(line),
                Ok(Answer::TooLong) => return Err(self.end(Some(End::TooMuchOutput))),
                Err(RecvTimeoutError::Timeout) if goes_on(self.own.path()) => {}
                Err(RecvTimeoutError::Timeout) => return Err(self.end(Some(End::OutOfTime))),
                Err(RecvTimeoutError::Disconnected) => return Err(self.end(None)),
            }
        }
    }

    /// The next line it writes.
    pub fn next(&mut self, time: Duration) -> Result<String, End> {
        if let Some(end) = self.ended {
            return Err(end);
        }
        let by = Instant::now() + time;
        loop {
            let left = by.saturating_duration_since(Instant::now());
            match self.answers.recv_timeout(left.min(LOOK)) {
                Ok(Answer::Line(line)) => return Ok(line),
                Ok(Answer::TooLong) => return Err(self.end(Some(End::TooMuchOutput))),
                Err(RecvTimeoutError::Timeout) if left > LOOK => cancel::point(),
                Err(RecvTimeoutError::Timeout) => return Err(self.end(Some(End::OutOfTime))),
                Err(RecvTimeoutError::Disconnected) => return Err(self.end(None)),
            }
        }
    }

    /// Asks nothing more, and collects what it writes until it ends; `most` bounds the bytes.
    pub fn finish(&mut self, time: Duration, most: usize) -> (String, End) {
        drop(self.requests.take());
        let (mut said, by) = (String::new(), Instant::now() + time);
        loop {
            match self.next(by.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    said.push_str(&line);
                    said.push('\n');
                }
                Err(end) => return (said, end),
            }
            if said.len() > most {
                let end = self.end(Some(End::TooMuchOutput));
                return (said, end);
            }
        }
    }

    /// What it wrote on standard error.
    pub fn complaints(&self) -> String {
        let bytes = self.complaints.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The folder that it may write to.
    pub fn folder(&self) -> &Path {
        self.own.path()
    }

    /// Waits for the end, or brings it about for a reason of ours.
    fn end(&mut self, because: Option<End>) -> End {
        let end = match (self.ended, because) {
            (Some(end), _) => end,
            (None, Some(end)) => {
                self.kill();
                end
            }
            (None, None) => self.wait(Duration::from_secs(1)),
        };
        self.ended = Some(end);
        end
    }

    /// It has closed its output: its end is near.
    fn wait(&mut self, time: Duration) -> End {
        let by = Instant::now() + time;
        loop {
            match self.process.try_wait() {
                Ok(Some(status)) => return end_of(status),
                Ok(None) if Instant::now() < by => std::thread::sleep(Duration::from_millis(1)),
                _ => {
                    self.kill();
                    return End::OutOfTime;
                }
            }
        }
    }

    /// The whole session: a child that forks may not be alone.
    fn kill(&mut self) {
        if self.process.try_wait().ok().flatten().is_none() {
            // SAFETY: the child is not yet waited for, so the number is still its own.
            unsafe { libc::kill(-(self.process.id() as i32), libc::SIGKILL) };
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}

fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(code), _) => End::Exited(code),
        (None, Some(libc::SIGSYS)) => End::Refused,
        (None, Some(libc::SIGXCPU)) => End::OutOfTime,
        (None, signal) => End::Killed(signal.unwrap_or(0)),
    }
}

fn read_answers(from: impl Read + Send + 'static, most: usize) -> Receiver<Answer> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut from = BufReader::new(from);
        loop {
            let mut line = Vec::new();
            let read = from.by_ref().take(most as u64 + 1).read_until(b'\n', &mut line);
            let answer = match read {
                Ok(0) | Err(_) => return,
                Ok(_) if line.len() > most => Answer::TooLong,
                Ok(_) => {
                    let ends = line.strip_suffix(b"\n").unwrap_or(&line);
                    Answer::Line(String::from_utf8_lossy(ends).into_owned())
                }
            };
            let is_last = matches!(answer, Answer::TooLong);
            if sender.send(answer).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

fn read_complaints(mut from: impl Read + Send + 'static) -> Arc<Mutex<Vec<u8>>> {
    let kept = Arc::new(Mutex::new(Vec::new()));
    let keeping = kept.clone();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(read @ 1..) = from.read(&mut bytes) {
            let mut kept = keeping.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let room = MOST_COMPLAINTS.saturating_sub(kept.len());
            kept.extend_from_slice(&bytes[..read.min(room)]);
        }
    });
    kept
}
