//! A difference that compiled code shows, as reports have it.

use engine_native::Found;
use ir::Trap;
use ir::entry::Shown;
use native_c::{Asked, Both, End, Undefined, Written};
use report::{Example, Input, Outcome, Replayed, Runs, Seen, Word};
use value::{Int, Symbol};

use super::{NotRun, Search, Searched, Time, unconfined};
use crate::failure::Failure;

/// Both versions of a C, C++ or Rust function.
pub struct CompiledSearch {
    pub asked: Asked,
    pub client: String,
    /// What was compiled for an earlier look, as long as that did not come to an end before its time.
    pub both: Option<Both>,
}

impl Search for CompiledSearch {
    fn search(&mut self, time: Time) -> std::result::Result<Searched, NotRun> {
        let start = || {
            Both::start(self.asked.clone()).map_err(|why| match why {
                native_c::NotRun::Unconfined(why) => unconfined("compiled code", why),
                native_c::NotRun::Failed(why) => NotRun::Failed(Failure::new(why, "")),
            })
        };
        let mut both = self.both.take().map_or_else(start, Ok)?;
        let searched = engine_native::search(&mut both, &time.budget());
        if searched.found.is_none() && searched.told == 0 {
            return Err(NotRun::Failed(Failure::new("no input shows anything", "")));
        }
        let runs = Runs {
            by: "compiled code",
            inputs: searched.told,
            lines: None,
            missed: Vec::new(),
            stopped: searched.stopped,
        };
        let example = searched.found.map(|found| example(&self.client, &both, &found));
        self.both = runs.stopped.is_none().then_some(both);
        Ok(Searched { example, runs })
    }
}

fn example(client: &str, both: &Both, found: &Found<native_c::Shown>) -> Example {
    let calls: Vec<String> = found.calls.iter().map(|arguments| format!("{client}({arguments})")).collect();
    let (before, _) = calls.split_at(calls.len() - 1);
    let arguments = found.calls.last().map(|call| both.arguments(call)).unwrap_or_default();
    let input = |(name, text): (String, String)| {
        let shown =
            text.parse::<i128>().map_or_else(|_| Shown::Repr(text.clone()), |number| Shown::Int(Int::from(number)));
        Input { name, word: Word { shown, written: text }, same_as: None, by_keyword: false, stars: 0 }
    };
    Example {
        call: calls.join("; "),
        before: before.to_vec(),
        inputs: arguments.into_iter().map(input).collect(),
        has_shared_parts: false,
        globals: Vec::new(),
        old: seen(&found.old),
        new: seen(&found.new),
        replayed: Replayed::NativeAlone,
        undefined_in_old: false,
        notes: Vec::new(),
        answers_made_up: false,
        choices: Vec::new(),
        failure: None,
    }
}

fn seen(shown: &native_c::Shown) -> Seen {
    let outcome = match &shown.end {
        End::Returns(value) => Outcome::Returns(value.as_ref().map(word)),
        End::Throws(what) => Outcome::Raises(what.clone()),
        End::Panics => Outcome::Traps(Trap::Panic(None)),
        End::Exits(status) => Outcome::Raises(format!("exit({status})")),
        End::Aborts => Outcome::Traps(Trap::Abort),
        End::Signal(number) => Outcome::Traps(Trap::Other(Symbol::new(&format!("signal {number}")))),
        End::Undefined(Undefined::Division) => Outcome::Traps(Trap::DivisionByZero),
        End::Undefined(Undefined::NullPointer) => Outcome::Traps(Trap::NullPointer),
        End::Undefined(Undefined::Memory) => Outcome::Traps(Trap::OutOfBounds),
        End::Undefined(Undefined::Other) => Outcome::Traps(Trap::Other(Symbol::new("undefined behaviour"))),
        End::Nothing => Outcome::NeverReturns,
    };
    let output = String::from_utf8_lossy(&shown.output).into_owned();
    let printed = |text: String| {
        let is_plain = !text.chars().any(|c| c.is_control() && c != '\n') && !text.trim_end().is_empty();
        let written = if is_plain { text.trim_end().to_owned() } else { native_c::literal(&shown.output) };
        Word { written, shown: Shown::Text(text) }
    };
    Seen {
        outcome,
        writes: shown.writes.iter().map(|(name, value)| (name.clone(), word(value))).collect(),
        output: Some(output).filter(|text| !text.is_empty()).map(printed).into_iter().collect(),
        calls: Vec::new(),
    }
}

fn word(value: &Written) -> Word {
    let shown = match value {
        Written::Int(number) => Shown::Int(Int::from(*number)),
        Written::Float(float) => Shown::Float(*float),
        Written::Repr(text) => Shown::Repr(text.clone()),
    };
    Word { shown, written: value.text() }
}
