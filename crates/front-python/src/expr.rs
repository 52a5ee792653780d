//! Expressions.

use ir::ValueId;
use ruff_python_ast::{self as ast, CmpOp, Expr, Operator};
use ruff_text_size::Ranged;
use value::{Float, FloatFormat, Int, IntOp, Op, Rounding, Sort, Value};

use crate::Fault;
use crate::function::{Lowerer, Operand};
use crate::loops::{Each, Element};
use crate::runtime::ctors;

impl<'a> Lowerer<'a, '_> {
    pub(crate) fn expr(&mut self, expr: &'a Expr) -> Operand {
        self.at(expr.range());
        match expr {
            Expr::NumberLiteral(literal) => self.number(&literal.value),
            Expr::BooleanLiteral(literal) => self.bool(literal.value),
            Expr::NoneLiteral(_) => Operand::None,
            Expr::StringLiteral(literal) => match whole(literal.value.to_str()) {
                Some(text) => self.text(text),
                None => self.unsupported_value(SURROGATE),
            },
            Expr::Name(name) => self.name(expr, &name.id),
            Expr::Attribute(attribute) => self.attribute(expr, attribute),
            Expr::BinOp(binary) => {
                let left = self.expr(&binary.left);
                let right = self.expr(&binary.right);
                self.at(expr.range());
                self.binary(binary.op, left, right)
            }
            Expr::UnaryOp(unary) => self.unary(unary),
            Expr::BoolOp(bool_op) => self.bool_op(bool_op),
            Expr::Compare(compare) => self.compare(compare),
            Expr::If(conditional) => self.conditional(conditional),
            Expr::Call(call) => self.call_expr(call),
            Expr::Tuple(tuple) => Operand::Tuple(self.display(&tuple.elts)),
            Expr::List(list) => {
                let items = self.display(&list.elts);
                self.at(expr.range());
                self.new_list(items)
            }
            Expr::Subscript(subscript) => self.subscript(subscript),
            Expr::Named(named) => {
                let value = self.expr(&named.value);
                // Binds outside the comprehensions around.
                let comprehensions = std::mem::take(&mut self.comprehensions);
                self.assign(&named.target, value);
                self.comprehensions = comprehensions;
                value
            }
            Expr::FString(text) => self.f_string(text),
            Expr::Dict(dict) => self.dict(dict),
            Expr::Set(set) => self.set(set),
            Expr::Lambda(lambda) => self.lambda(lambda),
            Expr::ListComp(comp) => {
                let items = self.collect(&comp.elt, &comp.generators);
                self.new_list(items)
            }
            Expr::SetComp(comp) => self.set_comp(comp),
            Expr::DictComp(comp) => self.dict_comp(comp),
            Expr::Generator(generator) => self.generator_object(expr, generator),
            Expr::Starred(_) => self.unsupported_value("a starred expression"),
            Expr::BytesLiteral(literal) => {
                let bytes: Vec<u8> = literal.value.bytes().collect();
                self.bytes(&bytes)
            }
            Expr::EllipsisLiteral(_) => self.outside_literal("...", "..."),
            Expr::TString(_) => self.unsupported_value("a template string"),
            Expr::Await(_) => self.unsupported_value("await"),
            Expr::Yield(_) | Expr::YieldFrom(_) => self.yield_within(expr),
            Expr::Slice(_) => self.unsupported_value("a slice object"),
            Expr::IpyEscapeCommand(_) => self.unsupported_value("a notebook command"),
        }
    }

    fn number(&mut self, number: &ast::Number) -> Operand {
        match number {
            ast::Number::Int(int) => {
                let int = literal_int(int);
                self.int(int)
            }
            ast::Number::Float(float) => {
                let float = Value::data(ctors().float, [Value::Float(Float::f64(*float))]);
                Operand::Value(self.b.constant(float, ctors().value))
            }
            ast::Number::Complex { real, imag } => {
                self.outside_literal(&format!("complex {real:?} {imag:?}"), "a complex number")
            }
        }
    }

    /// The elements of a tuple or list display, stars included.
    pub(crate) fn display(&mut self, elements: &'a [Expr]) -> ValueId {
        if !elements.iter().any(Expr::is_starred_expr) {
            let items = self.exprs(elements);
            return self.items(&items);
        }
        let mut items = self.b.apply(Op::SeqOf(ctors().value), &[]);
        for element in elements {
            let more = match element {
                Expr::Starred(starred) => match self.each(&starred.value) {
                    Some(each @ Each::Mapped(_)) => self.collect_each(each),
                    _ => {
                        let value = self.expr(&starred.value);
                        let value = self.boxed(value);
                        self.py("to_items", &[value])[0]
                    }
                },
                element => {
                    let value = self.expr(element);
                    self.items(&[value])
                }
            };
            items = self.b.apply(Op::SeqConcat, &[items, more]);
        }
        items
    }

    // Operators.

    pub(crate) fn binary(&mut self, op: Operator, left: Operand, right: Operand) -> Operand {
        if let (Operand::Int(a), Operand::Int(b)) = (left, right)
            && self.lowering.shared.fault.is_none()
        {
            let direct = match op {
                Operator::Add => Some(IntOp::Add),
                Operator::Sub => Some(IntOp::Sub),
                Operator::Mult => Some(IntOp::Mul),
                Operator::BitAnd => Some(IntOp::And),
                Operator::BitOr => Some(IntOp::Or),
                Operator::BitXor => Some(IntOp::Xor),
                _ => None,
            };
            if let Some(direct) = direct {
                return Operand::Int(self.b.int_op(direct, &[a, b]));
            }
            let zero = self.b.int(0);
            let is_zero = self.b.eq(b, zero);
            let good = self.b.not(is_zero);
            match op {
                Operator::FloorDiv => {
                    self.guard(good, |lowerer| {
                        lowerer.raise("ZeroDivisionError", "integer division or modulo by zero");
                    });
                    return Operand::Int(self.b.int_op(IntOp::Div(Rounding::Floor), &[a, b]));
                }
                Operator::Mod => {
                    self.guard(good, |lowerer| lowerer.raise("ZeroDivisionError", "integer modulo by zero"));
                    return Operand::Int(self.b.int_op(IntOp::Mod(Rounding::Floor), &[a, b]));
                }
                _ => {}
            }
        }
        self.py_value(operator_name(op), &[left, right])
    }

    fn unary(&mut self, unary: &'a ast::ExprUnaryOp) -> Operand {
        if unary.op == ast::UnaryOp::Not {
            let condition = self.condition(&unary.operand);
            return Operand::Bool(self.b.not(condition));
        }
        let operand = self.expr(&unary.operand);
        self.at(unary.range());
        match (unary.op, operand) {
            (ast::UnaryOp::USub, Operand::Int(raw)) => Operand::Int(self.b.int_op(IntOp::Neg, &[raw])),
            (ast::UnaryOp::UAdd, Operand::Int(_)) => operand,
            (ast::UnaryOp::USub, operand) => self.py_value("neg", &[operand]),
            (ast::UnaryOp::UAdd, operand) => self.py_value("pos", &[operand]),
            (ast::UnaryOp::Invert, operand) => self.py_value("invert", &[operand]),
            (ast::UnaryOp::Not, _) => unreachable!("answered above"),
        }
    }

    /// The last operand evaluated, as it is.
    fn bool_op(&mut self, bool_op: &'a ast::ExprBoolOp) -> Operand {
        if self.lowering.shared.fault == Some(Fault::AndGivesBool) {
            return Operand::Bool(self.bool_op_condition(bool_op));
        }
        let end = self.b.block();
        let result = self.b.block_param(end, ctors().value);
        let (last, first) = bool_op.values.split_last().expect("an operator has operands");
        let mut bound = None;
        for value in first {
            let value = self.expr(value);
            bound.get_or_insert_with(|| self.bound.clone());
            let boxed = self.boxed(value);
            let condition = self.truth(value);
            let more = self.b.block();
            let stop = ir::Target { block: end, args: [boxed].into_iter().collect() };
            let go_on = ir::Target { block: more, args: ir::Args::new() };
            match bool_op.op {
                ast::BoolOp::And => self.b.branch_with(condition, go_on, stop),
                ast::BoolOp::Or => self.b.branch_with(condition, stop, go_on),
            }
            self.b.seal(more);
            self.b.switch_to(more);
        }
        let value = self.expr(last);
        let boxed = self.boxed(value);
        self.b.jump(end, &[boxed]);
        self.b.seal(end);
        self.b.switch_to(end);
        self.bound = bound.unwrap_or_default();
        Operand::Value(result)
    }

    /// The truth of an expression, without making a value of `and`, `or`, `not` and comparisons.
    pub(crate) fn condition(&mut self, expr: &'a Expr) -> ValueId {
        match expr {
            Expr::BoolOp(bool_op) => self.bool_op_condition(bool_op),
            Expr::UnaryOp(unary) if unary.op == ast::UnaryOp::Not => {
                let condition = self.condition(&unary.operand);
                self.b.not(condition)
            }
            expr => {
                let value = self.expr(expr);
                self.truth(value)
            }
        }
    }

    fn bool_op_condition(&mut self, bool_op: &'a ast::ExprBoolOp) -> ValueId {
        let end = self.b.block();
        let result = self.b.block_param(end, Sort::bool());
        let (last, first) = bool_op.values.split_last().expect("an operator has operands");
        let mut bound = None;
        for value in first {
            let condition = self.condition(value);
            bound.get_or_insert_with(|| self.bound.clone());
            let more = self.b.block();
            let stop = ir::Target { block: end, args: [condition].into_iter().collect() };
            let go_on = ir::Target { block: more, args: ir::Args::new() };
            match bool_op.op {
                ast::BoolOp::And => self.b.branch_with(condition, go_on, stop),
                ast::BoolOp::Or => self.b.branch_with(condition, stop, go_on),
            }
            self.b.seal(more);
            self.b.switch_to(more);
        }
        let condition = self.condition(last);
        self.b.jump(end, &[condition]);
        self.b.seal(end);
        self.b.switch_to(end);
        self.bound = bound.unwrap_or_default();
        result
    }

    fn conditional(&mut self, conditional: &'a ast::ExprIf) -> Operand {
        let condition = self.condition(&conditional.test);
        let (then, otherwise, end) = (self.b.block(), self.b.block(), self.b.block());
        let result = self.b.block_param(end, ctors().value);
        self.b.branch(condition, then, otherwise);
        self.b.seal(then);
        self.b.seal(otherwise);
        let before = self.bound.clone();
        for (block, value) in [(then, &conditional.body), (otherwise, &conditional.orelse)] {
            self.b.switch_to(block);
            let value = self.expr(value);
            let value = self.boxed(value);
            self.b.jump(end, &[value]);
            self.bound.clone_from(&before);
        }
        self.b.seal(end);
        self.b.switch_to(end);
        Operand::Value(result)
    }

    /// A chain: the first result that is not true, or the last. The middle is evaluated once.
    fn compare(&mut self, compare: &'a ast::ExprCompare) -> Operand {
        let mut left = self.expr(&compare.left);
        if let ([op], [right]) = (&*compare.ops, &*compare.comparators) {
            if let (CmpOp::Is | CmpOp::IsNot, Expr::NoneLiteral(_)) = (op, right) {
                let is = match left {
                    Operand::Value(value) if self.steps_outside() => self.is_none(value),
                    left => self.is(ctors().none, left),
                };
                return Operand::Bool(if *op == CmpOp::Is { is } else { self.b.not(is) });
            }
            let right = self.expr(right);
            self.at(compare.range());
            return self.compare_once(*op, left, right);
        }
        let end = self.b.block();
        let result = self.b.block_param(end, ctors().value);
        let count = compare.ops.len();
        let mut bound = None;
        for (index, (op, right)) in compare.ops.iter().zip(&*compare.comparators).enumerate() {
            if index > 0 && self.lowering.shared.fault == Some(Fault::ChainTwice) {
                left = self.expr(&compare.comparators[index - 1]);
            }
            let right = self.expr(right);
            bound.get_or_insert_with(|| self.bound.clone());
            self.at(compare.range());
            let value = self.compare_once(*op, left, right);
            let boxed = self.boxed(value);
            if index + 1 == count {
                self.b.jump(end, &[boxed]);
                break;
            }
            let condition = self.truth(value);
            let more = self.b.block();
            let stop = ir::Target { block: end, args: [boxed].into_iter().collect() };
            self.b.branch_with(condition, ir::Target { block: more, args: ir::Args::new() }, stop);
            self.b.seal(more);
            self.b.switch_to(more);
            left = right;
        }
        self.b.seal(end);
        self.b.switch_to(end);
        self.bound = bound.unwrap_or_default();
        Operand::Value(result)
    }

    pub(crate) fn compare_once(&mut self, op: CmpOp, left: Operand, right: Operand) -> Operand {
        if let (Operand::Int(a), Operand::Int(b)) = (left, right) {
            let direct = match op {
                CmpOp::Lt => Some(self.b.int_op(IntOp::Lt, &[a, b])),
                CmpOp::LtE => Some(self.b.int_op(IntOp::Le, &[a, b])),
                CmpOp::Gt => Some(self.b.int_op(IntOp::Lt, &[b, a])),
                CmpOp::GtE => Some(self.b.int_op(IntOp::Le, &[b, a])),
                CmpOp::Eq => Some(self.b.eq(a, b)),
                CmpOp::NotEq => {
                    let eq = self.b.eq(a, b);
                    Some(self.b.not(eq))
                }
                _ => None,
            };
            if let Some(direct) = direct {
                return Operand::Bool(direct);
            }
        }
        let name = match op {
            CmpOp::Eq => "eq",
            CmpOp::NotEq => "ne",
            CmpOp::Lt => "lt",
            CmpOp::LtE => "le",
            CmpOp::Gt => "gt",
            CmpOp::GtE => "ge",
            CmpOp::Is | CmpOp::IsNot => "is_same",
            CmpOp::In | CmpOp::NotIn => "contains",
        };
        let result = self.py_value(name, &[left, right]);
        match (op, result) {
            (CmpOp::IsNot | CmpOp::NotIn, Operand::Bool(raw)) => Operand::Bool(self.b.not(raw)),
            _ => result,
        }
    }

    fn f_string(&mut self, text: &'a ast::ExprFString) -> Operand {
        let mut result = self.b.constant(Value::string(""), Sort::string());
        for part in &text.value {
            match part {
                ast::FStringPart::Literal(literal) => {
                    let piece = self.piece(literal.as_str());
                    result = self.b.apply(Op::SeqConcat, &[result, piece]);
                }
                ast::FStringPart::FString(inner) => {
                    for element in &inner.elements {
                        let piece = self.f_string_piece(element);
                        result = self.b.apply(Op::SeqConcat, &[result, piece]);
                    }
                }
            }
        }
        Operand::Str(result)
    }

    fn f_string_piece(&mut self, element: &'a ast::InterpolatedStringElement) -> ValueId {
        let element = match element {
            ast::InterpolatedStringElement::Literal(literal) => {
                return self.piece(&literal.value);
            }
            ast::InterpolatedStringElement::Interpolation(element) => element,
        };
        let mut head = self.b.constant(Value::string(""), Sort::string());
        if let Some(debug) = &element.debug_text {
            let written = self.this_module().source_of(element.expression.range());
            head = self.piece(&format!("{}{written}{}", debug.leading(), debug.trailing()));
        }
        let value = self.expr(&element.expression);
        let is_plain = element.debug_text.is_some() && element.format_spec.is_none();
        let conversion = match element.conversion {
            ast::ConversionFlag::None if is_plain => ast::ConversionFlag::Repr,
            conversion => conversion,
        };
        let spec = element.format_spec.as_ref().map(|spec| {
            let mut text = self.b.constant(Value::string(""), Sort::string());
            for part in &spec.elements {
                let piece = self.f_string_piece(part);
                text = self.b.apply(Op::SeqConcat, &[text, piece]);
            }
            text
        });
        let text = self.formatted(value, conversion, spec);
        self.b.apply(Op::SeqConcat, &[head, text])
    }

    /// A value as it stands in a text, after a conversion and by a format.
    pub(crate) fn formatted(
        &mut self,
        value: Operand,
        conversion: ast::ConversionFlag,
        spec: Option<ValueId>,
    ) -> ValueId {
        let value = self.boxed(value);
        let converted = match conversion {
            ast::ConversionFlag::None => None,
            ast::ConversionFlag::Str => Some(self.py("str_of", &[value])[0]),
            ast::ConversionFlag::Repr => Some(self.py("repr_of", &[value])[0]),
            ast::ConversionFlag::Ascii => {
                let text = self.py("repr_of", &[value])[0];
                Some(self.py("ascii_text", &[text])[0])
            }
        };
        match (converted, spec) {
            (Some(text), None) => text,
            (None, None) => self.py("format_of", &[value])[0],
            (Some(text), Some(spec)) => self.py("format_text", &[text, spec])[0],
            (None, Some(spec)) => {
                let spec = self.boxed(Operand::Str(spec));
                self.py("format_with", &[value, spec])[0]
            }
        }
    }

    pub(crate) fn piece(&mut self, text: &str) -> ValueId {
        if whole(text).is_none() {
            self.unsupported(SURROGATE);
        }
        self.b.constant(Value::string(text), Sort::string())
    }

    // Subscripts.

    fn subscript(&mut self, subscript: &'a ast::ExprSubscript) -> Operand {
        let value = self.expr(&subscript.value);
        match &*subscript.slice {
            Expr::Slice(slice) => {
                let [lower, upper, step] = self.slice_parts(slice);
                self.at(subscript.range());
                self.py_value("getslice", &[value, lower, upper, step])
            }
            index => {
                let index = self.expr(index);
                self.at(subscript.range());
                self.py_value("getitem", &[value, index])
            }
        }
    }

    pub(crate) fn slice_parts(&mut self, slice: &'a ast::ExprSlice) -> [Operand; 3] {
        [&slice.lower, &slice.upper, &slice.step]
            .map(|part| part.as_deref().map_or(Operand::None, |part| self.expr(part)))
    }

    // Dicts and sets.

    fn dict(&mut self, dict: &'a ast::ExprDict) -> Operand {
        let result = self.py("new_dict", &[])[0];
        let reference = self.b.apply(Op::Field(ctors().dict, 0), &[result]);
        let mut waiting = Vec::new();
        let (mut in_group, mut is_long) = (0, false);
        for (index, item) in dict.items.iter().enumerate() {
            let Some(key) = &item.key else {
                self.add_items(reference, &mut waiting);
                in_group = 0;
                let other = self.expr(&item.value);
                let other = self.boxed(other);
                self.py("dict_unpack", &[reference, other]);
                continue;
            };
            let key = self.expr(key);
            let value = self.expr(&item.value);
            waiting.push((self.boxed(key), self.boxed(value)));
            // Keys are looked at when the items of a group are all there; in a long group at once.
            if in_group == 0 {
                in_group = group_len(&dict.items[index..]);
                is_long = in_group > DICT_GROUP;
            }
            in_group -= 1;
            if in_group == 0 || is_long {
                self.add_items(reference, &mut waiting);
            }
        }
        self.add_items(reference, &mut waiting);
        Operand::Value(result)
    }

    fn add_items(&mut self, dict: ValueId, items: &mut Vec<(ValueId, ValueId)>) {
        for (key, value) in items.drain(..) {
            self.py("dict_set", &[dict, key, value]);
        }
    }

    fn set(&mut self, set: &'a ast::ExprSet) -> Operand {
        if set.elts.iter().any(Expr::is_starred_expr) {
            return self.unsupported_value("a starred element of a set");
        }
        let result = self.py("new_set", &[])[0];
        let reference = self.b.apply(Op::Field(ctors().set, 0), &[result]);
        let at_once = set.elts.len() > SET_GROUP;
        let groups = if at_once { set.elts.chunks(1) } else { set.elts.chunks(SET_GROUP) };
        for group in groups {
            for item in self.exprs(group) {
                let item = self.boxed(item);
                self.py("set_add", &[reference, item]);
            }
        }
        Operand::Value(result)
    }

    // Comprehensions.

    /// Runs the clauses of a comprehension with `each` as the body.
    pub(crate) fn comprehension(&mut self, generators: &'a [ast::Comprehension], each: &mut dyn FnMut(&mut Self)) {
        let first = self.loop_source(&generators[0].iter);
        self.comprehension_over(first, generators, each);
    }

    fn comprehension_over(
        &mut self,
        first: crate::loops::Source,
        generators: &'a [ast::Comprehension],
        each: &mut dyn FnMut(&mut Self),
    ) {
        let mut names = Default::default();
        for generator in generators {
            crate::scope::target_names(&generator.target, &mut names);
        }
        let mut names: Vec<String> = names.into_iter().collect();
        names.sort();
        let mut scope = rustc_hash::FxHashMap::default();
        for name in names {
            let variable = self.b.variable(ctors().value);
            let unbound = self.b.constant(ctors().unbound_value(), ctors().value);
            self.b.define(variable, unbound);
            scope.insert(name, variable);
        }
        let bound = self.bound.clone();
        self.bound.retain(|name| !scope.contains_key(name));
        self.comprehensions.push(scope);
        self.clauses(generators, Some(first), each);
        self.bound = bound;
        self.comprehensions.pop();
    }

    /// The same of a generator that is gone through at once: a StopIteration that comes out of its
    /// code is an error.
    pub(crate) fn generator(&mut self, generator: &'a ast::ExprGenerator, each: &mut dyn FnMut(&mut Self)) {
        let first = self.loop_source(&generator.generators[0].iter);
        let caught = self.b.block();
        let exception = self.b.block_param(caught, ctors().value);
        let outer = self.handler.replace(caught);
        self.comprehension_over(first, &generator.generators, each);
        self.handler = outer;
        self.on_stop_iteration(caught, exception, |lowerer| {
            lowerer.raise("RuntimeError", "generator raised StopIteration");
        });
    }

    /// At `caught`: goes on as said if the exception is a StopIteration, else raises it again.
    pub(crate) fn on_stop_iteration(
        &mut self,
        caught: ir::BlockId,
        exception: ValueId,
        stopped: impl FnOnce(&mut Self),
    ) {
        let here = self.b.current();
        self.b.seal(caught);
        if self.b.is_reached(caught) {
            self.b.switch_to(caught);
            let kind = self.b.apply(Op::Field(ctors().exception, 0), &[exception]);
            let stop = self.atom("StopIteration");
            let is_stop = self.py("is_subclass", &[kind, stop])[0];
            let goes_on = self.b.not(is_stop);
            self.guard(goes_on, stopped);
            self.raise_value(exception);
        }
        self.b.switch_to(here);
    }

    fn clauses(
        &mut self,
        generators: &'a [ast::Comprehension],
        source: Option<crate::loops::Source>,
        each: &mut dyn FnMut(&mut Self),
    ) {
        let Some((generator, rest)) = generators.split_first() else { return each(self) };
        if generator.is_async {
            return self.unsupported("async");
        }
        let source = source.unwrap_or_else(|| self.loop_source(&generator.iter));
        let open = self.open_loop(&source);
        self.assign_item(&generator.target, &open.item);
        for condition in &generator.ifs {
            let condition = self.condition(condition);
            let go_on = self.b.block();
            self.b.branch(condition, go_on, open.next);
            self.b.seal(go_on);
            self.b.switch_to(go_on);
        }
        self.clauses(rest, None, each);
        if self.is_alive() {
            self.b.jump(open.next, &[]);
        }
        self.close_loop(&source, &open);
        self.b.switch_to(open.otherwise);
    }

    /// The elements that a comprehension gives, as a sequence.
    fn collect(&mut self, element: &'a Expr, generators: &'a [ast::Comprehension]) -> ValueId {
        let items = self.no_items();
        self.comprehension(generators, &mut |lowerer| lowerer.collect_one(Element::Written(element), items));
        self.b.read(items)
    }

    pub(crate) fn no_items(&mut self) -> ir::build::VarId {
        let items = self.b.variable(Sort::seq(ctors().value));
        let none = self.b.apply(Op::SeqOf(ctors().value), &[]);
        self.b.define(items, none);
        items
    }

    pub(crate) fn collect_one(&mut self, element: Element<'a>, items: ir::build::VarId) {
        let value = self.element(element);
        let value = self.items(&[value]);
        let before = self.b.read(items);
        let after = self.b.apply(Op::SeqConcat, &[before, value]);
        self.b.define(items, after);
    }

    fn set_comp(&mut self, comp: &'a ast::ExprSetComp) -> Operand {
        let result = self.py("new_set", &[])[0];
        let reference = self.b.apply(Op::Field(ctors().set, 0), &[result]);
        self.comprehension(&comp.generators, &mut |lowerer| {
            let value = lowerer.expr(&comp.elt);
            let value = lowerer.boxed(value);
            lowerer.py("set_add", &[reference, value]);
        });
        Operand::Value(result)
    }

    fn dict_comp(&mut self, comp: &'a ast::ExprDictComp) -> Operand {
        let Some(key) = &comp.key else { return self.unsupported_value("** in a comprehension") };
        let result = self.py("new_dict", &[])[0];
        let reference = self.b.apply(Op::Field(ctors().dict, 0), &[result]);
        self.comprehension(&comp.generators, &mut |lowerer| {
            let key = lowerer.expr(key);
            let value = lowerer.expr(&comp.value);
            let (key, value) = (lowerer.boxed(key), lowerer.boxed(value));
            lowerer.py("dict_set", &[reference, key, value]);
        });
        Operand::Value(result)
    }
}

