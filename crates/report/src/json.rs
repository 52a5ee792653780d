//! The report as one JSON object. The shape is a contract with other programs: fields are only
//! ever added.

use ir::entry::{Assumption, Shown};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::conditions::Written;
use crate::example::{Example, Outcome, Replayed, Seen, Word};
use crate::finding::{ContextRow, ContractRow, Finding, GapRow, InvariantRow, Report, Runs, SlipRow, VerdictKind};
use crate::{summaries, upgrade};

/// The largest integer that every JSON reader keeps exact.
const EXACT: i64 = 1 << 53;

#[derive(Serialize)]
struct One<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<&'static str>,
    command: &'static str,
    verdict: &'static str,
    reason: Option<String>,
    /// False: nothing of the library is reached, and the answer says nothing about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reaches_library: Option<bool>,
    engine: String,
    client: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// Where the client meets the change, or begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    /// Of a difference that the user accepts and that is shown to be no wider than that.
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted_because: Option<&'a str>,
    counterexample: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open_when: Option<&'a str>,
    /// Inputs that a proof is not about: both versions fail there, and no statement of the program is the cause.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_part: Vec<Value>,
    contexts: Vec<Context<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    invariants: Vec<Invariant<'a>>,
    gaps: Vec<Gap<'a>>,
    assumptions: Vec<Assumed<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    summaries: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contracts: Option<Vec<Contract<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inference: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    audit: Option<Value>,
    /// Runs of the real program that showed no difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    native: Option<Value>,
    stats: Stats,
}

#[derive(Serialize)]
struct Contract<'a> {
    function: &'a str,
    pre: &'a [String],
    post: &'a [String],
    died: &'a [String],
}

#[derive(Serialize)]
struct Context<'a> {
    condition: Option<&'a str>,
    call: &'a str,
    status: String,
}

#[derive(Serialize)]
struct Gap<'a> {
    kind: String,
    at: &'a str,
    detail: &'a str,
    r#try: &'a str,
}

#[derive(Serialize)]
struct Assumed<'a> {
    kind: String,
    detail: &'a str,
}

#[derive(Serialize)]
struct Stats {
    seconds: f64,
    client_paths: u64,
    library_path_pairs: u64,
    solver_queries: u64,
    inputs_tried: u64,
    merged: u64,
}

#[derive(Serialize)]
struct Invariant<'a> {
    old: &'a str,
    new: &'a str,
    condition: Option<&'a str>,
}

#[derive(Serialize)]
struct Table<'a> {
    schema: &'static str,
    command: &'static str,
    verdict: &'static str,
    counts: Counts,
    results: Vec<One<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    only_in: Option<Only<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upgrade: Option<Value>,
    stats: Stats,
}

#[derive(Serialize)]
struct Counts {
    clients: usize,
    equivalent: usize,
    different: usize,
    undecided: usize,
}

#[derive(Serialize)]
struct Only<'a> {
    old: &'a [String],
    new: &'a [String],
}

const SCHEMA: &str = "safebump/1";

pub fn write(report: &Report) -> String {
    let text = match report.findings.as_slice() {
        [finding] if !report.is_table() => serde_json::to_string_pretty(&one(report, finding, Some(SCHEMA))),
        findings => serde_json::to_string_pretty(&Table {
            schema: SCHEMA,
            command: report.command,
            verdict: report.kind().word(),
            counts: Counts {
                clients: findings.len(),
                equivalent: report.count(VerdictKind::Equivalent),
                different: report.count(VerdictKind::Different),
                undecided: report.count(VerdictKind::Undecided),
            },
            results: findings.iter().map(|finding| one(report, finding, None)).collect(),
            only_in: report.only_in.as_ref().map(|only| Only { old: &only.old, new: &only.new }),
            upgrade: report.upgrade.as_ref().map(upgrade::json),
            stats: sum(findings),
        }),
    };
    text.expect("a report is made of strings and numbers") + "\n"
}

