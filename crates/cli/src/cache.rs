//! What `impact` and `upgrade` found earlier, kept by the contents of everything that the answers depend on.
//!
//! The key is made of the program itself, the options, and every file that can be read: both versions whole, and all
//! that stands below the folders that the clients' imports begin at. An answer that rests on runs also needs the same
//! interpreter and the same installed packages ([`crate::environment`]). An answer that more time could change is not
//! kept. Where it cannot be told what an answer depends on, nothing is kept: that only costs time.
//!
//! An entry is a file of its own, written beside and renamed, with a digest of its contents in the first line. So two
//! writers do not meet, and what was cut off or damaged is no entry.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use ir::entry::AssumptionKind;
use native_python::Python;
use report::{Finding, Kind, Replayed, Report, stored};
use serde_json::{Value, json};

use crate::args::{self, Color, Format, How};
use crate::check::Settings;
use crate::command::Done;
use crate::environment::{self, Digest};
use crate::failure::{self, Result};
use crate::impact::{self, Known};
use crate::question::{self, Language, Question};
use crate::read::{self, Named};
use crate::{python, temporary};

/// A folder of entries.
pub struct Store {
    folder: PathBuf,
}

const ENDING: &str = "answers";
/// More than this is too much: the oldest entries go.
const MOST_BYTES: u64 = 256 << 20;

impl Store {
    /// `$XDG_CACHE_HOME/safebump/answers`, else `~/.cache/safebump/answers`.
    pub fn of_user() -> Option<Store> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let base = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")))?;
        Some(Store { folder: base.join("safebump").join("answers") })
    }

    pub fn in_folder(folder: &Path) -> Store {
        Store { folder: folder.to_path_buf() }
    }

    fn file(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.{ENDING}"))
    }

    pub fn get(&self, key: &str) -> Option<Value> {
        let text = std::fs::read_to_string(self.file(key)).ok()?;
        let (digest, body) = text.split_once('\n')?;
        if digest != digest_of(body) {
            let _ = std::fs::remove_file(self.file(key));
            return None;
        }
        serde_json::from_str(body).ok()
    }

    /// What cannot be written is only not kept.
    pub fn put(&self, key: &str, entry: &Value) {
        let body = entry.to_string();
        let text = format!("{}\n{body}", digest_of(&body));
        if std::fs::create_dir_all(&self.folder).is_ok() && temporary::write_whole(&self.file(key), &text).is_ok() {
            self.take_out_oldest();
        }
    }

    /// Each entry: when it was written, its size, its file.
    fn entries(&self) -> Vec<(SystemTime, u64, PathBuf)> {
        let files = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let entry = |file: std::fs::DirEntry| {
            let found = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
            Some((found.modified().ok()?, found.len(), file.path()))
        };
        let mut entries: Vec<_> = files.filter_map(entry).collect();
        entries.sort();
        entries
    }

    fn take_out_oldest(&self) {
        let entries = self.entries();
        let mut size: u64 = entries.iter().map(|(_, size, _)| size).sum();
        for (_, own, file) in entries {
            if size <= MOST_BYTES {
                return;
            }
            let _ = std::fs::remove_file(file);
            size -= own;
        }
    }
}

fn digest_of(text: &str) -> String {
    let mut digest = Digest::default();
    digest.text(text);
    digest.finish()
}

/// `safebump cache`.
pub fn command(arguments: &args::Cache) -> Result<Done> {
    let Some(store) = Store::of_user() else {
        return Err(failure::Failure::new("there is no folder for caches", "set HOME or XDG_CACHE_HOME"));
    };
    let entries = store.entries();
    let (count, bytes) = (entries.len(), entries.iter().map(|(_, size, _)| size).sum::<u64>());
    let size = format!("{:.1} MB", bytes as f64 / 1e6);
    let words = if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") };
    let mut text = format!("{}: {words}, {size}\n", store.folder.display());
    if arguments.clear {
        for (_, _, file) in entries {
            std::fs::remove_file(&file).map_err(|error| failure::io(&file, "remove it", &error))?;
        }
        text = format!("{}: {words}, {size}, taken out\n", store.folder.display());
    }
    Ok(Done { text, notes: Vec::new(), exit_code: 0 })
}

