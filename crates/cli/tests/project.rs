//! What a project says in its configuration, what it accepts, and what earlier runs found.

mod folder;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

use folder::{Folder, Ran};

const OLD: &str = "def cut(x):\n    if x > 100:\n        return 85\n    return x\n";
const NEW: &str = "def cut(x):\n    if x >= 100:\n        return 85\n    return x\n";
const APP: &str = "from lib import cut\n\n\ndef seen(x: int):\n    return cut(x)\n\n\ndef hidden(x: int):\n    return cut(min(x, 3))\n";

fn project(config: &str) -> Folder {
    Folder::new(&[
        ("old/lib.py", OLD.as_bytes()),
        ("new/lib.py", NEW.as_bytes()),
        ("app/shop.py", APP.as_bytes()),
        ("safebump.toml", config.as_bytes()),
    ])
}

const CHECK: &str = "check old/lib.py new/lib.py --client app/shop.py:seen";
const IMPACT: &str = "impact old/lib.py new/lib.py --native off";

fn accepting(condition: &str) -> String {
    format!("[[accept]]\nclient = \"app/shop.py:seen\"\ncondition = \"{condition}\"\nreason = \"a hundred counts\"\n")
}

#[test]
fn an_accepted_difference_does_not_fail_and_a_wider_one_does() {
    for (condition, code) in
        [("x == 100", 0), ("x >= 100", 0), ("x > 100", 1), ("x == 99", 1), ("y == 1", 1), ("x ==", 1)]
    {
        let folder = project(&accepting(condition));
        for command in [CHECK.to_owned(), format!("{IMPACT} --clients app --no-cache")] {
            let ran = folder.run(&format!("{command} --format json"));
            assert_eq!(ran.code, code, "{condition}: {ran:?}");
            let json = ran.json();
            assert_eq!(json["verdict"], "different");
            let row = if json["results"].is_array() { &json["results"][0] } else { &json };
            assert_eq!(row["accepted"].as_bool(), (code == 0).then_some(true), "{condition}");
            assert_eq!(ran.err.contains("does not cover"), code == 1, "{ran:?}");
        }
    }
}

