//! What loading both versions leaves, and what of it is the same.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use confine::Trust;
use front_python::{LeadsTo, Loading};
use native_python::{Layout, loads};

/// A folder with both versions of one module.
struct Both(PathBuf);

impl Drop for Both {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Where both run the same code while they are loaded.
fn loaded(name: &str, old: &str, new: &str) -> Result<Loading, String> {
    let loading = seen(name, old, new)?;
    match &loading.hides {
        Some(why) => Err(why.clone()),
        None => Ok(loading),
    }
}

fn seen(name: &str, old: &str, new: &str) -> Result<Loading, String> {
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
        python: native_python::Python::default(),
        path: vec![root.to_path_buf()],
        named: Vec::new(),
        library: None,
        client: "lib".to_owned(),
        function: "f".to_owned(),
    }
}

fn is_plain(loading: &Loading, name: &str) -> bool {
    loading.functions[0]["lib"].contains_key(name)
}

#[test]
fn what_is_wrapped_or_made_elsewhere_is_no_plain_function() {
    let text = "import functools\ndef f(x): return x\ndef keep(h): return h\n@functools.lru_cache\ndef g(x): return x\n\
        @keep\ndef k(x): return x\ndef make():\n    def m(x): return x\n    return m\nm = make()\nn = f\nf.mark = 1\n";
    let loading = loaded("patched", text, text).expect("it loads");
    let plain: Vec<&str> =
        ["f", "g", "k", "m", "n", "keep"].into_iter().filter(|name| is_plain(&loading, name)).collect();
    assert_eq!(plain, ["k", "keep"]);
}

#[test]
fn a_function_is_the_same_if_all_it_leads_to_is() {
    let text = |size: u8| {
        format!(
            "def far(): return {size}\ndef near(): return far()\nTABLE = {{'near': near}}\nOTHER = {{'len': len}}\n\
             def f(n): return TABLE['near']()\ndef g(n): return OTHER['len']('a')\n"
        )
    };
    let loading = loaded("far", &text(1), &text(2)).expect("it loads");
    assert!(loading.graph.same("lib", "f", LeadsTo::Anything).is_none());
    assert!(loading.graph.same("lib", "g", LeadsTo::Anything).is_some());
}

/// What runs while loading may hide something in any object, but not in code that leads to plain code alone.
#[test]
fn plain_code_is_the_same_whatever_loading_runs() {
    let text = |more: &str| {
        format!(
            "import math, json\ndef set_up(): return {more:?}\nset_up()\n{more}\nSIZES, KNOWN = (1, 2), []\n\
             def near(a): return SIZES[a % 2]\ndef plain(a: int, b: int): return max(a, b) + near(a) + math.gcd(a, b)\n\
             def holds(a: int): return len(KNOWN) + a\ndef keeps(a: int, known=[]): return a\n\
             def outside(a: int): return json.dumps(a)\ndef named(a: int): return near.__name__\n\
             def own(a: int): return set_up()\n"
        )
    };
    let same = |new: &str| -> Vec<&str> {
        let loading = seen("plain", &text("pass"), &text(new)).expect("it loads");
        assert!(loading.hides.is_some());
        let names = ["plain", "near", "holds", "keeps", "outside", "own"];
        names.into_iter().filter(|name| loading.graph.same("lib", name, LeadsTo::PlainCode).is_some()).collect()
    };
    assert_eq!(same("json.dumps(1)"), ["plain", "near"]);
    assert_eq!(same("import builtins; builtins.max = min"), ["near"]);
    assert_eq!(same("math.gcd = lambda a, b: 1"), ["near"]);
    assert_eq!(same("def late(): near.__defaults__ = (1,)\nimport atexit"), ["plain", "near"]);
}

#[test]
fn calls_by_keyword_and_named_tuples_are_seen() {
    let text = |size: u8| {
        format!(
            "import collections\nP = collections.namedtuple('P', 'x y')\ndef far(): return {size}\n\
             def f(n): return sorted(n, reverse=True)\ndef g(n): return P(x=n, y={size})\ndef h(n): return P(x=n, y=3).x\n"
        )
    };
    let loading = loaded("keywords", &text(1), &text(2)).expect("it loads");
    assert!(loading.graph.same("lib", "f", LeadsTo::Anything).is_some());
    assert!(loading.graph.same("lib", "g", LeadsTo::Anything).is_none());
    assert!(loading.graph.same("lib", "h", LeadsTo::Anything).is_some());
}

/// Names in `sys.modules` that are no modules: those that the standard library puts there are not the program's.
#[test]
fn what_stands_in_for_a_module_belongs_to_its_maker() {
    let text = "import typing\nimport typing.io\ndef f(n): return n\n";
    assert!(loaded("typing", text, text).is_ok());
    let text = "import sys\nclass Lazy: pass\nsys.modules['lazy'] = Lazy()\ndef f(n): return n\n";
    assert!(loaded("lazy", text, text).is_err());
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
