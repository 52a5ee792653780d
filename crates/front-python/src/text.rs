//! The text of a file as CPython reads it.

use crate::refused::Why;

/// Ends of lines are `\n` whatever the file has, in string literals too.
pub(crate) fn normalised(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_string() }
}

/// What the file's own declaration of its encoding makes of it; it was read as UTF-8.
pub(crate) fn encoding(text: &str) -> Option<Why> {
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or_default();
    let name = match declared(first) {
        Some(name) => name,
        None if is_blank(first) => declared(lines.next().unwrap_or_default())?,
        None => return None,
    };
    let name = name.to_ascii_lowercase().replace('_', "-");
    let is_utf8 = name == "utf-8" || name.starts_with("utf-8-") || name == "utf8";
    let extends_ascii = ["ascii", "us-ascii", "latin-1", "latin1", "iso-8859-1", "iso-8859-15", "cp1252"];
    if is_utf8 || (text.is_ascii() && extends_ascii.contains(&name.as_str())) {
        return None;
    }
    Some(Why::Unknown("a file that is not UTF-8 by its own declaration"))
}

fn is_blank(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t', '\u{c}']);
    line.is_empty() || line.starts_with('#')
}

/// The name in a comment that alone stands on its line, `# -*- coding: name -*-`.
fn declared(line: &str) -> Option<&str> {
    let comment = line.trim_start_matches([' ', '\t', '\u{c}']).strip_prefix('#')?;
    comment.match_indices("coding").find_map(|(at, word)| {
        let rest = comment[at + word.len()..].strip_prefix([':', '='])?.trim_start_matches([' ', '\t']);
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c))).unwrap_or(rest.len());
        (end > 0).then(|| &rest[..end])
    })
}
