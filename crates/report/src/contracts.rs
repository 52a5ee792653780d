//! Contracts of pairs of functions, as people read and write them.
//!
//! ```text
//! contract StringCopy.loop1
//!   pre  i.old <= i.new
//!   post ok.old' ==> ok.new'
//! ```
//!
//! `i.old` is a variable of the old version when it is called, `i.old'` when it comes back. In a condition stand
//! `==>`, `||`, `&&`, `!`, comparisons, `p.old is Null`, sums, products, and parts of values: `index(p.old)`.

use equiv::Side;
use equiv::clause::{Clause, Meaningless, Sign, Variable, Written};
use equiv::coverage::Contract;
use value::Symbol;

use crate::finding::{ContractRow, Report};

const SIGNS: [(Sign, &str); 12] = [
    (Sign::Implies, "==>"),
    (Sign::Or, "||"),
    (Sign::And, "&&"),
    (Sign::Equal, "=="),
    (Sign::Unequal, "!="),
    (Sign::AtMost, "<="),
    (Sign::AtLeast, ">="),
    (Sign::Less, "<"),
    (Sign::More, ">"),
    (Sign::Plus, "+"),
    (Sign::Minus, "-"),
    (Sign::Times, "*"),
];

/// How tightly operators bind: `==>` not at all, `!` and names most.
const COMPARISON: u8 = 3;
const SUM: u8 = 4;
const PRODUCT: u8 = 5;
const ATOM: u8 = 6;

fn sign_text(sign: Sign) -> &'static str {
    SIGNS.iter().find(|(known, _)| *known == sign).expect("every sign is in the table").1
}

fn tightness(sign: Sign) -> u8 {
    match sign {
        Sign::Implies => 0,
        Sign::Or => 1,
        Sign::And => 2,
        Sign::Equal | Sign::Unequal | Sign::AtMost | Sign::AtLeast | Sign::Less | Sign::More => COMPARISON,
        Sign::Plus | Sign::Minus => SUM,
        Sign::Times => PRODUCT,
    }
}

/// All contracts of a report, as a file that [`read`] understands.
pub fn file(report: &Report) -> String {
    let mut text = String::new();
    for contract in
        report.findings.iter().filter_map(|finding| finding.relative.as_ref()).flat_map(|each| &each.contracts)
    {
        text += &format!("contract {}\n", contract.function);
        contract.pre.iter().for_each(|condition| text += &format!("  pre  {condition}\n"));
        contract.post.iter().for_each(|condition| text += &format!("  post {condition}\n"));
    }
    text
}

pub(crate) fn row(contract: &Contract) -> ContractRow {
    let written = |clauses: &[Clause]| both_ways(clauses).iter().map(write).collect();
    let died = |(clause, caller): &(Clause, Option<Symbol>)| match caller {
        Some(caller) => format!("{}: not at its call in {caller}", write(clause)),
        None => format!("{}: not at its end", write(clause)),
    };
    ContractRow {
        function: contract.function.to_string(),
        pre: written(&contract.pre),
        post: written(&contract.post),
        died: contract.died.iter().map(died).collect(),
    }
}

/// `a <= b` and `b <= a` are `a == b`; so are the two implications. Of values that are equal, so are the parts.
fn both_ways(clauses: &[Clause]) -> Vec<Clause> {
    let mut shown: Vec<Clause> = Vec::new();
    for clause in clauses {
        let turned = match clause {
            Clause::Two(sign @ (Sign::AtMost | Sign::Implies), sides) => {
                let [a, b] = &**sides;
                let is_both = clauses.contains(&Clause::two(*sign, b.clone(), a.clone()));
                is_both.then(|| [(a, b), (b, a)].map(|(a, b)| Clause::two(Sign::Equal, a.clone(), b.clone())))
            }
            _ => None,
        };
        match turned {
            Some(equal) if equal.iter().any(|equal| shown.contains(equal)) => {}
            Some([equal, _]) => shown.push(equal),
            None => shown.push(clause.clone()),
        }
    }
    let of_wholes = |clause: &Clause| match clause {
        Clause::Two(Sign::Equal, sides) => match &**sides {
            [Clause::Part(a_part, a), Clause::Part(b_part, b)] if a_part == b_part => {
                Some(Clause::two(Sign::Equal, (**a).clone(), (**b).clone()))
            }
            _ => None,
        },
        _ => None,
    };
    let is_new = |clause: &&Clause| of_wholes(clause).is_none_or(|whole| !shown.contains(&whole));
    shown.iter().filter(is_new).cloned().collect()
}

