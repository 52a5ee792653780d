//! What a source speaks of: its numbers and texts are worth trying.

/// Literals of a source.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mined {
    pub(crate) numbers: Vec<i128>,
    pub(crate) floats: Vec<f64>,
    pub(crate) texts: Vec<Vec<u8>>,
}

/// More literals of a kind are not kept.
const MOST: usize = 200;

impl Mined {
    /// Reads C and Rust alike: what is no literal does no harm.
    pub(crate) fn add(&mut self, source: &str) {
        let bytes = source.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            at = match bytes[at] {
                b'/' if bytes.get(at + 1) == Some(&b'/') => end_of_line(bytes, at),
                b'"' => self.text(bytes, at + 1),
                b'\'' => self.character(bytes, at + 1),
                b'0'..=b'9' => self.number(bytes, at),
                byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                    at + bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count()
                }
                _ => at + 1,
            };
        }
    }

    fn keep(&mut self, number: i128) {
        if self.numbers.len() < MOST && !self.numbers.contains(&number) {
            self.numbers.push(number);
        }
    }

    fn number(&mut self, bytes: &[u8], at: usize) -> usize {
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'.' || **byte == b'_';
        let length = bytes[at..].iter().take_while(is_part).count();
        let text: String = bytes[at..at + length].iter().map(|byte| *byte as char).filter(|c| *c != '_').collect();
        let lower = text.to_ascii_lowercase();
        let integer = match lower.as_bytes() {
            [b'0', b'x', ..] => i128::from_str_radix(lower[2..].trim_end_matches(['u', 'l']), 16).ok(),
            [b'0', b'b', ..] => i128::from_str_radix(lower[2..].trim_end_matches(['u', 'l']), 2).ok(),
            _ => lower.split(['u', 'l', 'i']).next().and_then(|digits| digits.parse().ok()),
        };
        match integer {
            Some(number) => self.keep(number),
            None => {
                if let Ok(float) = lower.trim_end_matches(['f', 'l']).parse::<f64>()
                    && self.floats.len() < MOST
                {
                    self.floats.push(float);
                }
            }
        }
        at + length.max(1)
    }

    fn character(&mut self, bytes: &[u8], at: usize) -> usize {
        // A lifetime of Rust's is no character.
        let Some((byte, next)) = escaped(bytes, at).filter(|(_, next)| bytes.get(*next) == Some(&b'\'')) else {
            return at;
        };
        self.keep(i128::from(byte));
        if self.texts.len() < MOST {
            self.texts.push(vec![byte]);
        }
        next + 1
    }

    fn text(&mut self, bytes: &[u8], mut at: usize) -> usize {
        let mut text = Vec::new();
        while let Some((byte, next)) = escaped(bytes, at).filter(|_| bytes[at] != b'"' && bytes[at] != b'\n') {
            text.push(byte);
            at = next;
        }
        if self.texts.len() < MOST && !text.is_empty() {
            self.texts.push(text);
        }
        at + 1
    }
}

fn end_of_line(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| **byte != b'\n').count()
}

/// The character that stands here, and where the next one does.
fn escaped(bytes: &[u8], at: usize) -> Option<(u8, usize)> {
    match *bytes.get(at)? {
        b'\\' => {
            let (byte, digits) = match *bytes.get(at + 1)? {
                b'n' => (b'\n', 0),
                b't' => (b'\t', 0),
                b'r' => (b'\r', 0),
                b'v' => (0x0b, 0),
                b'f' => (0x0c, 0),
                b'x' => {
                    let digits = bytes[at + 2..].iter().take(2).take_while(|byte| byte.is_ascii_hexdigit()).count();
                    let text = std::str::from_utf8(&bytes[at + 2..at + 2 + digits]).ok()?;
                    (u8::from_str_radix(text, 16).ok()?, digits)
                }
                b'0'..=b'7' => {
                    let is_octal = |byte: &&u8| (b'0'..=b'7').contains(*byte);
                    let digits = bytes[at + 1..].iter().take(3).take_while(is_octal).count();
                    let text = std::str::from_utf8(&bytes[at + 1..at + 1 + digits]).ok()?;
                    ((u32::from_str_radix(text, 8).ok()? & 0xff) as u8, digits - 1)
                }
                other => (other, 0),
            };
            Some((byte, at + 2 + digits))
        }
        byte => Some((byte, at + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_found() {
        let mut mined = Mined::default();
        mined.add("int f(int x2){ if (x2 == 0x1F || x2 > 1000ul) return '\\n'; /* 7 */ return strcmp(s, \"a\\\"b\\101\"); } // 99\n double d = 2.5e0f;");
        assert_eq!(mined.numbers, [31, 1000, 10, 7]);
        assert_eq!(mined.texts, [b"\n".to_vec(), b"a\"bA".to_vec()]);
        assert_eq!(mined.floats, [2.5]);
    }
}
