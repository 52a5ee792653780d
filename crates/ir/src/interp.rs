//! Runs a program on concrete values, with exact semantics.
//!
//! The machine is ideal: calls may nest to any depth and integers have any size. A run ends in an
//! [`Outcome`], or in a [`Stop`], which is *no observation*: it may be compared with nothing.

use arena::IdVec;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use value::{Op, Sort, Symbol, Value};

mod repeat;

use repeat::Repeats;

use crate::{
    BlockId, Body, CellId, CellRole, FnId, Function, FunctionKind, Inst, Program, Span, Target, Terminator, Trap,
};

/// The state between instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub cells: IdVec<CellId, Value>,
    /// References handed out so far; 0 is null.
    pub references: u32,
    /// The external calls so far, in order.
    pub calls: Vec<ExternalCall>,
    /// Non-deterministic choices made so far.
    pub choices: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalCall {
    pub name: Symbol,
    pub args: Vec<Value>,
    /// What the program had written by then, as far as the function can tell.
    pub written: Vec<Value>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Returned(Vec<Value>),
    Raised(Value),
    Trapped(Trap),
    /// It runs for ever: said only where a state was seen to come back (see [`repeat`]), or where
    /// that was proved otherwise.
    Endless,
}

/// Why a run gives no observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    OutOfFuel,
    /// Neither version had ended, and what they had written by then was not the same.
    Unfinished,
    /// An `assume` was false.
    Blocked,
    Unsupported {
        what: Symbol,
        at: Span,
    },
    /// An operation without concrete meaning, or a result too large for the memory.
    NoMeaning {
        what: String,
        at: Span,
    },
    /// The world had no answer for an external call or a choice.
    Unanswered {
        what: Symbol,
        at: Span,
    },
}

/// What lies outside the program.
pub trait World {
    /// An external or pure function was called: its results, or `None` if unknown.
    fn call(&mut self, _function: &Function, _args: &[Value], _state: &mut State) -> Option<Outcome> {
        None
    }

    /// The n-th non-deterministic choice, of that sort.
    fn choose(&mut self, _n: usize, _sort: Sort) -> Option<Value> {
        None
    }
}

/// A world that answers nothing.
pub struct Closed;

impl World for Closed {}

impl State {
    pub fn initial(program: &Program) -> State {
        State {
            cells: program.cells.iter().map(|(_, cell)| cell.initial.clone()).collect(),
            references: 0,
            calls: Vec::new(),
            choices: 0,
        }
    }
}

/// How far a run may go.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    /// Instructions and ends of blocks.
    pub fuel: u64,
    /// Values on the stack of calls.
    pub stack: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { fuel: 10_000_000, stack: 20_000_000 }
    }
}

/// A function's arguments and the state when it was called.
#[derive(Clone, Debug)]
pub struct CallSeen {
    pub args: Vec<Value>,
    pub state: State,
}

pub struct Interpreter<'p, 'w> {
    program: &'p Program,
    world: &'w mut dyn World,
    pub state: State,
    limits: Limits,
    /// The first call of this function is kept in `seen`.
    pub watch: Option<FnId>,
    pub seen: Option<CallSeen>,
    /// If asked for: calls of defined functions as they are made, as many as there is room for.
    pub trace: Vec<(FnId, CallSeen)>,
    /// How many calls may still be added to `trace`.
    pub trace_room: usize,
    /// Where this cell was first set to false is kept in `cleared`.
    pub flag: Option<CellId>,
    pub cleared: Option<Span>,
    /// Where the run was ended by a trap, or something last raised.
    pub ended: Span,
    /// What was last raised: raised on, it keeps its place.
    raised: Option<Value>,
    /// If asked for: every block that ran.
    pub visited: Option<FxHashSet<(FnId, BlockId)>>,
    /// If asked for: states that may come back.
    repeats: Option<Repeats>,
    values: Vec<Value>,
    frames: Vec<Frame<'p>>,
}

struct Frame<'p> {
    function: FnId,
    body: &'p Body,
    block: BlockId,
    /// Where its values start on the stack.
    base: usize,
}

