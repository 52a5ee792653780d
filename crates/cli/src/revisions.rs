//! Takes a version out of git, by calling the `git` program.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::{Failure, Result};
use crate::read::Named;
use crate::temporary::{self, Folder};

/// The path as it was at that revision.
pub fn check_out(base: &Path, path: &Path, revision: &str) -> Result<(Folder, Named)> {
    let given = base.join(path);
    // The path may be gone today: the repository is found from the nearest folder that is there.
    let folder = given.ancestors().find(|folder| folder.is_dir()).unwrap_or(base);
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let root = git(folder, &["rev-parse", "--show-toplevel"], path)?;
    let root = PathBuf::from(root.trim_end());
    let absolute = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    let inside = absolute.join(given.strip_prefix(folder).unwrap_or(&given));
    let inside = inside.strip_prefix(&root).unwrap_or(&inside).display().to_string();
    let inside = inside.trim_end_matches('/').to_owned();
    let commit =
        git(&root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{revision}^{{commit}}")], path)
            .map_err(|_| {
                Failure::new(
                    format!("git knows no revision `{revision}`"),
                    "name a commit, a tag or a branch of this repository",
                )
            })?;
    let checkout = temporary::folder()?;
    let target = checkout.path().to_path_buf();
    let object = format!("{}:{inside}", commit.trim());
    git(&root, &["cat-file", "-e", &object], path).map_err(|_| {
        Failure::new(
            format!("there is no {} at revision `{revision}`", path.display()),
            "check the path; it is looked up as it was at that revision",
        )
    })?;
    // The whole tree: what stands beside the path is as old as the path.
    let tree = target.join("tree");
    std::fs::create_dir_all(&tree).map_err(|error| crate::failure::io(&tree, "make the folder", &error))?;
    let index = target.join("index");
    with_index(&root, &["read-tree", commit.trim()], &index, path)?;
    let prefix = format!("--prefix={}/", tree.display());
    with_index(&root, &["checkout-index", "--all", "--force", "--quiet", &prefix], &index, path)?;
    let named =
        Named { path: tree.join(&inside), name: format!("{revision}:{}", path.display()), home: given, text: None };
    Ok((checkout, named))
}

/// The text of a file as it was at that revision.
pub fn text(base: &Path, path: &Path, revision: &str) -> Result<String> {
    let given = base.join(path);
    let folder = given.parent().filter(|folder| folder.is_dir()).unwrap_or(base);
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let name = given.file_name().unwrap_or_default().to_string_lossy();
    git(folder, &["show", "--end-of-options", &format!("{revision}:./{name}")], path)
}

/// With an index of our own: the user's is not touched.
fn with_index(folder: &Path, args: &[&str], index: &Path, about: &Path) -> Result<Vec<u8>> {
    run(Command::new("git").arg("-C").arg(folder).args(args).env("GIT_INDEX_FILE", index), about)
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
