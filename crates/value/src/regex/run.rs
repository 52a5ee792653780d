//! Matching by trying, in the order in which CPython tries.

use super::parse::{At, Category, Node, Pattern};
use crate::Int;

#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Mode {
    Match,
    Full,
    Search,
}

/// More tries, or deeper ones, are given up: nobody waits for such a match.
const MOST_TRIES: u64 = 20_000_000;
const DEEPEST: usize = 3_000;

/// The first match from a place on.
pub(super) fn first(pattern: &Pattern, text: &[u32], from: usize, to: usize, mode: Mode) -> Option<Vec<i64>> {
    let (from, to) = (from.min(text.len()), to.min(text.len()));
    Run::new(pattern, text, to).find(from, mode, false)
}

/// All matches; after an empty one, the next is another.
pub(super) fn all(pattern: &Pattern, text: &[u32], from: usize, to: usize, limit: &Int) -> Vec<Vec<i64>> {
    let (mut from, to) = (from.min(text.len()), to.min(text.len()));
    let mut run = Run::new(pattern, text, to);
    let mut all = Vec::new();
    let mut advances = false;
    let zero = Int::from(0);
    while *limit == zero || Int::from(all.len()) < *limit {
        let Some(found) = run.find(from, Mode::Search, advances) else { break };
        advances = found[0] == found[1];
        from = usize::try_from(found[1]).unwrap_or(0);
        all.push(found);
    }
    all
}

struct Run<'r> {
    pattern: &'r Pattern,
    text: &'r [u32],
    /// What lies beyond is not there.
    end: usize,
    groups: Vec<Option<(usize, usize)>>,
    last: usize,
    tries: u64,
    depth: usize,
}

/// What comes after a part of a pattern.
type Rest<'k, 'r> = &'k mut dyn FnMut(&mut Run<'r>, usize) -> bool;

