//! Differences that a project knows and accepts: `[[accept]]` in its configuration.
//!
//! ```toml
//! [[accept]]
//! client = "shop.py:total"
//! condition = "quantity == 100"
//! reason = "orders of exactly 100 get the discount since 1.5"
//! until = "2027-01-31"
//! ```
//!
//! An accepted difference stays a difference. It only does not fail the run, and only if it is proved that there is
//! no other: the client is checked once more without the inputs of the condition, and must be the same on the rest.
//! A condition that is wider than the difference is fine; a difference that is wider than the condition is not.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use ir::entry::{AssumptionKind, Source};
use report::{Finding, Report, VerdictKind};
use toml::{Table, Value};

use crate::args::{How, NativeRuns};
use crate::check::{self, Settings};
use crate::clock::{self, GRACE};
use crate::command;
use crate::config::Config;
use crate::failure::Result;
use crate::question::{self, Client, Language, Question};
use crate::read::{self, Named};

/// What is accepted of a client.
struct Accept {
    client: String,
    condition: String,
    reason: String,
    /// The last day on which it counts.
    until: Option<String>,
}

/// Marks what the project accepts; what could not be accepted is noted.
pub(crate) fn apply(
    report: &mut Report,
    question: &Question,
    how: &How,
    base: &Path,
    notes: &mut Vec<String>,
) -> Result<()> {
    let Some(config) = Config::find(base)? else { return Ok(()) };
    let today = today();
    for row in config.accepts()? {
        let accept = entry(&config, &row)?;
        let about = format!("the difference that is accepted for `{}`", accept.client);
        if let Some(until) = accept.until.as_ref().filter(|until| **until < today) {
            notes.push(format!("{about} was accepted until {until}; say it anew or take it out"));
            continue;
        }
        let own = question.client.as_ref().and_then(|client| client.file.as_ref());
        let fits = |finding: &&mut Finding| {
            let in_file = own.map(|file| format!("{}:{}", file.name, finding.client));
            let names = [Some(finding.name()), Some(finding.client.clone()), in_file];
            finding.kind == VerdictKind::Different && names.into_iter().flatten().any(|name| name == accept.client)
        };
        let names_it = |finding: &Finding| finding.name() == accept.client || finding.client == accept.client;
        // Who asks about one client asks about no other.
        let is_asked = report.is_table() || report.findings.iter().any(names_it);
        let mut found = report.findings.iter_mut().filter(fits).peekable();
        if found.peek().is_none() && is_asked {
            notes.push(format!("{about} was not found; take the entry out if it is over"));
        }
        for finding in found {
            match holds_elsewhere(question, finding, &accept.condition, how) {
                Ok(()) => finding.accepted = Some(accept.reason.clone()),
                Err(why) => notes.push(format!("{about} does not cover what was found: {why}")),
            }
        }
    }
    Ok(())
}

fn entry(config: &Config, row: &Table) -> Result<Accept> {
    let advice = "an entry has client, condition, reason and, if you like, until = \"2027-01-31\"";
    let word = |key: &str| match row.get(key) {
        Some(Value::String(text)) if !text.trim().is_empty() => Ok(text.clone()),
        Some(Value::Datetime(date)) => Ok(date.to_string()),
        _ => Err(config.failure(format!("an entry of `accept` has no `{key}`"), advice)),
    };
    if let Some(key) = row.keys().find(|key| !["client", "condition", "reason", "until"].contains(&key.as_str())) {
        return Err(config.failure(format!("`{key}` is nothing that an entry of `accept` has"), advice));
    }
    let until = row.get("until").map(|_| word("until")).transpose()?;
    if let Some(until) = until.as_ref().filter(|until| !is_date(until)) {
        return Err(config.failure(format!("`{until}` is no date"), advice));
    }
    Ok(Accept { client: word("client")?, condition: word("condition")?, reason: word("reason")?, until })
}

