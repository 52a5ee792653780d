//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Does this client still behave the same after the library changed, for every input?
///
/// Exit codes: 0 the client is not affected (proved), 1 it is (an input is shown), 2 the check
/// could not run, 3 not decided (the report says why and what to try).
#[derive(Parser, Debug)]
#[command(name = "safebump", version, propagate_version = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Does a client behave the same with both versions of what it calls?
    Check(Box<Check>),
    /// Which of these clients does an upgrade touch?
    Impact(Box<Impact>),
    /// What does a dependency bump do to your code?
    Upgrade(Box<Upgrade>),
    /// Answer the pieces of a plan that `impact --plan` wrote, here or anywhere
    Work(Box<Work>),
    /// The report of what `work` answered, as `impact` would give it
    Gather(Box<Gather>),
    /// Does NEW fail an assertion, or touch memory, that OLD did not?
    Dac(Box<Dac>),
    /// What must be true of the library for two programs to do the same? Asks, and remembers the answers
    Validate(Box<Validate>),
    /// Is every merged-path summary equal to the paths it replaces?
    Summaries(Box<Summaries>),
    /// What a word of a report means: a verdict, a kind of gap or assumption, a reason
    Explain(Explain),
    /// What earlier runs of `impact` and `upgrade` left, and where
    Cache(Cache),
    /// A script that completes words in a shell
    Completions(Completions),
    /// The manual page, for man
    Man,
    /// Run the built-in examples and explain them
    Demo(Demo),
}

#[derive(Args, Debug)]
pub struct Explain {
    /// The word, as reports and JSON have it; without it, all of them
    pub kind: Option<String>,
}

#[derive(Args, Debug)]
pub struct Cache {
    /// Take out everything
    #[arg(long)]
    pub clear: bool,
}

