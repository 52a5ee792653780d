//! Random regular expressions and texts: the operators give what CPython's `re` gives.

use std::process::Command;

use value::{Op, RegexOp, Value};

/// Prints a line for each pattern and text: what is asked, then what CPython answers, as lists of numbers.
const SCRIPT: &str = r#"
import random, re, sys, warnings
warnings.simplefilter("ignore")
rand = random.Random(int(sys.argv[1]))
LETTERS = "abAB01_-. \n" + "\u00e9\u0663\u0130\u0131\u017f\u212a\u2028iskISK"
def codes(s): return " ".join(str(ord(c)) for c in s)
def numbers(ns): return " ".join(map(str, ns))
def text(): return "".join(rand.choice(LETTERS if rand.random() < 0.3 else "abAB01-. \n") for _ in range(rand.randrange(9)))
def klass():
    items = []
    for _ in range(rand.randrange(1, 4)):
        items.append(rand.choice(["a", "b", "0", "a-c", "A-Z", "0-9", r"\d", r"\w", r"\s", r"\W", r"\S", "_", ".", " ", r"\-", r"\n", r"\x41", "is", "\u00e9", "]"]))
    body = "".join(items)
    if body.startswith("]") and rand.random() < 0.5: body = "a" + body.replace("]", "")
    body = body.replace("]", r"\]")
    return "[" + rand.choice(["", "", "^"]) + body + rand.choice(["", "", "-"]) + "]"
def atom(depth, state):
    kind = rand.randrange(24)
    if kind < 8: return rand.choice(["a", "b", "0", "1", "A", "-", " ", r"\.", r"\n", "i", "s", "k", "\u00e9", "\u00a0", r"\u0663", "{", "}"])
    if kind < 10: return "."
    if kind < 13: return rand.choice([r"\d", r"\w", r"\s", r"\D", r"\W", r"\S"])
    if kind < 15: return klass()
    if kind < 17: return rand.choice(["^", "$", r"\A", r"\Z", r"\b", r"\B"])
    if depth == 0: return "a"
    inner = alternatives(depth - 1, state)
    if kind < 20:
        state[0] += 1
        return rand.choice(["(", "(", "(?P<g%d>" % state[0]]) + inner + ")"
    if kind == 20: return "(?:" + inner + ")"
    if kind == 21: return rand.choice(["(?=", "(?!"]) + inner + ")"
    if kind == 22: return rand.choice(["(?<=", "(?<!"]) + rand.choice(["a", "b", r"\d", "ab", "[ab]", "^", r"\b"]) + ")"
    return rand.choice([r"\1", r"\2", "(?i:" + inner + ")", "(?s:.)", "(?m-i:$)", "(?#x)"])
def quantified(depth, state):
    what = atom(depth, state)
    if rand.random() < 0.6: return what
    return what + rand.choice(["*", "+", "?", "{2}", "{1,2}", "{,2}", "{1,}", "{0}"]) + rand.choice(["", "", "?"])
def sequence(depth, state): return "".join(quantified(depth, state) for _ in range(rand.randrange(4)))
def alternatives(depth, state): return "|".join(sequence(depth, state) for _ in range(rand.choice([1, 1, 1, 2, 3])))
def told(m):
    if m is None: return ""
    spans = [place for k in range(m.re.groups + 1) for place in m.span(k)]
    return numbers(spans + [m.lastindex or 0])
FLAGS = [0, 0, 0, re.I, re.M, re.S, re.X, re.A, re.I | re.A, re.I | re.M]
for _ in range(int(sys.argv[2])):
    state = [0]
    pattern = rand.choice(["", "", "", "(?i)", "(?ms)", "(?x)"]) + alternatives(3, state)
    flags = int(rand.choice(FLAGS))
    try: compiled = re.compile(pattern, flags)
    except Exception:
        print("|".join(["refused", codes(pattern), str(flags)]))
        continue
    for _ in range(4):
        s = text()
        a, b = rand.choice([(0, len(s)), (0, len(s)), (rand.randrange(len(s) + 1), rand.randrange(len(s) + 1))])
        a, b = min(a, b), max(a, b)
        limit = rand.choice([0, 0, 1, 2])
        template = rand.choice(["-", r"<\g<0>>", r"\1", r"\2\1", r"\g<1>x", r"\n\\\.", "", r"\g<g1>"])
        try: replaced = "=" + codes(compiled.sub(template, s, count=limit))
        except Exception: replaced = "refused"
        found = [told(m) for m in compiled.finditer(s, a, b)]
        row = ["asked", codes(pattern), str(flags), codes(s), str(a), str(b), str(limit), codes(template),
            str(compiled.flags), str(compiled.groups), told(compiled.match(s, a, b)), told(compiled.fullmatch(s, a, b)),
            told(compiled.search(s, a, b)), " ".join(found), replaced]
        if compiled.groups < 2: row.append(",".join(map(codes, compiled.findall(s, a, b))) + ";" + str(len(compiled.findall(s, a, b))))
        else: row.append("-")
        if compiled.groups == 0: row.append(",".join(map(codes, compiled.split(s, limit))))
        else: row.append("-")
        print("|".join(row))
