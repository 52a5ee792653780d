//! Native runs: what they confirm, and what they refuse.

mod folder;

use folder::Folder;

fn is_confined() -> bool {
    confine::cannot_confine().is_none()
}

#[test]
fn a_run_that_is_refused_leaves_the_answer_as_it_is() {
    if !is_confined() {
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
    assert!(!outside.exists());
}

#[test]
fn modules_that_cannot_be_loaded_show_nothing() {
    if !is_confined() {
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
    if !is_confined() {
        return;
    }
    let folder = Folder::new(&[("old.py", OLD.as_bytes()), ("new.py", NEW.as_bytes())]);
    let ran = folder.run("check old.py new.py --client f --audit 100 --format json");
    assert_eq!(ran.code, 0, "{ran:?}");
    let (runs, counted) = (ran.json()["audit"]["runs"].as_u64(), ran.json()["audit"]["counted"].as_u64());
    assert!(runs == Some(100) && counted > Some(10) && counted < Some(90), "{:?}", ran.json()["audit"]);
}
