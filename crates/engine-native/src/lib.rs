//! Looks for an input on which two versions differ by running them for real.
//!
//! What a language is, how it is run and which inputs are worth trying is up to [`Versions`]; here is
//! the search: calls are run in batches, many in one state of the program; a call that shows
//! something else in the new version is run by itself, or with the calls before it that it takes,
//! made smaller, and run again in fresh processes. Only what every one of these shows is found.
//!
//! Invariant: [`Found`] was seen in [`ROUNDS`] fresh processes of each version, and many times from the
//! beginning. Old did the same in all of them, new did the same in all of them, and the two are not the
//! same.

use std::time::{Duration, Instant};

use equiv::Side;

/// A call, as the language writes its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub text: String,
    pub certainty: Certainty,
}

/// How is it known that a caller may give such values?
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Their types are declared.
    Declared,
    /// What the code does with them tells.
    Evident,
    /// Nothing tells.
    Unknown,
    /// They stand for objects of which nothing is known but what they are asked for.
    MadeUp,
}

/// What one call showed, to be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen<Ending> {
    /// The same text for the same observation. `None`: nothing was seen.
    pub digest: Option<String>,
    pub ending: Ending,
}

/// Why no more can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped(pub String);

/// Both versions of a program.
pub trait Versions {
    /// All that a report shows of a call.
    type Shown;
    /// How a call ended, as far as it matters for what counts.
    type Ending: PartialEq;

    /// Calls worth making, at most this many. None: there are no others.
    fn propose(&mut self, count: usize) -> Result<Vec<Call>, Stopped>;

    /// Makes the calls one after another, in old and in new, and learns which of them led somewhere new.
    fn run(&mut self, calls: &[Call]) -> Result<[Vec<Seen<Self::Ending>>; 2], Stopped>;

    /// What the last call of each sequence shows, each sequence from the beginning.
    fn alone(&mut self, sequences: &[Vec<String>]) -> Result<[Vec<Seen<Self::Ending>>; 2], Stopped>;

    /// Makes the calls in a process of their own, which no two rounds have in common in anything that
    /// a program's meaning does not depend on.
    fn fresh(&mut self, side: Side, round: u32, calls: &[String]) -> Result<Look<Self>, Stopped>;

    /// The same for old and for new.
    fn both_fresh(&mut self, round: u32, calls: &[String]) -> Result<[Look<Self>; 2], Stopped> {
        // Whoever runs later is not always the same.
        if round.is_multiple_of(2) {
            let old = self.fresh(Side::Old, round, calls)?;
            Ok([old, self.fresh(Side::New, round, calls)?])
        } else {
            let new = self.fresh(Side::New, round, calls)?;
            Ok([self.fresh(Side::Old, round, calls)?, new])
        }
    }

    /// Does a pair of observations that are not the same count as a difference?
    fn counts(&self, certainty: Certainty, old: &Seen<Self::Ending>, new: &Seen<Self::Ending>) -> bool;

    /// Is it a call of something else, made for what it leaves behind?
    fn is_step(&self, _call: &str) -> bool {
        false
    }

    /// How long a batch of calls is to take.
    fn pace(&self) -> Duration {
        Duration::from_millis(60)
    }

    /// Simpler calls than this one, the simplest first.
    fn smaller(&mut self, call: &str) -> Result<Vec<String>, Stopped>;
}

/// What a call showed, to be compared and to be told.
pub type Look<V> = (Seen<<V as Versions>::Ending>, <V as Versions>::Shown);

/// When to stop.
#[derive(Copy, Clone, Debug)]
pub struct Budget {
    /// Nothing more is tried from here on.
    pub until: Instant,
    /// What was found must be confirmed by then.
    pub confirmed_by: Instant,
    pub runs: usize,
}

/// What came of a search.
#[derive(Debug)]
pub struct Searched<Shown> {
    pub found: Option<Found<Shown>>,
    /// How many calls were made in both versions.
    pub runs: usize,
    /// How many of them showed something.
    pub told: usize,
    /// Why it ended early.
    pub stopped: Option<String>,
}

/// Calls, the last of which does not show the same in both versions.
#[derive(Debug)]
pub struct Found<Shown> {
    pub calls: Vec<String>,
    pub old: Shown,
    pub new: Shown,
}

