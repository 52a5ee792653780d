//! A place in the text of one logical line, and the small steps forward from it.

/// Why a piece of text could not be read; the caller knows the line.
pub(crate) type Read<T> = Result<T, String>;

#[derive(Copy, Clone)]
pub(crate) struct Cursor<'m> {
    text: &'m str,
    at: usize,
}

impl<'m> Cursor<'m> {
    pub(crate) fn new(text: &'m str) -> Cursor<'m> {
        Cursor { text, at: 0 }
    }

    pub(crate) fn rest(&self) -> &'m str {
        &self.text[self.at..]
    }

    pub(crate) fn spaces(&mut self) {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    pub(crate) fn peek(&mut self) -> Option<u8> {
        self.spaces();
        self.text.as_bytes().get(self.at).copied()
    }

    /// Is this the end of what counts: nothing, or a comment?
    pub(crate) fn is_done(&mut self) -> bool {
        matches!(self.peek(), None | Some(b';'))
    }

    /// Steps over the punctuation if it is next.
    pub(crate) fn eat(&mut self, punctuation: &str) -> bool {
        self.spaces();
        let found = self.rest().starts_with(punctuation);
        if found {
            self.at += punctuation.len();
        }
        found
    }

    pub(crate) fn expect(&mut self, punctuation: &str) -> Read<()> {
        if self.eat(punctuation) { Ok(()) } else { Err(format!("expected `{punctuation}` before `{}`", self.near())) }
    }

    /// Steps over the word if it is next, and whole.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let mut ahead = *self;
        let found = ahead.word() == word;
        if found {
            *self = ahead;
        }
        found
    }

    /// Letters, digits, `_`, `.`, `-`; empty if something else is next.
    pub(crate) fn word(&mut self) -> &'m str {
        self.spaces();
        let start = self.at;
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(|byte| is_name_byte(*byte)) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    pub(crate) fn peek_word(&self) -> &'m str {
        let mut ahead = *self;
        ahead.word()
    }

    /// A name after its sigil: bare, or quoted (given without the quotes, escapes as they are).
    pub(crate) fn name(&mut self, sigil: &str) -> Read<&'m str> {
        self.expect(sigil)?;
        if self.rest().starts_with('"') {
            return self.quoted();
        }
        let word = self.word();
        if word.is_empty() { Err(format!("expected a name before `{}`", self.near())) } else { Ok(word) }
    }

    /// The text between quotes, escapes as they are.
    pub(crate) fn quoted(&mut self) -> Read<&'m str> {
        self.expect("\"")?;
        let length = self.rest().find('"').ok_or("a quote that does not end")?;
        let text = &self.rest()[..length];
        self.at += length + 1;
        Ok(text)
    }

    pub(crate) fn number<T: std::str::FromStr>(&mut self) -> Read<T> {
        let word = self.word();
        word.parse().map_err(|_| format!("expected a number, not `{word}`"))
    }

    /// Steps over a balanced group if the next character opens one.
    pub(crate) fn skip_group(&mut self) -> Read<bool> {
        if !matches!(self.peek(), Some(b'(' | b'[' | b'{' | b'<')) {
            return Ok(false);
        }
        let mut depth = 0usize;
        while let Some(byte) = self.text.as_bytes().get(self.at).copied() {
            if byte == b'"' {
                self.quoted()?;
                continue;
            }
            self.at += 1;
            match byte {
                b'(' | b'[' | b'{' | b'<' => depth += 1,
                b')' | b']' | b'}' | b'>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(true);
            }
        }
        Err("a bracket that does not close".into())
    }

    /// The next few characters, for messages.
    pub(crate) fn near(&self) -> &'m str {
        let rest = self.rest();
        let end = rest.char_indices().nth(20).map_or(rest.len(), |(index, _)| index);
        &rest[..end]
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'$' | b'+')
}
