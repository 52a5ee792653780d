//! What scripts rely on of `safebump summaries`, `--merge` and `--pair`: exit codes, numbers, messages.

mod folder;

use folder::Folder;

const SIMPLE: &str = "\
def simple(x: int) -> int:
    if x != 0:
        count = 3
    else:
        count = 4
    return count
";

fn simple() -> Folder {
    Folder::new(&[("simple.py", SIMPLE.as_bytes())])
}

#[test]
fn summaries_are_counted_and_compared() {
    let ran = simple().run("summaries simple.py --function simple --expect 1 --format json");
    assert_eq!(ran.code, 0, "{ran:?}");
    for words in
        ["\"verdict\": \"equivalent\"", "\"instantiations\": 1", "\"paths_replaced\": 2", "\"status\": \"equal\""]
    {
        assert!(ran.out.contains(words), "no {words} in {ran:?}");
    }
}

#[test]
fn another_number_of_uses_than_expected_fails() {
    let ran = simple().run("summaries simple.py --expect 2");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("Expected were 2 uses."), "{ran:?}");
}

#[test]
fn a_function_that_is_not_there_is_named() {
    let ran = simple().run("summaries simple.py --function simpel");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("simpel"), "{ran:?}");
}

#[test]
fn what_was_not_followed_to_its_end_is_not_called_proved() {
    let text = b"def f(n: int, k: int):\n    s = 0\n    while n > 0:\n        n -= 1\n        if n > k:\n            s += n\n        else:\n            s -= k\n    return s\n";
    let ran = Folder::new(&[("code.py", text)]).run("summaries code.py --format json");
    assert_eq!(ran.code, 3, "{ran:?}");
    for words in ["\"complete\": false", "\"verdict\": \"undecided\"", "\"status\": \"equal\""] {
        assert!(ran.out.contains(words), "no {words} in {ran:?}");
    }
}

/// Twenty choices in a row; `less` is what an untaken one costs.
fn twenty(less: &str) -> String {
    let params: Vec<String> = (0..20).map(|index| format!("a{index}: int")).collect();
    let mut text = format!("def f({}):\n    n = 0\n", params.join(", "));
    for index in 0..20 {
        text += &format!("    if a{index} > {index}:\n        n = n + {index}\n    else:\n        n = {less}\n");
    }
    text + "    return n\n"
}

#[test]
fn a_million_paths_are_one() {
    let folder = Folder::new(&[("old.py", twenty("n - 1").as_bytes()), ("new.py", twenty("n + -1").as_bytes())]);
    let ran = folder.run("check old.py new.py --client f --engine lazy --merge always --format json");
    assert_eq!(ran.code, 0, "{ran:?}");
    for words in ["\"client_paths\": 1,", "\"library_path_pairs\": 1,", "\"merged\": 40"] {
        assert!(ran.out.contains(words), "no {words} in {ran:?}");
    }
}

#[test]
fn two_functions_of_one_file_are_compared() {
    let text =
        b"def f(x: int):\n    return x + x\n\n\ndef g(y: int):\n    return 2 * y\n\n\ndef h(z: int):\n    return z\n";
    let folder = Folder::new(&[("code.py", text)]);
    assert_eq!(folder.run("check code.py --pair f,g").code, 0);
    let ran = folder.run("check code.py --pair f,h");
    assert_eq!(ran.code, 1, "{ran:?}");
    let ran = folder.run("check code.py --pair f");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("--pair f,g"), "{ran:?}");
}
