//! `safebump.facts.toml`: what was answered about a library, for people to review and for later runs.

use std::fmt::Write;
use std::path::Path;

use equiv::library::Effect;
use equiv::{Claim, Fact};
use ir::{Axiom, Program};
use portfolio::validation::{Knowledge, Refuted};
use value::{Expr, Op, Symbol, Value};

use ir::entry::Notation;

use super::dialogue;
use super::trials::{Trials, Tried};
use crate::failure::{self, Failure, Result};

/// An answer.
#[derive(Clone, Debug)]
pub struct Row {
    pub claim: Claim,
    /// For the reader.
    pub condition: String,
    pub is_accepted: bool,
    pub reason: String,
    pub used: Vec<String>,
}

impl Row {
    /// The values for which it fails, where somebody said some.
    fn shown_by(&self) -> Vec<Option<Value>> {
        let Claim::Clause(fact) = &self.claim else { return Vec::new() };
        let said = self.reason.strip_prefix(dialogue::FAILS_FOR);
        said.and_then(|said| dialogue::values(said, fact)).unwrap_or_default()
    }
}

#[derive(Clone, Debug, Default)]
pub struct FactsFile {
    pub rows: Vec<Row>,
}

const HEAD: &str = "\
# What is known about library functions, as `safebump validate` asked and somebody answered.
# Review it like code: every verdict that rests on an accepted fact is as good as the fact.
# `answer` may be changed to \"accepted\" or \"refuted\", and whole entries may be removed.
# `condition` is for people; `formal` says the same and is what safebump reads.
";

