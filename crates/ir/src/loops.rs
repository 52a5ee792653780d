//! The loops of a function: heads, the blocks of each, and which is innermost.

use arena::IdVec;

use crate::cfg::{loop_heads, predecessors, reverse_postorder};
use crate::dominators::Dominators;
use crate::{BlockId, Body};

/// A head, and the blocks from which a way leads back to it without leaving the loop.
pub struct Loop {
    pub head: BlockId,
    pub blocks: IdVec<BlockId, bool>,
    /// Where it is gone back from.
    latches: Vec<BlockId>,
}

impl Loop {
    /// Is every way into the loop through its head? (It is a natural loop.)
    pub fn has_one_entry(&self, dominators: &Dominators) -> bool {
        self.latches.iter().all(|latch| dominators.dominates(self.head, *latch))
    }

    pub fn members(&self) -> impl Iterator<Item = BlockId> {
        self.blocks.iter().filter(|(_, is_member)| **is_member).map(|(block, _)| block)
    }
}

pub struct Loops {
    /// By their heads, in reverse postorder.
    pub all: Vec<Loop>,
    /// The innermost loop that a block is in, by its place.
    innermost: IdVec<BlockId, Option<usize>>,
}

impl Loops {
    pub fn of(body: &Body) -> Loops {
        let predecessors = predecessors(body);
        let order = reverse_postorder(body);
        let mut position: IdVec<BlockId, usize> = IdVec::filled(0, body.blocks.len());
        order.iter().enumerate().for_each(|(index, block)| position[*block] = index);
        let heads = loop_heads(body);
        let all: Vec<Loop> = order
            .iter()
            .filter(|head| heads[**head])
            .map(|head| {
                let latches = predecessors[*head].iter().copied().filter(|block| position[*block] >= position[*head]);
                from_latches(*head, latches.collect(), &predecessors)
            })
            .collect();
        let mut sized: Vec<(usize, usize)> =
            all.iter().enumerate().map(|(place, each)| (each.members().count(), place)).collect();
        sized.sort_unstable();
        let place = |block: BlockId| sized.iter().find(|(_, place)| all[*place].blocks[block]).map(|(_, place)| *place);
        let innermost = body.blocks.ids().map(place).collect();
        Loops { all, innermost }
    }

    /// The innermost loop that the block is in.
    pub fn innermost(&self, block: BlockId) -> Option<&Loop> {
        self.innermost[block].map(|place| &self.all[place])
    }

    /// The loop with that head.
    pub fn at(&self, head: BlockId) -> Option<&Loop> {
        self.all.iter().find(|each| each.head == head)
    }

    /// Is `to` the head of a loop that `from` is not in?
    pub fn enters(&self, from: BlockId, to: BlockId) -> bool {
        self.at(to).is_some_and(|each| !each.blocks[from])
    }
}

fn from_latches(head: BlockId, latches: Vec<BlockId>, predecessors: &IdVec<BlockId, Vec<BlockId>>) -> Loop {
    let mut blocks = IdVec::filled(false, predecessors.len());
    blocks[head] = true;
    let mut work = latches.clone();
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut blocks[block], true) {
            work.extend_from_slice(&predecessors[block]);
        }
    }
    Loop { head, blocks, latches }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::Id;

    fn loops(text: &str) -> (Loops, Dominators) {
        let program = crate::text::parse(text).expect("it is right");
        let body = program.functions.rows()[0].body().expect("it has one");
        (Loops::of(body), Dominators::of(body))
    }

    fn block(index: usize) -> BlockId {
        BlockId::new(index)
    }

    #[test]
    fn an_inner_loop_is_part_of_the_outer_one() {
        let (loops, dominators) =
            loops("fn f(c: bool) { jump b1 b1: jump b2 b2: branch c, b2, b3 b3: branch c, b1, b4 b4: return }");
        let heads: Vec<BlockId> = loops.all.iter().map(|each| each.head).collect();
        assert_eq!(heads, [block(1), block(2)]);
        assert_eq!(loops.all[0].members().collect::<Vec<_>>(), [block(1), block(2), block(3)]);
        assert_eq!(loops.all[1].members().collect::<Vec<_>>(), [block(2)]);
        let innermost = |index: usize| loops.innermost(block(index)).map(|each| each.head);
        assert_eq!([0, 1, 2, 3, 4].map(innermost), [None, Some(block(1)), Some(block(2)), Some(block(1)), None]);
        assert!(loops.enters(block(1), block(2)) && !loops.enters(block(2), block(2)));
        assert!(loops.all.iter().all(|each| each.has_one_entry(&dominators)));
    }

    #[test]
    fn a_loop_that_is_jumped_into_has_two_entries() {
        let (loops, dominators) =
            loops("fn f(c: bool) { branch c, b1, b2 b1: jump b2 b2: branch c, b1, b3 b3: return }");
        assert!(!loops.all.is_empty() && !loops.all[0].has_one_entry(&dominators));
    }
}
