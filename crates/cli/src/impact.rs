//! `safebump impact`: which of these clients does the step from one version of a library to
//! another touch?
//!
//! Every function of the clients' files is a client. Each version of the library is read once and
//! each client's file once; a client that reaches nothing that changed is told apart by comparing
//! code, without exploration. The others are checked side by side, each with a limit of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use equiv::Reason;
use report::{Finding, Kind, Report};

use crate::check::{self, Settings};
use crate::clock::{self, Cut};
use crate::failure::{Failure, Result};
use crate::pool;
use crate::question::{self, Front, Question};
use crate::read::{self, Named};

/// The files that the paths stand for: files as they are, of folders those in the library's
/// language. The library itself is not among them.
pub fn client_files(question: &Question, base: &Path, paths: &[PathBuf]) -> Result<Vec<Named>> {
    let language = question::language(question)?;
    let endings = if question.old.ending() == "rs" { &["rs"] } else { language.client_endings() };
    let mut files: Vec<Named> = Vec::new();
    for path in paths {
        let named = Named::new(base, path);
        read::exists(&named)?;
        // What is below the current folder is called by its path alone.
        let named = if path == Path::new(".") { named.unnamed() } else { named };
        let found = if named.is_folder() { of_folder(&named, endings)? } else { vec![named] };
        files.extend(found);
    }
    let resolve = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let library = [resolve(&question.old.path), resolve(&question.new.path)];
    let mut seen: Vec<PathBuf> = Vec::new();
    files.retain(|file| {
        let path = resolve(&file.path);
        let is_new = !library.iter().any(|library| path.starts_with(library)) && !seen.contains(&path);
        seen.push(path);
        is_new
    });
    if files.is_empty() {
        let message = "--clients names no file but the library itself";
        return Err(Failure::new(message, "name the files, or folders with files, that use the library"));
    }
    Ok(files)
}

fn of_folder(folder: &Named, endings: &[&str]) -> Result<Vec<Named>> {
    let mut found = Vec::new();
    for ending in endings {
        found.extend(read::below(folder, ending)?);
    }
    if found.is_empty() {
        let list: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
        let message = format!("there is no {} file in this folder", list.join(" or "));
        return Err(Failure::of(&folder.name, message, "name files or folders in the library's language"));
    }
    found.sort();
    Ok(found.iter().map(|path| folder.join(path)).collect())
}

/// A client: a function of one of the files.
struct Row {
    front: Arc<dyn Front>,
    file: String,
    function: String,
}

/// What is known already of clients, by file and function.
pub type Known = BTreeMap<(String, String), Finding>;

pub fn impact(question: &Question, settings: &Settings) -> Result<Report> {
    all_but(question, settings, &Known::new())
}

/// All clients; those that are known are not asked again.
pub fn all_but(question: &Question, settings: &Settings, known: &Known) -> Result<Report> {
    let start = Instant::now();
    let (mut rows, mut unread, mut failures) = (Vec::new(), Vec::new(), Vec::new());
    for (file, opened) in question.clients.iter().zip(open(question, settings)?) {
        match opened {
            Ok((front, functions)) => {
                let row = |function| Row { front: front.clone(), file: file.name.clone(), function };
                rows.extend(functions.into_iter().map(row));
            }
            Err(failure) => {
                unread.push(Finding { file: Some(file.name.clone()), ..check::not_compared("*", &failure, start) });
                failures.push(failure);
            }
        }
    }
    // One file that cannot be read is a row; if there is nothing else, it is what there is to say.
    if let (true, Some(failure)) = (rows.is_empty(), failures.into_iter().next()) {
        return Err(failure);
    }
    if rows.is_empty() {
        let names: Vec<&str> = question.clients.iter().map(|file| file.name.as_str()).collect();
        let message = format!("no function is defined in {}", names.join(", "));
        return Err(Failure::new(message, "name files with functions that use the library"));
    }
    let key = |row: &Row| (row.file.clone(), row.function.clone());
    let mut findings: Vec<Finding> = rows.iter().filter_map(|row| known.get(&key(row)).cloned()).collect();
    rows.retain(|row| !known.contains_key(&key(row)));
    findings.extend(check_all(rows, settings, start));
    findings.extend(unread);
    let place = |finding: &Finding| question.clients.iter().position(|file| Some(&file.name) == finding.file.as_ref());
    if !known.is_empty() {
        findings.sort_by_cached_key(place);
    }
    findings.sort_by_key(rank);
    Ok(of(question, findings))
}

