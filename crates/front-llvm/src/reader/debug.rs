//! Debug information: where code comes from and what its names were.

use super::Module;

/// A place in a source file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Location<'m> {
    pub(crate) file: &'m str,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl Module {
    /// The place a DILocation names.
    pub(crate) fn location(&self, number: u32) -> Option<Location<'_>> {
        let text = self.metadata(number)?;
        if !text.contains("DILocation(") {
            return None;
        }
        let line = field(text, "line: ")?.parse().ok()?;
        let column = field(text, "column: ").and_then(|column| column.parse().ok()).unwrap_or(0);
        Some(Location { file: self.file_of(reference(text, "scope: !")?)?, line, column })
    }

    /// The file of a scope: its own, or that of the scope around it.
    fn file_of(&self, mut scope: u32) -> Option<&str> {
        for _ in 0..64 {
            let text = self.metadata(scope)?;
            if text.contains("DIFile(") {
                return quoted(text, "filename: ");
            }
            scope = reference(text, "file: !").or_else(|| reference(text, "scope: !"))?;
        }
        None
    }

    /// Does the function stand in the file that was compiled? What stands elsewhere came out of a
    /// header.
    pub(crate) fn is_in_source_file(&self, subprogram: u32) -> bool {
        let named = |number: Option<u32>| self.file_of(number?);
        let unit = self.metadata(subprogram).and_then(|text| reference(text, "unit: !"));
        let (own, source) = (named(Some(subprogram)), named(unit));
        // A copy of the file may have been compiled, whose lines say where they came from.
        // In Rust a unit is named by the crate's root and its part of the crate: `lib.rs/@/program.1234-cgu.0`.
        let root = |file: &str| file.split("/@/").next().and_then(|file| file.rsplit('/').next()).map(str::to_owned);
        let last = |file: Option<&str>| file.and_then(root);
        own.is_none() || source.is_none() || last(own) == last(source)
    }

    /// The name of a DILocalVariable, and which parameter it is, from 1.
    pub(crate) fn variable(&self, number: u32) -> Option<(&str, Option<usize>)> {
        let text = self.metadata(number)?;
        Some((quoted(text, "name: ")?, field(text, "arg: ").and_then(|arg| arg.parse().ok())))
    }

    /// Is each of the function's result and parameters passed as a structure in the source?
    /// The result comes first.
    pub(crate) fn aggregates(&self, subprogram: u32) -> Vec<bool> {
        self.types_of(subprogram).map(|ty| ty.is_some_and(|number| self.is_aggregate(number))).collect()
    }

    /// Is each of the function's result and parameters an unsigned number? The result comes first.
    pub(crate) fn unsigned(&self, subprogram: u32) -> Vec<bool> {
        self.types_of(subprogram).map(|ty| ty.is_some_and(|number| self.is_unsigned(number))).collect()
    }

    /// The types of result and parameters; `None`: void.
    fn types_of(&self, subprogram: u32) -> impl Iterator<Item = Option<u32>> {
        let types = || {
            let routine = self.metadata(reference(self.metadata(subprogram)?, "type: !")?)?;
            self.metadata(reference(routine, "types: !")?)
        };
        let list = types().unwrap_or("").trim_start_matches("!{").trim_end_matches('}');
        list.split(", ").map(|ty| ty.strip_prefix('!').and_then(|number| number.parse().ok()))
    }

    /// The number of a global variable's description.
    pub(super) fn global_description(&self, name: &str) -> Option<u32> {
        let text = self.global_text(name)?;
        let number = &text[text.rfind("!dbg !")? + "!dbg !".len()..];
        number[..number.bytes().take_while(u8::is_ascii_digit).count()].parse().ok()
    }

    /// Was the source C? (Not C++ or Rust.)
    pub(crate) fn is_c(&self) -> bool {
        let unit = self.text_after("DICompileUnit(language: ").unwrap_or_default();
        unit.starts_with("DW_LANG_C") && !unit.starts_with("DW_LANG_C_plus")
    }

    fn is_unsigned(&self, number: u32) -> bool {
        let mut next = Some(number);
        for _ in 0..64 {
            let Some(text) = next.and_then(|number| self.metadata(number)) else { return false };
            if text.contains("DIBasicType(") {
                return text.contains("DW_ATE_unsigned") || text.contains("DW_ATE_boolean");
            }
            next = reference(text, "baseType: !");
        }
        false
    }

    fn is_aggregate(&self, number: u32) -> bool {
        let mut next = Some(number);
        for _ in 0..64 {
            let Some(text) = next.and_then(|number| self.metadata(number)) else { return false };
            if text.contains("DICompositeType(") {
                return !text.contains("DW_TAG_enumeration_type");
            }
            if text.contains("DW_TAG_pointer_type") {
                return false;
            }
            next = reference(text, "baseType: !");
        }
        false
    }
}

/// What follows the key, up to a comma or parenthesis.
pub(super) fn field<'m>(text: &'m str, key: &str) -> Option<&'m str> {
    let rest = &text[text.find(key)? + key.len()..];
    Some(&rest[..rest.find([',', ')']).unwrap_or(rest.len())])
}

pub(super) fn reference(text: &str, key: &str) -> Option<u32> {
    field(text, key)?.parse().ok()
}

pub(super) fn quoted<'m>(text: &'m str, key: &str) -> Option<&'m str> {
    let rest = text[text.find(key)? + key.len()..].strip_prefix('"')?;
    Some(&rest[..rest.find('"')?])
}
