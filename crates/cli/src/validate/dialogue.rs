//! Asks a person about the library, and remembers the answers.

use std::path::PathBuf;

use equiv::{Claim, Fact, Place, Side};
use ir::entry::Notation;
use portfolio::validation::{Oracle, Question, Reply};
use report::validation::{self as words, Asked};
use value::{Sort, SortKind, Value};

use super::facts_file::{FactsFile, Row};
use super::proof::PROVED;
use super::trials::{Trials, Tried};

/// Where questions are put and answers come from.
pub trait Console {
    fn say(&mut self, text: &str);

    /// The next line; `None`: nobody is there.
    fn listen(&mut self) -> Option<String>;
}

/// Nobody is asked.
pub struct Silent;

impl Console for Silent {
    fn say(&mut self, _: &str) {}

    fn listen(&mut self) -> Option<String> {
        None
    }
}

pub struct Dialogue<'a> {
    pub console: &'a mut dyn Console,
    pub notation: &'a dyn Notation,
    /// Which claims the library's own code proves.
    pub prove: &'a dyn Fn(&[Claim]) -> Vec<bool>,
    pub trials: Option<&'a mut dyn Trials>,
    /// Claims that were run, and how that came out.
    pub tried: Vec<(Claim, bool)>,
    /// What runs refuted, in words.
    pub refuted_by_runs: Vec<String>,
    pub file: FactsFile,
    pub path: Option<PathBuf>,
    pub client: String,
    /// The names of the files, and the lines of their texts.
    pub sources: [Source; 2],
    pub is_interactive: bool,
    pub count: usize,
    /// For answers.
    pub waited: std::time::Duration,
    pub is_stopped: bool,
}

/// A version's files.
#[derive(Clone, Debug, Default)]
pub struct Source {
    pub files: Vec<(String, String)>,
}

impl Source {
    pub fn of(program: &ir::Program) -> Source {
        let files = program.files.rows().iter().map(|file| (file.name.clone(), file.text.to_string()));
        Source { files: files.collect() }
    }

    /// `old.py:5`, and what stands there.
    fn line(&self, place: &Place) -> Option<(String, String)> {
        let (name, text) = self.files.get(arena_index(place))?;
        let line = text.lines().nth(place.span.line as usize - 1).unwrap_or_default().trim();
        Some((format!("{name}:{}", place.span.line), line.to_owned()))
    }
}

fn arena_index(place: &Place) -> usize {
    arena::Id::index(place.span.file)
}

impl Dialogue<'_> {
    pub fn places(&self, places: &[Vec<Place>; 2]) -> Vec<(String, String)> {
        let mut all = Vec::new();
        for side in Side::BOTH {
            let source = &self.sources[side as usize];
            all.extend(places[side as usize].iter().filter_map(|place| source.line(place)));
        }
        all
    }

    fn asked(&self, question: &Question) -> Asked {
        let written = words::written(&question.claims, self.notation);
        let tried = self.tried.iter().find(|(claim, _)| question.claims == [claim.clone()]);
        let held = if self.trials.is_some() { tried.map(|(_, held)| *held).or(Some(false)) } else { None };
        let is_tried = |claim: &Claim| self.tried.iter().any(|(known, held)| known == claim && *held);
        let held = match &question.claims[..] {
            [Claim::Effect(..), ..] if self.trials.is_some() => Some(question.claims.iter().all(is_tried)),
            _ => held,
        };
        Asked { written, places: self.places(&question.places), held, is_decisive: question.is_decisive }
    }

    /// Keeps an answer, in the file at once: whoever stops here has lost nothing.
    fn keep(&mut self, question: &Question, is_accepted: bool, reason: &str) {
        for (claim, places) in question.claims.iter().zip(&question.places_of) {
            let used = self.places(places).into_iter().map(|(place, _)| place).collect();
            self.note(claim, is_accepted, reason, used);
        }
        self.write();
    }

    fn note(&mut self, claim: &Claim, is_accepted: bool, reason: &str, used: Vec<String>) {
        let condition = report::facts::write(claim, self.notation).condition;
        self.file.rows.push(Row { claim: claim.clone(), condition, is_accepted, reason: reason.into(), used });
    }

    fn write(&mut self) {
        if let Some(path) = &self.path
            && let Err(failure) = self.file.write(path)
        {
            self.console.say(&failure.render(|_| None));
        }
    }

    fn converse(&mut self, question: &Question) -> Reply {
        let asked = self.asked(question);
        self.count += 1;
        if self.count == 1 {
            let [old, new] = self
                .sources
                .clone()
                .map(|source| source.files.first().map(|(name, _)| name.clone()).unwrap_or_default());
            let file = self.path.as_deref().and_then(std::path::Path::file_name);
            let file = file.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            self.console.say(&words::opening(&self.client, &old, &new, &file));
        }
        self.console.say(&words::question(self.count, &asked));
        loop {
            self.console.say(words::PROMPT);
            let Some(line) = self.console.listen() else {
                self.is_stopped = true;
                return Reply::Stop;
            };
            match line.trim().to_lowercase().as_str() {
                "y" | "yes" => {
                    self.keep(question, true, "answered in the dialogue");
                    return Reply::Yes;
                }
                "n" | "no" => {
                    match question.claims.len() {
                        1 => self.keep(question, false, "answered in the dialogue"),
                        _ => self.console.say(words::ONE_BY_ONE),
                    }
                    return Reply::No;
                }
                "s" | "skip" => return Reply::Skip,
                "w" | "why" => self.console.say(&words::why(&asked, &self.client)),
                "c" | "counterexample" => {
                    if let Some(reply) = self.counterexample(question, &asked) {
                        return reply;
                    }
                }
                _ => self.console.say(words::NOT_UNDERSTOOD),
            }
        }
    }

    /// `None`: there was none that could be understood.
    fn counterexample(&mut self, question: &Question, asked: &Asked) -> Option<Reply> {
        let [Claim::Clause(fact)] = &question.claims[..] else {
            self.console.say(words::NO_VALUES);
            return None;
        };
        self.console.say(&words::ask_counterexample(asked));
        let line = self.console.listen().unwrap_or_default();
        let Some(values) = values(&line, fact) else {
            self.console.say(words::VALUES_NOT_UNDERSTOOD);
            return None;
        };
        self.keep(question, false, &format!("{FAILS_FOR}{}", line.trim()));
        Some(Reply::Counterexample(values))
    }
}