/// The report of `impact`, with what is known of it from earlier runs.
pub(crate) fn impact(
    store: Option<&Store>,
    question: &Question,
    how: &How,
    settings: &Settings,
    base: &Path,
) -> Result<Report> {
    let Some((store, key)) = store.and_then(|store| Some((store, key(question, how, base)?))) else {
        return impact::impact(question, settings);
    };
    let (mut known, python) = (Known::new(), &question.reading.python);
    if let Some(entry) = store.get(&key) {
        match read(&entry, python) {
            Some(Kept::All(findings)) => return Ok(impact::of(question, findings)),
            Some(Kept::Some(findings)) => known = findings,
            None => {}
        }
    }
    let report = impact::all_but(question, settings, &known)?;
    // What was read may have been changed meanwhile.
    if self::key(question, how, base).as_ref() == Some(&key)
        && let Some(entry) = written(&report, settings, python)
    {
        store.put(&key, &entry);
    }
    Ok(report)
}

enum Kept {
    All(Vec<Finding>),
    Some(Known),
}

fn written(report: &Report, settings: &Settings, python: &Python) -> Option<Value> {
    let is_kept = |finding: &Finding| {
        let is_early = finding.kind != Kind::Undecided || finding.elapsed < settings.timeout / 2;
        stored::is_final(finding) && is_early
    };
    let rests_on_runs = report.findings.iter().any(|finding| is_kept(finding) && rests_on_runs(finding));
    let environment = if rests_on_runs { environment::python(python) } else { None };
    let row = |finding: &Finding| {
        let may_keep = is_kept(finding) && (environment.is_some() || !self::rests_on_runs(finding));
        stored::write(finding).filter(|_| may_keep)
    };
    let rows: Vec<Option<Value>> = report.findings.iter().map(row).collect();
    rows.iter().any(Option::is_some).then(|| json!({ "environment": environment, "rows": rows }))
}

fn read(entry: &Value, python: &Python) -> Option<Kept> {
    let rows = entry.get("rows")?.as_array()?;
    let findings: Vec<Option<Finding>> = rows
        .iter()
        .map(|row| if row.is_null() { Some(None) } else { stored::read(row).map(Some) })
        .collect::<Option<_>>()?;
    let needs = findings.iter().flatten().any(rests_on_runs);
    let is_same = !needs || entry.get("environment")?.as_str() == environment::python(python).as_deref();
    if is_same && findings.iter().all(Option::is_some) {
        return Some(Kept::All(findings.into_iter().flatten().collect()));
    }
    let usable = findings.into_iter().flatten().filter(|finding| is_same || !rests_on_runs(finding));
    let keyed = usable.filter_map(|finding| Some(((finding.file.clone()?, finding.client.clone()), finding)));
    Some(Kept::Some(keyed.collect()))
}

/// Does it hold only for the interpreter and the packages that are installed? What is not decided holds anyway.
fn rests_on_runs(finding: &Finding) -> bool {
    let was_loaded = finding.assumptions.iter().any(|one| one.kind == AssumptionKind::Loading);
    let was_run = finding.example.as_ref().is_some_and(|example| example.replayed != Replayed::Builtin);
    finding.kind != Kind::Undecided && (was_loaded || was_run)
}

