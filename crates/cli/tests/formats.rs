//! Every format, held against what its readers expect; JSON against the schema in the repository.

mod folder;

use folder::Folder;
use serde_json::{Value, json};

const OLD: &str = "def cut(x):\n    return x\n\n\ndef double(x):\n    return 2 * x\n";
const NEW: &str = "def cut(x):\n    if x > 10:\n        return 9\n    return x\n\n\ndef double(x):\n    return x + x\n";
const APP: &str = "\
from lib import cut, double


def apart(x: int):
    return double(x)


def seen(x: int):
    y = x + 1
    return cut(y)


def odd(x: int):
    return eval('<b>&\"' + str(cut(x)))
";

fn project() -> Folder {
    Folder::new(&[("old/lib.py", OLD.as_bytes()), ("new/lib.py", NEW.as_bytes()), ("app/shop.py", APP.as_bytes())])
}

const IMPACT: &str = "impact old/lib.py new/lib.py --clients app --native off --no-cache";

/// The part of JSON Schema that our schema uses.
fn validate(schema: &Value, root: &Value, value: &Value, at: &str, wrong: &mut Vec<String>) {
    let Value::Object(rules) = schema else { return };
    for (rule, wanted) in rules {
        let list = || wanted.as_array().cloned().unwrap_or_default();
        let fits = |schema: &Value| {
            let mut found = Vec::new();
            validate(schema, root, value, at, &mut found);
            found.is_empty()
        };
        match rule.as_str() {
            "$ref" => {
                let name = wanted.as_str().and_then(|name| name.strip_prefix('#')).expect("a place in the schema");
                validate(root.pointer(name).expect("a definition"), root, value, at, wrong);
            }
            "allOf" => list().iter().for_each(|schema| validate(schema, root, value, at, wrong)),
            "oneOf" => {
                let fitting = list().iter().filter(|schema| fits(schema)).count();
                if fitting != 1 {
                    wrong.push(format!("{at}: {fitting} of the choices fit"));
                }
            }
            "type" => {
                let names = if wanted.is_string() { vec![wanted.clone()] } else { list() };
                if !names.iter().any(|name| is_of_type(value, name.as_str().unwrap_or_default())) {
                    wrong.push(format!("{at}: {value} is no {wanted}"));
                }
            }
            "enum" if !list().contains(value) => wrong.push(format!("{at}: {value} is none of {wanted}")),
            "const" if wanted != value => wrong.push(format!("{at}: {value} is not {wanted}")),
            "required" => {
                for name in list().iter().filter_map(Value::as_str).filter(|name| value.get(name).is_none()) {
                    wrong.push(format!("{at}: no {name}"));
                }
            }
            "properties" => {
                for (name, schema) in wanted.as_object().expect("properties") {
                    if let Some(part) = value.get(name) {
                        validate(schema, root, part, &format!("{at}/{name}"), wrong);
                    }
                }
            }
            "items" => {
                for (index, part) in value.as_array().into_iter().flatten().enumerate() {
                    validate(wanted, root, part, &format!("{at}/{index}"), wrong);
                }
            }
            "additionalProperties" => {
                let known = rules.get("properties").and_then(Value::as_object).expect("properties");
                for name in value.as_object().into_iter().flat_map(|object| object.keys()) {
                    if !known.contains_key(name) {
                        wrong.push(format!("{at}: {name} is not in the schema"));
                    }
                }
            }
            "$schema" | "$id" | "title" | "description" | "$defs" | "enum" | "const" => {}
            other => panic!("the schema uses {other}, which this test does not know"),
        }
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        _ => false,
    }
}

#[track_caller]
fn fits_the_schema(value: &Value) {
    let schema: Value =
        serde_json::from_str(include_str!("../../../docs/schema/safebump-1.schema.json")).expect("JSON");
    let mut wrong = Vec::new();
    validate(&schema, &schema, value, "", &mut wrong);
    assert!(wrong.is_empty(), "{wrong:#?}\n{value:#}");
}

#[test]
fn json_fits_the_schema() {
    let folder = project();
    fits_the_schema(&folder.run(&format!("{IMPACT} --format json")).json());
    for client in ["cut", "double"] {
        let command = format!("check old/lib.py new/lib.py --client {client} --native off --format json");
        fits_the_schema(&folder.run(&command).json());
    }
    fits_the_schema(&folder.run("check old/lib.py new/lib.py --native off --format json").json());
    let schema: Value =
        serde_json::from_str(include_str!("../../../docs/schema/safebump-1.schema.json")).expect("JSON");
    for bad in [json!({}), json!({ "schema": "safebump/1", "results": [] }), json!([])] {
        let mut wrong = Vec::new();
        validate(&schema, &schema, &bad, "", &mut wrong);
        assert!(!wrong.is_empty(), "{bad}");
    }
}

/// Folders of the cases, in all languages, with every verdict.
const CASES: [&str; 9] = [
    "figure1/client1_branch_hides_the_change",
    "numbers",
    "lists",
    "loops",
    "exceptions",
    "dac",
    "boogie",
    "traps",
    "state",
];

