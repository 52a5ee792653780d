//! Writes the counterexample as a C program that a person can compile and run.
//!
//! The file holds both versions, with the headers that are theirs, and is compiled with one of them: with old the
//! assertion holds, with new it fails for as long as the two differ on this input.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use compile_c::Language;
use compile_c::driver::Callee;
use front_llvm::{SourceField, SourceKind, SourceType};
use ir::entry::Shown;
use report::{Example, Outcome, Seen};

use crate::failure::Result;
use crate::question::Question;
use crate::read::{self, Named};

pub(super) fn write(question: &Question, drivers: &[Callee; 2], example: &Example, names: [&str; 2]) -> Result<String> {
    let driver = &drivers[0];
    let mut text = head(driver, example, names);
    text.push_str("#include <assert.h>\n#include <math.h>\n#include <stdio.h>\n#include <string.h>\n");
    if !matches!(example.old.outcome, Outcome::Returns(_)) {
        text.push_str("#include <sys/wait.h>\n#include <unistd.h>\n");
    }
    let is_client_apart = question.client.as_ref().is_some_and(|client| client.file.is_some());
    let [[old, old_client], [new, new_client]] =
        [sources(driver, is_client_apart)?, sources(&drivers[1], is_client_apart)?];
    // A program's own `main` is not the test's.
    text.push_str("\n#define main main_of_the_program\n");
    match old_client == new_client {
        true => {
            let _ = write!(text, "\n#ifdef OLD\n\n{old}\n#else\n\n{new}\n#endif\n\n{old_client}\n");
        }
        // With the headers of one version the client is another text.
        false => {
            let _ = write!(text, "\n#ifdef OLD\n\n{old}\n{old_client}\n#else\n\n{new}\n{new_client}\n#endif\n\n");
        }
    }
    let _ = writeln!(text, "#undef main\nint main(void) {{\n{}    return 0;\n}}", body(driver, example));
    Ok(text)
}

fn head(driver: &Callee, example: &Example, names: [&str; 2]) -> String {
    let mut flags = String::new();
    let mut words = driver.flags.iter().peekable();
    while let Some(flag) = words.next() {
        match SEARCHED.iter().find(|searched| flag.starts_with(**searched)) {
            // What is looked for there stands in the file itself, but for what the system has.
            Some(searched) => {
                let folder = match flag == searched {
                    true => words.next().map_or("", String::as_str),
                    false => flag.strip_prefix(searched).unwrap_or(""),
                };
                if is_of_the_system(Path::new(folder)) {
                    let _ = write!(flags, " {searched}{folder}");
                }
            }
            None if flag.starts_with("-fmacro-prefix-map") || flag.starts_with(BEFORE) => {}
            None => {
                let _ = write!(flags, " {}", crate::command::in_shell(flag));
            }
        }
    }
    let compiler = if driver.language == Language::Cpp { "c++" } else { "cc" };
    let command = format!("{compiler} -fwrapv{flags} THIS_FILE -lm");
    format!(
        "/* {call} does not behave the same with {} and {}.\n *\n *   old {}\n *   new {}\n *\n\
         \x20* {command} -DOLD && ./a.out   passes\n * {command} && ./a.out         fails as long as they differ\n */\n",
        names[0],
        names[1],
        did(&example.old),
        did(&example.new),
        call = example.call,
    )
}

/// Flags that name a folder to look for headers in.
const SEARCHED: [&str; 4] = ["-I", "-isystem", "-iquote", "-idirafter"];

/// A header that is read before each source.
const BEFORE: &str = "-include";

fn is_of_the_system(folder: &Path) -> bool {
    ["/usr", "/opt", "/nix"].iter().any(|system| folder.starts_with(system))
}

/// The folders that a version's headers are looked for in.
fn folders(driver: &Callee) -> Vec<PathBuf> {
    let mut found = driver.includes.clone();
    let mut flags = driver.flags.iter();
    while let Some(flag) = flags.next() {
        let Some(searched) = SEARCHED.iter().find(|searched| flag.starts_with(**searched)) else { continue };
        let folder = match flag == searched {
            true => flags.next().map_or("", String::as_str),
            false => flag.strip_prefix(searched).unwrap_or(""),
        };
        if !is_of_the_system(Path::new(folder)) {
            found.push(PathBuf::from(folder));
        }
    }
    found
}

/// All sources of the version, with what they include: the file is to be compiled anywhere.
fn sources(driver: &Callee, is_client_apart: bool) -> Result<[String; 2]> {
    let client = is_client_apart.then(|| read::absolute(&driver.client));
    let mut inlined = Inlined { folders: folders(driver), client, open: Vec::new(), once: BTreeSet::new() };
    let mut library = String::new();
    for header in driver.flags.iter().filter_map(|flag| flag.strip_prefix(BEFORE)).filter(|header| !header.is_empty()) {
        library += &inlined.text(Path::new(header))?;
    }
    for file in &driver.others {
        library += &inlined.text(file)?;
    }
    let client = inlined.text(&driver.client)?;
    Ok(if is_client_apart { [library, client] } else { [library + &client, String::new()] })
}

/// Headers that are put in the place of the lines that include them.
struct Inlined {
    folders: Vec<PathBuf>,
    /// The client's own file: the headers of a version win over those beside it.
    client: Option<PathBuf>,
    /// The files that are being read.
    open: Vec<PathBuf>,
    /// Those that say that they count once.
    once: BTreeSet<PathBuf>,
}