/// How many items of a display CPython evaluates before it looks at their hashes.
const DICT_GROUP: usize = 15;
const SET_GROUP: usize = 30;

/// How many items of a dict display are built as one, from here on.
fn group_len(items: &[ast::DictItem]) -> usize {
    let run = items.iter().take_while(|item| item.key.is_some()).count();
    run.min(DICT_GROUP + 2)
}

/// The prelude's function for an operator.
pub(crate) fn operator_name(op: Operator) -> &'static str {
    match op {
        Operator::Add => "add",
        Operator::Sub => "sub",
        Operator::Mult => "mul",
        Operator::MatMult => "matmul",
        Operator::Div => "truediv",
        Operator::Mod => "mod",
        Operator::Pow => "pow_",
        Operator::LShift => "lshift",
        Operator::RShift => "rshift",
        Operator::BitOr => "bitor",
        Operator::BitXor => "bitxor",
        Operator::BitAnd => "bitand",
        Operator::FloorDiv => "floordiv",
    }
}

pub(crate) fn literal_int(int: &ast::Int) -> Int {
    if let Some(small) = int.as_u64() {
        return Int::from(u128::from(small));
    }
    let text = int.to_string().replace('_', "").to_ascii_lowercase();
    let (digits, radix) = match text.get(..2) {
        Some("0x") => (&text[2..], 16),
        Some("0o") => (&text[2..], 8),
        Some("0b") => (&text[2..], 2),
        _ => (&text[..], 10),
    };
    let big = num_bigint::BigInt::parse_bytes(digits.as_bytes(), radix);
    Int::from(big.expect("the parser accepts only numbers"))
}

