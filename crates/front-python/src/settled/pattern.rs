//! Is a text surely a regular expression that `re.compile` takes?
//!
//! A small reader that knows the common part of the syntax and refuses the rest: look-behind, conditions on
//! groups, options within the pattern, escapes with numbers.

/// Does `re.compile` surely take it? `is_verbose`: with blanks and comments that do not count.
pub(super) fn is_valid(pattern: &str, is_verbose: bool) -> bool {
    let mut reader = Reader { rest: pattern.chars().peekable(), groups: Vec::new(), is_verbose };
    reader.alternatives(0) && reader.rest.next().is_none()
}

struct Reader<'p> {
    rest: std::iter::Peekable<std::str::Chars<'p>>,
    groups: Vec<String>,
    is_verbose: bool,
}

/// How deep groups may be nested.
const DEPTH: usize = 50;

impl Reader<'_> {
    fn alternatives(&mut self, depth: usize) -> bool {
        loop {
            match self.rest.peek() {
                None => return depth == 0,
                Some(')') => return depth > 0,
                Some('|') => {
                    self.rest.next();
                }
                Some(blank) if self.is_verbose && blank.is_ascii_whitespace() => {
                    self.rest.next();
                }
                Some('#') if self.is_verbose => while self.rest.next().is_some_and(|c| c != '\n') {},
                Some(_) => {
                    let Some(repeats) = self.atom(depth) else { return false };
                    if !self.repetition(repeats) {
                        return false;
                    }
                }
            }
        }
    }

    /// One thing to match; whether it may be repeated.
    fn atom(&mut self, depth: usize) -> Option<bool> {
        match self.rest.next()? {
            '(' => self.group(depth),
            '[' => self.class().then_some(true),
            '\\' => self.escape(),
            '^' | '$' => Some(false),
            '*' | '+' | '?' | '{' | '}' => None,
            _ => Some(true),
        }
    }

    fn group(&mut self, depth: usize) -> Option<bool> {
        if depth == DEPTH {
            return None;
        }
        let mut repeats = true;
        if self.rest.peek() == Some(&'?') {
            self.rest.next();
            match self.rest.next()? {
                ':' => {}
                '=' | '!' => repeats = false,
                'P' => {
                    if self.rest.next()? != '<' {
                        return None;
                    }
                    let mut name = String::new();
                    loop {
                        match self.rest.next()? {
                            '>' => break,
                            c => name.push(c),
                        }
                    }
                    if !super::values::is_identifier(&name) || self.groups.contains(&name) {
                        return None;
                    }
                    self.groups.push(name);
                }
                _ => return None,
            }
        }
        if !self.alternatives(depth + 1) {
            return None;
        }
        self.rest.next();
        Some(repeats)
    }

    fn escape(&mut self) -> Option<bool> {
        match self.rest.next()? {
            'd' | 'D' | 'w' | 'W' | 's' | 'S' | 'n' | 't' | 'r' | 'f' | 'v' | 'a' => Some(true),
            'b' | 'B' | 'A' | 'Z' => Some(false),
            c if !c.is_ascii_alphanumeric() => Some(true),
            _ => None,
        }
    }

    /// The rest of `[…]`; ranges run upwards.
    fn class(&mut self) -> bool {
        if self.rest.peek() == Some(&'^') {
            self.rest.next();
        }
        let mut is_first = true;
        loop {
            let Some(from) = self.class_atom(is_first) else { return false };
            let Some(from) = from else { return true };
            is_first = false;
            if self.rest.peek() != Some(&'-') {
                continue;
            }
            self.rest.next();
            if self.rest.peek() == Some(&']') {
                continue;
            }
            match (from, self.class_atom(false)) {
                (Some(from), Some(Some(Some(to)))) if from <= to => {}
                _ => return false,
            }
        }
    }

    /// `None`: not understood; `Some(None)`: the end; else the character, if it is one.
    #[expect(clippy::option_option, reason = "the end is neither a character nor a failure")]
    fn class_atom(&mut self, is_first: bool) -> Option<Option<Option<char>>> {
        match self.rest.next()? {
            ']' if !is_first => Some(None),
            // These will mean sets of characters one day: a warning.
            '[' => None,
            '\\' => match self.rest.next()? {
                'd' | 'D' | 'w' | 'W' | 's' | 'S' => Some(Some(None)),
                'n' => Some(Some(Some('\n'))),
                't' => Some(Some(Some('\t'))),
                'r' => Some(Some(Some('\r'))),
                'f' | 'v' | 'b' => Some(Some(None)),
                c if !c.is_ascii_alphanumeric() => Some(Some(Some(c))),
                _ => None,
            },
            c @ ('&' | '~' | '|' | '-') if self.rest.peek() == Some(&c) => None,
            c => Some(Some(Some(c))),
        }
    }

    /// What may follow: `*`, `+`, `?`, `{m,n}`, each perhaps lazy.
    fn repetition(&mut self, repeats: bool) -> bool {
        match self.rest.peek() {
            Some('*' | '+' | '?') => {
                self.rest.next();
            }
            Some('{') => {
                self.rest.next();
                let mut text = String::new();
                loop {
                    match self.rest.next() {
                        Some('}') => break,
                        Some(c) if c.is_ascii_digit() || c == ',' => text.push(c),
                        _ => return false,
                    }
                }
                let bounds: Vec<Option<u32>> = text.split(',').map(|part| part.parse().ok()).collect();
                let is_ordered = match bounds[..] {
                    [Some(_)] => true,
                    [Some(_), None] => text.ends_with(','),
                    [None, Some(_)] => text.starts_with(','),
                    [Some(from), Some(to)] => from <= to,
                    _ => false,
                };
                if !is_ordered || bounds.iter().flatten().any(|bound| *bound > 1000) {
                    return false;
                }
            }
            _ => return true,
        }
        if self.rest.peek() == Some(&'?') {
            self.rest.next();
        }
        repeats && !matches!(self.rest.peek(), Some('*' | '+' | '?' | '{'))
    }
}

#[cfg(test)]
mod tests {
    use super::is_valid;

    #[test]
    fn patterns_that_are_taken() {
        let patterns =
            ["", "a", r"^\d{1,3}(?:\.\d+)?$", r"(?P<year>\d{4})-[a-z_]+?", "[]a]", "[^]]*", r"[\w.-]+", "a|", "(|b)"];
        patterns.iter().for_each(|pattern| assert!(is_valid(pattern, false), "{pattern}"));
        assert!(is_valid("a b # (\n c", true));
    }

    #[test]
    fn patterns_that_are_refused() {
        let patterns = [
            "(",
            ")",
            "*a",
            "a**",
            "[a",
            "[z-a]",
            r"\1",
            "a{2,1}",
            "(?P<a>x)(?P<a>y)",
            "(?<=a)b",
            "^*",
            "a{3}{4}",
            "[[a]",
        ];
        patterns.iter().for_each(|pattern| assert!(!is_valid(pattern, false), "{pattern}"));
    }
}
