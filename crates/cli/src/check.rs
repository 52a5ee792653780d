//! Answers a question: one client, or every function that both versions have.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use equiv::problem::is_name_of;
use equiv::{Coverage, Goal, Method, Problem, Reason, Side, Verdict, Why};
use ir::Trap;
use ir::entry::{Assumption, AssumptionKind, Pair};
use portfolio::validation::Logic;
use report::{Finding, OnlyIn, Outcome, Report, VerdictKind};

use value::Symbol;

use crate::args::NativeRuns;
use crate::clock::{self, Cut, GRACE};
use crate::failure::{self, Failure, Result};
use crate::looks::Looks;
use crate::progress::Progress;
use crate::question::{self, Front, Language, Library, Question, Stopping, open};
use crate::undefined::{self, Stop};
use crate::validate::facts_file::FactsFile;
use crate::{assume, confirm, later, looks, made, memory, native, pool, read, search, validate};

/// How to look for the answer.
#[derive(Clone, Debug)]
pub struct Settings {
    pub engine: portfolio::Engine,
    pub timeout: Duration,
    /// For everything.
    pub total: Option<Duration>,
    pub unroll: Option<u32>,
    pub identical_shortcut: bool,
    pub plain_terms: bool,
    pub keep_queries: Option<PathBuf>,
    pub seed: u64,
    /// What it is to do the same.
    pub notion: equiv::Notion,
    /// Say on which inputs the versions differ.
    pub characterise: bool,
    /// Are branches that only choose values followed as one?
    pub merge: portfolio::Merge,
    /// Show the summaries that the answer is about.
    pub explain: bool,
    pub termination: equiv::Termination,
    /// Are both versions run for real?
    pub native: NativeRuns,
    pub trust: confine::Trust,
    /// Are differences that the model shows run for real, where that is worth it?
    pub confirms: bool,
    /// Do exceptions differ if what they say does?
    pub messages: bool,
    pub jobs: usize,
    /// The functions that are the library, where the user names them.
    pub library: Vec<String>,
    /// What holds of the inputs that are asked about.
    pub assume: Vec<String>,
    /// What is known about libraries that are not read.
    pub facts: Option<Arc<FactsFile>>,
    /// Counts what is done, for whoever watches.
    pub progress: Arc<Progress>,
    /// Sees every answer before it becomes a report.
    pub watch: Option<Watch>,
}

/// Sees answers, with the problems that they answer.
#[derive(Clone)]
pub struct Watch(Arc<Watcher>);

type Watcher = dyn Fn(&Problem, &portfolio::Answer) + Send + Sync;

impl Watch {
    pub fn new(watch: impl Fn(&Problem, &portfolio::Answer) + Send + Sync + 'static) -> Watch {
        Watch(Arc::new(watch))
    }
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watch")
    }
}

impl Settings {
    /// How long all rows of a table may take that have no limit of their own.
    pub(crate) fn whole(&self) -> Duration {
        self.total.map_or(self.timeout, |total| total.min(self.timeout))
    }
}

pub fn check(question: &Question, settings: &Settings) -> Result<Report> {
    let start = Instant::now();
    let (findings, only_in) = match &question.client {
        Some(client) => (vec![one(question, client.function.clone(), settings, start)?], None),
        None => {
            let (findings, only_in) = table(question, settings, start)?;
            (findings, Some(only_in))
        }
    };
    let (mut old, mut new) = (question.old.name.clone(), question.new.name.clone());
    if let (Some(client), Some(second)) = (&question.client, &question.pair) {
        old = format!("{} of {old}", client.function);
        new = format!("{second} of {new}");
    }
    Ok(Report { command: "check", old, new, findings, only_in, ..Report::default() })
}

