//! When a run is seen to go on for ever.
//!
//! A run in a closed world is a function of its state. So it never ends if a whole state (the
//! stack of calls with all values, and the program's state) comes back, or if a function is called
//! while a call of it with the same arguments and the same state is still open.
//!
//! One state is kept to compare with, and replaced at growing distances (Brent's method): a state
//! that comes back at all is found, without keeping all of them.

use value::Value;

use super::State;
use crate::{BlockId, FnId};

#[derive(Default)]
pub(super) struct Repeats {
    jumps: Distance,
    kept_state: Option<KeptState>,
    calls: Distance,
    kept_call: Option<KeptCall>,
}

struct KeptState {
    stack: Vec<(FnId, BlockId)>,
    values: Vec<Value>,
    state: State,
}

struct KeptCall {
    /// Its place in the stack of calls.
    depth: usize,
    function: FnId,
    args: Vec<Value>,
    state: State,
}

/// How long something has been kept, and how long it is.
#[derive(Default)]
struct Distance {
    walked: u64,
    limit: u64,
}

impl Distance {
    /// One step further: is it time to keep something newer?
    fn is_over(&mut self) -> bool {
        self.walked += 1;
        let over = self.walked > self.limit;
        if over {
            *self = Distance { walked: 0, limit: (2 * self.limit).max(1) };
        }
        over
    }
}

impl Repeats {
    pub(super) fn is_state_again(
        &mut self,
        stack: impl Iterator<Item = (FnId, BlockId)> + Clone,
        values: &[Value],
        state: &State,
    ) -> bool {
        if let Some(kept) = &self.kept_state
            && kept.values == values
            && kept.state == *state
            && kept.stack.iter().copied().eq(stack.clone())
        {
            return true;
        }
        if self.jumps.is_over() {
            let (stack, values, state) = (stack.collect(), values.to_vec(), state.clone());
            self.kept_state = Some(KeptState { stack, values, state });
        }
        false
    }

    /// `depth`: the open calls below this one.
    pub(super) fn is_call_again(&mut self, depth: usize, function: FnId, args: &[Value], state: &State) -> bool {
        match &self.kept_call {
            // The kept call has ended.
            Some(kept) if kept.depth >= depth => self.kept_call = None,
            Some(kept) if kept.function == function && kept.args == args && kept.state == *state => return true,
            _ => {}
        }
        if self.calls.is_over() || self.kept_call.is_none() {
            self.kept_call = Some(KeptCall { depth, function, args: args.to_vec(), state: state.clone() });
        }
        false
    }
}
