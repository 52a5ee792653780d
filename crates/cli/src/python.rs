//! Python programs: which files they are made of.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use equiv::Claim;
use front_python::{Client, ClientSource, Loading, Options, Version};
use ir::entry::{Assumption, Later, Notation, Pair, Prior, Source};

use crate::args;
use crate::args::Spec;
use crate::assume::{self, Assuming};
use crate::environment::Digest;
use crate::failure::{Failure, Result};
use crate::mapping::rename_globals;
use crate::native::python::{self, Layout};
use crate::native::search::PythonSearch;
use crate::native::{Native, Search};
use crate::question::{Failures, Front, Library, Question, Reading};
use crate::read::{self, Named};
use crate::roots::Roots;
use crate::validate::both::{Generator, Sample};
use crate::validate::trials::{PythonTrials, Signature, Trials};
use crate::validate::{proof, property_test};

#[derive(Clone)]
struct Python {
    question: Question,
    old: Version,
    new: Version,
    client: Option<ClientSource>,
    /// Where imports begin below each version, if it is a folder.
    roots: [Roots; 2],
    options: Options,
    /// What came of loading both versions, by the client's module.
    loads: Arc<Mutex<BTreeMap<String, Option<Arc<Loading>>>>>,
    /// A digest of both versions, once somebody asked for it.
    versions: Arc<OnceLock<String>>,
    /// Did a function that assigns state change?
    has_changed_setter: Arc<OnceLock<bool>>,
}

pub fn open(question: &Question) -> Result<impl Front + use<>> {
    let namespace = namespace(question);
    let question = &Question { reading: Reading { namespace, ..question.reading.clone() }, ..question.clone() };
    let file = question.client.as_ref().and_then(|client| client.file.as_ref());
    let reading = &question.reading;
    let roots = roots(question)?;
    Ok(Python {
        old: version(&question.old, question, &roots[0])?,
        new: version(&question.new, question, &roots[1])?,
        roots,
        client: file.map(|file| client(file, question)).transpose()?,
        options: Options {
            types: reading.types.clone(),
            exceptions: match reading.exceptions {
                args::Exceptions::Type => front_python::Exceptions::Type,
                args::Exceptions::Message => front_python::Exceptions::Message,
                args::Exceptions::Any => front_python::Exceptions::Any,
            },
            module: reading.module.clone(),
            only_by_name: match reading.by_name {
                Some(by_name) => by_name,
                None => is_imported_by_name(question)?,
            },
            is_used: question.clients.is_empty(),
            floats_real: reading.floats == args::Floats::Real,
            opaque: reading.opaque == args::Opaque::On,
            library: stubs(question)?.into_iter().map(|library| library.stub).collect(),
            ..Options::default()
        },
        question: question.clone(),
        loads: Arc::default(),
        versions: Arc::default(),
        has_changed_setter: Arc::default(),
    })
}

