//! What names hold once both versions were loaded, and what of it is the same.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use confine::Trust;
use front_python::{Held, Loading};
use native_python::{Layout, loads};

/// A folder with both versions of one module.
struct Both(PathBuf);

impl Drop for Both {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn loaded(name: &str, old: &str, new: &str) -> Result<Loading, String> {
    let folder = std::env::temp_dir().join(format!("safebump-loaded-{name}-{}", std::process::id()));
    let both = Both(folder);
    let layout = |side: &str, text: &str| {
        let root = both.0.join(side);
        std::fs::create_dir_all(&root).expect("a folder");
        std::fs::write(root.join("lib.py"), text).expect("a file");
        layout_of(&root)
    };
    loads([layout("old", old), layout("new", new)], Trust::Trusted, Instant::now() + Duration::from_secs(20))
}

fn layout_of(root: &Path) -> Layout {
    Layout {
        path: vec![root.to_path_buf()],
        named: Vec::new(),
        library: None,
        client: "lib".to_owned(),
        function: "f".to_owned(),
    }
}

fn held(loading: &Loading, side: usize, name: &str) -> Held {
    let rows = &loading.names[side]["lib"];
    rows.iter().find(|(known, _)| known == name).map(|(_, held)| held.clone()).expect("a name of the module")
}

fn literal(text: &str) -> Held {
    Held::Literal(text.to_owned())
}

#[test]
fn a_name_holds_what_it_held_in_the_end() {
    let text = "X = 1\nY = X\nX = 2\ndef f(a=Y): return a\nL = [1]\nL.append(2)\nM = []\nN = M\n";
    let loading = loaded("end", text, text).expect("it loads");
    assert_eq!(held(&loading, 0, "X"), literal("2"));
    assert_eq!(held(&loading, 0, "Y"), literal("1"));
    let defaults = vec![Some("1".to_owned())];
    assert_eq!(held(&loading, 0, "f"), Held::Defined { line: 4, defaults });
    assert_eq!(held(&loading, 0, "L"), literal("[1, 2]"));
    // One list under two names cannot be written as two.
    assert_eq!(held(&loading, 0, "M"), Held::Same);
    assert_eq!(held(&loading, 0, "N"), Held::Same);
}

#[test]
fn what_is_patched_or_wrapped_is_no_definition() {
    let text = "import functools\nclass C:\n    v = 1\nC.v = 2\nclass D:\n    v = 1\n\
        @functools.lru_cache\ndef g(x): return x\ndef keep(h): return h\n@keep\ndef f(x): return x\n";
    let loading = loaded("patched", text, text).expect("it loads");
    assert_eq!(held(&loading, 0, "C"), Held::Same);
    assert_eq!(held(&loading, 0, "D"), Held::Defined { line: 5, defaults: Vec::new() });
    assert_eq!(held(&loading, 0, "g"), Held::Same);
    assert_eq!(held(&loading, 0, "f"), Held::Defined { line: 10, defaults: Vec::new() });
}

#[test]
fn a_value_is_the_same_if_all_it_leads_to_is() {
    let text = |size: u8| {
        format!(
            "def far(): return {size}\ndef near(): return far()\nTABLE = {{'near': near}}\nOTHER = {{'len': len}}\n\
             def f(n): return TABLE['near']()\ndef g(n): return OTHER['len']('a')\n"
        )
    };
    let loading = loaded("far", &text(1), &text(2)).expect("it loads");
    assert_eq!(held(&loading, 0, "TABLE"), Held::Other);
    assert_eq!(held(&loading, 0, "OTHER"), Held::Same);
    assert!(loading.graph.same("lib", "f").is_none());
    assert!(loading.graph.same("lib", "g").is_some());
}

#[test]
fn what_loading_does_outside_counts() {
    let text = |limit: u32| format!("import sys\nsys.setrecursionlimit({limit})\ndef f(n): return n\n");
    assert!(loaded("limit", &text(3000), &text(3000)).is_ok());
    assert!(loaded("limits", &text(3000), &text(3001)).is_err());
    let text = |name: &str| format!("import string\nstring.{name} = 1\ndef f(n): return n\n");
    assert!(loaded("string", &text("digits"), &text("digits")).is_ok());
    assert!(loaded("strings", &text("digits"), &text("letters")).is_err());
}
