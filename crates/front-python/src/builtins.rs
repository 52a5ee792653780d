//! The names that every module sees: exceptions with their hierarchy, types, and functions.

/// Every builtin exception and what it derives from.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("BaseException", "object"),
    ("BaseExceptionGroup", "BaseException"),
    ("GeneratorExit", "BaseException"),
    ("KeyboardInterrupt", "BaseException"),
    ("SystemExit", "BaseException"),
    ("Exception", "BaseException"),
    ("ArithmeticError", "Exception"),
    ("FloatingPointError", "ArithmeticError"),
    ("OverflowError", "ArithmeticError"),
    ("ZeroDivisionError", "ArithmeticError"),
    ("AssertionError", "Exception"),
    ("AttributeError", "Exception"),
    ("BufferError", "Exception"),
    ("EOFError", "Exception"),
    ("ImportError", "Exception"),
    ("ModuleNotFoundError", "ImportError"),
    ("LookupError", "Exception"),
    ("IndexError", "LookupError"),
    ("KeyError", "LookupError"),
    ("MemoryError", "Exception"),
    ("NameError", "Exception"),
    ("UnboundLocalError", "NameError"),
    ("OSError", "Exception"),
    ("BlockingIOError", "OSError"),
    ("ChildProcessError", "OSError"),
    ("ConnectionError", "OSError"),
    ("BrokenPipeError", "ConnectionError"),
    ("ConnectionAbortedError", "ConnectionError"),
    ("ConnectionRefusedError", "ConnectionError"),
    ("ConnectionResetError", "ConnectionError"),
    ("FileExistsError", "OSError"),
    ("FileNotFoundError", "OSError"),
    ("InterruptedError", "OSError"),
    ("IsADirectoryError", "OSError"),
    ("NotADirectoryError", "OSError"),
    ("PermissionError", "OSError"),
    ("ProcessLookupError", "OSError"),
    ("TimeoutError", "OSError"),
    ("ReferenceError", "Exception"),
    ("RuntimeError", "Exception"),
    ("NotImplementedError", "RuntimeError"),
    ("RecursionError", "RuntimeError"),
    ("StopAsyncIteration", "Exception"),
    ("StopIteration", "Exception"),
    ("SyntaxError", "Exception"),
    ("IndentationError", "SyntaxError"),
    ("TabError", "IndentationError"),
    ("SystemError", "Exception"),
    ("TypeError", "Exception"),
    ("ValueError", "Exception"),
    ("UnicodeError", "ValueError"),
    ("UnicodeDecodeError", "UnicodeError"),
    ("UnicodeEncodeError", "UnicodeError"),
    ("UnicodeTranslateError", "UnicodeError"),
    ("Warning", "Exception"),
    ("BytesWarning", "Warning"),
    ("DeprecationWarning", "Warning"),
    ("EncodingWarning", "Warning"),
    ("FutureWarning", "Warning"),
    ("ImportWarning", "Warning"),
    ("PendingDeprecationWarning", "Warning"),
    ("ResourceWarning", "Warning"),
    ("RuntimeWarning", "Warning"),
    ("SyntaxWarning", "Warning"),
    ("UnicodeWarning", "Warning"),
    ("UserWarning", "Warning"),
    ("ExceptionGroup", "BaseExceptionGroup"),
];

const TYPES: &[&str] = &[
    "object",
    "int",
    "bool",
    "float",
    "str",
    "list",
    "tuple",
    "range",
    "dict",
    "set",
    "frozenset",
    "type",
    "bytes",
    "bytearray",
    "complex",
    "slice",
    "memoryview",
    "property",
    "classmethod",
    "staticmethod",
    "super",
    "enumerate",
    "zip",
    "map",
    "filter",
    "reversed",
];

