//! `safebump upgrade`: what does a dependency bump do to a project?
//!
//! Both releases are fetched with the user's own installer, the project's files that can meet the library are found,
//! and every function in them is a client, as `impact` has them. Libraries that move together in one step of a lock
//! file are one change: each version is an import root that holds all of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use equiv::Why;
use report::upgrade::{Interface, Moved};
use report::{Finding, Report, VerdictKind};
use value::Symbol;

use crate::args::{How, Upgrade};
use crate::cache::{Keeper, Store};
use crate::command::{self, Done};
use crate::failure::{Failure, Result};
use crate::lock::{self, Step};
use crate::question::{self, Client, Language, Question};
use crate::read::{self, Named};
use crate::release::{self, Given, Unpacked};
use crate::{check, impact, python, revisions};

/// What is asked about: which libraries move, and both versions of them.
struct Bump {
    step: Step,
    old: Unpacked,
    new: Unpacked,
}

/// Runs `upgrade`; paths are relative to `base`.
pub fn upgrade(arguments: &Upgrade, base: &Path, color: bool) -> Result<Done> {
    let how = &arguments.how;
    let format = how.report.as_deref().map(command::format_of).transpose()?;
    let facts = command::facts(how, base)?;
    let store = Store::given(&arguments.kept, base)?;
    let mut note = None;
    let mut asked = None;
    let report = command::watched(how, facts, |settings| {
        settings.progress.fetch(true);
        let bump = bump(arguments, base)?;
        settings.progress.fetch(false);
        let bump = match bump {
            Moving::Followed(bump) => bump,
            Moving::Nothing(step) => return Ok(nothing_to_follow(step)),
        };
        if let Some(client) = &arguments.client {
            let question = one_question(&bump, arguments, base, client)?;
            let report = check::check(&question, settings)?;
            let report = with_the_rest(report, &bump.step);
            asked = Some((question, bump));
            return Ok(report);
        }
        let (question, mut said) = question(&bump, arguments, base, how)?;
        let (old, new) = (question.old.name.clone(), question.new.name.clone());
        let mut report = match question.clients.is_empty() {
            true => Report { old, new, ..Report::default() },
            false => {
                let keeper = Keeper::new(store, &question, how, base)?;
                let report = impact::impact(&question, settings, &keeper);
                note = keeper.finish();
                report?
            }
        };
        if question::language(&question)? == Language::Python {
            said.interface = interface(&question)?;
        }
        report.command = "upgrade";
        report.upgrade = Some(said);
        report.again = Some(again(arguments, &question));
        asked = Some((question, bump));
        Ok(report)
    })?;
    // The unpacked releases are there until all is said.
    let (question, _bump) = match asked {
        Some((question, bump)) => (question, Some(bump)),
        None => (about_nothing(base, how)?, None),
    };
    let mut done = command::finish(report, &question, how, format, base, color)?;
    done.notes.extend(note);
    Ok(done)
}

/// The command that shows one client in full.
fn again(arguments: &Upgrade, question: &Question) -> String {
    let (old, new) = (&question.old, &question.new);
    let words: Vec<String> = match (old.pins.len(), new.pins.len()) {
        // One name cannot say several releases.
        (2.., _) | (_, 2..) => {
            let mut words = vec!["upgrade".to_owned(), "--lock".to_owned()];
            words.extend(arguments.what.iter().cloned());
            for (flag, revision) in [("--from", &arguments.from), ("--to", &arguments.to)] {
                words.extend(revision.iter().flat_map(|revision| [flag.to_owned(), revision.clone()]));
            }
            words
        }
        _ => vec!["check".to_owned(), old.name.clone(), new.name.clone()],
    };
    command::again(&words, &arguments.how, question)
}

/// Of one client that does the same: that not all that moves was looked at leaves it open.
fn with_the_rest(mut report: Report, step: &Step) -> Report {
    let said = report::upgrade::Upgrade {
        not_followed: step.not_followed.clone(),
        only_in: step.only_in.clone(),
        ..Default::default()
    };
    let rest = said.not_followed().join(", ");
    for finding in report.findings.iter_mut().filter(|finding| finding.kind == VerdictKind::Equivalent) {
        if !rest.is_empty() {
            let why = Why::NotUnderstood(Symbol::new(&format!("what moves besides and was not followed ({rest})")));
            *finding = Finding::undecided(&finding.client, why, finding.elapsed);
        }
    }
    report
}

