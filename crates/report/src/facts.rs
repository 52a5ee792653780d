//! Claims about library functions, as a person would say them.

use equiv::library::{self, Effect};
use equiv::{Claim, Fact};
use ir::entry::{Notation, Shown, Words};
use std::sync::Arc;
use term::{Node, Pool, TermId};
use value::{Expr, FunctionSymbol, Int, Op, Sort, SortKind, Symbol, Value};

use crate::print::print;

/// A claim in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// In the notation of the source: `length(sb) < length(s) implies not find(sb, s)`.
    pub condition: String,
    /// In one sentence.
    pub sentence: String,
    /// The names that stand for anything.
    pub variables: Vec<String>,
    /// `None`: no expression of the language says it.
    pub code: Option<Code>,
    /// In a compiled language: a call that the code is about several times and that is made once, before it, because it
    /// may change something; and the name that stands for what it gives.
    pub first: Option<(String, String)>,
}

/// A fact as the language writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    pub premises: Vec<String>,
    pub conclusion: String,
    pub calls: Calls,
}

/// What the calls in a fact need beside themselves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Calls {
    Nothing,
    /// All are made in the one state that the fact is about: by `fresh`, which only runs can do.
    OneState,
    /// What is left behind is compared as well: by `left_same`.
    WhatIsLeft,
}

pub fn write(claim: &Claim, notation: &dyn Notation) -> Written {
    match claim {
        Claim::Effect(function, effect) => of_effects(&[*function], *effect, notation),
        Claim::Clause(fact) => of_fact(fact, notation),
    }
}

/// The function as the source calls it, without its module.
pub fn short(function: &str) -> String {
    function.rsplit('.').next().unwrap_or(function).to_owned()
}

/// Functions that do no more than that, in one sentence.
pub fn of_effects(functions: &[Symbol], effect: Effect, notation: &dyn Notation) -> Written {
    let names: Vec<String> = functions.iter().map(|function| short(function.as_str())).collect();
    let list = listed(&names);
    let (named, s, it, gives) = match &names[..] {
        [one] => (format!("{one}(...)"), "s", "it", "gives"),
        _ => (list.clone(), "", "they", "give"),
    };
    let condition = match effect {
        Effect::Computes => format!("{named} only compute{s}"),
        Effect::Looks => format!("{named} change{s} nothing, and {gives} the same when called again"),
        Effect::Returns => format!("{named} always return{s}"),
        Effect::Acts => format!("{named} may do anything"),
    };
    let mut sentence = match effect {
        Effect::Computes => format!(
            "Calling {list} always returns, changes nothing and prints nothing; for the same arguments {it} always {gives} the same, whatever was called in between."
        ),
        Effect::Looks => format!(
            "Calling {list} always returns, changes nothing and prints nothing; called again with the same arguments, {it} {gives} the same until another call changes something."
        ),
        Effect::Returns => format!("Calling {list} always returns: nothing is raised, and nothing runs for ever."),
        Effect::Acts => format!("Calling {list} may do anything."),
    };
    // Two new objects are alike only until one of them is changed.
    let gives_object = functions.iter().any(|function| notation.gives_object(function.as_str()));
    if gives_object && matches!(effect, Effect::Computes | Effect::Looks) {
        sentence += " Of objects: the same one, or one that can stand for it even when either is changed later.";
    }
    Written { condition, sentence, variables: Vec::new(), code: None, first: None }
}

/// `a, b and c`
pub fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

