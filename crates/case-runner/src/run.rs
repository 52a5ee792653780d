//! What a case must show.

use std::path::Path;
use std::time::Duration;

use cli::args::Check;
use cli::command::{self, Done};
use cli::validate::dialogue::Console;
use equiv::{GapKind, Method};
use portfolio::Engine;
use report::{Report, VerdictKind};

use crate::case::{self, Asked, Case, ENGINES, MODES};
use crate::times::Times;
use crate::truth::Truth;
use crate::{disguise, native};

/// What running a case showed.
#[derive(Default)]
pub struct Outcome {
    /// Broken promises. None: it passed.
    pub failures: Vec<String>,
    /// Where the report has other words than the file beside the case. Which engine was first, and how small an example
    /// became, hangs on the time that a busy machine had for it: a broken promise only if it is so once more, alone.
    pub reworded: Vec<String>,
    /// Worth knowing, as: an engine settles more than the header asks for.
    pub notes: Vec<String>,
    /// What each part of it took, as far as [`crate::times`] can tell.
    pub times: Times,
}

/// An engine that must settle a case gets as long as a user gives it; a timeout is never a pass. All take a few
/// seconds of the processor at most: this is for a machine that is busy with other things.
const REQUIRED: Duration = Duration::from_secs(60);
/// One that may give up.
const OPTIONAL: Duration = Duration::from_secs(1);
/// One that may give up on loops that no time is enough for.
const HOPELESS: Duration = Duration::from_millis(150);

/// Runs everything on one case. `bless` rewrites its report.
pub fn run(case: &Case, bless: bool) -> Outcome {
    let mut outcome = Outcome::default();
    if let Err(failure) = all(case, bless, &mut outcome) {
        outcome.failures.push(failure);
    }
    outcome
}

fn all(case: &Case, bless: bool, outcome: &mut Outcome) -> Result<(), String> {
    match case.command {
        Asked::Check => {}
        Asked::Dac => return dac(case, bless, outcome),
        Asked::Summaries => return summaries(case, bless, outcome),
        Asked::Validate => return validate(case, bless, outcome),
    }
    let arguments = case.arguments(&case.old, &case.new)?;
    let truth = match case.truth {
        case::Truth::Verdict(truth) => truth,
        case::Truth::Error => return refused(case, command::check(&arguments, &case.folder, false), bless, outcome),
    };
    if std::env::var_os("AUDIT").is_some() {
        return audited(case, &arguments, outcome);
    }
    let mut told = None;
    let mut settled = None;
    for (name, engine) in ENGINES.into_iter().filter(|(name, _)| case.is_asked(name)) {
        if settled.is_some_and(|method| is_the_same(method, engine)) && !everything() {
            continue;
        }
        let watched = Truth::default();
        let report = ask(case, &arguments, engine, &watched)?;
        outcome.times.part(name);
        contradiction(case, truth, name, &report, outcome);
        match watched.told() {
            Ok(0) => {}
            Ok(conditions) => outcome.notes.push(format!("{name}: {conditions} conditions held against runs")),
            Err(untrue) => outcome.failures.extend(untrue.into_iter().map(|what| format!("{name}: {what}"))),
        }
        if engine == Engine::Auto {
            settled = settled_by(&report);
            reason(case, &report, outcome);
            if case.runs_natively() && case.is_run_now() {
                native::confirm(case, &arguments, &report, outcome)?;
                outcome.times.part("native");
            }
            told = Some(report);
        }
    }
    if case.is_python() && !case.is_pair() && case.is_disguised_now() {
        disguised(case, outcome)?;
    }
    compare_report(case, &arguments, told, bless, outcome)
}

/// What settles the only question of the report.
fn settled_by(report: &Report) -> Option<Method> {
    match report.findings.as_slice() {
        [finding] if finding.kind != VerdictKind::Undecided => Some(finding.method),
        _ => None,
    }
}

/// Would an engine that is asked by its name do what `auto` has done already?
fn is_the_same(method: Method, engine: Engine) -> bool {
    match method {
        Method::Identical => true,
        Method::Random => engine == Engine::Random,
        Method::Lazy => engine == Engine::Lazy,
        Method::Relational => engine == Engine::Relational,
        _ => false,
    }
}

/// Only what the language itself says of the answer.
fn audited(case: &Case, arguments: &Check, outcome: &mut Outcome) -> Result<(), String> {
    if !case.runs_natively() {
        return Ok(());
    }
    let report = ask(case, arguments, Engine::Auto, &Truth::default())?;
    native::confirm(case, arguments, &report, outcome)?;
    match report.findings.first() {
        Some(finding) if finding.kind != VerdictKind::Equivalent => {
            native::hold_model(case, arguments, &finding.client, outcome)
        }
        _ => Ok(()),
    }
}

