//! Writes the counterexample as a C program that a person can compile and run.
//!
//! The file holds both versions and is compiled with one of them: with old the assertion holds,
//! with new it fails for as long as the two differ on this input.

use std::fmt::Write;
use std::path::Path;

use compile_c::driver::Callee;
use front_llvm::{SourceField, SourceKind, SourceType};
use ir::entry::Shown;
use report::{Example, Outcome, Seen};

use crate::failure::Result;
use crate::question::Question;
use crate::read::{self, Named};

pub(super) fn write(question: &Question, driver: &Callee, example: &Example, names: [&str; 2]) -> Result<String> {
    let client = question.client.as_ref().and_then(|client| client.file.as_ref());
    let mut text = head(question, driver, example, names);
    text.push_str("#include <assert.h>\n#include <math.h>\n#include <stdio.h>\n#include <string.h>\n");
    if !matches!(example.old.outcome, Outcome::Returns(_)) {
        text.push_str("#include <sys/wait.h>\n#include <unistd.h>\n");
    }
    let (old, new) = (source(&question.old)?, source(&question.new)?);
    let _ = write!(text, "\n#ifdef OLD\n\n{old}\n#else\n\n{new}\n#endif\n\n");
    if let Some(file) = client {
        let _ = writeln!(text, "{}", source(file)?);
    }
    let _ = writeln!(text, "int main(void) {{\n{}    return 0;\n}}", body(driver, example));
    Ok(text)
}

fn head(question: &Question, driver: &Callee, example: &Example, names: [&str; 2]) -> String {
    let includes: Vec<String> = driver.includes.iter().map(|folder| format!(" -I{}", absolute(folder))).collect();
    let flags: Vec<String> = question.reading.cflags.iter().map(|flag| format!(" {flag}")).collect();
    let command = format!("cc -fwrapv{}{} THIS_FILE -lm", includes.concat(), flags.concat());
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

fn absolute(path: &Path) -> String {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf()).display().to_string()
}

/// The text of a file; a folder's files are included one after the other.
fn source(given: &Named) -> Result<String> {
    if !given.is_folder() {
        return Ok(read::source(given)?.text);
    }
    let mut text = String::new();
    for file in read::below(given, "c")? {
        let _ = writeln!(text, "#include \"{}\"", absolute(&given.path.join(file)));
    }
    Ok(text)
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
