//! Limits that are kept: time and memory end in an answer.

mod folder;

use std::time::Instant;

use folder::Folder;

/// Both versions and a function `f`, checked with these arguments; seconds it took.
fn checked(old: &str, new: &str, args: &str) -> (folder::Ran, f64) {
    let folder = Folder::new(&[("old.py", old.as_bytes()), ("new.py", new.as_bytes())]);
    let start = Instant::now();
    let ran = folder.run(&format!("check old.py new.py {args}"));
    (ran, start.elapsed().as_secs_f64())
}

#[test]
fn what_needs_too_much_memory_is_undecided() {
    let doubling = "def f(x: int):\n    a = [x]\n    for i in range(40):\n        a = a + a\n    return len(a)\n";
    let long = "def f(x: int):\n    return len('x'.zfill(10 ** 10))\n";
    let many = "def f(x: int):\n    return len(list(range(10 ** 9)))\n";
    for old in [doubling, long, many] {
        let new = old.replace("return len", "return 0 + len");
        let (ran, seconds) = checked(old, &new, "--client f --memory 300 --timeout 8 --format json");
        assert_eq!(ran.code, 3, "{ran:?}");
        let kind = ran.json()["gaps"][0]["kind"].clone();
        assert!(kind.is_string() && ran.err.is_empty() && seconds < 12.0, "{seconds}: {ran:?}");
    }
}

#[test]
fn a_version_that_sleeps_while_it_is_loaded_ends_in_time() {
    let old =
        "import hashlib\nimport time\ntime.sleep(60)\ndef f(s: str):\n    return hashlib.md5(s.encode()).hexdigest()\n";
    let (ran, seconds) = checked(old, &old.replace("md5", "sha1"), "--client f --timeout 8 --format json");
    assert!(ran.code == 3 && seconds < 10.5, "{seconds}: {ran:?}");
}

#[test]
fn the_whole_table_ends_in_time() {
    let hard = |index: usize| {
        format!(
            "def f{index}(a: int, b: int, c: int):\n    if a > 2 and b > 2 and c > 2 and a ** 3 + b ** 3 == c ** 3:\n        return {index}\n    return g(a)\n\n\n"
        )
    };
    let all: String = (0..12).map(hard).collect();
    let old = format!("{all}def g(a):\n    return a + 1\n");
    let new = format!("{}def g(a):\n    return 1 + a\n", all.replace("return ", "return 0 + "));
    let (ran, seconds) = checked(&old, &new, "--timeout 3 --jobs 2");
    assert!(seconds < 5.5, "{seconds}: {ran:?}");
    let (ran, seconds) = checked(&old, &new, "--total 2 --jobs 2");
    assert!(seconds < 4.5, "{seconds}: {ran:?}");
}

#[test]
fn what_is_written_before_an_endless_loop_counts() {
    let old = "def f(x: int):\n    print('a')\n    while True:\n        pass\n";
    let (ran, _) = checked(old, &old.replace("'a'", "'b'"), "--client f --timeout 10");
    assert_eq!(ran.code, 1, "{ran:?}");
    let (ran, _) = checked(old, &old.replace("pass", "x = 3"), "--client f --timeout 10");
    assert_eq!(ran.code, 0, "{ran:?}");
    let again = "def f(x: int):\n    while True:\n        print('a')\n";
    let (ran, _) = checked(again, &again.replace("'a'", "'b'"), "--client f --timeout 10");
    assert!(ran.code != 0, "{ran:?}");
}

#[test]
fn an_answer_in_time_leaves_no_files_behind() {
    let old = "#include <stdint.h>\n\
               int f(uint64_t a, uint64_t b) { return (a * b ^ (a >> 7)) * (b ^ (a << 9)) == 0x9e3779b97f4a7c15u; }\n";
    let new = old.replace("a * b", "b * a").replace("; }", " && (a * a ^ b * b) != 0x1234567890abcdefu; }");
    let python = "import zlib\n\n\ndef f(s: str):\n    return zlib.crc32(s.encode('utf-16')) % 1000003\n";
    let other = python.replace("% 1000003", "% 1000003 % 1000004");
    let files = [("old.c", old), ("new.c", &new), ("old.py", python), ("new.py", &other)];
    let folder = Folder::new(&files.map(|(name, text)| (name, text.as_bytes())));
    let temporary = folder.0.join("tmp");
    std::fs::create_dir_all(&temporary).expect("a folder");
    for versions in [["old.c", "new.c"], ["old.py", "new.py"]] {
        for limit in ["1", "3"] {
            let status = std::process::Command::new(env!("CARGO_BIN_EXE_safebump"))
                .arg("check")
                .args(versions)
                .args(["--client", "f", "-q", "--timeout", limit])
                .current_dir(&folder.0)
                .env("TMPDIR", &temporary)
                .status()
                .expect("it runs");
            assert!(matches!(status.code(), Some(0 | 3)), "{versions:?}: {status}");
            let left: Vec<_> = std::fs::read_dir(&temporary).expect("a folder").flatten().collect();
            assert!(left.is_empty(), "{versions:?} within {limit} s: {left:?}");
        }
    }
}
