//! Prints the lowered form of a client: `lower FILE FUNC`, for looking at it.
#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use front_python::{Client, Options, Version, lower};
use ir::entry::Source;

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(name), Some(function)) = (args.next(), args.next()) else { panic!("lower FILE FUNC") };
    let text = std::fs::read_to_string(&name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let version = Version::file(Source { name, text });
    let client = Client { function, file: None };
    match lower(&version, &version, &client, &Options::default()) {
        Ok(pair) => println!("{}", ir::text::print(&pair.old.program)),
        Err(error) => println!("{error}"),
    }
}