/// The report of one engine, watched for what it says about inputs.
fn ask(case: &Case, arguments: &Check, engine: Engine, watched: &Truth) -> Result<Report, String> {
    let name = ENGINES.iter().find(|(_, known)| *known == engine).map_or("", |(name, _)| name);
    let required = engine == Engine::Auto || case.must_be_settled_by(name);
    let time = if required && !case.settled_by.is_empty() { REQUIRED } else { case.time_to_give_up() };
    ask_within(case, arguments, engine, time, Some(watched))
}

fn ask_within(
    case: &Case,
    arguments: &Check,
    engine: Engine,
    time: Duration,
    watched: Option<&Truth>,
) -> Result<Report, String> {
    let (question, _checkouts) = command::question(arguments, &case.folder).map_err(plain)?;
    let mut settings = command::settings(&arguments.how);
    settings.assume.clone_from(&arguments.assume);
    settings.engine = engine;
    settings.timeout = time;
    settings.identical_shortcut = watched.is_some();
    settings.watch = watched.map(Truth::watch);
    settings.jobs = 1;
    cli::check::check(&question, &settings).map_err(plain)
}

impl Case {
    fn time_to_give_up(&self) -> Duration {
        if self.is_bounded { OPTIONAL } else { HOPELESS }
    }

    /// Does what is said depend on runs of a library?
    fn needs_runs(&self) -> bool {
        self.args.iter().any(|arg| arg == "--lib")
    }

    /// A number that belongs to the case.
    fn sample_hash(&self) -> usize {
        self.name.bytes().fold(7, |hash, byte| (hash * 31 + usize::from(byte)) % 1_000_003)
    }

    /// `EVERY=1` asks every engine about every case. Else `auto`, for an eighth of the cases those that must settle
    /// it (but for the one by whose answer `auto` did), and perhaps one that the case's name picks.
    ///
    /// Where invariants settle it, `auto` follows paths for a second before it looks for them: two thirds of these
    /// cases are put to `relational` alone.
    fn is_asked(&self, engine: &str) -> bool {
        let hash = self.sample_hash();
        if everything() {
            return true;
        }
        if !self.is_bounded && self.must_be_settled_by("relational") && !hash.is_multiple_of(3) {
            return engine == "relational";
        }
        let sampled = ENGINES.get(hash % (8 * ENGINES.len())).map(|(name, _)| *name);
        let is_named = self.must_be_settled_by(engine) && hash.is_multiple_of(8);
        engine == "auto" || sampled == Some(engine) || is_named
    }

    fn must_be_settled_by(&self, engine: &str) -> bool {
        self.settled_by.iter().any(|name| name == engine)
    }

    /// Old is held against its disguise for every case with `EVERY=1`, else for an eighth of them.
    fn is_disguised_now(&self) -> bool {
        self.sample_hash() % 8 == 1 || everything()
    }

    /// The program is run for real, and `dac` asked in its other modes, for every case with `EVERY=1`, else for
    /// a sixteenth of them.
    fn is_run_now(&self) -> bool {
        self.sample_hash().is_multiple_of(16) || everything()
    }
}

fn everything() -> bool {
    std::env::var_os("EVERY").is_some()
}

fn plain(failure: cli::failure::Failure) -> String {
    failure.render(|_| None).trim_end().to_owned()
}

/// A case of `summaries`: the verdict, and the report word for word.
fn summaries(case: &Case, bless: bool, outcome: &mut Outcome) -> Result<(), String> {
    let arguments = case.summaries_arguments()?;
    let truth = match case.truth {
        case::Truth::Verdict(truth) => truth,
        case::Truth::Error => {
            return refused(case, cli::summaries::summaries(&arguments, &case.folder), bless, outcome);
        }
    };
    let report = cli::summaries::report(&arguments, &case.folder).map_err(plain)?;
    if report.kind() != truth {
        outcome.failures.push(format!("the summaries are {}, not {}", report.kind().word(), truth.word()));
    }
    if report.is_unexpected() {
        outcome.failures.push(format!("summaries are used {} times", report.uses()));
    }
    compare_text(case, &report::regions::text(&report, false), bless, outcome)
}

