//! From typed programs to the intermediate language: the client lowered against both versions.
//!
//! * A procedure with an implementation is a function; a global is a cell; locals are SSA values.
//! * A procedure without one is external: the caller asserts what it requires, calls, and assumes
//!   what it ensures.
//! * Axioms are added as the functions and constants they speak of are reached, so the cost
//!   follows what the client reaches and not the size of the file.
//!
//! The two versions share their symbols: `f` in old is `f` in new. If the versions say different
//! things about some functions (neither has all axioms of the other), then one `f` could not be
//! both: those functions, and all that axioms connect with them, get names of their own in new.

mod access;
mod axioms;
mod builtin;
mod choice;
mod code;
mod contract;
mod definitions;
mod entry;
mod expr;
mod external;
mod free;
mod parts;
mod reach;
mod sorts;
mod term;

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::entry::{Assumption, AssumptionKind, Library, Pair, Source};
use ir::{CellId, FnId, Function, FunctionKind, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{Ctor, Sort, Symbol};

use crate::ast::{At, Binary};
use crate::message::Lines;
use crate::typed::{self, Expr, ExprKind};
use crate::types::Ty;
use crate::{Externals, Options};

use axioms::AxiomIndex;
use definitions::{Definitions, Sym};
use sorts::{Instances, Sorts};

/// One version as checked, with the texts it was read from.
pub(crate) struct Checked<'a> {
    pub(crate) program: typed::Program,
    pub(crate) sources: Vec<&'a Source>,
}

/// A global that both versions know by that name.
#[derive(Clone)]
struct SharedCell {
    name: Symbol,
    ty: Ty,
    /// In both versions; what only one of them has cannot be compared.
    in_both: bool,
}

/// Lowers the procedure of that index in each version.
pub(crate) fn pair(old: &Checked, new: &Checked, client: (u32, u32), options: &Options) -> Pair {
    let cells = shared_cells(&old.program, &new.program, client);
    let mut apart: FxHashSet<Symbol> = FxHashSet::default();
    let mut instances = Instances::default();
    loop {
        let nothing = FxHashSet::default();
        let mut old_side = Lowering::new(old, options, instances.clone(), &nothing, &cells);
        let mut new_side = Lowering::new(new, options, old_side.wanted.clone(), &apart, &cells);
        let old_entry = old_side.lower(client.0);
        new_side.wanted = old_side.wanted.clone();
        let new_entry = new_side.lower(client.1);
        axioms::complete(&mut old_side, &mut new_side);
        if new_side.wanted != instances || old_side.wanted != instances {
            instances = new_side.wanted.clone();
            for (map, args) in old_side.wanted.iter() {
                instances.note(map, args);
            }
            continue;
        }
        let more = axioms::disagreements(&old_side, &new_side, &apart);
        if !more.is_empty() {
            apart.extend(more);
            continue;
        }
        let mut assumptions: Vec<Assumption> = external::set_reads(&mut old_side, &mut new_side).into_iter().collect();
        assumptions.extend(inferred_clauses(&[&old_side, &new_side]));
        let parameters = &old.program.procedures[client.0 as usize];
        let mut declared = declared_symbols(&[&old_side, &new_side]);
        // What cannot be the same in both versions is no input of both.
        declared.retain(|name| !apart.contains(name));
        // What is given a value as an input must have one that the axioms allow.
        declared.retain(|name| !old_side.left_out.contains(name) && !new_side.left_out.contains(name));
        let (mut old_entry, mut new_entry) = (old_side.finish(old_entry), new_side.finish(new_entry));
        free::make_inputs(&mut old_entry, &mut new_entry, |name| declared.contains(&name));
        old_entry.program.world = axioms::world(old, options, &nothing);
        new_entry.program.world = axioms::world(new, options, &apart);
        return Pair {
            client: parameters.name.to_string(),
            parameters: parameters.formals[..parameters.ins].iter().map(|formal| formal.name.to_string()).collect(),
            old: old_entry,
            new: new_entry,
            assumptions,
            slips: None,
            is_same_code: false,
            library: Library { reads_as_declared: options.externals == Externals::Narrow, ..Library::default() },
            notation: Box::new(crate::notation::Boogie),
        };
    }
}

