//! The engines for the question whether only new fails, in their order.

use std::time::{Duration, Instant};

use engine_dac::{Mode, Opening};
use equiv::coverage::Relative;
use equiv::{Coverage, GapKind, Method, Spec, Why};

use crate::{Concluded, Run, guarded, is_open};

/// Loops are soon followed far enough to see a failure; that is all that is asked of a first look.
const FIRST_LOOK: Duration = Duration::from_secs(3);
const LAST_LOOK: Duration = Duration::from_secs(10);

impl Run<'_> {
    pub(crate) fn only_new_fails(&self, spec: &Spec) -> Concluded {
        let mode = self.options.mode;
        let answers = matches!(mode, Mode::Sound | Mode::Nonmodular);
        let is_plain = answers && self.options.contracts.contracts.is_empty() && self.options.identical_shortcut;
        let coverage = match mode {
            // The same code on the same inputs and choices fails alike.
            _ if is_plain && self.problem.is_identical() => Coverage::default(),
            Mode::Nonmodular => self.without_contracts(spec),
            Mode::Sound => self.with_contracts(spec),
            Mode::Single | Mode::Unsound | Mode::Shallow => self.warnings(spec),
        };
        let method = match mode {
            Mode::Sound => Method::Sound,
            Mode::Single => Method::Single,
            Mode::Unsound => Method::Unsound,
            Mode::Shallow => Method::Shallow,
            Mode::Nonmodular => Method::Nonmodular,
        };
        let relative = Some(engine_dac::untried(self.problem));
        let coverage = Coverage { relative: coverage.relative.or(relative), ..coverage };
        self.conclude(method, coverage)
    }

    fn without_contracts(&self, spec: &Spec) -> Coverage {
        let tried = self.try_inputs(200);
        if !tried.differs.is_empty() {
            return tried;
        }
        self.follow(spec, self.deadline, &[40, 400])
    }

    /// Inputs, then contracts; what contracts cannot say, the code of the callees may; and what that
    /// cannot, the ways through both versions.
    fn with_contracts(&self, spec: &Spec) -> Coverage {
        let tried = self.try_inputs(300);
        if !tried.differs.is_empty() {
            return tried;
        }
        if engine_dac::has_prelude(self.problem) {
            let followed = self.follow(spec, self.within(FIRST_LOOK), &[6]);
            if !is_open(&followed) {
                return followed;
            }
        }
        let mut proof = self.prove(spec, &self.options.contracts, Opening::Unmapped);
        let is_refused = proof.open.iter().any(|gap| matches!(gap.why, Why::BadContract(_)));
        if is_refused || !is_open(&proof) {
            return proof;
        }
        if Instant::now() < self.deadline {
            let mapped = self.options.contracts.mapped.clone();
            let without = engine_dac::Options { contracts: Vec::new(), mapped };
            let opened = self.prove(spec, &without, Opening::AllButRecursive);
            if !is_open(&opened) {
                return opened;
            }
        }
        let mut followed = self.follow(spec, self.within(LAST_LOOK), &[4, 12, 60]);
        followed.statistics.add(&proof.statistics);
        if is_open(&followed) {
            // Loops that were not followed to their end say nothing new.
            let more = followed.open.into_iter().filter(|gap| gap.kind() != GapKind::LoopBound);
            proof.open.extend(more);
            return proof;
        }
        // Contracts were tried, but the answer does not rest on them.
        let tried = proof.relative.unwrap_or_default();
        followed.relative = Some(Relative { contracts: Vec::new(), ..tried });
        followed
    }

    fn warnings(&self, spec: &Spec) -> Coverage {
        let options = &self.options.contracts;
        let warn = || engine_dac::warn(self.problem, spec, &self.logic(), options, self.options.mode, self.deadline);
        let mut warned = guarded(Method::Sound, warn);
        if is_open(&warned) {
            warned.differs = self.try_inputs(300).differs;
        }
        warned
    }

    fn try_inputs(&self, count: u64) -> Coverage {
        const FUEL: u64 = 20_000;
        self.random(count, FUEL, count * FUEL)
    }

    fn follow(&self, spec: &Spec, deadline: Instant, unroll: &[u32]) -> Coverage {
        guarded(Method::Nonmodular, || engine_dac::follow(self.problem, spec, &self.logic(), deadline, unroll))
    }

    fn prove(&self, spec: &Spec, options: &engine_dac::Options, opening: Opening) -> Coverage {
        guarded(Method::Sound, || engine_dac::prove(self.problem, spec, &self.logic(), options, opening, self.deadline))
    }

    fn within(&self, time: Duration) -> Instant {
        self.deadline.min(Instant::now() + time)
    }
}