/// Is the client the same wherever the condition does not hold? If not, why that is not shown.
fn holds_elsewhere(
    question: &Question,
    finding: &Finding,
    condition: &str,
    how: &How,
) -> std::result::Result<(), String> {
    // A difference that was called exact, in these very words, is no wider than itself. Only where nothing that came
    // before the call counts: in Python the client is asked again instead.
    let language = question::language(question).map_err(|failure| failure.first_line().to_owned())?;
    if language != Language::Python {
        let is_said = |(written, is_exact): &(report::conditions::Written, bool)| {
            *is_exact && written.text.split_whitespace().eq(condition.split_whitespace())
        };
        return match finding.difference.as_ref().is_some_and(is_said) {
            true => Ok(()),
            false => Err("in this language a condition must be the one that is reported as exact".to_owned()),
        };
    }
    let about = question.about(finding.file.as_deref());
    let (elsewhere, function) = guarded(&about, &finding.client, condition)?;
    let types = taken_types(&about, &finding.client)?;
    let mut settings = Settings { native: NativeRuns::Off, characterise: false, ..command::settings(how) };
    settings.library.clear();
    let limit = settings.timeout + GRACE * 2;
    let ended = clock::run(limit, move || check::check(&elsewhere, &settings));
    let report = match ended {
        Ok(Ok(report)) => report,
        Ok(Err(failure)) => return Err(failure.first_line().to_owned()),
        Err(_) => return Err("there was no answer in the time".to_owned()),
    };
    let found = report.findings.first().ok_or("nothing was found")?;
    match found.kind {
        VerdictKind::Equivalent if !types_of(&found.assumptions, &function, &finding.client).is_subset(&types) => {
            Err("the rest is shown only for parameters of other types; annotate them".to_owned())
        }
        VerdictKind::Equivalent => Ok(()),
        VerdictKind::Different => {
            let call = found.example.as_ref().map(|example| example.call.replace(&function, &finding.client));
            Err(format!("they differ elsewhere too, as on {}", call.unwrap_or_default()))
        }
        VerdictKind::Undecided => Err("that the rest is the same is not decided".to_owned()),
    }
}

/// The same question about a function that leaves out the condition's inputs, and its name.
fn guarded(question: &Question, client: &str, condition: &str) -> std::result::Result<(Question, String), String> {
    beside(question, |source| front_python::guarded(source, client, condition))
}

/// The same question about a function that is written beside the client, and its name.
pub(crate) fn beside(
    question: &Question,
    write: impl Fn(&Source) -> std::result::Result<(Source, String), String>,
) -> std::result::Result<(Question, String), String> {
    let mut asked = question.clone();
    let with = |file: &Named| -> std::result::Result<(Named, String), String> {
        if file.is_folder() {
            return Err("the client must stand in a file of its own, or in a version that is one file".to_owned());
        }
        let source = read::source(file).map_err(|failure| failure.first_line().to_owned())?;
        let (source, function) = write(&source)?;
        Ok((file.clone().reading(source.text), function))
    };
    let function = match question.client.as_ref().and_then(|client| client.file.as_ref()) {
        Some(file) => {
            let (file, function) = with(file)?;
            asked.client = Some(Client { file: Some(file), function: function.clone() });
            function
        }
        None => {
            let ((old, function), (new, other)) = (with(&question.old)?, with(&question.new)?);
            if function != other {
                return Err("the versions have different names".to_owned());
            }
            (asked.old, asked.new) = (old, new);
            asked.client = Some(Client { file: None, function: function.clone() });
            function
        }
    };
    asked.clients = Arc::default();
    Ok((asked, function))
}

/// What is taken for granted about the types of the client's parameters.
fn taken_types(question: &Question, client: &str) -> std::result::Result<BTreeSet<String>, String> {
    let (asked, name) = (question.clone(), client.to_owned());
    let lowered = clock::run(std::time::Duration::from_secs(60), move || {
        Ok::<_, crate::failure::Failure>(question::open(&asked)?.lower(&name)?.assumptions)
    });
    match lowered {
        Ok(Ok(assumptions)) => Ok(types_of(&assumptions, client, client)),
        _ => Err("the client could not be read again".to_owned()),
    }
}

fn types_of(assumptions: &[ir::entry::Assumption], from: &str, to: &str) -> BTreeSet<String> {
    let types = assumptions.iter().filter(|one| one.kind == AssumptionKind::ParameterType);
    types.map(|one| one.detail.replace(from, to)).collect()
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let is_number = |part: &&str, digits: usize| part.len() == digits && part.bytes().all(|b| b.is_ascii_digit());
    matches!(parts.as_slice(), [y, m, d] if is_number(y, 4) && is_number(m, 2) && is_number(d, 2))
}

/// The day that it is, in UTC, as `2027-01-31`.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date(i64::try_from(seconds / 86_400).unwrap_or(0))
}

/// The date so many days after the first of January 1970: years that begin in March have their odd day last.
fn date(days: i64) -> String {
    const OF_400_YEARS: i64 = 146_097;
    // From the first of March of the year 0.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(OF_400_YEARS), days.rem_euclid(OF_400_YEARS));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", year + 400 * era + next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (days, expected) in
            [(0, "1970-01-01"), (58, "1970-02-28"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_819, "2027-01-01")]
        {
            assert_eq!(date(days), expected);
        }
        assert!(is_date("2027-01-31") && !is_date("2027-1-31") && !is_date("soon"));
    }
}
