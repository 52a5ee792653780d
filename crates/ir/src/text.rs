//! The text form of programs: the debugging view, the test format, and the language in which
//! front ends write their runtime prelude by hand.
//!
//! ```text
//! data Value { None; Int(i: int); List(r: ref[list]) }         # groups: data A { .. } and B { .. }
//! cell heap list: map[ref[list], seq[Value]] = {else []:Value}:ref[list]
//! symbol f(int, int) -> int
//! axiom positive: forall(x: int) on {f(x, x)}: lt(0, f(x, x))
//! extern fn clock(x: Value) -> Value raises Value reads (list) writes (list)
//! unknown Value.Int                                            # what comes from outside is made so
//! outside fn step(key: atom, x: Value) -> Value reads (list) writes (list)   # of the heap, what x leads to
//! pure fn sin(x: f64) -> f64
//! fn length(v: Value) -> int raises Value {
//!   branch Value.List?(v), list, other
//! list:
//!   items = select(get list, Value.List.r(v))
//!   return seq.len(items)
//! other:
//!   call complain(v) -> done, raised failed(0)
//! done(n: int):
//!   return n
//! failed(why: Value, code: int):
//!   raise why
//! }
//! ```
//!
//! * Cells are `heap`, `global`, `output` or `hidden`. Line breaks mean nothing; `#` starts a comment.
//! * `code a = f`, after the functions: where the atom `'a'` is part of a value, it stands for `f`.
//! * `own fn` is a function that the front end wrote; a plain `fn` stands for code of the user's.
//! * Instructions: `x = EXPR`, `set CELL, EXPR`, `assume EXPR`. An `EXPR` is a value's name, a
//!   constant, an operator with `EXPR`s in parentheses, `get CELL`, `alloc SORT`, `choose SORT`, or
//!   a quantifier; nested ones become instructions of their own, left to right.
//! * Ends of blocks: `jump b(v, w)`, `branch c, b1(x), b2`, `switch v { 1 -> b1, else b2 }`,
//!   `call f(x) -> b1(y), raised b2(z)`, `return v, w`, `raise v`, `trap "word"`,
//!   `unsupported "word"`. Call results fill the target's first parameters. For short:
//!   `x, y = call f(a) raised b2` goes on in a new block that has `x` and `y` as its parameters.
//! * The first block may do without its label; without parameters of its own, it has the
//!   function's. A value may be used wherever its definition dominates, also further up in the text.
//! * Constants: `true`, `5`, `5:bv32`, `1/2:real`, `1.5:f64`, `0x3ff0000000000000:f64` (bits),
//!   `'atom'`, `"text"` (code points), `3:ref[list]`, `[1, 2]:int`, `{else 0, 'a' -> 1}:atom`,
//!   `const Value.Int(5)` (the `const` only where an operator could stand).
//! * Binders: `forall(x: int) with (n: int = v1) on {trigger, trigger} on {trigger}: BODY`, also
//!   `exists` and `lambda`; `with` names what is captured.
//! * Any name may be written in backquotes. A place in the source may follow an instruction or
//!   end: `@line:column-line:column`, in another file than the first `@1/line:column`.

mod expr;
mod function;
mod lex;
mod mentioned;
mod number;
mod parse;
mod print;

use std::fmt;

use value::Sort;

use crate::Program;

pub(crate) use mentioned::Mentioned;
pub use print::{print, print_function, print_with_spans};

/// Where and why a text is no program. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads a whole program.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    let mut program = Program::default();
    parse_into(&mut program, text, &[])?;
    Ok(program)
}

/// Adds what the text declares to the program, whose cells and functions it may mention, as well
/// as the `known` datatypes. Gives those and the newly declared ones, in order. After an error the
/// program holds what was read before it and should not be used.
pub fn parse_into(program: &mut Program, text: &str, known: &[Sort]) -> Result<Vec<Sort>, ParseError> {
    parse::parse_into(program, text, known)
}