#[derive(Args, Debug)]
pub struct Completions {
    /// For which shell
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub struct Demo {
    /// Colour the output
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

#[derive(Args, Debug, Clone)]
pub struct Check {
    /// The old version: a file or a folder (with --from and --to: the path inside the repository)
    pub old: PathBuf,
    /// The new version
    #[arg(required_unless_present_any = ["from", "to", "pair"])]
    pub new: Option<PathBuf>,
    /// The function whose behaviour is observed; without it, every function of both versions
    #[arg(long, value_name = "[FILE:]FUNC")]
    pub client: Option<String>,
    /// Two functions of the one file OLD, instead of two versions: does the second do what the first does?
    #[arg(long, value_name = "F,G", conflicts_with_all = ["new", "client", "from", "to"])]
    pub pair: Option<String>,
    /// Only inputs on which this holds: an expression over the client's parameters, in the language of the source. It is listed with the answer
    #[arg(long, value_name = "EXPR", requires = "client", conflicts_with = "audit", allow_hyphen_values = true)]
    pub assume: Vec<String>,
    /// Take the old version out of git, at this revision
    #[arg(long, value_name = "REV", conflicts_with = "new")]
    pub from: Option<String>,
    /// Take the new version out of git, at this revision, instead of the working tree
    #[arg(long, value_name = "REV", requires = "from")]
    pub to: Option<String>,
    /// Answer again whenever a file of the question changes, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
    #[command(flatten)]
    pub how: How,
}

#[derive(Args, Debug, Clone)]
pub struct Impact {
    /// The old version of the library: a file or a folder (with --from and --to: the path inside the repository)
    pub old: PathBuf,
    /// The new version
    #[arg(required_unless_present_any = ["from", "to"])]
    pub new: Option<PathBuf>,
    /// Files, or folders with files, whose functions use the library
    #[arg(long, value_name = "PATH", num_args = 1.., required = true)]
    pub clients: Vec<PathBuf>,
    /// Take the old version out of git, at this revision
    #[arg(long, value_name = "REV", conflicts_with = "new")]
    pub from: Option<String>,
    /// Take the new version out of git, at this revision, instead of the working tree
    #[arg(long, value_name = "REV", requires = "from")]
    pub to: Option<String>,
    #[command(flatten)]
    pub kept: Kept,
    /// Answer nothing: write the clients as pieces of work to this file, for `safebump work`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["explain", "audit", "emit_test", "keep_queries", "total", "watch"])]
    pub plan: Option<PathBuf>,
    /// Answer again whenever a file of the question changes, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
    #[command(flatten)]
    pub how: How,
}

/// Answer the pieces of a plan that `impact --plan` wrote, here or anywhere.
///
/// Answers are appended to the results as they come. Stopped in the middle, the same command goes on: what has a final
/// answer is not asked again, what only ran out of time is. Run it in the folder where the plan was made, or one with the
/// same files. Exit codes: 0 every piece has an answer, 2 could not run.
#[derive(Args, Debug, Clone)]
pub struct Work {
    /// The plan, or any of its lines
    pub plan: PathBuf,
    /// Only a part of it: 3/8 is the third of eight
    #[arg(long, value_name = "I/N", value_parser = crate::work::shard)]
    pub shard: Option<crate::work::Shard>,
    /// Where answers are appended [default: beside the plan, PLAN.results.jsonl or PLAN.I-of-N.results.jsonl]
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    #[command(flatten)]
    pub kept: Kept,
    /// How many checks run at once; the number of cores unless given
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// No line that says how far it is
    #[arg(short, long)]
    pub quiet: bool,
}

/// The report of what `work` answered, as `impact` would give it.
///
/// Exit codes: 0 none is affected (proved), 1 one is (an input is shown), 2 could not run, 3 not decided.
#[derive(Args, Debug, Clone)]
pub struct Gather {
    /// The results of all parts; with the plan beside them, what has no answer yet is undecided
    #[arg(required = true)]
    pub results: Vec<PathBuf>,
    /// What standard output carries
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Also write the report to a file; its ending says the format
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// What fails besides a difference: a proof that takes something for granted (exit 3), or what is not decided (exit 1)
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub fail_on: Vec<FailOn>,
    /// Only the answer
    #[arg(short, long)]
    pub quiet: bool,
    /// Everything, with numbers
    #[arg(short, long, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Colour the output
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

/// What does a dependency bump do to your code?
///
/// Both releases are fetched with your own pip or uv, and every function of your files that can meet the library is
/// checked. Exit codes: 0 none is affected (proved), 1 one is (an input is shown), 2 could not run, 3 not decided.
#[derive(Args, Debug, Clone)]
pub struct Upgrade {
    /// NAME OLD NEW: a library and two versions of it (numbers, wheels, sdists or folders); with --lock: two lock files
    #[arg(value_name = "NAME OLD NEW", num_args = 1..=3, required = true)]
    pub what: Vec<String>,
    /// Everything that moves between two lock files (requirements.txt, uv.lock, poetry.lock, pylock.toml), as one change
    #[arg(long)]
    pub lock: bool,
    /// Your code: files or folders; the current folder unless given
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub clients: Vec<PathBuf>,
    /// One function of your code, in full
    #[arg(long, value_name = "FILE:FUNC", conflicts_with = "clients")]
    pub client: Option<String>,
    /// With --lock and one file: as it was at this revision of git, against the file as it is
    #[arg(long, value_name = "REV", requires = "lock")]
    pub from: Option<String>,
    /// With --from: against this revision instead
    #[arg(long, value_name = "REV", requires = "from")]
    pub to: Option<String>,
    #[command(flatten)]
    pub kept: Kept,
    #[command(flatten)]
    pub how: How,
}

/// What earlier runs found.
#[derive(Args, Debug, Clone)]
pub struct Kept {
    /// Ask every client anew: neither read nor write what earlier runs found
    #[arg(long)]
    pub no_cache: bool,
    /// Share what is found with other machines: a folder, redis://HOST:PORT or s3://BUCKET/PATH
    #[arg(long, value_name = "URL", conflicts_with = "no_cache")]
    pub store: Option<String>,
    /// Believe only entries of the store that were written with this key (SAFEBUMP_STORE_KEY)
    #[arg(long, value_name = "KEY", requires = "store")]
    pub store_key: Option<String>,
}

/// How to read the sources, how to look for the answer and how to give it.
#[derive(Args, Debug, Clone)]
pub struct How {
    /// A function of the library, where that should not be found from the change itself: the report says where the client calls it
    #[arg(long, value_name = "NAME")]
    pub lib: Vec<String>,
    /// The module name that the library answers to
    #[arg(long, value_name = "NAME")]
    pub module: Option<String>,
    /// Facts about libraries that `validate` asked about; an answer that rests on one names it
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,
    /// C integers wrap at their width, or are mathematical
    #[arg(long, value_enum, default_value_t = Ints::Machine)]
    pub ints: Ints,
    /// Floats as IEEE 754, or as real numbers
    #[arg(long, value_enum, default_value_t = Floats::Ieee)]
    pub floats: Floats,
    /// What to make of inputs on which one version runs for ever
    #[arg(long, value_enum, default_value_t = Termination::Report)]
    pub termination: Termination,
    /// C: what to make of inputs on which old has no defined behaviour
    #[arg(long, value_enum, default_value_t = Undefined::Report)]
    pub undefined: Undefined,
    /// What makes two exceptions the same
    #[arg(long, value_enum, default_value_t = Exceptions::Type)]
    pub exceptions: Exceptions,
    /// Is code that is not understood (Python), or that both versions share (C), an unknown step, the same in both versions if it is the same code? Where nothing else decides, from the start, or never
    #[arg(long, value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "on", default_value_t = Opaque::Auto)]
    pub opaque: Opaque,
    /// Boogie: what a procedure without a body depends on besides its arguments: the variables that its declaration names, or all
    #[arg(long, value_enum, default_value_t = Externals::Narrow)]
    pub externals: Externals,
    /// Boogie: axioms that only one version has are taken to hold in both
    #[arg(long)]
    pub share_axioms: bool,
    /// One method alone, for comparison
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub engine: Engine,
    /// What makes two versions equivalent: every input gives the same; besides, inputs are treated alike by effect; or by path
    #[arg(long, value_enum, default_value_t = Equivalence::Functional)]
    pub equivalence: Equivalence,
    /// Show what client and library do as tables of conditions and effects
    #[arg(long)]
    pub explain: bool,
    /// Merge branches that only choose values into one state: where there are many paths, at once, or not at all
    #[arg(long, value_enum, default_value_t = Merge::Auto)]
    pub merge: Merge,
    /// The type of a parameter
    #[arg(long = "type", value_name = "NAME=TYPE")]
    pub types: Vec<String>,
    /// How often to follow one loop
    #[arg(long, value_name = "N")]
    pub unroll: Option<u32>,
    /// For the whole check; for each client of `impact`
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub timeout: std::time::Duration,
    /// For the whole command, however many clients there are
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub total: Option<std::time::Duration>,
    /// The Python interpreter whose library and packages are used (SAFEBUMP_PYTHON, else the active one)
    #[arg(long, value_name = "PATH")]
    pub python: Option<PathBuf>,
    /// How much memory to use at most, in megabytes; what needs more is not decided
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..))]
    pub memory: u64,
    /// What standard output carries
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Also write the report to a file; its ending says the format
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// What fails besides a difference: a proof that takes something for granted (exit 3), or what is not decided (exit 1)
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub fail_on: Vec<FailOn>,
    /// Write the counterexample as a test that a person can run
    #[arg(long, value_name = "FILE")]
    pub emit_test: Option<PathBuf>,
    /// Who else runs the counterexample; a difference is only reported after safebump itself has run it, also with `off`.
    /// Unless given, it follows `--native`: Python code beyond the core of the language is run in the interpreter too
    #[arg(long, value_enum)]
    pub replay: Option<Replay>,
    /// Run both versions for real where nothing else decides: where this machine can confine them, never, or instead of all else
    #[arg(long, value_enum, default_value_t = NativeRuns::Auto)]
    pub native: NativeRuns,
    /// Hold a proof against this many runs of both versions in the interpreter, or compiled
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub audit: usize,
    /// Run the code of both versions even where this machine cannot confine it
    #[arg(long)]
    pub trust: bool,
    /// Flags for the C compiler
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Option<String>,
    /// Write every question to the solver as an SMT-LIB file
    #[arg(long, value_name = "DIR")]
    pub keep_queries: Option<PathBuf>,
    /// How many checks run at once; the number of cores unless given
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Only the answer
    #[arg(short, long)]
    pub quiet: bool,
    /// Everything, with numbers
    #[arg(short, long, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Colour the output
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
    /// Do not simplify formulas while they are built
    #[arg(long, hide = true)]
    pub no_simplify: bool,
    /// Check even what is identical
    #[arg(long, hide = true)]
    pub no_identical: bool,
    /// Where random inputs start
    #[arg(long, hide = true, default_value_t = 0)]
    pub seed: u64,
}