fn of_fact(fact: &Fact, notation: &dyn Notation) -> Written {
    let words = notation.words();
    let (writing, before, conclusion) = parts_of(fact, notation, Mode::Shown);
    let then = positive(print(&writing.pool, conclusion, words));
    let said = said(&writing.pool, conclusion, words);
    let (code, first) = code_of(fact, notation);
    let named = fact.variables.iter().filter(|(_, sort)| *sort != library::state_sort());
    let names: Vec<String> = named.map(|(name, _)| name.to_string()).collect();
    let (condition, sentence) = match before.is_empty() {
        true => (then.clone(), format!("{said}.")),
        false => {
            let all = before.iter().map(|text| in_brackets(text, words)).collect::<Vec<_>>();
            let all = if all.len() == 1 { before[0].clone() } else { all.join(&format!(" {} ", words.and)) };
            (format!("{all} implies {then}"), format!("whenever {}, {said}.", before.join(" and ")))
        }
    };
    let (sentence, standing) = abbreviated(&sentence, &names);
    let sentence = match (names.is_empty(), standing.is_empty()) {
        (true, true) => capital(&sentence),
        (true, false) => format!("With {}: {sentence}", listed(&standing)),
        (false, true) => format!("For every {}: {sentence}", listed(&names)),
        (false, false) => format!("For every {}, with {}: {sentence}", listed(&names), listed(&standing)),
    };
    let sentence = match writing.compares_floats {
        true => format!("{sentence} Here 0.0 and -0.0 are not the same, and NaN is the same as NaN."),
        false => sentence,
    };
    Written { condition, sentence, variables: names, code, first }
}

/// The fact as code, and what is called before it.
fn code_of(fact: &Fact, notation: &dyn Notation) -> (Option<Code>, Option<(String, String)>) {
    const FIRST: &str = "given";
    let words = notation.words();
    let (writing, before, conclusion) = parts_of(fact, notation, Mode::Run);
    let then = positive(print(&writing.pool, conclusion, words));
    let marks: usize = before.iter().chain([&then]).map(|text| text.matches('@').count() / 2).sum();
    let first = match &writing.plain[..] {
        [Some(call)] if marks > 1 && words.machine.is_some() => Some((FIRST.to_owned(), call.clone())),
        _ => None,
    };
    // Nothing comes between a call and itself.
    let only = writing.plain.first().filter(|_| writing.plain.len() == 1 && marks == 1).and_then(Option::as_ref);
    let plain = first.as_ref().map(|(name, _)| name).or(only);
    let write = |text: &String| match plain {
        Some(plain) => text.replace(&mark(0), plain),
        None => writing.spelled_out(text),
    };
    let calls = match plain {
        None if marks > 0 => writing.calls,
        _ => Calls::Nothing,
    };
    let code =
        writing.is_code.then(|| Code { premises: before.iter().map(write).collect(), conclusion: write(&then), calls });
    (code, first)
}

/// What is so where the fact fails: `length(s) > length(sb) and find(sb, s)`.
pub fn failing(fact: &Fact, notation: &dyn Notation) -> String {
    let words = notation.words();
    let (mut writing, mut parts, conclusion) = parts_of(fact, notation, Mode::Shown);
    let negated = writing.pool.not(conclusion);
    parts.push(positive(print(&writing.pool, negated, words)));
    let parts: Vec<String> = parts.iter().map(|text| in_brackets(text, words)).collect();
    parts.join(&format!(" {} ", words.and))
}

/// The premises in words, and the conclusion.
fn parts_of<'n>(fact: &Fact, notation: &'n dyn Notation, mode: Mode) -> (Writing<'n>, Vec<String>, TermId) {
    let named = fact.variables.iter().filter(|(_, sort)| *sort != library::state_sort());
    let names: Vec<String> = named.map(|(name, _)| name.to_string()).collect();
    let mut writing = Writing {
        pool: Pool::new(),
        notation,
        mode,
        names,
        is_code: true,
        calls: Calls::Nothing,
        compares_floats: false,
        codes: Vec::new(),
        plain: Vec::new(),
    };
    let variables: Vec<TermId> =
        fact.variables.iter().map(|(name, sort)| writing.pool.fresh(name.as_str(), *sort)).collect();
    let mut parts: Vec<TermId> = fact.clause.iter().map(|part| writing.term(part, &variables)).collect();
    let place = conclusion(&writing.pool, &parts);
    let conclusion = parts.remove(place);
    let premises: Vec<TermId> = parts.iter().map(|part| writing.pool.not(*part)).collect();
    let before = premises.iter().map(|term| positive(print(&writing.pool, *term, notation.words()))).collect();
    (writing, before, conclusion)
}

/// `x is not None` instead of `not x is None`.
fn positive(text: String) -> String {
    match text.strip_prefix("not ").and_then(|rest| rest.strip_suffix(" is None")) {
        Some(call) if !call.contains(" and ") && !call.contains(" or ") => format!("{call} is not None"),
        _ => text,
    }
}

