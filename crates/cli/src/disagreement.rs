//! Holds what a run did against what the model says of it: how it ended, what became of its arguments and
//! of globals, and what it wrote.

use ir::entry::Shown;
use report::example::{Outcome, Seen, Word};

use crate::native::Observed;
use crate::native::rust::with_fields_in_order;

/// What the parts of an observation are about.
pub struct About<'a> {
    /// The parameter that each argument is for. `None`: not each stands for itself.
    pub names: Option<&'a [String]>,
    /// The globals that the model tells about.
    pub globals: &'a [String],
}

/// Was something else done natively than the model says?
pub fn disagreement(place: &str, observed: &Observed, said: &Seen, about: &About<'_>) -> Option<String> {
    observed.outcome()?;
    // Compiled code need not notice that its behaviour is undefined.
    if matches!(&said.outcome, Outcome::NeverReturns)
        || matches!(&said.outcome, Outcome::Traps(trap) if !matches!(trap, ir::Trap::Panic(_)))
    {
        return None;
    }
    of_outcome(place, observed, said)
        .or_else(|| of_output(place, observed, said))
        .or_else(|| of_arguments(place, observed, said, about.names?))
        .or_else(|| about.globals.iter().find_map(|name| of_global(place, observed, said, name)))
}

fn of_outcome(place: &str, observed: &Observed, said: &Seen) -> Option<String> {
    let (kind, text) = observed.outcome()?;
    let kind_of = |raised: &str| raised.split([':', '(']).next().unwrap_or_default().to_owned();
    let text = if kind == "raises" { kind_of(text) } else { text.to_owned() };
    let (expected_kind, expected) = match &said.outcome {
        Outcome::Returns(Some(word)) => ("returns", word.written.clone()),
        // No value at all, or a language's word for none.
        Outcome::Returns(None) => ("returns", if place == "CPython" { "None" } else { "void" }.to_owned()),
        // The message is not compared.
        Outcome::Raises(what) => ("raises", kind_of(what)),
        Outcome::Traps(_) | Outcome::NeverReturns => ("traps", text.clone()),
    };
    let says = |text: &str| Some(format!("{place} {kind} {text}, the model says it {expected_kind} {expected}"));
    if kind != expected_kind {
        return says(&text);
    }
    if let Some(told) = observed.told() {
        return if is_same(told, &expected) { None } else { says(told) };
    }
    // Functions are written with their address, and the model has addresses of its own, and words of its own.
    if text.contains(" at 0x") || expected.contains("&object") || expected.starts_with('<') {
        return None;
    }
    // Only structures of Rust's are written with names of fields after a space.
    if text != expected && text != with_fields_in_order(&expected) { says(&text) } else { None }
}

fn of_output(place: &str, observed: &Observed, said: &Seen) -> Option<String> {
    let text = |word: &Word| match &word.shown {
        Shown::Text(text) => Some(text.clone()),
        _ => None,
    };
    let expected = said.output.iter().map(text).collect::<Option<Vec<_>>>()?;
    let written = match observed.stream() {
        // What code outside writes, the model does not say.
        Some(_) if !said.calls.is_empty() => return None,
        // All of it may have gone to the other stream, which is not looked at.
        Some("") if expected.len() == 1 => return None,
        // Bytes beyond ASCII are no text that could be compared.
        Some(_) if !expected.iter().all(|text| text.is_ascii()) => return None,
        Some(written) => written,
        None => observed.output().filter(|_| place == "CPython")?,
    };
    let expected = expected.first().map(String::as_str).unwrap_or_default();
    (written != expected).then(|| format!("{place} writes {written:?}, the model says it writes {expected:?}"))
}

fn of_arguments(place: &str, observed: &Observed, said: &Seen, names: &[String]) -> Option<String> {
    let handed = observed.handed()?;
    if handed.len() != names.len() {
        return None;
    }
    names.iter().zip(handed).find_map(|(name, [before, after])| {
        let after = after?;
        let expected = match said.writes.iter().find(|(written, _)| written == name) {
            // C has numbers behind a pointer as `(int[2]){1, 2}`, with `?` for what was never written.
            Some((_, word)) if observed.stream().is_some() => numbers(&word.written)?,
            Some((_, word)) => word.written.as_str(),
            None => before?,
        };
        let says = || format!("{place} leaves {name} as {after}, the model says it leaves {expected}");
        (!is_same(after, expected)).then(says)
    })
}

fn numbers(object: &str) -> Option<&str> {
    object.find('{').map(|at| &object[at..]).filter(|numbers| !numbers.contains(['?', '.']))
}

fn of_global(place: &str, observed: &Observed, said: &Seen, name: &str) -> Option<String> {
    let (is_written, after) = observed.global(name)?;
    match said.writes.iter().find(|(written, _)| written == name) {
        Some((_, word)) if !is_written => {
            Some(format!("{place} leaves {name} as it was, the model says it leaves {}", word.written))
        }
        Some((_, word)) => {
            let after = after.filter(|after| !is_same(after, &word.written))?;
            Some(format!("{place} leaves {name} as {after}, the model says it leaves {}", word.written))
        }
        None if is_written => {
            let after = after.unwrap_or("something else");
            Some(format!("{place} leaves {name} as {after}, the model says it leaves it as it was"))
        }
        None => None,
    }
}

/// Do both texts say the same? In which order a dict has its entries is not compared.
fn is_same(text: &str, expected: &str) -> bool {
    let parts = |text: &str| {
        let mut parts: Vec<String> = text.split([',', '{', '}']).map(|part| part.trim().to_owned()).collect();
        parts.sort();
        parts
    };
    text == expected || (text.contains('{') && parts(text) == parts(expected))
}

#[cfg(test)]
mod tests {
    use super::is_same;

    #[test]
    fn the_order_of_entries_is_not_compared() {
        assert!(is_same("{1: 2, 3: 4}", "{3: 4, 1: 2}"));
        assert!(!is_same("{1: 2, 3: 4}", "{1: 4, 3: 2}"));
        assert!(!is_same("[1, 2]", "[2, 1]"));
    }
}
