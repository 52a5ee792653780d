//! How C and Rust write values and conditions.

use std::collections::BTreeSet;

use ir::entry::{Casts, MachineInput, MachineInts, MachinePart, Notation, Prior, Shown, Unaddressed, Words};
use ir::interp::State;
use ir::{Program, Trap};
use value::{Int, Sort, SortKind, Symbol, Value};

use crate::layout::{Layout, Types};
use crate::lower::entry::{Analysed, Before, readable};
use crate::lower::surroundings::INPUTS;
use crate::lower::{ADDRESS_BITS, PANIC};
use crate::pointee::{Extent, Pointee, elements, layout_of};
use crate::reader::{SourceKind, SourceType};
use crate::show::{self, Language, text as written};
use crate::sorts::{Ints, Options};
use crate::source::{Argument, Piece, Shape};
use crate::state::{Held, Start, called_before};

/// C's or Rust's notation for one client.
pub(crate) struct Source {
    language: Language,
    shape: Option<Shape>,
    words: Words,
    pointees: Vec<Pointee>,
    /// What pointers lead to, as the source says: the client's parameters and its result.
    objects: Vec<(Layout, SourceType)>,
    is_machine: bool,
    /// Addresses from outside are numbers, and what lies there comes last.
    has_surroundings: bool,
    /// Functions without code that give addresses.
    givers: BTreeSet<String>,
}

impl Source {
    /// `inputs`: the names of the entry's plain inputs.
    pub(crate) fn new(
        language: Language,
        shape: Option<Shape>,
        inputs: &[Symbol],
        pointees: Vec<Pointee>,
        types: Types,
        options: Options,
        has_surroundings: bool,
    ) -> Source {
        let has_words = options.handles || has_surroundings;
        let inputs =
            shape.as_ref().map(|shape| machine_inputs(shape, inputs, &pointees, has_words)).unwrap_or_default();
        let mut objects: Vec<(Layout, SourceType)> = Vec::new();
        if let Some(SourceKind::Pointer(to)) = shape.as_ref().map(|shape| &shape.result.kind) {
            objects.extend(layout_of(types, to).map(|layout| (layout, (**to).clone())));
        }
        objects.extend(pointees.iter().map(|pointee| (pointee.layout.clone(), pointee.ty.clone())));
        let is_machine = options.ints == Ints::Machine;
        let casts = if language == Language::C { Casts::C } else { Casts::Rust };
        let (true_, false_, if_else) = match language {
            Language::C => ("1", "0", "{c} ? {a} : {b}"),
            Language::Rust => ("true", "false", "if {c} { {a} } else { {b} }"),
        };
        let machine = Some(MachineInts { casts, inputs });
        let words = Words {
            and: "&&",
            or: "||",
            not: "!",
            true_,
            false_,
            div: "/",
            modulo: "%",
            if_else,
            machine,
            choices: Vec::new(),
        };
        let givers = BTreeSet::new();
        Source { language, shape, words, pointees, objects, is_machine, has_surroundings, givers }
    }

