//! Real code: every function of the standard library's modules lowers to a well-formed program.

use front_python::{Client, Options, Version, functions, lower};
use ir::entry::Source;

#[test]
fn the_standard_library_lowers() {
    let all = std::env::var("ALL_MODULES").is_ok();
    let Ok(folder) = std::fs::read_dir("/usr/lib/python3.11") else { return };
    let chosen = ["bisect", "heapq", "colorsys", "textwrap", "string", "calendar", "fractions", "shlex", "statistics"];
    let mut files: Vec<std::path::PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let work = move || {
        let (mut lowered, mut stops) = (0, std::collections::BTreeMap::new());
        for file in files {
            let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_string();
            if file.extension().is_none_or(|ending| ending != "py") || !(all || chosen.contains(&stem.as_str())) {
                continue;
            }
            let Ok(text) = std::fs::read_to_string(&file) else { continue };
            let version = Version::file(Source { name: format!("{stem}.py"), text });
            let names = functions(&version).unwrap_or_else(|error| panic!("{error}"));
            for (index, name) in names.iter().enumerate() {
                if all && index % 7 != 0 {
                    continue;
                }
                let client = Client { function: name.clone(), file: None };
                let pair = lower(&version, &version, &client, &Options::default());
                let pair = pair.unwrap_or_else(|error| panic!("{stem}: {error}"));
                ir::well_formed::assert(&pair.old.program);
                for (_, function) in pair.old.program.functions.iter() {
                    for (_, block) in function.body().iter().flat_map(|body| body.blocks.iter()) {
                        if let (ir::Terminator::Unsupported(what), false) =
                            (&block.end, function.name.starts_with("py."))
                        {
                            *stops.entry(what.to_string()).or_insert(0) += 1;
                        }
                    }
                }
                lowered += 1;
            }
        }
        (lowered, stops)
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(work).expect("a thread");
    let (lowered, stops) = thread.join().expect("no crash");
    if all {
        let mut stops: Vec<(usize, String)> = stops.into_iter().map(|(what, count)| (count, what)).collect();
        stops.sort();
        panic!("{lowered} lowered; {stops:#?}");
    }
    assert!(lowered > 100, "{lowered}");
}