fn one(question: &Question, client: String, settings: &Settings, start: Instant) -> Result<Finding> {
    if !settings.assume.is_empty() {
        return assume::one(question, client, settings, start);
    }
    let (asked, chosen, name) = (question.clone(), settings.clone(), client.clone());
    // Some of the time is kept for running what is not decided.
    let kept = search::kept(question, settings);
    let looks = Arc::new(Looks::default());
    let looking = looks.clone();
    let work = move || {
        let front = open(&asked)?;
        library_exists(front.as_ref(), &chosen.library)?;
        if front.is_generic(&name) {
            return Ok(Finding::undecided(&name, Why::GenericClient, start.elapsed()));
        }
        match chosen.native {
            NativeRuns::Only => front.is_changed(&name).map(|_| search::only_runs(&name, 0)),
            NativeRuns::Auto | NativeRuns::Off => {
                let until = start + chosen.whole() - kept;
                let finding = answer(front.as_ref(), &name, &chosen, until, &looking)?;
                Ok(made::confirmed(front.as_ref(), &name, finding, &chosen, until))
            }
        }
    };
    let finding = match clock::run(settings.whole() - kept + GRACE, work) {
        Ok(result) => result?,
        Err(cut) => looks.with(cut_off(&client, cut, start.elapsed())),
    };
    if !search::is_for_alone(question, &finding, settings) {
        return Ok(finding);
    }
    let (asked, chosen, undecided) = (question.clone(), settings.clone(), finding.clone());
    let until = (start + settings.whole()).max(Instant::now() + kept / 2);
    let work = move || {
        let front = open(&asked).ok()?;
        let found = search::search(front.as_ref(), undecided, &chosen, until, &looks);
        Some(made::confirmed(front.as_ref(), &found.client.clone(), found, &chosen, until))
    };
    let left = until.saturating_duration_since(Instant::now()) + native::CONFIRMING + GRACE;
    Ok(clock::run(left, work).ok().flatten().unwrap_or(finding))
}

/// Every name that the user gave the library must be a function of either version.
pub(crate) fn library_exists(front: &dyn Front, names: &[String]) -> Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let (old, new) = front.functions()?;
    let known = |name: &&String| old.iter().chain(&new).any(|function| is_name_of(name, function));
    match names.iter().find(|name| !known(name)) {
        None => Ok(()),
        Some(name) => Err(Failure::new(
            format!("`--lib {name}`: no such function; the library has: {}", old.join(", ")),
            "name a function of OLD or NEW",
        )),
    }
}

/// The client against both versions, for the inputs that count.
pub fn problem(front: &dyn Front, client: &str) -> Result<Problem> {
    Ok(for_inputs_that_count(front, Problem::new(front.lower(client)?)))
}

fn for_inputs_that_count(front: &dyn Front, mut problem: Problem) -> Problem {
    if front.ignores_undefined() {
        problem.ignore_old_traps(Trap::is_undefined);
    }
    problem
}

impl Settings {
    /// What is asked about the pair.
    fn ask(&self, pair: Pair) -> Problem {
        let mut problem = Problem::asking(pair, Goal::Same(self.notion));
        problem.name_library(&self.library);
        problem.termination = self.termination;
        problem
    }
}

/// Who has less time than this has none to see both versions loaded.
const LOADING: Duration = Duration::from_secs(3);

/// What a moment of runs shows, what is plain once both versions were loaded, and what is understood: the cheap first.
fn answer(front: &dyn Front, client: &str, settings: &Settings, deadline: Instant, looks: &Looks) -> Result<Finding> {
    let begun = Instant::now();
    let is_large = front.is_large();
    let first = |is_worth_it: bool| {
        if is_worth_it && is_large && !looks.is_done() {
            looks.keep(search::first(front, client, settings, deadline, looks));
        }
        looks.found()
    };
    // What is written in another way mostly does something else, and a moment of runs shows it.
    let is_changed = is_large && front.is_changed(client)?;
    if let Some(finding) = first(is_changed) {
        return Ok(finding);
    }
    let half = begun + deadline.saturating_duration_since(begun) / 2;
    let alike = |is_worth_it: bool| -> Result<Option<Finding>> {
        let has_time = deadline.saturating_duration_since(Instant::now()) >= LOADING;
        let may_load = has_time && search::is_on(settings) && settings.identical_shortcut && !settings.explain;
        if !may_load || !is_worth_it {
            return Ok(None);
        }
        let until = half.max(Instant::now() + LOADING);
        let assumptions = front.alike(client, settings.trust, until)?;
        Ok(assumptions.map(|assumptions| plainly_the_same(client, assumptions, begun)))
    };
    if let Some(finding) = alike(is_large)? {
        return Ok(finding);
    }
    if let Some(finding) = first(true) {
        return Ok(finding);
    }
    let understood = || understood(front, client, settings, (begun, deadline), &alike);
    Ok(looks.with(looks::beside(front, client, settings, deadline, looks, understood)?))
}

