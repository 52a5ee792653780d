//! What `impact --plan`, `work` and `gather` promise: the report of `impact`, however the work was cut and done.

mod folder;

use folder::{Folder, Ran};
use serde_json::Value;

const OLD: &str = "def cut(x):\n    return x\n\n\ndef double(x):\n    return 2 * x\n";
const NEW: &str = "def cut(x):\n    if x > 10:\n        return 9\n    return x\n\n\ndef double(x):\n    return 2 * x\n";
const SHOP: &str = "\
from lib import cut, double


def apart(x: int):
    return double(x)


def safe(x: int):
    return cut(min(x, 10))


def seen(x: int):
    return cut(x)
";
const ODD: &str = "import lib\n\n\ndef odd(x: int):\n    return eval(str(lib.cut(x)))\n";

const IMPACT: &str = "impact old/lib.py new/lib.py --clients app --native off --no-cache";

fn shop() -> Folder {
    Folder::new(&[
        ("old/lib.py", OLD.as_bytes()),
        ("new/lib.py", NEW.as_bytes()),
        ("app/shop.py", SHOP.as_bytes()),
        ("app/odd.py", ODD.as_bytes()),
        ("app/broken.py", b"def f(:\n"),
    ])
}

fn read(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.0.join(name)).expect("a file")
}

fn write(folder: &Folder, name: &str, text: &str) {
    std::fs::write(folder.0.join(name), text).expect("write");
}

fn ran(folder: &Folder, words: &str, code: i32) -> Ran {
    let ran = folder.run(words);
    assert_eq!(ran.code, code, "{words}: {ran:?}");
    ran
}

/// The JSON without what is only counted.
fn report(ran: &Ran) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(object) => {
                object.remove("stats");
                object.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value = ran.json();
    strip(&mut value);
    value
}

#[test]
fn the_report_is_that_of_impact_however_the_work_is_cut() {
    let folder = shop();
    let whole = ran(&folder, IMPACT, 1);
    let made = ran(&folder, &format!("{IMPACT} --plan p.jsonl"), 0);
    assert_eq!(made.out, "p.jsonl: 3 of 5 clients reach a change\n");
    for shards in [1, 2, 7] {
        for shard in 1..=shards {
            ran(&folder, &format!("work p.jsonl --no-cache --shard {shard}/{shards}"), 0);
        }
        let parts: Vec<String> = (1..=shards).rev().map(|i| format!("p.{i}-of-{shards}.results.jsonl")).collect();
        let gathered = ran(&folder, &format!("gather {}", parts.join(" ")), 1);
        assert_eq!((gathered.out, gathered.err), (whole.out.clone(), whole.err.clone()));
    }
    let json = report(&ran(&folder, &format!("{IMPACT} --format json"), 1));
    assert_eq!(report(&ran(&folder, "gather p.1-of-1.results.jsonl --format json", 1)), json);
    // Any lines of a plan are a plan.
    let plan = read(&folder, "p.jsonl");
    let seen: Vec<&str> = plan.lines().filter(|line| line.contains("\"client\":\"seen\"")).collect();
    write(&folder, "few.jsonl", seen[0]);
    assert!(ran(&folder, "work few.jsonl --no-cache", 0).out.contains("1 clients answered"));
    assert!(ran(&folder, "gather few.results.jsonl", 2).err.contains("4 of 5 clients"));
    let part = ran(&folder, "gather few.results.jsonl p.jsonl -q", 1);
    assert!(part.out.contains("1 affected, 3 undecided") && part.err.contains("2 of 5 clients have no answer"));
}

#[test]
fn what_was_cut_off_is_done_again_and_what_was_done_twice_counts_once() {
    let folder = shop();
    let whole = ran(&folder, IMPACT, 1);
    ran(&folder, &format!("{IMPACT} --plan p.jsonl"), 0);
    ran(&folder, "work p.jsonl --no-cache", 0);
    let results = read(&folder, "p.results.jsonl");
    // Stopped anywhere, it goes on.
    for end in (0..results.len()).step_by(results.len() / 6) {
        let end = (0..=end).rev().find(|at| results.is_char_boundary(*at)).unwrap_or(0);
        write(&folder, "p.results.jsonl", &results[..end]);
        ran(&folder, "work p.jsonl --no-cache", 0);
        assert_eq!(ran(&folder, "gather p.results.jsonl", 1).out, whole.out, "stopped after {end} bytes");
    }
    write(&folder, "p.results.jsonl", &format!("{results}{results}"));
    assert_eq!(ran(&folder, "gather p.results.jsonl", 1).out, whole.out);
    ran(&folder, "work p.jsonl --no-cache", 0);
    assert_eq!(read(&folder, "p.results.jsonl").len(), 2 * results.len(), "nothing is asked again");
}

