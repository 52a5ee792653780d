//! Takes a version out of git, by calling the `git` program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Failure, Result};
use crate::read::Named;
use crate::temporary::{self, Folder};

/// The path as it was at that revision, which is compared with what it is at `other`: in the working tree, unless that is
/// a revision as well. Where it has another name there, git knows which.
pub fn check_out(base: &Path, path: &Path, revision: &str, other: Option<&str>) -> Result<(Folder, Named)> {
    let place = Place::of(base, path, revision)?;
    let root = &place.root;
    let commit = commit_of(root, revision, path)?;
    let missing = || {
        Failure::new(
            format!("there is no {} at revision `{revision}`", path.display()),
            "check the path; it is looked up as it was at that revision",
        )
    };
    let inside = match has(root, &commit, &place.inside, path) {
        true => place.inside.clone(),
        false => {
            place.renamed(&commit, other, path)?.filter(|old| has(root, &commit, old, path)).ok_or_else(missing)?
        }
    };
    let checkout = temporary::folder()?;
    let target = checkout.path().to_path_buf();
    // The whole tree: what stands beside the path is as old as the path.
    let tree = target.join("tree");
    std::fs::create_dir_all(&tree).map_err(|error| crate::failure::io(&tree, "make the folder", &error))?;
    let taken = Taking { revision, other, about: path, index: target.join("index") };
    taken.take(&Repository::of(root), &commit, &tree, Path::new(""))?;
    if !tree.join(&inside).exists() {
        return Err(missing());
    }
    let (name, home) = match inside == place.inside {
        true => (path.display().to_string(), base.join(path)),
        false => (place.as_given(&inside, path), root.join(&inside)),
    };
    let named =
        Named { path: tree.join(&inside), name: format!("{revision}:{name}"), home, text: None, pins: Vec::new() };
    Ok((checkout, named))
}

/// What the path is called in the working tree, if it is not there under its name at that revision.
pub fn in_working_tree(base: &Path, path: &Path, revision: &str) -> Result<Named> {
    let named = Named::new(base, path);
    if std::fs::symlink_metadata(&named.path).is_ok() {
        return Ok(named);
    }
    let place = Place::of(base, path, revision)?;
    let commit = commit_of(&place.root, revision, path)?;
    let today =
        place.moved(&commit, None, path)?.map(|inside| (place.as_given(&inside, path), place.root.join(inside)));
    Ok(match today {
        Some((name, home)) => Named { path: home.clone(), name, home, ..named },
        None => named,
    })
}

/// Where a path stands in its repository.
struct Place {
    root: PathBuf,
    inside: String,
}

impl Place {
    /// In the repository that knows the revision: that of a submodule, or the one around it.
    fn of(base: &Path, path: &Path, revision: &str) -> Result<Place> {
        let given = base.join(path);
        // The path may be gone today: the repository is found from the nearest folder that is there.
        let folder = given.ancestors().find(|folder| folder.is_dir()).unwrap_or(base);
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let root = git(folder, &["rev-parse", "--show-toplevel"], path)?;
        let mut root = PathBuf::from(root.trim_end());
        if commit_of(&root, revision, path).is_err() {
            let around = git(&root, &["rev-parse", "--show-superproject-working-tree"], path)?;
            if !around.trim_end().is_empty() {
                root = PathBuf::from(around.trim_end());
            }
        }
        let absolute = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        let inside = absolute.join(given.strip_prefix(folder).unwrap_or(&given));
        let inside = inside.strip_prefix(&root).unwrap_or(&inside).display().to_string();
        Ok(Place { root, inside: inside.trim_end_matches('/').to_owned() })
    }

    /// A path of the repository, as the user would write it beside the one that was given.
    fn as_given(&self, inside: &str, given: &Path) -> String {
        let given = given.display().to_string();
        match given.strip_suffix(&self.inside) {
            Some(start) => format!("{start}{inside}"),
            None => inside.to_owned(),
        }
    }

    /// What it was called in `commit`, if it has its name in `other`.
    fn renamed(&self, commit: &str, other: Option<&str>, about: &Path) -> Result<Option<String>> {
        let rows = renames(&self.root, commit, other, about)?;
        let from_old = rows.iter().map(|(old, new)| (new.as_str(), old.as_str()));
        Ok(followed(&self.inside, from_old).or_else(|| {
            // Its name may be the old one, and `commit` the new version.
            let back = other.and_then(|other| renames(&self.root, other, Some(commit), about).ok())?;
            followed(&self.inside, back.iter().map(|(old, new)| (old.as_str(), new.as_str())))
        }))
    }