/// Does NEW fail an assertion, or touch memory, that OLD did not?
///
/// Exit codes: 0 it fails nothing that OLD does not (proved), 1 it does (an input is shown, on which
/// OLD passes and NEW fails), 2 the check could not run, 3 not decided.
#[derive(Args, Debug, Clone)]
pub struct Dac {
    /// The old version: a file or a folder (with --from and --to: the path inside the repository)
    pub old: PathBuf,
    /// The new version
    #[arg(required_unless_present_any = ["from", "to"])]
    pub new: Option<PathBuf>,
    /// Take the old version out of git, at this revision
    #[arg(long, value_name = "REV", conflicts_with = "new")]
    pub from: Option<String>,
    /// Take the new version out of git, at this revision, instead of the working tree
    #[arg(long, value_name = "REV", requires = "from")]
    pub to: Option<String>,
    /// Where to begin; without it, every function of both versions that no other one calls
    #[arg(long, value_name = "FUNC")]
    pub entry: Option<String>,
    /// What counts as a failure
    #[arg(long, value_enum, default_value_t = Spec::Asserts)]
    pub spec: Spec,
    /// How to ask: with contracts for every pair of functions, of new alone, taking for granted that
    /// calls do not fail, or that they do the same, or opening all calls
    #[arg(long, value_enum, default_value_t = Mode::Sound)]
    pub mode: Mode,
    /// What is known of valid addresses, for --spec memory: all but null are, or those below a valid one
    #[arg(long, value_enum, value_name = "AXIOM")]
    pub axiom: Vec<Axiom>,
    /// Conditions to try besides those that are tried anyway
    #[arg(long, value_name = "FILE")]
    pub contracts: Option<PathBuf>,
    /// Write the contracts that were found to a file, to be edited and given to --contracts
    #[arg(long, value_name = "FILE")]
    pub save_contracts: Option<PathBuf>,
    /// Which functions stand for each other, a line each: OLD NEW; the others by name
    #[arg(long, value_name = "FILE")]
    pub map: Option<PathBuf>,
    /// The type of a parameter
    #[arg(long = "type", value_name = "NAME=TYPE")]
    pub types: Vec<String>,
    /// Boogie: what a procedure without a body depends on besides its arguments: the variables that its declaration names, or all
    #[arg(long, value_enum, default_value_t = Externals::Narrow)]
    pub externals: Externals,
    /// Boogie: axioms that only one version has are taken to hold in both
    #[arg(long)]
    pub share_axioms: bool,
    /// C integers wrap at their width, or are mathematical
    #[arg(long, value_enum, default_value_t = Ints::Machine)]
    pub ints: Ints,
    /// Floats as IEEE 754, or as real numbers
    #[arg(long, value_enum, default_value_t = Floats::Ieee)]
    pub floats: Floats,
    /// For the whole check
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub timeout: std::time::Duration,
    /// How much memory to use at most, in megabytes; what needs more is not decided
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..))]
    pub memory: u64,
    /// What standard output carries
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Also write the report to a file; its ending says the format
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Flags for the C compiler
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Option<String>,
    /// Write every question to the solver as an SMT-LIB file
    #[arg(long, value_name = "DIR")]
    pub keep_queries: Option<PathBuf>,
    /// Do not simplify formulas while they are built
    #[arg(long, hide = true)]
    pub no_simplify: bool,
    /// Only the answer
    #[arg(short, long)]
    pub quiet: bool,
    /// Everything, with numbers
    #[arg(short, long, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Colour the output
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
}

