//! Contracts as people read and write them.
//!
//! ```text
//! contract StringCopy.loop1
//!   pre  i.old <= i.new
//!   post ok.old' ==> ok.new'
//! ```
//!
//! `i.old` is a variable of the old version when it is called, `i.old'` when it comes back. What a
//! user writes is tried like every other candidate: it cannot make a proof wrong.

use equiv::coverage::{BadContract, Contract};
use term::{Pool, TermId};
use value::{BvOp, Int, IntOp, Op, Sort, SortKind, Value};

use crate::candidates;
use crate::compose::{Composed, Formal};
use crate::houdini::{Candidate, Houdini};

/// A condition as a user wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub function: String,
    pub is_pre: bool,
    pub text: String,
    pub line: u32,
}

/// Reads a file of contracts. The conditions are understood later, with the functions at hand.
pub fn parse_file(text: &str) -> Result<Vec<Written>, BadContract> {
    let mut found = Vec::new();
    let mut function: Option<String> = None;
    for (index, line) in text.lines().enumerate() {
        let number = index as u32 + 1;
        let line = line.split("//").next().unwrap_or_default().trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let fail = |message: String| Err(BadContract { line: number, message });
        match (word, rest.trim(), &function) {
            ("", _, _) => {}
            ("contract", "", _) => return fail("`contract` names no function".into()),
            ("contract", name, _) => function = Some(name.to_owned()),
            ("pre" | "post", "", _) => return fail(format!("`{word}` without a condition")),
            ("pre" | "post", condition, Some(function)) => found.push(Written {
                function: function.clone(),
                is_pre: word == "pre",
                text: condition.to_owned(),
                line: number,
            }),
            ("pre" | "post", _, None) => return fail(format!("`{word}` before any `contract NAME`")),
            (other, _, _) => return fail(format!("expected `contract`, `pre` or `post`, found `{other}`")),
        }
    }
    Ok(found)
}

/// Adds what the user wrote to the candidates.
pub(crate) fn add(houdini: &mut Houdini<'_>, written: &[Written]) -> Result<(), BadContract> {
    for each in written {
        let composed = houdini.composed;
        let position = composed.iter().skip(1).position(|known| known.name.as_str() == each.function);
        let Some(position) = position else {
            let names: Vec<&str> = composed.iter().skip(1).map(|known| known.name.as_str()).collect();
            let message = format!("no pair of functions `{}`; there are: {}", each.function, names.join(", "));
            return Err(BadContract { line: each.line, message });
        };
        let formals = Formals { composed: &composed[position + 1], is_pre: each.is_pre };
        let term = Parser::new(houdini.pool, formals, &each.text)
            .whole()
            .map_err(|message| BadContract { line: each.line, message })?;
        let term = match each.is_pre {
            true => term,
            false => candidates::where_given(houdini.pool, &composed[position + 1], term),
        };
        houdini.add(position + 1, each.is_pre, term, each.text.clone());
    }
    Ok(())
}

/// The conditions that were tried, and those of them that hold.
pub(crate) fn count(houdini: &Houdini<'_>) -> (usize, usize) {
    let called = houdini.contracts.iter().map(|contracts| &contracts.called);
    let all: Vec<&Candidate> = called.flat_map(|called| called.pre.iter().chain(&called.post)).collect();
    (all.len(), all.iter().filter(|candidate| candidate.is_alive).count())
}

pub(crate) fn shown(houdini: &Houdini<'_>) -> Vec<Contract> {
    let alive = |candidates: &[Candidate]| -> Vec<String> {
        both_ways(candidates.iter().filter(|each| each.is_alive).map(|each| each.text.clone()).collect())
    };
    let pairs = houdini.composed.iter().zip(&houdini.contracts).skip(1);
    pairs
        .filter(|(composed, _)| !composed.is_closed)
        .map(|(composed, contracts)| {
            let called = &contracts.called;
            let died = called.pre.iter().chain(&called.post).filter_map(|each| {
                let why = each.died?;
                Some(match why {
                    Some(caller) => format!("{}: not at its call in {}", each.text, houdini.composed[caller].name),
                    None => format!("{}: not at its end", each.text),
                })
            });
            let died = died.collect();
            Contract { function: composed.name, pre: alive(&called.pre), post: alive(&called.post), died }
        })
        .collect()
}

