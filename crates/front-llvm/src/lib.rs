//! C, C++ and Rust through LLVM IR: reads the text that clang and rustc emit and lowers what a
//! client reaches of it.
//!
//! * [`read`] finds what a module defines; [`functions`] lists what can be a client.
//! * [`lower`] lowers a client against both versions. The modules of a version are joined by
//!   symbol name.
//!
//! **Values.** An `iN` is a bit-vector of N bits, or, with [`Ints::Unbounded`], a mathematical
//! integer that stands for the signed value; an `i1` is a truth value. Structures are taken apart.
//!
//! **Memory.** Locals whose address is not used other than to load and store become SSA
//! variables; globals of that kind become cells of their own. All other objects live in memory:
//! a pointer is an object, an element of it and a byte of the element, and the contents are
//! columns of scalars (see `layout`), each an array by element.
//!
//! **Undefined behaviour.** Null and dangling pointers, bounds, division by zero, `INT_MIN / -1`,
//! shifts too far and `unreachable` are traps; so are aborts and failed assertions, which an observer can
//! tell from these. A panic unwinds, as an exception does: what was written before it is seen. Signed overflow wraps, and what was never written reads as an
//! arbitrary value, a choice; with [`Stops`] both are traps.
//!
//! **Outside.** A function without code may write, so output is ordered against its calls; in C++ it
//! may throw. A definition that is weak may be another one. Volatile accesses are calls of a device.
//! Initialisers and constructors of globals run before the client.
//!
//! **State.** [`lower`] gives the client's first call after loading, [`lower_later`] a call in any
//! state, [`lower_after`] one after other steps; see `state`.
//!
//! **Assumptions.** There is one thread. There is memory for every allocation that fits into the
//! address space. Objects that are not equal have addresses that are not equal.

mod analysis;
mod converted;
mod declared;
mod demangle;
mod flow;
mod format;
mod guarded;
mod join;
mod layout;
mod libm;
mod lower;
mod mixed;
mod notation;
mod pointee;
mod prelude;
mod prototypes;
mod reader;
mod renamed;
mod same;
mod setters;
mod show;
mod sorts;
mod source;
mod state;
mod steps;
mod uses;
mod weak;

use std::collections::BTreeSet;

use ir::entry::{Assumption, AssumptionKind, Later, Pair, Prior, SourceError};
use ir::{Span, Terminator};
use rustc_hash::FxHashSet;

pub use guarded::{Function, Guarded, Handed, Made, arguments, guarded, takes_private};
use join::{Version, check_unique};
use lower::entry::{Analysed, Before, Lowered, global_facts, lower_version};
use mixed::{Mixed, Outside};
pub use prototypes::{Prototype, prototypes};
use reader::GlobalOrAlias;
use reader::syntax::{Call, Kind, Operand, Type};
pub use reader::{Module, SourceField, SourceKind, SourceSignature, SourceType};
use show::Language;
pub use sorts::{Floats, Ints, Options, Pointers, Stops, Undefined};
use state::{HeldBy, Others, Start};

/// The arguments with which clang compiles a source to what [`read`] takes, before the name of
/// the source and `-o`.
pub const CLANG_ARGUMENTS: &[&str] = &[
    // Without optimisation clang drops the bodies of C99 `inline` functions and of templates that
    // are instantiated elsewhere. So it is told to optimise, but to run no pass; and nothing in a
    // header may see it.
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-Xclang",
    "-disable-lifetime-markers",
    "-fno-strict-aliasing",
    "-U__OPTIMIZE__",
    "-g",
    "-fno-discard-value-names",
    // C++: classes are described where they are used, not only where they are defined.
    "-fstandalone-debug",
    "-femit-all-decls",
    "-S",
    "-emit-llvm",
];

/// The same for rustc.
pub const RUSTC_ARGUMENTS: &[&str] = &[
    "--emit=llvm-ir",
    "-g",
    "-Awarnings",
    "-Copt-level=0",
    "-Coverflow-checks=on",
    // Every function is a client; its callers may catch a panic.
    "-Clink-dead-code=yes",
    "-Cpanic=unwind",
    "-Ccodegen-units=1",
    "--crate-type=lib",
    "-Cno-prepopulate-passes",
];

/// Reads a module. `name` is what messages call it.
pub fn read(text: &str, name: &str) -> Result<Module, SourceError> {
    Module::read(text, name)
}

/// The functions that the module defines, as a user would name them, in order of the text.
pub fn functions(module: &Module) -> Vec<String> {
    named(module, module.functions.iter().map(|function| &*function.name))
}

