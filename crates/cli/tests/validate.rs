//! What `validate` calls the same under facts really is: an oracle that runs the library answers, and both versions
//! are run on generated arguments. A wrong patch is never validated, whatever is answered.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Parser;
use cli::args::{Cli, Command, Validate};
use cli::validate::both;
use cli::validate::dialogue::Console;
use cli::validate::facts_file::FactsFile;
use confine::Trust;

/// Answers as runs of the library say: yes where it held, no where nothing was tried.
struct Runs {
    question: String,
    asked: usize,
}

impl Console for Runs {
    fn say(&mut self, text: &str) {
        if text.contains("Is this always true?") {
            self.question = text.to_owned();
            self.asked += 1;
        }
    }

    fn listen(&mut self) -> Option<String> {
        let has_held = self.question.contains("and it held");
        // What functions do to things of the library cannot always be seen by calls.
        let is_effect = ["only compute", "changes nothing", "change nothing", "always return", "is left the same"]
            .iter()
            .any(|words| self.question.contains(words));
        Some(if has_held || is_effect { "y" } else { "n" }.to_owned())
    }
}

/// Says yes to everything.
struct Yes;

impl Console for Yes {
    fn say(&mut self, _: &str) {}

    fn listen(&mut self) -> Option<String> {
        Some("y".to_owned())
    }
}

fn cases() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/validate");
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(root).expect("cases").map(|entry| entry.expect("entry").path()).collect();
    found.sort();
    // The library has to be there.
    let is_proved = |folder: &PathBuf| folder.to_string_lossy().contains("proved_from");
    found.retain(|folder| folder.join("old.py").is_file() && library(folder).is_some() && !is_proved(folder));
    found
}

/// The module that is neither version.
fn library(folder: &Path) -> Option<String> {
    let files = std::fs::read_dir(folder).expect("files").map(|entry| entry.expect("entry").path());
    let mut modules = files.filter(|path| path.extension().is_some_and(|ending| ending == "py"));
    let name = |path: &PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    modules.find(|path| !path.ends_with("old.py") && !path.ends_with("new.py")).as_ref().and_then(name)
}

fn arguments(folder: &Path) -> Validate {
    let library = library(folder).expect("a library");
    let header = std::fs::read_to_string(folder.join("case.txt")).expect("header");
    let client = header.lines().find_map(|line| line.strip_prefix("client:")).expect("client").trim().to_owned();
    let facts = std::env::temp_dir().join(format!(
        "safebump-test-{}-{}.toml",
        std::process::id(),
        folder.file_name().expect("name").to_string_lossy()
    ));
    let _ = std::fs::remove_file(&facts);
    let facts = facts.display().to_string();
    let words = [
        "safebump",
        "validate",
        "old.py",
        "new.py",
        "--no-read",
        "--client",
        &client,
        "--lib",
        &library,
        "--facts",
        &facts,
    ];
    match Cli::try_parse_from(words).expect("arguments").command {
        Command::Validate(arguments) => *arguments,
        _ => panic!("a validate"),
    }
}

/// `EVERY=1`: all pairs, each on many runs; else some.
#[test]
fn validated_pairs_agree_when_they_are_run() {
    if confine::left_out_of_tests() {
        return;
    }
    let is_every = std::env::var_os("EVERY").is_some();
    let (runs, step) = if is_every { (10_000, 1) } else { (200, 3) };
    let mut validated = 0;
    let right = cases().into_iter().filter(|folder| !folder.to_string_lossy().ends_with("_wrong"));
    for folder in right.step_by(step) {
        let arguments = arguments(&folder);
        let mut oracle = Runs { question: String::new(), asked: 0 };
        let done = cli::validate::validate(&arguments, &folder, &mut oracle).expect("it runs");
        let name = folder.file_name().expect("name").to_string_lossy().into_owned();
        assert!(oracle.asked <= 5, "{name}: {} questions", oracle.asked);
        assert_eq!(done.exit_code, 0, "{name}: {}", done.text);
        validated += 1;
        let (front, client) = cli::validate::opened(&arguments, &folder).expect("it opens");
        let (difference, told) =
            both::run(front.as_ref(), &client, runs, Duration::MAX, Trust::Strangers).expect("it runs");
        assert!(difference.is_none(), "{name}: {difference:?}");
        assert!(told * 4 >= runs || name.contains("suffix"), "{name}: {told} of {runs} runs told something");
        // Facts that cannot hold together are refused.
        let facts = FactsFile::read(arguments.facts.as_deref().expect("a file")).expect("facts");
        rests_on(&facts, &arguments, &folder);
        let _ = std::fs::remove_file(arguments.facts.expect("a file"));
    }
    assert_eq!(validated, if is_every { 15 } else { 5 });
}

/// What would say nothing if both versions were blind: the same runs tell a wrong patch from a right one.
#[test]
fn runs_tell_wrong_patches() {
    if confine::left_out_of_tests() {
        return;
    }
    let is_told = |folder: &PathBuf| {
        let header = std::fs::read_to_string(folder.join("case.txt")).expect("header");
        header.contains("verdict:    different")
    };
    let wrong: Vec<PathBuf> = cases().into_iter().filter(is_told).collect();
    assert_eq!(wrong.len(), 13);
    for folder in wrong {
        let arguments = arguments(&folder);
        let (front, client) = cli::validate::opened(&arguments, &folder).expect("it opens");
        let (difference, _) =
            both::run(front.as_ref(), &client, 200, Duration::MAX, Trust::Strangers).expect("it runs");
        assert!(difference.is_some(), "{}", folder.display());
    }
}

