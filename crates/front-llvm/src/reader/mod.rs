//! Reads textual LLVM IR, as clang 14 to 19 and rustc emit it.
//!
//! [`Module::read`] only finds where each function, global, type and piece of metadata stands;
//! what is written there is read when somebody asks, so a large file costs what is used of it.
//! Attributes and metadata that nobody needs are skipped, never across the end of a line.

mod body;
mod cursor;
mod debug;
mod source_type;
pub(crate) mod syntax;
mod types;

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::entry::SourceError;
use rustc_hash::FxHashMap;

use cursor::{Cursor, Read};
pub use source_type::{SourceField, SourceKind, SourceSignature, SourceType};
use syntax::{Body, Constant, Global, Signature, Type};

/// A module as it was read; copies share it.
#[derive(Clone)]
pub struct Module {
    text: Arc<Text>,
    /// Weak functions in whose place no other is taken to be.
    kept: Arc<BTreeSet<String>>,
    /// What variables of its own are called in the other version.
    called: Arc<FxHashMap<String, String>>,
}

impl std::ops::Deref for Module {
    type Target = Text;

    fn deref(&self) -> &Text {
        &self.text
    }
}

/// The text of a module and where things stand in it.
pub struct Text {
    name: String,
    text: String,
    /// Functions in the order of the text.
    pub(crate) functions: Vec<FunctionText>,
    /// By name: variables, aliases and declarations; the text after `=`.
    globals: FxHashMap<Box<str>, Range>,
    types: FxHashMap<Box<str>, Range>,
    by_name: FxHashMap<Box<str>, usize>,
    declared: FxHashMap<Box<str>, Range>,
    /// By number, shifted by one: 0 is absent.
    metadata: Vec<(u32, u32)>,
    /// Groups of attributes by number; the text after `=`.
    attributes: FxHashMap<u32, Range>,
}

type Range = (usize, usize);

pub(crate) struct FunctionText {
    pub(crate) name: Box<str>,
    head: Range,
    body: Range,
    pub(crate) internal: bool,
    /// Several modules may define it alike; the linker takes one.
    pub(crate) mergeable: bool,
    /// A definition elsewhere, which may do something else, takes its place.
    pub(crate) overridable: bool,
}

impl Module {
    /// Finds what the text defines.
    pub(crate) fn read(text: &str, name: &str) -> Result<Module, SourceError> {
        Text::read(text, name).map(|text| Module { text: Arc::new(text), kept: Arc::default(), called: Arc::default() })
    }
}

impl Module {
    /// The same module, in which these weak functions are what they say.
    pub(crate) fn keeping(&self, names: &BTreeSet<String>) -> Module {
        Module { kept: Arc::new(names.clone()), ..self.clone() }
    }

    /// The same module, in which these variables of its own are called as they are in the other version.
    pub(crate) fn calling(&self, names: FxHashMap<String, String>) -> Module {
        Module { called: Arc::new(names), ..self.clone() }
    }

    /// What both versions call it.
    pub(crate) fn called<'a>(&'a self, symbol: &'a str) -> &'a str {
        self.called.get(symbol).map_or(symbol, String::as_str)
    }

    /// Is it a weak function that is taken to be what it says?
    pub(crate) fn is_kept(&self, name: &str) -> bool {
        self.kept.contains(name) && self.function(name).is_some_and(|function| function.overridable)
    }

    /// Is it a weak function that another may take the place of?
    pub(crate) fn is_replaced(&self, name: &str) -> bool {
        !self.kept.contains(name) && self.function(name).is_some_and(|function| function.overridable)
    }
}

impl Text {
    fn read(text: &str, name: &str) -> Result<Text, SourceError> {
        let mut module = Text {
            name: name.into(),
            text: text.into(),
            functions: Vec::new(),
            globals: FxHashMap::default(),
            types: FxHashMap::default(),
            by_name: FxHashMap::default(),
            declared: FxHashMap::default(),
            metadata: Vec::new(),
            attributes: FxHashMap::default(),
        };
        let (mut at, mut line_number) = (0, 0);
        while at < text.len() {
            line_number += 1;
            let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
            let line = &text[at..end];
            let next = module.top_level(line, at, end);
            let next = next.map_err(|why| SourceError::new(name, Some((line_number, 1)), why))?;
            line_number += text[end..next].bytes().filter(|byte| *byte == b'\n').count().saturating_sub(1) as u32;
            at = next;
        }
        Ok(module)
    }

