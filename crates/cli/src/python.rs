//! Python programs: which files they are made of.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use front_python::{Client, ClientSource, Options, Version};
use ir::entry::{Pair, Source};
use value::Symbol;

use crate::args;
use crate::args::Spec;
use crate::failure::{Failure, Result};
use crate::mapping::rename_globals;
use crate::native::Native;
use crate::native::python::{self, Layout};
use crate::question::{Failures, Front, Question};
use crate::read::{self, Named};

struct Python {
    question: Question,
    old: Version,
    new: Version,
    client: Option<ClientSource>,
    options: Options,
}

pub fn open(question: &Question) -> Result<impl Front + use<>> {
    let file = question.client.as_ref().and_then(|client| client.file.as_ref());
    let reading = &question.reading;
    Ok(Python {
        old: version(&question.old)?,
        new: version(&question.new)?,
        client: file.map(client).transpose()?,
        options: Options {
            types: reading.types.clone(),
            exceptions: match reading.exceptions {
                args::Exceptions::Type => front_python::Exceptions::Type,
                args::Exceptions::Message => front_python::Exceptions::Message,
                args::Exceptions::Any => front_python::Exceptions::Any,
            },
            module: reading.module.clone(),
            only_by_name: is_imported_by_name(question)?,
            floats_real: reading.floats == args::Floats::Real,
            ..Options::default()
        },
        question: question.clone(),
    })
}

/// Does one of many clients import the library by its own name? Then that is its name for all.
fn is_imported_by_name(question: &Question) -> Result<bool> {
    let names = [Some(stem(&question.old)), Some(stem(&question.new)), question.reading.module.clone()];
    for file in &question.clients {
        let imported = named_in_imports(&read::source(file)?.text);
        if names.iter().flatten().any(|name| imported.contains(name)) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn version(given: &Named) -> Result<Version> {
    if !given.is_folder() {
        return Ok(Version::file(read::source(given)?));
    }
    // A folder that is itself a package answers to its own name.
    let package = given.path.join("__init__.py").exists().then(|| package_name(&given.path)).flatten();
    let files = read::below(given, "py")?.into_iter().map(|path| {
        let within = package.as_ref().map_or(path.clone(), |package| Path::new(package).join(&path));
        Ok((within.display().to_string(), read::source(&given.join(&path))?))
    });
    Ok(Version::folder(files.collect::<Result<_>>()?))
}

fn package_name(folder: &Path) -> Option<String> {
    let folder = folder.canonicalize().ok()?;
    Some(folder.file_name()?.to_str()?.to_owned())
}

fn client(file: &Named) -> Result<ClientSource> {
    let source = read::source(file)?;
    let siblings = siblings(&file.folder(), &source)?;
    Ok(ClientSource::new(source, siblings))
}

/// The modules beside the client that its text, or theirs, may import. Which of them are really
/// imported is for the front end to say; here a file counts if a line with `import` names it.
fn siblings(folder: &Named, client: &Source) -> Result<Vec<(String, Source)>> {
    let mut found: Vec<(String, Source)> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut names: Vec<String> = named_in_imports(&client.text);
    while let Some(name) = names.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        for path in files_of(folder, &name)? {
            let source = read::source(&folder_file(folder, &path))?;
            names.extend(named_in_imports(&source.text));
            found.push((path.display().to_string(), source));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(found)
}

fn folder_file(folder: &Named, path: &Path) -> Named {
    if folder.name.is_empty() {
        return Named { path: folder.path.join(path), name: path.display().to_string() };
    }
    folder.join(path)
}

fn named_in_imports(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.contains("import"));
    let words = lines.flat_map(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '_')));
    words.filter(|word| !word.is_empty() && !matches!(*word, "import" | "from" | "as")).map(str::to_owned).collect()
}

/// `name.py`, or all files of the package `name`.
fn files_of(folder: &Named, name: &str) -> Result<Vec<PathBuf>> {
    let file = PathBuf::from(format!("{name}.py"));
    let package = folder.path.join(name);
    if package.join("__init__.py").exists() {
        let below = read::below(&folder_file(folder, Path::new(name)), "py")?;
        return Ok(below.into_iter().map(|path| Path::new(name).join(path)).collect());
    }
    Ok(if folder.path.join(&file).is_file() { vec![file] } else { Vec::new() })
}