/// `a <= b` and `b <= a` are `a == b`; so are the two implications.
fn both_ways(texts: Vec<String>) -> Vec<String> {
    let turned = |text: &str| {
        [" <= ", " ==> "]
            .iter()
            .find_map(|sign| text.split_once(sign).map(|(a, b)| (a.to_owned(), b.to_owned(), *sign)))
    };
    let mut shown: Vec<String> = Vec::new();
    for text in &texts {
        let merged = turned(text).filter(|(a, b, sign)| texts.contains(&format!("{b}{sign}{a}")));
        let is_shown = |a: &str, b: &str| shown.contains(&format!("{a} == {b}"));
        let line = match merged {
            Some((a, b, _)) if is_shown(&a, &b) || is_shown(&b, &a) => continue,
            Some((a, b, _)) => format!("{a} == {b}"),
            None => text.clone(),
        };
        shown.push(line);
    }
    // Of values that are equal, so are the parts.
    let is_said = |line: &str| {
        let (a, b) = line.split_once(" == ")?;
        let whole = |part: &str| part.strip_suffix(')').and_then(|part| Some(part.split_once('(')?.1.to_owned()));
        Some(shown.contains(&format!("{} == {}", whole(a)?, whole(b)?)))
    };
    let is_new: Vec<bool> = shown.iter().map(|line| is_said(line) != Some(true)).collect();
    shown.into_iter().zip(is_new).filter_map(|(line, is_new)| is_new.then_some(line)).collect()
}

struct Formals<'c> {
    composed: &'c Composed,
    is_pre: bool,
}

impl Formals<'_> {
    fn find(&self, name: &str) -> Option<TermId> {
        self.all().find(|formal| formal.text == name).map(|formal| formal.term)
    }

    fn all(&self) -> impl Iterator<Item = &Formal> {
        let halves = [&self.composed.old, &self.composed.new];
        halves.into_iter().flat_map(|half| {
            let outs: &[Formal] = if self.is_pre { &[] } else { &half.outs };
            half.ins.iter().chain(outs)
        })
    }

    fn names(&self) -> Vec<&str> {
        self.all().map(|formal| formal.text.as_str()).collect()
    }
}

/// A condition over the formals: `==>`, `||`, `&&`, `!`, comparisons, `is`, sums, products. Machine
/// integers are compared with their sign.
struct Parser<'p> {
    pool: &'p mut Pool,
    formals: Formals<'p>,
    tokens: Vec<String>,
    next: usize,
}

type Parsed = Result<TermId, String>;

