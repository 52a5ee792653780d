//! C, C++ and Rust programs, compiled by the user's compiler, and LLVM IR as it is.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use compile_c::{Cache, CompileError};
use front_llvm::{Floats, Ints, Module, Options, Undefined};
use ir::Program;
use ir::entry::Pair;

use crate::args;
use crate::failure::{Failure, Result};
use crate::native::Layout;
use crate::question::{Failures, Front, Question};
use crate::read::{self, Named};

#[derive(Clone)]
struct Llvm {
    old: Side,
    new: Side,
    options: Options,
    flags: Vec<String>,
    /// The module of a client in a file of its own, as compiled against either version.
    client: Option<[Module; 2]>,
    /// The files as the compiler was told, and as reports call them.
    files: Vec<Named>,
}

/// One version of the library.
#[derive(Clone)]
struct Side {
    modules: Vec<Module>,
    /// Folders with its headers.
    includes: Vec<PathBuf>,
}

pub const ENDINGS: [&str; 9] = ["c", "i", "cc", "cpp", "cxx", "rs", "ll", "h", "hpp"];

pub fn open(question: &Question) -> Result<impl Front + use<>> {
    let file = question.client.as_ref().and_then(|client| client.file.as_ref());
    let flags = &question.reading.cflags;
    let (old_sources, new_sources) = (sources(&question.old)?, sources(&question.new)?);
    // The compiler takes most of the time: once for each version, side by side.
    let (old, new) = std::thread::scope(|scope| {
        let new = scope.spawn(|| side(&new_sources, flags));
        (side(&old_sources, flags), new.join())
    });
    let crashed = |_| Failure::new("reading the new version failed", "");
    let (old, new) = (old?, new.map_err(crashed).flatten()?);
    let files = old_sources.into_iter().chain(new_sources).collect();
    let options = Options {
        ints: match question.reading.ints {
            args::Ints::Machine => Ints::Machine,
            args::Ints::Unbounded => Ints::Unbounded,
        },
        floats: match question.reading.floats {
            args::Floats::Ieee => Floats::Ieee,
            args::Floats::Real => Floats::Real,
        },
        undefined: match question.reading.undefined {
            args::Undefined::Report => Undefined::Report,
            args::Undefined::Ignore => Undefined::Ignore,
        },
    };
    let library = Llvm { old, new, options, flags: flags.clone(), client: None, files };
    match file {
        Some(file) => library.with_client(file),
        None => Ok(library),
    }
}

fn side(sources: &[Named], flags: &[String]) -> Result<Side> {
    let includes: Vec<PathBuf> = sources.iter().map(|source| source.folder().path).collect();
    let modules = sources.iter().map(|source| module(source, &includes, flags)).collect::<Result<_>>()?;
    Ok(Side { modules, includes })
}

/// The file, or every source file of the folder.
fn sources(given: &Named) -> Result<Vec<Named>> {
    if !given.is_folder() {
        return Ok(vec![given.clone()]);
    }
    let mut found = Vec::new();
    for ending in ["c", "cc", "cpp", "cxx", "ll"] {
        found.extend(read::below(given, ending)?.iter().map(|path| given.join(path)));
    }
    Ok(found)
}

fn module(source: &Named, includes: &[PathBuf], flags: &[String]) -> Result<Module> {
    read::exists(source)?;
    if source.ending() == "ll" {
        return Ok(front_llvm::read(&read::source(source)?.text, &source.name)?);
    }
    let cache = Cache::of_user();
    let includes: Vec<&Path> = includes.iter().map(PathBuf::as_path).collect();
    let compiled = compile_c::llvm_ir(&source.path, &includes, flags, cache.as_ref()).map_err(|error| match error {
        CompileError::Rejected { said, .. } => {
            Failure::of(&source.name, format!("the compiler rejects it\n{}", said.trim_end()), "")
        }
        other => Failure::of(&source.name, other.to_string(), ""),
    })?;
    Ok(front_llvm::read(&compiled.text, &source.name)?)
}

