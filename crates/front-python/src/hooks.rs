//! The prelude's hooks: functions whose meaning depends on the classes of the program.

use std::sync::{Arc, LazyLock, Mutex};

use ir::build::FunctionBuilder;
use ir::{Function, Reach, ValueId};
use rustc_hash::FxHashMap;
use value::{Op, Sort, Symbol, Value};

use crate::builtins;
use crate::function::Lowerer;
use crate::lower::{Lowering, hook_builder};
use crate::prelude::Hook;
use crate::runtime::ctors;

pub(crate) fn supply(lowering: &mut Lowering<'_>, hook: &Hook) -> Function {
    if let Some(function) = lowering.supply_member_hook(hook) {
        return function;
    }
    if let Some(function) = lowering.supply_object_hook(hook) {
        return function;
    }
    if let Some((_, write)) = OF_CLASSES.iter().find(|(name, _)| *name == hook.name) {
        return of_classes(lowering, hook, *write);
    }
    let builder = hook_builder(hook);
    match hook.name {
        name if let Some(part) = PARTS.iter().find(|part| part.hook == name) => part.supply(lowering, hook, builder),
        // Others have none, and need not be told that looking up a key may call anything.
        "call_factory" if !lowering.modules.iter().any(|module| mentions(&module.text(), "defaultdict")) => {
            Lowering::unsupported_hook(hook, "a dict that makes what it misses")
        }
        "call_factory" => call_factory(lowering, builder),
        "outside_step" => given_step(lowering, builder, Reach::Objects),
        "program_step" => given_step(lowering, builder, Reach::Program),
        "generator_step" | "generator_end" | "observed_iterator" | "stepped_next" => {
            of_generators(lowering, builder, hook.name)
        }
        name if lowering.shared.outside => object_step(lowering, hook, builder, name.trim_start_matches("object_")),
        name => Lowering::unsupported_hook(hook, &name.replace("object_", "an object's ")),
    }
}

/// The classes of a program, for what is written about all of them.
struct Classes {
    /// Exceptions that are modelled, builtin and the program's, with their bases.
    exceptions: Vec<(String, String)>,
    /// The classes that are modelled, each with the names of all that it derives from, itself first.
    modelled: Vec<(String, Vec<String>)>,
    /// The exceptions with code of their own.
    own_errors: Vec<String>,
}

type Write = fn(FunctionBuilder, &Classes) -> Function;

const OF_CLASSES: [(&str, Write); 4] = [
    ("class_text", class_text),
    ("exception_class", exception_class),
    ("is_subclass", is_subclass),
    ("make_exception", make_exception),
];

/// What is written of the builtin classes alone is written once: most programs have none of their own.
static OF_BUILTINS: LazyLock<Mutex<FxHashMap<&'static str, Arc<Function>>>> = LazyLock::new(Default::default);

fn of_classes(lowering: &mut Lowering<'_>, hook: &Hook, write: Write) -> Function {
    let (own, modelled, own_errors) = (lowering.exception_classes(), modelled(lowering), own_errors(lowering));
    let is_plain = own.is_empty() && modelled.is_empty() && own_errors.is_empty();
    let known = || OF_BUILTINS.lock().expect("no thread panics while it holds them");
    if let Some(function) = known().get(hook.name).filter(|_| is_plain).cloned() {
        return Function::clone(&function);
    }
    let base = |name: &str| builtins::base_of_exception(name).expect("a builtin exception").to_string();
    let builtin = builtins::exceptions().map(|name| (name.to_string(), base(name)));
    let classes = Classes { exceptions: builtin.chain(own).collect(), modelled, own_errors };
    let function = write(hook_builder(hook), &classes);
    if is_plain {
        known().insert(hook.name, Arc::new(function.clone()));
    }
    function
}

/// A part of the prelude that only programs need that write certain words: others do not pay for compiling it.
struct Part {
    hook: &'static str,
    function: &'static str,
    words: &'static [&'static str],
}