/// The client as it is understood; where it gets stuck and nothing decides, with unknown steps instead.
fn understood(
    front: &dyn Front,
    client: &str,
    settings: &Settings,
    (begun, deadline): (Instant, Instant),
    alike: &dyn Fn(bool) -> Result<Option<Finding>>,
) -> Result<Finding> {
    let is_large = front.is_large();
    let pair = front.lower(client)?;
    if let Some(finding) = alike(!is_large && gets_stuck(&pair))? {
        return Ok(finding);
    }
    let restricted = |first: Attempt| -> Result<Finding> {
        let better = match first.finding.kind {
            VerdictKind::Undecided => without_overflow(front, client, settings, deadline)?.unwrap_or(first),
            _ => first,
        };
        Ok(Finding { elapsed: begun.elapsed(), ..better.shown(settings) })
    };
    let Some(opened) = front.opened(client, gets_stuck(&pair)) else {
        // Some of the time is kept for a question with fewer inputs.
        let left = deadline.saturating_duration_since(Instant::now());
        let until = if front.restricted(client).is_some() { Instant::now() + left / 2 } else { deadline };
        return restricted(attempt(front, client, pair, settings, until)?);
    };
    let half = Instant::now() + deadline.saturating_duration_since(Instant::now()) / 2;
    let with_steps = |deadline: Instant| -> Result<Option<Attempt>> {
        let attempt = attempt(opened.as_ref(), client, opened.lower(client)?, settings, deadline)?;
        let counts = match attempt.finding.kind {
            VerdictKind::Equivalent => true,
            VerdictKind::Different => !opened.only_proves(),
            VerdictKind::Undecided => false,
        };
        Ok(counts.then_some(attempt))
    };
    if opened.only_proves() && front.steps_first() {
        let proved = with_steps(half)?;
        let found = proved.map_or_else(|| attempt(front, client, pair, settings, deadline), Ok)?;
        return Ok(Finding { elapsed: begun.elapsed(), ..found.shown(settings) });
    }
    let first = attempt(front, client, pair, settings, half)?;
    if first.finding.kind != VerdictKind::Undecided {
        return Ok(first.shown(settings));
    }
    let until = if front.restricted(client).is_some() { half + left_after(half, deadline) / 2 } else { deadline };
    restricted(with_steps(until)?.unwrap_or(first))
}

fn left_after(then: Instant, deadline: Instant) -> Duration {
    deadline.saturating_duration_since(then.max(Instant::now()))
}

/// A proof for inputs on which no `int` that counts elements overflows.
fn without_overflow(
    front: &dyn Front,
    client: &str,
    settings: &Settings,
    deadline: Instant,
) -> Result<Option<Attempt>> {
    let Some(front) = front.restricted(client) else { return Ok(None) };
    let attempt = attempt(front.as_ref(), client, front.lower(client)?, settings, deadline)?;
    Ok((attempt.finding.kind == VerdictKind::Equivalent).then_some(attempt))
}

/// Nothing that the client leads to is another in the new version.
fn plainly_the_same(client: &str, assumptions: Vec<Assumption>, begun: Instant) -> Finding {
    Finding {
        kind: VerdictKind::Equivalent,
        reason: Some(Reason::Identical),
        assumptions,
        gaps: Vec::new(),
        ..Finding::undecided(client, Why::OnlyRuns(0), begun.elapsed())
    }
}

/// What was found, and what it is an answer to.
struct Attempt {
    finding: Finding,
    answered: Option<(Problem, portfolio::Answer)>,
}

