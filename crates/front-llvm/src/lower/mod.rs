//! Lowers what the client reaches of one version to a program.

pub(crate) mod access;
pub(crate) mod arrays;
pub(crate) mod boundary;
mod call;
mod copy;
pub(crate) mod emit;
pub(crate) mod entry;
mod float;
pub(crate) mod function;
mod int;
mod intrinsic;
mod library;
pub(crate) mod output;
pub(crate) mod pointer;
mod poison;
pub(crate) mod surroundings;
mod unwind;
pub(crate) mod valid;
mod value;
mod volatile;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use ::value::{MapValue, Sort, Symbol, Value};
use ir::build::FunctionBuilder;
use ir::{Cell, CellId, CellRole, FileId, FnId, Function, FunctionKind, Param, Program, SourceFile};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::layout::{Layout, Scalar};
use crate::mixed::Mixed;
use crate::sorts::{Options, Sorts, Undefined};
use crate::steps::{Effect, Steps};
pub(crate) use boundary::ADDRESS_BITS;
pub(crate) use call::called_name;
pub(crate) use library::is_left_outside;
pub(crate) use output::constant_text;

/// Who can come by an object.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Region {
    /// Whoever is handed its address, or finds it.
    Open,
    /// Code of the program only: its address is never handed outside.
    Private,
}

/// Where objects of one layout live in memory.
pub(crate) struct LayoutRow {
    pub(crate) layout: Layout,
    pub(crate) region: Region,
    /// Objects of this layout may be found through pointers.
    pub(crate) in_memory: bool,
    /// By column: for each object an array of scalars.
    pub(crate) columns: Vec<CellId>,
    /// By column: for each object which scalars were never written. Empty: all always are.
    pub(crate) unwritten: Vec<CellId>,
}

impl LayoutRow {
    pub(crate) fn atom(&self) -> Value {
        Value::Atom(Symbol::new(&self.name()))
    }

    fn name(&self) -> String {
        match self.region {
            Region::Open => self.layout.to_string(),
            Region::Private => format!("{}:private", self.layout),
        }
    }
}

/// Facts about each object in memory.
#[derive(Copy, Clone)]
pub(crate) struct Memory {
    /// Elements; 0 once the object is gone.
    pub(crate) count: CellId,
    /// Bytes of an element.
    pub(crate) stride: CellId,
    pub(crate) layout: CellId,
    /// Those that `free` takes.
    pub(crate) freeable: CellId,
    /// Those that code outside may free: they came from there, or from the heap.
    pub(crate) lent: CellId,
    /// What code outside would free, if it is lent.
    pub(crate) freed: CellId,
    /// Those that must not be written.
    pub(crate) constant: CellId,
    /// Those that the client's pointer parameters lead to.
    pub(crate) given: CellId,
    /// How many elements there are before the first: the pointer may have led into the middle.
    pub(crate) before: CellId,
}

/// What becomes of allocations of more memory than there are addresses: they fail, or a compiler that
/// sees that nobody uses the memory leaves them out. Each is an input.
#[derive(Copy, Clone)]
pub(crate) struct Allocations {
    /// By number: is there memory?
    pub(crate) succeed: CellId,
    /// How many there were.
    pub(crate) count: CellId,
}

/// Where a global variable lives.
#[derive(Clone)]
pub(crate) enum Home {
    /// Its address is never taken: a cell for each column.
    Cells(Rc<Vec<CellId>>),
    /// It never changes either: a value for each column.
    Constants(Rc<Vec<Value>>),
    /// In memory; the cell holds its reference.
    Memory(CellId),
    /// Defined in no module, or of a kind that is not known here.
    Unsupported(String),
}

pub(crate) struct GlobalRow {
    pub(crate) layout: usize,
    pub(crate) count: u64,
    pub(crate) home: Home,
}

/// What is known of a function without body.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outside {
    /// It depends on its arguments only, and nobody sees that it is called.
    Pure,
    Returns,
    /// It returns, exits or throws.
    Throws,
    /// A device: it is asked in order, and changes nothing of the program's own.
    Device,
}

/// The cell with what the last panic was about.
pub(crate) const PANIC: &str = "panics:about";