fn nothing_to_follow(step: Step) -> Report {
    let said =
        report::upgrade::Upgrade { not_followed: step.not_followed, only_in: step.only_in, ..Default::default() };
    Report { command: "upgrade", upgrade: Some(said), ..Report::default() }
}

fn about_nothing(base: &Path, how: &How) -> Result<Question> {
    let here = Named::new(base, Path::new("."));
    let reading = command::reading(how)?;
    Ok(Question { old: here.clone(), new: here, client: None, pair: None, clients: Default::default(), reading })
}

/// What there is to look at.
enum Moving {
    Followed(Box<Bump>),
    /// No release gives way to another.
    Nothing(Step),
}

/// Both versions, fetched side by side.
fn bump(arguments: &Upgrade, base: &Path) -> Result<Moving> {
    let python = &command::python(&arguments.how);
    if arguments.lock {
        let step = locked(arguments, base)?;
        if step.moved.is_empty() {
            return Ok(Moving::Nothing(step));
        }
        let pins = |of: fn(&Moved) -> &String| -> Vec<(String, String)> {
            step.moved.iter().map(|moved| (moved.name.clone(), of(moved).clone())).collect()
        };
        let (old, new) = (pins(|moved| &moved.old), pins(|moved| &moved.new));
        let called = |pins: &[(String, String)]| match pins {
            [(name, version)] => format!("{name}=={version}"),
            _ => String::new(),
        };
        let (old, new) = both(
            || release::installed(&old, &non_empty(called(&old), "old"), python),
            || release::installed(&new, &non_empty(called(&new), "new"), python),
        )?;
        return Ok(Moving::Followed(Box::new(Bump { step, old, new })));
    }
    let (name, old, new) = match arguments.what.as_slice() {
        [old, new] => (None, old, new),
        [name, old, new] => (Some(name.as_str()), old, new),
        _ => {
            let advice = "write: safebump upgrade NAME OLD NEW, or: safebump upgrade --lock OLD NEW";
            return Err(Failure::new("an upgrade has a library and two versions of it", advice));
        }
    };
    let (old, new) = (given(base, name, old)?, given(base, name, new)?);
    let word = |given: &Given| match given {
        Given::Pinned(_, version) => version.clone(),
        Given::Archive(path) | Given::Code(path) => path.display().to_string(),
    };
    let called = match (name, &old) {
        (Some(name), _) => name.to_owned(),
        (None, Given::Pinned(name, _)) => name.clone(),
        (None, Given::Archive(path) | Given::Code(path)) => {
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            file.split('-').next().unwrap_or(&file).to_owned()
        }
    };
    let moved = Moved { name: called, old: word(&old), new: word(&new) };
    let (old, new) = both(|| release::open(base, &old, python), || release::open(base, &new, python))?;
    Ok(Moving::Followed(Box::new(Bump { step: Step { moved: vec![moved], ..Step::default() }, old, new })))
}

fn non_empty(text: String, otherwise: &str) -> String {
    if text.is_empty() { otherwise.to_owned() } else { text }
}

fn both(
    old: impl FnOnce() -> Result<Unpacked> + Send,
    new: impl FnOnce() -> Result<Unpacked> + Send,
) -> Result<(Unpacked, Unpacked)> {
    std::thread::scope(|scope| {
        let old = scope.spawn(old);
        let new = new();
        let failed = |_| Failure::new("fetching a release failed", "try again");
        Ok((old.join().map_err(failed)??, new?))
    })
}

