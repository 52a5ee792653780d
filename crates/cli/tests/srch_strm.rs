//! Figure 1 of "Validating library usage interactively": what is found is as strong as formulas (4) and (5), and asks for
//! no more; and what is called the same in C is, when it is run.

use std::path::{Path, PathBuf};
use std::process::Command as Process;

use clap::Parser;
use cli::args::{Cli, Command};
use cli::validate::dialogue::Console;
use cli::validate::facts_file::FactsFile;
use equiv::{Claim, Fact};
use smt::{Effort, Logic};
use term::{Pool, TermId};

/// Says yes, but for what the paper's programmer refutes: that find is always true.
struct Programmer {
    question: String,
    refuted: usize,
}

impl Console for Programmer {
    fn say(&mut self, text: &str) {
        if text.contains("Is this always true?") {
            self.question = text.to_owned();
        }
    }

    fn listen(&mut self) -> Option<String> {
        let is_too_much = self.question.contains("\n    find(sb, s)\n");
        self.refuted += usize::from(is_too_much);
        Some(if is_too_much { "n" } else { "y" }.to_owned())
    }
}

fn folder(case: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/validate").join(case)
}

/// The clauses that were accepted, and how often that find is always true was asked.
fn accepted(case: &str, ending: &str, more: &[&str]) -> (Vec<Fact>, usize) {
    let facts = std::env::temp_dir().join(format!("safebump-test-{}-{case}.toml", std::process::id()));
    let _ = std::fs::remove_file(&facts);
    let (old, new, file) = (format!("old.{ending}"), format!("new.{ending}"), facts.display().to_string());
    let mut words = vec!["safebump", "validate", &old, &new, "--client", "srch_strm", "--facts", &file];
    words.extend(more);
    let Command::Validate(arguments) = Cli::try_parse_from(words).expect("arguments").command else {
        panic!("a validate")
    };
    let mut programmer = Programmer { question: String::new(), refuted: 0 };
    let done = cli::validate::validate(&arguments, &folder(case), &mut programmer).expect("it runs");
    assert_eq!(done.exit_code, 0, "{case}: {}", done.text);
    let rows = FactsFile::read(&facts).expect("facts").rows;
    std::fs::remove_file(&facts).expect("it was there");
    (clauses(rows.into_iter().filter(|row| row.is_accepted).map(|row| row.claim)), programmer.refuted)
}

fn clauses(claims: impl Iterator<Item = Claim>) -> Vec<Fact> {
    let clause = |claim| match claim {
        Claim::Clause(fact) => Some(fact),
        Claim::Effect(..) => None,
    };
    claims.filter_map(clause).collect()
}

/// A formula of the paper, as a file of facts has it.
fn formula(symbols: &str, says: &str) -> Fact {
    let text = format!("[[fact]]\nanswer = \"accepted\"\nformal = '''\n{symbols}axiom fact: {says}\n'''\n");
    let rows = FactsFile::parse(&text).unwrap_or_else(|(_, why)| panic!("{why}: {text}")).rows;
    clauses(rows.into_iter().map(|row| row.claim)).remove(0)
}

/// Does the goal follow from the facts? A solver is given them for all values of the goal's own variables.
fn follows(facts: &[Fact], goal: &Fact) -> bool {
    let logic = Logic::with_axioms([]);
    let (mut pool, mut solver) = (logic.pool(), logic.solver());
    let some: Vec<TermId> = goal.variables.iter().map(|(name, sort)| pool.fresh(name.as_str(), *sort)).collect();
    let mut all = Vec::new();
    for part in &goal.clause {
        let part = pool.from_expr(part, &some);
        all.push(pool.not(part));
    }
    for fact in facts {
        for values in choices(&pool, fact, &some) {
            let parts: Vec<TermId> = fact.clause.iter().map(|part| pool.from_expr(part, &values)).collect();
            let none = pool.bool(false);
            all.push(parts.into_iter().fold(none, |any, part| pool.or(any, part)));
        }
    }
    solver.refutes(&mut pool, &all, Effort::millis(5000))
}