/// A condition as [`read`] understands it.
fn write(clause: &Clause) -> String {
    within(clause, 0)
}

/// In parentheses, if what it is a part of binds more tightly.
fn within(clause: &Clause, least: u8) -> String {
    let (tightness, text) = match clause {
        Clause::Variable(Variable { name, side, is_after }) => {
            (ATOM, format!("{name}.{side}{}", if *is_after { "'" } else { "" }))
        }
        Clause::Word(word) => (ATOM, word.to_string()),
        Clause::Number(number) => (ATOM, number.to_string()),
        Clause::Bool(is_true) => (ATOM, is_true.to_string()),
        Clause::Not(inner) => (ATOM, format!("!{}", within(inner, ATOM))),
        Clause::Minus(inner) => (ATOM, format!("-{}", within(inner, ATOM))),
        Clause::Part(name, whole) => (ATOM, format!("{name}({})", write(whole))),
        Clause::Is(value, form) => (COMPARISON, format!("{} is {form}", within(value, SUM))),
        Clause::Two(sign, sides) => {
            let tightness = tightness(*sign);
            // `a ==> b ==> c` begins at its end, sums at their beginning, and comparisons do not follow each other.
            let (left, right) = match tightness {
                0 => (1, 0),
                COMPARISON => (SUM, SUM),
                _ => (tightness, tightness + 1),
            };
            let [a, b] = &**sides;
            (tightness, format!("{} {} {}", within(a, left), sign_text(*sign), within(b, right)))
        }
    };
    if tightness < least { format!("({text})") } else { text }
}

/// Why a condition has no meaning for the functions that it is said of.
pub fn meaningless(why: &Meaningless) -> String {
    let names = |known: &[Symbol]| known.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ");
    match why {
        Meaningless::NoFunction { name, known } => {
            format!("no pair of functions `{name}`; there are: {}", names(known))
        }
        Meaningless::NoVariable { written, known } => {
            let known: Vec<String> = known.iter().map(write).collect();
            format!("no variable `{}` here; there are: {}", write(written), known.join(", "))
        }
        Meaningless::NoForm { name, known } => format!("no form `{name}`; there are: {}", names(known)),
        Meaningless::NoPart(name) => format!("no part `{name}` there"),
        Meaningless::FormOfPlain => "`is` tells the form of a value that has several".into(),
        Meaningless::PartOfPlain(name) => format!("`{name}(...)` is a part of a value that has parts"),
        Meaningless::TypesDiffer(sign) => format!("the two sides of `{}` are not of one type", sign_text(*sign)),
        Meaningless::WidthsDiffer => "these are integers of different widths".into(),
        Meaningless::NotABool => "a condition is wanted where a value stands".into(),
        Meaningless::NotAnInteger => "an integer is wanted here".into(),
        Meaningless::NotACondition => "this is not a condition".into(),
    }
}

/// A line that is no part of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    pub line: u32,
    pub message: String,
}

/// Reads a file of contracts. What its names stand for is found out later, with the functions at hand.
pub fn read(text: &str) -> Result<Vec<Written>, Unreadable> {
    let mut found = Vec::new();
    let mut function: Option<Symbol> = None;
    for (index, line) in text.lines().enumerate() {
        let number = index as u32 + 1;
        let line = line.split("//").next().unwrap_or_default().trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let unreadable = |message: String| Unreadable { line: number, message };
        match (word, rest.trim(), function) {
            ("", _, _) => {}
            ("contract", "", _) => return Err(unreadable("`contract` names no function".into())),
            ("contract", name, _) => function = Some(Symbol::new(name)),
            ("pre" | "post", "", _) => return Err(unreadable(format!("`{word}` without a condition"))),
            ("pre" | "post", condition, Some(function)) => {
                let clause = read_clause(condition).map_err(unreadable)?;
                found.push(Written { function, is_pre: word == "pre", clause, line: number });
            }
            ("pre" | "post", _, None) => return Err(unreadable(format!("`{word}` before any `contract NAME`"))),
            (other, _, _) => return Err(unreadable(format!("expected `contract`, `pre` or `post`, found `{other}`"))),
        }
    }
    Ok(found)
}