    /// What it is called in `other`, if it has its name in `commit`.
    fn moved(&self, commit: &str, other: Option<&str>, about: &Path) -> Result<Option<String>> {
        let rows = renames(&self.root, commit, other, about)?;
        Ok(followed(&self.inside, rows.iter().map(|(old, new)| (old.as_str(), new.as_str()))))
    }
}

/// Where the rows lead from a file; from a folder, if they all lead to one.
fn followed<'r>(from: &str, rows: impl Iterator<Item = (&'r str, &'r str)>) -> Option<String> {
    let mut folders: BTreeSet<String> = BTreeSet::new();
    for (one, other) in rows {
        if one == from {
            return Some(other.to_owned());
        }
        if let Some(below) = one.strip_prefix(from).filter(|below| below.starts_with('/')) {
            folders.extend(other.strip_suffix(below).map(str::to_owned));
        }
    }
    let [folder] = <[String; 1]>::try_from(folders.into_iter().collect::<Vec<_>>()).ok()?;
    Some(folder)
}

/// Files that have another name, before and after. In a short file, one line is much of it.
fn renames(root: &Path, old: &str, new: Option<&str>, about: &Path) -> Result<Vec<(String, String)>> {
    let mut words = vec!["diff", "-M20%", "--name-status", "--diff-filter=R", "-z", "--end-of-options", old];
    words.extend(new);
    words.push("--");
    let text = git(root, &words, about)?;
    let parts: Vec<&str> = text.split('\0').collect();
    Ok(parts.chunks_exact(3).map(|row| (row[1].to_owned(), row[2].to_owned())).collect())
}

fn commit_of(root: &Path, revision: &str, about: &Path) -> Result<String> {
    let object = format!("{revision}^{{commit}}");
    let found = git(root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &object], about);
    let commit = found.map_err(|_| {
        Failure::new(
            format!("git knows no revision `{revision}`"),
            "name a commit, a tag or a branch of this repository",
        )
    })?;
    Ok(commit.trim().to_owned())
}

/// Is the path there at that commit, or does it stand in a submodule?
fn has(root: &Path, commit: &str, inside: &str, about: &Path) -> bool {
    let is_submodule = |folder: &Path| {
        let folder = folder.display().to_string();
        let rows = git(root, &["ls-tree", "-z", "--full-tree", commit, "--", &folder], about);
        rows.is_ok_and(|rows| rows.starts_with("160000"))
    };
    let is_there = git(root, &["cat-file", "-e", &format!("{commit}:{inside}")], about).is_ok();
    is_there || Path::new(inside).ancestors().filter(|part| !part.as_os_str().is_empty()).any(is_submodule)
}

/// A repository, with or without files of its own.
struct Repository {
    /// The working tree, if it has one.
    tree: Option<PathBuf>,
    /// What stands in its `.git`.
    folder: PathBuf,
}

impl Repository {
    fn of(tree: &Path) -> Repository {
        Repository { tree: Some(tree.to_path_buf()), folder: PathBuf::new() }
    }

    /// A call of git in it.
    fn git(&self) -> Command {
        let mut command = Command::new("git");
        match &self.tree {
            Some(tree) => command.arg("-C").arg(tree),
            None => command.arg("--git-dir").arg(&self.folder).args(["--work-tree", "."]),
        };
        command
    }

    fn ask(&self, words: &[&str], about: &Path) -> Result<String> {
        Ok(String::from_utf8_lossy(&run(self.git().args(words), about)?).into_owned())
    }

    /// The repository of one of its submodules, if it is on this machine: in the working tree, or kept by git.
    fn submodule(&self, inside: &Path, about: &Path) -> Option<Repository> {
        let tree = self.tree.as_ref().map(|tree| tree.join(inside)).filter(|tree| tree.join(".git").exists());
        if let Some(tree) = tree {
            return Some(Repository::of(&tree));
        }
        let common = self.ask(&["rev-parse", "--path-format=absolute", "--git-common-dir"], about).ok()?;
        let folder = Path::new(common.trim_end()).join("modules").join(inside);
        folder.join("HEAD").is_file().then_some(Repository { tree: None, folder })
    }
}

/// Takes whole trees out of repositories.
struct Taking<'q> {
    revision: &'q str,
    other: Option<&'q str>,
    about: &'q Path,
    index: PathBuf,
}

