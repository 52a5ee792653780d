//! The words of `safebump validate`.

use equiv::Claim;
use ir::entry::Notation;

use crate::facts::{self, Written};

/// A question as the dialogue shows it.
pub struct Asked {
    pub written: Written,
    /// `old.py:5`, and the line there.
    pub places: Vec<(String, String)>,
    /// How it came out of runs; `None`: it was not run.
    pub held: Option<bool>,
}

/// The claims of one question: several only about what functions do at all.
pub fn written(claims: &[Claim], notation: &dyn Notation) -> Written {
    if let [Claim::Effect(_, effect), ..] = claims {
        let names: Vec<_> = claims.iter().flat_map(Claim::functions).collect();
        return facts::of_effects(&names, *effect);
    }
    claims.first().map_or_else(
        || Written { condition: String::new(), sentence: String::new(), variables: Vec::new(), code: None },
        |claim| facts::write(claim, notation),
    )
}

pub const PROMPT: &str = "[y]es [n]o [c]ounterexample [s]kip [w]hy > ";

pub fn opening(client: &str, old: &str, new: &str) -> String {
    format!(
        "Does {client} do the same in {old} and in {new}? That depends on the library, whose code is not read.\n\
         Answer what you know: each answer is kept in the file of facts.\n"
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
        None => "  It was not tried: the library cannot be run here.\n",
    };
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
pub const VALUES_NOT_UNDERSTOOD: &str = "  Those values were not understood; taken as a plain no.\n";

pub fn refuted_by_run(condition: &str, values: &[(String, String)]) -> String {
    let values: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    match values.is_empty() {
        true => format!("{condition} is not always true"),
        false => format!("{condition} is not always true: it fails for {}", values.join(", ")),
    }
}

/// How it ended.
pub struct Ending<'a> {
    pub client: &'a str,
    pub old: &'a str,
    pub new: &'a str,
    /// The facts it rests on, each with where it is used.
    pub facts: Vec<(String, Vec<String>)>,
    /// What else is taken for granted.
    pub assumptions: Vec<String>,
    pub asked: usize,
}

pub fn same(ending: &Ending<'_>) -> String {
    let Ending { client, old, new, facts, assumptions, .. } = ending;
    let mut text = String::new();
    for (index, (fact, places)) in facts.iter().enumerate() {
        let places = if places.is_empty() { String::new() } else { format!("  ({})", places.join(", ")) };
        text += &format!("  {}. {fact}{places}\n", index + 1);
    }
    let count = match facts.len() {
        0 => "without any fact about the library".to_owned(),
        1 => "under this fact".to_owned(),
        count => format!("under these {count} facts"),
    };
    let colon = if facts.is_empty() { "." } else { ":" };
    let mut all = format!("\n{client} does the same in {old} and in {new}, for every input, {count}{colon}\n{text}");
    if !assumptions.is_empty() {
        all += "\nTaken for granted:\n";
        assumptions.iter().for_each(|assumption| all += &format!("  {assumption}\n"));
    }
    all
}

/// `different_if`: conditions under which the two are surely not the same; `open`: what nobody answered.
pub fn open(ending: &Ending<'_>, open: &[(String, String)], different_if: &[String], missing: &[String]) -> String {
    let Ending { client, old, new, .. } = ending;
    let mut text = format!("\nIt is not decided whether {client} does the same in {old} and in {new}.\n");
    if !open.is_empty() {
        text += "\nIt does if these are true, which nobody has said yet:\n";
        for (condition, sentence) in open {
            text += &format!("  {condition}\n      {sentence}\n");
        }
    }
    if !missing.is_empty() {
        text += "\nWhat is missing:\n";
        missing.iter().for_each(|line| text += &format!("  {line}\n"));
    }
    if !different_if.is_empty() {
        text += "\nIt surely does not if one of these can be:\n";
        different_if.iter().for_each(|line| text += &format!("  {line}\n"));
    }
    text
}

/// Facts of the file that no proof uses.
pub fn unused(conditions: &[String]) -> String {
    let mut text = String::new();
    if !conditions.is_empty() {
        text += "\nNot used by this proof:\n";
        conditions.iter().for_each(|condition| text += &format!("  {condition}\n"));
    }
    text
}
