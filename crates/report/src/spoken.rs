//! Sentences that several formats share: the answer in a line, the counterexample row by row.

use equiv::Reason;
use ir::entry::{Assumption, AssumptionKind};

use crate::conditions::Written;
use crate::example::{Example, Input, Outcome, Replayed, Seen};
use crate::finding::{Finding, Report, VerdictKind};
use crate::text::cut;

/// The first line about a client: the answer, and the rest of the sentence.
pub(crate) fn answer(report: &Report, finding: &Finding) -> [String; 2] {
    let (old, new) = (&report.old, &report.new);
    let client = &finding.client;
    let answer = match finding.kind {
        VerdictKind::Equivalent => format!("{client} is not affected"),
        VerdictKind::Different => format!("{client} is affected"),
        VerdictKind::Undecided => format!("It is not decided whether {client} is affected"),
    };
    let more = match finding.kind {
        VerdictKind::Equivalent => match &finding.apart_from {
            Some(library) => format!(": it reaches no function of {library}."),
            None if finding.assumptions.iter().any(|one| one.kind == AssumptionKind::Precondition) => {
                format!(": it does the same with {old} and with {new}, for every input on which what is assumed holds.")
            }
            None if finding.slips.is_empty() => {
                format!(": it does the same with {old} and with {new}, for every input.")
            }
            None => format!(": it does the same with {old} and with {new}, for every input that is part of this."),
        },
        VerdictKind::Different => format!(" by the step from {old} to {new}."),
        VerdictKind::Undecided => format!(" by the step from {old} to {new}."),
    };
    [answer, more]
}

/// The same for the question whether only new fails.
pub(crate) fn failure_answer(report: &Report, finding: &Finding) -> String {
    let (old, new, entry) = (&report.old, &report.new, &finding.client);
    // Later calls may find another state, and fail there.
    let is_about_first = finding.assumptions.iter().any(|one| one.kind == AssumptionKind::InitialState);
    let subject = if is_about_first { format!("The first call of {entry} after loading") } else { entry.clone() };
    match finding.kind {
        VerdictKind::Equivalent => format!("{subject} fails nothing in {new} that it does not fail in {old}."),
        VerdictKind::Different => format!("{entry} fails in {new} where it passes in {old}."),
        VerdictKind::Undecided => format!("It is not decided whether {entry} fails in {new} where it passes in {old}."),
    }
}

/// Who saw what the example shows.
pub(crate) fn replayed(example: &Example) -> &'static str {
    let goes_on = [&example.old, &example.new].into_iter().any(|seen| seen.outcome == Outcome::NeverReturns);
    match example.replayed {
        Replayed::Builtin if goes_on => "Seen in safebump's own interpreter; that one version never ends is proved.",
        Replayed::Builtin => "Seen by running both versions in safebump's own interpreter.",
        Replayed::Native => "Seen by running both versions, in safebump's own interpreter and for real.",
        Replayed::NativeAlone => "Seen by running both versions for real, three times each from the beginning.",
    }
}

/// What was given, and what both versions made of it: a label and a value each.
pub(crate) fn rows(example: &Example) -> Vec<(String, String)> {
    let (mut rows, old, new) = (Vec::new(), &example.old, &example.new);
    // How it is called counts where something is handed over by its name.
    let by_name = example.inputs.iter().any(|input| input.by_keyword || input.stars > 0);
    let is_whole = example.inputs.is_empty() || !example.before.is_empty() || by_name;
    if is_whole {
        let what = if example.before.is_empty() { "the call" } else { "one after the other:" };
        rows.push(("Given".to_owned(), format!("{what} {}", example.call)));
    }
    let globals = example.globals.iter().map(|(name, word)| format!("{name} = {}", word.written));
    let inputs = example.inputs.iter().filter(|_| !is_whole);
    for given in inputs.map(given).chain(globals) {
        rows.push((if rows.is_empty() { "Given".to_owned() } else { String::new() }, given));
    }
    if old.outcome == new.outcome {
        rows.push(outcome("both", &old.outcome));
    } else {
        rows.push(outcome("old", &old.outcome));
        rows.push(outcome("new", &new.outcome));
    }
    for (side, own, other) in [("old", old, new), ("new", new, old)] {
        rows.extend(left_behind(side, own, other));
    }
    if example.differs_in_identity() {
        let what = "they differ in what they leave in memory, or in which of these objects are one and the same";
        rows.push(("yet".to_owned(), what.to_owned()));
    }
    rows.extend(example.notes.iter().map(|note| ("note".to_owned(), note.clone())));
    if example.undefined_in_old && example.notes.is_empty() {
        rows.push(("note".to_owned(), "the language does not define what old does on this input".to_owned()));
    }
    if example.answers_made_up {
        let note = "what the calls outside give is made up; whatever it is, the versions do not do the same";
        rows.push(("note".to_owned(), note.to_owned()));
    }
    rows
}