/// That procedures were given the modifies clauses that they lack, as Boogie does when it is asked to.
fn inferred_clauses(sides: &[&Lowering]) -> Option<Assumption> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for side in sides {
        let met = side.procedures.keys().map(|(procedure, _)| &side.program.procedures[*procedure as usize]);
        let inferred = met.filter(|procedure| procedure.lacks_clause && !procedure.modifies.is_empty());
        names.extend(inferred.map(|procedure| format!("`{}`", procedure.name)));
    }
    let shown: Vec<&str> = names.iter().take(SHOWN_NAMES).map(String::as_str).collect();
    let more = match names.len().saturating_sub(SHOWN_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (named, lack) = (shown.join(", "), if names.len() == 1 { "lacks" } else { "lack" });
    let detail = format!("modifies clauses are inferred, as by Boogie's `/inferModifies`: {named}{more} {lack} one");
    (!names.is_empty()).then_some(Assumption { kind: AssumptionKind::Build, detail })
}

/// How many procedures are named before they are counted.
const SHOWN_NAMES: usize = 4;

/// How the constants and functions that the source declares are called in the logic.
fn declared_symbols(sides: &[&Lowering]) -> FxHashSet<Symbol> {
    let mut declared = FxHashSet::default();
    for side in sides {
        let functions = side.program.functions.iter().map(|function| function.name.to_string());
        let constants = side.program.consts.iter().map(|constant| side.constant_name(constant.name));
        declared.extend(functions.chain(constants).map(|name| Symbol::new(&name)));
    }
    declared
}

/// The globals that either version's client reaches: first old's, then those of new alone.
fn shared_cells(old: &typed::Program, new: &typed::Program, client: (u32, u32)) -> Vec<SharedCell> {
    let mut cells: Vec<SharedCell> = Vec::new();
    let reached = [(old, new, reach::globals(old, client.0)), (new, old, reach::globals(new, client.1))];
    let mut seen: FxHashSet<Symbol> = FxHashSet::default();
    for (program, other, globals) in reached {
        let others: FxHashSet<Symbol> = other.globals.iter().map(|global| global.name).collect();
        for index in globals {
            let global = &program.globals[index as usize];
            if seen.insert(global.name) {
                let in_both = others.contains(&global.name);
                cells.push(SharedCell { name: global.name, ty: global.ty.clone(), in_both });
            }
        }
    }
    cells
}

/// One version while it is lowered.
pub(super) struct Lowering<'a> {
    program: &'a typed::Program,
    options: &'a Options,
    sorts: Sorts<'a>,
    definitions: Definitions<'a>,
    /// The instances of polymorphic maps met so far.
    wanted: Instances,
    apart: &'a FxHashSet<Symbol>,
    function_names: FxHashSet<Symbol>,
    cells: &'a [SharedCell],
    ir: ir::Program,
    cell_ids: FxHashMap<Symbol, (CellId, Sort)>,
    /// The flag that failed assertions clear, if they do not trap.
    ok: Option<CellId>,
    /// Set where an `assume` stops a run, if that is observed.
    blocked: Option<CellId>,
    valid: access::Cells,
    procedures: FxHashMap<(u32, Vec<Ty>), FnId>,
    open: Vec<(u32, Vec<Ty>, FnId)>,
    /// Functions and constants without definition, in the order they were met.
    reached: Vec<(Sym, Vec<Ty>)>,
    reached_set: FxHashSet<(Sym, Vec<Ty>)>,
    unique: BTreeSet<u32>,
    /// What axioms speak of that could not be put, or not for all types.
    left_out: BTreeSet<Symbol>,
    axioms: Option<AxiomIndex>,
    may_lack_meaning: FxHashMap<u32, bool>,
    sources: &'a [&'a Source],
    lines: Vec<Option<Lines>>,
}

