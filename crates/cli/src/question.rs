//! What the user asks: two versions, a client, and how the sources are to be read.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use equiv::Claim;
use ir::entry::{Assumption, Later, Notation, Pair, Prior};

use crate::args::{Exceptions, Externals, Floats, Ints, Opaque, Spec, Undefined};
use crate::assume::Assuming;
use crate::build::Build;
use crate::failure::{Failure, Result};
use native_python::Python;

use crate::made::Making;
use crate::native::{Native, Search};
use crate::pair::Paired;
use crate::read::{self, Named};
use crate::validate::both::Sample;
use crate::validate::trials::Trials;
use crate::{boogie, llvm, python};

#[derive(Clone, Debug)]
pub struct Question {
    pub old: Named,
    pub new: Named,
    pub client: Option<Client>,
    /// The function that stands for the client's new version, in one program.
    pub pair: Option<String>,
    /// Of `impact`: the files whose functions use the library. Everybody who asks about one of them has them all.
    pub clients: Arc<Vec<Named>>,
    pub reading: Reading,
}

impl Question {
    /// The same question about a function of this one of the clients' files.
    pub fn about(&self, file: Option<&str>) -> Question {
        let found = self.clients.iter().find(|named| Some(named.name.as_str()) == file);
        found.map_or_else(|| self.clone(), |named| self.with_client(named))
    }

    /// The same question about a function of this file.
    pub fn with_client(&self, file: &Named) -> Question {
        let client = Some(Client { file: Some(file.clone()), function: String::new() });
        Question { client, ..self.clone() }
    }
}

/// The function that is observed.
#[derive(Clone, Debug)]
pub struct Client {
    /// A file of its own.
    pub file: Option<Named>,
    pub function: String,
}

impl Client {
    /// `FUNC` or `FILE:FUNC`. A double colon belongs to the function's path.
    pub fn parse(base: &Path, given: &str) -> Result<Client> {
        let bytes = given.as_bytes();
        let single =
            |at: usize| bytes[at] == b':' && (at == 0 || bytes[at - 1] != b':') && bytes.get(at + 1) != Some(&b':');
        let client = match (0..bytes.len()).find(|at| single(*at)) {
            Some(at) => {
                Client { file: Some(Named::new(base, Path::new(&given[..at]))), function: given[at + 1..].to_owned() }
            }
            None => Client { file: None, function: given.to_owned() },
        };
        let file_is_empty = client.file.as_ref().is_some_and(|file| file.name.is_empty());
        if client.function.is_empty() || file_is_empty {
            return Err(Failure::new(
                format!("`--client {given}` names no function"),
                "write --client FUNC, or --client FILE:FUNC for a client in a file of its own",
            ));
        }
        Ok(client)
    }
}

/// How sources are read.
#[derive(Clone, Debug)]
pub struct Reading {
    pub python: Python,
    pub module: Option<String>,
    pub types: Vec<(String, String)>,
    pub ints: Ints,
    pub floats: Floats,
    pub undefined: Undefined,
    pub exceptions: Exceptions,
    /// When is code that is not understood an unknown step?
    pub opaque: Opaque,
    /// Boogie: what procedures without a body depend on.
    pub externals: Externals,
    /// Boogie: do axioms that only one version has hold in both?
    pub share_axioms: bool,
    /// Modules and functions that are not read though they may be there. `None`: nothing is left out.
    pub library: Option<Vec<String>>,
    pub cflags: Vec<String>,
    /// Python: does a library of one file answer to its own name alone? `None`: the clients' imports say it.
    pub by_name: Option<bool>,
    /// Python: the name of a library's folder, where clients import what is in it by that name and nothing says that it
    /// is a package.
    pub namespace: Option<String>,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading {
            python: Python::default(),
            module: None,
            types: Vec::new(),
            ints: Ints::Machine,
            floats: Floats::Ieee,
            undefined: Undefined::Report,
            exceptions: Exceptions::Type,
            opaque: Opaque::Auto,
            externals: Externals::Narrow,
            share_axioms: false,
            library: None,
            cflags: Vec::new(),
            by_name: None,
            namespace: None,
        }
    }
}

