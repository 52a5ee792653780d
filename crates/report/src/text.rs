//! The report for a person: affected or not; on which input; by which lines; why that is all.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use equiv::{Reason, Status};

use crate::changes::Hunk;
use crate::conditions::Written;
use crate::example::Example;
use crate::finding::{ContextRow, Finding, GapRow, Report, VerdictKind};
use crate::spoken::{self, in_short};
use crate::summaries::Table;

/// How much, and whether in colour.
#[derive(Copy, Clone, Debug, Default)]
pub struct Options {
    pub color: bool,
    /// One line a client, nothing else.
    pub quiet: bool,
    /// Numbers and everything that is otherwise cut short.
    pub verbose: bool,
}

/// Longer lists are cut, unless everything was asked for.
const MOST_ROWS: usize = 8;
/// And longer pieces of changed code.
const MOST_CHANGES: usize = 24;

pub fn write(report: &Report, options: Options) -> String {
    let mut writer = Writer { text: String::new(), options };
    if report.command == "dac" {
        writer.relative(report);
        return writer.text;
    }
    if let Some(upgrade) = &report.upgrade {
        writer.upgrade(report, upgrade);
        return writer.text;
    }
    match report.findings.as_slice() {
        [finding] if !report.is_table() => writer.finding(report, finding),
        [first, ..] if first.file.is_some() => writer.impact(report),
        _ => writer.table(report),
    }
    writer.text
}

/// One of the findings, in full.
pub fn one(report: &Report, finding: &Finding, options: Options) -> String {
    let mut writer = Writer { text: String::new(), options };
    writer.finding(report, finding);
    writer.text
}

/// How many clients came out how.
pub fn counts(report: &Report) -> String {
    let total = report.findings.len();
    let clients = if total == 1 { "client" } else { "clients" };
    format!(
        "{} of {total} {clients} unaffected (proved), {} affected, {} undecided",
        report.count(VerdictKind::Equivalent),
        report.count(VerdictKind::Different),
        report.count(VerdictKind::Undecided),
    )
}

pub(crate) struct Writer {
    text: String,
    pub(crate) options: Options,
}

impl Writer {
    pub(crate) fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    pub(crate) fn heading(&mut self, text: &str) {
        let heading = self.paint(Style::new().bold(), text);
        self.line("");
        self.line(&heading);
    }

