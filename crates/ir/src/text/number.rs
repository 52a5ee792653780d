//! Gives the values and blocks of a body their final numbers, and sorts to values used early.
//!
//! Blocks are numbered in the order of the text. So are values, by their definitions, unless all
//! are named `v0`, `v1`, ... without gaps, as in printed programs: then they are taken at their word.

use std::collections::BTreeMap;

use arena::{Id, IdVec};
use value::Sort;

use super::function::{Mentioned, Reader};
use super::lex::error_at;
use super::parse::Result;
use crate::{BlockId, Body, Inst, Origin, ValueId};

impl Reader<'_, '_> {
    /// The body, once all of it is read.
    pub(super) fn finish(mut self) -> Result<Body> {
        for (_, label) in self.labels.iter() {
            if label.block.is_none() {
                let name = label.name.unwrap_or_default();
                return Err(error_at(self.parser.text, label.first.start as usize, format!("no block `{name}`")));
            }
        }
        for (_, value) in self.values.iter() {
            if !value.defined {
                let name = value.name.unwrap_or_default();
                return Err(error_at(self.parser.text, value.first.start as usize, format!("no value `{name}`")));
            }
        }
        self.number_blocks();
        let mut body = Body {
            blocks: self.blocks.drain(..).collect(),
            sorts: IdVec::new(),
            spans: self.spans.drain(..).collect(),
            origin: Origin::Source,
            names: BTreeMap::new(),
        };
        if self.open_sorts {
            self.infer_sorts(&body)?;
        }
        self.number_values(&mut body);
        Ok(body)
    }

    /// From the order of mention to the order of the text.
    fn number_blocks(&mut self) {
        for block in &mut self.blocks {
            for target in block.end.targets_mut() {
                target.block = Id::new(self.labels[target.block].block.expect("checked before"));
            }
        }
    }

    /// The sorts of values used before the text defines them, and of what is computed from them.
    fn infer_sorts(&mut self, body: &Body) -> Result<()> {
        // A definition that dominates a use comes before it in this order; unreachable blocks
        // have none, and come last in the order of the text.
        let mut order = crate::cfg::reverse_postorder(body);
        let mut reached: IdVec<BlockId, bool> = IdVec::filled(false, body.blocks.len());
        order.iter().for_each(|block| reached[*block] = true);
        order.extend(body.blocks.ids().filter(|block| !reached[*block]));
        for inst in order.iter().flat_map(|block| &body.blocks[*block].insts) {
            let Inst::Apply { result, op, args } = inst else { continue };
            if self.values[*result].sort.is_some() {
                continue;
            }
            let at = self.values[*result].first;
            let sorts: Option<Vec<Sort>> = args.iter().map(|arg| self.values[*arg].sort).collect();
            let Some(sorts) = sorts else {
                return self.parser.error(at, "an operand is not defined before this on every path");
            };
            match op.result(&sorts) {
                Ok(sort) => self.values[*result].sort = Some(sort),
                Err(why) => return self.parser.error(at, why.to_string()),
            }
        }
        Ok(())
    }

    fn number_values(&self, body: &mut Body) {
        let mut numbers: IdVec<ValueId, ValueId> = self.values.ids().collect();
        match self.numbers_by_name() {
            Some(by_name) => numbers = by_name,
            None => {
                for (number, id) in self.definitions.iter().enumerate() {
                    numbers[*id] = Id::new(number);
                }
            }
        }
        let mut sorts: IdVec<ValueId, Sort> = IdVec::filled(Sort::bool(), self.values.len());
        for (id, value) in self.values.iter() {
            sorts[numbers[id]] = value.sort.expect("inferred before");
        }
        body.sorts = sorts;
        if numbers.iter().any(|(id, number)| id != *number) {
            crate::cfg::rename(body, |id| numbers[id]);
        }
    }

    /// The numbers that the values are named by, if every one is and no number is left out.
    fn numbers_by_name(&self) -> Option<IdVec<ValueId, ValueId>> {
        let mut taken: IdVec<ValueId, bool> = IdVec::filled(false, self.values.len());
        let number = |(_, value): (ValueId, &Mentioned)| {
            let digits = value.name?.strip_prefix('v')?;
            let number: usize = digits.parse().ok().filter(|number| *number < self.values.len())?;
            let canonical = digits == "0" || !digits.starts_with(['0', '+']);
            let free = !std::mem::replace(&mut taken[Id::new(number)], true);
            (canonical && free).then(|| Id::new(number))
        };
        self.values.iter().map(number).collect::<Option<Vec<ValueId>>>().map(|numbers| numbers.into_iter().collect())
    }
}
