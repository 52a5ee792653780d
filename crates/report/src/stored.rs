//! Findings as JSON that is read back whole: what a cache keeps, and what one machine tells another.
//!
//! This is no format for others: it may change with every version. What has no place in it is not stored at all.

use std::fmt::Display;
use std::time::Duration;

use equiv::{GapKind, Method, Reason, Statistics, Status};
use ir::Trap;
use ir::entry::{Assumption, AssumptionKind, Shown};
use serde_json::{Value, json};
use value::Int;

use crate::changes::Hunk;
use crate::conditions::Written;
use crate::example::{Example, Input, Outcome, Replayed, Seen, Word};
use crate::finding::{ContextRow, Finding, GapRow, InvariantRow, Runs, SlipRow, VerdictKind};
use crate::location::Location;

/// The finding to be stored. `None`: part of it has no place here.
pub fn write(finding: &Finding) -> Option<Value> {
    let has_more = !finding.tables.is_empty()
        || finding.relative.is_some()
        || finding.audit.is_some()
        || finding.accepted.is_some();
    if has_more {
        return None;
    }
    let statistics = &finding.statistics;
    Some(json!({
        "client": finding.client,
        "file": finding.file,
        "place": finding.place.as_ref().map(|place| json!([place.file, place.line, place.text])),
        "kind": finding.kind.word(),
        "reason": finding.reason.map(|reason| reason.to_string()),
        "means_the_same": finding.means_the_same,
        "apart_from": finding.apart_from,
        "method": finding.method.to_string(),
        "example": match &finding.example { Some(example) => Some(example_out(example)?), None => None },
        "changes": finding.changes.iter().map(|hunk| json!([hunk.old_file, hunk.new_file, hunk.old, hunk.new])).collect::<Vec<_>>(),
        "difference": finding.difference.as_ref().map(|(written, is_exact)| json!([written_out(written), is_exact])),
        "open_when": finding.open_when.as_ref().map(written_out),
        "slips": finding.slips.iter().map(|row| json!([row.condition.as_ref().map(written_out), row.raises, row.at])).collect::<Vec<_>>(),
        "contexts": finding.contexts.iter().map(|row| json!([row.condition.as_ref().map(written_out), row.call, row.quote, row.status.to_string()])).collect::<Vec<_>>(),
        "invariants": finding.invariants.iter().map(|row| json!([row.old, row.new, row.condition.as_ref().map(written_out)])).collect::<Vec<_>>(),
        "gaps": finding.gaps.iter().map(|row| json!([row.kind.to_string(), row.at, row.quote, row.detail, row.means, row.advice])).collect::<Vec<_>>(),
        "assumptions": finding.assumptions.iter().map(|one| json!([one.kind.to_string(), one.detail])).collect::<Vec<_>>(),
        "statistics": [statistics.client_paths, statistics.library_path_pairs, statistics.solver_queries,
            statistics.inputs_tried, statistics.merged, statistics.mergeable],
        "elapsed": finding.elapsed.as_nanos() as u64,
        "runs": finding.runs.as_ref().map(|runs| json!([runs.by, runs.inputs, runs.lines, runs.missed, runs.stopped])),
    }))
}

/// What was stored. `None`: it is not what this version writes.
pub fn read(value: &Value) -> Option<Finding> {
    let field = |name: &str| value.get(name);
    let list = |name: &str| field(name)?.as_array();
    let finding = Finding {
        client: text(field("client")?)?,
        file: optional(field("file")?, text)?,
        place: optional(field("place")?, |place| {
            Some(Location { file: text(&place[0])?, line: number(&place[1])?, text: text(&place[2])? })
        })?,
        kind: named(
            field("kind")?,
            &[VerdictKind::Equivalent, VerdictKind::Undecided, VerdictKind::Different],
            |kind| kind.word(),
        )?,
        accepted: None,
        reason: optional(field("reason")?, |word| named(word, &REASONS, Reason::to_string))?,
        means_the_same: field("means_the_same")?.as_bool()?,
        apart_from: optional(field("apart_from")?, text)?,
        method: named(field("method")?, &METHODS, Method::to_string)?,
        example: optional(field("example")?, example_in)?,
        changes: all(list("changes")?, |row| {
            let lines = |value: &Value| all(value.as_array()?, |line| Some((number(&line[0])?, text(&line[1])?)));
            Some(Hunk {
                old_file: text(&row[0])?,
                new_file: text(&row[1])?,
                old: lines(&row[2])?,
                new: lines(&row[3])?,
            })
        })?,
        difference: optional(field("difference")?, |pair| Some((written_in(&pair[0])?, pair[1].as_bool()?)))?,
        open_when: optional(field("open_when")?, written_in)?,
        slips: all(list("slips")?, |row| {
            Some(SlipRow { condition: optional(&row[0], written_in)?, raises: text(&row[1])?, at: text(&row[2])? })
        })?,
        tables: Vec::new(),
        contexts: all(list("contexts")?, |row| {
            Some(ContextRow {
                condition: optional(&row[0], written_in)?,
                call: text(&row[1])?,
                quote: optional(&row[2], text)?,
                status: named(&row[3], &STATUSES, Status::to_string)?,
            })
        })?,
        invariants: all(list("invariants")?, |row| {
            Some(InvariantRow { old: text(&row[0])?, new: text(&row[1])?, condition: optional(&row[2], written_in)? })
        })?,
        gaps: all(list("gaps")?, |row| {
            Some(GapRow {
                kind: named(&row[0], &GapKind::ALL, GapKind::to_string)?,
                at: text(&row[1])?,
                quote: optional(&row[2], text)?,
                detail: text(&row[3])?,
                means: text(&row[4])?,
                advice: text(&row[5])?,
            })
        })?,
        assumptions: all(list("assumptions")?, |row| {
            let kind = named(&row[0], &AssumptionKind::ALL, AssumptionKind::to_string)?;
            Some(Assumption { kind, detail: text(&row[1])? })
        })?,
        statistics: statistics_in(field("statistics")?)?,
        elapsed: Duration::from_nanos(field("elapsed")?.as_u64()?),
        relative: None,
        audit: None,
        runs: optional(field("runs")?, runs_in)?,
    };
    Some(finding)
}

