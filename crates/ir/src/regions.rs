//! Regions: blocks behind a choice that come together again.
//!
//! A region begins at the end of its *head*, a block that chooses, and has no other way in. What goes on
//! in the function leaves it to one block, its *exit*; other ways through it end the function. So a state at
//! the head becomes at most one state for each way of ending. Loops may be inside, if they are entered at
//! their heads. A head may have several regions: those that leave fewer ways of ending come first.
//!
//! ```text
//! head: branch a, b1, b2      the region of `head` has b1, b2 and b3, its exit is b4;
//! b1:   jump b4               ways that end by `raise` are left to whoever runs it
//! b2:   branch b, b3, b4
//! b3:   raise v
//! ```

use std::collections::BTreeSet;

use arena::IdVec;

use crate::cfg::predecessors;
use crate::dominators::Dominators;
use crate::loops::{Loop, Loops};
use crate::{BlockId, Body, Terminator};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The block whose end chooses; not part of it.
    pub head: BlockId,
    /// In an order in which each block comes after those that lead to it, except back in a loop, and what is
    /// behind a loop after all of the loop.
    pub blocks: Vec<BlockId>,
    /// Where the ways that go on come together; `None`: none does.
    pub exit: Option<BlockId>,
    /// Kinds of ends: going on, returning, raising, trapping.
    pub ends: usize,
    /// Ways through it, each loop gone through at most once.
    pub ways: u64,
}

/// The regions of a function, by their heads.
pub struct Regions {
    by_head: IdVec<BlockId, Vec<Region>>,
}

/// Blocks of one region.
const MOST_BLOCKS: usize = 120;
/// Regions of one head.
const MOST_REGIONS: usize = 3;

impl Regions {
    pub fn of(body: &Body, loops: &Loops) -> Regions {
        let growing = Growing { body, loops, predecessors: predecessors(body), dominators: Dominators::of(body) };
        let order = ordered(body, loops);
        let mut place = IdVec::filled(usize::MAX, body.blocks.len());
        order.iter().enumerate().for_each(|(index, block)| place[*block] = index);
        let by_head = body.blocks.ids().map(|head| match place[head] {
            usize::MAX => Vec::new(),
            _ => growing.regions(head, &place),
        });
        Regions { by_head: by_head.collect() }
    }

    /// Those that begin at the end of the block, the best first.
    pub fn at(&self, head: BlockId) -> &[Region] {
        &self.by_head[head]
    }

    pub fn all(&self) -> impl Iterator<Item = &Region> {
        self.by_head.rows().iter().flatten()
    }
}

