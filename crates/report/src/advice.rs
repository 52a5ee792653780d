//! What a gap means and what to try, in plain words, for every kind of gap.

use equiv::gap::{Alignment, Asked, Shapeless, Unplaced};
use equiv::replay::Opaque;
use equiv::{Condition, GapKind, Notion, Problem, Why};
use ir::Trap;

use crate::finding::GapRow;
use crate::{conditions, contracts};

pub(crate) fn row(problem: Option<&Problem>, why: &Why, at: String, quote: Option<String>) -> GapRow {
    let (kind, detail) = (why.kind(), detail(problem, why));
    let advice = match kind {
        GapKind::LoopBound if at.is_empty() => advice(GapKind::Solver),
        _ if *why == Why::GenericClient => "check a client that calls it with concrete types",
        _ if matches!(why, Why::NotMade { .. }) => {
            "find out whether your program can make such a value: if it can, this is a difference"
        }
        GapKind::Unsupported if detail.starts_with("a parameter of type") => {
            "annotate the parameter with a plainer type (int, str, list[int], ...), or say one with --type NAME=TYPE"
        }
        GapKind::Unsupported if at.is_empty() => "compare it by hand, or check a client that does without it",
        kind => advice(kind),
    };
    GapRow { kind, advice: advice.to_owned(), means: means(kind, &at, &detail), at, quote, detail }
}

/// What to do about a module that an interpreter has not.
pub fn to_install(module: &str, python: &str) -> String {
    format!(
        "`{module}` is not installed for {python}, so neither version could be run: install it ({python} -m pip install \
         {module}), or name an interpreter that has it with --python PATH"
    )
}

/// A gap without a place, in one line.
pub fn plain(why: &Why) -> String {
    let (kind, detail) = (why.kind(), detail(None, why));
    if detail.is_empty() { means(kind, "", "") } else { detail }
}

