//! Differences on values that callers cannot make as they please.
//!
//! A structure of Rust's with private fields holds what functions of the program put there. A difference on one that the
//! model made up shows nothing by itself: the question is put again for functions that make it by the program's own
//! functions, change it by some of them, and then call the client. If one of these differs, so does the client; if none
//! does, nothing is decided.

use std::sync::Arc;
use std::time::{Duration, Instant};

use equiv::Why;
use front_llvm::{Function, Guarded, Made, SourceKind, SourceType};
use report::{Finding, VerdictKind};

use crate::check::{Settings, row};
use crate::question::Front;
use crate::rust::CRATE;

/// A client that makes what it hands over, in a program of its own.
pub struct Making {
    pub front: Arc<dyn Front>,
    pub client: String,
    /// How it makes what the client is handed.
    pub how: String,
}

/// One of them takes no longer than this.
const ONE: Duration = Duration::from_millis(2500);

/// The finding, if it holds for values that can be made.
pub(crate) fn confirmed(
    front: &dyn Front,
    client: &str,
    finding: Finding,
    settings: &Settings,
    deadline: Instant,
) -> Finding {
    if finding.kind != VerdictKind::Different {
        return finding;
    }
    let begun = Instant::now();
    let making = match front.making(client) {
        Ok(None) => return finding,
        Ok(Some(making)) => making,
        Err(_) => Vec::new(),
    };
    for one in making {
        let until = (Instant::now() + ONE).min(deadline.max(Instant::now() + ONE / 2));
        let found = row(one.front.as_ref(), &one.client, settings, until);
        if found.kind == VerdictKind::Different {
            return told(found, client, &one);
        }
    }
    let call = finding.example.as_ref().map(|example| example.call.clone()).unwrap_or_default();
    Finding::undecided(client, Why::NotMade { call }, finding.elapsed + begun.elapsed())
}

/// What was found of the function that makes values, as said of the client.
fn told(mut found: Finding, client: &str, by: &Making) -> Finding {
    found.client = client.to_owned();
    // Conditions are over what the values were made of.
    (found.difference, found.contexts) = (None, Vec::new());
    if let Some(example) = &mut found.example {
        let given: Vec<String> =
            example.inputs.iter().map(|input| format!("{} = {}", input.name, input.word.written)).collect();
        let with = if given.is_empty() { String::new() } else { format!(", with {}", given.join(", ")) };
        example.call = format!("{client} after {}{with}", by.how);
        example.notes.push(format!("what {client} is handed is made so: {}", by.how));
    }
    found
}

/// Functions that make what the client takes, as text beside the program: names, texts, and how they do it.
pub(crate) fn functions(guarded: &Guarded) -> Vec<(String, String, String)> {
    const MOST_MAKERS: usize = 2;
    const MOST_CHANGERS: usize = 3;
    const ROUNDS: [usize; 2] = [1, 3];
    let name = |number: usize| format!("{}_made_{number}", guarded.path.replace("::", "_"));
    let mut ways: Vec<(usize, Option<(usize, usize)>)> = (0..MOST_MAKERS).map(|maker| (maker, None)).collect();
    for changer in 0..MOST_CHANGERS {
        ways.extend(ROUNDS.map(|rounds| (0, Some((changer, rounds)))));
    }
    let written = ways.into_iter().filter_map(|(maker, changes)| Writing::new(guarded, maker, changes));
    written
        .enumerate()
        .map(|(number, writing)| (name(number), writing.text(&name(number)), writing.steps.join("; ")))
        .collect()
}

/// One such function while it is written.
#[derive(Default)]
struct Writing {
    params: Vec<String>,
    steps: Vec<String>,
    given: Vec<String>,
    /// What is handed over to be changed is seen afterwards.
    left: Vec<(String, String)>,
    call: String,
    result: String,
    /// Some maker may give nothing.
    is_optional: bool,
}

impl Writing {
    /// `None`: there is no such maker or changer, or a type that cannot be written.
    fn new(guarded: &Guarded, maker: usize, changes: Option<(usize, usize)>) -> Option<Writing> {
        let mut writing = Writing { result: written(&guarded.result)?, ..Writing::default() };
        for handed in &guarded.params {
            let given = match &handed.guarded {
                None => writing.parameter(&handed.ty)?,
                Some(made) => {
                    let value = writing.make(made, maker, changes)?;
                    match handed.ty.name.strip_prefix('&') {
                        Some(to) if to.starts_with("mut ") => {
                            writing.left.push((value.clone(), in_crate(&to["mut ".len()..])));
                            format!("&mut {value}")
                        }
                        Some(_) => format!("&{value}"),
                        None => value,
                    }
                }
            };
            writing.given.push(given);
        }
        writing.call = format!("crate::{}({})", guarded.path, writing.given.join(", "));
        Some(writing)
    }

    fn parameter(&mut self, ty: &SourceType) -> Option<String> {
        let name = format!("x{}", self.params.len());
        self.params.push(format!("{name}: {}", written(ty)?));
        Some(name)
    }

    /// Writes how the value is made; gives its name.
    fn make(&mut self, made: &Made, maker: usize, changes: Option<(usize, usize)>) -> Option<String> {
        let maker = made.makers.get(maker)?;
        let name = format!("v{}", self.steps.len());
        let call = self.call_of(maker, None)?;
        let is_plain = !maker.result.name.starts_with("core::");
        let pattern = match maker.result.name.starts_with("core::result::") {
            _ if is_plain => String::new(),
            true => format!("let Ok(mut {name}) = {call} else {{ return None }}"),
            false => format!("let Some(mut {name}) = {call} else {{ return None }}"),
        };
        self.is_optional |= !is_plain;
        self.steps.push(if is_plain { format!("let mut {name} = {call}") } else { pattern });
        if let Some((changer, rounds)) = changes {
            let changer = made.changers.get(changer)?;
            for _ in 0..rounds {
                let call = self.call_of(changer, Some(&name))?;
                self.steps.push(format!("let _ = {call}"));
            }
        }
        Some(name)
    }

    fn call_of(&mut self, function: &Function, first: Option<&str>) -> Option<String> {
        let mut given: Vec<String> = first.map(|name| format!("&mut {name}")).into_iter().collect();
        for ty in &function.params[given.len()..] {
            given.push(self.parameter(ty)?);
        }
        Some(format!("crate::{}({})", function.path, given.join(", ")))
    }

    fn text(&self, name: &str) -> String {
        let (mut result, mut value) = (self.result.clone(), "r".to_owned());
        for (left, ty) in &self.left {
            (result, value) = (format!("({result}, {ty})"), format!("({value}, {left})"));
        }
        if self.is_optional {
            (result, value) = (format!("Option<{result}>"), format!("Some({value})"));
        }
        let steps: String = self.steps.iter().map(|step| format!("{step}; ")).collect();
        let (params, call) = (self.params.join(", "), &self.call);
        format!("#[allow(warnings)] pub fn {name}({params}) -> {result} {{ {steps}let r = {call}; {value} }}\n")
    }
}

/// The type as a program writes it at the root of its crate.
fn written(ty: &SourceType) -> Option<String> {
    match &ty.kind {
        SourceKind::Void => Some("()".to_owned()),
        SourceKind::Array(of, count) => Some(format!("[{}; {count}]", written(of)?)),
        _ => Some(in_crate(&ty.name)).filter(|name| !name.is_empty() && !name.contains('{')),
    }
}

/// A type's name with the paths that a program has for its own types and the library's.
fn in_crate(name: &str) -> String {
    name.replace("alloc::", "std::").replace(&format!("{CRATE}::"), "crate::")
}