    pub(crate) fn with_givers<'n>(self, givers: impl Iterator<Item = &'n str>) -> Source {
        Source { givers: givers.map(str::to_owned).collect(), ..self }
    }

    fn pointee(&self, argument: &Argument) -> Option<&Pointee> {
        self.pointees.iter().find(|pointee| pointee.register == argument.register)
    }

    /// Is the argument an address that nothing more is known of?
    fn is_word(&self, argument: &Argument) -> bool {
        self.has_surroundings
            && argument.pieces.is_empty()
            && matches!(argument.ty.kind, SourceKind::Pointer(_))
            && self.pointee(argument).is_none()
    }

    /// A pointer parameter out of its inputs.
    fn given(&self, pointee: &Pointee, inputs: &[Value]) -> Shown {
        let (is_earlier, contents) = inputs[pointee.lengths()..].split_at(pointee.may_be.len());
        let same = is_earlier.iter().zip(&pointee.may_be).rev().find(|(is, _)| **is == Value::Bool(true));
        if let Some((_, other)) = same {
            return Shown::Repr(self.pointees[*other].name.clone());
        }
        let length = |at: usize| match &inputs[at] {
            Value::Bv(bits) => u64::try_from(bits.bits()).unwrap_or(u64::MAX),
            other => whole_number(other).and_then(|length| u64::try_from(length).ok()).unwrap_or(0),
        };
        let column = |wanted: usize| contents.get(wanted);
        let lengths = match pointee.extent {
            Extent::Any if inputs[0] == Value::Bool(true) => return Shown::Repr("NULL".into()),
            Extent::Any => (length(2), length(1)),
            Extent::There => (length(1), length(0)),
            Extent::Slice => (0, length(0)),
            Extent::Elements(count) => (0, count),
        };
        if pointee.is_text && lengths.1 <= MOST_ELEMENTS {
            let found = elements(&pointee.layout, 0, lengths.1, self.is_machine, column);
            let bytes: Option<Vec<u8>> =
                found.values.iter().map(|values| whole_number(&values[0]).map(|byte| byte as u8)).collect();
            if let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
                return Shown::Text(text);
            }
        }
        self.object(&pointee.ty, &pointee.layout, lengths, column)
    }

    /// An object as the source would make it: `(int[2]){1, 2}`, `"text"`. A pointer into it has so
    /// many elements before it, and so many from there on.
    fn object<'v>(
        &self,
        ty: &SourceType,
        layout: &Layout,
        (before, length): (u64, u64),
        column: impl Fn(usize) -> Option<&'v Value>,
    ) -> Shown {
        let count = before.saturating_add(length);
        // Of a long object what the pointer leads to is shown.
        let first = if count <= MOST_ELEMENTS { -(before as i64) } else { 0 };
        let found = elements(layout, first, count.min(MOST_ELEMENTS), self.is_machine, column);
        let is_whole = count <= MOST_ELEMENTS;
        if matches!(ty.kind, SourceKind::Char { .. })
            && let Some(text) = text_of(&found.values).filter(|_| is_whole && before == 0)
        {
            return Shown::Text(text);
        }
        // Bytes are shown of what has no type, and of arrays their elements.
        let byte = SourceType { name: "unsigned char".into(), size: 1, kind: SourceKind::Int { signed: false } };
        let mut element = ty;
        while let SourceKind::Array(of, _) = &element.kind {
            element = of;
        }
        if element.kind == SourceKind::Void {
            element = &byte;
        }
        let part = |values: &Vec<Value>| {
            let shown = show::show(self.language, element, &found.pieces, values);
            let text = shown.map_or_else(|| "?".into(), |shown| written(self.language, &shown));
            // Within braces the type is known, but a number is no address.
            if matches!(element.kind, SourceKind::Pointer(_)) {
                return text;
            }
            text.strip_prefix(&format!("({})", element.name)).map_or(text.clone(), str::to_owned)
        };
        let mut parts: Vec<String> = found.values.iter().map(part).collect();
        if !is_whole {
            parts.push("...".into());
        }
        let whole = match self.language {
            Language::C => format!("({}[{count}]){{{}}}", element.name, parts.join(", ")),
            Language::Rust => format!("[{}]", parts.join(", ")),
        };
        Shown::Repr(if before == 0 { whole } else { format!("&{whole}[{before}]") })
    }

    /// What a pointer leads to in a state.
    fn object_at(&self, program: &Program, pointer: &Value, state: &State) -> Option<Shown> {
        let Value::Data(_, parts) = pointer else { return None };
        let [Value::Ref(number), index, offset] = &parts[..] else { return None };
        let fact = |cell: &str| match &state.cells[program.cell(Symbol::new(cell))?] {
            Value::Map(map) => Some(map.select(&Value::Ref(*number)).clone()),
            _ => None,
        };
        let Some(Value::Atom(name)) = fact("mem:layout") else { return None };
        let kind = name.as_str().trim_end_matches(":private");
        let (layout, ty) = self.objects.iter().find(|(layout, _)| layout.to_string() == kind)?;
        let count = u64::try_from(whole_number(&fact(ir::EXTENT)?)?).ok()?;
        let is_one = layout.columns.len() == 1;
        let columns: Vec<Option<Value>> = layout
            .columns
            .iter()
            .map(|column| fact(&if is_one { format!("mem:{name}") } else { format!("mem:{name}.{}", column.offset) }))
            .collect();
        let before = fact("mem:before").as_ref().and_then(whole_number).and_then(|before| u64::try_from(before).ok());
        let lengths = (before.unwrap_or(0), count);
        let shown = self.object(ty, layout, lengths, |column| columns[column].as_ref());
        Some(match (whole_number(index)?, whole_number(offset)?) {
            (0, 0) => shown,
            (index, 0) => Shown::Repr(format!("&{}[{index}]", written(self.language, &shown))),
            (index, offset) => {
                let whole = written(self.language, &shown);
                Shown::Repr(format!("(char *) &{whole}[{index}] + {offset}"))
            }
        })
    }
}