/// What a user calls these functions. Of one that was compiled for several types none is meant by its name.
fn named<'m>(module: &'m Module, symbols: impl Iterator<Item = &'m str>) -> Vec<String> {
    let all: Vec<(bool, String)> =
        symbols.filter_map(|symbol| Some((demangle::is_mangled(symbol), name_in_source(module, symbol)?))).collect();
    let is_one = |name: &str| all.iter().filter(|(_, other)| other == name).count() == 1;
    all.iter().filter(|(is_rust, name)| !is_rust || is_one(name)).map(|(_, name)| name.clone()).collect()
}

/// What a user calls the function; `None`: it is none of the user's.
fn name_in_source(module: &Module, symbol: &str) -> Option<String> {
    let path = demangle::demangle(symbol);
    match demangle::is_mangled(symbol) {
        // The library's generic functions are compiled into the crate that uses them.
        true => {
            let plain = within_crate(&path).map(str::to_owned);
            plain.or_else(|| guarded::path(module, symbol)).filter(|path| !path.contains('{'))
        }
        false => Some(path),
    }
}

/// Is it a function of Rust's own library? Whether one is called, and which, nobody sees.
fn is_of_rust_library(symbol: &str) -> bool {
    let path = demangle::demangle(symbol);
    demangle::is_mangled(symbol) && within_crate(&path).is_none()
}

/// Is it something that a program does, that it calls the function? What libraries of the languages do is seen in what
/// comes of it.
fn is_action(symbol: &str) -> bool {
    let of_cpp =
        ["_ZNSt", "_ZNKSt", "_ZSt", "_ZNS", "_ZNKS", "_ZN9__gnu_cxx", "_Zn", "_Zd", "__cxa_", "__dynamic_cast"];
    let is_silent = lower::is_left_outside(symbol) || of_cpp.iter().any(|prefix| symbol.starts_with(prefix));
    !is_of_rust_library(symbol) && !is_silent
}

/// The path without the crate, if it is that of the program.
fn within_crate(path: &str) -> Option<&str> {
    let (first, rest) = path.split_once("::")?;
    let library = ["core", "alloc", "std"].contains(&first) || first.starts_with(['<', '_']);
    (!library).then_some(rest)
}

/// Those of them that stand in the source file itself, not in a header; all, where the module has
/// no debug information to tell.
pub fn own_functions(module: &Module) -> Vec<String> {
    let own = module.functions.iter().filter(|function| {
        let subprogram = module.signature(function).ok().and_then(|signature| signature.subprogram);
        subprogram.is_none_or(|subprogram| module.is_in_source_file(subprogram))
    });
    named(module, own.map(|function| &*function.name))
}

/// Does the old version count with an `int` where in an array it is? Where there are more elements than it has numbers, it
/// has no defined behaviour.
pub fn counts_by_int(old: &[Module], client: &str, options: Options) -> Result<bool, SourceError> {
    let root = find_client(old, client, options.client_is_last)?;
    let [old, _] = prelude::with_library(old, &[]);
    let version = Version::reach(&old, &[root])?;
    let is_rust = demangle::is_mangled(version.functions[0].symbol);
    let counts = |function: &join::ReachedFunction| {
        let insts = || function.body.blocks.iter().flat_map(|block| &block.insts);
        let widened: FxHashSet<&str> = insts()
            .filter(|inst| matches!(&inst.kind, Kind::Cast { op: "sext", from: Type::Int(32), to: Type::Int(64), .. }))
            .filter_map(|inst| inst.result)
            .collect();
        let is_widened = |index: &Operand| matches!(index, Operand::Local(name) if widened.contains(name));
        let is_index =
            |kind: &Kind| matches!(kind, Kind::Gep(gep) if gep.indices.iter().any(|(_, index)| is_widened(index)));
        let is_count =
            |kind: &Kind| matches!(kind, Kind::Binary { op: "add" | "sub", nsw: true, ty: Type::Int(32), .. });
        insts().any(|inst| is_index(&inst.kind)) && insts().any(|inst| is_count(&inst.kind))
    };
    Ok(!is_rust && version.functions.iter().any(counts))
}

/// Lowers the client against both versions: its first call after loading.
pub fn lower(old: &[Module], new: &[Module], client: &str, options: Options) -> Result<Pair, SourceError> {
    lower_from(old, new, client, options, &Start::Loaded).map(|(pair, _)| pair)
}

/// Is there code below the client that both versions share and that can be taken as a step?
pub fn has_steps(old: &[Module], new: &[Module], client: &str, options: Options) -> Result<bool, SourceError> {
    let roots = [find_client(old, client, options.client_is_last)?, find_client(new, client, options.client_is_last)?];
    let [old, new] = prelude::with_library(old, new);
    let [old, new] = weak::with_changed(old, new)?;
    let new = renamed::with_names_of(&old, new);
    let reach = |modules, root| Version::reach(modules, &[root]);
    let [of_old, of_new] = steps::steps(&reach(old.as_slice(), roots[0])?, &reach(new.as_slice(), roots[1])?);
    Ok(!of_old.is_empty() && !of_new.is_empty())
}