/// What counts as a failure, for `dac`.
#[derive(Clone, Debug)]
pub struct Failures {
    pub spec: Spec,
    /// All addresses but null are valid.
    pub all_but_null: bool,
    /// What is below a valid address is valid.
    pub downward: bool,
    /// Variables of old and those of new that took their place.
    pub globals: Vec<(String, String)>,
    /// Boogie: which choices of a run are counted.
    pub choices: front_boogie::Choices,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    Python,
    Boogie,
    /// C, C++, Rust, LLVM IR.
    Llvm,
}

impl Language {
    /// How the files of clients end.
    pub fn client_endings(self) -> &'static [&'static str] {
        match self {
            Language::Python => &["py"],
            Language::Boogie => &["bpl"],
            Language::Llvm => &["c", "cc", "cpp", "cxx", "ll"],
        }
    }
}

/// The library of a client in a file of its own.
#[derive(Clone, Debug)]
pub struct Library {
    pub old: String,
    pub new: String,
    pub client: String,
}

impl Library {
    pub fn of(question: &Question) -> Option<Library> {
        let client = question.client.as_ref()?.file.as_ref()?.name.clone();
        Some(Library { old: question.old.name.clone(), new: question.new.name.clone(), client })
    }

    /// Is it a file of either version?
    pub fn has(&self, file: &str) -> bool {
        let is_below = |version: &str| {
            file.strip_prefix(version)
                .is_some_and(|rest| rest.is_empty() || version.ends_with('/') || rest.starts_with('/'))
        };
        file != self.client && (is_below(&self.old) || is_below(&self.new))
    }
}

/// Which versions stop.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stopping {
    Old,
    Both,
}

/// A question whose files have been read.
pub trait Front: Send + Sync {
    /// The functions of old and of new, in the order of the source.
    fn functions(&self) -> Result<(Vec<String>, Vec<String>)>;

    /// The same versions with a client in a file of its own; what was read of them is shared.
    fn beside(&self, file: &Named) -> Result<Arc<dyn Front>>;

    /// Everything that was read, part by part: what answers depend on, but for runs.
    fn each_part(&self, add: &mut dyn FnMut(&str));

    /// The functions of the client's own file, in the order of the source.
    fn own_functions(&self) -> Result<Vec<String>>;

    /// The client against both versions.
    fn lower(&self, client: &str) -> Result<Pair>;

    /// The client called after others. `None`: what it does does not depend on that.
    fn lower_later(&self, _client: &str) -> Result<Option<Later>> {
        Ok(None)
    }

    /// What is taken for granted of the state that code which is the same finds in both versions.
    fn on_state(&self, _client: &str) -> Result<Vec<Assumption>> {
        Ok(Vec::new())
    }

    /// The client's call after these steps.
    fn lower_after(&self, client: &str, _steps: &[Prior]) -> Result<Pair> {
        self.lower(client)
    }

    /// The entry against both versions, with what counts as a failure told apart.
    fn lower_with_failures(&self, _entry: &str, _failures: &Failures) -> Result<(Pair, equiv::Spec)> {
        Err(Failure::new("`safebump dac` does not read this language yet", "it reads Boogie (.bpl)"))
    }

    /// The functions of old that no other one calls, as far as that can be seen.
    fn entries(&self) -> Result<Vec<String>> {
        let (old, new) = self.functions()?;
        Ok(old.into_iter().filter(|name| new.contains(name)).collect())
    }

    /// Of a client in a file of its own: what is a file of the library, by the name that reports use?
    fn library(&self) -> Option<Library> {
        None
    }

    /// The same question with functions beside the client that know these conditions on its parameters.
    fn assuming(&self, _client: &str, _conditions: &[String]) -> Result<Assuming> {
        Err(Failure::new("--assume is for Python, C and C++", "Boogie: write a `requires`; Rust: a client that checks"))
    }

    /// Both versions, to run the client natively.
    fn native(&self, client: &str) -> Result<Box<dyn Native>>;