/// A case of `dac`: no mode that answers contradicts the header; old never fails where old passes.
fn dac(case: &Case, bless: bool, outcome: &mut Outcome) -> Result<(), String> {
    let run = |more: &[&str]| Ok::<_, String>(cli::dac::dac(&case.dac_arguments(more)?, &case.folder, false));
    let truth = match case.truth {
        case::Truth::Verdict(truth) => truth,
        case::Truth::Error => return refused(case, run(&[])?, bless, outcome),
    };
    let mut told = None;
    for mode in MODES {
        let required = case.must_be_settled_by(mode);
        let time = if required { REQUIRED.as_secs() } else { 1 }.to_string();
        let arguments = case.dac_arguments(&["--mode", mode, "--timeout", &time])?;
        let report = cli::dac::report(&arguments, &case.folder).map_err(plain)?;
        outcome.times.part(mode);
        contradiction(case, truth, mode, &report, outcome);
        if mode == "sound" && required {
            // What is asked where no mode is named, and in the same time.
            told = Some(report);
        }
        if !case.is_run_now() {
            continue;
        }
        let mut alike = case.dac_arguments(&["--mode", mode, "--timeout", &time])?;
        alike.new = Some(alike.old.clone());
        (alike.map, alike.contracts) = (None, None);
        if cli::dac::report(&alike, &case.folder).map_err(plain)?.kind() == VerdictKind::Different {
            outcome.failures.push(format!("{mode} says that old fails where old passes"));
        }
        outcome.times.part("old against old");
    }
    for mode in ["unsound", "shallow"].into_iter().filter(|_| case.is_run_now()) {
        let arguments = case.dac_arguments(&["--mode", mode, "--timeout", "2"])?;
        let kind = cli::dac::report(&arguments, &case.folder).map_err(plain)?.kind();
        if kind == VerdictKind::Equivalent || (kind == VerdictKind::Different && truth == VerdictKind::Equivalent) {
            outcome.failures.push(format!("{mode} said {}, the truth is {}", kind.word(), truth.word()));
        }
        outcome.times.part(mode);
    }
    let done = match told.filter(|_| !case.args.iter().any(|arg| arg == "--mode")) {
        Some(report) => cli::dac::finish(&report, &case.dac_arguments(&[])?, &case.folder, false),
        None => run(&[])?,
    };
    let done = done.map_err(plain)?;
    compare_text(case, &done.text, bless, outcome)
}

/// The answers of a header, and everything that is said.
struct Scripted {
    answers: std::vec::IntoIter<String>,
    said: String,
}

impl Console for Scripted {
    fn say(&mut self, text: &str) {
        self.said += text;
    }

    fn listen(&mut self) -> Option<String> {
        let answer = self.answers.next()?;
        self.said += &format!("{answer}\n");
        Some(answer)
    }
}