impl Inlined {
    fn text(&mut self, file: &Path) -> Result<String> {
        let path = read::absolute(file);
        // A header that includes itself, in the end, has a guard.
        if self.open.contains(&path) || self.once.contains(&path) {
            return Ok(String::new());
        }
        let source = read::source(&Named::new(Path::new(""), &path))?.text;
        self.open.push(path.clone());
        let mut text = String::new();
        for line in source.lines() {
            if line.split_whitespace().collect::<Vec<_>>().join("").starts_with("#pragmaonce") {
                self.once.insert(path.clone());
                continue;
            }
            match self.included(&path, line) {
                Some(header) => text += &self.text(&header)?,
                None => text.extend([line, "\n"]),
            }
        }
        self.open.pop();
        Ok(text)
    }

    /// The file that a line includes, if it is the version's own.
    fn included(&self, file: &Path, line: &str) -> Option<PathBuf> {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        let (beside, name) = match rest.strip_prefix('"') {
            Some(rest) => (file.parent(), rest.split('"').next()?),
            None => (None, rest.strip_prefix('<')?.split('>').next()?),
        };
        let is_client = self.client.as_deref() == Some(file);
        let first = beside.filter(|_| !is_client).into_iter();
        let folders = first.chain(self.folders.iter().map(PathBuf::as_path)).chain(file.parent().filter(|_| is_client));
        folders.map(|folder| folder.join(name)).find(|path| path.is_file())
    }
}

/// Asserts what old does.
fn body(driver: &Callee, example: &Example) -> String {
    let call = format!("{}({})", driver.function, super::arguments(&example.call));
    let mut text = String::new();
    match &example.old.outcome {
        Outcome::Returns(value) => {
            let shown = value.as_ref().map(|word| &word.shown);
            let is_void = driver.result.kind == SourceKind::Void;
            let expects_output = example.old.output != example.new.output;
            if expects_output {
                text.push_str("    char *written = NULL;\n    size_t length = 0;\n");
                text.push_str("    FILE *out = stdout;\n    stdout = open_memstream(&written, &length);\n");
            }
            match is_void {
                true => {
                    let _ = writeln!(text, "    {call};");
                }
                false => {
                    let _ = writeln!(text, "    {} result = {call};", driver.result.name);
                }
            }
            if expects_output {
                let expected: String = example.old.output.iter().map(|word| word.written.clone()).collect();
                let expected = if expected.is_empty() { "\"\"".to_owned() } else { expected };
                text.push_str("    fclose(stdout);\n    stdout = out;\n");
                let _ = writeln!(text, "    assert(strcmp(written, {expected}) == 0);");
            }
            if let Some(value) = value.as_ref().filter(|_| !is_void) {
                text.push_str(&equal("result", &driver.result, shown, &value.written));
            }
            for (name, word) in &example.old.writes {
                if driver.globals.iter().any(|global| global.name == *name) && is_number(&word.shown) {
                    let _ = writeln!(text, "    assert({name} == {});", word.written);
                }
            }
        }
        ended => {
            let _ = writeln!(
                text,
                "    pid_t child = fork();\n    if (child == 0) {{\n        {call};\n        _exit(0);\n    }}"
            );
            text.push_str("    int status;\n    waitpid(child, &status, 0);\n");
            match ended {
                Outcome::Raises(exit) => {
                    let status = super::arguments(exit);
                    let _ = writeln!(text, "    assert(WIFEXITED(status) && WEXITSTATUS(status) == ({status} & 255));");
                }
                _ => text.push_str("    assert(WIFSIGNALED(status)); /* add -fsanitize=undefined,address where it does not trap by itself */\n"),
            }
        }
    }
    text
}

fn is_number(shown: &Shown) -> bool {
    matches!(shown, Shown::Int(_) | Shown::Bool(_) | Shown::Float(_))
}

/// Asserts that the place holds the value.
fn equal(place: &str, ty: &SourceType, shown: Option<&Shown>, written: &str) -> String {
    match (&ty.kind, shown) {
        (SourceKind::Float, Some(Shown::Float(float))) if float.is_nan() => format!("    assert(isnan({place}));\n"),
        _ if ty.is_text() => format!("    assert(strcmp({place}, {written}) == 0);\n"),
        (SourceKind::Struct(fields), _) => {
            // A structure is compared by its fields: padding does not count.
            let mut text = format!("    {} expected = {written};\n", ty.name);
            fields_equal(place, "expected", fields, &mut text);
            text
        }
        _ => format!("    assert({place} == {written});\n"),
    }
}

fn fields_equal(place: &str, expected: &str, fields: &[SourceField], text: &mut String) {
    for field in fields.iter().filter(|field| !field.name.is_empty()) {
        let (a, b) = (format!("{place}.{}", field.name), format!("{expected}.{}", field.name));
        match &field.ty.kind {
            SourceKind::Struct(inner) => fields_equal(&a, &b, inner, text),
            SourceKind::Array(..) | SourceKind::Union(_) => {
                let _ = writeln!(text, "    assert(memcmp(&{a}, &{b}, sizeof {a}) == 0);");
            }
            _ => {
                let _ = writeln!(text, "    assert({a} == {b});");
            }
        }
    }
}

fn did(seen: &Seen) -> String {
    let outcome = match &seen.outcome {
        Outcome::Returns(Some(word)) => format!("returns {}", word.written),
        Outcome::Returns(None) => "returns".to_owned(),
        Outcome::Raises(what) => format!("ends the program by {what}"),
        Outcome::Traps(what) => format!("has no defined behaviour: {what}"),
        Outcome::NeverReturns => "never returns".to_owned(),
    };
    let left: String = seen.writes.iter().map(|(name, word)| format!(", leaves {name} = {}", word.written)).collect();
    let output: String = seen.output.iter().map(|word| format!(", writes {}", word.written)).collect();
    (outcome + &left + &output).replace("*/", "* /")
}
