//! Clients of which it is plain, before anything is lowered, that nothing changes for them.
//!
//! A client does the same if it is the same code, if everything that its names lead to is, if loading its module does
//! the same, and if no object that it may be handed does anything else. All of that is told by keys ([`crate::keys`],
//! [`crate::affected`]) of code without what does not count ([`crate::normal`]). What is not told so may still be the
//! same: then it is lowered and looked at.

use std::collections::BTreeSet;

use ir::entry::{Assumption, AssumptionKind, SourceError};
use ruff_python_ast::Stmt;

use crate::entry::load_whole;
use crate::keys::Digest;
use crate::lower::{Lowering, Shared};
use crate::module::Module;
use crate::normal::Unread;
use crate::outside::Unknown;
use crate::program::{self, Loaded};
use crate::unmodelled::unmodelled;
use crate::{Client, Options, Version, slice};

/// Nothing that the client can reach does anything else.
#[derive(Clone, Debug)]
pub struct Alike {
    /// Some of it was written anew all the same.
    pub is_rewritten: bool,
    /// The files with code that it can reach.
    pub files: BTreeSet<String>,
    pub assumptions: Vec<Assumption>,
}

/// Is it plain that nothing changes for the client? `None`: it is not.
pub fn alike(old: &Version, new: &Version, client: &Client, options: &Options) -> Result<Option<Alike>, SourceError> {
    let mut versions = load_whole(old, new, client, options)?;
    if versions.iter().any(|loaded| loaded.unknown.is_some()) {
        return Ok(None);
    }
    slice::prepare(&mut versions, options);
    let mut counting = versions.clone();
    slice::cut(&mut counting, options);
    if unmodelled(&counting, [old, new]).is_some() {
        return Ok(None);
    }
    let is_same = |versions: &[Loaded; 2]| {
        let [old, new] = keys(versions, options);
        old.filter(|key| new.as_ref().is_some_and(|new| new.key == key.key))
    };
    let plain = is_same(&versions);
    let is_rewritten = plain.is_none();
    let found = match plain {
        Some(found) => Some(found),
        None => {
            let unread = Unread::by(versions.iter().flat_map(|loaded| &loaded.modules));
            for loaded in &mut versions {
                loaded.modules = loaded.modules.iter().map(|module| unread.left_out(module)).collect();
                loaded.whole.clone_from(&loaded.modules);
            }
            is_same(&versions)
        }
    };
    Ok(found.map(|found| {
        let mut assumptions = Vec::new();
        if let Some(loading) = &options.loads {
            assumptions.push(Assumption { kind: AssumptionKind::Loading, detail: loading.how.clone() });
        }
        Alike { is_rewritten, files: found.files, assumptions }
    }))
}

/// What a client comes to.
struct Reached {
    key: String,
    files: BTreeSet<String>,
}

fn keys(versions: &[Loaded; 2], options: &Options) -> [Option<Reached>; 2] {
    let [old, new] = versions.each_ref().map(|loaded| {
        let mut digest = Digest::default();
        client(loaded).inspect(|(_, stmt)| digest.stmt(stmt));
        digest.words()
    });
    // What is not the same itself need not be followed.
    if old != new {
        return [None, None];
    }
    let mut shared = Shared::new(options);
    let [old, new] = [0, 1].map(|side| {
        shared.side = side;
        Lowering::new(&versions[side].modules, &mut shared).members()
    });
    shared.affected = old.affected(&new);
    [0, 1].map(|side| {
        shared.side = side;
        reached(&versions[side], &mut shared)
    })
}

fn reached(loaded: &Loaded, shared: &mut Shared) -> Option<Reached> {
    let (module, stmt) = client(loaded)?;
    let mut lowering = Lowering::new(&loaded.modules, shared);
    let path = &loaded.modules[loaded.client].name;
    let (key, modules) = lowering.key_with_loading(module, Unknown::Stmt(stmt), path)?;
    let name = |module: usize| -> String {
        let module: &Module = &loaded.modules[module];
        module.source_name.clone()
    };
    Some(Reached { key, files: modules.into_iter().map(name).collect() })
}

/// The module that the client stands in, and its definition.
fn client(loaded: &Loaded) -> Option<(usize, &Stmt)> {
    let definition = program::find_def(&loaded.modules, loaded.client, &loaded.function)?;
    Some((definition.module, statement(&loaded.modules[definition.module].body, definition.def)?))
}

/// The function as a statement, wherever it stands.
fn statement<'a>(body: &'a [Stmt], def: &ruff_python_ast::StmtFunctionDef) -> Option<&'a Stmt> {
    body.iter().find_map(|stmt| match stmt {
        Stmt::FunctionDef(found) if std::ptr::eq(found, def) => Some(stmt),
        Stmt::ClassDef(class) => statement(&class.body, def),
        _ => None,
    })
}
