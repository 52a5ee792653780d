//! Accepted facts as tests of the library, so that its next release is held against them.

use std::collections::BTreeMap;
use std::fmt::Write;

use equiv::library::Effect;
use equiv::{Claim, Fact};
use ir::entry::Notation;
use report::facts::{Calls, Code};

use super::trials::{Signature, kinds};

/// What a call gives in the library's state of now, which it leaves as it is.
const FRESH: &str = r#"def is_data(name, value):
    return not (name.startswith("__") or callable(value) or isinstance(value, type(copy)))


def fresh(call, *arguments):
    now = [{name: value for name, value in vars(module).items() if is_data(name, value)} for module in library]
    copied, handed = copy.deepcopy((now, arguments))
    try:
        for module, data in zip(library, copied):
            vars(module).update(data)
        return call(*handed)
    finally:
        for module, data in zip(library, now):
            vars(module).update(data)
"#;

/// Tests for Hypothesis.
pub(crate) fn python(
    claims: &[Claim],
    notation: &dyn Notation,
    modules: &[String],
    signatures: &BTreeMap<String, Signature>,
) -> String {
    let mut text = String::from(
        "\"\"\"What `safebump validate` was told about a library, to be held against its next release.\"\"\"\nimport copy\nimport sys\n\n\
         from hypothesis import given, strategies as st\n\n",
    );
    for module in modules {
        let _ = writeln!(text, "from {module} import *");
    }
    let names: Vec<String> = modules.iter().map(|module| format!("{module:?}")).collect();
    let _ = write!(text, "\n\nlibrary = [sys.modules[name] for name in [{}]]\n\n\n{FRESH}", names.join(", "));
    for (index, claim) in claims.iter().enumerate() {
        let test = match claim {
            Claim::Clause(fact) => of_fact(fact, claim, notation, signatures),
            Claim::Effect(function, effect) => of_effect(function.as_str(), *effect, signatures),
        };
        let condition = report::facts::write(claim, notation).condition;
        let _ = match test {
            Some((given, parameters, body)) => write!(
                text,
                "\n\n@given({given})\ndef test_fact_{}({parameters}):\n    # {condition}\n{body}",
                index + 1
            ),
            None => write!(text, "\n\n# Not testable by calls: {condition}\n"),
        };
    }
    text
}

/// What is given, the parameters and the body of a test.
type Test = (String, String, String);

fn of_fact(
    fact: &Fact,
    claim: &Claim,
    notation: &dyn Notation,
    signatures: &BTreeMap<String, Signature>,
) -> Option<Test> {
    let code = report::facts::write(claim, notation).code.filter(|code| code.calls != Calls::WhatIsLeft)?;
    let Code { premises, conclusion, .. } = code;
    let named = kinds(signatures, fact)?;
    let given = named.iter().map(|(name, kind)| Some(format!("{name}={}", strategy(kind, signatures, 0)?)));
    let given = given.collect::<Option<Vec<String>>>()?.join(", ");
    let parameters: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
    let holds = match premises.is_empty() {
        true => conclusion,
        false => format!("not ({}) or ({conclusion})", premises.join(" and ")),
    };
    // It is about what calls give: those that give nothing say nothing, as in the runs before it was asked.
    let body = format!(
        "    try:\n        holds = {holds}\n    except Exception:\n        return  # a call gives nothing\n    assert holds\n"
    );
    Some((given, parameters.join(", "), body))
}

fn of_effect(function: &str, effect: Effect, signatures: &BTreeMap<String, Signature>) -> Option<Test> {
    let row = signatures.get(function)?;
    let names: Vec<String> = (0..row.params.len()).map(|index| format!("x{index}")).collect();
    let given =
        names.iter().zip(&row.params).map(|(name, kind)| Some(format!("{name}={}", strategy(kind, signatures, 0)?)));
    let given = given.collect::<Option<Vec<String>>>()?.join(", ");
    let call = format!("{}({})", report::facts::short(function), names.join(", "));
    let body = match effect {
        Effect::Computes | Effect::Looks => format!("    assert {call} == {call}\n"),
        Effect::Returns | Effect::Acts => format!("    {call}\n"),
    };
    (!names.is_empty()).then_some((given, names.join(", "), body))
}

fn strategy(kind: &str, signatures: &BTreeMap<String, Signature>, depth: usize) -> Option<String> {
    Some(match kind {
        "int" => "st.integers(-1000, 1000)".into(),
        "bool" => "st.booleans()".into(),
        "float" => "st.floats(allow_nan=False)".into(),
        "str" => "st.text(max_size=8)".into(),
        _ if depth < 2 => {
            let (maker, row) = signatures.iter().find(|(_, row)| row.result == kind)?;
            let parts = row.params.iter().map(|kind| strategy(kind, signatures, depth + 1));
            let mut all = vec![report::facts::short(maker)];
            all.extend(parts.collect::<Option<Vec<String>>>()?);
            format!("st.builds({})", all.join(", "))
        }
        _ => return None,
    })
}