/// In so many fresh processes of each version a difference has to show.
pub const ROUNDS: u32 = 3;
/// So often a difference is seen before more is made of it.
const QUICK_LOOK: usize = 3;
/// And so often before it is believed: a coin that falls the same way in every round falls the other way
/// once. Less often where each look takes long.
const OFTEN: [usize; 2] = [24, 8];
/// Calls that are made one after another in one state.
const BATCHES: (usize, usize) = (16, 256);
/// What differs in the search and not when it is confirmed is not looked at for ever.
const MOST_REJECTED: usize = 8;
/// Longer sequences of calls are not for reading.
const MOST_CALLS: usize = 6;
/// So many smaller inputs are looked at.
const MOST_STEPS: usize = 60;
/// So many of them at a time: whoever takes long over one is not asked for many.
const AT_ONCE: usize = 12;
/// A difference that is shown in time is better than a small one, where each look takes long.
const LONGEST_SHRINKING: [Duration; 2] = [Duration::from_secs(5), Duration::from_millis(1500)];
const QUICK: Duration = Duration::from_millis(200);

/// Looks for a difference.
pub fn search<V: Versions>(versions: &mut V, budget: &Budget) -> Searched<V::Shown> {
    let mut search = Search { versions, budget, rejected: Vec::new(), runs: 0, told: 0 };
    let (found, stopped) = match search.look() {
        Ok(found) => (found, None),
        Err(Stopped(why)) => (None, Some(why)),
    };
    Searched { found, runs: search.runs, told: search.told, stopped }
}

struct Search<'v, V: Versions> {
    versions: &'v mut V,
    budget: &'v Budget,
    rejected: Vec<String>,
    runs: usize,
    told: usize,
}

