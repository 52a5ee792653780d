//! The report as SARIF 2.1.0, for tools that collect findings of checkers.

use serde_json::{Value, json};

use crate::example::{Example, Outcome, Seen};
use crate::finding::{Finding, Kind, Report};

pub fn write(report: &Report) -> String {
    let results: Vec<Value> = report.findings.iter().flat_map(results).collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "safebump",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": [
                    rule("different", "The client behaves differently with the new version", "error"),
                    rule("undecided", "It is not decided whether the client is affected", "warning"),
                    rule("equivalent", "The client behaves the same with both versions", "note"),
                ],
            }},
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&document).expect("a report is made of strings and numbers") + "\n"
}

fn rule(id: &str, text: &str, level: &str) -> Value {
    json!({ "id": id, "shortDescription": { "text": text }, "defaultConfiguration": { "level": level } })
}

fn results(finding: &Finding) -> Vec<Value> {
    match finding.kind {
        Kind::Equivalent => {
            let text = format!("{} is not affected: proved for every input", finding.name());
            vec![result("equivalent", "note", "pass", &text, None)]
        }
        Kind::Different => {
            let sentence = finding.example.as_ref().map_or_else(String::new, sentence);
            let text = match &finding.file {
                Some(file) => format!("{file}: {sentence}"),
                None => sentence,
            };
            let place = finding.changes.first().and_then(|hunk| {
                let new = hunk.new.first().map(|(line, _)| (hunk.new_file.as_str(), *line));
                new.or_else(|| hunk.old.first().map(|(line, _)| (hunk.old_file.as_str(), *line)))
            });
            vec![result("different", "error", "fail", &text, place)]
        }
        Kind::Undecided => finding
            .gaps
            .iter()
            .map(|gap| {
                let place = gap.at.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
                let text = format!("{}: {}. Try: {}.", finding.name(), gap.means, gap.advice);
                result("undecided", "none", "open", &text, place)
            })
            .collect(),
    }
}

/// A level other than "none" goes with the kind "fail" only.
fn result(rule: &str, level: &str, kind: &str, text: &str, place: Option<(&str, usize)>) -> Value {
    let level = if kind == "fail" { level } else { "none" };
    let mut value = json!({ "ruleId": rule, "level": level, "kind": kind, "message": { "text": text } });
    if let Some((file, line)) = place {
        value["locations"] = json!([{ "physicalLocation": {
            "artifactLocation": { "uri": file.replace('\\', "/").replace(' ', "%20") },
            "region": { "startLine": line },
        }}]);
    }
    value
}

/// The counterexample in one sentence.
pub(crate) fn sentence(example: &Example) -> String {
    let say = |seen: &Seen| match &seen.outcome {
        Outcome::Returns(Some(word)) => format!("returns {}", word.written),
        Outcome::Returns(None) => "returns".to_owned(),
        Outcome::Raises(what) => format!("raises {what}"),
        Outcome::Traps(what) => format!("stops with {what}"),
        Outcome::NeverReturns => "never returns".to_owned(),
    };
    if example.old.outcome == example.new.outcome {
        return format!("{}: old and new leave different things behind", example.call);
    }
    format!("{}: old {}, new {}", example.call, say(&example.old), say(&example.new))
}
