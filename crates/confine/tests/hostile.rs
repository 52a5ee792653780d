//! Programs that mean harm, run confined: each is refused, is seen to be, and harms nobody.
//!
//! They go round the interpreter's own checks: what refuses them is the kernel.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use confine::{Child, End, Limits, Policy, Seal, StartError, Trust, left_out_of_tests, libraries, loader};

/// The real interpreter, not a script that looks for one, and where its library is.
fn python() -> (PathBuf, Vec<PathBuf>) {
    let ask = "import sys; print(sys.executable); print(sys.prefix); print(sys.base_prefix)";
    let said = Command::new("python3").args(["-I", "-c", ask]).output().expect("python3 is needed for the tests");
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    let mut lines = said.lines().map(PathBuf::from);
    let program = lines.next().expect("python3 says where it is").canonicalize().expect("it is there");
    (program, lines.collect())
}

fn policy(seal: Seal) -> (PathBuf, Policy) {
    let (program, mut reads) = python();
    reads.extend(libraries());
    let programs = std::iter::once(program.clone()).chain(loader()).collect();
    let limits = Limits { memory: 512 << 20, processor: Duration::from_secs(20), ..Limits::default() };
    (program, Policy { reads, programs, forks: false, seal, limits, environment: Vec::new() })
}

const SEAL: &str = "
import ctypes, sys
def seal(digits):
    steps = bytes.fromhex(digits)
    class Program(ctypes.Structure):
        _fields_ = [('length', ctypes.c_ushort), ('steps', ctypes.c_char_p)]
    libc = ctypes.CDLL(None, use_errno=True)
    program = Program(len(steps) // 8, steps)
    assert libc.prctl(22, 2, ctypes.byref(program), 0, 0) == 0
seal(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)
";

/// Runs the program; what it printed, and how it ended. `None`: this kernel cannot confine it.
fn run(text: &str) -> Option<(String, End)> {
    run_within(text, Seal::Files, Duration::from_secs(15))
}

fn run_within(text: &str, seal: Seal, time: Duration) -> Option<(String, End)> {
    if left_out_of_tests() {
        return None;
    }
    let (program, policy) = policy(seal);
    let args = ["-I", "-B", "-c", &format!("{SEAL}\n{text}"), &policy.seal()].map(OsString::from);
    let mut child = Child::start(&program, &args, &policy, Trust::Strangers).expect("it starts");
    let (said, end) = child.finish(time, 1 << 20);
    assert!(!child.complaints().contains("AssertionError"), "{}", child.complaints());
    Some((said, end))
}

fn is_refused(text: &str) {
    if let Some((said, end)) = run(&format!("{text}\nprint('harm')")) {
        assert_eq!((said.as_str(), end), ("", End::Refused), "{text}");
    }
}

/// It goes on, and was not given what it asked for.
fn is_denied(text: &str) {
    let guarded = format!("try:\n    {}\nexcept PermissionError:\n    print('denied')", text.replace('\n', "\n    "));
    if let Some((said, end)) = run(&guarded) {
        assert_eq!((said.as_str(), end), ("denied\n", End::Exited(0)), "{text}");
    }
}

#[test]
fn a_harmless_program_runs() {
    let text = "import json, re, decimal, threading\n\
                t = threading.Thread(target=lambda: print('thread'))\nt.start(); t.join()\n\
                open('own', 'w').write('mine')\nprint(open('own').read())\nprint(json.dumps([1]))";
    if let Some((said, end)) = run(text) {
        assert_eq!((said.as_str(), end), ("thread\nmine\n[1]\n", End::Exited(0)));
    }
}

#[test]
fn there_is_no_network() {
    is_refused("import socket\nsocket.socket()");
    is_refused("import socket\nsocket.socket(socket.AF_UNIX)");
    is_refused("import socket\nsocket.socketpair()");
}

#[test]
fn nothing_outside_is_read() {
    let home = std::env::var("HOME").unwrap_or_else(|_| "/root".to_owned());
    for path in ["/etc/shadow", "/etc/passwd", "/proc/self/environ", "/proc/1/mem", "/usr/bin/env"] {
        is_denied(&format!("open({path:?}, 'rb')"));
    }
    is_denied(&format!("import os\nos.listdir({home:?})"));
    is_denied(&format!("import os\nos.listdir({:?})", env!("CARGO_MANIFEST_DIR")));
}

#[test]
fn nothing_outside_is_written() {
    let outside = std::env::temp_dir().join(format!("safebump-outside-{}", std::process::id()));
    std::fs::write(&outside, "before").expect("a file of our own");
    let path = outside.display().to_string();
    is_denied(&format!("open({path:?}, 'w').write('after')"));
    is_denied(&format!("import os\nos.unlink({path:?})"));
    is_denied(&format!("import os\nos.rename({path:?}, {path:?} + '2')"));
    is_denied(&format!("import os\nos.mkdir({path:?} + '3')"));
    is_refused(&format!("import os\nos.symlink('/etc', {path:?} + '4')"));
    is_refused(&format!("import os\nos.truncate({path:?}, 0)"));
    is_refused(&format!("import os\nos.chmod({path:?}, 0)"));
    assert_eq!(std::fs::read_to_string(&outside).expect("it is still there"), "before");
    let _ = std::fs::remove_file(&outside);
}

#[test]
fn no_program_is_started() {
    is_refused("import os\nos.execv('/bin/sh', ['sh', '-c', 'echo harm'])");
    is_refused("import os\nos.system('echo harm')");
    is_refused("import subprocess\nsubprocess.run(['/bin/echo', 'harm'])");
    is_refused("import os, sys\nos.execv(sys.executable, ['python3', '-c', 'print(\"harm\")'])");
    is_refused("import os\nos.posix_spawn('/bin/sh', ['sh', '-c', 'echo harm'], {})");
}

#[test]
fn no_process_is_made() {
    is_refused("import os\nwhile True: os.fork()");
    is_refused("libc.fork()");
}

#[test]
fn nobody_else_is_touched() {
    let before = std::process::id();
    is_refused("import os\nos.kill(os.getppid(), 9)");
    is_refused("import os, signal\nos.killpg(os.getpgid(os.getppid()), 9)");
    is_refused("libc.ptrace(16, __import__('os').getppid(), 0, 0)");
    is_refused("libc.process_vm_readv(__import__('os').getppid(), 0, 0, 0, 0, 0)");
    // A thread of ours, by the call that `abort` makes.
    if let Some((said, _)) = run("import os\np = os.getppid()\nprint(libc.tgkill(p, p, 9), ctypes.get_errno())") {
        assert!(said == "-1 1\n" || said.is_empty(), "{said}");
    }
    assert_eq!(before, std::process::id());
}

#[test]
fn limits_cannot_be_raised() {
    is_refused("import resource\nresource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40))");
    is_refused("libc.unshare(0x10000000)");
    is_refused("libc.mount(0, b'/', 0, 0, 0)");
    is_refused("libc.setuid(0)");
}

#[test]
fn memory_is_bounded() {
    if let Some((said, end)) = run("try:\n    bytearray(10 << 30)\nexcept MemoryError:\n    print('no')") {
        assert_eq!((said.as_str(), end), ("no\n", End::Exited(0)));
    }
    let threads = "import threading, time\ntry:\n    while True: threading.Thread(target=time.sleep, args=(99,), daemon=True).start()\n\
                   except RuntimeError:\n    print('no', flush=True)\n    __import__('os')._exit(0)";
    if let Some((said, end)) = run(threads) {
        assert_eq!((said.as_str(), end), ("no\n", End::Exited(0)));
    }
}

#[test]
fn output_is_bounded() {
    let (many, one) = ("while True: print('x' * 70)", "while True: sys.stdout.write('x' * 70)");
    for text in [many, one] {
        if let Some((_, end)) = run(text) {
            assert_eq!(end, End::TooMuchOutput, "{text}");
        }
    }
    if let Some((said, _)) =
        run("try:\n    open('big', 'wb').write(b'x' * (64 << 20))\nexcept OSError as e:\n    print(e.errno)")
    {
        assert_eq!(said, "27\n");
    }
}

#[test]
fn time_is_bounded() {
    for text in [
        "import time\ntime.sleep(1000)",
        "while True: pass",
        "import signal\nsignal.signal(15, signal.SIG_IGN)\nsignal.pause()",
    ] {
        let start = Instant::now();
        if let Some((_, end)) = run_within(text, Seal::Files, Duration::from_millis(700)) {
            assert_eq!(end, End::OutOfTime, "{text}");
            assert!(start.elapsed() < Duration::from_secs(5));
        }
    }
}

#[test]
fn computing_alone_opens_nothing() {
    for text in
        ["open('/dev/null')", "__import__('os').getcwd()", "__import__('threading').Thread(target=print).start()"]
    {
        if let Some((said, end)) =
            run_within(&format!("{text}\nprint('harm')"), Seal::Computing, Duration::from_secs(9))
        {
            assert_eq!((said.as_str(), end), ("", End::Refused), "{text}");
        }
    }
}

#[test]
fn many_requests_are_answered_by_one_child() {
    if left_out_of_tests() {
        return;
    }
    let (program, policy) = policy(Seal::Files);
    let text = format!("{SEAL}\nfor line in sys.stdin: print(int(line) * 2, flush=True)");
    let args = ["-I", "-B", "-c", &text, &policy.seal()].map(OsString::from);
    let mut child = Child::start(&program, &args, &policy, Trust::Strangers).expect("it starts");
    let start = Instant::now();
    for number in 0..2000 {
        assert_eq!(child.ask(&number.to_string(), Duration::from_secs(5)), Ok((number * 2).to_string()));
    }
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    let folder = child.folder().to_path_buf();
    assert!(folder.is_dir());
    drop(child);
    assert!(!folder.exists());
}

#[test]
fn a_program_that_is_not_named_is_not_started() {
    if left_out_of_tests() {
        return;
    }
    let (_, policy) = policy(Seal::Files);
    let started = Child::start(Path::new("/bin/sh"), &["-c".into(), "echo harm".into()], &policy, Trust::Strangers);
    assert!(matches!(started, Err(StartError::Failed(_))), "{started:?}");
}
