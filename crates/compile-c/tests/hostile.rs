//! C that means harm, run confined: each attempt is refused or bounded, is seen to be, and harms nobody.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use compile_c::Language;
use compile_c::driver::{Called, Callee, Outcome};
use confine::{Trust, left_out_of_tests};
use front_llvm::{SourceKind, SourceType};

/// Each number is one attempt; whoever comes through returns 666.
const SOURCE: &str = r#"
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int f(int attempt) {
    static char outside[] = "OUTSIDE";
    switch (attempt) {
    case 0: return 7;
    case 1: { int fd = open(outside, O_WRONLY | O_TRUNC); if (fd >= 0) write(fd, "after", 5); return 666; }
    case 2: unlink(outside); return 666;
    case 3: symlink("/etc/passwd", "link"); return open("link", O_RDONLY) >= 0 ? 666 : 1;
    case 4: { FILE *file = fopen("/etc/passwd", "r"); return file ? 666 : 1; }
    case 5: { DIR *home = opendir(getenv("HOME") ? "/root" : "/root"); return home ? 666 : 1; }
    case 6: socket(AF_INET, SOCK_STREAM, 0); return 666;
    case 7: socket(AF_UNIX, SOCK_STREAM, 0); return 666;
    case 8: for (;;) fork(); return 666;
    case 9: execl("/bin/sh", "sh", "-c", "echo harm", (char *)0); return 666;
    case 10: return system("echo harm") == 0 ? 666 : 1;
    case 11: kill(getppid(), SIGKILL); return 666;
    case 12: kill(-1, SIGKILL); return 666;
    case 13: ptrace(PTRACE_ATTACH, getppid(), 0, 0); return 666;
    case 14: { char bytes[8]; struct { void *at; size_t size; } own = {bytes, 8}, other = {&errno, 8};
               return syscall(SYS_process_vm_readv, getppid(), &own, 1UL, &other, 1UL, 0UL) > 0 ? 666 : 1; }
    case 15: { long taken = 0; while (malloc(1 << 20) && taken < 8192) taken++; return taken >= 8192 ? 666 : 2; }
    case 16: for (;;) sleep(1000);
    case 17: for (;;) {}
    case 18: { FILE *file = fopen("/proc/self/environ", "r"); return file ? 666 : 1; }
    case 19: unshare(0x10000000); return 666;
    case 20: return mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, open("/dev/mem", O_RDWR), 0) != MAP_FAILED ? 666 : 1;
    /* The last: it ends the whole run. */
    case 21: for (;;) { static char line[1 << 16]; memset(line, 'x', sizeof line); write(1, line, sizeof line); }
    }
    return 0;
}
"#;
const ATTEMPTS: usize = 22;
/// Those that are answered, with a failure.
const ANSWERED: [(usize, &str); 2] = [(0, "7"), (15, "2")];

fn int() -> SourceType {
    SourceType { name: "int".to_owned(), size: 4, kind: SourceKind::Int { signed: true } }
}

fn driver(client: PathBuf) -> Callee {
    Callee {
        language: Language::C,
        client,
        others: Vec::new(),
        includes: Vec::new(),
        flags: Vec::new(),
        function: "f".to_owned(),
        params: vec![int()],
        names: vec!["attempt".to_owned()],
        result: int(),
        globals: Vec::new(),
        leaves_state: true,
    }
}

#[test]
fn nobody_is_harmed_by_compiled_code() {
    if left_out_of_tests() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("safebump-hostile-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder of our own");
    let (outside, source) = (folder.join("outside"), folder.join("hostile.c"));
    std::fs::write(&outside, "before").expect("a file of our own");
    std::fs::write(&source, SOURCE.replace("OUTSIDE", &outside.display().to_string())).expect("the source");
    let begun = Instant::now();
    let calls: Vec<String> = (0..ATTEMPTS).map(|attempt| attempt.to_string()).collect();
    let called = driver(source).run(&calls, Trust::Strangers).expect("it is compiled and run");
    assert_eq!(called.len(), ATTEMPTS);
    for (attempt, Called { outcome, output, .. }) in called.iter().enumerate() {
        let expected = ANSWERED.iter().find(|(known, _)| *known == attempt);
        let expected = expected.map_or(Outcome::None, |(_, answer)| Outcome::Returned((*answer).to_owned()));
        assert_eq!(*outcome, expected, "attempt {attempt} wrote {:?}", &output[..output.len().min(100)]);
        assert!(!output.contains("harm"), "attempt {attempt}");
    }
    assert_eq!(std::fs::read_to_string(&outside).expect("it is still there"), "before");
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    let _ = std::fs::remove_dir_all(&folder);
}
