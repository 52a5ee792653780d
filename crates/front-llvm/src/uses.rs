//! What functions do with the memory that others hand them: which scalars lie where in it.
//!
//! rustc declares its locals as bytes. What lies in one is told by the accesses to it, also by those of functions that
//! its address is handed to, and by those to what it is copied from or to.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::analysis::{BlockOperation, address_terms, block_operation, memory_scalar, scalars_of};
use crate::join::{FnKey, Item, Version};
use crate::layout::{Scalar, Types};
use crate::lower::called_name;
use crate::reader::syntax::{Call, Constant, End, Kind, Operand, Type};

/// Memory that a function knows by a name of its own.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Place<'m> {
    Param(usize),
    Local(&'m str),
}

type Node<'m> = (FnKey, Place<'m>);

/// What lies at an offset.
type Found = BTreeSet<(i64, Scalar)>;

/// What lies in one place lies in the other as well.
struct Edge<'m> {
    from: Node<'m>,
    to: Node<'m>,
    /// Added to the offset.
    by: i64,
    /// Offsets of the first place that count.
    within: (i64, i64),
}

/// By function and local, the scalars in it and their offsets.
pub(crate) struct Uses<'m>(FxHashMap<Node<'m>, Found>);

/// More in one place is not told.
const MOST: usize = 64;

impl<'m> Uses<'m> {
    pub(crate) fn of(version: &Version<'m>) -> Uses<'m> {
        let (mut found, mut edges) = (FxHashMap::default(), Vec::new());
        for key in 0..version.functions.len() {
            look_through(version, key, &mut found, &mut edges);
        }
        let mut uses = Uses(found);
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for edge in &edges {
                changed |= uses.spread(edge);
            }
        }
        uses
    }

    /// The scalars in the function's local of that name.
    pub(crate) fn in_local(&self, key: FnKey, name: &'m str) -> impl Iterator<Item = (i64, Scalar)> + '_ {
        self.0.get(&(key, Place::Local(name))).into_iter().flatten().copied()
    }

    fn spread(&mut self, edge: &Edge<'m>) -> bool {
        let Some(found) = self.0.get(&edge.from) else { return false };
        let (first, end) = edge.within;
        let moved: Vec<(i64, Scalar)> = found
            .iter()
            .filter(|(offset, _)| (first..end).contains(offset))
            .map(|(offset, scalar)| (offset + edge.by, *scalar))
            .collect();
        let into = self.0.entry(edge.to).or_default();
        let before = into.len();
        into.extend(moved.into_iter().take(MOST.saturating_sub(before)));
        into.len() != before
    }
}

fn look_through<'m>(
    version: &Version<'m>,
    key: FnKey,
    found: &mut FxHashMap<Node<'m>, Found>,
    edges: &mut Vec<Edge<'m>>,
) {
    let function = &version.functions[key];
    let types = Types(&version.modules[function.module]);
    let places = places(version, key);
    let place = |operand: &Operand<'m>| match operand {
        Operand::Local(name) => places.get(name).copied(),
        Operand::Constant(_) | Operand::Metadata(_) => None,
    };
    for block in &function.body.blocks {
        for inst in &block.insts {
            match &inst.kind {
                Kind::Load { ty, pointer, .. } | Kind::Store { ty, pointer, .. } => {
                    let Some((place, offset)) = place(pointer) else { continue };
                    let mut scalars = Vec::new();
                    scalars_of(types, ty, 0, &mut scalars);
                    let scalars = scalars.into_iter().map(|(at, scalar)| (offset + at as i64, memory_scalar(scalar)));
                    found.entry((key, place)).or_default().extend(scalars);
                }
                Kind::Call(call) => follow(version, key, call, &place, edges),
                _ => {}
            }
        }
        if let End::Invoke { call, .. } = &block.end {
            follow(version, key, call, &place, edges);
        }
    }
}

/// Where the function's pointers lead, as far as its text shows.
fn places<'m>(version: &Version<'m>, key: FnKey) -> FxHashMap<&'m str, (Place<'m>, i64)> {
    let function = &version.functions[key];
    let types = Types(&version.modules[function.module]);
    let params = function.signature.params.iter().enumerate().filter(|(_, param)| param.ty == Type::Ptr);
    let mut places: FxHashMap<&str, (Place, i64)> =
        params.map(|(index, param)| (param.name, (Place::Param(index), 0))).collect();
    // Blocks may stand before those that come first.
    for inst in function.body.blocks.iter().chain(&function.body.blocks).flat_map(|block| &block.insts) {
        let Some(name) = inst.result else { continue };
        let known = |operand: &Operand<'m>| match operand {
            Operand::Local(name) => places.get(name).copied(),
            Operand::Constant(_) | Operand::Metadata(_) => None,
        };
        let place = match &inst.kind {
            Kind::Alloca { .. } => Some((Place::Local(name), 0)),
            Kind::Gep(gep) => known(&gep.base).and_then(|(place, offset)| {
                let (constant, terms) = address_terms(types, gep);
                terms.is_empty().then_some((place, offset + constant))
            }),
            Kind::Cast { op: "bitcast" | "addrspacecast", value, .. } => known(value),
            _ => None,
        };
        places.extend(place.map(|place| (name, place)));
    }
    places
}

/// What a call does with the places that it is handed.
fn follow<'m>(
    version: &Version<'m>,
    key: FnKey,
    call: &Call<'m>,
    place: &impl Fn(&Operand<'m>) -> Option<(Place<'m>, i64)>,
    edges: &mut Vec<Edge<'m>>,
) {
    let Some(name) = called_name(&call.callee) else { return };
    if block_operation(name) == Some(BlockOperation::Copy) {
        let [to, from, length, ..] = &call.args[..] else { return };
        let (Some((to, at)), Some((from, start))) = (place(&to.value), place(&from.value)) else { return };
        let Operand::Constant(Constant::Int(length)) = &length.value else { return };
        let length = *length as i64;
        let (to, from) = ((key, to), (key, from));
        edges.push(Edge { from, to, by: at - start, within: (start, start.saturating_add(length)) });
        edges.push(Edge { from: to, to: from, by: start - at, within: (at, at.saturating_add(length)) });
        return;
    }
    if let Item::Function(callee) = version.lookup(version.functions[key].module, name) {
        for (index, arg) in call.args.iter().enumerate() {
            if let Some((place, offset)) = place(&arg.value) {
                let (from, to) = ((callee, Place::Param(index)), (key, place));
                edges.push(Edge { from, to, by: offset, within: (i64::MIN, i64::MAX) });
            }
        }
    }
}
