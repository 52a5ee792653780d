//! What scripts rely on of `safebump dac`: exit codes, messages, contracts that go round.

mod folder;

use folder::Folder;

const LOOP: &str = "\
var Mem: [int]int;
procedure copy(n: int)
  modifies Mem;
{
  var i: int;
  i := 0;
  while (i < n) {
    Mem[i] := 0;
    i := i + 1;
  }
}
";

/// New touches one element less.
fn loops() -> Folder {
    let new = LOOP.replace("i < n", "i < n - 1");
    Folder::new(&[("old.bpl", LOOP.as_bytes()), ("new.bpl", new.as_bytes())])
}

fn write(folder: &Folder, name: &str, text: &str) {
    std::fs::write(folder.0.join(name), text).expect("a temporary file");
}

#[track_caller]
fn refused(folder: &Folder, args: &str, words: &[&str]) {
    let ran = folder.run(args);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.out.is_empty() && !ran.err.contains("panicked"), "{ran:?}");
    for word in words {
        assert!(ran.err.contains(word), "no `{word}` in {ran:?}");
    }
}

#[test]
fn a_proof_is_exit_0_with_contracts_and_numbers() {
    let ran = loops().run("dac old.bpl new.bpl --spec memory --format json");
    assert_eq!(ran.code, 0, "{ran:?}");
    let json = ran.json();
    assert_eq!((&json["verdict"], &json["reason"]), (&"equivalent".into(), &"relatively-correct".into()));
    let functions: Vec<&str> =
        json["contracts"].as_array().expect("a list").iter().filter_map(|each| each["function"].as_str()).collect();
    assert_eq!(functions, ["copy", "copy.loop1"]);
    assert!(json["inference"]["candidates"].as_u64() > json["inference"]["inferred"].as_u64());
    assert_eq!(json["assumptions"][0]["kind"], "termination");
}

#[test]
fn a_failure_is_exit_1_with_both_places() {
    let ran = loops().run("dac new.bpl old.bpl --spec memory --format json");
    assert_eq!(ran.code, 1, "{ran:?}");
    let json = ran.json();
    assert_eq!(json["verdict"], "different");
    assert!(json["counterexample"]["inputs"]["n"].as_i64() >= Some(1), "{json}");
    let text = loops().run("dac new.bpl old.bpl --spec memory").out;
    assert!(text.contains("at old.bpl:8") && text.contains("stands in old at new.bpl:8"), "{text}");
}

#[test]
fn the_modes_that_take_things_for_granted_prove_nothing() {
    for mode in ["unsound", "shallow"] {
        let ran = loops().run(&format!("dac old.bpl old.bpl --spec memory --mode {mode} --format json"));
        assert_eq!(ran.code, 3, "{ran:?}");
        assert_eq!(ran.json()["gaps"][0]["kind"], "unsound-mode", "{ran:?}");
    }
}

#[test]
fn bad_input_is_one_clear_message() {
    let folder = loops();
    write(&folder, "gone.txt", "copy\n");
    write(&folder, "nothing.txt", "copy paste\n");
    write(&folder, "variable.txt", "global Mem Heap\n");
    write(&folder, "other.bpl", "procedure copy(n: int, m: int) { assert n < m; }\n");
    refused(&folder, "dac old.bpl new.bpl --map gone.txt", &["gone.txt:1:", "two names"]);
    refused(&folder, "dac old.bpl new.bpl --map nothing.txt", &["`copy` is mapped to `paste`", "reaches: copy"]);
    refused(&folder, "dac old.bpl new.bpl --map variable.txt", &["no global variable `Heap`", "there are: Mem"]);
    refused(&folder, "dac old.bpl new.bpl --map missing.txt", &["missing.txt", "no such file"]);
    refused(&folder, "dac old.bpl other.bpl --entry copy", &["copy", "parameters"]);
    refused(&folder, "dac old.bpl new.bpl --entry paste", &["paste", "copy"]);
    refused(&folder, "dac old.bpl new.bpl --spec raises", &["neither trap nor raise", "--spec asserts"]);
}

#[test]
fn recursion_without_a_base_never_fails() {
    let old = "procedure f(n: int) { call f(n + 1); assert false; }\n";
    let folder = Folder::new(&[("old.bpl", old.as_bytes()), ("new.bpl", old.replace("n + 1", "n").as_bytes())]);
    let ran = folder.run("dac old.bpl new.bpl --entry f --timeout 10");
    assert_eq!(ran.code, 0, "no run of it comes to an end: {ran:?}");
}