impl Front for Python {
    fn functions(&self) -> Result<(Vec<String>, Vec<String>)> {
        Ok((front_python::functions(&self.old)?, front_python::functions(&self.new)?))
    }

    fn beside(&self, file: &Named) -> Result<Arc<dyn Front>> {
        Ok(Arc::new(Python {
            question: self.question.about(Some(&file.name)),
            old: self.old.clone(),
            new: self.new.clone(),
            client: Some(client(file)?),
            options: self.options.clone(),
        }))
    }

    fn own_functions(&self) -> Result<Vec<String>> {
        Ok(self.client.as_ref().map_or(Ok(Vec::new()), ClientSource::functions)?)
    }

    fn lower(&self, client: &str) -> Result<Pair> {
        let client = Client { function: client.to_owned(), file: self.client.clone() };
        Ok(front_python::lower(&self.old, &self.new, &client, &self.options)?)
    }

    fn lower_with_failures(&self, entry: &str, failures: &Failures) -> Result<(Pair, engine_dac::Spec)> {
        let mut options = self.options.clone();
        let spec = match failures.spec {
            Spec::Asserts => {
                options.flag_assertions = true;
                engine_dac::Spec { flag: Some(Symbol::new(front_python::ASSERTIONS)), raises: false }
            }
            Spec::Raises => engine_dac::Spec { flag: None, raises: true },
            Spec::Equivalence => {
                let advice = format!("ask instead: safebump check OLD NEW --client {entry}");
                return Err(Failure::new("--spec equivalence does not compare what Python raises", advice));
            }
            Spec::Memory | Spec::Traps => {
                let advice = "use --spec asserts or --spec raises";
                return Err(Failure::new("Python programs do not trap; they raise", advice));
            }
        };
        let client = Client { function: entry.to_owned(), file: self.client.clone() };
        let mut pair = front_python::lower(&self.old, &self.new, &client, &options)?;
        rename_globals(&mut pair, &failures.globals)?;
        Ok((pair, spec))
    }

    fn native(&self, client: &str) -> Result<Box<dyn Native>> {
        let layout = |version: &Named| layout(&self.question, version, client);
        Ok(Box::new(python::Python::new([layout(&self.question.old), layout(&self.question.new)])))
    }
}

/// Where CPython finds what the front end was given.
fn layout(question: &Question, version: &Named, function: &str) -> Layout {
    let file = question.client.as_ref().and_then(|client| client.file.as_ref());
    let mut layout = Layout {
        path: Vec::new(),
        named: Vec::new(),
        library: None,
        client: String::new(),
        function: function.to_owned(),
    };
    if version.is_folder() {
        let is_package = version.path.join("__init__.py").exists();
        layout.path.push(if is_package { version.folder().path } else { version.path.clone() });
    } else {
        layout.library = Some(version.path.clone());
        for name in question.reading.module.iter().cloned().chain([stem(&question.old), stem(&question.new)]) {
            layout.named.push((name, version.path.clone()));
        }
    }
    match file {
        Some(file) => {
            layout.client = stem(file);
            layout.named.retain(|(name, _)| *name != layout.client);
            layout.named.push((layout.client.clone(), file.path.clone()));
            layout.path.push(file.folder().path);
        }
        None if version.is_folder() => {
            // `pkg.mod.f`: the longest part that is a module.
            let (module, function) = split_module(&version.path, function);
            layout.client = module;
            layout.function = function;
        }
        None => {
            // One name in both versions, so that their globals have the same names.
            let (old, new) = (stem(&question.old), stem(&question.new));
            layout.client = if old == new { old } else { "library".to_owned() };
            layout.named.push((layout.client.clone(), version.path.clone()));
            layout.path.push(version.folder().path);
        }
    }
    layout
}

fn stem(named: &Named) -> String {
    named.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

fn split_module(root: &Path, name: &str) -> (String, String) {
    let parts: Vec<&str> = name.split('.').collect();
    for end in (1..parts.len()).rev() {
        let path: PathBuf = parts[..end].iter().collect();
        if root.join(&path).with_extension("py").exists() || root.join(&path).join("__init__.py").exists() {
            return (parts[..end].join("."), parts[end..].join("."));
        }
    }
    (String::new(), name.to_owned())
}
