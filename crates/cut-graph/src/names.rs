//! What the parts of a state are called in the source.

use equiv::{Matching, Side};
use ir::{Body, Program};
use rustc_hash::FxHashMap;
use semantics::Machine;
use term::{Node, Pool, TermId};
use value::{SortKind, Symbol, Value};

pub(crate) struct Names {
    /// One for each term of the state, in order.
    pub terms: Vec<String>,
    /// Of objects: the variable that holds them.
    pub objects: FxHashMap<(Symbol, u32), String>,
    /// Of what is returned or raised.
    pub result: String,
}

/// Names such as `old.total`; of a variable that the source does not name, its function's.
pub(crate) fn of_state(program: &Program, matching: &Matching, side: Side, pool: &Pool, machine: &Machine) -> Names {
    let mut names = Names { terms: Vec::new(), objects: FxHashMap::default(), result: format!("{side}.result") };
    for frame in &machine.frames {
        let function = &program.functions[frame.function];
        let Some(body) = function.body() else { continue };
        for (index, term) in frame.values().iter().enumerate() {
            let value = arena::Id::new(index);
            let of_param = || {
                let place = body.blocks[Body::ENTRY].params.iter().position(|param| *param == value)?;
                function.params.get(place).map(|param| param.name)
            };
            let known = body.names.get(&value).copied().or_else(of_param);
            let name = known.unwrap_or(function.name);
            let text = format!("{side}.{name}");
            if known.is_some() {
                note_object(pool, *term, &text, &mut names.objects);
            }
            names.terms.push(text);
        }
    }
    let mut cells = vec![String::new(); machine.cells.len()];
    for (id, cell) in program.cells.iter() {
        cells[matching.slot(side, id).0] = format!("{side}.{}", cell.name);
    }
    names.terms.extend(cells.clone());
    if machine.at_call.is_some() {
        names.terms.extend(cells);
    }
    names
}

/// If the term is one object, that is what the variable's name stands for.
fn note_object(pool: &Pool, term: TermId, name: &str, objects: &mut FxHashMap<(Symbol, u32), String>) {
    let reference = match pool.node(term) {
        Node::App(_, args) if args.len() == 1 => args[0],
        _ => term,
    };
    let found = match (pool.as_const(reference), pool.sort(reference).kind()) {
        (Some(Value::Ref(number)), SortKind::Ref(kind)) => Some((*kind, *number)),
        (Some(Value::Data(_, fields)), SortKind::Data(datatype)) => match (&fields[..], pool.as_const(reference)) {
            ([Value::Ref(number)], Some(Value::Data(index, _))) => {
                let sort = datatype.ctors()[*index as usize].fields[0].1;
                if let SortKind::Ref(kind) = sort.kind() { Some((*kind, *number)) } else { None }
            }
            _ => None,
        },
        _ => None,
    };
    if let Some(object) = found {
        objects.entry(object).or_insert_with(|| name.to_owned());
    }
}