const SETS: &[&str] = &["set", "{", "Set", ".keys", ".items"];

const PARTS: &[Part] = &[
    Part { hook: "text_mod", function: "percent", words: &["%"] },
    Part { hook: "viewed_set", function: "as_set", words: &[".keys", ".items", "set", "{"] },
    Part { hook: "is_part", function: "set_below", words: SETS },
    Part { hook: "ranked_set", function: "sortable_set", words: SETS },
    Part { hook: "library_next", function: "itertools_next", words: &["itertools", "strict", "reversed"] },
];

impl Part {
    fn supply(&self, lowering: &mut Lowering<'_>, hook: &Hook, mut builder: FunctionBuilder) -> Function {
        if !lowering.modules.iter().any(|module| self.words.iter().any(|word| mentions(&module.text(), word))) {
            return Lowering::unsupported_hook(hook, "an operation of values that the program does not write");
        }
        let id = lowering.shared.prelude.function(self.function).id;
        let params: Vec<ValueId> = (0..hook.params.len()).map(|index| builder.param(index)).collect();
        let results = builder.call(id, &params, &hook.results, None);
        builder.return_(&results);
        builder.finish()
    }
}

/// Does the text have the word? A `%` counts only where a template may be: after a quote, or before a letter, a bracket
/// or a number.
fn mentions(text: &str, word: &str) -> bool {
    match word {
        "%" => text.match_indices('%').any(|(at, _)| {
            text[..at].ends_with(['"', '\''])
                || text[at + 1..].starts_with(|c: char| c.is_ascii_alphanumeric() || "(.-+#*".contains(c))
        }),
        word => text.contains(word),
    }
}

fn of_generators(lowering: &mut Lowering<'_>, builder: FunctionBuilder, name: &str) -> Function {
    let mut lowerer = Lowerer::new(lowering, 0, builder);
    match name {
        "generator_step" => lowerer.write_generator_step(),
        "generator_end" => lowerer.write_generator_end(),
        "stepped_next" => lowerer.write_stepped_next(),
        _ => lowerer.write_observed_iterator(),
    }
    lowerer.b.finish()
}

/// What an operator does to objects: a step that the operator is the key of.
fn object_step(lowering: &mut Lowering<'_>, hook: &Hook, mut builder: FunctionBuilder, key: &str) -> Function {
    let params: Vec<ValueId> = (0..hook.params.len()).map(|index| builder.param(index)).collect();
    let results = object_step_within(lowering, &mut builder, key, &params, &hook.results);
    builder.return_(&results);
    builder.finish()
}

/// The same as a part of a function.
pub(crate) fn object_step_within(
    lowering: &mut Lowering<'_>,
    builder: &mut FunctionBuilder,
    key: &str,
    params: &[ValueId],
    results: &[Sort],
) -> Vec<ValueId> {
    // The objects may be of a class whose operators are not the same in both versions.
    let is_affected = lowering.shared.affected.has_operators();
    let key = match (is_affected, lowering.shared.side) {
        (false, _) => key.to_string(),
        (true, 0) => format!("{key} of old"),
        (true, _) => format!("{key} of new"),
    };
    let key = builder.constant(Value::Atom(Symbol::new(&key)), Sort::atom());
    let args = builder.apply(Op::SeqOf(ctors().value), params);
    let given = step(lowering, builder, Reach::Objects, key, args);
    results.iter().map(|sort| given.of_sort(*sort)).collect()
}

/// A step whose key and arguments are given.
fn given_step(lowering: &mut Lowering<'_>, mut builder: FunctionBuilder, reach: Reach) -> Function {
    let (key, args) = (builder.param(0), builder.param(1));
    let given = step(lowering, &mut builder, reach, key, args);
    builder.return_(&[given.value]);
    builder.finish()
}

/// What a step gives, in each of the forms in which it may be wanted.
struct Given {
    yes: ValueId,
    number: ValueId,
    text: ValueId,
    value: ValueId,
    items: ValueId,
}