impl Attempt {
    /// The finding, seen by whoever watches.
    fn shown(self, settings: &Settings) -> Finding {
        if let (Some(Watch(watch)), Some((problem, answer))) = (&settings.watch, &self.answered) {
            watch(problem, answer);
        }
        self.finding
    }

    fn unseen(finding: Finding) -> Attempt {
        Attempt { finding, answered: None }
    }
}

/// Is there code of the program, or an argument, that is not understood?
fn gets_stuck(pair: &Pair) -> bool {
    [&pair.old, &pair.new].into_iter().any(|entry| {
        let functions = ir::calls::reachable(&entry.program, entry.entry).into_iter();
        let mut own = functions.filter(|id| *id == entry.entry || entry.program.functions[*id].is_source());
        own.any(|id| entry.program.functions[id].gets_stuck())
    })
}

/// Asks the portfolio.
fn attempt(front: &dyn Front, client: &str, pair: Pair, settings: &Settings, deadline: Instant) -> Result<Attempt> {
    let begun = Instant::now();
    let queries = settings.keep_queries.as_ref().map(|folder| keep(folder)).transpose()?;
    let logic = Logic { queries: queries.clone(), plain_terms: settings.plain_terms, ..Logic::default() };
    if let Some(facts) = &settings.facts
        && let Some((problem, verdict)) = validate::by_facts(front, client, facts, settings.timeout / 2, &logic)?
    {
        let coverage = Coverage { exercised: true, ..Coverage::default() };
        let mut finding = Finding::new(&problem, &verdict, Method::Facts, &coverage, begun.elapsed());
        finding.assumptions.extend(front.build().map(|detail| Assumption { kind: AssumptionKind::Build, detail }));
        finding.assumptions.extend(undefined::assumptions(front, client)?);
        return Ok(Attempt::unseen(finding));
    }
    let ask = |pair: Pair| for_inputs_that_count(front, settings.ask(pair));
    let mut problem = ask(pair);
    // The call that shows a difference may be another's.
    let asked = problem.client.clone();
    let mut options = portfolio::Options {
        engine: settings.engine,
        timeout: deadline.saturating_duration_since(Instant::now()),
        unroll: settings.unroll,
        identical_shortcut: settings.identical_shortcut,
        plain_terms: settings.plain_terms,
        queries,
        seed: settings.seed,
        characterise: settings.characterise,
        merge: settings.merge,
        ..portfolio::Options::default()
    };
    let mut answer = portfolio::check(&problem, &options);
    let is_proved = matches!(&answer.verdict, Verdict::Equivalent(proof) if proof.reason != Reason::Identical);
    if let Verdict::Equivalent(proof) = &mut answer.verdict
        && proof.reason == Reason::Identical
    {
        proof.assumptions.extend(front.on_state(client)?);
    }
    if let Some(found) = if is_proved { front.lower_later(client)? } else { None } {
        match later::look(front, client, found, &ask, &options, deadline)? {
            later::Shown::Same(assumptions) => {
                if let Verdict::Equivalent(proof) = &mut answer.verdict {
                    proof.assumptions.extend(assumptions);
                    proof.assumptions.sort();
                    proof.assumptions.dedup();
                }
            }
            later::Shown::Differs(found) => (problem, answer) = *found,
            later::Shown::Open(gaps) => answer.verdict = Verdict::Undecided(gaps),
        }
    }
    let mut stops = Vec::new();
    if let Verdict::Different(example) = &answer.verdict {
        stops = undefined::on(front, client, example.inputs())?;
    }
    if let Some(stop) = stops.iter().find(|stop| stop.side == Side::Old).filter(|_| !front.ignores_undefined())
        && let Some(pair) = front.lower_stopping(client, Stopping::Old)?
    {
        let mut defined = settings.ask(pair);
        defined.ignore_old_traps(Trap::is_stop);
        let example = Finding::new(&problem, &answer.verdict, answer.method, &answer.coverage, begun.elapsed()).example;
        let call = example.map(|example| example.call).unwrap_or_default();
        let why = Why::DiffersWhereUndefined { call, note: stop.note() };
        options.timeout = deadline.saturating_duration_since(Instant::now());
        answer = portfolio::check(&defined, &options);
        let Verdict::Different(example) = &answer.verdict else {
            return Ok(Attempt::unseen(Finding::undecided(client, why, begun.elapsed())));
        };
        stops = undefined::on(front, client, example.inputs())?;
        problem = defined;
    }
    let mut finding = Finding::new(&problem, &answer.verdict, answer.method, &answer.coverage, begun.elapsed());
    finding.client = asked;
    if finding.reason == Some(Reason::Identical) {
        finding.apart_from = front.library().filter(|library| !reaches(&problem, library)).map(|library| library.old);
    }
    if settings.explain {
        let left = deadline.saturating_duration_since(Instant::now());
        let summaries = portfolio::explain(&problem, &portfolio::Options { timeout: left, ..options });
        finding.tables = report::summaries::write(&problem, &summaries);
    }
    if let Some(example) = &mut finding.example {
        example.undefined_in_old = matches!(&example.old.outcome, Outcome::Traps(trap) if trap.is_undefined())
            || stops.iter().any(|stop| stop.side == Side::Old);
        example.notes.extend(stops.iter().map(Stop::note));
    }
    if finding.kind != VerdictKind::Equivalent {
        let finding = match &answer.verdict {
            Verdict::Different(shown) => {
                confirm::confirmed(front, &problem, shown, finding, settings, (begun, deadline))
            }
            _ => finding,
        };
        return Ok(Attempt { finding, answered: Some((problem, answer)) });
    }
    let build = front.build().map(|detail| Assumption { kind: AssumptionKind::Build, detail });
    finding.assumptions.extend(build);
    if finding.reason != Some(Reason::Identical) {
        finding.assumptions.extend(undefined::assumptions(front, client)?);
    }
    let finding = in_another_build(front, client, settings, deadline)?.unwrap_or(finding);
    Ok(Attempt { finding, answered: Some((problem, answer)) })
}

