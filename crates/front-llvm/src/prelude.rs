//! The functions of the C library that are written out, in `prelude/libc.c`.
//!
//! They are one more module of a version, behind the user's, and only there if something of it is
//! called: a program that defines its own `strlen` has that.

use std::sync::OnceLock;

use crate::reader::Module;

const NAME: &str = "the C library";

fn library() -> &'static Module {
    static LIBRARY: OnceLock<Module> = OnceLock::new();
    LIBRARY.get_or_init(|| Module::read(include_str!("../prelude/libc.ll"), NAME).expect("it was read before"))
}

/// The version's modules, with the library if one of them needs it.
pub(crate) fn with_library(modules: &[Module]) -> Vec<Module> {
    let is_needed = |module: &Module| module.declared_names().any(is_written_out);
    let library = modules.iter().any(is_needed).then(library);
    modules.iter().chain(library).cloned().collect()
}

/// Is the function one of these? Asked of the names alone: the library is not read for it.
fn is_written_out(name: &str) -> bool {
    [
        "strlen",
        "strnlen",
        "strcmp",
        "strncmp",
        "strchr",
        "strrchr",
        "strcpy",
        "strncpy",
        "strcat",
        "strncat",
        "strspn",
        "strcspn",
        "strpbrk",
        "strstr",
        "strdup",
        "memcmp",
        "memchr",
        "__ctype_b_loc",
        "isupper",
        "islower",
        "isalpha",
        "isdigit",
        "isxdigit",
        "isspace",
        "isprint",
        "isgraph",
        "isblank",
        "iscntrl",
        "ispunct",
        "isalnum",
        "toupper",
        "tolower",
        "atol",
        "atoi",
    ]
    .contains(&name)
}

pub(crate) fn is_library(module: &Module) -> bool {
    module.name() == NAME
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_that_are_defined() {
        assert!(library().functions.iter().all(|function| is_written_out(&function.name)));
    }
}
