//! The words of `safebump validate`.

use equiv::Claim;
use ir::entry::{Assumption, AssumptionKind, Notation};
use serde_json::{Value, json};

use crate::VerdictKind;
use crate::facts::{self, Written};

/// A question as the dialogue shows it.
pub struct Asked {
    pub written: Written,
    /// `old.py:5`, and the line there.
    pub places: Vec<(String, String)>,
    /// How it came out of runs; `None`: it was not run.
    pub held: Option<bool>,
    /// If it can fail, the versions surely differ.
    pub is_decisive: bool,
}

/// The claims of one question: several only about what functions do at all.
pub fn written(claims: &[Claim], notation: &dyn Notation) -> Written {
    if let [Claim::Effect(_, effect), ..] = claims {
        let names: Vec<_> = claims.iter().flat_map(Claim::functions).collect();
        return facts::of_effects(&names, *effect, notation);
    }
    claims.first().map_or_else(
        || Written {
            condition: String::new(),
            sentence: String::new(),
            variables: Vec::new(),
            code: None,
            first: None,
        },
        |claim| facts::write(claim, notation),
    )
}

pub const PROMPT: &str = "[y]es [n]o [c]ounterexample [s]kip [w]hy > ";

pub fn opening(client: &str, old: &str, new: &str, file: &str) -> String {
    format!(
        "Does {client} do the same in {old} and in {new}? That depends on the library, whose code is not read.\n\
         Answer what you know; s leaves a question open, Ctrl-C stops. Answers are kept in {file} at once.\n"
    )
}

pub fn question(number: usize, asked: &Asked) -> String {
    let mut text = format!("\nQuestion {number}. Is this always true?\n\n    {}\n\n", asked.written.condition);
    if asked.written.sentence.trim_end_matches('.') != asked.written.condition {
        text += &format!("  {}\n", asked.written.sentence);
    }
    text += &format!("  {}\n", where_needed(&asked.places));
    text += match asked.held {
        Some(true) => "  The library was run on generated arguments, and it held.\n",
        Some(false) => "  The library was run, but no generated arguments put it to the test.\n",
        None => "  It was not tried: the library is not run here.\n",
    };
    if asked.is_decisive {
        text += "  If it can fail, the two versions surely differ.\n";
    }
    text
}

fn where_needed(places: &[(String, String)]) -> String {
    let names: Vec<String> = places.iter().map(|(place, _)| place.clone()).collect();
    match names.is_empty() {
        true => "It is needed for the proof.".into(),
        false => format!("Needed for the calls at {}.", facts::listed(&names)),
    }
}

/// The answer to `w`.
pub fn why(asked: &Asked, client: &str) -> String {
    let mut text = format!(
        "  The two versions of {client} call the library differently. With this fact their results can be proved\n  \
         to be the same; without it, or another one instead of it, they cannot. The calls:\n"
    );
    for (place, line) in &asked.places {
        text += &format!("    {place}  {line}\n");
    }
    text += "  Say yes only if it holds for all arguments. If you know arguments for which it fails, c lets you say them.\n";
    text
}

pub fn ask_counterexample(asked: &Asked) -> String {
    let names: Vec<String> = asked.written.variables.iter().map(|name| format!("{name} = ...")).collect();
    format!("  For which values does it fail? Write them as: {}\n  > ", names.join(", "))
}

pub const NOT_UNDERSTOOD: &str = "  Please answer y, n, c, s or w.\n";
pub const VALUES_NOT_UNDERSTOOD: &str =
    "  Those values were not understood: nothing was answered. Texts stand in quotes.\n";
pub const NO_VALUES: &str = "  This is about what functions do, not about values: answer n if one of them does more.\n";
pub const ONE_BY_ONE: &str = "  Then one by one.\n";

pub fn refuted_by_run(condition: &str, values: &[(String, String)]) -> String {
    let values: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    match values.is_empty() {
        true => format!("{condition} is not always true"),
        false => format!("{condition} is not always true: it fails for {}", values.join(", ")),
    }
}

