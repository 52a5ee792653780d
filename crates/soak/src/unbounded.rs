//! Pairs with loops that no number of rounds exhausts.
//!
//! Both versions are written from one description of a loop, each in a style of its own (a `while`
//! or a `for`, the first round before the loop, a recursion, tests and sums turned round), so that
//! they are equal by construction; or one number of the description is changed for the new one.

use std::fmt::Write;

use equiv::inputs::Random;

use crate::Pair;

/// A pair with its truth, as far as construction tells it.
pub struct LoopPair {
    pub pair: Pair,
    /// Written from one description.
    pub is_equal: bool,
}

/// The pair with that number.
pub fn loop_pair(seed: u64) -> LoopPair {
    let mut random = Random::new(seed ^ 0x100b);
    let old = Description::new(&mut random);
    let is_equal = random.below(2) == 0;
    let mut new = old.clone();
    if !is_equal {
        new.change(&mut random);
    }
    let (old, new) = (old.write(Style::new(&mut random)), new.write(Style::new(&mut random)));
    LoopPair { pair: Pair { old, new }, is_equal }
}

/// `s` and `t` are computed while `i` counts from `low` to `n`, or down from `n` to `low`.
#[derive(Clone)]
struct Description {
    s: i64,
    t: i64,
    low: i64,
    step: i64,
    goes_down: bool,
    updates: Vec<Update>,
    result: [i64; 3],
}

/// `target = target + a * i + b * k + c * other + d`, perhaps only where `i` is even.
#[derive(Clone)]
struct Update {
    is_s: bool,
    even_only: bool,
    factors: [i64; 4],
}

struct Style {
    turned: bool,
    form: Form,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Form {
    While,
    For,
    Peeled,
    Recursion,
}

impl Style {
    fn new(random: &mut Random) -> Style {
        let form = [Form::While, Form::While, Form::For, Form::Peeled, Form::Recursion][random.below(5)];
        Style { turned: random.one_in(2), form }
    }
}

fn small(random: &mut Random) -> i64 {
    random.below(7) as i64 - 3
}

impl Description {
    fn new(random: &mut Random) -> Description {
        let update = |random: &mut Random| Update {
            is_s: random.one_in(2),
            even_only: random.one_in(4),
            factors: [small(random), small(random), if random.one_in(3) { 1 } else { 0 }, small(random)],
        };
        let updates = (0..1 + random.below(2)).map(|_| update(random)).collect();
        Description {
            s: small(random),
            t: small(random),
            low: small(random),
            step: if random.one_in(4) { 2 } else { 1 },
            goes_down: random.one_in(3),
            updates,
            result: [1, small(random), small(random)],
        }
    }

    /// One number becomes another.
    fn change(&mut self, random: &mut Random) {
        let by = [1, -1, 2][random.below(3)];
        match random.below(6) {
            0 => self.s += by,
            1 => self.t += by,
            2 => self.low += by,
            3 => self.step = 3 - self.step,
            4 => self.result[random.below(3)] += by,
            _ => {
                let index = random.below(self.updates.len());
                self.updates[index].factors[[0, 1, 3][random.below(3)]] += by;
            }
        }
    }

    fn test(&self, turned: bool) -> String {
        match (self.goes_down, turned) {
            (false, false) => "i < n".into(),
            (false, true) => "n > i".into(),
            (true, false) => format!("i > {}", self.low),
            (true, true) => format!("not i <= {}", self.low),
        }
    }

    fn next(&self) -> String {
        format!("i {} {}", if self.goes_down { '-' } else { '+' }, self.step)
    }

    fn body(&self, indent: &str, turned: bool) -> String {
        let mut text = String::new();
        for Update { is_s, even_only, factors: [a, b, c, d] } in &self.updates {
            let (target, other) = if *is_s { ("s", "t") } else { ("t", "s") };
            let mut parts = vec![target.to_owned(), format!("{a} * i"), format!("{b} * k"), format!("{d}")];
            if *c != 0 {
                parts.push(other.to_owned());
            }
            if turned {
                parts.reverse();
            }
            let assignment = format!("{target} = {}", parts.join(" + "));
            let _ = match even_only {
                true => writeln!(text, "{indent}if i % 2 == 0:\n{indent}    {assignment}"),
                false => writeln!(text, "{indent}{assignment}"),
            };
        }
        text
    }

    fn write(&self, style: Style) -> String {
        let (test, next) = (self.test(style.turned), self.next());
        let [a, b, c] = self.result;
        let result = if style.turned { format!("{c} + {b} * t + {a} * s") } else { format!("{a} * s + {b} * t + {c}") };
        let start = if self.goes_down { "n".to_owned() } else { self.low.to_string() };
        let begin = format!("    s = {}\n    t = {}\n", self.s, self.t);
        let client = "\n\ndef client(n: int, k: int):\n    return lib(n, k)\n";
        let inner = self.body("        ", style.turned);
        let lib = match style.form {
            Form::While => {
                format!(
                    "def lib(n, k):\n{begin}    i = {start}\n    while {test}:\n{inner}        i = {next}\n    return {result}\n"
                )
            }
            Form::For => {
                let step = if self.goes_down { -self.step } else { self.step };
                let stop = if self.goes_down { self.low.to_string() } else { "n".to_owned() };
                format!(
                    "def lib(n, k):\n{begin}    for i in range({start}, {stop}, {step}):\n{inner}    return {result}\n"
                )
            }
            Form::Peeled => {
                let first = self.body("    ", style.turned);
                format!(
                    "def lib(n, k):\n{begin}    i = {start}\n    if not ({test}):\n        return {result}\n{first}    i = {next}\n    while {test}:\n{inner}        i = {next}\n    return {result}\n"
                )
            }
            Form::Recursion => {
                let body = self.body("    ", style.turned);
                format!(
                    "def go(i, s, t, n, k):\n    if not ({test}):\n        return {result}\n{body}    return go({next}, s, t, n, k)\n\n\ndef lib(n, k):\n    return go({start}, {}, {}, n, k)\n",
                    self.s, self.t
                )
            }
        };
        lib + client
    }
}
