//! What is not decided is run for real: what that finds, and what it must not take for a difference.

mod folder;

use folder::{Folder, Ran};

fn run(old: &str, new: &str, seconds: u32, more: &str) -> Ran {
    let folder = Folder::new(&[("old.py", old.as_bytes()), ("new.py", new.as_bytes())]);
    folder.run(&format!("check old.py new.py --client f --native only --timeout {seconds} --format json {more}"))
}

/// The call that shows the difference.
fn found(old: &str, new: &str, more: &str) -> String {
    // Found at once where the machine has nothing else to do.
    let ran = run(old, new, 30, more);
    assert_eq!(ran.code, 1, "{old}\n{new}\n{ran:?}");
    let example = &ran.json()["counterexample"];
    assert_eq!(example["replayed"], "native", "{ran:?}");
    example["call"].as_str().expect("a call").to_owned()
}

/// What runs for a moment show; on a busy machine it may be over before anything was run.
fn run_for_a_moment(old: &str, new: &str, more: &str) -> Ran {
    let ran = run(old, new, 2, more);
    match ran.json()["native"]["inputs"].as_u64() {
        Some(_) => ran,
        None => run(old, new, 20, more),
    }
}

fn not_found(old: &str, new: &str, more: &str) {
    let ran = run_for_a_moment(old, new, more);
    assert_eq!(ran.code, 3, "{old}\n{new}\n{ran:?}");
    assert!(ran.json()["native"]["inputs"].as_u64().is_some(), "{ran:?}");
}

#[test]
fn differences_that_no_model_is_needed_for() {
    if confine::left_out_of_tests() {
        return;
    }
    let call = found("def f(s: str):\n    return s.title()\n", "def f(s: str):\n    return s.capitalize()\n", "");
    assert!(call.starts_with("f('"), "{call}");
    // The constants of the source are among the inputs.
    let (old, new) = ("def f(x: int):\n    return x\n", "def f(x: int):\n    return x if x != 987654 else 0\n");
    assert_eq!(found(old, new, ""), "f(987654)");
    // Objects are made by their constructors.
    let point = |sign: char| {
        format!("class P:\n    def __init__(self, x: int):\n        self.x = x\n\ndef f(p: P):\n    return {sign}p.x\n")
    };
    assert_eq!(found(&point('+'), &point('-'), ""), "f(P(1))");
    // What nobody declares is found out: it is asked for a key.
    let of = |key: &str| format!("def f(d):\n    return d['name'] + d.get('{key}', '')\n");
    assert!(found(&of("first"), &of("second"), "").contains("'name': "));
    // Generators are drawn from.
    let of = |by: u32| format!("def f(n: int):\n    for i in range(min(n, 3)):\n        yield i * {by}\n");
    assert_eq!(found(&of(1), &of(2), ""), "f(2)");
}

#[test]
fn objects_come_by_the_ways_that_the_program_has() {
    if confine::left_out_of_tests() {
        return;
    }
    // The constructor alone gives none: a function does, or a module holds one.
    let class = "class P:\n    def __init__(self, key):\n        if not isinstance(key, Key):\n            raise ValueError\n        self.x = key.x\n\n";
    let key = "class Key:\n    pass\n\n";
    let make = "def make(x: int) -> P:\n    key = Key()\n    key.x = x\n    return P(key)\n\n";
    let of = |sign: char| format!("{key}{class}{make}def f(p: P):\n    return {sign}p.x\n");
    assert!(found(&of('+'), &of('-'), "").contains("make("));
    let held = "_key = Key()\n_key.x = 7\nSEVEN = P(_key)\n\n";
    let of = |sign: char| format!("{key}{class}{held}def f(p: P):\n    return {sign}p.x\n");
    assert!(found(&of('+'), &of('-'), "").contains("SEVEN"));
    // What shows only once something was done to the object.
    let bag = "class Bag:\n    def __init__(self):\n        self.held = []\n\n    def put(self, x: int):\n        self.held.append(x)\n\n";
    let of = |by: u32| format!("{bag}def f(bag: Bag):\n    return len(bag.held) * {by}\n");
    assert!(found(&of(1), &of(2), "").contains("after(Bag(), lambda it: it.put("));
    // Documentation says how it is called.
    let of = |step: u32| {
        format!(
            "def f(table, key):\n    \"\"\"\n    >>> table = {{'rate': [3, 4]}}\n    >>> f(table, 'rate')\n    \"\"\"\n    a, b = table[key]\n    return a + b * {step}\n"
        )
    };
    assert!(found(&of(1), &of(2), "").contains("'rate'"));
}