/// What must be true of a library, whose code is not read, for two programs to do the same?
///
/// Asks about the facts it needs in plain words, and keeps the answers in a file that later runs read.
/// Exit codes: 0 both do the same under the facts that are listed, 1 they do not (a call is shown), 2 the check
/// could not run, 3 not decided (open questions are listed).
#[derive(Args, Debug, Clone)]
pub struct Validate {
    /// The old version: a file or a folder
    pub old: PathBuf,
    /// The new version
    pub new: PathBuf,
    /// The function that is compared; the only one of both versions unless given
    #[arg(long, value_name = "[FILE:]FUNC")]
    pub client: Option<String>,
    /// A module that is not read even if its code is there; those without code never are
    #[arg(long, value_name = "NAME")]
    pub lib: Vec<String>,
    /// Where answers are kept [default: safebump.facts.toml]
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,
    /// Ask nobody: take the file of facts alone, and list the open questions
    #[arg(long)]
    pub no_input: bool,
    /// Write the accepted facts as tests of the library into this folder
    #[arg(long, value_name = "DIR")]
    pub emit_test: Option<PathBuf>,
    /// Do not run the library to see whether a fact holds
    #[arg(long)]
    pub no_run: bool,
    /// Do not try to prove facts from the library's code
    #[arg(long)]
    pub no_read: bool,
    /// The type of a parameter
    #[arg(long = "type", value_name = "NAME=TYPE")]
    pub types: Vec<String>,
    /// C integers wrap at their width, or are mathematical
    #[arg(long, value_enum, default_value_t = Ints::Machine)]
    pub ints: Ints,
    /// For the whole search, without the time that answers take
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub timeout: std::time::Duration,
    /// How much memory to use at most, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..))]
    pub memory: u64,
    /// Flags for the C compiler
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Option<String>,
    /// Run the library even where this machine cannot confine it
    #[arg(long)]
    pub trust: bool,
    /// What standard output carries at the end; with json, questions are put on standard error
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
    /// Everything, with what runs of the library showed
    #[arg(short, long)]
    pub verbose: bool,
}