/// A step before the client's call, with its inputs.
pub(crate) struct ShownStep {
    inputs: usize,
    means: StepMeans,
}

enum StepMeans {
    /// A call of the client.
    Client(String),
    /// A call of another function.
    Call(Box<Source>, String),
    /// The variable gets the value of the first input.
    Assign(String, Option<SourceType>),
    /// A state that no step leads to.
    State,
    /// Whether there is memory for allocations that are too large.
    Allocations,
}

/// The steps, for the report.
pub(crate) fn steps(
    old: &Analysed,
    before: &Before,
    client: &str,
    own: usize,
    new_source: impl Fn(Option<Shape>) -> Source,
) -> Vec<ShownStep> {
    let (version, held) = (&old.version, before.held);
    let inputs = |held: &Held| held.columns.len();
    let allocations = before.may_run_out.then_some(ShownStep { inputs: 1, means: StepMeans::Allocations });
    let steps: &[Prior] = match before.start {
        Start::Loaded => &[],
        Start::AnyState => {
            let state = ShownStep { inputs: held.iter().map(inputs).sum(), means: StepMeans::State };
            return allocations.into_iter().chain([state]).collect();
        }
        Start::After(steps) => steps,
    };
    let shown = |step: &Prior| match step {
        Prior::Client => ShownStep { inputs: own, means: StepMeans::Client(client.to_owned()) },
        Prior::Call(symbol) => {
            let key = called_before(version, step);
            let shape = key.and_then(|key| {
                let function = &version.functions[key];
                crate::source::shape(&version.modules[function.module], function, &old.analyses[key])
            });
            let inputs = key.map_or(0, |key| version.functions[key].signature.params.len());
            let name = crate::demangle::demangle(symbol);
            ShownStep { inputs, means: StepMeans::Call(Box::new(new_source(shape)), name) }
        }
        Prior::Any(names) => {
            let count = |key: usize| version.functions[key].signature.params.len();
            let keys =
                names.iter().filter_map(|name| version.functions.iter().position(|function| function.symbol == name));
            let inputs = 2 + count(0) + keys.map(count).sum::<usize>();
            ShownStep { inputs, means: StepMeans::State }
        }
        Prior::Assign(name) => {
            let of_name = held.iter().filter(|held| held.name == *name);
            let ty = version.global_named(name).and_then(|key| {
                let global = &version.globals[key];
                version.modules[global.module].source_global(global.symbol)
            });
            ShownStep { inputs: of_name.map(inputs).sum(), means: StepMeans::Assign(name.clone(), ty) }
        }
    };
    allocations.into_iter().chain(steps.iter().map(shown)).collect()
}

/// The notation for a call that comes after other steps.
pub(crate) struct After {
    pub(crate) source: Source,
    pub(crate) steps: Vec<ShownStep>,
    /// How many inputs the client's own call has; they are the last.
    pub(crate) own: usize,
}

