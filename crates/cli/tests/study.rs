//! The study of `study/README.md`: are the verdicts of `impact` the labels, and are those true?

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The promise for one library is two seconds on two cores, so that much time of the processors. The
/// checked build has every assertion on and may take longer.
const LIMIT: Duration = Duration::from_secs(if cfg!(debug_assertions) { 40 } else { 4 });

fn study() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../study")
}

/// The lines of a table, in words.
fn rows(file: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(study().join(file)).expect("the table is there");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

/// Is there a compiler for C? Without one only the Python part of the study can be run.
fn has_clang() -> bool {
    let found = |name: &str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    (14..=19).any(|version| found(&format!("clang-{version}"))) || found("clang")
}

/// The time that processes started here have taken of the processors, where the system says so: other
/// work on the machine does not count.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in brackets may hold anything. After it, the times of children are the 14th and 15th.
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks: u64 = fields.get(13)?.parse::<u64>().ok()? + fields.get(14)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 10))
}

/// The verdict on each client of a library, by file and function.
fn impact(old: &str, new: &str, clients: &str) -> (BTreeMap<(String, String), String>, Duration) {
    let (start, before) = (Instant::now(), processor_time());
    let output = Command::new(env!("CARGO_BIN_EXE_safebump"))
        .args(["impact", old, new, "--clients", clients, "--format", "json"])
        .current_dir(study())
        .output()
        .expect("the binary runs");
    let taken = processor_time().zip(before).map(|(after, before)| after - before);
    let elapsed = taken.unwrap_or_else(|| start.elapsed());
    let errors = String::from_utf8_lossy(&output.stderr);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{errors}"));
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let results = report["results"].as_array().expect("a table");
    let verdict = |row: &Value| {
        let file = text(&row["file"]).rsplit('/').next().unwrap_or_default().to_owned();
        ((file, text(&row["client"])), text(&row["verdict"]))
    };
    (results.iter().map(verdict).collect(), elapsed)
}

/// One after the other: the second would count against the first one's time.
#[test]
fn impact_finds_what_the_labels_say_and_they_are_true() {
    impact_finds_what_the_labels_say();
    the_labels_are_true();
}

fn impact_finds_what_the_labels_say() {
    let has_clang = has_clang();
    let labels = rows("labels.txt");
    assert_eq!(labels.len(), 66);
    for library in rows("libraries.txt") {
        let [name, old, new, clients] = &library[..] else { panic!("{library:?}") };
        assert!(has_clang || !old.ends_with(".c"), "{name} needs clang, which scripts/setup installs");
        let verdict = |label: &str| if label == "affected" { "different" } else { "equivalent" };
        let expected: BTreeMap<_, _> = labels
            .iter()
            .filter(|row| row[0] == *name)
            .map(|row| ((row[1].clone(), row[2].clone()), verdict(&row[3]).to_owned()))
            .collect();
        let mut best = Duration::MAX;
        for _ in 0..3 {
            let (found, elapsed) = impact(old, new, clients);
            assert_eq!(found, expected, "{name}");
            best = best.min(elapsed);
            if best < LIMIT {
                break;
            }
        }
        assert!(best < LIMIT, "{name} took {best:?}");
    }
}

fn the_labels_are_true() {
    let output = Command::new("python3").arg(study().join("check-labels")).arg("600").output();
    let output = output.expect("Python runs");
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