    /// Records what starts on this line; gives where the next line starts.
    fn top_level(&mut self, line: &str, at: usize, end: usize) -> Read<usize> {
        let next = end + 1;
        match line.as_bytes().first() {
            None | Some(b';' | b'$' | b'^' | b' ' | b'\t' | b'\r') => {}
            Some(b'!') => self.metadata_line(line, at, end),
            Some(sigil @ (b'@' | b'%')) => {
                let mut cursor = Cursor::new(line);
                let name = cursor.name(if *sigil == b'@' { "@" } else { "%" })?;
                cursor.expect("=")?;
                let range = (end - cursor.rest().len(), end);
                let table = if *sigil == b'@' { &mut self.globals } else { &mut self.types };
                table.insert(name.into(), range);
            }
            Some(_) if line.starts_with("define ") => return self.define(line, at, end),
            Some(_) if line.starts_with("declare ") => {
                let (name, _) = name_in(line)?;
                // `declare !dbg !12 void @f()`
                let mut head = "declare ".len();
                while line[head..].starts_with('!') {
                    head += line[head..].find(' ').map_or(line.len() - head, |length| length + 1);
                }
                self.declared.insert(name.into(), (at + head, end));
            }
            Some(_) if line.starts_with("target datalayout") => {
                if line.contains("\"E-") || line.contains("-p:32:32") {
                    return Err("only little-endian targets with pointers of 64 bits are read".into());
                }
            }
            Some(_) if line.starts_with("attributes #") => {
                let number = line["attributes #".len()..].split(' ').next().and_then(|digits| digits.parse().ok());
                if let Some(number) = number {
                    self.attributes.insert(number, (at, end));
                }
            }
            Some(_) => {
                let known = ["source_filename", "target ", "attributes ", "module ", "uselistorder", "}", "comdat"];
                if !known.iter().any(|word| line.starts_with(word)) {
                    return Err(format!("this is not LLVM IR: `{}`", line.chars().take(40).collect::<String>()));
                }
            }
        }
        Ok(next.min(self.text.len()))
    }

    fn metadata_line(&mut self, line: &str, at: usize, end: usize) {
        let digits = line[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (Ok(number), Some(rest)) = (line[1..=digits].parse::<usize>(), line[1 + digits..].strip_prefix(" = "))
        else {
            return;
        };
        if self.metadata.len() <= number {
            self.metadata.resize(number + 1, (0, 0));
        }
        let narrow = |index: usize| u32::try_from(index).unwrap_or(0);
        self.metadata[number] = (narrow(at + line.len() - rest.len()), narrow(end));
    }

    fn define(&mut self, line: &str, at: usize, end: usize) -> Read<usize> {
        let (name, before) = name_in(line)?;
        let close = self.text[end..].find("\n}").ok_or_else(|| format!("the function `{name}` does not end"))?;
        let function = FunctionText {
            name: name.into(),
            head: (at + "define ".len(), end),
            body: (end + 1, (end + close + 1).max(end + 1)),
            internal: before.contains(" internal ")
                || before.contains(" private ")
                || (before.contains(" hidden ") && is_of_one_crate(name)),
            mergeable: [" linkonce", " weak", " available_externally "].iter().any(|word| before.contains(word)),
            overridable: before.contains(" weak "),
        };
        self.by_name.insert(name.into(), self.functions.len());
        self.functions.push(function);
        Ok((end + close + 3).min(self.text.len()))
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    fn slice(&self, range: Range) -> &str {
        &self.text[range.0..range.1]
    }

    pub(crate) fn function(&self, name: &str) -> Option<&FunctionText> {
        self.by_name.get(name).map(|index| &self.functions[*index])
    }

    pub(crate) fn signature(&self, function: &FunctionText) -> Result<Signature<'_>, SourceError> {
        let line = self.slice(function.head);
        let found = body::signature(line).map_err(|why| self.error(function.head.0, &why))?;
        Ok(found.1)
    }

    /// Is the word among the attributes of that group?
    pub(crate) fn has_attribute(&self, group: Option<u32>, word: &str) -> bool {
        let Some(range) = group.and_then(|group| self.attributes.get(&group)) else { return false };
        self.slice(*range).split([' ', '{', '}']).any(|one| one == word)
    }

    pub(crate) fn declared_names(&self) -> impl Iterator<Item = &str> {
        self.declared.keys().map(|name| &**name)
    }

    pub(crate) fn declaration(&self, name: &str) -> Option<Signature<'_>> {
        let line = self.slice(*self.declared.get(name)?);
        body::signature(line).ok().map(|(_, signature)| signature)
    }

