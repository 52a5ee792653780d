//! `safebump validate`: what must be true of a library for two programs to do the same?

pub mod both;
pub(crate) mod c_library;
pub mod dialogue;
pub mod facts_file;
pub(crate) mod proof;
pub(crate) mod property_test;
pub mod trials;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use equiv::{Claim, Fact, Problem, Proof, Verdict, Why};
use ir::entry::{Assumption, AssumptionKind, Notation, Pair};
use portfolio::validation::{self, Conclusion, Knowledge, Logic, Oracle, Outcome, Reply, Validation};
use report::VerdictKind;
use report::validation::{self as words, Ending, Grounds, Left, Told};

use crate::args::{PlainFormat, Validate};
use crate::command::{Done, parameter_type};
use crate::failure::{self, Failure, Result};
use crate::question::{Client, Front, Question, Reading, open};
use crate::read::Named;
use crate::undefined;
use dialogue::{Console, Dialogue, Source};
use facts_file::FactsFile;

/// Where answers are kept unless the user says otherwise.
pub const FACTS: &str = "safebump.facts.toml";

/// Calls of both versions before anybody is asked.
const RUNS: usize = 96;

/// How it ended, with what the dialogue said on the way already said.
pub fn validate(arguments: &Validate, base: &Path, console: &mut dyn Console) -> Result<Done> {
    let begun = Instant::now();
    let question = question(arguments, base)?;
    let front = open(&question)?;
    let client = client(front.as_ref(), &question)?;
    if let Some(absent) = front.absent_libraries()?.into_iter().next() {
        return Err(Failure::new(
            absent,
            "--lib names a library that is there; leave it away if there is only a declaration",
        ));
    }
    let path = base.join(arguments.facts.clone().unwrap_or_else(|| PathBuf::from(FACTS)));
    if arguments.no_input && arguments.facts.is_some() && !path.exists() {
        return Err(facts_file::missing(&path));
    }
    let mut file = FactsFile::read(&path)?;
    // The library's code may be another one by now.
    file.rows.retain(|row| row.reason != proof::PROVED);
    let pair = front.lower(&client)?;
    let about = Ending { client: &pair.client, old: &question.old.name, new: &question.new.name };
    if !arguments.no_run
        && let (Some(both::Difference { call, old, new }), _) =
            both::run(front.as_ref(), &client, RUNS, both::WHILE_SOMEBODY_WAITS, arguments.trust())?
    {
        let told = Told::Different { call, old, new };
        let report =
            words::Report { ending: about, kind: VerdictKind::Different, told, refuted: Vec::new(), effort: None };
        return Ok(done(&report, arguments));
    }
    let mut trials = if arguments.no_run { None } else { front.trials(arguments.trust())? };
    if let Some(trials) = &mut trials {
        let read = path.display().to_string();
        facts_file::hold_against_runs(&file, &read, trials.as_mut(), pair.notation.as_ref())?;
    }
    let knowledge = file.knowledge();
    let known = file.rows.len();
    let mut dialogue = Dialogue {
        console,
        notation: pair.notation.as_ref(),
        prove: &|claims| match arguments.no_read {
            true => vec![false; claims.len()],
            false => front.proved(claims, pair.notation.as_ref()).unwrap_or_else(|_| vec![false; claims.len()]),
        },
        trials: trials.as_deref_mut().map(|trials| trials as &mut dyn trials::Trials),
        tried: Vec::new(),
        refuted_by_runs: Vec::new(),
        file,
        path: (!arguments.no_input).then_some(path),
        client: client.clone(),
        sources: [Source::of(&pair.old.program), Source::of(&pair.new.program)],
        is_interactive: !arguments.no_input,
        count: 0,
        waited: Duration::ZERO,
        is_stopped: false,
    };
    let mut found =
        in_every_state(front.as_ref(), &client, arguments.timeout, &Logic::default(), knowledge, &mut dialogue)?;
    if let Verdict::Equivalent(proof) = &mut found.verdict {
        proof.assumptions.extend(front.build().map(|detail| Assumption { kind: AssumptionKind::Build, detail }));
        proof.assumptions.extend(undefined::assumptions(front.as_ref(), &client)?);
    }
    if let (Some(folder), Some(outcome)) = (&arguments.emit_test, &found.outcome) {
        let rows = dialogue.file.rows.iter().filter(|row| row.is_accepted);
        let claims: Vec<Claim> = match &outcome.conclusion {
            Conclusion::Same => outcome.rests_on.iter().flat_map(|row| row.claims.clone()).collect(),
            _ => rows.map(|row| row.claim.clone()).collect(),
        };
        emit(front.as_ref(), &claims, pair.notation.as_ref(), &base.join(folder))?;
    }
    let kind = match &found.verdict {
        Verdict::Equivalent(_) => VerdictKind::Equivalent,
        Verdict::Different(_) => VerdictKind::Different,
        Verdict::Undecided(_) => VerdictKind::Undecided,
    };
    let effort = found.outcome.as_ref().map(|outcome| words::Effort {
        questions: outcome.asked,
        predicates: outcome.predicates,
        seconds: (begun.elapsed() - dialogue.waited).as_secs_f64(),
    });
    let told = told(&found, &pair, &dialogue, known);
    let report =
        words::Report { ending: about, kind, told, refuted: std::mem::take(&mut dialogue.refuted_by_runs), effort };
    Ok(done(&report, arguments))
}

