//! Where imports begin below a folder: at the folder itself, and at folders like `libs/money/src`, which are put on
//! the path when what is in them is installed.
//!
//! A package or module that is not at the top, and that is imported by its name alone, is what those imports mean if
//! it is the only one of that name.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::failure::Result;
use crate::read::{self, Named};

/// What imports find below a folder other than at its top.
#[derive(Clone, Default, Debug)]
pub(crate) struct Roots {
    /// Packages and modules by name, each with the folder that it stands in.
    found: BTreeMap<String, PathBuf>,
    /// Those of which nobody can say which one is meant, each with a digest of all that it may be.
    unclear: BTreeMap<String, u64>,
}

impl Roots {
    /// `texts`: all that may import from the folder.
    pub(crate) fn of<'a>(folder: &Named, texts: impl Iterator<Item = &'a str> + Clone) -> Result<Roots> {
        let files = read::below(folder, "py")?;
        let mut places = places(&files);
        if places.is_empty() {
            return Ok(Roots::default());
        }
        let imported: BTreeSet<&str> = texts.clone().flat_map(imported_names).collect();
        places.retain(|name, _| imported.contains(name.as_str()));
        let mut roots = Roots::default();
        for (name, folders) in places {
            let is_spelled = |root: &Path| texts.clone().any(|text| spells(text, root));
            match folders.first() {
                Some(root) if folders.len() == 1 && !is_spelled(root) => {
                    roots.found.insert(name, root.clone());
                }
                _ => {
                    let digest = digest(folder, &files, &name, &folders);
                    roots.unclear.insert(name, digest);
                }
            }
        }
        Ok(roots)
    }

    /// The path that imports have for a file of the folder.
    pub(crate) fn path(&self, file: &Path) -> PathBuf {
        let within = self.found.iter().find_map(|(name, root)| {
            let within = file.strip_prefix(root).ok()?;
            (first_name(within).as_deref() == Some(name)).then(|| within.to_path_buf())
        });
        within.unwrap_or_else(|| file.to_path_buf())
    }

    /// What imports call a function that is named by its place in the folder.
    pub(crate) fn function(&self, name: &str) -> String {
        let within = self.found.iter().find_map(|(module, root)| {
            let within = name.strip_prefix(&dotted(root))?.strip_prefix('.')?;
            within.strip_prefix(module)?.starts_with('.').then(|| within.to_owned())
        });
        within.unwrap_or_else(|| name.to_owned())
    }

    pub(crate) fn folders(&self) -> BTreeSet<&Path> {
        self.found.values().map(PathBuf::as_path).collect()
    }

    pub(crate) fn unclear(&self) -> Vec<(String, u64)> {
        self.unclear.iter().map(|(name, digest)| (name.clone(), *digest)).collect()
    }
}

/// By name, the folders below the top that hold a package or module which is not at the top. One that says that it is
/// a package wins over folders that merely bear the name.
fn places(files: &[PathBuf]) -> BTreeMap<String, BTreeSet<PathBuf>> {
    let is_init = |file: &&PathBuf| file.file_name().is_some_and(|name| name == "__init__.py");
    let packages: BTreeSet<&Path> = files.iter().filter(is_init).filter_map(|file| file.parent()).collect();
    let (mut stated, mut loose) = (BTreeMap::<String, BTreeSet<PathBuf>>::new(), BTreeMap::new());
    for file in files {
        for root in file.ancestors().skip(1) {
            if root.ancestors().any(|folder| packages.contains(folder)) {
                continue;
            }
            let Some((within, name)) =
                file.strip_prefix(root).ok().and_then(|within| Some((within, first_name(within)?)))
            else {
                continue;
            };
            let is_stated = within.components().count() == 1 || packages.contains(root.join(&name).as_path());
            let places = if is_stated { &mut stated } else { &mut loose };
            places.entry(name).or_insert_with(BTreeSet::new).insert(root.to_path_buf());
        }
    }
    for (name, folders) in loose {
        stated.entry(name).or_insert(folders);
    }
    stated.retain(|_, folders| !folders.contains(Path::new("")));
    stated
}

/// `money` of `money/core.py` and of `money.py`.
fn first_name(file: &Path) -> Option<String> {
    let first = Path::new(file.components().next()?.as_os_str());
    let name = if first == file { first.file_stem()? } else { first.as_os_str() };
    Some(name.to_str()?.to_owned())
}

/// The names that imports without dots in front begin with.
pub(crate) fn imported_names(text: &str) -> impl Iterator<Item = &str> {
    let first =
        |path: &'_ str| -> usize { path.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(path.len()) };
    text.lines().map(str::trim_start).flat_map(move |line| {
        let (from, import) = (line.strip_prefix("from "), line.strip_prefix("import "));
        let paths = from.into_iter().chain(import.into_iter().flat_map(|rest| rest.split(',')));
        paths.map(str::trim_start).map(move |path| &path[..first(path)]).filter(|name| !name.is_empty())
    })
}

/// Does an import go to the folder by its own path?
fn spells(text: &str, root: &Path) -> bool {
    let path = dotted(root);
    let (parent, leaf) = path.rsplit_once('.').unwrap_or(("", &path));
    let is_word = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let names = |rest: &str| rest.strip_prefix(path.as_str()).is_some_and(is_word);
    text.lines().map(str::trim_start).any(|line| {
        if let Some(rest) = line.strip_prefix("from ") {
            let rest = rest.trim_start();
            let members = rest.strip_prefix(parent).and_then(|rest| rest.trim_start().strip_prefix("import"));
            return names(rest)
                || (!parent.is_empty() && members.is_some_and(|list| list.contains(leaf) || list.contains('(')));
        }
        line.strip_prefix("import ").is_some_and(|rest| rest.split(',').any(|path| names(path.trim_start())))
    })
}

fn dotted(path: &Path) -> String {
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join(".")
}

fn digest(folder: &Named, files: &[PathBuf], name: &str, roots: &BTreeSet<PathBuf>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for file in files {
        let is_it =
            |root: &PathBuf| file.strip_prefix(root).is_ok_and(|within| first_name(within).as_deref() == Some(name));
        if roots.iter().any(is_it) {
            (file, std::fs::read(folder.path.join(file)).ok()).hash(&mut hasher);
        }
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn a_package_below_src_is_found_by_its_name() {
        let places =
            places(&files(&["app/bill.py", "libs/money/src/money/__init__.py", "libs/money/src/money/core.py"]));
        assert_eq!(places["money"], BTreeSet::from([PathBuf::from("libs/money/src")]));
        assert!(!places.contains_key("app"));
        assert!(!places.contains_key("core"), "a part of a package has no name of its own");
    }

    #[test]
    fn what_is_at_the_top_stays_there_unless_a_package_bears_its_name() {
        assert!(!places(&files(&["money.py", "src/money.py"])).contains_key("money"));
        let nested = places(&files(&["money/setup.py", "money/src/money/__init__.py"]));
        assert_eq!(nested["money"], BTreeSet::from([PathBuf::from("money/src")]));
    }

    #[test]
    fn imports_by_path_are_noticed() {
        let names = |text| imported_names(text).collect::<Vec<_>>();
        assert_eq!(names("import a.b, c\n  from d.e import f\nfrom . import g\nx = 'import'"), ["a", "c", "d"]);
        assert!(spells("from libs.src import money", Path::new("libs/src")));
        assert!(spells("from libs import (\n  src)", Path::new("libs/src")));
        assert!(spells("import os, src.money", Path::new("src")));
        assert!(!spells("from libs import other\nimport srcs", Path::new("libs/src")));
    }
}