impl Oracle for Dialogue<'_> {
    fn can_run(&self) -> bool {
        self.trials.is_some()
    }

    fn try_out(&mut self, claims: &[Claim]) -> Vec<Option<Vec<Option<Value>>>> {
        let Some(trials) = &mut self.trials else { return vec![None; claims.len()] };
        let results = trials.try_out(claims, self.notation);
        let mut given = Vec::new();
        for (claim, result) in claims.iter().zip(results) {
            given.push(match result {
                Tried::Fails(values) => {
                    let shown = self.shown(claim, &values);
                    if !self.refuted_by_runs.contains(&shown) {
                        self.refuted_by_runs.push(shown);
                    }
                    Some(values)
                }
                Tried::Held | Tried::Not => {
                    self.tried.push((claim.clone(), result == Tried::Held));
                    None
                }
            });
        }
        given
    }

    fn prove(&mut self, claims: &[Claim]) -> Vec<bool> {
        let proved = (self.prove)(claims);
        for claim in claims.iter().zip(&proved).filter(|(_, is_proved)| **is_proved).map(|(claim, _)| claim) {
            self.note(claim, true, PROVED, Vec::new());
        }
        if proved.contains(&true) {
            self.write();
        }
        proved
    }

    fn ask(&mut self, question: &Question) -> Reply {
        if !self.is_interactive || self.is_stopped {
            return Reply::Stop;
        }
        let start = std::time::Instant::now();
        let reply = self.converse(question);
        self.waited += start.elapsed();
        reply
    }
}

impl Dialogue<'_> {
    fn shown(&self, claim: &Claim, values: &[Option<Value>]) -> String {
        let condition = report::facts::write(claim, self.notation).condition;
        let Claim::Clause(fact) = claim else { return words::refuted_by_run(&condition, &[]) };
        let named = fact.variables.iter().zip(values).filter_map(|((name, sort), value)| {
            let value = value.as_ref()?;
            let text = match (value, sort.kind()) {
                (Value::Seq(_), SortKind::Seq(_)) => format!("{:?}", value.as_text()?),
                (Value::Bv(bv), _) => bv.signed().to_string(),
                (value, _) => value.display(*sort),
            };
            Some((name.to_string(), text))
        });
        words::refuted_by_run(&condition, &named.collect::<Vec<_>>())
    }
}

/// What the reason for a refutation begins with that has values.
pub(crate) const FAILS_FOR: &str = "fails for ";

/// `sb = "ab", n = 3`, in any order.
pub(crate) fn values(line: &str, fact: &Fact) -> Option<Vec<Option<Value>>> {
    let variables = &fact.variables;
    let mut given: Vec<Option<Value>> = vec![None; variables.len()];
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once('=')?;
        let place = variables.iter().position(|(known, _)| known.as_str() == name.trim())?;
        let after = after.trim_start();
        let end = match after.chars().next()? {
            quote @ ('"' | '\'') => after[1..].find(quote)? + 2,
            _ => after.find(',').unwrap_or(after.len()),
        };
        given[place] = Some(value(after[..end].trim(), variables[place].1)?);
        rest = after[end..].trim_start().trim_start_matches(',').trim_start();
    }
    Some(given)
}

fn value(text: &str, sort: Sort) -> Option<Value> {
    match sort.kind() {
        SortKind::Int => text.parse().ok().map(Value::int),
        SortKind::Bool => Some(Value::Bool(matches!(text, "True" | "true" | "1"))),
        SortKind::Seq(_) if sort == Sort::string() => Some(Value::string(text.get(1..text.len().checked_sub(1)?)?)),
        SortKind::Bv(width) => Some(Value::bv(*width, text.parse::<i64>().ok()? as u128)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Symbol;

    #[test]
    fn values_are_read_by_name() {
        let variables = vec![(Symbol::new("sb"), Sort::string()), (Symbol::new("n"), Sort::int())];
        let fact = Fact { variables, clause: Vec::new() };
        let read = values("n = -3, sb = \"a, b\"", &fact).expect("values");
        assert_eq!(read, [Some(Value::string("a, b")), Some(Value::int(-3))]);
        assert_eq!(values("", &fact), Some(vec![None, None]));
        assert_eq!(values("x = 3", &fact), None);
        assert_eq!(values("sb = \"a", &fact), None);
    }
}