    /// Is the function the core of the language? Differences whose runs meet others are run for real before they are told.
    fn is_core(&self, _function: &ir::Function) -> bool {
        true
    }

    /// Both versions, to look for a difference by running them. `None`: that is not done in this language.
    fn search(&self, _client: &str, _trust: confine::Trust) -> Result<Option<Box<dyn Search>>> {
        Ok(None)
    }

    /// The same question with unknown steps for what is not understood. `None`: there are none, or they are there, or the
    /// question as it is needs none. `is_stuck`: it reaches code that is not understood.
    fn opened(&self, _client: &str, _is_stuck: bool) -> Option<Box<dyn Front>> {
        None
    }

    /// The same question without inputs on which an `int` that counts elements overflows in the old version, which then does
    /// anything. `None`: there are none.
    fn restricted(&self, _client: &str) -> Option<Box<dyn Front>> {
        None
    }

    /// Is the client a generic function, of which there is none until its types are known?
    fn is_generic(&self, _client: &str) -> bool {
        false
    }

    /// Does it say less than the program does, so that only a proof counts?
    fn only_proves(&self) -> bool {
        false
    }

    /// Are the unknown steps tried before the question as it is?
    fn steps_first(&self) -> bool {
        false
    }

    /// Is the client's own code written in another way in the new version? It fails if there is no such client.
    fn is_changed(&self, client: &str) -> Result<bool> {
        self.lower(client).map(|_| true)
    }

    /// Is there so much that loading it is quicker than looking at what that does?
    fn is_large(&self) -> bool {
        false
    }

    /// Is it plain, once both versions were loaded, that nothing changes for the client? What that takes for granted.
    /// `None`: it is not, they do not load, or that is not done in this language.
    fn alike(&self, _client: &str, _trust: confine::Trust, _until: Instant) -> Result<Option<Vec<Assumption>>> {
        Ok(None)
    }

    /// The same question with these modules not read. `None`: nothing can be left out.
    fn leaving_out(&self, _modules: &[String]) -> Result<Option<Box<dyn Front>>> {
        Ok(None)
    }

    /// Libraries that the user names and that are not there, each with what was looked for.
    fn absent_libraries(&self) -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    /// A way to run the library that is not read. `None`: it cannot be run.
    fn trials(&self, _trust: confine::Trust) -> Result<Option<Box<dyn Trials>>> {
        Ok(None)
    }

    /// Which of the claims the library's own code proves.
    fn proved(&self, claims: &[Claim], _notation: &dyn Notation) -> Result<Vec<bool>> {
        Ok(vec![false; claims.len()])
    }

    /// So many arguments for calls of the client, to run both versions with the library as it is. None: it cannot
    /// be run.
    fn samples(&self, _client: &str, _count: usize) -> Result<Vec<Sample>> {
        Ok(Vec::new())
    }

    /// Facts about the library as tests of it: the name of the file, and its text.
    fn property_tests(&self, _claims: &[Claim], _notation: &dyn Notation) -> Result<Option<(String, String)>> {
        Ok(None)
    }

    /// Where the client takes values that callers cannot make as they please: clients that make them, as far as that
    /// is known. `None`: it takes no such values.
    fn making(&self, _client: &str) -> Result<Option<Vec<Making>>> {
        Ok(None)
    }

    /// The same question for other builds that the source tells apart, with what to call them.
    fn other_builds(&self) -> Result<Vec<(&'static str, Box<dyn Front>)>> {
        Ok(Vec::new())
    }

    /// What a proof takes for granted about how the program is built.
    fn build(&self) -> Option<String> {
        None
    }

    /// The same, but stopping where the language leaves open what happens and the machine goes on.
    /// `None`: there is no such place.
    fn lower_stopping(&self, _client: &str, _which: Stopping) -> Result<Option<Pair>> {
        Ok(None)
    }

    /// Do inputs on which old has no defined behaviour count?
    fn ignores_undefined(&self) -> bool {
        false
    }
}

