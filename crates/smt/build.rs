//! Lets test binaries find Z3: cargo puts library folders below its own target folder on the
//! loader's path when it runs them. (The installed program has its own rpath.)

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../..");
    let library = root.join(".deps/z3/lib/libz3.so.5.3");
    println!("cargo::rerun-if-changed={}", library.display());
    if library.exists() {
        let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
        link(&library.canonicalize()?, &out.join("libz3.so.5.3"))?;
        println!("cargo::rustc-link-search=native={}", out.display());
    }
    Ok(())
}

fn link(from: &Path, to: &Path) -> io::Result<()> {
    if fs::symlink_metadata(to).is_ok() {
        fs::remove_file(to)?;
    }
    std::os::unix::fs::symlink(from, to)
}
