//! What loading both versions left behind, as far as it is asked about.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::entry::{Assumption, AssumptionKind};

use crate::program::{Loaded, find_def};

/// What loading both versions left behind.
#[derive(Clone, Debug)]
pub struct Loading {
    pub functions: [Functions; 2],
    pub graph: Arc<dyn Graph>,
    /// Why objects that look the same may not be: loading did not run the same code in both versions, or left something
    /// else outside.
    pub hides: Option<String>,
}

/// What a member may lead to for being the same.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LeadsTo {
    Anything,
    /// Functions of the program, values that cannot change, and what only computes: nothing in which state may hide.
    PlainCode,
}

/// The names of each module that hold a function as it was defined, with the module and the name of the definition.
pub type Functions = BTreeMap<String, BTreeMap<String, (String, String)>>;

/// The objects that loading made.
pub trait Graph: std::fmt::Debug + Send + Sync {
    /// If everything is the same that the member of a module leads to: all names that the program's code uses which it
    /// leads to.
    fn same(&self, module: &str, path: &str, leads_to: LeadsTo) -> Option<BTreeSet<String>>;

    /// What objects of the program's classes do that is not the same in both versions.
    fn affected(&self) -> &Affected;
}

/// What objects do that is not the same in both versions.
#[derive(Debug, Default)]
pub struct Affected {
    /// The members, apart from those that operators ask for.
    pub names: BTreeSet<String>,
    /// Is there one that operators ask for?
    pub operators: bool,
    /// Which classes an object is a case of.
    pub relations: bool,
}

impl Loading {
    pub(crate) fn assumption(&self) -> Assumption {
        let detail = "both versions load as they were seen to do here".to_owned();
        Assumption { kind: AssumptionKind::Loading, detail }
    }

    /// Is the client, a function, just what its definition says?
    pub(crate) fn is_defined(&self, side: usize, loaded: &Loaded) -> bool {
        let Some(definition) = find_def(&loaded.modules, loaded.client, &loaded.function) else { return false };
        let home = &loaded.modules[definition.module].name;
        let names = self.functions[side].get(&loaded.modules[loaded.client].name);
        let held = names.and_then(|names| names.get(&loaded.function.name));
        definition.class.is_none()
            && held.is_some_and(|(module, name)| module == home && *name == definition.def.name.as_str())
    }
}
