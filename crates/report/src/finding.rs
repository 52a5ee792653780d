//! Everything that can be said about one client, as plain data.

use std::time::Duration;

use equiv::coverage::{Invariant, Slip};
use equiv::{
    Condition, Coverage, Gap, GapKind, Method, Place, Problem, Reason, Side, Statistics, Status, Verdict, Why,
};
use ir::entry::Assumption;
use ir::interp::Outcome;

use crate::advice;
use crate::changes::{self, Hunk};
use crate::conditions::{self, Written};
use crate::contracts;
use crate::example::Example;
use crate::location::{self, Location};
use crate::summaries::Table;
use crate::upgrade::Upgrade;

/// What was found out about one client.
#[derive(Clone, Debug)]
pub struct Finding {
    pub client: String,
    /// Of `impact`: the file that the client stands in, as the user named it.
    pub file: Option<String>,
    /// Where the client meets the change, or where it begins.
    pub place: Option<Location>,
    pub kind: VerdictKind,
    /// Of a difference: the reason for which the user accepts it, where it is shown to be no wider than that.
    pub accepted: Option<String>,
    /// For a proof: what it rests on.
    pub reason: Option<Reason>,
    /// Of code that is the same in both versions: were its lines changed all the same?
    pub means_the_same: bool,
    /// Of a client in a file of its own that reaches no function of the library: what that is called.
    pub apart_from: Option<String>,
    pub method: Method,
    pub example: Option<Example>,
    /// The changed lines that ran on the counterexample.
    pub changes: Vec<Hunk>,
    /// The inputs on which the versions differ, and whether these are all.
    pub difference: Option<(Written, bool)>,
    /// Where nothing is proved, if it is proved for all other inputs.
    pub open_when: Option<Written>,
    /// Inputs that a proof is not about.
    pub slips: Vec<SlipRow>,
    /// Summaries of the code, if they were asked for.
    pub tables: Vec<Table>,
    pub contexts: Vec<ContextRow>,
    /// What a proof shows to hold between the loops of both versions.
    pub invariants: Vec<InvariantRow>,
    pub gaps: Vec<GapRow>,
    pub assumptions: Vec<Assumption>,
    pub statistics: Statistics,
    pub elapsed: Duration,
    /// Of a differential check of assertions.
    pub relative: Option<Relative>,
    /// Of a proof that was held against runs of the language itself.
    pub audit: Option<Audit>,
    /// Of a question that stayed open though both versions were run for real.
    pub runs: Option<Runs>,
}

/// Runs of both versions that showed no difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs {
    /// What ran them.
    pub by: &'static str,
    pub inputs: usize,
    /// How many of the changed lines with code ran, where that is seen.
    pub lines: Option<(usize, usize)>,
    /// The changed lines that never ran: `new.py:7`.
    pub missed: Vec<String>,
    /// Why it ended early.
    pub stopped: Option<String>,
}

impl Runs {
    /// Nothing could be run, for this reason.
    pub fn none(why: &str) -> Runs {
        Runs { by: "", inputs: 0, lines: None, missed: Vec::new(), stopped: Some(why.to_owned()) }
    }

    /// These, and those that were made before.
    #[must_use]
    pub fn and(self, before: Runs) -> Runs {
        if self.inputs == 0 || before.inputs == 0 {
            return if self.inputs == 0 { before } else { self };
        }
        let missed: Vec<String> = self.missed.into_iter().filter(|line| before.missed.contains(line)).collect();
        let all = [self.lines, before.lines].into_iter().flatten().map(|(_, all)| all).max();
        let lines = all.map(|all| (all - missed.len().min(all), all));
        Runs { inputs: self.inputs + before.inputs, lines, missed, ..self }
    }
}

/// How many runs of the language itself a proof was held against.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    pub runs: usize,
    /// Those that show something: they run a changed line, and do not end in a mistake about types.
    pub counted: usize,
}

/// What a differential check of assertions found out besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relative {
    pub contracts: Vec<ContractRow>,
    /// Functions that the mode warns of.
    pub warnings: Vec<String>,
    pub globals: usize,
    pub candidates: usize,
    pub inferred: usize,
}

