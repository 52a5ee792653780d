//! Boogie programs: a file, or all files of a folder read as one.

use std::sync::Arc;

use front_boogie::{Accesses, Assertions, Externals, Invariants, Options, Valid};
use ir::entry::{Pair, Source};

use crate::args::{self, Spec};
use crate::failure::{Failure, Result};
use crate::native::Native;
use crate::question::{Failures, Front, Question};
use crate::read::{self, Named};

#[derive(Clone)]
struct Boogie {
    old: Vec<Source>,
    new: Vec<Source>,
    client: Option<Source>,
    options: Options,
}

pub fn open(question: &Question) -> Result<impl Front + use<>> {
    let file = question.client.as_ref().and_then(|client| client.file.as_ref());
    let client = file.map(read::source).transpose()?;
    let externals = match question.reading.externals {
        args::Externals::Narrow => Externals::Narrow,
        args::Externals::All => Externals::All,
    };
    let options = Options { externals, share_axioms: question.reading.share_axioms, ..Options::default() };
    Ok(Boogie { old: version(&question.old)?, new: version(&question.new)?, client, options })
}

fn version(given: &Named) -> Result<Vec<Source>> {
    if !given.is_folder() {
        return Ok(vec![read::source(given)?]);
    }
    read::below(given, "bpl")?.iter().map(|path| read::source(&given.join(path))).collect()
}

impl Front for Boogie {
    fn functions(&self) -> Result<(Vec<String>, Vec<String>)> {
        Ok((front_boogie::functions(&self.old)?, front_boogie::functions(&self.new)?))
    }

    fn beside(&self, file: &Named) -> Result<Arc<dyn Front>> {
        Ok(Arc::new(Boogie { client: Some(read::source(file)?), ..self.clone() }))
    }

    fn each_part(&self, add: &mut dyn FnMut(&str)) {
        add(&format!("{:?}", self.options));
        for sources in [&self.old, &self.new] {
            add(&sources.len().to_string());
            for source in sources.iter().chain(&self.client) {
                add(&source.name);
                add(&source.text);
            }
        }
    }

    fn own_functions(&self) -> Result<Vec<String>> {
        let library = front_boogie::functions(&self.old)?;
        let whole: Vec<Source> = self.old.iter().chain(&self.client).cloned().collect();
        let all = front_boogie::functions(&whole)?;
        Ok(all.into_iter().filter(|name| !library.contains(name)).collect())
    }

    fn lower(&self, client: &str) -> Result<Pair> {
        Ok(front_boogie::lower(&self.old, &self.new, client, self.client.as_ref(), &self.options)?)
    }

    fn lower_with_failures(&self, entry: &str, failures: &Failures) -> Result<(Pair, equiv::Spec)> {
        let accesses = match failures.spec {
            Spec::Memory => {
                Accesses::Checked(Valid { all_but_null: failures.all_but_null, downward: failures.downward })
            }
            Spec::Asserts | Spec::Equivalence => Accesses::Nothing,
            Spec::Traps | Spec::Raises => {
                let advice = "use --spec asserts, memory or equivalence";
                return Err(Failure::new("Boogie programs neither trap nor raise", advice));
            }
        };
        // If equality is the question, assertions are not: what fails them goes on.
        let (assertions, invariants) = match failures.spec {
            Spec::Equivalence => (Assertions::Ignore, Invariants::Ignore),
            _ => (Assertions::Flag, Invariants::Assert),
        };
        let renamed = failures.globals.clone();
        let choices = failures.choices;
        let options = Options { assertions, invariants, accesses, renamed, choices, ..self.options.clone() };
        let pair = front_boogie::lower(&self.old, &self.new, entry, self.client.as_ref(), &options)?;
        Ok((pair, equiv::Spec { may_block: true, ..equiv::Spec::of_flag("ok") }))
    }

    fn entries(&self) -> Result<Vec<String>> {
        Ok(front_boogie::entries(&self.old, &self.new)?)
    }

    fn native(&self, _client: &str) -> Result<Box<dyn Native>> {
        Err(Failure::new("Boogie programs cannot be run by themselves", "leave out --replay native and --emit-test"))
    }
}