impl After {
    fn step(&self, step: &ShownStep, inputs: &[Value]) -> Option<String> {
        let call = |source: &Source, name: &str| {
            let arguments = source.arguments(inputs)?;
            let arguments: Vec<String> = arguments.iter().map(|(_, shown)| source.write(shown)).collect();
            Some(format!("{name}({})", arguments.join(", ")))
        };
        match &step.means {
            StepMeans::Client(name) => call(&self.source, name),
            StepMeans::Call(source, name) => call(source, name),
            StepMeans::Assign(name, ty) => {
                let (ty, [value]) = (ty.as_ref()?, inputs) else { return None };
                let whole = [Piece { offset: 0, size: ty.size }];
                let shown = show::show(self.source.language, ty, &whole, std::slice::from_ref(value))?;
                Some(format!("{name} = {}", self.source.write(&shown)))
            }
            StepMeans::State | StepMeans::Allocations => None,
        }
    }
}

impl Notation for After {
    fn gives_object(&self, function: &str) -> bool {
        self.source.gives_object(function)
    }

    fn show(&self, program: &Program, value: &Value, sort: Sort, state: &State) -> Shown {
        self.source.show(program, value, sort, state)
    }

    fn write(&self, shown: &Shown) -> String {
        self.source.write(shown)
    }

    fn words(&self) -> &Words {
        self.source.words()
    }

    fn arguments(&self, inputs: &[Value]) -> Option<Vec<(String, Shown)>> {
        self.source.arguments(&inputs[inputs.len().checked_sub(self.own)?..])
    }

    fn without_addresses(&self, program: &Program, values: &[Value], state: &State) -> Option<Unaddressed> {
        self.source.without_addresses(program, values, state)
    }

    fn is_possible(&self, inputs: &[Value]) -> bool {
        let mut rest = inputs;
        for step in &self.steps {
            let Some((mine, others)) = rest.split_at_checked(step.inputs) else { return true };
            rest = others;
            if matches!(step.means, StepMeans::Client(_)) && !self.source.is_possible(mine) {
                return false;
            }
        }
        self.source.is_possible(rest)
    }

    fn before(&self, inputs: &[Value]) -> Vec<String> {
        let mut rest = inputs;
        let mut shown = Vec::new();
        for step in &self.steps {
            let Some((mine, others)) = rest.split_at_checked(step.inputs) else { return shown };
            rest = others;
            match &step.means {
                // Nothing to be done about it.
                StepMeans::Allocations => {}
                _ => shown.push(self.step(step, mine).unwrap_or_else(|| "...".into())),
            }
        }
        shown
    }

    fn result(&self, program: &Program, values: &[Value], state: &State) -> Option<Shown> {
        self.source.result(program, values, state)
    }

    fn global(&self, name: &str, value: &Value) -> Option<Shown> {
        self.source.global(name, value)
    }

    fn is_name(&self, name: &str) -> bool {
        self.source.is_name(name)
    }

    fn raised(&self, program: &Program, value: &Value, state: &State) -> String {
        self.source.raised(program, value, state)
    }

    fn stopped(&self, program: &Program, value: &Value, state: &State) -> Option<Trap> {
        self.source.stopped(program, value, state)
    }
}

/// What lies at addresses from outside, as far as it is told apart.
fn memory(inputs: &[Value]) -> Option<Shown> {
    let contents = inputs.get(1..)?.iter().flat_map(|contents| match contents {
        Value::Map(map) => map.entries().map(|(at, value)| (at.clone(), value.clone())).collect(),
        _ => Vec::new(),
    });
    let word = |value: &Value| match value {
        Value::Bv(bits) => format!("{:#x}", bits.bits()),
        other => format!("{other:?}"),
    };
    let plain = |value: &Value| match value {
        Value::Bv(bits) => bits.signed().to_string(),
        Value::Float(float) => float.to_f64().to_string(),
        other => format!("{other:?}"),
    };
    let parts: Vec<String> =
        contents.take(MOST_ELEMENTS as usize).map(|(at, value)| format!("{}: {}", word(&at), plain(&value))).collect();
    (!parts.is_empty()).then(|| Shown::Repr(format!("{{{}}}", parts.join(", "))))
}

/// More elements of an object are not shown.
const MOST_ELEMENTS: u64 = 64;