/// A contract of a pair of functions, condition by condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractRow {
    pub function: String,
    pub pre: Vec<String>,
    pub post: Vec<String>,
    /// What was tried and does not hold.
    pub died: Vec<String>,
}

/// The verdict without what belongs to it. The order is that of a table's verdict: the worst wins.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum VerdictKind {
    Equivalent,
    Undecided,
    Different,
}

impl VerdictKind {
    pub fn word(self) -> &'static str {
        match self {
            VerdictKind::Equivalent => "equivalent",
            VerdictKind::Undecided => "undecided",
            VerdictKind::Different => "different",
        }
    }

    pub fn exit_code(self) -> u8 {
        match self {
            VerdictKind::Equivalent => 0,
            VerdictKind::Different => 1,
            VerdictKind::Undecided => 3,
        }
    }
}

/// What fails a run besides.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct FailOn {
    /// A proof that takes something for granted counts as not decided.
    pub assumed: bool,
    /// What is not decided counts as affected.
    pub undecided: bool,
}

/// A way in which the client reaches changed code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextRow {
    /// `None`: it takes too long to say.
    pub condition: Option<Written>,
    /// `client.py:5`
    pub call: String,
    /// The call as it stands in the source, where it fits on a line.
    pub quote: Option<String>,
    pub status: Status,
}

/// A condition that holds whenever both versions are at these places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvariantRow {
    /// `old.py:3`; nothing where a version has ended or has no loop.
    pub old: String,
    pub new: String,
    /// `None`: it takes too long to say.
    pub condition: Option<Written>,
}

/// Inputs on which both versions fail, and no statement of the program is the cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlipRow {
    /// Nothing where it is not known which inputs these are.
    pub condition: Option<Written>,
    /// `TypeError`
    pub raises: String,
    /// `lib.py:3`, or nothing where it has no place.
    pub at: String,
}

/// Why something stayed open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GapRow {
    pub kind: GapKind,
    /// `lib.py:7`, or nothing where the gap has no place.
    pub at: String,
    /// The source line there.
    pub quote: Option<String>,
    pub detail: String,
    /// What it means, in a sentence.
    pub means: String,
    /// What the user may do about it.
    pub advice: String,
}

/// One client, or a table of them.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub command: &'static str,
    /// OLD and NEW as the user named them.
    pub old: String,
    pub new: String,
    pub findings: Vec<Finding>,
    /// `Some` makes it a table.
    pub only_in: Option<OnlyIn>,
    /// Of `upgrade`: what is said besides.
    pub upgrade: Option<Upgrade>,
    /// The command that shows one of a table's clients in full, up to `--client`. `None`: a check of old and new.
    pub again: Option<String>,
    /// Of `impact` and `upgrade`: files that hold no function to ask about.
    pub without_functions: Vec<String>,
}

/// Functions that one version has and the other has not.
#[derive(Clone, Debug, Default)]
pub struct OnlyIn {
    pub old: Vec<String>,
    pub new: Vec<String>,
}

impl Report {
    /// Rows, or one finding in full? Clients that stand in files of their own are always rows.
    pub fn is_table(&self) -> bool {
        self.only_in.is_some() || self.upgrade.is_some() || self.findings.len() != 1 || self.findings[0].file.is_some()
    }

    pub fn count(&self, kind: VerdictKind) -> usize {
        self.findings.iter().filter(|finding| finding.kind == kind).count()
    }

    /// How a command ends: as its verdict says, but what is accepted does not count.
    pub fn exit_code(&self, fail_on: FailOn) -> u8 {
        let is_counted = |finding: &&Finding| finding.accepted.is_none();
        let kind = |finding: &Finding| match finding.kind {
            VerdictKind::Equivalent if fail_on.assumed && !finding.assumptions.is_empty() => VerdictKind::Undecided,
            kind => kind,
        };
        let worst = self.findings.iter().filter(is_counted).map(kind).max().unwrap_or(VerdictKind::Equivalent);
        match worst.max(self.besides()) {
            VerdictKind::Undecided if fail_on.undecided => VerdictKind::Different.exit_code(),
            worst => worst.exit_code(),
        }
    }

