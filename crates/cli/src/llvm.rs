//! C, C++ and Rust programs, compiled by the user's compiler, and LLVM IR as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use compile_c::driver::{Callee, Watched};
use compile_c::rust::RustDriver;
use compile_c::{Cache, CompileError, Language};
use equiv::{Claim, Traps};
use front_llvm::{
    Described, DescribedGlobal, Floats, Ints, Module, Options, Pointers, Prototype, SourceKind, SourceType, Stops,
    Undefined,
};
use ir::entry::{Assumption, AssumptionKind, Later, Notation, Pair, Prior};
use ir::{FunctionKind, Program};

use crate::args;
use crate::assume::{self, Assuming};
use crate::build::Build;
use crate::failure::{self, Failure, Result};
use crate::made::{self, Making};
use crate::mapping::rename_globals;
use crate::native::compiled::Compiled;
use crate::native::compiled_search::CompiledSearch;
use crate::native::{self, Native, Search};
use crate::question::{Client, Failures, Front, Library, Question, Stopping};
use crate::read::{self, Named};
use crate::rust;
use crate::validate::both::{Generator, Sample};
use crate::validate::c_library::{CLibrary, CTrials};
use crate::validate::proof;
use crate::validate::trials::Trials;
use value::Symbol;

#[derive(Clone)]
struct Llvm {
    question: Question,
    old: Version,
    new: Version,
    options: Options,
}

/// One version, with the client's own file last.
#[derive(Clone)]
struct Version {
    modules: Vec<Module>,
    /// The files as the compiler was told, and as reports call them; one for each module.
    files: Vec<Named>,
    /// Of what was compiled, one for each module.
    digests: Vec<u64>,
    /// What the compiler is told of each: one for each module.
    flags: Vec<Vec<String>>,
    /// Where headers are looked for besides: beside the sources, unless a build says where.
    includes: Vec<PathBuf>,
}

impl Version {
    /// Without this one of its files.
    fn without(&self, file: Option<&Path>) -> Version {
        let mut version = self.clone();
        let found = file.and_then(|file| self.files.iter().position(|own| read::absolute(&own.path) == file));
        if let Some(index) = found.filter(|_| self.files.len() > 1) {
            version.modules.remove(index);
            version.files.remove(index);
            version.digests.remove(index);
            version.flags.remove(index);
        }
        version
    }

    /// What the compiler is told of all files, and every folder that it is told to look for headers in.
    fn shared_flags(&self) -> Vec<String> {
        let Some((first, others)) = self.flags.split_first() else { return Vec::new() };
        let is_shared = |flag: &String| others.iter().all(|flags| flags.contains(flag));
        let (shared, own): (Vec<&String>, Vec<&String>) = first.iter().partition(|flag| is_shared(flag));
        let apart = own.into_iter().chain(others.iter().flatten()).filter(|flag| !shared.contains(flag));
        let folders: BTreeSet<&String> = apart.filter(|flag| flag.starts_with("-I")).collect();
        shared.into_iter().chain(folders).cloned().collect()
    }
}

pub const ENDINGS: [&str; 9] = ["c", "i", "cc", "cpp", "cxx", "rs", "ll", "h", "hpp"];

pub fn open(question: &Question) -> Result<impl Front + use<>> {
    // The compiler takes most of the time: once for each version, side by side.
    let (old, new) = std::thread::scope(|scope| {
        let new = scope.spawn(|| version(question, &question.new));
        (version(question, &question.old), new.join())
    });
    let crashed = |_| Failure::new("reading the new version failed", "");
    let (old, new) = (old?, new.map_err(crashed).flatten()?);
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
        pointers: Pointers::Outside,
        stops: match question.reading.undefined {
            args::Undefined::Report => Stops::Neither,
            args::Undefined::Ignore => Stops::Old,
        },
        steps: false,
        short: false,
        handles: question.reading.library.is_some(),
        messages: question.reading.exceptions == args::Exceptions::Message,
        client_is_last: question.client.as_ref().is_some_and(|client| client.file.is_some()),
    };
    let library = Llvm { question: question.clone(), old, new, options };
    match question.client.as_ref().and_then(|client| client.file.as_ref()) {
        Some(file) if !is_rust(&question.old) => library.with_client(file),
        _ => Ok(library),
    }
}

