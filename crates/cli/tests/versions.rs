//! Which files a version is made of: OLD and NEW win over what stands beside the client.

mod folder;

use std::path::Path;
use std::process::Command;

use folder::{Folder, advised, tests_that_fail};

const OLD: &str = "def price(n):\n    return n * 10 if n < 100 else n * 9\n";
const NEW: &str = "def price(n):\n    return n * 10 if n < 100 else n * 8\n";
const SHOP: &str = "from pricing import price\n\n\ndef total(n: int):\n    return price(n)\n\n\ndef sample(n: int):\n    return price(min(n, 5))\n";

fn folder(files: &[(&str, &str)]) -> Folder {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    Folder::new(&files)
}

fn git(folder: &Path, args: &[&str]) {
    let who = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
    let done = Command::new("git").arg("-C").arg(folder).args(who).args(args).output().expect("git runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// A repository with these files, and with those changes on top; the tags are `v1` and `v2`.
fn repository(first: &[(&str, &str)], second: &[(&str, &str)]) -> Folder {
    let folder = folder(first);
    git(&folder.0, &["init", "-q"]);
    for (files, tag) in [(&[][..], "v1"), (second, "v2")] {
        for (name, text) in files {
            std::fs::write(folder.0.join(name), text).expect("a temporary file");
        }
        git(&folder.0, &["add", "-A"]);
        git(&folder.0, &["commit", "-q", "--allow-empty", "-m", tag]);
        git(&folder.0, &["tag", tag]);
    }
    folder
}

#[track_caller]
fn exits(folder: &Folder, args: &str, code: i32) -> String {
    let ran = folder.run(args);
    assert!(ran.code == code && ran.err.is_empty(), "{args}: {ran:?}");
    ran.out
}

#[test]
fn the_working_tree_does_not_stand_in_for_a_revision() {
    let flat = repository(&[("pricing.py", OLD), ("shop.py", SHOP)], &[("pricing.py", NEW)]);
    exits(&flat, "check --from v1 --to v2 pricing.py --client shop.py:total", 1);
    exits(&flat, "check --from v1 --to v2 pricing.py --client shop.py:sample", 0);
    exits(&flat, "check --from v1 --to v2 . --client shop.py:total", 1);
    exits(&flat, "check --from v1 --to v2 . --client shop.total", 1);
    exits(&flat, "impact --from v1 --to v2 pricing.py --clients shop.py", 1);
    // The working tree is at v2.
    exits(&flat, "check --from v1 pricing.py --client shop.py:total", 1);
    exits(&flat, "check --from v2 pricing.py --client shop.py:total", 0);
    exits(&flat, "impact --from v1 pricing.py --clients shop.py", 1);
}

#[test]
fn what_stands_beside_the_library_is_as_old_as_the_library() {
    let library = "from rates import RATE\n\n\ndef price(n):\n    return n * RATE\n";
    let files = [("pricing.py", library), ("rates.py", "RATE = 10\n"), ("shop.py", SHOP)];
    let flat = repository(&files, &[("rates.py", "RATE = 11\n")]);
    let said = exits(&flat, "check --from v1 --to v2 pricing.py --client shop.py:total", 1);
    assert!(said.contains("v1:rates.py:1"), "{said}");
    exits(&flat, "check --from v1 --to v2 pricing.py --client price", 1);
    let spaced = repository(&files, &[("rates.py", "RATE  =  10\n")]);
    exits(&spaced, "check --from v1 --to v2 pricing.py --client shop.py:total", 0);
}

#[test]
fn headers_come_from_the_revision() {
    let files = [
        ("src/limit.h", "#define LIMIT 10\nint cut(int);\n"),
        ("src/limit.c", "#include \"limit.h\"\nint cut(int x) { return x > LIMIT ? LIMIT : x; }\n"),
        ("app.c", "#include \"src/limit.h\"\nint f(int x) { return cut(x); }\nint g(void) { return LIMIT; }\n"),
    ];
    let folder = repository(&files, &[("src/limit.h", "#define LIMIT 20\nint cut(int);\n")]);
    exits(&folder, "check --from v1 --to v2 src/limit.c --client app.c:f", 1);
    exits(&folder, "check --from v1 --to v2 src/limit.c --client app.c:g", 1);
    exits(&folder, "check --from v1 --to v1 src/limit.c --client app.c:g", 0);
}

#[test]
fn headers_of_a_version_win_over_those_beside_the_client() {
    let folder = folder(&[
        ("v1/limit.h", "#define LIMIT 10\nint cut(int);\n"),
        ("v2/limit.h", "#define LIMIT 20\nint cut(int);\n"),
        ("v1/limit.c", "#include \"limit.h\"\nint cut(int x) { return x; }\n"),
        ("v2/limit.c", "#include \"limit.h\"\nint cut(int x) { return x; }\n"),
        ("app/limit.h", "#define LIMIT 10\nint cut(int);\n"),
        (
            "app/app.c",
            "#include \"limit.h\"\nint f(int x) { return cut(x) > LIMIT; }\nint g(int x) { return cut(x); }\n",
        ),
    ]);
    exits(&folder, "check v1/limit.c v2/limit.c --client app/app.c:f", 1);
    exits(&folder, "check v1/limit.c v2/limit.c --client app/app.c:g", 0);
}

#[test]
fn a_module_beside_the_client_is_not_the_library() {
    let files =
        [("app/pricing.py", NEW), ("app/shop.py", SHOP), ("p_old.py", OLD), ("p_new.py", NEW), ("app/other.py", OLD)];
    let folder = folder(&files);
    exits(&folder, "check p_old.py p_new.py --client app/shop.py:total", 1);
    exits(&folder, "check p_old.py p_new.py --client app/shop.py:sample", 0);
    exits(&folder, "check p_old.py p_new.py --client app/shop.py:total --module pricing", 1);
}

#[test]
fn a_folder_may_hold_library_and_client() {
    let relative = SHOP.replace("from pricing", "from .pricing");
    for (shop, marker) in [(SHOP, "notes.txt"), (relative.as_str(), "__init__.py")] {
        let (in_old, in_new) = (format!("v1/{marker}"), format!("v2/{marker}"));
        let files = [
            ("v1/pricing.py", OLD),
            ("v2/pricing.py", NEW),
            ("v1/shop.py", shop),
            ("v2/shop.py", shop),
            (in_old.as_str(), ""),
            (in_new.as_str(), ""),
        ];
        let folder = folder(&files);
        for file in ["v1/shop.py", "v2/shop.py"] {
            exits(&folder, &format!("check v1 v2 --client {file}:total"), 1);
            exits(&folder, &format!("check v1 v2 --client {file}:sample"), 0);
            exits(&folder, &format!("check v1/pricing.py v2/pricing.py --client {file}:total"), 1);
        }
    }
}

#[test]
fn a_client_in_a_package_imports_by_place() {
    let shop = SHOP.replace("from pricing", "from ..pricing");
    let files = [
        ("v1/pricing.py", OLD),
        ("v2/pricing.py", NEW),
        ("top/__init__.py", ""),
        ("top/pricing.py", OLD),
        ("top/app/__init__.py", ""),
        ("top/app/shop.py", shop.as_str()),
    ];
    let folder = folder(&files);
    exits(&folder, "check v1/pricing.py v2/pricing.py --client top/app/shop.py:total", 1);
    exits(&folder, "check v1/pricing.py v2/pricing.py --client top/app/shop.py:sample", 0);
}

#[test]
fn a_client_that_reaches_nothing_of_the_library_is_said_to() {
    let other =
        "from othersvc import price\n\n\ndef total(n: int):\n    return price(n)\n\n\ndef own(n: int):\n    return n\n";
    let folder = folder(&[("v1/pricing.py", OLD), ("v2/pricing.py", NEW), ("shop.py", other)]);
    let said = exits(&folder, "check v1/pricing.py v2/pricing.py --client shop.py:own", 0);
    assert!(said.contains("it reaches no function of v1/pricing.py") && said.contains("--module"), "{said}");
    let json = folder.run("check v1/pricing.py v2/pricing.py --client shop.py:own --format json").json();
    assert_eq!(json["reaches_library"], false);
    // That the library has a function of that name does not make it the module that is imported.
    let ran = folder.run("check v1/pricing.py v2/pricing.py --client shop.py:total");
    assert!(ran.code != 1 && !ran.out.contains("pricing.py:2"), "{ran:?}");
    exits(&folder, "check v1/pricing.py v2/pricing.py --client shop.py:total --module othersvc", 1);
}

/// Where machine code stands beside a fallback in Python, the fallback is not what runs.
#[test]
fn compiled_modules_are_not_taken_for_absent() {
    const CODE: &str = "try:\n    from ._fast import f\nexcept ImportError:\n    def f(x):\n        return x\n\n\ndef g(x: int):\n    return f(x) + 1\n\n\n";
    let client = "import pkg\n\n\ndef c(x: int):\n    return pkg.g(x)\n";
    let fast = "pkg/_fast.cpython-311-x86_64-linux-gnu.so";
    let rewritten = CODE.replace("f(x) + 1", "1 + f(x)");
    for (new, machine, code) in [(CODE, "one", 0), (CODE, "two", 3), (&rewritten, "one", 3)] {
        let files = [
            ("old/pkg/__init__.py".to_owned(), CODE),
            ("new/pkg/__init__.py".to_owned(), new),
            (format!("old/{fast}"), "one"),
            (format!("new/{fast}"), machine),
            ("c.py".to_owned(), client),
        ];
        let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
        exits(&Folder::new(&files), "check old new --client c.py:c --native off", code);
    }
    let files = [("old/pkg/__init__.py", CODE), ("new/pkg/__init__.py", &rewritten), ("c.py", client)];
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    exits(&Folder::new(&files), "check old new --client c.py:c --native off", 0);
}

#[test]
fn a_test_of_revisions_takes_their_sources_along() {
    let library = "from .rates import rate\n\n\ndef price(n):\n    return n * rate(n)\n";
    let files = [
        ("svc/__init__.py", ""),
        ("svc/pricing.py", library),
        ("svc/rates.py", "def rate(n):\n    return 10 if n < 100 else 9\n"),
        ("shop.py", "from svc.pricing import price\n\n\ndef total(n: int):\n    return price(n)\n"),
    ];
    let folder = repository(&files, &[("svc/rates.py", "def rate(n):\n    return 10 if n < 100 else 8\n")]);
    for words in [
        "check --from v1 --to v2 svc/pricing.py --client shop.py:total",
        "check --from v1 --to v2 . --client shop.total",
        "check --from v1 . --client shop.py:total",
        "impact --from v1 . --clients shop.py",
    ] {
        exits(&folder, &format!("{words} --emit-test test_it.py"), 1);
        let failed = tests_that_fail(&folder.0.join("test_it.py"), &[]);
        assert!(
            failed.len() == 1 && failed[0].contains("_does_the_same_with_both_versions AssertionError"),
            "{words}: {failed:?}"
        );
    }
    // A version that cannot be loaded is not the same as another that cannot.
    let text = std::fs::read_to_string(folder.0.join("test_it.py")).expect("a test");
    let broken = text.replace("from svc.pricing import price", "from svc.nowhere import price");
    std::fs::write(folder.0.join("test_it.py"), broken).expect("a test");
    let failed = tests_that_fail(&folder.0.join("test_it.py"), &[]);
    assert!(failed.len() == 3 && failed.iter().all(|line| line.contains("NotLoaded")), "{failed:?}");
}

#[test]
fn the_advice_of_a_table_of_revisions_can_be_followed() {
    let flat = repository(&[("pricing.py", OLD), ("shop.py", SHOP)], &[("pricing.py", NEW)]);
    for words in ["--from v1 --to v2 pricing.py", "--from v1 pricing.py", "--from v1 ."] {
        let said = exits(&flat, &format!("impact {words} --clients shop.py"), 1);
        let advised = advised(&said);
        assert_eq!(advised, format!("check {words} --client shop.py:total"));
        exits(&flat, &advised, 1);
    }
}

/// A part of a folder is a client of the rest of it.
#[test]
fn a_file_of_the_library_can_be_a_client_of_the_rest() {
    let flat = repository(&[("pricing.py", OLD), ("shop.py", SHOP)], &[("pricing.py", NEW)]);
    let said = exits(&flat, "impact --from v1 . --clients shop.py", 1);
    assert!(said.contains("shop.py:total   affected") && said.contains("shop.py:sample  not affected"), "{said}");
    let c = |limit: u32| format!("int cut(int x) {{ return x > {limit} ? {limit} : x; }}\n");
    let app = "int cut(int);\nint seen(int x) { return cut(x); }\nint hidden(int x) { return cut(x & 7); }\n";
    let folder = repository(&[("lib.c", &c(10)), ("app.c", app)], &[("lib.c", &c(9))]);
    let said = exits(&folder, "impact --from v1 . --clients app.c", 1);
    assert!(said.contains("app.c:seen    affected") && said.contains("app.c:hidden  not affected"), "{said}");
}

/// A repository with another one in it, as a submodule: `s1` and `s2` have it at another commit.
fn with_submodule() -> (Folder, Folder) {
    let inner = repository(
        &[("rates.py", "def rate(n):\n    return 10\n")],
        &[("rates.py", "def rate(n):\n    return 8 if n > 99 else 10\n")],
    );
    let outer = folder(&[(
        "shop.py",
        "from libs.rates import rate\n\n\ndef total(n: int):\n    return n * rate(n)\n\n\ndef sample(n: int):\n    return rate(min(n, 5))\n",
    )]);
    let from = inner.0.display().to_string();
    git(&outer.0, &["init", "-q"]);
    git(&outer.0, &["-c", "protocol.file.allow=always", "submodule", "add", "-q", &from, "libs"]);
    for tag in ["v1", "v2"] {
        git(&outer.0.join("libs"), &["checkout", "-q", tag]);
        git(&outer.0, &["add", "-A"]);
        git(&outer.0, &["commit", "-q", "-m", tag]);
        git(&outer.0, &["tag", &tag.replace('v', "s")]);
    }
    (inner, outer)
}

#[test]
fn a_submodule_is_as_old_as_the_revision() {
    let (_inner, outer) = with_submodule();
    exits(&outer, "check --from s1 --to s2 . --client shop.total", 1);
    exits(&outer, "check --from s1 --to s2 . --client shop.sample", 0);
    exits(&outer, "check --from s1 . --client shop.py:total", 1);
    exits(&outer, "impact --from s1 --to s2 libs --clients shop.py", 1);
    // Its files are not in the working tree, but git has them.
    git(&outer.0, &["submodule", "deinit", "-q", "-f", "libs"]);
    exits(&outer, "check --from s1 --to s2 . --client shop.total", 1);
    exits(&outer, "check --from s1 --to s2 . --client shop.sample", 0);
}

#[test]
fn a_submodule_that_is_not_here_proves_nothing() {
    let (_inner, outer) = with_submodule();
    git(&outer.0, &["submodule", "deinit", "-q", "-f", "libs"]);
    std::fs::remove_dir_all(outer.0.join(".git/modules")).expect("what git keeps of it");
    let ran = outer.run("check --from s1 --to s2 . --client shop.sample");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("the submodule libs is not here as it was at revision `s1`"), "{ran:?}");
    assert!(ran.err.contains("git submodule update --init libs"), "{ran:?}");
    // What nobody has in either version is absent in both.
    git(&outer.0, &["commit", "-q", "--allow-empty", "-m", "same"]);
    assert_ne!(outer.run("check --from s2 --to HEAD . --client shop.sample").code, 2);
}

#[test]
fn a_file_that_was_renamed_is_found_under_its_old_name() {
    let shop = SHOP.replace("from pricing", "from svc.prices");
    let folder = repository(&[("svc/pricing.py", OLD), ("shop.py", SHOP)], &[]);
    git(&folder.0, &["mv", "svc/pricing.py", "svc/prices.py"]);
    std::fs::write(folder.0.join("svc/prices.py"), NEW).expect("a file");
    std::fs::write(folder.0.join("shop.py"), shop).expect("a file");
    // Before it is committed, and after.
    for revisions in ["--from v1", "--from v1 --to v3"] {
        let said = exits(&folder, &format!("check {revisions} svc/prices.py --client price"), 1);
        assert!(said.contains("v1:svc/pricing.py"), "{said}");
        exits(&folder, &format!("check {revisions} svc/pricing.py --client price"), 1);
        exits(&folder, &format!("check {revisions} svc/prices.py --client shop.py:total"), 1);
        exits(&folder, &format!("check {revisions} svc/prices.py --client shop.py:sample"), 0);
        if !revisions.contains("--to") {
            git(&folder.0, &["add", "-A"]);
            git(&folder.0, &["commit", "-q", "-m", "v3"]);
            git(&folder.0, &["tag", "v3"]);
        }
    }
    git(&folder.0, &["mv", "svc", "service"]);
    let said = exits(&folder, "check --from v3 service", 0);
    assert!(said.contains("v3:svc"), "{said}");
    let ran = folder.run("check --from v1 svc/never.py --client price");
    assert!(ran.code == 2 && ran.err.contains("there is no svc/never.py at revision `v1`"), "{ran:?}");
}

#[test]
fn a_link_that_leads_nowhere_is_nothing_and_one_to_a_folder_is_read() {
    let link = |folder: &Folder, to: &str, name: &str| {
        std::os::unix::fs::symlink(to, folder.0.join(name)).expect("a link");
    };
    let shop = SHOP.replace("from pricing", "from linked.pricing");
    let folder = folder(&[("v1/shop.py", &shop), ("v2/shop.py", &shop), ("a/pricing.py", OLD), ("b/pricing.py", NEW)]);
    for (version, other) in [("v1", "../a"), ("v2", "../b")] {
        link(&folder, "/nowhere/gone.py", &format!("{version}/gone.py"));
        link(&folder, "nowhere", &format!("{version}/none"));
        link(&folder, other, &format!("{version}/linked"));
        // Round in a circle.
        link(&folder, "..", &format!("{version}/round"));
    }
    std::fs::remove_file(folder.0.join("v1/round")).expect("a link");
    std::fs::remove_file(folder.0.join("v2/round")).expect("a link");
    link(&folder, ".", "v1/round");
    link(&folder, ".", "v2/round");
    exits(&folder, "check v1 v2 --client shop.total", 1);
    exits(&folder, "check v1 v2 --client shop.sample", 0);
}

/// A link with a path from the root leads into the tree of the revision, not into the working tree.
#[test]
fn a_link_of_a_revision_leads_to_that_revision() {
    let folder = repository(&[("real.py", OLD), ("shop.py", SHOP)], &[]);
    std::os::unix::fs::symlink(folder.0.canonicalize().expect("a path").join("real.py"), folder.0.join("pricing.py"))
        .expect("a link");
    for (text, tag) in [(OLD, "w1"), (NEW, "w2")] {
        std::fs::write(folder.0.join("real.py"), text).expect("a file");
        git(&folder.0, &["add", "-A"]);
        git(&folder.0, &["commit", "-q", "-m", tag]);
        git(&folder.0, &["tag", tag]);
    }
    exits(&folder, "check --from w1 --to w2 . --client shop.total", 1);
    exits(&folder, "check --from w1 --to w2 . --client shop.sample", 0);
}

/// What stands beside a file and is not read is there all the same.
#[test]
fn what_cannot_be_read_is_not_taken_for_absent() {
    const CODE: &str = "try:\n    from helper import rate\nexcept ImportError:\n    def rate():\n        return 1\n\n\n\
        def price(n: int):\n    return n * rate()\n\n\ndef apart(n: int):\n    return n\n";
    let helpers: [(&str, [&[u8]; 2]); 4] = [
        ("helper.so", [b"one", b"two"]),
        ("helper.pyx", [b"def rate(): return 2\n", b"def rate(): return 3\n"]),
        ("helper.c", [b"int rate = 2;\n", b"int rate = 3;\n"]),
        (
            "helper.py",
            [
                b"# coding: latin-1\n# \xe9\ndef rate():\n    return 2\n",
                b"# coding: latin-1\n# \xe9\ndef rate():\n    return 3\n",
            ],
        ),
    ];
    for (name, [old, new]) in helpers {
        let (in_old, in_new) = (format!("v1/{name}"), format!("v2/{name}"));
        let files = [
            ("v1/lib.py", CODE.as_bytes()),
            ("v2/lib.py", CODE.as_bytes()),
            (in_old.as_str(), old),
            (in_new.as_str(), new),
        ];
        let folder = Folder::new(&files);
        for words in ["v1/lib.py v2/lib.py --client price", "v1 v2 --client lib.price"] {
            let ran = folder.run(&format!("check {words} --native off"));
            assert_eq!(ran.code, 3, "{name}, {words}: {ran:?}");
        }
        std::fs::write(folder.0.join(&in_new), old).expect("a file");
        let apart = folder.run("check v1/lib.py v2/lib.py --client apart --native off");
        assert!(apart.code == 0 || name == "helper.py", "{name}: {apart:?}");
    }
    // Nobody can say in what these bytes are written.
    let bad: &[u8] = b"# \xe9\ndef rate():\n    return 2\n";
    let files =
        [("v1/lib.py", CODE.as_bytes()), ("v2/lib.py", CODE.as_bytes()), ("v1/helper.py", bad), ("v2/helper.py", bad)];
    let ran = Folder::new(&files).run("check v1/lib.py v2/lib.py --client price");
    assert!(ran.code == 2 && ran.err.contains("helper.py: line 1 is not UTF-8"), "{ran:?}");
}

/// What runs when a file is loaded is nobody's function.
#[test]
fn files_without_functions_are_told() {
    let script = "from pricing import price\n\nprint(price(100))\n";
    let folder = folder(&[("v1/pricing.py", OLD), ("v2/pricing.py", NEW), ("shop.py", SHOP), ("script.py", script)]);
    let said = exits(&folder, "impact v1/pricing.py v2/pricing.py --clients shop.py script.py", 1);
    assert!(said.contains("Not asked about") && said.contains("loaded: script.py"), "{said}");
    assert_eq!(folder.run("impact v1/pricing.py v2/pricing.py --clients script.py").code, 2);
}

/// Imports by the name of the folder that was given lead into it.
#[test]
fn a_folder_is_met_by_its_own_name_too() {
    let shop = SHOP.replace("from pricing", "from src.pricing");
    let flat = repository(&[("src/pricing.py", OLD), ("shop.py", &shop)], &[("src/pricing.py", NEW)]);
    exits(&flat, "check --from v1 --to v2 src --client shop.py:total", 1);
    exits(&flat, "check --from v1 --to v2 src --client shop.py:sample", 0);
    exits(&flat, "impact --from v1 src --clients shop.py", 1);
    let folder = folder(&[("v1/src/pricing.py", OLD), ("v2/src/pricing.py", NEW), ("shop.py", &shop)]);
    for native in ["off", "auto"] {
        exits(&folder, &format!("check v1/src v2/src --client shop.py:total --native {native}"), 1);
        exits(&folder, &format!("check v1/src v2/src --client shop.py:sample --native {native}"), 0);
    }
}

#[test]
fn a_table_without_a_function_proves_nothing() {
    let folder = folder(&[
        ("a.py", "X = 3\n"),
        ("b.py", "X = 4\n"),
        ("c.py", "X = 3\n"),
        ("o/a.c", "int x;\n"),
        ("n/a.c", "int y;\n"),
    ]);
    for words in ["a.py b.py", "o n"] {
        let said = exits(&folder, &format!("check {words}"), 3);
        assert!(said.contains("code that stands in no function of both versions"), "{said}");
    }
    exits(&folder, "check a.py c.py", 0);
}
