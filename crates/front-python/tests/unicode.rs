//! The Unicode tables are CPython's: case, kinds of characters, digits and quoting of every character (of every fifth
//! that is assigned where `EVERY` is not set, and of the planes that have letters).

use std::process::Command;

use value::{Op, Sort, TextOp, Value};

/// Prints, for each block of characters, what becomes of it; then what is said of each character that is assigned.
const SCRIPT: &str = r#"
import sys, unicodedata
def codes(s): return " ".join(f"{ord(c):x}" for c in s)
out = [unicodedata.unidata_version]
last, step = int(sys.argv[1]), int(sys.argv[2])
for first in range(0, last, 4096):
    block = "\n".join(map(chr, range(first, first + 4096)))
    out += [codes(getattr(block, name)()) for name in ("upper", "lower", "title", "casefold", "swapcase")]
    out.append(codes(repr(block)))
names = "isalpha isdecimal isdigit isnumeric isalnum isupper islower istitle isprintable isidentifier".split()
for code in range(0, 0x110000, step):
    c = chr(code)
    if unicodedata.category(c) not in ("Cn", "Co", "Cs"):
        out.append(f"{code:x} " + "".join(str(int(getattr(c, name)())) for name in names))
print("\n".join(out))
"#;

fn applied(op: TextOp, codes: &[u32]) -> Value {
    let text = Value::seq(codes.iter().map(|code| Value::int(i64::from(*code))).collect());
    let sort = if matches!(op, TextOp::IsAlpha) { Sort::bool() } else { Sort::string() };
    Op::Text(op).eval(&[text], sort).expect("operators on texts are total")
}

#[test]
fn every_character_is_what_cpython_says() {
    let (last, step): (u32, u32) = if std::env::var("EVERY").is_ok() { (0x11_0000, 1) } else { (0x2_0000, 5) };
    let (last_text, step_text) = (last.to_string(), step.to_string());
    let output = Command::new("python3").args(["-I", "-c", SCRIPT, &last_text, &step_text]).output();
    let output = output.expect("python3 is on the path");
    let output = String::from_utf8(output.stdout).expect("hexadecimal numbers");
    let mut lines = output.lines();
    // Another version of Python may have other tables.
    if lines.next() != Some("14.0.0") {
        return;
    }
    let maps = [TextOp::Upper, TextOp::Lower, TextOp::Title, TextOp::Fold, TextOp::Swap, TextOp::Quote];
    for first in (0..last).step_by(4096) {
        let newline = u32::from('\n');
        let block: Vec<u32> = (first..first + 4096).flat_map(|code| [code, newline]).take(2 * 4096 - 1).collect();
        for map in maps {
            let there: Vec<Value> = lines
                .next()
                .expect("a line for each")
                .split(' ')
                .map(|code| Value::int(i64::from_str_radix(code, 16).expect("hexadecimal")))
                .collect();
            assert_eq!(applied(map, &block).as_seq(), Some(&there[..]), "{map:?} of the block at {first:x}");
        }
    }
    let tests = [
        TextOp::IsAlpha,
        TextOp::IsDecimal,
        TextOp::IsDigit,
        TextOp::IsNumeric,
        TextOp::IsAlnum,
        TextOp::IsUpper,
        TextOp::IsLower,
        TextOp::IsTitle,
        TextOp::IsPrintable,
        TextOp::IsName,
    ];
    for line in lines {
        let (code, there) = line.split_once(' ').expect("a character and its answers");
        let code = u32::from_str_radix(code, 16).expect("hexadecimal");
        for (test, there) in tests.into_iter().zip(there.chars()) {
            assert_eq!(applied(test, &[code]), Value::Bool(there == '1'), "{test:?} of {code:x}");
        }
    }
}
