//! Calls of builtin functions and types.

use ruff_python_ast::{self as ast, Expr};
use ruff_text_size::Ranged;
use value::{IntOp, Op, Sort, Value};

use crate::builtins::Builtin;
use crate::call::Arguments;
use crate::function::{Lowerer, Operand};
use crate::loops::{Each, Element, Item};
use crate::runtime::ctors;

impl<'a> Lowerer<'a, '_> {
    pub(crate) fn call_builtin(&mut self, builtin: Builtin, call: &'a ast::ExprCall) -> Operand {
        let name = match builtin {
            Builtin::Exception(class) => return self.call_exception(class, call),
            Builtin::Type(name) | Builtin::Function(name) => name,
            Builtin::Constant(_) => return self.unsupported_value("a call of a constant"),
        };
        if let [argument] = &*call.arguments.args
            && call.arguments.keywords.is_empty()
            && let Some(each) = self.each(argument)
            && let Some(result) = self.call_with_each(name, each)
        {
            return result;
        }
        if let ("list" | "tuple" | "sorted", [Expr::Call(inner)]) = (name, &*call.arguments.args)
            && call.arguments.keywords.is_empty()
            && let Some(items) = self.collect_called(inner)
        {
            self.at(call.range());
            let arguments = Arguments { positional: vec![Operand::Tuple(items)], keywords: vec![] };
            return self.call_known_builtin(name, &arguments);
        }
        if let Some(result) = self.call_about_attribute(name, call).or_else(|| self.sentinel(name, call)) {
            return result;
        }
        let Some(arguments) = self.arguments(call) else { return Operand::None };
        self.at(call.range());
        self.call_known_builtin(name, &arguments)
    }

    /// `NAME = object()` at the top level, which runs once: a value of its own, known by that name.
    fn sentinel(&mut self, function: &str, call: &ast::ExprCall) -> Option<Operand> {
        if function != "object" || !call.arguments.is_empty() || self.code.is_some() {
            return None;
        }
        let is_here = |value: &Expr| value.range() == call.range();
        let name = self.this_module().body.iter().find_map(|stmt| match stmt {
            ast::Stmt::Assign(assign) if is_here(&assign.value) => match &assign.targets[..] {
                [Expr::Name(name)] => Some(name.id.to_string()),
                _ => None,
            },
            ast::Stmt::AnnAssign(assign) if assign.value.as_deref().is_some_and(is_here) => {
                assign.target.as_name_expr().map(|name| name.id.to_string())
            }
            _ => None,
        })?;
        if !self.this_module().is_bound_once(&name) {
            return None;
        }
        let name = format!("{}.{name}", self.this_module().name);
        let (class, name) = (self.atom("object"), self.atom(&name));
        Some(Operand::Value(self.b.construct(ctors().member, &[class, name])))
    }

    /// `getattr` and its like with a name that is written there.
    fn call_about_attribute(&mut self, name: &str, call: &'a ast::ExprCall) -> Option<Operand> {
        let [object, Expr::StringLiteral(attribute), rest @ ..] = &*call.arguments.args else { return None };
        let is_call = match name {
            "getattr" => rest.len() < 2,
            "hasattr" | "delattr" => rest.is_empty(),
            "setattr" => rest.len() == 1,
            _ => false,
        };
        let attribute = attribute.value.to_str();
        let is_plain = call.arguments.keywords.is_empty() && !rest.iter().any(Expr::is_starred_expr);
        if !is_call || !is_plain || self.steps_outside() || object.is_starred_expr() {
            return None;
        }
        let is_module =
            matches!(self.target(object), crate::call::Target::Module(_) | crate::call::Target::External(_));
        if is_module || attribute.starts_with("__") {
            return None;
        }
        let value = self.expr(object);
        let value = Operand::Value(self.boxed(value));
        Some(match name {
            "setattr" => {
                let given = self.expr(&rest[0]);
                self.at(call.range());
                self.set_named(object, value, attribute, given);
                Operand::None
            }
            "delattr" => {
                self.at(call.range());
                self.if_object(
                    value,
                    |lowerer| lowerer.by_class(crate::object::Family::Delete(attribute.to_string()), &[value]),
                    |lowerer| lowerer.unsupported_value("delattr"),
                )
            }
            "hasattr" => {
                self.at(call.range());
                let (yes, no) = (self.bool(true), self.bool(false));
                self.attribute_or(value, attribute, Some(yes), no)
            }
            _ => match rest {
                [default] => {
                    let default = self.expr(default);
                    self.at(call.range());
                    self.attribute_or(value, attribute, None, default)
                }
                _ => {
                    self.at(call.range());
                    self.get_named(value, attribute)
                }
            },
        })
    }

    /// The attribute, or what stands for it, or the default if there is none.
    fn attribute_or(&mut self, object: Operand, name: &str, found: Option<Operand>, default: Operand) -> Operand {
        let (caught, end) = (self.b.block(), self.b.block());
        let exception = self.b.block_param(caught, ctors().value);
        let result = self.b.block_param(end, ctors().value);
        let outer = self.handler.replace(caught);
        let value = self.get_named(object, name);
        self.handler = outer;
        let value = self.boxed(found.unwrap_or(value));
        self.b.jump(end, &[value]);
        self.b.seal(caught);
        self.b.switch_to(caught);
        if self.b.is_reached(caught) {
            let class = self.constant(ctors().class, "AttributeError");
            let class = self.boxed(class);
            let is_missing = self.py("catches", &[exception, class])[0];
            self.guard(is_missing, |lowerer| lowerer.raise_value(exception));
            let default = self.boxed(default);
            self.b.jump(end, &[default]);
        }
        self.b.seal(end);
        self.b.switch_to(end);
        self.operand(result)
    }

    fn call_exception(&mut self, class: &str, call: &'a ast::ExprCall) -> Operand {
        let Some(arguments) = self.arguments(call) else { return Operand::None };
        self.at(call.range());
        if !arguments.keywords.is_empty() {
            return self.unsupported_value("an exception with keyword arguments");
        }
        let (class, args) = (self.atom(class), self.items(&arguments.positional));
        let exception = self.py("make_exception", &[class, args])[0];
        Operand::Value(exception)
    }

    /// Functions that go through a generator at once: it never becomes an object.
    fn call_with_each(&mut self, name: &str, each: Each<'a>) -> Option<Operand> {
        Some(match name {
            "list" => {
                let items = self.collect_each(each);
                self.new_list(items)
            }
            "tuple" => Operand::Tuple(self.collect_each(each)),
            "sorted" => {
                let items = self.collect_each(each);
                let forward = self.b.bool(false);
                let items = self.py("sort_items", &[items, items, forward])[0];
                self.new_list(items)
            }
            "sum" => {
                let total = self.b.variable(ctors().value);
                let zero = self.int(0);
                let zero = self.boxed(zero);
                self.b.define(total, zero);
                self.for_each(each, &mut |lowerer, element| {
                    let item = lowerer.element(element);
                    let before = lowerer.b.read(total);
                    let before = lowerer.operand(before);
                    let after = lowerer.py_value("add", &[before, item]);
                    let after = lowerer.boxed(after);
                    lowerer.b.define(total, after);
                });
                let total = self.b.read(total);
                self.operand(total)
            }
            "any" | "all" => self.any_or_all(name == "any", each),
            "set" => {
                let result = self.py("new_set", &[])[0];
                let reference = self.b.apply(Op::Field(ctors().set, 0), &[result]);
                self.for_each(each, &mut |lowerer, element| {
                    let item = lowerer.element(element);
                    let item = lowerer.boxed(item);
                    lowerer.py("set_add", &[reference, item]);
                });
                Operand::Value(result)
            }
            "min" | "max" => self.best_of(name, each),
            _ => return None,
        })
    }

    fn any_or_all(&mut self, is_any: bool, each: Each<'a>) -> Operand {
        let end = self.b.block();
        let result = self.b.block_param(end, Sort::bool());
        self.for_each(each, &mut |lowerer, element| {
            let item = match element {
                Element::Written(expr) => lowerer.condition(expr),
                Element::Given(value) => lowerer.truth(value),
            };
            let found = lowerer.b.bool(is_any);
            let go_on = lowerer.b.block();
            let stop = ir::Target { block: end, args: [found].into_iter().collect() };
            let more = ir::Target { block: go_on, args: ir::Args::new() };
            match is_any {
                true => lowerer.b.branch_with(item, stop, more),
                false => lowerer.b.branch_with(item, more, stop),
            }
            lowerer.b.seal(go_on);
            lowerer.b.switch_to(go_on);
        });
        let none = self.b.bool(!is_any);
        self.b.jump(end, &[none]);
        self.b.seal(end);
        self.b.switch_to(end);
        Operand::Bool(result)
    }

    fn best_of(&mut self, name: &str, each: Each<'a>) -> Operand {
        let best = self.b.variable(ctors().value);
        let unbound = self.b.constant(ctors().unbound_value(), ctors().value);
        self.b.define(best, unbound);
        let better = if name == "min" { "better_min" } else { "better_max" };
        self.for_each(each, &mut |lowerer, element| {
            let item = lowerer.element(element);
            let item = lowerer.boxed(item);
            let before = lowerer.b.read(best);
            let after = lowerer.py(better, &[item, before])[0];
            lowerer.b.define(best, after);
        });
        let best = self.b.read(best);
        let unbound = self.b.apply(Op::Is(ctors().unbound), &[best]);
        let found = self.b.not(unbound);
        let message = format!("{name}() arg is an empty sequence");
        self.guard(found, |lowerer| lowerer.raise("ValueError", &message));
        Operand::Value(best)
    }

    pub(crate) fn call_known_builtin(&mut self, name: &str, arguments: &Arguments) -> Operand {
        // No key at all is what these have without being told.
        let is_no_key = |(keyword, value): &(String, Operand)| keyword == "key" && matches!(value, Operand::None);
        if ["sorted", "min", "max"].contains(&name) && arguments.keywords.iter().any(is_no_key) {
            let mut arguments = arguments.clone();
            arguments.keywords.retain(|row| !is_no_key(row));
            return self.call_known_builtin(name, &arguments);
        }
        if !arguments.keywords.is_empty() {
            return self.call_with_keywords(name, arguments);
        }
        let args = &arguments.positional[..];
        match (name, args) {
            ("int", []) => self.int(0),
            ("bool", []) => self.bool(false),
            ("str", []) => self.text(""),
            ("list", []) => {
                let items = self.items(&[]);
                self.new_list(items)
            }
            ("tuple", []) => Operand::Tuple(self.items(&[])),
            ("dict", []) => self.py_value("new_dict", &[]),
            ("set", []) => self.py_value("new_set", &[]),
            ("bool", [value]) => Operand::Bool(self.truth(*value)),
            ("hash", [Operand::Int(_) | Operand::Bool(_)]) => self.py_value("hash_of", args),
            ("hash", [_]) if !self.steps_outside() => self.py_value("hash_of", args),
            ("int", [value]) => self.py_value("int_of", &[*value]),
            ("int", [value, base]) => self.py_value("int_based", &[*value, *base]),
            ("float", []) => {
                let zero = Value::data(ctors().float, [Value::Float(value::Float::f64(0.0))]);
                Operand::Value(self.b.constant(zero, ctors().value))
            }
            ("float", [value]) => self.py_value("float_of", &[*value]),
            ("str", [value]) => self.py_value("str_of", &[*value]),
            ("repr", [value]) => self.py_value("repr_of", &[*value]),
            ("ascii", [value]) => {
                let text = self.py_value("repr_of", &[*value]);
                let Operand::Str(text) = text else { return text };
                Operand::Str(self.py("ascii_text", &[text])[0])
            }
            ("format", [value]) => self.py_value("format_of", &[*value]),
            ("format", [value, spec]) => self.py_value("format_with", &[*value, *spec]),
            ("bin" | "oct" | "hex", [value]) => {
                let letter = self.b.int(i64::from(match name {
                    "bin" => b'b',
                    "oct" => b'o',
                    _ => b'x',
                }));
                let value = self.boxed(*value);
                Operand::Str(self.py("based", &[value, letter])[0])
            }
            ("bytes", []) => self.bytes(&[]),
            ("bytes", [value]) => self.py_value("bytes_of", &[*value]),
            ("bytes", [Operand::Str(text), encoding, rest @ ..]) if rest.len() < 2 => {
                let unbound = Operand::Value(self.b.constant(ctors().unbound_value(), ctors().value));
                let errors = rest.first().copied().unwrap_or(unbound);
                let (encoding, errors) = (self.boxed(*encoding), self.boxed(errors));
                Operand::Value(self.py("text_encode", &[*text, encoding, errors])[0])
            }
            ("list", [value]) => {
                let value = self.boxed(*value);
                let items = self.py("to_items", &[value])[0];
                self.new_list(items)
            }
            ("tuple", [value]) => {
                let value = self.boxed(*value);
                Operand::Tuple(self.py("to_items", &[value])[0])
            }
            ("set", [value]) => self.py_value("set_of", &[*value]),
            ("dict", [value]) => self.py_value("dict_of", &[*value]),
            ("range", [stop]) => {
                let (zero, one) = (self.int(0), self.int(1));
                self.py_value("make_range", &[zero, *stop, one])
            }
            ("range", [start, stop]) => {
                let one = self.int(1);
                self.py_value("make_range", &[*start, *stop, one])
            }
            ("range", [start, stop, step]) => self.py_value("make_range", &[*start, *stop, *step]),
            ("enumerate", [value]) => {
                let zero = self.int(0);
                self.py_value("enumerate_", &[*value, zero])
            }
            ("enumerate", [value, start]) => self.py_value("enumerate_", &[*value, *start]),
            ("reversed", [value]) => self.py_value("reversed_", &[*value]),
            ("zip", values) => self.zip("zip", values),
            ("type", [value]) => self.py_value("type_of", &[*value]),
            ("len", [value]) => match value {
                Operand::Str(raw) | Operand::Tuple(raw) => Operand::Int(self.b.apply(Op::SeqLen, &[*raw])),
                value => self.py_value("len_of", &[*value]),
            },
            ("abs", [value]) => self.py_value("abs_", &[*value]),
            ("round", [value]) => self.py_value("round_", &[*value]),
            ("round", [value, digits]) => self.py_value("round_to", &[*value, *digits]),
            ("ord", [value]) => self.py_value("ord_", &[*value]),
            ("chr", [value]) => self.py_value("chr_", &[*value]),
            ("map", [_, _, ..]) | ("filter" | "iter", [_, _]) if let Some(code) = self.builtin_model(name) => {
                self.call_code(code, None, arguments)
            }
            ("iter", [value]) => self.py_value("iter_", &[*value]),
            ("next", [value]) => self.py_value("next_", &[*value]),
            ("next", [value, default]) => self.py_value("next_or", &[*value, *default]),
            ("any", [value]) => self.py_value("any_", &[*value]),
            ("all", [value]) => self.py_value("all_", &[*value]),
            ("sum", [value]) => {
                let zero = self.int(0);
                self.py_value("sum_", &[*value, zero])
            }
            ("sum", [value, start]) => self.py_value("sum_", &[*value, *start]),
            ("divmod", [a, b]) => self.py_value("divmod_", &[*a, *b]),
            ("pow", [a, b]) => self.py_value("pow_", &[*a, *b]),
            ("pow", [a, b, c]) => self.py_value("pow_mod", &[*a, *b, *c]),
            ("min", [value]) => self.py_value("min_", &[*value]),
            ("max", [value]) => self.py_value("max_", &[*value]),
            ("min" | "max", [_, _, ..]) => {
                let items = self.items(args);
                self.py_value(if name == "min" { "min_" } else { "max_" }, &[Operand::Tuple(items)])
            }
            ("isinstance", [value, class]) => self.py_value("isinstance_", &[*value, *class]),
            ("issubclass", [class, of]) => self.py_value("issubclass_", &[*class, *of]),
            ("sorted", [value]) => {
                let value = self.boxed(*value);
                let items = self.py("unordered_items", &[value])[0];
                let forward = self.b.bool(false);
                let items = self.py("sort_items", &[items, items, forward])[0];
                self.new_list(items)
            }
            ("callable", [value]) => self.py_value("callable_", &[*value]),
            ("print", _) => self.print(arguments, " ", "\n"),
            _ if is_arity_known(name) => {
                self.raise_about("TypeError", &format!("{name} and {} arguments", arguments.positional.len()));
                Operand::None
            }
            _ => self.call_outside_builtin(name, arguments, &format!("a call of {name}")),
        }
    }

    /// The model of a builtin that gives an iterator of its own.
    fn builtin_model(&mut self, name: &str) -> Option<usize> {
        let path = format!("builtins.{name}");
        self.makes_model(&path).then(|| self.lowering.model(self.module, &path)).flatten()
    }

    fn call_with_keywords(&mut self, name: &str, arguments: &Arguments) -> Operand {
        let keyword =
            |wanted: &str| arguments.keywords.iter().find(|(name, _)| name == wanted).map(|(_, value)| *value);
        let only = |wanted: &[&str]| arguments.keywords.iter().all(|(name, _)| wanted.contains(&name.as_str()));
        match (name, &arguments.positional[..]) {
            ("sorted", [value]) if only(&["reverse", "key"]) => {
                let value = self.boxed(*value);
                let source = if keyword("key").is_some() { "to_items" } else { "unordered_items" };
                let items = self.py(source, &[value])[0];
                let backwards = match keyword("reverse") {
                    Some(reverse) => self.reverse_flag(reverse),
                    None => self.b.bool(false),
                };
                let keys = match keyword("key") {
                    Some(key) => self.keys(items, key),
                    None => items,
                };
                let items = self.py("sort_items", &[items, keys, backwards])[0];
                self.new_list(items)
            }
            ("enumerate", [value]) if only(&["start"]) => {
                let start = keyword("start").expect("the only keyword");
                self.py_value("enumerate_", &[*value, start])
            }
            ("zip", values) if only(&["strict"]) => {
                let strict = self.truth(keyword("strict").expect("the only keyword"));
                self.if_else(strict, |lowerer| lowerer.zip("strict", values), |lowerer| lowerer.zip("zip", values))
            }
            ("round", [value]) if only(&["ndigits"]) => {
                self.py_value("round_to", &[*value, keyword("ndigits").expect("the only keyword")])
            }
            ("int", [value]) if only(&["base"]) => {
                self.py_value("int_based", &[*value, keyword("base").expect("the only keyword")])
            }
            ("dict", [] | [_]) => {
                let dict = match arguments.positional.first() {
                    Some(value) => self.py_value("dict_of", &[*value]),
                    None => self.py_value("new_dict", &[]),
                };
                let boxed = self.boxed(dict);
                let reference = self.b.apply(Op::Field(ctors().dict, 0), &[boxed]);
                for (name, value) in &arguments.keywords {
                    let name = self.text(name);
                    let (name, value) = (self.boxed(name), self.boxed(*value));
                    self.py("dict_set", &[reference, name, value]);
                }
                dict
            }
            ("sum", [value]) if only(&["start"]) => {
                let start = keyword("start").expect("the only keyword");
                self.py_value("sum_", &[*value, start])
            }
            ("min" | "max", [value]) if only(&["default"]) => {
                let default = keyword("default").expect("the only keyword");
                self.py_value(if name == "min" { "min_or" } else { "max_or" }, &[*value, default])
            }
            ("min" | "max", [value]) if only(&["key", "default"]) => {
                let key = keyword("key").expect("`default` alone is above");
                self.best_by(name, *value, key, keyword("default"))
            }
            ("min" | "max", [_, _, ..]) if only(&["key"]) => {
                let key = keyword("key").expect("the only keyword");
                let items = self.items(&arguments.positional);
                self.best_by(name, Operand::Tuple(items), key, None)
            }
            ("print", _)
                if only(&["sep", "end", "file", "flush"])
                    && matches!(keyword("file"), None | Some(Operand::None))
                    && matches!(keyword("flush"), None | Some(Operand::None | Operand::Bool(_))) =>
            {
                self.print_with(arguments, keyword("sep"), keyword("end"))
            }
            ("pow", _) if only(&["base", "exp", "mod"]) => self.unsupported_value("pow with keywords"),
            _ => self.call_outside_builtin(name, arguments, &format!("a call of {name} with keywords")),
        }
    }

    fn zip(&mut self, kind: &str, values: &[Operand]) -> Operand {
        let mut state = vec![self.constant(ctors().builtin, kind)];
        for value in values {
            state.push(self.py_value("iter_", &[*value]));
        }
        let state = self.items(&state);
        Operand::Value(self.py("make_iterator", &[state])[0])
    }

    /// One value or the other, by a condition.
    pub(crate) fn if_else(
        &mut self,
        condition: ir::ValueId,
        then: impl FnOnce(&mut Self) -> Operand,
        otherwise: impl FnOnce(&mut Self) -> Operand,
    ) -> Operand {
        let (yes, no, end) = (self.b.block(), self.b.block(), self.b.block());
        let result = self.b.block_param(end, ctors().value);
        self.b.branch(condition, yes, no);
        self.b.seal(yes);
        self.b.seal(no);
        self.b.switch_to(yes);
        let value = then(self);
        let value = self.boxed(value);
        self.b.jump(end, &[value]);
        self.b.switch_to(no);
        let value = otherwise(self);
        let value = self.boxed(value);
        self.b.jump(end, &[value]);
        self.b.seal(end);
        self.b.switch_to(end);
        Operand::Value(result)
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Operand {
        let items = bytes.iter().map(|byte| Value::int(i64::from(*byte))).collect();
        let value = Value::data(ctors().bytes, [Value::seq(items)]);
        Operand::Value(self.b.constant(value, ctors().value))
    }

    /// The first of the elements with the least or the greatest key.
    fn best_by(&mut self, name: &str, value: Operand, key: Operand, default: Option<Operand>) -> Operand {
        let source = self.source_of(value);
        let (best, best_key) = (self.b.variable(ctors().value), self.b.variable(ctors().value));
        let unbound = self.b.constant(ctors().unbound_value(), ctors().value);
        self.b.define(best, unbound);
        self.b.define(best_key, unbound);
        let open = self.open_loop(&source);
        let Item::One(item) = open.item else { unreachable!("one element at a time") };
        let key = self.key_of(key, item);
        let (item, key) = (self.boxed(item), self.boxed(key));
        let before = self.b.read(best_key);
        let is_first = self.b.apply(Op::Is(ctors().unbound), &[before]);
        let (take, compare) = (self.b.block(), self.b.block());
        self.b.branch(is_first, take, compare);
        self.b.seal(compare);
        self.b.switch_to(compare);
        let op = if name == "min" { ast::CmpOp::Lt } else { ast::CmpOp::Gt };
        let is_better = self.compare_once(op, Operand::Value(key), Operand::Value(before));
        let is_better = self.truth(is_better);
        self.b.branch(is_better, take, open.next);
        self.b.seal(take);
        self.b.switch_to(take);
        self.b.define(best, item);
        self.b.define(best_key, key);
        self.b.jump(open.next, &[]);
        self.close_loop(&source, &open);
        self.b.switch_to(open.otherwise);
        let found = self.b.read(best);
        let is_empty = self.b.apply(Op::Is(ctors().unbound), &[found]);
        match default {
            Some(default) => {
                let default = self.boxed(default);
                Operand::Value(self.b.apply(Op::Ite, &[is_empty, default, found]))
            }
            None => {
                let is_there = self.b.not(is_empty);
                let message = format!("{name}() arg is an empty sequence");
                self.guard(is_there, |lowerer| lowerer.raise("ValueError", &message));
                Operand::Value(found)
            }
        }
    }

    /// `reverse=` takes an int of the machine.
    pub(crate) fn reverse_flag(&mut self, value: Operand) -> ir::ValueId {
        match value {
            Operand::Bool(raw) => raw,
            value => {
                let int = self.index(value);
                self.py("check_c_int", &[int]);
                let zero = self.b.int(0);
                let is_zero = self.b.eq(int, zero);
                self.b.not(is_zero)
            }
        }
    }

    /// What a key function gives for an element, which is its own key if the function is None.
    fn key_of(&mut self, key: Operand, item: Operand) -> Operand {
        let arguments = Arguments { positional: vec![item], keywords: vec![] };
        let value = match key {
            Operand::None => return item,
            Operand::Value(value) => value,
            key => return self.call_value(key, &arguments),
        };
        let (call, end) = (self.b.block(), self.b.block());
        let result = self.b.block_param(end, ctors().value);
        let is_none = self.b.apply(Op::Is(ctors().none), &[value]);
        let item = self.boxed(item);
        let itself = ir::Target { block: end, args: [item].into_iter().collect() };
        self.b.branch_with(is_none, itself, ir::Target { block: call, args: ir::Args::new() });
        self.b.seal(call);
        self.b.switch_to(call);
        let made = self.call_value(key, &arguments);
        let made = self.boxed(made);
        self.b.jump(end, &[made]);
        self.b.seal(end);
        self.b.switch_to(end);
        Operand::Value(result)
    }

    /// What a key function gives for each element.
    pub(crate) fn keys(&mut self, items: ir::ValueId, key: Operand) -> ir::ValueId {
        let keys = self.b.variable(Sort::seq(ctors().value));
        let at = self.b.variable(Sort::int());
        let (none, zero) = (self.items(&[]), self.b.int(0));
        self.b.define(keys, none);
        self.b.define(at, zero);
        let len = self.b.apply(Op::SeqLen, &[items]);
        if let Operand::None = key {
            return items;
        }
        let (head, body, end) = (self.b.block(), self.b.block(), self.b.block());
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        let index = self.b.read(at);
        let more = self.b.int_op(IntOp::Lt, &[index, len]);
        self.b.branch(more, body, end);
        self.b.seal(body);
        self.b.switch_to(body);
        let item = self.b.apply(Op::SeqNth, &[items, index]);
        let value = self.key_of(key, Operand::Value(item));
        let value = self.items(&[value]);
        let before = self.b.read(keys);
        let after = self.b.apply(Op::SeqConcat, &[before, value]);
        self.b.define(keys, after);
        let (index, one) = (self.b.read(at), self.b.int(1));
        let next = self.b.int_op(IntOp::Add, &[index, one]);
        self.b.define(at, next);
        self.b.jump(head, &[]);
        self.b.seal(head);
        self.b.seal(end);
        self.b.switch_to(end);
        self.b.read(keys)
    }

    fn print_with(&mut self, arguments: &Arguments, sep: Option<Operand>, end: Option<Operand>) -> Operand {
        let text = |lowerer: &mut Self, given: Option<Operand>, default: &str| match given {
            None | Some(Operand::None) => {
                let default = lowerer.text(default);
                lowerer.boxed(default)
            }
            Some(given) => {
                let given = lowerer.boxed(given);
                lowerer.py("text_or_none", &[given])[0]
            }
        };
        let sep = text(self, sep, " ");
        let end = text(self, end, "\n");
        let (space, newline) =
            (self.b.apply(Op::Field(ctors().str, 0), &[sep]), self.b.apply(Op::Field(ctors().str, 0), &[end]));
        // None given at run time means the default.
        let is_text = self.b.apply(Op::Is(ctors().str), &[sep]);
        let default = self.b.constant(Value::string(" "), Sort::string());
        let space = self.b.apply(Op::Ite, &[is_text, space, default]);
        let is_text = self.b.apply(Op::Is(ctors().str), &[end]);
        let default = self.b.constant(Value::string("\n"), Sort::string());
        let newline = self.b.apply(Op::Ite, &[is_text, newline, default]);
        self.print_texts(arguments, space, newline)
    }

    fn print(&mut self, arguments: &Arguments, sep: &str, end: &str) -> Operand {
        let sep = self.b.constant(Value::string(sep), Sort::string());
        let end = self.b.constant(Value::string(end), Sort::string());
        self.print_texts(arguments, sep, end)
    }

    fn print_texts(&mut self, arguments: &Arguments, sep: ir::ValueId, end: ir::ValueId) -> Operand {
        for (index, value) in arguments.positional.iter().enumerate() {
            if index > 0 {
                self.py("print_text", &[sep]);
            }
            let value = self.boxed(*value);
            let text = self.py("str_of", &[value])[0];
            self.py("print_text", &[text]);
        }
        self.py("print_text", &[end]);
        Operand::None
    }
}

/// Are all numbers of arguments that the function accepts handled above?
fn is_arity_known(name: &str) -> bool {
    matches!(
        name,
        "bool"
            | "list"
            | "tuple"
            | "set"
            | "range"
            | "reversed"
            | "len"
            | "abs"
            | "ord"
            | "chr"
            | "any"
            | "all"
            | "divmod"
            | "pow"
            | "isinstance"
            | "issubclass"
            | "callable"
            | "repr"
            | "next"
            | "ascii"
            | "format"
            | "bin"
            | "oct"
            | "hex"
            | "round"
            | "sum"
            | "enumerate"
    )
}