/// A version: a number of the named library, or a release or path of its own.
fn given(base: &Path, name: Option<&str>, word: &str) -> Result<Given> {
    let given = Given::parse(base, Path::new(word));
    match (name, &given) {
        (Some(name), Given::Code(path)) if !base.join(path).exists() => {
            let pinned = Given::parse(base, Path::new(&format!("{name}=={word}")));
            match pinned.is_release() {
                true => Ok(pinned),
                false => Err(Failure::new(
                    format!("`{word}` is no version of {name}, and no file"),
                    "write a version (1.16.0), a wheel, an sdist or a folder",
                )),
            }
        }
        _ => Ok(given),
    }
}

/// What moves between two lock files, or one lock file at two revisions.
fn locked(arguments: &Upgrade, base: &Path) -> Result<Step> {
    let text = |file: &Path, revision: Option<&str>| -> Result<lock::Pins> {
        let read = |file: &Path| -> Result<(String, String)> {
            Ok(match revision {
                Some(revision) => (format!("{revision}:{}", file.display()), revisions::text(base, file, revision)?),
                None => {
                    let named = Named::new(base, file);
                    (named.name.clone(), read::source(&named)?.text)
                }
            })
        };
        lock::pins(file, &read)
    };
    let (old, new) = match (arguments.what.as_slice(), arguments.from.as_deref()) {
        ([file], Some(from)) => {
            let file = Path::new(file);
            (text(file, Some(from))?, text(file, arguments.to.as_deref())?)
        }
        ([old, new], None) => (text(Path::new(old), None)?, text(Path::new(new), None)?),
        _ => {
            let advice = "write: safebump upgrade --lock OLD NEW, or: safebump upgrade --lock FILE --from REV";
            return Err(Failure::new("--lock takes two lock files, or one with --from", advice));
        }
    };
    Ok(lock::step(&old, &new))
}

/// The question about one client.
fn one_question(bump: &Bump, arguments: &Upgrade, base: &Path, client: &str) -> Result<Question> {
    let client = Client::parse(base, client)?;
    let file = client.file.clone();
    let question = without_clients(bump, &arguments.how)?;
    let question = by_its_name(question, bump, file.iter());
    Ok(Question { client: Some(client), ..question })
}

fn without_clients(bump: &Bump, how: &How) -> Result<Question> {
    let (old, new) = (bump.old.root.clone(), bump.new.root.clone());
    Ok(Question { old, new, client: None, pair: None, clients: Default::default(), reading: command::reading(how)? })
}

/// A library that is one file, or a folder that is itself a package, answers to the name that the user gives it, if these
/// files import it by that.
fn by_its_name<'f>(mut question: Question, bump: &Bump, files: impl Iterator<Item = &'f Named>) -> Question {
    let [moved] = bump.step.moved.as_slice() else { return question };
    let is_import_root = |version: &Named| version.is_folder() && !version.path.join("__init__.py").is_file();
    let is_given = question.reading.module.is_some();
    if is_given || is_import_root(&question.old) || is_import_root(&question.new) || question.old.ending() == "rs" {
        return question;
    }
    let name = moved.name.replace(['-', '.'], "_");
    let imported: BTreeSet<String> = files.flat_map(words_of_imports).collect();
    let its_own = [&question.old, &question.new].map(python::stem);
    if imported.contains(&name) && !its_own.iter().any(|own| imported.contains(own)) {
        question.reading.module = Some(name);
    }
    question
}

/// The question with the project's files that can meet the library, and what there is to say besides.
fn question(bump: &Bump, arguments: &Upgrade, base: &Path, how: &How) -> Result<(Question, report::upgrade::Upgrade)> {
    let mut question = without_clients(bump, how)?;
    let paths = if arguments.clients.is_empty() { vec![PathBuf::from(".")] } else { arguments.clients.clone() };
    let all = impact::client_files(&question, base, &paths)?;
    let given: Vec<PathBuf> = paths.iter().map(|path| base.join(path)).collect();
    let (files, left_out): (Vec<Named>, Vec<Named>) = all.into_iter().partition(|file| is_of_the_project(&given, file));
    if files.is_empty() {
        let names: Vec<&str> = left_out.iter().map(|file| file.name.as_str()).take(3).collect();
        let message = format!("no file of yours was found, only what others put there: {}", names.join(", "));
        return Err(Failure::new(message, "name your code: --clients PATH"));
    }
    let said = report::upgrade::Upgrade {
        moved: bump.step.moved.clone(),
        not_followed: bump.step.not_followed.clone(),
        only_in: bump.step.only_in.clone(),
        files: files.len(),
        ..Default::default()
    };
    question.clients = std::sync::Arc::new(files.clone());
    let files = match question::language(&question)? {
        Language::Python => {
            question = by_its_name(question, bump, files.iter());
            match names_of(&question) {
                Some(names) => that_can_meet(files, names),
                None => files,
            }
        }
        // Elsewhere what a file can meet is not told by what it imports: symbols are joined.
        Language::Boogie | Language::Llvm => files,
    };
    question.clients = std::sync::Arc::new(files);
    let said = report::upgrade::Upgrade { files_that_import: question.clients.len(), ..said };
    Ok((question, said))
}

