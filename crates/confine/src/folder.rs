//! Folders for a while: private, and gone when they are no longer needed, or with the process.
//!
//! An answer that is due is given while work goes on that nobody waits for. So whoever ends the process calls
//! [`Folder::remove_all`] last: from then on no new ones are made.

use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// Those that are there now; nothing once the process is about to end.
static FOLDERS: Mutex<Option<Vec<PathBuf>>> = Mutex::new(Some(Vec::new()));

/// A folder that only this user can look into. Removed when it is dropped, with whatever is in it.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    pub fn new() -> io::Result<Folder> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let root = std::env::temp_dir().canonicalize()?;
        let mut folders = FOLDERS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let Some(folders) = &mut *folders else { return Err(io::ErrorKind::Interrupted.into()) };
        for _ in 0..1000 {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = root.join(format!("safebump-{}-{number}", std::process::id()));
            // It must not be there yet: what somebody else put there is not trusted.
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => {
                    folders.push(path.clone());
                    return Ok(Folder { path });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes all of them, for good.
    pub fn remove_all() {
        let folders = FOLDERS.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        for path in folders.into_iter().flatten() {
            // What still runs may write into it at this moment.
            let _ = std::fs::remove_dir_all(&path).or_else(|_| std::fs::remove_dir_all(&path));
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Some(folders) = &mut *FOLDERS.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) {
            folders.retain(|path| *path != self.path);
        }
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
