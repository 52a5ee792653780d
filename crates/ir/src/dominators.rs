//! Which blocks every way to a block leads through.
//!
//! Follows Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).

use arena::IdVec;

use crate::cfg::reverse_postorder;
use crate::{BlockId, Body};

pub struct Dominators {
    /// Reachable blocks in reverse postorder.
    pub order: Vec<BlockId>,
    /// Each block's place in the order; `None`: unreachable.
    place: IdVec<BlockId, Option<usize>>,
    /// By place: the place of the closest strict dominator; the entry's own for the entry.
    parent: Vec<usize>,
    /// By place: when a walk over the tree of dominators enters and leaves the block.
    interval: Vec<(u32, u32)>,
}

impl Dominators {
    pub fn of(body: &Body) -> Dominators {
        let order = reverse_postorder(body);
        let mut place = IdVec::filled(None, body.blocks.len());
        for (index, block) in order.iter().enumerate() {
            place[*block] = Some(index);
        }
        let parent = parents(body, &order, &place);
        let interval = intervals(&parent);
        Dominators { order, place, parent, interval }
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.place[block].is_some()
    }

    /// Does every way from the entry to `b` lead through `a`? A block dominates itself.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        match (self.place[a], self.place[b]) {
            (Some(a), Some(b)) => {
                let (outer, inner) = (self.interval[a], self.interval[b]);
                outer.0 <= inner.0 && inner.1 <= outer.1
            }
            // No way leads to an unreachable block.
            (_, None) => true,
            (None, Some(_)) => false,
        }
    }

    /// The closest block that dominates this one, except itself.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        let place = self.place[block].filter(|place| *place > 0)?;
        Some(self.order[self.parent[place]])
    }
}

fn parents(body: &Body, order: &[BlockId], place: &IdVec<BlockId, Option<usize>>) -> Vec<usize> {
    let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
    for (index, block) in order.iter().enumerate() {
        for target in body.blocks[*block].end.targets() {
            predecessors[place[target.block].expect("reached from a reachable block")].push(index);
        }
    }
    let mut parent: Vec<Option<usize>> = vec![None; order.len()];
    parent[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for index in 1..order.len() {
            let known = predecessors[index].iter().copied().filter(|predecessor| parent[*predecessor].is_some());
            let common = known.reduce(|a, b| intersect(&parent, a, b));
            if parent[index] != common {
                parent[index] = common;
                changed = true;
            }
        }
    }
    parent.into_iter().map(|parent| parent.expect("a reachable block has a reachable predecessor")).collect()
}

fn intersect(parent: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    let up = |block: usize| parent[block].expect("only blocks with a parent are compared");
    while a != b {
        while a > b {
            a = up(a);
        }
        while b > a {
            b = up(b);
        }
    }
    a
}

fn intervals(parent: &[usize]) -> Vec<(u32, u32)> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); parent.len()];
    for (block, parent) in parent.iter().enumerate().skip(1) {
        children[*parent].push(block);
    }
    let mut interval = vec![(0, 0); parent.len()];
    let mut clock = 0;
    let mut stack = vec![(0, 0)];
    while let Some((block, next)) = stack.pop() {
        if next == 0 {
            interval[block].0 = clock;
            clock += 1;
        }
        match children[block].get(next) {
            Some(child) => {
                stack.push((block, next + 1));
                stack.push((*child, 0));
            }
            None => {
                interval[block].1 = clock;
                clock += 1;
            }
        }
    }
    interval
}

/// Where each value is defined: the block, and how many instructions come before (0 also for
/// parameters). `None`: nowhere.
pub fn definitions(body: &Body) -> IdVec<crate::ValueId, Option<(BlockId, usize)>> {
    let mut places = IdVec::filled(None, body.sorts.len());
    for (id, block) in body.blocks.iter() {
        for param in &block.params {
            places[*param] = Some((id, 0));
        }
        for (index, inst) in block.insts.iter().enumerate() {
            if let Some(result) = inst.result() {
                places[result] = Some((id, index + 1));
            }
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::Id;

    #[test]
    fn both_sides_of_a_diamond_meet_above() {
        let text = "fn f(c: bool) { branch c, b1, b2 b1: jump b3 b2: branch c, b3, b2 b3: return b4: jump b3 }";
        let program = crate::text::parse(text).expect("it is right");
        let dominators = Dominators::of(program.functions.rows()[0].body().expect("it has one"));
        let block = |index: usize| BlockId::new(index);
        assert_eq!(dominators.immediate(block(3)), Some(block(0)));
        assert!(dominators.dominates(block(0), block(3)) && dominators.dominates(block(2), block(2)));
        assert!(!dominators.dominates(block(1), block(3)) && !dominators.dominates(block(1), block(2)));
        assert!(!dominators.is_reachable(block(4)) && dominators.dominates(block(1), block(4)));
    }
}
