//! Rust programs: what is compiled, and under which names.
//!
//! Both versions are compiled as a crate of one name, so that their functions have the same
//! symbols. A client in a file of its own is the crate's root, and the library a module of it,
//! under the name that the client uses: `use lib::f` and `use crate::lib::f` both mean that module.

use std::path::{Path, PathBuf};

use crate::failure::{self, Failure, Result};
use crate::question::Question;
use crate::read::{self, Named};

/// What the crate is called.
pub(crate) const CRATE: &str = "program";

/// A file to compile, and the flags for it.
pub(crate) struct Root {
    pub(crate) file: PathBuf,
    pub(crate) flags: Vec<String>,
}

/// The root of the crate that is this version.
pub(crate) fn root(question: &Question, version: &Named, work: &Path) -> Result<Root> {
    let library = library(version)?;
    let mut flags = vec![format!("--crate-name={CRATE}")];
    let file = match question.client.as_ref().and_then(|client| client.file.as_ref()) {
        None => library.path.clone(),
        Some(client) => {
            let source = read::source(client)?;
            let module = module(question, client, &source.text)?;
            let text = with_module(&source.text, &module, &read::absolute(&library.path));
            let file = copy(&client.path, &text, work)?;
            // Places in the copy are places in the client's own file.
            let home = read::absolute(&client.folder().path);
            let folder = file.parent().unwrap_or(work);
            flags.push(format!("--remap-path-prefix={}={}", folder.display(), home.display()));
            file
        }
    };
    if !question.reading.cflags.iter().any(|flag| flag.starts_with("--edition")) {
        flags.push("--edition=2021".to_owned());
    }
    flags.extend(question.reading.cflags.iter().cloned());
    Ok(Root { file, flags })
}

/// Writes the text to a file of that name.
fn copy(of: &Path, text: &str, work: &Path) -> Result<PathBuf> {
    let folder = work.join(format!("{:016x}", hash(text)));
    let file = folder.join(of.file_name().unwrap_or_default());
    let cannot = |error: std::io::Error| failure::io(&file, "write it", &error);
    std::fs::create_dir_all(&folder).map_err(cannot)?;
    std::fs::write(&file, text).map_err(cannot)?;
    Ok(file)
}

/// The file with more text behind its own.
pub(crate) fn beside(file: &Named, text: &str, work: &Path) -> Result<Named> {
    let all = format!("{}\n{text}", read::source(file)?.text);
    Ok(Named { path: copy(&file.path, &all, work)?, ..file.clone() })
}

/// The file itself, or the root of the crate in the folder.
pub(crate) fn library(version: &Named) -> Result<Named> {
    if !version.is_folder() {
        return Ok(version.clone());
    }
    let roots = ["src/lib.rs", "lib.rs", "src/main.rs", "main.rs"];
    let found = roots.iter().map(|root| version.join(Path::new(root))).find(|root| root.path.is_file());
    found.ok_or_else(|| Failure::of(&version.name, "there is no lib.rs in this folder", "pass the crate's root file"))
}

/// The name by which the client knows the library.
fn module(question: &Question, client: &Named, text: &str) -> Result<String> {
    if let Some(module) = &question.reading.module {
        return Ok(module.clone());
    }
    let beside = |name: &str| client.folder().path.join(format!("{name}.rs")).is_file();
    let mut names: Vec<String> = declared(text).into_iter().filter(|name| !beside(name)).collect();
    let defined = defined(text);
    for name in used(text) {
        let known = ["std", "core", "alloc", "crate", "self", "super"].contains(&name.as_str());
        if !known && !defined.contains(&name) && !names.contains(&name) {
            names.push(name);
        }
    }
    match names.as_slice() {
        [name] => Ok(name.clone()),
        [] => Ok(question.old.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()),
        several => Err(Failure::of(
            &client.name,
            format!("the library may be any of {}", several.join(", ")),
            "say which with --module NAME",
        )),
    }
}

/// Modules that stand in other files: `mod lib;`.
pub(crate) fn declared(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    let name = |line: &str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        Some(line.strip_prefix("mod ")?.strip_suffix(';')?.trim().to_owned())
    };
    lines.filter_map(name).collect()
}

/// What the file defines at its top, by name.
fn defined(text: &str) -> Vec<String> {
    let words: Vec<&str> =
        text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty()).collect();
    let introduces = |word: &str| matches!(word, "mod" | "enum" | "struct" | "trait" | "type" | "union");
    let named = words.windows(2).filter(|pair| introduces(pair[0])).map(|pair| pair[1].to_owned());
    named.filter(|name| !declared(text).contains(name)).collect()
}

/// The first names of the paths that `use` declarations take.
fn used(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    let path = |line: &str| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        let path = line.strip_prefix("use ")?.trim_start_matches("crate::").trim_start_matches("self::");
        let name: String =
            path.trim_start_matches(':').chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        (!name.is_empty()).then_some(name)
    };
    lines.filter_map(path).collect()
}

/// The client's text with the library as that module. Lines stay where they are.
fn with_module(text: &str, module: &str, library: &Path) -> String {
    let path = format!("#[path = {:?}]", library.display().to_string());
    let declaration = format!("mod {module};");
    if declared(text).iter().any(|name| name == module) {
        return text.replacen(&declaration, &format!("{path} {declaration}"), 1).replacen(
            &format!("pub {path}"),
            &format!("{path} pub"),
            1,
        );
    }
    format!("{text}\n{path} pub {declaration}\n")
}

pub(crate) fn hash(text: &str) -> u64 {
    // FNV-1a.
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_what_the_client_uses_and_does_not_define() {
        assert_eq!(used("use crate::lib::f;\nuse lib2::{a, b};\nuse std::cmp::min;"), ["lib", "lib2", "std"]);
        assert_eq!(declared("mod lib;\npub mod other;\nmod inner { }"), ["lib", "other"]);
        assert_eq!(defined("mod inner { }\nenum Color { Red }\nmod lib;"), ["inner", "Color"]);
    }

    #[test]
    fn the_module_takes_the_place_of_its_declaration() {
        let path = Path::new("/v/old.rs");
        assert_eq!(with_module("pub mod lib;\n", "lib", path), "#[path = \"/v/old.rs\"] pub mod lib;\n");
        assert_eq!(with_module("use lib::f;", "lib", path), "use lib::f;\n#[path = \"/v/old.rs\"] pub mod lib;\n");
    }
}
