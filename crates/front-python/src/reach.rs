//! What every name of a version leads to, as one digest each.
//!
//! [`crate::keys`] follows one piece of code. Where all pieces of a program are asked about, what they share is
//! followed once: names that lead to each other are one group, and a group's digest is made of its own statements and
//! of the digests of the groups that it leads to.

use std::collections::BTreeSet;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::keys::{Digest, Mentions, Walk};
use crate::lower::Lowering;
use crate::outside::Unknown;

/// A name of a module; the empty name: what its top level does besides binding names.
type Name = (usize, String);

/// What a name leads to.
#[derive(Copy, Clone, Default)]
struct Reached {
    digest: [u64; 2],
    is_dynamic: bool,
    reads_files: bool,
}

impl Reached {
    fn join(&mut self, other: Reached) {
        self.is_dynamic |= other.is_dynamic;
        self.reads_files |= other.reads_files;
    }
}

/// All names that the code of one version leads to.
#[derive(Default)]
pub(crate) struct Reach {
    reached: FxHashMap<Name, Reached>,
    /// The digest of all there is.
    whole: [u64; 2],
}

/// The names with their own digests and what they lead to.
#[derive(Default)]
struct Graph {
    numbers: FxHashMap<Name, usize>,
    own: Vec<Reached>,
    next: Vec<Vec<usize>>,
}

impl Graph {
    fn number(&mut self, name: Name) -> usize {
        let count = self.own.len();
        *self.numbers.entry(name).or_insert_with(|| {
            self.own.push(Reached::default());
            self.next.push(Vec::new());
            count
        })
    }
}

impl<'a> Lowering<'a> {
    /// Follows all names of the version once.
    pub(crate) fn reach(&mut self) -> Reach {
        let apart = self.shared.apart[self.shared.side];
        let mut graph = Graph::default();
        let mut work: Vec<Name> = Vec::new();
        for (index, module) in self.modules.iter().enumerate() {
            work.extend(module.scope_names().map(|name| (index, name.to_string())));
            work.push((index, String::new()));
        }
        let mut done: BTreeSet<Name> = BTreeSet::new();
        while let Some(name) = work.pop() {
            if !done.insert(name.clone()) {
                continue;
            }
            let mut walk = Walk::apart(self.modules, apart);
            walk.expand(self, name.0, &name.1);
            let (own, next) = walk.single(&name);
            let number = graph.number(name);
            graph.own[number] = Reached { digest: own, is_dynamic: walk.is_dynamic(), reads_files: walk.reads_files() };
            let next: Vec<usize> = next
                .into_iter()
                .map(|row| {
                    let number = graph.number(row.clone());
                    work.push(row);
                    number
                })
                .collect();
            graph.next[number] = next;
        }
        let reached = groups(&graph);
        let reached = graph.numbers.into_iter().map(|(name, number)| (name, reached[number])).collect();
        let mut whole = Digest::default();
        Walk::apart(self.modules, apart).everything(&mut whole);
        Reach { reached, whole: whole.words() }
    }

    /// What a piece of code means, by what its names lead to; `None`: that cannot be told.
    pub(crate) fn meaning_by(&mut self, reach: &Reach, module: usize, code: Unknown<'a>) -> Option<String> {
        let apart = self.shared.apart[self.shared.side];
        let mut walk = Walk::apart(self.modules, apart);
        walk.code(self, module, &Mentions::without(code, walk.apart_in(module)));
        let (own, next) = walk.ahead();
        let mut reached = Reached { digest: own, is_dynamic: walk.is_dynamic(), reads_files: walk.reads_files() };
        let mut digest = self.syntax(module, code, apart);
        self.modules[module].name.hash(&mut digest);
        own.hash(&mut digest);
        let mut all: Vec<[u64; 2]> = Vec::new();
        for name in next {
            let row = reach.reached.get(&name).copied().unwrap_or_default();
            reached.join(row);
            all.push(row.digest);
        }
        all.sort_unstable();
        all.hash(&mut digest);
        if reached.is_dynamic {
            reach.whole.hash(&mut digest);
        }
        (!reached.reads_files).then(|| digest.text())
    }
}

