//! How a language writes the operators of conditions.

/// The operators of conditions, as the language writes them.
#[derive(Copy, Clone, Debug)]
pub struct Words {
    pub and: &'static str,
    pub or: &'static str,
    pub not: &'static str,
    pub true_: &'static str,
    pub false_: &'static str,
    /// Division that rounds down, or the nearest the language has.
    pub div: &'static str,
    pub modulo: &'static str,
    /// `c ? a : b`, with `{c}`, `{a}` and `{b}` for its parts.
    pub if_else: &'static str,
}