/// The same for an input on which only new fails.
pub(crate) fn failing_rows(example: &Example) -> Vec<(String, String)> {
    let mut rows: Vec<(String, String)> = Vec::new();
    if example.inputs.is_empty() {
        rows.push(("Given".to_owned(), format!("the call {}", example.call)));
    }
    let globals = example.globals.iter().map(|(name, word)| format!("{name} = {}", word.written));
    let mut all: Vec<String> = example.inputs.iter().map(given).chain(globals).collect();
    let choices: Vec<&str> = example.choices.iter().map(|word| word.written.as_str()).collect();
    if !choices.is_empty() {
        all.push(format!("choices made in order: {}", choices.join(", ")));
    }
    for given in all {
        rows.push((if rows.is_empty() { "Given".to_owned() } else { String::new() }, given));
    }
    rows.push(("old passes".to_owned(), ended(&example.old)));
    match &example.failure {
        Some(failure) => {
            let quote = failure.quote.as_deref().map(cut).unwrap_or_default();
            rows.push(("new fails".to_owned(), format!("at {}  {quote}", failure.new_at)));
            if let Some(old_at) = &failure.old_at {
                rows.push((String::new(), format!("which stands in old at {old_at}")));
            }
        }
        None => rows.push(("new fails".to_owned(), ended(&example.new))),
    }
    rows
}

/// How a run came to its end.
fn ended(seen: &Seen) -> String {
    match &seen.outcome {
        Outcome::Returns(Some(word)) => format!("and returns {}", word.written),
        Outcome::Returns(None) => "and returns".to_owned(),
        Outcome::Raises(what) => format!("and raises {what}"),
        Outcome::Traps(what) => format!("and stops with {what}"),
        Outcome::NeverReturns => "and never returns".to_owned(),
    }
}

pub(crate) fn given(input: &Input) -> String {
    match &input.same_as {
        Some(earlier) => format!("{} = {earlier}, the same object", input.name),
        None => format!("{} = {}", input.name, input.word.written),
    }
}

fn outcome(who: &str, outcome: &Outcome) -> (String, String) {
    let s = if who == "both" { "" } else { "s" };
    match outcome {
        Outcome::Returns(Some(word)) => (format!("{who} return{s}"), word.written.clone()),
        Outcome::Returns(None) => (format!("{who} return{s}"), "no value".to_owned()),
        Outcome::Raises(what) => (format!("{who} raise{s}"), what.clone()),
        Outcome::Traps(what) => (format!("{who} stop{s} with"), what.to_string()),
        Outcome::NeverReturns => (format!("{who} never return{s}"), String::new()),
    }
}

/// What one version left behind that the other did not.
fn left_behind(side: &str, own: &Seen, other: &Seen) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    let value_in = |seen: &Seen, name: &str| {
        seen.writes.iter().find(|(other, _)| other == name).map(|(_, word)| word.written.clone())
    };
    let names = own.writes.iter().map(|(name, _)| name);
    let of_other = other.writes.iter().map(|(name, _)| name).filter(|name| value_in(own, name).is_none());
    for name in names.chain(of_other) {
        let (mine, theirs) = (value_in(own, name), value_in(other, name));
        match mine {
            _ if mine == theirs => {}
            Some(value) => rows.push((format!("{side} leaves"), format!("{name} = {value}"))),
            None => rows.push((format!("{side} leaves"), format!("{name} as it was"))),
        }
    }
    if own.output != other.output {
        let words: Vec<&str> = own.output.iter().map(|word| word.written.as_str()).collect();
        let text = if words.is_empty() { "nothing".to_owned() } else { words.join(", ") };
        rows.push((format!("{side} writes"), text));
    }
    if own.calls != other.calls {
        let text = if own.calls.is_empty() { "nothing outside".to_owned() } else { own.calls.join(", ") };
        rows.push((format!("{side} calls"), text));
    }
    rows
}

