//! What CPython's compiler refuses is refused here, and nothing else.

use std::process::Command;

use front_python::{Why, refusal};

/// `REFUSED=n` asks for another number of random programs, and for every file of the standard library.
fn programs() -> (String, &'static str) {
    match std::env::var("REFUSED") {
        Ok(count) => (count, "1"),
        Err(_) => ("4000".into(), "25"),
    }
}

#[test]
fn refuses_what_cpython_refuses() {
    let (count, every) = programs();
    let start = std::env::var("START").unwrap_or("0".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cpython/refused.py");
    let output = Command::new("python3").args([script, &start, &count, every]).output().expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let parts: Vec<&str> = text.split('\0').collect();
    let work = parts.chunks(2).map(|pair| (pair[0].to_string(), pair[1].to_string())).collect();
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(move || compare(work)).expect("a thread");
    let (wrong, refused, unknown, all) = thread.join().expect("no crash");
    assert!(wrong.is_empty(), "{} differ; the first:\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n=====\n"));
    assert!(refused * 5 > all && refused * 5 < all * 4, "{refused} of {all} are refused");
    assert!(unknown * 20 < all, "{unknown} of {all} are not known");
}

fn compare(programs: Vec<(String, String)>) -> (Vec<String>, usize, usize, usize) {
    let (mut wrong, mut refused, mut unknown) = (Vec::new(), 0, 0);
    let all = programs.len();
    for (verdict, program) in programs {
        let is_taken = verdict == "taken";
        let (here, agrees) = match refusal(&program) {
            Err(error) => (error.error.to_string(), !is_taken),
            Ok(None) => ("taken".to_string(), is_taken),
            Ok(Some(refusal)) => match refusal.why {
                Why::Syntax(why) => {
                    refused += usize::from(!is_taken);
                    (why.to_string(), verdict.starts_with("refused SyntaxError"))
                }
                Why::Unknown(why) => {
                    unknown += 1;
                    (why.to_string(), true)
                }
            },
        };
        if !agrees {
            let shown: String = program.chars().take(1500).collect();
            wrong.push(format!("{shown}\n  here: {here}\n  CPython: {verdict}"));
        }
    }
    (wrong, refused, unknown, all)
}
