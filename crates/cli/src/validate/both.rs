//! Both versions, run with the library as it is here.
//!
//! A wrong patch is found out this way before anybody is asked about it. What the library keeps for itself is
//! not compared: nobody need ever see it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use confine::Trust;

use super::trials::Signature;
use crate::failure::Result;
use crate::native::{self, Native, Observed};
use crate::question::Front;

/// Arguments of a call, as the language reads them and as they are shown.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    pub run: String,
    pub shown: String,
    /// What is called before it, as it is shown.
    pub before: String,
    /// The same with nothing called before it.
    pub alone: Option<String>,
}

impl Sample {
    fn new(run: String, shown: String) -> Sample {
        Sample { run, shown, ..Sample::default() }
    }

    /// With nothing called before it: who reads of a difference has less to read, if it shows there as well.
    fn alone(&self) -> Option<Sample> {
        self.alone.clone().map(|run| Sample::new(run, self.shown.clone()))
    }
}

/// A call on which the versions do not do the same.
#[derive(Clone, Debug)]
pub struct Difference {
    pub call: String,
    pub old: String,
    pub new: String,
}

/// A call that takes longer shows nothing.
const ONE_CALL: f64 = 0.05;
/// Before somebody who waits is asked, no more calls are begun after that.
pub const WHILE_SOMEBODY_WAITS: Duration = Duration::from_millis(300);

/// Runs both versions on so many calls, as long as there is patience to begin another. The first difference that shows
/// each time, and how many calls told something.
pub fn run(
    front: &dyn Front,
    client: &str,
    count: usize,
    patience: Duration,
    trust: Trust,
) -> Result<(Option<Difference>, usize)> {
    let samples = front.samples(client, count)?;
    if samples.is_empty() {
        return Ok((None, 0));
    }
    let mut native = front.native(client)?;
    native.hurry(ONE_CALL);
    // Starting the interpreter takes its time, and more on a machine that has other work.
    let mut start: Option<Instant> = None;
    let mut told = 0;
    for few in samples.chunks(native.at_once().min(samples.len())) {
        if start.is_some_and(|start| start.elapsed() >= patience) {
            break;
        }
        let calls: Vec<String> = few.iter().map(|sample| sample.run.clone()).collect();
        let Ok([old, new]) = native.run(&calls, trust) else { return Ok((None, told)) };
        start.get_or_insert_with(Instant::now);
        for (index, (old, new)) in old.iter().zip(&new).enumerate() {
            let Some(is_same) = native::look_the_same(old, new) else { continue };
            told += 1;
            if is_same {
                continue;
            }
            for sample in few[index].alone().into_iter().chain([few[index].clone()]) {
                if let Some((old, new)) = steadily(native.as_mut(), &sample.run, trust) {
                    let call = format!("{client}({}){}", sample.shown, sample.before);
                    return Ok((Some(Difference { call, old, new }), told));
                }
            }
        }
    }
    Ok((None, told))
}

/// A clock gives the same now and then.
const TIMES: usize = 4;

/// What each version does, if it differs and is the same each time.
fn steadily(native: &mut dyn Native, call: &str, trust: Trust) -> Option<(String, String)> {
    let mut seen = Vec::new();
    for _ in 0..TIMES {
        native.rest();
        let Ok([old, new]) = native.run(&[call.to_owned()], trust) else { return None };
        seen.push((old.into_iter().next()?, new.into_iter().next()?));
        let [(old, new), .., (old_again, new_again)] = &seen[..] else { continue };
        // What takes too long shows nothing, of which two looks must be free.
        let is_first = seen.len() == 2;
        let is_same = |one, other| native::look_the_same(one, other).unwrap_or(!is_first);
        if !is_same(old, old_again) || !is_same(new, new_again) {
            return None;
        }
    }
    let (old, new) = seen.first()?;
    // What ends a compiled program may do so where nothing is defined.
    let is_defined = [old, new].iter().all(|seen| seen.outcome().is_none_or(|(kind, _)| kind != "traps"));
    let differs = native::look_the_same(old, new) == Some(false);
    (differs && is_defined).then(|| (said(old), said(new)))
}