/// For whom it is written.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Mode {
    Shown,
    /// As expressions that can be run, where `fresh` calls a function with copies of its arguments in the one state
    /// that the fact is about, and `left_same` compares what can be seen after two functions.
    Run,
}

fn in_brackets(text: &str, words: &Words) -> String {
    if text.contains(&format!(" {} ", words.or)) { format!("({text})") } else { text.to_owned() }
}

/// A sentence may begin with a name of the source, which keeps its letters.
fn capital(text: &str) -> String {
    match text.strip_prefix("whenever") {
        Some(rest) => format!("Whenever{rest}"),
        None => text.to_owned(),
    }
}

/// The text with a name for each long call that stands in it several times, and what the names stand for. Where it
/// matters when a call is made, it is spelled out.
fn abbreviated(text: &str, taken: &[String]) -> (String, Vec<String>) {
    const LONG: usize = 10;
    let (mut text, mut standing) = (text.to_owned(), Vec::new());
    if text.contains("after ") {
        return (text, standing);
    }
    for name in ["t", "u", "v"].into_iter().filter(|name| !taken.iter().any(|taken| taken == name)).take(2) {
        let all = calls(&text);
        let is_often = |call: &&&str| call.len() >= LONG && text.matches(**call).count() > 1;
        let Some(call) = all.iter().filter(is_often).max_by_key(|call| call.len()).map(|call| (*call).to_owned())
        else {
            break;
        };
        text = text.replace(&call, name);
        standing.push(format!("{name} = {call}"));
    }
    (text, standing)
}

/// Every call in the text, as it is written there: a name and what stands in its brackets.
fn calls(text: &str) -> Vec<&str> {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for (open, _) in text.match_indices('(') {
        let name = text[..open].trim_end_matches(is_of_name);
        let mut depth = 0;
        let close = text[open..].find(|c: char| {
            depth += match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth == 0
        });
        if let Some(close) = close.filter(|_| name.len() < open) {
            found.push(&text[name.len()..=open + close]);
        }
    }
    found
}

/// Which part is best said last.
fn conclusion(pool: &Pool, parts: &[TermId]) -> usize {
    let weight = |term: TermId| match pool.node(term) {
        Node::App(Op::Eq, args) if args.iter().all(|arg| is_call(pool, *arg)) => 4,
        Node::App(Op::Eq, _) => 3,
        Node::App(Op::Not, args) if is_call(pool, args[0]) => 2,
        _ if is_call(pool, term) => 2,
        _ => 0,
    };
    (0..parts.len()).max_by_key(|index| (weight(parts[*index]), *index)).unwrap_or(0)
}

fn is_call(pool: &Pool, term: TermId) -> bool {
    matches!(pool.node(term), Node::App(Op::Apply(_), _))
}

/// A conclusion in words.
fn said(pool: &Pool, term: TermId, words: &Words) -> String {
    let text = |term: TermId| print(pool, term, words);
    match pool.node(term) {
        Node::App(Op::Eq, args) if pool.sort(args[0]) == library::state_sort() => {
            format!("the library is left the same {} as {}", text(args[0]), text(args[1]))
        }
        Node::App(Op::Eq, args) if pool.sort(args[0]) == Sort::bool() => {
            format!("{} and {} are both true or both false", text(args[0]), text(args[1]))
        }
        Node::App(Op::Eq, args) if is_call(pool, args[0]) && is_call(pool, args[1]) => {
            format!("{} and {} are the same", text(args[0]), text(args[1]))
        }
        Node::App(Op::Not, args) if is_call(pool, args[0]) => format!("{} is false", text(args[0])),
        _ if is_call(pool, term) => format!("{} is true", text(term)),
        _ => text(term),
    }
}

struct Writing<'n> {
    pool: Pool,
    notation: &'n dyn Notation,
    mode: Mode,
    /// The variables that are no states.
    names: Vec<String>,
    /// Can the language say it as one expression?
    is_code: bool,
    calls: Calls,
    compares_floats: bool,
    /// In [`Mode::Run`], how calls that depend on the state are run, by number. A text has a mark for each.
    codes: Vec<String>,
    /// Those of them that are a call in the state that is there, as the source writes it.
    plain: Vec<Option<String>>,
}