/// The program being made.
pub(crate) struct Context {
    pub(crate) program: Program,
    pub(crate) sorts: Sorts,
    pub(crate) layouts: Vec<LayoutRow>,
    layout_ids: FxHashMap<(Layout, Region), usize>,
    pub(crate) memory: Memory,
    pub(crate) allocations: Allocations,
    pub(crate) output: CellId,
    pub(crate) error_output: CellId,
    /// Either version writes to a stream that it names, which may be that for errors.
    pub(crate) has_streams: bool,
    /// The one of these that is being written to.
    pub(crate) writing: CellId,
    /// Was the program stopped as it says itself, by an abort or a panic? An observer can tell that
    /// from behaviour that is not defined.
    pub(crate) stopped: CellId,
    /// Rust: what the last panic was about, for reports.
    pub(crate) panic: Option<CellId>,
    /// By key of the version.
    pub(crate) globals: Vec<GlobalRow>,
    pub(crate) functions: Vec<FnId>,
    /// May the function, or what it calls, end the program by `exit`, or throw?
    pub(crate) raises: Vec<bool>,
    /// The client's parameters with addresses that nothing is known of.
    pub(crate) outside: Vec<String>,
    /// Locals and allocations whose addresses are never handed outside, by function and name; where
    /// there is nothing outside, none.
    pub(crate) private: FxHashSet<(usize, String)>,
    /// Code outside is handed pointers.
    pub(crate) frees_outside: bool,
    /// Some pointers are addresses that were there before.
    pub(crate) has_addresses: bool,
    /// Kinds of scalars that are written, and that are in objects which code outside may know: what lies at an address from
    /// there may be such an object.
    pub(crate) shadowed: Vec<Scalar>,
    /// Kinds of scalars that may be one place there.
    pub(crate) mixed: Mixed,
    /// Kinds that are accessed there.
    pub(crate) met: BTreeSet<Scalar>,
    /// What lies at such addresses, where it is followed.
    pub(crate) surroundings: Option<surroundings::Surroundings>,
    /// Functions without code are handed addresses, and give such.
    pub(crate) handles: bool,
    pub(crate) short: bool,
    /// What a panic says counts.
    pub(crate) messages: bool,
    /// Some objects in memory must not be written.
    pub(crate) has_constants: bool,
    /// The entry makes the objects that are there when the program starts.
    pub(crate) is_setting_up: bool,
    /// What was never written must not be read.
    pub(crate) traps_unwritten: bool,
    /// Some objects are those of pointer parameters.
    pub(crate) has_given: bool,
    /// Some pointers may be null and be moved on from there.
    pub(crate) has_nullable: bool,
    pub(crate) in_accessor: bool,
    /// Functions that are not looked into.
    pub(crate) steps: Steps,
    /// Ends where C leaves open what happens.
    pub(crate) stops: bool,
    pub(crate) is_rust: bool,
    accessors: FxHashMap<(Scalar, bool), FnId>,
    externals: FxHashMap<String, FnId>,
    files: FxHashMap<String, FileId>,
}

