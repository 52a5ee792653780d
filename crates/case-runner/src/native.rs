//! Holds verdicts and the interpreter against CPython and compiled code.

use cli::args::{Check, Exceptions, Floats};
use cli::audit::{self, Audited};
use cli::native;
use cli::question::open;
use cli::{clock, command};
use report::{Report, VerdictKind};

use crate::case::{Case, Truth};
use crate::run::Outcome;

/// How many inputs an `equivalent` case runs on.
const INPUTS: usize = 1000;
/// Where each input is code to be compiled by a slow compiler.
const FEW_INPUTS: usize = 150;

/// A counterexample must differ natively too; a proof must hold on random inputs.
pub fn confirm(case: &Case, arguments: &Check, report: &Report, outcome: &mut Outcome) -> Result<(), String> {
    let Some(client) = report.findings.first().filter(|_| report.only_in.is_none()) else { return Ok(()) };
    // CPython would not come back either; and only single calls are run natively.
    if client.example.as_ref().is_some_and(|example| example.never_returns() || !example.before.is_empty()) {
        return Ok(());
    }
    let (question, _checkouts) = command::question(arguments, &case.folder).map_err(plain)?;
    let messages = arguments.how.exceptions == Exceptions::Message;
    // Nor do runs know of an assumption about the inputs.
    if !arguments.assume.is_empty() {
        return Ok(());
    }
    if arguments.how.floats == Floats::Real {
        // Compiled code rounds: it can neither confirm nor refute what holds for real numbers.
        return Ok(());
    }
    if confine::cannot_confine().is_some() && !arguments.how.trust {
        // Said once for all cases.
        return Ok(());
    }
    let name = client.client.clone();
    let Some(example) = &client.example else {
        if case.truth == Truth::Verdict(VerdictKind::Equivalent) {
            let inputs = if case.old.ends_with(".rs") { FEW_INPUTS } else { INPUTS };
            let audited = audit::audit(&question, &name, inputs, arguments.how.trust(), messages);
            if let Audited::Contradicted(found) = audited.map_err(|why| plain(why.failure()))? {
                outcome.failures.push(format!("audit: on {}, {}", found.arguments, found.what));
            }
        }
        return Ok(());
    };
    let call = native::arguments(&example.call);
    let work = move || open(&question).and_then(|front| front.native(&name)).map_err(plain);
    let mut native =
        clock::run(std::time::Duration::from_secs(60), work).map_err(|cut| format!("native: {cut:?}"))??;
    let ran = native.run(std::slice::from_ref(&call), arguments.how.trust());
    let (place, [old, new]) = (native.runs_in(), ran.map_err(|why| plain(why.failure()))?);
    match native::same(&old[0], &new[0], messages) {
        Some(true) => outcome.failures.push(format!("{place} does the same in both versions on {call}")),
        None => outcome.failures.push(format!("{place} gives no observation on {call}")),
        Some(false) => {}
    }
    Ok(())
}

/// What the model says of each version must be what it really does, whatever the verdict is.
pub fn hold_model(case: &Case, arguments: &Check, client: &str, outcome: &mut Outcome) -> Result<(), String> {
    let is_other_question = arguments.how.floats == Floats::Real || !arguments.assume.is_empty();
    if is_other_question || confine::cannot_confine().is_some() || case.old.ends_with(".rs") {
        return Ok(());
    }
    let (question, _checkouts) = command::question(arguments, &case.folder).map_err(plain)?;
    let audited = audit::audit_model(&question, client, INPUTS / 4, arguments.how.trust());
    if let Audited::Contradicted(found) = audited.map_err(|why| plain(why.failure()))? {
        outcome.failures.push(format!("audit of the model: on {}, {}", found.arguments, found.what));
    }
    Ok(())
}

fn plain(failure: cli::failure::Failure) -> String {
    failure.render(|_| None).trim_end().to_owned()
}