impl<'p, 'w> Interpreter<'p, 'w> {
    pub fn new(program: &'p Program, world: &'w mut dyn World, limits: Limits) -> Interpreter<'p, 'w> {
        let state = State::initial(program);
        Interpreter {
            program,
            world,
            state,
            limits,
            watch: None,
            seen: None,
            trace: Vec::new(),
            trace_room: 0,
            flag: None,
            cleared: None,
            ended: Span::none(),
            raised: None,
            visited: None,
            repeats: None,
            values: Vec::new(),
            frames: Vec::new(),
        }
    }

    /// Runs end in [`Outcome::Endless`] when a state comes back. The world must be [`Closed`].
    pub fn watch_for_repeats(&mut self) {
        self.repeats = Some(Repeats::default());
    }

    /// Instructions that may still run.
    pub fn fuel_left(&self) -> u64 {
        self.limits.fuel
    }

    /// Calls the function and runs it to its end.
    pub fn run(&mut self, function: FnId, args: &[Value]) -> Result<Outcome, Stop> {
        self.values.clear();
        self.frames.clear();
        if let Some(outcome) = self.enter(function, args.iter().cloned().collect(), Span::none())? {
            return Ok(outcome);
        }
        loop {
            if let Some(outcome) = self.step_block()? {
                return Ok(outcome);
            }
        }
    }

    /// Starts a call: pushes a frame, or asks the world if there is no body.
    fn enter(&mut self, callee: FnId, args: SmallVec<[Value; 4]>, at: Span) -> Result<Option<Outcome>, Stop> {
        let function: &'p Function = &self.program.functions[callee];
        if self.watch == Some(callee) && self.seen.is_none() {
            self.seen = Some(CallSeen { args: args.to_vec(), state: self.state.clone() });
        }
        match &function.kind {
            FunctionKind::Defined(body) => {
                if self.trace_room > 0 {
                    self.trace_room -= 1;
                    self.trace.push((callee, CallSeen { args: args.to_vec(), state: self.state.clone() }));
                }
                let base = self.values.len();
                if let Some(repeats) = &mut self.repeats
                    && repeats.is_call_again(self.frames.len(), callee, &args, &self.state)
                {
                    return self.too_deep(at).map_or(Ok(Some(Outcome::Endless)), Err);
                }
                if base + body.sorts.len() > self.limits.stack {
                    return Err(self.too_deep(at).unwrap_or(Stop::OutOfFuel));
                }
                self.values.resize_with(base + body.sorts.len(), || Value::Bool(false));
                for (param, arg) in body.blocks[Body::ENTRY].params.iter().zip(args) {
                    self.values[base + arena::Id::index(*param)] = arg;
                }
                self.frames.push(Frame { function: callee, body, block: Body::ENTRY, base });
                Ok(None)
            }
            FunctionKind::External { reads, .. } => {
                let outputs = reads.iter().filter(|cell| self.program.cells[**cell].role == CellRole::Output);
                let written = outputs.map(|cell| self.state.cells[*cell].clone()).collect();
                self.state.calls.push(ExternalCall { name: function.name, args: args.to_vec(), written });
                let answer = self.world.call(function, &args, &mut self.state);
                answer.map(Some).ok_or(Stop::Unanswered { what: function.name, at })
            }
            FunctionKind::Pure => {
                let answer = self.world.call(function, &args, &mut self.state);
                answer.map(Some).ok_or(Stop::Unanswered { what: function.name, at })
            }
        }
    }