fn mark(number: usize) -> String {
    format!("@{number}@")
}

impl Writing<'_> {
    fn term(&mut self, expr: &Expr, variables: &[TermId]) -> TermId {
        match expr {
            Expr::Captured(index) => variables[*index as usize],
            Expr::Const(value, sort) if *sort == Sort::string() => {
                let text = self.notation.write(&Shown::Text(value.as_text().unwrap_or_default()));
                self.named(&text, *sort)
            }
            Expr::Const(value, sort) => self.pool.constant(value.clone(), *sort),
            Expr::Apply(Op::Apply(symbol), args) => {
                let args: Vec<TermId> = args.iter().map(|arg| self.term(arg, variables)).collect();
                self.call(symbol, &args)
            }
            Expr::Apply(Op::Not, args) => {
                let inner = match &args[0] {
                    Expr::Apply(Op::Eq, sides) => self.none_test(sides, variables, false),
                    _ => None,
                };
                inner.unwrap_or_else(|| {
                    let inner = self.term(&args[0], variables);
                    self.pool.not(inner)
                })
            }
            Expr::Apply(Op::Eq, args) => {
                self.none_test(args, variables, true).unwrap_or_else(|| self.plain(expr, variables))
            }
            Expr::Apply(..) => self.plain(expr, variables),
            Expr::Bound(..) | Expr::Binder(_) => self.pool.fresh("...", Sort::bool()),
        }
    }

    fn plain(&mut self, expr: &Expr, variables: &[TermId]) -> TermId {
        let Expr::Apply(op, args) = expr else { unreachable!("an application") };
        let args: Vec<TermId> = args.iter().map(|arg| self.term(arg, variables)).collect();
        let has_state = args.iter().any(|arg| self.pool.sort(*arg) == library::state_sort());
        if has_state && self.mode == Mode::Run && *op == Op::Eq {
            return self.left_same(&args);
        }
        if *op == Op::Eq && matches!(self.pool.sort(args[0]).kind(), SortKind::Float(_)) {
            self.compares_floats = true;
            if self.mode == Mode::Run {
                return self.same_floats(&args);
            }
        }
        // No other expression is about states.
        self.is_code &= !has_state;
        self.pool.app(op.clone(), &args)
    }

    /// That two floats are the same to whoever looks closely, which `==` does not say.
    fn same_floats(&mut self, args: &[TermId]) -> TermId {
        let words = self.notation.words();
        self.is_code &= words.machine.is_none();
        let code =
            format!("repr({}) == repr({})", print(&self.pool, args[0], words), print(&self.pool, args[1], words));
        self.named(&code, Sort::bool())
    }

    /// That no call can tell which of two sequences of calls came before it.
    fn left_same(&mut self, states: &[TermId]) -> TermId {
        let names = self.names.join(", ");
        let calls = states.iter().map(|state| match self.pool.node(*state) {
            Node::Var(variable) => {
                let name = self.pool.variable(*variable).name.as_str();
                name.strip_prefix("after ").map_or_else(String::new, |calls| calls.replace(", then ", ", "))
            }
            _ => String::new(),
        });
        let calls: Vec<String> = calls.map(|calls| format!("[{calls}]")).collect();
        let code = self.applied("left_same", &calls, &names);
        self.calls = Calls::WhatIsLeft;
        self.marked(code, None, Sort::bool())
    }

    /// A function that is handed some bodies, and what they are about. What calls in them are given is found out
    /// before, so that no call comes between those of the bodies.
    fn applied(&self, function: &str, bodies: &[String], names: &str) -> String {
        let is_in = |number: &usize| bodies.iter().any(|body| body.contains(&mark(*number)));
        let inner: Vec<usize> = (0..self.codes.len()).filter(is_in).collect();
        let own = |number: usize| format!("_{number}");
        let mut parameters: Vec<String> =
            Some(names.to_owned()).filter(|names| !names.is_empty()).into_iter().collect();
        let mut given = parameters.clone();
        parameters.extend(inner.iter().map(|number| own(*number)));
        given.extend(inner.iter().map(|number| mark(*number)));
        let parameters = parameters.join(", ");
        let mut parts: Vec<String> = Vec::new();
        for body in bodies {
            let body = inner.iter().fold(body.clone(), |body, number| body.replace(&mark(*number), &own(*number)));
            parts.push(format!("lambda {parameters}: {body}"));
        }
        parts.extend(given);
        format!("{function}({})", parts.join(", "))
    }

    /// A variable that stands for the code.
    fn marked(&mut self, code: String, plain: Option<String>, sort: Sort) -> TermId {
        let number = self.codes.iter().position(|known| *known == code).unwrap_or_else(|| {
            self.codes.push(code);
            self.plain.push(plain);
            self.codes.len() - 1
        });
        self.named(&mark(number), sort)
    }

    /// The text with every mark replaced by its code.
    fn spelled_out(&self, text: &str) -> String {
        // Codes have marks of earlier ones only.
        (0..self.codes.len())
            .rev()
            .fold(text.to_owned(), |text, number| text.replace(&mark(number), &self.codes[number]))
    }

    /// `item(a, i) is None`, where 0 stands for that.
    fn none_test(&mut self, sides: &[Expr], variables: &[TermId], is_none: bool) -> Option<TermId> {
        let zero = Expr::Const(Value::Int(Int::ZERO), Sort::int());
        let of = match sides {
            [a, b] if *b == zero => a,
            [a, b] if *a == zero => b,
            _ => return None,
        };
        let Expr::Apply(Op::Apply(symbol), _) = of else { return None };
        let is_object = self.notation.gives_object(library::function_of(symbol.name.as_str()));
        if !is_object || self.notation.words().machine.is_some() {
            return None;
        }
        let call = self.term(of, variables);
        let text = print(&self.pool, call, self.notation.words());
        let test = if is_none { format!("{text} is None") } else { format!("{text} is not None") };
        Some(self.pool.fresh(&test, Sort::bool()))
    }

    /// A call as the source writes it, in the state that it finds the library in.
    fn call(&mut self, symbol: &FunctionSymbol, args: &[TermId]) -> TermId {
        let name = short(library::function_of(symbol.name.as_str()));
        // What follows on the state is what else the call may look at.
        let end = args.iter().position(|arg| self.pool.sort(*arg) == library::state_sort());
        let (plain, states) = args.split_at(end.unwrap_or(args.len()));
        let params = plain.iter().map(|arg| self.pool.sort(*arg)).collect();
        let before = states.first().and_then(|state| match self.pool.node(*state) {
            Node::Var(variable) => {
                let name = self.pool.variable(*variable).name.as_str();
                name.strip_prefix("after ").map(str::to_owned)
            }
            _ => None,
        });
        let is_after = library::is_after(symbol.name.as_str());
        let result = if is_after { Sort::bool() } else { symbol.result };
        let called = FunctionSymbol { name: Symbol::new(&name), params, result };
        let call = self.pool.app(Op::Apply(Arc::new(called)), plain);
        let text = print(&self.pool, call, self.notation.words());
        if self.mode == Mode::Run && !is_after && end.is_some() {
            let names = self.names.join(", ");
            let plain = before.is_none().then(|| text.clone());
            let body = match before {
                Some(before) => format!("({}, {text})[-1]", before.replace(", then ", ", ")),
                None => text,
            };
            let code = self.applied("fresh", &[body], &names);
            if self.calls == Calls::Nothing {
                self.calls = Calls::OneState;
            }
            return self.marked(code, plain, symbol.result);
        }
        if !is_after && before.is_none() {
            return call;
        }
        let (name, sort) = match (is_after, before) {
            (true, None) => (format!("after {text}"), library::state_sort()),
            (true, Some(before)) => (format!("after {before}, then {text}"), library::state_sort()),
            (false, before) => (format!("{text} after {}", before.unwrap_or_default()), symbol.result),
        };
        self.named(&name, sort)
    }

    /// One variable for each name.
    fn named(&mut self, name: &str, sort: Sort) -> TermId {
        let known = self.pool.variables().find(|(_, row)| row.name.as_str() == name && row.sort == sort);
        let known = known.map(|(_, row)| row.term);
        known.unwrap_or_else(|| self.pool.fresh(name, sort))
    }
}
