//! `case-runner [WORD]` runs the cases whose name contains the word; `--new NAME LANGUAGE`
//! makes a folder for a new one; `--times [WORD]` runs one after the other and says what each part of them took.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use case_runner::{Case, Outcome, case, run};

fn main() -> ExitCode {
    // A crash inside a check is a gap, and a gap fails the case with its message.
    std::panic::set_hook(Box::new(|_| {}));
    let args: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new("cases");
    if let [flag, name, language] = args.as_slice()
        && flag == "--new"
    {
        return match run::scaffold(root, name, language) {
            Ok(()) => {
                say(&format!("made cases/{name}; BLESS=1 writes its report.txt"));
                ExitCode::SUCCESS
            }
            Err(why) => {
                say(&why);
                ExitCode::from(2)
            }
        };
    }
    let is_timed = args.first().is_some_and(|flag| flag == "--times");
    let word = args.get(usize::from(is_timed)).map(String::as_str).unwrap_or_default();
    run_all(root, word, How { bless: std::env::var_os("BLESS").is_some(), is_timed })
}

/// How the cases are run.
#[derive(Copy, Clone)]
struct How {
    bless: bool,
    is_timed: bool,
}

fn run_all(root: &Path, word: &str, how: How) -> ExitCode {
    let folders = case::all(root, word);
    let next = AtomicUsize::new(0);
    let failed = AtomicUsize::new(0);
    let reworded = Mutex::new(Vec::new());
    let threads = if how.is_timed { 1 } else { std::thread::available_parallelism().map_or(1, usize::from) };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(folder) = folders.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = one(root, folder, how);
                    if outcome.failures.is_empty() && !outcome.reworded.is_empty() {
                        reworded.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(folder);
                        continue;
                    }
                    failed.fetch_add(failures(folder, outcome), Ordering::Relaxed);
                }
            });
        }
    });
    let mut failed = failed.into_inner();
    for folder in reworded.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
        say(&format!("other words, asked again alone: {}", folder.display()));
        failed += failures(folder, one(root, folder, how));
    }
    if confine::left_out_of_tests() {
        say("SKIPPED: no case was run natively; this machine cannot confine strangers' code");
    }
    say(&format!("cases: {} passed, {} failed", folders.len() - failed, failed));
    if failed == 0 && !folders.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Says what failed in a case: 1 if anything did, else 0.
fn failures(folder: &Path, outcome: Outcome) -> usize {
    let all: Vec<String> = outcome.failures.into_iter().chain(outcome.reworded).collect();
    for failure in &all {
        say(&format!("FAILED {}: {failure}", folder.display()));
    }
    usize::from(!all.is_empty())
}

fn one(root: &Path, folder: &Path, how: How) -> Outcome {
    let case = match Case::read(root, folder) {
        Ok(case) => case,
        Err(why) => return Outcome { failures: vec![why], ..Outcome::default() },
    };
    let start = std::time::Instant::now();
    let mut outcome = run(&case, how.bless);
    if std::env::var_os("NOTES").is_some() {
        say(&format!("{:6.2} s  {}", start.elapsed().as_secs_f64(), case.name));
        for note in &outcome.notes {
            say(&format!("note: {}: {note}", case.name));
        }
    }
    if how.is_timed {
        say(&format!("{}  {}", case.name, std::mem::take(&mut outcome.times).listed()));
    }
    outcome
}

fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