/// What stands behind the sentence for its kind; nothing where that says all.
pub(crate) fn detail(problem: Option<&Problem>, why: &Why) -> String {
    match why {
        Why::Unrolled(choices) => format!("explored up to {choices} choices in this loop, and it can go on"),
        Why::UnrolledInSummary(choices) => format!("a summary without context follows {choices} choices in this loop"),
        Why::Spinning(blocks) | Why::SpinningAtFirst(blocks) => {
            format!("{blocks} blocks of code were run without an end, and nothing had to be decided")
        }
        Why::NothingDecided => "it runs on without anything to decide".into(),
        Why::NoFiniteForm => {
            "what the loops and recursions of this version do could not be put into a finite form".into()
        }
        Why::NothingKept => "no function could be kept as it is".into(),
        Why::ManyWays => "too many paths through this loop".into(),
        Why::UnchangingRecursion => "a recursion without anything that changes".into(),
        Why::NoInvariantInTime => "no invariant over both versions was found in the time".into(),
        Why::NoRelation { run, known } => no_relation(*run, written(problem, known.as_ref())),
        Why::OpenFact { fact } => format!("is it true that {fact}?"),
        Why::NoFacts => "no facts about the library were found that would make the two versions the same".into(),
        Why::NotUnderstood(what) | Why::NoCode(what) => what.to_string(),
        Why::GenericClient => "a generic function whose types are not chosen".into(),
        Why::IrreducibleLoop => "a loop with more than one entry".into(),
        Why::OpaqueGivenBack(Opaque::Function) => "functions of different names are given back".into(),
        Why::OpaqueGivenBack(Opaque::Address) => {
            "an address is given back, and what stands there may be the same".into()
        }
        Why::OpaqueGivenBack(Opaque::Iterator) => "an iterator stands within what is given back".into(),
        Why::OnlyPaddingDiffers => "they may differ in bits that no field of a structure has".into(),
        Why::OneVersionGoes(Trap::Unwritten) => "giving away what was never written".to_owned(),
        Why::OneVersionGoes(trap) => format!("one version alone going {trap}"),
        Why::ChangedFunctionGivenBack => "giving back a function that was changed".into(),
        Why::ChangedFunctionPassed => "a function that is passed around and was changed".into(),
        Why::Unanswered { asked, said } => unanswered(asked, said.as_deref()),
        Why::SameNatively { call, by } => format!("{call} does the same in {by}"),
        Why::TimeIsUp => "the time is up".into(),
        Why::EffortIsSpent => "the effort limit is reached".into(),
        Why::ManyPartitions(old, new) => format!("{old} times {new} partitions are too many for one assertion"),
        Why::SummariesNotComplete => "the limit is reached before the summaries are complete".into(),
        Why::NoContractsInTime => "no contracts were found in the time".into(),
        Why::NoAnswerWithin { seconds } => format!("no answer within {seconds} seconds"),
        Why::NotBegun => "the time was over before its turn".into(),
        Why::OutOfMemory { megabytes } => format!("the limit is {megabytes} MB"),
        Why::EngineFailed { method, said } => format!("the engine `{method}` failed: {said}"),
        Why::NoBody { function, side } => format!("`{function}` has no body in the {side} version"),
        Why::DependsOnAnswer(function) => format!("the versions may differ, depending on what `{function}` gives"),
        Why::DependsOnChoices => "the versions may differ, depending on choices that the program leaves open".into(),
        Why::ChoiceInRecursion => "a choice inside a recursion".into(),
        Why::NoPlaceholder { function, does } => {
            format!("a summary of `{function}` has no placeholder: it {}", unplaced(*does))
        }
        Why::Shapeless(what) => shapeless(what),
        Why::RecursionLeavesObjects => "a recursion that leaves objects behind".into(),
        Why::WritesBeforeEnd => "on some input they write different things before they end, if they end".into(),
        Why::MayNotReturnAlike => {
            "both versions do the same where both return, but that they return on the same inputs was not shown".into()
        }
        Why::OnlyOneSide { side, notion, condition } => {
            let what = match notion {
                Notion::PartitionEffect => "treats these inputs alike",
                Notion::Functional | Notion::Path => "has a path for just these inputs",
            };
            let condition = written(problem, condition.as_ref()).unwrap_or_else(|| "...".into());
            format!("every input gives the same, but only {side} {what}: {condition}")
        }
        Why::OnlyRuns(inputs) => {
            format!("{inputs} inputs were run and none told the versions apart; that is no proof")
        }
        Why::MayFail { functions, alone } => {
            let names: Vec<&str> = functions.iter().map(|name| name.as_str()).collect();
            let what = if *alone { "may fail" } else { "may fail where old does not" };
            format!("{what}: {}", names.join(", "))
        }
        Why::ContractsTooWeak => {
            "the contracts that were found do not rule out that new fails where old does not".into()
        }
        Why::NoWarningLeft => "no warning is left, but this mode takes for granted what it does not show".into(),
        Why::FailsOnEveryInput { raised } => match problem {
            Some(problem) => format!("with {}", conditions::raised(problem, raised)),
            None => String::new(),
        },
        Why::NothingAssumed(condition) => condition.clone(),
        Why::AxiomsContradict(side) => format!("those of {side} contradict each other"),
        Why::AxiomsExclude => "none has as many different things as the difference that was found needs".into(),
        Why::UnreachedState(state) => state.clone().unwrap_or_default(),
        Why::NotMade { call } => format!(
            "the versions differ on {call}, and none of the program's functions that were tried makes a value with such private fields"
        ),
        Why::OpenInOtherStates(why) => detail(problem, why),
        Why::ModelDisagrees { call, what, file } => format!("on {call}, {what}; all of it is in {file}"),
        Why::DiffersWhereUndefined { call, note } => {
            format!("{note}, on {call}; no difference was found where old is defined")
        }
        Why::CheckFailed(said) => said.clone(),
        Why::BadContract(bad) => contracts::meaningless(&bad.why),
        Why::SameWhenRun | Why::ObjectsNotCompared => String::new(),
    }
}

fn written(problem: Option<&Problem>, condition: Option<&Condition>) -> Option<String> {
    Some(conditions::write(problem?, condition?).text)
}

fn no_relation(run: Alignment, known: Option<String>) -> String {
    let how = match run {
        Alignment::TurnByTurn => "turn by turn",
        Alignment::LoopByLoop => "loop by loop",
        Alignment::OneAfterTheOther => "one after the other",
    };
    let known = known.unwrap_or_else(|| "nothing was found to hold".into());
    format!(
        "both versions were run {how} and in other ways, and no relation was found that implies the same result (in its loops: {known})"
    )
}

fn unanswered(asked: &Asked, said: Option<&str>) -> String {
    let said = said.map(|said| format!(" ({said})")).unwrap_or_default();
    match asked {
        Asked::DoVersionsEndAlike => format!("the solver could not tell whether the versions end alike here{said}"),
        Asked::DoesAssertionHold => format!("the solver could not tell whether the assertion holds{said}"),
        Asked::ArePartitionsAlike => {
            format!("the solver could not tell whether the versions partition their inputs alike{said}")
        }
        Asked::CanNewFail => format!("the solver could not tell whether new can fail here{said}"),
        Asked::DoesContractHold(function) => {
            format!("the contract of `{function}` was not proved a second time{said}")
        }
    }
}