/// Lowers the client for calls that come after others. `None`: nothing that it reaches can change
/// before it is called.
pub fn lower_later(
    old: &[Module],
    new: &[Module],
    client: &str,
    options: Options,
) -> Result<Option<Later>, SourceError> {
    // A program starts with what it was loaded with.
    if find_client(old, client, options.client_is_last)?.1 == "main" {
        return Ok(None);
    }
    let (any_state, sequences) = lower_from(old, new, client, options, &Start::AnyState)?;
    Ok(sequences.map(|tried| Later {
        any_state,
        sequences: tried.sequences,
        all: tried.all,
        afterwards: tried.afterwards,
    }))
}

/// Lowers the client's call after these steps.
pub fn lower_after(
    old: &[Module],
    new: &[Module],
    client: &str,
    options: Options,
    steps: &[Prior],
) -> Result<Pair, SourceError> {
    lower_from(old, new, client, options, &Start::After(steps.to_vec())).map(|(pair, _)| pair)
}

/// The pair; and, if anything can change before the call, steps worth trying, and all there can be.
type FromStart = (Pair, Option<state::Tried>);

fn lower_from(
    old: &[Module],
    new: &[Module],
    client: &str,
    options: Options,
    start: &Start,
) -> Result<FromStart, SourceError> {
    check_unique(old)?;
    check_unique(new)?;
    let mut old_roots = vec![find_client(old, client, options.client_is_last)?];
    let mut new_roots = vec![find_client(new, client, options.client_is_last)?];
    let [old, new] = prelude::with_library(old, new);
    let [old, new] = weak::with_changed(old, new)?;
    let new = renamed::with_names_of(&old, new);
    let (old, new) = (old.as_slice(), new.as_slice());
    if let Start::After(steps) = start {
        for step in steps {
            let symbols = match step {
                Prior::Call(symbol) => std::slice::from_ref(symbol),
                Prior::Any(symbols) => symbols,
                Prior::Client | Prior::Assign(_) => &[],
            };
            for symbol in symbols {
                old_roots.extend(find_symbol(old, symbol));
                new_roots.extend(find_symbol(new, symbol));
            }
        }
    }
    let first_old = Version::with_constructors(old, &old_roots)?;
    let first_new = Version::with_constructors(new, &new_roots)?;
    // A global that one version never touches still has its initial value there.
    let old_version = with_globals_of(old, &old_roots, first_old, &first_new)?;
    let new_version = with_globals_of(new, &new_roots, first_new, &old_version)?;
    let (old, new) = (Analysed::new(old_version), Analysed::new(new_version));
    let (old_others, new_others) = (Others::of(&old.version)?, Others::of(&new.version)?);
    let (old_side, new_side) = ((&old, &old_others), (&new, &new_others));
    let (mut facts, mut changed) = global_facts(old_side, new_side);
    let held = state::held(&old, &new, &facts, &sorts::Sorts::new(options));
    // `Arrays`: nobody asks about later calls.
    if *start != Start::AnyState && options.pointers == Pointers::Outside {
        state::hide_private(old_side, new_side, &held, start, &mut facts, &mut changed)?;
    }
    let mut shape = shape(&old);
    let elements = lower::arrays::elements(&old.version, options);
    let arrays = shape.as_mut().map(|shape| shape.mark_arrays(&elements)).unwrap_or_default();
    let parameters = shape.as_ref().map_or_else(|| parameter_names(&old), source::Shape::names);
    let new_shape = self::shape(&new);
    let pointees = match options.pointers {
        Pointers::Outside => {
            pointee::common((&old.version, shape.as_ref()), (&new.version, new_shape.as_ref()), options)
        }
        Pointers::Arrays => Vec::new(),
    };
    let of_new = Options { stops: if options.stops == Stops::Both { Stops::Both } else { Stops::Neither }, ..options };
    let may_run_out = runs_out(&old.version) || runs_out(&new.version);
    let has_streams = writes_to_streams(&old.version) || writes_to_streams(&new.version);
    let panics_fail = options.pointers == Pointers::Arrays;
    let is_rust = demangle::is_mangled(old.version.functions[0].symbol);
    let declared = declared::declared(shape.as_ref(), new_shape.as_ref(), is_rust);
    let surroundings = has_surroundings(&old.version, shape.as_ref(), &pointees, options)
        || ([&old.version, &new.version].iter().any(|version| lower::entry::givers(version).next().is_some())
            && follows_surroundings(&old.version, shape.as_ref(), &pointees, options));
    let [old_steps, new_steps] = match options.steps {
        true => steps::steps(&old.version, &new.version),
        false => Default::default(),
    };
    let told_apart = Mixed::default();
    let before = |side: HeldBy| Before {
        start,
        held: &held,
        side,
        may_run_out,
        has_streams,
        panics_fail,
        declared: &declared,
        surroundings,
        mixed: &told_apart,
    };
    let lower_both = |mixed: &Mixed| {
        let one = |side, options, held_by, steps: &steps::Steps| {
            let before = Before { mixed, ..before(held_by) };
            lower_version(side, &facts, &changed, options, client, &pointees, (&before, steps.clone()))
        };
        [one(&old, options, HeldBy::Old, &old_steps), one(&new, of_new, HeldBy::New, &new_steps)]
    };
    let [mut of_old_side, mut of_new_side] = lower_both(&told_apart);
    // What is accessed is known only now.
    let accessed = of_old_side.met.union(&of_new_side.met).copied().collect();
    let mixed = outside([&old, &new], [shape.as_ref(), new_shape.as_ref()], &pointees).mixed(&accessed);
    if !mixed.is_empty() {
        [of_old_side, of_new_side] = lower_both(&mixed);
    }
    let own_inputs = of_old_side.own;
    let (old_entry, new_entry) = (of_old_side.entry, of_new_side.entry);
    let sorts = |entry: &ir::entry::Entry| -> Vec<String> {
        let of = |function: ir::FnId| &entry.program.functions[function];
        // With what pointers lead to, where that is an input.
        let function = match options.pointers {
            Pointers::Outside if *start == Start::Loaded => of(entry.client),
            Pointers::Outside | Pointers::Arrays => of(entry.entry),
        };
        function.params.iter().map(|param| param.sort.to_string()).collect()
    };
    if sorts(&old_entry) != sorts(&new_entry) {
        let message = format!(
            "the parameters of `{client}` differ: ({}) in old, ({}) in new",
            sorts(&old_entry).join(", "),
            sorts(&new_entry).join(", ")
        );
        return Err(SourceError::new(new.version.modules[new.version.functions[0].module].name(), None, message));
    }
    if let (Some(shape), Some(result)) = (&mut shape, declared.result()) {
        (shape.result, shape.result_pieces) = result;
    }
    let language = if is_rust { Language::Rust } else { Language::C };
    let inputs: Vec<value::Symbol> =
        old_entry.program.functions[old_entry.entry].params.iter().map(|param| param.name).collect();
    // The client's own come last.
    let first_own = inputs.len() - own_inputs;
    let types = layout::Types(&old.version.modules[old.version.functions[0].module]);
    let mut assumptions = assumptions(options, &arrays);
    let has_globals = old.version.globals.iter().chain(&new.version.globals).any(|global| !global.global.constant);
    assumptions.extend(pointee::assumption(&pointees, has_globals));
    assumptions.extend(weak::assumption([&old.version, &new.version]));
    assumptions.extend(errno_assumption([&old.version, &new.version]));
    if options.short {
        let detail =
            "what is handed over has no more than 2147483647 elements: an int that counts them overflows beyond";
        assumptions.push(Assumption { kind: AssumptionKind::DefinedInOld, detail: detail.to_owned() });
    }
    if surroundings {
        assumptions.push(surroundings_assumption([&old.version, &new.version]));
    }
    if allocates(&old.version) || allocates(&new.version) {
        let detail = "there is memory for every allocation that fits into the address space".into();
        assumptions.push(Assumption { kind: AssumptionKind::IdealMachine, detail });
    }
    if options.pointers == Pointers::Arrays && !held.is_empty() {
        let names: Vec<&str> = held.iter().map(|held| held.name.as_str()).collect();
        let detail = format!("{} as after loading", names.join(", "));
        assumptions.push(Assumption { kind: AssumptionKind::InitialState, detail });
    }
    if *start == Start::AnyState {
        assumptions.extend(setters::assumptions(&old.version, &new.version, &held)?);
    }
    let givers = [&old.version, &new.version].into_iter().flat_map(lower::entry::givers);
    let source = notation::Source::new(language, shape, &inputs[first_own..], pointees, types, options, surroundings)
        .with_givers(givers);
    let notation: Box<dyn ir::entry::Notation> = match start {
        Start::Loaded if first_own == 0 => Box::new(source),
        Start::Loaded | Start::AnyState | Start::After(_) => {
            let plain = |shape| notation::Source::new(language, shape, &[], Vec::new(), types, options, false);
            let steps = notation::steps(&old, &before(HeldBy::Old), client, own_inputs, plain);
            Box::new(notation::After { source, steps, own: own_inputs })
        }
    };
    let sequences = (!held.is_empty()).then(|| state::Tried {
        sequences: state::sequences(old_side, new_side, &held, &facts),
        all: state::all(old_side, new_side, &held),
        afterwards: state::afterwards(old_side, new_side),
    });
    let pair = Pair {
        client: client.to_owned(),
        parameters,
        old: old_entry,
        new: new_entry,
        assumptions,
        slips: None,
        // What other code leaves behind before the call may lead to code that is not the same.
        is_same_code: held.is_empty() && same::is_same(&old.version, &new.version),
        library: ir::entry::Library { known: libm::call, is_action, ..Default::default() },
        notation,
    };
    Ok((pair, sequences))
}

