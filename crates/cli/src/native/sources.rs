//! The sources that a Python program is made of, so that a test can take them along.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::python::Layout;
use crate::read::{self, Named};

/// Texts by the place that they have in a test's own folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sources(pub(super) BTreeMap<String, String>);

impl Sources {
    /// What both have.
    pub(super) fn common(&self, other: &Sources) -> Sources {
        let is_shared = |(place, text): &(&String, &String)| other.0.get(*place) == Some(*text);
        Sources(self.0.iter().filter(is_shared).map(|(place, text)| (place.clone(), text.clone())).collect())
    }

    pub(super) fn without(&self, other: &Sources) -> Sources {
        let is_own = |(place, _): &(&String, &String)| !other.0.contains_key(*place);
        Sources(self.0.iter().filter(is_own).map(|(place, text)| (place.clone(), text.clone())).collect())
    }
}

/// A version as a test lays it out: the same as a [`Layout`], without a place on this machine.
pub(super) struct Placed {
    pub(super) client: String,
    pub(super) function: String,
    /// Where imports look. `None`: where the releases are.
    pub(super) path: Vec<Option<String>>,
    pub(super) named: Vec<(String, String)>,
    /// `name==version` of each release.
    pub(super) pins: Vec<String>,
    pub(super) files: Sources,
}

impl Placed {
    pub(super) fn of(layout: &Layout, version: &Named) -> Placed {
        let mut gathering = Gathering::new(layout, version);
        gathering.follow(layout);
        let Gathering { roots, files, .. } = gathering;
        let mut path: Vec<Option<String>> = Vec::new();
        for root in roots.iter().map(|root| root.place.clone()) {
            if !path.contains(&root) {
                path.push(root);
            }
        }
        let place = |file: &Path| files.get(&read::absolute(file)).map(|(place, _)| place.clone());
        Placed {
            client: layout.client.clone(),
            function: layout.function.clone(),
            path,
            named: layout.named.iter().filter_map(|(name, file)| Some((name.clone(), place(file)?))).collect(),
            pins: version.pins.clone(),
            files: Sources(files.into_values().collect()),
        }
    }
}

/// A folder that imports begin at.
struct Root {
    folder: PathBuf,
    /// What the test calls it. `None`: a release, which is fetched.
    place: Option<String>,
}

struct Gathering {
    roots: Vec<Root>,
    /// Packages under another name than that of their folder.
    packages: Vec<(String, PathBuf)>,
    /// By path: the place and the text.
    files: BTreeMap<PathBuf, (String, String)>,
    open: Vec<PathBuf>,
}

impl Gathering {
    fn new(layout: &Layout, version: &Named) -> Gathering {
        let released = (!version.pins.is_empty()).then(|| read::absolute(&version.path));
        let mut roots: Vec<Root> = Vec::new();
        for folder in layout.path.iter().map(|folder| read::absolute(folder)) {
            let is_released = released.as_ref().is_some_and(|released| folder.starts_with(released));
            let place = (!is_released).then(|| format!("{}", roots.len()));
            if !roots.iter().any(|root| root.folder == folder) {
                roots.push(Root { folder, place });
            }
        }
        let is_package = |file: &Path| file.file_name().is_some_and(|name| name == "__init__.py");
        let packages = layout.named.iter().filter(|(_, file)| is_package(file));
        let packages = packages.filter_map(|(name, file)| Some((name.clone(), read::absolute(file.parent()?))));
        Gathering { packages: packages.collect(), roots, files: BTreeMap::new(), open: Vec::new() }
    }

    fn follow(&mut self, layout: &Layout) {
        for (name, file) in &layout.named {
            self.add(&read::absolute(file), Some(name));
        }
        let base = self.bases(&layout.client);
        self.add_module(&base, &layout.client, &[]);
        while let Some(file) = self.open.pop() {
            let text = self.files.get(&file).map(|(_, text)| text.clone()).unwrap_or_default();
            let folder = file.parent().unwrap_or(Path::new("")).to_path_buf();
            for import in imports(&text) {
                let bases = match import.dots {
                    0 => self.bases(&import.module),
                    dots => folder.ancestors().nth(dots - 1).map(Path::to_path_buf).into_iter().collect(),
                };
                self.add_module(&bases, &import.module, &import.names);
            }
            if text.contains("importlib") || text.contains("__import__") || text.contains("__getattr__") {
                self.add_package_of(&folder);
            }
        }
    }

    /// The folders that a module's path may begin at.
    fn bases(&self, module: &str) -> Vec<PathBuf> {
        let first = module.split('.').next().unwrap_or(module);
        let renamed = self.packages.iter().find(|(name, _)| name == first);
        let mut bases: Vec<PathBuf> = self.roots.iter().map(|root| root.folder.clone()).collect();
        // What is below a package that goes by another name is looked for within it.
        bases.extend(renamed.map(|(_, folder)| folder.join("..")));
        bases
    }