fn unplaced(does: Unplaced) -> &'static str {
    match does {
        Unplaced::Chooses => "chooses freely",
        Unplaced::GivesBackObjects => "gives back objects",
        Unplaced::WritesToObjects => "writes to objects",
        Unplaced::KeepsObjects => "keeps objects",
    }
}

fn shapeless(what: &Shapeless) -> String {
    match what {
        Shapeless::ManyLoops => "too many loops".into(),
        Shapeless::StatesDiffer => "states of different shapes meet".into(),
        Shapeless::SometimesMade(ctor) => format!("a value that is sometimes `{ctor}` and sometimes not"),
        Shapeless::MixedElements => "a list of mixed elements".into(),
        Shapeless::KeptObjects => "objects that a loop makes and keeps".into(),
        Shapeless::Varying(sort) => format!("a varying value of sort {sort}"),
    }
}

/// Every kind of gap: what a report says of it, and what to try.
pub fn explained() -> Vec<(GapKind, String, &'static str)> {
    GapKind::ALL.into_iter().map(|kind| (kind, means(kind, "FILE:LINE", ""), advice(kind))).collect()
}

fn means(kind: GapKind, at: &str, detail: &str) -> String {
    let place = |what: &str| if at.is_empty() { what.to_owned() } else { format!("{what} at {at}") };
    let because = |sentence: String| if detail.is_empty() { sentence } else { format!("{sentence}: {detail}") };
    match kind {
        // Not about one loop, and there may be none.
        GapKind::LoopBound if at.is_empty() => because("no proof for every input was found".to_owned()),
        GapKind::LoopBound => because(format!("{} has no bound that could be followed to its end", place("the loop"))),
        GapKind::Unsupported if detail.is_empty() => format!("{} is not understood yet", place("something")),
        // Some say themselves where they are.
        GapKind::Unsupported if !at.is_empty() && detail.contains(at) => format!("{detail} is not understood yet"),
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
        GapKind::NoInput => because("nothing is shown, since what is assumed holds on no input".to_owned()),
        GapKind::UnreachedState => {
            because(format!("{} depends on a state that no calls are known to lead to", place("the outcome")))
        }
        GapKind::Undefined => because("the versions differ where the behaviour of old is undefined".to_owned()),
        GapKind::Facts => because("it depends on what is true of the library".to_owned()),
        GapKind::Axioms => because("there is no world in which the axioms hold and a difference is seen".to_owned()),
        GapKind::ModelDisagrees => because("the model disagrees with the real run: please report".to_owned()),
    }
}

fn advice(kind: GapKind) -> &'static str {
    match kind {
        GapKind::LoopBound => {
            "follow it further with --unroll N if the loop always ends early; or check a client that restricts the input, so that the loop ends"
        }
        GapKind::Unsupported => "compare this line by hand, or check a client that does not reach it",
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
        GapKind::Facts => "answer the questions of `safebump validate`, or state the facts in the file of --facts",
        GapKind::Axioms => "look for the axiom that cannot hold beside the others, and put it right",
        GapKind::NoProof => "use --engine auto, which also looks for a proof",
        GapKind::Contracts => {
            "see what was tried with -v, and give a condition that is missing with --contracts FILE; or open all calls with --mode nonmodular"
        }
        GapKind::UnsoundMode => "ask with --mode sound, which proves what it says",
        GapKind::FailsOnEveryInput => {
            "look at why it fails before anything is compared: a missing module or name, or a parameter whose type was not said (--type NAME=TYPE)"
        }
        GapKind::NoInput => "say with --assume what some input satisfies",
        GapKind::UnreachedState => {
            "find out which calls lead to that state, if any, and check a client that makes them first"
        }
        GapKind::Undefined => {
            "leave such inputs out with --undefined ignore, or check a client that does not pass them"
        }
        GapKind::ModelDisagrees => "please report this with the file that was written beside the answer",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Symbol;

    #[test]
    fn a_gap_says_what_it_means_and_what_to_try() {
        let row = |why: Why| row(None, &why, "lib.py:7".to_owned(), None);
        let stuck = row(Why::NotUnderstood(Symbol::new("`yield`")));
        assert_eq!(stuck.means, "`yield` at lib.py:7 is not understood yet");
        let turned = row(Why::Unrolled(48));
        assert_eq!(turned.kind, GapKind::LoopBound);
        assert!(turned.means.starts_with("the loop at lib.py:7") && turned.means.contains("48 choices"));
        let inside = row(Why::OpenInOtherStates(Box::new(Why::Unrolled(48))));
        assert_eq!((inside.kind, &inside.detail), (GapKind::UnreachedState, &turned.detail));
        assert_ne!(inside.advice, turned.advice);
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
