//! `safebump work` answers the pieces of a plan, `safebump gather` makes the report of the answers.
//!
//! Answers are appended to a file as they come, each a line of its own. Who is stopped in the middle leaves whole lines,
//! and maybe a part of one, which is nothing. So the same command goes on where it ended: what has a final answer is not
//! asked again, and what only ran out of time is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use equiv::Why;
use report::{Finding, Report};

use crate::args::{Gather, Work};
use crate::cache::{Keeper, Store};
use crate::command::{self, Done};
use crate::failure::{self, Failure, Result};
use crate::impact;
use crate::memory;
use crate::pieces::{self, Asked, Piece};
use crate::read::Named;

/// Which part of a plan: the pieces whose place leaves this rest.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    pub number: usize,
    pub of: usize,
}

/// `3/8`: the third of eight parts.
pub fn shard(text: &str) -> std::result::Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((number, of)) if 1 <= number && number <= of => Ok(Shard { number, of }),
        _ => Err("write it as 3/8, the third of eight parts".to_owned()),
    }
}

impl Shard {
    fn has(self, index: usize) -> bool {
        index % self.of == self.number - 1
    }
}

/// Runs `work`; paths are relative to `base`.
pub fn work(arguments: &Work, base: &Path) -> Result<Done> {
    let plan = Named::new(base, &arguments.plan);
    let (mut pieces, broken) = pieces::read(&plan)?;
    if broken > 0 || pieces.is_empty() {
        let message = if pieces.is_empty() { "this is no plan" } else { "a part of the plan cannot be read" };
        return Err(Failure::of(
            &plan.name,
            message,
            "make it with: safebump impact OLD NEW --clients PATH --plan FILE",
        ));
    }
    if let Some(shard) = arguments.shard {
        pieces.retain(|piece| shard.has(piece.index));
    }
    let mut results = Results::open(arguments, base)?;
    let count = pieces.len();
    let mut groups: BTreeMap<Arc<Asked>, Vec<Piece>> = BTreeMap::new();
    for piece in pieces {
        if !results.knows(&piece)? {
            groups.entry(piece.asked.clone()).or_default().push(piece);
        }
    }
    let mut notes = Vec::new();
    for (asked, pieces) in groups {
        answer(&asked, pieces, arguments, base, &mut results, &mut notes)?;
    }
    let Results { name, again, changed, .. } = results;
    if let Some(first) = changed.first() {
        let message = format!("{} of {count} clients are not what the plan was made of, as {first}", changed.len());
        let advice = "make the plan anew, with the same files and the same safebump";
        return Err(Failure::of(&plan.name, message, advice));
    }
    let mut text = format!("{name}: {count} clients answered");
    if again > 0 {
        text += &format!(", {again} of them for want of time or memory: to work again asks them again");
    }
    Ok(Done { text: text + "\n", notes, exit_code: 0 })
}

/// The file that answers are written to.
struct Results {
    name: String,
    file: File,
    /// Final answers that are there, by digest.
    known: BTreeMap<String, Piece>,
    /// How many answers are not final.
    again: usize,
    /// Clients that are not what they were when the plan was made.
    changed: Vec<String>,
}

impl Results {
    fn open(arguments: &Work, base: &Path) -> Result<Results> {
        let file = arguments.results.clone().unwrap_or_else(|| beside(&arguments.plan, arguments.shard));
        let named = Named::new(base, &file);
        let there = if named.path.exists() { pieces::read(&named)?.0 } else { Vec::new() };
        let known = there.into_iter().filter(|piece| piece.is_final && piece.finding().is_some());
        let known = known.map(|piece| (piece.digest.clone(), piece)).collect();
        let cannot = |error: std::io::Error| failure::io(&file, "write to it", &error);
        let is_torn = std::fs::read(&named.path).is_ok_and(|bytes| bytes.last().is_some_and(|last| *last != b'\n'));
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&named.path).map_err(cannot)?;
        if is_torn {
            file.write_all(b"\n").map_err(cannot)?;
        }
        Ok(Results { name: named.name, file, known, again: 0, changed: Vec::new() })
    }

    /// Is there a final answer already? One of another plan, or of the plan itself, is written down for this one.
    fn knows(&mut self, piece: &Piece) -> Result<bool> {
        if let Some(known) = self.known.get(&piece.digest) {
            let is_there = known.asked == piece.asked && known.index == piece.index;
            let copied = Piece { answer: known.answer.clone(), is_final: true, ..piece.clone() };
            if !is_there {
                self.write(&copied)?;
            }
            return Ok(true);
        }
        if piece.answer.is_some() {
            self.write(piece)?;
        }
        Ok(piece.answer.is_some())
    }

    /// One line, at once: others may write to the same file.
    fn write(&mut self, piece: &Piece) -> Result<()> {
        let line = piece.line() + "\n";
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| failure::io(Path::new(&self.name), "write to it", &error))
    }
}