#[test]
fn what_recursion_meets_is_not_hidden_by_a_condition() {
    let old = "def cut(x):\n    return 1 if x == 3 else 0\n";
    let new = "def cut(x):\n    return 2 if x == 3 else 0\n";
    let app = "from lib import cut\n\n\ndef seen(n: int):\n    if n <= 0:\n        return 0\n    if n > 5:\n        return 0\n    return cut(n) + seen(n - 1)\n";
    let folder = Folder::new(&[
        ("old/lib.py", old.as_bytes()),
        ("new/lib.py", new.as_bytes()),
        ("app/shop.py", app.as_bytes()),
        ("safebump.toml", accepting("n == 3").as_bytes()),
    ]);
    assert_eq!(folder.run(CHECK).code, 1, "n == 4 comes by 3");
    std::fs::write(folder.0.join("safebump.toml"), accepting("n >= 3 and n <= 5")).expect("write");
    let ran = folder.run(CHECK);
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn entries_that_match_nothing_or_are_over_are_told() {
    let folder = project("[[accept]]\nclient = \"gone\"\ncondition = \"x > 1\"\nreason = \"r\"\n");
    let ran = folder.run(CHECK);
    assert!(ran.code == 1 && ran.err.is_empty(), "another client: {ran:?}");
    let ran = folder.run(&format!("{IMPACT} --clients app --no-cache"));
    assert!(ran.code == 1 && ran.err.contains("`gone` was not found"), "{ran:?}");
    let folder = project(&(accepting("x == 100") + "until = 2020-01-31\n"));
    let ran = folder.run(CHECK);
    assert!(ran.code == 1 && ran.err.contains("until 2020-01-31"), "{ran:?}");
    for bad in ["until = \"soon\"\n", "unitl = \"2027-01-31\"\n"] {
        let ran = project(&(accepting("x == 100") + bad)).run(CHECK);
        assert_eq!(ran.code, 2, "{ran:?}");
    }
}

#[test]
fn defaults_come_from_the_nearest_file() {
    let folder = project("clients = ['app']\nformat = 'json'\ntimeout = 20\n");
    let ran = folder.run(IMPACT);
    assert_eq!(ran.json()["counts"]["clients"], 2, "{ran:?}");
    let ran = folder.run(&format!("{IMPACT} --format text -q"));
    assert!(ran.out.starts_with("1 of 2 clients"), "what is given wins: {ran:?}");
    let folder = project("tiemout = 3\n");
    let ran = folder.run(CHECK);
    assert!(ran.code == 2 && ran.err.contains("safebump.toml: `tiemout` is no option"), "{ran:?}");
    std::fs::remove_file(folder.0.join("safebump.toml")).expect("remove");
    std::fs::write(folder.0.join("pyproject.toml"), "[project]\nname = 'x'\n[tool.safebump]\nquiet = true\n")
        .expect("write");
    assert_eq!(folder.run(CHECK).out.lines().count(), 1);
}

#[test]
fn what_fails_can_be_tightened() {
    let app = "from lib import cut\n\n\ndef guess(x):\n    return x + 1\n\n\ndef odd(x: int):\n    return eval(str(cut(x)))\n";
    let folder =
        Folder::new(&[("old/lib.py", OLD.as_bytes()), ("new/lib.py", NEW.as_bytes()), ("a.py", app.as_bytes())]);
    let odd = "check old/lib.py new/lib.py --client a.py:odd --native off";
    assert_eq!(folder.run(odd).code, 3);
    assert_eq!(folder.run(&format!("{odd} --fail-on undecided")).code, 1);
    let old = "def f(x):\n    return x + x\n";
    let new = "def f(x):\n    return 2 * x\n";
    let folder = Folder::new(&[("old.py", old.as_bytes()), ("new.py", new.as_bytes())]);
    let plain = folder.run("check old.py new.py --client f --native off --format json");
    let has_assumption = plain.json()["assumptions"].as_array().is_some_and(|rows| !rows.is_empty());
    assert!(plain.code == 0 && has_assumption, "{plain:?}");
    assert_eq!(folder.run("check old.py new.py --client f --native off --fail-on assumed").code, 3);
    assert_eq!(folder.run("check old.py new.py --client f --native off --fail-on assumed,undecided").code, 1);
}

/// With a cache of its own.
fn cached(folder: &Folder, words: &str) -> Ran {
    on_machine(folder, ".cache", words)
}

fn on_machine(folder: &Folder, cache: &str, words: &str) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_safebump"))
        .args(words.split_whitespace())
        .current_dir(&folder.0)
        .env("XDG_CACHE_HOME", folder.0.join(cache))
        .output()
        .expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran { code: output.status.code().expect("an exit code"), out: text(&output.stdout), err: text(&output.stderr) }
}

#[test]
fn a_second_run_knows_and_a_changed_one_asks() {
    let folder = project("");
    let command = format!("{IMPACT} --clients app --format json");
    let first = cached(&folder, &command);
    assert_eq!(first.code, 1, "{first:?}");
    assert_eq!(cached(&folder, &command).out, first.out, "down to the times");
    assert_ne!(cached(&folder, &format!("{command} --no-cache")).out, first.out);
    assert_ne!(cached(&folder, &format!("{command} --exceptions any")).out, first.out, "another question");
    // What nobody imports does not count.
    std::fs::write(folder.0.join("app/more.py"), "x = 1\n").expect("write");
    assert_eq!(cached(&folder, &command).out, first.out);
    let importing = APP.replace("from lib", "import more\nfrom lib");
    let changes = [
        ("app/shop.py", importing.as_str(), 1),
        ("app/more.py", "x = 2\n", 1),
        ("new/lib.py", OLD, 0),
        ("app/shop.py", &APP.replace("min(x, 3)", "x"), 0),
    ];
    let mut first = first;
    for (file, text, code) in changes {
        std::fs::write(folder.0.join(file), text).expect("write");
        let ran = cached(&folder, &command);
        assert_eq!(ran.code, code, "{file}: {ran:?}");
        assert_ne!(ran.out, first.out, "{file}");
        assert_eq!(cached(&folder, &command).out, ran.out, "{file}");
        first = ran;
    }
    let count = |ran: &Ran| ran.out.split(": ").nth(1).map(str::to_owned);
    assert!(count(&cached(&folder, "cache")).is_some_and(|text| text.starts_with("13 entries")));
    cached(&folder, "cache --clear");
    assert!(count(&cached(&folder, "cache")).is_some_and(|text| text.starts_with("0 entries")));
}