fn one<'a>(report: &Report, finding: &'a Finding, schema: Option<&'static str>) -> One<'a> {
    One {
        schema,
        command: report.command,
        verdict: finding.kind.word(),
        reason: finding.reason.map(|reason| reason.to_string()),
        reaches_library: finding.apart_from.is_some().then_some(false),
        engine: finding.method.to_string(),
        client: &finding.client,
        file: finding.file.as_deref(),
        at: finding.place.as_ref().map(|place| format!("{}:{}", place.file, place.line)),
        accepted: finding.accepted.is_some().then_some(true),
        accepted_because: finding.accepted.as_deref(),
        counterexample: finding.example.as_ref().map(example),
        difference: finding
            .difference
            .as_ref()
            .map(|(condition, is_exact)| json!({ "condition": condition.text, "exact": is_exact })),
        open_when: finding.open_when.as_ref().map(|condition| condition.text.as_str()),
        not_part: finding.slips.iter().map(slip).collect(),
        contexts: finding.contexts.iter().map(context).collect(),
        invariants: finding.invariants.iter().map(invariant).collect(),
        gaps: finding.gaps.iter().map(gap).collect(),
        assumptions: finding.assumptions.iter().map(assumed).collect(),
        summaries: finding.tables.iter().map(summary).collect(),
        contracts: finding.relative.as_ref().map(|relative| relative.contracts.iter().map(contract).collect()),
        warnings: finding.relative.as_ref().map(|relative| relative.warnings.as_slice()),
        inference: finding.relative.as_ref().map(|relative| {
            let (globals, candidates, inferred) = (relative.globals, relative.candidates, relative.inferred);
            json!({ "globals": globals, "candidates": candidates, "inferred": inferred })
        }),
        audit: finding.audit.map(|audit| json!({ "runs": audit.runs, "counted": audit.counted })),
        native: finding.runs.as_ref().map(runs),
        stats: sum(std::slice::from_ref(finding)),
    }
}

fn runs(runs: &Runs) -> Value {
    let mut object = json!({ "by": runs.by, "inputs": runs.inputs });
    if let Some((covered, changed)) = runs.lines {
        object["changed_lines"] = json!(changed);
        object["covered_lines"] = json!(covered);
        object["missed"] = json!(runs.missed);
    }
    if let Some(why) = &runs.stopped {
        object["stopped"] = json!(why);
    }
    object
}

fn summary(table: &summaries::Table) -> Value {
    let rows = table.rows.iter().map(|(partition, effect)| json!({ "partition": partition, "effect": effect }));
    let rows: Vec<Value> = rows.collect();
    match &table.gap {
        None => json!({ "of": table.title, "rows": rows }),
        Some(gap) => json!({ "of": table.title, "rows": rows, "incomplete": gap }),
    }
}

fn contract(row: &ContractRow) -> Contract<'_> {
    Contract { function: &row.function, pre: &row.pre, post: &row.post, died: &row.died }
}

/// A condition that takes too long to say is null.
fn text(condition: Option<&Written>) -> Option<&str> {
    condition.map(|condition| condition.text.as_str())
}

fn slip(row: &SlipRow) -> Value {
    json!({ "condition": text(row.condition.as_ref()), "raises": row.raises, "at": row.at })
}

fn context(row: &ContextRow) -> Context<'_> {
    Context { condition: text(row.condition.as_ref()), call: &row.call, status: row.status.to_string() }
}

fn invariant(row: &InvariantRow) -> Invariant<'_> {
    Invariant { old: &row.old, new: &row.new, condition: text(row.condition.as_ref()) }
}

fn gap(row: &GapRow) -> Gap<'_> {
    let detail = if row.detail.is_empty() { &row.means } else { &row.detail };
    Gap { kind: row.kind.to_string(), at: &row.at, detail, r#try: &row.advice }
}

fn assumed(assumption: &Assumption) -> Assumed<'_> {
    Assumed { kind: assumption.kind.to_string(), detail: &assumption.detail }
}

fn sum(findings: &[Finding]) -> Stats {
    let mut stats =
        Stats { seconds: 0.0, client_paths: 0, library_path_pairs: 0, solver_queries: 0, inputs_tried: 0, merged: 0 };
    for finding in findings {
        stats.seconds += (finding.elapsed.as_secs_f64() * 1e6).round() / 1e6;
        stats.client_paths += finding.statistics.client_paths;
        stats.library_path_pairs += finding.statistics.library_path_pairs;
        stats.solver_queries += finding.statistics.solver_queries;
        stats.inputs_tried += finding.statistics.inputs_tried;
        stats.merged += finding.statistics.merged;
    }
    stats
}