    /// Runs the current block to its end. The outcome, if that ended the whole run.
    fn step_block(&mut self) -> Result<Option<Outcome>, Stop> {
        let frame = self.frames.last().expect("a run in progress has a frame");
        let (body, block_id, base) = (frame.body, frame.block, frame.base);
        let block = &body.blocks[block_id];
        if let Some(visited) = &mut self.visited {
            visited.insert((frame.function, block_id));
        }
        let before = self.limits.fuel;
        self.limits.fuel = before.checked_sub(block.insts.len() as u64 + 1).ok_or(Stop::OutOfFuel)?;
        if before / FUEL_BETWEEN_POINTS != self.limits.fuel / FUEL_BETWEEN_POINTS {
            cancel::point();
        }
        for (index, inst) in block.insts.iter().enumerate() {
            self.step(inst, body, base, || body.spans[block_id][index])?;
        }
        let value = |id: crate::ValueId| &self.values[base + arena::Id::index(id)];
        let target = match &block.end {
            Terminator::Jump(target) => target,
            Terminator::Branch { condition, then, otherwise } => match value(*condition) {
                Value::Bool(true) => then,
                Value::Bool(false) => otherwise,
                other => panic!("a branch on {other:?}"),
            },
            Terminator::Switch { on, cases, default } => {
                let on = value(*on);
                cases.iter().find(|(case, _)| case == on).map_or(default, |(_, target)| target)
            }
            Terminator::Call { callee, args, .. } => {
                let args = args.iter().map(|arg| value(*arg).clone()).collect();
                return match self.enter(*callee, args, body.span_of_end(block_id))? {
                    None => Ok(None),
                    Some(Outcome::Endless) => Ok(Some(Outcome::Endless)),
                    Some(outcome) => Ok(self.leave(outcome)),
                };
            }
            Terminator::Return(values) => {
                let values = values.iter().map(|id| value(*id).clone()).collect();
                return Ok(self.return_(values));
            }
            Terminator::Raise(raised) => {
                let raised = value(*raised).clone();
                if self.raised.as_ref() != Some(&raised) {
                    self.note_end();
                    self.raised = Some(raised.clone());
                }
                return Ok(self.pop(Outcome::Raised(raised)));
            }
            Terminator::Trap(trap) => {
                self.note_end();
                return Ok(Some(Outcome::Trapped(*trap)));
            }
            Terminator::Unsupported(what) => {
                return Err(Stop::Unsupported { what: *what, at: body.span_of_end(block_id) });
            }
        };
        self.go(target, SmallVec::new());
        // Every turn of a loop takes some jump that does not go forward.
        let goes_back = target.block <= block_id;
        Ok((goes_back && self.is_state_again()).then_some(Outcome::Endless))
    }

    /// Notes where the run is, in code that has a place.
    fn note_end(&mut self) {
        let places = self.frames.iter().rev().map(|frame| frame.body.span_of_end(frame.block));
        if let Some(place) = places.into_iter().find(|place| !place.is_none()) {
            self.ended = place;
        }
    }

    /// A recursion that does not end is stopped by the stack's end. Where a caller, apart from the
    /// function that the run began with, goes on after an exception, that is not modelled.
    fn too_deep(&self, at: Span) -> Option<Stop> {
        let is_guarded = self.frames.iter().skip(1).any(|frame| match &frame.body.blocks[frame.block].end {
            Terminator::Call { raised, .. } => raised.is_some(),
            _ => false,
        });
        is_guarded
            .then(|| Stop::Unsupported { what: Symbol::new("recursion that ends with the stack, inside a try"), at })
    }

    /// Was the whole state seen before?
    fn is_state_again(&mut self) -> bool {
        let Some(repeats) = &mut self.repeats else { return false };
        let stack = self.frames.iter().map(|frame| (frame.function, frame.block));
        repeats.is_state_again(stack, &self.values, &self.state)
    }

    /// Ends the top frame and hands its results to its caller, without an outcome in between.
    fn return_(&mut self, values: SmallVec<[Value; 4]>) -> Option<Outcome> {
        let frame = self.frames.pop().expect("a run in progress has a frame");
        self.values.truncate(frame.base);
        let Some(caller) = self.frames.last() else { return Some(Outcome::Returned(values.into_vec())) };
        let body = caller.body;
        let Terminator::Call { returned, .. } = &body.blocks[caller.block].end else {
            panic!("a caller waits at its call")
        };
        self.go(returned, values);
        None
    }

    fn pop(&mut self, outcome: Outcome) -> Option<Outcome> {
        let frame = self.frames.pop().expect("a run in progress has a frame");
        self.values.truncate(frame.base);
        self.leave(outcome)
    }

