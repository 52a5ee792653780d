//! The changed lines that ran on the counterexample.
//!
//! The two versions' files are compared line by line; a hunk matters if a line of it ran, in the
//! version it belongs to. Files are paired by the functions in them that match; a file that was renamed, by its text.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use equiv::{Counterexample, Problem, Side};
use ir::calls::reachable;
use ir::interp::{Closed, Interpreter, Limits, Outcome};
use ir::{FileId, FnId, Function, Program};
use rustc_hash::FxHashSet;
use similar::{DiffTag, TextDiff};

/// Neighbouring lines that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    pub old_file: String,
    pub new_file: String,
    /// Line numbers from 1, with the text.
    pub old: Vec<(usize, String)>,
    pub new: Vec<(usize, String)>,
}

/// More than these are left out of a report.
const MOST: usize = 6;

/// From this share of common lines on, a file is taken for another one with a new name.
const LIKE: f64 = 0.5;

/// The hunks with a line that ran; if none did (a line was only removed), all of them.
pub(crate) fn that_ran(problem: &Problem, counterexample: &Counterexample) -> Vec<Hunk> {
    let old_ran = lines_that_ran(problem, Side::Old, counterexample);
    let new_ran = lines_that_ran(problem, Side::New, counterexample);
    let mut ran = Vec::new();
    let mut rest = Vec::new();
    for (old_file, new_file) in paired_files(problem) {
        for hunk in hunks(problem, old_file, new_file) {
            let in_old = hunk.old.iter().any(|(line, _)| old_ran.contains(&(old_file, *line)));
            let in_new = hunk.new.iter().any(|(line, _)| new_ran.contains(&(new_file, *line)));
            if in_old || in_new { ran.push(hunk) } else { rest.push(hunk) }
        }
    }
    let mut chosen = if ran.is_empty() { rest } else { ran };
    chosen.truncate(MOST);
    chosen
}

/// Was a line changed in what the client can reach?
pub(crate) fn is_touched(problem: &Problem) -> bool {
    let reached = Side::BOTH.map(|side| reached_lines(problem, side));
    paired_files(problem).into_iter().any(|(old_file, new_file)| {
        let is_reached = |side: usize, file: FileId, lines: &[(usize, String)]| {
            lines.iter().any(|(line, text)| !text.trim().is_empty() && reached[side].contains(&(file, *line)))
        };
        let touches = |hunk: &Hunk| is_reached(0, old_file, &hunk.old) || is_reached(1, new_file, &hunk.new);
        hunks(problem, old_file, new_file).iter().any(touches)
    })
}

/// Lines with code that the entry can reach, and all lines of functions that the client can reach, with
/// what stands right above them.
fn reached_lines(problem: &Problem, side: Side) -> FxHashSet<(FileId, usize)> {
    let entry = problem.entry(side);
    let program = &entry.program;
    let spans = |id: FnId| {
        let rows = program.functions[id].body().map(|body| body.spans.rows()).unwrap_or_default();
        rows.iter().flatten().filter(|span| !span.is_none())
    };
    let mut lines: FxHashSet<(FileId, usize)> = FxHashSet::default();
    for id in reachable(program, entry.entry) {
        lines.extend(spans(id).map(|span| (span.file, span.line as usize)));
    }
    let ends = |id: FnId, file: FileId| {
        let own = spans(id).filter(|span| span.file == file);
        own.map(|span| span.line.max(span.end_line) as usize).max().unwrap_or(0)
    };
    for id in reachable(program, entry.client) {
        let Some(file) = file_of(program, &program.functions[id]) else { continue };
        let begin = spans(id).filter(|span| span.file == file).map(|span| span.line as usize).min().unwrap_or(0);
        let all = program.functions.iter().map(|(other, _)| ends(other, file));
        let before = all.filter(|end| *end < begin).max().unwrap_or(0);
        // What stands right above its code belongs to it: its head, and what is said of it.
        let text: Vec<&str> = program.files[file].text.lines().collect();
        let is_blank = |line: &usize| text.get(line - 1).is_none_or(|line| line.trim().is_empty());
        let head = (before + 1..begin).rev().take_while(|line| !is_blank(line)).count();
        lines.extend((begin - head..=ends(id, file)).map(|line| (file, line)));
    }
    lines
}

/// The lines of one version that are not as in the other, by file.
pub fn changed_lines(problem: &Problem, side: Side) -> Vec<(String, Vec<usize>)> {
    let mut lines: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (old_file, new_file) in paired_files(problem) {
        for hunk in hunks(problem, old_file, new_file) {
            let (file, changed) = match side {
                Side::Old => (hunk.old_file, hunk.old),
                Side::New => (hunk.new_file, hunk.new),
            };
            lines.entry(file).or_default().extend(changed.into_iter().map(|(line, _)| line));
        }
    }
    lines.into_iter().collect()
}

