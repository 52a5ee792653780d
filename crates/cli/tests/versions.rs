//! Which files a version is made of: OLD and NEW win over what stands beside the client.

mod folder;

use std::path::Path;
use std::process::Command;

use folder::Folder;

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
