//! Calls of a function in compiled code: one program runs many, each in a process of its own.
//!
//! The program is made of two files. One includes the source of the client, so that static
//! functions and all types can be named, and has the arguments as a table. The other, which names
//! nothing of the client, forks for every call and reports how it ended. It does so before anything of
//! the client's runs, initialisers of globals included; what it forks seals itself.

use std::fmt::Write;
use std::path::PathBuf;

use confine::Trust;
use front_llvm::{SourceKind, SourceType};

use crate::native::{End, Limits, Ran, compile, run};
use crate::{CompileError, Language, error};

/// A function to compile and call, in one version.
#[derive(Clone, Debug)]
pub struct Callee {
    pub language: Language,
    /// The file the function stands in.
    pub client: PathBuf,
    /// The other sources of the version.
    pub others: Vec<PathBuf>,
    pub includes: Vec<PathBuf>,
    pub flags: Vec<String>,
    pub function: String,
    pub params: Vec<SourceType>,
    /// What the source calls them.
    pub names: Vec<String>,
    pub result: SourceType,
    pub globals: Vec<Watched>,
    /// Can a call change what a later one does?
    pub leaves_state: bool,
}

/// A global variable whose contents after a call are reported.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched {
    pub name: String,
    pub ty: SourceType,
    /// It can be named only in the client's own file.
    pub is_static: bool,
}

/// How one call went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    pub outcome: Outcome,
    pub output: String,
    /// The bytes of each watched variable, if the function returned.
    pub globals: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Integers in decimal, floats as the bits of a double, structures as the compiler prints them.
    Returned(String),
    Exited(i32),
    Killed(i32),
    /// It took too long, wrote too much, or did what a confined run may not do.
    None,
}

pub(crate) const HARNESS: &str = include_str!("harness.c");
/// Signals that say nothing of the code: out of time, a forbidden system call, a file too large.
const NO_OBSERVATION: [i32; 4] = [9, 14, 31, 25];

impl Callee {
    /// Runs the calls, given by their arguments as the language writes them, without parentheses.
    pub fn run(&self, calls: &[String], trust: Trust) -> Result<Vec<Called>, CompileError> {
        let folder = error::Scratch::new()?;
        let ending = if self.language == Language::Cpp { "cpp" } else { "c" };
        let (table, harness) = (folder.path(&format!("calls.{ending}")), folder.path(&format!("harness.{ending}")));
        for (path, text) in [(&table, self.text(calls)), (&harness, HARNESS.to_owned())] {
            std::fs::write(path, text).map_err(|error| CompileError::Unreadable(path.clone(), error))?;
        }
        let mut sources = vec![table.as_path(), harness.as_path()];
        sources.extend(self.others.iter().map(PathBuf::as_path));
        let includes: Vec<_> = self.includes.iter().map(PathBuf::as_path).collect();
        let program = folder.path("calls");
        // A `main` of the user's must not be ours.
        let mut flags = vec!["-Dmain=safebump_main".to_owned()];
        flags.extend(self.flags.iter().cloned());
        compile(self.language, &sources, &includes, &flags, &program)?;
        let limits = Limits { time: std::time::Duration::from_secs(60), ..Limits::default() };
        results(run(&program, limits, trust)?, calls.len(), &self.function)
    }

    /// The file with the calls.
    fn text(&self, calls: &[String]) -> String {
        let mut text = format!("#include \"{}\"\n", self.client.display());
        text.push_str(
            "#ifndef NAN\n#define NAN __builtin_nan(\"\")\n#endif\n\
             #ifndef NULL\n#define NULL ((void *)0)\n#endif\n\
             #ifndef INFINITY\n#define INFINITY __builtin_inf()\n#endif\n\
             #ifdef __cplusplus\nextern \"C\" {\n#endif\n\
             void safebump_signed(__int128);\nvoid safebump_unsigned(unsigned __int128);\n\
             void safebump_text(const char *);\nvoid safebump_double(double);\nvoid safebump_bytes(const void *, unsigned long);\n\
             int safebump_print(const char *, ...);\nvoid safebump_returned(void);\n",
        );
        for (index, global) in self.globals.iter().enumerate().filter(|(_, global)| !global.is_static) {
            let _ = writeln!(text, "extern unsigned char safebump_global_{index}[] __asm__(\"{}\");", global.name);
        }
        text.push_str("static const struct {\n  int number;\n");
        for (index, param) in self.params.iter().enumerate() {
            let _ = writeln!(text, "  {} a{index};", param.name);
        }
        for index in self.pointers() {
            let _ = writeln!(text, "  unsigned long n{index};\n  int same{index};");
        }
        text.push_str("} safebump_table[] = {\n");
        for (index, call) in calls.iter().enumerate() {
            let separator = if call.is_empty() { "" } else { ", " };
            let _ = writeln!(text, "  {{{index}{separator}{}}},", self.row(call));
        }
        let args: Vec<String> = (0..self.params.len()).map(|index| self.passed(index)).collect();
        let call = format!("{}({})", self.function, args.join(", "));
        let body = match self.result.kind {
            SourceKind::Void => format!("  {call};\n  safebump_returned();\n"),
            _ => format!("  __typeof__({call}) r = {call};\n  safebump_returned();\n  {};\n", self.show_result()),
        };
        let leaves_state = i32::from(self.leaves_state);
        let _ =
            writeln!(text, "}};\nint safebump_calls = {};\nint safebump_leaves_state = {leaves_state};", calls.len());
        let _ = write!(text, "void safebump_call(int i) {{\n{body}");
        for (index, global) in self.globals.iter().enumerate() {
            let place = match global.is_static {
                true => format!("&{}", global.name),
                false => format!("safebump_global_{index}"),
            };
            let _ = writeln!(text, "  safebump_bytes({place}, {});", global.ty.size);
        }
        for index in self.pointers() {
            let _ = writeln!(text, "  safebump_bytes(safebump_table[i].a{index}, safebump_table[i].n{index});");
        }
        text.push_str("}\n#ifdef __cplusplus\n}\n#endif\n");
        text
    }

