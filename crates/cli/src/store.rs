//! A store that machines share: `--store URL`.
//!
//! An entry is a tag and a text. The tag is a digest of the entry's name and its text, or with `--store-key` what only
//! who has the key can make of them (HMAC with SHA-256): what is torn, was put elsewhere or comes from somebody else is
//! no entry. A store that does not answer is left alone after a few tries: that costs time, and nothing else.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use hmac::{Hmac, Mac};
use sha2::{Digest as _, Sha256};

use crate::failure::{Failure, Result};
use crate::temporary;

/// Where entries are, by name.
trait Place: Send + Sync {
    /// `Err`: it does not answer.
    fn get(&self, name: &str) -> std::result::Result<Option<String>, String>;
    fn put(&self, name: &str, text: &str) -> std::result::Result<(), String>;
}

pub struct Shared {
    url: String,
    place: Box<dyn Place>,
    key: Option<String>,
    /// How often in a row it did not answer.
    failures: AtomicUsize,
}

/// Who does not answer so often is not asked again.
const MOST_FAILURES: usize = 3;

impl Shared {
    /// A folder (a path, or `file:///path`), `redis://host[:port][/db]` or `s3://bucket[/path]`.
    pub fn open(base: &Path, url: &str, key: Option<String>) -> Result<Shared> {
        let place: Box<dyn Place> = match url.split_once("://") {
            None => Box::new(Folder(base.join(url))),
            Some(("file", path)) => Box::new(Folder(PathBuf::from(path))),
            Some((kind @ ("redis" | "rediss" | "s3"), _)) => remote(kind, url)?,
            Some((kind, _)) => {
                let advice = "use a folder, redis://HOST:PORT or s3://BUCKET/PATH";
                return Err(Failure::new(format!("`--store {url}`: there are no stores of the kind {kind}"), advice));
            }
        };
        Ok(Shared { url: url.to_owned(), place, key, failures: AtomicUsize::new(0) })
    }

    pub(crate) fn get(&self, name: &str) -> Option<String> {
        let text = self.ask(|place| place.get(name))??;
        let (tag, body) = text.split_once('\n')?;
        self.is_tag(tag, name, body).then(|| body.to_owned())
    }

    pub(crate) fn put(&self, name: &str, body: &str) {
        let text = format!("{}\n{body}", self.tag(name, body));
        self.ask(|place| place.put(name, &text));
    }

    /// What there is to say at the end.
    pub(crate) fn note(&self) -> Option<String> {
        let is_down = self.failures.load(Ordering::Relaxed) >= MOST_FAILURES;
        is_down.then(|| format!("the store {} does not answer; the run went on without it", self.url))
    }

    fn ask<T>(&self, ask: impl FnOnce(&dyn Place) -> std::result::Result<T, String>) -> Option<T> {
        if self.failures.load(Ordering::Relaxed) >= MOST_FAILURES {
            return None;
        }
        let answer = ask(self.place.as_ref()).ok();
        match answer {
            Some(_) => self.failures.store(0, Ordering::Relaxed),
            None => _ = self.failures.fetch_add(1, Ordering::Relaxed),
        }
        answer
    }

    fn tag(&self, name: &str, body: &str) -> String {
        match &self.key {
            Some(key) => hex(&mac(key, name, body).finalize().into_bytes()),
            None => hex(&Sha256::digest(format!("{name}\n{body}"))),
        }
    }

    fn is_tag(&self, tag: &str, name: &str, body: &str) -> bool {
        match &self.key {
            // Compared in a time that tells nothing.
            Some(key) => unhex(tag).is_some_and(|tag| mac(key, name, body).verify_slice(&tag).is_ok()),
            None => tag == self.tag(name, body),
        }
    }
}

fn mac(key: &str, name: &str, body: &str) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("any key will do");
    mac.update(format!("{name}\n{body}").as_bytes());
    mac
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes().chunks(2);
    digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// A folder that machines share.
