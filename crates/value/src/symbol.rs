//! Names, stored once for the whole process, so that comparing and copying them is free.

use std::collections::HashSet;
use std::fmt;
use std::sync::{LazyLock, Mutex};

static NAMES: LazyLock<Mutex<HashSet<&'static str>>> = LazyLock::new(Default::default);

/// A name. Ordered by its text, so that output does not depend on the order of creation.
#[derive(Copy, Clone)]
pub struct Symbol(&'static str);

impl Symbol {
    pub fn new(name: &str) -> Symbol {
        let mut names = NAMES.lock().expect("no thread panics while it holds the names");
        if let Some(&known) = names.get(name) {
            return Symbol(known);
        }
        let kept: &'static str = Box::leak(name.into());
        names.insert(kept);
        Symbol(kept)
    }

    /// The name as the text form writes it: quoted where it would not be read as one name.
    pub fn name(self) -> impl fmt::Display {
        Name(self.0)
    }

    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Symbol) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Symbol {}

impl std::hash::Hash for Symbol {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.as_ptr().hash(state);
    }
}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Symbol) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Symbol {
    fn cmp(&self, other: &Symbol) -> std::cmp::Ordering {
        self.0.cmp(other.0)
    }
}

impl From<&str> for Symbol {
    fn from(name: &str) -> Symbol {
        Symbol::new(name)
    }
}

impl std::ops::Deref for Symbol {
    type Target = str;
    fn deref(&self) -> &str {
        self.0
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

struct Name(&'static str);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_name(f, self.0, false)
    }
}

/// Writes a name of the text form, in backquotes if it must or should be.
pub(crate) fn write_name(f: &mut fmt::Formatter<'_>, name: &str, quoted: bool) -> fmt::Result {
    let first = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$';
    let other = |byte: u8| first(byte) || byte.is_ascii_digit() || byte == b'.' || byte == b'?';
    if !quoted && name.bytes().next().is_some_and(first) && name.bytes().all(other) {
        return f.write_str(name);
    }
    f.write_str("`")?;
    for c in name.chars() {
        match c {
            '`' => f.write_str("\\u{60}")?,
            '\'' | '"' => write!(f, "{c}")?,
            c => write!(f, "{}", c.escape_default())?,
        }
    }
    f.write_str("`")
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, f)
    }
}