/// How it ended.
pub struct Report<'a> {
    pub ending: Ending<'a>,
    pub kind: VerdictKind,
    pub told: Told,
    /// What runs of the library refuted.
    pub refuted: Vec<String>,
    /// Nothing where both versions were run and that was enough.
    pub effort: Option<Effort>,
}

/// What is told of it.
pub enum Told {
    Same(Grounds),
    /// A call on which the versions do not do the same, and what each does.
    Different {
        call: String,
        old: String,
        new: String,
    },
    Open(Left),
}

impl Report<'_> {
    pub fn text(&self, is_verbose: bool) -> String {
        let text = match &self.told {
            Told::Same(grounds) => same(&self.ending, grounds),
            Told::Different { call, old, new } => different(&self.ending, call, old, new),
            Told::Open(left) => open(&self.ending, left),
        };
        match self.effort.as_ref().filter(|_| is_verbose) {
            Some(effort) => with_effort(&self.refuted, effort, &text),
            None => text,
        }
    }

    /// One object, with the fields that other commands have too, and `facts`, `unused_facts`, `questions` (the open
    /// ones), `different_if` and `refuted_by_runs`.
    pub fn json(&self) -> String {
        let (none_same, none_left) = (Grounds::default(), Left::default());
        let (mut same, mut left, mut example) = (&none_same, &none_left, Value::Null);
        match &self.told {
            Told::Same(grounds) => same = grounds,
            Told::Open(open) => left = open,
            Told::Different { call, old, new } => {
                example = json!({ "call": call, "old": { "does": old }, "new": { "does": new }, "replayed": "native" });
            }
        }
        let fact = |(condition, used): &(String, Vec<String>)| json!({ "condition": condition, "used": used });
        let question =
            |(condition, sentence): &(String, String)| json!({ "condition": condition, "sentence": sentence });
        let assumed = |one: &Assumption| json!({ "kind": one.kind.to_string(), "detail": one.detail });
        let gap = |why: &String| json!({ "kind": "missing-fact", "at": "", "detail": why, "try": "" });
        let effort = self.effort.as_ref();
        let object = json!({
            "schema": "safebump/1",
            "command": "validate",
            "verdict": self.kind.word(),
            "engine": "facts",
            "client": self.ending.client,
            "old": self.ending.old,
            "new": self.ending.new,
            "counterexample": example,
            "facts": same.facts.iter().map(fact).collect::<Vec<_>>(),
            "unused_facts": same.unused,
            "questions": left.open.iter().map(question).collect::<Vec<_>>(),
            "different_if": left.different_if,
            "is_different": left.is_different,
            "refuted_by_runs": self.refuted,
            "gaps": left.missing.iter().map(gap).collect::<Vec<_>>(),
            "assumptions": same.assumptions.iter().map(assumed).collect::<Vec<_>>(),
            "stats": {
                "seconds": effort.map(|effort| effort.seconds),
                "questions": effort.map(|effort| effort.questions),
                "predicates": effort.map(|effort| effort.predicates),
            },
        });
        format!("{object:#}\n")
    }
}

pub struct Ending<'a> {
    pub client: &'a str,
    pub old: &'a str,
    pub new: &'a str,
}

impl Ending<'_> {
    /// `f does the same in old.py and in new.py`
    fn does(&self, what: &str) -> String {
        format!("{} {what} the same in {} and in {}", self.client, self.old, self.new)
    }
}

/// What a proof rests on.
#[derive(Default)]
pub struct Grounds {
    /// Each with where it is used.
    pub facts: Vec<(String, Vec<String>)>,
    /// What is taken for granted, the facts with it.
    pub assumptions: Vec<Assumption>,
    /// Facts of the file that it does not use.
    pub unused: Vec<String>,
}