/// What is found in a build that the source tells apart, if it is not the same there.
fn in_another_build(
    front: &dyn Front,
    client: &str,
    settings: &Settings,
    deadline: Instant,
) -> Result<Option<Finding>> {
    for (build, other) in front.other_builds()? {
        let mut finding = answer(other.as_ref(), client, settings, deadline, &Looks::default())?;
        if finding.kind != VerdictKind::Equivalent {
            if let Some(example) = &mut finding.example {
                example.notes.push(format!("this is {build}; in a debug build the versions do the same"));
            }
            return Ok(Some(finding));
        }
    }
    Ok(None)
}

/// Can the client call a function that stands in a file of the library? Where it is not known what a
/// function's file is, it may be; and where the library is loaded, code that is not understood, or is not there, may lead to it.
fn reaches(problem: &Problem, library: &Library) -> bool {
    Side::BOTH.into_iter().any(|side| {
        let entry = problem.entry(side);
        let is_library = |span: &ir::Span| {
            !span.is_none() && entry.program.files.get(span.file).is_some_and(|file| library.has(&file.name))
        };
        let is_loaded = entry.program.files.iter().any(|(_, file)| library.has(&file.name));
        let functions = ir::calls::reachable(&entry.program, entry.client);
        functions.into_iter().map(|id| &entry.program.functions[id]).any(|function| match function.body() {
            Some(body) => {
                let is_open = is_loaded && function.is_source() && function.gets_stuck();
                is_open || body.spans.rows().iter().flatten().any(is_library)
            }
            None => is_loaded,
        })
    })
}

/// What there is to say about a check without an answer.
pub(crate) fn cut_off(client: &str, cut: Cut, elapsed: Duration) -> Finding {
    let why = match cut {
        Cut::OutOfTime => Why::NoAnswerWithin { seconds: elapsed.as_secs_f64().round().max(1.0) as u64 },
        Cut::OutOfMemory => Why::OutOfMemory { megabytes: memory::megabytes() },
        Cut::NotBegun => Why::NotBegun,
        Cut::Crashed(message) => Why::CheckFailed(message),
    };
    Finding::undecided(client, why, elapsed)
}

