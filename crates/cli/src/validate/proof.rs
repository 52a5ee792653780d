//! Claims about a library, proved from its own code where that is there.
//!
//! A claim becomes a program that calls the library and says whether the claim held. The claim is proved if that
//! program always says yes, does nothing else, and depends on nothing that can change.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use confine::Folder;
use equiv::library::Effect;
use equiv::{Claim, Problem, Termination, Verdict};
use front_python::{Client, Options, Version};
use ir::entry::{AssumptionKind, Notation, Source};
use report::facts::{Calls, short};

use super::c_library::CLibrary;
use super::trials::{Signature, kinds};
use crate::failure::Result;
use crate::question::{self, Question, Reading, open};
use crate::read::Named;
use crate::undefined;

/// What a file of facts says of such a claim.
pub(crate) const PROVED: &str = "proved from the library's code";

/// For one claim.
const TIME: Duration = Duration::from_millis(250);

/// `modules`: the library's files with their paths from where imports begin.
pub(crate) fn python(
    claim: &Claim,
    notation: &dyn Notation,
    modules: &[(String, Source)],
    signatures: &BTreeMap<String, Signature>,
) -> bool {
    let Some(program) = program(claim, notation, signatures) else { return false };
    let head = program.lines().find(|line| line.starts_with("def ")).unwrap_or_default().to_owned();
    let version = |text: String| {
        let own = ("safebump_claim.py".to_owned(), Source { name: "safebump_claim.py".into(), text });
        Version::folder(std::iter::once(own).chain(modules.iter().cloned()).collect())
    };
    let (old, new) = (version(program), version(format!("{head}\n    return True\n")));
    let client = Client { function: "safebump_claim.claim".into(), file: None };
    let options = Options::default();
    let depends = front_python::lower_later(&old, &new, &client, &options);
    let Ok(pair) = front_python::lower(&old, &new, &client, &options) else { return false };
    matches!(depends, Ok(None)) && is_same(pair)
}

/// The same in C, about numbers: the library's code stands before the claim.
pub(crate) fn c(claim: &Claim, notation: &dyn Notation, library: &CLibrary, flags: &[String]) -> bool {
    c_question(claim, notation, library, flags).is_some_and(|(question, _folder)| is_proved(&question).unwrap_or(false))
}

/// Does the function of that name do the same in every state, and nothing that is undefined?
fn is_proved(question: &Question) -> Result<bool> {
    let front = open(question)?;
    let is_plain = front.lower_later(CLAIM)?.is_none() && undefined::assumptions(front.as_ref(), CLAIM)?.is_empty();
    Ok(is_plain && is_same(front.lower(CLAIM)?))
}

const CLAIM: &str = "safebump_claim";

fn c_question(
    claim: &Claim,
    notation: &dyn Notation,
    library: &CLibrary,
    flags: &[String],
) -> Option<(Question, Folder)> {
    let (parameters, body) = library.claim(claim, notation)?;
    let folder = Folder::new().ok()?;
    let mut code = String::new();
    for path in &library.code {
        code += &format!("#include \"{}\"\n", path.canonicalize().ok()?.display());
    }
    let head = format!("{code}\nint {CLAIM}({parameters}) {{\n");
    let (old, new) = (folder.path().join("old.c"), folder.path().join("new.c"));
    std::fs::write(&old, format!("{head}{body}    return 1;\n}}\n")).ok()?;
    std::fs::write(&new, format!("{head}    return 1;\n}}\n")).ok()?;
    let include = format!("-I{}", library.folder.display());
    let question = Question {
        old: Named::new(Path::new(""), &old),
        new: Named::new(Path::new(""), &new),
        client: Some(question::Client::parse(Path::new(""), CLAIM).ok()?),
        pair: None,
        clients: Default::default(),
        reading: Reading { cflags: flags.iter().cloned().chain([include]).collect(), ..Reading::default() },
    };
    Some((question, folder))
}

fn is_same(pair: ir::entry::Pair) -> bool {
    let mut problem = Problem::new(pair);
    problem.termination = Termination::Prove;
    let options = portfolio::Options { timeout: TIME, ..portfolio::Options::default() };
    let is_harmless = |kind: AssumptionKind| matches!(kind, AssumptionKind::IdealMachine | AssumptionKind::Build);
    match portfolio::check(&problem, &options).verdict {
        Verdict::Equivalent(proof) => proof.assumptions.iter().all(|one| is_harmless(one.kind)),
        Verdict::Different(_) | Verdict::Undecided(_) => false,
    }
}

/// `None`: no program says it.
fn program(claim: &Claim, notation: &dyn Notation, signatures: &BTreeMap<String, Signature>) -> Option<String> {
    let (named, body) = match claim {
        Claim::Clause(fact) => {
            let code = report::facts::write(claim, notation).code.filter(|code| code.calls == Calls::Nothing)?;
            let conclusion = code.conclusion;
            let all = code.premises.iter().map(|text| format!("({text})")).chain(["True".to_owned()]);
            let all = all.collect::<Vec<_>>().join(" and ");
            (
                kinds(signatures, fact)?,
                format!("    if {all}:\n        if not ({conclusion}):\n            return False\n"),
            )
        }
        Claim::Effect(function, effect) => {
            let row = signatures.get(function.as_str())?;
            let gives_plain = is_plain(&row.result);
            if !gives_plain || !matches!(effect, Effect::Looks | Effect::Computes) {
                return None;
            }
            let named: Vec<(String, String)> =
                row.params.iter().enumerate().map(|(index, kind)| (format!("x{index}"), kind.clone())).collect();
            let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
            let call = format!("    {}({})\n", short(function.as_str()), names.join(", "));
            (named, call)
        }
    };
    if !named.iter().all(|(_, kind)| is_plain(kind)) {
        return None;
    }
    let mut text = String::new();
    for function in claim.functions() {
        let (module, name) = function.as_str().rsplit_once('.')?;
        text += &format!("from {module} import {name}\n");
    }
    let parameters: Vec<String> = named.iter().map(|(name, kind)| format!("{name}: {kind}")).collect();
    Some(format!("{text}\n\ndef claim({}):\n{body}    return True\n", parameters.join(", ")))
}

/// A value that nobody can change.
fn is_plain(kind: &str) -> bool {
    matches!(kind, "int" | "bool" | "float" | "str")
}
