//! Calls of a Rust function in compiled code, by the same harness as calls of C.
//!
//! The version's root is included into a crate of our own, so that private functions and all types can
//! be named; the crate has one function that makes call number `i`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use confine::Trust;

use crate::driver::{Called, HARNESS, arguments, results};
use crate::native::{Limits, run};
use crate::{CompileError, Compiler, Language, error};

/// What to compile and call.
#[derive(Clone, Debug)]
pub struct RustDriver {
    /// The root of the crate.
    pub root: PathBuf,
    pub flags: Vec<String>,
    /// Its path in the crate.
    pub function: String,
    /// The types of its parameters, as the source writes them.
    pub params: Vec<String>,
}

/// What a call that panicked says instead of a value.
pub const PANICKED: &str = "\u{3}";

/// Code that writes values of any type: as they say themselves, or that they do not.
pub const SHOW: &str = r#"
mod safebump_show {
    use std::fmt::Debug;
    pub struct Show<'a, T: ?Sized>(pub &'a T);
    pub trait Otherwise {
        fn text(&self) -> String {
            "\u{2}".to_owned()
        }
    }
    impl<T: ?Sized> Otherwise for &Show<'_, T> {}
    impl<T: ?Sized + Debug> Show<'_, T> {
        pub fn text(&self) -> String {
            format!("{:?}", self.0)
        }
    }
}
"#;

const HEAD: &str = r#"
mod safebump {
    pub use super::safebump_show::*;
    extern "C" {
        fn dprintf(fd: i32, format: *const u8, ...) -> i32;
        fn safebump_returned();
    }
    pub fn say(text: &str) {
        let text = text.replace('\0', "\\0") + "\0";
        unsafe { dprintf(1, b"%s\0".as_ptr(), text.as_ptr()) };
    }
    pub fn returned() {
        let _ = std::io::Write::flush(&mut std::io::stdout());
        unsafe { safebump_returned() };
    }
    pub fn show<T>(r: std::thread::Result<T>, text: impl FnOnce(&T) -> String) {
        let text = match &r {
            Ok(value) => text(value),
            Err(_) => "\u{3}".to_owned(),
        };
        returned();
        say(&text);
        std::mem::forget(r);
    }
}
#[allow(unused_imports)]
use safebump::Otherwise as _;
"#;

impl RustDriver {
    /// Runs the calls, given by their arguments as the language writes them, without parentheses.
    pub fn run(&self, calls: &[String], trust: Trust) -> Result<Vec<Called>, CompileError> {
        let folder = error::Scratch::new()?;
        let (crate_file, harness) = (folder.path("calls.rs"), folder.path("harness.c"));
        for (path, text) in [(&crate_file, self.text(calls)), (&harness, HARNESS.to_owned())] {
            std::fs::write(path, text).map_err(|error| CompileError::Unreadable(path.clone(), error))?;
        }
        let (library, program) = (folder.path("libcalls.a"), folder.path("calls"));
        let own =
            ["--crate-type=staticlib", "-Awarnings", "-Copt-level=0", "-Coverflow-checks=on", "-Cdebug-assertions=on"];
        let flags: Vec<String> = own.iter().map(|flag| (*flag).to_owned()).chain(self.flags.iter().cloned()).collect();
        compile(&crate_file, &flags, &library)?;
        link(&harness, &library, &program)?;
        let limits = Limits { time: std::time::Duration::from_secs(60), memory: 2 << 30 };
        results(run(&program, limits, trust)?, calls.len(), &self.function)
    }

    fn text(&self, calls: &[String]) -> String {
        let mut text = format!("include!({:?});\n{SHOW}{HEAD}", self.root.display().to_string());
        let _ = writeln!(
            text,
            "#[no_mangle]\npub static safebump_calls: i32 = {};\n#[no_mangle]\npub static safebump_leaves_state: i32 = 1;",
            calls.len()
        );
        text.push_str("#[no_mangle]\npub extern \"C\" fn safebump_call(i: i32) {\n");
        text.push_str("    std::panic::set_hook(Box::new(|_| ()));\n    match i {\n");
        for (index, call) in calls.iter().enumerate() {
            let _ = writeln!(text, "        {index} => {{ {} }}", self.call(call));
        }
        text.push_str("        _ => {}\n    }\n}\n");
        text
    }

    /// Makes one call, says what it returned or that it panicked, then what stands behind each reference.
    fn call(&self, call: &str) -> String {
        let (mut lets, mut passed, mut after) = (String::new(), Vec::new(), String::new());
        for (index, (argument, ty)) in arguments(call).into_iter().zip(&self.params).enumerate() {
            let is_reference = ty.starts_with('&');
            let is_text = argument.starts_with('"');
            let _ = write!(lets, "let mut a{index} = {argument}; ");
            // What a reference leads to is written as an array of one.
            let place = if !ty.contains('[') && argument.starts_with('[') {
                format!("a{index}[0]")
            } else {
                format!("a{index}")
            };
            passed.push(match is_reference && !is_text {
                true if ty.starts_with("&mut") => format!("&mut {place}"),
                true => format!("&{place}"),
                false => format!("a{index}"),
            });
            if ty.starts_with("&mut") {
                let _ = write!(
                    after,
                    "safebump::say(\"\\n\\u{{1}}bytes \"); safebump::say(&(&safebump::Show(&a{index})).text()); "
                );
            }
        }
        let (function, passed) = (&self.function, passed.join(", "));
        format!(
            "{lets}let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {function}({passed}))); \
             safebump::show(r, |r| (&safebump::Show(r)).text()); {after}"
        )
    }
}

/// Compiles a crate.
pub fn compile(root: &Path, flags: &[String], into: &Path) -> Result<(), CompileError> {
    let rustc = Compiler::find(Language::Rust)?;
    let mut command = Command::new(&rustc.program);
    command.args(flags).arg(root).arg("-o").arg(into);
    error::output(&mut command, root, into).map(|_| ())
}

/// The harness and the crate as one program.
pub fn link(harness: &Path, library: &Path, program: &Path) -> Result<(), CompileError> {
    let clang = Compiler::find(Language::C)?;
    let mut command = Command::new(&clang.program);
    command.args(["-O0", "-w"]).arg(harness).arg(library);
    command.args(["-lm", "-lpthread", "-ldl", "-lgcc_s"]).arg("-o").arg(program);
    error::output(&mut command, library, program).map(|_| ())
}
