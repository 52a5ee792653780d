//! The ways in which a client can be called.
//!
//! A function of the library is called by whoever uses it: by position, by keyword, with arguments left
//! out. Every way that old accepts counts. Where new takes each of them the same way, it is enough to
//! hand over all arguments, and to say of each with a default whether it is left out. Elsewhere every
//! way is tried for itself.

use ir::entry::Passing;
use value::{Int, Value};

use crate::lower::{Parameter, Signature};

/// How the plain inputs say in which way the client is called.
#[derive(Clone, Debug)]
pub(crate) enum Ways {
    /// Each parameter in one way; an input, by its place, may say that it is left out.
    One(Vec<(Passing, Option<usize>)>),
    /// The input at this place says which of the rows.
    Several(usize, Vec<Vec<Passing>>),
}

impl Ways {
    /// There are that many more inputs before those that say how the client is called.
    pub(crate) fn move_by(&mut self, more: usize) {
        match self {
            Ways::One(rows) => rows.iter_mut().filter_map(|(_, place)| place.as_mut()).for_each(|place| *place += more),
            Ways::Several(place, _) => *place += more,
        }
    }

    /// How each parameter is handed over for these inputs.
    pub(crate) fn passed(&self, inputs: &[Value]) -> Option<Vec<Passing>> {
        match self {
            Ways::One(rows) => {
                let is_left_out = |place: Option<usize>| {
                    place.and_then(|place| inputs.get(place)).and_then(Value::as_bool).unwrap_or(false)
                };
                let row = |(passing, left_out): &(Passing, Option<usize>)| match is_left_out(*left_out) {
                    true => Passing::LeftOut,
                    false => *passing,
                };
                let mut row: Vec<Passing> = rows.iter().map(row).collect();
                // What follows something that is left out goes by name.
                let first = row.iter().position(|passing| *passing == Passing::LeftOut).unwrap_or(row.len());
                for passing in row.iter_mut().skip(first).filter(|passing| **passing == Passing::Position) {
                    *passing = Passing::Keyword;
                }
                Some(row)
            }
            Ways::Several(place, rows) => {
                let which = inputs.get(*place)?.as_int()?;
                rows.iter().enumerate().find(|(index, _)| Int::from(*index) == *which).map(|(_, row)| row.clone())
            }
        }
    }
}

/// More ways than these are not told apart.
const MOST: usize = 64;

/// Every way of calling the function with its named parameters; `None`: too many.
pub(crate) fn ways_of(signature: &Signature<'_>) -> Option<Vec<Vec<Passing>>> {
    let mut rows = Vec::new();
    for by_position in 0..=signature.positional.len() {
        let mut partial = vec![vec![Passing::Position; by_position]];
        for (index, parameter) in signature.parameters().enumerate().skip(by_position) {
            let mut options = Vec::new();
            if index >= signature.positional_only {
                options.push(Passing::Keyword);
            }
            if parameter.default.is_some() {
                options.push(Passing::LeftOut);
            }
            let extend = |row: &Vec<Passing>, option: &Passing| row.iter().copied().chain([*option]).collect();
            partial = partial.iter().flat_map(|row| options.iter().map(move |option| extend(row, option))).collect();
            if partial.len() > MOST {
                return None;
            }
        }
        rows.extend(partial);
    }
    (rows.len() <= MOST).then_some(rows)
}

/// The ways that hand over the first parameters by position and leave out the rest.
pub(crate) fn ways_by_position(signature: &Signature<'_>) -> Vec<Vec<Passing>> {
    let count = signature.positional.len();
    let needed = signature.positional.iter().filter(|parameter| parameter.default.is_none()).count();
    let row = |given: usize| {
        let by_position = (0..count).map(|index| if index < given { Passing::Position } else { Passing::LeftOut });
        let by_name = signature.keyword_only.iter().map(|_| Passing::Keyword);
        by_position.chain(by_name).collect()
    };
    (needed..=count).rev().map(row).collect()
}

/// Does new take every call that old takes, and hand its arguments to the same parameters?
pub(crate) fn takes_the_same(old: &Signature<'_>, new: &Signature<'_>) -> bool {
    let is_same = |a: &Parameter<'_>, b: &Parameter<'_>| a.name == b.name && a.default.is_some() == b.default.is_some();
    let has_default = |parameter: &Parameter<'_>| parameter.default.is_some();
    let count = old.positional.len();
    let takes_positional = new.positional.len() >= count
        && old.positional.iter().zip(&new.positional).all(|(a, b)| is_same(a, b))
        && new.positional[count..].iter().all(has_default)
        && (old.positional_only == new.positional_only
            || new.positional_only <= old.positional_only && old.keywords.is_none());
    let takes_named = old.keyword_only.iter().all(|a| new.keyword_only.iter().any(|b| is_same(a, b)))
        && new.keyword_only.iter().filter(|b| !old.keyword_only.iter().any(|a| a.name == b.name)).all(has_default);
    takes_positional && takes_named
}