impl<'a> Lowering<'a> {
    fn new(
        checked: &'a Checked<'a>,
        options: &'a Options,
        instances: Instances,
        apart: &'a FxHashSet<Symbol>,
        cells: &'a [SharedCell],
    ) -> Lowering<'a> {
        let program = &checked.program;
        let mut lowering = Lowering {
            program,
            options,
            sorts: Sorts::new(program, instances.clone()),
            definitions: Definitions::new(program),
            wanted: instances,
            apart,
            function_names: program.functions.iter().map(|function| function.name).collect(),
            cells,
            ir: ir::Program::default(),
            cell_ids: FxHashMap::default(),
            ok: None,
            blocked: None,
            valid: access::Cells::default(),
            procedures: FxHashMap::default(),
            open: Vec::new(),
            reached: Vec::new(),
            reached_set: FxHashSet::default(),
            unique: BTreeSet::new(),
            left_out: BTreeSet::new(),
            axioms: None,
            may_lack_meaning: FxHashMap::default(),
            sources: &checked.sources,
            lines: checked.sources.iter().map(|_| None).collect(),
        };
        lowering.declare_cells();
        lowering
    }

    fn declare_cells(&mut self) {
        for source in self.sources {
            let file = ir::SourceFile { name: source.name.clone(), text: source.text.as_str().into() };
            self.ir.files.push(file);
        }
        for cell in self.cells {
            let sort = self.sorts.sort(&cell.ty);
            let role = if cell.in_both { ir::CellRole::Global } else { ir::CellRole::Hidden };
            let initial = value::Value::default_of(sort);
            let id = self.ir.cells.push(ir::Cell { name: cell.name, sort, role, initial });
            self.cell_ids.insert(cell.name, (id, sort));
        }
        if self.options.assertions == crate::Assertions::Flag {
            self.ok = Some(self.ir.cells.push(ir::Cell {
                name: Symbol::new("ok"),
                sort: Sort::bool(),
                role: ir::CellRole::Global,
                initial: value::Value::Bool(true),
            }));
        }
        if self.options.assertions == crate::Assertions::Trap {
            self.blocked = Some(self.ir.cells.push(ir::Cell {
                name: Symbol::new(ir::BLOCKED),
                sort: Sort::bool(),
                role: ir::CellRole::Output,
                initial: value::Value::Bool(false),
            }));
        }
        self.declare_valid();
    }

    /// Lowers what the client reaches; gives its function.
    fn lower(&mut self, client: u32) -> (FnId, FnId) {
        let type_args = self.own_types(client);
        let function = self.procedure(client, type_args.clone());
        while let Some((procedure, type_args, id)) = self.open.pop() {
            let function = self.body(procedure, type_args);
            self.ir.functions[id] = Arc::new(function);
        }
        (self.entry(client, function, &type_args), function)
    }

    /// Is it no variable of the program?
    fn is_own(&self, cell: CellId) -> bool {
        Some(cell) == self.ok || Some(cell) == self.blocked
    }

    /// A polymorphic client is checked for types of which nothing is known.
    fn own_types(&self, procedure: u32) -> Vec<Ty> {
        let params = &self.program.procedures[procedure as usize].type_params;
        params.iter().map(|param| Ty::con(Symbol::new(&format!("{} (any type)", param.name)))).collect()
    }

    fn finish(self, (entry, client): (FnId, FnId)) -> ir::entry::Entry {
        ir::entry::Entry { program: self.ir, entry, client }
    }

    /// The function for a procedure at these types; lowered later if it is new.
    fn procedure(&mut self, procedure: u32, type_args: Vec<Ty>) -> FnId {
        if let Some(id) = self.procedures.get(&(procedure, type_args.clone())) {
            return *id;
        }
        let definition = &self.program.procedures[procedure as usize];
        let (params, results) = self.signature(definition, &type_args);
        let name = Symbol::new(&instance_name(definition.name, &type_args));
        let writes = definition.modifies.iter().filter_map(|global| self.cell_if_reached(*global)).collect();
        let kind = FunctionKind::External { reads: Vec::new(), writes, reach: ir::Reach::Cells };
        let external = Function { name, params, results, raises: None, kind };
        let id = self.ir.functions.push(Arc::new(external));
        self.procedures.insert((procedure, type_args.clone()), id);
        if !definition.bodies.is_empty() {
            self.open.push((procedure, type_args, id));
        }
        id
    }

    fn cell_if_reached(&self, global: u32) -> Option<CellId> {
        self.cell_ids.get(&self.program.globals[global as usize].name).map(|(id, _)| *id)
    }

    /// The cell of a global; `reach` has found all that code speaks of.
    fn cell(&self, global: u32) -> (CellId, Sort) {
        self.cell_ids[&self.program.globals[global as usize].name]
    }

    /// Notes that a function or constant without definition is used.
    fn reach(&mut self, sym: Sym, type_args: Vec<Ty>) {
        if self.reached_set.insert((sym, type_args.clone())) {
            self.reached.push((sym, type_args));
        }
    }

    /// The symbol's name, another one if the other version's symbol is another.
    fn own_name(&self, name: &str) -> Symbol {
        let name = Symbol::new(name);
        if self.apart.contains(&name) { Symbol::new(&format!("{name} (new)")) } else { name }
    }

    /// A constant and a function may have the same name, their symbols may not.
    fn constant_name(&self, name: Symbol) -> String {
        if self.function_names.contains(&name) { format!("{name} (constant)") } else { name.to_string() }
    }

    fn instance(&mut self, map: &Ty, args: &[Ty]) -> Option<(Ctor, usize)> {
        self.wanted.note(map, args);
        self.sorts.instance(map, args)
    }

    /// Might the expression have no concrete value? Then code avoids to compute it in vain.
    fn may_lack_meaning(&mut self, expr: &'a Expr) -> bool {
        let own = match &expr.kind {
            ExprKind::Float(_) | ExprKind::Quantified(_) | ExprKind::Code => true,
            ExprKind::Const(constant) => self.definitions.get(Sym::Const(*constant)).is_none(),
            ExprKind::Call(function, _, _) => self.function_may_lack_meaning(*function),
            ExprKind::Field(datatype, _, _) | ExprKind::FieldUpdate(datatype, _, _) => {
                self.program.datatypes[*datatype as usize].ctors.len() > 1
            }
            ExprKind::Binary(Binary::Div | Binary::Mod | Binary::RealDiv, operands) => {
                !matches!(&operands.1.kind, ExprKind::Int(divisor) if !divisor.is_zero())
            }
            ExprKind::Binary(Binary::Pow | Binary::Extending, _) => true,
            _ => matches!(expr.ty, Ty::Float(..)),
        };
        if own {
            return true;
        }
        let mut found = false;
        expr.for_each_part(&mut |part| found = found || self.may_lack_meaning(part));
        found
    }

    fn function_may_lack_meaning(&mut self, function: u32) -> bool {
        if let Some(known) = self.may_lack_meaning.get(&function) {
            return *known;
        }
        let lacks = match self.definitions.get(Sym::Function(function)) {
            Some(definition) => self.may_lack_meaning(definition.body),
            None => self.program.functions[function as usize].builtin.is_none(),
        };
        self.may_lack_meaning.insert(function, lacks);
        lacks
    }

    fn span(&mut self, at: At) -> Span {
        let file = at.file as usize;
        let text = &self.sources[file].text;
        let lines = self.lines[file].get_or_insert_with(|| Lines::new(text));
        let (line, column) = lines.line_column(text, at.start);
        let (end_line, end_column) = lines.line_column(text, at.end);
        Span { file: arena::Id::new(file), line, column, end_line, end_column }
    }
}

/// `f`, or `f<int>` for a polymorphic one.
fn instance_name(name: Symbol, type_args: &[Ty]) -> String {
    if type_args.is_empty() {
        return name.to_string();
    }
    let args: Vec<String> = type_args.iter().map(Ty::to_string).collect();
    format!("{name}<{}>", args.join(", "))
}