    /// The module, the packages that it stands in, and those of the names that are modules.
    fn add_module(&mut self, bases: &[PathBuf], module: &str, names: &[String]) {
        let parts: Vec<&str> = module.split('.').filter(|part| !part.is_empty()).collect();
        for base in bases {
            let renamed = base.ends_with("..").then(|| base.parent()).flatten();
            let mut folder = match renamed {
                Some(package) => package.to_path_buf(),
                None => base.clone(),
            };
            self.add(&folder.join("__init__.py"), None);
            for part in parts.iter().skip(usize::from(renamed.is_some())) {
                self.add(&folder.join(format!("{part}.py")), None);
                folder.push(part);
                self.add(&folder.join("__init__.py"), None);
            }
            for name in names {
                if name == "*" && folder.is_dir() && !parts.is_empty() {
                    for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                        self.add(&entry.path(), None);
                    }
                }
                self.add(&folder.join(format!("{name}.py")), None);
                self.add(&folder.join(name).join("__init__.py"), None);
            }
        }
    }

    /// Everything below the outermost package that the folder belongs to.
    fn add_package_of(&mut self, folder: &Path) {
        let packages = folder.ancestors().take_while(|folder| folder.join("__init__.py").is_file());
        let Some(top) = packages.last() else { return };
        let named = Named::new(Path::new(""), top);
        for file in read::below(&named, "py").unwrap_or_default() {
            self.add(&top.join(file), None);
        }
    }

    /// Takes a file along, if there is one and it is not a release's.
    fn add(&mut self, file: &Path, named: Option<&str>) {
        if file.extension().is_none_or(|ending| ending != "py") || !file.is_file() {
            return;
        }
        let file = read::absolute(file);
        if self.files.contains_key(&file) {
            return;
        }
        let root = self.roots.iter().filter(|root| file.starts_with(&root.folder));
        let root = root.max_by_key(|root| root.folder.components().count());
        let place = match (root, named) {
            (Some(Root { place: None, .. }), _) => return,
            (Some(Root { folder, place: Some(place) }), _) => {
                format!("{place}/{}", file.strip_prefix(folder).unwrap_or(&file).display())
            }
            (None, Some(name)) => format!("named/{}.py", name.replace('.', "/")),
            (None, None) => return,
        };
        let Ok(text) = std::fs::read_to_string(&file) else { return };
        self.files.insert(file.clone(), (place, text));
        self.open.push(file);
    }
}

/// What an import statement says.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Import {
    dots: usize,
    module: String,
    names: Vec<String>,
}

/// All imports of a text, wherever they stand. What only looks like one does no harm.
fn imports(text: &str) -> BTreeSet<Import> {
    let text = text.replace("\\\r\n", " ").replace("\\\n", " ");
    let mut found = BTreeSet::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let line = line.split('#').next().unwrap_or_default();
        let starts = [0].into_iter().chain(line.match_indices([';', ':']).map(|(at, _)| at + 1));
        let statements = starts.map(|at| line[at..].trim());
        for statement in statements {
            if let Some(rest) = statement.strip_prefix("import ") {
                for path in rest.split([';', ',']) {
                    let module = path.split_whitespace().next().unwrap_or_default().to_owned();
                    found.insert(Import { dots: 0, module, names: Vec::new() });
                }
            } else if let Some((path, names)) = statement
                .strip_prefix("from")
                .and_then(|rest| rest.split_once(" import").or(rest.split_once(".import")))
            {
                let mut names = names.to_owned();
                while names.contains('(') && !names.contains(')') {
                    let Some(more) = lines.next() else { break };
                    names.push(' ');
                    names.push_str(more.split('#').next().unwrap_or_default());
                }
                let names = names.split(['(', ')', ',', ';']).filter_map(|name| name.split_whitespace().next());
                let path = path.trim();
                let module = path.trim_start_matches('.').trim().to_owned();
                let dots = path.chars().take_while(|c| *c == '.').count();
                found.insert(Import { dots, module, names: names.map(str::to_owned).collect() });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_wherever_they_stand() {
        let of = |text: &str| -> Vec<(usize, String, Vec<String>)> {
            imports(text).into_iter().map(|import| (import.dots, import.module, import.names)).collect()
        };
        let row = |dots: usize, module: &str, names: &[&str]| {
            (dots, module.to_owned(), names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(of("import a.b as c, d"), [row(0, "a.b", &[]), row(0, "d", &[])]);
        assert_eq!(of("from ..x.y import (  # all\n    f as g,\n    h,\n)\n"), [row(2, "x.y", &["f", "h"])]);
        assert_eq!(of("try: from . import a; import b\n"), [row(0, "b", &[]), row(1, "", &["a", "import"])]);
        assert_eq!(of("from \\\n  a import *\nimport \\\n  b\n"), [row(0, "a", &["*"]), row(0, "b", &[])]);
    }
}
