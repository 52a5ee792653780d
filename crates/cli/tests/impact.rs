//! What `safebump impact` promises: which rows there are, in which order, and how it ends.

mod folder;

use std::time::Instant;

use folder::{Folder, Ran};
use serde_json::Value;

const OLD: &str = "def cut(x):\n    return x\n\n\ndef double(x):\n    return 2 * x\n";
const NEW: &str = "def cut(x):\n    if x > 10:\n        return 9\n    return x\n\n\ndef double(x):\n    return 2 * x\n";

/// Clients that meet the change in every way there is.
const SHOP: &str = "\
from lib import cut, double


def apart(x: int):
    return double(x)


def safe(x: int):
    return cut(min(x, 10))


def seen(x: int):
    return cut(x)


def through(x: int):
    return seen(x) + 1
";

fn library(clients: &[(&str, &str)]) -> Folder {
    let files = [("old/lib.py", OLD), ("new/lib.py", NEW)];
    let files: Vec<(&str, &[u8])> = files.iter().chain(clients).map(|(name, text)| (*name, text.as_bytes())).collect();
    Folder::new(&files)
}

const IMPACT: &str = "impact old/lib.py new/lib.py --clients";

/// Client, verdict and reason of each row, in order.
fn rows(json: &Value) -> Vec<(String, String, String)> {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rows = json["results"].as_array().expect("rows").iter();
    rows.map(|row| (word(&row["client"]), word(&row["verdict"]), word(&row["reason"]))).collect()
}

fn row(client: &str, verdict: &str, reason: &str) -> (String, String, String) {
    (client.to_owned(), verdict.to_owned(), reason.to_owned())
}

#[test]
fn affected_clients_come_first_and_a_client_of_nothing_changed_is_not_explored() {
    let ran = library(&[("app/shop.py", SHOP)]).run(&format!("{IMPACT} app --format json"));
    assert_eq!(ran.code, 1, "{ran:?}");
    let json = ran.json();
    assert_eq!((&json["command"], &json["verdict"]), (&"impact".into(), &"different".into()));
    let expected = [
        row("seen", "different", ""),
        row("through", "different", ""),
        row("safe", "equivalent", "inactive"),
        row("apart", "equivalent", "identical"),
    ];
    assert_eq!(rows(&json), expected);
    let apart = &json["results"][3];
    assert_eq!((&apart["file"], &apart["engine"]), (&"app/shop.py".into(), &"identical".into()));
    assert_eq!((&apart["stats"]["client_paths"], &apart["stats"]["inputs_tried"]), (&0.into(), &0.into()));
}

#[test]
fn the_last_line_counts() {
    let folder = library(&[
        ("app/shop.py", SHOP),
        ("app/odd.py", "import lib\n\n\ndef odd(x: int):\n    return eval(str(lib.cut(x)))\n"),
    ]);
    let ran = folder.run(&format!("{IMPACT} app --native off"));
    let last = "2 of 5 clients unaffected (proved), 2 affected, 1 undecided";
    assert_eq!(ran.out.lines().last(), Some(last), "{ran:?}");
    assert!(ran.out.contains("--client app/shop.py:seen"), "{ran:?}");
    let quiet = folder.run(&format!("{IMPACT} app -q --native off"));
    assert_eq!(quiet.out, format!("{last}\n"));
    // Every client's own file, one by one: the exit code is that of the worst row.
    for (clients, code) in [("app/shop.py", 1), ("app/odd.py", 3)] {
        assert_eq!(folder.run(&format!("{IMPACT} {clients} --native off")).code, code);
    }
    // What nothing else decides is run.
    let run = folder.run(&format!("{IMPACT} app -q"));
    assert_eq!(run.out, "2 of 5 clients unaffected (proved), 3 affected, 0 undecided\n");
}

#[test]
fn every_format_names_the_file() {
    let folder = library(&[("app/shop.py", SHOP)]);
    for (format, start) in [("sarif", "{"), ("github", "::error "), ("html", "<!doctype html>"), ("text", "What ")] {
        let ran = folder.run(&format!("{IMPACT} app --format {format}"));
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.out.starts_with(start) && ran.out.contains("app/shop.py"), "{ran:?}");
    }
    let ran = folder.run(&format!("{IMPACT} app --report out.json"));
    assert_eq!(ran.code, 1);
    let report = std::fs::read_to_string(folder.0.join("out.json")).expect("the report is written");
    assert!(report.contains("\"results\""), "{report}");
}

#[test]
fn a_file_without_the_library_is_no_obstacle() {
    let stranger = "import numpy\nimport requests\n\n\ndef stranger(x: int):\n    return x + 1\n";
    let folder = library(&[("app/shop.py", SHOP), ("app/stranger.py", stranger)]);
    let ran = folder.run(&format!("{IMPACT} app --format json"));
    assert_eq!(rows(&ran.json()).last(), Some(&row("stranger", "equivalent", "identical")), "{ran:?}");
}

