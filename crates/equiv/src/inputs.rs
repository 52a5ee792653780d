//! Inputs worth trying: boundary values, numbers mined from the code, random ones.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::{Inst, Terminator};
use value::{Float, FloatFormat, Int, MapValue, Op, Rounding, Sort, SortKind, Value};

use crate::{Given, Goal, Problem, Side};

/// A small generator of numbers that look random; the same seed gives the same numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    pub fn bits(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound.max(1) as u64) as usize
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Makes inputs for one problem.
pub struct Generator {
    sorts: Vec<Sort>,
    /// Which inputs are sequences that the code takes to have no element twice.
    distinct: Vec<usize>,
    /// Texts that stand in the code: keys that it may ask for.
    keys: Vec<Value>,
    /// Of the choices that count as inputs.
    chosen: Option<Sort>,
    /// Numbers that occur in the code, and their neighbours.
    mined: Vec<Int>,
    floats: Vec<f64>,
    /// For the regular expressions of the code.
    texts: Vec<String>,
    random: Random,
    made: usize,
}

/// More choices of one run are not made up: a run that reads more has no end.
const CHOICES: usize = 12;

const SIMPLE: [i64; 7] = [0, 1, -1, 2, 3, -2, 10];

impl Generator {
    pub fn new(problem: &Problem, seed: u64) -> Generator {
        let sorts = problem.inputs().map(|(_, sort)| sort).collect();
        let distinct = distinct(problem);
        let keys = if distinct.is_empty() { Vec::new() } else { texts_of_code(problem) };
        Generator { distinct, keys, ..Generator::of_sorts(problem, sorts, seed) }
    }

    /// Values of other sorts than those of the problem's inputs.
    pub fn of_sorts(problem: &Problem, sorts: Vec<Sort>, seed: u64) -> Generator {
        let (mined, floats) = mine(problem);
        let texts = samples(problem);
        let (chosen, random) = (chosen(problem), Random::new(seed));
        Generator { sorts, distinct: Vec::new(), keys: Vec::new(), chosen, mined, floats, texts, random, made: 0 }
    }

    /// Inputs, and choices where they count as inputs.
    pub fn next_given(&mut self) -> Given {
        let round = self.made;
        let inputs = self.next_inputs();
        let sorts = std::iter::repeat_n(self.chosen, CHOICES).flatten();
        let choices = sorts.map(|sort| (sort, self.value(sort, round.max(SIMPLE.len()), 0))).collect();
        Given { inputs, choices }
    }

    /// First each simple value everywhere, then mixtures.
    pub fn next_inputs(&mut self) -> Vec<Value> {
        let round = self.made;
        self.made += 1;
        let sorts = self.sorts.clone();
        let mut inputs: Vec<Value> = sorts.into_iter().map(|sort| self.value(sort, round, 0)).collect();
        for index in self.distinct.clone() {
            let mut elements = inputs[index].as_seq().unwrap_or_default().to_vec();
            let is_of_texts = self.sorts[index] == Sort::seq(Sort::string());
            for element in elements.iter_mut().filter(|_| is_of_texts && !self.keys.is_empty()) {
                if self.random.one_in(2) {
                    *element = self.keys[self.random.below(self.keys.len())].clone();
                }
            }
            let mut seen = BTreeSet::new();
            elements.retain(|element| seen.insert(element.clone()));
            inputs[index] = Value::seq(elements);
        }
        inputs
    }

    /// One value; the first rounds give simple ones.
    pub fn value_of(&mut self, sort: Sort, round: usize) -> Value {
        self.value(sort, round, 0)
    }

