//! The functions of the C library that are written out, in `prelude/libc.c` and `prelude/stdlib.c`.
//!
//! They are one more module of a version, behind the user's, and only there if something of it is
//! called: a program that defines its own `strlen` has that.

use std::sync::OnceLock;

use crate::reader::Module;

const NAME: &str = "the C library";

/// A part of the library: what it defines, and its text.
struct Part {
    names: &'static [&'static str],
    text: &'static str,
    module: OnceLock<Module>,
}

static PARTS: [Part; 2] = [
    Part { names: STRINGS, text: include_str!("../prelude/libc.ll"), module: OnceLock::new() },
    Part { names: NUMBERS, text: include_str!("../prelude/stdlib.ll"), module: OnceLock::new() },
];

impl Part {
    fn module(&self) -> &Module {
        self.module.get_or_init(|| Module::read(self.text, NAME).expect("it was read before"))
    }

    /// Asked of the names alone: the library is not read for it.
    fn is_needed(&self, modules: &[Module]) -> bool {
        let is_needed = |module: &Module| module.declared_names().any(|name| self.names.contains(&name));
        modules.iter().any(is_needed)
    }
}

/// Both versions' modules, with the parts of the library that one of them needs: what is left in a variable of the
/// library can be compared only if both have it.
pub(crate) fn with_library(old: &[Module], new: &[Module]) -> [Vec<Module>; 2] {
    let needed = |part: &&Part| part.is_needed(old) || part.is_needed(new);
    let parts: Vec<&Module> = PARTS.iter().filter(needed).map(Part::module).collect();
    [old, new].map(|modules| modules.iter().chain(parts.iter().copied()).cloned().collect())
}

const NUMBERS: &[&str] = &[
    "__errno_location",
    "strtol",
    "strtoll",
    "strtoul",
    "strtoull",
    "atoll",
    "div",
    "ldiv",
    "lldiv",
    "strcasecmp",
    "strncasecmp",
    "stpcpy",
    "strchrnul",
    "memrchr",
    "strtok_r",
    "strtok",
    "strsep",
    "qsort",
    "bsearch",
];

const STRINGS: &[&str] = &[
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
];

pub(crate) fn is_library(module: &Module) -> bool {
    module.name() == NAME
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_that_are_defined() {
        for part in &PARTS {
            let exported = part.module().functions.iter().filter(|function| !function.internal);
            let mut defined: Vec<&str> = exported.map(|function| &*function.name).collect();
            let mut named = part.names.to_vec();
            defined.sort_unstable();
            named.sort_unstable();
            assert_eq!(defined, named);
        }
    }
}