#[test]
fn bad_input_is_one_clear_message() {
    let folder = library(&[
        ("app/shop.py", SHOP),
        ("bad/bad.py", "def f(:\n"),
        ("empty/notes.txt", "nothing"),
        ("flat/flat.py", "import lib\n\nX = lib.cut(1)\n"),
    ]);
    let refused = |args: &str, words: &[&str]| {
        let ran = folder.run(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args}: {ran:?}");
        assert!(words.iter().all(|word| ran.err.contains(word)), "{args}: {ran:?}");
    };
    refused(&format!("{IMPACT} nothing"), &["nothing", "no such file"]);
    refused(&format!("{IMPACT} bad"), &["bad/bad.py:1:7"]);
    refused(&format!("{IMPACT} empty"), &["empty", "no .py file"]);
    refused(&format!("{IMPACT} flat"), &["no function", "flat/flat.py"]);
    refused(&format!("{IMPACT} old/lib.py"), &["the library itself"]);
    refused(&format!("{IMPACT} app --lib nope"), &["nope", "cut, double"]);
    refused("impact old/nope.py new/lib.py --clients app", &["old/nope.py"]);
    refused("impact old/lib.py new/lib.py", &["--clients"]);
}

#[test]
fn the_limit_is_each_clients_own() {
    let hard = "\
from lib import cut


def hard(a: int, b: int, c: int):
    if a > 2 and b > 2 and c > 2 and a * a * a + b * b * b == c * c * c:
        return cut(a)
    return 0


def easy(x: int):
    return cut(x)
";
    let start = Instant::now();
    let ran = library(&[("app/hard.py", hard)]).run(&format!("{IMPACT} app --timeout 2 --jobs 1 --format json"));
    let rows = rows(&ran.json());
    assert_eq!(rows[0], row("easy", "different", ""), "{ran:?}");
    assert!(rows[1].1 != "different", "{ran:?}");
    assert!(start.elapsed().as_secs_f64() < 8.0, "{:?}", start.elapsed());
}

#[test]
fn a_named_function_is_where_the_library_begins() {
    let client = "import lib\n\n\ndef f(x: int):\n    if x > 5:\n        return 5\n    return lib.outer(x)\n";
    let version =
        |limit: i32| format!("def outer(x):\n    return inner(x) + 1\n\n\ndef inner(x):\n    return min(x, {limit})\n");
    let (old, new) = (version(10), version(20));
    let files = [("old/lib.py", old.as_bytes()), ("new/lib.py", new.as_bytes()), ("f.py", client.as_bytes())];
    let folder = Folder::new(&files);
    let place = |more: &str| {
        let ran: Ran = folder.run(&format!("check old/lib.py new/lib.py --client f.py:f --format json {more}"));
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.json()["contexts"][0]["call"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(place(""), "old/lib.py:2");
    assert_eq!(place("--lib outer"), "f.py:7");
    assert_eq!(folder.run("check old/lib.py new/lib.py --client f.py:f --lib nope").code, 2);
}

/// Reading the sources once for each function would make this quadratic.
#[test]
fn many_functions_of_one_file_are_read_once() {
    let body = |index: usize| format!("def f{index}(x: int):\n    y = x + {index}\n    return y * y\n\n\n");
    let client = |index: usize| format!("def c{index}(x: int):\n    return lib.f{index}(x) + {index}\n\n\n");
    let old: String = (0..600).map(body).collect();
    let clients: String = "import lib\n\n\n".to_owned() + &(0..600).map(client).collect::<String>();
    let new = old.replace("y = x + 7\n", "y = x + 8\n");
    let files = [("old/lib.py", old.as_bytes()), ("new/lib.py", new.as_bytes()), ("app.py", clients.as_bytes())];
    let folder = Folder::new(&files);
    let start = Instant::now();
    for args in ["impact old/lib.py new/lib.py --clients app.py -q", "check old/lib.py new/lib.py -q"] {
        let ran = folder.run(args);
        assert_eq!(ran.code, 1, "{ran:?}");
    }
    assert!(start.elapsed().as_secs_f64() < 20.0, "{:?}", start.elapsed());
}

#[test]
fn a_file_that_does_not_parse_is_a_row() {
    let folder =
        library(&[("app/shop.py", SHOP), ("app/broken.py", "def f(:\n"), ("app/latin.py", "# caf\u{e9}\nx = 1\n")]);
    let ran = folder.run(&format!("{IMPACT} app --format json"));
    assert_eq!(ran.code, 1, "{ran:?}");
    let json = ran.json();
    let broken = json["results"].as_array().expect("rows").iter().find(|row| row["file"] == "app/broken.py");
    let broken = broken.expect("a row");
    assert_eq!((&broken["client"], &broken["verdict"]), (&"*".into(), &"undecided".into()));
    assert!(broken["gaps"][0]["detail"].as_str().is_some_and(|text| text.contains("app/broken.py:1")), "{broken}");
    // Alone, it is what is wrong.
    assert_eq!(folder.run(&format!("{IMPACT} app/broken.py")).code, 2);
}
