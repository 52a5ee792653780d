//! What loading both versions leaves behind, and what of that is the same.
//!
//! Both are loaded, confined, and say what their objects look like (`heap.py`), which of their functions are what the
//! source defines (`standing.py`) and what loading ran (`loading.py`). What ran must be the same in both but for statements that
//! only bind names ([`crate::ran`]): objects hide state. What loading did to the interpreter and to packages outside must
//! be the same too, apart from what these only remember. Where that is not so, objects may hide state, and only what leads to
//! plain code alone is known to be the same ([`Loading::hides`]).
//!
//! Left out: state of compiled code that no object shows.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use confine::Trust;
use front_python::Loading;
use serde_json::{Value, json};

use crate::heaps::Heaps;
use crate::ran;
use crate::worker::{Layout, Worker};

const LOADING: Duration = Duration::from_secs(20);

/// Loads both versions and compares what that leaves; or why that cannot be seen.
pub fn loads(layouts: [Layout; 2], trust: Trust, until: Instant) -> Result<Loading, String> {
    seen(&graphs(layouts, trust, until)?)
}

/// The graphs of both. They take their time at once.
fn graphs(layouts: [Layout; 2], trust: Trust, until: Instant) -> Result<[Value; 2], String> {
    std::thread::scope(|scope| {
        // A process ends with the thread that began it: each has one thread until all is said.
        let [old, new] = layouts.map(|layout| {
            let (ask, asked) = channel::<Value>();
            let (answer, answers) = channel();
            scope.spawn(move || {
                let mut worker = Worker::looking(layout);
                for request in asked {
                    if answer.send(said(&mut worker, &request, trust, until)).is_err() {
                        return;
                    }
                }
            });
            (ask, answers)
        });
        let gone = || "it cannot be run".to_owned();
        let both = |request: &Value| -> Result<[Value; 2], String> {
            for (ask, _) in [&old, &new] {
                ask.send(request.clone()).map_err(|_| gone())?;
            }
            let [old, new] = [&old, &new].map(|(_, answers)| answers.recv().map_err(|_| gone()));
            Ok([old??, new??])
        };
        let loaded = both(&json!(["heap_load"]))?;
        if let Some(why) = differs_in_loading(&loaded) {
            return Err(why);
        }
        let [first, second] = loaded.each_ref().map(|said| texts(&said["modules"]));
        both(&json!(["heap_graph", first.intersection(&second).collect::<Vec<_>>()]))
    })
}

fn said(worker: &mut Worker, request: &Value, trust: Trust, until: Instant) -> Result<Value, String> {
    let time = LOADING.min(until.saturating_duration_since(Instant::now()));
    match worker.ask(request, time, trust) {
        Ok(Ok(said)) => Ok(said),
        Ok(Err(end)) => Err(end.to_string()),
        Err(_) => Err("it cannot be run".to_owned()),
    }
}

fn texts(value: &Value) -> BTreeSet<String> {
    value.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

fn differs_in_loading(loaded: &[Value; 2]) -> Option<String> {
    let why = |said: &Value| said["nothing"].as_str().or(said["failure"].as_str()).map(str::to_owned);
    match loaded.each_ref().map(why) {
        [None, None] if loaded[0]["said"] != loaded[1]["said"] => Some("what loading writes".to_owned()),
        [None, None] => None,
        [old, new] => old.or(new),
    }
}

fn seen(graphs: &[Value; 2]) -> Result<Loading, String> {
    for graph in graphs {
        if let Some(why) = graph["unseen"].as_str() {
            return Err(why.to_owned());
        }
    }
    if graphs[0]["settings"] != graphs[1]["settings"] {
        return Err("what loading does to the interpreter is not the same".to_owned());
    }
    let heaps = Heaps::of(graphs).ok_or("it does not say what it is")?;
    let ran = ran::is_same(&graphs[0]["ran"], &graphs[1]["ran"]);
    let hides = ran.and_then(|()| heaps.is_same_outside()).err();
    let functions = |side: usize| serde_json::from_value(graphs[side]["functions"].clone());
    match (functions(0), functions(1)) {
        (Ok(old), Ok(new)) => Ok(Loading { functions: [old, new], graph: Arc::new(heaps), hides }),
        _ => Err("it does not say what it holds".to_owned()),
    }
}