impl Context {
    pub(crate) fn new(options: Options, is_rust: bool) -> Context {
        let sorts = Sorts::new(options);
        let mut program = Program::default();
        let mut cell = |name: &str, sort: Sort, role: CellRole| {
            program.cells.push(Cell { name: Symbol::new(name), sort, role, initial: Value::default_of(sort) })
        };
        let by_object = |sort: Sort| Sort::map(sorts.reference, sort);
        let memory = Memory {
            count: cell(ir::EXTENT, by_object(sorts.word), CellRole::Heap),
            stride: cell("mem:stride", by_object(sorts.word), CellRole::Hidden),
            layout: cell("mem:layout", by_object(Sort::atom()), CellRole::Hidden),
            // Whoever gets an object can tell whether it may be freed, and written.
            freeable: cell("mem:freeable", by_object(Sort::bool()), CellRole::Heap),
            lent: cell("mem:lent", by_object(Sort::bool()), CellRole::Hidden),
            freed: cell("mem:freed", by_object(Sort::bool()), CellRole::Hidden),
            constant: cell("mem:constant", by_object(Sort::bool()), CellRole::Heap),
            given: cell("mem:given", by_object(Sort::bool()), CellRole::Hidden),
            before: cell("mem:before", by_object(sorts.word), CellRole::Hidden),
        };
        let by_number = Sort::map(sorts.word, Sort::bool());
        let allocations = Allocations {
            succeed: cell("mem:allocations that succeed", by_number, CellRole::Hidden),
            count: cell("mem:large allocations", sorts.word, CellRole::Hidden),
        };
        let output = cell("standard output", Sort::seq(sorts.written), CellRole::Output);
        let error_output = cell("standard error", Sort::seq(sorts.written), CellRole::Output);
        let stopped = cell("stopped", Sort::bool(), CellRole::Output);
        let panic = is_rust.then(|| cell(PANIC, Sort::atom(), CellRole::Hidden));
        Context {
            program,
            sorts,
            layouts: Vec::new(),
            layout_ids: FxHashMap::default(),
            memory,
            allocations,
            output,
            error_output,
            has_streams: false,
            writing: output,
            stopped,
            panic,
            globals: Vec::new(),
            functions: Vec::new(),
            raises: Vec::new(),
            outside: Vec::new(),
            private: FxHashSet::default(),
            frees_outside: false,
            has_addresses: false,
            shadowed: Vec::new(),
            mixed: Mixed::default(),
            met: BTreeSet::new(),
            surroundings: None,
            handles: options.handles,
            short: options.short,
            messages: options.messages,
            has_constants: false,
            is_setting_up: false,
            traps_unwritten: options.undefined == Undefined::Ignore,
            has_given: false,
            has_nullable: false,
            in_accessor: false,
            steps: Steps::default(),
            is_rust,
            stops: options.stops != crate::sorts::Stops::Neither,
            accessors: FxHashMap::default(),
            externals: FxHashMap::default(),
            files: FxHashMap::default(),
        }
    }

    pub(crate) fn layout(&mut self, layout: &Layout) -> usize {
        self.layout_in(layout, Region::Open)
    }

    /// The region of what the instruction of that name in the function makes.
    pub(crate) fn region(&self, function: usize, name: &str) -> Region {
        match self.private.contains(&(function, name.to_owned())) {
            true => Region::Private,
            false => Region::Open,
        }
    }

    pub(crate) fn layout_in(&mut self, layout: &Layout, region: Region) -> usize {
        if let Some(id) = self.layout_ids.get(&(layout.clone(), region)) {
            return *id;
        }
        let id = self.layouts.len();
        self.layouts.push(LayoutRow {
            layout: layout.clone(),
            region,
            in_memory: false,
            columns: Vec::new(),
            unwritten: Vec::new(),
        });
        self.layout_ids.insert((layout.clone(), region), id);
        id
    }

    /// Makes the cells for objects of the layout in memory. `tracked`: some may be read before
    /// they are written.
    pub(crate) fn put_in_memory(&mut self, id: usize, tracked: bool) {
        let sorts = self.sorts;
        if !self.layouts[id].in_memory {
            self.layouts[id].in_memory = true;
            self.layouts[id].columns =
                self.column_cells(id, "", CellRole::Heap, |scalar| sorts.scalar(scalar).unwrap_or(Sort::bool()));
        }
        if tracked && self.layouts[id].unwritten.is_empty() {
            // Whoever gets an object finds there what was written, and anything elsewhere.
            let role = match self.layouts[id].region {
                Region::Open => CellRole::Heap,
                Region::Private => CellRole::Hidden,
            };
            self.layouts[id].unwritten = self.column_cells(id, ir::UNWRITTEN, role, |_| Sort::bool());
        }
    }

    fn column_cells(&mut self, id: usize, suffix: &str, role: CellRole, sort: impl Fn(Scalar) -> Sort) -> Vec<CellId> {
        let (layout, row) = (self.layouts[id].layout.clone(), self.layouts[id].name());
        let word = self.sorts.word;
        let columns = layout.columns.iter();
        let cells = columns.map(|column| {
            let name = if layout.columns.len() == 1 {
                format!("mem:{row}{suffix}")
            } else {
                format!("mem:{row}.{}{suffix}", column.offset)
            };
            let sort = Sort::map(self.sorts.reference, Sort::map(word, sort(column.scalar)));
            self.program.cells.push(Cell { name: Symbol::new(&name), sort, role, initial: Value::default_of(sort) })
        });
        cells.collect()
    }

