//! Answers a question: one client, or every function that both versions have.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use equiv::{GapKind, Problem};
use report::{Finding, OnlyIn, Outcome, Report};

use crate::clock::{self, Cut};
use crate::failure::{self, Failure, Result};
use crate::question::{Front, Question, open};

/// How to look for the answer.
#[derive(Clone, Debug)]
pub struct Settings {
    pub engine: portfolio::Engine,
    pub timeout: Duration,
    pub unroll: Option<u32>,
    pub identical_shortcut: bool,
    pub plain_terms: bool,
    pub keep_queries: Option<PathBuf>,
    pub seed: u64,
    pub jobs: usize,
}

/// The engines stop by themselves at the limit; what does not is left behind this much later.
pub(crate) const GRACE: Duration = Duration::from_millis(900);

pub fn check(question: &Question, settings: &Settings) -> Result<Report> {
    let start = Instant::now();
    let (findings, only_in) = match &question.client {
        Some(client) => (vec![one(question, client.function.clone(), settings, start)?], None),
        None => {
            let (findings, only_in) = table(question, settings, start)?;
            (findings, Some(only_in))
        }
    };
    let (old, new) = (question.old.name.clone(), question.new.name.clone());
    Ok(Report { command: "check", old, new, findings, only_in })
}

fn one(question: &Question, client: String, settings: &Settings, start: Instant) -> Result<Finding> {
    let (asked, chosen, name) = (question.clone(), settings.clone(), client.clone());
    let work = move || {
        let front = open(&asked)?;
        answer(front.as_ref(), &name, &chosen, start + chosen.timeout)
    };
    match clock::run(settings.timeout + GRACE, work) {
        Ok(result) => result,
        Err(cut) => Ok(cut_off(&client, cut, settings, start)),
    }
}

/// Lowers the client and asks the portfolio.
fn answer(front: &dyn Front, client: &str, settings: &Settings, deadline: Instant) -> Result<Finding> {
    let begun = Instant::now();
    let problem = Problem::new(front.lower(client)?);
    let options = portfolio::Options {
        engine: settings.engine,
        timeout: deadline.saturating_duration_since(Instant::now()),
        unroll: settings.unroll,
        identical_shortcut: settings.identical_shortcut,
        plain_terms: settings.plain_terms,
        queries: settings.keep_queries.as_ref().map(|folder| keep(folder)).transpose()?,
        seed: settings.seed,
    };
    let answer = portfolio::check(&problem, &options);
    let mut finding = Finding::new(&problem, &answer.verdict, answer.engine, &answer.coverage, begun.elapsed());
    if let Some(example) = &mut finding.example {
        example.undefined_in_old = front.traps_are_undefined() && matches!(example.old.outcome, Outcome::Traps(_));
    }
    Ok(finding)
}

fn cut_off(client: &str, cut: Cut, settings: &Settings, start: Instant) -> Finding {
    let (kind, detail) = match cut {
        Cut::OutOfTime => {
            (GapKind::OutOfBudget, format!("no answer within {} seconds", settings.timeout.as_secs_f64()))
        }
        Cut::Crashed(message) => (GapKind::Crashed, message),
    };
    Finding::undecided(client, kind, &detail, start.elapsed())
}

/// Writes each query to a file of its own, numbered in order.
fn keep(folder: &PathBuf) -> Result<portfolio::QuerySink> {
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
    let asked = question.clone();
    let read = clock::run(settings.timeout + GRACE, move || {
        let front: Arc<dyn Front> = Arc::from(open(&asked)?);
        let functions = front.functions()?;
        Ok::<_, Failure>((front, functions))
    });
    let (front, (old, new)) = match read {
        Ok(read) => read?,
        Err(Cut::OutOfTime) => return Err(Failure::new("reading the files took too long", "raise --timeout")),
        Err(Cut::Crashed(why)) => return Err(Failure::new(format!("cannot read the files: {why}"), "")),
    };
    let only = |mine: &[String], other: &[String]| {
        mine.iter().filter(|name| !other.contains(name)).cloned().collect::<Vec<_>>()
    };
    let only_in = OnlyIn { old: only(&old, &new), new: only(&new, &old) };
    let both: Vec<String> = old.into_iter().filter(|name| new.contains(name)).collect();
    Ok((rows(front, both, settings, start), only_in))
}

fn rows(front: Arc<dyn Front>, clients: Vec<String>, settings: &Settings, start: Instant) -> Vec<Finding> {
    let deadline = start + settings.timeout;
    let (sender, receiver) = channel();
    let names = Arc::new(clients.clone());
    let next = Arc::new(Mutex::new(0..clients.len()));
    for _ in 0..settings.jobs.clamp(1, clients.len().max(1)) {
        let (front, names, next, sender, settings) =
            (front.clone(), names.clone(), next.clone(), sender.clone(), settings.clone());
        clock::spawn(move || {
            let take = || next.lock().ok().and_then(|mut next| next.next());
            while let Some(index) = take() {
                let share = share(deadline, names.len() - index, settings.jobs);
                let row = row(front.as_ref(), &names[index], &settings, share);
                if sender.send((index, row)).is_err() {
                    return;
                }
            }
        });
    }
    drop(sender);
    let mut found: Vec<Option<Finding>> = vec![None; clients.len()];
    while let Ok((index, row)) = receiver.recv_timeout((deadline + GRACE).saturating_duration_since(Instant::now())) {
        found[index] = Some(row);
    }
    let missing = |client: &String| cut_off(client, Cut::OutOfTime, settings, start);
    found.into_iter().zip(&clients).map(|(row, client)| row.unwrap_or_else(|| missing(client))).collect()
}

/// When one row must be done: a fair share of what is left, but never a hopeless one.
fn share(deadline: Instant, rows_left: usize, jobs: usize) -> Instant {
    let now = Instant::now();
    let left = deadline.saturating_duration_since(now);
    let rounds = rows_left.div_ceil(jobs.max(1)).max(1);
    let fair = left / u32::try_from(rounds).unwrap_or(u32::MAX);
    now + fair.max(Duration::from_secs(1)).min(left)
}

fn row(front: &dyn Front, client: &str, settings: &Settings, deadline: Instant) -> Finding {
    let start = Instant::now();
    match clock::guarded(|| answer(front, client, settings, deadline)) {
        Ok(Ok(finding)) => finding,
        // One function that cannot be compared must not hide the others.
        Ok(Err(failure)) => {
            let why = failure.render(|_| None);
            let why = why.trim().trim_start_matches("safebump: ").to_owned();
            Finding::undecided(client, GapKind::Unsupported, &why, start.elapsed())
        }
        Err(cut) => cut_off(client, cut, settings, start),
    }
}
