//! A difference that the real interpreter shows, as reports have it.

use std::path::Path;

use engine_native::Found;
use equiv::Side;
use ir::entry::Shown;
use native_python::{Asked, Both, Lines, STEP};
use report::{Example, Input, Outcome, Replayed, Runs, Seen, Word};
use serde_json::Value;

use super::{NotRun, Search, Searched, Time};
use crate::read::Named;

/// Both versions of a Python program.
pub struct PythonSearch {
    pub asked: Asked,
    /// Old and new as the user names them.
    pub names: [Named; 2],
    /// What was loaded for an earlier look, as long as that did not come to an end before its time.
    pub both: Option<Both>,
}

impl Search for PythonSearch {
    fn search(&mut self, time: Time) -> std::result::Result<Searched, NotRun> {
        let function = self.asked.layouts[0].function.clone();
        let mut both = match self.both.take() {
            Some(both) => both,
            None => Both::start(Asked { seed: time.seed, ..self.asked.clone() }, time.until)?,
        };
        let searched = engine_native::search(&mut both, &time.budget());
        let Lines { reached, missed } = both.lines();
        self.both = searched.stopped.is_none().then_some(both);
        let runs = Runs {
            by: "CPython",
            inputs: searched.told,
            lines: Some((reached, reached + missed.len())),
            missed: missed.iter().map(|(side, file, line)| place(&self.names[*side as usize], file, *line)).collect(),
            stopped: searched.stopped,
        };
        Ok(Searched { example: searched.found.map(|found| example(&function, &found)), runs })
    }
}

/// `lib/new.py:7`, with the name that the user has for it.
fn place(version: &Named, file: &str, line: usize) -> String {
    let root = version.path.canonicalize().unwrap_or_else(|_| version.path.clone());
    let name = match Path::new(file).strip_prefix(&root) {
        Ok(below) if !below.as_os_str().is_empty() => version.join(below).name,
        _ => version.name.clone(),
    };
    format!("{name}:{line}")
}

fn example(function: &str, found: &Found<Value>) -> Example {
    // Another function that comes before the client is a whole call.
    let call = |text: &String| text.strip_prefix(STEP).map_or_else(|| format!("{function}({text})"), str::to_owned);
    let calls: Vec<String> = found.calls.iter().map(call).collect();
    let (before, _) = calls.split_at(calls.len() - 1);
    let both = [&found.old, &found.new];
    let given = both.into_iter().find(|shown| shown["given"].is_array()).unwrap_or(&Value::Null);
    Example {
        call: calls.join("; "),
        before: before.to_vec(),
        inputs: rows(&given["given"])
            .zip(given["given"].as_array().into_iter().flatten())
            .map(|((name, word), row)| {
                let same_as = row[3].as_str().map(str::to_owned);
                Input { name, word, same_as, by_keyword: row[4] == true, stars: 0 }
            })
            .collect(),
        has_shared_parts: false,
        globals: Vec::new(),
        old: seen(&found.old),
        new: seen(&found.new),
        replayed: Replayed::NativeAlone,
        undefined_in_old: false,
        notes: Side::BOTH.into_iter().zip(both).filter_map(|(side, shown)| fails_to_load(side, shown)).collect(),
        answers_made_up: false,
        choices: Vec::new(),
        failure: None,
    }
}

fn fails_to_load(side: Side, shown: &Value) -> Option<String> {
    (shown["loads"] == false).then(|| format!("{side} cannot be loaded"))
}

fn rows(rows: &Value) -> impl Iterator<Item = (String, Word)> {
    rows.as_array().into_iter().flatten().filter_map(|row| {
        let word = Word { shown: data(&row[2], &row[1]), written: row[1].as_str()?.to_owned() };
        Some((row[0].as_str()?.to_owned(), word))
    })
}

fn seen(shown: &Value) -> Seen {
    let outcome = match (&shown["raises"], &shown["returns"]) {
        (Value::Array(raised), _) => Outcome::Raises(raised.iter().filter_map(Value::as_str).collect::<String>()),
        (_, returned) => Outcome::Returns(returned.as_array().and_then(|returned| {
            Some(Word { shown: data(&returned[1], &returned[0]), written: returned[0].as_str()?.to_owned() })
        })),
    };
    let output = shown["output"].as_str().filter(|text| !text.is_empty());
    let printed = |text: &str| Word { shown: Shown::Text(text.to_owned()), written: text.trim_end().to_owned() };
    Seen {
        outcome,
        writes: rows(&shown["writes"]).collect(),
        output: output.map(printed).into_iter().collect(),
        calls: Vec::new(),
    }
}

/// A value that JSON has a word for stands in a list of its own.
fn data(given: &Value, written: &Value) -> Shown {
    let repr = || Shown::Repr(written.as_str().unwrap_or_default().to_owned());
    given.as_array().and_then(|held| plain(held.first()?)).unwrap_or_else(repr)
}

fn plain(given: &Value) -> Option<Shown> {
    Some(match given {
        Value::Null => Shown::None,
        Value::Bool(value) => Shown::Bool(*value),
        Value::Number(number) => match number.as_i64() {
            Some(int) => Shown::Int(int.into()),
            None => Shown::Float(number.as_f64()?),
        },
        Value::String(text) => Shown::Text(text.clone()),
        Value::Array(parts) => Shown::List(parts.iter().map(plain).collect::<Option<_>>()?),
        Value::Object(object) => Shown::Int(value::Int::parse(object.get("int")?.as_str()?)?),
    })
}
