//! `safebump summaries`: every region of a function, and whether its summary is equal to its paths.

use equiv::regions::{Instance, RegionProofs, RegionRow, Shown, Unmerged};
use equiv::{Place, Problem, Side};
use ir::interp::Limits;
use serde_json::{Value, json};

use crate::example;
use crate::finding::{VerdictKind, line, place_name};

/// A function whose summaries were compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    pub function: String,
    pub regions: Vec<Row>,
    /// Not every path of the function was followed as far as it could be.
    pub is_cut: bool,
    /// Some path leads to what is not understood, and ends there.
    pub is_stuck: bool,
    /// Why there are no rows, if it could not be looked at.
    pub why_not: Option<String>,
}

/// A region, as a reader sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// `shop.py:3`
    pub at: String,
    pub quote: Option<String>,
    /// Of each use: the paths it replaces, and what comparing it with them showed.
    pub uses: Vec<(u64, Status)>,
    pub unmerged: Option<Unmerged>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    Equal,
    /// This call shows it.
    Different(String),
    Undecided,
}

impl Row {
    /// Was it used, or is there a reason why not?
    fn is_told(&self) -> bool {
        !self.uses.is_empty() || self.unmerged.is_some()
    }
}

/// All functions that were asked about.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub file: String,
    pub functions: Vec<Compared>,
    /// How often summaries should be used.
    pub expected: Option<u64>,
}

impl Compared {
    pub fn new(problem: &Problem, proofs: &RegionProofs) -> Compared {
        let regions = proofs.regions.iter().map(|region| row(problem, region)).collect();
        let RegionProofs { is_cut, is_stuck, .. } = *proofs;
        Compared { function: problem.client.clone(), regions, is_cut, is_stuck, why_not: None }
    }

    pub fn not_looked_at(function: &str, why: String) -> Compared {
        let function = function.to_owned();
        Compared { function, regions: Vec::new(), is_cut: true, is_stuck: false, why_not: Some(why) }
    }

    fn kind(&self) -> VerdictKind {
        let statuses = self.regions.iter().flat_map(|region| &region.uses).map(|(_, status)| match status {
            Status::Equal => VerdictKind::Equivalent,
            Status::Different(_) => VerdictKind::Different,
            Status::Undecided => VerdictKind::Undecided,
        });
        let may_be_more = self.is_cut && (self.why_not.is_some() || !self.regions.is_empty());
        let looked = if may_be_more { VerdictKind::Undecided } else { VerdictKind::Equivalent };
        statuses.max().unwrap_or(VerdictKind::Equivalent).max(looked)
    }

    fn uses(&self) -> impl Iterator<Item = &(u64, Status)> {
        self.regions.iter().flat_map(|region| &region.uses)
    }
}

fn row(problem: &Problem, region: &RegionRow) -> Row {
    let place = Place { side: Side::Old, span: region.at };
    let status = |instance: &Instance| match &instance.shown {
        Shown::Equal => Status::Equal,
        Shown::Undecided => Status::Undecided,
        Shown::Different(inputs) => Status::Different(call(problem, inputs)),
    };
    Row {
        at: place_name(problem, place),
        quote: line(problem, place),
        uses: region.instances.iter().map(|instance| (instance.ways, status(instance))).collect(),
        unmerged: region.unmerged,
    }
}

/// The call of the function with these inputs.
fn call(problem: &Problem, inputs: &[value::Value]) -> String {
    match equiv::replay::called(problem, Side::Old, inputs, Limits::default()) {
        Some(seen) => example::call(&problem.client, &example::passed(problem, inputs, Side::Old, &seen)),
        None => format!("{}(...)", problem.client),
    }
}

impl Report {
    pub fn uses(&self) -> u64 {
        self.functions.iter().map(|function| function.uses().count() as u64).sum()
    }

    fn paths(&self) -> u64 {
        self.functions.iter().flat_map(Compared::uses).map(|(ways, _)| ways).sum()
    }

    fn found(&self) -> usize {
        self.functions.iter().map(|function| function.regions.len()).sum()
    }

    /// Is the number of uses another than the one that was expected?
    pub fn is_unexpected(&self) -> bool {
        self.expected.is_some_and(|expected| expected != self.uses())
    }

    pub fn kind(&self) -> VerdictKind {
        self.functions.iter().map(Compared::kind).max().unwrap_or(VerdictKind::Equivalent)
    }

    /// 0: every summary is equal to its paths, and used as often as expected.
    pub fn exit_code(&self) -> u8 {
        let unexpected = if self.is_unexpected() { VerdictKind::Different } else { VerdictKind::Equivalent };
        self.kind().max(unexpected).exit_code()
    }

    fn conclusion(&self) -> &'static str {
        let is_equal = self.functions.iter().flat_map(Compared::uses).all(|(_, status)| *status == Status::Equal);
        match self.kind() {
            VerdictKind::Equivalent if self.uses() == 0 => "No summary was used, so there was nothing to compare.",
            VerdictKind::Equivalent => "Every summary is equal to the paths it replaces (proved).",
            VerdictKind::Different => {
                "A summary is not equal to the paths it replaces. Please report this with the file; until it is settled, use --merge never."
            }
            VerdictKind::Undecided if is_equal && self.uses() > 0 => {
                "Every summary that was compared is equal to its paths, but there may be more to compare."
            }
            VerdictKind::Undecided => "Not all of it could be compared.",
        }
    }
}