fn said(observed: &Observed) -> String {
    match observed.outcome() {
        Some(("returns", text)) => format!("returns {}", without_addresses(text)),
        Some(("raises", kind)) => format!("raises {kind}"),
        Some((kind, text)) => format!("{kind} {text}"),
        None => "does nothing that was seen".to_owned(),
    }
}

/// `<tables.Table object>`: where it stands in memory says nothing.
fn without_addresses(text: &str) -> String {
    match text.split_once(" at 0x") {
        Some((before, rest)) => {
            format!("{before}{}", without_addresses(rest.trim_start_matches(|c: char| c.is_ascii_hexdigit())))
        }
        None => text.to_owned(),
    }
}

/// Makes arguments of these types, the same ones each time.
pub struct Generator<'s> {
    signatures: &'s BTreeMap<String, Signature>,
    /// What is called before, where the client itself may be; none where the language has no way to say it.
    client: Option<&'s str>,
    /// Numbers at which something may turn.
    edges: Vec<i64>,
    seed: u64,
}

impl<'s> Generator<'s> {
    pub fn new(signatures: &'s BTreeMap<String, Signature>, client: Option<&'s str>, texts: &[String]) -> Self {
        Generator { signatures, client, edges: edges(texts), seed: 88_172_645_463_325_252 }
    }

    /// Arguments for a function with parameters of these types; `None`: there is no way to make one.
    pub fn arguments(&mut self, kinds: &[String]) -> Option<Sample> {
        let made: Option<Vec<Sample>> = kinds.iter().map(|kind| self.value(kind, 0)).collect();
        let made = made?;
        if let Some(all) = self.one_thing_twice(kinds, &made) {
            return Some(all);
        }
        let earlier = if self.below(2) == 0 { self.earlier_calls(kinds, &made) } else { Vec::new() };
        let mut all = joined(&made);
        if !earlier.is_empty() {
            let comma = if made.is_empty() { "" } else { "," };
            let before = joined(&earlier);
            all.alone = Some(all.run.clone());
            all.run = format!("*(({}, ({}{comma}))[-1])", before.run, all.run);
            all.before = format!(" after {}", before.shown);
        }
        Some(all)
    }

    /// The arguments with one object for two parameters of its kind, once in a while.
    fn one_thing_twice(&mut self, kinds: &[String], made: &[Sample]) -> Option<Sample> {
        let is_object = |kind: &String| !matches!(kind.as_str(), "int" | "bool" | "float" | "str");
        let pairs = (0..kinds.len()).flat_map(|first| (first + 1..kinds.len()).map(move |second| (first, second)));
        let (first, second) = pairs.into_iter().find(|(a, b)| kinds[*a] == kinds[*b] && is_object(&kinds[*a]))?;
        if self.below(4) != 0 {
            return None;
        }
        let one = Sample::new("one".into(), made[first].shown.clone());
        let two = Sample::new("one".into(), "the same".into());
        let all = made.iter().enumerate().map(|(index, own)| match index {
            index if index == first => one.clone(),
            index if index == second => two.clone(),
            _ => own.clone(),
        });
        let all = joined(&all.collect::<Vec<_>>());
        Some(Sample::new(format!("*(lambda one: ({},))({})", all.run, made[first].run), all.shown))
    }

    /// Calls that may change what the library keeps for itself, about the same values where that can be.
    fn earlier_calls(&mut self, kinds: &[String], made: &[Sample]) -> Vec<Sample> {
        let signatures = self.signatures;
        let is_plain = |kind: &String| matches!(kind.as_str(), "int" | "bool" | "float" | "str");
        let changers: Vec<_> =
            signatures.iter().filter(|(_, row)| row.result == "None" && row.params.iter().all(is_plain)).collect();
        let mut calls = Vec::new();
        // What the program keeps for itself counts as well.
        if let Some(client) = self.client.filter(|_| kinds.iter().all(is_plain))
            && self.below(3) == 0
        {
            let Sample { run, shown, .. } = joined(made);
            calls.push(Sample::new(format!("_earlier({run})"), format!("{client}({shown})")));
        }
        let count = if changers.is_empty() { 0 } else { self.below(4) };
        for _ in 0..count {
            let (path, row) = changers[self.below(changers.len())];
            let mut arguments = Vec::new();
            for kind in &row.params {
                let own: Vec<&Sample> =
                    kinds.iter().zip(made).filter(|(own, _)| *own == kind).map(|(_, one)| one).collect();
                let is_own = !own.is_empty() && self.below(2) == 0;
                arguments.extend(if is_own { Some(own[self.below(own.len())].clone()) } else { self.value(kind, 0) });
            }
            calls.push(call(path, &joined(&arguments)));
        }
        calls
    }

