//! Native runs: what they confirm, and what they refuse.

mod folder;

use std::process::Command;

use folder::Folder;

#[test]
fn a_run_that_is_refused_leaves_the_answer_as_it_is() {
    if confine::left_out_of_tests() {
        return;
    }
    let outside = std::env::temp_dir().join(format!("safebump-native-{}", std::process::id()));
    let text = |step: u32| {
        format!(
            "open({:?}, 'w').write('harm')\n\n\ndef f(x: int):\n    return x + {step}\n",
            outside.display().to_string()
        )
    };
    let folder = Folder::new(&[("old.py", text(1).as_bytes()), ("new.py", text(2).as_bytes())]);
    let plain = folder.run("check old.py new.py --client f --format json");
    let ran = folder.run("check old.py new.py --client f --replay native --format json");
    assert_eq!(plain.code, ran.code, "{ran:?}");
    assert_eq!(plain.json()["verdict"], ran.json()["verdict"]);
    assert!(!outside.exists() && !ran.err.contains("panicked"), "{ran:?}");
}

#[test]
fn modules_that_cannot_be_loaded_show_nothing() {
    if confine::left_out_of_tests() {
        return;
    }
    let text = |step: u32| format!("import no_such_module_at_all\n\n\ndef f(x: int):\n    return x + {step}\n");
    let folder = Folder::new(&[("old.py", text(1).as_bytes()), ("new.py", text(2).as_bytes())]);
    let plain = folder.run("check old.py new.py --client f");
    let ran = folder.run("check old.py new.py --client f --replay native");
    assert_eq!(plain.code, ran.code, "{ran:?}");
}

const OLD: &str = "def f(x: int):\n    if x > 3:\n        return x * 2\n    return 0\n";
const NEW: &str = "def f(x: int):\n    if x > 3:\n        return x + x\n    return 0\n";

#[test]
fn an_audit_counts_the_runs_that_reach_the_change() {
    if confine::left_out_of_tests() {
        return;
    }
    let folder = Folder::new(&[("old.py", OLD.as_bytes()), ("new.py", NEW.as_bytes())]);
    let ran = folder.run("check old.py new.py --client f --audit 100 --format json");
    assert_eq!(ran.code, 0, "{ran:?}");
    let (runs, counted) = (ran.json()["audit"]["runs"].as_u64(), ran.json()["audit"]["counted"].as_u64());
    assert!(runs == Some(100) && counted > Some(10) && counted < Some(90), "{:?}", ran.json()["audit"]);
}

/// An interpreter that does at first what is said here.
fn of_another_mind(folder: &Folder, at_first: &str) -> std::path::PathBuf {
    let made = Command::new("python3").args(["-m", "venv", "--without-pip", "other"]).current_dir(&folder.0).status();
    assert!(made.is_ok_and(|status| status.success()));
    let library = std::fs::read_dir(folder.0.join("other/lib")).expect("its library").flatten().next().expect("one");
    std::fs::write(library.path().join("site-packages/other.pth"), at_first).expect("a file");
    folder.0.join("other/bin/python3")
}

/// An interpreter of another mind stands in for a model that is wrong.
#[test]
fn a_difference_beyond_the_core_is_run_before_it_is_told() {
    if confine::left_out_of_tests() {
        return;
    }
    let text = |step: u32| format!("def f(s: str):\n    return s.title()[{step}:]\n");
    let core = |step: u32| format!("def g(x: int):\n    return abs(x) + {step}\n");
    let files = [text(0) + &core(0), text(1) + &core(1)];
    let folder = Folder::new(&[("old.py", files[0].as_bytes()), ("new.py", files[1].as_bytes())]);
    let asked = |words: &str| folder.run(&format!("check old.py new.py --format json {words}"));
    let replayed = |words: &str| asked(words).json()["counterexample"]["replayed"].clone();
    assert_eq!(replayed("--client f"), "native");
    assert_eq!(replayed("--client f --replay builtin"), "builtin");
    assert_eq!(replayed("--client f --native off"), "builtin");
    assert_eq!(replayed("--client g"), "builtin");
    let numbers =
        |text: &str| format!("from itertools import accumulate\n\n\ndef f(xs: list[int]):\n    return {text}\n");
    let (old, new) = (numbers("list(accumulate(xs))"), numbers("list(accumulate(xs))[:3]"));
    let second = Folder::new(&[("old.py", old.as_bytes()), ("new.py", new.as_bytes())]);
    let python = of_another_mind(&second, "import itertools; itertools.accumulate = lambda of: []\n");
    let taken_back = second.run(&format!("check old.py new.py --client f --format json --python {}", python.display()));
    assert_eq!(taken_back.json()["verdict"], "undecided", "{taken_back:?}");
    assert_eq!(second.run("check old.py new.py --client f --format json").json()["verdict"], "different");
}

/// An interpreter of another mind stands in for a model that is wrong.
#[test]
fn a_run_that_contradicts_the_model_takes_the_proof_back() {
    if confine::left_out_of_tests() {
        return;
    }
    let (old, new) = ("def f(x: int):\n    return abs(x) + 0\n", "def f(x: int):\n    return abs(x)\n");
    let folder = Folder::new(&[("old.py", old.as_bytes()), ("new.py", new.as_bytes())]);
    let other = of_another_mind(&folder, "import builtins; builtins.abs = lambda of: 7\n");
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_safebump"));
        command.args("check old.py new.py --client f --audit 50 --format json".split(' ')).current_dir(&folder.0);
        command
    };
    for (variable, words) in [("SAFEBUMP_PYTHON", &[][..]), ("UNUSED", &["--python".as_ref(), other.as_os_str()])] {
        let ran = command().env(variable, &other).args(words).output().expect("the binary runs");
        assert_eq!(ran.status.code(), Some(3), "{}", String::from_utf8_lossy(&ran.stderr));
        let json: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("JSON");
        assert_eq!(json["gaps"][0]["kind"], "model-disagrees");
    }
    let record =
        std::fs::read_to_string(folder.0.join("safebump-disagrees-f.txt")).expect("what is needed to report it");
    for part in ["the model says", "return abs(x) + 0", "run natively", "--audit 50"] {
        assert!(record.contains(part), "{part}: {record}");
    }
}
