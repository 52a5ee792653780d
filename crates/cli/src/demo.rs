//! `safebump demo`: the built-in examples, run and explained.

use anstyle::Style;

use crate::args::{Check, Cli, Command};
use crate::command;
use crate::failure::{self, Result};
use crate::temporary::{self, Folder};

struct Example {
    folder: &'static str,
    client: &'static str,
    old: &'static str,
    new: &'static str,
    says: &'static str,
}

macro_rules! case {
    ($folder:literal, $client:literal, $says:literal) => {
        Example {
            folder: $folder,
            client: $client,
            old: include_str!(concat!("../../../cases/figure1/", $folder, "/old.py")),
            new: include_str!(concat!("../../../cases/figure1/", $folder, "/new.py")),
            says: $says,
        }
    };
}

const EXAMPLES: [Example; 3] = [
    case!(
        "client1_keeps_below_the_change",
        "client1",
        "A library changes what it returns above 10. This client never asks above 10."
    ),
    case!(
        "client2_digests_the_change",
        "client2",
        "Here every call of the library returns something else. The client makes the same of it."
    ),
    case!(
        "client1_with_its_bound_raised",
        "client1",
        "The first client again, but now it asks up to 100. One input is enough to show the difference."
    ),
];

/// The text of the demonstration.
pub fn run(color: bool) -> Result<String> {
    let folder = temporary::folder()?;
    let mut text = String::new();
    for (index, example) in EXAMPLES.iter().enumerate() {
        text += &show(&folder, index + 1, example, color)?;
    }
    text += "\nNow on your own code:\n  safebump check OLD.py NEW.py --client FUNCTION\n";
    Ok(text)
}

fn show(folder: &Folder, number: usize, example: &Example, color: bool) -> Result<String> {
    let here = folder.path().join(example.folder);
    let put = |name: &str, text: &str| {
        let file = here.join(name);
        std::fs::create_dir_all(&here)
            .and_then(|()| std::fs::write(&file, text))
            .map_err(|error| failure::io(&file, "write it", &error))
    };
    put("old.py", example.old)?;
    put("new.py", example.new)?;
    let words = ["safebump", "check", "old.py", "new.py", "--client", example.client];
    let done = command::check(&arguments(&words), &here, color)?;
    let style = if color { Style::new().bold() } else { Style::new() };
    let mut text = format!("{style}{number}. {}{style:#}\n\n", example.says);
    for (name, source) in [("old.py", example.old), ("new.py", example.new)] {
        text += &format!("  {name}\n");
        // The client is the same in both: once is enough.
        let shown = if name == "old.py" { source } else { source.split("\n\n\n").next().unwrap_or(source) };
        text += &shown.lines().map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect::<String>();
    }
    text += &format!("\n  $ {}\n", words.join(" "));
    text += &done.text.lines().map(|line| format!("  {line}").trim_end().to_owned() + "\n").collect::<String>();
    Ok(text + "\n")
}

fn arguments(words: &[&str]) -> Check {
    use clap::Parser;
    match Cli::parse_from(words).command {
        Command::Check(check) => *check,
        _ => unreachable!("the words ask for a check"),
    }
}