/// Does the client take addresses that lead further than to an object of its own?
fn has_surroundings(
    version: &Version,
    shape: Option<&source::Shape>,
    pointees: &[pointee::Pointee],
    options: Options,
) -> bool {
    let is_plain = |register: usize, param: &reader::syntax::Parameter| {
        param.ty == reader::syntax::Type::Ptr
            && param.byval.is_none()
            && param.sret.is_none()
            && !pointees.iter().any(|pointee| pointee.register == register)
    };
    let mut params = version.functions[0].signature.params.iter().enumerate();
    follows_surroundings(version, shape, pointees, options)
        && (pointees.iter().any(pointee::Pointee::leads_on)
            || params.any(|(register, param)| is_plain(register, param)))
}

/// Is what lies at addresses from outside followed? References that lead there are never null, which addresses may be,
/// and the strings of `main` are its own.
fn follows_surroundings(
    version: &Version,
    shape: Option<&source::Shape>,
    pointees: &[pointee::Pointee],
    options: Options,
) -> bool {
    let function = &version.functions[0];
    let is_own = |register: usize| pointees.iter().any(|pointee| pointee.register == register);
    let is_reference = |argument: &source::Argument| pointee::is_there(argument) && !is_own(argument.register);
    options.pointers == Pointers::Outside
        && options.ints == Ints::Machine
        && !options.handles
        && !demangle::is_mangled(function.symbol)
        && function.symbol != "main"
        && shape.is_some_and(|shape| !shape.arguments.iter().any(is_reference))
}

