//! The report as JUnit XML: a test for each client. Affected is a failure, not decided an error.

use std::fmt::Write;

use crate::finding::{Finding, Report, VerdictKind};
use crate::{spoken, text};

pub fn write(report: &Report) -> String {
    let failed = |finding: &&Finding| finding.kind == VerdictKind::Different && finding.accepted.is_none();
    let (failures, errors) = (report.findings.iter().filter(failed).count(), report.count(VerdictKind::Undecided));
    let left = report.upgrade.as_ref().map(|upgrade| upgrade.not_followed()).unwrap_or_default();
    let errors = errors + left.len();
    let seconds: f64 = report.findings.iter().map(|finding| finding.elapsed.as_secs_f64()).sum();
    let counts = format!(
        "tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{seconds:.3}\"",
        report.findings.len() + left.len()
    );
    let name = escape(&format!("safebump {}: {} to {}", report.command, report.old, report.new));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n  <testsuite name=\"{name}\" {counts}>\n"
    );
    report.findings.iter().for_each(|finding| case(&mut xml, report, finding));
    for row in &left {
        let row = escape(row);
        let _ = writeln!(
            xml,
            "    <testcase classname=\"not followed\" name=\"{row}\" time=\"0.000\"><error type=\"undecided\" \
             message=\"what this does to your code is not known\">{row}</error></testcase>"
        );
    }
    xml + "  </testsuite>\n</testsuites>\n"
}

fn case(xml: &mut String, report: &Report, finding: &Finding) {
    let file = finding.file.as_deref().or(finding.place.as_ref().map(|place| place.file.as_str()));
    let _ = write!(
        xml,
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
        escape(file.unwrap_or(&report.new)),
        escape(&finding.client),
        finding.elapsed.as_secs_f64()
    );
    let in_full = || escape(&text::one(report, finding, text::Options::default()));
    let short = escape(&spoken::in_short(finding));
    match (finding.kind, &finding.accepted) {
        (VerdictKind::Equivalent, _) => xml.push_str("/>\n"),
        (VerdictKind::Different, Some(reason)) => {
            let _ = writeln!(xml, "><system-out>{short} (accepted: {})</system-out></testcase>", escape(reason));
        }
        (VerdictKind::Different, None) => {
            let _ =
                writeln!(xml, "><failure type=\"different\" message=\"{short}\">{}</failure></testcase>", in_full());
        }
        (VerdictKind::Undecided, _) => {
            let _ = writeln!(xml, "><error type=\"undecided\" message=\"{short}\">{}</error></testcase>", in_full());
        }
    }
}

/// Text and attributes alike. What XML has no place for is shown as a replacement.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
