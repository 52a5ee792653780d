//! Claims about a library, held against runs of it before anybody is asked.

use std::collections::BTreeMap;
use std::path::PathBuf;

use confine::{Folder, Trust};
use equiv::{Claim, Fact, library};
use ir::entry::Notation;
use report::facts::Code;
use serde_json::json;
use value::{Expr, Op, Sort, SortKind, Value};

use native_python::Python;

use crate::native::python::{Layout, One};

/// What a run showed.
#[derive(Clone, Debug, PartialEq)]
pub enum Tried {
    /// It fails for these values.
    Fails(Vec<Option<Value>>),
    Held,
    /// It says nothing that could be run, or never came to bear.
    Not,
}

/// A function as it is declared: its parameters' types, and what it gives.
#[derive(Clone, Debug)]
pub struct Signature {
    pub params: Vec<String>,
    pub result: String,
}

/// Runs a library.
pub trait Trials {
    fn try_out(&mut self, claims: &[Claim], notation: &dyn Notation) -> Vec<Tried>;
}

/// A Python library that can be imported.
pub struct PythonTrials {
    worker: One,
    modules: Vec<String>,
    /// By path.
    signatures: BTreeMap<String, Signature>,
    trust: Trust,
    /// Why nothing can be run, once that is known.
    pub broken: bool,
    /// Holds the script while it is needed.
    _folder: Folder,
}

const SCRIPT: &str = include_str!("trials.py");
/// Claims that are tried in one call, which must not take a second.
const AT_ONCE: usize = 6;

const MODULE: &str = "safebump_trials";

impl PythonTrials {
    /// `None`: the script has no place to stand.
    pub fn new(
        path: Vec<PathBuf>,
        modules: Vec<String>,
        signatures: BTreeMap<String, Signature>,
        trust: Trust,
    ) -> Option<PythonTrials> {
        let folder = Folder::new().ok()?;
        std::fs::write(folder.path().join(format!("{MODULE}.py")), SCRIPT).ok()?;
        let layout = Layout {
            python: Python::default(),
            path: path.into_iter().chain([folder.path().to_path_buf()]).collect(),
            named: Vec::new(),
            library: None,
            client: MODULE.to_owned(),
            function: "trial".to_owned(),
        };
        Some(PythonTrials { worker: One::new(layout), modules, signatures, trust, broken: false, _folder: folder })
    }

    /// What runs showed about these; `None`: nothing.
    fn run(&mut self, makers: &[serde_json::Value], jobs: &[&serde_json::Value]) -> Option<Vec<serde_json::Value>> {
        if self.broken {
            return None;
        }
        // What JSON and Python write differently does not occur here.
        let call = format!("{}, {}, {}", json!(self.modules), json!(makers), json!(jobs));
        let Ok(observed) = self.worker.run(&[call], self.trust) else {
            self.broken = true;
            return None;
        };
        let said = observed.first().and_then(|seen| seen.outcome()).filter(|(kind, _)| *kind == "returns");
        said.and_then(|(_, text)| decoded(text)).filter(|given| given.len() == jobs.len())
    }

    fn job(&self, claim: &Claim, notation: &dyn Notation) -> Option<serde_json::Value> {
        let fact = match claim {
            Claim::Clause(fact) => fact,
            Claim::Effect(function, effect) => {
                let row = self.signatures.get(function.as_str())?;
                let name = function.as_str().rsplit('.').next();
                return Some(json!([name, row.params, format!("{effect:?}")]));
            }
        };
        let written = report::facts::write(claim, notation);
        let Code { premises, conclusion, .. } = written.code?;
        let (mut ints, mut texts) = (vec![0, 1], Vec::new());
        for part in &fact.clause {
            equiv::fact::visit(part, &mut |expr| match expr {
                Expr::Const(Value::Int(int), _) => ints.extend(int.to_usize().filter(|int| *int < 1000)),
                Expr::Const(value @ Value::Seq(_), sort) if *sort == Sort::string() => {
                    texts.extend(value.as_text());
                }
                _ => {}
            });
        }
        Some(json!([kinds(&self.signatures, fact)?, premises, conclusion, { "int": ints, "str": texts }]))
    }
}