#[test]
fn json_of_cases_fits_the_schema() {
    let cases = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases");
    let mut asked = 0;
    for group in CASES.iter().filter(|group| cases.join(group).is_dir()) {
        let mut folders: Vec<_> = std::fs::read_dir(cases.join(group)).expect("cases").flatten().collect();
        folders.sort_by_key(|entry| entry.file_name());
        for folder in folders.iter().map(|entry| entry.path()).filter(|path| path.join("case.txt").is_file()).take(3) {
            let header = std::fs::read_to_string(folder.join("case.txt")).expect("a header");
            let field = |name: &str| header.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
            let files = std::fs::read_dir(&folder).expect("files").flatten();
            let names: Vec<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
            let version = |stem: &str| names.iter().find(|name| name.split('.').next() == Some(stem)).cloned();
            let (Some(old), Some(new), None) = (version("old"), version("new"), field("args:")) else { continue };
            let client = field("client:").map(|client| format!("--client {client}")).unwrap_or_default();
            let rest = match field("command:") {
                None => format!("check {old} {new} {client} --native off"),
                Some("dac") => format!("dac {old} {new}"),
                Some(_) => continue,
            };
            let ran = run_in(&folder, &format!("{rest} --timeout 5 --format json"));
            if let Ok(json) = serde_json::from_str::<Value>(&ran) {
                fits_the_schema(&json);
                asked += 1;
            }
        }
    }
    assert!(asked > 10, "{asked} cases were asked");
}

fn run_in(folder: &std::path::Path, words: &str) -> String {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_safebump"))
        .args(words.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("it runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn sarif_points_to_the_call_and_stays_when_lines_move() {
    let folder = project();
    let first = folder.run(&format!("{IMPACT} --format sarif")).json();
    let results = first["runs"][0]["results"].as_array().expect("results").clone();
    assert_eq!(results.len(), 2, "what is proved is no result");
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "app/shop.py");
    assert_eq!(place["region"]["startLine"], 10, "the call, not the library");
    let related = results[0]["relatedLocations"].as_array().expect("the library's lines");
    assert!(related.iter().any(|row| row["physicalLocation"]["artifactLocation"]["uri"] == "new/lib.py"));
    let rules = first["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
    for result in &results {
        let rule = &rules[result["ruleIndex"].as_u64().expect("an index") as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(rule["help"]["text"].is_string() && rule["fullDescription"]["text"].is_string());
    }
    std::fs::write(folder.0.join("app/shop.py"), format!("# a line\n# and another\n{APP}")).expect("write");
    let second = folder.run(&format!("{IMPACT} --format sarif")).json();
    let moved = &second["runs"][0]["results"][0];
    assert_eq!(moved["locations"][0]["physicalLocation"]["region"]["startLine"], 12);
    assert_eq!(moved["partialFingerprints"], results[0]["partialFingerprints"]);
}

#[test]
fn one_annotation_a_client_and_source_is_escaped() {
    let folder = project();
    let github = folder.run(&format!("{IMPACT} --format github"));
    let lines = github.out.lines().filter(|line| line.starts_with("::")).count();
    assert_eq!(lines, 3, "affected, not decided, and one for all that are proved: {github:?}");
    assert!(github.out.starts_with("::error file=app/shop.py,line=10,"), "{github:?}");
    let html = folder.run(&format!("{IMPACT} --format html")).out;
    assert!(!html.contains("<b>&\"") && html.contains("prefers-color-scheme: dark"), "{html}");
    assert!(!html.contains("http"), "the page loads nothing");
    let markdown = folder.run(&format!("{IMPACT} --format markdown")).out;
    assert!(
        markdown.starts_with("### ❌ Of 3 clients, 1 affected, 1 not decided, 1 not affected (proved).\n"),
        "{markdown}"
    );
    let junit = folder.run(&format!("{IMPACT} --format junit")).out;
    assert!(junit.contains("tests=\"3\" failures=\"1\" errors=\"1\""), "{junit}");
    let open = |word: &str| junit.matches(word).count();
    assert_eq!((open("<testcase "), open("<failure "), open("<error ")), (3, 1, 1), "{junit}");
}

#[test]
fn the_ending_of_a_report_says_its_format() {
    let folder = project();
    for (ending, start) in
        [("md", "###"), ("xml", "<?xml"), ("html", "<!doctype"), ("sarif", "{"), ("json", "{"), ("txt", "What")]
    {
        folder.run(&format!("{IMPACT} --report out.{ending} -q"));
        let text = std::fs::read_to_string(folder.0.join(format!("out.{ending}"))).expect("a report");
        assert!(text.starts_with(start), "{ending}: {text}");
    }
    let left: Vec<_> = std::fs::read_dir(&folder.0).expect("files").flatten().map(|file| file.file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with('.')), "nothing half written is left: {left:?}");
}