/// Begins with a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The right column of a table.
pub(crate) fn in_short(finding: &Finding) -> String {
    match finding.kind {
        VerdictKind::Equivalent => match finding.reason {
            Some(Reason::Identical) if finding.apart_from.is_some() => {
                "it reaches no function of the library".to_owned()
            }
            Some(Reason::Identical) if finding.means_the_same => {
                "what was changed makes no difference to what it does".to_owned()
            }
            Some(Reason::Identical) | None => "nothing it can reach was changed".to_owned(),
            Some(Reason::Inactive) => "the change is never exercised".to_owned(),
            Some(Reason::RelativelyCorrect) => "it fails nothing that old does not".to_owned(),
            Some(Reason::Active | Reason::Relational | Reason::Summary) => {
                "the change is exercised but cannot be seen".to_owned()
            }
        },
        VerdictKind::Different => finding.example.as_ref().map_or_else(String::new, |example| {
            let say = |who: &str, seen: &Seen| {
                let (label, value) = outcome(who, &seen.outcome);
                format!("{label} {value}").trim_end().to_owned()
            };
            if let Some(failure) = &example.failure {
                return format!("{}: old passes, new fails at {}", example.call, failure.new_at);
            }
            if example.old.outcome == example.new.outcome {
                return format!("{}: they leave different things behind", example.call);
            }
            format!("{}: {}, {}", example.call, say("old", &example.old), say("new", &example.new))
        }),
        VerdictKind::Undecided => {
            let more =
                if finding.gaps.len() > 1 { format!(" (and {} more)", finding.gaps.len() - 1) } else { String::new() };
            finding.gaps.first().map(|gap| format!("{}{more}", gap.means)).unwrap_or_default()
        }
    }
}

/// The sentence in which a client's answer is given, whatever was asked.
pub(crate) fn sentence(report: &Report, finding: &Finding) -> String {
    match report.command {
        "dac" => failure_answer(report, finding),
        _ => answer(report, finding).concat(),
    }
}

/// The counterexample row by row, whatever was asked.
pub(crate) fn example_rows(report: &Report, example: &Example) -> Vec<(String, String)> {
    if report.command == "dac" { failing_rows(example) } else { rows(example) }
}

/// The whole answer in one line.
pub(crate) fn headline(report: &Report) -> String {
    match (report.findings.as_slice(), &report.upgrade) {
        (_, Some(upgrade)) => crate::upgrade::answer(report, upgrade),
        ([finding], None) if !report.is_table() => sentence(report, finding),
        ([], None) => "There is nothing to compare.".to_owned(),
        (findings, None) => {
            let (what, total) = (if report.command == "impact" { "client" } else { "function" }, findings.len());
            let counted = |kind: VerdictKind| report.count(kind);
            let all = if total == 1 { format!("the one {what}") } else { format!("{total} {what}s") };
            format!(
                "Of {all}, {} affected, {} not decided, {} not affected (proved).",
                counted(VerdictKind::Different),
                counted(VerdictKind::Undecided),
                counted(VerdictKind::Equivalent)
            )
        }
    }
}

/// The inputs on which the versions differ, where that is short.
pub(crate) fn when(finding: &Finding) -> Option<String> {
    let (condition, is_exact) = finding.difference.as_ref()?;
    let text = &condition.text;
    match (condition.is_always, is_exact) {
        (true, _) => Some("on every input".to_owned()),
        (false, _) if !is_readable(text) => None,
        (false, true) => Some(format!("exactly when {text}")),
        (false, false) => Some(format!("at least when {text}")),
    }
}

/// What the claims of the answer rest on. One input is seen to differ; that no others do is proved.
pub(crate) fn granted(finding: &Finding) -> &[Assumption] {
    let claims_all =
        |(condition, is_exact): &(Written, bool)| condition.is_always || (*is_exact && is_readable(&condition.text));
    match finding.kind {
        VerdictKind::Different if !finding.difference.as_ref().is_some_and(claims_all) => &[],
        _ => &finding.assumptions,
    }
}

/// More is not read at a glance.
const ONE_LINE: usize = 120;

/// A line without values that depend on other conditions, and without what is nobody's word.
pub(crate) fn is_readable(condition: &str) -> bool {
    let is_about_words = ["(if ", " if ", " ? ", "way of calling"].iter().any(|word| condition.contains(word));
    !is_about_words && condition.chars().count() <= ONE_LINE
}
