//! `safebump validate`: what must be true of a library for two programs to do the same?

pub mod dialogue;
pub mod facts_file;
pub(crate) mod property_test;
pub mod trials;

use std::path::{Path, PathBuf};

use equiv::{Claim, Problem, Verdict};
use ir::entry::{Assumption, AssumptionKind, Notation, Pair};
use portfolio::validation::{self, Conclusion, Oracle, Reply, Validation};
use report::Kind;
use report::validation::{self as words, Ending};

use crate::args::Validate;
use crate::command::{Done, parameter_type};
use crate::failure::{self, Failure, Result};
use crate::question::{Client, Front, Question, Reading, open};
use crate::read::Named;
use dialogue::{Console, Dialogue, Source};
use facts_file::FactsFile;

/// Where answers are kept unless the user says otherwise.
pub const FACTS: &str = "safebump.facts.toml";

/// How it ended, with what the dialogue said on the way already said.
pub fn validate(arguments: &Validate, base: &Path, console: &mut dyn Console) -> Result<Done> {
    let question = question(arguments, base)?;
    let front = open(&question)?;
    let client = client(front.as_ref(), &question)?;
    let path = base.join(arguments.facts.clone().unwrap_or_else(|| PathBuf::from(FACTS)));
    if arguments.no_input && arguments.facts.is_some() && !path.exists() {
        return Err(facts_file::missing(&path));
    }
    let file = FactsFile::read(&path)?;
    let pair = front.lower(&client)?;
    let mut trials = if arguments.no_run { None } else { front.trials(arguments.trust())? };
    let knowledge = file.knowledge();
    let known = file.rows.len();
    let mut dialogue = Dialogue {
        console,
        notation: pair.notation.as_ref(),
        trials: trials.as_deref_mut().map(|trials| trials as &mut dyn trials::Trials),
        tried: Vec::new(),
        refuted_by_runs: Vec::new(),
        file,
        path: Some(path),
        client: client.clone(),
        sources: [Source::of(&pair.old.program), Source::of(&pair.new.program)],
        is_interactive: !arguments.no_input,
        count: 0,
        is_stopped: false,
    };
    let lower = || front.lower(&client).expect("it was lowered before");
    let logic = validation::logic(&pair);
    let found = validation::validate(&lower, &logic, arguments.timeout, knowledge, &mut dialogue, &write_claim);
    let mut found = found;
    if let Verdict::Equivalent(proof) = &mut found.verdict {
        proof.assumptions.extend(of_first_call(front.as_ref(), &client)?);
    }
    if let (Some(folder), Some(outcome)) = (&arguments.emit_test, &found.outcome) {
        let rows = dialogue.file.rows.iter().filter(|row| row.is_accepted);
        let claims: Vec<Claim> = match &outcome.conclusion {
            Conclusion::Same => outcome.rests_on.iter().flat_map(|row| row.claims.clone()).collect(),
            _ => rows.map(|row| row.claim.clone()).collect(),
        };
        emit(front.as_ref(), &claims, pair.notation.as_ref(), &base.join(folder))?;
    }
    let text = ending(&found, &pair, &dialogue, &question, known, arguments.verbose);
    let kind = match &found.verdict {
        Verdict::Equivalent(_) => Kind::Equivalent,
        Verdict::Different(_) => Kind::Different,
        Verdict::Undecided(_) => Kind::Undecided,
    };
    Ok(Done { text, notes: Vec::new(), exit_code: kind.exit_code() })
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
    time: std::time::Duration,
) -> Result<Option<(Problem, Verdict)>> {
    let Some(front) = front.leaving_out(&facts.modules())? else { return Ok(None) };
    let pair = front.lower(client)?;
    let lower = || front.lower(client).expect("it was lowered before");
    let logic = validation::logic(&pair);
    let found = validation::validate(&lower, &logic, time, facts.knowledge(), &mut Nobody, &write_claim);
    let Verdict::Equivalent(mut proof) = found.verdict else { return Ok(None) };
    // What rests on nothing is for the others to say.
    if !proof.assumptions.iter().any(|one| one.kind == AssumptionKind::Fact) {
        return Ok(None);
    }
    proof.assumptions.extend(of_first_call(front.as_ref(), client)?);
    proof.assumptions.sort();
    Ok(Some((Problem::new(pair), Verdict::Equivalent(proof))))
}

/// What is proved here is proved for the first call, if others can change what it depends on.
fn of_first_call(front: &dyn Front, client: &str) -> Result<Option<Assumption>> {
    let detail = || "it is about the first call after loading".to_owned();
    let later = front.lower_later(client)?;
    Ok(later.map(|_| Assumption { kind: AssumptionKind::InitialState, detail: detail() }))
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
        clients: Vec::new(),
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

fn ending(
    found: &Validation,
    pair: &Pair,
    dialogue: &Dialogue<'_>,
    question: &Question,
    known: usize,
    is_verbose: bool,
) -> String {
    let notation = pair.notation.as_ref();
    let mut ending = Ending {
        client: &pair.client,
        old: &question.old.name,
        new: &question.new.name,
        facts: Vec::new(),
        assumptions: Vec::new(),
        asked: dialogue.count,
    };
    let Some(outcome) = &found.outcome else {
        return words::open(&ending, &[], &[], &gaps(found));
    };
    let mut text = match &outcome.conclusion {
        Conclusion::Same => {
            for row in &outcome.rests_on {
                let written = words::written(&row.claims, notation);
                let places = dialogue.places(row).into_iter().map(|(place, _)| place).collect();
                ending.facts.push((written.condition, places));
            }
            if let Verdict::Equivalent(proof) = &found.verdict {
                let others = proof.assumptions.iter().filter(|one| one.kind != AssumptionKind::Fact);
                ending.assumptions = others.map(|one| one.detail.clone()).collect();
            }
            words::same(&ending)
        }
        Conclusion::Open(questions) => {
            let open: Vec<(String, String)> = questions
                .iter()
                .map(|question| words::written(&question.claims, notation))
                .map(|written| (written.condition, written.sentence))
                .collect();
            words::open(&ending, &open, &[], &[])
        }
        Conclusion::Nothing { needs, .. } => {
            let needs: Vec<String> = needs
                .iter()
                .map(|fact| report::facts::write(&Claim::Clause(fact.clone()), notation).condition)
                .collect();
            let mut missing = gaps(found);
            missing.extend(needs.iter().map(|fact| format!("it would need, as far as was found: {fact}")));
            words::open(&ending, &[], &[], &missing)
        }
    };
    let used: Vec<&Claim> = outcome.rests_on.iter().flat_map(|row| &row.claims).collect();
    if matches!(outcome.conclusion, Conclusion::Same) {
        let rows = dialogue.file.rows[..known].iter();
        let unused = rows.filter(|row| row.is_accepted && !used.iter().any(|claim| row.claim.covers(claim)));
        text += &words::unused(&unused.map(|row| row.condition.clone()).collect::<Vec<_>>());
    }
    if is_verbose && !dialogue.refuted_by_runs.is_empty() {
        text += "\nRuns of the library showed:\n";
        dialogue.refuted_by_runs.iter().for_each(|line| text += &format!("  {line}\n"));
    }
    text
}

fn gaps(found: &Validation) -> Vec<String> {
    match &found.verdict {
        Verdict::Undecided(gaps) => gaps.iter().map(|gap| report::advice::plain(&gap.why)).collect(),
        _ => Vec::new(),
    }
}
