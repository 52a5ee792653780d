//! Values that are undefined for some inputs: harmless until they are used. Arithmetic on one is
//! one, a select that does not take it is none.

use super::emit::{Emitted, Fail};
use super::function::Lower;
use crate::reader::syntax::{Constant, Inst, Kind, Operand};
use ir::{Trap, ValueId};

/// Does it count the zeros of a value that may have nothing else?
pub(crate) fn may_make_poison(inst: &Inst<'_>) -> bool {
    let Kind::Call(call) = &inst.kind else { return false };
    let Operand::Constant(Constant::Global(name)) = &call.callee else { return false };
    name.starts_with("llvm.ctlz") || name.starts_with("llvm.cttz")
}

impl<'m> Lower<'_, 'm> {
    pub(crate) fn poison_of(&self, operand: &Operand<'m>) -> Option<ValueId> {
        match operand {
            Operand::Local(name) => self.poison.get(name).copied(),
            Operand::Constant(_) | Operand::Metadata(_) => None,
        }
    }

    /// Using the value where it is poison is undefined.
    pub(crate) fn refuse_poison(&mut self, operand: &Operand<'m>) -> Emitted<()> {
        match self.poison_of(operand) {
            Some(poison) => self.emit.refuse(poison, Fail::Trap(Trap::ZerosOfZero)),
            None => Ok(()),
        }
    }

    /// Before an instruction: its result is poison where an operand is, or the operand is used.
    pub(crate) fn watch_poison(&mut self, inst: &Inst<'m>) -> Emitted<()> {
        if self.poison.is_empty() {
            return Ok(());
        }
        match (&inst.kind, inst.result) {
            // It is given along the edges what it is.
            (Kind::Phi { .. }, _) => Ok(()),
            (Kind::Binary { op, a, b, .. }, Some(result)) if !op.contains("div") && !op.contains("rem") => {
                for operand in [a, b] {
                    self.pass_poison(operand, result);
                }
                Ok(())
            }
            (Kind::Cast { value, .. }, Some(result)) => {
                self.pass_poison(value, result);
                Ok(())
            }
            (Kind::Select { condition, a, b, .. }, Some(result)) => {
                self.refuse_poison(&condition.1)?;
                let (left, right) = (self.poison_of(a), self.poison_of(b));
                if left.is_some() || right.is_some() {
                    let on = self.operand(&condition.1, &condition.0)?;
                    let on = self.one(on, &condition.0)?;
                    let no = self.emit.bool(false);
                    let poison = self.emit.ite(on, left.unwrap_or(no), right.unwrap_or(no));
                    self.poison.insert(result, poison);
                }
                Ok(())
            }
            (kind, _) => {
                let mut used = Vec::new();
                kind.for_each_operand(&mut |operand| used.push(operand));
                used.into_iter().try_for_each(|operand| self.refuse_poison(operand))
            }
        }
    }

    fn pass_poison(&mut self, operand: &Operand<'m>, result: &'m str) {
        if let Some(poison) = self.poison_of(operand) {
            let poison = match self.poison.get(result).copied() {
                Some(other) => self.emit.or(other, poison),
                None => poison,
            };
            self.poison.insert(result, poison);
        }
    }
}