/// The library's files, compiled; in Rust with the client's file.
fn version(question: &Question, given: &Named) -> Result<Version> {
    if is_rust(given) {
        return rust_version(question, given);
    }
    let build = if given.is_folder() { Build::of(given)? } else { None };
    let (files, built) = match build {
        Some(build) => build.sources.into_iter().map(|(path, flags)| (given.join(&path), flags)).unzip(),
        None => (sources(given)?, Vec::new()),
    };
    let includes = if built.is_empty() { includes(&files) } else { Vec::new() };
    let own = flags_at(question, given);
    let flags: Vec<Vec<String>> =
        (0..files.len()).map(|index| built.get(index).into_iter().flatten().chain(&own).cloned().collect()).collect();
    let read = files.iter().zip(&flags).map(|(source, flags)| module(source, &includes, flags));
    let read: Vec<(Module, u64)> = read.collect::<Result<_>>()?;
    let (modules, digests) = read.into_iter().unzip();
    Ok(Version { modules, files, digests, flags, includes })
}

/// A folder that Cargo builds, and not for Python.
pub(crate) fn is_crate(given: &Named) -> bool {
    let has = |name: &str| given.path.join(name).is_file();
    has("Cargo.toml")
        && !has("pyproject.toml")
        && !has("setup.py")
        && !has("__init__.py")
        && rust::library(given).is_ok()
}

/// A Rust file, or a folder with a crate, or with Rust and no program in another language.
pub(crate) fn is_rust(given: &Named) -> bool {
    match given.is_folder() {
        true if is_crate(given) => true,
        true => {
            ENDINGS.iter().all(|ending| *ending == "rs" || read::below(given, ending).is_ok_and(|all| all.is_empty()))
        }
        false => given.ending() == "rs",
    }
}

/// Where crates' roots that are made up are kept.
fn roots() -> PathBuf {
    Cache::of_user().as_ref().map_or_else(std::env::temp_dir, |cache| cache.folder().join("roots"))
}

/// A version in Rust: one crate.
fn rust_version(question: &Question, given: &Named) -> Result<Version> {
    let library = rust::library(given)?;
    read::exists(&library)?;
    let root = rust::root(question, given, &roots())?;
    let client = question.client.as_ref().and_then(|client| client.file.clone());
    let named = client.unwrap_or_else(|| library.clone());
    let compiled = compile(&root.file, &named, &[], &root.flags)?;
    let (module, digest) = parsed(&compiled, &named)?;
    let (flags, includes) = (vec![root.flags], Vec::new());
    Ok(Version { modules: vec![module], files: vec![named, library], digests: vec![digest], flags, includes })
}

/// Headers are looked for beside the sources.
fn includes(files: &[Named]) -> Vec<PathBuf> {
    files.iter().map(|file| file.folder().path).collect()
}

/// For the client: beside the library, where the client would stand in that version, and last beside
/// the client itself.
fn client_includes(version: &Version, given: &Named, file: &Named) -> Vec<PathBuf> {
    let own = file.folder().path;
    let there = given.counterpart(&own).filter(|folder| folder.is_dir());
    version.includes.iter().cloned().chain(there).chain([own]).collect()
}

/// The flags, with the version's own folders before those of the working tree that they name.
fn flags_at(question: &Question, given: &Named) -> Vec<String> {
    let mut all = file_names(question, given);
    let mut flags = question.reading.cflags.iter().peekable();
    while let Some(flag) = flags.next() {
        let folder = match flag.strip_prefix("-I") {
            Some("") => flags.peek().map(|next| next.as_str()),
            folder => folder,
        };
        let there = folder.and_then(|folder| given.counterpart(Path::new(folder)));
        all.extend(there.map(|folder| format!("-I{}", folder.display())));
        all.push(flag.clone());
        if flag == "-I" {
            all.extend(flags.next().cloned());
        }
    }
    all
}

/// What `__FILE__` says is where a file stands within its version: both stand for one file at one place.
fn file_names(question: &Question, given: &Named) -> Vec<String> {
    let called = |path: &Path, name: &str| format!("-fmacro-prefix-map={}={name}", path.display());
    let tree = given.tree().map(|tree| tree.join(""));
    let around = if given.is_folder() { given.path.clone() } else { given.folder().path };
    let mut all: Vec<String> = tree.iter().map(|tree| called(tree, "")).collect();
    for path in [around.clone(), read::absolute(&around)] {
        all.push(called(&path.join(""), ""));
    }
    if let Some(name) = question.new.path.file_name().filter(|_| !given.is_folder()) {
        let name = name.to_string_lossy();
        all.extend([given.path.clone(), read::absolute(&given.path)].map(|path| called(&path, &name)));
    }
    all
}

