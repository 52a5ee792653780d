//! The report as one HTML page that stands alone: the answer first, a list of clients with a filter, and for each what
//! was given, what both versions did, the changed lines side by side, what is open and what is taken for granted.
//!
//! Everything that comes from a program is escaped; the page loads nothing.

use std::collections::BTreeMap;
use std::fmt::Write;

use equiv::Status;

use crate::changes::Hunk;
use crate::example::Example;
use crate::finding::{ContextRow, Finding, GapRow, Report, VerdictKind};
use crate::spoken;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

pub fn write(report: &Report) -> String {
    let mut page = String::new();
    let kind = report.kind();
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>safebump: {}</title>\n<style>\n{STYLE}</style></head>\n<body class=\"{}\">\n<header>\n<h1>{}</h1>\n",
        kind.word(),
        kind.word(),
        escape(&spoken::headline(report)),
    );
    let _ = writeln!(
        page,
        "<p class=\"step\"><code>{}</code> <span aria-label=\"to\">→</span> <code>{}</code></p>\n</header>\n<main>",
        escape(&report.old),
        escape(&report.new)
    );
    if report.is_table() {
        filter(&mut page, report);
    }
    page.push_str("<div id=\"clients\">\n");
    report.findings.iter().for_each(|finding| client(&mut page, report, finding));
    page.push_str("</div>\n<p id=\"none\" hidden>No client fits the filter.</p>\n</main>\n");
    if report.is_table() {
        let _ = writeln!(page, "<script>\n{SCRIPT}</script>");
    }
    page + "</body></html>\n"
}

fn filter(page: &mut String, report: &Report) {
    page.push_str(
        "<form id=\"filter\" role=\"search\"><input type=\"search\" placeholder=\"Filter clients  ( / )\" aria-label=\"Filter clients\">",
    );
    for (kind, words) in [
        (VerdictKind::Different, "affected"),
        (VerdictKind::Undecided, "not decided"),
        (VerdictKind::Equivalent, "not affected"),
    ] {
        let _ = write!(
            page,
            "<label class=\"{0}\"><input type=\"checkbox\" value=\"{0}\" checked> {1} {words}</label>",
            kind.word(),
            report.count(kind)
        );
    }
    page.push_str("</form>\n");
}

fn client(page: &mut String, report: &Report, finding: &Finding) {
    let is_only = report.findings.len() == 1;
    let word = match finding.kind {
        VerdictKind::Equivalent => "not affected",
        VerdictKind::Different => "affected",
        VerdictKind::Undecided => "not decided",
    };
    let _ = writeln!(
        page,
        "<details class=\"client {}\"{}><summary><span class=\"chip\">{word}</span> <code class=\"name\">{}</code> <span class=\"short\">{}</span></summary>",
        finding.kind.word(),
        if is_only { " open" } else { "" },
        escape(&finding.name()),
        escape(&spoken::in_short(finding)),
    );
    if let Some(reason) = &finding.accepted {
        let _ = writeln!(page, "<p class=\"accepted\">Accepted: {}</p>", escape(reason));
    }
    if let Some(example) = &finding.example {
        counterexample(page, report, example);
    }
    if let Some(when) = spoken::when(finding) {
        let _ = writeln!(page, "<h2>When they differ</h2>\n<p>{}.</p>", escape(&when));
    }
    changes(page, &finding.changes);
    gaps(page, &finding.gaps);
    if finding.kind == VerdictKind::Equivalent {
        contexts(page, &finding.contexts);
    }
    assumptions(page, finding);
    let _ = writeln!(
        page,
        "<p class=\"numbers\">{:.2} s with {}; {} questions to the solver, {} inputs tried</p></details>",
        finding.elapsed.as_secs_f64(),
        finding.method,
        finding.statistics.solver_queries,
        finding.statistics.inputs_tried,
    );
}

