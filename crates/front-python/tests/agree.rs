//! Random programs do the same here as in CPython; and deliberate faults would be found.

mod cpython;
mod generate;

use std::collections::{BTreeMap, BTreeSet};

use cpython::{Kind, Seen, Visited, agrees, in_cpython, lower, run, run_and_visit};
use front_python::Fault;
use generate::program;
use ruff_python_ast::AnyNodeRef;
use ruff_python_ast::visitor::source_order::{SourceOrderVisitor, TraversalSignal};

/// `PROGRAMS=n` asks for another number.
fn programs() -> u64 {
    std::env::var("PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000)
}

const THREADS: u64 = 2;

/// Functions of the prelude that the programs of `library.rs` and `regex.rs` are about.
const ELSEWHERE: &[&str] = &[
    "as_text",
    "backwards_next",
    "bad_float",
    "call_factory",
    "chain_next",
    "check_bytes",
    "decimal_float",
    "dict_missing",
    "dict_union",
    "drawn",
    "drawn_of",
    "enum_members",
    "enum_named",
    "group_number",
    "group_value",
    "int_based",
    "is_drawn",
    "is_enum_class",
    "is_stepped",
    "islice_next",
    "longest_next",
    "looked_at",
    "match_groups",
    "match_item",
    "matches_of",
    "nearest_whole",
    "parse_exponent",
    "parse_float",
    "parse_size",
    "pattern_split",
    "repr_bytes",
    "round_float",
    "round_to",
    "running_next",
    "set_as_it_is",
    "set_become",
    "set_clear",
    "set_copy",
    "set_pop",
    "set_update",
    "strict_next",
    "subject_of",
    "text.digits",
    "without_underscores",
    "written_so_far",
];

fn is_elsewhere(name: &str) -> bool {
    ELSEWHERE.contains(&name) || name.starts_with("bytes_")
}

#[derive(Default)]
struct Tally {
    returned: usize,
    raised: usize,
    stopped: BTreeMap<String, usize>,
    /// In how many programs each function of the prelude, and each operation of the intermediate
    /// language, was run.
    functions: BTreeMap<String, usize>,
    operations: BTreeMap<String, usize>,
    /// In how many programs each kind of syntax stands.
    syntax: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

#[test]
fn random_programs_agree_with_cpython() {
    let workers: Vec<_> = (0..THREADS)
        .map(|thread| {
            std::thread::spawn(move || check((0..programs()).filter(|seed| seed % THREADS == thread).collect()))
        })
        .collect();
    let mut total = Tally::default();
    for worker in workers {
        total.add(worker.join().expect("no crash"));
    }
    assert!(total.wrong.is_empty(), "{} differ; the first:\n{}", total.wrong.len(), total.wrong[0]);
    let seen = total.returned + total.raised;
    let stopped: usize = total.stopped.values().sum();
    assert!(stopped * 10 < seen, "{stopped} of {seen} give no observation: {:#?}", total.stopped);
    let percent = total.raised * 100 / seen;
    assert!((10..=40).contains(&percent), "{percent} % raise");
    // At least 50 in 20,000; of few programs there is one at least in a thousand.
    let each = if programs() < 5_000 { 1_000 } else { 400 };
    let rare = |counts: &BTreeMap<String, usize>| -> Vec<String> {
        counts
            .iter()
            .filter(|(name, count)| **count as u64 * each < programs() && !is_elsewhere(name))
            .map(|(name, count)| format!("{name}: {count}"))
            .collect()
    };
    assert_eq!(rare(&total.functions), Vec::<String>::new(), "functions of the prelude seldom run");
    assert_eq!(rare(&total.operations), Vec::<String>::new(), "operations seldom run");
    // Counted in half of the programs.
    assert_eq!(rare(&total.syntax), Vec::<String>::new(), "syntax seldom reached");
}

fn check(seeds: Vec<u64>) -> Tally {
    let mut tally = Tally::default();
    for seeds in seeds.chunks(2000) {
        let programs: Vec<String> = seeds.iter().map(|seed| program(*seed)).collect();
        let there = in_cpython(&programs);
        for ((seed, program), there) in seeds.iter().zip(&programs).zip(&there) {
            // An assignment in the source of a comprehension is an error to both.
            if ruff_python_parser::parse_module(program).is_ok() {
                tally.one(*seed, program, there);
            }
        }
    }
    tally
}

impl Tally {
    fn one(&mut self, seed: u64, program: &str, there: &Seen) {
        let Ok(pair) = std::panic::catch_unwind(|| lower(program, None)) else {
            return self.wrong.push(format!("seed {seed} crashes\n{program}"));
        };
        if seed.is_multiple_of(10) {
            ir::well_formed::assert(&pair.old.program);
        }
        for (_, function) in pair.old.program.functions.iter() {
            // Those that stand in a program but never run are to be seen as well, unless they have
            // no meaning: what objects do is asked for but not expressed.
            let is_expressed = !function
                .body()
                .is_some_and(|body| matches!(body.blocks[ir::Body::ENTRY].end, ir::Terminator::Unsupported(_)));
            // These are for iterators, which `functions.rs` and the cases about generators look at.
            let is_elsewhere = |name: &str| ["is_among", "observed_iterator"].contains(&name);
            if let Some(name) = prelude_name(function).filter(|name| is_expressed && !is_elsewhere(name)) {
                self.functions.entry(name.to_string()).or_insert(0);
            }
        }
        if seed % 4 < THREADS {
            self.count_syntax(program);
        }
        let (here, visited) = run_and_visit(&pair.old.program, pair.old.entry);
        self.count_runs(&pair.old.program, &visited);
        if !agrees(&here, there) {
            self.wrong.push(format!("seed {seed}\n{program}\n  here: {here:?}\n  CPython: {there:?}\n"));
        }
        match here.kind {
            Kind::Returned => self.returned += 1,
            Kind::Raised => self.raised += 1,
            Kind::Stopped => *self.stopped.entry(here.what).or_insert(0) += 1,
        }
    }

    fn count_runs(&mut self, program: &ir::Program, visited: &Visited) {
        let (mut functions, mut operations) = (BTreeSet::new(), BTreeSet::new());
        for (id, block) in visited {
            let function = &program.functions[*id];
            functions.extend(prelude_name(function).map(str::to_string));
            let body = function.body().expect("what ran has a body");
            for inst in &body.blocks[*block].insts {
                operations.insert(match inst {
                    ir::Inst::Apply { op, .. } => op.to_string(),
                    ir::Inst::Const { .. } => "const".into(),
                    ir::Inst::Get { .. } => "get".into(),
                    ir::Inst::Set { .. } => "set".into(),
                    ir::Inst::Alloc { .. } => "alloc".into(),
                    ir::Inst::Choose { .. } => "choose".into(),
                    ir::Inst::Assume { .. } => "assume".into(),
                });
            }
        }
        functions.into_iter().for_each(|name| *self.functions.entry(name).or_insert(0) += 1);
        operations.into_iter().for_each(|name| *self.operations.entry(name).or_insert(0) += 1);
    }

    fn count_syntax(&mut self, program: &str) {
        let parsed = ruff_python_parser::parse_module(program).expect("what is generated parses");
        let mut kinds = Kinds(BTreeMap::new());
        ruff_python_ast::visitor::source_order::walk_module(
            &mut kinds,
            &ruff_python_ast::Mod::Module(parsed.into_syntax()),
        );
        for kind in kinds.0.into_keys() {
            *self.syntax.entry(kind).or_insert(0) += 1;
        }
    }

    fn add(&mut self, other: Tally) {
        self.returned += other.returned;
        self.raised += other.raised;
        self.wrong.extend(other.wrong);
        for (into, from) in [
            (&mut self.stopped, other.stopped),
            (&mut self.functions, other.functions),
            (&mut self.operations, other.operations),
            (&mut self.syntax, other.syntax),
        ] {
            for (name, count) in from {
                *into.entry(name).or_insert(0) += count;
            }
        }
    }
}

/// The name of a function of the prelude.
fn prelude_name(function: &ir::Function) -> Option<&str> {
    function.name.strip_prefix("py.").filter(|name| !name.starts_with("call("))
}

struct Kinds(BTreeMap<String, ()>);

impl<'a> SourceOrderVisitor<'a> for Kinds {
    fn enter_node(&mut self, node: AnyNodeRef<'a>) -> TraversalSignal {
        self.0.insert(format!("{:?}", node.kind()), ());
        TraversalSignal::Traverse
    }
}

/// Ten ways to be wrong; each must be caught within the first programs.
#[test]
fn deliberate_faults_are_found() {
    let faults = [
        Fault::Prelude("return Int(a.int // b.int)", "return Int(a.int / b.int)"),
        Fault::Prelude("return Int(a.int % b.int)", "return Int(a.int - (a.int / b.int) * b.int)"),
        Fault::AndGivesBool,
        Fault::ChainTwice,
        Fault::DefaultRecreated,
        Fault::Prelude(
            "0 if stop <= start else (stop - start - 1) // step + 1",
            "0 if stop <= start else (stop - start) // step",
        ),
        Fault::Prelude("Int(as_int(a) >> as_int(b))", "Int(as_int(a) / (1 << as_int(b)))"),
        Fault::Prelude("return Int(as_int(a) + as_int(b))", "return Bool(as_int(a) + as_int(b) != 0)"),
        Fault::Prelude("return is_subclass(a.kind, b.name)", "return a.kind == b.name"),
        Fault::Prelude("list_extend(a.list, b)\n        return a", "return new_list(LISTS[a.list] + to_items(b))"),
    ];
    let seeds: Vec<u64> = (0..6000).collect();
    let programs: Vec<String> = seeds.iter().map(|seed| program(*seed)).collect();
    let there = in_cpython(&programs);
    for fault in faults {
        let caught = programs.iter().zip(&there).any(|(program, there)| {
            if ruff_python_parser::parse_module(program).is_err() {
                return false;
            }
            let pair = lower(program, Some(fault));
            !agrees(&run(&pair.old.program, pair.old.entry), there)
        });
        assert!(caught, "{fault:?} was not found");
    }
}