impl<'p> Parser<'p> {
    fn new(pool: &'p mut Pool, formals: Formals<'p>, text: &str) -> Parser<'p> {
        Parser { pool, formals, tokens: tokens(text), next: 0 }
    }

    fn whole(mut self) -> Parsed {
        let term = self.implication()?;
        match self.tokens.get(self.next) {
            Some(extra) => Err(format!("`{extra}` is left over")),
            None if self.pool.sort(term) != Sort::bool() => Err("this is not a condition".into()),
            None => Ok(term),
        }
    }

    fn take(&mut self, token: &str) -> bool {
        let is_next = self.tokens.get(self.next).is_some_and(|next| next == token);
        self.next += usize::from(is_next);
        is_next
    }

    fn implication(&mut self) -> Parsed {
        let left = self.either()?;
        if !self.take("==>") {
            return Ok(left);
        }
        let right = self.implication()?;
        self.bools(&[left, right])?;
        let not = self.pool.not(left);
        Ok(self.pool.or(not, right))
    }

    fn either(&mut self) -> Parsed {
        let mut left = self.both()?;
        while self.take("||") {
            let right = self.both()?;
            self.bools(&[left, right])?;
            left = self.pool.or(left, right);
        }
        Ok(left)
    }

    fn both(&mut self) -> Parsed {
        let mut left = self.comparison()?;
        while self.take("&&") {
            let right = self.comparison()?;
            self.bools(&[left, right])?;
            left = self.pool.and(left, right);
        }
        Ok(left)
    }

    fn comparison(&mut self) -> Parsed {
        let left = self.sum()?;
        if self.take("is") {
            return self.form(left);
        }
        for sign in ["==", "!=", "<=", ">=", "<", ">"] {
            if self.take(sign) {
                let right = self.sum()?;
                return self.compare(sign, left, right);
            }
        }
        Ok(left)
    }

    /// `p.old is Null`: the form that a value has.
    fn form(&mut self, value: TermId) -> Parsed {
        let Some(datatype) = self.pool.sort(value).datatype() else {
            return Err("`is` tells the form of a value that has several".into());
        };
        let Some(name) = self.tokens.get(self.next).cloned() else {
            return Err("the condition is cut short".into());
        };
        self.next += 1;
        match datatype.ctor(&name) {
            Some(ctor) => Ok(self.pool.app(Op::Is(ctor), &[value])),
            None => {
                let names: Vec<&str> = datatype.ctors().iter().map(|form| &*form.name).collect();
                Err(format!("no form `{name}`; there are: {}", names.join(", ")))
            }
        }
    }

    /// `index(p.old)`: a part of a value that has several forms.
    fn field(&mut self, name: &str, value: TermId) -> Parsed {
        let Some(datatype) = self.pool.sort(value).datatype() else {
            return Err(format!("`{name}(...)` is a part of a value that has parts"));
        };
        for form in datatype.ctors() {
            let position = form.fields.iter().position(|(known, _)| &**known == name);
            if let (Some(position), Some(ctor)) = (position, datatype.ctor(&form.name)) {
                return Ok(self.pool.app(Op::Field(ctor, position), &[value]));
            }
        }
        Err(format!("no part `{name}` there"))
    }

    fn compare(&mut self, sign: &str, left: TermId, right: TermId) -> Parsed {
        let (left, right) = self.of_one_sort(left, right);
        if self.pool.sort(left) != self.pool.sort(right) {
            return Err(format!("the two sides of `{sign}` are not of one type"));
        }
        if matches!(sign, "==" | "!=") {
            let equal = self.pool.eq(left, right);
            return Ok(if sign == "==" { equal } else { self.pool.not(equal) });
        }
        self.ints(&[left, right])?;
        let (is_strict, a, b) = match sign {
            "<=" => (false, left, right),
            ">=" => (false, right, left),
            "<" => (true, left, right),
            _ => (true, right, left),
        };
        let op = match (is_machine(self.pool.sort(a)), is_strict) {
            (true, true) => Op::Bv(BvOp::SLt),
            (true, false) => Op::Bv(BvOp::SLe),
            (false, true) => Op::Int(IntOp::Lt),
            (false, false) => Op::Int(IntOp::Le),
        };
        Ok(self.pool.app(op, &[a, b]))
    }

    /// A number that stands beside a machine integer is one of its width.
    fn of_one_sort(&mut self, left: TermId, right: TermId) -> (TermId, TermId) {
        let (left_sort, right_sort) = (self.pool.sort(left), self.pool.sort(right));
        if is_machine(left_sort) && right_sort == Sort::int() {
            return (left, self.of_sort(right, left_sort));
        }
        if is_machine(right_sort) && left_sort == Sort::int() {
            return (self.of_sort(left, right_sort), right);
        }
        (left, right)
    }

    fn of_sort(&mut self, term: TermId, sort: Sort) -> TermId {
        let SortKind::Bv(width) = sort.kind() else { return term };
        match self.pool.as_const(term).and_then(|value| value.as_int().cloned()) {
            Some(number) => self.pool.constant(Value::bv(*width, number.low_bits(*width)), sort),
            None => term,
        }
    }

    fn calculate(&mut self, (int, machine): (IntOp, BvOp), left: TermId, right: TermId) -> Parsed {
        let (left, right) = self.of_one_sort(left, right);
        self.ints(&[left, right])?;
        if self.pool.sort(left) != self.pool.sort(right) {
            return Err("these are integers of different widths".into());
        }
        let op = if is_machine(self.pool.sort(left)) { Op::Bv(machine) } else { Op::Int(int) };
        Ok(self.pool.app(op, &[left, right]))
    }

    fn sum(&mut self) -> Parsed {
        let mut left = self.product()?;
        loop {
            let op = if self.take("+") {
                (IntOp::Add, BvOp::Add)
            } else if self.take("-") {
                (IntOp::Sub, BvOp::Sub)
            } else {
                return Ok(left);
            };
            let right = self.product()?;
            left = self.calculate(op, left, right)?;
        }
    }

    fn product(&mut self) -> Parsed {
        let mut left = self.atom()?;
        while self.take("*") {
            let right = self.atom()?;
            left = self.calculate((IntOp::Mul, BvOp::Mul), left, right)?;
        }
        Ok(left)
    }

    fn atom(&mut self) -> Parsed {
        if self.take("!") {
            let inner = self.atom()?;
            self.bools(&[inner])?;
            return Ok(self.pool.not(inner));
        }
        if self.take("-") {
            let inner = self.atom()?;
            let zero = self.pool.int(0);
            return self.calculate((IntOp::Sub, BvOp::Sub), zero, inner);
        }
        if self.take("(") {
            let inner = self.implication()?;
            return if self.take(")") { Ok(inner) } else { Err("a `)` is missing".into()) };
        }
        let Some(token) = self.tokens.get(self.next).cloned() else {
            return Err("the condition is cut short".into());
        };
        self.next += 1;
        if let Ok(number) = token.parse::<i64>() {
            return Ok(self.pool.int(Int::from(number)));
        }
        if self.take("(") {
            let inner = self.implication()?;
            if !self.take(")") {
                return Err("a `)` is missing".into());
            }
            return self.field(&token, inner);
        }
        match token.as_str() {
            "true" => Ok(self.pool.bool(true)),
            "false" => Ok(self.pool.bool(false)),
            name => self
                .formals
                .find(name)
                .ok_or_else(|| format!("no variable `{name}` here; there are: {}", self.formals.names().join(", "))),
        }
    }

    fn bools(&self, terms: &[TermId]) -> Result<(), String> {
        match terms.iter().all(|term| self.pool.sort(*term) == Sort::bool()) {
            true => Ok(()),
            false => Err("a condition is wanted where a value stands".into()),
        }
    }

    fn ints(&self, terms: &[TermId]) -> Result<(), String> {
        let is_number = |sort: Sort| sort == Sort::int() || is_machine(sort);
        match terms.iter().all(|term| is_number(self.pool.sort(*term))) {
            true => Ok(()),
            false => Err("an integer is wanted here".into()),
        }
    }
}

fn is_machine(sort: Sort) -> bool {
    matches!(sort.kind(), SortKind::Bv(_))
}

fn tokens(text: &str) -> Vec<String> {
    const SIGNS: [&str; 14] = ["==>", "==", "!=", "<=", ">=", "&&", "||", "<", ">", "!", "+", "-", "*", "("];
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let sign = SIGNS.iter().chain(&[")"]).find(|sign| rest.starts_with(**sign));
        let length = match sign {
            Some(sign) => sign.len(),
            None => {
                let ends = |c: char| c.is_whitespace() || "()=<>!&|+-*".contains(c);
                rest.find(ends).unwrap_or(rest.len()).max(rest.chars().next().map_or(1, char::len_utf8))
            }
        };
        found.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    found
}
