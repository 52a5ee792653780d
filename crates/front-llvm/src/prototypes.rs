//! Functions as a C header declares them.
//!
//! A compiled file has neither the names of a declared function's parameters nor those of its types. This reads
//! plain declarations (`string append(string sb, char c);`) and leaves out everything else.

/// A declared function. Types are as they are written, but for `const`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prototype {
    pub name: String,
    /// The name, where there is one, and the type.
    pub params: Vec<(Option<String>, String)>,
    pub result: String,
}

/// The declarations in the text of a file.
pub fn prototypes(text: &str) -> Vec<Prototype> {
    let plain = without_comments(text);
    let lines: Vec<&str> = plain.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
    let mut found = Vec::new();
    let mut depth = 0usize;
    let mut statement = String::new();
    for c in lines.join("\n").chars() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                statement.clear();
            }
            ';' if depth == 0 => {
                found.extend(prototype(&std::mem::take(&mut statement)));
            }
            _ if depth == 0 => statement.push(c),
            _ => {}
        }
    }
    found
}

fn without_comments(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('/') {
        plain += &rest[..start];
        let (end, after) = match rest[start..].chars().nth(1) {
            Some('*') => ("*/", 2),
            Some('/') => ("\n", 0),
            _ => {
                plain.push('/');
                rest = &rest[start + 1..];
                continue;
            }
        };
        plain.push(' ');
        rest = rest[start + 1..].find(end).map_or("", |at| &rest[start + 1 + at + after..]);
    }
    plain + rest
}

fn prototype(statement: &str) -> Option<Prototype> {
    let statement = statement.trim();
    let (head, inside) = statement.split_once('(')?;
    let inside = inside.strip_suffix(')')?;
    // A pointer to a function is none of the plain ones.
    if inside.contains(['(', ')']) || head.contains(['=', ',']) || head.trim_start().starts_with("typedef") {
        return None;
    }
    let (name, result) = named(head)?;
    let name = name?;
    let params = match inside.trim() {
        "" | "void" => Vec::new(),
        _ if inside.contains("...") => return None,
        _ => inside.split(',').map(named).collect::<Option<_>>()?,
    };
    (!result.is_empty()).then_some(Prototype { name, params, result })
}

/// `const string sb`: the name and the type.
fn named(text: &str) -> Option<(Option<String>, String)> {
    const PLAIN: [&str; 10] =
        ["int", "char", "long", "short", "float", "double", "bool", "_Bool", "unsigned", "signed"];
    let spaced = text.replace('*', " * ");
    let words: Vec<&str> =
        spaced.split_whitespace().filter(|word| !matches!(*word, "const" | "extern" | "static" | "inline")).collect();
    let is_word = |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let tag = words.first().is_some_and(|word| matches!(*word, "struct" | "enum" | "union"));
    let (last, before) = words.split_last()?;
    let has_name = is_word(last) && !PLAIN.contains(last) && before.len() > usize::from(tag);
    let (name, kind) = if has_name { (Some((*last).to_owned()), before) } else { (None, &words[..]) };
    Some((name, kind.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_declarations_are_read() {
        let text = "#include <stdbool.h>\n/* texts; */\ntypedef const struct text *string;\nstruct text { int x; };\n\
                    bool find(string sb, string s); // f(x);\nstring empty(void);\nlong size(const struct text *);\n\
                    int twice(int x) { return x; }\nvoid each(void (*f)(int));\nunsigned int count(unsigned int);\n";
        let found = prototypes(text);
        let shown: Vec<String> = found
            .iter()
            .map(|row| {
                let params = row.params.iter().map(|(name, kind)| match name {
                    Some(name) => format!("{kind} {name}"),
                    None => kind.clone(),
                });
                format!("{} {}({})", row.result, row.name, params.collect::<Vec<_>>().join(", "))
            })
            .collect();
        assert_eq!(
            shown,
            [
                "bool find(string sb, string s)",
                "string empty()",
                "long size(struct text *)",
                "unsigned int count(unsigned int)"
            ]
        );
    }
}