struct Folder(PathBuf);

impl Place for Folder {
    fn get(&self, name: &str) -> std::result::Result<Option<String>, String> {
        match std::fs::read_to_string(self.0.join(name)) {
            Ok(text) => Ok(Some(text)),
            // What is no text is no entry.
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => Ok(None),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    fn put(&self, name: &str, text: &str) -> std::result::Result<(), String> {
        let written = std::fs::create_dir_all(&self.0).and_then(|()| temporary::write_whole(&self.0.join(name), text));
        written.map_err(|error| error.to_string())
    }
}

#[cfg(not(feature = "remote"))]
fn remote(kind: &str, url: &str) -> Result<Box<dyn Place>> {
    let message = format!("`--store {url}`: this safebump was built without stores of the kind {kind}");
    Err(Failure::new(message, "use a folder that the machines share, or build it with: --features remote"))
}

#[cfg(feature = "remote")]
fn remote(kind: &str, url: &str) -> Result<Box<dyn Place>> {
    far::open(kind, url).map(|place| Box::new(place) as Box<dyn Place>).map_err(|error| {
        Failure::new(format!("`--store {url}`: {error}"), "write it as redis://HOST:PORT/DB or s3://BUCKET/PATH")
    })
}

/// Stores over the network, through Apache OpenDAL.
#[cfg(feature = "remote")]
mod far {
    use std::future::Future;
    use std::time::Duration;

    use opendal::{ErrorKind, Operator, services};
    use tokio::runtime::Runtime;

    use super::Place;

    /// For each request: who takes longer does not answer.
    const LIMIT: Duration = Duration::from_secs(2);

    pub(super) struct Far {
        operator: Operator,
        runtime: Runtime,
    }

    pub(super) fn open(kind: &str, url: &str) -> std::result::Result<Far, String> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let _inside = runtime.enter();
        let rest = url.split_once("://").map_or("", |(_, rest)| rest);
        let (place, path) = rest.split_once('/').unwrap_or((rest, ""));
        let operator = match kind {
            "s3" => {
                // Whose bucket, where, and who asks: as every program for S3 is told it.
                let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
                let mut builder = services::S3::default().bucket(place).root(&format!("/{path}"));
                builder = builder.region(&set("AWS_REGION").unwrap_or_else(|| "us-east-1".to_owned()));
                if let Some(endpoint) = set("AWS_ENDPOINT_URL") {
                    builder = builder.endpoint(&endpoint);
                }
                Operator::new(builder).map(|builder| builder.finish())
            }
            _ => {
                let (who, host) = place.rsplit_once('@').unwrap_or(("", place));
                let (name, password) = who.split_once(':').unwrap_or((who, ""));
                let host = if host.contains(':') { host.to_owned() } else { format!("{host}:6379") };
                let mut builder = services::Redis::default().endpoint(&format!("{kind}://{host}")).root("/safebump");
                if !path.is_empty() {
                    builder = builder.db(path.parse().map_err(|_| format!("`{path}` is no number of a database"))?);
                }
                if !name.is_empty() {
                    builder = builder.username(name);
                }
                if !password.is_empty() {
                    builder = builder.password(password);
                }
                Operator::new(builder).map(|builder| builder.finish())
            }
        };
        let operator = operator.map_err(|error| error.to_string())?;
        drop(_inside);
        Ok(Far { operator, runtime })
    }

    impl Far {
        fn wait<T>(&self, request: impl Future<Output = opendal::Result<T>>) -> std::result::Result<Option<T>, String> {
            match self.runtime.block_on(async { tokio::time::timeout(LIMIT, request).await }) {
                Ok(Ok(answer)) => Ok(Some(answer)),
                Ok(Err(error)) if error.kind() == ErrorKind::NotFound => Ok(None),
                Ok(Err(error)) => Err(error.to_string()),
                Err(_) => Err("no answer in time".to_owned()),
            }
        }
    }

    impl Place for Far {
        fn get(&self, name: &str) -> std::result::Result<Option<String>, String> {
            let bytes = self.wait(self.operator.read(name))?;
            // What is no text is no entry.
            Ok(bytes.and_then(|bytes| String::from_utf8(bytes.to_vec()).ok()))
        }

        fn put(&self, name: &str, text: &str) -> std::result::Result<(), String> {
            self.wait(self.operator.write(name, text.as_bytes().to_vec())).map(|_| ())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("safebump-shared-{name}-{}", std::process::id()))
    }

    fn open(folder: &Path, key: Option<&str>) -> Shared {
        Shared::open(Path::new(""), &format!("file://{}", folder.display()), key.map(str::to_owned)).expect("a store")
    }

    #[test]
    fn what_is_torn_moved_or_foreign_is_no_entry() {
        let folder = folder("torn");
        for key in [None, Some("secret")] {
            let store = open(&folder, key);
            assert_eq!(store.get("nothing"), None);
            store.put("a", "{\"x\": 1}");
            assert_eq!(store.get("a").as_deref(), Some("{\"x\": 1}"));
            let text = std::fs::read_to_string(folder.join("a")).expect("an entry");
            for broken in [&text[..text.len() - 1], &text.replace('1', "2"), "", "\n", "\u{0}", "zz\nx"] {
                std::fs::write(folder.join("a"), broken).expect("write");
                assert_eq!(store.get("a"), None, "{broken}");
            }
            std::fs::write(folder.join("a"), [0xff, 0xfe]).expect("write");
            assert_eq!(store.get("a"), None);
            std::fs::write(folder.join("b"), &text).expect("write");
            assert_eq!(store.get("b"), None, "it belongs to another name");
            std::fs::write(folder.join("a"), &text).expect("write");
            let others = [None, Some("secret"), Some("another")].into_iter().filter(|other| *other != key);
            for other in others {
                assert_eq!(open(&folder, other).get("a"), None, "{other:?}");
            }
            assert_eq!(store.note(), None);
        }
        let _ = std::fs::remove_dir_all(folder);
    }

    #[test]
    fn what_does_not_answer_is_left_alone() {
        let folder = folder("down");
        std::fs::write(&folder, "a file").expect("write");
        let store = open(&folder, None);
        for _ in 0..10 {
            store.put("a", "{}");
            assert_eq!(store.get("a"), None);
        }
        assert!(store.note().is_some_and(|note| note.contains("does not answer")));
        let _ = std::fs::remove_file(folder);
        assert!(Shared::open(Path::new(""), "ftp://x", None).is_err());
    }

    #[cfg(not(feature = "remote"))]
    #[test]
    fn what_is_not_built_in_is_said() {
        let failure = Shared::open(Path::new(""), "redis://127.0.0.1", None).err().expect("a failure");
        assert!(failure.first_line().contains("built without"), "{}", failure.first_line());
    }

    /// With a real Redis at the address in SAFEBUMP_TEST_REDIS.
    #[cfg(feature = "remote")]
    #[test]
    fn redis_keeps_entries() {
        if let Ok(url) = std::env::var("SAFEBUMP_TEST_REDIS") {
            let store = Shared::open(Path::new(""), &url, Some("secret".to_owned())).expect("a store");
            let name = format!("entry-{}", std::process::id());
            assert_eq!(store.get(&name), None);
            store.put(&name, "{}");
            assert_eq!(store.get(&name).as_deref(), Some("{}"));
            let other = Shared::open(Path::new(""), &url, Some("another".to_owned())).expect("a store");
            assert_eq!((other.get(&name), other.note()), (None, None));
        }
        let down = Shared::open(Path::new(""), "redis://127.0.0.1:1", None).expect("a store");
        assert_eq!((0..4).find_map(|_| down.get("a")), None);
        assert!(down.note().is_some());
    }
}
