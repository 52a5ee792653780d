//! `safebump impact`: which of these clients does the step from one version of a library to
//! another touch?
//!
//! Every function of the clients' files is a client. Each version of the library is read once and
//! each client's file once; a client that reaches nothing that changed is told apart by comparing
//! code, without exploration. The others are checked side by side, each with a limit of its own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use equiv::Reason;
use report::{Finding, Report, VerdictKind};

use crate::cache::Keeper;
use crate::check::{self, Settings};
use crate::clock::{self, Cut};
use crate::failure::{Failure, Result};
use crate::question::{self, Front, Language, Question};
use crate::read::{self, Named};
use crate::{llvm, pool};

/// The files that the paths stand for: files as they are, of folders those in the library's
/// language. The library itself is not among them, but a folder that is both versions of a library may hold its clients.
pub fn client_files(question: &Question, base: &Path, paths: &[PathBuf]) -> Result<Vec<Named>> {
    let hints: Vec<Named> = paths.iter().filter_map(|path| hint(&Named::new(base, path))).collect();
    let kind = Kind::of_library(&Question { clients: Arc::new(hints), ..question.clone() })?;
    let mut files: Vec<Named> = Vec::new();
    let library = [&question.old, &question.new].map(|version| resolve(&version.path));
    // Where the user names a part of the library, that is a client all the same: it calls the rest.
    let mut parts: Vec<PathBuf> = Vec::new();
    for path in paths {
        let named = Named::new(base, path);
        read::exists(&named)?;
        let place = resolve(&named.path);
        if library.iter().any(|library| place != *library && place.starts_with(library)) {
            parts.push(place);
        }
        // What is below the current folder is called by its path alone.
        let named = if path == Path::new(".") { named.unnamed() } else { named };
        if named.is_folder() {
            files.extend(of_folder(&named, kind)?);
        } else {
            kind.check(&named)?;
            files.push(named);
        }
    }
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    files.retain(|file| {
        let path = resolve(&file.path);
        let is_part = parts.iter().any(|part| path.starts_with(part));
        let is_library = !is_part && library.iter().any(|library| path.starts_with(library));
        !is_library && seen.insert(path)
    });
    if files.is_empty() {
        let message = "--clients names no file but the library itself";
        return Err(Failure::new(message, "name the files, or folders with files, that use the library"));
    }
    Ok(files)
}

/// A file that tells which language a path's files are in, if they are in one.
fn hint(path: &Named) -> Option<Named> {
    if !path.is_folder() {
        return question::of_ending(path.ending()).map(|_| path.clone());
    }
    let endings = ["py", "bpl", "c", "cc", "cpp", "cxx", "ll", "rs"];
    let found = endings.into_iter().filter_map(|ending| Some(path.join(read::below(path, ending).ok()?.first()?)));
    let found: Vec<Named> = found.collect();
    let languages: BTreeSet<Option<Language>> = found.iter().map(|file| question::of_ending(file.ending())).collect();
    if languages.len() == 1 { found.into_iter().next() } else { None }
}

fn resolve(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// What a library is written in, as far as that says which files can be its clients.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    Of(Language),
    Rust,
}

impl Kind {
    fn of_library(question: &Question) -> Result<Kind> {
        let language = question::language(question)?;
        Ok(if language == Language::Llvm && llvm::is_rust(&question.old) { Kind::Rust } else { Kind::Of(language) })
    }

    /// How files of clients end that are looked for in folders.
    fn endings(self) -> &'static [&'static str] {
        match self {
            Kind::Rust => &["rs"],
            Kind::Of(language) => language.client_endings(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Rust => "Rust",
            Kind::Of(Language::Python) => "Python",
            Kind::Of(Language::Boogie) => "Boogie",
            Kind::Of(Language::Llvm) => "C, C++ or LLVM IR",
        }
    }

    /// A file in another language is no client: that nothing in it meets the library would say nothing.
    fn check(self, file: &Named) -> Result<()> {
        let ending = file.ending();
        let other = [Kind::Of(Language::Python), Kind::Rust, Kind::Of(Language::Llvm), Kind::Of(Language::Boogie)];
        let is_of = |kind: &Kind| kind.endings().contains(&ending);
        match other.iter().find(|kind| is_of(kind)) {
            Some(_) if is_of(&self) => Ok(()),
            Some(other) => Err(Failure::of(
                &file.name,
                format!("this file is in {}, and the library is in {}", other.name(), self.name()),
                "name files in the library's language",
            )),
            None => Ok(()),
        }
    }
}