/// The text in an array of characters that ends with it.
fn text_of(elements: &[Vec<Value>]) -> Option<String> {
    let bytes: Option<Vec<u8>> =
        elements.iter().map(|values| whole_number(&values[0]).map(|byte| byte as u8)).collect();
    let (last, text) = bytes.as_ref()?.split_last()?;
    let is_text = *last == 0 && text.iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ');
    is_text.then(|| String::from_utf8_lossy(text).into_owned())
}

fn whole_number(word: &Value) -> Option<i64> {
    match word {
        Value::Bv(bits) => i64::try_from(bits.signed()).ok(),
        Value::Int(int) => int.to_i64(),
        _ => None,
    }
}

/// What the source calls the bits of each input.
fn machine_inputs(shape: &Shape, inputs: &[Symbol], pointees: &[Pointee], handles: bool) -> Vec<MachineInput> {
    let mut names = inputs.iter();
    let mut found = Vec::new();
    for argument in &shape.arguments {
        if let Some(pointee) = pointees.iter().find(|pointee| pointee.register == argument.register) {
            let mine: Vec<&Symbol> = names.by_ref().take(pointee.inputs()).collect();
            let lengths = match pointee.extent {
                Extent::Any => 1..3,
                Extent::There => 0..2,
                Extent::Slice => 0..1,
                Extent::Elements(_) => 0..0,
            };
            found.extend(mine[lengths].iter().map(|name| MachineInput {
                name: name.to_string(),
                parts: vec![MachinePart { low: 0, width: ADDRESS_BITS, text: name.to_string(), is_signed: false }],
            }));
            continue;
        }
        if handles && matches!(argument.ty.kind, SourceKind::Pointer(_)) {
            names.next();
            continue;
        }
        for (piece, name) in argument.pieces.iter().zip(names.by_ref()) {
            let mut parts = Vec::new();
            name_parts(&argument.ty, &argument.name, 0, piece, &mut parts);
            found.push(MachineInput { name: name.to_string(), parts });
        }
    }
    found
}

/// Names the numbers of a value that lie within the piece; `start` in bits.
fn name_parts(ty: &SourceType, text: &str, start: u64, piece: &Piece, parts: &mut Vec<MachinePart>) {
    let mut number = |bits: u64, is_signed: bool| {
        let (first, end) = (piece.offset * 8, (piece.offset + piece.size) * 8);
        if start >= first && start + bits <= end {
            let (low, width) = ((start - first) as u32, bits as u32);
            parts.push(MachinePart { low, width, text: text.to_owned(), is_signed });
        }
    };
    match &ty.kind {
        SourceKind::Int { signed } | SourceKind::Char { signed } | SourceKind::Enum { signed, .. } => {
            number(ty.size * 8, *signed);
        }
        SourceKind::CodePoint => number(32, false),
        SourceKind::Struct(fields) => {
            for field in fields.iter().filter(|field| !field.name.is_empty() && field.bits == field.ty.size * 8) {
                name_parts(&field.ty, &format!("{text}.{}", field.name), start + field.offset, piece, parts);
            }
        }
        SourceKind::Array(of, count) => {
            for at in 0..*count {
                name_parts(of, &format!("{text}[{at}]"), start + at * of.size * 8, piece, parts);
            }
        }
        SourceKind::Void
        | SourceKind::Bool
        | SourceKind::Float
        | SourceKind::Pointer(_)
        | SourceKind::Union(_)
        | SourceKind::Variants { .. }
        | SourceKind::Unknown => {}
    }
}

