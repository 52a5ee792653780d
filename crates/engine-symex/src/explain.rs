//! The summaries as tables of partitions and effects, like figures 5 and 9 of the paper.

use equiv::coverage::{Effect, Failing, Summaries, Summarised, SummaryCall, SummaryRow, SummaryTable};
use equiv::{Gap, Problem, Side, Values};
use semantics::{Ending, SymOutcome};
use smt::Logic;
use term::TermId;

use crate::Budget;
use crate::summary::{Partition, Placeholder, Summariser, Unknowns};

/// The client's summary, then those of the changed functions it calls; as far as they go.
pub fn explain(problem: &Problem, logic: &Logic, budget: &Budget) -> Summaries {
    let mut summariser = Summariser::new(problem, logic, budget);
    summariser.skips_unchanged = false;
    let mut tables = Vec::new();
    if problem.matching.has_same_code(problem.old.entry) {
        let summary = summariser.client();
        tables.push(table(&summariser, Summarised::Client(None), summary));
    } else {
        for side in Side::BOTH {
            let summary = summariser.whole(side);
            tables.push(table(&summariser, Summarised::Client(Some(side)), summary));
        }
    }
    for (index, placeholder) in summariser.placeholders.iter().enumerate() {
        for side in Side::BOTH {
            let summary = placeholder.summary(side).to_vec();
            tables.push(table(&summariser, Summarised::Call(index, side), Ok(summary)));
        }
    }
    let calls = summariser.placeholders.iter().enumerate().map(|(index, row)| call(&summariser, index, row));
    Summaries { calls: calls.collect(), tables }
}

fn call(summariser: &Summariser<'_>, index: usize, placeholder: &Placeholder) -> SummaryCall {
    let function = summariser.problem.old.program.functions[placeholder.function].name;
    let Unknowns { gives, raises, writes } = Unknowns::of(index);
    SummaryCall { function, args: values(summariser, &placeholder.args), gives, raises, writes }
}

fn values(summariser: &Summariser<'_>, terms: &[TermId]) -> Option<Values> {
    semantics::values(&summariser.setting.pool, &summariser.setting.inputs, terms)
}

fn table(summariser: &Summariser<'_>, of: Summarised, summary: Result<Vec<Partition>, Gap>) -> SummaryTable {
    match summary {
        Ok(parts) => SummaryTable { of, rows: parts.iter().map(|part| row(summariser, part)).collect(), gap: None },
        Err(gap) => SummaryTable { of, rows: Vec::new(), gap: Some(gap) },
    }
}

fn row(summariser: &Summariser<'_>, part: &Partition) -> SummaryRow {
    let terms = part.condition.iter().copied().filter(|term| !summariser.shapes.contains(term)).collect();
    let condition = semantics::condition(&summariser.setting.pool, &summariser.setting.inputs, &[terms]);
    let failing = part.calls.iter().filter_map(|passed| match passed.kind {
        Ending::Returned => None,
        Ending::Raised => Some((passed.placeholder, Failing::Raises)),
        Ending::Trapped => Some((passed.placeholder, Failing::Traps)),
    });
    let effect = match &part.outcome {
        SymOutcome::Returned(terms) => Effect::Returns(values(summariser, terms)),
        SymOutcome::Raised(term) => Effect::Raises(values(summariser, &[*term])),
        SymOutcome::Trapped => Effect::Traps,
    };
    SummaryRow { condition, failing: failing.collect(), effect }
}
