use std::cell::Cell;
use std::time::{Duration, Instant};

use super::*;

/// What a version makes of an input and the calls before.
type Run = fn(&[u64], u32) -> Option<u64>;

/// Two functions of a number; a call is the number's text. What was called before is their state.
struct Functions {
    both: [Run; 2],
    next: u64,
    certainty: Certainty,
    /// Counts processes, for what is not the same in each.
    process: Cell<u32>,
}

fn seen(value: Option<u64>) -> Seen<()> {
    Seen { digest: value.map(|value| value.to_string()), ending: () }
}

impl Functions {
    fn new(both: [Run; 2]) -> Functions {
        Functions { both, next: 0, certainty: Certainty::Declared, process: Cell::new(0) }
    }

    fn of(&self, side: Side, calls: &[String]) -> Seen<()> {
        let numbers: Vec<u64> = calls.iter().map(|text| text.parse().expect("a number")).collect();
        seen(self.both[side as usize](&numbers, self.process.get()))
    }
}

impl Versions for Functions {
    type Shown = String;
    type Ending = ();

    fn propose(&mut self, count: usize) -> Result<Vec<Call>, Stopped> {
        let first = self.next;
        self.next += count as u64;
        Ok((first..self.next).map(|number| Call { text: number.to_string(), certainty: self.certainty }).collect())
    }

    fn run(&mut self, calls: &[Call]) -> Result<[Vec<Seen<()>>; 2], Stopped> {
        let texts: Vec<String> = calls.iter().map(|call| call.text.clone()).collect();
        Ok(Side::BOTH.map(|side| (0..texts.len()).map(|at| self.of(side, &texts[..=at])).collect()))
    }

    fn alone(&mut self, sequences: &[Vec<String>]) -> Result<[Vec<Seen<()>>; 2], Stopped> {
        Ok(Side::BOTH.map(|side| sequences.iter().map(|calls| self.of(side, calls)).collect()))
    }

    fn fresh(&mut self, side: Side, _: u32, calls: &[String]) -> Result<(Seen<()>, String), Stopped> {
        self.process.set(self.process.get() + 1);
        let seen = self.of(side, calls);
        let shown = seen.digest.clone().unwrap_or_default();
        Ok((seen, shown))
    }

    fn counts(&self, certainty: Certainty, _: &Seen<()>, _: &Seen<()>) -> bool {
        certainty < Certainty::Unknown
    }

    fn smaller(&mut self, call: &str) -> Result<Vec<String>, Stopped> {
        let number: u64 = call.parse().expect("a number");
        Ok([0, number / 2, number.saturating_sub(1)].iter().filter(|it| **it < number).map(u64::to_string).collect())
    }
}

fn look(versions: &mut Functions) -> Searched<String> {
    let until = Instant::now() + Duration::from_secs(20);
    search(versions, &Budget { until, confirmed_by: until, runs: 2000 })
}

fn last(calls: &[u64]) -> u64 {
    calls.last().copied().unwrap_or(0)
}

#[test]
fn a_difference_is_found_and_made_small() {
    let mut versions = Functions::new([|calls, _| Some(last(calls)), |calls, _| Some(last(calls).min(700))]);
    let found = look(&mut versions).found.expect("beyond 700 they differ");
    assert_eq!((found.calls, found.old, found.new), (vec!["701".to_owned()], "701".to_owned(), "700".to_owned()));
}

#[test]
fn calls_before_it_belong_to_it() {
    let cached = |calls: &[u64], _: u32| Some(last(calls) + u64::from(calls[..calls.len() - 1].contains(&5)));
    let mut versions = Functions::new([|calls, _| Some(last(calls)), cached]);
    let found = look(&mut versions).found.expect("after 5 they differ");
    assert_eq!(found.calls, ["5", "0"]);
}

#[test]
fn what_is_not_the_same_each_time_is_no_difference() {
    let mut versions =
        Functions::new([|calls, _| Some(last(calls)), |calls, process| Some(last(calls) + u64::from(process) + 1)]);
    assert!(look(&mut versions).found.is_none());
}

#[test]
fn a_coin_is_no_difference_however_it_fell_in_the_rounds() {
    // A coin that shows the versions apart in every fresh process, and in the first looks; then once not.
    thread_local!(static LOOKS: Cell<u32> = const { Cell::new(0) });
    let coin = |_: &[u64], _: u32| {
        LOOKS.set(LOOKS.get() + 1);
        Some(u64::from(LOOKS.get() % 23 != 22))
    };
    let mut versions = Functions::new([|_, _| Some(0), coin]);
    assert!(look(&mut versions).found.is_none());
}

#[test]
fn what_only_the_search_shows_is_no_difference() {
    let mut versions = Functions::new([
        |calls, _| Some(last(calls)),
        |calls, process| Some(if process == 0 { last(calls) + 1 } else { last(calls) }),
    ]);
    assert!(look(&mut versions).found.is_none());
}

#[test]
fn nothing_seen_is_no_difference() {
    let mut versions = Functions::new([|calls, _| Some(last(calls)), |_, _| None]);
    let searched = look(&mut versions);
    assert!(searched.found.is_none() && searched.told == 0 && searched.runs >= 2000);
}

#[test]
fn values_that_nothing_tells_count_only_as_the_language_says() {
    let mut versions = Functions::new([|calls, _| Some(last(calls)), |calls, _| Some(last(calls) + 1)]);
    versions.certainty = Certainty::Unknown;
    assert!(look(&mut versions).found.is_none());
}