    /// Hands a callee's outcome to the caller, which is the top frame and ends in the call.
    fn leave(&mut self, mut outcome: Outcome) -> Option<Outcome> {
        loop {
            let Some(frame) = self.frames.last() else { return Some(outcome) };
            let Terminator::Call { returned, raised, .. } = &frame.body.blocks[frame.block].end else {
                panic!("a caller waits at its call")
            };
            match (outcome, raised) {
                (Outcome::Returned(values), _) => {
                    self.go(returned, SmallVec::from_vec(values));
                    return None;
                }
                (Outcome::Raised(value), Some(raised)) => {
                    self.go(raised, SmallVec::from_iter([value]));
                    return None;
                }
                (Outcome::Trapped(what), _) => return Some(Outcome::Trapped(what)),
                (Outcome::Endless, _) => return Some(Outcome::Endless),
                (Outcome::Raised(value), None) => {
                    let frame = self.frames.pop().expect("seen above");
                    self.values.truncate(frame.base);
                    outcome = Outcome::Raised(value);
                }
            }
        }
    }

    /// Moves the top frame to the target; `first` fills its first parameters.
    fn go(&mut self, target: &Target, mut first: SmallVec<[Value; 4]>) {
        let frame = self.frames.last_mut().expect("a run in progress has a frame");
        frame.block = target.block;
        let params = &frame.body.blocks[target.block].params;
        if params.is_empty() {
            return;
        }
        // All arguments are read before any parameter is written: a loop may swap them.
        first.extend(target.args.iter().map(|arg| self.values[frame.base + arena::Id::index(*arg)].clone()));
        for (param, arg) in params.iter().zip(first) {
            self.values[frame.base + arena::Id::index(*param)] = arg;
        }
    }

    fn step(&mut self, inst: &Inst, body: &Body, base: usize, at: impl Fn() -> Span) -> Result<(), Stop> {
        let index = |id: crate::ValueId| base + arena::Id::index(id);
        let (result, value) = match inst {
            Inst::Const { result, value } => (*result, value.clone()),
            Inst::Apply { result, op, args } => {
                let (values, sort) = (&self.values, body.sorts[*result]);
                let value = match args[..] {
                    [a] => op.eval_refs(&[&values[index(a)]], sort),
                    [a, b] => op.eval_refs(&[&values[index(a)], &values[index(b)]], sort),
                    _ => op.eval_refs(&args.iter().map(|arg| &values[index(*arg)]).collect::<SmallVec<[_; 4]>>(), sort),
                };
                let value = value.ok_or_else(|| no_meaning(op, at()))?;
                // What is long takes long to make.
                if let Value::Seq(elements) = &value {
                    let cost = elements.len() as u64 / ELEMENTS_A_STEP;
                    self.limits.fuel = self.limits.fuel.checked_sub(cost).ok_or(Stop::OutOfFuel)?;
                }
                (*result, value)
            }
            Inst::Get { result, cell } => (*result, self.state.cells[*cell].clone()),
            Inst::Set { cell, value } => {
                let value = &self.values[index(*value)];
                if self.flag == Some(*cell) && self.cleared.is_none() && *value == Value::Bool(false) {
                    self.cleared = Some(at());
                }
                self.state.cells[*cell] = value.clone();
                return Ok(());
            }
            Inst::Alloc { result } => {
                self.state.references += 1;
                (*result, Value::Ref(self.state.references))
            }
            Inst::Choose { result } => {
                let sort = body.sorts[*result];
                let chosen = self.world.choose(self.state.choices, sort);
                self.state.choices += 1;
                (*result, chosen.ok_or(Stop::Unanswered { what: Symbol::new("choice"), at: at() })?)
            }
            Inst::Assume { condition } => {
                return match self.values[index(*condition)] {
                    Value::Bool(true) => Ok(()),
                    _ => Err(Stop::Blocked),
                };
            }
        };
        self.values[index(result)] = value;
        Ok(())
    }
}

/// Elements of a sequence that are made in the time of an instruction.
const ELEMENTS_A_STEP: u64 = 256;

/// Whoever runs a program can be told to stop.
const FUEL_BETWEEN_POINTS: u64 = 1 << 14;

fn no_meaning(op: &Op, at: Span) -> Stop {
    Stop::NoMeaning { what: op.to_string(), at }
}

/// The heap cells that hold the contents of references of that kind.
pub fn heap_cells(program: &Program, kind: Symbol) -> impl Iterator<Item = CellId> {
    program.cells.iter().filter_map(move |(id, cell)| {
        let value::SortKind::Map(key, _) = cell.sort.kind() else { return None };
        (cell.role == CellRole::Heap && *key.kind() == value::SortKind::Ref(kind)).then_some(id)
    })
}
