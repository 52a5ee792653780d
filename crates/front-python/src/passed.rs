//! Functions that are passed on as values: what whoever gets one can call.
//!
//! Code that calls a function by name has its defaults and the names of its parameters worked in.
//! A stranger calls it by them, so they belong to what the function is. They stand in a function of
//! their own, which nobody runs: two functions are the same as values if these are.

use ir::FnId;
use ir::build::FunctionBuilder;
use value::Value;

use crate::expr::literal;
use crate::keys::Digest;
use crate::lower::{CodeKind, Lowering, Parameter, contents_sort};
use crate::runtime::ctors;

impl Lowering<'_> {
    /// What the function is as a value.
    pub(crate) fn passed(&mut self, code: usize) -> FnId {
        let value = ctors().value;
        let function = self.function(code);
        let row = &self.codes[code];
        let (name, is_nested, signature) = (row.name.clone(), row.parent.is_some(), row.signature.clone());
        let mut builder = FunctionBuilder::new(&format!("{name}.<passed>"), vec![], vec![], Some(value)).of_front_end();
        let text = |text: &str| Value::data(ctors().str, [Value::string(text)]);
        let parameter = |parameter: &Parameter<'_>| {
            let default = match parameter.default {
                Some(default) => literal(default).unwrap_or_else(|| ctors().none_value()),
                None => ctors().unbound_value(),
            };
            ctors().tuple_value(vec![text(&parameter.name), default])
        };
        let mut shape: Vec<Value> = signature.parameters().map(parameter).collect();
        for count in [signature.positional.len(), signature.positional_only, signature.keyword_only.len()] {
            shape.push(text(&count.to_string()));
        }
        shape.push(text(if signature.rest.is_some() { "*" } else { "" }));
        shape.push(text(if signature.keywords.is_some() { "**" } else { "" }));
        if self.shared.outside {
            // Code outside may read its docstring and its annotations.
            shape.push(text(&self.head(code)));
        }
        let cell = self.shared.cells.global("<passed>");
        let shape = builder.constant(ctors().tuple_value(shape), value);
        builder.set(cell, shape);
        // The others are kept with the closure, or in cells of their own.
        let kept = signature.parameters().filter(|parameter| parameter.default.is_some_and(|it| literal(it).is_none()));
        for parameter in kept.filter(|_| !is_nested) {
            let default = self.shared.cells.global(&format!("{name}.<default>.{}", parameter.name));
            let held = builder.get(default, value);
            builder.set(cell, held);
        }
        let unbound = builder.constant(ctors().unbound_value(), value);
        let mut args = Vec::new();
        if is_nested {
            args.push(builder.constant(Value::default_of(contents_sort()), contents_sort()));
        }
        args.extend(signature.names().map(|_| unbound));
        builder.call(function, &args, &[value], None);
        builder.return_(&[]);
        self.add(builder.finish())
    }
    /// A digest of what the function shows of itself: its name, its docstring, its annotations.
    fn head(&self, code: usize) -> String {
        match self.codes[code].kind {
            CodeKind::Def(def) => {
                let mut digest = Digest::default();
                digest.head(def);
                digest.text()
            }
            CodeKind::Lambda(_) => String::new(),
        }
    }
}
