//! Assignment, augmented assignment and deletion.

use ruff_python_ast::{self as ast, Expr, Operator};
use ruff_text_size::Ranged;
use value::Op;

use crate::function::{Lowerer, Operand, message_about};
use crate::object::Family;
use crate::runtime::ctors;

impl<'a> Lowerer<'a, '_> {
    pub(crate) fn assign(&mut self, target: &'a Expr, value: Operand) {
        match target {
            Expr::Name(name) => self.assign_name(&name.id, value),
            Expr::Tuple(tuple) => self.unpack(&tuple.elts, value),
            Expr::List(list) => self.unpack(&list.elts, value),
            Expr::Subscript(subscript) => {
                let container = self.expr(&subscript.value);
                match &*subscript.slice {
                    Expr::Slice(slice) => {
                        let [lower, upper, step] = self.slice_parts(slice);
                        self.at(subscript.range());
                        let args = [container, lower, upper, step, value].map(|operand| self.boxed(operand));
                        self.py("setslice", &args);
                    }
                    index => {
                        let index = self.expr(index);
                        self.at(subscript.range());
                        let args = [container, index, value].map(|operand| self.boxed(operand));
                        self.py("setitem", &args);
                    }
                }
            }
            Expr::Attribute(attribute) => {
                let object = self.expr(&attribute.value);
                self.at(attribute.range());
                self.set_attribute(&attribute.value, object, &attribute.attr, value);
            }
            _ => self.unsupported("this target of an assignment"),
        }
    }

    fn unpack(&mut self, targets: &'a [Expr], value: Operand) {
        let value = self.boxed(value);
        let star = targets.iter().position(Expr::is_starred_expr);
        let Some(star) = star else {
            let count = self.b.int(targets.len());
            let items = self.py("unpack", &[value, count])[0];
            for (index, target) in targets.iter().enumerate() {
                let item = self.nth(items, index);
                self.assign(target, Operand::Value(item));
            }
            return;
        };
        let after = targets.len() - star - 1;
        let count = self.b.int(star + after);
        let items = self.py("unpack_star", &[value, count])[0];
        let len = self.b.apply(Op::SeqLen, &[items]);
        let (from, back) = (self.b.int(star), self.b.int(after));
        let to = self.b.int_op(value::IntOp::Sub, &[len, back]);
        for (index, target) in targets.iter().enumerate() {
            if let Expr::Starred(starred) = target {
                let middle = self.b.apply(Op::SeqSlice, &[items, from, to]);
                let list = self.new_list(middle);
                self.assign(&starred.value, list);
            } else if index < star {
                let item = self.nth(items, index);
                self.assign(target, Operand::Value(item));
            } else {
                let offset = self.b.int(index - star - 1);
                let at = self.b.int_op(value::IntOp::Add, &[to, offset]);
                let item = self.b.apply(Op::SeqNth, &[items, at]);
                self.assign(target, Operand::Value(item));
            }
        }
    }

    /// The target is read, the operator applied, in place where the type has that, and assigned.
    pub(crate) fn aug_assign(&mut self, stmt: &'a ast::StmtAugAssign) {
        match &*stmt.target {
            Expr::Name(name) => {
                let old = self.read_name(&name.id);
                let new = self.augmented(stmt, old);
                self.assign_name(&name.id, new);
            }
            Expr::Subscript(subscript) => {
                let container = self.expr(&subscript.value);
                match &*subscript.slice {
                    Expr::Slice(slice) => {
                        let [lower, upper, step] = self.slice_parts(slice);
                        let old = self.py_value("getslice", &[container, lower, upper, step]);
                        let new = self.augmented(stmt, old);
                        let args = [container, lower, upper, step, new].map(|operand| self.boxed(operand));
                        self.py("setslice", &args);
                    }
                    index => {
                        let index = self.expr(index);
                        let old = self.py_value("getitem", &[container, index]);
                        let new = self.augmented(stmt, old);
                        let args = [container, index, new].map(|operand| self.boxed(operand));
                        self.py("setitem", &args);
                    }
                }
            }
            Expr::Attribute(attribute) => {
                let object = self.expr(&attribute.value);
                let old = self.get_attribute(object, &attribute.attr);
                let new = self.augmented(stmt, old);
                self.set_attribute(&attribute.value, object, &attribute.attr, new);
            }
            _ => self.unsupported("this target of an assignment"),
        }
    }

    fn augmented(&mut self, stmt: &'a ast::StmtAugAssign, old: Operand) -> Operand {
        let by = self.expr(&stmt.value);
        self.at(stmt.range());
        if let (Operand::Int(_), Operand::Int(_)) = (old, by) {
            return self.binary(stmt.op, old, by);
        }
        let name = match stmt.op {
            Operator::Add => "iadd",
            Operator::Sub => "isub",
            Operator::Mult => "imul",
            Operator::MatMult => "imatmul",
            Operator::Div => "itruediv",
            Operator::Mod => "imod",
            Operator::Pow => "ipow",
            Operator::LShift => "ilshift",
            Operator::RShift => "irshift",
            Operator::BitOr => "ibitor",
            Operator::BitXor => "ibitxor",
            Operator::BitAnd => "ibitand",
            Operator::FloorDiv => "ifloordiv",
        };
        self.py_value(name, &[old, by])
    }

    pub(crate) fn delete(&mut self, target: &'a Expr) {
        match target {
            Expr::Name(name) => {
                // Reading raises what deleting a name without a value would.
                let comprehensions = std::mem::take(&mut self.comprehensions);
                if self.is_global(&name.id) && !self.this_module().binds(&name.id) {
                    self.raise("NameError", &format!("name '{}' is not defined", name.id));
                } else {
                    self.delete_name(&name.id);
                }
                self.comprehensions = comprehensions;
            }
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|target| self.delete(target)),
            Expr::List(list) => list.elts.iter().for_each(|target| self.delete(target)),
            Expr::Subscript(subscript) => {
                let container = self.expr(&subscript.value);
                match &*subscript.slice {
                    Expr::Slice(slice) => {
                        let [lower, upper, step] = self.slice_parts(slice);
                        let args = [container, lower, upper, step].map(|operand| self.boxed(operand));
                        self.py("delslice", &args);
                    }
                    index => {
                        let index = self.expr(index);
                        let args = [container, index].map(|operand| self.boxed(operand));
                        self.py("delitem", &args);
                    }
                }
            }
            Expr::Attribute(attribute) if self.has_objects() => {
                let object = self.expr(&attribute.value);
                self.at(attribute.range());
                let object = Operand::Value(self.boxed(object));
                let name = self.attribute_name(&attribute.attr);
                self.if_object(
                    object,
                    |lowerer| lowerer.by_class(Family::Delete(name), &[object]),
                    |lowerer| {
                        let about = lowerer.b.constant(message_about(&attribute.attr), ctors().value);
                        lowerer.py_value("closed_attribute", &[object, Operand::Value(about)])
                    },
                );
            }
            _ => self.unsupported("this target of del"),
        }
    }

    fn delete_name(&mut self, name: &str) {
        self.check_name(name);
        self.unbind_name(name);
    }
}