const REASONS: [Reason; 6] = [
    Reason::Identical,
    Reason::Inactive,
    Reason::Active,
    Reason::Relational,
    Reason::Summary,
    Reason::RelativelyCorrect,
];

const METHODS: [Method; 8] = [
    Method::Auto,
    Method::Identical,
    Method::Random,
    Method::Lazy,
    Method::Eager,
    Method::Relational,
    Method::Facts,
    Method::Native,
];

const STATUSES: [Status; 4] = [Status::Inactive, Status::Active, Status::Differs, Status::Open];

/// Those that more time, or another day, would not settle.
const LASTING: [GapKind; 5] =
    [GapKind::Unsupported, GapKind::External, GapKind::Nondeterminism, GapKind::Notion, GapKind::FailsOnEveryInput];

/// Is it final, whatever time there is?
pub fn is_final(finding: &Finding) -> bool {
    let is_lasting = |row: &GapRow| LASTING.contains(&row.kind);
    let is_cut = finding.runs.as_ref().is_some_and(|runs| runs.stopped.is_some());
    finding.kind != VerdictKind::Undecided || (finding.gaps.iter().all(is_lasting) && !is_cut)
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn number(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

fn optional<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<Option<T>> {
    if value.is_null() { Some(None) } else { read(value).map(Some) }
}

fn all<T>(values: &[Value], read: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    values.iter().map(read).collect()
}

fn named<T: Copy, W: Display>(value: &Value, all: &[T], word: impl Fn(&T) -> W) -> Option<T> {
    let name = value.as_str()?;
    all.iter().find(|one| word(one).to_string() == name).copied()
}

fn statistics_in(value: &Value) -> Option<Statistics> {
    let each: Vec<u64> = all(value.as_array()?, Value::as_u64)?;
    let [client_paths, library_path_pairs, solver_queries, inputs_tried, merged, mergeable] = each.try_into().ok()?;
    Some(Statistics { client_paths, library_path_pairs, solver_queries, inputs_tried, merged, mergeable })
}

fn runs_in(value: &Value) -> Option<Runs> {
    let by = ["", "CPython", "compiled code"].into_iter().find(|by| value[0] == *by)?;
    let lines = optional(&value[2], |pair| Some((number(&pair[0])?, number(&pair[1])?)))?;
    let missed = all(value[3].as_array()?, text)?;
    Some(Runs { by, inputs: number(&value[1])?, lines, missed, stopped: optional(&value[4], text)? })
}

fn written_out(written: &Written) -> Value {
    json!([written.text, written.is_always])
}

fn written_in(value: &Value) -> Option<Written> {
    Some(Written { text: text(&value[0])?, is_always: value[1].as_bool()? })
}

fn example_out(example: &Example) -> Option<Value> {
    if example.failure.is_some() {
        return None;
    }
    let input =
        |input: &Input| json!([input.name, word_out(&input.word), input.same_as, input.by_keyword, input.stars]);
    Some(json!({
        "call": example.call,
        "before": example.before,
        "inputs": example.inputs.iter().map(input).collect::<Vec<_>>(),
        "shared": example.has_shared_parts,
        "globals": named_out(&example.globals),
        "old": seen_out(&example.old),
        "new": seen_out(&example.new),
        "replayed": match example.replayed { Replayed::Builtin => 0, Replayed::Native => 1, Replayed::NativeAlone => 2 },
        "undefined": example.undefined_in_old,
        "notes": example.notes,
        "made_up": example.answers_made_up,
        "choices": example.choices.iter().map(word_out).collect::<Vec<_>>(),
    }))
}

fn example_in(value: &Value) -> Option<Example> {
    let texts = |name: &str| all(value.get(name)?.as_array()?, text);
    let input = |row: &Value| {
        let (name, word) = (text(&row[0])?, word_in(&row[1])?);
        Some(Input {
            name,
            word,
            same_as: optional(&row[2], text)?,
            by_keyword: row[3].as_bool()?,
            stars: number(&row[4])?,
        })
    };
    Some(Example {
        call: text(value.get("call")?)?,
        before: texts("before")?,
        inputs: all(value.get("inputs")?.as_array()?, input)?,
        has_shared_parts: value.get("shared")?.as_bool()?,
        globals: named_in(value.get("globals")?)?,
        old: seen_in(value.get("old")?)?,
        new: seen_in(value.get("new")?)?,
        replayed: match value.get("replayed")?.as_u64()? {
            0 => Replayed::Builtin,
            1 => Replayed::Native,
            2 => Replayed::NativeAlone,
            _ => return None,
        },
        undefined_in_old: value.get("undefined")?.as_bool()?,
        notes: texts("notes")?,
        answers_made_up: value.get("made_up")?.as_bool()?,
        choices: all(value.get("choices")?.as_array()?, word_in)?,
        failure: None,
    })
}

fn seen_out(seen: &Seen) -> Value {
    let outcome = match &seen.outcome {
        Outcome::Returns(word) => json!({ "returns": word.as_ref().map(word_out) }),
        Outcome::Raises(what) => json!({ "raises": what }),
        Outcome::NeverReturns => json!({ "endless": true }),
        Outcome::Traps(trap) => json!({ "traps": trap.to_string() }),
    };
    let output: Vec<Value> = seen.output.iter().map(word_out).collect();
    json!([outcome, named_out(&seen.writes), output, seen.calls])
}

fn seen_in(value: &Value) -> Option<Seen> {
    let outcome = &value[0];
    let outcome = if let Some(word) = outcome.get("returns") {
        Outcome::Returns(optional(word, word_in)?)
    } else if let Some(what) = outcome.get("raises") {
        Outcome::Raises(text(what)?)
    } else if let Some(trap) = outcome.get("traps") {
        Outcome::Traps(Trap::named(&text(trap)?))
    } else {
        outcome.get("endless")?;
        Outcome::NeverReturns
    };
    let writes = named_in(&value[1])?;
    Some(Seen { outcome, writes, output: all(value[2].as_array()?, word_in)?, calls: all(value[3].as_array()?, text)? })
}

fn named_out(words: &[(String, Word)]) -> Vec<Value> {
    words.iter().map(|(name, word)| json!([name, word_out(word)])).collect()
}

fn named_in(value: &Value) -> Option<Vec<(String, Word)>> {
    all(value.as_array()?, |row| Some((text(&row[0])?, word_in(&row[1])?)))
}

fn word_out(word: &Word) -> Value {
    json!([word.written, shown_out(&word.shown)])
}

fn word_in(value: &Value) -> Option<Word> {
    Some(Word { written: text(&value[0])?, shown: shown_in(&value[1])? })
}

fn shown_out(shown: &Shown) -> Value {
    match shown {
        Shown::None => Value::Null,
        Shown::Bool(value) => json!(value),
        Shown::Int(value) => json!({ "int": value.to_string() }),
        // By its bits: not every float has a word in JSON.
        Shown::Float(value) => json!({ "float": value.to_bits() }),
        Shown::Text(text) => json!(text),
        Shown::List(elements) => elements.iter().map(shown_out).collect(),
        Shown::Repr(text) => json!({ "repr": text }),
    }
}

fn shown_in(value: &Value) -> Option<Shown> {
    Some(match value {
        Value::Null => Shown::None,
        Value::Bool(value) => Shown::Bool(*value),
        Value::String(text) => Shown::Text(text.clone()),
        Value::Array(elements) => Shown::List(all(elements, shown_in)?),
        Value::Object(object) => match object.iter().next()? {
            (key, value) if key == "int" => Shown::Int(Int::parse(value.as_str()?)?),
            (key, value) if key == "float" => Shown::Float(f64::from_bits(value.as_u64()?)),
            (key, value) if key == "repr" => Shown::Repr(text(value)?),
            _ => return None,
        },
        Value::Number(_) => return None,
    })
}