#[test]
fn contracts_are_saved_edited_and_given_back() {
    let folder = loops();
    let first = folder.run("dac old.bpl new.bpl --spec memory --save-contracts found.txt");
    assert_eq!(first.code, 0, "{first:?}");
    let saved = std::fs::read_to_string(folder.0.join("found.txt")).expect("it was written");
    assert!(saved.contains("contract copy.loop1\n") && saved.contains("  pre  i.old == i.new\n"), "{saved}");
    let again = folder.run("dac old.bpl new.bpl --spec memory --contracts found.txt --save-contracts again.txt");
    assert_eq!(again.code, 0, "{again:?}");
    let edited = saved.replace("  pre  i.old == i.new\n", "  pre  i.new <= i.old && i.old <= n.old + 1\n");
    write(&folder, "edited.txt", &edited);
    assert_eq!(folder.run("dac old.bpl new.bpl --spec memory --contracts edited.txt").code, 0);
}

#[test]
fn a_wrong_contract_is_not_believed() {
    let folder = loops();
    write(&folder, "wrong.txt", "contract copy.loop1\n  pre  n.new < n.old\n  post ok.new'\n  post false\n");
    let proved = folder.run("dac old.bpl new.bpl --spec memory --contracts wrong.txt -v");
    assert_eq!(proved.code, 0, "{proved:?}");
    assert!(proved.out.contains("it does not hold: n.new < n.old"), "{proved:?}");
    assert!(proved.out.contains("it does not hold: false: not at its end"), "{proved:?}");
    let turned = folder.run("dac new.bpl old.bpl --spec memory --contracts wrong.txt");
    assert_eq!(turned.code, 1, "{turned:?}");
}

#[test]
fn contracts_that_cannot_be_read_are_refused() {
    let folder = loops();
    for (text, words) in [
        ("pre true\n", ["file.txt:1:", "before any `contract NAME`"]),
        ("contract copy.loop9\n pre true\n", ["file.txt:2:", "there are: copy, copy.loop1"]),
        ("contract copy.loop1\n pre j.old == 1\n", ["file.txt:2:", "no variable `j.old`"]),
        ("contract copy.loop1\n pre i.old +\n", ["file.txt:2:", "cut short"]),
        ("contract copy.loop1\n pre i.old\n", ["file.txt:2:", "not a condition"]),
        ("contract copy.loop1\n maybe true\n", ["file.txt:2:", "found `maybe`"]),
    ] {
        write(&folder, "file.txt", text);
        refused(&folder, "dac old.bpl new.bpl --spec memory --contracts file.txt", &words);
    }
}

#[test]
fn python_and_c_are_asked_about_what_they_can_do() {
    let folder = Folder::new(&[
        ("old.py", b"def f(x: int) -> int:\n    return 10 // x if x else 0\n"),
        ("new.py", b"def f(x: int) -> int:\n    return 10 // x\n"),
    ]);
    let ran = folder.run("dac old.py new.py --spec raises");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("x = 0") && ran.out.contains("at new.py:2"), "{ran:?}");
    refused(&folder, "dac old.py new.py --spec traps", &["do not trap", "--spec raises"]);
    refused(&folder, "dac old.py new.py --spec memory", &["do not trap", "--spec raises"]);
}

#[test]
fn every_engine_keeps_its_questions() {
    let old = "procedure main(n: int) { var i, s: int; i := 0; s := 0;\n\
        while (i < n) { i := i + 1; s := s + i * n; if (n * n == 3 * i + 1) { s := s + 1; }\n\
        assert s >= i * n || n < 0; } }\n";
    let folder = Folder::new(&[("old.bpl", old.as_bytes()), ("new.bpl", old.replace("s + i", "0 + s + i").as_bytes())]);
    for (mode, kept) in [("sound", "by_contracts"), ("nonmodular", "by_ways")] {
        folder.run(&format!("dac old.bpl new.bpl --entry main --mode {mode} --timeout 5 --keep-queries {kept}"));
        let questions: Vec<_> = std::fs::read_dir(folder.0.join(kept)).expect("a folder of questions").collect();
        assert!(!questions.is_empty(), "{mode}");
    }
}

#[test]
fn versions_come_out_of_git_too() {
    let folder = Folder::new(&[("p.bpl", b"procedure P(x: int) { assert x != 3 || x == 3; }\n")]);
    let git = |words: &str| {
        let who = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
        let done = std::process::Command::new("git").arg("-C").arg(&folder.0).args(who).args(words.split(' ')).output();
        assert!(done.expect("git runs").status.success(), "git {words}");
    };
    ["init -q .", "add .", "commit -qm first", "tag v1"].into_iter().for_each(git);
    write(&folder, "p.bpl", "procedure P(x: int) { assert x != 3; }\n");
    assert_eq!(folder.run("dac --from v1 p.bpl").code, 1, "against the working tree");
    assert_eq!(folder.run("dac --from v1 --to v1 p.bpl").code, 0);
    assert_eq!(folder.run("dac p.bpl").code, 2, "there is no new version");
}
