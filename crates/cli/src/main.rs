//! Arguments, files, exit codes.

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use cli::args::{Cli, Color, Command, Demo, PlainFormat};
use cli::command::{self, Done};
use cli::config::Config;
use cli::failure::Failure;
use cli::memory::{self, Limited};
use cli::validate::dialogue::Console;
use cli::{cache, dac, demo, explain, pieces, summaries, temporary, upgrade, validate, work};

#[global_allocator]
static ALLOCATOR: Limited = Limited;

fn main() -> ExitCode {
    // A crash inside a check is reported as a gap; the default message would only add noise.
    std::panic::set_hook(Box::new(|_| {}));
    temporary::remove_when_interrupted();
    let words = match arguments() {
        Ok(words) => words,
        Err(failure) => return ExitCode::from(fail(&failure)),
    };
    let command = Cli::parse_from(&words).command;
    match &command {
        Command::Check(arguments) => memory::limit(arguments.how.memory),
        Command::Impact(arguments) => memory::limit(arguments.how.memory),
        Command::Upgrade(arguments) => memory::limit(arguments.how.memory),
        Command::Dac(arguments) => memory::limit(arguments.memory),
        Command::Summaries(arguments) => memory::limit(arguments.memory),
        Command::Validate(arguments) => memory::limit(arguments.memory),
        // Each plan says its own limit.
        Command::Work(_) | Command::Gather(_) => {}
        Command::Explain(_) | Command::Cache(_) | Command::Completions(_) | Command::Man | Command::Demo(_) => {}
    }
    let code = match command {
        Command::Check(arguments) if arguments.watch => {
            let client = arguments.client.as_deref().map(Path::new);
            watch(&words, [Some(&*arguments.old), arguments.new.as_deref(), client].into_iter().flatten())
        }
        Command::Impact(arguments) if arguments.watch => {
            let clients = arguments.clients.iter().map(PathBuf::as_path);
            watch(&words, [Some(&*arguments.old), arguments.new.as_deref()].into_iter().flatten().chain(clients))
        }
        Command::Check(arguments) => {
            let color = in_color(arguments.how.color);
            finish(command::check(&arguments, Path::new(""), color))
        }
        Command::Impact(arguments) => {
            let color = in_color(arguments.how.color);
            match &arguments.plan {
                Some(file) => finish(pieces::plan(&arguments, &words, file, Path::new(""))),
                None => finish(command::impact(&arguments, Path::new(""), color)),
            }
        }
        Command::Work(arguments) => finish(work::work(&arguments, Path::new(""))),
        Command::Gather(arguments) => finish(work::gather(&arguments, Path::new(""), in_color(arguments.color))),
        Command::Upgrade(arguments) => {
            let color = in_color(arguments.how.color);
            finish(upgrade::upgrade(&arguments, Path::new(""), color))
        }
        Command::Explain(arguments) => finish(explain::explain(arguments.kind.as_deref())),
        Command::Cache(arguments) => finish(cache::command(&arguments)),
        Command::Completions(arguments) => {
            let mut script = Vec::new();
            clap_complete::generate(arguments.shell, &mut Cli::command(), "safebump", &mut script);
            print(&String::from_utf8_lossy(&script));
            0
        }
        Command::Man => {
            print(&explain::manual(Cli::command()));
            0
        }
        Command::Demo(arguments) => run_demo(&arguments),
        Command::Dac(arguments) => finish(dac::dac(&arguments, Path::new(""), in_color(arguments.color))),
        Command::Summaries(arguments) => finish(summaries::summaries(&arguments, Path::new(""))),
        Command::Validate(arguments) => {
            let mut terminal = Terminal { is_beside: arguments.format == PlainFormat::Json };
            finish(validate::validate(&arguments, Path::new(""), &mut terminal))
        }
    };
    // Threads that are still at work are left behind, but not their files.
    temporary::Folder::remove_all();
    std::process::exit(i32::from(code));
}

/// What the user wrote, and what the project's configuration says besides.
fn arguments() -> Result<Vec<OsString>, Failure> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    if let Some(config) = Config::find(Path::new(""))? {
        let more = config.arguments(&Cli::command(), &words)?;
        let at = words.len().min(2);
        words.splice(at..at, more);
    }
    Ok(words)
}

/// Questions on standard output, answers from standard input.
struct Terminal {
    /// Standard output is for something else: questions stand on standard error.
    is_beside: bool,
}

impl Console for Terminal {
    fn say(&mut self, text: &str) {
        if self.is_beside {
            let _ = std::io::stderr().write_all(text.as_bytes());
        } else {
            print(text);
        }
    }

    fn listen(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = std::io::stdin().read_line(&mut line).ok()?;
        if !std::io::stdin().is_terminal() {
            // Whoever reads this later wants to see the answers.
            self.say(&format!("{}\n", line.trim_end()));
        }
        (read > 0).then_some(line)
    }
}

const COULD_NOT_RUN: u8 = 2;

fn watch<'a>(words: &[OsString], given: impl IntoIterator<Item = &'a Path>) -> u8 {
    match cli::watch::watch(words, &cli::watch::paths(given)) {
        Ok(never) => match never {},
        Err(failure) => fail(&failure),
    }
}

fn finish(done: Result<Done, Failure>) -> u8 {
    match done {
        Ok(done) => {
            print(&done.text);
            for note in &done.notes {
                let _ = writeln!(std::io::stderr(), "safebump: note: {note}");
            }
            done.exit_code
        }
        Err(failure) => fail(&failure),
    }
}

fn run_demo(arguments: &Demo) -> u8 {
    match demo::run(in_color(arguments.color)) {
        Ok(text) => {
            print(&text);
            0
        }
        Err(failure) => fail(&failure),
    }
}

fn fail(failure: &Failure) -> u8 {
    let text = failure.render(|name| std::fs::read_to_string(name).ok());
    let _ = std::io::stderr().write_all(text.as_bytes());
    COULD_NOT_RUN
}

fn in_color(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
            std::io::stdout().is_terminal() && !refused && !dumb
        }
    }
}

/// A reader that closed the pipe has seen enough.
fn print(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}
