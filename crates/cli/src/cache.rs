//! What `impact` and `upgrade` found earlier, kept by the contents of everything that the answers depend on.
//!
//! The key is made of the program itself, the options, and all that was read for a client: both versions, its file and
//! what that imports. An answer that rests on runs also needs the same interpreter, the same installed packages
//! ([`crate::environment`]), and the same files below the folder that the client's imports begin at. An answer that more
//! time could change is not kept. Where it cannot be told what an answer depends on, nothing is kept: that only costs
//! time.
//!
//! An entry is a file of its own, written beside and renamed, with a digest of its contents in the first line. So two
//! writers do not meet, and what was cut off or damaged is no entry.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ir::entry::AssumptionKind;
use native_python::Python;
use report::{Finding, Replayed, VerdictKind, stored};
use serde_json::{Value, json};

use crate::args::{self, Color, Format, How};
use crate::command::Done;
use crate::environment::{self, Digest};
use crate::failure::{self, Result};
use crate::impact::Row;
use crate::question::{self, Front, Language, Question};
use crate::read::{self, Named};
use crate::store::Shared;
use crate::{python, temporary};

/// A folder of entries, and the store behind it that machines share.
pub struct Store {
    /// None: there is no place for it.
    folder: Option<PathBuf>,
    shared: Option<Shared>,
}

const ENDING: &str = "answers";
/// More than this is too much: the oldest entries go.
const MOST_BYTES: u64 = 256 << 20;

impl Store {
    /// `$XDG_CACHE_HOME/safebump/answers`, else `~/.cache/safebump/answers`.
    pub fn of_user() -> Store {
        Store { folder: Store::folder_of_user(), shared: None }
    }

    /// As the user wants it. `None`: nothing is kept.
    pub(crate) fn given(given: &args::Kept, base: &Path) -> Result<Option<Store>> {
        if given.no_cache {
            return Ok(None);
        }
        let key = given.store_key.clone().or_else(|| std::env::var("SAFEBUMP_STORE_KEY").ok());
        let key = key.filter(|key| !key.is_empty());
        let shared = given.store.as_ref().map(|url| Shared::open(base, url, key)).transpose()?;
        Ok(Some(Store { shared, ..Store::of_user() }))
    }

    fn folder_of_user() -> Option<PathBuf> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let base = set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")))?;
        Some(base.join("safebump").join("answers"))
    }

    pub fn in_folder(folder: &Path) -> Store {
        Store { folder: Some(folder.to_path_buf()), shared: None }
    }

    fn file(&self, key: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{key}.{ENDING}")))
    }

    pub fn get(&self, key: &str) -> Option<Value> {
        self.get_here(key).or_else(|| {
            let entry = serde_json::from_str(&self.shared.as_ref()?.get(key)?).ok()?;
            self.put_here(key, &entry);
            Some(entry)
        })
    }

    pub fn put(&self, key: &str, entry: &Value) {
        self.put_here(key, entry);
        self.shared.iter().for_each(|shared| shared.put(key, &entry.to_string()));
    }

    fn get_here(&self, key: &str) -> Option<Value> {
        let file = self.file(key)?;
        let text = std::fs::read_to_string(&file).ok()?;
        let (digest, body) = text.split_once('\n')?;
        if digest != digest_of(body) {
            let _ = std::fs::remove_file(file);
            return None;
        }
        serde_json::from_str(body).ok()
    }

    /// What cannot be written is only not kept.
    fn put_here(&self, key: &str, entry: &Value) {
        let (Some(folder), Some(file)) = (&self.folder, self.file(key)) else { return };
        let body = entry.to_string();
        let text = format!("{}\n{body}", digest_of(&body));
        if std::fs::create_dir_all(folder).is_ok() {
            let _ = temporary::write_whole(&file, &text);
        }
    }

    /// Each entry: when it was written, its size, its file.
    fn entries(&self) -> Vec<(SystemTime, u64, PathBuf)> {
        let files = self.folder.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
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
    let store = Store::of_user();
    let Some(folder) = &store.folder else {
        return Err(failure::Failure::new("there is no folder for caches", "set HOME or XDG_CACHE_HOME"));
    };
    let entries = store.entries();
    let (count, bytes) = (entries.len(), entries.iter().map(|(_, size, _)| size).sum::<u64>());
    let size = format!("{:.1} MB", bytes as f64 / 1e6);
    let words = if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") };
    let mut text = format!("{}: {words}, {size}\n", folder.display());
    if arguments.clear {
        for (_, _, file) in entries {
            std::fs::remove_file(&file).map_err(|error| failure::io(&file, "remove it", &error))?;
        }
        text = format!("{}: {words}, {size}, taken out\n", folder.display());
    }
    Ok(Done { text, notes: Vec::new(), exit_code: 0 })
}