    /// May the function be missing in the end? Then its address is null.
    pub(crate) fn may_be_missing(&self, name: &str) -> bool {
        self.declared.get(name).is_some_and(|range| self.slice(*range).starts_with("extern_weak "))
    }

    /// The functions that run before everything else, with their priorities.
    pub(crate) fn constructors(&self) -> Vec<(i128, &str)> {
        let Some(Ok(GlobalOrAlias::Global(list))) = self.global("llvm.global_ctors") else { return Vec::new() };
        let Some(Constant::Aggregate(rows)) = list.initial else { return Vec::new() };
        let row = |(_, row): (Type<'_>, Constant<'_>)| match row {
            Constant::Aggregate(fields) => match fields.get(..2)? {
                [(_, Constant::Int(priority)), (_, Constant::Global(name))] => {
                    let (name, _) = self.by_name.get_key_value(*name)?;
                    Some((*priority, &**name))
                }
                _ => None,
            },
            _ => None,
        };
        rows.into_iter().filter_map(row).collect()
    }

    pub(crate) fn body(&self, function: &FunctionText) -> Result<Body<'_>, SourceError> {
        let unnamed = self.signature(function)?.params.iter().filter(|param| is_number(param.name)).count();
        Ok(body::body(self.slice(function.body), unnamed))
    }

    /// The definition of a named type; `None`: opaque or not there.
    pub(crate) fn named_type(&self, name: &str) -> Option<Type<'_>> {
        let mut cursor = Cursor::new(self.slice(*self.types.get(name)?));
        cursor.eat_word("type");
        types::ty(&mut cursor).ok()
    }

    /// A global variable; for an alias what it stands for.
    pub(crate) fn global(&self, name: &str) -> Option<Result<GlobalOrAlias<'_>, SourceError>> {
        let range = *self.globals.get(name)?;
        let text = self.slice(range);
        let read = global(text).map(|read| match read {
            GlobalOrAlias::Global(global) if text.trim_start().starts_with("hidden ") && is_of_one_crate(name) => {
                GlobalOrAlias::Global(Global { internal: true, ..global })
            }
            read => read,
        });
        Some(read.map_err(|why| self.error(range.0, &why)))
    }

    pub(crate) fn global_names(&self) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = self.globals.keys().map(|name| &**name).collect();
        names.sort_unstable();
        names.into_iter()
    }

    /// Does the function's text name the symbol?
    pub(crate) fn mentions(&self, function: &FunctionText, symbol: &str) -> bool {
        mentions(self.slice(function.body), symbol)
    }

    /// The symbols that the function's text names; one may come more than once.
    pub(crate) fn names_in_function<'a>(&'a self, function: &FunctionText) -> impl Iterator<Item = &'a str> {
        names_in(self.slice(function.body))
    }

    /// The symbols that the text of the global names.
    pub(crate) fn names_in_global(&self, global: &str) -> impl Iterator<Item = &str> {
        names_in(self.global_text(global).unwrap_or_default())
    }

    /// Does the text of the global name the symbol?
    pub(crate) fn global_mentions(&self, global: &str, symbol: &str) -> bool {
        self.global_text(global).is_some_and(|text| mentions(text, symbol))
    }

    /// The function as it is written, without what only describes it.
    pub(crate) fn function_text(&self, name: &str) -> Option<String> {
        let function = self.function(name)?;
        Some(undescribed(self.slice(function.head)) + &undescribed(self.slice(function.body)))
    }

    /// How its structures lie in memory, by name.
    pub(crate) fn structures(&self) -> impl Iterator<Item = (&str, &str)> {
        self.types.iter().map(|(name, range)| (&**name, self.slice(*range)))
    }

    /// The same of a variable.
    pub(crate) fn variable_text(&self, name: &str) -> Option<String> {
        self.global_text(name).map(undescribed)
    }

    fn global_text(&self, name: &str) -> Option<&str> {
        self.globals.get(name).map(|range| self.slice(*range))
    }

    /// What follows the words where they first stand.
    fn text_after(&self, words: &str) -> Option<&str> {
        self.text.find(words).map(|at| &self.text[at + words.len()..])
    }

    /// The text of a piece of metadata.
    pub(crate) fn metadata(&self, number: u32) -> Option<&str> {
        let (start, end) = *self.metadata.get(number as usize)?;
        (end > 0).then(|| &self.text[start as usize..end as usize])
    }

    fn error(&self, at: usize, why: &str) -> SourceError {
        let line = self.text[..at].bytes().filter(|byte| *byte == b'\n').count() as u32 + 1;
        SourceError::new(&self.name, Some((line, 1)), why)
    }
}