    /// Of a table: different if any is, else undecided if any is.
    pub fn kind(&self) -> VerdictKind {
        self.findings.iter().map(|finding| finding.kind).max().unwrap_or(VerdictKind::Equivalent).max(self.besides())
    }

    /// What nobody looked at is not decided.
    fn besides(&self) -> VerdictKind {
        match &self.upgrade {
            Some(upgrade) if !upgrade.not_followed().is_empty() => VerdictKind::Undecided,
            _ => VerdictKind::Equivalent,
        }
    }

    /// The first function that is not proved; what could not be read is no function.
    pub(crate) fn worth_a_look(&self) -> Option<&Finding> {
        self.findings.iter().find(|row| row.kind != VerdictKind::Equivalent && row.client != "*")
    }

    /// The command that shows this client in full.
    pub(crate) fn in_full(&self, finding: &Finding) -> String {
        let check = || format!("safebump check {} {}", self.old, self.new);
        format!("{} --client {}", self.again.clone().unwrap_or_else(check), finding.name())
    }
}

impl Finding {
    pub fn new(
        problem: &Problem,
        verdict: &Verdict,
        method: Method,
        coverage: &Coverage,
        elapsed: Duration,
    ) -> Finding {
        let mut finding = Finding {
            client: problem.client.clone(),
            file: None,
            place: location::of_client(problem),
            kind: VerdictKind::Undecided,
            accepted: None,
            reason: None,
            means_the_same: false,
            apart_from: None,
            method,
            example: None,
            changes: Vec::new(),
            difference: None,
            open_when: None,
            tables: Vec::new(),
            slips: slip_rows(problem, coverage),
            contexts: context_rows(problem, coverage),
            invariants: Vec::new(),
            gaps: Vec::new(),
            assumptions: problem.assumptions.clone(),
            statistics: coverage.statistics,
            elapsed,
            relative: coverage.relative.as_ref().map(relative),
            audit: None,
            runs: None,
        };
        match verdict {
            Verdict::Equivalent(proof) => {
                finding.kind = VerdictKind::Equivalent;
                finding.reason = Some(proof.reason);
                finding.means_the_same = proof.reason == Reason::Identical && changes::is_touched(problem);
                finding.invariants = invariant_rows(problem, coverage);
                finding.assumptions = proof.assumptions.clone();
            }
            Verdict::Different(counterexample) => {
                finding.kind = VerdictKind::Different;
                finding.example = Some(Example::new(problem, counterexample));
                finding.changes = changes::that_ran(problem, counterexample);
                let difference = coverage.difference.as_ref();
                finding.difference = difference.map(|row| (conditions::write(problem, &row.condition), row.is_exact));
            }
            Verdict::Undecided(gaps) => {
                finding.gaps = gap_rows(problem, gaps);
                finding.open_when = written(problem, coverage.open_when.as_ref());
            }
        }
        finding.assumptions.sort();
        finding.assumptions.dedup();
        finding
    }

    /// Neither version could be run, for want of a module: with it, what is not understood may be run.
    #[must_use]
    pub fn lacking(mut self, module: &str, python: &str) -> Finding {
        for gap in self.gaps.iter_mut().filter(|gap| gap.kind == GapKind::Unsupported) {
            gap.advice = advice::to_install(module, python);
        }
        let why = format!("a version cannot be loaded: there is no module {module} for {python}");
        Finding { runs: Some(Runs::none(&why)), ..self }
    }

    /// The client as `--client` takes it.
    pub fn name(&self) -> String {
        match &self.file {
            Some(file) => format!("{file}:{}", self.client),
            None => self.client.clone(),
        }
    }

    /// For a check that was cut off before it had an answer of its own.
    pub fn undecided(client: &str, why: Why, elapsed: Duration) -> Finding {
        Finding {
            client: client.to_owned(),
            file: None,
            place: None,
            kind: VerdictKind::Undecided,
            accepted: None,
            reason: None,
            means_the_same: false,
            apart_from: None,
            method: Method::Auto,
            example: None,
            changes: Vec::new(),
            difference: None,
            open_when: None,
            slips: Vec::new(),
            tables: Vec::new(),
            contexts: Vec::new(),
            invariants: Vec::new(),
            gaps: vec![advice::row(None, &why, String::new(), None)],
            assumptions: Vec::new(),
            statistics: Statistics::default(),
            elapsed,
            relative: None,
            audit: None,
            runs: None,
        }
    }
}

