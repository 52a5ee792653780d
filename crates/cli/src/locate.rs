//! Where a client stands, for findings that do not say it themselves: runs and refusals know no lines.
//!
//! A report only points there: nothing is concluded from it.

use report::{Location, Report};

use crate::question::Question;
use crate::read::{self, Named};

/// Gives every finding a place, where the client's definition is found in its file.
pub(crate) fn fill(report: &mut Report, question: &Question) {
    let own = question.client.as_ref().and_then(|client| client.file.clone());
    for finding in report.findings.iter_mut().filter(|finding| finding.place.is_none()) {
        let listed = || question.clients.iter().find(|file| Some(&file.name) == finding.file.as_ref());
        let file = listed().or(own.as_ref()).unwrap_or(&question.new);
        finding.place = definition(file, &finding.client);
    }
}

fn definition(file: &Named, client: &str) -> Option<Location> {
    if file.is_folder() {
        return None;
    }
    let text = read::source(file).ok()?.text;
    let name = client.rsplit(['.', ':']).next().unwrap_or(client);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let names_it = |line: &str| {
        line.match_indices(name).any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + name.len()..]);
            !before.ends_with(is_word) && !after.starts_with(is_word) && after.trim_start().starts_with(['(', '<'])
        })
    };
    let defines = |line: &&str| {
        let start = line.trim_start();
        ["def ", "async def ", "fn ", "pub fn ", "procedure "].iter().any(|word| start.starts_with(word))
    };
    let lines = || text.lines().enumerate().filter(|(_, line)| names_it(line));
    // In C nothing but its own place tells a definition: it begins a line.
    let found = lines().find(|(_, line)| defines(line)).or_else(|| {
        lines().find(|(_, line)| !line.starts_with(char::is_whitespace) && !line.trim_end().ends_with(';'))
    });
    let (index, line) = found?;
    Some(Location { file: file.name.clone(), line: index + 1, text: line.trim().to_owned() })
}