impl<'r> Run<'r> {
    fn new(pattern: &'r Pattern, text: &'r [u32], end: usize) -> Run<'r> {
        Run { pattern, text, end, groups: vec![None; pattern.groups + 1], last: 0, tries: 0, depth: 0 }
    }

    /// `advances`: the match may not be empty where the search begins.
    fn find(&mut self, from: usize, mode: Mode, advances: bool) -> Option<Vec<i64>> {
        if from > self.end {
            return None;
        }
        let last = if mode == Mode::Search { self.end } else { from };
        for at in from..=last {
            self.groups.fill(None);
            self.last = 0;
            let mut end = None;
            let (pattern, whole) = (self.pattern, self.end);
            let is_found = self.node(&pattern.node, at, &mut |_, to| {
                let is_end = (mode != Mode::Full || to == whole) && !(advances && at == from && to == at);
                end = is_end.then_some(to);
                is_end
            });
            if let Some(end) = end.filter(|_| is_found) {
                return Some(self.told(at, end));
            }
        }
        None
    }

    fn told(&self, from: usize, to: usize) -> Vec<i64> {
        let number = |place: usize| i64::try_from(place).unwrap_or(-1);
        let mut told = vec![number(from), number(to)];
        for group in &self.groups[1..] {
            let (from, to) = group.map_or((-1, -1), |(from, to)| (number(from), number(to)));
            told.extend([from, to]);
        }
        told.push(number(self.last));
        told
    }

    fn node(&mut self, node: &'r Node, at: usize, rest: Rest<'_, 'r>) -> bool {
        self.tries += 1;
        self.depth += 1;
        assert!(self.tries < MOST_TRIES && self.depth < DEEPEST, "a regular expression that takes too many tries");
        let is_matched = self.node_within(node, at, rest);
        self.depth -= 1;
        is_matched
    }

    fn node_within(&mut self, node: &'r Node, at: usize, rest: Rest<'_, 'r>) -> bool {
        match node {
            Node::One(one) => at < self.end && one.holds(self.text[at]) && rest(self, at + 1),
            Node::At(place) => self.is_at(*place, at) && rest(self, at),
            Node::Sequence(nodes) => self.sequence(nodes, at, rest),
            Node::Either(nodes) => nodes.iter().any(|node| self.tried(|run| run.node(node, at, rest))),
            Node::Repeat { node, least, most, is_lazy } => {
                let most = most.unwrap_or(u32::MAX);
                match (&**node, is_lazy) {
                    (Node::One(_), false) => self.most_of_one(node, *least, most, at, rest),
                    _ => self.repeat(Repeat { node, least: *least, most, is_lazy: *is_lazy }, 0, None, at, rest),
                }
            }
            Node::Group(group, node) => {
                let group = *group;
                self.node(node, at, &mut |run, to| {
                    let before = (run.groups[group], run.last);
                    (run.groups[group], run.last) = (Some((at, to)), group);
                    let is_matched = rest(run, to);
                    if !is_matched {
                        (run.groups[group], run.last) = before;
                    }
                    is_matched
                })
            }
            Node::Again(group) => {
                let Some((from, to)) = self.groups[*group] else { return false };
                let end = at + (to - from);
                end <= self.end && self.text[from..to] == self.text[at..end] && rest(self, end)
            }
            Node::Look { node, back, is_wanted } => {
                let back = back.unwrap_or(0);
                let (groups, last) = (self.groups.clone(), self.last);
                let is_found = at >= back && self.node(node, at - back, &mut |_, _| true);
                if is_found != *is_wanted {
                    (self.groups, self.last) = (groups, last);
                    return false;
                }
                if !is_wanted {
                    (self.groups, self.last) = (groups.clone(), last);
                }
                let is_matched = rest(self, at);
                if !is_matched {
                    (self.groups, self.last) = (groups, last);
                }
                is_matched
            }
        }
    }

    /// Groups are as before if it does not match.
    fn tried(&mut self, attempt: impl FnOnce(&mut Run<'r>) -> bool) -> bool {
        let (groups, last) = (self.groups.clone(), self.last);
        let is_matched = attempt(self);
        if !is_matched {
            (self.groups, self.last) = (groups, last);
        }
        is_matched
    }

    fn sequence(&mut self, nodes: &'r [Node], at: usize, rest: Rest<'_, 'r>) -> bool {
        match nodes {
            [] => rest(self, at),
            [node, more @ ..] => self.node(node, at, &mut |run, at| run.sequence(more, at, rest)),
        }
    }

    /// As many as there are, then fewer.
    fn most_of_one(&mut self, node: &'r Node, least: u32, most: u32, at: usize, rest: Rest<'_, 'r>) -> bool {
        let Node::One(one) = node else { return false };
        let there = self.text[at..self.end].iter().take(most as usize).take_while(|code| one.holds(**code)).count();
        let mut count = there;
        while count >= least as usize {
            self.tries += 1;
            if self.tried(|run| rest(run, at + count)) {
                return true;
            }
            if count == 0 {
                return false;
            }
            count -= 1;
        }
        false
    }

    /// `before`: where the round before began, if it was one that need not be. After an empty one there is no other.
    fn repeat(&mut self, what: Repeat<'r>, count: u32, before: Option<usize>, at: usize, rest: Rest<'_, 'r>) -> bool {
        if count < what.least {
            return self.node(what.node, at, &mut |run, to| run.repeat(what, count + 1, before, to, rest));
        }
        let goes_on = count < what.most && before != Some(at);
        if what.is_lazy {
            return self.tried(|run| rest(run, at))
                || (goes_on
                    && self.tried(|run| {
                        run.node(what.node, at, &mut |run, to| run.repeat(what, count + 1, Some(at), to, rest))
                    }));
        }
        (goes_on
            && self
                .tried(|run| run.node(what.node, at, &mut |run, to| run.repeat(what, count + 1, Some(at), to, rest))))
            || rest(self, at)
    }

    fn is_at(&self, place: At, at: usize) -> bool {
        let is_line_end = |at: usize| self.text[at] == 10;
        match place {
            At::Start => at == 0,
            At::LineStart => at == 0 || is_line_end(at - 1),
            At::End => at == self.end || (at + 1 == self.end && is_line_end(at)),
            At::LineEnd => at == self.end || is_line_end(at),
            At::VeryEnd => at == self.end,
            At::Boundary { is_wanted, is_ascii } => {
                let before = at > 0 && Category::Word.holds(self.text[at - 1], is_ascii);
                let after = at < self.end && Category::Word.holds(self.text[at], is_ascii);
                self.end != 0 && (before != after) == is_wanted
            }
        }
    }
}

#[derive(Copy, Clone)]
struct Repeat<'r> {
    node: &'r Node,
    least: u32,
    most: u32,
    is_lazy: bool,
}