/// Every choice of these terms for the fact's variables.
fn choices(pool: &Pool, fact: &Fact, terms: &[TermId]) -> Vec<Vec<TermId>> {
    fact.variables.iter().fold(vec![Vec::new()], |known, (_, sort)| {
        let fit = terms.iter().copied().filter(|term| pool.sort(*term) == *sort);
        fit.flat_map(|term| known.iter().map(move |row| row.iter().copied().chain([term]).collect())).collect()
    })
}

const PYTHON: &str = "\
symbol strlib.find.0(seq[int], seq[int]) -> bool
symbol strlib.append.0(seq[int], int, opaque[`library state`]) -> seq[int]
symbol strlib.sub.0(seq[int], int) -> seq[int]
symbol strlib.length.0(seq[int]) -> int
";
const PYTHON_4: &str = "forall(sb: seq[int], s: seq[int]): \
    or(le(0, sub(apply[strlib.length.0](sb), apply[strlib.length.0](s))), not(apply[strlib.find.0](sb, s)))";
const PYTHON_5: &str = "forall(sb: seq[int], s: seq[int], c: int, now: opaque[`library state`]): \
    or(apply[strlib.find.0](sb, s), eq(apply[strlib.find.0](apply[strlib.append.0](sb, c, now), s), \
    apply[strlib.find.0](apply[strlib.sub.0](apply[strlib.append.0](sb, c, now), \
    sub(apply[strlib.length.0](apply[strlib.append.0](sb, c, now)), apply[strlib.length.0](s))), s)))";

const C: &str = "\
data Written { Char(code: int); Number(format: atom, value: f64) }
symbol find.0(bv64, bv64) -> bool
symbol append.0(bv64, bv8, opaque[`library state`], seq[Written]) -> bv64
symbol sub.0(bv64, bv32) -> bv64
symbol length.0(bv64) -> bv32
";
const C_4: &str = "forall(sb: bv64, s: bv64): \
    or(bv.sle(0:bv32, bv.sub(apply[length.0](sb), apply[length.0](s))), not(apply[find.0](sb, s)))";
const C_5: &str = "forall(sb: bv64, s: bv64, c: bv8, now: opaque[`library state`]): \
    or(apply[find.0](sb, s), eq(apply[find.0](apply[append.0](sb, c, now, []:Written), s), \
    apply[find.0](apply[sub.0](apply[append.0](sb, c, now, []:Written), \
    bv.sub(apply[length.0](apply[append.0](sb, c, now, []:Written)), apply[length.0](s))), s)))";

/// Both formulas follow from what is found. What is found besides is about the start alone, which the paper leaves out.
fn is_as_strong(case: &str, found: &[Fact], four: &Fact, five: &Fact) {
    assert!(follows(found, four), "{case}: formula (4)");
    assert!(follows(found, five), "{case}: formula (5)");
    let both = [four.clone(), five.clone()];
    let (asked, start): (Vec<&Fact>, Vec<&Fact>) = found.iter().partition(|fact| follows(&both, fact));
    assert_eq!((asked.len(), start.len()), (2, 1), "{case}");
    assert_eq!(start[0].predicates(), 3, "{case}");
    // Each is needed: the solver does not find everything to follow.
    let without = |missing: &Fact| found.iter().filter(|fact| *fact != missing).cloned().collect::<Vec<_>>();
    for fact in asked {
        let rest = without(fact);
        assert!(!follows(&rest, four) || !follows(&rest, five), "{case}");
    }
}

#[test]
fn facts_are_as_strong_as_the_papers_without_the_library() {
    let (found, refuted) = accepted("srch_strm_asked", "py", &[]);
    is_as_strong("Python", &found, &formula(PYTHON, PYTHON_4), &formula(PYTHON, PYTHON_5));
    assert_eq!(refuted, 1);
    let (found, refuted) = accepted("srch_strm_in_c", "c", &[]);
    is_as_strong("C", &found, &formula(C, C_4), &formula(C, C_5));
    assert_eq!(refuted, 1);
}

#[test]
fn facts_are_as_strong_as_the_papers_with_the_library_run() {
    if confine::left_out_of_tests() {
        return;
    }
    let (found, refuted) = accepted("search_restricted_to_a_suffix", "py", &["--lib", "strlib", "--no-read"]);
    is_as_strong("Python", &found, &formula(PYTHON, PYTHON_4), &formula(PYTHON, PYTHON_5));
    // Runs refute it before anybody is asked.
    assert_eq!(refuted, 0);
    let (found, refuted) = accepted("srch_strm_in_c_run", "c", &["--lib", "strlib"]);
    is_as_strong("C", &found, &formula(C, C_4), &formula(C, C_5));
    assert_eq!(refuted, 0);
}