#[test]
fn what_only_one_version_keeps_for_itself_is_no_difference() {
    if confine::left_out_of_tests() {
        return;
    }
    let of = |more: &str| {
        format!(
            "class P:\n    def __init__(self, x: int):\n        self.x = x\n{more}\ndef f(x: int):\n    return P(x)\n"
        )
    };
    not_found(&of(""), &of("        self._cached = None\n"), "");
    found(&of(""), &of("        self.cached = None\n"), "");
}

#[test]
fn objects_whose_methods_are_made_up_show_nothing() {
    if confine::left_out_of_tests() {
        return;
    }
    let of = |what: &str| format!("def f(session):\n    return {what}\n");
    not_found(&of("session.fetch_it() or 0"), &of("session.fetch_it() or 1"), "");
}

#[test]
fn changed_lines_are_those_that_the_client_may_run() {
    if confine::left_out_of_tests() {
        return;
    }
    let of = |how: &str, other: u32| {
        format!("def f(x: int):\n    y = {how}\n    return y\n\ndef g(x):\n    z = {other}\n    return z\n")
    };
    let ran = run_for_a_moment(&of("x + 1", 1), &of("1 + x", 2), "");
    let runs = &ran.json()["native"];
    assert_eq!((&runs["changed_lines"], &runs["covered_lines"]), (&2.into(), &2.into()), "{ran:?}");
}

#[test]
fn what_calls_leave_behind_is_shown_with_the_calls() {
    if confine::left_out_of_tests() {
        return;
    }
    let text = |then: &str| {
        format!(
            "import functools\n_seen = set()\n\ndef f(x: int):\n    known = hash(x) in _seen\n    _seen.add(hash(x))\n    return {then} if known else 0\n"
        )
    };
    let call = found(&text("1"), &text("2"), "");
    let (first, second) = call.split_once("; ").expect("two calls");
    assert_eq!(first, second, "a call that was made before");
}

#[test]
fn chance_addresses_hashes_times_and_orders_are_no_differences() {
    if confine::left_out_of_tests() {
        return;
    }
    let pairs = [
        ("return list({'a', 'b', 'c', str(x)})", "return list({str(x), 'c', 'b', 'a'})"),
        ("return repr(object()) + str(id(x))", "return repr(object()) + str(id(object()))"),
        ("return hash('a' + str(x))", "return hash('b' + str(x))"),
        ("import random\n    return random.random() < 0.5", "import random\n    return random.random() < 0.5"),
        ("import time\n    return time.time()", "import time\n    return time.time() + 1"),
        ("import uuid\n    return str(uuid.uuid4())", "import uuid\n    return str(uuid.uuid4()).lower()"),
        ("return {'a': 1, 'b': 2}", "return {'b': 2, 'a': 1}"),
        ("return float('nan')", "return -float('nan') * 0"),
        ("return __file__", "return str(__file__)"),
        ("import os\n    return os.getpid()", "import os\n    return os.getpid() + 1"),
    ];
    for (old, new) in pairs {
        let text = |body: &str| format!("def f(x: int):\n    {body}\n");
        not_found(&text(old), &text(new), "");
    }
}

#[test]
fn limits_and_refusals_are_no_differences() {
    if confine::left_out_of_tests() {
        return;
    }
    let pairs = [
        ("return 0", "while True: pass"),
        ("return 0", "return f(x)"),
        ("return 0", "return len([0] * 10**12)"),
        ("return 0", "import time\n    time.sleep(60)"),
        ("return 0", "import socket\n    return socket.create_connection(('127.0.0.1', 9)) and 0"),
        ("return 0", "import subprocess\n    return subprocess.call(['true'])"),
        ("return 0", "import os\n    os.kill(os.getppid(), 9)\n    return 1"),
        ("return 0", "open('/etc/passwd').read()\n    return 1"),
        ("return 0", "import os\n    os._exit(3)"),
        ("return 0", "while True:\n        try:\n            while True: pass\n        except BaseException: pass"),
        ("return 0", "print('x' * 10**7)\n    return 1"),
    ];
    for (old, new) in pairs {
        let text = |body: &str| format!("def f(x: int):\n    {body}\n");
        let ran = run(&text(old), &text(new), 6, "");
        assert_eq!(ran.code, 3, "{new}\n{ran:?}");
    }
}