    fn paint(&self, style: Style, text: &str) -> String {
        if self.options.color { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    pub(crate) fn color(&self, color: AnsiColor, text: &str) -> String {
        self.paint(Style::new().fg_color(Some(color.into())), text)
    }

    pub(crate) fn verdict(&self, kind: VerdictKind, text: &str) -> String {
        let color = match kind {
            VerdictKind::Equivalent => AnsiColor::Green,
            VerdictKind::Different => AnsiColor::Red,
            VerdictKind::Undecided => AnsiColor::Yellow,
        };
        self.paint(Style::new().bold().fg_color(Some(color.into())), text)
    }

    fn finding(&mut self, report: &Report, finding: &Finding) {
        let client = &finding.client;
        let [answer, more] = spoken::answer(report, finding);
        let answer = self.verdict(finding.kind, &answer);
        self.line(&format!("{answer}{more}"));
        if self.options.quiet {
            return;
        }
        if let Some(reason) = &finding.accepted {
            self.line(&format!("That is accepted, and it is proved that nothing else changes: {reason}"));
        }
        if let Some(example) = &finding.example {
            self.line("");
            self.example(example);
        }
        match finding.kind {
            VerdictKind::Different => {
                self.difference(finding);
                self.changes(&finding.changes);
                self.replayed(finding);
            }
            VerdictKind::Equivalent => {
                self.contexts(&finding.contexts, client);
                self.reason(finding);
                self.audit(finding);
            }
            VerdictKind::Undecided => {
                self.gaps(&finding.gaps);
                self.proved(finding);
                self.runs(finding);
                // Where it is open is said with what is open.
                if self.options.verbose {
                    self.contexts(&finding.contexts, client);
                }
            }
        }
        self.assumptions(finding);
        self.tables(&finding.tables);
        if self.options.verbose {
            self.numbers(finding);
        }
    }

    fn example(&mut self, example: &Example) {
        let rows = spoken::rows(example);
        let width = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        for (label, value) in rows {
            let pad = " ".repeat(width - label.chars().count());
            let label = match label.split(' ').next() {
                Some("old") => self.color(AnsiColor::Red, &label),
                Some("new") => self.color(AnsiColor::Green, &label),
                _ => label,
            };
            self.line(&format!("  {label}{pad}  {value}"));
        }
    }

    fn changes(&mut self, hunks: &[Hunk]) {
        if hunks.is_empty() {
            return;
        }
        self.heading("The changed lines that matter:");
        let places = |hunk: &Hunk| {
            let old = hunk.old.iter().map(|(line, _)| format!("{}:{line}", hunk.old_file));
            let new = hunk.new.iter().map(|(line, _)| format!("{}:{line}", hunk.new_file));
            old.chain(new).map(|place| place.chars().count()).max().unwrap_or(0)
        };
        let width = hunks.iter().map(places).max().unwrap_or(0);
        let mut lines = Vec::new();
        for hunk in hunks {
            for (sign, color, file, changed) in
                [('-', AnsiColor::Red, &hunk.old_file, &hunk.old), ('+', AnsiColor::Green, &hunk.new_file, &hunk.new)]
            {
                for (line, text) in changed {
                    let place = format!("{file}:{line}");
                    let text = self.color(color, &format!("{sign} {}", cut(text)));
                    lines.push(format!("  {place:width$}  {text}"));
                }
            }
        }
        let most = if self.options.verbose { usize::MAX } else { MOST_CHANGES };
        lines.iter().take(most).for_each(|line| self.line(line));
        if lines.len() > most {
            self.line(&format!("  and {} more (shown with -v)", lines.len() - most));
        }
    }

    fn replayed(&mut self, finding: &Finding) {
        let Some(example) = &finding.example else { return };
        let is_exact = finding.difference.as_ref().is_some_and(|(_, is_exact)| *is_exact);
        let rest = if is_exact { "" } else { " Other inputs may differ too." };
        self.line("");
        self.line(&format!("{}{rest}", spoken::replayed(example)));
    }

    fn difference(&mut self, finding: &Finding) {
        let Some((condition, is_exact)) = &finding.difference else { return };
        let is_long = self.is_long(condition);
        let text = &condition.text;
        self.heading("When they differ:");
        self.line(&match (condition.is_always, is_exact) {
            (true, _) => "  on every input.".to_owned(),
            (false, _) if is_long => "  on many inputs; which ones is long to say (-v shows it).".to_owned(),
            (false, true) => format!("  exactly when {text}."),
            (false, false) => format!("  at least when {text}."),
        });
    }

    fn proved(&mut self, finding: &Finding) {
        let Some(condition) = finding.open_when.as_ref().filter(|condition| !condition.is_always) else { return };
        self.heading("What is proved:");
        // What is cut off could be any input.
        match self.is_long(condition) {
            false => self.line(&format!("  both versions do the same, but when {}: that is open.", condition.text)),
            true => self.line("  both versions do the same on some inputs; which ones is long to say (-v shows it)."),
        }
        self.slips(finding);
    }

    /// Does it take more than a line, or more than a glance?
    fn is_long(&self, condition: &Written) -> bool {
        !self.options.verbose && !spoken::is_readable(&condition.text)
    }

    /// The inputs that a claim is not about.
    fn slips(&mut self, finding: &Finding) {
        for row in &finding.slips {
            let at = if row.at.is_empty() { String::new() } else { format!(" at {}", row.at) };
            let when = match &row.condition {
                Some(condition) if !self.is_long(condition) => format!("when {}", condition.text),
                _ => "on some inputs".to_owned(),
            };
            self.line(&format!("  Not part of this: {when}, both fail with {}{at}.", row.raises));
        }
    }

    fn tables(&mut self, tables: &[Table]) {
        for table in tables {
            self.heading(&format!("Summary of {}:", cut(&table.title)));
            if let Some(gap) = &table.gap {
                self.line(&format!("  not complete: {gap}"));
            }
            let most = if self.options.verbose { usize::MAX } else { MOST_ROWS };
            let rows: Vec<(String, &str)> =
                table.rows.iter().take(most).map(|(when, what)| (cut_condition(when), what.as_str())).collect();
            let width = rows.iter().map(|(when, _)| when.chars().count()).max().unwrap_or(0);
            for (when, what) in rows {
                self.line(&format!("  {when:width$}  ->  {}", cut(what)));
            }
            if table.rows.len() > most {
                self.line(&format!("  and {} more (shown with -v)", table.rows.len() - most));
            }
        }
    }

    fn contexts(&mut self, contexts: &[ContextRow], client: &str) {
        // That the client itself was changed is said by the rest.
        let is_plain = |row: &&ContextRow| row.call.is_empty() && row.condition.as_ref().is_some_and(|it| it.is_always);
        let contexts: Vec<&ContextRow> = contexts.iter().filter(|row| self.options.verbose || !is_plain(row)).collect();
        if contexts.is_empty() {
            return;
        }
        self.heading(&format!("Where {client} meets the change:"));
        let most = if self.options.verbose { usize::MAX } else { MOST_ROWS };
        for row in contexts.iter().take(most) {
            let call = match &row.quote {
                Some(quote) => format!("{}  {}", row.call, cut(quote)),
                None if row.call.is_empty() => "at its start".to_owned(),
                None => row.call.clone(),
            };
            self.line(&format!("  {call}"));
            let when = match &row.condition {
                None => "on some inputs: ".to_owned(),
                Some(condition) if condition.is_always => "always: ".to_owned(),
                Some(condition) if self.is_long(condition) => "on some inputs: ".to_owned(),
                Some(condition) => format!("when {}: ", condition.text),
            };
            self.line(&format!("    {when}{}", status_words(row.status)));
        }
        if contexts.len() > most {
            self.line(&format!("  and {} more (shown with -v)", contexts.len() - most));
        }
    }

    fn reason(&mut self, finding: &Finding) {
        let Some(reason) = finding.reason else { return };
        self.heading("How this is known:");
        let words = match &finding.apart_from {
            Some(library) => format!("This says nothing about {library}: no call in {} leads there.", finding.client),
            None if finding.means_the_same => {
                format!(
                    "What was changed in the code that {} can reach makes no difference to what it does.",
                    finding.client
                )
            }
            None => reason_words(reason, &finding.client),
        };
        self.line(&format!("  {words}"));
        self.slips(finding);
        if finding.apart_from.is_some() {
            let label = self.color(AnsiColor::Cyan, "Try:");
            self.line(&format!("    {label} if the library goes by another name there, say which with --module NAME."));
        }
        // What holds in between is for who wants to know how it is proved.
        if !self.options.verbose {
            return;
        }
        for row in &finding.invariants {
            let Some(condition) = &row.condition else { continue };
            let place = match (row.old.as_str(), row.new.as_str()) {
                ("", "") => "in between".to_owned(),
                ("", new) => format!("at the loop {new}, when old has ended"),
                (old, "") => format!("at the loop {old}, when new has ended"),
                (old, new) => format!("at the loops {old} and {new}"),
            };
            self.line(&format!("    {place}: {}", condition.text));
        }
    }

    fn audit(&mut self, finding: &Finding) {
        let Some(audit) = finding.audit else { return };
        self.line("");
        self.line(&format!(
            "Both versions were also run {} times by the language itself; {} of the runs tell something of the change, and none contradicts the proof.",
            audit.runs, audit.counted
        ));
    }

    fn runs(&mut self, finding: &Finding) {
        let Some(runs) = &finding.runs else { return };
        self.heading("What was run:");
        if let (0, Some(why)) = (runs.inputs, &runs.stopped) {
            return self.line(&format!("  Nothing: {why}."));
        }
        let lines = match runs.lines {
            Some((covered, changed)) if changed > 0 => format!(", {covered} of {changed} changed lines covered"),
            _ => String::new(),
        };
        let inputs = with_separators(runs.inputs);
        let s = if runs.inputs == 1 { "" } else { "s" };
        self.line(&format!(
            "  Not proved; {inputs} input{s} run in {} on both versions{lines}, no difference.",
            runs.by
        ));
        if !runs.missed.is_empty() {
            let most = if self.options.verbose { usize::MAX } else { MOST_ROWS };
            let more = runs.missed.len().saturating_sub(most);
            let shown: Vec<&str> = runs.missed.iter().take(most).map(String::as_str).collect();
            let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
            self.line(&format!("  Never reached: {}{rest}.", shown.join(", ")));
        }
        if let Some(why) = &runs.stopped {
            self.line(&format!("  It ended early: {why}."));
        }
    }

    pub(crate) fn gaps(&mut self, gaps: &[GapRow]) {
        self.heading("What is open:");
        let most = if self.options.verbose { usize::MAX } else { MOST_ROWS };
        for row in gaps.iter().take(most) {
            let mut means = row.means.clone();
            if let Some(first) = means.get(..1) {
                means = first.to_uppercase() + &means[1..];
            }
            self.line(&format!("  {means}."));
            if let Some(quote) = &row.quote {
                self.line(&format!("    {:>6} | {}", row.at.rsplit(':').next().unwrap_or_default(), cut(quote)));
            }
            let label = self.color(AnsiColor::Cyan, "Try:");
            self.line(&format!("    {label} {}.", row.advice));
        }
        if gaps.len() > most {
            self.line(&format!("  and {} more (shown with -v)", gaps.len() - most));
        }
    }

    pub(crate) fn assumptions(&mut self, finding: &Finding) {
        let granted = spoken::granted(finding);
        if granted.is_empty() {
            return;
        }
        self.heading("Taken for granted:");
        for assumption in granted {
            self.line(&format!("  {}", assumption.detail));
        }
    }

    fn numbers(&mut self, finding: &Finding) {
        let statistics = &finding.statistics;
        self.heading("In numbers:");
        let mut text = String::new();
        let _ = write!(
            text,
            "  {:.3} s with {}; {} ways through the client, {} pairs of ways through the library, {} questions to the solver, {} inputs tried",
            finding.elapsed.as_secs_f64(),
            finding.method,
            statistics.client_paths,
            statistics.library_path_pairs,
            statistics.solver_queries,
            statistics.inputs_tried,
        );
        self.line(&text);
    }

    pub(crate) fn rows(&mut self, findings: &[Finding]) {
        let width = findings.iter().map(|finding| finding.name().chars().count()).max().unwrap_or(0);
        for finding in findings {
            let word = match finding.kind {
                VerdictKind::Equivalent => "not affected",
                VerdictKind::Different => "affected",
                VerdictKind::Undecided => "not decided",
            };
            let word = self.verdict(finding.kind, &format!("{word:12}"));
            // What a proof takes for granted is marked; a check of the one client prints it.
            let assumed = match (finding.kind, granted(finding)) {
                (VerdictKind::Equivalent, count @ 1..) => format!(" [{count}*]"),
                _ => finding.accepted.as_ref().map(|why| format!(" [accepted: {why}]")).unwrap_or_default(),
            };
            self.line(&format!("  {:width$}  {word}  {}{assumed}", finding.name(), in_short(finding)));
        }
        if findings.iter().any(|finding| finding.kind == VerdictKind::Equivalent && granted(finding) > 0) {
            self.line("");
            self.line("  * so many things are taken for granted, or not part of it (shown with --client, and in JSON)");
        }
    }

    /// The clients of a library, affected ones first, and how many came out how.
    fn impact(&mut self, report: &Report) {
        if !self.options.quiet {
            self.line(&format!("What the step from {} to {} does to its clients:", report.old, report.new));
            self.line("");
            let is_apart = |finding: &Finding| finding.reason == Some(Reason::Identical);
            let (apart, mut shown): (Vec<Finding>, Vec<Finding>) = report.findings.iter().cloned().partition(is_apart);
            let most = if self.options.verbose { usize::MAX } else { MOST_ROWS };
            let left_out = apart.len().saturating_sub(most);
            shown.extend(apart.into_iter().take(most));
            self.rows(&shown);
            if left_out > 0 {
                self.line(&format!("  and {left_out} more that reach nothing that was changed (shown with -v)"));
            }
            if let Some(finding) = report.worth_a_look() {
                self.line("");
                self.line(&format!("To see one in full: {}", report.in_full(finding)));
            }
            self.without_functions(report);
            self.line("");
        }
        let counts = self.verdict(report.kind(), &counts(report));
        self.line(&counts);
    }

    /// Files of which nothing was asked.
    pub(crate) fn without_functions(&mut self, report: &Report) {
        let names = &report.without_functions;
        if names.is_empty() {
            return;
        }
        let most = if self.options.verbose { usize::MAX } else { MOST_ROWS };
        let shown = names.iter().take(most).cloned().collect::<Vec<_>>().join(", ");
        let more = names.len().saturating_sub(most);
        let more = if more > 0 { format!(" and {more} more (shown with -v)") } else { String::new() };
        self.line("");
        self.line(&format!(
            "Not asked about, for they hold no function, only what runs when they are loaded: {shown}{more}"
        ));
    }

    fn table(&mut self, report: &Report) {
        let total = report.findings.len();
        let functions = if total == 1 { "function" } else { "functions" };
        let summary = format!(
            "{total} {functions} in both {} and {}: {} affected, {} not decided, {} not affected.",
            report.old,
            report.new,
            report.count(VerdictKind::Different),
            report.count(VerdictKind::Undecided),
            report.count(VerdictKind::Equivalent),
        );
        let summary = self.verdict(report.kind(), &summary);
        self.line(&summary);
        if self.options.quiet {
            return;
        }
        if total > 0 {
            self.line("");
        }
        self.rows(&report.findings);
        if let Some(only_in) = &report.only_in {
            for (version, names) in [(&report.old, &only_in.old), (&report.new, &only_in.new)] {
                if !names.is_empty() {
                    self.line("");
                    self.line(&format!("Only in {version}: {}", names.join(", ")));
                }
            }
        }
        if let Some(finding) = report.worth_a_look() {
            self.line("");
            self.line(&format!("To see one in full, name it: --client {}", finding.client));
        }
    }
}

/// What a proof takes for granted, and what it is not about.
fn granted(finding: &Finding) -> usize {
    finding.assumptions.len() + finding.slips.len()
}

/// A line of source, as much of it as helps.
pub(crate) fn cut(line: &str) -> String {
    const WIDTH: usize = 120;
    if line.chars().count() <= WIDTH {
        return line.to_owned();
    }
    line.chars().take(WIDTH).chain("…".chars()).collect()
}

fn status_words(status: Status) -> &'static str {
    match status {
        Status::Inactive => "the changed code does nothing there that it did not do before",
        Status::Active => "the changed code runs, and the client does the same",
        Status::Differs => "the change shows",
        Status::Open => "not settled",
    }
}

fn reason_words(reason: Reason, client: &str) -> String {
    match reason {
        Reason::Identical => format!("Nothing that {client} can reach was changed."),
        Reason::Inactive => {
            format!("Every path through {client} was followed to its end, and none runs changed code.")
        }
        Reason::Active => format!(
            "Every path through {client} was followed to its end, and on each of them both versions do the same."
        ),
        Reason::Relational => {
            "Loops of both versions were run side by side in a proof that holds for any number of rounds.".to_owned()
        }
        Reason::RelativelyCorrect => "New fails nothing that old does not.".to_owned(),
        Reason::Summary => {
            "Calls of one function with the same arguments count as one in a proof that holds for any number of rounds and any depth of recursion.".to_owned()
        }
    }
}

/// `12,400`
fn with_separators(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Longer conditions are not for reading.
pub(crate) const LONGEST: usize = 300;

fn cut_condition(condition: &str) -> String {
    match condition.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{} ...", &condition[..at]),
        None => condition.to_owned(),
    }
}