fn done(report: &words::Report<'_>, arguments: &Validate) -> Done {
    let text = match arguments.format {
        PlainFormat::Text => report.text(arguments.verbose),
        PlainFormat::Json => report.json(),
    };
    Done { text, notes: Vec::new(), exit_code: report.kind.exit_code() }
}

/// What the arguments are about: both versions, and the function that is compared.
pub fn opened(arguments: &Validate, base: &Path) -> Result<(Box<dyn Front>, String)> {
    let question = question(arguments, base)?;
    let front = open(&question)?;
    let client = client(front.as_ref(), &question)?;
    Ok((front, client))
}

/// Writes the facts as a test of the library.
fn emit(front: &dyn Front, claims: &[Claim], notation: &dyn Notation, folder: &Path) -> Result<()> {
    let Some((name, text)) = front.property_tests(claims, notation)? else {
        return Err(Failure::new("--emit-test writes tests for Python and C", "leave it away"));
    };
    let failed = |error: std::io::Error| failure::io(folder, "write the tests", &error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    std::fs::write(folder.join(name), text).map_err(failed)
}

/// The client is the same under facts that are known, with nobody to ask.
pub(crate) fn by_facts(
    front: &dyn Front,
    client: &str,
    facts: &FactsFile,
    time: Duration,
    asked: &Logic,
) -> Result<Option<(Problem, Verdict)>> {
    let Some(front) = front.leaving_out(&facts.modules())? else { return Ok(None) };
    let pair = front.lower(client)?;
    let found = in_every_state(front.as_ref(), client, time, asked, facts.knowledge(), &mut Nobody)?;
    let Verdict::Equivalent(mut proof) = found.verdict else { return Ok(None) };
    // What rests on nothing is for the others to say.
    if !proof.assumptions.iter().any(|one| one.kind == AssumptionKind::Fact) {
        return Ok(None);
    }
    for one in proof.assumptions.iter_mut().filter(|one| one.kind == AssumptionKind::Fact) {
        one.detail = words::accepted_fact(&one.detail);
    }
    Ok(Some((Problem::new(pair), Verdict::Equivalent(proof))))
}

/// Finds the facts under which the first call after loading is the same, and then those under which calls are that find
/// the program in any state that others can bring it to.
fn in_every_state(
    front: &dyn Front,
    client: &str,
    time: Duration,
    asked: &Logic,
    knowledge: Knowledge,
    oracle: &mut dyn Oracle,
) -> Result<Validation> {
    let pair = front.lower(client)?;
    let lower = || front.lower(client).expect("it was lowered before");
    let mut first =
        validation::validate(&lower, &validation::logic(&pair, asked), time, knowledge, oracle, &write_claim);
    let (Verdict::Equivalent(proof), Some(outcome)) = (&mut first.verdict, &mut first.outcome) else {
        return Ok(first);
    };
    let Some(later) = front.lower_later(client)? else { return Ok(first) };
    let lower = || match front.lower_later(client) {
        Ok(Some(later)) => later.any_state,
        _ => unreachable!("it was lowered before"),
    };
    let logic = validation::logic(&later.any_state, asked);
    let left = time.saturating_sub(first.elapsed);
    let mut any = validation::validate(&lower, &logic, left, outcome.knowledge.clone(), oracle, &write_claim);
    match &mut any.verdict {
        Verdict::Equivalent(more) => {
            proof.assumptions.append(&mut more.assumptions);
            proof.assumptions.sort();
            proof.assumptions.dedup();
            if let Some(also) = any.outcome {
                outcome.join(also);
            }
            first.elapsed += any.elapsed;
            Ok(first)
        }
        Verdict::Undecided(gaps) => {
            // The first call is proved: what is open is the state that later ones find.
            for gap in gaps.iter_mut().filter(|gap| !matches!(gap.why, Why::OpenFact { .. })) {
                gap.why = Why::OpenInOtherStates(Box::new(gap.why.clone()));
            }
            if let Some(also) = &mut any.outcome {
                also.asked += outcome.asked;
                also.predicates = also.predicates.max(outcome.predicates);
            }
            any.elapsed += first.elapsed;
            Ok(any)
        }
        Verdict::Different(_) => Ok(any),
    }
}

fn write_claim(claim: &Claim, notation: &dyn Notation) -> String {
    report::facts::write(claim, notation).condition
}

/// Knows nothing.
struct Nobody;

impl Oracle for Nobody {
    fn can_run(&self) -> bool {
        false
    }

    fn try_out(&mut self, claims: &[Claim]) -> Vec<Option<Vec<Option<value::Value>>>> {
        vec![None; claims.len()]
    }

    fn prove(&mut self, claims: &[Claim]) -> Vec<bool> {
        vec![false; claims.len()]
    }

    fn ask(&mut self, _: &validation::Question) -> Reply {
        Reply::Stop
    }
}

fn question(arguments: &Validate, base: &Path) -> Result<Question> {
    let reading = Reading {
        types: arguments.types.iter().map(|given| parameter_type(given)).collect::<Result<_>>()?,
        ints: arguments.ints,
        cflags: arguments.cflags.iter().flat_map(|flags| flags.split_whitespace()).map(str::to_owned).collect(),
        library: Some(arguments.lib.clone()),
        ..Reading::default()
    };
    Ok(Question {
        old: Named::new(base, &arguments.old),
        new: Named::new(base, &arguments.new),
        client: arguments.client.as_deref().map(|client| Client::parse(base, client)).transpose()?,
        pair: None,
        clients: Default::default(),
        reading,
    })
}

/// The function that is asked about: the only one of both versions, unless it is named.
fn client(front: &dyn Front, question: &Question) -> Result<String> {
    if let Some(client) = &question.client {
        return Ok(client.function.clone());
    }
    let (old, new) = front.functions()?;
    let both: Vec<&String> = old.iter().filter(|name| new.contains(name)).collect();
    match &both[..] {
        [only] => Ok((*only).clone()),
        [] => Err(Failure::new(
            format!("no function is in both {} and {}", question.old.name, question.new.name),
            "give two versions of one program",
        )),
        _ => {
            let names: Vec<&str> = both.iter().map(|name| name.as_str()).collect();
            Err(Failure::new(
                format!("several functions are in both versions: {}", names.join(", ")),
                "say which one is meant with --client FUNC",
            ))
        }
    }
}

/// What was found, in words.
fn told(found: &Validation, pair: &Pair, dialogue: &Dialogue<'_>, known: usize) -> Told {
    match (&found.verdict, &found.outcome) {
        (Verdict::Equivalent(proof), Some(outcome)) => Told::Same(grounds(proof, outcome, pair, dialogue, known)),
        _ => Told::Open(left(found, pair)),
    }
}

fn grounds(proof: &Proof, outcome: &Outcome, pair: &Pair, dialogue: &Dialogue<'_>, known: usize) -> Grounds {
    let fact = |row: &validation::Question| {
        let places = dialogue.places(&row.places).into_iter().map(|(place, _)| place).collect();
        (words::written(&row.claims, pair.notation.as_ref()).condition, places)
    };
    let used: Vec<&Claim> = outcome.rests_on.iter().flat_map(|row| &row.claims).collect();
    let rows = dialogue.file.rows[..known].iter();
    let unused = rows.filter(|row| row.is_accepted && !used.iter().any(|claim| row.claim.covers(claim)));
    Grounds {
        facts: outcome.rests_on.iter().map(fact).collect(),
        assumptions: proof.assumptions.clone(),
        unused: unused.map(|row| row.condition.clone()).collect(),
    }
}

fn left(found: &Validation, pair: &Pair) -> Left {
    let notation = pair.notation.as_ref();
    let Some(outcome) = &found.outcome else { return Left { missing: gaps(found), ..Left::default() } };
    let failing = |one: &validation::Difference| report::facts::failing(&one.fact, notation);
    let is_different = outcome.different_unless.iter().find(|one| one.is_said).map(failing);
    let different_if = outcome.different_unless.iter().map(failing).collect();
    let mut left = Left { different_if, is_different, ..Left::default() };
    match &outcome.conclusion {
        Conclusion::Open(questions) => {
            let written = questions.iter().map(|question| words::written(&question.claims, notation));
            left.open = written.map(|written| (written.condition, written.sentence)).collect();
        }
        Conclusion::Nothing { needs, .. } => {
            let condition = |fact: &Fact| write_claim(&Claim::Clause(fact.clone()), notation);
            left.missing = gaps(found);
            left.missing.extend(needs.iter().map(condition).map(|needed| words::would_need(&needed)));
        }
        Conclusion::Same => {}
    }
    left
}

fn gap_in_words(why: &Why) -> String {
    match why {
        Why::OpenInOtherStates(why) => words::in_later_calls(&report::advice::plain(why)),
        why => report::advice::plain(why),
    }
}

fn gaps(found: &Validation) -> Vec<String> {
    match &found.verdict {
        Verdict::Undecided(gaps) => gaps.iter().map(|gap| gap_in_words(&gap.why)).collect(),
        _ => Vec::new(),
    }
}