impl FactsFile {
    /// What the file holds; nothing if there is none.
    pub fn read(path: &Path) -> Result<FactsFile> {
        match std::fs::read_to_string(path) {
            Ok(text) => {
                let name = path.display().to_string();
                let file = FactsFile::parse(&text)
                    .map_err(|(line, why)| ir::entry::SourceError::new(&name, Some((line as u32, 1)), why))?;
                if let Some(row) = file.said_both_ways() {
                    let message =
                        format!("what is accepted says that this is true, and it is refuted: {}", row.condition);
                    return Err(Failure::of(&name, &message, "remove one of the two"));
                }
                match file.is_inconsistent() {
                    true => Err(Failure::of(
                        &name,
                        "the accepted facts cannot all be true: anything would follow from them",
                        "look through them, and remove or refute those that are wrong",
                    )),
                    false => Ok(file),
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(FactsFile::default()),
            Err(error) => Err(failure::io(path, "read the facts", &error)),
        }
    }

    pub fn write(&self, path: &Path) -> Result<()> {
        std::fs::write(path, self.text()).map_err(|error| failure::io(path, "write the facts", &error))
    }

    pub fn knowledge(&self) -> Knowledge {
        let mut knowledge = Knowledge::default();
        for row in &self.rows {
            match row.is_accepted {
                true => knowledge.accepted.push(row.claim.clone()),
                false => knowledge.refuted.push(Refuted { claim: row.claim.clone(), shown_by: row.shown_by() }),
            }
        }
        knowledge
    }

    /// Something refuted that an accepted fact says.
    fn said_both_ways(&self) -> Option<&Row> {
        let (accepted, refuted): (Vec<&Row>, Vec<&Row>) = self.rows.iter().partition(|row| row.is_accepted);
        refuted.into_iter().find(|row| accepted.iter().any(|known| known.claim.covers(&row.claim)))
    }

    /// Is there no library at all that has the accepted facts, as far as a solver can tell?
    pub fn is_inconsistent(&self) -> bool {
        portfolio::validation::is_impossible(&self.knowledge())
    }

    /// The modules that the facts are about.
    pub fn modules(&self) -> Vec<String> {
        let functions: std::collections::BTreeSet<Symbol> =
            self.rows.iter().flat_map(|row| row.claim.functions()).collect();
        let modules = functions.iter().filter_map(|function| function.as_str().rsplit_once('.'));
        let modules: std::collections::BTreeSet<String> = modules.map(|(module, _)| module.to_owned()).collect();
        modules.into_iter().collect()
    }

    pub fn text(&self) -> String {
        let mut text = HEAD.to_owned();
        for row in &self.rows {
            let answer = if row.is_accepted { "accepted" } else { "refuted" };
            let used: Vec<String> = row.used.iter().map(|place| quoted(place)).collect();
            let _ = write!(
                text,
                "\n[[fact]]\ncondition = {}\nanswer = \"{answer}\"\nreason = {}\nused = [{}]\nformal = '''\n{}'''\n",
                quoted(&row.condition),
                quoted(&row.reason),
                used.join(", "),
                formal(&row.claim),
            );
        }
        text
    }

    /// The error is the line and what is wrong there.
    pub fn parse(text: &str) -> std::result::Result<FactsFile, (usize, String)> {
        let mut rows = Vec::new();
        let mut current: Option<(usize, Vec<(String, String)>)> = None;
        let mut lines = text.lines().enumerate();
        while let Some((index, line)) = lines.next() {
            let (number, line) = (index + 1, line.trim());
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if line == "[[fact]]" {
                if let Some((at, keys)) = current.replace((number, Vec::new())) {
                    rows.push(row(at, &keys)?);
                }
                continue;
            }
            let Some((key, value)) = line.split_once('=') else {
                return Err((number, "expected `key = value` or `[[fact]]`".into()));
            };
            let mut value = value.trim().to_owned();
            if value == "'''" {
                value.clear();
                loop {
                    match lines.next() {
                        Some((_, line)) if line.trim_end().ends_with("'''") => {
                            value += line.trim_end().trim_end_matches("'''");
                            break;
                        }
                        Some((_, line)) => value += &format!("{line}\n"),
                        None => return Err((number, "this text has no end".into())),
                    }
                }
            }
            match &mut current {
                Some((_, keys)) => keys.push((key.trim().to_owned(), value)),
                None => return Err((number, "`[[fact]]` is missing before this".into())),
            }
        }
        if let Some((at, keys)) = current {
            rows.push(row(at, &keys)?);
        }
        Ok(FactsFile { rows })
    }
}

fn row(at: usize, keys: &[(String, String)]) -> std::result::Result<Row, (usize, String)> {
    let get = |name: &str| keys.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let formal = get("formal").ok_or((at, "`formal` is missing in this fact".to_owned()))?;
    let claim = claim(formal).ok_or((at, "`formal` cannot be read in this fact".to_owned()))?;
    let is_accepted = match get("answer").map(unquoted).as_deref() {
        Some("accepted") => true,
        Some("refuted") => false,
        _ => return Err((at, "`answer` is neither \"accepted\" nor \"refuted\" in this fact".into())),
    };
    let list = get("used").unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    let used = list.split(',').map(|place| unquoted(place.trim())).filter(|place| !place.is_empty());
    Ok(Row {
        claim,
        condition: get("condition").map(unquoted).unwrap_or_default(),
        is_accepted,
        reason: get("reason").map(unquoted).unwrap_or_default(),
        used: used.collect(),
    })
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

fn unquoted(text: &str) -> String {
    let inside = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let mut plain = String::new();
    let mut chars = inside.chars();
    while let Some(next) = chars.next() {
        match next {
            '\\' => match chars.next() {
                Some('n') => plain.push('\n'),
                Some(other) => plain.push(other),
                None => {}
            },
            other => plain.push(other),
        }
    }
    plain
}

fn word(effect: Effect) -> &'static str {
    match effect {
        Effect::Acts => "acts",
        Effect::Returns => "returns",
        Effect::Looks => "looks",
        Effect::Computes => "computes",
    }
}

/// The claim as safebump reads it: an axiom in the text of the intermediate language, or a word.
pub fn formal(claim: &Claim) -> String {
    match claim {
        Claim::Effect(function, effect) => format!("effect {function} {}\n", word(*effect)),
        Claim::Clause(fact) => {
            let formula = portfolio::validation::for_all(fact);
            let axioms = vec![Axiom { name: Symbol::new("fact"), formula }];
            ir::text::print(&Program { axioms, ..Program::default() })
        }
    }
}

fn claim(text: &str) -> Option<Claim> {
    if let Some(rest) = text.trim().strip_prefix("effect ") {
        let (function, effect) = rest.rsplit_once(' ')?;
        let effect = [Effect::Acts, Effect::Returns, Effect::Looks, Effect::Computes]
            .into_iter()
            .find(|one| word(*one) == effect)?;
        return Some(Claim::Effect(Symbol::new(function), effect));
    }
    let program = ir::text::parse(text).ok()?;
    let [axiom] = &program.axioms[..] else { return None };
    let (variables, body) = match &axiom.formula {
        Expr::Binder(quantifier) => (quantifier.bound.clone(), &quantifier.body),
        body => (Vec::new(), body),
    };
    let mut clause = Vec::new();
    parts(body, &mut clause);
    Some(Claim::Clause(Fact { variables, clause }))
}

/// The parts of a disjunction, over captured variables.
fn parts(expr: &Expr, found: &mut Vec<Expr>) {
    match expr {
        Expr::Apply(Op::Or, args) => args.iter().for_each(|arg| parts(arg, found)),
        other => found.push(captured(other)),
    }
}

fn captured(expr: &Expr) -> Expr {
    match expr {
        Expr::Bound(0, index) => Expr::Captured(*index),
        Expr::Apply(op, args) => Expr::Apply(op.clone(), args.iter().map(captured).collect()),
        other => other.clone(),
    }
}

/// The library may have changed since somebody answered: what its runs show to be wrong is used no more.
pub fn hold_against_runs(file: &FactsFile, name: &str, trials: &mut dyn Trials, notation: &dyn Notation) -> Result<()> {
    let rows: Vec<&Row> = file.rows.iter().filter(|row| row.is_accepted).collect();
    let claims: Vec<Claim> = rows.iter().map(|row| row.claim.clone()).collect();
    let results = if claims.is_empty() { Vec::new() } else { trials.try_out(&claims, notation) };
    let failing = rows.iter().zip(results).find(|(_, tried)| matches!(tried, Tried::Fails(_)));
    match failing {
        Some((row, _)) => Err(Failure::of(
            name,
            format!("this was accepted, and runs of the library show that it fails: {}", row.condition),
            "refute or remove it; --no-run leaves out the runs",
        )),
        None => Ok(()),
    }
}

/// `--facts` names a file that is not there.
pub fn missing(path: &Path) -> Failure {
    Failure::new(
        format!("{} is not there", path.display()),
        "`safebump validate` writes it when questions were answered",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::{FunctionSymbol, IntOp, Sort, Value};

    fn call(name: &str, args: Vec<Expr>, params: Vec<Sort>, result: Sort) -> Expr {
        let symbol = FunctionSymbol { name: Symbol::new(name), params, result };
        Expr::Apply(Op::Apply(symbol.into()), args)
    }

    #[test]
    fn what_is_written_is_read() {
        let (text, state) = (Sort::string(), equiv::library::state_sort());
        let find = call("strlib.find.0", vec![Expr::Captured(0), Expr::Captured(1)], vec![text, state], Sort::bool());
        let empty = Expr::Const(Value::string("a\"'b"), text);
        let length = call("strlib.length.0", vec![empty], vec![text], Sort::int());
        let zero = Expr::Const(Value::int(0), Sort::int());
        let le = Expr::Apply(Op::Int(IntOp::Le), vec![length, zero]);
        let clause = vec![Expr::Apply(Op::Not, vec![find]), le];
        let variables = vec![(Symbol::new("sb"), text), (Symbol::new("state"), state)];
        let row = |claim, is_accepted| Row {
            claim,
            condition: "a \"quoted\" \\ condition".into(),
            is_accepted,
            reason: "because".into(),
            used: vec!["old.py:3".into(), "new.py:4".into()],
        };
        let rows = vec![
            row(Claim::Clause(Fact { variables, clause }), true),
            row(Claim::Effect(Symbol::new("strlib.find"), Effect::Looks), false),
        ];
        let file = FactsFile { rows };
        let again = FactsFile::parse(&file.text()).expect("it was written so");
        assert_eq!(again.rows.len(), 2);
        for (a, b) in file.rows.iter().zip(&again.rows) {
            assert_eq!(a.claim, b.claim);
            assert_eq!((&a.condition, a.is_accepted, &a.used), (&b.condition, b.is_accepted, &b.used));
        }
    }

    #[test]
    fn a_wrong_file_says_where() {
        assert_eq!(FactsFile::parse("\nanswer = \"accepted\"").expect_err("no fact").0, 2);
        let (line, why) =
            FactsFile::parse("[[fact]]\nanswer = \"maybe\"\nformal = '''\neffect f looks\n'''").expect_err("");
        assert!(line == 1 && why.contains("answer"), "{why}");
    }
}