    fn value(&mut self, sort: Sort, round: usize, depth: u32) -> Value {
        match sort.kind() {
            SortKind::Bool => Value::Bool(self.random.one_in(2)),
            SortKind::Int => Value::Int(self.int(round)),
            SortKind::Real => {
                let (above, below) = (self.int(round), 1 + self.random.below(8) as i64);
                let real = num_real(&above, below);
                Value::Real(Arc::new(real))
            }
            SortKind::Bv(width) => {
                let value = self.int(round);
                let bits = match self.random.below(6) {
                    0 => 1u128 << (width - 1),
                    1 => (1u128 << (width - 1)) - 1,
                    2 => u128::from(self.random.bits()) << 64 | u128::from(self.random.bits()),
                    _ => value.low_bits(*width),
                };
                Value::bv(*width, if round < SIMPLE.len() { value.low_bits(*width) } else { bits })
            }
            SortKind::Float(format) => Value::Float(self.float(*format, round)),
            SortKind::Atom => Value::default_of(sort),
            SortKind::Ref(_) => Value::Ref(0),
            SortKind::Seq(element) if round > 2 && *element == Sort::int() && self.takes_sample() => self.sample(),
            SortKind::Seq(element) => {
                let length = if depth > 2 { 0 } else { self.length(round) };
                // Few different elements make repetitions likely.
                let elements = (0..length).map(|_| self.value(*element, round, depth + 1));
                // Numbers within two sequences mostly stand for characters.
                let fitting = |value: Value| match value {
                    Value::Int(int) if depth > 0 => Value::Int(int.rem(&Int::from(CODES), Rounding::Euclid)),
                    other => other,
                };
                Value::seq(elements.map(fitting).collect())
            }
            SortKind::Map(key, element) => {
                let mut map = MapValue::constant(self.value(*element, round, depth + 1));
                for _ in 0..self.random.below(4) {
                    let (k, v) = (self.value(*key, round, depth + 1), self.value(*element, round, depth + 1));
                    map = map.store_at(*key, k, v);
                }
                Value::Map(Arc::new(map))
            }
            SortKind::Data(datatype) => {
                let index = if depth > 3 { 0 } else { self.random.below(datatype.ctors().len()) };
                let fields = datatype.ctors()[index].fields.iter().map(|(_, sort)| *sort);
                let fields: Vec<Value> = fields.map(|sort| self.value(sort, round, depth + 1)).collect();
                Value::Data(index as u32, fields.into())
            }
            SortKind::Opaque(_) => Value::Opaque(self.random.below(3) as u32),
        }
    }

    fn takes_sample(&mut self) -> bool {
        !self.texts.is_empty() && !self.random.one_in(3)
    }

    /// A text for a regular expression: as it is, or with a character more or less.
    fn sample(&mut self) -> Value {
        let mut text: Vec<char> = self.texts[self.random.below(self.texts.len())].chars().collect();
        match self.random.below(6) {
            0 if !text.is_empty() => {
                text.remove(self.random.below(text.len()));
            }
            1 => {
                let other = self.texts[self.random.below(self.texts.len())].chars().next();
                text.insert(self.random.below(text.len() + 1), other.unwrap_or(' '));
            }
            2 => {
                let common = ['\n', ' ', '-', '_', '.', 'a', 'A', '1', ','];
                text.insert(self.random.below(text.len() + 1), common[self.random.below(common.len())]);
            }
            _ => {}
        }
        Value::string(&text.into_iter().collect::<String>())
    }

    fn length(&mut self, round: usize) -> usize {
        match round {
            0 => 0,
            1..=4 => round,
            _ => self.random.below(7),
        }
    }

    fn int(&mut self, round: usize) -> Int {
        if let Some(simple) = SIMPLE.get(round) {
            return Int::from(*simple);
        }
        match self.random.below(10) {
            0..=3 if !self.mined.is_empty() => self.mined[self.random.below(self.mined.len())].clone(),
            0..=5 => Int::from(self.random.below(21) as i64 - 10),
            6 | 7 => Int::from(self.random.below(401) as i64 - 200),
            8 => Int::from((self.random.bits() >> 40) as i64 - (1 << 23)),
            _ => {
                let big = Int::from(self.random.bits() as i64);
                if self.random.one_in(3) { &big * &Int::from(self.random.bits() as i64) } else { big }
            }
        }
    }

    fn float(&mut self, format: FloatFormat, round: usize) -> Float {
        const SPECIAL: [f64; 10] =
            [0.0, 1.0, -1.0, -0.0, 0.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e300, 5e-324];
        if let Some(special) = SPECIAL.get(round) {
            return Float::of(format, *special);
        }
        let value = match self.random.below(8) {
            0 => SPECIAL[self.random.below(SPECIAL.len())],
            1 | 2 if !self.floats.is_empty() => self.floats[self.random.below(self.floats.len())],
            3 => f64::from_bits(self.random.bits()),
            4 => self.random.below(2001) as f64 - 1000.0,
            _ => (self.random.bits() as i32) as f64 / 65536.0 / (1 + self.random.below(1000)) as f64,
        };
        Float::of(format, value)
    }
}

/// So many code points there are.
const CODES: i64 = value::LAST_CODE_POINT + 1;

/// The sort of all choices, where choices count as inputs. With several sorts it is not known beforehand
/// which of them the n-th choice has.
fn chosen(problem: &Problem) -> Option<Sort> {
    if !matches!(problem.goal, Goal::OnlyNewFails(_)) {
        return None;
    }
    let mut found = None;
    for side in Side::BOTH {
        let functions = problem.program(side).functions.iter();
        for body in functions.filter_map(|(_, function)| function.body()) {
            for inst in body.blocks.rows().iter().flat_map(|block| &block.insts) {
                let Inst::Choose { result } = inst else { continue };
                let sort = body.sorts[*result];
                if *found.get_or_insert(sort) != sort {
                    return None;
                }
            }
        }
    }
    found
}

