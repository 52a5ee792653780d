//! The report of a differential check of assertions: does new fail what old does not?

use anstyle::AnsiColor;
use ir::entry::AssumptionKind;

use crate::example::{Example, Outcome, Seen};
use crate::finding::{Finding, Kind, Relative, Report};
use crate::text::{Writer, cut, given};

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
        let (old, new, entry) = (&report.old, &report.new, &finding.client);
        // Later calls may find another state, and fail there.
        let is_about_first = finding.assumptions.iter().any(|one| one.kind == AssumptionKind::InitialState);
        let subject = if is_about_first { format!("The first call of {entry} after loading") } else { entry.clone() };
        let answer = match finding.kind {
            Kind::Equivalent => format!("{subject} fails nothing in {new} that it does not fail in {old}."),
            Kind::Different => format!("{entry} fails in {new} where it passes in {old}."),
            Kind::Undecided => format!("It is not decided whether {entry} fails in {new} where it passes in {old}."),
        };
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
        let mut rows: Vec<(String, String)> = Vec::new();
        if example.inputs.is_empty() {
            rows.push(("Given".to_owned(), format!("the call {}", example.call)));
        }
        let globals = example.globals.iter().map(|(name, word)| format!("{name} = {}", word.written));
        let mut all: Vec<String> = example.inputs.iter().map(given).chain(globals).collect();
        let choices: Vec<&str> = example.choices.iter().map(|word| word.written.as_str()).collect();
        if !choices.is_empty() {
            all.push(format!("choices made in order: {}", choices.join(", ")));
        }
        for given in all {
            rows.push((if rows.is_empty() { "Given".to_owned() } else { String::new() }, given));
        }
        rows.push(("old passes".to_owned(), ended(&example.old)));
        match &example.failure {
            Some(failure) => {
                let quote = failure.quote.as_deref().map(cut).unwrap_or_default();
                rows.push(("new fails".to_owned(), format!("at {}  {quote}", failure.new_at)));
                if let Some(old_at) = &failure.old_at {
                    rows.push((String::new(), format!("which stands in old at {old_at}")));
                }
            }
            None => rows.push(("new fails".to_owned(), ended(&example.new))),
        }
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
        self.line("Both versions were run on this input, and this is what they did. Other inputs may fail too.");
    }

    fn relative_details(&mut self, finding: &Finding, relative: &Relative) {
        if finding.kind == Kind::Undecided {
            self.gaps(&finding.gaps);
        }
        if !relative.warnings.is_empty() {
            self.heading("Warnings:");
            relative.warnings.iter().for_each(|name| self.line(&format!("  {name}")));
        }
        let is_proof = finding.kind == Kind::Equivalent;
        let with_contracts: Vec<_> = relative.contracts.iter().collect();
        if with_contracts.is_empty() || finding.kind == Kind::Different {
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

/// How a run came to its end.
fn ended(seen: &Seen) -> String {
    match &seen.outcome {
        Outcome::Returns(Some(word)) => format!("and returns {}", word.written),
        Outcome::Returns(None) => "and returns".to_owned(),
        Outcome::Raises(what) => format!("and raises {what}"),
        Outcome::Traps(what) => format!("and stops with {what}"),
        Outcome::NeverReturns => "and never returns".to_owned(),
    }
}