impl<V: Versions> Search<'_, V> {
    fn look(&mut self) -> Result<Option<Found<V::Shown>>, Stopped> {
        let mut size = BATCHES.0;
        while Instant::now() < self.budget.until && self.runs < self.budget.runs {
            let begun = Instant::now();
            let calls = self.versions.propose(size)?;
            if calls.is_empty() {
                return Ok(None);
            }
            let [old, new] = self.versions.run(&calls)?;
            self.runs += calls.len();
            self.told += old.iter().zip(&new).filter(|(old, new)| old.digest.is_some() && new.digest.is_some()).count();
            let mut certainty = Certainty::Declared;
            for at in 0..calls.len() {
                if self.versions.is_step(&calls[at].text) {
                    certainty = certainty.max(calls[at].certainty);
                }
                if self.is_different(certainty.max(calls[at].certainty), &old[at], &new[at])
                    && !self.rejected.contains(&calls[at].text)
                    && let Some(found) = self.investigate(&calls, at)?
                {
                    return Ok(Some(found));
                }
                if self.rejected.len() >= MOST_REJECTED {
                    return Err(Stopped("what differed was not the same each time".to_owned()));
                }
            }
            let is_quick = begun.elapsed() < self.versions.pace();
            size = if is_quick { (size * 2).min(BATCHES.1) } else { (size / 2).max(BATCHES.0) };
        }
        Ok(None)
    }

    fn is_different(&self, certainty: Certainty, old: &Seen<V::Ending>, new: &Seen<V::Ending>) -> bool {
        match (&old.digest, &new.digest) {
            (Some(a), Some(b)) => a != b && self.versions.counts(certainty, old, new),
            _ => false,
        }
    }

    /// Looks into a call that showed something else in new: by itself, then after those before it.
    fn investigate(&mut self, calls: &[Call], at: usize) -> Result<Option<Found<V::Shown>>, Stopped> {
        let call = &calls[at];
        let single = vec![call.text.clone()];
        let sequence = match self.first_different(call.certainty, std::slice::from_ref(&single))? {
            Some(_) => Some(single),
            None => self.shortened(calls, at)?,
        };
        let Some(sequence) = sequence.filter(|sequence| self.is_steady(sequence, QUICK_LOOK)) else {
            self.rejected.push(call.text.clone());
            return Ok(None);
        };
        let small = self.simplified(call.certainty, sequence.clone())?;
        let is_small = small != sequence;
        for tried in std::iter::once(small).chain(is_small.then_some(sequence)) {
            if let Some(found) = self.confirm(call.certainty, &tried)? {
                return Ok(Some(found));
            }
        }
        self.rejected.push(call.text.clone());
        Ok(None)
    }

    /// Does it show the same again and again, in either version?
    fn is_steady(&mut self, sequence: &[String], times: usize) -> bool {
        let Ok(both) = self.versions.alone(&vec![sequence.to_vec(); times]) else { return false };
        both.iter().all(|seen| seen.windows(2).all(|pair| pair[0] == pair[1]))
    }

    /// The first of these sequences after which the versions differ.
    fn first_different(&mut self, certainty: Certainty, sequences: &[Vec<String>]) -> Result<Option<usize>, Stopped> {
        let [old, new] = self.versions.alone(sequences)?;
        Ok((0..sequences.len()).find(|&at| self.is_different(certainty, &old[at], &new[at])))
    }

    /// The same, a few of them at a time until then.
    fn first_in_time(
        &mut self,
        certainty: Certainty,
        sequences: &[Vec<String>],
        until: Instant,
    ) -> Result<Option<Vec<String>>, Stopped> {
        for some in sequences.chunks(AT_ONCE) {
            if Instant::now() >= until {
                break;
            }
            if let Some(found) = self.first_different(certainty, some)? {
                return Ok(Some(some[found].clone()));
            }
        }
        Ok(None)
    }

    /// A few of the calls before one that take part in what it shows.
    fn shortened(&mut self, calls: &[Call], at: usize) -> Result<Option<Vec<String>>, Stopped> {
        let certainty = calls[..=at].iter().map(|call| call.certainty).max().unwrap_or(Certainty::Unknown);
        let texts: Vec<String> = calls[..=at].iter().map(|call| call.text.clone()).collect();
        let last = texts[at].clone();
        let mut before: Vec<&String> = texts[..at].iter().chain([&last]).collect();
        before.sort_by_key(|text| text.len());
        before.dedup();
        let pairs: Vec<Vec<String>> = before.iter().map(|text| vec![(*text).clone(), last.clone()]).collect();
        if let Some(found) = self.first_in_time(certainty, &pairs, self.budget.until)? {
            return Ok(Some(found));
        }
        let mut sequence = texts;
        if self.first_different(certainty, std::slice::from_ref(&sequence))?.is_none() {
            return Ok(None);
        }
        // Halves, quarters, and so on of what comes before are left out as long as the difference stays.
        let mut part = sequence.len() / 2;
        while part > 0 && Instant::now() < self.budget.until {
            let mut from = 0;
            while from + part < sequence.len() {
                let kept: Vec<String> = sequence[..from].iter().chain(&sequence[from + part..]).cloned().collect();
                match self.first_different(certainty, std::slice::from_ref(&kept))? {
                    Some(_) => sequence = kept,
                    None => from += part,
                }
            }
            part /= 2;
        }
        Ok(Some(sequence).filter(|sequence| sequence.len() <= MOST_CALLS))
    }

    /// The same difference on smaller inputs, as far as time allows.
    fn simplified(&mut self, certainty: Certainty, mut sequence: Vec<String>) -> Result<Vec<String>, Stopped> {
        let mut steps = 0;
        let longest = LONGEST_SHRINKING[usize::from(self.versions.pace() > QUICK)];
        let until = self.budget.until.min(Instant::now() + longest);
        for at in (0..sequence.len()).rev() {
            while steps < MOST_STEPS && Instant::now() < until {
                steps += 1;
                let smaller = self.versions.smaller(&sequence[at])?;
                let tried: Vec<Vec<String>> = smaller
                    .into_iter()
                    .map(|text| {
                        let mut tried = sequence.clone();
                        tried[at] = text;
                        tried
                    })
                    .collect();
                if tried.is_empty() {
                    break;
                }
                let Some(found) = self.first_in_time(certainty, &tried, until)? else { break };
                sequence = found;
            }
        }
        Ok(sequence)
    }

    /// The same in fresh processes, again and again, with each version as the control of itself.
    fn confirm(&mut self, certainty: Certainty, calls: &[String]) -> Result<Option<Found<V::Shown>>, Stopped> {
        let mut first: Option<[Look<V>; 2]> = None;
        for round in 0..ROUNDS {
            if Instant::now() > self.budget.confirmed_by {
                return Ok(None);
            }
            let [old, new] = self.versions.both_fresh(round, calls)?;
            if !self.is_different(certainty, &old.0, &new.0) {
                return Ok(None);
            }
            match &first {
                None => first = Some([old, new]),
                Some([known_old, known_new]) if known_old.0 == old.0 && known_new.0 == new.0 => {}
                Some(_) => return Ok(None),
            }
        }
        let is_slow = self.versions.pace() > QUICK;
        if !self.is_steady(calls, OFTEN[usize::from(is_slow)]) {
            return Ok(None);
        }
        Ok(first.map(|[(_, old), (_, new)]| Found { calls: calls.to_vec(), old, new }))
    }
}

#[cfg(test)]
mod tests;