    /// Cells that an external function may read and write: memory, and globals it can name.
    pub(crate) fn shared_cells(&self) -> Vec<CellId> {
        let mut cells = Vec::new();
        for global in &self.globals {
            if let Home::Cells(columns) = &global.home {
                cells.extend(columns.iter().copied().filter(|cell| self.program.cells[*cell].role == CellRole::Global));
            }
        }
        cells.extend(self.surroundings.iter().flat_map(surroundings::Surroundings::cells));
        // Where there is no memory, there is none to free.
        if self.frees_outside && self.layouts.iter().any(|row| row.in_memory) {
            cells.push(self.memory.freed);
        }
        for row in self.layouts.iter().filter(|row| row.in_memory && row.region == Region::Open) {
            cells.extend(row.columns.iter().chain(&row.unwritten).copied());
        }
        cells
    }

    /// All of the state that code of the program can come by, in an order that does not depend on the version.
    fn whole_state(&self) -> Vec<CellId> {
        let Memory { count, stride, layout, freeable, lent, freed, constant, given, before } = self.memory;
        let mut cells = vec![count, stride, layout, freeable, lent, freed, constant, given, before];
        cells.push(self.allocations.count);
        for global in &self.globals {
            if let Home::Cells(columns) = &global.home {
                cells.extend(columns.iter().copied());
            }
        }
        if let Some(around) = &self.surroundings {
            cells.extend(around.cells());
            cells.push(around.there());
        }
        for row in self.layouts.iter().filter(|row| row.in_memory) {
            cells.extend(row.columns.iter().chain(&row.unwritten).copied());
        }
        cells.sort_by_key(|cell| self.program.cells[*cell].name.to_string());
        cells.dedup();
        cells
    }

    /// A function that both versions share, as a step: it may look at everything, and do to it what it likes. Its first
    /// argument says what there is to look at, and gives its value.
    pub(crate) fn step(&mut self, name: &str, params: &[Sort], results: &[Sort], effect: Effect) -> (FnId, Value) {
        let state = self.whole_state();
        // Which object a variable is, and what was never made of the memory that there is.
        let homes = self.globals.iter().filter_map(|global| match global.home {
            Home::Memory(reference) => Some(reference),
            Home::Cells(_) | Home::Constants(_) | Home::Unsupported(_) => None,
        });
        let mut fixed: Vec<CellId> = homes.chain([self.allocations.succeed]).chain(self.outputs()).collect();
        fixed.sort_by_key(|cell| self.program.cells[*cell].name.to_string());
        let names: Vec<String> =
            state.iter().chain(&fixed).map(|cell| self.program.cells[*cell].name.to_string()).collect();
        let names = names.join(", ");
        let seen = Value::Atom(Symbol::new(&names));
        let kinds: Vec<String> = params.iter().map(Sort::to_string).collect();
        let key = format!("step {name}({}): {names}", kinds.join(", "));
        if let Some(id) = self.externals.get(&key) {
            return (*id, seen);
        }
        let reads = state.iter().chain(&fixed).copied().collect();
        let writes = if effect == Effect::Writes { state } else { Vec::new() };
        let all = [Sort::atom()].into_iter().chain(params.iter().copied()).enumerate();
        let mut symbol = format!("{name} (the same code)");
        while self.program.function(Symbol::new(&symbol)).is_some() {
            symbol.push('\'');
        }
        let function = Function {
            name: Symbol::new(&symbol),
            params: all.map(|(index, sort)| Param { name: Symbol::new(&format!("x{index}")), sort }).collect(),
            results: results.to_vec(),
            raises: None,
            kind: FunctionKind::External { reads, writes, reach: ir::Reach::Cells },
        };
        let id = self.program.functions.push(Arc::new(function));
        self.externals.insert(key, id);
        (id, seen)
    }

    /// What is written where an observer sees it.
    fn outputs(&self) -> Vec<CellId> {
        let errors = self.has_streams.then_some(self.error_output);
        std::iter::once(self.output).chain(errors).collect()
    }

