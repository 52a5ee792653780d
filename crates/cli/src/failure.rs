//! Why a check could not run: one message that names the file, the line and what to do.

use std::fmt::Write;
use std::path::Path;

use ir::entry::{SourceError, SourceMessage};

/// What a user sees on standard error, with exit code 2.
#[derive(Clone, Debug)]
pub struct Failure {
    messages: Vec<SourceMessage>,
}

pub type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// Something about the command line.
    pub fn new(message: impl Into<String>, advice: impl Into<String>) -> Failure {
        Failure::of(String::new(), message, advice)
    }

    /// Something about a file.
    pub fn of(file: impl Into<String>, message: impl Into<String>, advice: impl Into<String>) -> Failure {
        let advice = Some(advice.into()).filter(|advice| !advice.is_empty());
        Failure { messages: vec![SourceMessage { file: file.into(), at: None, message: message.into(), advice }] }
    }

    /// The message, with the source line and a caret where there is a place. `read` gives the text
    /// of a file by the name that messages use.
    /// What went wrong, in one line.
    pub fn first_line(&self) -> &str {
        self.messages.first().map_or("", |message| message.message.as_str())
    }

    pub fn render(&self, read: impl Fn(&str) -> Option<String>) -> String {
        let mut text = String::new();
        for message in &self.messages {
            let place = match message.at {
                Some((line, column)) => format!("{}:{line}:{column}: ", message.file),
                None if message.file.is_empty() => String::new(),
                None => format!("{}: ", message.file),
            };
            let _ = writeln!(text, "safebump: {place}{}", message.message);
            if let Some((line, column)) = message.at
                && let Some(source) = read(&message.file)
                && let Some(quoted) = source.lines().nth(line.saturating_sub(1) as usize)
            {
                text += &caret(line, column, quoted);
            }
            if let Some(advice) = &message.advice {
                let _ = writeln!(text, "  {advice}");
            }
        }
        text
    }
}

/// A wider part of a line than this is left out.
const WIDTH: usize = 100;

fn caret(line: u32, column: u32, quoted: &str) -> String {
    let column = (column.max(1) - 1) as usize;
    let skip = if column > WIDTH * 3 / 4 { column - WIDTH / 2 } else { 0 };
    let shown: String = quoted.chars().skip(skip).take(WIDTH).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    format!("  {number} | {}\n  {margin} | {}^\n", shown.trim_end(), " ".repeat(column - skip))
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Failure {
        Failure { messages: error.messages }
    }
}

/// What went wrong with reading or writing a file, in plain words.
pub fn io(path: &Path, doing: &str, error: &std::io::Error) -> Failure {
    let why = match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    Failure::of(path.display().to_string(), format!("cannot {doing}: {why}"), "check the path and try again")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caret_stands_under_its_column() {
        let error = SourceError::new("bad.py", Some((1, 7)), "expected a name");
        let text = Failure::from(error).render(|_| Some("def f(:\n".to_owned()));
        assert_eq!(text, "safebump: bad.py:1:7: expected a name\n  1 | def f(:\n    |       ^\n");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let error = SourceError::new("bad.py", Some((1, 5000)), "too deep");
        let text = Failure::from(error).render(|_| Some("(".repeat(10_000)));
        assert!(text.len() < 400, "{text}");
    }
}
