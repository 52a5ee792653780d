//! From text to tokens, all at once: the parser looks at function headers before bodies.

use std::borrow::Cow;

use super::ParseError;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    Name,
    /// A name in backquotes: never a keyword or an operator without constructor.
    Quoted,
    /// Digits, with an optional sign, fraction and exponent, or hexadecimal.
    Number,
    /// In double quotes.
    Text,
    /// In single quotes.
    Atom,
    Arrow,
    Punctuation(u8),
    End,
}

/// A token and the bytes it covers, quotes included.
#[derive(Copy, Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: u32,
    pub(super) end: u32,
}

pub(super) fn lex(text: &str) -> Result<Vec<Token>, ParseError> {
    if u32::try_from(text.len()).is_err() {
        return Err(error_at(text, 0, "the text is too long"));
    }
    let bytes = text.as_bytes();
    let mut tokens = Vec::with_capacity(bytes.len() / 4 + 1);
    let mut at = 0;
    loop {
        at = skip_blanks(bytes, at);
        let kind_and_end = match bytes.get(at) {
            None => break,
            Some(byte) if starts_name(*byte) => (TokenKind::Name, run(bytes, at, continues_name)),
            Some(byte) if byte.is_ascii_digit() => (TokenKind::Number, number_end(bytes, at)),
            Some(b'-') if bytes.get(at + 1) == Some(&b'>') => (TokenKind::Arrow, at + 2),
            Some(b'-') if bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => {
                (TokenKind::Number, number_end(bytes, at + 1))
            }
            Some(quote @ (b'`' | b'"' | b'\'')) => {
                let kind = match quote {
                    b'`' => TokenKind::Quoted,
                    b'"' => TokenKind::Text,
                    _ => TokenKind::Atom,
                };
                let end = quoted_end(bytes, at).ok_or_else(|| error_at(text, at, "this quote is never closed"))?;
                (kind, end)
            }
            Some(byte @ (b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b':' | b';' | b'=' | b'@' | b'/' | b'-')) => {
                (TokenKind::Punctuation(*byte), at + 1)
            }
            Some(_) => return Err(error_at(text, at, "this character means nothing here")),
        };
        let (kind, end) = kind_and_end;
        tokens.push(Token { kind, start: at as u32, end: end as u32 });
        at = end;
    }
    tokens.push(Token { kind: TokenKind::End, start: at as u32, end: at as u32 });
    Ok(tokens)
}

fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\n' | b'\t' | b'\r') => at += 1,
            Some(b'#') => at = run(bytes, at, |byte| byte != b'\n'),
            _ => return at,
        }
    }
}

/// The end of the longest run of bytes from `at` of which all but the first must be wanted.
fn run(bytes: &[u8], at: usize, wanted: impl Fn(u8) -> bool) -> usize {
    let rest = &bytes[at + 1..];
    at + 1 + rest.iter().position(|byte| !wanted(*byte)).unwrap_or(rest.len())
}

fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$'
}

fn continues_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'?')
}

fn number_end(bytes: &[u8], at: usize) -> usize {
    if bytes[at] == b'0' && bytes.get(at + 1) == Some(&b'x') {
        return run(bytes, at + 1, |byte| byte.is_ascii_hexdigit());
    }
    let mut end = run(bytes, at, |byte| byte.is_ascii_digit());
    if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        end = run(bytes, end, |byte| byte.is_ascii_digit());
    }
    let exponent = match (bytes.get(end), bytes.get(end + 1)) {
        (Some(b'e'), Some(b'-')) => end + 2,
        (Some(b'e'), _) => end + 1,
        _ => return end,
    };
    if bytes.get(exponent).is_some_and(u8::is_ascii_digit) {
        run(bytes, exponent, |byte| byte.is_ascii_digit())
    } else {
        end
    }
}

fn quoted_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 2,
            byte if *byte == bytes[start] => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// What stands between the quotes, with its escapes resolved; `None` if one of them is wrong.
pub(super) fn unescape(quoted: &str) -> Option<Cow<'_, str>> {
    let inner = &quoted[1..quoted.len() - 1];
    if !inner.contains('\\') {
        return Some(Cow::Borrowed(inner));
    }
    let mut text = String::new();
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        text.push(match chars.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let rest = chars.as_str().strip_prefix('{')?;
                let (digits, rest) = rest.split_once('}')?;
                chars = rest.chars();
                char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
            }
            other @ ('\\' | '\'' | '"' | '`') => other,
            _ => return None,
        });
    }
    Some(Cow::Owned(text))
}

pub(super) fn error_at(text: &str, offset: usize, message: impl Into<String>) -> ParseError {
    let before = &text.as_bytes()[..offset];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    let lines = before.iter().filter(|byte| **byte == b'\n').count();
    // Columns count characters: a byte that continues one is none of its own.
    let column = before[line_start..].iter().filter(|byte| **byte & 0xc0 != 0x80).count();
    ParseError { line: lines as u32 + 1, column: column as u32 + 1, message: message.into() }
}
