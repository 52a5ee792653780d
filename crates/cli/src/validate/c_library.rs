//! A library in C: what its headers declare, programs that call it, and runs of those.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use compile_c::Language;
use compile_c::driver::{Called, Callee, Outcome};
use confine::Trust;
use equiv::library::Effect;
use equiv::{Claim, Fact, library};
use front_llvm::{Prototype, SourceKind, SourceType};
use ir::entry::Notation;
use report::facts::{Calls, Code};
use value::{Sort, SortKind, Value};

use super::trials::{Signature, Trials, Tried, kinds};
use crate::read::{self, Named};

/// What is known of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct CLibrary {
    pub(crate) prototypes: Vec<Prototype>,
    /// The lines that include its headers.
    pub(crate) includes: Vec<String>,
    /// Where its headers are.
    pub(crate) folder: PathBuf,
    /// Its code, where it is there.
    pub(crate) code: Vec<PathBuf>,
}

impl CLibrary {
    /// What a file in C includes and declares; `named`: the files of code that the user names, with or without
    /// their ending.
    pub(crate) fn of(file: &Named, named: &[String]) -> CLibrary {
        let text = std::fs::read_to_string(&file.path).unwrap_or_default();
        let folder = read::absolute(&file.path).parent().map(Path::to_path_buf).unwrap_or_default();
        let is_own = |line: &&str| line.trim_start().starts_with("#include \"");
        let includes: Vec<String> = text.lines().filter(is_own).map(str::to_owned).collect();
        let mut prototypes = front_llvm::prototypes(&text);
        for name in includes.iter().filter_map(|line| line.split('"').nth(1)) {
            let header = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
            prototypes.extend(front_llvm::prototypes(&header));
        }
        let code = named.iter().map(|name| folder.join(name)).map(|path| match path.extension() {
            Some(_) => path,
            None => path.with_extension("c"),
        });
        CLibrary { prototypes, includes, code: code.filter(|path| path.is_file()).collect(), folder }
    }

    pub(crate) fn signatures(&self) -> BTreeMap<String, Signature> {
        let row = |row: &Prototype| {
            let params = row.params.iter().map(|(_, kind)| kind.clone()).collect();
            (row.name.clone(), Signature { params, result: row.result.clone() })
        };
        self.prototypes.iter().map(row).collect()
    }

    /// Can values of the type be made? They are, by `make_…`, if it is not plain.
    fn is_made(&self, kind: &str) -> bool {
        is_plain(kind) || self.makers(kind).any(|row| row.params.iter().all(|(_, param)| is_plain(param)))
    }

    /// The functions that give values of the type, those that need none of them first.
    fn makers(&self, kind: &str) -> impl Iterator<Item = &Prototype> {
        let gives = |row: &&Prototype| {
            row.result == kind && row.params.iter().all(|(_, param)| is_plain(param) || param == kind)
        };
        let (first, rest): (Vec<_>, Vec<_>) =
            self.prototypes.iter().filter(gives).partition(|row| row.params.iter().all(|(_, param)| is_plain(param)));
        first.into_iter().chain(rest)
    }

    /// A program that holds the claims against the library: one function each, which gives 1 where the claim fails, 0
    /// where it was put to the test, and 2 where it was not. `None` for those that no call can show.
    fn program(&self, claims: &[Claim], notation: &dyn Notation, number: &str) -> (String, Vec<bool>) {
        let mut text = format!("#include <stdio.h>\n{}\n\n{RANDOM}{number}", self.includes.join("\n"));
        let mut made: Vec<&str> = self.prototypes.iter().map(|row| row.result.as_str()).collect();
        made.sort_unstable();
        made.dedup();
        for kind in made.into_iter().filter(|kind| !is_plain(kind) && *kind != "void" && self.is_made(kind)) {
            text += &self.maker(kind);
        }
        let mut is_there = Vec::new();
        for (index, claim) in claims.iter().enumerate() {
            let body = match claim {
                Claim::Clause(fact) => self.of_fact(fact, claim, notation),
                Claim::Effect(function, effect) => self.of_effect(function.as_str(), *effect),
            };
            is_there.push(body.is_some());
            let condition = report::facts::write(claim, notation).condition.replace("*/", "* /");
            let _ = match body {
                Some(body) => write!(text, "\n/* {condition} */\nstatic int fact_{}(void) {{\n{body}}}\n", index + 1),
                None => write!(text, "\n/* Not testable by calls: {condition} */\n"),
            };
        }
        (text, is_there)
    }

