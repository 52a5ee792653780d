//! Lowers a client of a `.ll` file and runs it: `lower FILE.ll CLIENT [INT…]`, or lists what is not
//! supported in all of it: `lower FILE.ll --survey`. Shows how long each step takes.

#![allow(clippy::print_stdout, reason = "a tool for the terminal")]

use std::collections::BTreeMap;
use std::time::Instant;

use ir::interp::{Closed, Interpreter, Limits};
use value::{SortKind, Value};

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(file), Some(client)) = (args.next(), args.next()) else {
        println!("lower FILE.ll CLIENT [INT…]");
        return;
    };
    let text = std::fs::read_to_string(&file).expect("the file can be read");
    let start = Instant::now();
    let module = [front_llvm::read(&text, &file).expect("the file is LLVM IR")];
    println!("read {:?}, {} functions", start.elapsed(), front_llvm::functions(&module[0]).len());
    if client == "--survey" {
        let start = Instant::now();
        let found = front_llvm::survey(&module, Default::default()).expect("the module can be lowered");
        println!("survey {:?}", start.elapsed());
        found.iter().for_each(|(what, file, line)| println!("{file}:{line}: {what}"));
        return;
    }
    let start = Instant::now();
    let pair = front_llvm::lower(&module, &module, &client, Default::default()).expect("the client can be lowered");
    let program = &pair.old.program;
    let size: usize = program.functions.iter().filter_map(|(_, f)| f.body()).map(|body| body.sorts.len()).sum();
    println!("lower twice {:?}, {} functions, {} values", start.elapsed(), program.functions.len(), size);
    let mut gaps: BTreeMap<String, usize> = BTreeMap::new();
    for (what, _) in front_llvm::unsupported(program) {
        *gaps.entry(what).or_default() += 1;
    }
    gaps.iter().for_each(|(what, count)| println!("  {count} x {what}"));
    if std::env::var("DUMP").is_ok() {
        program.functions.iter().for_each(|(id, function)| println!("{id} {function:#?}"));
    }
    let values: Vec<Value> = program.functions[pair.old.entry]
        .params
        .iter()
        .map(|param| match (param.sort.kind(), args.next().and_then(|arg| arg.parse::<i128>().ok()).unwrap_or(1)) {
            (SortKind::Bv(width), value) => Value::bv(*width, value as u128),
            (SortKind::Bool, value) => Value::Bool(value != 0),
            (_, _) => Value::default_of(param.sort),
        })
        .collect();
    let start = Instant::now();
    let mut world = Closed;
    let mut machine = Interpreter::new(program, &mut world, Limits { fuel: 100_000_000, ..Limits::default() });
    let outcome = machine.run(pair.old.entry, &values);
    if let Some(cell) = program.cell(value::Symbol::new("standard output")) {
        let sort = program.cells[cell].sort;
        if let ir::entry::Shown::Text(text) =
            pair.notation.show(program, &machine.state.cells[cell], sort, &machine.state)
        {
            println!("{text}");
        }
    }
    println!("run {:?}, fuel {}: {outcome:?}", start.elapsed(), 100_000_000 - machine.fuel_left());
}