/// The report with these findings, which are in order.
pub fn of(question: &Question, findings: Vec<Finding>) -> Report {
    let (old, new) = (question.old.name.clone(), question.new.name.clone());
    Report { command: "impact", old, new, findings, only_in: None, upgrade: None }
}

/// Affected ones first, those that meet no change last.
fn rank(finding: &Finding) -> u8 {
    match (finding.kind, finding.reason) {
        (Kind::Different, _) => 0,
        (Kind::Undecided, _) => 1,
        (Kind::Equivalent, Some(Reason::Identical)) => 3,
        (Kind::Equivalent, _) => 2,
    }
}

type Opened = (Arc<dyn Front>, Vec<String>);

/// Reads the library, then every client's file, several at once.
fn open(question: &Question, settings: &Settings) -> Result<Vec<Result<Opened>>> {
    let (asked, names) = (question.clone(), settings.library.clone());
    let library = clock::run(settings.timeout + clock::GRACE, move || {
        let front = question::open(&asked)?;
        check::library_exists(front.as_ref(), &names)?;
        Ok(front)
    });
    let library: Arc<dyn Front> = Arc::from(read_in_time(library, &question.old.name)?);
    let (limit, files) = (settings.timeout, question.clients.clone());
    let read = move |index: usize, _| -> Result<Opened> {
        let front = library.beside(&files[index])?;
        let functions = front.own_functions()?;
        Ok((front, functions))
    };
    let results = pool::each(settings.jobs, question.clients.len(), move |_| limit, read, |_| {});
    let named = results.into_iter().zip(&question.clients);
    Ok(named.map(|(ended, file)| read_in_time(ended.result, &file.name)).collect())
}

fn read_in_time<T>(result: std::result::Result<Result<T>, Cut>, file: &str) -> Result<T> {
    match result {
        Ok(result) => result,
        Err(Cut::OutOfTime | Cut::NotBegun) => Err(Failure::of(file, "reading it took too long", "raise --timeout")),
        Err(Cut::OutOfMemory) => Err(Failure::of(file, "reading it took too much memory", "raise --memory")),
        Err(Cut::Crashed(why)) => Err(Failure::of(file, format!("cannot read it: {why}"), "")),
    }
}

fn check_all(rows: Vec<Row>, settings: &Settings, start: Instant) -> Vec<Finding> {
    let rows = Arc::new(rows);
    let progress = settings.progress.clone();
    progress.expect(rows.len());
    // A row shows one input; how the versions differ in full is for `check` to say.
    let chosen = Settings { characterise: false, ..settings.clone() };
    let (limit, theirs) = (settings.timeout, rows.clone());
    let work = move |index: usize, limit: Duration| {
        let row = &theirs[index];
        check::row(row.front.as_ref(), &row.function, &chosen, Instant::now() + limit)
    };
    let count = |result: &std::result::Result<Finding, Cut>| {
        progress.count(result.as_ref().is_ok_and(|finding| finding.kind == Kind::Different));
    };
    let end = settings.total.map(|total| start + total);
    let limit = move |_| match end {
        Some(end) => limit.min(end.saturating_duration_since(Instant::now())),
        None => limit,
    };
    let results = pool::each(settings.jobs, rows.len(), limit, work, count);
    let findings = rows.iter().zip(results).map(|(row, ended)| {
        let finding = ended.result.unwrap_or_else(|cut| check::cut_off(&row.function, cut, ended.elapsed));
        Finding { file: Some(row.file.clone()), ..finding }
    });
    let findings = findings.collect();
    // Taking apart a deeply nested source recurses: that wants a large stack.
    clock::spawn(move || drop(rows));
    findings
}
