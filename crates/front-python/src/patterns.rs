//! `match`: each case tests its pattern and then its guard, and the first that fits is taken.

use ir::BlockId;
use ir::build::VarId;
use ruff_python_ast::{self as ast, CmpOp, Pattern, Singleton};
use ruff_text_size::Ranged;
use value::{IntOp, Op};

use crate::builtins::Builtin;
use crate::call::Target;
use crate::function::{Lowerer, Operand};
use crate::runtime::ctors;
use crate::stmt::Meet;

/// The names that a pattern binds once all of it fits, with what they are bound to.
type Captured = Vec<(String, VarId)>;

impl<'a> Lowerer<'a, '_> {
    pub(crate) fn match_stmt(&mut self, stmt: &'a ast::StmtMatch) {
        let subject = self.expr(&stmt.subject);
        let end = self.b.block();
        let mut meet = Meet::default();
        for case in &stmt.cases {
            self.at(case.pattern.range());
            let otherwise = self.b.block();
            let before = self.bound.clone();
            let mut captured = Captured::default();
            self.pattern(&case.pattern, subject, otherwise, &mut captured);
            for (name, variable) in captured {
                let value = self.b.read(variable);
                let value = self.operand(value);
                self.assign_name(&name, value);
            }
            if let Some(guard) = &case.guard {
                let holds = self.condition(guard);
                self.go_on_if(holds, otherwise);
            }
            self.block(&case.body);
            meet.end(self, end);
            self.bound = before;
            self.b.seal(otherwise);
            if case.guard.is_none() && case.pattern.is_irrefutable() {
                return meet.go_on(self, end);
            }
            self.b.switch_to(otherwise);
        }
        meet.end(self, end);
        meet.go_on(self, end);
    }

    /// Goes on if the subject fits the pattern, else to `otherwise`.
    fn pattern(&mut self, pattern: &'a Pattern, subject: Operand, otherwise: BlockId, captured: &mut Captured) {
        match pattern {
            Pattern::MatchValue(pattern) => {
                let value = self.expr(&pattern.value);
                let same = self.compare_once(CmpOp::Eq, subject, value);
                let same = self.truth(same);
                self.go_on_if(same, otherwise);
            }
            Pattern::MatchSingleton(pattern) => {
                let same = match pattern.value {
                    Singleton::None => match subject {
                        Operand::Value(value) if self.steps_outside() => self.is_none(value),
                        subject => self.is(ctors().none, subject),
                    },
                    Singleton::True | Singleton::False => {
                        let value = self.bool(pattern.value == Singleton::True);
                        let same = self.compare_once(CmpOp::Is, subject, value);
                        self.truth(same)
                    }
                };
                self.go_on_if(same, otherwise);
            }
            Pattern::MatchAs(pattern) => {
                if let Some(inner) = &pattern.pattern {
                    self.pattern(inner, subject, otherwise, captured);
                }
                if let Some(name) = &pattern.name {
                    self.capture(name, subject, captured);
                }
            }
            Pattern::MatchOr(pattern) => self.any_pattern(&pattern.patterns, subject, otherwise, captured),
            Pattern::MatchSequence(pattern) => self.sequence_pattern(&pattern.patterns, subject, otherwise, captured),
            Pattern::MatchMapping(pattern) => self.mapping_pattern(pattern, subject, otherwise, captured),
            Pattern::MatchClass(pattern) => self.class_pattern(pattern, subject, otherwise, captured),
            Pattern::MatchStar(_) => self.unsupported("a starred pattern"),
        }
    }

    fn capture(&mut self, name: &str, value: Operand, captured: &mut Captured) {
        let known = captured.iter().find(|(known, _)| known == name).map(|(_, variable)| *variable);
        let variable = known.unwrap_or_else(|| {
            let variable = self.b.variable(ctors().value);
            captured.push((name.to_string(), variable));
            variable
        });
        let value = self.boxed(value);
        self.b.define(variable, value);
    }

    /// `[a, *rest, b]`: of lists, tuples and ranges.
    fn sequence_pattern(
        &mut self,
        patterns: &'a [Pattern],
        subject: Operand,
        otherwise: BlockId,
        captured: &mut Captured,
    ) {
        let subject = self.boxed(subject);
        let is = self.py("is_matched_sequence", &[subject])[0];
        self.go_on_if(is, otherwise);
        let items = self.py("to_items", &[subject])[0];
        let (count, needed) = (self.b.apply(Op::SeqLen, &[items]), patterns.len());
        let star = patterns.iter().position(Pattern::is_match_star);
        let fits = match star {
            None => {
                let needed = self.b.int(needed);
                self.b.eq(count, needed)
            }
            Some(_) => {
                let least = self.b.int(needed - 1);
                self.b.int_op(IntOp::Le, &[least, count])
            }
        };
        self.go_on_if(fits, otherwise);
        let star_at = star.unwrap_or(needed);
        for (index, pattern) in patterns.iter().enumerate() {
            let index = match star {
                Some(at) if index > at => {
                    let back = self.b.int(needed - index);
                    self.b.int_op(IntOp::Sub, &[count, back])
                }
                _ => self.b.int(index),
            };
            match pattern {
                Pattern::MatchStar(star) => {
                    if let Some(name) = &star.name {
                        let behind = self.b.int(needed - 1 - star_at);
                        let end = self.b.int_op(IntOp::Sub, &[count, behind]);
                        let rest = self.b.apply(Op::SeqSlice, &[items, index, end]);
                        let rest = self.new_list(rest);
                        self.capture(name, rest, captured);
                    }
                }
                pattern => {
                    let item = self.b.apply(Op::SeqNth, &[items, index]);
                    self.pattern(pattern, Operand::Value(item), otherwise, captured);
                }
            }
        }
    }

    /// `{"key": pattern, **rest}`: of dicts.
    fn mapping_pattern(
        &mut self,
        pattern: &'a ast::PatternMatchMapping,
        subject: Operand,
        otherwise: BlockId,
        captured: &mut Captured,
    ) {
        let subject = self.boxed(subject);
        let is = self.py("is_matched_mapping", &[subject])[0];
        self.go_on_if(is, otherwise);
        let dict = self.b.apply(Op::Field(ctors().dict, 0), &[subject]);
        let mut keys = Vec::new();
        let mut found = Vec::new();
        for key in &pattern.keys {
            let key = self.expr(key);
            let key = self.boxed(key);
            let unbound = self.b.constant(ctors().unbound_value(), ctors().value);
            let value = self.py("dict_get", &[dict, key, unbound])[0];
            let is_missing = self.b.apply(Op::Is(ctors().unbound), &[value]);
            let is_there = self.b.not(is_missing);
            self.go_on_if(is_there, otherwise);
            keys.push(key);
            found.push(value);
        }
        for (pattern, value) in pattern.patterns.iter().zip(found) {
            self.pattern(pattern, Operand::Value(value), otherwise, captured);
        }
        if let Some(name) = &pattern.rest {
            let copy = self.py("dict_copy", &[dict])[0];
            let rest = self.b.apply(Op::Field(ctors().dict, 0), &[copy]);
            for key in keys {
                self.py("dict_del", &[rest, key]);
            }
            self.capture(name, Operand::Value(copy), captured);
        }
    }

    /// `Point(x=0)`, `int(n)`: an instance whose attributes fit.
    fn class_pattern(
        &mut self,
        pattern: &'a ast::PatternMatchClass,
        subject: Operand,
        otherwise: BlockId,
        captured: &mut Captured,
    ) {
        let subject = Operand::Value(self.boxed(subject));
        let target = self.target(&pattern.cls);
        let class = self.class_expr(&pattern.cls);
        let positional = &pattern.arguments.patterns;
        let names = match self.positional_names(&target, positional.len()) {
            Ok(names) => names,
            Err(what) => return self.unsupported(what),
        };
        let is = self.py_value("isinstance_", &[subject, class]);
        let is = self.truth(is);
        self.go_on_if(is, otherwise);
        let named = pattern.arguments.keywords.iter().map(|keyword| (Some(keyword.attr.to_string()), &keyword.pattern));
        let all: Vec<(Option<String>, &'a Pattern)> = names.into_iter().zip(positional).chain(named).collect();
        for (name, pattern) in all {
            match name {
                None => self.pattern(pattern, subject, otherwise, captured),
                Some(name) => {
                    let value = self.attribute_or_go(subject, &name, otherwise);
                    self.pattern(pattern, value, otherwise, captured);
                }
            }
        }
    }

    /// The attributes that positional patterns stand for; `None` is the subject itself.
    fn positional_names(&mut self, target: &Target, count: usize) -> Result<Vec<Option<String>>, &'static str> {
        const ITSELF: [&str; 9] = ["bool", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"];
        match target {
            _ if count == 0 => Ok(Vec::new()),
            Target::Builtin(Builtin::Type(name)) if count == 1 && ITSELF.contains(name) => Ok(vec![None]),
            Target::Class(module, class) => {
                let class = self.lowering.modelled(*module, *class).ok_or("a class pattern")?;
                let names = self.lowering.match_args(class).ok_or("the attributes of a class pattern")?;
                match names.get(..count) {
                    Some(names) => Ok(names.iter().cloned().map(Some).collect()),
                    None => Err("a class pattern with too many parts"),
                }
            }
            _ => Err("a class pattern"),
        }
    }

    /// The attribute; where there is none, goes on at `otherwise`.
    fn attribute_or_go(&mut self, object: Operand, name: &str, otherwise: BlockId) -> Operand {
        let caught = self.b.block();
        let exception = self.b.block_param(caught, ctors().value);
        let outer = self.handler.replace(caught);
        let value = self.get_named(object, name);
        self.handler = outer;
        let here = self.b.current();
        self.b.seal(caught);
        if self.b.is_reached(caught) {
            self.b.switch_to(caught);
            let class = self.constant(ctors().class, "AttributeError");
            let class = self.boxed(class);
            let is_missing = self.py("catches", &[exception, class])[0];
            self.guard(is_missing, |lowerer| lowerer.raise_value(exception));
            self.b.jump(otherwise, &[]);
        }
        self.b.switch_to(here);
        value
    }

    fn any_pattern(&mut self, patterns: &'a [Pattern], subject: Operand, otherwise: BlockId, captured: &mut Captured) {
        let found = self.b.block();
        let mut meet = Meet::default();
        for (index, pattern) in patterns.iter().enumerate() {
            let before = self.bound.clone();
            if index + 1 == patterns.len() {
                self.pattern(pattern, subject, otherwise, captured);
                meet.end(self, found);
                break;
            }
            let next = self.b.block();
            self.pattern(pattern, subject, next, captured);
            meet.end(self, found);
            self.bound = before;
            self.b.seal(next);
            self.b.switch_to(next);
        }
        meet.go_on(self, found);
    }

    fn go_on_if(&mut self, condition: ir::ValueId, otherwise: BlockId) {
        let then = self.b.block();
        self.b.branch(condition, then, otherwise);
        self.b.seal(then);
        self.b.switch_to(then);
    }
}
