//! `safebump explain KIND`: what a word of a report means. And the manual page.

use equiv::{Reason, Status};
use report::{VerdictKind, advice};

use crate::command::Done;
use crate::failure::{Failure, Result};

/// What proofs take for granted, kind by kind.
const ASSUMPTIONS: &str = include_str!("../../../docs/assumptions.md");

/// A word, what it is one of, and what it means.
struct Entry {
    word: String,
    of: &'static str,
    text: String,
}

pub fn explain(kind: Option<&str>) -> Result<Done> {
    let entries = entries();
    let text = match kind {
        None => list(&entries),
        Some(kind) => {
            let wanted = kind.trim().to_lowercase().replace(['_', ' '], "-");
            let found: Vec<&Entry> = entries.iter().filter(|entry| entry.word == wanted).collect();
            if found.is_empty() {
                return Err(unknown(kind, &entries));
            }
            let one = |entry: &&Entry| format!("{} ({})\n\n{}\n", entry.word, entry.of, entry.text);
            found.iter().map(one).collect::<Vec<_>>().join("\n")
        }
    };
    Ok(Done { text, notes: Vec::new(), exit_code: 0 })
}

fn unknown(kind: &str, entries: &[Entry]) -> Failure {
    let wanted = kind.to_lowercase();
    let near = entries.iter().filter(|entry| entry.word.contains(&wanted) || wanted.contains(&entry.word));
    let near: Vec<&str> = near.map(|entry| entry.word.as_str()).collect();
    let advice = match near.is_empty() {
        true => "all words: safebump explain".to_owned(),
        false => format!("did you mean {}? all words: safebump explain", near.join(" or ")),
    };
    Failure::new(format!("`{kind}` is no word of a report"), advice)
}

fn list(entries: &[Entry]) -> String {
    let mut text = String::new();
    let mut last = "";
    for entry in entries {
        if entry.of != last {
            text += &format!("{}{}:\n", if last.is_empty() { "" } else { "\n" }, entry.of);
            last = entry.of;
        }
        text += &format!("  {}\n", entry.word);
    }
    text + "\nOne of them: safebump explain WORD\n"
}

fn entries() -> Vec<Entry> {
    let verdicts = [VerdictKind::Equivalent, VerdictKind::Different, VerdictKind::Undecided].map(|kind| Entry {
        word: kind.word().to_owned(),
        of: "a verdict",
        text: format!("{}\nExit code {}.", verdict(kind), kind.exit_code()),
    });
    let reasons =
        REASONS.map(|of| Entry { word: of.to_string(), of: "why a proof holds", text: reason(of).to_owned() });
    let statuses = [Status::Inactive, Status::Active, Status::Differs, Status::Open].map(|of| Entry {
        word: of.to_string(),
        of: "how a call meets the change",
        text: status(of).to_owned(),
    });
    let gaps = advice::explained().into_iter().map(|(kind, means, advice)| Entry {
        word: kind.to_string(),
        of: "why something is open",
        text: format!("In a report: {means}.\nTry: {advice}."),
    });
    let assumed = ir::entry::AssumptionKind::ALL.map(|kind| Entry {
        word: kind.to_string(),
        of: "what a proof takes for granted",
        text: assumption(&kind.to_string()),
    });
    verdicts.into_iter().chain(reasons).chain(statuses).chain(gaps).chain(assumed).collect()
}

fn verdict(kind: VerdictKind) -> &'static str {
    match kind {
        VerdictKind::Equivalent => {
            "Proved: for every input the client returns, raises and leaves behind the same with both versions.\n\
             What the proof takes for granted is listed with it."
        }
        VerdictKind::Different => {
            "An input was found, both versions were run on it, and they did different things.\n\
             If the new behaviour is wanted, accept it in safebump.toml with a condition and a reason."
        }
        VerdictKind::Undecided => {
            "Neither a proof nor an input was found. The report says why, where, and what to try.\n\
             Inputs that were run without a difference are no proof."
        }
    }
}

const REASONS: [Reason; 6] = [
    Reason::Identical,
    Reason::Inactive,
    Reason::Active,
    Reason::Relational,
    Reason::Summary,
    Reason::RelativelyCorrect,
];

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Identical => "Nothing that the client can reach was changed in what it does.",
        Reason::Inactive => "Every path through the client was followed to its end, and none runs changed code.",
        Reason::Active => {
            "Every path through the client was followed to its end, and on each of them both versions do the same."
        }
        Reason::Relational => "Loops of both versions were run side by side: the proof holds for any number of rounds.",
        Reason::Summary => {
            "Calls of one function with the same arguments count as one: the proof holds for any depth of recursion."
        }
        Reason::RelativelyCorrect => "Of `dac`: the new version fails nothing that the old one does not.",
    }
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Inactive => "On these inputs the changed code does nothing that it did not do before.",
        Status::Active => "On these inputs the changed code runs, and the client does the same.",
        Status::Differs => "On some of these inputs the change shows.",
        Status::Open => "What happens on these inputs is not settled.",
    }
}

/// The rows of the page: languages, what, when, what lifts it.
fn assumption(kind: &str) -> String {
    let mut texts = Vec::new();
    let mut is_of_kind = false;
    for line in ASSUMPTIONS.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [word, languages, what, when, lifts] = cells.as_slice() else { continue };
        if !word.is_empty() {
            is_of_kind = *word == format!("`{kind}`");
        }
        if is_of_kind {
            let lifted = if lifts.is_empty() { String::new() } else { format!("\nTry: {lifts}.") };
            texts.push(format!("{} ({languages})\nSaid when: {when}.{lifted}", what.replace('`', "")));
        }
    }
    texts.join("\n\n").replace('`', "")
}

/// The manual page, out of the definitions of the arguments.
pub fn manual(command: clap::Command) -> String {
    let mut page = Vec::new();
    let whole = clap_mangen::Man::new(command.clone());
    // Writing into memory does not fail.
    let _ = whole.render_title(&mut page);
    let _ = whole.render_name_section(&mut page);
    let _ = whole.render_synopsis_section(&mut page);
    let _ = whole.render_description_section(&mut page);
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let name = format!("safebump {}", sub.get_name());
        page.extend(format!(".SH \"{}\"\n", name.to_uppercase()).bytes());
        let man = clap_mangen::Man::new(sub.clone().bin_name(name).disable_help_flag(true));
        let mut part = Vec::new();
        let _ = man.render_synopsis_section(&mut part);
        let _ = man.render_description_section(&mut part);
        let _ = man.render_options_section(&mut part);
        // Parts of a section are no sections.
        page.extend(String::from_utf8_lossy(&part).replace("\n.SH ", "\n.SS ").replace(".SH SYN", ".SS SYN").bytes());
    }
    String::from_utf8_lossy(&page).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_explained() {
        for entry in entries() {
            assert!(entry.text.len() > 20, "{} has no text: {}", entry.word, entry.text);
            assert!(explain(Some(&entry.word)).is_ok(), "{}", entry.word);
        }
        assert!(explain(Some("Loop_Bound")).is_ok());
        let advice = explain(Some("loop")).err().expect("no such word").render(|_| None);
        assert!(advice.contains("did you mean loop-bound"), "{advice}");
    }
}