/// What the types of the client's parameters and of the variables say of the memory that addresses from outside lead to;
/// those of locals as well, where functions without code give addresses.
fn outside(sides: [&Analysed; 2], shapes: [Option<&source::Shape>; 2], pointees: &[pointee::Pointee]) -> Outside {
    let mut outside = Outside::default();
    for argument in shapes.into_iter().flatten().flat_map(|shape| &shape.arguments) {
        let is_object = pointees.iter().any(|pointee| pointee.register == argument.register);
        match &argument.ty.kind {
            SourceKind::Pointer(to) if is_object => outside.follow(to),
            _ => outside.follow(&argument.ty),
        }
    }
    for side in sides {
        let version = &side.version;
        outside.shared.extend(converted::converted(version, &side.analyses));
        let variable = |global: &join::ReachedGlobal| version.modules[global.module].source_global(global.symbol);
        version.globals.iter().filter_map(variable).for_each(|ty| outside.follow(&ty));
        if lower::entry::givers(version).next().is_none() {
            continue;
        }
        for (function, analysis) in version.functions.iter().zip(&side.analyses) {
            let variables = analysis.allocas.iter().filter_map(|local| local.variable);
            let types = variables.filter_map(|variable| version.modules[function.module].source_variable(variable));
            types.for_each(|ty| outside.follow(&ty));
        }
    }
    outside
}

fn surroundings_assumption(versions: [&Version; 2]) -> Assumption {
    let mut givers: Vec<&str> = versions.iter().flat_map(|version| lower::entry::givers(version)).collect();
    givers.sort_unstable();
    givers.dedup();
    let of_givers =
        if givers.is_empty() { String::new() } else { format!(" (also addresses given by {})", givers.join(", ")) };
    let detail = format!(
        "memory that addresses from outside lead to{of_givers} is of one type each and overlaps with no other object"
    );
    Assumption { kind: AssumptionKind::NoAlias, detail }
}

/// That nobody asks `errno` after a function of `math.h`; if the program itself does, such a call is not followed.
fn errno_assumption(versions: [&Version; 2]) -> Option<Assumption> {
    let mut names: Vec<&str> = versions.into_iter().flat_map(lower::entry::may_set_errno).collect();
    names.sort_unstable();
    names.dedup();
    let detail = format!("nobody looks at what {} leaves in errno", names.join(", "));
    (!names.is_empty()).then_some(Assumption { kind: AssumptionKind::External, detail })
}

