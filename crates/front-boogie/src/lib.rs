//! Boogie.
pub mod ast;
mod lexer;
mod message;
mod parse;
pub mod print;