impl Taking<'_> {
    /// The commit's tree, with those of its submodules, which stand at `inside` of the outermost one.
    fn take(&self, repository: &Repository, commit: &str, target: &Path, inside: &Path) -> Result<()> {
        let with_index = |words: &[&str]| -> Result<Vec<u8>> {
            // With an index of our own: the user's is not touched.
            run(repository.git().args(words).env("GIT_INDEX_FILE", &self.index), self.about)
        };
        with_index(&["read-tree", commit])?;
        let prefix = format!("--prefix={}/", target.display());
        with_index(&["checkout-index", "--all", "--force", "--quiet", &prefix])?;
        let _ = std::fs::remove_file(&self.index);
        let rows = repository.ask(&["ls-tree", "-r", "-z", "--full-tree", commit], self.about)?;
        for (mode, object, place) in rows.split('\0').filter_map(entry) {
            match mode {
                "160000" => self.submodule(repository, object, &target.join(place), &inside.join(place), place)?,
                "120000" => {
                    if let Some(tree) = &repository.tree {
                        point_inside(tree, target, Path::new(place));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn submodule(&self, of: &Repository, commit: &str, target: &Path, inside: &Path, place: &str) -> Result<()> {
        let repository = of.submodule(Path::new(place), self.about);
        let object = format!("{commit}^{{commit}}");
        let has_it = |repository: &Repository| repository.ask(&["cat-file", "-e", &object], self.about).is_ok();
        match repository {
            Some(repository) if has_it(&repository) => {
                std::fs::create_dir_all(target)
                    .map_err(|error| crate::failure::io(target, "make the folder", &error))?;
                self.take(&repository, commit, target, inside)
            }
            // What the user does not have, and what is the same in both versions, is as absent as anything that is not
            // installed.
            None if self.is_same_in_other(of, commit, place) => Ok(()),
            repository => {
                let (revision, shown) = (self.revision, inside.display());
                let short = commit.get(..10).unwrap_or(commit);
                let advice = match repository {
                    Some(_) => format!("fetch it: git -C {shown} fetch origin {commit}"),
                    None => format!("fetch it: git submodule update --init {shown}"),
                };
                Err(Failure::new(
                    format!(
                        "the submodule {shown} is not here as it was at revision `{revision}` (its commit {short})"
                    ),
                    advice,
                ))
            }
        }
    }

    /// Does the other version have the submodule at this commit as well?
    fn is_same_in_other(&self, of: &Repository, commit: &str, place: &str) -> bool {
        let there = match self.other {
            Some(other) => of.ask(&["ls-tree", "-z", "--full-tree", other, "--", place], self.about),
            None => of.ask(&["ls-files", "-s", "-z", "--", place], self.about),
        };
        there.is_ok_and(|rows| rows.split('\0').any(|row| row.split_whitespace().any(|word| word == commit)))
    }
}

/// Mode, object and path of a line of `ls-tree`.
fn entry(row: &str) -> Option<(&str, &str, &str)> {
    let (meta, place) = row.split_once('\t')?;
    let mut words = meta.split(' ');
    let (mode, _, object) = (words.next()?, words.next()?, words.next()?);
    Some((mode, object, place))
}

/// A link that leads out of the tree that was taken leads to the same place of that tree, where the working tree has it,
/// else to where it leads in the working tree.
fn point_inside(working: &Path, taken: &Path, link: &Path) {
    let own = taken.join(link);
    let Ok(leads) = std::fs::read_link(&own) else { return };
    let depth = link.components().count().saturating_sub(1);
    let ups = leads.components().take_while(|part| matches!(part, std::path::Component::ParentDir)).count();
    if leads.is_relative() && ups <= depth {
        return;
    }
    let from = working.join(link);
    let meant = crate::build::plain(&from.parent().unwrap_or(working).join(&leads));
    let target = meant.strip_prefix(working).map_or(meant.clone(), |within| taken.join(within));
    if std::fs::remove_file(&own).is_ok() {
        let _ = std::os::unix::fs::symlink(target, &own);
    }
}

/// The text of a file as it was at that revision.
pub fn text(base: &Path, path: &Path, revision: &str) -> Result<String> {
    let given = base.join(path);
    let folder = given.parent().filter(|folder| folder.is_dir()).unwrap_or(base);
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let name = given.file_name().unwrap_or_default().to_string_lossy();
    git(folder, &["show", "--end-of-options", &format!("{revision}:./{name}")], path)
}

fn git(folder: &Path, args: &[&str], about: &Path) -> Result<String> {
    Ok(String::from_utf8_lossy(&git_bytes(folder, args, about)?).into_owned())
}

fn git_bytes(folder: &Path, args: &[&str], about: &Path) -> Result<Vec<u8>> {
    run(Command::new("git").arg("-C").arg(folder).args(args), about)
}

fn run(command: &mut Command, about: &Path) -> Result<Vec<u8>> {
    let failed = |why: &str| {
        Failure::of(about.display().to_string(), format!("git failed: {why}"), "run it inside a git repository")
    };
    match confine::output(command) {
        Ok(output) if output.status.success() => Ok(output.stdout),
        Ok(output) => Err(failed(String::from_utf8_lossy(&output.stderr).trim())),
        Err(error) => Err(failed(&error.to_string())),
    }
}