/// The nodes that lead to each other, as groups: what leads on stands before what it leads to. Also each node's group.
pub(crate) fn components(next: &[Vec<usize>]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); next.len()];
    for (from, next) in next.iter().enumerate() {
        next.iter().for_each(|to| before[*to].push(from));
    }
    let mut group: Vec<usize> = vec![usize::MAX; next.len()];
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for start in finished_last_first(next) {
        if group[start] != usize::MAX {
            continue;
        }
        let (mut members, mut work) = (Vec::new(), vec![start]);
        while let Some(at) = work.pop() {
            if group[at] == usize::MAX {
                group[at] = groups.len();
                members.push(at);
                work.extend(&before[at]);
            }
        }
        groups.push(members);
    }
    (groups, group)
}

/// What each name leads to: those that lead to each other have one digest.
fn groups(graph: &Graph) -> Vec<Reached> {
    let (groups, group) = components(&graph.next);
    let mut found: Vec<Reached> = vec![Reached::default(); groups.len()];
    for (index, members) in groups.iter().enumerate().rev() {
        let mut reached = Reached::default();
        let mut own: Vec<[u64; 2]> = Vec::new();
        let mut ahead: BTreeSet<[u64; 2]> = BTreeSet::new();
        for member in members {
            reached.join(graph.own[*member]);
            own.push(graph.own[*member].digest);
            for next in graph.next[*member].iter().filter(|next| group[**next] != index) {
                reached.join(found[group[*next]]);
                ahead.insert(found[group[*next]].digest);
            }
        }
        own.sort_unstable();
        let mut digest = Digest::default();
        (own, ahead).hash(&mut digest);
        found[index] = Reached { digest: digest.words(), ..reached };
    }
    group.into_iter().map(|index| found[index]).collect()
}

/// The nodes by when a walk in depth is done with them, the last first.
fn finished_last_first(next: &[Vec<usize>]) -> Vec<usize> {
    let mut is_seen = vec![false; next.len()];
    let mut order = Vec::with_capacity(next.len());
    for start in 0..next.len() {
        if std::mem::replace(&mut is_seen[start], true) {
            continue;
        }
        let mut stack = vec![(start, 0)];
        while let Some((at, place)) = stack.pop() {
            match next[at].get(place) {
                Some(to) => {
                    stack.push((at, place + 1));
                    if !std::mem::replace(&mut is_seen[*to], true) {
                        stack.push((*to, 0));
                    }
                }
                None => order.push(at),
            }
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(own: &[u64], next: &[&[usize]]) -> Graph {
        let own = own.iter().map(|row| Reached { digest: [*row, 0], ..Reached::default() }).collect();
        Graph { numbers: FxHashMap::default(), own, next: next.iter().map(|row| row.to_vec()).collect() }
    }

    #[test]
    fn names_that_lead_to_each_other_are_one() {
        let found = groups(&graph(&[1, 2, 3], &[&[1], &[0, 2], &[]]));
        assert_eq!(found[0].digest, found[1].digest);
        assert_ne!(found[0].digest, found[2].digest);
    }

    #[test]
    fn a_change_far_off_is_seen_by_all_that_lead_to_it() {
        let next: &[&[usize]] = &[&[1], &[2], &[1, 3], &[], &[3]];
        let (old, new) = (groups(&graph(&[1, 2, 3, 4, 5], next)), groups(&graph(&[1, 2, 3, 9, 5], next)));
        assert!((0..5).all(|node| old[node].digest != new[node].digest));
        let other = groups(&graph(&[7, 2, 3, 4, 5], next));
        assert_ne!(old[0].digest, other[0].digest);
        assert!((1..5).all(|node| old[node].digest == other[node].digest));
    }
}