/// `plan.jsonl` → `plan.results.jsonl`, or `plan.3-of-8.results.jsonl`.
fn beside(plan: &Path, shard: Option<Shard>) -> PathBuf {
    let stem = plan.file_stem().unwrap_or_default().to_string_lossy();
    let part = shard.map(|shard| format!(".{}-of-{}", shard.number, shard.of)).unwrap_or_default();
    plan.with_file_name(format!("{stem}{part}.results.jsonl"))
}

/// Answers pieces that ask the same of different clients: the library is read once.
fn answer(
    asked: &Asked,
    pieces: Vec<Piece>,
    arguments: &Work,
    base: &Path,
    results: &mut Results,
    notes: &mut Vec<String>,
) -> Result<()> {
    let mut files: Vec<Named> = Vec::new();
    let mut wanted: BTreeMap<(String, String), Piece> = BTreeMap::new();
    for piece in pieces {
        if files.last().is_none_or(|file| file.name != piece.file) {
            files.push(Named::new(base, Path::new(&piece.file)));
        }
        wanted.insert((piece.file.clone(), piece.function.clone()), piece);
    }
    let gone: BTreeSet<String> =
        files.iter().filter(|file| pieces::is_gone(file)).map(|file| file.name.clone()).collect();
    files.retain(|file| !gone.contains(&file.name));
    if !files.is_empty() {
        let (question, mut impact, _kept) = pieces::question(asked, files, base)?;
        memory::limit(impact.how.memory);
        (impact.how.jobs, impact.how.quiet) = (arguments.jobs, arguments.quiet);
        let how = &impact.how;
        let keeper = Keeper::new(Store::given(&arguments.kept, base)?, &question, how, base)?;
        let start = Instant::now();
        let mut failed = Ok(());
        command::watched(how, command::facts(how, base)?, |settings| {
            impact::in_batches(&question, settings, &keeper, |rows| {
                let key = |row: &impact::Row| (row.file.name.clone(), row.function.clone());
                let is_wanted =
                    |row: &impact::Row| wanted.get(&key(row)).is_some_and(|piece| piece.digest == row.digest);
                let rows = rows.into_iter().filter(is_wanted).collect();
                impact::check_all(rows, settings, &keeper, start, |row, finding| {
                    let Some(piece) = wanted.remove(&key(row)) else { return };
                    let written = command::settled(finding.clone(), &question, how, base, notes).and_then(|finding| {
                        let is_final = keeper.is_final(&finding);
                        results.again += usize::from(!is_final);
                        let cannot = || Failure::new("an answer cannot be written down", "");
                        results.write(&piece.answered(&finding, is_final).ok_or_else(cannot)?)
                    });
                    if failed.is_ok() {
                        failed = written;
                    }
                });
                std::mem::replace(&mut failed, Ok(()))
            })
        })?;
        notes.extend(keeper.finish());
    }
    results.changed.extend(wanted.into_keys().map(|(file, function)| format!("{file}:{function}")));
    Ok(())
}