#[test]
fn mistakes_about_types_that_nobody_declared_are_no_differences() {
    if confine::left_out_of_tests() {
        return;
    }
    // Whoever hands over something else has nothing to say.
    let (old, new) =
        ("def f(x):\n    return x.strip()\n", "def f(x):\n    return x.strip() if x == x.strip() else x.strip()\n");
    not_found(old, new, "");
    // A package that is not installed tells nothing of the version.
    not_found_at_all("def f(x: int):\n    return x\n", "import no_such_package_at_all\ndef f(x: int):\n    return x\n");
    // Old accepts it by chance, new does not.
    not_found("def f(x):\n    return x\n", "def f(x):\n    return x + 0\n", "");
}

fn not_found_at_all(old: &str, new: &str) {
    let ran = run(old, new, 30, "");
    assert_eq!(ran.code, 3, "{old}\n{new}\n{ran:?}");
}

#[test]
fn exceptions_are_the_same_as_the_user_says() {
    if confine::left_out_of_tests() {
        return;
    }
    let text =
        |what: &str| format!("def f(s: str):\n    if s.isdigit():\n        raise {what}\n    return s.title()\n");
    let (old, message, type_) = (text("ValueError('a')"), text("ValueError('b')"), text("KeyError('a')"));
    not_found(&old, &message, "");
    found(&old, &message, "--exceptions message");
    found(&old, &type_, "");
    not_found(&old, &type_, "--exceptions any");
}

#[test]
fn what_is_decided_starts_no_interpreter() {
    let text = |step: u32| format!("def f(x: int):\n    return x + {step}\n");
    let folder = Folder::new(&[("old.py", text(1).as_bytes()), ("new.py", text(2).as_bytes())]);
    let ran = folder.run("check old.py new.py --client f --format json");
    assert_eq!((ran.code, &ran.json()["counterexample"]["replayed"]), (1, &"builtin".into()));
    let ran = folder.run("check old.py old.py --client f --format json");
    assert_eq!(ran.code, 0);
}

#[test]
fn native_runs_can_be_switched_off() {
    let text =
        |kind: &str| format!("import hashlib\n\n\ndef f(x: int):\n    return x, hashlib.{kind}(b'abc').hexdigest()\n");
    let folder = Folder::new(&[("old.py", text("md5").as_bytes()), ("new.py", text("sha1").as_bytes())]);
    let ran = folder.run("check old.py new.py --client f --native off --timeout 3");
    assert_eq!(ran.code, 3, "{ran:?}");
    if !confine::left_out_of_tests() {
        let ran = folder.run("check old.py new.py --client f --timeout 30");
        assert_eq!(ran.code, 1, "{ran:?}");
    }
}

/// What no engine understands is run beside them, long before the time is up.
#[test]
fn a_difference_in_code_outside_is_seen_beside_the_engines() {
    if confine::left_out_of_tests() {
        return;
    }
    let text = |kind: &str, after: &str| {
        format!(
            "import hashlib\ndef f(text: str) -> str:\n    return hashlib.{kind}(text.encode()).hexdigest(){after}\n"
        )
    };
    let ran = |new: String, seconds: u32| {
        let folder = Folder::new(&[("old.py", text("md5", "").as_bytes()), ("new.py", new.as_bytes())]);
        let begun = std::time::Instant::now();
        (folder.run(&format!("check old.py new.py --client f --timeout {seconds}")).code, begun.elapsed().as_secs())
    };
    let (code, seconds) = ran(text("sha1", ""), 60);
    assert!(code == 1 && seconds < 30, "{code} after {seconds} s");
    assert_ne!(ran(text("md5", "[:32]"), 5).0, 1);
}
