//! Differences on values that callers cannot make as they please.
//!
//! A structure of Rust's with private fields holds what functions of the program put there. A difference on one that the
//! model made up shows nothing by itself: the question is put again for functions that make it by the program's own
//! functions, change it by some of them, and then call the client. If one of these differs, so does the client; if none
//! does, nothing is decided.

use std::sync::Arc;
use std::time::{Duration, Instant};

use equiv::Why;
use front_llvm::{Function, Guarded, Made, SourceKind, SourceType, arguments};
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

/// Leaves out what those who call a public client cannot call.
pub(crate) fn keep_open(guarded: &mut Guarded, texts: &[String]) {
    let is_open = |path: &str| {
        let name = path.rsplit("::").next().unwrap_or(path);
        texts.iter().all(|text| is_public(text, name))
    };
    if !is_open(&guarded.path) {
        return;
    }
    for made in guarded.params.iter_mut().flat_map(|handed| &mut handed.guarded) {
        made.makers.retain(|function| is_open(&function.path));
        made.changers.retain(|function| is_open(&function.path));
    }
}

/// Is every function of that name declared for everyone?
fn is_public(text: &str, name: &str) -> bool {
    const BETWEEN: [&str; 4] = ["const", "unsafe", "async", "extern"];
    let words = words(text);
    let declared = (0..words.len().saturating_sub(1)).filter(|at| words[*at] == "fn" && words[*at + 1] == name);
    declared.into_iter().all(|at| {
        let before = words[..at].iter().rev().find(|word| !BETWEEN.contains(&word.as_str()));
        before.is_some_and(|word| word == "pub")
    })
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
            let way = Way { made: &handed.guarded, maker, changes };
            let given = match handed.ty.name.strip_prefix("&mut ") {
                Some(to) if !handed.guarded.is_empty() => {
                    let value = writing.value(to, pointee(&handed.ty), &way)?;
                    let value = writing.named(&value);
                    writing.left.push((value.clone(), in_crate(to)));
                    format!("&mut {value}")
                }
                _ if !handed.guarded.is_empty() => writing.value(&handed.ty.name, Some(&handed.ty), &way)?,
                _ => writing.parameter(&handed.ty)?,
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

    /// The expression, under a name.
    fn named(&mut self, value: &str) -> String {
        let is_name = value.strip_prefix('v').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
        if is_name {
            return value.to_owned();
        }
        let name = format!("v{}", self.steps.len());
        self.steps.push(format!("let mut {name} = {value}"));
        name
    }

    /// Writes how a value of the type of that name is made; gives an expression. `ty`: more of it, where it is known.
    fn value(&mut self, name: &str, ty: Option<&SourceType>, way: &Way) -> Option<String> {
        let is_within = |made: &Made| mentions(name, &made.name);
        if !way.made.iter().any(is_within) {
            let ty = SourceType { name: name.to_owned(), size: 0, kind: SourceKind::Unknown };
            return self.parameter(&ty);
        }
        if let Some(made) =
            way.made.iter().find(|made| !name.starts_with(['&', '(', '[']) && unqualified(name) == made.name)
        {
            return self.make(made, way.maker, way.changes);
        }
        if let Some(to) = name.strip_prefix("&mut ") {
            let value = self.value(to, ty.and_then(pointee), way)?;
            let value = self.named(&value);
            return Some(format!("&mut {value}"));
        }
        if let Some(to) = name.strip_prefix('&') {
            return match to.strip_prefix('[').and_then(|to| to.strip_suffix(']')).filter(|of| !of.contains(';')) {
                Some(of) => Some(format!("&[{}]", self.value(of, None, way)?)),
                None => Some(format!("&{}", self.value(to, ty.and_then(pointee), way)?)),
            };
        }
        if let Some(parts) = name.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            let parts = arguments(parts).into_iter().map(|part| self.value(part, None, way));
            let parts: Vec<String> = parts.collect::<Option<_>>()?;
            return Some(format!("({},)", parts.join(", ")));
        }
        if let (Some(list), true) = (of_library(name), name.ends_with('>')) {
            let parts = arguments(list.1);
            let place = parts.iter().position(|part| way.made.iter().any(|made| mentions(part, &made.name)))?;
            let value = self.value(parts[place], None, way)?;
            return match (list.0, place) {
                ("Option", 0) => Some(format!("Some({value})")),
                ("Result", 0) => Some(format!("Ok({value})")),
                ("Result", 1) => Some(format!("Err({value})")),
                ("Box", 0) => Some(format!("Box::new({value})")),
                ("Vec", 0) => Some(format!("vec![{value}]")),
                _ => None,
            };
        }
        let ty = ty?;
        match &ty.kind {
            SourceKind::Array(of, count @ 1..=4) => {
                let parts: Vec<String> =
                    (0..*count).map(|_| self.value(&of.name, Some(of), way)).collect::<Option<_>>()?;
                Some(format!("[{}]", parts.join(", ")))
            }
            // Where some field is not to be seen, the text does not compile, and is not used.
            SourceKind::Struct(fields) if !fields.is_empty() && !name.contains("::") => {
                let fields: Vec<String> = fields
                    .iter()
                    .map(|field| {
                        let value = self.value(&field.ty.name, Some(&field.ty), way)?;
                        Some(format!("{}: {value}", field.name.trim_start_matches("__")))
                    })
                    .collect::<Option<_>>()?;
                Some(format!("crate::{} {{ {} }}", without_arguments(name), fields.join(", ")))
            }
            _ => None,
        }
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

/// By which functions values are made.
struct Way<'m> {
    made: &'m [Made],
    maker: usize,
    changes: Option<(usize, usize)>,
}

fn pointee(ty: &SourceType) -> Option<&SourceType> {
    match &ty.kind {
        SourceKind::Pointer(to) => Some(to),
        _ => None,
    }
}

/// Does the type of that name have the other one in it?
fn mentions(name: &str, of: &str) -> bool {
    let of = without_arguments(of);
    name.split(|part: char| !part.is_alphanumeric() && part != '_').any(|word| word == of)
}

fn without_arguments(name: &str) -> &str {
    name.split('<').next().unwrap_or(name)
}

/// `m::P<u32>` is `P<u32>`.
fn unqualified(path: &str) -> &str {
    path[..without_arguments(path).len()].rfind("::").map_or(path, |at| &path[at + 2..])
}

/// The last name of a type of the library's, and what it is made for.
fn of_library(name: &str) -> Option<(&str, &str)> {
    let (path, list) = name.strip_suffix('>')?.split_once('<')?;
    let is_library = ["core::", "alloc::", "std::"].iter().any(|library| path.starts_with(library));
    is_library.then_some((unqualified(path), list))
}

/// May the text put together a structure of that name? Its name, or `Self`, stands before what may be its fields, or is
/// handed on. What only declares it, or says that something is of the type, does not.
pub(crate) fn may_construct(text: &str, name: &str) -> bool {
    let words = words(text);
    let at = |index: usize| words.get(index).map_or("", String::as_str);
    (0..words.len()).filter(|index| at(*index) == name || at(*index) == "Self").any(|index| {
        let (before, mut after) = (index.checked_sub(1).map_or("", at), index + 1);
        if at(after) == "<" || (at(after) == "::" && at(after + 1) == "<") {
            let mut depth = 0;
            while let Some(word) = words.get(after) {
                depth += i32::from(word == "<") - i32::from(word == ">");
                after += 1;
                if depth == 0 && word == ">" {
                    break;
                }
            }
        }
        let is_declared = ["struct", "impl", "for", "enum", "union", "trait", "mod", "type"].contains(&before);
        match at(after) {
            "(" => !is_declared,
            // Behind what a function gives, or a bound, its body stands.
            "{" => !is_declared && !["->", ":", "&", ">", "mut", "dyn", "+"].contains(&before),
            ")" | "," | ";" => ["(", "=", ","].contains(&before) && !is_declared,
            _ => false,
        }
    })
}

/// Does the text declare a function of that name, or may a macro of it? Where there is no code of it, it is generic.
pub(crate) fn declares(text: &str, name: &str) -> bool {
    let words = words(text);
    let has_macros = words.iter().any(|word| word == "macro_rules");
    words.windows(2).any(|pair| pair[1] == name && (pair[0] == "fn" || has_macros))
}

/// Names and signs of a text in Rust, without comments, texts and characters.
fn words(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let at = |index: usize| chars.get(index).copied().unwrap_or('\0');
    let (mut found, mut index) = (Vec::new(), 0);
    while index < chars.len() {
        let c = chars[index];
        let start = index;
        match c {
            '/' if at(index + 1) == '/' => {
                while index < chars.len() && chars[index] != '\n' {
                    index += 1;
                }
            }
            '"' => {
                index += 1;
                while index < chars.len() && chars[index] != '"' {
                    index += if chars[index] == '\\' { 2 } else { 1 };
                }
                index += 1;
            }
            c if c.is_alphanumeric() || c == '_' => {
                while at(index).is_alphanumeric() || at(index) == '_' {
                    index += 1;
                }
                found.push(chars[start..index].iter().collect());
            }
            ':' if at(index + 1) == ':' => {
                found.push("::".to_owned());
                index += 2;
            }
            '-' if at(index + 1) == '>' => {
                found.push("->".to_owned());
                index += 2;
            }
            c => {
                if !c.is_whitespace() {
                    found.push(c.to_string());
                }
                index += 1;
            }
        }
    }
    found
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
    let name = name.replace(", alloc::alloc::Global", "");
    name.replace("alloc::", "std::").replace(&format!("{CRATE}::"), "crate::")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_declared_by_its_name() {
        assert!(declares("pub fn most<T: Ord>(a: T, b: T) -> T { a }", "most"));
        assert!(!declares("// fn most()\nfn one() { most() }", "most"));
    }

    #[test]
    fn what_everyone_may_call_is_told_by_its_declaration() {
        let text = "impl P { pub fn new() -> P { zero() } pub(crate) fn near() -> P {} fn zero() -> P {} }";
        assert!(is_public(text, "new") && !is_public(text, "near") && !is_public(text, "zero"));
        assert!(is_public("pub const unsafe fn f() {} // fn f()", "f"));
    }

    #[test]
    fn a_structure_is_put_together_where_its_name_stands_before_fields() {
        let declared = "pub struct Even(u32); impl Even { pub fn get(&self) -> u32 { self.0 } }\n";
        assert!(!may_construct(&format!("{declared} pub fn f(x: &Even, y: Option<Even>) -> Even {{ g(x) }}"), "Even"));
        assert!(!may_construct(&format!("{declared} // Even(1)\n const T: &str = \"Even(2)\";"), "Even"));
        assert!(may_construct(&format!("{declared} pub static E: Even = Even(4);"), "Even"));
        assert!(may_construct(
            &format!("{declared} pub fn all() -> Vec<Even> {{ (0..3).map(Even).collect() }}"),
            "Even"
        ));
        let generic = "pub struct R<T> { lo: T } impl<T> R<T> { pub fn new(lo: T) -> Self { Self { lo } } }";
        assert!(may_construct(generic, "R"));
        assert!(may_construct("struct R<T>(T); fn r() -> R<u8> { R::<u8>(3) }", "R"));
        assert!(!may_construct("struct R<T>(T); impl<T> R<T> { fn of(&self) -> &R<T> { self } }", "R"));
    }
}