/// The type of each variable: what functions that are handed it declare.
pub(crate) fn kinds(signatures: &BTreeMap<String, Signature>, fact: &Fact) -> Option<Vec<(String, String)>> {
    let mut kinds: Vec<Option<String>> = vec![None; fact.variables.len()];
    for part in &fact.clause {
        equiv::fact::visit(part, &mut |expr| {
            let Expr::Apply(Op::Apply(symbol), args) = expr else { return };
            let Some(known) = signatures.get(library::function_of(symbol.name.as_str())) else { return };
            for (arg, kind) in args.iter().zip(&known.params) {
                if let Expr::Captured(index) = arg {
                    kinds[*index as usize].get_or_insert(kind.clone());
                }
            }
        });
    }
    let mut named = Vec::new();
    for ((name, sort), kind) in fact.variables.iter().zip(kinds) {
        if *sort == library::state_sort() {
            continue;
        }
        named.push((name.to_string(), kind.or_else(|| plain(*sort))?));
    }
    Some(named)
}

fn plain(sort: Sort) -> Option<String> {
    Some(match sort.kind() {
        SortKind::Int => "int".to_owned(),
        SortKind::Bool => "bool".to_owned(),
        SortKind::Float(_) => "float".to_owned(),
        _ if sort == Sort::string() => "str".to_owned(),
        _ => return None,
    })
}

impl Trials for PythonTrials {
    fn try_out(&mut self, claims: &[Claim], notation: &dyn Notation) -> Vec<Tried> {
        let jobs: Vec<Option<serde_json::Value>> = claims.iter().map(|claim| self.job(claim, notation)).collect();
        let sent: Vec<&serde_json::Value> = jobs.iter().flatten().collect();
        let nothing = vec![Tried::Not; claims.len()];
        if sent.is_empty() || self.broken {
            return nothing;
        }
        let makers: Vec<serde_json::Value> = self
            .signatures
            .iter()
            .map(|(path, row)| json!([path.rsplit('.').next(), row.result, row.params]))
            .collect();
        let mut results = Vec::new();
        for few in sent.chunks(AT_ONCE) {
            match self.run(&makers, few) {
                Some(given) => results.extend(given),
                // One of them takes too long, or ends the process.
                None => {
                    for one in few {
                        let given = self.run(&makers, &[one]).and_then(|given| given.into_iter().next());
                        results.push(given.unwrap_or_else(|| json!("cannot")));
                    }
                }
            }
        }
        let mut results = results.into_iter();
        let given = claims.iter().zip(jobs).map(|(claim, job)| match (claim, job) {
            (Claim::Clause(fact), Some(_)) => tried(fact, results.next()),
            (Claim::Effect(..), Some(_)) => match results.next() {
                Some(serde_json::Value::Array(_)) => Tried::Fails(Vec::new()),
                Some(serde_json::Value::Null) => Tried::Held,
                _ => Tried::Not,
            },
            _ => Tried::Not,
        });
        given.collect()
    }
}

fn decoded(text: &str) -> Option<Vec<serde_json::Value>> {
    let digits = text.trim_matches(|c| c == '\'' || c == '"');
    let bytes: Option<Vec<u8>> =
        (0..digits.len() / 2).map(|i| u8::from_str_radix(digits.get(2 * i..2 * i + 2)?, 16).ok()).collect();
    serde_json::from_slice(&bytes?).ok()
}

fn tried(fact: &Fact, result: Option<serde_json::Value>) -> Tried {
    let values = match result {
        Some(serde_json::Value::Array(values)) => values,
        Some(serde_json::Value::Null) => return Tried::Held,
        _ => return Tried::Not,
    };
    let mut values = values.into_iter();
    let value = |(_, sort): &(value::Symbol, Sort)| {
        if *sort == library::state_sort() {
            return None;
        }
        let shown = values.next()?;
        match (shown, sort.kind()) {
            (serde_json::Value::Bool(bool), SortKind::Bool) => Some(Value::Bool(bool)),
            (serde_json::Value::Number(number), SortKind::Int) => number.as_i64().map(Value::int),
            (serde_json::Value::String(text), SortKind::Seq(_)) => Some(Value::string(&text)),
            _ => None,
        }
    };
    Tried::Fails(fact.variables.iter().map(value).collect())
}