fn of_folder(folder: &Named, kind: Kind) -> Result<Vec<Named>> {
    let mut found = Vec::new();
    for ending in kind.endings() {
        found.extend(read::below(folder, ending)?);
    }
    if found.is_empty() {
        let list: Vec<String> = kind.endings().iter().map(|ending| format!(".{ending}")).collect();
        let message =
            format!("there is no {} file in this folder, and the library is in {}", list.join(" or "), kind.name());
        return Err(Failure::of(&folder.name, message, "name files or folders in the library's language"));
    }
    found.sort();
    Ok(found.iter().map(|path| folder.join(path)).collect())
}

/// A client: a function of one of the files.
#[derive(Clone)]
pub(crate) struct Row {
    pub(crate) front: Arc<dyn Front>,
    pub(crate) file: Named,
    pub(crate) function: String,
    /// Of everything that its answer depends on, but for runs.
    pub(crate) digest: String,
}

/// So many files are read at a time: what is held does not grow with their number.
const BATCH: usize = 256;

pub fn impact(question: &Question, settings: &Settings, keeper: &Arc<Keeper>) -> Result<Report> {
    let start = Instant::now();
    let mut findings = Vec::new();
    let mut asked: BTreeSet<String> = BTreeSet::new();
    let unread = in_batches(question, settings, keeper, |rows| {
        asked.extend(rows.iter().map(|row| row.file.name.clone()));
        findings.extend(check_all(rows, settings, keeper, start, |_, _| {}));
        Ok(())
    })?;
    asked.extend(unread.iter().filter_map(|finding| finding.file.clone()));
    findings.extend(unread);
    let names = question.clients.iter().map(|file| file.name.clone());
    let without_functions = names.filter(|name| !asked.contains(name)).collect();
    Ok(Report { without_functions, ..of(question, findings) })
}

/// Reads the library, then the clients' files, some at a time, and hands over the functions in them. What remains
/// are the files that could not be read.
pub(crate) fn in_batches(
    question: &Question,
    settings: &Settings,
    keeper: &Keeper,
    mut each: impl FnMut(Vec<Row>) -> Result<()>,
) -> Result<Vec<Finding>> {
    let start = Instant::now();
    let library = library(question, settings)?;
    let (mut is_empty, mut unread, mut failures) = (true, Vec::new(), Vec::new());
    for files in question.clients.chunks(BATCH) {
        let mut rows = Vec::new();
        for (file, opened) in files.iter().zip(open(&library, files, settings)) {
            match opened {
                Ok((front, functions)) => {
                    let digest = keeper.of_file(front.as_ref());
                    let row = |function: String| {
                        let digest = digest.with(&function);
                        Row { front: front.clone(), file: file.clone(), function, digest }
                    };
                    rows.extend(functions.into_iter().map(row));
                }
                Err(failure) => {
                    unread.push(Finding { file: Some(file.name.clone()), ..check::not_compared("*", &failure, start) });
                    failures.push(failure);
                }
            }
        }
        is_empty &= rows.is_empty();
        each(rows)?;
    }
    // One file that cannot be read is a row; if there is nothing else, it is what there is to say.
    if let (true, Some(failure)) = (is_empty, failures.into_iter().next()) {
        return Err(failure);
    }
    if is_empty {
        let names: Vec<&str> = question.clients.iter().map(|file| file.name.as_str()).collect();
        let message = format!("no function is defined in {}", names.join(", "));
        return Err(Failure::new(message, "name files with functions that use the library"));
    }
    Ok(unread)
}

/// The report with these findings, which are in the order of the files.
pub fn of(question: &Question, mut findings: Vec<Finding>) -> Report {
    findings.sort_by_key(rank);
    let (old, new) = (question.old.name.clone(), question.new.name.clone());
    Report { command: "impact", old, new, findings, only_in: None, ..Report::default() }
}