    fn below(&mut self, most: usize) -> usize {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        (self.seed % most as u64) as usize
    }

    fn value(&mut self, kind: &str, depth: usize) -> Option<Sample> {
        let plain = |text: String| Some(Sample::new(text.clone(), text));
        match kind {
            "int" => plain(match self.below(6) {
                0 => ["0", "1", "-1", "64", "97", "98"][self.below(6)].to_owned(),
                1 if !self.edges.is_empty() => {
                    let chosen = self.below(self.edges.len());
                    self.edges[chosen].to_string()
                }
                _ => (self.below(12) as i64 - 3).to_string(),
            }),
            "bool" => plain(["True", "False"][self.below(2)].to_owned()),
            "float" => plain(["0.0", "-0.0", "1.0", "-1.5", "2.5", "1e9"][self.below(6)].to_owned()),
            "str" => {
                let letters = ['a', 'a', 'a', 'b', 'é', '/', 'A', ' '];
                let text: String = (0..self.below(6)).map(|_| letters[self.below(letters.len())]).collect();
                // Short texts are often the same one, as keys are.
                plain(["'a'", "'A'", "' a'"].get(self.below(12)).map_or(format!("'{text}'"), |few| (*few).to_owned()))
            }
            _ => match kind.strip_suffix(" | None") {
                Some(_) if self.below(4) == 0 => plain("None".to_owned()),
                Some(kind) => self.object(kind, depth),
                None => self.object(kind, depth),
            },
        }
    }

    /// Made by a function of the library, and changed by some of those that give nothing.
    fn object(&mut self, kind: &str, depth: usize) -> Option<Sample> {
        if depth > 2 {
            return None;
        }
        let signatures = self.signatures;
        let makers: Vec<_> =
            signatures.iter().filter(|(_, row)| row.result == kind && !row.params.contains(&kind.to_owned())).collect();
        if makers.is_empty() {
            return None;
        }
        let (path, row) = makers[self.below(makers.len())];
        let parts: Option<Vec<Sample>> = row.params.iter().map(|kind| self.value(kind, depth + 1)).collect();
        let mut made = call(path, &joined(&parts?));
        let changers: Vec<_> = signatures
            .iter()
            .filter(|(_, row)| row.result == "None" && row.params.first().is_some_and(|first| first == kind))
            .collect();
        for _ in 0..if changers.is_empty() { 0 } else { self.below(4) } {
            let (path, row) = changers[self.below(changers.len())];
            let Some(rest) = row.params[1..].iter().map(|kind| self.value(kind, depth + 1)).collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            let x = Sample::new("x".into(), "x".into());
            let all: Vec<Sample> = std::iter::once(x).chain(rest).collect();
            let changed = call(path, &joined(&all));
            made = Sample::new(
                format!("(lambda x: ({}, x)[-1])({})", changed.run, made.run),
                format!("{} after {}", made.shown, changed.shown),
            );
        }
        Some(made)
    }
}

/// The numbers in these texts, and what is next to them.
fn edges(texts: &[String]) -> Vec<i64> {
    let words = texts.iter().flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    let numbers = words.filter_map(|word| word.parse::<i64>().ok()).filter(|number| *number < 1 << 30);
    let mut found: Vec<i64> = numbers.flat_map(|number| [number - 1, number, number + 1, -number]).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn joined(parts: &[Sample]) -> Sample {
    let all = |of: fn(&Sample) -> &String| parts.iter().map(|part| of(part).clone()).collect::<Vec<_>>().join(", ");
    Sample::new(all(|part| &part.run), all(|part| &part.shown))
}

/// A call of a library function, by its path.
fn call(path: &str, arguments: &Sample) -> Sample {
    let (module, name) = path.rsplit_once('.').unwrap_or(("builtins", path));
    Sample::new(
        format!("__import__('{module}', fromlist=['{name}']).{name}({})", arguments.run),
        format!("{name}({})", arguments.shown),
    )
}