/// Runs `gather`; paths are relative to `base`.
pub fn gather(arguments: &Gather, base: &Path, color: bool) -> Result<Done> {
    let format = arguments.report.as_deref().map(command::format_of).transpose()?;
    let (mut pieces, mut broken) = (Vec::new(), 0);
    for file in &arguments.results {
        let (read, not_read) = pieces::read(&Named::new(base, file))?;
        pieces.extend(read);
        broken += not_read;
    }
    let (asked, of) = one_plan(&pieces)?;
    let best = best(&pieces, &asked);
    let open = (0..of).filter(|index| best.get(index).is_none_or(|piece| piece.answer.is_none())).count();
    if best.len() < of {
        let message = format!("{} of {of} clients are in none of these files", of - best.len());
        return Err(Failure::new(
            message,
            "name the results of all parts; with the plan beside them, what is open is undecided",
        ));
    }
    let findings: Option<Vec<Finding>> = best.values().map(|piece| finding(piece)).collect();
    let findings = findings.ok_or_else(|| {
        Failure::new("an answer was written by another version of safebump", "work on the plan again")
    })?;
    let mut files: Vec<Named> = Vec::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for piece in best.values().filter(|piece| seen.insert(&piece.file)) {
        files.push(Named::new(base, Path::new(&piece.file)));
    }
    let (question, mut impact, _kept) = pieces::question(&asked, files, base)?;
    let how = &mut impact.how;
    (how.format, how.report, how.fail_on) = (arguments.format, arguments.report.clone(), arguments.fail_on.clone());
    (how.quiet, how.verbose, how.color) = (arguments.quiet, arguments.verbose, arguments.color);
    let mut notes = Vec::new();
    if open > 0 {
        notes.push(format!("{open} of {of} clients have no answer yet; work on the plan again"));
    }
    if broken > 0 {
        notes.push(format!("{broken} lines are not whole and were left out"));
    }
    let again = Some(command::again_of(&impact, &question));
    let report = Report { again, ..impact::of(&question, findings) };
    command::shown(report, &question, &impact.how, format, base, color, notes)
}

/// The plan that the results belong to.
fn one_plan(pieces: &[Piece]) -> Result<(Arc<Asked>, usize)> {
    let Some(first) = pieces.first() else {
        return Err(Failure::new("there are no results in these files", "name the files that `safebump work` wrote"));
    };
    // The plan itself, where it is named, says which one is meant.
    let meant = pieces.iter().find(|piece| piece.answer.is_none()).unwrap_or(first);
    let is_other = |piece: &&Piece| piece.asked != meant.asked && meant.answer.is_some();
    if let Some(other) = pieces.iter().find(is_other) {
        let message =
            format!("these are results of two plans, about {} and about {}", meant.asked.old, other.asked.old);
        return Err(Failure::new(message, "name the plan too, or the results of one plan alone"));
    }
    Ok((meant.asked.clone(), meant.of))
}

/// For each client the answer that counts: a final one, else the last; the first of several that are final.
fn best<'p>(pieces: &'p [Piece], asked: &Asked) -> BTreeMap<usize, &'p Piece> {
    let mut best: BTreeMap<usize, &Piece> = BTreeMap::new();
    for piece in pieces.iter().filter(|piece| *piece.asked == *asked) {
        let is_better = |known: &&Piece| !known.is_final && (piece.answer.is_some() || known.answer.is_none());
        if best.get(&piece.index).is_none_or(is_better) {
            best.insert(piece.index, piece);
        }
    }
    best
}

/// The answer, or that there is none. `None`: it cannot be read.
fn finding(piece: &Piece) -> Option<Finding> {
    if piece.answer.is_some() {
        return piece.finding();
    }
    let open = Finding::undecided(&piece.function, Why::NotBegun, Duration::ZERO);
    Some(Finding { file: Some(piece.file.clone()), ..open })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_parts_of_the_whole() {
        for of in 1..5 {
            let has = |number| move |index: &usize| Shard { number, of }.has(*index);
            let mut all: Vec<usize> = (1..=of).flat_map(|number| (0..10).filter(has(number))).collect();
            all.sort_unstable();
            assert_eq!(all, (0..10).collect::<Vec<_>>());
        }
        assert_eq!(shard("3/8"), Ok(Shard { number: 3, of: 8 }));
        assert!(["0/3", "4/3", "3", "a/b", "1/0", "-1/2"].iter().all(|text| shard(text).is_err()));
        assert_eq!(beside(Path::new("d/p.jsonl"), shard("3/8").ok()), Path::new("d/p.3-of-8.results.jsonl"));
        assert_eq!(beside(Path::new("p"), None), Path::new("p.results.jsonl"));
    }
}
