//! How a C project is built: what the `compile_commands.json` of its tree says.
//!
//! Such a file is written where the build was configured, with the paths of that place. Each source is looked for in the
//! tree by the end of its path, so that a tree that was moved, or comes out of git, is read by the same file.

use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use crate::failure::{Failure, Result};
use crate::read::{Named, absolute};

/// The sources of a build, below the tree, each with what is said to the compiler about its meaning.
pub(crate) struct Build {
    pub(crate) sources: Vec<(PathBuf, Vec<String>)>,
}

struct Entry {
    directory: PathBuf,
    file: PathBuf,
    /// The command, with its words apart.
    words: Vec<String>,
}

/// Where a build's file is looked for.
const PLACES: [&str; 2] = ["compile_commands.json", "build/compile_commands.json"];

/// Flags with a path, in the same word or the next.
const WITH_PATH: [&str; 6] = ["-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"];

/// Flags of one word that change what a program means.
const WITH_MEANING: [&str; 16] = [
    "-D",
    "-U",
    "-std=",
    "-ansi",
    "-m16",
    "-m32",
    "-mx32",
    "-fwrapv",
    "-ftrapv",
    "-funsigned-char",
    "-fsigned-char",
    "-fshort-enums",
    "-fshort-wchar",
    "-fpack-struct",
    "-ffreestanding",
    "-fno-builtin",
];

impl Build {
    /// What the tree's own file says, or the one at the same place of the working tree.
    pub(crate) fn of(tree: &Named) -> Result<Option<Build>> {
        let folders = [&tree.path, &tree.home];
        let mut places = folders.iter().flat_map(|folder| PLACES.map(|place| folder.join(place)));
        let Some(file) = places.find(|path| path.is_file()) else { return Ok(None) };
        let bad = |why: String| Failure::of(file.display().to_string(), why, "write it anew, as cmake or bear do");
        let text = std::fs::read_to_string(&file).map_err(|error| bad(error.to_string()))?;
        let rows: Vec<Value> = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
        let entries: Option<Vec<Entry>> = rows.iter().map(Entry::of).collect();
        let entries = entries.ok_or_else(|| bad("an entry has no directory, file and command".to_owned()))?;
        let mut sources: Vec<(PathBuf, Vec<String>)> = Vec::new();
        for entry in &entries {
            let Some((below, flags)) = entry.within(&absolute(&tree.path)) else { continue };
            match sources.iter().find(|(known, _)| *known == below) {
                None => sources.push((below, flags)),
                Some((_, known)) if *known == flags => {}
                Some(_) => {
                    return Err(bad(format!("{} is built twice, with different flags", below.display())));
                }
            }
        }
        Ok((!sources.is_empty()).then_some(Build { sources }))
    }
}

impl Entry {
    fn of(row: &Value) -> Option<Entry> {
        let text = |key: &str| row.get(key)?.as_str();
        let given = row.get("arguments").and_then(Value::as_array);
        let words = match given {
            Some(words) => words.iter().map(|word| word.as_str().map(str::to_owned)).collect::<Option<_>>()?,
            None => words(text("command")?),
        };
        Some(Entry { directory: text("directory")?.into(), file: text("file")?.into(), words })
    }

    /// The source below the tree, and its flags with the tree's own paths. `None`: it is not there, or no C.
    fn within(&self, tree: &Path) -> Option<(PathBuf, Vec<String>)> {
        let is_c = |ending: &std::ffi::OsStr| ["c", "cc", "cpp", "cxx"].iter().any(|known| ending == *known);
        self.file.extension().filter(|ending| is_c(ending))?;
        let file = plain(&self.directory.join(&self.file));
        let parts: Vec<Component<'_>> = file.components().collect();
        let ends = (1..parts.len()).map(|from| (from, parts[from..].iter().collect::<PathBuf>()));
        let (from, below) = ends.into_iter().find(|(_, end)| tree.join(end).is_file())?;
        let root: PathBuf = parts[..from].iter().collect();
        let here = |path: &str| {
            let path = plain(&self.directory.join(path));
            path.strip_prefix(&root).map_or(path.clone(), |rest| tree.join(rest)).display().to_string()
        };
        Some((below, self.flags(here)))
    }

    fn flags(&self, here: impl Fn(&str) -> String) -> Vec<String> {
        let mut words = self.words.iter();
        let mut flags = Vec::new();
        while let Some(word) = words.next() {
            let path = WITH_PATH.iter().find_map(|flag| Some((*flag, word.strip_prefix(flag)?)));
            let macro_ = ["-D", "-U"].into_iter().find(|flag| word == flag);
            if let Some((flag, rest)) = path {
                let path = if rest.is_empty() { words.next().map_or("", String::as_str) } else { rest };
                flags.push(format!("{flag}{}", here(path)));
            } else if let Some(flag) = macro_ {
                flags.extend(words.next().map(|name| format!("{flag}{name}")));
            } else if WITH_MEANING.iter().any(|flag| word.starts_with(flag)) {
                flags.push(word.clone());
            }
        }
        flags
    }
}

/// Without `.` and `..`, by the words alone: what is there is another machine's.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// A command as a shell takes it apart: quotes and backslashes.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(chars.next()),
            (c, Some(end)) if c == end => quote = None,
            ('"' | '\'', None) => {
                word.get_or_insert_default();
                quote = Some(c);
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_taken_apart_as_a_shell_does() {
        let line = r#"cc -DNAME="\"a b\"" '-I two words' -c x.c"#;
        assert_eq!(words(line), ["cc", "-DNAME=\"a b\"", "-I two words", "-c", "x.c"]);
    }

    #[test]
    fn a_tree_that_was_moved_is_read_with_its_own_paths() {
        let Ok(tree) = crate::temporary::folder() else { panic!("a folder") };
        let there = |name: &str| tree.path().join(name);
        std::fs::create_dir_all(there("src")).expect("a folder");
        std::fs::write(there("src/x.c"), "").expect("a file");
        let commands = r#"[
            {"directory": "/gone/build", "file": "../src/x.c", "arguments":
                ["cc", "-I../include", "-O2", "-Wall", "-D", "N=3", "-isystem", "/usr/other", "-std=gnu99", "-o", "x.o"]},
            {"directory": "/gone/build", "file": "../src/none.c", "command": "cc -c ../src/none.c"}
        ]"#;
        std::fs::write(there("compile_commands.json"), commands).expect("a file");
        let named = Named::new(tree.path(), Path::new(""));
        let build = Build::of(&named).ok().flatten().expect("a build");
        let include = absolute(tree.path()).join("include").display().to_string();
        let flags = [&format!("-I{include}"), "-DN=3", "-isystem/usr/other", "-std=gnu99"].map(str::to_owned).to_vec();
        assert_eq!(build.sources, [(PathBuf::from("src/x.c"), flags)]);
    }
}