/// The value of an expression that is a literal, so that it can be used where it is needed.
pub(crate) fn literal(expr: &Expr) -> Option<Value> {
    Some(match expr {
        Expr::NumberLiteral(number) => match &number.value {
            ast::Number::Int(int) => Value::data(ctors().int, [Value::Int(literal_int(int))]),
            ast::Number::Float(float) => Value::data(ctors().float, [Value::Float(Float::f64(*float))]),
            ast::Number::Complex { .. } => return None,
        },
        Expr::UnaryOp(unary) if unary.op == ast::UnaryOp::USub => match &*unary.operand {
            Expr::NumberLiteral(number) => match &number.value {
                ast::Number::Int(int) => Value::data(ctors().int, [Value::Int(-&literal_int(int))]),
                ast::Number::Float(float) => Value::data(ctors().float, [Value::Float(Float::f64(-*float))]),
                ast::Number::Complex { .. } => return None,
            },
            _ => return None,
        },
        Expr::BooleanLiteral(literal) => Value::data(ctors().bool, [Value::Bool(literal.value)]),
        Expr::NoneLiteral(_) => ctors().none_value(),
        Expr::StringLiteral(text) => Value::data(ctors().str, [Value::string(whole(text.value.to_str())?)]),
        Expr::Tuple(tuple) => {
            let items: Option<Vec<Value>> = tuple.elts.iter().map(literal).collect();
            ctors().tuple_value(items?)
        }
        _ => return None,
    })
}

const SURROGATE: &str = "a string that may hold half of a surrogate pair";

/// The text of a literal. The parser writes U+FFFD for an escape that no other text can hold.
fn whole(text: &str) -> Option<&str> {
    (!text.contains(char::REPLACEMENT_CHARACTER)).then_some(text)
}

/// Python's floats.
pub(crate) fn float_sort() -> Sort {
    Sort::float(FloatFormat::F64)
}