/// Writes each query to a file of its own, numbered in order.
pub(crate) fn keep(folder: &PathBuf) -> Result<portfolio::QuerySink> {
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    std::fs::create_dir_all(folder).map_err(|error| failure::io(folder, "make the folder", &error))?;
    let folder = folder.clone();
    Ok(Arc::new(move |text: &str| {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        // A query that cannot be kept is no reason to stop checking.
        let _ = std::fs::write(folder.join(format!("{number:05}.smt2")), text);
    }))
}

/// Every function that both versions have, several at once.
fn table(question: &Question, settings: &Settings, start: Instant) -> Result<(Vec<Finding>, OnlyIn)> {
    let (asked, library) = (question.clone(), settings.library.clone());
    let read = clock::run(settings.whole() + GRACE, move || {
        let front: Arc<dyn Front> = Arc::from(open(&asked)?);
        library_exists(front.as_ref(), &library)?;
        let functions = front.functions()?;
        Ok::<_, Failure>((front, functions))
    });
    let (front, (old, new)) = match read {
        Ok(read) => read?,
        Err(Cut::OutOfTime | Cut::NotBegun) => {
            return Err(Failure::new("reading the files took too long", "raise --timeout"));
        }
        Err(Cut::OutOfMemory) => return Err(Failure::new("reading the files took too much memory", "raise --memory")),
        Err(Cut::Crashed(why)) => return Err(Failure::new(format!("cannot read the files: {why}"), "")),
    };
    let only = |mine: &[String], other: &[String]| {
        mine.iter().filter(|name| !other.contains(name)).cloned().collect::<Vec<_>>()
    };
    let only_in = OnlyIn { old: only(&old, &new), new: only(&new, &old) };
    let both: Vec<String> = old.into_iter().filter(|name| new.contains(name)).collect();
    let is_empty = both.is_empty();
    let mut findings = rows(front, both, settings, start);
    findings.extend(not_looked_at(question, start)?);
    if is_empty && findings.is_empty() && is_another(question)? {
        let why = "code that stands in no function of both versions";
        findings.push(Finding::undecided("*", Why::NotUnderstood(Symbol::new(why)), start.elapsed()));
    }
    Ok((findings, only_in))
}