/// Does one of many clients import the library by its own name? Then that is its name for all.
pub(crate) fn is_imported_by_name(question: &Question) -> Result<bool> {
    let names = [Some(stem(&question.old)), Some(stem(&question.new)), question.reading.module.clone()];
    for file in question.clients.iter() {
        // A file that cannot be read is a row of its own.
        let Ok(source) = read::source(file) else { continue };
        let imported = named_in_imports(&source.text);
        if names.iter().flatten().any(|name| imported.contains(name)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What the public interface of the library gained and lost.
pub(crate) fn interface_change(question: &Question) -> Result<front_python::InterfaceChange> {
    let [old, new] = roots(question)?;
    let (old, new) = (version(&question.old, question, &old)?, version(&question.new, question, &new)?);
    Ok(front_python::interface_change(&old, &new))
}

/// Where imports begin below each version. What one of them, or a client, imports counts for both.
fn roots(question: &Question) -> Result<[Roots; 2]> {
    let is_tree = |given: &&Named| given.is_folder() && package(question, given).is_none();
    let trees: Vec<&Named> = [&question.old, &question.new].into_iter().filter(is_tree).collect();
    if trees.is_empty() {
        return Ok([Roots::default(), Roots::default()]);
    }
    let mut texts = Vec::new();
    for tree in &trees {
        for path in read::below(tree, "py")? {
            texts.extend(read::source(&tree.join(&path)).map(|source| source.text));
        }
    }
    let clients = question.clients.iter().chain(question.client.iter().filter_map(|client| client.file.as_ref()));
    for client in clients {
        texts.extend(read::source(client).map(|source| source.text));
    }
    let of = |given: &Named| match is_tree(&given) {
        true => Roots::of(given, texts.iter().map(String::as_str)),
        false => Ok(Roots::default()),
    };
    Ok([of(&question.old)?, of(&question.new)?])
}

fn version(given: &Named, question: &Question, roots: &Roots) -> Result<Version> {
    if !given.is_folder() {
        let place = Place::of(given);
        let source = read::source(given)?;
        let apart: Vec<PathBuf> = std::iter::once(given.path.clone()).chain(library_files(question)?).collect();
        let siblings = siblings(&place, &source, &apart)?;
        let compiled = compiled_beside(&place, &source, &siblings)?;
        return Ok(Version::file_among(location(given), place.module, source, siblings).with_compiled(compiled));
    }
    let package = package(question, given);
    let within = |path: &Path| package.as_ref().map_or_else(|| roots.path(path), |name| Path::new(name).join(path));
    let files = read::below(given, "py")?.into_iter();
    let files = files.map(|path| Ok((within(&path).display().to_string(), read::source(&given.join(&path))?)));
    let version = Version::folder(files.collect::<Result<_>>()?);
    let version = version.with_compiled(compiled(given, within)?).with_unclear(roots.unclear());
    let Some(package) = &package else { return Ok(version) };
    let aliases = package_names(question).into_iter().filter(|name| name != package);
    Ok(version.also_called(aliases.collect()))
}

/// How modules end that are not Python: machine code, and what it is made of where it is not made yet.
const COMPILED: [&str; 5] = ["so", "pyd", "pyx", "c", "cpp"];

/// The modules below a folder that are not Python, as imports find them.
fn compiled(folder: &Named, within: impl Fn(&Path) -> PathBuf) -> Result<Vec<(String, u64)>> {
    let mut found: Vec<PathBuf> = Vec::new();
    let name = |path: &Path| {
        path.with_file_name(
            path.file_name().unwrap_or_default().to_string_lossy().split('.').next().unwrap_or_default(),
        )
    };
    for ending in COMPILED {
        for path in read::below(folder, ending)? {
            let is_made = matches!(ending, "so" | "pyd");
            // What another module of that name is made of is no module itself.
            let is_known = found.iter().any(|known| name(known) == name(&path))
                || folder.path.join(name(&path).with_extension("py")).is_file();
            if is_made || !is_known {
                found.push(path);
            }
        }
    }
    found.iter().map(|path| Ok((within(path).display().to_string(), digest_of(&folder.join(path))?))).collect()
}

fn digest_of(file: &Named) -> Result<u64> {
    let bytes =
        std::fs::read(&file.path).map_err(|error| crate::failure::io(Path::new(&file.name), "read it", &error))?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    Ok(hasher.finish())
}

/// The same of what stands beside a file, where the file or one beside it may import it.
fn compiled_beside(place: &Place, source: &Source, siblings: &[(String, Source)]) -> Result<Vec<(String, u64)>> {
    let texts = std::iter::once(&source.text).chain(siblings.iter().map(|(_, source)| &source.text));
    let names: BTreeSet<String> = texts.flat_map(|text| named_in_imports(text)).collect();
    let mut found: BTreeMap<String, u64> = BTreeMap::new();
    let mut folders: BTreeSet<PathBuf> = place.folders.iter().cloned().collect();
    folders.extend(siblings.iter().filter_map(|(path, _)| Some(Path::new(path).parent()?.to_path_buf())));
    for folder in folders {
        for entry in std::fs::read_dir(place.root.path.join(&folder)).into_iter().flatten().flatten() {
            let file = entry.file_name().to_string_lossy().into_owned();
            let (name, ending) =
                (file.split('.').next().unwrap_or_default(), file.rsplit('.').next().unwrap_or_default());
            let is_python = entry.path().with_file_name(name).with_extension("py").is_file();
            let is_made = matches!(ending, "so" | "pyd");
            if !names.contains(name) || !COMPILED.contains(&ending) || (is_python && !is_made) {
                continue;
            }
            let path = folder.join(&file);
            found.insert(path.display().to_string(), digest_of(&place.root.join(&path))?);
        }
    }
    Ok(found.into_iter().collect())
}

/// A folder that is itself a package answers to its own name, in both versions to the same.
fn package(question: &Question, given: &Named) -> Option<String> {
    if !is_package(&given.path) {
        return question.reading.namespace.clone();
    }
    question.reading.module.clone().or_else(|| folder_name(&question.old)).or_else(|| folder_name(given))
}

/// The name of the folders of both versions, if clients import what is in them by it: `from src.pricing import price`.
fn namespace(question: &Question) -> Option<String> {
    let versions = [&question.old, &question.new];
    let name = folder_name(&question.old)?;
    let is_called_so = |version: &&Named| {
        let is_folder = version.is_folder() && version.pins.is_empty() && !is_package(&version.path);
        let is_it = folder_name(version).as_ref() == Some(&name) && version.path.ends_with(&name);
        let has_another = ["", ".py"].iter().any(|ending| version.path.join(format!("{name}{ending}")).exists());
        is_folder && is_it && !has_another
    };
    if !versions.iter().all(is_called_so) {
        return None;
    }
    let own = question.client.as_ref().and_then(|client| client.file.as_ref());
    let mut clients = question.clients.iter().chain(own);
    let imports_it = |file: &Named| {
        read::source(file).is_ok_and(|source| crate::roots::imported_names(&source.text).any(|first| first == name))
    };
    clients.any(imports_it).then_some(name)
}

/// What a folder that is itself a package may be called.
fn package_names(question: &Question) -> Vec<String> {
    let names = [&question.old, &question.new].into_iter().filter_map(folder_name);
    names.chain(question.reading.module.clone()).collect()
}

/// What makes a folder a package.
const PACKAGE: &str = "__init__.py";

fn is_package(folder: &Path) -> bool {
    folder.join(PACKAGE).is_file()
}

pub(crate) fn folder_name(folder: &Named) -> Option<String> {
    let folder = read::absolute(&folder.home);
    Some(folder.file_name()?.to_str()?.to_owned())
}

/// Folders and name of a file, as the user has them.
fn location(file: &Named) -> Vec<String> {
    let path = read::absolute(&file.home).with_extension("");
    path.iter().map(|part| part.to_string_lossy().into_owned()).collect()
}

/// Where imports find a file.
struct Place {
    /// The folder that imports begin at: the one around the file's outermost package.
    root: Named,
    /// The folders from there to the file, outermost last; imports with dots look into them.
    folders: Vec<PathBuf>,
    /// The dotted path.
    module: String,
}

impl Place {
    fn of(file: &Named) -> Place {
        // A file may use dots in folders that are packages without saying so.
        let dots = read::source(file).map_or(0, |source| most_dots(&source.text));
        let file = Named { path: read::absolute(&file.path), ..file.clone() };
        let (mut root, mut parts) = (file.folder(), vec![stem(&file)]);
        let mut folders = vec![PathBuf::new()];
        while is_package(&root.path) || parts.len() < dots {
            let Some(name) = root.path.file_name().map(|name| name.to_string_lossy().into_owned()) else { break };
            folders = folders.iter().map(|folder| Path::new(&name).join(folder)).chain([PathBuf::new()]).collect();
            parts.insert(0, name);
            root = root.folder();
        }
        Place { root, folders, module: parts.join(".") }
    }
}

/// The folder that a file's imports begin at.
pub(crate) fn import_root(file: &Named) -> PathBuf {
    Place::of(file).root.path
}

/// A module that is not read.
struct Unread {
    stub: front_python::Stub,
    /// Its own code, where it is there: it can be run.
    code: Option<PathBuf>,
    /// Where that stands, beside each of the files; the same everywhere.
    copies: Vec<PathBuf>,
}

/// The modules that are not read: those that the user names, and those that are imported and not there.
fn stubs(question: &Question) -> Result<Vec<Unread>> {
    let Some(named) = &question.reading.library else { return Ok(Vec::new()) };
    let mut found: Vec<Unread> = Vec::new();
    let files =
        [&question.old, &question.new].into_iter().chain(question.client.iter().filter_map(|c| c.file.as_ref()));
    let files: Vec<&Named> = files.filter(|file| !file.is_folder()).collect();
    // A module that one of them imports may stand beside another.
    let folders: Vec<PathBuf> = files.iter().map(|file| Place::of(file).root.path).collect();
    for file in &files {
        let own = stem(file);
        for module in front_python::imported_modules(&read::source(file)?) {
            let places: Vec<PathBuf> = folders.iter().map(|folder| folder.join(module.replace('.', "/"))).collect();
            let codes: Vec<PathBuf> =
                places.iter().map(|at| at.with_extension("py")).filter(|at| at.is_file()).collect();
            let is_named = named.iter().any(|name| *name == module || name.starts_with(&format!("{module}.")));
            let is_there = !codes.is_empty() || places.iter().any(|at| at.is_dir());
            let is_known = module == own || found.iter().any(|known| known.stub.module == module);
            if is_known || (is_there && !is_named) || !is_one_text(&codes) {
                continue;
            }
            let stubs = places.iter().map(|at| at.with_extension("pyi"));
            let declares = stubs.chain(codes.iter().cloned()).find(|path| path.is_file());
            let source = declares.map(|path| read::source(&Named::new(Path::new(""), &path))).transpose()?;
            let code = codes.first().cloned();
            found.push(Unread { stub: front_python::Stub { module, source }, code, copies: codes });
        }
    }
    Ok(found)
}

/// Is it one text, wherever it stands? A library that changes with the versions is no library that both call.
fn is_one_text(files: &[PathBuf]) -> bool {
    let texts: Vec<Option<Vec<u8>>> = files.iter().map(|file| std::fs::read(file).ok()).collect();
    texts.windows(2).all(|pair| pair[0].is_some() && pair[0] == pair[1])
}

/// What the functions of these modules take and give, by path.
fn signatures(libraries: &[Unread]) -> BTreeMap<String, Signature> {
    let mut all = BTreeMap::new();
    for library in libraries {
        for (name, params, result) in library.stub.source.iter().flat_map(front_python::declared_functions) {
            let params = params.into_iter().map(|(_, kind)| kind).collect();
            all.insert(format!("{}.{name}", library.stub.module), Signature { params, result });
        }
    }
    all
}

fn library_files(question: &Question) -> Result<Vec<PathBuf>> {
    Ok(stubs(question)?.into_iter().flat_map(|library| library.copies).collect())
}

/// How many dots the farthest import by place has.
fn most_dots(text: &str) -> usize {
    let imports = text.lines().filter_map(|line| line.trim_start().strip_prefix("from "));
    imports.map(|path| path.trim_start().chars().take_while(|c| *c == '.').count()).max().unwrap_or(0)
}

fn client(file: &Named, question: &Question) -> Result<ClientSource> {
    let (place, source) = (Place::of(file), read::source(file)?);
    // Files of the library are the library's: each version has its own.
    let versions = [&question.old, &question.new].into_iter();
    let library = versions.flat_map(|named| [named.path.clone(), named.home.clone()]);
    let library: Vec<PathBuf> = library.chain(library_files(question)?).collect();
    let siblings = siblings(&place, &source, &library)?;
    Ok(ClientSource::at(place.module, source, siblings))
}

/// The modules beside a file that its text, or theirs, may import, but for those in `apart`. Which
/// of them are really imported is for the front end to say; here a file counts if a line with
/// `import` names it.
fn siblings<P: AsRef<Path>>(place: &Place, source: &Source, apart: &[P]) -> Result<Vec<(String, Source)>> {
    let apart: Vec<PathBuf> = apart.iter().map(|path| read::absolute(path.as_ref())).collect();
    let mut found: Vec<(String, Source)> = Vec::new();
    let (mut seen, mut taken) = (BTreeSet::new(), BTreeSet::new());
    let mut names: Vec<String> = named_in_imports(&source.text);
    let package = place.module.split_once('.').map(|(package, _)| package.to_owned());
    names.extend(package.filter(|package| is_package(&place.root.path.join(package))));
    while let Some(name) = names.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        for path in place.folders.iter().flat_map(|folder| files_of(&place.root, &folder.join(&name))) {
            let file = place.root.join(&path);
            let is_apart = apart.iter().any(|apart| read::absolute(&file.path).starts_with(apart));
            if is_apart || !taken.insert(path.clone()) {
                continue;
            }
            // What cannot be read is there all the same: an import of it does not fail.
            let source = read::source(&file)?;
            names.extend(named_in_imports(&source.text));
            found.push((path.display().to_string(), source));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(found)
}

pub(crate) fn named_in_imports(text: &str) -> Vec<String> {
    let text = text.replace("\\\r\n", " ").replace("\\\n", " ");
    let lines = text.lines().filter(|line| line.contains("import"));
    let words = lines.flat_map(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '_')));
    words.filter(|word| !word.is_empty() && !matches!(*word, "import" | "from" | "as")).map(str::to_owned).collect()
}

/// `name.py`, or all files of the package `name`.
fn files_of(root: &Named, name: &Path) -> Vec<PathBuf> {
    let file = name.with_extension("py");
    let folder = root.join(name);
    if is_package(&folder.path) || (folder.is_folder() && !root.path.join(&file).is_file()) {
        let below = read::below(&folder, "py").unwrap_or_default();
        return below.into_iter().map(|path| name.join(path)).collect();
    }
    if root.path.join(&file).is_file() { vec![file] } else { Vec::new() }
}

impl Python {
    fn asked(&self, function: &str) -> Client {
        Client { function: self.name_of(function), file: self.client.clone() }
    }

    /// A function's name as imports have it; the user may name it by its place in the folder.
    fn name_of(&self, function: &str) -> String {
        match self.client {
            Some(_) => function.to_owned(),
            None => self.roots[1].function(&self.roots[0].function(function)),
        }
    }

    /// Where CPython finds each version.
    fn layouts(&self, library: Option<&str>, function: &str) -> [Layout; 2] {
        let function = self.name_of(function);
        let versions = [(&self.question.old, &self.roots[0]), (&self.question.new, &self.roots[1])];
        versions.map(|(version, roots)| layout(&self.question, version, roots, library, &function))
    }

    /// What loading both versions leaves, if they can be loaded.
    fn loaded(&self, client: &str, trust: confine::Trust, until: Instant) -> Option<Arc<Loading>> {
        if self.options.flag_assertions {
            return None;
        }
        let asked = self.asked(client);
        let name = front_python::library_name(&self.old, &self.new, &asked, &self.options).ok()?;
        let layouts = self.layouts(name.as_deref(), client);
        let module = layouts[0].client.clone();
        let mut known = self.loads.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(module).or_insert_with(|| native_python::loads(layouts, trust, until).ok().map(Arc::new)).clone()
    }
}

impl Front for Python {
    fn functions(&self) -> Result<(Vec<String>, Vec<String>)> {
        Ok((front_python::functions(&self.old)?, front_python::functions(&self.new)?))
    }

    fn opened(&self, _client: &str, is_stuck: bool) -> Option<Box<dyn Front>> {
        let is_asked = is_stuck && self.question.reading.opaque == args::Opaque::Auto && !self.options.opaque;
        let opened = || Python { options: Options { opaque: true, ..self.options.clone() }, ..self.clone() };
        is_asked.then(|| Box::new(opened()) as Box<dyn Front>)
    }

    fn assuming(&self, client: &str, conditions: &[String]) -> Result<Assuming> {
        assume::in_python(&self.question, client, conditions)
    }

    fn is_large(&self) -> bool {
        !self.old.is_file && self.old.modules.len() > 4
    }

    fn alike(&self, client: &str, trust: confine::Trust, until: Instant) -> Result<Option<Vec<Assumption>>> {
        let Some(loading) = self.loaded(client, trust, until) else { return Ok(None) };
        let client = self.asked(client);
        Ok(front_python::alike(&self.old, &self.new, &client, &self.options, &loading)?)
    }

    fn is_changed(&self, client: &str) -> Result<bool> {
        let client = self.asked(client);
        Ok(front_python::is_changed(&self.old, &self.new, &client, &self.options)?)
    }

    fn beside(&self, file: &Named) -> Result<Arc<dyn Front>> {
        Ok(Arc::new(Python {
            question: self.question.with_client(file),
            old: self.old.clone(),
            new: self.new.clone(),
            client: Some(client(file, &self.question)?),
            roots: self.roots.clone(),
            options: self.options.clone(),
            loads: self.loads.clone(),
            versions: self.versions.clone(),
            has_changed_setter: self.has_changed_setter.clone(),
        }))
    }

    fn each_part(&self, add: &mut dyn FnMut(&str)) {
        let digest = || {
            let mut digest = Digest::default();
            for version in [&self.old, &self.new] {
                version.each_part(&mut |part| digest.text(part));
            }
            digest.finish()
        };
        add(self.versions.get_or_init(digest));
        add(if self.options.only_by_name { "by its name" } else { "by any name" });
        self.client.iter().for_each(|client| client.each_part(add));
        let is_written = |name: &str| {
            let mut is_written = false;
            let client = self.client.iter();
            client.for_each(|client| client.each_part(&mut |part| is_written |= part.contains(name)));
            is_written
        };
        for version in [&self.old, &self.new] {
            for name in version.folders_that(&is_written) {
                add(name);
            }
            add("end of the folders");
        }
    }

    fn own_functions(&self) -> Result<Vec<String>> {
        Ok(self.client.as_ref().map_or(Ok(Vec::new()), ClientSource::functions)?)
    }

    fn lower(&self, client: &str) -> Result<Pair> {
        let client = self.asked(client);
        Ok(front_python::lower(&self.old, &self.new, &client, &self.options)?)
    }

    fn on_state(&self, client: &str) -> Result<Vec<Assumption>> {
        if !self.has_changed_setter.get_or_init(|| front_python::has_changed_setter(&self.old, &self.new)) {
            return Ok(Vec::new());
        }
        Ok(front_python::on_state(&self.old, &self.new, &self.asked(client), &self.options)?)
    }

    fn lower_later(&self, client: &str) -> Result<Option<Later>> {
        let client = self.asked(client);
        Ok(front_python::lower_later(&self.old, &self.new, &client, &self.options)?)
    }

    fn lower_after(&self, client: &str, steps: &[Prior]) -> Result<Pair> {
        let client = self.asked(client);
        Ok(front_python::lower_after(&self.old, &self.new, &client, &self.options, steps)?)
    }

    fn lower_with_failures(&self, entry: &str, failures: &Failures) -> Result<(Pair, equiv::Spec)> {
        let mut options = self.options.clone();
        let spec = match failures.spec {
            Spec::Asserts => {
                options.flag_assertions = true;
                equiv::Spec::of_flag(front_python::ASSERTIONS)
            }
            Spec::Raises => equiv::Spec { raises: true, ..equiv::Spec::default() },
            Spec::Equivalence => {
                let advice = format!("ask instead: safebump check OLD NEW --client {entry}");
                return Err(Failure::new("--spec equivalence does not compare what Python raises", advice));
            }
            Spec::Memory | Spec::Traps => {
                let advice = "use --spec asserts or --spec raises";
                return Err(Failure::new("Python programs do not trap; they raise", advice));
            }
        };
        let client = self.asked(entry);
        let mut pair = front_python::lower(&self.old, &self.new, &client, &options)?;
        rename_globals(&mut pair, &failures.globals)?;
        Ok((pair, spec))
    }

    fn library(&self) -> Option<Library> {
        Library::of(&self.question)
    }

    fn leaving_out(&self, modules: &[String]) -> Result<Option<Box<dyn Front>>> {
        let mut question = self.question.clone();
        question.reading.library = Some(modules.to_vec());
        Ok(Some(Box::new(open(&question)?)))
    }

    fn property_tests(&self, claims: &[Claim], notation: &dyn Notation) -> Result<Option<(String, String)>> {
        let libraries = stubs(&self.question)?;
        let modules: Vec<String> = libraries.iter().map(|library| library.stub.module.clone()).collect();
        let text = property_test::python(claims, notation, &modules, &signatures(&libraries));
        Ok(Some(("test_library_facts.py".to_owned(), text)))
    }

    fn proved(&self, claims: &[Claim], notation: &dyn Notation) -> Result<Vec<bool>> {
        let libraries = stubs(&self.question)?;
        let mut modules: Vec<(String, Source)> = Vec::new();
        for library in &libraries {
            let (Some(code), Some(source)) = (&library.code, &library.stub.source) else {
                return Ok(vec![false; claims.len()]);
            };
            let named = Named::new(Path::new(""), code);
            let own = format!("{}.py", library.stub.module.replace('.', "/"));
            let apart = [self.question.old.path.clone(), self.question.new.path.clone(), code.clone()];
            let beside = siblings(&Place::of(&named), source, &apart)?;
            modules.extend(std::iter::once((own, read::source(&named)?)).chain(beside));
        }
        modules.sort_by(|a, b| a.0.cmp(&b.0));
        modules.dedup_by(|a, b| a.0 == b.0);
        let signatures = signatures(&libraries);
        Ok(claims.iter().map(|claim| proof::python(claim, notation, &modules, &signatures)).collect())
    }

    fn samples(&self, client: &str, count: usize) -> Result<Vec<Sample>> {
        let libraries = stubs(&self.question)?;
        if libraries.is_empty() || libraries.iter().any(|library| library.code.is_none()) {
            return Ok(Vec::new());
        }
        let asked = self.asked(client);
        let kinds = front_python::parameter_types(&self.old, &self.new, &asked, &self.options)?;
        let signatures = signatures(&libraries);
        let code = libraries.iter().filter_map(|library| library.code.as_ref());
        let files = code.chain([&self.question.old.path, &self.question.new.path]);
        let texts: Vec<String> = files.filter_map(|path| std::fs::read_to_string(path).ok()).collect();
        let mut generator = Generator::new(&signatures, Some(client), &texts);
        Ok((0..count).filter_map(|_| generator.arguments(&kinds)).collect())
    }

    fn absent_libraries(&self) -> Result<Vec<String>> {
        let question = &self.question;
        let files =
            [&question.old, &question.new].into_iter().chain(question.client.iter().filter_map(|c| c.file.as_ref()));
        let mut imported = Vec::new();
        for file in files {
            if file.is_folder() {
                return Ok(Vec::new());
            }
            imported.extend(front_python::imported_modules(&read::source(file)?));
        }
        let is_imported =
            |name: &&String| imported.iter().any(|one| one == *name || name.starts_with(&format!("{one}.")));
        let names = question.reading.library.iter().flatten().filter(|name| !is_imported(name));
        let (old, new) = (&question.old.name, &question.new.name);
        Ok(names.map(|name| format!("neither {old} nor {new} imports a module {name}")).collect())
    }

    fn trials(&self, trust: confine::Trust) -> Result<Option<Box<dyn Trials>>> {
        let libraries: Vec<Unread> =
            stubs(&self.question)?.into_iter().filter(|library| library.code.is_some()).collect();
        let signatures = signatures(&libraries);
        let (mut path, mut modules) = (Vec::new(), Vec::new());
        for library in libraries {
            path.extend(library.code.as_deref().and_then(Path::parent).map(Path::to_path_buf));
            modules.push(library.stub.module);
        }
        if modules.is_empty() {
            return Ok(None);
        }
        let trials = PythonTrials::new(path, modules, signatures, trust);
        Ok(trials.map(|trials| Box::new(trials) as Box<dyn Trials>))
    }

    fn native(&self, client: &str) -> Result<Box<dyn Native>> {
        let asked = self.asked(client);
        let name = front_python::library_name(&self.old, &self.new, &asked, &self.options)?;
        Ok(Box::new(python::Python::new(self.layouts(name.as_deref(), client), self.question.clone())))
    }

    fn is_core(&self, function: &ir::Function) -> bool {
        front_python::is_core(function)
    }

    fn search(&self, client: &str, trust: confine::Trust) -> Result<Option<Box<dyn Search>>> {
        let asked = self.asked(client);
        let name = front_python::library_name(&self.old, &self.new, &asked, &self.options)?;
        let versions = [&self.question.old, &self.question.new];
        let asked = native_python::Asked {
            layouts: self.layouts(name.as_deref(), client),
            types: self.options.types.clone(),
            guessed: front_python::guessed_types(&self.old, &self.new, &asked, &self.options)?,
            changed: changed_lines(versions),
            exceptions: match self.options.exceptions {
                front_python::Exceptions::Type => native_python::Exceptions::Type,
                front_python::Exceptions::Message => native_python::Exceptions::Message,
                front_python::Exceptions::Any => native_python::Exceptions::Any,
            },
            seed: 1,
            trust,
        };
        Ok(Some(Box::new(PythonSearch { asked, names: versions.map(Named::clone), both: None })))
    }
}

/// Where CPython finds what the front end was given.
fn layout(question: &Question, version: &Named, roots: &Roots, library: Option<&str>, function: &str) -> Layout {
    let file = question.client.as_ref().and_then(|client| client.file.as_ref());
    let mut layout = Layout {
        python: question.reading.python.clone(),
        path: Vec::new(),
        named: Vec::new(),
        library: None,
        client: String::new(),
        function: function.to_owned(),
    };
    if version.is_folder() {
        let is_namespace = question.reading.namespace.is_some();
        let is_package = is_package(&version.path);
        if is_package && !is_namespace {
            // Under all of its names it is this version, also for a client that stands in the other one.
            let names = package_names(question).into_iter();
            layout.named.extend(names.map(|name| (name, version.path.join(PACKAGE))));
        }
        layout.path.push(if is_package || is_namespace { version.folder().path } else { version.path.clone() });
        layout.path.extend(roots.folders().into_iter().map(|folder| version.path.join(folder)));
    } else {
        // Under one name the library answers to that name alone.
        let is_named = stem(&question.old) == stem(&question.new);
        layout.library = (!is_named).then(|| version.path.clone());
        let names = question.reading.module.iter().cloned().chain([stem(&question.old), stem(&question.new)]);
        for name in names.chain(library.map(str::to_owned)) {
            layout.named.push((name, version.path.clone()));
        }
        layout.path.push(Place::of(version).root.path);
    }
    match file {
        Some(file) => {
            let place = Place::of(file);
            layout.client = place.module;
            layout.named.retain(|(name, _)| *name != layout.client);
            layout.named.push((layout.client.clone(), file.path.clone()));
            layout.path.push(place.root.path);
        }
        None if version.is_folder() => {
            // `pkg.mod.f`: the longest part that is a module.
            let (module, function) = split_module(&layout.path, function);
            layout.client = module;
            layout.function = function;
        }
        None => {
            // One name in both versions, so that their globals have the same names.
            let (old, new) = (stem(&question.old), stem(&question.new));
            layout.client = if old == new { old } else { "library".to_owned() };
            layout.named.push((layout.client.clone(), version.path.clone()));
        }
    }
    layout
}

/// The lines of the files of both versions that are not the same, file by file.
fn changed_lines(versions: [&Named; 2]) -> [Vec<(PathBuf, Vec<usize>)>; 2] {
    let [old, new] = versions;
    let pairs: Vec<(Named, Named)> = if old.is_folder() && new.is_folder() {
        let below = read::below(old, "py").unwrap_or_default().into_iter();
        below.map(|path| (old.join(&path), new.join(&path))).collect()
    } else {
        vec![(old.clone(), new.clone())]
    };
    let mut changed = [Vec::new(), Vec::new()];
    for (old, new) in pairs {
        let (Ok(old_text), Ok(new_text)) = (read::source(&old), read::source(&new)) else { continue };
        if old_text.text == new_text.text {
            continue;
        }
        let [old_lines, new_lines] = report::changes::changed_lines_of(&old_text.text, &new_text.text);
        changed[0].push((old.path.clone(), old_lines));
        changed[1].push((new.path.clone(), new_lines));
    }
    changed
}

pub(crate) fn stem(named: &Named) -> String {
    named.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The module and what is in it.
fn split_module(roots: &[PathBuf], name: &str) -> (String, String) {
    let parts: Vec<&str> = name.split('.').collect();
    for end in (1..parts.len()).rev() {
        let path: PathBuf = parts[..end].iter().collect();
        let is_module = |at: PathBuf| at.with_extension("py").exists() || is_package(&at);
        if roots.iter().any(|root| is_module(root.join(&path))) {
            return (parts[..end].join("."), parts[end..].join("."));
        }
    }
    (String::new(), name.to_owned())
}