/// Affected ones first, those that meet no change last.
fn rank(finding: &Finding) -> u8 {
    match (finding.kind, finding.reason) {
        (VerdictKind::Different, _) => 0,
        (VerdictKind::Undecided, _) => 1,
        (VerdictKind::Equivalent, Some(Reason::Identical)) => 3,
        (VerdictKind::Equivalent, _) => 2,
    }
}

type Opened = (Arc<dyn Front>, Vec<String>);

fn library(question: &Question, settings: &Settings) -> Result<Arc<dyn Front>> {
    let (asked, names) = (question.clone(), settings.library.clone());
    let library = clock::run(settings.timeout + clock::GRACE, move || {
        let front = question::open(&asked)?;
        check::library_exists(front.as_ref(), &names)?;
        Ok(front)
    });
    Ok(Arc::from(read_in_time(library, &question.old.name)?))
}

/// Reads these clients' files, several at once.
fn open(library: &Arc<dyn Front>, files: &[Named], settings: &Settings) -> Vec<Result<Opened>> {
    let (limit, library, theirs) = (settings.timeout, library.clone(), files.to_vec());
    let read = move |index: usize, _| -> Result<Opened> {
        let front = library.beside(&theirs[index])?;
        let functions = front.own_functions()?;
        Ok((front, functions))
    };
    let results = pool::each(settings.jobs, files.len(), move |_| limit, read, |_, _| {});
    results.into_iter().zip(files).map(|(ended, file)| read_in_time(ended.result, &file.name)).collect()
}

fn read_in_time<T>(result: std::result::Result<Result<T>, Cut>, file: &str) -> Result<T> {
    match result {
        Ok(result) => result,
        Err(Cut::OutOfTime | Cut::NotBegun) => Err(Failure::of(file, "reading it took too long", "raise --timeout")),
        Err(Cut::OutOfMemory) => Err(Failure::of(file, "reading it took too much memory", "raise --memory")),
        Err(Cut::Crashed(why)) => Err(Failure::of(file, format!("cannot read it: {why}"), "")),
    }
}

/// The answers, in order; `heard` is told each as it comes.
pub(crate) fn check_all(
    rows: Vec<Row>,
    settings: &Settings,
    keeper: &Arc<Keeper>,
    start: Instant,
    mut heard: impl FnMut(&Row, &Finding),
) -> Vec<Finding> {
    let rows = Arc::new(rows);
    let progress = settings.progress.clone();
    progress.expect(rows.len());
    // A row shows one input; how the versions differ in full is for `check` to say.
    let chosen = Settings { characterise: false, ..settings.clone() };
    let (limit, theirs, keeper) = (settings.timeout, rows.clone(), keeper.clone());
    let work = move |index: usize, limit: Duration| {
        let row = &theirs[index];
        keeper.known(row).unwrap_or_else(|| {
            let finding = check::row(row.front.as_ref(), &row.function, &chosen, Instant::now() + limit);
            let finding = Finding { file: Some(row.file.name.clone()), ..finding };
            keeper.keep(row, &finding);
            finding
        })
    };
    let whole = |row: &Row, ended: &pool::Ended<Finding>| match &ended.result {
        Ok(finding) => finding.clone(),
        Err(cut) => {
            Finding { file: Some(row.file.name.clone()), ..check::cut_off(&row.function, cut.clone(), ended.elapsed) }
        }
    };
    let count = |index: usize, ended: &pool::Ended<Finding>| {
        progress.count(ended.result.as_ref().is_ok_and(|finding| finding.kind == VerdictKind::Different));
        heard(&rows[index], &whole(&rows[index], ended));
    };
    let end = settings.total.map(|total| start + total);
    let limit = move |_| match end {
        Some(end) => limit.min(end.saturating_duration_since(Instant::now())),
        None => limit,
    };
    let results = pool::each(settings.jobs, rows.len(), limit, work, count);
    let findings = rows.iter().zip(&results).map(|(row, ended)| whole(row, ended)).collect();
    // Taking apart a deeply nested source recurses: that wants a large stack.
    clock::spawn(move || drop(rows));
    findings
}