    /// A function without body, made once for each name and shape.
    pub(crate) fn external(&mut self, name: &str, params: &[Sort], results: &[Sort], outside: Outside) -> FnId {
        let shape = |sorts: &[Sort]| sorts.iter().map(Sort::to_string).collect::<Vec<_>>().join(", ");
        let throws = if outside == Outside::Throws { ", or throws" } else { "" };
        let known = format!("{name}({}) -> ({}){throws}", shape(params), shape(results));
        if let Some(id) = self.externals.get(&known) {
            return *id;
        }
        let taken = self.program.function(Symbol::new(name)).is_some();
        let kind = match outside {
            Outside::Pure => FunctionKind::Pure,
            // Even without a pointer it may have one from before, or know a variable by its name.
            Outside::Returns | Outside::Throws => {
                let writes = self.shared_cells();
                // It may write too, and an observer sees in what order.
                let reads = writes.iter().copied().chain(self.outputs()).collect();
                FunctionKind::External { reads, writes, reach: ir::Reach::Cells }
            }
            Outside::Device => {
                FunctionKind::External { reads: self.outputs(), writes: vec![], reach: ir::Reach::Cells }
            }
        };
        let param = |(index, sort): (usize, &Sort)| Param { name: Symbol::new(&format!("x{index}")), sort: *sort };
        let function = Function {
            name: Symbol::new(if taken { &known } else { name }),
            params: params.iter().enumerate().map(param).collect(),
            results: results.to_vec(),
            raises: (outside == Outside::Throws).then_some(self.sorts.ended),
            kind,
        };
        let id = self.program.functions.push(Arc::new(function));
        self.externals.insert(known, id);
        id
    }

    /// May what is of that kind there be an object known otherwise?
    pub(crate) fn is_shadowed(&self, scalar: Scalar) -> bool {
        match self.mixed.contains(scalar) {
            true => self.mixed.kinds().any(|scalar| self.shadowed.contains(scalar)),
            false => self.shadowed.contains(&scalar),
        }
    }

    /// What a pointer that leads to no object of ours is called.
    pub(crate) fn outside_word(&self) -> String {
        match &self.outside[..] {
            [] => "a pointer that leads to no object known here".into(),
            names => format!("pointer parameter {}", names.join(" or ")),
        }
    }

    /// The function that loads or stores a scalar through any pointer.
    pub(crate) fn accessor(&mut self, scalar: Scalar, store: bool) -> FnId {
        if let Some(id) = self.accessors.get(&(scalar, store)) {
            return *id;
        }
        let name = format!("{} {scalar}", if store { "store" } else { "load" });
        let sort = self.sorts.scalar(scalar).unwrap_or(Sort::bool());
        let mut params = vec![Param { name: Symbol::new("pointer"), sort: self.sorts.pointer }];
        if store {
            params.push(Param { name: Symbol::new("value"), sort });
        }
        let results = if store { vec![] } else { vec![sort] };
        let id = self.reserve(&name);
        self.accessors.insert((scalar, store), id);
        let was_in_accessor = std::mem::replace(&mut self.in_accessor, true);
        let mut emit = emit::Emit::new(self, FunctionBuilder::new(&name, params, results, None).of_front_end());
        let pointer = emit.b.param(0);
        let value = store.then(|| emit.b.param(1));
        if let Ok(result) = emit.access_dynamic(pointer, scalar, value) {
            emit.b.return_(result.as_slice());
        }
        let function = emit.b.finish();
        self.in_accessor = was_in_accessor;
        self.program.functions[id] = Arc::new(function);
        id
    }

    /// A row for a function whose body follows.
    pub(crate) fn reserve(&mut self, name: &str) -> FnId {
        let kind = FunctionKind::Pure;
        let name = Symbol::new(name);
        self.program.functions.push(Arc::new(Function { name, params: vec![], results: vec![], raises: None, kind }))
    }

    pub(crate) fn file(&mut self, name: &str) -> FileId {
        if let Some(id) = self.files.get(name) {
            return *id;
        }
        let id = self.program.files.push(SourceFile { name: name.into(), text: "".into() });
        self.files.insert(name.into(), id);
        id
    }

    /// An array with every scalar the same.
    pub(crate) fn filled(&self, value: Value) -> Value {
        Value::Map(Arc::new(MapValue::constant(value)))
    }
}