#[test]
fn what_ran_out_of_time_is_not_final() {
    let old = "def cut(x):\n    n = 0\n    while x != 1:\n        x = x // 2 if x % 2 == 0 else 3 * x + 1\n        n += 1\n    return n\n";
    let new = "def cut(x):\n    n = 0\n    while x != 1:\n        x = 3 * x + 1 if x % 2 else x // 2\n        n = 1 + n\n    return n * 2 // 2 + 0 * x\n";
    let app = "from lib import cut\n\n\ndef seen(x: int):\n    return cut(max(x, 1)) % 7\n";
    let folder =
        Folder::new(&[("old/lib.py", old.as_bytes()), ("new/lib.py", new.as_bytes()), ("app.py", app.as_bytes())]);
    ran(&folder, "impact old/lib.py new/lib.py --native off --clients app.py --timeout 0.3 --plan p", 0);
    for count in [1, 2] {
        let worked = ran(&folder, "work p --no-cache", 0);
        let lines = read(&folder, "p.results.jsonl");
        if lines.contains("\"final\":true") {
            return;
        }
        assert_eq!(lines.lines().count(), count, "it is asked again");
        assert!(worked.out.contains("1 of them for want of time"), "{worked:?}");
    }
    ran(&folder, "gather p.results.jsonl", 3);
}

#[test]
fn what_is_not_what_the_plan_was_made_of_is_refused() {
    let folder = shop();
    ran(&folder, &format!("{IMPACT} --plan p.jsonl"), 0);
    write(&folder, "app/shop.py", &SHOP.replace("min(x, 10)", "min(x, 11)"));
    let worked = ran(&folder, "work p.jsonl --no-cache", 2);
    assert!(worked.err.contains("2 of 5 clients are not what the plan was made of"), "{worked:?}");
    write(&folder, "app/shop.py", SHOP);
    write(&folder, "new/lib.py", OLD);
    assert_eq!(ran(&folder, "work p.jsonl --no-cache --results other", 2).out, "");
    std::fs::remove_file(folder.0.join("app/shop.py")).expect("remove");
    ran(&folder, "work p.jsonl --no-cache", 2);
    // Results of another plan are not taken for those of this one.
    write(&folder, "app/shop.py", SHOP);
    write(&folder, "new/lib.py", &NEW.replace("return 9", "return x"));
    ran(&folder, &format!("{IMPACT} --plan q.jsonl"), 0);
    ran(&folder, "work q.jsonl --no-cache", 0);
    assert!(ran(&folder, "gather p.results.jsonl q.results.jsonl", 2).err.contains("two plans"));
    assert_eq!(ran(&folder, "gather q.results.jsonl", 3).out, ran(&folder, IMPACT, 3).out);
    assert!(ran(&folder, "work app/shop.py", 2).err.contains("no plan"));
    ran(&folder, &format!("{IMPACT} --plan r --explain"), 2);
}

#[test]
fn c_has_pieces_too() {
    let folder = Folder::new(&[
        ("old/lib.c", b"int cut(int x) { return x; }\n"),
        ("new/lib.c", b"int cut(int x) { if (x == 7) __builtin_trap(); return x; }\n"),
        ("app/use.c", b"int cut(int x);\nint safe(int x) { return cut(x | 8); }\nint seen(int x) { return cut(x); }\n"),
    ]);
    let impact = "impact old/lib.c new/lib.c --clients app --native off --no-cache";
    let whole = ran(&folder, impact, 1);
    ran(&folder, &format!("{impact} --plan p"), 0);
    ran(&folder, "work p", 0);
    assert_eq!(ran(&folder, "gather p.results.jsonl", 1).out, whole.out);
}
