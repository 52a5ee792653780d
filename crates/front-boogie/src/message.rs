//! Messages about a source, and places as lines and columns.

use ir::entry::{Source, SourceError, SourceMessage};

use crate::ast::At;

pub(crate) struct Message {
    pub(crate) at: At,
    pub(crate) text: String,
}

/// Where the lines of a file begin.
pub(crate) struct Lines {
    starts: Vec<u32>,
    /// Every byte is a character, so columns need no counting.
    is_ascii: bool,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Lines {
        let after_breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        Lines { starts: [0].into_iter().chain(after_breaks).collect(), is_ascii: text.is_ascii() }
    }

    /// Line and column, from 1; columns count characters.
    pub(crate) fn line_column(&self, text: &str, offset: u32) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line - 1] as usize;
        if self.is_ascii {
            return (line as u32, offset - start as u32 + 1);
        }
        let column = text.get(start..offset as usize).map_or(0, |before| before.chars().count());
        (line as u32, column as u32 + 1)
    }
}

/// The messages in the order of the files' lines.
pub(crate) fn source_error(sources: &[&Source], mut messages: Vec<Message>) -> SourceError {
    messages.sort_by_key(|message| (message.at.file, message.at.start));
    messages.dedup_by(|b, a| (a.at.file, a.at.start, &a.text) == (b.at.file, b.at.start, &b.text));
    let lines: Vec<Lines> = sources.iter().map(|source| Lines::new(&source.text)).collect();
    let messages = messages.into_iter().map(|message| {
        let file = message.at.file as usize;
        let at = lines[file].line_column(&sources[file].text, message.at.start);
        SourceMessage { file: sources[file].name.clone(), at: Some(at), message: message.text, advice: None }
    });
    SourceError { messages: messages.collect() }
}
