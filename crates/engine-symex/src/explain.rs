//! The summaries as tables of partitions and effects, like figures 5 and 9 of the paper.

use equiv::coverage::SummaryTable;
use equiv::{Problem, Side};
use semantics::SymOutcome;
use smt::Logic;
use value::Value;

use crate::Budget;
use crate::summary::{Kind, Partition, Summariser};

/// The client's summary, then those of the changed functions it calls; as far as they go.
pub fn explain(problem: &Problem, logic: &Logic, budget: &Budget) -> Vec<SummaryTable> {
    let mut summariser = Summariser::new(problem, logic, budget);
    summariser.skips_unchanged = false;
    let client = &problem.client;
    let mut tables = Vec::new();
    if problem.matching.has_same_code(problem.old.entry) {
        let summary = summariser.client();
        tables.push(table(&mut summariser, client.clone(), summary));
    } else {
        for side in Side::BOTH {
            let summary = summariser.whole(side);
            tables.push(table(&mut summariser, format!("{client}, {side}"), summary));
        }
    }
    for row in 0..summariser.placeholders.len() {
        for side in Side::BOTH {
            let placeholder = &summariser.placeholders[row];
            let title = format!("{}, {side}", summariser.call(placeholder.function, &placeholder.args));
            let summary = placeholder.summary(side).to_vec();
            tables.push(table(&mut summariser, title, Ok(summary)));
        }
    }
    tables
}

fn table(summariser: &mut Summariser<'_>, title: String, summary: Result<Vec<Partition>, equiv::Gap>) -> SummaryTable {
    match summary {
        Ok(parts) => {
            let rows = parts.iter().map(|part| (condition(summariser, part), effect(summariser, part))).collect();
            SummaryTable { title, rows, gap: None }
        }
        Err(gap) => SummaryTable { title, rows: Vec::new(), gap: Some(gap) },
    }
}

fn condition(summariser: &Summariser<'_>, part: &Partition) -> String {
    let words = summariser.problem.notation.words();
    let terms: Vec<_> = part.condition.iter().copied().filter(|term| !summariser.shapes.contains(term)).collect();
    let mut text = term::print::print_all(&summariser.setting.pool, &terms, words);
    for passed in &part.calls {
        let row = &summariser.placeholders[passed.placeholder];
        let how = match passed.kind {
            Kind::Returned => continue,
            Kind::Raised => "raises",
            Kind::Trapped => "traps",
        };
        let call = format!("{} {how}", summariser.call(row.function, &row.args));
        text = if text == words.true_ { call } else { format!("{text} {} {call}", words.and) };
    }
    text
}

fn effect(summariser: &mut Summariser<'_>, part: &Partition) -> String {
    let words = summariser.problem.notation.words();
    match &part.outcome {
        SymOutcome::Returned(values) if values.is_empty() => "returns".into(),
        SymOutcome::Returned(values) => {
            let values = values.iter().map(|value| term::print::print(&summariser.setting.pool, *value, words));
            format!("returns {}", values.collect::<Vec<_>>().join(", "))
        }
        SymOutcome::Raised(value) => format!("raises {}", raised(summariser, *value)),
        SymOutcome::Trapped => "traps".into(),
    }
}

/// The class of what is raised, where it is written out.
fn raised(summariser: &mut Summariser<'_>, value: term::TermId) -> String {
    if let Some((_, fields)) = summariser.setting.pool.as_construct(value)
        && let Some(first) = fields.first()
        && let Some(Value::Atom(class)) = summariser.setting.pool.as_const(*first)
    {
        return class.as_str().rsplit('.').next().unwrap_or(class.as_str()).to_string();
    }
    term::print::print(&summariser.setting.pool, value, summariser.problem.notation.words())
}
