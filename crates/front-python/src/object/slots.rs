//! What `__slots__` means for a class and its heirs.

use ruff_python_ast as ast;

use crate::lower::Lowering;
use crate::module::Node;

/// Slots that make room for what objects have anyway where no class in the order has `__slots__`.
pub(super) const BESIDE_SLOTS: [&str; 2] = ["__dict__", "__weakref__"];

impl<'a> Lowering<'a> {
    /// The class of that place, if all of it is known and the interpreter refuses to make it.
    pub(crate) fn refused(&self, module: usize, class: Node) -> Option<usize> {
        let def: &'a ast::StmtClassDef = self.class_at(module, class)?;
        self.objects.refused.get(&(std::ptr::from_ref(def) as usize)).copied()
    }

    pub(crate) fn is_refused(&self, class: usize) -> bool {
        self.objects.refused.values().any(|known| *known == class)
    }

    /// May objects of the class have an attribute of that name?
    pub(crate) fn has_slot(&self, class: usize, name: &str) -> bool {
        let classes = &self.objects.classes;
        let is_it = |of: &usize| match &classes[*of].slots {
            Some(slots) => slots.iter().any(|slot| slot == name || slot == "__dict__"),
            None => true,
        };
        classes[class].order.iter().any(is_it)
    }

    /// Have objects of the class attributes beyond those that `__slots__` names?
    pub(crate) fn has_dict(&self, class: usize) -> bool {
        self.has_slot(class, "__dict__")
    }

    /// Does every slot hide nothing, and is hidden by nothing, in the order of the class?
    pub(super) fn has_sound_slots(&self, class: usize) -> bool {
        let classes = &self.objects.classes;
        let order = &classes[class].order;
        let is_chain = order.iter().enumerate().all(|(place, of)| classes[*of].order == order[place..]);
        order.iter().all(|of| {
            let is_sound = |slot: &String| {
                // What a base may have already is refused.
                let is_first = is_chain && classes[*of].order.len() == 1;
                (is_first || !BESIDE_SLOTS.contains(&slot.as_str()))
                    && !order.iter().any(|of| classes[*of].members.contains_key(slot))
            };
            classes[*of].slots.iter().flatten().all(is_sound)
        })
    }

    /// Do two of the bases each lay out their objects in a way of their own?
    pub(super) fn do_bases_conflict(&self, bases: &[usize]) -> bool {
        let classes = &self.objects.classes;
        let mut winner: Option<usize> = None;
        for candidate in bases.iter().filter_map(|base| self.laid_out_by(*base)) {
            match winner {
                Some(known) if classes[known].order.contains(&candidate) => {}
                Some(known) if !classes[candidate].order.contains(&known) => return true,
                _ => winner = Some(candidate),
            }
        }
        false
    }

    /// The class that last added slots to the objects of a class whose bases do not conflict.
    fn laid_out_by(&self, class: usize) -> Option<usize> {
        let classes = &self.objects.classes;
        let adds = |of: &usize| {
            classes[*of].slots.iter().flatten().any(|slot| !BESIDE_SLOTS.contains(&slot.as_str()))
                || classes[*of].named.is_some()
        };
        // Of those that add some, each derives from the next.
        classes[class].order.iter().copied().find(adds)
    }
}
