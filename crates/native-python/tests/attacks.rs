//! Pairs that attack the claim that nothing changed which a function leads to, and some of which that is to be told; what
//! they do is asked of CPython.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use confine::Trust;
use front_python::LeadsTo;
use native_python::{Layout, loads};
use serde_json::Value;

/// The pairs in `attacks.py` as rows of a name, whether they differ, and two dicts of files.
const TELL: &str = "import json, runpy, sys\n\
    pairs = runpy.run_path(sys.argv[1])\n\
    print(json.dumps([[name, differs, *both] for differs, rows in ((True, pairs['SEEN']), (False, pairs['SAME'])) \
    for name, both in rows.items()]))";
const CALL: &str = "import sys; sys.path.insert(0, sys.argv[1]); import lib; print(lib.f(1))";

fn python(script: &str, argument: &Path) -> String {
    let ran = Command::new("python3").args(["-B", "-c", script]).arg(argument).output().expect("CPython");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("text")
}

fn layout(root: PathBuf) -> Layout {
    Layout {
        python: native_python::Python::default(),
        path: vec![root],
        named: Vec::new(),
        library: None,
        client: "lib".to_owned(),
        function: "f".to_owned(),
    }
}

fn is_told(roots: [PathBuf; 2]) -> Result<bool, String> {
    let loading = loads(roots.map(layout), Trust::Trusted, Instant::now() + Duration::from_secs(30))?;
    let leads_to = if loading.hides.is_some() { LeadsTo::PlainCode } else { LeadsTo::Anything };
    Ok(loading.graph.same("lib", "f", leads_to).is_some())
}

#[test]
fn what_is_told_to_be_the_same_is() {
    let pairs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks.py");
    let rows: Vec<(String, bool, Value, Value)> = serde_json::from_str(&python(TELL, &pairs)).expect("rows");
    let folder = std::env::temp_dir().join(format!("safebump-attacks-{}", std::process::id()));
    let mut wrong = Vec::new();
    for (number, (name, differs, old, new)) in rows.iter().enumerate() {
        let roots = [("old", old), ("new", new)].map(|(side, files)| {
            let root = folder.join(number.to_string()).join(side);
            std::fs::create_dir_all(&root).expect("a folder");
            for (file, text) in files.as_object().expect("files") {
                std::fs::write(root.join(file), text.as_str().expect("text")).expect("a file");
            }
            root
        });
        let [one, other] = roots.each_ref().map(|root| python(CALL, root));
        assert_eq!(one != other, *differs, "{name}: CPython says {one} and {other}");
        let told = is_told(roots);
        if told == Ok(*differs) || (!differs && told.is_err()) {
            wrong.push(format!("{name}: {told:?}"));
        }
    }
    let _ = std::fs::remove_dir_all(folder);
    assert!(wrong.is_empty(), "{wrong:#?}");
}