/// The inputs of which an entry asks whether they have no element twice.
fn distinct(problem: &Problem) -> Vec<usize> {
    let mut found = BTreeSet::new();
    for side in Side::BOTH {
        let entry = &problem.program(side).functions[problem.entry(side).entry];
        let Some(body) = entry.body() else { continue };
        let params = &body.blocks[ir::Body::ENTRY].params;
        for inst in body.blocks.rows().iter().flat_map(|block| &block.insts) {
            if let Inst::Apply { op: Op::SeqIsDistinct, args, .. } = inst {
                found.extend(params.iter().position(|param| *param == args[0]));
            }
        }
    }
    found.into_iter().collect()
}

/// The texts that stand in the code of either version.
fn texts_of_code(problem: &Problem) -> Vec<Value> {
    const LONGEST: usize = 40;
    let is_text = |value: &Value| {
        value.as_seq().is_some_and(|seq| seq.len() <= LONGEST && seq.iter().all(|code| matches!(code, Value::Int(_))))
    };
    let mut found = BTreeSet::new();
    for side in Side::BOTH {
        let functions = problem.program(side).functions.iter().map(|(_, function)| function);
        for body in functions.filter(|function| function.is_source()).filter_map(|function| function.body()) {
            for inst in body.blocks.rows().iter().flat_map(|block| &block.insts) {
                match inst {
                    Inst::Const { value: Value::Data(_, fields), .. } => {
                        found.extend(fields.iter().filter(|field| is_text(field)).cloned());
                    }
                    Inst::Const { value, .. } if is_text(value) => {
                        found.insert(value.clone());
                    }
                    _ => {}
                }
            }
        }
    }
    found.into_iter().collect()
}

fn num_real(above: &Int, below: i64) -> value::Real {
    value::Real::new(above.to_big(), below.into())
}

/// The numbers that occur in the code of either version.
fn mine(problem: &Problem) -> (Vec<Int>, Vec<f64>) {
    let mut ints: BTreeSet<Int> = BTreeSet::new();
    let mut floats: Vec<f64> = Vec::new();
    for side in Side::BOTH {
        for (_, function) in problem.program(side).functions.iter() {
            // The front end's own functions have numbers of no interest.
            if !function.is_source() {
                continue;
            }
            let blocks = function.body().into_iter().flat_map(|body| body.blocks.rows());
            for block in blocks {
                for inst in &block.insts {
                    if let Inst::Const { value, .. } = inst {
                        mine_value(value, &mut ints, &mut floats);
                    }
                }
                if let Terminator::Switch { cases, .. } = &block.end {
                    cases.iter().for_each(|(value, _)| mine_value(value, &mut ints, &mut floats));
                }
            }
        }
    }
    let near = |value: &Int| [value - &Int::ONE, value.clone(), value + &Int::ONE, -value];
    let spread: BTreeSet<Int> = ints.iter().flat_map(near).collect();
    (spread.into_iter().collect(), floats)
}

/// Texts worth trying where the code has regular expressions: every text in it may be one.
fn samples(problem: &Problem) -> Vec<String> {
    let mut patterns: BTreeSet<String> = BTreeSet::new();
    let mut has_regex = false;
    for side in Side::BOTH {
        for (_, function) in problem.program(side).functions.iter() {
            let blocks = function.body().into_iter().flat_map(|body| body.blocks.rows());
            for inst in blocks.flat_map(|block| &block.insts) {
                match inst {
                    Inst::Apply { op: Op::Regex(_), .. } => has_regex = true,
                    Inst::Const { value, .. } if function.is_source() => texts_in(value, &mut patterns),
                    _ => {}
                }
            }
        }
    }
    if !has_regex {
        return Vec::new();
    }
    patterns.iter().flat_map(|pattern| value::regex::samples(pattern)).collect()
}

fn texts_in(value: &Value, texts: &mut BTreeSet<String>) {
    match value {
        Value::Seq(elements) if elements.len() < 400 => texts.extend(value.as_text()),
        Value::Data(_, fields) => fields.iter().for_each(|field| texts_in(field, texts)),
        _ => {}
    }
}