/// Reads the files of a question.
pub fn open(question: &Question) -> Result<Box<dyn Front>> {
    read::exists(&question.old)?;
    read::exists(&question.new)?;
    let front: Box<dyn Front> = match language(question)? {
        Language::Python => Box::new(python::open(question)?),
        Language::Boogie => Box::new(boogie::open(question)?),
        Language::Llvm => Box::new(llvm::open(question)?),
    };
    Ok(match (&question.client, &question.pair) {
        (Some(client), Some(second)) => {
            Box::new(Paired { front, first: client.function.clone(), second: second.clone() })
        }
        _ => front,
    })
}

/// The language follows from the endings.
pub fn language(question: &Question) -> Result<Language> {
    // A folder may hold several: what its clients are in is what they meet.
    let file = question.client.as_ref().and_then(|client| client.file.as_ref()).or(question.clients.first());
    let wanted = file.and_then(|file| of_ending(file.ending()));
    let old = language_of(&question.old, wanted)?;
    let new = language_of(&question.new, wanted)?;
    if old != new {
        return Err(Failure::new(
            format!("{} and {} are not in the same language", question.old.name, question.new.name),
            "pass two versions of one program",
        ));
    }
    Ok(old)
}

/// What safebump reads, for messages.
const READS: &str = "it reads Python (.py), C and C++ (.c, .cpp), Rust (.rs), LLVM IR (.ll) and Boogie (.bpl)";

/// The language of a file with this ending.
pub(crate) fn of_ending(ending: &str) -> Option<Language> {
    match ending {
        "py" | "pyi" => Some(Language::Python),
        "bpl" => Some(Language::Boogie),
        ending if llvm::ENDINGS.contains(&ending) => Some(Language::Llvm),
        _ => None,
    }
}

fn language_of(version: &Named, wanted: Option<Language>) -> Result<Language> {
    if version.is_folder() {
        return of_folder(version, wanted);
    }
    of_ending(version.ending()).ok_or_else(|| match version.ending() {
        "" => {
            Failure::of(&version.name, "the file has no ending that tells its language", "name it old.py, for example")
        }
        other => Failure::of(&version.name, format!("`.{other}` is not a language safebump reads"), READS),
    })
}

fn of_folder(folder: &Named, wanted: Option<Language>) -> Result<Language> {
    // How it is built says it before what else lies there: a script, a test.
    if llvm::is_crate(folder) || (wanted != Some(Language::Python) && Build::of(folder)?.is_some()) {
        return Ok(Language::Llvm);
    }
    let mut found = Vec::new();
    for (ending, language) in [
        ("py", Language::Python),
        ("bpl", Language::Boogie),
        ("c", Language::Llvm),
        ("cc", Language::Llvm),
        ("cpp", Language::Llvm),
        ("cxx", Language::Llvm),
        ("ll", Language::Llvm),
        ("rs", Language::Llvm),
    ] {
        if !read::below(folder, ending)?.is_empty() {
            found.push(language);
            if wanted.is_none() {
                break;
            }
        }
    }
    match (found.first(), wanted) {
        (Some(_), Some(wanted)) if found.contains(&wanted) => Ok(wanted),
        (Some(first), _) => Ok(*first),
        (None, _) => Err(Failure::of(&folder.name, "there is no program in this folder", READS)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &str, expected: Option<(&str, &str)>) {
        let client = Client::parse(Path::new(""), given).ok();
        let parts = client.map(|client| (client.file.map(|file| file.name).unwrap_or_default(), client.function));
        assert_eq!(parts, expected.map(|(file, function)| (file.to_owned(), function.to_owned())), "{given}");
    }

    #[test]
    fn clients_are_functions_with_or_without_a_file() {
        check("f", Some(("", "f")));
        check("C.m", Some(("", "C.m")));
        check("app/use.py:f", Some(("app/use.py", "f")));
        check("crate::m::f", Some(("", "crate::m::f")));
        check("use.rs:m::f", Some(("use.rs", "m::f")));
        check("use.py:", None);
        check(":f", None);
        check("", None);
    }
}
