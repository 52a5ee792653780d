//! Mangled names of Rust and C++ as paths: `_ZN1r1m1g17h8ea8bcbd6379a910E` is `r::m::g`.
//!
//! Of the newer scheme (`_R…`) plain paths are read; anything else stays as it is.

pub(crate) fn is_mangled(symbol: &str) -> bool {
    (symbol.starts_with("_ZN") && hash_at_end(symbol)) || symbol.starts_with("_RN")
}

pub(crate) fn demangle(symbol: &str) -> String {
    let path = if symbol.starts_with("_RN") {
        newer(symbol)
    } else if is_mangled(symbol) {
        legacy(symbol)
    } else {
        cpp(symbol)
    };
    path.unwrap_or_else(|| symbol.to_string())
}

/// The path of a function of Rust's own library, without type arguments. `None`: it is none.
pub(crate) fn library_path(symbol: &str) -> Option<Vec<String>> {
    let path: Vec<String> = match symbol.strip_prefix("_R") {
        // `I` begins a path with type arguments.
        Some(rest) => match newer(&format!("_R{}", rest.strip_prefix('I').unwrap_or(rest))) {
            Some(path) => path.split("::").map(str::to_owned).collect(),
            None => names_in(rest),
        },
        None if is_mangled(symbol) => legacy(symbol)?.split("::").map(str::to_owned).collect(),
        None => return None,
    };
    ["core", "alloc", "std"].contains(&path.first()?.as_str()).then_some(path)
}

/// The names in a path of the newer scheme, methods of types included.
fn names_in(mut rest: &str) -> Vec<String> {
    let mut names = Vec::new();
    while let Some(first) = rest.chars().next() {
        // `s…_` tells names apart.
        if let ('s', Some(end)) = (first, rest.find('_')) {
            rest = &rest[end + 1..];
        } else if let Some((name, after)) = first.is_ascii_digit().then(|| counted(rest)).flatten() {
            names.push(name.trim_start_matches('_').to_owned());
            rest = after;
        } else {
            rest = &rest[first.len_utf8()..];
        }
    }
    names
}

/// C++: `_Z3addii` is `add`, `_ZN2ns3addEii` is `ns::add`, `_ZN1SeqEi` is `S::operator==`; templates stay as they are.
fn cpp(symbol: &str) -> Option<String> {
    let rest = symbol.strip_prefix("_Z")?;
    let Some(mut rest) = rest.strip_prefix('N') else {
        return Some(name_in_cpp(rest.strip_prefix('L').unwrap_or(rest))?.0);
    };
    let mut parts = Vec::new();
    rest = rest.trim_start_matches(['K', 'V']);
    while !rest.starts_with('E') {
        let (name, after) = name_in_cpp(rest)?;
        parts.push(name);
        rest = after;
    }
    Some(parts.join("::"))
}

const OPERATORS: [(&str, &str); 24] = [
    ("eq", "=="),
    ("ne", "!="),
    ("lt", "<"),
    ("gt", ">"),
    ("le", "<="),
    ("ge", ">="),
    ("pl", "+"),
    ("mi", "-"),
    ("ml", "*"),
    ("dv", "/"),
    ("rm", "%"),
    ("an", "&"),
    ("or", "|"),
    ("eo", "^"),
    ("nt", "!"),
    ("pL", "+="),
    ("mI", "-="),
    ("mL", "*="),
    ("dV", "/="),
    ("aS", "="),
    ("ix", "[]"),
    ("cl", "()"),
    ("pp", "++"),
    ("mm", "--"),
];

/// A name or an operator, and what comes after it.
fn name_in_cpp(text: &str) -> Option<(String, &str)> {
    let operator = OPERATORS.iter().find_map(|(code, sign)| Some((sign, text.strip_prefix(code)?)));
    match operator {
        Some((sign, rest)) => Some((format!("operator{sign}"), rest)),
        None => counted(text).map(|(name, rest)| (name.to_owned(), rest)),
    }
}