#[test]
fn damaged_entries_and_two_writers_do_no_harm() {
    let folder = project("");
    let command = format!("{IMPACT} --clients app -q");
    let first = cached(&folder, &command);
    let store = folder.0.join(".cache/safebump/answers");
    for entry in std::fs::read_dir(&store).expect("entries").flatten() {
        let bytes = std::fs::read(entry.path()).expect("an entry");
        std::fs::write(entry.path(), &bytes[..bytes.len() / 2]).expect("write");
    }
    assert_eq!(cached(&folder, &command).out, first.out);
    std::fs::remove_dir_all(&store).expect("remove");
    let outs = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| cached(&folder, &command).out)).collect();
        runs.into_iter().map(|run| run.join().expect("a run")).collect::<Vec<_>>()
    });
    assert!(outs.iter().all(|out| *out == first.out), "{outs:?}");
    // A cache that cannot be written is none.
    std::fs::remove_dir_all(folder.0.join(".cache")).expect("remove");
    std::fs::write(folder.0.join(".cache"), "a file").expect("write");
    assert_eq!(cached(&folder, &command).out, first.out);
}

/// With a command that runs in a folder, what it keeps and what it writes survive that it is ended at any moment.
#[test]
fn what_is_ended_at_any_moment_leaves_all_or_nothing() {
    let folder = project("");
    let command = format!("{IMPACT} --clients app -q --report report.json");
    let start = Instant::now();
    let whole = cached(&folder, &command);
    let (took, report) = (start.elapsed(), folder.0.join("report.json"));
    const MOMENTS: u32 = 12;
    for moment in 0..MOMENTS {
        let _ = std::fs::remove_file(&report);
        let _ = std::fs::remove_dir_all(folder.0.join(".cache"));
        let mut child = Command::new(env!("CARGO_BIN_EXE_safebump"))
            .args(command.split_whitespace())
            .current_dir(&folder.0)
            .env("XDG_CACHE_HOME", folder.0.join(".cache"))
            .stdout(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(took * moment / MOMENTS);
        child.kill().expect("it is ended");
        child.wait().expect("it ends");
        if let Ok(text) = std::fs::read_to_string(&report) {
            let report: serde_json::Value = serde_json::from_str(&text).expect("a report that is there is whole");
            assert_eq!(report["results"].as_array().map(Vec::len), Some(2));
        }
        assert_eq!(cached(&folder, &command).out, whole.out, "what was left behind is believed only if it is whole");
    }
}

#[test]
fn machines_share_a_store() {
    let folder = project("");
    let command = format!("{IMPACT} --clients app --format json");
    let with = |cache: &str, more: &str| on_machine(&folder, cache, &format!("{command} {more}"));
    let first = with(".a", "--store .shared --store-key k");
    assert_eq!((first.code, first.err.as_str()), (1, ""), "{first:?}");
    assert_eq!(with(".b", "--store .shared --store-key k").out, first.out, "down to the times");
    assert_eq!(with(".b", "").out, first.out, "what was fetched is kept");
    assert_ne!(with(".c", "--store .shared").out, first.out, "without the key nobody is believed");
    assert_ne!(with(".d", "--store .shared --store-key other").out, first.out);
    // A store that is down costs nothing but time.
    std::fs::write(folder.0.join(".down"), "a file").expect("write");
    let down = with(".e", "--store .down");
    assert!(down.code == 1 && down.err.contains("does not answer"), "{down:?}");
    for wrong in ["--store ftp://x", "--store .shared --no-cache", "--store-key k"] {
        assert_eq!(with(".f", wrong).code, 2, "{wrong}");
    }
}

#[test]
fn what_ran_out_of_time_is_asked_again() {
    let old = "def cut(x):\n    n = 0\n    while x != 1:\n        x = x // 2 if x % 2 == 0 else 3 * x + 1\n        n += 1\n    return n\n";
    let new = "def cut(x):\n    n = 0\n    while x != 1:\n        x = 3 * x + 1 if x % 2 else x // 2\n        n = 1 + n\n    return n * 2 // 2 + 0 * x\n";
    let app = "from lib import cut\n\n\ndef seen(x: int):\n    return cut(max(x, 1)) % 7\n";
    let folder =
        Folder::new(&[("old/lib.py", old.as_bytes()), ("new/lib.py", new.as_bytes()), ("app.py", app.as_bytes())]);
    let command = "impact old/lib.py new/lib.py --native off --clients app.py --timeout 0.3 --format json";
    let first = cached(&folder, command);
    if first.code == 3 {
        assert_ne!(cached(&folder, command).out, first.out, "it takes its time again");
    }
}

#[test]
fn many_clients_are_known_at_once() {
    let mut app = "from lib import same\n".to_owned();
    let with = |text: &str| format!("{text}\n\ndef same(x):\n    return x + 1\n");
    let count = if std::env::var_os("EVERY").is_some() { 2000 } else { 200 };
    for index in 0..count {
        app += &format!("\n\ndef client{index}(x: int):\n    return same(x) + {index}\n");
    }
    let (old, new) = (with(OLD), with(NEW));
    let folder =
        Folder::new(&[("old/lib.py", old.as_bytes()), ("new/lib.py", new.as_bytes()), ("app/all.py", app.as_bytes())]);
    let command = format!("{IMPACT} --clients app -q");
    let first = cached(&folder, &command);
    assert_eq!(first.code, 0, "{first:?}");
    let quickest = (0..5).map(|_| {
        let start = Instant::now();
        assert_eq!(cached(&folder, &command).out, first.out);
        start.elapsed()
    });
    let quickest = quickest.min().expect("a run");
    // This is the unoptimised program, on a machine that does other things too.
    assert!(quickest.as_millis() < 400, "{quickest:?}");
}

#[test]
fn words_pages_and_scripts_come_from_the_definitions() {
    let folder = Folder::new(&[]);
    let ran = folder.run("explain loop-bound");
    assert!(ran.code == 0 && ran.out.contains("Try: "), "{ran:?}");
    assert!(folder.run("explain").out.contains("parameter-type"));
    let ran = folder.run("explain loop");
    assert!(ran.code == 2 && ran.err.contains("loop-bound"), "{ran:?}");
    for shell in ["bash", "zsh", "fish"] {
        assert!(folder.run(&format!("completions {shell}")).out.contains("fail-on"), "{shell}");
    }
    let page = folder.run("man").out;
    assert!(page.contains(".TH") && page.contains("SAFEBUMP CHECK") && page.contains("unroll"), "{page}");
}

#[test]
fn a_change_is_answered_while_it_is_watched() {
    let folder = Folder::new(&[
        ("old.py", b"def f(x: int):\n    return x + x\n"),
        ("new.py", b"def f(x: int):\n    return 2 * x\n"),
    ]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_safebump"))
        .args(["check", "old.py", "new.py", "--client", "f", "--watch", "-q"])
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut next = || lines.next().expect("an answer").expect("text");
    assert!(next().contains("not affected"));
    std::fs::write(folder.0.join("new.py"), "def f(x: int):\n    return 2 * x + 1\n").expect("a file");
    assert!(!next().contains("not affected"));
    child.kill().expect("it runs until it is stopped");
    child.wait().expect("it ends");
}