/// Is memory allocated?
fn allocates(version: &Version) -> bool {
    allocations(version).next().is_some()
}

/// May an allocation be of any size?
fn runs_out(version: &Version) -> bool {
    let is_constant = |operand: &Operand| matches!(operand, Operand::Constant(_));
    allocations(version).any(|call| !call.args.iter().all(|arg| is_constant(&arg.value)))
}

/// Does the version write to a stream that it names, which may be that for errors?
fn writes_to_streams(version: &Version) -> bool {
    let insts = version.functions.iter().flat_map(|function| &function.body.blocks).flat_map(|block| &block.insts);
    insts.into_iter().any(|inst| match &inst.kind {
        Kind::Call(call) => lower::called_name(&call.callee).is_some_and(lower::output::names_its_stream),
        _ => false,
    })
}

fn allocations<'a, 'm>(version: &'a Version<'m>) -> impl Iterator<Item = &'a Call<'m>> {
    let insts = version.functions.iter().flat_map(|function| &function.body.blocks).flat_map(|block| &block.insts);
    insts.filter_map(|inst| match &inst.kind {
        Kind::Call(call) => {
            let name = lower::called_name(&call.callee)?;
            analysis::allocation(name).is_some().then_some(call)
        }
        _ => None,
    })
}

/// The function of that symbol that other files can call.
fn find_symbol<'m>(modules: &'m [Module], symbol: &str) -> Option<(usize, &'m str)> {
    modules.iter().enumerate().find_map(|(index, module)| {
        let function = module.function(symbol).filter(|function| !function.internal)?;
        Some((index, &*function.name))
    })
}

/// A client as its source declares it, to be called natively.
#[derive(Clone, Debug)]
pub struct Described {
    /// The module it stands in.
    pub module: usize,
    /// As the source calls it.
    pub function: String,
    pub signature: SourceSignature,
    /// What the source calls its parameters.
    pub names: Vec<String>,
    pub globals: Vec<DescribedGlobal>,
    /// Some variable outlives a call.
    pub has_state: bool,
}

/// A variable that the client may change.
#[derive(Clone, Debug)]
pub struct DescribedGlobal {
    pub module: usize,
    pub name: String,
    pub ty: SourceType,
    /// No other file can name it.
    pub is_static: bool,
}

/// What the source says of the client. `None`: there is no debug information.
pub fn describe(modules: &[Module], client: &str, client_is_last: bool) -> Result<Option<Described>, SourceError> {
    let root = find_client(modules, client, client_is_last)?;
    let version = Version::reach(modules, &[root])?;
    let function = &version.functions[0];
    let signature = function.signature.subprogram.and_then(|number| modules[root.0].source_signature(number));
    let (side, others) = (Analysed::new(Version::reach(modules, &[root])?), Others::of(&version)?);
    let is_watched = |global: &&join::ReachedGlobal| {
        !global.global.constant && global.global.initial.is_some() && !others.keep_private(&side, &global.name)
    };
    let changeable = version.globals.iter().filter(is_watched);
    let has_state = version.globals.iter().any(|global| !global.global.constant);
    let globals = changeable.filter_map(|global| {
        let ty = modules[global.module].source_global(global.symbol)?;
        // Addresses differ from run to run.
        (!ty.holds_pointer()).then(|| DescribedGlobal {
            module: global.module,
            name: global.symbol.to_owned(),
            is_static: global.global.internal,
            ty,
        })
    });
    let (module, symbol) = (root.0, demangle::demangle(function.symbol));
    let names =
        source::shape(&modules[root.0], function, &side.analyses[0]).map(|shape| shape.names()).unwrap_or_default();
    let globals = globals.collect();
    Ok(signature.map(|signature| Described { module, function: symbol, signature, names, globals, has_state }))
}

/// The variables of files' own that a function beside the client shows that is not the same in both versions: what such a
/// function makes of them is seen, and not what they hold.
pub fn told_otherwise(
    old: &[Module],
    new: &[Module],
    client: &str,
    client_is_last: bool,
) -> Result<BTreeSet<String>, SourceError> {
    let reach = |modules| Version::reach(modules, &[find_client(modules, client, client_is_last)?]);
    let (old, new) = (reach(old)?, reach(new)?);
    let own = old.globals.iter().filter(|global| global.global.internal && !global.global.constant);
    let own: Vec<&str> = own.map(|global| global.name.as_str()).collect();
    Ok(setters::told_otherwise(&old, &new, &own)?.into_iter().collect())
}