fn show(value: &Value, sort: Sort) -> Shown {
    match (value, sort.kind()) {
        (Value::Bool(truth), _) => Shown::Bool(*truth),
        (Value::Int(int), _) => Shown::Int(int.clone()),
        (Value::Bv(bits), _) => Shown::Int(Int::from(bits.signed())),
        (Value::Float(float), _) => Shown::Float(float.to_f64()),
        (Value::Seq(items), SortKind::Seq(item)) => show_written(items, *item)
            .unwrap_or_else(|| Shown::List(items.iter().map(|value| show(value, *item)).collect())),
        (Value::Map(map), SortKind::Map(key, of)) => {
            let entries =
                map.entries().map(|(at, value)| format!("[{}] = {}", plain(&show(at, *key)), plain(&show(value, *of))));
            Shown::Repr(format!("{{{}}}", entries.collect::<Vec<_>>().join(", ")))
        }
        (Value::Data(ctor, fields), SortKind::Data(datatype)) => {
            let constructor = &datatype.ctors()[*ctor as usize];
            let part = |index: usize| plain(&show(&fields[index], constructor.fields[index].1));
            Shown::Repr(match &*constructor.name {
                "Null" => "NULL".into(),
                "To" => format!("&{}[{}]+{}", part(0), part(1), part(2)),
                "Code" | "Outside" => part(0),
                "Given" => format!("(void *){}", part(0)),
                name => name.to_string(),
            })
        }
        (Value::Atom(name), _) => Shown::Repr(name.to_string()),
        (Value::Ref(number), _) => Shown::Repr(format!("object{number}")),
        (value, _) => Shown::Repr(value.display(sort)),
    }
}

/// Output as text, with the numbers that were kept between the characters.
fn show_written(items: &[Value], item: Sort) -> Option<Shown> {
    let datatype = item.datatype().filter(|datatype| &*datatype.name == "Written")?;
    let mut written = String::new();
    for value in items {
        let Value::Data(ctor, fields) = value else { return None };
        match &*datatype.ctors()[*ctor as usize].name {
            "Char" => {
                let code = fields[0].as_int().and_then(Int::to_i64).and_then(|code| u32::try_from(code).ok());
                written.push(code.and_then(char::from_u32).unwrap_or('\u{fffd}'));
            }
            _ => written.push_str(&plain(&show(&fields[1], datatype.ctors()[*ctor as usize].fields[1].1))),
        }
    }
    Some(Shown::Text(written))
}

fn plain(shown: &Shown) -> String {
    written(Language::C, shown)
}

/// The text that a pointer leads to, up to its end.
fn text_at(program: &Program, pointer: &Value, state: &State) -> Option<String> {
    let Value::Data(_, parts) = pointer else { return None };
    let [Value::Ref(object), index, offset] = &parts[..] else { return None };
    let number = |word: &Value| match word {
        Value::Bv(bits) => i64::try_from(bits.signed()).ok(),
        Value::Int(int) => int.to_i64(),
        _ => None,
    };
    let cell = program.cell(Symbol::new("mem:i8"))?;
    let Value::Map(objects) = &state.cells[cell] else { return None };
    let Value::Map(bytes) = objects.select(&Value::Ref(*object)) else { return None };
    let like = |at: i64| match index {
        Value::Bv(_) => Value::bv(64, at as u128),
        _ => Value::int(at),
    };
    let start = number(index)?.checked_add(number(offset)?)?;
    let byte = |at: i64| number(bytes.select(&like(at))).map(|byte| byte as u8);
    let text: Option<Vec<u8>> =
        (start..start.saturating_add(LONGEST)).map(byte).take_while(|byte| *byte != Some(0)).collect();
    Some(String::from_utf8_lossy(&text?).into_owned())
}

/// The constructor of addresses that lead to no object.
const NOWHERE: u32 = 4;

/// The bytes that stand there, in an object of numbers of one kind; `None`: they cannot be told.
fn bytes_at(program: &Program, pointer: &Value, count: i64, state: &State) -> Option<Vec<u8>> {
    const MOST: i64 = 1 << 16;
    let Value::Data(_, parts) = pointer else { return None };
    let [object @ Value::Ref(_), index, offset] = &parts[..] else { return None };
    let fact = |cell: &str| match &state.cells[program.cell(Symbol::new(cell))?] {
        Value::Map(map) => Some(map.select(object).clone()),
        _ => None,
    };
    let Value::Atom(name) = fact("mem:layout")? else { return None };
    let size = match name.as_str().trim_end_matches(":private") {
        "i8" => 1,
        "i16" => 2,
        "i32" | "f32" => 4,
        "i64" | "f64" => 8,
        _ => return None,
    };
    let Value::Map(column) = fact(&format!("mem:{name}"))? else { return None };
    let start = whole_number(index)?.checked_mul(size)?.checked_add(whole_number(offset)?)?;
    let byte = |at: i64| {
        let element = match index {
            Value::Bv(_) => Value::bv(64, at.div_euclid(size) as u128),
            _ => Value::int(at.div_euclid(size)),
        };
        let word = match column.select(&element) {
            Value::Float(float) if size == 4 => i64::from((float.to_f64() as f32).to_bits()),
            Value::Float(float) => float.to_f64().to_bits() as i64,
            whole => whole_number(whole)?,
        };
        Some(word.to_le_bytes()[at.rem_euclid(size) as usize])
    };
    (count <= MOST).then(|| (start..start.checked_add(count)?).map(byte).collect())?
}