/// The accepted facts as a program: it holds against this library, and not against one whose `sub` begins too late.
#[test]
fn emitted_tests_tell_a_wrong_library() {
    let (case, scratch) = (folder("srch_strm_in_c"), compile_c::Scratch::new().expect("a folder"));
    let (tests, facts) = (scratch.path("tests").display().to_string(), scratch.path("f.toml").display().to_string());
    let words =
        ["safebump", "validate", "old.c", "new.c", "--client", "srch_strm", "--emit-test", &tests, "--facts", &facts];
    let Command::Validate(arguments) = Cli::try_parse_from(words).expect("arguments").command else {
        panic!("a validate")
    };
    let mut programmer = Programmer { question: String::new(), refuted: 0 };
    assert_eq!(cli::validate::validate(&arguments, &case, &mut programmer).expect("it runs").exit_code, 0);
    let right = std::fs::read_to_string(folder("srch_strm_in_c_run").join("strlib.c")).expect("a library");
    let late = right.replace("pos < 0 ? 0 :", "pos < 0 ? 0 : pos == 1 && sb->length > 1 ? 2 :");
    assert_ne!(right, late);
    for (name, library, code) in [("right.c", right, 0), ("late.c", late, 1)] {
        let (library_file, program) = (scratch.path(name), scratch.path("run"));
        std::fs::write(&library_file, library).expect("written");
        let test = Path::new(&tests).join("test_library_facts.c");
        let sources = [test.as_path(), library_file.as_path()];
        compile_c::native::compile(compile_c::Language::C, &sources, &[case.as_path()], &[], &program)
            .expect("it compiles");
        let ran = Process::new(&program).output().expect("it runs");
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        assert_eq!((ran.status.code(), said.contains("this fails: ")), (Some(code), code == 1), "{name}: {said}");
    }
}

/// Searches for so many random texts in the library's stream, and says how far each search read.
const MAIN: &str = r#"
#include "strlib.h"
#include <stdio.h>
#include <stdlib.h>

string srch_strm(string s);

int main(int count, char **words) {
    unsigned seed = 7;
    for (int run = 0; run < atoi(words[1]); run++) {
        string s = empty();
        seed = seed * 1103515245 + 12345;
        for (int left = (seed >> 16) % 4; left > 0; left--) {
            seed = seed * 1103515245 + 12345;
            s = append(s, "aab/"[(seed >> 16) % 4]);
        }
        printf("%d\n", length(srch_strm(s)));
    }
    return 0;
}
"#;

/// How far the searches of a version read. What they give is what was read.
fn read(case: &str, version: &str, runs: usize) -> String {
    let folder = folder(case);
    let scratch = compile_c::Scratch::new().expect("a folder");
    let (main, program) = (scratch.path("main.c"), scratch.path(version));
    std::fs::write(&main, MAIN).expect("written");
    let (code, library) = (folder.join(format!("{version}.c")), folder.join("strlib.c"));
    let sources = [main.as_path(), code.as_path(), library.as_path()];
    compile_c::native::compile(compile_c::Language::C, &sources, &[folder.as_path()], &[], &program)
        .expect("it compiles");
    let ran = Process::new(&program).arg(runs.to_string()).output().expect("it runs");
    assert!(ran.status.success());
    String::from_utf8(ran.stdout).expect("numbers")
}

/// `EVERY=1`: ten thousand runs, else some.
#[test]
fn versions_in_c_agree_when_they_are_run() {
    let runs = if std::env::var_os("EVERY").is_some() { 10_000 } else { 200 };
    let old = read("srch_strm_in_c_run", "old", runs);
    assert_eq!(old.lines().count(), runs);
    assert_eq!(old, read("srch_strm_in_c_run", "new", runs));
    // The wrong patch is seen to be wrong.
    assert_ne!(old, read("srch_strm_in_c_run_wrong", "new", runs));
}
