//! `match`: each case tests its pattern and then its guard, and the first that fits is taken.

use ir::BlockId;
use ruff_python_ast::{self as ast, CmpOp, Pattern, Singleton};
use ruff_text_size::Ranged;

use crate::function::{Lowerer, Operand};
use crate::runtime::ctors;
use crate::stmt::Meet;

impl<'a> Lowerer<'a, '_> {
    pub(crate) fn match_stmt(&mut self, stmt: &'a ast::StmtMatch) {
        let subject = self.expr(&stmt.subject);
        let end = self.b.block();
        let mut meet = Meet::default();
        for case in &stmt.cases {
            self.at(case.pattern.range());
            let otherwise = self.b.block();
            let before = self.bound.clone();
            self.pattern(&case.pattern, subject, otherwise);
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
    fn pattern(&mut self, pattern: &'a Pattern, subject: Operand, otherwise: BlockId) {
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
                    self.pattern(inner, subject, otherwise);
                }
                if let Some(name) = &pattern.name {
                    self.assign_name(name, subject);
                }
            }
            Pattern::MatchOr(pattern) => self.any_pattern(&pattern.patterns, subject, otherwise),
            Pattern::MatchSequence(_) => self.unsupported("a sequence pattern"),
            Pattern::MatchMapping(_) => self.unsupported("a mapping pattern"),
            Pattern::MatchClass(_) => self.unsupported("a class pattern"),
            Pattern::MatchStar(_) => self.unsupported("a starred pattern"),
        }
    }

    fn any_pattern(&mut self, patterns: &'a [Pattern], subject: Operand, otherwise: BlockId) {
        let found = self.b.block();
        let mut meet = Meet::default();
        for (index, pattern) in patterns.iter().enumerate() {
            let before = self.bound.clone();
            if index + 1 == patterns.len() {
                self.pattern(pattern, subject, otherwise);
                meet.end(self, found);
                break;
            }
            let next = self.b.block();
            self.pattern(pattern, subject, next);
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