/// Lowers every function of a version, each once, and lists what is not supported, with the file
/// and line where it stands. A check of one client only meets what that client reaches.
pub fn survey(modules: &[Module], options: Options) -> Result<Vec<(String, String, u32)>, SourceError> {
    check_unique(modules)?;
    let roots: Vec<(usize, &str)> = modules
        .iter()
        .enumerate()
        .flat_map(|(index, module)| module.functions.iter().map(move |function| (index, &*function.name)))
        .collect();
    let [modules, _] = prelude::with_library(modules, &[]);
    let analysed = Analysed::new(Version::reach(&modules, &roots)?);
    let others = Others::default();
    let (facts, changed) = global_facts((&analysed, &others), (&analysed, &others));
    if analysed.version.functions.is_empty() {
        return Ok(Vec::new());
    }
    let side = HeldBy::Old;
    let declared = &declared::declared(None, None, false);
    let before = Before {
        start: &Start::Loaded,
        held: &[],
        side,
        may_run_out: false,
        has_streams: false,
        panics_fail: false,
        declared,
        surroundings: false,
        mixed: &Mixed::default(),
    };
    let Lowered { entry, .. } =
        lower_version(&analysed, &facts, &changed, options, "survey", &[], (&before, Default::default()));
    let place = |(what, span): (String, Span)| {
        let file = entry.program.files.get(span.file).map_or("", |file| &file.name);
        (what, file.to_string(), span.line)
    };
    let mut found: Vec<_> = unsupported(&entry.program).into_iter().map(place).collect();
    found.sort();
    found.dedup();
    Ok(found)
}

/// Everything in the program that is not supported, where it stands, in order.
pub fn unsupported(program: &ir::Program) -> Vec<(String, Span)> {
    let mut found = Vec::new();
    for (_, function) in program.functions.iter() {
        let Some(body) = function.body() else { continue };
        for (id, block) in body.blocks.iter() {
            if let Terminator::Unsupported(what) = block.end {
                found.push((what.to_string(), body.span_of_end(id)));
            }
        }
    }
    found
}

/// `arrays`: the parameters that lead to arrays, with the types of their elements.
fn assumptions(options: Options, arrays: &[(String, String)]) -> Vec<Assumption> {
    let mut assumptions = Vec::new();
    for (name, ty) in arrays {
        let detail = format!("{name} taken as null or the start of an array of {ty}");
        assumptions.push(Assumption { kind: AssumptionKind::ParameterType, detail });
    }
    if let [first @ .., (last, _)] = arrays
        && !first.is_empty()
    {
        let first: Vec<&str> = first.iter().map(|(name, _)| name.as_str()).collect();
        let detail = format!("{} and {last} do not overlap", first.join(", "));
        assumptions.push(Assumption { kind: AssumptionKind::NoAlias, detail });
    }
    if options.ints == Ints::Unbounded {
        let detail = "signed integers do not overflow".to_string();
        assumptions.push(Assumption { kind: AssumptionKind::UnboundedInts, detail });
    }
    if options.floats == Floats::Real {
        let detail = "floats are real numbers".to_string();
        assumptions.push(Assumption { kind: AssumptionKind::RealFloats, detail });
    }
    assumptions
}

/// The function a user means: by symbol, by source path, or by the end of one.
fn find_client<'m>(modules: &'m [Module], client: &str, is_last: bool) -> Result<(usize, &'m str), SourceError> {
    let name = modules.first().map_or("", |module| module.name());
    match meant(modules, client, is_last) {
        Meant::One(index, name) => Ok((index, name)),
        Meant::Statics(files) => {
            let (last, names) = (files[files.len() - 1], files.join(", "));
            Err(SourceError::new(last, None, format!("`{client}` is a static function of several files: {names}")))
        }
        Meant::Several(paths) => {
            Err(SourceError::new(name, None, format!("`{client}` may be any of {}", paths.join(", "))))
        }
        Meant::None => {
            let mut defined: Vec<String> = modules.iter().flat_map(functions).collect();
            defined.truncate(20);
            Err(SourceError::new(name, None, format!("no function `{client}`; defined here: {}", defined.join(", "))))
        }
    }
}