    /// The parameters that lead to something, whose contents after a call are reported last.
    pub fn pointers(&self) -> impl Iterator<Item = usize> {
        self.params
            .iter()
            .enumerate()
            .filter(|(_, ty)| matches!(ty.kind, SourceKind::Pointer(_)))
            .map(|(index, _)| index)
    }

    /// The parameter that an argument only names, because both are the same object.
    fn same_as(&self, argument: &str) -> Option<usize> {
        self.names.iter().position(|name| name == argument)
    }

    /// The arguments of a call, then for each pointer how many bytes it leads to and which other it is.
    fn row(&self, call: &str) -> String {
        let args = arguments(call);
        let mut row: Vec<String> = args
            .iter()
            .map(|arg| if self.same_as(arg).is_some() { "0".to_owned() } else { (*arg).to_owned() })
            .collect();
        for index in self.pointers() {
            let object = args.get(index).copied().unwrap_or("NULL");
            let is_whole = object.starts_with('(') || object.starts_with('"');
            row.push(if is_whole { format!("sizeof({object})") } else { "0".to_owned() });
            row.push(self.same_as(object).map_or("-1".to_owned(), |other| other.to_string()));
        }
        row.join(", ")
    }

    /// What is passed for a parameter.
    fn passed(&self, index: usize) -> String {
        let own = format!("safebump_table[i].a{index}");
        let others = self.pointers().filter(|other| self.pointers().any(|known| known == index) && *other < index);
        others.fold(own, |passed, other| {
            format!("(safebump_table[i].same{index} == {other} ? safebump_table[i].a{other} : {passed})")
        })
    }

    fn show_result(&self) -> &'static str {
        match &self.result.kind {
            SourceKind::Int { signed: true } | SourceKind::Char { signed: true } | SourceKind::Enum { .. } => {
                "safebump_signed(r)"
            }
            SourceKind::Int { .. } | SourceKind::Char { .. } | SourceKind::Bool | SourceKind::CodePoint => {
                "safebump_unsigned(r)"
            }
            SourceKind::Float => "safebump_double(r)",
            SourceKind::Pointer(to) if matches!(to.kind, SourceKind::Char { .. }) => "safebump_text((const char *)r)",
            // Neither padding nor unused members of a union count.
            SourceKind::Struct(_) | SourceKind::Union(_) => "__builtin_dump_struct(&r, safebump_print)",
            SourceKind::Void
            | SourceKind::Pointer(_)
            | SourceKind::Variants { .. }
            | SourceKind::Array(..)
            | SourceKind::Unknown => "(void)r",
        }
    }
}

/// What a program of the harness said of each call.
pub(crate) fn results(ran: Ran, calls: usize, function: &str) -> Result<Vec<Called>, CompileError> {
    match ran.end {
        // What it did not get to shows nothing.
        End::Exited(0) | End::OutOfTime | End::TooMuchOutput => Ok(parse(&ran.stdout, calls)),
        end => {
            let error = std::io::Error::other(format!("{end:?} {}", ran.stderr));
            Err(CompileError::CannotRun { program: function.to_owned(), error })
        }
    }
}

/// The arguments of a call one by one: at commas that stand in no brackets and in no text.
pub fn arguments(call: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    let (mut in_text, mut is_escaped) = (false, false);
    for (at, byte) in call.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(call[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !call.trim().is_empty() {
        parts.push(call[start..].trim());
    }
    parts
}

/// Reads what the harness printed: lines that begin with \1.
fn parse(text: &str, calls: usize) -> Vec<Called> {
    let mut found = Vec::new();
    for part in text.split("\u{1}call\n").skip(1) {
        let (before_end, end) = part.rsplit_once("\n\u{1}end ").unwrap_or((part, "9"));
        let status: i32 = end.trim().parse().unwrap_or(9);
        let (output, returned) = match before_end.split_once("\n\u{1}returns\n") {
            Some((output, returned)) => (output, Some(returned)),
            None => (before_end, None),
        };
        let (signal, code) = (status & 0x7f, (status >> 8) & 0xff);
        let mut globals = Vec::new();
        let outcome = match (signal, returned) {
            (signal, _) if NO_OBSERVATION.contains(&signal) => Outcome::None,
            (0, Some(returned)) => {
                let (value, rest) = returned.split_once("\n\u{1}bytes ").unwrap_or((returned, ""));
                globals = rest.split("\n\u{1}bytes ").filter(|bytes| !bytes.is_empty()).map(str::to_owned).collect();
                Outcome::Returned(value.trim_end().to_owned())
            }
            (0, None) => Outcome::Exited(code),
            (signal, _) => Outcome::Killed(signal),
        };
        found.push(Called { outcome, output: output.to_owned(), globals });
    }
    // What the program did not get to shows nothing.
    found.resize(calls, Called { outcome: Outcome::None, output: String::new(), globals: Vec::new() });
    found
}