impl Given {
    fn of_sort(&self, sort: Sort) -> ValueId {
        match sort {
            sort if sort == Sort::bool() => self.yes,
            sort if sort == Sort::int() => self.number,
            sort if sort == Sort::string() => self.text,
            sort if sort == ctors().value => self.value,
            _ => self.items,
        }
    }
}

/// Makes the step, and raises what it raises.
fn step(lowering: &mut Lowering<'_>, b: &mut FunctionBuilder, reach: Reach, key: ValueId, args: ValueId) -> Given {
    let id = lowering.outside_function(reach);
    let results = b.call(id, &[key, args], &step_results(), None);
    let [raised, yes, number, text, value, items] = results[..] else { panic!("what a step gives") };
    let (good, bad) = (b.block(), b.block());
    b.branch(raised, bad, good);
    b.switch_to(bad);
    b.raise(value);
    b.switch_to(good);
    Given { yes, number, text, value, items }
}

/// Whether it raises; then what it gives or raises, in every form.
pub(crate) fn step_results() -> Vec<Sort> {
    let value = ctors().value;
    vec![Sort::bool(), Sort::bool(), Sort::int(), Sort::string(), value, Sort::seq(value)]
}

/// The classes that are modelled, each with the names of all that it derives from, itself first.
fn modelled(lowering: &Lowering<'_>) -> Vec<(String, Vec<String>)> {
    let name = |class: &usize| lowering.objects.classes[*class].name.clone();
    let row = |class: &usize| {
        let tuple = lowering.is_named(*class).then(|| crate::runtime::PLAIN_TUPLE.to_string());
        let mixed = lowering.mixed_in(*class).map(str::to_string);
        (name(class), lowering.objects.classes[*class].order.iter().map(name).chain(tuple).chain(mixed).collect())
    };
    lowering.objects.made.iter().filter(|class| !lowering.is_error(**class)).map(row).collect()
}

/// The name of the class, for messages.
fn class_text(mut builder: FunctionBuilder, classes: &Classes) -> Function {
    let Classes { exceptions, modelled, .. } = classes;
    let name = builder.param(0);
    let other = builder.block();
    let mut cases = Vec::new();
    let classes = exceptions.iter().map(|(class, _)| Symbol::new(class));
    let modelled = modelled.iter().map(|(class, _)| Symbol::new(class));
    for class in classes.chain(modelled).chain(builtins::types().map(Symbol::new)) {
        cases.push((Value::Atom(class), builder.block()));
    }
    builder.switch(name, cases.clone(), other);
    for (class, block) in cases {
        let Value::Atom(class) = class else { continue };
        builder.switch_to(block);
        let short = class.rsplit('.').next().unwrap_or(&class);
        let text = builder.constant(Value::string(short), Sort::string());
        builder.return_(&[text]);
    }
    builder.switch_to(other);
    builder.unsupported("the name of this class");
    builder.finish()
}

fn exception_class(mut builder: FunctionBuilder, classes: &Classes) -> Function {
    let Classes { exceptions, modelled, .. } = classes;
    let name = builder.param(0);
    let (yes, no, other) = (builder.block(), builder.block(), builder.block());
    let atom = |class: &str| Value::Atom(Symbol::new(class));
    let mut cases: Vec<_> = exceptions.iter().map(|(class, _)| (atom(class), yes)).collect();
    cases.extend(modelled.iter().map(|(class, _)| (atom(class), no)));
    cases.extend(builtins::types().chain(["NoneType"]).map(|class| (atom(class), no)));
    builder.switch(name, cases, other);
    for (block, answer) in [(yes, true), (no, false)] {
        builder.switch_to(block);
        let answer = builder.bool(answer);
        builder.return_(&[answer]);
    }
    builder.switch_to(other);
    builder.unsupported("a class with code of its own");
    builder.finish()
}