/// What a user may mean by a name.
enum Meant<'m> {
    /// A module, and the symbol in it.
    One(usize, &'m str),
    /// A static function of each of these files.
    Statics(Vec<&'m str>),
    /// Functions with these paths.
    Several(Vec<String>),
    None,
}

/// What every file can name goes before what only one can; the client's own file before all.
fn meant<'m>(modules: &'m [Module], client: &str, is_last: bool) -> Meant<'m> {
    let own = modules.len().checked_sub(1).filter(|_| is_last);
    let named = modules.iter().enumerate().filter_map(|(index, module)| Some((index, module.function(client)?)));
    let named: Vec<_> = named.filter(|(index, _)| own.is_none_or(|own| own == *index)).collect();
    let strong = named.iter().find(|(_, function)| !function.internal && !function.mergeable);
    let exported = strong.or_else(|| named.iter().find(|(_, function)| !function.internal));
    if let Some((index, function)) = exported {
        return Meant::One(*index, &function.name);
    }
    match &named[..] {
        [] => {}
        [(index, function)] => return Meant::One(*index, &function.name),
        several => return Meant::Statics(several.iter().map(|(index, _)| modules[*index].name()).collect()),
    }
    let all = || {
        modules.iter().enumerate().flat_map(|(index, module)| {
            module.functions.iter().map(move |function| (index, &*function.name, demangle::demangle(&function.name)))
        })
    };
    let exact: Vec<_> = all().filter(|(_, _, path)| path == client || within_crate(path) == Some(client)).collect();
    let ending = format!("::{client}");
    let mut found =
        if exact.is_empty() { all().filter(|(_, _, path)| path.ends_with(&ending)).collect() } else { exact };
    if found.is_empty() {
        // Methods in Rust's newer scheme, which are known by their description.
        let client = client.replace('.', "::");
        let described = |(index, symbol, _): (usize, &'m str, String)| {
            let path = demangle::is_mangled(symbol).then(|| guarded::path(&modules[index], symbol)).flatten()?;
            Some((index, symbol, path)).filter(|(_, _, path)| *path == client || path.ends_with(&format!("::{client}")))
        };
        found = all().filter_map(described).collect();
        if found.iter().any(|(_, _, path)| *path == client) {
            found.retain(|(_, _, path)| *path == client);
        }
    }
    match &found[..] {
        [] => Meant::None,
        [(index, name, _)] => Meant::One(*index, name),
        _ => Meant::Several(found.into_iter().map(|(_, _, path)| path).collect()),
    }
}

/// Is there code of a function of that name? Where there are several, they have paths of their own, unless they are one
/// function compiled for several types.
pub fn is_there(modules: &[Module], client: &str, client_is_last: bool) -> bool {
    match meant(modules, client, client_is_last) {
        Meant::One(..) => true,
        Meant::Several(paths) => paths.iter().any(|path| *path != paths[0]),
        Meant::Statics(_) | Meant::None => false,
    }
}

/// The version with the globals that the other one reaches, as far as it defines them.
fn with_globals_of<'m>(
    modules: &'m [Module],
    roots: &[(usize, &'m str)],
    version: Version<'m>,
    other: &Version<'_>,
) -> Result<Version<'m>, SourceError> {
    let here: FxHashSet<&str> = version.globals.iter().map(|global| global.name.as_str()).collect();
    let known = roots.len();
    let mut roots = roots.to_vec();
    for global in other.globals.iter().filter(|global| !global.global.constant && !here.contains(global.name.as_str()))
    {
        for (index, module) in modules.iter().enumerate() {
            if let Some(name) = module.global_names().find(|name| *name == global.name)
                && let Some(Ok(GlobalOrAlias::Global(found))) = module.global(name)
                && found.initial.is_some()
            {
                roots.push((index, name));
            }
        }
    }
    if roots.len() == known { Ok(version) } else { Version::with_constructors(modules, &roots) }
}

/// The client as its source declares it.
fn shape(analysed: &Analysed) -> Option<source::Shape> {
    let version = &analysed.version;
    let function = version.functions.first()?;
    let mut shape = source::shape(&version.modules[function.module], function, &analysed.analyses[0])?;
    for global in &version.globals {
        if let Some(ty) = version.modules[global.module].source_global(global.symbol) {
            shape.globals.insert(global.name.clone(), ty);
        }
    }
    Some(shape)
}

fn parameter_names(analysed: &Analysed) -> Vec<String> {
    let function = &analysed.version.functions[0];
    let module = &analysed.version.modules[function.module];
    let described: Vec<(&str, usize)> = analysed.analyses[0]
        .allocas
        .iter()
        .filter_map(|alloca| module.variable(alloca.variable?))
        .filter_map(|(name, position)| Some((name, position?)))
        .collect();
    let name = |(index, param): (usize, &reader::syntax::Parameter)| {
        let numbered = param.name.bytes().all(|byte| byte.is_ascii_digit());
        let described = described.iter().find(|(_, position)| *position == index + 1);
        match described {
            Some((name, _)) if numbered => name.to_string(),
            _ => param.name.to_string(),
        }
    };
    function.signature.params.iter().enumerate().map(name).collect()
}
