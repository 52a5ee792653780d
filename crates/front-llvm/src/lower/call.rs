//! Calls: of functions with code, of what is known by name, of what lies outside, and through
//! pointers, where the address decides among the functions whose address is used.

use std::rc::Rc;

use ::value::{Op, Sort, SortKind, Symbol, Value};
use ir::{Trap, ValueId};

use super::Outside;
use super::emit::{Emitted, Fail, Join};
use super::entry::may_throw;
use super::function::Lower;
use super::library::{Panic, panics};
use super::pointer::{Count, Known, Linear, Place, Pointer};
use super::value::{Val, sorts_of};
use crate::join::{FnKey, Item};
use crate::layout::Types;
use crate::reader::syntax::{Call, Constant, Operand, Type};
use crate::steps::Effect;

impl<'m> Lower<'_, 'm> {
    /// The call's result; `None` for void.
    pub(crate) fn call(&mut self, call: &Call<'m>) -> Emitted<Option<Val>> {
        match called_name(&call.callee) {
            Some(name) => match self.version.lookup(self.module, name) {
                // A panic's text is not observed.
                Item::Function(_) if self.is_doomed && is_formatting(name) => {
                    Ok((call.result != Type::Void).then_some(Val::Undef))
                }
                Item::Function(_) if panics_with_text(name) => self.panic(None),
                Item::Function(_) if is_plain_text(name) => self.plain_text(call).map(Some),
                Item::Function(_) if asks_for_overlap(name) => self.are_apart(call).map(Some),
                Item::Function(key) => self.call_defined(key, call),
                Item::External(name) => self.call_external(name, call),
                Item::Global(_) => self.emit.unsupported("a call of a variable"),
            },
            None => self.call_through_pointer(call),
        }
    }

    fn result(&mut self, ty: &Type<'m>, values: Vec<ValueId>) -> Option<Val> {
        (*ty != Type::Void).then(|| self.unflatten(ty, &mut values.into_iter()))
    }

    /// The arguments taken apart; copies of structures that are passed by value.
    fn arguments(&mut self, call: &Call<'m>) -> Emitted<(Vec<ValueId>, Vec<ValueId>)> {
        let (mut values, mut copies) = (Vec::new(), Vec::new());
        for arg in &call.args {
            let value = self.operand(&arg.value, &arg.ty)?;
            let value = match &arg.byval {
                None => value,
                Some(ty) => {
                    let source = self.pointer(value)?;
                    let (layout, count) = self.types.layout(ty);
                    let layout = self.emit.context.layout(&layout);
                    let elements = self.emit.word(count as i64);
                    let place = self.emit.allocate(layout, elements);
                    let place = Place { count: Count::Constant(count), ..place };
                    if let super::pointer::Storage::Memory(object) = place.storage {
                        copies.push(object);
                    }
                    let copy = Known { place, index: Linear::default(), offset: Linear::default() };
                    self.emit.copy(&Pointer::Known(copy.clone()), &source, self.types.size(ty))?;
                    Val::Pointer(Pointer::Known(copy))
                }
            };
            self.flatten(value, &arg.ty, &mut values)?;
        }
        Ok((values, copies))
    }

    fn call_defined(&mut self, key: FnKey, call: &Call<'m>) -> Emitted<Option<Val>> {
        let (mut args, copies) = self.arguments(call)?;
        let (params, results) = self.shape(key);
        let (Some(params), Some(results)) = (params, results) else {
            return self.emit.unsupported("a call with a value of an unknown kind");
        };
        let step = self.emit.context.steps.get(&key).copied();
        // What the code of a function takes of further arguments is not understood; a step is handed all of them.
        if self.version.functions[key].signature.variadic && step.is_none() {
            args.truncate(params.len());
        }
        let given: Vec<Sort> = args.iter().map(|arg| self.emit.b.sort(*arg)).collect();
        let fits = if step.is_some() { given.starts_with(&params) } else { given == params };
        if !fits || self.sorts_of(&call.result).as_ref() != Some(&results) {
            return self.emit.unsupported("a call that does not fit the function's type");
        }
        let callee = self.emit.context.functions[key];
        let values = if let Some(effect) = step {
            self.call_step(key, effect, &args, &results)
        } else if self.emit.context.raises[key] {
            self.call_or_unwind(callee, &args, &results, false)?
        } else {
            self.emit.b.call(callee, &args, &results, None)
        };
        copies.into_iter().for_each(|copy| self.emit.end_object(copy));
        Ok(self.result(&call.result, values))
    }

    /// Where the code has a text that both versions share. Where it ends the program, or goes on for ever, both versions do,
    /// and nothing depends on what is concluded after it.
    fn call_step(&mut self, key: FnKey, effect: Effect, args: &[ValueId], results: &[Sort]) -> Vec<ValueId> {
        let params: Vec<Sort> = args.iter().map(|arg| self.emit.b.sort(*arg)).collect();
        let function = &self.version.functions[key];
        let name = match function.signature.variadic {
            true => {
                let further = params.iter().skip(self.shape(key).0.map_or(0, |params| params.len()));
                let kinds: Vec<String> = further.map(kind_of_argument).collect();
                format!("{} with {}", function.name, kinds.join(", "))
            }
            false => function.name.clone(),
        };
        let (callee, seen) = self.emit.context.step(&name, &params, results, effect);
        let seen = self.emit.constant(seen, Sort::atom());
        let all: Vec<ValueId> = [seen].into_iter().chain(args.iter().copied()).collect();
        let kept = if effect == Effect::Writes { self.constants_in_memory() } else { Vec::new() };
        let values = self.emit.b.call(callee, &all, results, None);
        self.keep(kept);
        values
    }

    /// The text's address, and where others have the address of what is filled in, twice its length and one.
    fn plain_text(&mut self, call: &Call<'m>) -> Emitted<Val> {
        let (text, length) = (self.pointer_argument(call, 0)?, self.argument(call, 1)?);
        let (two, one) = (self.emit.word(2), self.emit.word(1));
        let twice = self.emit.binary("mul", false, 64, length, two)?;
        let tagged = self.emit.word_add(twice, one);
        let tagged = self.emit.address(tagged);
        Ok(Val::Many(Rc::new(vec![Val::Pointer(text), Val::Pointer(Pointer::Dynamic(tagged))])))
    }

    /// Two pointers, a size and a number: do so many elements from each on share no byte?
    fn are_apart(&mut self, call: &Call<'m>) -> Emitted<Val> {
        let (a, b) = (self.pointer_argument(call, 0)?, self.pointer_argument(call, 1)?);
        let (size, count) = (self.argument(call, 2)?, self.argument(call, 3)?);
        let bytes = self.emit.binary("mul", false, 64, size, count)?;
        self.emit.are_apart(&a, &b, bytes).map(Val::One)
    }

    /// The sorts of a function's parameters and results.
    fn shape(&self, key: FnKey) -> (Option<Vec<Sort>>, Option<Vec<Sort>>) {
        let function = &self.version.functions[key];
        let types = Types(&self.version.modules[function.module]);
        let of = |ty: &Type<'m>| sorts_of(types, &self.emit.sorts, ty);
        let params: Option<Vec<Vec<Sort>>> = function.signature.params.iter().map(|param| of(&param.ty)).collect();
        (params.map(|params| params.concat()), of(&function.signature.result))
    }

    fn call_external(&mut self, name: &'m str, call: &Call<'m>) -> Emitted<Option<Val>> {
        if let Some(intrinsic) = name.strip_prefix("llvm.") {
            return self.intrinsic(intrinsic, call);
        }
        if let Some(done) = self.runtime(name) {
            return done;
        }
        if let Some(done) = self.library(name, call) {
            return done;
        }
        let Some(mut results) = self.sorts_of(&call.result) else {
            return self.emit.unsupported("a call with a value of an unknown kind");
        };
        let (mut args, copies) = self.arguments(call)?;
        let gives_handle = (self.emit.context.handles || self.emit.context.surroundings.is_some())
            && results == [self.emit.sorts.pointer];
        if self.emit.context.handles {
            for arg in &mut args {
                if self.emit.b.sort(*arg) == self.emit.sorts.pointer {
                    *arg = self.emit.handle(*arg, name)?;
                }
            }
        }
        if gives_handle {
            results = vec![self.emit.sorts.word];
        }
        let params: Vec<Sort> = args.iter().map(|arg| self.emit.b.sort(*arg)).collect();
        if results.contains(&self.emit.sorts.pointer) {
            return self.emit.unsupported(&format!("a pointer returned by {name}, which is defined elsewhere"));
        }
        let module = &self.version.modules[self.module];
        let declared = module.declaration(name).and_then(|signature| signature.attributes);
        let never_returns = [call.attributes, declared].iter().any(|group| module.has_attribute(*group, "noreturn"));
        if module.may_be_missing(name) {
            let linked = self.emit.is_linked(name);
            self.emit.require(linked, Fail::Trap(Trap::NullPointer))?;
        }
        let throws = may_throw(self.version, self.key, name, call);
        let outside = if throws { Outside::Throws } else { Outside::Returns };
        let callee = self.emit.context.external(name, &params, &results, outside);
        let kept = self.constants_in_memory();
        let values = match throws {
            true => self.call_or_unwind(callee, &args, &results, true)?,
            false => self.emit.b.call(callee, &args, &results, None),
        };
        self.keep(kept);
        if never_returns {
            return self.emit.trap(Trap::NoReturn);
        }
        copies.into_iter().for_each(|copy| self.emit.end_object(copy));
        let values = match gives_handle {
            true => values.into_iter().map(|word| self.emit.address(word)).collect(),
            false => values,
        };
        Ok(self.result(&call.result, values))
    }

    /// What nobody can change: the cell, the object, and what it has there.
    fn constants_in_memory(&mut self) -> Vec<(ir::CellId, ValueId, ValueId)> {
        let is_constant = |index: &usize| self.version.globals[*index].global.constant;
        let constant: Vec<usize> = (0..self.emit.context.globals.len()).filter(is_constant).collect();
        let mut kept = Vec::new();
        if constant.len() > MOST_CONSTANTS {
            return kept;
        }
        for index in constant {
            let row = &self.emit.context.globals[index];
            let (super::Home::Memory(reference), layout) = (row.home.clone(), row.layout) else { continue };
            let object = self.emit.get(reference);
            let row = &self.emit.context.layouts[layout];
            let cells: Vec<ir::CellId> = row.columns.iter().chain(&row.unwritten).copied().collect();
            for cell in cells {
                let columns = self.emit.get(cell);
                kept.push((cell, object, self.emit.select(columns, object)));
            }
        }
        kept
    }

    fn call_through_pointer(&mut self, call: &Call<'m>) -> Emitted<Option<Val>> {
        let callee = self.operand(&call.callee, &Type::Ptr)?;
        let callee = self.pointer(callee)?;
        let callee = self.emit.pointer_value(&callee)?;
        let sorts = self.emit.sorts;
        let null = self.emit.apply(Op::Is(sorts.null), &[callee]);
        self.emit.refuse(null, Fail::Trap(Trap::NullPointer))?;
        let (args, copies) = self.arguments(call)?;
        let given: Vec<Sort> = args.iter().map(|arg| self.emit.b.sort(*arg)).collect();
        let Some(wanted) = self.sorts_of(&call.result) else {
            return self.emit.unsupported("a call with a value of an unknown kind");
        };
        let mut join = Join::default();
        if let Some(is_outside) = self.emit.is_surrounding(callee) {
            let (outside, inside) = (self.emit.b.block(), self.emit.b.block());
            self.emit.b.branch(is_outside, outside, inside);
            self.emit.b.seal(outside);
            self.emit.b.seal(inside);
            self.emit.b.switch_to(outside);
            let values = self.call_address(callee, call, &args, &wanted);
            join.arrive(&mut self.emit, values);
            self.emit.b.switch_to(inside);
        }
        let code = self.emit.apply(Op::Is(sorts.code), &[callee]);
        let is_code = self.emit.require(code, Fail::Unsupported("a call through a pointer to data or from outside"));
        if is_code.is_err() {
            let values = join.finish(&mut self.emit)?;
            return Ok(self.result(&call.result, values));
        }
        let name = self.emit.field(sorts.code, 0, callee);
        let version = self.version;
        let fitting: Vec<FnKey> = version
            .address_taken
            .iter()
            .copied()
            .filter(|key| {
                let (params, results) = self.shape(*key);
                let variadic = version.functions[*key].signature.variadic;
                let takes = |params: Vec<Sort>| if variadic { given.starts_with(&params) } else { params == given };
                params.is_some_and(takes) && results.as_ref() == Some(&wanted)
            })
            .collect();
        let blocks: Vec<_> = fitting.iter().map(|key| (*key, self.emit.b.block())).collect();
        let other = self.emit.b.block();
        let cases = blocks
            .iter()
            .map(|(key, block)| (Value::Atom(Symbol::new(&version.functions[*key].name)), *block))
            .collect();
        self.emit.b.switch(name, cases, other);
        self.emit.b.seal(other);
        self.emit.b.switch_to(other);
        let _: Emitted<()> = self.emit.unsupported("a call through a pointer to an unknown function");
        for (key, block) in blocks {
            self.emit.b.seal(block);
            self.emit.b.switch_to(block);
            let callee = self.emit.context.functions[key];
            let taken = self.shape(key).0.map_or(0, |params| params.len());
            let args = &args[..taken];
            let values = match self.emit.context.raises[key] {
                true => self.call_or_unwind(callee, args, &wanted, false),
                false => Ok(self.emit.b.call(callee, args, &wanted, None)),
            };
            join.arrive(&mut self.emit, values);
        }
        let values = join.finish(&mut self.emit)?;
        copies.into_iter().for_each(|copy| self.emit.end_object(copy));
        Ok(self.result(&call.result, values))
    }

    /// A call of a function that the caller handed in, known by its address.
    fn call_address(
        &mut self,
        callee: ValueId,
        call: &Call<'m>,
        args: &[ValueId],
        wanted: &[Sort],
    ) -> Emitted<Vec<ValueId>> {
        let (word, pointer) = (self.emit.sorts.word, self.emit.sorts.pointer);
        let gives_address = wanted == [pointer];
        let results: Vec<Sort> = if gives_address { vec![word] } else { wanted.to_vec() };
        if results.contains(&pointer) {
            return self.emit.unsupported("a structure with an address from a function that was handed in");
        }
        let address = self.emit.address_of(callee);
        let all: Vec<ValueId> = [address].into_iter().chain(args.iter().copied()).collect();
        let params: Vec<Sort> = all.iter().map(|arg| self.emit.b.sort(*arg)).collect();
        let throws = may_throw(self.version, self.key, THROUGH_POINTER, call);
        let outside = if throws { Outside::Throws } else { Outside::Returns };
        let function = self.emit.context.external(THROUGH_POINTER, &params, &results, outside);
        let kept = self.constants_in_memory();
        let values = match throws {
            true => self.call_or_unwind(function, &all, &results, true)?,
            false => self.emit.b.call(function, &all, &results, None),
        };
        self.keep(kept);
        Ok(match gives_address {
            true => values.into_iter().map(|word| self.emit.address(word)).collect(),
            false => values,
        })
    }

    /// Puts back what nobody can change.
    fn keep(&mut self, kept: Vec<(ir::CellId, ValueId, ValueId)>) {
        for (cell, object, column) in kept {
            let after = self.emit.get(cell);
            let after = self.emit.store_map(after, object, column);
            self.emit.b.set(cell, after);
        }
    }

    /// An argument as a value of the IR.
    pub(crate) fn argument(&mut self, call: &Call<'m>, index: usize) -> Emitted<ValueId> {
        let Some(arg) = call.args.get(index) else { return self.emit.unsupported("a call with too few arguments") };
        let value = self.operand(&arg.value, &arg.ty)?;
        self.one(value, &arg.ty)
    }

    pub(crate) fn pointer_argument(&mut self, call: &Call<'m>, index: usize) -> Emitted<Pointer> {
        let Some(arg) = call.args.get(index) else { return self.emit.unsupported("a call with too few arguments") };
        let value = self.operand(&arg.value, &arg.ty)?;
        self.pointer(value)
    }
}

