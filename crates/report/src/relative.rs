//! The report of a differential check of assertions: does new fail what old does not?

use anstyle::AnsiColor;

use crate::example::Example;
use crate::finding::{Finding, Relative, Report, VerdictKind};
use crate::spoken;
use crate::text::Writer;

/// More conditions of one contract are shown with -v only.
const MOST_CONDITIONS: usize = 12;

impl Writer {
    pub(crate) fn relative(&mut self, report: &Report) {
        for (index, finding) in report.findings.iter().enumerate() {
            if index > 0 {
                self.line("");
            }
            self.relative_finding(report, finding);
        }
        if report.findings.is_empty() {
            self.line("There is no function in both versions to begin with.");
        }
    }

    fn relative_finding(&mut self, report: &Report, finding: &Finding) {
        let answer = spoken::failure_answer(report, finding);
        let answer = self.verdict(finding.kind, &answer);
        self.line(&answer);
        if self.options.quiet {
            return;
        }
        if let Some(example) = &finding.example {
            self.failing_input(example);
        }
        if let Some(relative) = &finding.relative {
            self.relative_details(finding, relative);
        }
        self.assumptions(finding);
    }

    fn failing_input(&mut self, example: &Example) {
        self.line("");
        let rows = spoken::failing_rows(example);
        let width = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        for (label, value) in rows {
            let pad = " ".repeat(width - label.chars().count());
            let label = match label.split(' ').next() {
                Some("old") => self.color(AnsiColor::Green, &label),
                Some("new") => self.color(AnsiColor::Red, &label),
                _ => label,
            };
            self.line(&format!("  {label}{pad}  {value}"));
        }
        self.line("");
        self.line("Seen by running both versions in safebump's own interpreter. Other inputs may fail too.");
    }

    fn relative_details(&mut self, finding: &Finding, relative: &Relative) {
        if finding.kind == VerdictKind::Undecided {
            self.gaps(&finding.gaps);
        }
        if !relative.warnings.is_empty() {
            self.heading("Warnings:");
            relative.warnings.iter().for_each(|name| self.line(&format!("  {name}")));
        }
        let is_proof = finding.kind == VerdictKind::Equivalent;
        let with_contracts: Vec<_> = relative.contracts.iter().collect();
        if with_contracts.is_empty() || finding.kind == VerdictKind::Different {
            return;
        }
        self.heading(if is_proof { "The proof rests on:" } else { "What could be shown:" });
        for contract in with_contracts {
            self.line(&format!("  contract {}", contract.function));
            let pre = contract.pre.iter().map(|text| format!("    pre  {text}"));
            let post = contract.post.iter().map(|text| format!("    post {text}"));
            let all: Vec<String> = pre.chain(post).collect();
            let most = if self.options.verbose { usize::MAX } else { MOST_CONDITIONS };
            all.iter().take(most).for_each(|line| self.line(line));
            if all.len() > most {
                self.line(&format!("    and {} more (shown with -v)", all.len() - most));
            }
            if self.options.verbose || !is_proof {
                let most = if self.options.verbose { usize::MAX } else { 6 };
                contract
                    .died
                    .iter()
                    .take(most)
                    .for_each(|text| self.line(&format!("    tried, and it does not hold: {text}")));
            }
        }
        if self.options.verbose {
            let Relative { globals, candidates, inferred, .. } = relative;
            self.heading("In numbers:");
            self.line(&format!(
                "  {globals} globals, {candidates} candidates, {inferred} of them hold; {} questions to the solver, {:.3} s",
                finding.statistics.solver_queries,
                finding.elapsed.as_secs_f64(),
            ));
        }
    }
}
