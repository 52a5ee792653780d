//! What `sub` puts in for a match, and patterns that match a text.

use super::parse::Pattern;

/// Characters, and groups by number.
pub(super) struct Template(Vec<Part>);

enum Part {
    Code(u32),
    Group(usize),
}

impl Template {
    /// `None`: it is refused, or not taken.
    pub(super) fn read(template: &[u32], pattern: &Pattern) -> Option<Template> {
        let is_group = |group: &usize| *group <= pattern.groups;
        let char_at = |at: usize| template.get(at).copied().and_then(char::from_u32);
        let mut parts = Vec::new();
        let mut at = 0;
        while at < template.len() {
            if template[at] != u32::from('\\') {
                parts.push(Part::Code(template[at]));
                at += 1;
                continue;
            }
            let c = char_at(at + 1)?;
            at += 2;
            match c {
                'g' => {
                    let close = (at..template.len()).find(|at| template[*at] == u32::from('>'))?;
                    let name: String =
                        template[at..close].iter().map(|code| char::from_u32(*code)).collect::<Option<_>>()?;
                    let name = name.strip_prefix('<')?;
                    let named = pattern.names.iter().find(|(known, _)| known == name).map(|(_, group)| *group);
                    let is_number = !name.is_empty() && name.bytes().all(|digit| digit.is_ascii_digit());
                    let numbered = is_number.then(|| name.parse().ok()).flatten();
                    parts.push(Part::Group(named.or(numbered).filter(is_group)?));
                    at = close + 1;
                }
                '1'..='9' => {
                    let mut group = c.to_digit(10)? as usize;
                    if let Some(digit) = char_at(at).and_then(|next| next.to_digit(10)) {
                        at += 1;
                        group = group * 10 + digit as usize;
                        // Three digits of eight may be a character.
                        if char_at(at).is_some_and(|next| next.is_ascii_digit()) {
                            return None;
                        }
                    }
                    parts.push(Part::Group(Some(group).filter(is_group)?));
                }
                c if let Some(code) = escaped(c) => parts.push(Part::Code(code)),
                c if c.is_ascii_alphanumeric() => return None,
                c => parts.extend([Part::Code(u32::from('\\')), Part::Code(c.into())]),
            }
        }
        Some(Template(parts))
    }

    pub(super) fn fill(&self, text: &[u32], found: &[i64], out: &mut Vec<u32>) {
        for part in &self.0 {
            match part {
                Part::Code(code) => out.push(*code),
                Part::Group(group) => out.extend(super::slice(text, found[2 * group], found[2 * group + 1])),
            }
        }
    }
}

fn escaped(c: char) -> Option<u32> {
    Some(match c {
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'n' => 10,
        'r' => 13,
        't' => 9,
        'v' => 11,
        '\\' => 92,
        _ => return None,
    })
}

/// What `re.escape` makes of a text.
pub(super) fn escape(text: &[u32]) -> Vec<u32> {
    let is_special =
        |code: u32| char::from_u32(code).is_some_and(|c| "()[]{}?*+-|^$\\.&~# \t\n\r\u{b}\u{c}".contains(c));
    let escaped = |code: &u32| is_special(*code).then_some(u32::from('\\')).into_iter().chain([*code]);
    text.iter().flat_map(escaped).collect()
}