/// Reachable blocks: each after those that lead to it, except back in a loop, and what is behind a loop after
/// all of the loop.
pub fn ordered(body: &Body, loops: &Loops) -> Vec<BlockId> {
    let depth = |block: BlockId| loops.all.iter().filter(|each| each.blocks[block]).count();
    // What a walk comes to first stands last: the ways out of loops go first.
    let targets = |block: BlockId| {
        let mut targets: Vec<BlockId> = body.blocks[block].end.targets().iter().map(|target| target.block).collect();
        targets.reverse();
        targets.sort_by_key(|target| depth(*target));
        targets.into_iter()
    };
    let mut order = Vec::new();
    let mut seen = IdVec::filled(false, body.blocks.len());
    let mut stack = vec![(Body::ENTRY, targets(Body::ENTRY))];
    seen[Body::ENTRY] = true;
    while let Some((block, rest)) = stack.last_mut() {
        match rest.next() {
            Some(target) if !seen[target] => {
                seen[target] = true;
                stack.push((target, targets(target)));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// The blocks, given as [`ordered`] has them, in the order in which they are run where ways wait at several: each after
/// those that lead to it, what is behind a loop after all of the loop, and the head of a loop after the rest of it.
/// So every way has come to the end of a round before the next begins, and what a round has computed is there until
/// nobody needs it. `None`: a loop is entered other than at its head.
pub fn in_turn(body: &Body, loops: &Loops, blocks: &[BlockId]) -> Option<Vec<BlockId>> {
    // By their heads in reverse postorder: outer loops come first.
    let inside: Vec<&Loop> = loops.all.iter().filter(|each| blocks.contains(&each.head)).collect();
    if inside.is_empty() {
        return Some(blocks.to_vec());
    }
    let dominators = Dominators::of(body);
    if !inside.iter().all(|each| each.has_one_entry(&dominators)) {
        return None;
    }
    let place = |block: BlockId| blocks.iter().position(|known| *known == block).unwrap_or(usize::MAX);
    let turn = |block: &BlockId| -> Vec<usize> {
        let around = inside.iter().filter(|each| each.blocks[*block]).map(|each| place(each.head));
        let is_head = inside.iter().any(|each| each.head == *block);
        around.chain([if is_head { usize::MAX } else { place(*block) }]).collect()
    };
    let mut blocks_in_turn = blocks.to_vec();
    blocks_in_turn.sort_by_cached_key(turn);
    Some(blocks_in_turn)
}

struct Growing<'b> {
    body: &'b Body,
    loops: &'b Loops,
    predecessors: IdVec<BlockId, Vec<BlockId>>,
    dominators: Dominators,
}

impl Growing<'_> {
    /// Takes in block by block, and notes where no more than one block is left to go on to.
    fn regions(&self, head: BlockId, place: &IdVec<BlockId, usize>) -> Vec<Region> {
        let end = &self.body.blocks[head].end;
        if !matches!(end, Terminator::Branch { .. } | Terminator::Switch { .. }) {
            return Vec::new();
        }
        let mut found: Vec<Region> = Vec::new();
        let mut inside: BTreeSet<BlockId> = BTreeSet::new();
        let mut border: BTreeSet<BlockId> = end.targets().iter().map(|target| target.block).collect();
        while inside.len() <= MOST_BLOCKS {
            if border.len() <= 1 {
                let region = self.region(head, &inside, border.first().copied(), place);
                let is_perfect = region.ends <= 1;
                if region.ways > region.ends as u64 {
                    found.push(region);
                }
                if is_perfect {
                    break;
                }
            }
            let next = border.iter().copied().filter(|block| self.is_entered_from(*block, head, &inside));
            let Some(next) = next.min_by_key(|block| place[*block]) else { break };
            self.take_in(next, head, &mut inside);
            let leaves =
                |block: &BlockId| self.body.blocks[*block].end.targets().into_iter().map(|target| target.block);
            border = inside.iter().chain([&head]).flat_map(leaves).filter(|block| !inside.contains(block)).collect();
        }
        found.sort_by_key(|region| (region.ends, region.blocks.len()));
        found.truncate(MOST_REGIONS);
        found
    }

    /// Do only the head and what is inside lead to the block, but for its own loop?
    fn is_entered_from(&self, block: BlockId, head: BlockId, inside: &BTreeSet<BlockId>) -> bool {
        if block == head {
            return false;
        }
        let own = self.loops.at(block).filter(|own| !own.blocks[head] && own.has_one_entry(&self.dominators));
        let is_own = |from: &BlockId| own.is_some_and(|own| own.blocks[*from]);
        self.predecessors[block].iter().all(|from| *from == head || inside.contains(from) || is_own(from))
    }

    fn take_in(&self, block: BlockId, head: BlockId, inside: &mut BTreeSet<BlockId>) {
        match self.loops.at(block) {
            Some(own) if !own.blocks[head] => inside.extend(own.members()),
            _ => _ = inside.insert(block),
        }
    }

    fn region(
        &self,
        head: BlockId,
        inside: &BTreeSet<BlockId>,
        exit: Option<BlockId>,
        place: &IdVec<BlockId, usize>,
    ) -> Region {
        let mut blocks: Vec<BlockId> = inside.iter().copied().collect();
        blocks.sort_by_key(|block| place[*block]);
        let has =
            |is: fn(&Terminator) -> bool| usize::from(blocks.iter().any(|block| is(&self.body.blocks[*block].end)));
        let ends = usize::from(exit.is_some())
            + has(|end| matches!(end, Terminator::Return(_)))
            + has(|end| matches!(end, Terminator::Raise(_)))
            + has(|end| matches!(end, Terminator::Trap(_)));
        let ways = self.ways(head, &blocks, place);
        Region { head, blocks, exit, ends, ways }
    }

    fn ways(&self, head: BlockId, blocks: &[BlockId], place: &IdVec<BlockId, usize>) -> u64 {
        let mut ways: IdVec<BlockId, u64> = IdVec::filled(0, self.body.blocks.len());
        ways[head] = 1;
        let mut ended: u64 = 0;
        for block in [head].iter().chain(blocks) {
            let here = ways[*block];
            let targets = self.body.blocks[*block].end.targets();
            if targets.is_empty() {
                ended = ended.saturating_add(here);
            }
            for target in targets {
                let is_back = place[target.block] <= place[*block] && blocks.contains(&target.block);
                if !is_back {
                    ways[target.block] = ways[target.block].saturating_add(here);
                }
            }
        }
        let left = ways.iter().filter(|(block, _)| *block != head && !blocks.contains(block));
        left.fold(ended, |sum, (_, ways)| sum.saturating_add(*ways))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each head with its best region: blocks, exit, kinds of ends and ways.
    fn regions(text: &str) -> String {
        let program = crate::text::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let body = program.functions.rows()[0].body().expect("it has one");
        let regions = Regions::of(body, &Loops::of(body));
        let row = |region: &Region| {
            let blocks: Vec<String> = region.blocks.iter().map(|block| block.to_string()).collect();
            let exit = region.exit.map_or_else(|| "out".to_owned(), |exit| exit.to_string());
            format!("{}: {} -> {exit}, {} of {}", region.head, blocks.join(" "), region.ends, region.ways)
        };
        let heads = body.blocks.ids().filter_map(|head| regions.at(head).first());
        heads.map(row).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn a_diamond_in_a_diamond_is_in_both() {
        let text = "fn f(c: bool, d: bool) -> int { branch c, b1, b2 b1: branch d, b3, b4 b2: jump b5(2)
            b3: jump b5(3) b4: jump b5(4) b5(v: int): return v }";
        assert_eq!(regions(text), "b0: b1 b3 b4 b2 -> b5, 1 of 3; b1: b3 b4 -> b5, 1 of 2");
    }

    #[test]
    fn early_returns_come_together_at_the_end() {
        let text = "fn f(c: bool, d: bool) -> int { branch c, b1, b2 b1: return 1 b2: branch d, b3, b4
            b3: return 2 b4: return 3 }";
        assert_eq!(regions(text), "b0: b1 b2 b3 b4 -> out, 1 of 3; b2: b3 b4 -> out, 1 of 2");
    }

    #[test]
    fn one_way_that_ends_and_one_that_goes_on_are_no_region() {
        let text = "fn f(c: bool) -> int { jump b1 b1: branch c, b2, b1 b2: return 1 }";
        assert_eq!(regions(text), "");
    }

    #[test]
    fn what_else_leads_to_a_block_keeps_it_out() {
        let text =
            "fn f(c: bool, d: bool) { branch c, b1, b2 b1: branch d, b2, b3 b2: jump b4 b3: jump b4 b4: return }";
        assert_eq!(regions(text), "b0: b1 b3 b2 -> b4, 1 of 3");
    }

    /// The blocks of a function in the order in which they are run.
    fn turns(text: &str) -> String {
        let program = crate::text::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let body = program.functions.rows()[0].body().expect("it has one");
        let loops = Loops::of(body);
        let blocks = in_turn(body, &loops, &ordered(body, &loops));
        let word = |blocks: Vec<BlockId>| blocks.iter().map(|block| block.to_string()).collect::<Vec<_>>().join(" ");
        blocks.map_or_else(|| "none".to_owned(), word)
    }

    #[test]
    fn a_round_ends_before_the_next_begins() {
        let text = "fn f(c: bool, d: bool) { jump b1 b1: branch c, b2, b5 b2: branch d, b1, b3 b3: branch c, b3, b4
            b4: jump b1 b5: return }";
        assert_eq!(turns(text), "b0 b2 b3 b4 b1 b5");
    }

    #[test]
    fn what_is_behind_a_loop_waits_for_it_wherever_it_is_left() {
        let text = "fn f(c: bool, d: bool) { jump b1 b1: branch c, b2, b4 b2: branch d, b3, b5 b3: jump b7
            b4: branch d, b5, b6 b5: jump b1 b6: jump b7 b7: return }";
        assert!(
            turns(text).starts_with("b0 b2 b4 b5 b1") || turns(text).starts_with("b0 b4 b2 b5 b1"),
            "{}",
            turns(text)
        );
    }

    #[test]
    fn a_loop_with_two_entries_has_no_turns() {
        assert_eq!(turns("fn f(c: bool) { branch c, b1, b2 b1: jump b2 b2: branch c, b1, b3 b3: return }"), "none");
    }

    #[test]
    fn a_loop_is_inside_with_all_of_it() {
        let text = "fn f(c: bool, d: bool) { branch c, b1, b3 b1: branch d, b2, b3 b2: jump b1 b3: return }";
        assert_eq!(regions(text), "b0: b1 b2 -> b3, 1 of 2");
    }
}