/// Walks up the classes from the first: is the second among them?
fn is_subclass(mut builder: FunctionBuilder, classes: &Classes) -> Function {
    let Classes { exceptions, modelled, .. } = classes;
    let (class, base) = (builder.param(0), builder.param(1));
    let head = builder.block();
    let at = builder.block_param(head, Sort::atom());
    builder.jump(head, &[class]);
    builder.switch_to(head);
    let (yes, no, up, other) = (builder.block(), builder.block(), builder.block(), builder.block());
    let same = builder.eq(at, base);
    builder.branch(same, yes, up);
    builder.switch_to(up);
    let mut cases = Vec::new();
    for (exception, _) in exceptions {
        let block = builder.block();
        cases.push((Value::Atom(Symbol::new(exception)), block));
    }
    let mut all = cases.clone();
    all.push((Value::Atom(Symbol::new("object")), no));
    let rows: Vec<_> = modelled.iter().map(|(class, _)| (Value::Atom(Symbol::new(class)), builder.block())).collect();
    all.extend(rows.iter().cloned());
    builder.switch(at, all, other);
    for ((_, block), (_, order)) in rows.into_iter().zip(modelled) {
        builder.switch_to(block);
        let bases = order[1..].iter().map(String::as_str).chain(["object"]);
        let bases = bases.map(|base| (Value::Atom(Symbol::new(base)), yes)).collect();
        builder.switch(base, bases, no);
    }
    for ((_, block), (_, base)) in cases.into_iter().zip(exceptions) {
        builder.switch_to(block);
        let base = builder.constant(Value::Atom(Symbol::new(base)), Sort::atom());
        builder.jump(head, &[base]);
    }
    builder.switch_to(other);
    builder.unsupported("a class with code of its own");
    for (block, answer) in [(yes, true), (no, false)] {
        builder.switch_to(block);
        let answer = builder.bool(answer);
        builder.return_(&[answer]);
    }
    builder.finish()
}

/// Calls a value without arguments.
fn call_factory(lowering: &mut Lowering<'_>, builder: FunctionBuilder) -> Function {
    let mut lowerer = Lowerer::new(lowering, 0, builder);
    let factory = crate::function::Operand::Value(lowerer.b.param(0));
    let made = lowerer.call_value(factory, &crate::call::Arguments::default());
    let made = lowerer.boxed(made);
    lowerer.b.return_(&[made]);
    lowerer.b.finish()
}

/// The exceptions with code of their own.
fn own_errors(lowering: &Lowering<'_>) -> Vec<String> {
    let rows = lowering.objects.classes.iter();
    rows.filter(|row| row.error.is_some()).map(|row| row.name.clone()).collect()
}

fn make_exception(mut builder: FunctionBuilder, classes: &Classes) -> Function {
    let Classes { exceptions, own_errors: own, .. } = classes;
    let (kind, args) = (builder.param(0), builder.param(1));
    // These have constructors of their own that check or rearrange what they are given.
    let special = ["OSError", "SyntaxError", "UnicodeError", "BaseExceptionGroup", "ExceptionGroup"];
    let (plain, other) = (builder.block(), builder.block());
    let is_special = |class: &str| {
        let mut at = class;
        while let Some((_, base)) = exceptions.iter().find(|(name, _)| name == at) {
            if special.contains(&at) || own.iter().any(|own| own == at) {
                return true;
            }
            at = base;
        }
        false
    };
    let cases = exceptions.iter().map(|(class, _)| class.as_str()).filter(|class| is_special(class));
    let cases = cases.map(|class| (Value::Atom(Symbol::new(class)), other)).collect();
    builder.switch(kind, cases, plain);
    builder.switch_to(plain);
    let slip = builder.bool(false);
    let exception = builder.apply(Op::Construct(ctors().exception), &[kind, args, slip]);
    builder.return_(&[exception]);
    builder.switch_to(other);
    builder.unsupported("an exception with a constructor of its own");
    builder.finish()
}