/// Does `@symbol`, or `@"symbol"`, stand in the text?
fn mentions(text: &str, symbol: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-');
    let bare = format!("@{symbol}");
    let is_whole = |(at, _): (usize, &str)| !text[at + bare.len()..].starts_with(part);
    text.match_indices(&bare).any(is_whole) || text.contains(&format!("@\"{symbol}\""))
}

/// What follows the `@`s of a text.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '-');
    text.match_indices('@').map(move |(at, _)| match text[at + 1..].strip_prefix('"') {
        Some(quoted) => quoted.split('"').next().unwrap_or_default(),
        None => {
            let rest = &text[at + 1..];
            &rest[..rest.find(|c: char| !part(c)).unwrap_or(rest.len())]
        }
    })
}

fn is_number(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit())
}

/// The name after the first `@` that is not within quotes, and what stands before it.
fn name_in(line: &str) -> Read<(&str, &str)> {
    let mut quoted = false;
    let at = line.bytes().position(|byte| {
        quoted ^= byte == b'"';
        byte == b'@' && !quoted
    });
    let at = at.ok_or("a function without name")?;
    Ok((Cursor::new(&line[at..]).name("@")?, &line[..at]))
}

pub(crate) enum GlobalOrAlias<'m> {
    Global(Global<'m>),
    Alias(Constant<'m>),
}

/// Is what is hidden under that name private? A crate of Rust's is one module: what it does not export is hidden, where
/// everything is kept. In C other files may name it.
fn is_of_one_crate(name: &str) -> bool {
    crate::demangle::is_mangled(name)
}

fn global(text: &str) -> Read<GlobalOrAlias<'_>> {
    let mut cursor = Cursor::new(text);
    let (mut internal, mut external, mut mergeable) = (false, false, false);
    loop {
        let word = cursor.word();
        match word {
            "internal" | "private" => internal = true,
            "external" | "extern_weak" => external = true,
            "weak" | "weak_odr" | "linkonce" | "linkonce_odr" | "common" | "available_externally" => mergeable = true,
            "thread_local" | "addrspace" => {
                cursor.skip_group()?;
            }
            "alias" | "ifunc" => {
                types::ty(&mut cursor)?;
                cursor.expect(",")?;
                let pointer = types::ty(&mut cursor)?;
                return Ok(GlobalOrAlias::Alias(types::constant(&mut cursor, &pointer)?));
            }
            "global" | "constant" => {
                let ty = types::ty(&mut cursor)?;
                let defined = !external && !matches!(cursor.peek(), None | Some(b',' | b';'));
                let initial = if defined { Some(types::constant(&mut cursor, &ty)?) } else { None };
                let constant = word == "constant";
                return Ok(GlobalOrAlias::Global(Global { ty, constant, internal, mergeable, initial }));
            }
            "" => return Err(format!("a global that cannot be read: `{}`", cursor.near())),
            _ => {}
        }
    }
}

/// The text without notes for debuggers and without the numbers of descriptions and of attributes.
fn undescribed(text: &str) -> String {
    let is_note = |line: &&str| line.trim_start().starts_with("#dbg_") || line.contains("@llvm.dbg.");
    let mut kept = String::new();
    for line in text.lines().filter(|line| !is_note(line)) {
        let (mut is_number, mut is_quoted) = (false, false);
        for c in line.chars() {
            is_quoted ^= c == '"';
            is_number = !is_quoted && (matches!(c, '!' | '#') || (is_number && c.is_ascii_digit()));
            if !is_number {
                kept.push(c);
            }
        }
        kept.push('\n');
    }
    kept
}
