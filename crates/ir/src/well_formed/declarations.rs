//! Rules about names, datatypes, cells, axioms and external functions.

use rustc_hash::{FxHashMap, FxHashSet};
use value::{Sort, SortKind};

use super::Violations;
use super::formula;
use crate::text::Mentioned;
use crate::{CellRole, FunctionKind, Program, Reach};

pub(super) fn check(program: &Program, violations: &mut Violations) {
    violations.at("program");
    distinct("functions", program.functions.iter().map(|(_, function)| function.name.as_str()), violations);
    distinct("cells", program.cells.iter().map(|(_, cell)| cell.name.as_str()), violations);
    let mentioned = Mentioned::in_program(program);
    let symbols = mentioned.symbols.iter().map(|symbol| symbol.name.as_str());
    distinct("signatures of uninterpreted functions", symbols, violations);
    check_datatypes(&mentioned, violations);
    for (_, cell) in program.cells.iter() {
        violations.at(format!("cell `{}`", cell.name));
        violations.unless(cell.initial.is_of(cell.sort), || {
            format!("its initial value {:?} is no {}", cell.initial, cell.sort)
        });
        let keyed_by_references =
            matches!(cell.sort.kind(), SortKind::Map(key, _) if matches!(key.kind(), SortKind::Ref(_)));
        violations.unless(cell.role != CellRole::Heap || keyed_by_references, || {
            format!("a heap cell is a map keyed by references, not a {}", cell.sort)
        });
    }
    if let Some(ctor) = program.from_outside {
        let fields = &ctor.definition().fields;
        violations.unless(fields.len() == 1 && fields[0].1 == Sort::int(), || {
            format!("what comes from outside is made of one integer, not by {ctor}")
        });
    }
    for axiom in &program.axioms {
        violations.at(format!("axiom `{}`", axiom.name));
        match formula::sort_of(&axiom.formula, &[]) {
            Ok(sort) => violations.unless(sort == Sort::bool(), || format!("an axiom is boolean, not {sort}")),
            Err(why) => violations.add(why),
        }
    }
    for (_, function) in program.functions.iter() {
        violations.at(format!("function `{}`", function.name));
        if let FunctionKind::External { reads, writes, reach } = &function.kind {
            let key = function.params.first().map(|param| param.sort);
            violations.unless(*reach == Reach::Cells || key == Some(Sort::atom()), || {
                "a step outside has its key as the first argument".into()
            });
            for cell in reads.iter().chain(writes) {
                violations.unless(program.cells.get(*cell).is_some(), || format!("there is no cell {cell}"));
            }
        }
    }
}

fn distinct<'a>(what: &str, names: impl Iterator<Item = &'a str>, violations: &mut Violations) {
    let mut seen = FxHashSet::default();
    for name in names {
        violations.unless(seen.insert(name), || format!("two {what} are named `{name}`"));
    }
}

fn check_datatypes(mentioned: &Mentioned, violations: &mut Violations) {
    let sorts: Vec<Sort> = mentioned.groups.iter().flat_map(|group| group.iter().copied()).collect();
    let datatypes = || sorts.iter().filter_map(|sort| sort.datatype());
    distinct("datatypes", datatypes().map(|datatype| datatype.name.as_str()), violations);
    let mut operators = Vec::new();
    for datatype in datatypes() {
        for ctor in datatype.ctors() {
            let stem = format!("{}.{}", datatype.name, ctor.name);
            operators.extend(ctor.fields.iter().map(|(field, _)| format!("{stem}.{field}")));
            operators.extend([format!("{stem}?"), stem]);
        }
    }
    distinct("operators of datatypes", operators.iter().map(String::as_str), violations);
    let mut finite = FxHashMap::default();
    for sort in sorts {
        violations.at(format!("datatype `{sort}`"));
        violations.unless(has_finite_default(sort, &mut finite), || {
            "its default value is infinite: its first constructor contains itself".into()
        });
    }
}

/// `known` holds `false` for a sort that is still being looked at: meeting it again is a circle.
fn has_finite_default(sort: Sort, known: &mut FxHashMap<Sort, bool>) -> bool {
    let datatype = match sort.kind() {
        SortKind::Map(_, value) => return has_finite_default(*value, known),
        SortKind::Data(datatype) => datatype,
        SortKind::Bool
        | SortKind::Int
        | SortKind::Real
        | SortKind::Bv(_)
        | SortKind::Float(_)
        | SortKind::Atom
        | SortKind::Ref(_)
        | SortKind::Seq(_)
        | SortKind::Opaque(_) => return true,
    };
    if let Some(known) = known.get(&sort) {
        return *known;
    }
    known.insert(sort, false);
    let first = datatype.ctors().first();
    let finite = first.is_some_and(|ctor| ctor.fields.iter().all(|(_, field)| has_finite_default(*field, known)));
    known.insert(sort, finite);
    finite
}
