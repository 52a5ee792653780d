//! Is a class left as its statement made it?
//!
//! Of named tuples, enumerations and exceptions with code of their own, what a name leads to is told from the class statement
//! alone. Code that sets such a name elsewhere, or hides what it sets, leaves the class to what is not modelled.

use super::{Class, is_special};
use crate::lower::Lowering;

/// What enumerations keep of their members.
const KEPT: [&str; 5] =
    ["_value2member_map_", "_member_map_", "_member_names_", "_hashable_values_", "_unhashable_values_"];

/// What members of such classes have without saying so.
const GIVEN: &str =
    "_value_ _name_ value name _missing_ _fields _make _replace _asdict _field_defaults count index args";

impl Lowering<'_> {
    /// Does no code of the program change what the names of the class lead to?
    pub(super) fn is_left_alone(&self, class: &Class<'_>) -> bool {
        let own = class.members.keys().map(String::as_str);
        let names = own.chain(GIVEN.split_whitespace());
        let modules = || self.modules.iter().chain(&self.shared.others);
        let is_hidden = |name: &String| is_special(name) || name.starts_with('_') && name.ends_with('_');
        let sets_hidden = modules().any(|module| module.patched_elsewhere.iter().any(is_hidden));
        let is_reached = modules().any(|module| {
            let text = module.text();
            KEPT.iter().any(|word| text.contains(word)) || sets_by_call(&text)
        });
        !sets_hidden && !is_reached && !names.into_iter().any(|name| self.is_set_somewhere(name))
    }
}

/// `object.__setattr__(x, …)` and its like; of `self` it sets what any method may.
fn sets_by_call(text: &str) -> bool {
    text.match_indices("__setattr__").chain(text.match_indices("__delattr__")).any(|(at, word)| {
        let is_definition = text[..at].ends_with("def ");
        let of_self = text[..at].ends_with("object.") && text[at + word.len()..].starts_with("(self,");
        !is_definition && !of_self
    })
}