fn read_clause(text: &str) -> Result<Clause, String> {
    let mut reader = Reader { tokens: tokens(text), next: 0 };
    let clause = reader.clause(0)?;
    match reader.tokens.get(reader.next) {
        Some(extra) => Err(format!("`{extra}` is left over")),
        None => Ok(clause),
    }
}

struct Reader<'t> {
    tokens: Vec<&'t str>,
    next: usize,
}

impl<'t> Reader<'t> {
    fn take(&mut self, token: &str) -> bool {
        let is_next = self.tokens.get(self.next) == Some(&token);
        self.next += usize::from(is_next);
        is_next
    }

    fn token(&mut self) -> Result<&'t str, String> {
        let token = self.tokens.get(self.next).ok_or("the condition is cut short")?;
        self.next += 1;
        Ok(token)
    }

    /// What binds at least as tightly as that.
    fn clause(&mut self, least: u8) -> Result<Clause, String> {
        if least == ATOM {
            return self.atom();
        }
        let mut left = self.clause(least + 1)?;
        if least == COMPARISON && self.take("is") {
            return Ok(Clause::Is(Box::new(left), Symbol::new(self.token()?)));
        }
        while let Some(sign) = self.sign(least) {
            let is_last = matches!(least, 0 | COMPARISON);
            let right = self.clause(if least == 0 { 0 } else { least + 1 })?;
            left = Clause::two(sign, left, right);
            if is_last {
                break;
            }
        }
        Ok(left)
    }

    /// The sign that comes next, if it binds as tightly as that.
    fn sign(&mut self, tight: u8) -> Option<Sign> {
        let token = *self.tokens.get(self.next)?;
        let (sign, _) = SIGNS.iter().find(|(sign, text)| *text == token && tightness(*sign) == tight)?;
        self.next += 1;
        Some(*sign)
    }

    fn atom(&mut self) -> Result<Clause, String> {
        if self.take("!") {
            return Ok(self.atom()?.negated());
        }
        if self.take("-") {
            return Ok(match self.atom()? {
                Clause::Number(number) => Clause::Number(-number),
                inner => Clause::Minus(Box::new(inner)),
            });
        }
        if self.take("(") {
            return self.closed();
        }
        let token = self.token()?;
        if let Ok(number) = token.parse() {
            return Ok(Clause::Number(number));
        }
        if self.take("(") {
            return Ok(Clause::Part(Symbol::new(token), Box::new(self.closed()?)));
        }
        Ok(match token {
            "true" => Clause::Bool(true),
            "false" => Clause::Bool(false),
            name => variable(name).map_or_else(|| Clause::Word(Symbol::new(name)), Clause::Variable),
        })
    }

    /// Up to the parenthesis that closes.
    fn closed(&mut self) -> Result<Clause, String> {
        let inner = self.clause(0)?;
        if self.take(")") { Ok(inner) } else { Err("a `)` is missing".into()) }
    }
}

fn variable(word: &str) -> Option<Variable> {
    let before = word.strip_suffix('\'');
    let (name, side) = before.unwrap_or(word).rsplit_once('.')?;
    let side = Side::BOTH.into_iter().find(|known| known.to_string() == side)?;
    Some(Variable::new(Symbol::new(name), side, before.is_some()))
}

fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        // Signs that others begin with come after these.
        let signs = SIGNS.iter().map(|(_, text)| *text).chain(["!", "(", ")"]);
        let length = match signs.into_iter().find(|sign| rest.starts_with(sign)) {
            Some(sign) => sign.len(),
            None => {
                let ends = |c: char| c.is_whitespace() || "()=<>!&|+-*".contains(c);
                rest.find(ends).unwrap_or(rest.len()).max(rest.chars().next().map_or(1, char::len_utf8))
            }
        };
        let (token, others) = rest.split_at(length);
        found.push(token);
        rest = others.trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn clause(text: &str) -> Clause {
        read_clause(text).unwrap_or_else(|message| panic!("{text}: {message}"))
    }

    /// Written as safebump writes it, a condition is read as what it was.
    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "i.old <= i.new",
            "ok.old' ==> ok.new'",
            "!fails.old'",
            "!(p.old is Null)",
            "index(p.old) == 0",
            "0 <= count.new",
            "p.old == 1 + 2 * i.old",
            "-2 * x.new == -3 - y.old - -4 * z.old",
            "2 * (x.old + 1) == x.new - (y.new - 1)",
            "a.old ==> b.old ==> c.old",
            "(a.old ==> b.old) ==> c.old || d.old && !e.new",
            "(a.old || b.old) && (c.old || d.old)",
            "a.old && (b.old && c.old)",
            "(x.old < y.old) == (x.new >= y.new)",
            "-(x.old + y.old) != -x.new",
            "tail(head(p.old)) is Nil",
            "dict.order.old == mem:i8.new",
            "true ==> j.older",
        ] {
            assert_eq!(write(&clause(text)), text);
            assert_eq!(clause(&write(&clause(text))), clause(text));
        }
        assert_eq!(write(&clause("((i.old+0)==(i.new))")), "i.old + 0 == i.new");
        assert_eq!(clause("- 3"), Clause::Number(-3));
    }

    #[test]
    fn a_word_is_a_variable_if_it_names_a_version() {
        let of =
            |name: &str, side: Side, is_after: bool| Clause::Variable(Variable::new(Symbol::new(name), side, is_after));
        assert_eq!(clause("x.old.new'"), of("x.old", Side::New, true));
        assert_eq!(write(&of("choices made", Side::Old, false)), "choices_made.old");
        assert_eq!(clause("choices_made.old"), of("choices made", Side::Old, false));
        for word in ["x", "x.older", "1.5", "99999999999999999999"] {
            assert_eq!(clause(word), Clause::Word(Symbol::new(word)));
        }
    }

    #[test]
    fn what_cannot_be_read_is_said_with_its_line() {
        for (text, line, message) in [
            ("pre true", 1, "`pre` before any `contract NAME`"),
            ("contract\n", 1, "`contract` names no function"),
            ("contract f\n post // nothing", 2, "`post` without a condition"),
            ("contract f\n\n maybe true", 3, "expected `contract`, `pre` or `post`, found `maybe`"),
            ("contract f\n pre i.old +", 2, "the condition is cut short"),
            ("contract f\n pre (i.old == 1", 2, "a `)` is missing"),
            ("contract f\n pre 1 < i.old < 3", 2, "`<` is left over"),
        ] {
            assert_eq!(read(text), Err(Unreadable { line, message: message.to_owned() }));
        }
    }

    #[test]
    fn two_orders_are_one_equality() {
        let shown = |texts: &[&str]| -> Vec<String> {
            let clauses: Vec<Clause> = texts.iter().map(|text| clause(text)).collect();
            both_ways(&clauses).iter().map(write).collect()
        };
        assert_eq!(shown(&["a.old <= a.new", "0 <= a.old", "a.new <= a.old"]), ["a.old == a.new", "0 <= a.old"]);
        assert_eq!(shown(&["a.old == a.new", "a.old <= a.new", "a.new <= a.old"]), ["a.old == a.new"]);
        assert_eq!(shown(&["a.old' ==> a.new'", "a.new' ==> a.old'"]), ["a.old' == a.new'"]);
        assert_eq!(shown(&["a.old <= a.new", "a.new ==> a.old"]), ["a.old <= a.new", "a.new ==> a.old"]);
        assert_eq!(shown(&["index(p.old) == index(p.new)", "p.old == p.new"]), ["p.old == p.new"]);
        assert_eq!(shown(&["index(p.old) == offset(p.new)", "p.old == p.new"]).len(), 2);
    }
}
