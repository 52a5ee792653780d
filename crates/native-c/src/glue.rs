//! The part of a program that names what the source names: it includes the client's file and calls the function.

use std::fmt::Write;

use compile_c::Language;
use compile_c::driver::{Callee, Watched};
use compile_c::rust::SHOW;
use front_llvm::{SourceKind, SourceType};

use crate::value::is_reference;

const HEAD: &str = "\
#ifdef __cplusplus
#include <cxxabi.h>
#include <typeinfo>
extern \"C\" {
#endif
void safebump_returned(void);
void safebump_result(const void *, unsigned long);
void safebump_follow(const void *, unsigned long, int);
void safebump_global(const void *, unsigned long);
void safebump_thrown(const char *);
void safebump_value(long);
";

const RUST_HEAD: &str = r#"
mod safebump {
    pub use super::safebump_show::*;
    extern "C" {
        fn safebump_returned();
        fn safebump_result(value: *const u8, size: usize);
        fn safebump_mark(value: *const u8, size: usize);
        fn safebump_thrown(what: *const u8);
    }
    pub fn read<T>(place: *const *const u8, at: usize) -> T {
        unsafe { std::ptr::read(*place.add(at) as *const T) }
    }
    pub fn place<T: ?Sized>(reference: &&mut T) -> *const T {
        &**reference as *const T
    }
    pub fn mark(text: &str) {
        unsafe { safebump_mark(text.as_ptr(), text.len()) };
    }
    pub fn show<T>(r: std::thread::Result<T>, text: impl FnOnce(&T) -> String) {
        let text = r.as_ref().map(text);
        let _ = std::io::Write::flush(&mut std::io::stdout());
        unsafe {
            match &text {
                Ok(text) => {
                    safebump_returned();
                    safebump_result(text.as_ptr(), text.len());
                }
                Err(_) => safebump_thrown(b"panic\0".as_ptr()),
            }
        }
        std::mem::forget(r);
    }
}
#[allow(unused_imports)]
use safebump::Otherwise as _;
#[no_mangle]
pub extern "C" fn safebump_globals() {}
"#;

/// The text of the glue.
pub(crate) fn text(version: &Callee, globals: &[Watched]) -> String {
    match version.language {
        Language::C | Language::Cpp => text_in_c(version, globals),
        Language::Rust => text_in_rust(version),
    }
}

/// What a call returns is shown by `Debug`, and so is what stands behind a reference that it may write to.
fn text_in_rust(version: &Callee) -> String {
    let mut text = format!("include!({:?});\n{SHOW}{RUST_HEAD}", version.client.display().to_string());
    let _ = writeln!(text, "#[no_mangle]\npub static safebump_arguments: i32 = {};", version.params.len());
    text.push_str("#[no_mangle]\npub extern \"C\" fn safebump_call(arguments: *const *const u8) {\n");
    text.push_str("    std::panic::set_hook(Box::new(|_| ()));\n");
    let (mut taken, mut after, mut names) = (String::new(), String::new(), Vec::new());
    for (index, param) in version.params.iter().enumerate() {
        if param.name.starts_with("&mut ") {
            let _ = writeln!(taken, "        let a{index} = safebump::read(arguments, {index});");
            let _ = writeln!(taken, "        place{index} = Some(safebump::place(&a{index}));");
            let _ = writeln!(text, "    let mut place{index} = None;");
            let _ = writeln!(
                after,
                "    if let Some(place) = place{index} {{ safebump::mark(&(&safebump::Show(unsafe {{ &*place }})).text()); }}"
            );
            names.push(format!("a{index}"));
        } else {
            names.push(format!("safebump::read(arguments, {index})"));
        }
    }
    let _ = writeln!(
        text,
        "    let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {{\n{taken}        {}({})\n    }}));",
        version.function,
        names.join(", ")
    );
    let _ = writeln!(text, "    safebump::show(r, |r| (&safebump::Show(r)).text());\n{after}}}");
    text
}

fn text_in_c(version: &Callee, globals: &[Watched]) -> String {
    let is_cpp = version.language == Language::Cpp;
    let mut text = format!("#include \"{}\"\n{HEAD}", version.client.display());
    for (index, global) in globals.iter().enumerate().filter(|(_, global)| !global.is_static) {
        let _ = writeln!(text, "extern unsigned char safebump_global_{index}[] __asm__(\"{}\");", global.name);
    }
    text.push_str("void safebump_globals(void) {\n");
    for (index, global) in globals.iter().enumerate() {
        let place = if global.is_static { format!("&{}", global.name) } else { format!("safebump_global_{index}") };
        let _ = writeln!(text, "  safebump_global((const void *){place}, {});", global.ty.size);
    }
    text.push_str("}\n");
    let _ = writeln!(text, "int safebump_arguments = {};", version.params.len());
    text.push_str("void safebump_call(unsigned char **arguments) {\n");
    let mut passed = Vec::new();
    for (index, param) in version.params.iter().enumerate() {
        let (ty, argument) = declared(param, index, is_cpp);
        let _ = writeln!(text, "  {ty} a{index}; __builtin_memcpy(&a{index}, arguments[{index}], sizeof a{index});");
        passed.push(argument);
    }
    let call = format!("{}({})", version.function, passed.join(", "));
    if is_cpp {
        text.push_str("  try {\n");
    }
    match (&version.result.kind, is_cpp) {
        (SourceKind::Void, _) => {
            let _ = writeln!(text, "  {call};\n  safebump_returned();");
        }
        (kind, _) => {
            // A reference is shown by what it leads to.
            let ty = if is_cpp { "auto".to_owned() } else { format!("__typeof__({call})") };
            let value = if is_cpp && is_reference(&version.result) { format!("&{call}") } else { call };
            let _ = writeln!(text, "  {ty} r = {value};\n  safebump_returned();\n  safebump_result(&r, sizeof r);");
            if let SourceKind::Pointer(to) = kind {
                let is_text = i32::from(matches!(to.kind, SourceKind::Char { .. }));
                let _ = writeln!(text, "  safebump_follow((const void *)r, {}, {is_text});", to.size);
            }
        }
    }
    text.push_str("  safebump_globals();\n");
    if is_cpp {
        text.push_str(
            "  } catch (int value) { safebump_thrown(\"i\"); safebump_value(value);\n  \
             } catch (...) {\n    const std::type_info *type = abi::__cxa_current_exception_type();\n    \
             safebump_thrown(type ? type->name() : \"\");\n  }\n",
        );
    }
    text.push_str("}\n#ifdef __cplusplus\n}\n#endif\n");
    text
}

/// The type of the variable that holds an argument, and how it is passed.
fn declared(param: &SourceType, index: usize, is_cpp: bool) -> (String, String) {
    match &param.kind {
        // C converts it.
        SourceKind::Pointer(_) if !is_cpp => ("void *".to_owned(), format!("a{index}")),
        SourceKind::Pointer(to) if is_reference(param) => (format!("{} *", to.name), format!("*a{index}")),
        SourceKind::Pointer(_) => (param.name.replace("restrict", ""), format!("a{index}")),
        _ => (param.name.clone(), format!("a{index}")),
    }
}