/// What the answers depend on. `None`: that cannot be told.
fn key(question: &Question, how: &How, base: &Path) -> Option<String> {
    let is_known = question::language(question).ok()? == Language::Python;
    if !is_known || how.explain || how.keep_queries.is_some() {
        return None;
    }
    let mut digest = Digest::default();
    let program = std::env::current_exe().ok()?;
    let found = std::fs::metadata(&program).ok()?;
    let built = found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
    digest.text(&format!("{} {} {built} {}", env!("CARGO_PKG_VERSION"), program.display(), found.len()));
    digest.text(&options(how));
    for variable in ["SAFEBUMP_PYTHON", "LD_LIBRARY_PATH", "LD_PRELOAD", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"] {
        digest.text(&format!("{:?}", std::env::var_os(variable)));
    }
    digest.text(&format!("{:?}", confine::cannot_confine()));
    if let Some(facts) = &how.facts {
        digest.add(&std::fs::read(base.join(facts)).ok()?);
    }
    let mut budget = Budget { files: MOST_FILES, bytes: MOST_READ };
    for version in [&question.old, &question.new] {
        // Where a release was unpacked does not count.
        digest.text(&version.name);
        digest.text(&format!("{:?}", read::absolute(&version.home).file_name()));
        if version.is_folder() {
            contents(&version.path, &mut digest, &mut budget)?;
        } else {
            digest.text(&read::absolute(&version.home).display().to_string());
            digest.add(&std::fs::read(&version.path).ok()?);
        }
    }
    let mut roots: BTreeSet<PathBuf> = BTreeSet::new();
    for file in &question.clients {
        digest.text(&file.name);
        digest.text(&read::absolute(&file.path).display().to_string());
        roots.insert(root_of(file));
    }
    let is_inner = |root: &PathBuf| roots.iter().any(|other| other != root && root.starts_with(other));
    for root in roots.iter().filter(|root| !is_inner(root)) {
        contents(root, &mut digest, &mut budget)?;
    }
    // What stands beside a version that is one file, wherever it was taken out.
    for version in [&question.old, &question.new].into_iter().filter(|version| !version.is_folder()) {
        contents(&root_of(version), &mut digest, &mut budget)?;
    }
    Some(digest.finish())
}

fn root_of(file: &Named) -> PathBuf {
    read::absolute(&python::import_root(file))
}

/// Everything that is said on the command line but what only shows the answer.
fn options(how: &How) -> String {
    let shown = How {
        format: Format::Text,
        report: None,
        emit_test: None,
        replay: args::Replay::Builtin,
        audit: 0,
        fail_on: Vec::new(),
        jobs: None,
        quiet: false,
        verbose: false,
        color: Color::Auto,
        ..how.clone()
    };
    format!("{shown:?}")
}

/// Larger projects are not kept.
const MOST_FILES: usize = 10_000;
const MOST_READ: u64 = 64 << 20;

struct Budget {
    files: usize,
    bytes: u64,
}

/// Every file below, by name and contents. `None`: it is too much, or a link leads elsewhere.
fn contents(folder: &Path, digest: &mut Digest, budget: &mut Budget) -> Option<()> {
    let mut entries: Vec<std::fs::DirEntry> = std::fs::read_dir(folder).ok()?.collect::<std::io::Result<_>>().ok()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let path = entry.path();
        let is_folder = entry.file_type().ok()?.is_dir();
        // No import leads into a folder with a dot; what is compiled follows from what is there; an environment
        // counts where it is the one that runs use.
        let is_apart = name.starts_with('.') || name == "__pycache__" || path.join("pyvenv.cfg").is_file();
        if is_folder && is_apart {
            continue;
        }
        budget.files = budget.files.checked_sub(1)?;
        digest.text(&name);
        match entry.file_type().ok()? {
            _ if is_folder => contents(&path, digest, budget)?,
            kind if kind.is_symlink() && path.is_dir() => return None,
            _ if path.is_file() => {
                let bytes = std::fs::read(&path).ok()?;
                budget.bytes = budget.bytes.checked_sub(bytes.len() as u64)?;
                digest.add(&bytes);
            }
            // A pipe, or a link to nothing.
            _ => return None,
        }
    }
    digest.text("end of a folder");
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_entry_is_none() {
        let folder = std::env::temp_dir().join(format!("safebump-store-{}", std::process::id()));
        let store = Store::in_folder(&folder);
        assert_eq!(store.get("a"), None);
        store.put("a", &json!({ "rows": [1] }));
        assert_eq!(store.get("a"), Some(json!({ "rows": [1] })));
        let text = std::fs::read_to_string(store.file("a")).expect("an entry");
        for broken in [&text[..text.len() / 2], &text.replace("[1]", "[2]"), "", "\u{0}"] {
            std::fs::write(store.file("a"), broken).expect("write");
            assert_eq!(store.get("a"), None, "{broken}");
        }
        store.put("a", &json!(3));
        assert_eq!(store.get("a"), Some(json!(3)));
        let _ = std::fs::remove_dir_all(folder);
    }
}