/// Are the versions not the same, file by file?
fn is_another(question: &Question) -> Result<bool> {
    let (old, new) = (&question.old, &question.new);
    if !old.is_folder() || !new.is_folder() {
        return Ok(old.is_folder() != new.is_folder() || read::source(old)?.text != read::source(new)?.text);
    }
    for ending in ["py", "bpl", "c", "cc", "cpp", "cxx", "h", "hpp", "ll", "rs"] {
        if !changed(question, ending)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The files with that ending that are not the same in both folders.
fn changed(question: &Question, ending: &str) -> Result<Vec<PathBuf>> {
    let (old, new) = (&question.old, &question.new);
    let files: BTreeSet<PathBuf> = read::below(old, ending)?.into_iter().chain(read::below(new, ending)?).collect();
    let is_changed = |file: &PathBuf| {
        let [old, new] = [old, new].map(|version| std::fs::read(version.path.join(file)).ok());
        old != new
    };
    Ok(files.into_iter().filter(is_changed).collect())
}

/// How files end that a Python program is made of besides.
const BESIDE_PYTHON: [&str; 9] = ["c", "cc", "cpp", "cxx", "rs", "bpl", "pyx", "so", "pyd"];

/// A row for what changed in a folder and is in another language than what was read.
fn not_looked_at(question: &Question, start: Instant) -> Result<Option<Finding>> {
    let (old, new) = (&question.old, &question.new);
    if !old.is_folder() || !new.is_folder() || question::language(question)? != Language::Python {
        return Ok(None);
    }
    let mut found = Vec::new();
    for ending in BESIDE_PYTHON {
        found.extend(changed(question, ending)?.iter().map(|file| file.display().to_string()));
    }
    if found.is_empty() {
        return Ok(None);
    }
    let more = found.len().saturating_sub(3);
    let shown = found[..found.len() - more].join(", ");
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let why = format!("what changed in another language ({shown}{more})");
    Ok(Some(Finding::undecided("*", Why::NotUnderstood(Symbol::new(&why)), start.elapsed())))
}

fn rows(front: Arc<dyn Front>, clients: Vec<String>, settings: &Settings, start: Instant) -> Vec<Finding> {
    let (deadline, jobs) = (start + settings.whole(), settings.jobs);
    let clients = Arc::new(clients);
    settings.progress.expect(clients.len());
    let (opened, names, chosen) = (front.clone(), clients.clone(), settings.clone());
    let work =
        move |index: usize, limit: Duration| row(opened.as_ref(), &names[index], &chosen, Instant::now() + limit);
    let count = |_, ended: &pool::Ended<Finding>| {
        settings.progress.count(ended.result.as_ref().is_ok_and(|finding| finding.kind == VerdictKind::Different));
    };
    let results = pool::each(jobs, clients.len(), move |left| share(deadline, left, jobs), work, count);
    // Taking apart a deeply nested source recurses: that wants a large stack.
    clock::spawn(move || drop(front));
    let row = |(row, client): (pool::Ended<Finding>, &String)| {
        row.result.unwrap_or_else(|why| cut_off(client, why, row.elapsed))
    };
    results.into_iter().zip(&*clients).map(row).collect()
}

/// How long one row may take: a fair share of what is left, but never a hopeless one.
fn share(deadline: Instant, rows_left: usize, jobs: usize) -> Duration {
    let left = deadline.saturating_duration_since(Instant::now());
    let rounds = rows_left.div_ceil(jobs.max(1)).max(1);
    let fair = left / u32::try_from(rounds).unwrap_or(u32::MAX);
    fair.max(Duration::from_secs(1)).min(left)
}

/// What can be told of one client without a search by runs.
pub(crate) fn answered(
    front: &dyn Front,
    client: &str,
    settings: &Settings,
    deadline: Instant,
    looks: &Looks,
) -> Result<Finding> {
    let finding = answer(front, client, settings, deadline, looks)?;
    Ok(made::confirmed(front, client, finding, settings, deadline))
}

/// One row of a table.
pub(crate) fn row(front: &dyn Front, client: &str, settings: &Settings, deadline: Instant) -> Finding {
    let start = Instant::now();
    let looks = Looks::default();
    let found = clock::guarded(|| match settings.native {
        NativeRuns::Only => front.is_changed(client).map(|_| search::only_runs(client, 0)),
        NativeRuns::Auto | NativeRuns::Off => answered(front, client, settings, deadline, &looks),
    });
    match found {
        Ok(Ok(finding)) if search::is_for(&finding, settings) => {
            let searched = || {
                let found = search::search(front, finding.clone(), settings, deadline, &looks);
                made::confirmed(front, client, found, settings, deadline)
            };
            clock::guarded(searched).unwrap_or(finding)
        }
        Ok(Ok(finding)) => finding,
        // One function that cannot be compared must not hide the others.
        Ok(Err(failure)) => not_compared(client, &failure, start),
        Err(cut) => cut_off(client, cut, start.elapsed()),
    }
}

/// The row of a client that reaches no change, as [`row`] has it. `None`: it may reach one.
pub(crate) fn unchanged(front: &dyn Front, client: &str, settings: &Settings, deadline: Instant) -> Option<Finding> {
    if settings.native == NativeRuns::Only || !settings.identical_shortcut {
        return None;
    }
    let is_identical = || front.lower(client).map(|pair| settings.ask(pair).is_identical());
    let is_identical = clock::guarded(is_identical).is_ok_and(|lowered| lowered.unwrap_or(false));
    is_identical.then(|| row(front, client, settings, deadline)).filter(|row| row.reason == Some(Reason::Identical))
}

/// A row for what could not be read.
pub(crate) fn not_compared(client: &str, failure: &Failure, start: Instant) -> Finding {
    let why = failure.render(|_| None);
    let why = why.trim().trim_start_matches("safebump: ").to_owned();
    Finding::undecided(client, Why::NotUnderstood(value::Symbol::new(&why)), start.elapsed())
}
