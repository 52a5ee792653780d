//! The report as SARIF 2.1.0, for tools that collect findings of checkers.
//!
//! One result for each client that is affected or not decided, at the client's call; the library's lines stand beside
//! it. What is proved is no result: it is counted in the properties of the run.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Value, json};

use crate::finding::{Finding, Report, VerdictKind};
use crate::location::Location;
use crate::spoken;

pub fn write(report: &Report) -> String {
    let results: Vec<Value> = report.findings.iter().filter_map(|finding| result(report, finding)).collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "safebump",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": RULES.iter().map(rule).collect::<Vec<_>>(),
            }},
            "automationDetails": { "id": format!("safebump/{}/", report.command) },
            "invocations": [{ "executionSuccessful": true }],
            "columnKind": "unicodeCodePoints",
            "results": results,
            "properties": {
                "verdict": report.kind().word(),
                "equivalent": report.count(VerdictKind::Equivalent),
                "different": report.count(VerdictKind::Different),
                "undecided": report.count(VerdictKind::Undecided),
                "notFollowed": report.upgrade.as_ref().map(|upgrade| upgrade.not_followed()).unwrap_or_default(),
            },
        }],
    });
    serde_json::to_string_pretty(&document).expect("a report is made of strings and numbers") + "\n"
}

struct Rule {
    id: &'static str,
    name: &'static str,
    text: &'static str,
    help: &'static str,
    level: &'static str,
}

const RULES: [Rule; 2] = [
    Rule {
        id: "different",
        name: "BehaviourChanges",
        text: "The client behaves differently with the new version.",
        help: "Both versions were run on the input that is shown, and did different things. Decide whether the new \
               behaviour is what you want: adapt the client, stay with the old version, or accept the difference in \
               safebump.toml with a condition and a reason.",
        level: "error",
    },
    Rule {
        id: "undecided",
        name: "BehaviourNotDecided",
        text: "It is not decided whether the client is affected.",
        help: "Neither a proof nor an input was found. The message says why, where, and what to try: mostly a type for \
               a parameter, more time, or a smaller client.",
        level: "warning",
    },
];

fn rule(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "name": rule.name,
        "shortDescription": { "text": rule.text },
        "fullDescription": { "text": rule.text },
        "help": { "text": rule.help, "markdown": rule.help },
        "defaultConfiguration": { "level": rule.level },
        "properties": { "precision": "very-high", "problem.severity": rule.level, "tags": ["correctness"] },
    })
}

/// A level other than "none" goes with the kind "fail" only.
fn result(report: &Report, finding: &Finding) -> Option<Value> {
    let (index, level, kind) = match finding.kind {
        VerdictKind::Equivalent => return None,
        VerdictKind::Different => (0, "error", "fail"),
        VerdictKind::Undecided => (1, "none", "open"),
    };
    let id = RULES[index].id;
    let place = place(report, finding);
    let uri = uri(report, &place.file);
    let mut value = json!({
        "ruleId": id,
        "ruleIndex": index,
        "level": level,
        "kind": kind,
        "message": { "text": message(report, finding) },
        "locations": [{
            "physicalLocation": physical(&uri, &place),
            "logicalLocations": [{ "fullyQualifiedName": finding.client, "kind": "function" }],
        }],
        // The same client of the same file is the same finding, wherever its lines move.
        "partialFingerprints": { "primaryLocationLineHash": fingerprint(&[id, &uri, &finding.client]) },
    });
    let related = related(report, finding);
    if !related.is_empty() {
        value["relatedLocations"] = Value::Array(related);
    }
    if let Some(reason) = &finding.accepted {
        value["suppressions"] = json!([{ "kind": "external", "status": "accepted", "justification": reason }]);
    }
    Some(value)
}

/// Where the client meets the change; without a better place, where its file begins.
fn place(report: &Report, finding: &Finding) -> Location {
    let file = || finding.file.clone().unwrap_or_else(|| report.new.clone());
    finding.place.clone().unwrap_or_else(|| Location { file: file(), line: 1, text: String::new() })
}

fn message(report: &Report, finding: &Finding) -> String {
    let answer = spoken::sentence(report, finding);
    match finding.kind {
        VerdictKind::Undecided => {
            let gaps = finding.gaps.iter().map(|gap| format!(" {}. Try: {}.", spoken::capital(&gap.means), gap.advice));
            answer + &gaps.take(3).collect::<String>()
        }
        VerdictKind::Different | VerdictKind::Equivalent => {
            let when = spoken::when(finding).map(|when| format!(" They differ {when}.")).unwrap_or_default();
            format!("{answer} {}.{when}", spoken::in_short(finding))
        }
    }
}

fn physical(uri: &str, place: &Location) -> Value {
    let mut region = json!({ "startLine": place.line });
    if !place.text.is_empty() {
        region["snippet"] = json!({ "text": place.text });
    }
    json!({ "artifactLocation": { "uri": uri, "uriBaseId": "%SRCROOT%" }, "region": region })
}

/// The library's lines that matter: those that changed, or those that are not understood.
fn related(report: &Report, finding: &Finding) -> Vec<Value> {
    let changed = finding.changes.iter().flat_map(|hunk| {
        let first = |what: &str, file: &str, lines: &[(usize, String)]| {
            let (line, text) = lines.first()?;
            let location = Location { file: file.to_owned(), line: *line, text: text.trim_end().to_owned() };
            Some((format!("{what} changed here"), location))
        };
        [
            first("The old version was", &hunk.old_file, &hunk.old),
            first("The new version was", &hunk.new_file, &hunk.new),
        ]
    });
    let open = finding.gaps.iter().map(|gap| {
        let location = Location::parse(&gap.at)?;
        Some((gap.means.clone(), Location { text: gap.quote.clone().unwrap_or_default(), ..location }))
    });
    let rows = changed.chain(open).flatten().enumerate();
    rows.map(|(id, (text, place))| {
        let physical = physical(&uri(report, &place.file), &place);
        json!({ "id": id + 1, "physicalLocation": physical, "message": { "text": text } })
    })
    .collect()
}

/// The path of a file in the project. Out of git it is called `REV:path`.
pub(crate) fn path<'a>(report: &Report, file: &'a str) -> &'a str {
    let is_of = |version: &str| version.contains(':') && file.starts_with(version.split(':').next().unwrap_or(version));
    match file.split_once(':') {
        Some((_, path)) if is_of(&report.old) || is_of(&report.new) => path,
        _ => file,
    }
}

fn uri(report: &Report, file: &str) -> String {
    let path = path(report, file).replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    let mut uri = String::new();
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b'=' | b'+' | b'@' => {
                uri.push(char::from(byte));
            }
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri
}

fn fingerprint(parts: &[&str]) -> String {
    // This hasher has fixed keys.
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    format!("{:016x}:1", hasher.finish())
}