fn counterexample(page: &mut String, report: &Report, example: &Example) {
    page.push_str("<h2>An input that shows it</h2>\n");
    let _ = writeln!(page, "<p class=\"call\"><code>{}</code></p>\n<dl class=\"example\">", escape(&example.call));
    for (label, value) in spoken::example_rows(report, example) {
        let class = match label.split(' ').next() {
            // Green is what passes.
            Some("old") if label.ends_with("passes") => " class=\"new\"".to_owned(),
            Some("new") if label.ends_with("fails") => " class=\"old\"".to_owned(),
            Some(side @ ("old" | "new")) => format!(" class=\"{side}\""),
            _ => String::new(),
        };
        let _ = writeln!(page, "<dt{class}>{}</dt><dd{class}><code>{}</code></dd>", escape(&label), escape(&value));
    }
    page.push_str("</dl>\n");
}

/// Old on the left, new on the right.
fn changes(page: &mut String, hunks: &[Hunk]) {
    if hunks.is_empty() {
        return;
    }
    page.push_str("<h2>The changed lines that matter</h2>\n");
    for hunk in hunks {
        let _ = writeln!(
            page,
            "<table class=\"diff\"><colgroup><col class=\"number\"><col><col class=\"number\"><col></colgroup><thead><tr><th colspan=\"2\">{}</th><th colspan=\"2\">{}</th></tr></thead><tbody>",
            escape(&hunk.old_file),
            escape(&hunk.new_file)
        );
        for index in 0..hunk.old.len().max(hunk.new.len()) {
            page.push_str("<tr>");
            for (class, sign, lines) in [("old", '-', &hunk.old), ("new", '+', &hunk.new)] {
                match lines.get(index) {
                    Some((number, line)) => {
                        let line = escape(line);
                        let _ = write!(
                            page,
                            "<td class=\"number {class}\">{number}</td><td class=\"{class}\"><pre><span class=\"sign\">{sign}</span>{line}</pre></td>"
                        );
                    }
                    None => page.push_str("<td></td><td></td>"),
                }
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</tbody></table>\n");
    }
}

fn gaps(page: &mut String, gaps: &[GapRow]) {
    if gaps.is_empty() {
        return;
    }
    page.push_str("<h2>What is open, and what to try</h2>\n<ul class=\"gaps\">\n");
    for gap in gaps {
        let _ = write!(page, "<li>{}.", escape(&spoken::capital(&gap.means)));
        if let Some(quote) = &gap.quote {
            let _ = write!(page, "<pre>{}</pre>", escape(quote));
        }
        let _ = writeln!(page, "<p class=\"try\"><b>Try:</b> {}.</p></li>", escape(&gap.advice));
    }
    page.push_str("</ul>\n");
}

/// Each call once, with the conditions under which it meets the change below it.
fn contexts(page: &mut String, contexts: &[ContextRow]) {
    if contexts.is_empty() {
        return;
    }
    let mut calls: BTreeMap<&str, Vec<&ContextRow>> = BTreeMap::new();
    contexts.iter().for_each(|row| calls.entry(&row.call).or_default().push(row));
    page.push_str("<h2>Where it meets the change</h2>\n<ul class=\"tree\">\n");
    for (call, rows) in calls {
        let place = if call.is_empty() { "at its start" } else { call };
        let quote = rows.iter().find_map(|row| row.quote.as_deref()).unwrap_or_default();
        let _ = writeln!(page, "<li><b>{}</b> <code>{}</code><ul>", escape(place), escape(quote));
        for row in rows {
            let when = match &row.condition {
                None => "on some inputs".to_owned(),
                Some(condition) if condition.is_always => "always".to_owned(),
                Some(condition) => format!("when {}", condition.text),
            };
            let _ = writeln!(page, "<li>{}: {}</li>", escape(&when), status(row.status));
        }
        page.push_str("</ul></li>\n");
    }
    page.push_str("</ul>\n");
}

fn status(status: Status) -> &'static str {
    match status {
        Status::Inactive => "the change does nothing there",
        Status::Active => "the change runs, and cannot be seen",
        Status::Differs => "the change shows",
        Status::Open => "not settled",
    }
}

fn assumptions(page: &mut String, finding: &Finding) {
    let granted = spoken::granted(finding);
    if granted.is_empty() {
        return;
    }
    page.push_str("<h2>Taken for granted</h2>\n<ul>\n");
    for assumption in granted {
        let (kind, detail) = (assumption.kind, escape(&assumption.detail));
        let _ = writeln!(page, "<li>{detail} <span class=\"kind\">{kind}</span></li>");
    }
    page.push_str("</ul>\n");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