const FUNCTIONS: &[&str] = &[
    "abs",
    "aiter",
    "all",
    "anext",
    "any",
    "ascii",
    "bin",
    "breakpoint",
    "callable",
    "chr",
    "compile",
    "copyright",
    "credits",
    "delattr",
    "dir",
    "divmod",
    "eval",
    "exec",
    "exit",
    "format",
    "getattr",
    "globals",
    "hasattr",
    "hash",
    "help",
    "hex",
    "id",
    "input",
    "isinstance",
    "issubclass",
    "iter",
    "len",
    "license",
    "locals",
    "max",
    "min",
    "next",
    "oct",
    "open",
    "ord",
    "pow",
    "print",
    "quit",
    "repr",
    "round",
    "setattr",
    "sorted",
    "sum",
    "vars",
    "__build_class__",
    "__import__",
];

/// Constants that are names; every module has the names with two underscores.
const CONSTANTS: &[&str] = &["Ellipsis", "NotImplemented", "__debug__"];

/// What a name means when no module binds it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    Exception(&'static str),
    Type(&'static str),
    Function(&'static str),
    Constant(&'static str),
}

impl Builtin {
    /// Does it go through its argument at once, and keep nothing of it but the elements?
    pub(crate) fn consumes(self) -> bool {
        let names = ["list", "tuple", "set", "sum", "sorted", "min", "max", "any", "all"];
        matches!(self, Builtin::Type(name) | Builtin::Function(name) if names.contains(&name))
    }
}

pub(crate) fn find(name: &str) -> Option<Builtin> {
    let name = match name {
        "EnvironmentError" | "IOError" => "OSError",
        name => name,
    };
    if let Some((name, _)) = EXCEPTIONS.iter().find(|(known, _)| *known == name) {
        return Some(Builtin::Exception(name));
    }
    let find = |names: &'static [&'static str]| names.iter().copied().find(|known| *known == name);
    find(TYPES)
        .map(Builtin::Type)
        .or_else(|| find(FUNCTIONS).map(Builtin::Function))
        .or_else(|| find(CONSTANTS).map(Builtin::Constant))
}

/// The class that a builtin exception derives from.
pub(crate) fn base_of_exception(name: &str) -> Option<&'static str> {
    EXCEPTIONS.iter().find(|(known, _)| *known == name).map(|(_, base)| *base)
}

/// All builtin exceptions.
pub(crate) fn exceptions() -> impl Iterator<Item = &'static str> {
    EXCEPTIONS.iter().map(|(name, _)| *name)
}

pub(crate) fn types() -> impl Iterator<Item = &'static str> {
    TYPES.iter().copied()
}

/// The modules of the standard library: their import succeeds and has no effect that counts.
pub(crate) fn is_standard_module(path: &str) -> bool {
    let root = path.split('.').next().unwrap_or(path);
    STANDARD_MODULES.split_whitespace().any(|known| known == root)
}

const STANDARD_MODULES: &str = "\
    __future__ _abc _aix_support _ast _asyncio _bisect _blake2 _bootsubprocess _bz2 _codecs _codecs_cn _codecs_hk \
    _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _collections _collections_abc _compat_pickle _compression \
    _contextvars _crypt _csv _ctypes _curses _curses_panel _datetime _dbm _decimal _elementtree _frozen_importlib \
    _frozen_importlib_external _functools _gdbm _hashlib _heapq _imp _io _json _locale _lsprof _lzma _markupbase \
    _md5 _msi _multibytecodec _multiprocessing _opcode _operator _osx_support _overlapped _pickle _posixshmem \
    _posixsubprocess _py_abc _pydecimal _pyio _queue _random _scproxy _sha1 _sha256 _sha3 _sha512 _signal \
    _sitebuiltins _socket _sqlite3 _sre _ssl _stat _statistics _string _strptime _struct _symtable _thread \
    _threading_local _tkinter _tokenize _tracemalloc _typing _uuid _warnings _weakref _weakrefset _winapi \
    _zoneinfo abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii \
    bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys \
    compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses \
    datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl \
    filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp \
    gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json \
    keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib \
    msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev \
    pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats \
    pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource \
    rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket \
    socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct \
    subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this \
    threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types \
    typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref \
    xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo";