/// What is known of clients from earlier runs, and is kept for later ones.
pub struct Keeper {
    /// None: nothing is kept.
    store: Option<Store>,
    asked: Digest,
    python: Python,
    /// How long a client may take.
    limit: Duration,
    /// Versions that are one file: what stands beside them may be imported.
    versions: Vec<Named>,
    /// What runs depend on, by the folder that the client's imports begin at. `None`: that cannot be told.
    surroundings: Mutex<BTreeMap<PathBuf, Option<String>>>,
    /// What rests on runs waits for the end, when it is seen that nothing has changed meanwhile.
    waiting: Mutex<Vec<(String, PathBuf, Value)>>,
}

/// A digest of all that was read for the clients in a file.
pub(crate) struct OfFile(Digest);

impl OfFile {
    pub(crate) fn with(&self, function: &str) -> String {
        let mut digest = self.0.clone();
        digest.text(function);
        digest.finish()
    }
}

impl Keeper {
    /// For this question. Where it cannot be told what the answers depend on, nothing is kept.
    pub(crate) fn new(store: Option<Store>, question: &Question, how: &How, base: &Path) -> Result<Arc<Keeper>> {
        let is_python = question::language(question)? == Language::Python;
        let asked = asked(how, base, store.as_ref())?;
        let is_kept = is_python && !how.explain && how.keep_queries.is_none();
        let versions = [&question.old, &question.new].into_iter().filter(|version| !version.is_folder());
        Ok(Arc::new(Keeper {
            store: store.filter(|_| is_kept),
            asked,
            python: question.reading.python.clone(),
            limit: how.timeout,
            versions: versions.cloned().collect(),
            surroundings: Mutex::default(),
            waiting: Mutex::default(),
        }))
    }

    /// Everything that was read for the clients in a file, and how it is asked about.
    pub(crate) fn of_file(&self, front: &dyn Front) -> OfFile {
        let mut digest = self.asked.clone();
        front.each_part(&mut |part| digest.text(part));
        OfFile(digest)
    }

    pub(crate) fn known(&self, row: &Row) -> Option<Finding> {
        let store = self.store.as_ref()?;
        let mut entry = store.get(&row.digest)?;
        if entry.get(RESTS_ON_RUNS).is_some() {
            entry = store.get(&self.with_surroundings(&row.digest, &root_of(&row.file))?)?;
        }
        stored::read(entry.get("finding")?)
    }

    /// Keeps it for later, if it is final.
    pub(crate) fn keep(&self, row: &Row, finding: &Finding) {
        let Some(store) = self.store.as_ref().filter(|_| self.is_final(finding)) else { return };
        let Some(written) = stored::write(finding) else { return };
        let entry = json!({ "finding": written });
        if !rests_on_runs(finding) {
            return store.put(&row.digest, &entry);
        }
        let root = root_of(&row.file);
        if let Some(key) = self.with_surroundings(&row.digest, &root) {
            store.put(&row.digest, &json!({ RESTS_ON_RUNS: true }));
            self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push((key, root, entry));
        }
    }

    /// Would more time leave it as it is?
    pub(crate) fn is_final(&self, finding: &Finding) -> bool {
        let is_early = finding.kind != VerdictKind::Undecided || finding.elapsed < self.limit / 2;
        stored::is_final(finding) && is_early
    }

    /// The key of an answer that rests on runs.
    fn with_surroundings(&self, key: &str, root: &Path) -> Option<String> {
        let mut known = self.surroundings.lock().unwrap_or_else(PoisonError::into_inner);
        let around = known.entry(root.to_path_buf()).or_insert_with(|| self.around(root)).clone()?;
        let mut digest = Digest::default();
        digest.text(key);
        digest.text(&around);
        Some(digest.finish())
    }

