//! Volatile accesses: a device answers them. Each is seen, and what is read is an input of its own.
//!
//! A local variable that nobody else has the address of is no device, whatever its type says.

use ::value::Sort;

use super::Outside;
use super::access::Padding;
use super::emit::Emitted;
use super::function::Lower;
use super::value::Val;
use crate::reader::syntax::{Constant, Operand, Type};

impl<'m> Lower<'_, 'm> {
    /// Does the address lead to a local variable whose address nobody has?
    pub(crate) fn is_own(&self, pointer: &Operand<'m>) -> bool {
        let Operand::Local(name) = pointer else { return false };
        self.analysis.by_name.get(name).is_some_and(|index| !self.analysis.allocas[*index].escapes)
    }

    pub(crate) fn load_volatile(&mut self, ty: &Type<'m>, pointer: &Operand<'m>) -> Emitted<Val> {
        let address = self.operand(pointer, &Type::Ptr)?;
        let address = self.pointer(address)?;
        // The address must be a good one all the same.
        self.load(&address, ty, Padding::Arbitrary)?;
        let Some(sorts) = self.sorts_of(ty).filter(|sorts| !sorts.contains(&self.emit.sorts.pointer)) else {
            return self.emit.unsupported("a volatile address");
        };
        let (mut params, mut args) = (Vec::new(), Vec::new());
        let name = match pointer {
            Operand::Constant(Constant::Global(name)) => format!("read volatile {name}"),
            _ => {
                args.push(self.emit.pointer_value(&address)?);
                params.push(self.emit.sorts.pointer);
                "read volatile".to_owned()
            }
        };
        let function = self.emit.context.external(&name, &params, &sorts, Outside::Device);
        let values = self.emit.b.call(function, &args, &sorts, None);
        Ok(self.unflatten(ty, &mut values.into_iter()))
    }

    pub(crate) fn store_volatile(&mut self, ty: &Type<'m>, value: &Operand<'m>, pointer: &Operand<'m>) -> Emitted<()> {
        let value = self.operand(value, ty)?;
        let mut args = Vec::new();
        self.flatten(value, ty, &mut args)?;
        let name = match pointer {
            Operand::Constant(Constant::Global(name)) => format!("write volatile {name}"),
            _ => {
                let address = self.operand(pointer, &Type::Ptr)?;
                let address = self.pointer(address)?;
                args.push(self.emit.pointer_value(&address)?);
                "write volatile".to_owned()
            }
        };
        let params: Vec<Sort> = args.iter().map(|arg| self.emit.b.sort(*arg)).collect();
        let function = self.emit.context.external(&name, &params, &[], Outside::Device);
        self.emit.b.call(function, &args, &[], None);
        Ok(())
    }
}
