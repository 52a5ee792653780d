//! One walk over paths: states that are still to be run, each under its path condition, and a visitor
//! that runs them.
//!
//! Invariant: the states on the list, those that the visitor keeps and the paths it has ended together
//! cover every input that the walk began with.

use term::TermId;

use crate::path::{Feasible, Model};
use crate::setting::Setting;

/// What a walk is for.
pub trait Visitor<'p> {
    type State;
    /// Why a walk ends early.
    type Stop;

    fn setting(&mut self) -> &mut Setting<'p>;

    /// Runs a state until something has to be decided. The path condition is that of the state.
    fn visit(&mut self, state: Self::State) -> Result<Next<Self::State>, Self::Stop>;

    /// A way that some input may take, of several (`is_choice`) or the only one. What is not given back is
    /// not followed.
    fn take(&mut self, way: Way<Self::State>, is_choice: bool) -> Result<Option<Way<Self::State>>, Self::Stop>;
}

/// How a state goes on.
pub enum Next<S> {
    /// Not at all.
    End,
    /// Where this holds.
    Assume(TermId, S),
    /// In one of these ways: the conditions exclude each other, and one of them holds.
    Fork(Vec<(TermId, S)>),
    /// In each of these states, under the condition if there is one. Nothing is asked.
    Go(Vec<(Option<TermId>, S)>),
}

impl<S> Next<S> {
    /// The same with other states.
    pub fn map<T>(self, mut other: impl FnMut(S) -> T) -> Next<T> {
        match self {
            Next::End => Next::End,
            Next::Assume(condition, state) => Next::Assume(condition, other(state)),
            Next::Fork(ways) => {
                Next::Fork(ways.into_iter().map(|(condition, state)| (condition, other(state))).collect())
            }
            Next::Go(ways) => Next::Go(ways.into_iter().map(|(condition, state)| (condition, other(state))).collect()),
        }
    }
}

/// A state, and what holds there besides the path condition that it came from.
pub struct Way<S> {
    pub condition: Option<TermId>,
    /// Satisfies the path with the condition, if known.
    pub model: Option<Model>,
    pub state: S,
}

/// What is still to be done.
pub struct Walk<S> {
    /// How many conditions of the path each state is under, and the state.
    work: Vec<(usize, Way<S>)>,
}

impl<S> Default for Walk<S> {
    fn default() -> Walk<S> {
        Walk { work: Vec::new() }
    }
}

impl<S> Walk<S> {
    /// From one state, under the current path condition.
    pub fn from(setting: &Setting<'_>, state: S) -> Walk<S> {
        let way = Way { condition: None, model: setting.path.model.clone(), state };
        Walk { work: vec![(setting.path.depth(), way)] }
    }

    /// Goes on with this, whatever the path condition is now.
    pub fn begin(&mut self, way: Way<S>) {
        self.work.push((0, way));
    }

    /// Runs states, the last first, until there are none or the visitor stops.
    pub fn run<'p, V: Visitor<'p, State = S>>(&mut self, visitor: &mut V) -> Result<(), V::Stop> {
        while let Some((depth, way)) = self.work.pop() {
            let Setting { pool, path, .. } = visitor.setting();
            path.retract_to(depth);
            path.model = way.model.clone();
            if let Some(condition) = way.condition {
                path.assume(pool, condition, way.model);
            }
            match visitor.visit(way.state)? {
                Next::End => {}
                Next::Assume(condition, state) => {
                    let way = possible(visitor.setting(), condition, state);
                    self.extend(visitor.setting(), way);
                }
                Next::Fork(forks) => {
                    let setting = visitor.setting();
                    let ways: Vec<Way<S>> = forks
                        .into_iter()
                        .filter_map(|(condition, state)| possible(setting, condition, state))
                        .collect();
                    // A choice with one way out is none.
                    let is_choice = ways.len() > 1;
                    for way in ways.into_iter().rev() {
                        let taken = visitor.take(way, is_choice)?;
                        self.extend(visitor.setting(), taken);
                    }
                }
                Next::Go(states) => {
                    let setting = visitor.setting();
                    let model = setting.path.model.clone();
                    let ways = states.into_iter().rev().map(|(condition, state)| {
                        let model = if condition.is_some() { None } else { model.clone() };
                        Way { condition, model, state }
                    });
                    self.extend(setting, ways);
                }
            }
        }
        Ok(())
    }

    fn extend(&mut self, setting: &Setting<'_>, ways: impl IntoIterator<Item = Way<S>>) {
        let depth = setting.path.depth();
        self.work.extend(ways.into_iter().map(|way| (depth, way)));
    }
}

/// The way, if some input may take it.
fn possible<S>(setting: &mut Setting<'_>, condition: TermId, state: S) -> Option<Way<S>> {
    match setting.path.feasible(&mut setting.pool, condition) {
        Feasible::No => None,
        Feasible::Maybe(model) => Some(Way { condition: Some(condition), model, state }),
    }
}