/// `check` with the file says the same, and names what it rests on; it cannot run the library.
fn rests_on(facts: &FactsFile, arguments: &Validate, folder: &Path) {
    let file = arguments.facts.as_ref().expect("a file").display().to_string();
    let client = arguments.client.as_deref().expect("a client");
    let words =
        ["safebump", "check", "old.py", "new.py", "--native", "off", "--client", client, "--facts", file.as_str()];
    let Command::Check(check) = Cli::try_parse_from(words).expect("arguments").command else { panic!("a check") };
    let done = cli::command::check(&check, folder, false).expect("it runs");
    assert_eq!(done.exit_code, 0, "{}: {}", folder.display(), done.text);
    let is_named = facts.rows.iter().any(|row| row.is_accepted && done.text.contains(&row.condition));
    assert!(is_named, "{}: {}", folder.display(), done.text);
}

/// For programs: the open questions as one object.
#[test]
fn open_questions_are_told_to_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/validate/srch_strm_asked");
    let words = ["safebump", "validate", "old.py", "new.py", "--no-input", "--format", "json"];
    let Command::Validate(arguments) = Cli::try_parse_from(words).expect("arguments").command else {
        panic!("a validate")
    };
    let done = cli::validate::validate(&arguments, &folder, &mut Yes).expect("it runs");
    assert_eq!(done.exit_code, 3, "{}", done.text);
    let told: serde_json::Value = serde_json::from_str(&done.text).expect("one object");
    assert_eq!((&told["verdict"], &told["client"]), (&"undecided".into(), &"srch_strm".into()));
    assert_eq!(told["questions"][0]["condition"], "find, length and sub only compute");
}

#[test]
fn wrong_patches_are_found_out_by_runs_whatever_is_answered() {
    if confine::left_out_of_tests() {
        return;
    }
    let mut refused = 0;
    for folder in cases().into_iter().filter(|folder| folder.to_string_lossy().ends_with("_wrong")) {
        let arguments = arguments(&folder);
        let done = cli::validate::validate(&arguments, &folder, &mut Yes).expect("it runs");
        assert_ne!(done.exit_code, 0, "{}: {}", folder.display(), done.text);
        let _ = std::fs::remove_file(arguments.facts.expect("a file"));
        refused += 1;
    }
    assert_eq!(refused, 18);
}

/// A file of accepted facts: that `get` gives each of these for every key.
fn facts(name: &str, given: &[i64]) -> PathBuf {
    let mut text = String::new();
    for value in given {
        text += &format!(
            "[[fact]]\ncondition = \"get(k) == {value}\"\nanswer = \"accepted\"\nreason = \"\"\nused = []\nformal = '''\n\
             symbol store.get.0(seq[int]) -> int\n\
             axiom fact: forall(k: seq[int]): eq(apply[store.get.0](k), {value})\n'''\n\n"
        );
    }
    let path = std::env::temp_dir().join(format!("safebump-test-{}-{name}.toml", std::process::id()));
    std::fs::write(&path, text).expect("a file");
    path
}

#[test]
fn facts_that_cannot_all_be_true_are_refused() {
    let path = facts("alone", &[0]);
    FactsFile::read(&path).expect("one alone can be true");
    std::fs::remove_file(&path).expect("it was there");
    let path = facts("against", &[0, 1]);
    assert!(FactsFile::read(&path).is_err(), "no number is 0 and 1");
    std::fs::remove_file(&path).expect("it was there");
}

/// A fact that was accepted of an older library is used no more when a run of this one shows that it fails.
#[test]
fn accepted_facts_that_runs_refute_are_not_used() {
    if confine::left_out_of_tests() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("safebump-test-{}-stale", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("written");
    write("old.py", "from store import get\n\n\ndef f(k: str):\n    return get(k)\n");
    write("new.py", "from store import get\n\n\ndef f(k: str):\n    get(k)\n    return 0\n");
    let accepted = facts("stale", &[0]);
    let file = accepted.display().to_string();
    let words =
        ["safebump", "validate", "old.py", "new.py", "--lib", "store", "--no-read", "--no-input", "--facts", &file];
    let Command::Validate(arguments) = Cli::try_parse_from(words).expect("arguments").command else {
        panic!("a validate")
    };
    // Where it is so, nothing speaks against it; a longer key is something that both versions have to meet by chance.
    for (gives, is_refused) in [("0", false), ("len(k) // 9 * 0 if len(k) < 30 else 1", false), ("int(k == '@')", true)]
    {
        write("store.py", &format!("def get(k: str) -> int:\n    return {gives}\n"));
        let done = cli::validate::validate(&arguments, &folder, &mut Yes);
        let is_told = matches!(&done, Err(failure) if failure.render(|_| None).contains("was accepted"));
        let is_different = matches!(&done, Ok(done) if done.exit_code == 1);
        assert_eq!(is_told || is_different, is_refused, "{gives}");
    }
    std::fs::remove_file(&accepted).expect("it was there");
    std::fs::remove_dir_all(&folder).expect("it was there");
}