fn relative(found: &equiv::coverage::Relative) -> Relative {
    Relative {
        contracts: found.contracts.iter().map(contracts::row).collect(),
        warnings: found.warnings.iter().map(|name| name.to_string()).collect(),
        globals: found.globals,
        candidates: found.candidates,
        inferred: found.inferred,
    }
}

fn slip_rows(problem: &Problem, coverage: &Coverage) -> Vec<SlipRow> {
    let row = |slip: &Slip| {
        let Outcome::Raised(value) = &slip.ended.outcome else { return None };
        let raises = problem.notation.raised(problem.program(Side::Old), value, &slip.ended.state);
        let at = slip.ended.failed_at.map(|span| place_name(problem, Place { side: Side::Old, span }));
        let condition = written(problem, slip.condition.as_ref());
        Some(SlipRow { condition, raises, at: at.unwrap_or_default() })
    };
    coverage.slips.iter().filter_map(row).collect()
}

fn written(problem: &Problem, condition: Option<&Condition>) -> Option<Written> {
    condition.map(|condition| conditions::write(problem, condition))
}

fn context_rows(problem: &Problem, coverage: &Coverage) -> Vec<ContextRow> {
    let mut rows: Vec<ContextRow> = Vec::new();
    for context in &coverage.contexts {
        let row = ContextRow {
            condition: written(problem, context.condition.as_ref()),
            call: place_name(problem, context.call),
            quote: quote(problem, context.call),
            status: context.status,
        };
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows
}

fn invariant_rows(problem: &Problem, coverage: &Coverage) -> Vec<InvariantRow> {
    let row = |invariant: &Invariant| InvariantRow {
        old: place_name(problem, invariant.old),
        new: place_name(problem, invariant.new),
        condition: written(problem, invariant.condition.as_ref()),
    };
    coverage.invariants.iter().map(row).collect()
}

fn gap_rows(problem: &Problem, gaps: &[Gap]) -> Vec<GapRow> {
    let mut rows: Vec<GapRow> = Vec::new();
    for gap in gaps {
        let at = gap.at.map(|place| place_name(problem, place)).unwrap_or_default();
        let row = advice::row(Some(problem), &gap.why, at, gap.at.and_then(|place| line(problem, place)));
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows
}

/// `lib.py:7`
pub(crate) fn place_name(problem: &Problem, place: Place) -> String {
    let program = problem.program(place.side);
    match program.files.get(place.span.file) {
        Some(file) if !place.span.is_none() => format!("{}:{}", file.name, place.span.line),
        _ => String::new(),
    }
}

/// The whole source line of a place.
pub(crate) fn line(problem: &Problem, place: Place) -> Option<String> {
    let file = problem.program(place.side).files.get(place.span.file)?;
    let line = file.text.lines().nth((place.span.line as usize).checked_sub(1)?)?;
    Some(line.trim().to_owned())
}

/// What a place spans, if that is within one line; the line of a place that is only a point.
fn quote(problem: &Problem, place: Place) -> Option<String> {
    let span = place.span;
    let file = problem.program(place.side).files.get(span.file)?;
    let line = file.text.lines().nth((span.line as usize).checked_sub(1)?)?;
    if span.end_line == 0 || (span.end_line, span.end_column) == (span.line, span.column) {
        // A compiler's place is a point: the line as a whole.
        return Some(line.trim().to_owned()).filter(|line| !line.is_empty());
    }
    if span.end_line != span.line || span.end_column <= span.column {
        return None;
    }
    let skip = (span.column as usize).checked_sub(1)?;
    let quoted: String = line.chars().skip(skip).take((span.end_column - span.column) as usize).collect();
    Some(quoted.trim().to_owned()).filter(|quoted| !quoted.is_empty())
}