pub fn text(report: &Report, quiet: bool) -> String {
    let mut text = String::new();
    let mut put = |line: &str| {
        text.push_str(line.trim_end());
        text.push('\n');
    };
    if !quiet {
        put(&format!("What is merged in {}:", report.file));
        for function in &report.functions {
            put("");
            put(&format!("  {}", function.function));
            if let Some(why) = &function.why_not {
                put(&format!("    not looked at: {why}"));
            } else if function.regions.is_empty() {
                put("    no branches that come together again");
            }
            let place = |row: &Row| [row.at.as_str(), row.quote.as_deref().unwrap_or_default()].join("  ");
            let told: Vec<&Row> = function.regions.iter().filter(|row| row.is_told()).collect();
            let width = told.iter().map(|row| place(row).chars().count()).max().unwrap_or(0).min(60);
            for row in &told {
                put(&format!("    {:width$}  {}", place(row), status(row)));
            }
            let others = function.regions.len() - told.len();
            if others > 0 {
                put(&format!("    {} within others, or never decided by the inputs", counted(others as u64, "region")));
            }
            if function.is_cut && function.why_not.is_none() {
                put("    not every path was followed to its end: the time was up, or a loop goes round further");
            }
            if function.is_stuck {
                put("    a path ends at what is not understood; nothing is merged beyond that");
            }
        }
        put("");
    }
    let (found, uses, paths) = (report.found(), report.uses(), report.paths());
    let (uses_word, paths_word) = (counted(uses, "use"), counted(paths, "path"));
    put(&format!("{}; {uses_word} of their summaries in place of {paths_word}.", counted(found as u64, "region")));
    if report.is_unexpected() {
        put(&format!("Expected were {}.", counted(report.expected.unwrap_or_default(), "use")));
    }
    put(report.conclusion());
    text
}

fn counted(number: u64, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

fn status(row: &Row) -> String {
    let paths: u64 = row.uses.iter().map(|(ways, _)| ways).sum();
    let used = || format!("{} for {}", counted(row.uses.len() as u64, "use"), counted(paths, "path"));
    let different = row.uses.iter().find_map(|(_, status)| match status {
        Status::Different(call) => Some(call),
        Status::Equal | Status::Undecided => None,
    });
    match (different, row.unmerged) {
        (Some(call), _) => format!("{}: different on {call}", used()),
        (None, Some(why)) if row.uses.is_empty() => format!("not merged: {}", reason(why)),
        _ if row.uses.iter().any(|(_, status)| *status == Status::Undecided) => format!("{}: undecided", used()),
        _ => format!("{}: equal", used()),
    }
}

fn reason(why: Unmerged) -> &'static str {
    match why {
        Unmerged::NotSummarised => "it may reach something that no summary says (a loop, a call outside, a choice)",
        Unmerged::MixesKinds => "values of different kinds would become one",
        Unmerged::TooLarge => "the summary would be too large",
        Unmerged::SavesNothing => "it has as many ends as paths",
    }
}

fn key(why: Unmerged) -> &'static str {
    match why {
        Unmerged::NotSummarised => "not-summarised",
        Unmerged::MixesKinds => "mixes-kinds",
        Unmerged::TooLarge => "too-large",
        Unmerged::SavesNothing => "saves-nothing",
    }
}

/// The same as one JSON object.
pub fn json(report: &Report) -> String {
    let functions: Vec<Value> = report.functions.iter().map(function_json).collect();
    let mut object = json!({
        "schema": "safebump/1",
        "command": "summaries",
        "verdict": report.kind().word(),
        "file": report.file,
        "regions": report.found(),
        "instantiations": report.uses(),
        "paths_replaced": report.paths(),
        "functions": functions,
    });
    if let Some(expected) = report.expected {
        object["expected"] = json!(expected);
    }
    format!("{object:#}\n")
}

fn function_json(function: &Compared) -> Value {
    let regions: Vec<Value> = function.regions.iter().map(row_json).collect();
    let is_complete = !function.is_cut && !function.is_stuck;
    let mut object = json!({"function": function.function, "complete": is_complete, "regions": regions});
    if let Some(why) = &function.why_not {
        object["why_not"] = json!(why);
    }
    object
}

fn row_json(row: &Row) -> Value {
    let uses = row.uses.iter().map(|(ways, status)| match status {
        Status::Equal => json!({"paths": ways, "status": "equal"}),
        Status::Undecided => json!({"paths": ways, "status": "undecided"}),
        Status::Different(call) => json!({"paths": ways, "status": "different", "call": call}),
    });
    let mut object = json!({"at": row.at, "instantiations": uses.collect::<Vec<Value>>()});
    if let (Some(why), true) = (row.unmerged, row.uses.is_empty()) {
        object["not_merged"] = json!(key(why));
    }
    object
}