impl Validate {
    /// May code run that cannot be confined?
    pub fn trust(&self) -> confine::Trust {
        if self.trust { confine::Trust::Trusted } else { confine::Trust::Strangers }
    }
}

/// Is every merged-path summary equal to the paths it replaces?
///
/// Branches that come together again are followed as one state with conditional values. Here every such summary
/// is compared with the paths it stands for, from unknown inputs, in all that they leave behind. Exit codes: 0 all
/// are equal (proved), 1 one is not (an input is shown) or --expect fails, 2 could not run, 3 not decided.
#[derive(Args, Debug, Clone)]
pub struct Summaries {
    /// A file or a folder
    pub file: PathBuf,
    /// Of this function, and what it calls; without it, of every function
    #[arg(long, value_name = "FUNC")]
    pub function: Option<String>,
    /// Fail unless summaries are used so many times
    #[arg(long, value_name = "N")]
    pub expect: Option<u64>,
    /// The type of a parameter
    #[arg(long = "type", value_name = "NAME=TYPE")]
    pub types: Vec<String>,
    /// C integers wrap at their width, or are mathematical
    #[arg(long, value_enum, default_value_t = Ints::Machine)]
    pub ints: Ints,
    /// Floats as IEEE 754, or as real numbers
    #[arg(long, value_enum, default_value_t = Floats::Ieee)]
    pub floats: Floats,
    /// For the whole command
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub timeout: std::time::Duration,
    /// How much memory to use at most, in megabytes; what needs more is not decided
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..))]
    pub memory: u64,
    /// What standard output carries
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
    /// Flags for the C compiler
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Option<String>,
    /// Only the answer
    #[arg(short, long)]
    pub quiet: bool,
}

impl How {
    pub fn fails_on(&self) -> report::FailOn {
        report::FailOn {
            assumed: self.fail_on.contains(&FailOn::Assumed),
            undecided: self.fail_on.contains(&FailOn::Undecided),
        }
    }

    /// May code run that cannot be confined?
    pub fn trust(&self) -> confine::Trust {
        if self.trust { confine::Trust::Trusted } else { confine::Trust::Strangers }
    }
}

fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let number: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    match std::time::Duration::try_from_secs_f64(number) {
        Ok(duration) if number > 0.0 && number <= 1e8 => Ok(duration),
        _ => Err("must be more than 0 and at most 100000000".to_owned()),
    }
}

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($choice:ident),+ $(,)? })+) => {
        $($(#[$doc])*
        #[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
        pub enum $name { $($choice),+ })+
    };
}

choices! {
    Ints { Machine, Unbounded }
    Floats { Ieee, Real }
    Termination { Report, Ignore, Prove }
    Undefined { Report, Ignore }
    Exceptions { Type, Message, Any }
    /// When code that is not understood is an unknown step.
    Opaque { Auto, On, Off }
    /// What Boogie's procedures without a body depend on.
    Externals { Narrow, All }
    Equivalence { Functional, PartitionEffect, Path }
    Engine { Auto, Lazy, Eager, Relational, Random }
    Merge { Auto, Always, Never }
    Format { Text, Json, Sarif, Github, Html, Markdown, Junit }
    PlainFormat { Text, Json }
    /// What tightens the exit code.
    FailOn { Assumed, Undecided }
    Replay { Builtin, Native, Off }
    /// When both versions are run for real.
    NativeRuns { Auto, Off, Only }
    Color { Auto, Always, Never }
    /// What counts as a failure.
    Spec { Asserts, Memory, Traps, Raises, Equivalence }
    Mode { Sound, Single, Unsound, Shallow, Nonmodular }
    Axiom { Null, Monotone }
}