fn same(ending: &Ending<'_>, grounds: &Grounds) -> String {
    let mut text = String::new();
    let facts: Vec<String> = grounds.facts.iter().enumerate().map(numbered).collect();
    list(&mut text, "It rests on this about the library:", &facts);
    let others = grounds.assumptions.iter().filter(|one| one.kind != AssumptionKind::Fact);
    list(&mut text, "Taken for granted:", &others.map(|one| one.detail.clone()).collect::<Vec<_>>());
    list(&mut text, "Not used by this proof:", &grounds.unused);
    let under = match facts.len() {
        0 => "whatever the library does".to_owned(),
        1 => "under this fact".to_owned(),
        count => format!("under these {count} facts"),
    };
    text + &format!("\n{}, for every input, {under}.\n", ending.does("does"))
}

fn numbered((index, (fact, places)): (usize, &(String, Vec<String>))) -> String {
    let places = if places.is_empty() { String::new() } else { format!("  ({})", places.join(", ")) };
    format!("{}. {fact}{places}", index + 1)
}

fn list(text: &mut String, head: &str, lines: &[String]) {
    if !lines.is_empty() {
        *text += &format!("\n{head}\n");
        lines.iter().for_each(|line| *text += &format!("  {line}\n"));
    }
}

fn different(ending: &Ending<'_>, call: &str, old: &str, new: &str) -> String {
    format!(
        "\nBoth versions were run with the library as it is here:\n  {call}\n    {} {old}\n    {} {new}\n\n{}.\n",
        ending.old,
        ending.new,
        ending.does("does not do"),
    )
}

/// What it took.
pub struct Effort {
    pub questions: usize,
    /// Of the longest question.
    pub predicates: usize,
    /// Without the time that answers took.
    pub seconds: f64,
}

/// With what runs of the library refuted and what it took, in front.
fn with_effort(refuted: &[String], effort: &Effort, text: &str) -> String {
    let mut all = String::new();
    list(&mut all, "Runs of the library showed:", refuted);
    let Effort { questions, predicates, seconds } = effort;
    all += &format!("\nAnswered: {questions} questions of at most {predicates} predicates; analysis: {seconds:.2} s\n");
    all + text
}

/// For a verdict of another command that rests on it.
pub fn accepted_fact(condition: &str) -> String {
    format!("accepted fact about the library: {condition}")
}

pub fn in_later_calls(why: &str) -> String {
    format!("the first call after loading does the same; for later ones it is open, because of {why}")
}

pub fn would_need(condition: &str) -> String {
    format!("it would need, as far as was found: {condition}")
}

/// What is left open.
#[derive(Default)]
pub struct Left {
    /// What nobody answered: the conditions, each in a sentence too.
    pub open: Vec<(String, String)>,
    /// Conditions under which the two are surely not the same.
    pub different_if: Vec<String>,
    /// One of these can be, as was said.
    pub is_different: Option<String>,
    pub missing: Vec<String>,
}

fn open(ending: &Ending<'_>, left: &Left) -> String {
    let mut text = String::new();
    if !left.open.is_empty() {
        text += "\nOpen questions: the two do the same if these are always true.\n";
        for (condition, sentence) in &left.open {
            text += &format!("  {condition}\n      {sentence}\n");
        }
    }
    list(&mut text, "What is missing:", &left.missing);
    list(&mut text, "They surely do not do the same if one of these can happen:", &left.different_if);
    let undecided = format!("It is not decided whether {}", ending.does("does"));
    let last = match (&left.is_different, left.open.len(), &left.different_if[..]) {
        (Some(condition), ..) => format!("By what was said, {}: {condition} can happen.", ending.does("does not do")),
        (None, 0, [condition]) => format!("{} if {condition} can happen.", ending.does("does not do")),
        (None, 0, [_, ..]) => format!("{} if one of these can happen.", ending.does("does not do")),
        (None, 0, []) => format!("{undecided}."),
        (None, 1, _) => format!("{undecided}: one question is open."),
        (None, count, _) => format!("{undecided}: {count} questions are open."),
    };
    text + &format!("\n{last}\n")
}