/// A case of `validate`: with these answers, that is the dialogue. Asked again, it asks nothing and says the same.
fn validate(case: &Case, bless: bool, outcome: &mut Outcome) -> Result<(), String> {
    if case.needs_runs() && confine::left_out_of_tests() {
        return Ok(());
    }
    let folder = std::env::temp_dir().join(format!("safebump-facts-{}-{}", std::process::id(), case.sample_hash()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let scratch = folder.join(cli::validate::FACTS);
    let given = std::fs::read_to_string(case.folder.join("facts.toml"));
    match &given {
        Ok(text) => std::fs::write(&scratch, text).map_err(|error| error.to_string())?,
        Err(_) => drop(std::fs::remove_file(&scratch)),
    }
    let arguments = case.validate_arguments(&scratch)?;
    let mut console = Scripted { answers: case.answers.clone().into_iter(), said: String::new() };
    let done = cli::validate::validate(&arguments, &case.folder, &mut console);
    let truth = match case.truth {
        case::Truth::Verdict(truth) => truth,
        case::Truth::Error => return refused(case, done, bless, outcome),
    };
    let done = done.map_err(plain)?;
    if done.exit_code != truth.exit_code() {
        outcome.failures.push(format!("exit code {}, the truth is {}", done.exit_code, truth.word()));
    }
    if console.answers.next().is_some() {
        outcome.failures.push("not all answers were asked for".to_owned());
    }
    if truth == VerdictKind::Equivalent {
        let mut nobody = Scripted { answers: Vec::new().into_iter(), said: String::new() };
        let again = cli::validate::validate(&arguments, &case.folder, &mut nobody).map_err(plain)?;
        if again.exit_code != 0 || !nobody.said.is_empty() {
            outcome.failures.push(format!("asked again, it says: {}{}", nobody.said, again.text));
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    compare_text(case, &format!("{}{}", console.said, done.text), bless, outcome)
}

/// The message of a question that cannot be put, as a user sees it.
fn refused(case: &Case, done: cli::failure::Result<Done>, bless: bool, outcome: &mut Outcome) -> Result<(), String> {
    match done {
        Ok(done) => Err(format!("it runs and says: {}", done.text.lines().next().unwrap_or_default())),
        Err(failure) => {
            let message = failure.render(|name| std::fs::read_to_string(case.folder.join(name)).ok());
            compare_text(case, &message, bless, outcome)
        }
    }
}

fn contradiction(case: &Case, truth: VerdictKind, engine: &str, report: &Report, outcome: &mut Outcome) {
    let verdict = report.kind();
    let gaps = report.findings.iter().flat_map(|finding| &finding.gaps);
    if let Some(gap) = gaps.clone().find(|gap| matches!(gap.kind, GapKind::Crashed | GapKind::DidNotReplay)) {
        outcome.failures.push(format!("{engine}: {}", gap.means));
    }
    if verdict != truth && verdict != VerdictKind::Undecided {
        outcome.failures.push(format!("{engine} said {}, the truth is {}", verdict.word(), truth.word()));
    }
    let required = case.must_be_settled_by(engine);
    let must = required || (engine == "auto" && !case.settled_by.is_empty());
    if must && verdict != truth {
        let why: Vec<String> = gaps.map(|gap| gap.means.clone()).collect();
        outcome.failures.push(format!(
            "{engine} must settle this case; it said {}: {}",
            verdict.word(),
            why.join("; ")
        ));
    }
    if !required && engine != "auto" && verdict == truth && verdict != VerdictKind::Undecided {
        outcome.notes.push(format!("{engine} settles it, which its header does not ask for"));
    }
}

fn reason(case: &Case, report: &Report, outcome: &mut Outcome) {
    let Some(expected) = &case.reason else { return };
    let found = report.findings.first().and_then(|finding| finding.reason).map(|reason| reason.to_string());
    if found.as_ref() != Some(expected) {
        outcome.failures.push(format!("the reason is {}, not {expected}", found.unwrap_or_else(|| "none".to_owned())));
    }
}

/// Old against old rewritten, with the shortcut for identical code off.
fn disguised(case: &Case, outcome: &mut Outcome) -> Result<(), String> {
    let Some(disguise) = disguise::of(&case.folder, &case.old)? else { return Ok(()) };
    let arguments = case.arguments(&case.old, &disguise.path().display().to_string())?;
    for (name, engine) in ENGINES {
        if engine != Engine::Lazy && !case.is_asked(name) {
            continue;
        }
        // Path by path, such a loop only takes time.
        if !case.is_bounded && matches!(engine, Engine::Lazy | Engine::Auto) {
            continue;
        }
        // A case that no engine has to settle is a limit we know.
        let must = case.is_bounded && !case.settled_by.is_empty() && engine == Engine::Lazy;
        let time = if must { REQUIRED } else { case.time_to_give_up() };
        let report = ask_within(case, &arguments, engine, time, None)?;
        outcome.times.part(&format!("disguise by {name}"));
        let verdict = report.kind();
        if verdict == VerdictKind::Different {
            let call =
                report.findings.iter().find_map(|finding| finding.example.as_ref()).map(|example| example.call.clone());
            let text = disguise.text();
            outcome
                .failures
                .push(format!("{name} told old from its disguise by {}:\n{text}", call.unwrap_or_default()));
        }
        // Whether later calls find the same state is another question, and that old fails is no answer.
        let is_other = |finding: &report::Finding| {
            let is_other = |kind| matches!(kind, GapKind::UnreachedState | GapKind::FailsOnEveryInput);
            finding.gaps.iter().all(|gap| is_other(gap.kind))
        };
        if verdict == VerdictKind::Undecided && must && !report.findings.iter().all(is_other) {
            let why: Vec<&str> =
                report.findings.iter().flat_map(|finding| &finding.gaps).map(|gap| gap.means.as_str()).collect();
            outcome
                .failures
                .push(format!("{name} cannot show that old does the same as its disguise: {}", why.join("; ")));
        }
    }
    Ok(())
}

/// `told`: what `auto` found, if the case leaves the engine to it.
fn compare_report(
    case: &Case,
    arguments: &Check,
    told: Option<Report>,
    bless: bool,
    outcome: &mut Outcome,
) -> Result<(), String> {
    let mut arguments = arguments.clone();
    arguments.how.jobs = Some(1);
    if case.settled_by.is_empty() {
        arguments.how.timeout = OPTIONAL;
    }
    let report = match told.filter(|_| arguments.how.engine == cli::args::Engine::Auto) {
        Some(report) => report,
        None => command::check_report(&arguments, &case.folder).map_err(plain)?,
    };
    let mut gaps = report.findings.iter().flat_map(|finding| &finding.gaps);
    if gaps.any(|gap| gap.kind == GapKind::OutOfBudget) {
        // How far a check gets in a given time is no property of the program.
        outcome.notes.push(format!("{} is not compared: the time ran out", case.report));
        return Ok(());
    }
    let (question, _checkouts) = command::question(&arguments, &case.folder).map_err(plain)?;
    let done = command::finish(report, &question, &arguments.how, None, &case.folder, false).map_err(plain)?;
    compare_text(case, &done.text, bless, outcome)
}

fn compare_text(case: &Case, text: &str, bless: bool, outcome: &mut Outcome) -> Result<(), String> {
    let file = case.folder.join(&case.report);
    if bless {
        return std::fs::write(&file, text).map_err(|error| format!("{}: {error}", case.report));
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    let compared = |report: &str| match case.has_one_input {
        _ if is_open_in_loops(case) => report.lines().next().unwrap_or_default().to_owned(),
        true => time_independent_part(case, report),
        false => without_numbers(&time_independent_part(case, report)),
    };
    if compared(&expected) != compared(text) {
        let diff = similar::TextDiff::from_lines(expected.as_str(), text).unified_diff().to_string();
        outcome.reworded.push(format!("{} differs (BLESS=1 rewrites it):\n{diff}", case.report));
    }
    Ok(())
}

/// How far invariants get with loops that have no bound hangs on the time: only the answer is the same each time.
fn is_open_in_loops(case: &Case) -> bool {
    !case.is_bounded && case.settled_by.is_empty()
}

/// The report without what depends on how far a search got in its time: how shortly the condition of
/// a difference, or of what is open, could be put; of loops without a bound also which proof was found first.
fn time_independent_part(case: &Case, report: &str) -> String {
    let mut kept = Vec::new();
    let mut is_inside = false;
    for line in report.lines() {
        is_inside = match line {
            "When they differ:" | "What is proved:" => true,
            "How this is known:" | "Taken for granted:" if !case.is_bounded => true,
            _ if !case.is_bounded && line.starts_with("Where ") && line.ends_with(" meets the change:") => true,
            "" => false,
            _ => is_inside,
        };
        if !is_inside {
            kept.push(line.trim_end_matches(" Other inputs may differ too."));
        }
    }
    kept.dedup_by(|a, b| a.is_empty() && b.is_empty());
    kept.join("\n")
}

/// The report with `#` for each number.
fn without_numbers(report: &str) -> String {
    let mut text = String::new();
    for char in report.chars() {
        match char {
            '0'..='9' if text.ends_with('#') => {}
            '.' | '-' | '+' | 'e' if text.ends_with('#') => {}
            '0'..='9' if text.ends_with('-') => {
                text.pop();
                text.push('#');
            }
            '0'..='9' => text.push('#'),
            other => text.push(other),
        }
    }
    text
}

/// A folder for a new case in that language.
pub fn scaffold(root: &Path, name: &str, language: &str) -> Result<(), String> {
    let (client, files): (&str, &[(&str, &str)]) = match language {
        "python" => (
            "client.py:client",
            &[
                ("old.py", "def f(x):\n    return x\n"),
                ("new.py", "def f(x):\n    return x + 0\n"),
                ("client.py", "from lib import f\n\n\ndef client(x: int):\n    return f(x)\n"),
            ],
        ),
        "c" => (
            "f",
            &[("old.c", "int f(int x) {\n    return x;\n}\n"), ("new.c", "int f(int x) {\n    return x + 0;\n}\n")],
        ),
        "rust" => (
            "f",
            &[
                ("old.rs", "pub fn f(x: i32) -> i32 {\n    x\n}\n"),
                ("new.rs", "pub fn f(x: i32) -> i32 {\n    x + 0\n}\n"),
            ],
        ),
        "boogie" => (
            "f",
            &[
                ("old.bpl", "procedure f(x: int) returns (r: int)\n{\n  r := x;\n}\n"),
                ("new.bpl", "procedure f(x: int) returns (r: int)\n{\n  r := x + 0;\n}\n"),
            ],
        ),
        other => return Err(format!("no language `{other}`: python, c, rust or boogie")),
    };
    let folder = root.join(name);
    if folder.exists() {
        return Err(format!("{} is there already", folder.display()));
    }
    let put =
        |file: &str, text: &str| std::fs::write(folder.join(file), text).map_err(|error| format!("{file}: {error}"));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    files.iter().try_for_each(|(file, text)| put(file, text))?;
    put(
        "case.txt",
        &format!(
            "verdict:    equivalent\nclient:     {client}\nsettled-by: lazy\nnote:       Why the client cannot see the change.\n"
        ),
    )
}