/// The names that imports have for the library, in either version. `None`: any name may be its name.
fn names_of(question: &Question) -> Option<BTreeSet<String>> {
    let mut names: BTreeSet<String> = question.reading.module.iter().cloned().collect();
    let versions = [&question.old, &question.new];
    if versions.iter().any(|version| !version.is_folder()) {
        // A single file answers to whatever nothing else resolves, unless both have one name.
        let [old, new] = versions.map(python::stem);
        return (old == new || !names.is_empty()).then(|| names.into_iter().chain([old, new]).collect());
    }
    for version in versions {
        names.extend(release::top_level(&version.path));
        names.extend(python::folder_name(version));
        if version.pins.is_empty() {
            // Imports may begin further down: at `src`, or at `libs/money/src`.
            for ending in ["py", "pyi", "pyx", "so", "pyd"] {
                for path in read::below(version, ending).ok()? {
                    let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
                    names.extend(parts.map(|part| part.split('.').next().unwrap_or(&part).to_owned()));
                }
            }
        }
    }
    Some(names)
}

/// Files of other people that lie below one of the paths that were given are not the project's.
fn is_of_the_project(given: &[PathBuf], file: &Named) -> bool {
    let below = |path: &PathBuf| file.path.strip_prefix(path).ok();
    let inner = given.iter().filter_map(below).min_by_key(|inner| inner.components().count()).unwrap_or(&file.path);
    let is_foreign = |name: &std::ffi::OsStr| {
        ["node_modules", "site-packages", "build", "dist"].iter().any(|foreign| name == *foreign)
    };
    let in_environment = file.path.ancestors().any(|folder| folder.join("pyvenv.cfg").is_file());
    !in_environment && !inner.iter().any(is_foreign)
}

/// The files that import one of these names, or a file that does, or whatever a string names.
fn that_can_meet(files: Vec<Named>, mut names: BTreeSet<String>) -> Vec<Named> {
    let words: Vec<BTreeSet<String>> = files.iter().map(words_of_imports).collect();
    let mut counts = vec![false; files.len()];
    loop {
        let mut is_done = true;
        for (index, file) in files.iter().enumerate() {
            let computes = words[index].contains("importlib") || words[index].contains("__import__");
            if !counts[index] && (computes || !words[index].is_disjoint(&names)) {
                counts[index] = true;
                is_done = false;
                names.insert(python::stem(file));
                names.extend(file.folder().path.file_name().map(|name| name.to_string_lossy().into_owned()));
            }
        }
        if is_done {
            break;
        }
    }
    files.into_iter().zip(counts).filter_map(|(file, counts)| counts.then_some(file)).collect()
}

/// A file that cannot be read may import anything.
fn words_of_imports(file: &Named) -> BTreeSet<String> {
    match read::source(file) {
        Ok(source) => {
            let mut words: BTreeSet<String> = python::named_in_imports(&source.text).into_iter().collect();
            if source.text.contains("__import__") {
                words.insert("__import__".to_owned());
            }
            words
        }
        Err(_) => BTreeSet::from(["__import__".to_owned()]),
    }
}

fn interface(question: &Question) -> Result<Interface> {
    let change = python::interface_change(question)?;
    let front_python::InterfaceChange { gained, lost, renamed, parameters } = change;
    Ok(Interface { gained, lost, renamed, parameters })
}