/// What reports call a function that the caller handed in.
pub(crate) const THROUGH_POINTER: &str = "a function that was handed in";

/// With more constants in memory it is not said that calls outside leave them alone.
const MOST_CONSTANTS: usize = 64;

/// The function that a callee names, through casts.
pub(crate) fn called_name<'m>(callee: &Operand<'m>) -> Option<&'m str> {
    match callee {
        Operand::Constant(constant) => named(constant),
        Operand::Local(_) | Operand::Metadata(_) => None,
    }
}

fn named<'m>(constant: &Constant<'m>) -> Option<&'m str> {
    match constant {
        Constant::Global(name) => Some(name),
        Constant::Cast { value, .. } => named(value),
        _ => None,
    }
}

/// Functions of Rust's library that prepare a text.
fn is_formatting(name: &str) -> bool {
    name.contains("4core3fmt") && (name.contains("9Arguments") || name.contains("2rt8Argument"))
}

/// `Arguments::from_str`: a text with nothing to fill in.
fn is_plain_text(name: &str) -> bool {
    name.contains("4core3fmt9Arguments8from_str")
}

/// What the library asks before it copies, by comparing addresses as numbers.
fn asks_for_overlap(name: &str) -> bool {
    name.contains("9ub_checks23maybe_is_nonoverlapping7runtime")
}

/// `panic_display` and the like: a panic whose text is what was given.
fn panics_with_text(name: &str) -> bool {
    name.contains("4core9panicking") && panics(name) == Some(Panic::Unwind)
}

/// What a further argument is, in the name of a step.
fn kind_of_argument(sort: &Sort) -> String {
    match sort.kind() {
        SortKind::Bv(width) => format!("{width} bits"),
        SortKind::Int => "a whole number".to_owned(),
        SortKind::Float(_) | SortKind::Real => "a float".to_owned(),
        _ => "an address".to_owned(),
    }
}