    /// Numbers at which the library may turn: those in its code and what is next to them, and the ends of types.
    fn edges(&self) -> Vec<i64> {
        let mut found: Vec<i64> = vec![0, 127, 128, 255, 256, 65536, i64::from(i32::MAX), i64::from(i32::MIN)];
        for path in &self.code {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            for number in words.filter_map(|word| word.parse::<i64>().ok()).filter(|number| *number < 1 << 40) {
                found.extend([number - 1, number, number + 1, -number]);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Small numbers, and also those at which something may turn.
    fn wide(&self) -> String {
        let edges: Vec<String> = self.edges().iter().map(|edge| format!("{edge}ll")).collect();
        format!(
            "\nstatic int is_wide;\nstatic const long long edges[] = {{{}}};\n\nstatic long long number(void) {{\n    \
             if (is_wide && any(4) == 0) return edges[any(sizeof edges / sizeof *edges)];\n    \
             return any(16) - 4;\n}}\n",
            edges.join(", ")
        )
    }

    fn maker(&self, kind: &str) -> String {
        let makers: Vec<&Prototype> = self.makers(kind).collect();
        let plain = makers.iter().filter(|row| row.params.iter().all(|(_, param)| is_plain(param))).count();
        let name = name_of(kind);
        let mut text = format!(
            "\nstatic {kind} make_{name}(int depth) {{\n    switch (any(depth > 3 ? {plain} : {})) {{\n",
            makers.len()
        );
        for (index, row) in makers.iter().enumerate() {
            let args: Vec<String> = row.params.iter().map(|(_, param)| value(param, "depth + 1")).collect();
            let label = if index + 1 == makers.len() { "default".to_owned() } else { format!("case {index}") };
            let _ = writeln!(text, "    {label}: return {}({});", row.name, args.join(", "));
        }
        text + "    }\n}\n"
    }

    fn of_fact(&self, fact: &Fact, claim: &Claim, notation: &dyn Notation) -> Option<String> {
        let written = report::facts::write(claim, notation);
        let Code { premises, conclusion, calls: Calls::Nothing } = written.code? else { return None };
        let named = kinds(&self.signatures(), fact)?;
        let mut text = String::from("    int met = 0;\n    for (int round = 0; round < 10000; round++) {\n");
        for (index, (name, kind)) in named.iter().enumerate() {
            if !self.is_made(kind) {
                return None;
            }
            // Two names may be about one thing.
            let made = match named[..index].iter().find(|(_, known)| known == kind) {
                Some((other, _)) => format!("any(5) == 0 ? {other} : {}", value(kind, "0")),
                None => value(kind, "0"),
            };
            let _ = writeln!(text, "        {kind} {name} = {made};");
        }
        if let Some((name, call)) = &written.first {
            let row = self.prototypes.iter().find(|row| call.split('(').next() == Some(&row.name))?;
            let _ = writeln!(text, "        {} {name} = {call};", row.result);
        }
        let all = if premises.is_empty() { "1".to_owned() } else { premises.join(" && ") };
        let shown = named.iter().filter(|(_, kind)| is_integer(kind));
        let shown: String =
            shown.map(|(name, _)| format!("printf(\"{name} = %lld, \", (long long){name}); ")).collect();
        let _ = write!(
            text,
            "        if (!({all})) continue;\n        met = 1;\n        if (!({conclusion})) {{ {shown}return 1; }}\n    }}\n    return met ? 0 : 2;\n"
        );
        Some(text)
    }

    /// A function's parameters, and a body that gives 0 where the claim fails and ends otherwise. `None`: it is about more
    /// than numbers, or about states.
    pub(crate) fn claim(&self, claim: &Claim, notation: &dyn Notation) -> Option<(String, String)> {
        let (named, body) = match claim {
            Claim::Clause(fact) => {
                let written = report::facts::write(claim, notation);
                let code = written.code.filter(|code| written.first.is_none() && code.calls == Calls::Nothing)?;
                let conclusion = code.conclusion;
                let all: Vec<String> =
                    code.premises.iter().map(|text| format!("({text})")).chain(["1".into()]).collect();
                let body = format!("    if ({} && !({conclusion})) return 0;\n", all.join(" && "));
                (kinds(&self.signatures(), fact)?, body)
            }
            Claim::Effect(function, effect) => {
                let row = self.prototypes.iter().find(|row| row.name == function.as_str())?;
                if !is_integer(&row.result) || !matches!(effect, Effect::Looks | Effect::Computes) {
                    return None;
                }
                let kinds = row.params.iter().enumerate().map(|(index, (_, kind))| (format!("x{index}"), kind.clone()));
                let named: Vec<(String, String)> = kinds.collect();
                let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
                let body = format!("    {function}({});\n", names.join(", "));
                (named, body)
            }
        };
        if !named.iter().all(|(_, kind)| is_integer(kind)) {
            return None;
        }
        let parameters: Vec<String> = named.iter().map(|(name, kind)| format!("{kind} {name}")).collect();
        Some((if parameters.is_empty() { "void".into() } else { parameters.join(", ") }, body))
    }

    /// Does it give the same again, after something else was called?
    fn of_effect(&self, function: &str, effect: Effect) -> Option<String> {
        let row = self.prototypes.iter().find(|row| row.name == function)?;
        let is_made = |row: &&Prototype| row.params.iter().all(|(_, kind)| self.is_made(kind));
        let is_told = matches!(effect, Effect::Computes | Effect::Looks);
        if !is_told || !is_integer(&row.result) || !is_made(&row) {
            return None;
        }
        // What only looks need give the same only if nothing else was called.
        let others: Vec<&Prototype> =
            self.prototypes.iter().filter(is_made).filter(|_| effect == Effect::Computes).collect();
        let mut text = String::from("    for (int round = 0; round < 2000; round++) {\n");
        for (index, (_, kind)) in row.params.iter().enumerate() {
            let _ = writeln!(text, "        {kind} x{index} = {};", value(kind, "0"));
        }
        let names: Vec<String> = (0..row.params.len()).map(|index| format!("x{index}")).collect();
        let call = format!("{function}({})", names.join(", "));
        let count = others.len().max(1);
        let _ = write!(text, "        {} first = {call};\n        switch (any({count})) {{\n", row.result);
        for (index, other) in others.iter().enumerate() {
            let args: Vec<String> = other.params.iter().map(|(_, kind)| value(kind, "0")).collect();
            let _ = writeln!(text, "        case {index}: {}({}); break;", other.name, args.join(", "));
        }
        let _ = write!(text, "        }}\n        if ({call} != first) return 1;\n    }}\n    return 0;\n");
        Some(text)
    }

    /// The program with a `main` that ends with 1 where a claim fails, for the library's next release.
    pub(crate) fn test(&self, claims: &[Claim], notation: &dyn Notation) -> String {
        let (program, is_there) = self.program(claims, notation, SMALL);
        let mut text = format!(
            "/* What `safebump validate` was told about a library, to be held against its next release.\n   Compile it \
             with the library; it ends with 1 where a fact fails. */\n{program}\nint main(void) {{\n    int failed = 0;\n"
        );
        for (index, claim) in claims.iter().enumerate().filter(|(index, _)| is_there[*index]) {
            let condition = report::facts::write(claim, notation).condition;
            let condition = condition.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(
                text,
                "    switch (fact_{}()) {{\n    case 1: failed = 1; puts(\"this fails: {condition}\"); break;\n    \
                 case 2: puts(\"nothing put this to the test: {condition}\"); break;\n    }}",
                index + 1
            );
        }
        text + "    return failed;\n}\n"
    }
}

const RANDOM: &str = "\
static unsigned long long seed = 88172645463325252ull;

static long long any(long long most) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (long long)(seed % (unsigned long long)most);
}
";

/// Numbers that every library bears.
const SMALL: &str = "
static long long number(void) {
    return any(16) - 4;
}
";

/// An expression for some value of the type.
fn value(kind: &str, depth: &str) -> String {
    match kind {
        "bool" | "_Bool" => "any(2)".into(),
        "char" | "signed char" | "unsigned char" => "(char)\"aab/\"[any(4)]".into(),
        "float" | "double" => "((double)any(17) / 2 - 4)".into(),
        "char *" => "((const char *[]){\"\", \"a\", \"ab\", \"b\", \"aba\"})[any(5)]".into(),
        _ if is_plain(kind) => format!("({kind})number()"),
        _ => format!("make_{}({depth})", name_of(kind)),
    }
}

fn name_of(kind: &str) -> String {
    kind.replace('*', "pointer").replace(' ', "_")
}

/// A number, a truth value or a text.
fn is_plain(kind: &str) -> bool {
    is_integer(kind) || matches!(kind, "float" | "double" | "char *")
}

fn is_integer(kind: &str) -> bool {
    const WORDS: [&str; 8] = ["int", "char", "long", "short", "unsigned", "signed", "bool", "_Bool"];
    let is_sized =
        |word: &str| word.ends_with("_t") && (word.starts_with("int") || word.starts_with("uint") || word == "size_t");
    kind.split(' ').all(|word| WORDS.contains(&word) || is_sized(word))
}

/// Runs of a library that is compiled here.
pub(crate) struct CTrials {
    pub(crate) library: CLibrary,
    pub(crate) flags: Vec<String>,
    pub(crate) trust: Trust,
}

impl Trials for CTrials {
    fn try_out(&mut self, claims: &[Claim], notation: &dyn Notation) -> Vec<Tried> {
        self.run(claims, notation).unwrap_or_else(|| vec![Tried::Not; claims.len()])
    }
}

impl CTrials {
    /// `None`: it cannot be compiled or run.
    fn run(&self, claims: &[Claim], notation: &dyn Notation) -> Option<Vec<Tried>> {
        let (mut text, is_there) = self.library.program(claims, notation, &self.library.wide());
        if !is_there.contains(&true) {
            return None;
        }
        text +=
            "\nint safebump_trial(int which) {\n    is_wide = which > 0;\n    switch (which < 0 ? -which : which) {\n";
        for index in (1..=claims.len()).filter(|index| is_there[index - 1]) {
            text += &format!("    case {index}: return fact_{index}();\n");
        }
        text += "    }\n    return 2;\n}\n";
        let folder = confine::Folder::new().ok()?;
        let client = folder.path().join("trials.c");
        std::fs::write(&client, text).ok()?;
        let int = || SourceType { name: "int".into(), size: 4, kind: SourceKind::Int { signed: true } };
        let driver = Callee {
            language: Language::C,
            client,
            others: self.library.code.iter().map(|path| path.canonicalize().unwrap_or_else(|_| path.clone())).collect(),
            includes: vec![self.library.folder.clone()],
            // As the facts are meant.
            flags: self.flags.iter().cloned().chain(["-fwrapv".to_owned()]).collect(),
            function: "safebump_trial".into(),
            params: vec![int()],
            names: vec!["which".into()],
            result: int(),
            globals: Vec::new(),
            leaves_state: false,
        };
        let count = claims.len();
        // A library need not bear every number: then small ones have to do.
        let calls: Vec<String> =
            (1..=count).map(|index| index.to_string()).chain((1..=count).map(|index| format!("-{index}"))).collect();
        let called = driver.run(&calls, self.trust).ok()?;
        let (wide, small) = called.split_at_checked(count)?;
        let tried = claims.iter().zip(wide).zip(small).map(|((claim, wide), small)| match shown(claim, wide) {
            Tried::Not => shown(claim, small),
            told => told,
        });
        Some(tried.collect())
    }
}

fn shown(claim: &Claim, called: &Called) -> Tried {
    match (&called.outcome, claim) {
        (Outcome::Returned(text), _) if text == "0" => Tried::Held,
        (Outcome::Returned(text), Claim::Clause(fact)) if text == "1" => Tried::Fails(values(fact, &called.output)),
        (Outcome::Returned(text), Claim::Effect(..)) if text == "1" => Tried::Fails(Vec::new()),
        // Nothing else is called there: it does not always return.
        (Outcome::Exited(_), Claim::Effect(_, Effect::Looks)) => Tried::Fails(Vec::new()),
        _ => Tried::Not,
    }
}

/// `n = 3, `: the integers for which it fails.
fn values(fact: &Fact, shown: &str) -> Vec<Option<Value>> {
    let of = |(name, sort): &(value::Symbol, Sort)| {
        if *sort == library::state_sort() {
            return None;
        }
        let rows = shown.split(", ").filter_map(|row| row.split_once(" = "));
        let number: i64 = rows.into_iter().find(|(known, _)| *known == name.as_str())?.1.parse().ok()?;
        match sort.kind() {
            SortKind::Bv(width) => Some(Value::bv(*width, number as u128)),
            SortKind::Int => Some(Value::int(number)),
            SortKind::Bool => Some(Value::Bool(number != 0)),
            _ => None,
        }
    };
    fact.variables.iter().map(of).collect()
}