"#;

fn ints(text: &str) -> Value {
    Value::seq(text.split_whitespace().map(|code| Value::int(code.parse::<i64>().expect("a number"))).collect())
}

fn shown(value: &Value) -> String {
    let elements = value.as_seq().unwrap_or_default().iter();
    elements.map(|element| element.as_int().map_or_else(String::new, ToString::to_string)).collect::<Vec<_>>().join(" ")
}

fn asked(op: RegexOp, args: &[Value]) -> Value {
    let op = Op::Regex(op);
    op.eval(args, value::Sort::string()).expect("operators are total")
}

/// `PATTERNS=n` asks for another number.
fn patterns() -> u64 {
    std::env::var("PATTERNS").ok().and_then(|text| text.parse().ok()).unwrap_or(8_000)
}

#[test]
fn random_patterns_match_as_in_cpython() {
    let seed = std::env::var("SEED").unwrap_or_else(|_| "1".into());
    let output = Command::new("python3").args(["-I", "-c", SCRIPT, &seed, &patterns().to_string()]).output();
    let output = output.expect("python3 is on the path");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = String::from_utf8(output.stdout).expect("numbers");
    let (mut wrong, mut taken, mut left) = (Vec::new(), 0, 0);
    for line in output.lines() {
        let row: Vec<&str> = line.split('|').collect();
        let (pattern, flags) = (ints(row[1]), Value::int(row[2].parse::<i64>().expect("flags")));
        let known = asked(RegexOp::IsKnown, &[pattern.clone(), flags.clone()]) == Value::Bool(true);
        let name = || format!("{:?} with {flags:?}", pattern.as_text().unwrap_or_default());
        if row[0] == "refused" {
            if known {
                wrong.push(format!("{} is refused", name()));
            }
            continue;
        }
        if !known {
            left += 1;
            continue;
        }
        taken += 1;
        let (text, number) = (ints(row[3]), |place: usize| Value::int(row[place].parse::<i64>().expect("a number")));
        let (from, to, limit, template) = (number(4), number(5), number(6), ints(row[7]));
        let both = [pattern.clone(), flags.clone()];
        let with = |more: &[Value]| [&both[..], more].concat();
        let span = with(&[text.clone(), from.clone(), to.clone()]);
        let mut compare = |what: &str, here: String, there: &str| {
            if here != there {
                let text = text.as_text().unwrap_or_default();
                wrong.push(format!(
                    "{what} of {} on {text:?} {from:?} {to:?} {limit:?}: here {here}, CPython {there}",
                    name()
                ));
            }
        };
        compare("flags", format!("{:?}", asked(RegexOp::Flags, &both)), row[8]);
        compare("groups", format!("{:?}", asked(RegexOp::Groups, &both)), row[9]);
        compare("match", shown(&asked(RegexOp::Match, &span)), row[10]);
        compare("fullmatch", shown(&asked(RegexOp::FullMatch, &span)), row[11]);
        compare("search", shown(&asked(RegexOp::Search, &span)), row[12]);
        let all = with(&[text.clone(), from.clone(), to.clone(), Value::int(0)]);
        compare(
            "all",
            shown(&asked(RegexOp::All, &all)),
            row[13].split_whitespace().collect::<Vec<_>>().join(" ").as_str(),
        );
        let fits = asked(RegexOp::Fits, &with(std::slice::from_ref(&template))) == Value::Bool(true);
        match row[14].strip_prefix('=') {
            Some(there) if fits => {
                let replaced = asked(RegexOp::Replace, &with(&[template.clone(), text.clone(), limit.clone()]));
                compare("sub", shown(&replaced), there);
            }
            Some(_) => {}
            None => compare("the template", format!("{fits}"), "false"),
        }
        let texts = |value: &Value| value.as_seq().unwrap_or_default().iter().map(shown).collect::<Vec<_>>();
        if row[15] != "-" {
            let here = texts(&asked(RegexOp::Texts, &span));
            compare("findall", format!("{};{}", here.join(","), here.len()), row[15]);
        }
        if row[16] != "-" {
            let here = texts(&asked(RegexOp::Pieces, &with(&[text.clone(), limit.clone()])));
            compare("split", here.join(","), row[16]);
        }
        // A group that is in every match is in this one.
        let found = asked(RegexOp::Search, &span);
        for (place, group) in found.as_seq().unwrap_or_default().chunks(2).enumerate().skip(1) {
            let always = asked(RegexOp::IsAlways, &with(&[Value::int(i64::try_from(place).expect("small"))]));
            if group.len() == 2 && always == Value::Bool(true) && group[0] == Value::int(-1) {
                compare("a group that is always there", place.to_string(), "");
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ; the first:\n{}", wrong.len(), wrong[..wrong.len().min(30)].join("\n"));
    assert!(left * 3 < taken, "{left} are not taken beside {taken}");
}