/// A copy of the client in a folder of its own, so that the headers of a version win over those beside
/// the client. Places in it are places in the client's own file.
fn apart(file: &Named) -> Result<PathBuf> {
    copied(file, "")
}

/// The same with more behind it.
fn copied(file: &Named, more: &str) -> Result<PathBuf> {
    let text = read::source(file)?.text;
    let text = format!("#line 1 {:?}\n{text}\n{more}", read::absolute(&file.path).display().to_string());
    let work = Cache::of_user().map_or_else(std::env::temp_dir, |cache| cache.folder().join("clients"));
    let folder = work.join(format!("{:016x}", rust::hash(&text)));
    let copy = folder.join(file.path.file_name().unwrap_or_default());
    let cannot = |error: std::io::Error| failure::io(&copy, "write it", &error);
    std::fs::create_dir_all(&folder).map_err(cannot)?;
    std::fs::write(&copy, text).map_err(cannot)?;
    Ok(copy)
}

/// Parameters of functions without code are called as the source declares them.
fn name_parameters(program: &mut Program, prototypes: &[Prototype]) {
    for (_, function) in program.functions.iter_mut() {
        let known = prototypes.iter().find(|row| row.name == function.name.as_str());
        let Some(known) = known.filter(|row| row.params.len() == function.params.len()) else { continue };
        if !matches!(function.kind, FunctionKind::External { .. }) {
            continue;
        }
        let function = Arc::make_mut(function);
        for (param, (name, _)) in function.params.iter_mut().zip(&known.params) {
            if let Some(name) = name {
                param.name = Symbol::new(name);
            }
        }
    }
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

fn module(source: &Named, includes: &[PathBuf], flags: &[String]) -> Result<(Module, u64)> {
    read::exists(source)?;
    if source.ending() == "ll" {
        return parsed(&read::source(source)?.text, source);
    }
    parsed(&compile(&source.path, source, includes, flags)?, source)
}

/// The module that the text is, and a digest of the text.
fn parsed(text: &str, source: &Named) -> Result<(Module, u64)> {
    Ok((front_llvm::read(text, &source.name)?, rust::hash(text)))
}

/// The text of the LLVM IR of a file; messages are about the source.
fn compile(file: &Path, source: &Named, includes: &[PathBuf], flags: &[String]) -> Result<String> {
    let includes: Vec<&Path> = includes.iter().map(PathBuf::as_path).collect();
    let cache = Cache::of_user();
    let compiled = compile_c::llvm_ir(file, &includes, flags, cache.as_ref()).map_err(|error| match error {
        CompileError::Rejected { said, .. } => {
            Failure::of(&source.name, format!("the compiler rejects it\n{}", said.trim_end()), "")
        }
        other => Failure::of(&source.name, other.to_string(), ""),
    })?;
    Ok(compiled.text)
}

impl Front for Llvm {
    fn functions(&self) -> Result<(Vec<String>, Vec<String>)> {
        let names = |version: &Version| version.modules.iter().flat_map(front_llvm::functions).collect();
        Ok((names(&self.old), names(&self.new)))
    }

    fn beside(&self, file: &Named) -> Result<Arc<dyn Front>> {
        if !is_rust(&self.question.old) {
            return Ok(Arc::new(self.with_client(file)?));
        }
        let client = Some(Client { file: Some(file.clone()), function: String::new() });
        Ok(Arc::new(open(&Question { client, ..self.question.clone() })?))
    }

    fn each_part(&self, add: &mut dyn FnMut(&str)) {
        for version in [&self.old, &self.new] {
            version.digests.iter().for_each(|digest| add(&digest.to_string()));
            for file in &version.files {
                add(&file.name);
                // What one build leaves out may be in another.
                add(&read::source(file).map(|source| source.text).unwrap_or_default());
            }
        }
    }

    fn own_functions(&self) -> Result<Vec<String>> {
        let own = self.old.modules.last().map(front_llvm::own_functions).unwrap_or_default();
        // In Rust the library is a module of the client's crate.
        let is_rust = is_rust(&self.question.old);
        Ok(own.into_iter().filter(|name| !is_rust || !name.contains("::")).collect())
    }

    fn opened(&self, client: &str, _is_stuck: bool) -> Option<Box<dyn Front>> {
        let options = Options { steps: true, ..self.options };
        let is_asked = self.question.reading.opaque != args::Opaque::Off && !self.options.steps;
        let has_all = is_asked && self.question.reading.library.is_none();
        let has_steps =
            || front_llvm::has_steps(&self.old.modules, &self.new.modules, client, self.options).unwrap_or(false);
        (has_all && has_steps()).then(|| Box::new(Llvm { options, ..self.clone() }) as Box<dyn Front>)
    }

    fn steps_first(&self) -> bool {
        self.question.reading.opaque == args::Opaque::On
    }

    fn only_proves(&self) -> bool {
        self.options.steps || self.options.short
    }

    fn restricted(&self, client: &str) -> Option<Box<dyn Front>> {
        let is_asked = self.options.ints == Ints::Machine && !self.options.short && !self.options.handles;
        let counts = || front_llvm::counts_by_int(&self.old.modules, client, self.options).unwrap_or(false);
        let options = Options { short: true, ..self.options };
        (is_asked && counts()).then(|| Box::new(Llvm { options, ..self.clone() }) as Box<dyn Front>)
    }

    fn is_generic(&self, client: &str) -> bool {
        if !is_rust(&self.question.old) {
            return false;
        }
        let name = client.rsplit("::").next().unwrap_or(client);
        let is_there = |version: &Version| front_llvm::is_there(&version.modules, client, self.options.client_is_last);
        let sides = [(&self.old, &self.question.old), (&self.new, &self.question.new)];
        let lacking: Vec<&Named> =
            sides.into_iter().filter(|(version, _)| !is_there(version)).map(|(_, given)| given).collect();
        let is_declared = |given: &&Named| self.texts_of(&[given]).iter().any(|text| made::declares(text, name));
        !lacking.is_empty() && lacking.iter().all(is_declared)
    }

    fn lower(&self, client: &str) -> Result<Pair> {
        self.lower_as(client, self.options)
    }

    fn lower_later(&self, client: &str) -> Result<Option<Later>> {
        let mut later = front_llvm::lower_later(&self.old.modules, &self.new.modules, client, self.options)?;
        if let Some(later) = &mut later {
            self.name_pair(&mut later.any_state);
        }
        Ok(later)
    }

    fn on_state(&self, client: &str) -> Result<Vec<Assumption>> {
        let later = front_llvm::lower_later(&self.old.modules, &self.new.modules, client, self.options)?;
        let mut assumptions = later.map(|later| later.any_state.assumptions).unwrap_or_default();
        assumptions.retain(|one| one.kind == AssumptionKind::InitialState);
        Ok(assumptions)
    }

    fn lower_after(&self, client: &str, steps: &[Prior]) -> Result<Pair> {
        let (old, new) = (&self.old.modules, &self.new.modules);
        let mut pair = front_llvm::lower_after(old, new, client, self.options, steps)?;
        self.name_pair(&mut pair);
        Ok(pair)
    }

    fn lower_with_failures(&self, entry: &str, failures: &Failures) -> Result<(Pair, equiv::Spec)> {
        if failures.all_but_null || failures.downward {
            let advice = "leave out --axiom: which addresses are valid is known here";
            return Err(Failure::new("--axiom is for Boogie programs", advice));
        }
        let options = Options { pointers: Pointers::Arrays, ..self.options };
        let mut pair = self.lower_as(entry, options)?;
        rename_globals(&mut pair, &failures.globals)?;
        let traps = match failures.spec {
            args::Spec::Asserts => Traps::Assertions,
            args::Spec::Memory => Traps::Memory,
            args::Spec::Traps | args::Spec::Equivalence => Traps::All,
            args::Spec::Raises => {
                return Err(Failure::new("compiled programs do not raise", "use --spec asserts or --spec traps"));
            }
        };
        Ok((pair, equiv::Spec { traps, ..equiv::Spec::default() }))
    }

    fn library(&self) -> Option<Library> {
        Library::of(&self.question)
    }

    fn property_tests(&self, claims: &[Claim], notation: &dyn Notation) -> Result<Option<(String, String)>> {
        if self.question.old.is_folder() || !matches!(self.question.old.ending(), "c" | "cpp" | "cc" | "cxx") {
            return Ok(None);
        }
        let text = self.c_library().test(claims, notation);
        Ok(Some((format!("test_library_facts.{}", self.question.old.ending()), text)))
    }

    fn samples(&self, client: &str, count: usize) -> Result<Vec<Sample>> {
        let is_c = matches!(self.question.old.ending(), "c" | "cpp" | "cc" | "cxx") && !self.question.old.is_folder();
        if !is_c || self.c_library().code.is_empty() {
            return Ok(Vec::new());
        }
        // What takes something else than numbers is not run.
        let Ok(driver) = self.driver(&self.old, client) else { return Ok(Vec::new()) };
        let is_number = |ty: &SourceType| matches!(ty.kind, SourceKind::Int { .. });
        if !driver.params.iter().all(is_number) {
            return Ok(Vec::new());
        }
        let signatures = BTreeMap::new();
        let files = self
            .c_library()
            .code
            .into_iter()
            .chain([&self.question.old, &self.question.new].map(|one| one.path.clone()));
        let texts: Vec<String> = files.filter_map(|path| std::fs::read_to_string(path).ok()).collect();
        let mut generator = Generator::new(&signatures, None, &texts);
        let kinds = vec!["int".to_owned(); driver.params.len()];
        Ok((0..count).filter_map(|_| generator.arguments(&kinds)).collect())
    }

    fn proved(&self, claims: &[Claim], notation: &dyn Notation) -> Result<Vec<bool>> {
        let library = self.c_library();
        let is_c = self.question.old.ending() == "c" && !library.code.is_empty();
        let flags = &self.question.reading.cflags;
        Ok(claims.iter().map(|claim| is_c && proof::c(claim, notation, &library, flags)).collect())
    }

    fn absent_libraries(&self) -> Result<Vec<String>> {
        let names = self.question.reading.library.as_deref().unwrap_or_default();
        let of = |name: &String| CLibrary::of(&self.question.old, std::slice::from_ref(name)).code.is_empty();
        let old = &self.question.old.name;
        let absent = names.iter().filter(|name| of(name));
        Ok(absent.map(|name| format!("there is no file {name} or {name}.c beside {old}")).collect())
    }

    fn trials(&self, trust: confine::Trust) -> Result<Option<Box<dyn Trials>>> {
        let library = self.c_library();
        if library.code.is_empty() {
            return Ok(None);
        }
        let flags = self.question.reading.cflags.clone();
        Ok(Some(Box::new(CTrials { library, flags, trust })))
    }

    fn leaving_out(&self, _: &[String]) -> Result<Option<Box<dyn Front>>> {
        Ok(Some(Box::new(open(&self.question)?)))
    }

    fn assuming(&self, client: &str, conditions: &[String]) -> Result<Assuming> {
        if is_rust(&self.question.old) {
            return Err(Failure::new(
                "--assume is for Python, C and C++",
                "ask about a client that checks its parameters",
            ));
        }
        let (old, new) = (&self.question.old, &self.question.new);
        let old = self.version_assuming((&self.old, old), client, conditions, true)?;
        let new = self.version_assuming((&self.new, new), client, conditions, false)?;
        let front: Arc<dyn Front> = Arc::new(Llvm { old, new, ..self.clone() });
        let (client, holds) = assume::names_in_c(client);
        Ok(Assuming { holds: (front.clone(), holds), front, client })
    }

    fn native(&self, client: &str) -> Result<Box<dyn Native>> {
        if is_rust(&self.question.old) {
            let driver = |given: &Named, version: &Version| self.rust_driver(given, version, client);
            let (old, new) = (&self.question.old, &self.question.new);
            return Ok(Box::new(native::rust::Rust([driver(old, &self.old)?, driver(new, &self.new)?])));
        }
        // Where a library was left out, its code is there to be run.
        let library = self.question.reading.library.as_ref().map(|_| self.c_library().code).unwrap_or_default();
        let driver = |version: &Version| {
            let mut driver = self.driver(version, client)?;
            driver.others.extend(library.iter().map(|path| path.canonicalize().unwrap_or_else(|_| path.clone())));
            Ok::<Callee, Failure>(driver)
        };
        Ok(Box::new(Compiled {
            drivers: [driver(&self.old)?, driver(&self.new)?],
            question: self.question.clone(),
            unbounded: self.options.ints == Ints::Unbounded,
        }))
    }

    fn search(&self, client: &str, trust: confine::Trust) -> Result<Option<Box<dyn Search>>> {
        let as_the_machine = self.options.ints == Ints::Machine && self.options.floats == Floats::Ieee;
        let has_all = self.question.reading.library.is_none();
        if !as_the_machine || !has_all || client == "main" {
            return Ok(None);
        }
        if is_rust(&self.question.old) {
            let version = |given: &Named, version: &Version| self.rust_to_search(given, version, client);
            let (old, new) = (&self.question.old, &self.question.new);
            let versions = [version(old, &self.old)?, version(new, &self.new)?];
            let asked = native_c::Asked { versions, seed: 1, trust };
            return Ok(Some(Box::new(CompiledSearch { asked, client: client.to_owned(), both: None })));
        }
        let versions = [self.version_to_search(&self.old, client)?, self.version_to_search(&self.new, client)?];
        let asked = native_c::Asked { versions, seed: 1, trust };
        Ok(Some(Box::new(CompiledSearch { asked, client: client.to_owned(), both: None })))
    }

    fn other_builds(&self) -> Result<Vec<(&'static str, Box<dyn Front>)>> {
        const RELEASE: &str = "-Cdebug-assertions=off";
        let mut question = self.question.clone();
        let is_told = question.reading.cflags.iter().any(|flag| flag.contains("debug-assertions"));
        if is_told || !is_rust(&question.old) || !self.mentions("debug_assert") {
            return Ok(Vec::new());
        }
        question.reading.cflags.push(RELEASE.to_owned());
        Ok(vec![("a build without debug assertions", Box::new(open(&question)?))])
    }

    fn making(&self, client: &str) -> Result<Option<Vec<Making>>> {
        if !is_rust(&self.question.old) {
            let takes =
                |version: &Version| front_llvm::takes_private(&version.modules, client, self.options.client_is_last);
            // What makes such an object is not looked for.
            return Ok((takes(&self.old)? || takes(&self.new)?).then(Vec::new));
        }
        let Some(module) = self.old.modules.last() else { return Ok(None) };
        let texts = self.texts();
        let constructs = |name: &str| texts.iter().any(|text| made::may_construct(text, name));
        let Some(mut guarded) = front_llvm::guarded(module, client, &constructs)? else { return Ok(None) };
        made::keep_open(&mut guarded, &texts);
        let question = &self.question;
        let has_client = question.client.as_ref().is_some_and(|client| client.file.is_some());
        if has_client || question.old.is_folder() || question.new.is_folder() {
            return Ok(Some(Vec::new()));
        }
        let all = made::functions(&guarded);
        let with = |functions: &[(String, String, String)]| {
            let text: String = functions.iter().map(|(_, text, _)| text.as_str()).collect();
            let (old, new) =
                (rust::beside(&question.old, &text, &roots())?, rust::beside(&question.new, &text, &roots())?);
            Ok::<_, Failure>(Arc::new(open(&Question { old, new, ..question.clone() })?))
        };
        // What cannot be called or written in one of them must not spoil the others.
        let few = all.get(..1).unwrap_or_default();
        let Some((front, all)) = [&all[..], few].into_iter().find_map(|some| Some((with(some).ok()?, some))) else {
            return Ok(Some(Vec::new()));
        };
        let making = |(name, _, how): &(String, String, String)| {
            let front: Arc<dyn Front> = front.clone();
            Making { front, client: name.clone(), how: how.clone() }
        };
        Ok(Some(all.iter().map(making).collect()))
    }

    fn build(&self) -> Option<String> {
        is_rust(&self.question.old)
            .then(|| "a build in which overflow panics and panics unwind, as debug builds do".to_owned())
    }

    fn lower_stopping(&self, client: &str, which: Stopping) -> Result<Option<Pair>> {
        if self.options.ints == Ints::Unbounded {
            return Ok(None);
        }
        let stops = match which {
            Stopping::Old => Stops::Old,
            Stopping::Both => Stops::Both,
        };
        self.lower_as(client, Options { stops, ..self.options }).map(Some)
    }

    fn ignores_undefined(&self) -> bool {
        self.options.undefined == Undefined::Ignore
    }
}

/// More files of a program in Rust are not read for what they mention.
const MOST_TEXTS: usize = 500;

fn cannot_run(client: &str, why: &str) -> Failure {
    Failure::new(format!("`{client}` cannot be run natively: {why}"), "use --replay builtin")
}

/// The variables that can be named where the client is: a static one in its own file only, one of a function nowhere.
fn watched(described: &Described) -> impl Iterator<Item = &DescribedGlobal> {
    described
        .globals
        .iter()
        .filter(|global| !global.is_static || (global.module == described.module && !global.name.contains('.')))
}

impl Llvm {
    /// Does the word stand in a source of either version, or of the client?
    fn mentions(&self, word: &str) -> bool {
        self.texts().iter().any(|text| text.contains(word))
    }

    /// The texts of both versions and of the client, in Rust.
    fn texts(&self) -> Vec<String> {
        self.texts_of(&[&self.question.old, &self.question.new])
    }

    /// Those of these versions and of the client.
    fn texts_of(&self, versions: &[&Named]) -> Vec<String> {
        let given = versions.iter().flat_map(|given| match given.is_folder() {
            true => read::below(given, "rs").unwrap_or_default().iter().map(|path| given.join(path)).collect(),
            false => vec![(*given).clone()],
        });
        let all = given.chain(self.question.client.iter().filter_map(|client| client.file.clone()));
        let mut paths: Vec<PathBuf> = all.map(|file| file.path).collect();
        let mut found = Vec::new();
        while let Some(path) = paths.pop() {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            // Modules in files beside a file that is given alone.
            let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
            let own = folder.join(path.file_stem().unwrap_or_default());
            let modules = rust::declared(&text);
            let places = modules.iter().flat_map(|name| {
                [&folder, &own]
                    .into_iter()
                    .flat_map(|at| [at.join(format!("{name}.rs")), at.join(name).join("mod.rs")])
                    .collect::<Vec<_>>()
            });
            if found.len() < MOST_TEXTS {
                paths.extend(places);
            }
            found.push(text);
        }
        found
    }

    /// The file of this version that stands where the client's file does, if that is a file of the library.
    fn counterpart(&self, given: &Named, file: &Named) -> Option<PathBuf> {
        let path = read::absolute(&file.path);
        let versions = [&self.question.old, &self.question.new].into_iter().filter(|version| version.is_folder());
        let mut roots = versions.flat_map(|version| [read::absolute(&version.path), read::absolute(&version.home)]);
        let below = roots.find_map(|root| path.strip_prefix(root).ok().map(Path::to_path_buf))?;
        Some(read::absolute(&given.path.join(below)))
    }

    /// The same with a client that is compiled by itself, once against each version's headers.
    fn with_client(&self, file: &Named) -> Result<Llvm> {
        let with = |version: &Version, given: &Named| {
            // A file of the library that is the client is not there twice.
            let version = &version.without(self.counterpart(given, file).as_deref());
            let mut files = version.files.clone();
            files.push(file.clone());
            let includes = client_includes(version, given, file);
            let flags = version.shared_flags();
            let (module, digest) = match file.ending() {
                "ll" => module(file, &includes, &flags)?,
                _ => {
                    let copy = apart(file)?;
                    parsed(&compile(&copy, file, &includes, &flags)?, file)?
                }
            };
            let modules = version.modules.iter().cloned().chain([module]).collect();
            let digests = version.digests.iter().copied().chain([digest]).collect();
            let flags = version.flags.iter().cloned().chain([flags]).collect();
            Ok::<_, Failure>(Version { modules, files, digests, flags, includes: version.includes.clone() })
        };
        let (old, new) = (with(&self.old, &self.question.old)?, with(&self.new, &self.question.new)?);
        Ok(Llvm { old, new, ..self.clone() })
    }

    /// The version with functions beside the client that know these conditions.
    fn version_assuming(
        &self,
        (version, given): (&Version, &Named),
        client: &str,
        conditions: &[String],
        is_old: bool,
    ) -> Result<Version> {
        let advice = "give an expression of C over the client's parameters";
        let cannot = |why: String| Failure::new(format!("--assume: {why}"), advice);
        let described = self.describe(version, client)?;
        let index = described.module;
        let file = &version.files[index];
        let is_own = self.options.client_is_last && index + 1 == version.files.len();
        let includes = if is_own { client_includes(version, given, file) } else { version.includes.clone() };
        let flags = version.flags[index].clone();
        let copy = copied(file, &assume::in_c(&described, conditions, is_old).map_err(cannot)?)?;
        let compiled = compile(&copy, file, &includes, &flags).map_err(|failure| {
            let said = failure.first_line();
            let error = said.lines().find_map(|line| line.split_once("error: ")).map_or(said, |(_, error)| error);
            cannot(format!("`{}` is no condition on the parameters: {error}", conditions.join("` and `")))
        })?;
        let (module, digest) = parsed(&compiled, file)?;
        let mut version = version.clone();
        (version.modules[index], version.digests[index]) = (module, digest);
        Ok(version)
    }

    /// The version's crate, to be called.
    fn rust_driver(&self, given: &Named, version: &Version, client: &str) -> Result<RustDriver> {
        let described = self.describe(version, client)?;
        let root = rust::root(&self.question, given, &roots())?;
        let file = root.file.canonicalize().unwrap_or(root.file);
        let function = client.strip_prefix("crate::").unwrap_or(client).to_owned();
        let params = described.signature.params.iter().map(|ty| ty.name.clone()).collect();
        Ok(RustDriver { root: file, flags: root.flags, function, params })
    }

    /// One version in Rust, to look for a difference in it.
    fn rust_to_search(&self, given: &Named, version: &Version, client: &str) -> Result<Callee> {
        let described = self.describe(version, client)?;
        let RustDriver { root, flags, function, .. } = self.rust_driver(given, version, client)?;
        Ok(Callee {
            language: Language::Rust,
            client: root,
            others: Vec::new(),
            includes: Vec::new(),
            flags,
            function,
            params: described.signature.params,
            names: described.names,
            result: described.signature.result,
            globals: Vec::new(),
            leaves_state: described.has_state,
        })
    }

    /// How the client is compiled and called in one version.
    fn driver(&self, version: &Version, client: &str) -> Result<Callee> {
        let callee = self.version_to_search(version, client)?;
        // An address of an object that can be written down is fine.
        let is_unknown = |ty: &SourceType| match &ty.kind {
            // C++ has no way to write an object of any length within an expression.
            SourceKind::Pointer(to) if callee.language == Language::C => to.holds_pointer(),
            _ => ty.holds_pointer(),
        };
        if callee.params.iter().any(is_unknown) || (callee.result.holds_pointer() && !callee.result.is_text()) {
            return Err(cannot_run(client, "it takes or returns an address"));
        }
        Ok(callee)
    }

    fn describe(&self, version: &Version, client: &str) -> Result<Described> {
        let described = front_llvm::describe(&version.modules, client, self.options.client_is_last)?;
        described.ok_or_else(|| cannot_run(client, "there is no source to compile"))
    }

    /// One version, to look for a difference in it.
    fn version_to_search(&self, version: &Version, client: &str) -> Result<Callee> {
        let described = self.describe(version, client)?;
        let file = &version.files[described.module];
        let language = match Language::of(&file.path) {
            Some(language @ (Language::C | Language::Cpp)) => language,
            Some(Language::Rust) | None => return Err(cannot_run(client, "there is no source to compile")),
        };
        let Some((shared, others)) = version.flags.split_first() else {
            return Err(cannot_run(client, "there is no source to compile"));
        };
        if others.iter().any(|flags| flags != shared) {
            return Err(cannot_run(client, "its build compiles files with different flags"));
        }
        let absolute = |named: &Named| named.path.canonicalize().unwrap_or_else(|_| named.path.clone());
        let others = version.files.iter().enumerate().filter(|(index, _)| *index != described.module);
        let (old, new) = (&self.old.modules, &self.new.modules);
        let told_otherwise = front_llvm::told_otherwise(old, new, client, self.options.client_is_last)?;
        let shown = watched(&described).filter(|global| !told_otherwise.contains(&global.name));
        let globals = shown.map(|global| Watched {
            name: global.name.clone(),
            ty: global.ty.clone(),
            is_static: global.is_static,
        });
        Ok(Callee {
            language,
            client: absolute(file),
            others: others.map(|(_, named)| absolute(named)).collect(),
            includes: version.includes.clone(),
            flags: shared.clone(),
            globals: globals.collect(),
            leaves_state: described.has_state,
            function: described.function,
            params: described.signature.params,
            names: described.names,
            result: described.signature.result,
        })
    }

    fn lower_as(&self, client: &str, options: Options) -> Result<Pair> {
        let mut pair = front_llvm::lower(&self.old.modules, &self.new.modules, client, options)?;
        self.name_pair(&mut pair);
        Ok(pair)
    }

    fn name_pair(&self, pair: &mut Pair) {
        let prototypes = if self.options.handles { self.c_library().prototypes } else { Vec::new() };
        for program in [&mut pair.old.program, &mut pair.new.program] {
            self.name_files(program);
            name_parameters(program, &prototypes);
        }
    }

    /// The library that the old version calls without having its code.
    fn c_library(&self) -> CLibrary {
        CLibrary::of(&self.question.old, self.question.reading.library.as_deref().unwrap_or_default())
    }

    /// The compiler writes down names of its own choosing; and only the names.
    fn name_files(&self, program: &mut Program) {
        for (_, file) in program.files.iter_mut() {
            let path = Path::new(&file.name).to_path_buf();
            let same = |named: &&Named| {
                let resolve = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
                named.path == path || resolve(&named.path) == resolve(&path)
            };
            let named = self.old.files.iter().chain(&self.new.files).find(same);
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
