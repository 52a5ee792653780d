//! Where a report points to in the user's files.

use std::collections::BTreeMap;

use equiv::{Problem, Side};
use ir::calls::{callers, reachable};
use ir::{FnId, Span, Terminator};

/// A line of a file, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// As reports call the file.
    pub file: String,
    pub line: usize,
    /// The line itself.
    pub text: String,
}

impl Location {
    /// `shop.py:7`
    pub fn parse(place: &str) -> Option<Location> {
        let (file, line) = place.rsplit_once(':')?;
        Some(Location { file: file.to_owned(), line: line.parse().ok()?, text: String::new() })
    }
}

/// The client's first call that leads to changed code; without one, where the client's code begins.
pub(crate) fn of_client(problem: &Problem) -> Option<Location> {
    let side = Side::New;
    let entry = problem.entry(side);
    let program = &entry.program;
    let body = program.functions[entry.client].body()?;
    let reached = reachable(program, entry.client);
    let is_changed = |id: FnId| {
        let old = problem.matching.old_of(id);
        reached.contains(&id) && !old.is_some_and(|old| problem.matching.has_same_code(old))
    };
    let leads_there = &callers(program, is_changed);
    let spans = |only_calls: bool| {
        let rows = body.blocks.iter().flat_map(move |(id, block)| {
            let calls = matches!(&block.end, Terminator::Call { callee, .. } if leads_there[*callee]);
            let own = &body.spans[id];
            let from = if only_calls { own.len().saturating_sub(1) } else { 0 };
            own[from..].iter().filter(move |_| !only_calls || calls)
        });
        rows.filter(|span| !span.is_none()).copied().collect::<Vec<Span>>()
    };
    let mut found = spans(true);
    if found.is_empty() {
        found = spans(false);
    }
    // Parts of it may have come from other files.
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    spans(false).iter().for_each(|span| *counts.entry(span.file).or_default() += 1);
    let own = counts.into_iter().max_by_key(|(_, count)| *count).map(|(file, _)| file)?;
    let first = found.into_iter().filter(|span| span.file == own).min_by_key(|span| (span.line, span.column))?;
    let file = program.files.get(first.file)?;
    let line = first.line as usize;
    let text = file.text.lines().nth(line.checked_sub(1)?).unwrap_or_default().trim().to_owned();
    Some(Location { file: file.name.clone(), line, text })
}