    /// The interpreter, what is installed, and all that imports may find.
    fn around(&self, root: &Path) -> Option<String> {
        let mut digest = Digest::default();
        for variable in ["SAFEBUMP_PYTHON", "LD_LIBRARY_PATH", "LD_PRELOAD", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"]
        {
            digest.text(&format!("{:?}", std::env::var_os(variable)));
        }
        digest.text(&environment::python(&self.python)?);
        let mut budget = Budget { files: MOST_FILES, bytes: MOST_READ };
        contents(root, &mut digest, &mut budget)?;
        for version in &self.versions {
            contents(&root_of(version), &mut digest, &mut budget)?;
        }
        Some(digest.finish())
    }

    /// At the end: keeps what rests on runs. What there is to say about the store.
    pub(crate) fn finish(&self) -> Option<String> {
        let store = self.store.as_ref()?;
        let waiting = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        let before = std::mem::take(&mut *self.surroundings.lock().unwrap_or_else(PoisonError::into_inner));
        let mut is_same: BTreeMap<PathBuf, bool> = BTreeMap::new();
        for (key, root, entry) in waiting {
            let look = || before.get(&root).is_some_and(|around| *around == self.around(&root));
            if *is_same.entry(root.clone()).or_insert_with(look) {
                store.put(&key, &entry);
            }
        }
        store.take_out_oldest();
        store.shared.as_ref()?.note()
    }
}

/// An entry that says where to look.
const RESTS_ON_RUNS: &str = "rests on runs";

/// Does it hold only for the interpreter, the packages and the files that are there?
fn rests_on_runs(finding: &Finding) -> bool {
    let was_loaded = finding.assumptions.iter().any(|one| one.kind == AssumptionKind::Loading);
    let was_run = finding.example.as_ref().is_some_and(|example| example.replayed != Replayed::Builtin);
    was_loaded || was_run || finding.runs.is_some()
}

/// How it is asked, whatever the client: the program, the options, the facts.
fn asked(how: &How, base: &Path, store: Option<&Store>) -> Result<Digest> {
    let mut digest = Digest::default();
    digest.text(&program(store));
    digest.text(&options(how));
    digest.text(&format!("{:?}", confine::cannot_confine()));
    if let Some(facts) = &how.facts {
        digest.add(&std::fs::read(base.join(facts)).map_err(|error| failure::io(facts, "read it", &error))?);
    }
    Ok(digest)
}

/// The program itself, by its contents. To read these takes a while: the store knows them by name and time.
fn program(store: Option<&Store>) -> String {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let Ok(program) = std::env::current_exe() else { return version };
    let found = std::fs::metadata(&program).and_then(|found| Ok((found.modified()?, found.len())));
    let Ok((built, size)) = found else { return version };
    let built = built.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    let key = digest_of(&format!("{version} {} {built} {size}", program.display()));
    let known = store.and_then(|store| store.get_here(&key)).and_then(|entry| entry.as_str().map(str::to_owned));
    known.unwrap_or_else(|| {
        let mut digest = Digest::default();
        digest.text(&version);
        // It may be large, and the memory that it takes stays.
        let mut part = vec![0; 1 << 16];
        let mut file = std::fs::File::open(&program).ok();
        while let Some(read) = file.as_mut().and_then(|file| file.read(&mut part).ok()).filter(|read| *read > 0) {
            digest.add(&part[..read]);
        }
        let digest = digest.finish();
        store.into_iter().for_each(|store| store.put_here(&key, &json!(digest)));
        digest
    })
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
        replay: None,
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
        let text = std::fs::read_to_string(store.file("a").expect("a folder")).expect("an entry");
        for broken in [&text[..text.len() / 2], &text.replace("[1]", "[2]"), "", "\u{0}"] {
            std::fs::write(store.file("a").expect("a folder"), broken).expect("write");
            assert_eq!(store.get("a"), None, "{broken}");
        }
        store.put("a", &json!(3));
        assert_eq!(store.get("a"), Some(json!(3)));
        let _ = std::fs::remove_dir_all(folder);
    }
}
