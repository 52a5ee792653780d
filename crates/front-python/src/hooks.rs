//! The prelude's hooks: functions whose meaning depends on the classes of the program.

use ir::Function;
use value::{Op, Sort, Symbol, Value};

use crate::builtins;
use crate::lower::{Lowering, hook_builder};
use crate::prelude::Hook;
use crate::runtime::ctors;

pub(crate) fn supply(lowering: &mut Lowering<'_>, hook: &Hook) -> Function {
    match hook.name {
        "class_text" => class_text(hook),
        "exception_class" => exception_class(hook),
        "is_subclass" => is_subclass(hook),
        "make_exception" => make_exception(hook),
        name => {
            let _ = lowering;
            Lowering::unsupported_hook(hook, &name.replace("object_", "an object's "))
        }
    }
}

/// The name of the class, for messages.
fn class_text(hook: &Hook) -> Function {
    let mut builder = hook_builder(hook);
    let name = builder.param(0);
    let other = builder.block();
    let mut cases = Vec::new();
    for class in builtins::exceptions().chain(builtins::types()) {
        cases.push((Value::Atom(Symbol::new(class)), builder.block()));
    }
    builder.switch(name, cases.clone(), other);
    for (class, block) in cases {
        let Value::Atom(class) = class else { continue };
        builder.switch_to(block);
        let text = builder.constant(Value::string(&class), Sort::string());
        builder.return_(&[text]);
    }
    builder.switch_to(other);
    builder.unsupported("the name of this class");
    builder.finish()
}

fn exception_class(hook: &Hook) -> Function {
    let mut builder = hook_builder(hook);
    let name = builder.param(0);
    let (yes, no) = (builder.block(), builder.block());
    let cases = builtins::exceptions().map(|class| (Value::Atom(Symbol::new(class)), yes)).collect();
    builder.switch(name, cases, no);
    for (block, answer) in [(yes, true), (no, false)] {
        builder.switch_to(block);
        let answer = builder.bool(answer);
        builder.return_(&[answer]);
    }
    builder.finish()
}

/// Walks up the classes from the first: is the second among them?
fn is_subclass(hook: &Hook) -> Function {
    let mut builder = hook_builder(hook);
    let (class, base) = (builder.param(0), builder.param(1));
    let head = builder.block();
    let at = builder.block_param(head, Sort::atom());
    builder.jump(head, &[class]);
    builder.switch_to(head);
    let (yes, no, up) = (builder.block(), builder.block(), builder.block());
    let same = builder.eq(at, base);
    builder.branch(same, yes, up);
    builder.switch_to(up);
    let mut cases = Vec::new();
    for exception in builtins::exceptions() {
        let block = builder.block();
        cases.push((Value::Atom(Symbol::new(exception)), block));
    }
    builder.switch(at, cases.clone(), no);
    for (exception, block) in cases {
        let Value::Atom(exception) = exception else { continue };
        builder.switch_to(block);
        let base = builtins::base_of_exception(&exception).expect("a builtin exception");
        let base = builder.constant(Value::Atom(Symbol::new(base)), Sort::atom());
        builder.jump(head, &[base]);
    }
    for (block, answer) in [(yes, true), (no, false)] {
        builder.switch_to(block);
        let answer = builder.bool(answer);
        builder.return_(&[answer]);
    }
    builder.finish()
}

fn make_exception(hook: &Hook) -> Function {
    let mut builder = hook_builder(hook);
    let (kind, args) = (builder.param(0), builder.param(1));
    // These have constructors of their own that check or rearrange what they are given.
    let special = ["OSError", "SyntaxError", "UnicodeError", "BaseExceptionGroup", "ExceptionGroup"];
    let (plain, other) = (builder.block(), builder.block());
    let is_special = |class: &str| {
        let mut at = Some(class);
        while let Some(name) = at {
            if special.contains(&name) {
                return true;
            }
            at = builtins::base_of_exception(name);
        }
        false
    };
    let cases = builtins::exceptions().filter(|class| is_special(class));
    let cases = cases.map(|class| (Value::Atom(Symbol::new(class)), other)).collect();
    builder.switch(kind, cases, plain);
    builder.switch_to(plain);
    let exception = builder.apply(Op::Construct(ctors().exception), &[kind, args]);
    builder.return_(&[exception]);
    builder.switch_to(other);
    builder.unsupported("an exception with a constructor of its own");
    builder.finish()
}
