//! Many checks in one process: nothing is left of any of them.

mod folder;

use std::time::{Duration, Instant};

use clap::Parser;
use cli::args::{Cli, Command};
use folder::Folder;

/// Runs a check in this process; its exit code.
fn check(folder: &Folder, args: &str) -> u8 {
    let words = ["safebump", "check"].into_iter().chain(args.split_whitespace());
    let Command::Check(arguments) = Cli::try_parse_from(words).expect("right arguments").command else {
        panic!("a check was asked for")
    };
    cli::command::check(&arguments, &folder.0, false).expect("it can be run").exit_code
}

/// A line of what the system says of this process, as a number.
fn status(name: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("the system says it");
    let line = text.lines().find_map(|line| line.strip_prefix(name)).expect("it is there");
    line.trim_start_matches(':').split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number")
}

/// Waits until there are no more threads than that.
fn threads_fall_to(most: u64) -> bool {
    let start = Instant::now();
    while status("Threads") > most && start.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(20));
    }
    status("Threads") <= most
}

const OLD: &str = "def same(a: int, b: int):\n    return (a + b) * (a - b)\n\n\n\
    def other(a: int):\n    return a * 3\n\n\n\
    def asks(a: int, b: int):\n    if a * b > 7 and b > a:\n        return 1\n    return a\n\n\n\
    def turns(n: int):\n    s = 0\n    while n > 0:\n        s += n\n        n -= 1\n    return s\n";
const NEW: &str = "def same(a: int, b: int):\n    return a * a - b * b\n\n\n\
    def other(a: int):\n    return a * 3 if a < 1000 else 5\n\n\n\
    def asks(a: int, b: int):\n    if b > a and b * a >= 8:\n        return 1\n    return a\n\n\n\
    def turns(n: int):\n    s = 0\n    while 0 < n:\n        s = n + s\n        n = n - 1\n    return s\n";

/// In one test: another would have threads and memory of its own. `EVERY=1`: a thousand checks.
#[test]
fn many_checks_leave_nothing_behind() {
    let checks: usize = if std::env::var_os("EVERY").is_some() { 1_000 } else { 200 };
    let warm_up = checks / 3;
    // An allocator keeps some of it: 150 kB left behind by each check are seen.
    const FIXED_KILOBYTES: u64 = 20 << 10;
    const KILOBYTES_EACH: u64 = 50;
    // The solver keeps a thread for each clock that it ever ran at once with others; three checks that leave
    // one of their own behind are seen.
    const CLOCKS: u64 = 2;
    let folder = Folder::new(&[("old.py", OLD.as_bytes()), ("new.py", NEW.as_bytes())]);
    let (mut warm, mut threads) = (0, 0);
    for number in 0..checks {
        if number == warm_up {
            (warm, threads) = (status("VmRSS"), status("Threads") + CLOCKS);
        }
        let (client, code) = match number % 100 {
            // A proof by invariants takes as long as many of the others.
            0 => ("turns", 0),
            other if other % 10 == 1 => ("asks", 0),
            other => [("same", 0), ("other", 1)][other % 2],
        };
        // How many are run for real hangs on how busy the machine is, and each run takes memory of its own.
        let args = format!("old.py new.py --client {client} --replay builtin --native off");
        assert_eq!(check(&folder, &args), code, "{client}");
    }
    assert!(threads_fall_to(threads), "{} threads, {threads} at most", status("Threads"));
    let grown = status("VmRSS").saturating_sub(warm);
    let most = FIXED_KILOBYTES + KILOBYTES_EACH * (checks - warm_up) as u64;
    assert!(grown < most, "grown by {grown} kB, {most} at most");

    let hard = "def f(a: int, b: int, c: int):\n    if a > 2 and b > 2 and a ** 3 + b ** 3 == c ** 3:\n        return 1\n    return 2\n";
    let folder =
        Folder::new(&[("old.py", hard.as_bytes()), ("new.py", hard.replace("return 1", "return 3").as_bytes())]);
    for _ in 0..3 {
        assert_eq!(check(&folder, "old.py new.py --client f --timeout 1 --replay builtin"), 3);
    }
    assert!(threads_fall_to(threads), "{} threads, {threads} at most", status("Threads"));
}