/// More of a text is not shown.
const LONGEST: i64 = 1000;

impl Notation for Source {
    fn named_bits(&self, cell: Symbol) -> Option<u128> {
        let name = cell.as_str().strip_prefix("mem:")?;
        let of_object = |(layout, ty): &(Layout, SourceType)| {
            let rest = name.strip_prefix(layout.to_string().as_str())?;
            let rest = rest.strip_prefix(":private").unwrap_or(rest);
            let offset = match rest.strip_prefix('.') {
                Some(offset) => offset.parse().ok()?,
                None => 0,
            };
            let column = layout.columns.iter().find(|column| column.offset == offset)?;
            let of_one = (rest.is_empty() && layout.columns.len() == 1) || rest.starts_with('.');
            of_one.then(|| ty.bits_with_names(column))?
        };
        // Of several types that are laid out alike, what all of them name is seen for certain.
        self.objects.iter().filter_map(of_object).reduce(|one, other| one & other)
    }

    fn gives_object(&self, function: &str) -> bool {
        self.givers.contains(function)
    }

    fn show(&self, program: &Program, value: &Value, sort: Sort, state: &State) -> Shown {
        self.object_at(program, value, state).unwrap_or_else(|| show(value, sort))
    }

    fn write(&self, shown: &Shown) -> String {
        written(self.language, shown)
    }

    fn words(&self) -> &Words {
        &self.words
    }

    fn arguments(&self, inputs: &[Value]) -> Option<Vec<(String, Shown)>> {
        let mut inputs = inputs;
        let mut shown = Vec::new();
        for argument in &self.shape.as_ref()?.arguments {
            let Argument { name, ty, pieces, .. } = argument;
            if let Some(pointee) = self.pointee(argument) {
                let (mine, rest) = inputs.split_at_checked(pointee.inputs())?;
                inputs = rest;
                shown.push((name.clone(), self.given(pointee, mine)));
                continue;
            }
            if argument.is_array {
                let ([is_null, length, contents], rest) = inputs.split_first_chunk()?;
                inputs = rest;
                shown.push((name.clone(), show::array(self.language, ty, is_null, length, contents)?));
                continue;
            }
            if self.is_word(argument) {
                let (word, rest) = inputs.split_first()?;
                inputs = rest;
                let is_null = whole_number(word) == Some(0);
                shown.push((name.clone(), Shown::Repr(if is_null { "NULL".into() } else { name.clone() })));
                continue;
            }
            let (mine, rest) = inputs.split_at_checked(pieces.len())?;
            inputs = rest;
            // What a pointer leads to is no input.
            let value = match pieces.is_empty() {
                true => Shown::Repr(name.clone()),
                false => show::show(self.language, ty, pieces, mine)?,
            };
            shown.push((name.clone(), value));
        }
        if self.has_surroundings && inputs.len() == INPUTS {
            shown.extend(memory(inputs).map(|memory| ("memory".to_owned(), memory)));
            return Some(shown);
        }
        inputs.is_empty().then_some(shown)
    }

    fn is_possible(&self, inputs: &[Value]) -> bool {
        let mut inputs = inputs;
        for argument in self.shape.iter().flat_map(|shape| &shape.arguments) {
            let pointee = self.pointee(argument);
            let count = match pointee {
                Some(pointee) => pointee.inputs(),
                None if argument.is_array => 3,
                None if self.is_word(argument) => 1,
                None => argument.pieces.len(),
            };
            let Some((mine, rest)) = inputs.split_at_checked(count) else { return true };
            inputs = rest;
            if pointee.is_some_and(|pointee| !pointee.is_possible(mine)) {
                return false;
            }
            if pointee.is_none() && argument.ty.is_fat() && !is_addressable(&argument.ty, mine) {
                return false;
            }
        }
        true
    }

