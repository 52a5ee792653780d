//! The report as one HTML page that stands alone.

use crate::finding::{Kind, Report};
use crate::text;

pub fn write(report: &Report) -> String {
    let kind = report.kind();
    let color = match kind {
        Kind::Equivalent => "#1a7f37",
        Kind::Different => "#cf222e",
        Kind::Undecided => "#9a6700",
    };
    let mut sections = String::new();
    for finding in &report.findings {
        let body = text::one(report, finding, text::Options { verbose: true, ..text::Options::default() });
        let open = if report.findings.len() == 1 || finding.kind == Kind::Different { " open" } else { "" };
        sections += &format!(
            "<details{open}><summary><b>{}</b> {}</summary><pre>{}</pre></details>\n",
            escape(&finding.name()),
            finding.kind.word(),
            escape(&body)
        );
    }
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>safebump: {word}</title>\n\
         <style>body{{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}}\
         h1{{color:{color}}}pre{{background:#f6f8fa;padding:1rem;overflow:auto}}summary{{cursor:pointer}}</style></head>\n\
         <body><h1>{word}</h1><p>From {old} to {new}.{counts}</p>\n{sections}</body></html>\n",
        word = kind.word(),
        old = escape(&report.old),
        new = escape(&report.new),
        counts = if report.is_table() { format!(" {}.", text::counts(report)) } else { String::new() },
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