fn mine_value(value: &Value, ints: &mut BTreeSet<Int>, floats: &mut Vec<f64>) {
    match value {
        Value::Int(int) => {
            ints.insert(int.clone());
        }
        Value::Bv(bv) => {
            ints.insert(Int::from(bv.signed()));
        }
        Value::Float(float) => {
            let value = float.to_f64();
            floats.extend([value, value + 1.0, value - 1.0, -value]);
        }
        Value::Data(_, fields) => fields.iter().for_each(|field| mine_value(field, ints, floats)),
        Value::Seq(elements) if elements.len() < 64 => {
            elements.iter().for_each(|element| mine_value(element, ints, floats));
        }
        _ => {}
    }
}

/// Simpler values to try instead, the simplest first. Each is strictly simpler, so shrinking ends.
pub fn simpler(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(true) => vec![Value::Bool(false)],
        Value::Int(int) => simpler_ints(int).into_iter().map(Value::Int).collect(),
        Value::Bv(bv) => {
            let signed = Int::from(bv.signed());
            simpler_ints(&signed).into_iter().map(|int| Value::bv(bv.width, int.low_bits(bv.width))).collect()
        }
        Value::Float(float) => {
            let value = float.to_f64();
            [0.0, 1.0, -1.0, value.trunc()]
                .into_iter()
                .filter(|candidate| candidate.abs() < value.abs() || (value.is_nan() && !candidate.is_nan()))
                .map(|candidate| Value::Float(Float::of(float.format, candidate)))
                .collect()
        }
        Value::Seq(elements) => {
            // Of a long one the halves are tried, and little else.
            const LONG: usize = 64;
            let most = if elements.len() > LONG { 2 } else { LONG };
            let without = (0..elements.len()).take(most).map(|skip| {
                let kept = elements.iter().enumerate().filter(|(index, _)| *index != skip);
                Value::seq(kept.map(|(_, element)| element.clone()).collect())
            });
            let middle = elements.len() / 2;
            let halves = [&elements[..middle], &elements[middle..]].into_iter().filter(|_| elements.len() > 3);
            let halves = halves.map(|half| Value::seq(half.to_vec()));
            let changed =
                elements.iter().enumerate().take(most).flat_map(|(index, element)| {
                    simpler(element).into_iter().take(3).map(move |simple| (index, simple))
                });
            let changed = changed.map(|(index, simple)| {
                let mut elements = (**elements).clone();
                elements[index] = simple;
                Value::seq(elements)
            });
            halves.chain(without).chain(changed).collect()
        }
        Value::Map(map) => simpler_maps(map),
        _ => Vec::new(),
    }
}

/// A simpler value elsewhere, or one entry less.
fn simpler_maps(map: &MapValue) -> Vec<Value> {
    let rebuilt = |default: &Value, entries: &mut dyn Iterator<Item = (&Value, &Value)>| {
        let mut made = MapValue::constant(default.clone());
        for (key, value) in entries {
            made = made.store(key.clone(), value.clone());
        }
        Value::Map(Arc::new(made))
    };
    let count = map.entries().count();
    let default = map.default_value();
    let fewer = (0..count).map(|skip| {
        let mut kept = map.entries().enumerate().filter(|(index, _)| *index != skip).map(|(_, entry)| entry);
        rebuilt(default, &mut kept)
    });
    let elsewhere = simpler(default).into_iter().take(4).map(|default| rebuilt(&default, &mut map.entries()));
    let plain = (count > 0).then(|| rebuilt(default, &mut std::iter::empty()));
    let halves = [0, 1].into_iter().filter(|_| count > 3).map(|odd| {
        let is_kept = |index: usize| (index < count / 2) == (odd == 0);
        let mut kept = map.entries().enumerate().filter(|(index, _)| is_kept(*index)).map(|(_, entry)| entry);
        rebuilt(default, &mut kept)
    });
    plain.into_iter().chain(halves).chain(fewer).chain(elsewhere).collect()
}

fn simpler_ints(int: &Int) -> Vec<Int> {
    if int.is_zero() {
        return Vec::new();
    }
    let two = Int::from(2);
    let toward_zero = if int.is_negative() { int + &Int::ONE } else { int - &Int::ONE };
    let mut candidates = vec![Int::ZERO, Int::ONE];
    if int.is_negative() {
        candidates.push(-int);
    }
    candidates.push(int.div(&two, Rounding::Trunc));
    // Big steps towards zero first: the bound of a condition is found in few tries.
    let mut step = int.div(&Int::from(4), Rounding::Trunc);
    while !step.is_zero() {
        candidates.push(int - &step);
        step = step.div(&two, Rounding::Trunc);
    }
    candidates.push(toward_zero);
    let simpler = |candidate: &Int| {
        let (a, b) = (candidate.abs(), int.abs());
        a < b || (a == b && int.is_negative() && !candidate.is_negative())
    };
    candidates.retain(simpler);
    candidates
}
