//! What a gap means and what to try, in plain words, for every kind of gap.

use equiv::{Gap, GapKind};

use crate::finding::GapRow;

pub(crate) fn row(gap: &Gap, at: String, quote: Option<String>) -> GapRow {
    let means = means(gap.kind, &at, &gap.detail);
    let advice = match gap.kind {
        GapKind::LoopBound if at.is_empty() => advice(GapKind::Solver),
        kind => advice(kind),
    };
    GapRow { kind: gap.kind, advice: advice.to_owned(), means, at, quote, detail: gap.detail.clone() }
}

fn means(kind: GapKind, at: &str, detail: &str) -> String {
    let place = |what: &str| if at.is_empty() { what.to_owned() } else { format!("{what} at {at}") };
    let because = |sentence: String| if detail.is_empty() { sentence } else { format!("{sentence}: {detail}") };
    match kind {
        // Not about one loop, and there may be none.
        GapKind::LoopBound if at.is_empty() => because("no proof for every input was found".to_owned()),
        GapKind::LoopBound => because(format!("{} has no bound that could be followed to its end", place("the loop"))),
        GapKind::Unsupported if detail.is_empty() => format!("{} is not understood yet", place("something")),
        GapKind::Unsupported => format!("{} is not understood yet", place(detail)),
        GapKind::Solver => because(place("a formula was too hard for the solver")),
        GapKind::DidNotReplay => {
            because("an input that should have shown a difference did not when it was run".to_owned())
        }
        GapKind::OutOfBudget => because("the time ran out before everything was covered".to_owned()),
        GapKind::OutOfMemory => because("more memory would be needed than there may be".to_owned()),
        GapKind::Crashed => because("safebump itself failed while checking this".to_owned()),
        GapKind::External => because(format!("{} depends on code that is not here", place("the outcome"))),
        GapKind::Nondeterminism => {
            because(format!("{} depends on a choice that no input decides", place("the outcome")))
        }
        GapKind::Heap => because(place("objects could not be told apart or compared")),
        GapKind::Termination => because("whether both versions end on the same inputs is open".to_owned()),
        GapKind::Notion => because("the notion of equivalence that was asked for does not hold".to_owned()),
        GapKind::NoProof => because("the inputs tried all behave the same, which proves nothing".to_owned()),
        GapKind::Contracts => because("no contracts were found that prove it".to_owned()),
        GapKind::UnsoundMode => because("this mode can warn, but not prove".to_owned()),
        GapKind::FailsOnEveryInput => because("both versions fail on every input".to_owned()),
        GapKind::UnreachedState => {
            because(format!("{} depends on a state that no calls are known to lead to", place("the outcome")))
        }
        GapKind::Undefined => because("the versions differ where the behaviour of old is undefined".to_owned()),
        GapKind::ModelDisagrees => because("the model disagrees with the real run: please report".to_owned()),
    }
}

fn advice(kind: GapKind) -> &'static str {
    match kind {
        GapKind::LoopBound => {
            "follow it further with --unroll N if the loop always ends early; or check a client that restricts the input, so that the loop ends"
        }
        GapKind::Unsupported => {
            "check a client that does not reach this line, or move the line into a function of its own that the change does not touch"
        }
        GapKind::Solver => "give it longer with --timeout SECONDS, or restrict the client's input",
        GapKind::DidNotReplay => {
            "please report this with both files; until it is settled, try another method with --engine random"
        }
        GapKind::OutOfBudget => {
            "give it longer with --timeout SECONDS, or check a smaller client, or one that restricts its input"
        }
        GapKind::OutOfMemory => {
            "give it more with --memory MB, or check a smaller client, or one that restricts its input"
        }
        GapKind::Crashed => {
            "please report this with both files; meanwhile try another method, as --engine lazy or --engine random"
        }
        GapKind::External => "bring the missing code: put the module beside the client, or pass a folder that has it",
        GapKind::Nondeterminism => "make the choice an argument of the client, so that both versions get the same",
        GapKind::Heap => "check a client that returns plain values instead of the objects themselves",
        GapKind::Termination => "leave --termination at report: then this is listed as an assumption",
        GapKind::Notion => "leave --equivalence at functional, if it is enough that every input gives the same",
        GapKind::NoProof => "use --engine auto, which also looks for a proof",
        GapKind::Contracts => {
            "see what was tried with -v, and give a condition that is missing with --contracts FILE; or open all calls with --mode nonmodular"
        }
        GapKind::UnsoundMode => "ask with --mode sound, which proves what it says",
        GapKind::FailsOnEveryInput => {
            "look at why it fails before anything is compared: a missing module or name, or a parameter whose type was not said (--type NAME=TYPE)"
        }
        GapKind::UnreachedState => "check a client that makes the calls that lead to that state",
        GapKind::Undefined => {
            "leave such inputs out with --undefined ignore, or check a client that does not pass them"
        }
        GapKind::ModelDisagrees => "please report this with the file that was written beside the answer",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_gap_says_what_it_means_and_what_to_try() {
        for kind in [
            GapKind::LoopBound,
            GapKind::Unsupported,
            GapKind::Solver,
            GapKind::DidNotReplay,
            GapKind::OutOfBudget,
            GapKind::OutOfMemory,
            GapKind::Crashed,
            GapKind::External,
            GapKind::Nondeterminism,
            GapKind::Heap,
            GapKind::Termination,
            GapKind::Notion,
            GapKind::NoProof,
            GapKind::Contracts,
            GapKind::UnsoundMode,
            GapKind::FailsOnEveryInput,
            GapKind::Undefined,
            GapKind::UnreachedState,
            GapKind::ModelDisagrees,
        ] {
            let gap = Gap { kind, at: None, detail: String::new() };
            let row = row(&gap, "lib.py:7".to_owned(), None);
            assert!(!row.means.is_empty() && !row.advice.is_empty(), "{kind}");
        }
    }

    /// A kind of assumption that the page does not explain is one that a reader cannot weigh.
    #[test]
    fn every_kind_of_assumption_is_on_the_page() {
        let page = include_str!("../../../docs/assumptions.md");
        for kind in ir::entry::AssumptionKind::ALL {
            assert!(page.contains(&format!("\n| `{kind}` |")), "docs/assumptions.md has no row for {kind}");
        }
    }
}