impl Front for Llvm {
    fn functions(&self) -> Result<(Vec<String>, Vec<String>)> {
        let names = |side: &Side| side.modules.iter().flat_map(front_llvm::functions).collect();
        Ok((names(&self.old), names(&self.new)))
    }

    fn beside(&self, file: &Named) -> Result<Arc<dyn Front>> {
        Ok(Arc::new(self.with_client(file)?))
    }

    fn own_functions(&self) -> Result<Vec<String>> {
        Ok(self.client.iter().flat_map(|[old, _]| front_llvm::own_functions(old)).collect())
    }

    fn lower(&self, client: &str) -> Result<Pair> {
        let [old, new] = self.modules();
        let mut pair = front_llvm::lower(&old, &new, client, self.options)?;
        self.name_files(&mut pair.old.program);
        self.name_files(&mut pair.new.program);
        Ok(pair)
    }

    fn lower_with_failures(&self, entry: &str, failures: &Failures) -> Result<(Pair, engine_dac::Spec)> {
        let mut pair = self.lower(entry)?;
        match failures.spec {
            args::Spec::Asserts => engine_dac::traps::count_only(&mut pair, &["assertion"]),
            args::Spec::Traps | args::Spec::Equivalence => {}
            args::Spec::Memory => {
                let advice = "use --spec traps: it counts every access out of bounds";
                return Err(Failure::new("--spec memory is for Boogie programs", advice));
            }
            args::Spec::Raises => {
                return Err(Failure::new("compiled programs do not raise", "use --spec asserts or --spec traps"));
            }
        }
        Ok((pair, engine_dac::Spec::default()))
    }

    fn native(&self, _client: &str) -> Result<[Layout; 2]> {
        Err(Failure::new(
            "compiled programs cannot be replayed natively yet",
            "leave out --replay native and --emit-test",
        ))
    }

    fn traps_are_undefined(&self) -> bool {
        true
    }
}

impl Llvm {
    /// The same with a client that is compiled by itself, once against each version's headers.
    fn with_client(&self, file: &Named) -> Result<Llvm> {
        if file.ending() == "rs" {
            return Err(Failure::of(
                &file.name,
                "a Rust client in a file of its own cannot be checked yet",
                "put the client into the library's file",
            ));
        }
        let includes = |side: &Side| {
            let mut includes = side.includes.clone();
            includes.push(file.folder().path);
            includes
        };
        let (old_includes, new_includes) = (includes(&self.old), includes(&self.new));
        let old = module(file, &old_includes, &self.flags)?;
        let same = old_includes == new_includes;
        let new = if same { old.clone() } else { module(file, &new_includes, &self.flags)? };
        let mut files = self.files.clone();
        files.push(file.clone());
        Ok(Llvm { client: Some([old, new]), files, ..self.clone() })
    }

    /// All modules of old and of new.
    fn modules(&self) -> [Vec<Module>; 2] {
        let [mut old, mut new] = [self.old.modules.clone(), self.new.modules.clone()];
        if let Some([with_old, with_new]) = &self.client {
            old.push(with_old.clone());
            new.push(with_new.clone());
        }
        [old, new]
    }

    /// The compiler writes down names of its own choosing; and only the names.
    fn name_files(&self, program: &mut Program) {
        for (_, file) in program.files.iter_mut() {
            let path = Path::new(&file.name).to_path_buf();
            let same = |named: &&Named| {
                let resolve = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
                named.path == path || resolve(&named.path) == resolve(&path)
            };
            let named = self.files.iter().find(same);
            if let Some(named) = named {
                file.name.clone_from(&named.name);
            }
            if file.text.is_empty() {
                let path = named.map_or(path.as_path(), |named| &named.path);
                file.text = std::fs::read_to_string(path).unwrap_or_default().into();
            }
        }
    }
}