/// The lines, from 1, that are not the same in these texts: those of old and those of new.
pub fn changed_lines_of(old: &str, new: &str) -> [Vec<usize>; 2] {
    let diff = TextDiff::from_lines(old, new);
    let mut lines = [Vec::new(), Vec::new()];
    for op in diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal) {
        lines[0].extend(op.old_range().map(|line| line + 1));
        lines[1].extend(op.new_range().map(|line| line + 1));
    }
    lines
}

fn lines_that_ran(problem: &Problem, side: Side, counterexample: &Counterexample) -> FxHashSet<(FileId, usize)> {
    let entry = problem.entry(side);
    let mut world = Closed;
    // What runs for ever has shown its lines early.
    let endless = counterexample.ended(side).outcome == Outcome::Endless;
    let limits = if endless { Limits { fuel: 20_000, ..Limits::default() } } else { Limits::default() };
    let mut machine = Interpreter::new(&entry.program, &mut world, limits);
    machine.visited = Some(FxHashSet::default());
    // The input was replayed before: how it ends is known.
    let _ended = machine.run(entry.entry, counterexample.inputs());
    let mut lines = FxHashSet::default();
    for (function, block) in machine.visited.into_iter().flatten() {
        if let Some(body) = entry.program.functions[function].body() {
            let spans = body.spans[block].iter().filter(|span| !span.is_none());
            lines.extend(spans.map(|span| (span.file, span.line as usize)));
        }
    }
    lines
}

/// Which file of the new version an old one became.
fn paired_files(problem: &Problem) -> BTreeSet<(FileId, FileId)> {
    let mut pairs = BTreeSet::new();
    for (old, function) in problem.old.program.functions.iter() {
        let partner = problem.matching.new_of(old).map(|new| &problem.new.program.functions[new]);
        let old_file = file_of(&problem.old.program, function);
        let new_file = partner.and_then(|new| file_of(&problem.new.program, new));
        if let (Some(old_file), Some(new_file)) = (old_file, new_file) {
            pairs.insert((old_file, new_file));
        }
    }
    pairs.extend(renamed_files(problem, &pairs));
    pairs
}

/// The files that have no partner, each with the one that it is most like.
fn renamed_files(problem: &Problem, pairs: &BTreeSet<(FileId, FileId)>) -> Vec<(FileId, FileId)> {
    let files = |program: &Program| -> BTreeSet<FileId> {
        program.functions.iter().filter_map(|(_, function)| file_of(program, function)).collect()
    };
    let (old, new) = (&problem.old.program, &problem.new.program);
    let lost: Vec<FileId> = files(old).into_iter().filter(|file| pairs.iter().all(|pair| pair.0 != *file)).collect();
    let mut fresh: Vec<FileId> =
        files(new).into_iter().filter(|file| pairs.iter().all(|pair| pair.1 != *file)).collect();
    let mut found = Vec::new();
    for old_file in lost {
        let likeness = |new_file: &FileId| {
            f64::from(TextDiff::from_lines(&*old.files[old_file].text, &*new.files[*new_file].text).ratio())
        };
        let best = fresh.iter().enumerate().map(|(at, file)| (likeness(file), at)).max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, at)) = best.filter(|(likeness, _)| *likeness >= LIKE) {
            found.push((old_file, fresh.remove(at)));
        }
    }
    found
}

/// The file that most of the function stands in; parts may have come from others.
fn file_of(program: &Program, function: &Function) -> Option<FileId> {
    let spans = function.body()?.spans.rows().iter().flatten().filter(|span| !span.is_none());
    let mut counts: BTreeMap<FileId, usize> = BTreeMap::new();
    for span in spans.filter(|span| !program.files[span.file].text.is_empty()) {
        *counts.entry(span.file).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(file, count)| (*count, Reverse(*file))).map(|(file, _)| file)
}

fn hunks(problem: &Problem, old_file: FileId, new_file: FileId) -> Vec<Hunk> {
    let (old, new) = (&problem.old.program.files[old_file], &problem.new.program.files[new_file]);
    if old.text == new.text {
        return Vec::new();
    }
    let diff = TextDiff::from_lines(&*old.text, &*new.text);
    let old_lines: Vec<&str> = old.text.lines().collect();
    let new_lines: Vec<&str> = new.text.lines().collect();
    let numbered = |lines: &[&str], range: std::ops::Range<usize>| {
        range.filter_map(|index| Some((index + 1, (*lines.get(index)?).to_owned()))).collect::<Vec<_>>()
    };
    let changed = diff.ops().iter().filter(|op| op.tag() != DiffTag::Equal);
    changed
        .map(|op| Hunk {
            old_file: old.name.clone(),
            new_file: new.name.clone(),
            old: numbered(&old_lines, op.old_range()),
            new: numbered(&new_lines, op.new_range()),
        })
        .collect()
}