    fn without_addresses(&self, program: &Program, values: &[Value], state: &State) -> Option<Unaddressed> {
        let shape = self.shape.as_ref().filter(|_| self.language == Language::Rust)?;
        let (mut values, mut contents) = (values.to_vec(), Vec::new());
        for reference in shape.result.references().iter().filter(|reference| reference.is_read_only()) {
            let place = |offset: u64| shape.result_pieces.iter().position(|piece| *piece == Piece { offset, size: 8 });
            // What was copied is compared field by field.
            if readable(reference).is_some() && !matches!(reference.to.kind, SourceKind::Variants { .. }) {
                continue;
            }
            let Some(at) = place(reference.offset) else { continue };
            let Some(leads @ Value::Data(_, parts)) = values.get(at) else { continue };
            if !matches!(&parts[..], [Value::Ref(_), ..]) {
                continue;
            }
            let length = match reference.has_length {
                true => place(reference.offset + 8).and_then(|at| whole_number(values.get(at)?)),
                false => Some(1),
            };
            let size = i64::try_from(reference.to.size).ok();
            let bytes = length.zip(size).and_then(|(length, size)| length.checked_mul(size));
            contents.push(bytes.and_then(|bytes| bytes_at(program, leads, bytes, state)));
            values[at] = Value::Data(NOWHERE, [Value::bv(64, 1)].into());
        }
        (!contents.is_empty()).then_some((values, contents))
    }

    fn result(&self, program: &Program, values: &[Value], state: &State) -> Option<Shown> {
        let shape = self.shape.as_ref()?;
        if let (SourceKind::Pointer(to), [pointer]) = (&shape.result.kind, values) {
            let text = || text_at(program, pointer, state).map(Shown::Text);
            let is_text = matches!(to.kind, SourceKind::Char { .. });
            return is_text.then(text).flatten().or_else(|| self.object_at(program, pointer, state));
        }
        if values.is_empty() {
            return None;
        }
        show::show(self.language, &shape.result, &shape.result_pieces, values)
    }

    fn global(&self, name: &str, value: &Value) -> Option<Shown> {
        let ty = self.shape.as_ref()?.globals.get(name)?;
        let whole = [Piece { offset: 0, size: ty.size }];
        if ty.is_scalar() { show::show(self.language, ty, &whole, std::slice::from_ref(value)) } else { None }
    }

    fn is_name(&self, name: &str) -> bool {
        name.starts_with(|c: char| c.is_alphabetic() || c == '_') && !name.contains([':', ' '])
    }

    fn stopped(&self, program: &Program, value: &Value, state: &State) -> Option<Trap> {
        const PANIC_CTOR: u32 = 3;
        let Value::Data(PANIC_CTOR, _) = value else { return None };
        let about = program.cell(Symbol::new(PANIC)).map(|cell| &state.cells[cell]);
        Some(Trap::Panic(match about {
            Some(Value::Atom(about)) if !about.as_str().is_empty() => Some(*about),
            _ => None,
        }))
    }

    fn raised(&self, _program: &Program, value: &Value, _state: &State) -> String {
        let Value::Data(ctor, fields) = value else { return format!("{value:?}") };
        let number = match fields.first() {
            Some(Value::Bv(status)) => status.signed().to_string(),
            Some(Value::Int(status)) => status.to_string(),
            other => format!("{other:?}"),
        };
        match *ctor {
            0 => format!("exit({number})"),
            1 => format!("_exit({number})"),
            _ => format!("exception {number}"),
        }
    }
}

/// Is there room for a slice of that length among the addresses that a program has?
fn is_addressable(ty: &SourceType, inputs: &[Value]) -> bool {
    let (Some(size), [Value::Bv(length)]) = (ty.element_size(), inputs) else { return true };
    length.bits().checked_mul(u128::from(size)).is_some_and(|bytes| bytes < 1 << ADDRESS_BITS)
}