fn hash_at_end(symbol: &str) -> bool {
    symbol.len() > 20 && symbol.ends_with('E') && symbol[..symbol.len() - 17].ends_with("17h")
}

fn legacy(symbol: &str) -> Option<String> {
    let mut rest = symbol.strip_prefix("_ZN")?.strip_suffix('E')?;
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let (name, after) = counted(rest)?;
        parts.push(plain(name));
        rest = after;
    }
    if parts.last().is_some_and(|last| last.len() == 17 && last.starts_with('h')) {
        parts.pop();
    }
    Some(parts.join("::"))
}

/// A number and that many characters.
fn counted(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let length: usize = text[..digits].parse().ok()?;
    let rest = text.get(digits..)?;
    Some((rest.get(..length)?, rest.get(length..)?))
}

/// `$LT$impl$u20$..$GT$` as `<impl ..>`.
fn plain(name: &str) -> String {
    let codes = [
        ("$LT$", "<"),
        ("$GT$", ">"),
        ("$RF$", "&"),
        ("$BP$", "*"),
        ("$C$", ","),
        ("$u20$", " "),
        ("$u7b$", "{"),
        ("$u7d$", "}"),
        ("$LP$", "("),
        ("$RP$", ")"),
        ("..", "::"),
    ];
    let name = name.strip_prefix("_$").map_or(name.to_string(), |rest| format!("${rest}"));
    codes.iter().fold(name, |name, (code, text)| name.replace(code, text))
}

/// `_RNvNtCs1234_5crate6module8function`: nested paths of plain names.
fn newer(symbol: &str) -> Option<String> {
    let mut rest = symbol.strip_prefix("_R")?;
    let mut depth = 0;
    while let Some(inner) = rest.strip_prefix('N') {
        rest = inner.get(1..)?;
        depth += 1;
    }
    rest = rest.strip_prefix('C')?;
    let mut parts = Vec::new();
    for _ in 0..=depth {
        if let Some(after) = rest.strip_prefix('s') {
            rest = &after[after.find('_')? + 1..];
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let length: usize = rest[..digits].parse().ok()?;
        let after = rest[digits..].strip_prefix('_').unwrap_or(&rest[digits..]);
        parts.push(after.get(..length)?);
        rest = &after[length..];
    }
    Some(parts.join("::"))
}

#[cfg(test)]
mod tests {
    use super::{demangle, library_path};

    #[test]
    fn paths_of_the_library() {
        let path = |symbol: &str| library_path(symbol).map(|path| path.join("::"));
        let begin = "_RINvNtCsjrHSEGnQ3l9_3std9panicking11begin_panicReEB4_";
        assert_eq!(path(begin).as_deref(), Some("std::panicking::begin_panic"));
        let method = "_RNvNvMNtCsgEmfK2I1SDS_4core5sliceSp15copy_from_slice17len_mismatch_fail";
        assert_eq!(path(method).as_deref(), Some("core::slice::copy_from_slice::len_mismatch_fail"));
        assert_eq!(
            path("_ZN4core6option13unwrap_failed17h8ea8bcbd6379a910E").as_deref(),
            Some("core::option::unwrap_failed")
        );
        assert_eq!(path("_ZN1r4core1g17h8ea8bcbd6379a910E"), None);
        assert_eq!(path("printf"), None);
    }

    #[test]
    fn paths_of_both_schemes() {
        assert_eq!(demangle("_ZN1r1m1g17h8ea8bcbd6379a910E"), "r::m::g");
        assert_eq!(demangle("_RNvNtCsgEmfK2I1SDS_4core9panicking5panic"), "core::panicking::panic");
        assert_eq!(demangle("_Z3addii"), "add");
        assert_eq!(demangle("_ZL3addii"), "add");
        assert_eq!(demangle("_ZN2ns3addEii"), "ns::add");
        assert_eq!(demangle("_ZNK1SeqERKS_"), "S::operator==");
        assert_eq!(demangle("_ZplRK1SS1_"), "operator+");
        assert_eq!(demangle("main"), "main");
    }
}