fn example(example: &Example) -> Value {
    let inputs: Map<String, Value> = example
        .inputs
        .iter()
        .map(|input| (input.name.clone(), value(&input.word.shown, &input.word.written)))
        .chain(example.globals.iter().map(|(name, word)| (name.clone(), of_word(word))))
        .collect();
    let mut object = Map::new();
    object.insert("call".into(), json!(example.call));
    object.insert("inputs".into(), Value::Object(inputs));
    object.insert("old".into(), seen(&example.old));
    object.insert("new".into(), seen(&example.new));
    let replayed = match example.replayed {
        Replayed::Builtin => "builtin",
        Replayed::Native | Replayed::NativeAlone => "native",
    };
    object.insert("replayed".into(), json!(replayed));
    let same = example.inputs.iter().filter_map(|input| Some((input.name.clone(), json!(input.same_as.as_ref()?))));
    let same: Map<String, Value> = same.collect();
    if !same.is_empty() {
        object.insert("same_as".into(), Value::Object(same));
    }
    if example.differs_in_identity() {
        object.insert(
            "differ_in".into(),
            json!("what they leave in memory, or which of these objects are one and the same"),
        );
    }
    if !example.notes.is_empty() {
        object.insert("notes".into(), json!(example.notes));
    }
    if example.undefined_in_old {
        object.insert("undefined_in_old".into(), json!(true));
    }
    if !example.choices.is_empty() {
        object.insert("choices".into(), example.choices.iter().map(of_word).collect());
    }
    if let Some(failure) = &example.failure {
        object.insert("fails_at".into(), json!(failure.new_at));
        object.insert("passes_at".into(), json!(failure.old_at));
    }
    if example.answers_made_up {
        object.insert("answers_made_up".into(), json!(true));
    }
    Value::Object(object)
}

fn seen(seen: &Seen) -> Value {
    let mut object = Map::new();
    match &seen.outcome {
        Outcome::Returns(word) => object.insert("returns".into(), word.as_ref().map_or(Value::Null, of_word)),
        Outcome::Raises(what) => object.insert("raises".into(), json!(what.to_string())),
        Outcome::Traps(what) => object.insert("traps".into(), json!(what.to_string())),
        Outcome::NeverReturns => object.insert("never_returns".into(), json!(true)),
    };
    if !seen.writes.is_empty() {
        let writes = seen.writes.iter().map(|(name, word)| (name.clone(), of_word(word))).collect();
        object.insert("writes".into(), Value::Object(writes));
    }
    if !seen.output.is_empty() {
        object.insert("output".into(), seen.output.iter().map(of_word).collect());
    }
    if !seen.calls.is_empty() {
        object.insert("calls".into(), json!(seen.calls));
    }
    Value::Object(object)
}

fn of_word(word: &Word) -> Value {
    value(&word.shown, &word.written)
}

/// A value JSON has a word for, or how the language writes it.
fn value(shown: &Shown, written: &str) -> Value {
    match shown {
        Shown::None => Value::Null,
        Shown::Bool(value) => json!(value),
        Shown::Int(value) => match value.to_i64() {
            Some(small) if (-EXACT..=EXACT).contains(&small) => json!(small),
            _ => json!({ "int": value.to_string() }),
        },
        Shown::Float(value) if value.is_finite() => json!(value),
        Shown::Text(text) => json!(text),
        // The parts of a list have no text of their own: plain ones only.
        Shown::List(elements) if elements.iter().all(is_plain) => {
            elements.iter().map(|element| value(element, "")).collect()
        }
        Shown::Float(_) | Shown::List(_) | Shown::Repr(_) => json!({ "repr": written }),
    }
}

fn is_plain(shown: &Shown) -> bool {
    match shown {
        Shown::None | Shown::Bool(_) | Shown::Int(_) | Shown::Text(_) => true,
        Shown::Float(value) => value.is_finite(),
        Shown::List(elements) => elements.iter().all(is_plain),
        Shown::Repr(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::entry::Shown;
    use value::Int;

    fn check(shown: Shown, expected: &str) {
        assert_eq!(value(&shown, "«written»").to_string(), expected);
    }

    #[test]
    fn integers_stay_exact() {
        check(Shown::Int(Int::from(11)), "11");
        check(Shown::Int(Int::from(EXACT)), "9007199254740992");
        check(Shown::Int(Int::from(EXACT + 1)), r#"{"int":"9007199254740993"}"#);
        check(Shown::List(vec![Shown::Int(Int::from(-EXACT - 1))]), r#"[{"int":"-9007199254740993"}]"#);
    }

    #[test]
    fn what_json_has_no_word_for_is_written_as_the_language_does() {
        check(Shown::Float(f64::NAN), r#"{"repr":"«written»"}"#);
        check(Shown::List(vec![Shown::Repr("(1,)".into())]), r#"{"repr":"«written»"}"#);
        check(Shown::List(vec![Shown::None, Shown::Bool(true)]), "[null,true]");
    }
}
