//! The report as Markdown, for a comment on a pull request: the answer, a table of what needs a look, and the details
//! folded away.

use std::fmt::Write;

use crate::finding::{Finding, Report, VerdictKind};
use crate::{spoken, text};

/// A comment has an end: more clients than these are counted.
const MOST_ROWS: usize = 50;
/// And these are shown in full.
const MOST_DETAILS: usize = 20;

pub fn write(report: &Report) -> String {
    let mut page = format!("### {} {}\n\n", mark(report.kind()), inline(&spoken::headline(report)));
    let (open, proved): (Vec<&Finding>, Vec<&Finding>) =
        report.findings.iter().partition(|finding| finding.kind != VerdictKind::Equivalent);
    if !report.is_table() {
        if let Some(finding) = report.findings.first() {
            details(&mut page, report, finding);
        }
        return page;
    }
    let left = report.upgrade.as_ref().map(|upgrade| upgrade.not_followed()).unwrap_or_default();
    if !left.is_empty() {
        page.push_str("Not followed (what these do to your code is not known):\n\n");
        left.iter().for_each(|row| page.push_str(&format!("- {}\n", inline(row))));
        page.push('\n');
    }
    if !open.is_empty() {
        page.push_str("| | client | |\n|---|---|---|\n");
        for finding in open.iter().take(MOST_ROWS) {
            let (name, short) = (code(&finding.name()), inline(&spoken::in_short(finding)));
            let accepted = finding.accepted.as_ref().map(|why| format!(" *Accepted: {}*", inline(why)));
            let _ = writeln!(page, "| {} | {name} | {short}{} |", mark(finding.kind), accepted.unwrap_or_default());
        }
        if open.len() > MOST_ROWS {
            let _ = writeln!(page, "\nand {} more.", open.len() - MOST_ROWS);
        }
        page.push('\n');
    }
    for finding in open.iter().filter(|finding| finding.kind == VerdictKind::Different).take(MOST_DETAILS) {
        let _ = writeln!(page, "<details><summary>{}</summary>\n", html(&finding.name()));
        details(&mut page, report, finding);
        page.push_str("</details>\n\n");
    }
    if !proved.is_empty() {
        let _ = writeln!(page, "<details><summary>{} not affected (proved)</summary>\n", proved.len());
        for finding in proved.iter().take(MOST_ROWS) {
            let _ = writeln!(page, "- {}: {}", code(&finding.name()), inline(&spoken::in_short(finding)));
        }
        if proved.len() > MOST_ROWS {
            let _ = writeln!(page, "- and {} more", proved.len() - MOST_ROWS);
        }
        page.push_str("\n</details>\n");
    }
    page
}

fn details(page: &mut String, report: &Report, finding: &Finding) {
    if let Some(example) = &finding.example {
        page.push_str("| | |\n|---|---|\n");
        for (label, value) in spoken::example_rows(report, example) {
            let _ = writeln!(page, "| {} | {} |", inline(&label), code(&value));
        }
        page.push('\n');
    }
    if let Some(when) = spoken::when(finding) {
        let _ = writeln!(page, "They differ {}.\n", inline(&when));
    }
    if !finding.changes.is_empty() {
        let fence = fence(
            &finding
                .changes
                .iter()
                .flat_map(|hunk| hunk.old.iter().chain(&hunk.new))
                .map(|(_, line)| line.as_str())
                .collect::<Vec<_>>(),
        );
        let _ = writeln!(page, "{fence}diff");
        for hunk in &finding.changes {
            let _ = writeln!(page, "--- {}\n+++ {}", hunk.old_file, hunk.new_file);
            hunk.old.iter().for_each(|(_, line)| page.push_str(&format!("-{}\n", text::cut(line))));
            hunk.new.iter().for_each(|(_, line)| page.push_str(&format!("+{}\n", text::cut(line))));
        }
        let _ = writeln!(page, "{fence}\n");
    }
    for gap in &finding.gaps {
        let _ = writeln!(page, "- {}. *Try:* {}.", inline(&spoken::capital(&gap.means)), inline(&gap.advice));
    }
    if finding.kind == VerdictKind::Equivalent {
        let _ = writeln!(page, "{}.\n", inline(&spoken::in_short(finding)));
    }
    let granted = spoken::granted(finding);
    if !granted.is_empty() {
        page.push_str("\nTaken for granted:\n\n");
        granted.iter().for_each(|one| page.push_str(&format!("- {}\n", inline(&one.detail))));
    }
}

fn mark(kind: VerdictKind) -> &'static str {
    match kind {
        VerdictKind::Equivalent => "✅",
        VerdictKind::Different => "❌",
        VerdictKind::Undecided => "❔",
    }
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text that stays what it is: nothing in it is markup, a link or a mention.
fn inline(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\n' | '\r' => escaped.push(' '),
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // A mention would call somebody.
            '@' => escaped.push_str("@\u{200b}"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '$' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

/// Text as code. In a table a bar would end the cell.
fn code(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let text = text.replace(['\n', '\r'], " ").replace('|', "\\|");
    let fence = "`".repeat(longest_run(&text) + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Longer than any run of backticks in the lines.
fn fence(lines: &[&str]) -> String {
    let longest = lines.iter().map(|line| longest_run(line)).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}
