//! Summaries of code, in the words of the source.

use equiv::coverage::{Effect, Failing, Summaries, Summarised, SummaryCall, SummaryRow};
use equiv::{Problem, Values};
use term::{Pool, TermId};

use crate::conditions::{self, Names};
use crate::{advice, print};

/// What a piece of code does: conditions, and the effect under each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub title: String,
    /// Partition and effect.
    pub rows: Vec<(String, String)>,
    /// Why there are no rows, if there are none.
    pub gap: Option<String>,
}

/// The tables, with calls by what they look like.
pub fn write(problem: &Problem, summaries: &Summaries) -> Vec<Table> {
    let mut names = Names::default();
    let mut calls = Vec::new();
    for call in &summaries.calls {
        let text = written_call(problem, call, &names);
        names.add(call.raises, format!("what {text} raises"));
        names.add(call.writes, format!("what {text} writes"));
        names.add(call.gives, text.clone());
        calls.push(text);
    }
    let tables = summaries.tables.iter().map(|table| {
        let title = match table.of {
            Summarised::Client(None) => problem.client.clone(),
            Summarised::Client(Some(side)) => format!("{}, {side}", problem.client),
            Summarised::Call(call, side) => format!("{}, {side}", calls[call]),
        };
        let rows = table.rows.iter().map(|row| (condition(problem, row, &calls, &names), effect(problem, row, &names)));
        let gap = table.gap.as_ref().map(|gap| advice::detail(Some(problem), &gap.why));
        Table { title, rows: rows.collect(), gap }
    });
    tables.collect()
}

fn written_call(problem: &Problem, call: &SummaryCall, names: &Names) -> String {
    let name = call.function.as_str();
    let short = name.rsplit(['.', ':']).next().unwrap_or(name);
    format!("{short}({})", written(problem, call.args.as_ref(), names))
}

fn written(problem: &Problem, values: Option<&Values>, names: &Names) -> String {
    let Some(values) = values else { return "...".to_owned() };
    let (pool, terms) = names.terms(problem, &values.exprs, &values.others);
    let words = problem.notation.words();
    terms.iter().map(|term| print::print(&pool, *term, words)).collect::<Vec<_>>().join(", ")
}

fn condition(problem: &Problem, row: &SummaryRow, calls: &[String], names: &Names) -> String {
    let mut parts = Vec::new();
    match &row.condition {
        None => parts.push("...".to_owned()),
        Some(condition) if condition.is_always() => {}
        Some(condition) => parts.push(conditions::text(problem, condition, names)),
    }
    parts.extend(row.failing.iter().map(|(call, how)| match how {
        Failing::Raises => format!("{} raises", calls[*call]),
        Failing::Traps => format!("{} traps", calls[*call]),
    }));
    let words = problem.notation.words();
    match parts.is_empty() {
        true => words.true_.to_owned(),
        false => parts.join(&format!(" {} ", words.and)),
    }
}

fn effect(problem: &Problem, row: &SummaryRow, names: &Names) -> String {
    match &row.effect {
        Effect::Returns(values) => {
            format!("returns {}", written(problem, values.as_ref(), names)).trim_end().to_owned()
        }
        Effect::Raises(value) => format!("raises {}", raised(problem, value.as_ref(), names)),
        Effect::Traps => "traps".to_owned(),
    }
}

/// The class of what is raised, where it is written out.
fn raised(problem: &Problem, value: Option<&Values>, names: &Names) -> String {
    let Some(values) = value else { return "...".to_owned() };
    let (mut pool, terms) = names.terms(problem, &values.exprs, &values.others);
    class(&mut pool, terms[0]).unwrap_or_else(|| written(problem, value, names))
}

fn class(pool: &mut Pool, raised: TermId) -> Option<String> {
    let (_, fields) = pool.as_construct(raised)?;
    match pool.as_const(*fields.first()?)? {
        value::Value::Atom(class) => Some(class.as_str().rsplit('.').next().unwrap_or(class.as_str()).to_owned()),
        _ => None,
    }
}
