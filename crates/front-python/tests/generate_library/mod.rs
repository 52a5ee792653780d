//! Random programs that use the methods and functions of the language's own types: texts, bytes, numbers, dicts,
//! sets, lists, and what formats them. Each expression is made of a template whose holes are filled from pools of
//! odd values; what it gives, or the exception it ends with, is part of what the program returns.

use std::fmt::Write;

pub(crate) fn program(seed: u64) -> String {
    let mut random = Random { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 };
    for _ in 0..4 {
        random.next();
    }
    let mut out = String::from(HEAD);
    for _ in 0..4 {
        let template = random.pick(TEMPLATES);
        let expression = random.fill(template);
        match expression.strip_prefix("do ") {
            Some(statements) => {
                let (statements, shown) = statements.rsplit_once("; ").expect("statements end with what is shown");
                writeln!(
                    out,
                    "    try:\n        {}\n        out.append({shown})",
                    statements.replace("; ", "\n        ")
                )
            }
            None => writeln!(out, "    try:\n        out.append({expression})"),
        }
        .expect("writing to a string");
        for class in EXCEPTIONS {
            writeln!(out, "    except {class}: out.append('{class}')").expect("writing to a string");
        }
    }
    out += "    return out\n";
    out
}

const HEAD: &str = "\
import bisect, heapq, itertools, math, operator, string
def f():
    out = []
";

const EXCEPTIONS: &[&str] = &[
    "UnicodeError",
    "ValueError",
    "TypeError",
    "KeyError",
    "IndexError",
    "OverflowError",
    "ZeroDivisionError",
    "StopIteration",
    "AttributeError",
];

/// `$s` a text, `$i` a small int, `$n` any int, `$f` a float, `$v` any value, `$l` a list, `$d` a dict, `$t` a set,
/// `$b` bytes, `$p` a format, `$c` one character, `$o` a bound, `$a` a list of texts, `$k` a key.
const TEMPLATES: &[&str] = &[
    "$s.upper()",
    "$s.lower()",
    "$s.casefold()",
    "$s.swapcase()",
    "$s.title()",
    "$s.capitalize()",
    "($s.isupper(), $s.islower(), $s.istitle())",
    "($s.isalpha(), $s.isalnum(), $s.isascii())",
    "($s.isdigit(), $s.isdecimal(), $s.isnumeric(), $s.isspace())",
    "($s.isprintable(), $s.isidentifier())",
    "$s.strip()",
    "$s.lstrip($s)",
    "$s.rstrip(None)",
    "$s.startswith($s, $o, $o)",
    "$s.endswith($s, $o)",
    "$s.startswith(($s, $s))",
    "$s.endswith(($s, $v))",
    "($s.find($s), $s.rfind($s))",
    "$s.find($s, $o, $o)",
    "$s.rfind($s, $o, $o)",
    "$s.index($s, $o)",
    "$s.rindex($s)",
    "$s.count($s)",
    "$s.count($s, $o, $o)",
    "$s.replace($s, $s)",
    "$s.replace($s, $s, $i)",
    "$s.split()",
    "$s.split($s)",
    "$s.split($s, $i)",
    "$s.split(maxsplit=$i)",
    "$s.split(sep=$s, maxsplit=$i)",
    "$s.rsplit(None, $i)",
    "$s.rsplit($s, $i)",
    "$s.rsplit()",
    "$s.splitlines()",
    "$s.splitlines(keepends=True)",
    "$s.expandtabs()",
    "$s.expandtabs($i)",
    "$s.partition($s)",
    "$s.rpartition($s)",
    "$s.join($a)",
    "$s.join($l)",
    "$s.center($i)",
    "$s.center($i, $c)",
    "$s.ljust($i, $c)",
    "$s.rjust($i)",
    "$s.zfill($i)",
    "$s.removeprefix($s)",
    "$s.removesuffix($s)",
    "$s.translate(str.maketrans('abc', 'xyz', ' '))",
    "$s.translate({97: None, 98: 'BB', 32: 95, 233: 'e'})",
    "str.maketrans({'a': 1, 98: None})",
    "str.maketrans($s, $s)",
    "repr($s)",
    "ascii($s)",
    "f'{$s!r:>10}'",
    "f'{$s!a}'",
    "'%s' % $v",
    "'%r|%a' % ($v, $s)",
    "'%$w$x' % $n",
    "'%$w$x' % $f",
    "'%$w$x' % $v",
    "'%*.*f' % ($i, $i, $f)",
    "'%(a)s %(b)d' % {'a': $v, 'b': $n}",
    "'%s %s' % ($v,)",
    "'%s' % ($v, $v)",
    "'%%%c' % $v",
    "'x' % $v",
    "format($n, $p)",
    "format($f, $p)",
    "format($s, $p)",
    "format($v, $p)",
    "f'{$n:$q}'",
    "f'{$f:$q}'",
    "f'{$s:$q}'",
    "f'{$n:>{$i}}'",
    "f'{$f:.{$i}f}'",
    "f'{$f:,.2f}|{$n:,}|{$n:_x}'",
    "'{} {}'.format($v, $v)",
    "'{0}{1}{0}'.format($v, $s)",
    "'{a:>{w}}{b!r}'.format(a=$s, b=$s, w=$i)",
    "'{0[0]}{0[1]:>4}'.format($a)",
    "'{x[k]}'.format(x={'k': $v})",
    "'{:$q}'.format($n)",
    "'{:$q}'.format($f)",
    "'{{}}{}'.format($v)",
    "'{} {}'.format($v)",
    "'{missing}'.format(a=1)",
    "'{a} {b}'.format_map({'a': $v, 'b': $s})",
    "int($s)",
    "int($m)",
    "int($m, $z)",
    "int($m, base=$z)",
    "float($g)",
    "float($s)",
    "str($f)",
    "repr([$f, $s])",
    "round($f)",
    "round($f, $i)",
    "round($n, $i)",
    "round($f, None)",
    "pow($n, $i, $n)",
    "pow($i, -1, $n)",
    "$f ** $i",
    "$f ** $f",
    "$i ** -2",
    "(bin($n), oct($n), hex($n))",
    "divmod($f, $f)",
    "($n.bit_length(), $n.bit_count())",
    "$f.is_integer()",
    "chr($n)",
    "[ord(c) for c in $s]",
    "$s * $i",
    "$s[$o:$o:$y]",
    "$l[$o:$o:$y]",
    "do x = $l; x[$o:$o] = $a; x",
    "do x = $l; x[$o:$o:$y] = $a; x",
    "do x = $l; del x[$o:$o:$y]; x",
    "do x = $l; del x[$i]; x",
    "do x = $l; x.insert($i, $v); x",
    "do x = $l; x.pop($i); x",
    "do x = $l; x.remove($v); x",
    "do x = $l; x.reverse(); x",
    "do x = $a; x.sort(key=len, reverse=$e); x",
    "do x = $a; x.sort(key=str.lower); x",
    "do x = [3, 1, 2]; x.sort(key=lambda y: len(x) + y); x",
    "do x = [3, 1, 2]; x.sort(key=lambda y: x.append(y) or y); x",
    "do x = $a; x += $a; x.extend($t); x",
    "$l.index($v)",
    "$l.index($v, $i)",
    "$l.index($v, $i, $i)",
    "($v, $v, $v).index($v, $i)",
    "$l.count($v)",
    "$l + $l",
    "$l * $i",
    "sorted($a, key=str.casefold)",
    "sorted($a, key=len, reverse=True)",
    "list(map(str.strip, $a))",
    "list(map(str.upper, $a))",
    "sorted($t)",
    "sorted($t, reverse=True)",
    "(len($t), sum($t), max($t), min($t), any($t), all($t))",
    "sum($t)",
    "max($t, default=$v)",
    "$t | $t",
    "$t & $t",
    "$t - $t",
    "$t ^ $t",
    "($t <= $t, $t < $t, $t >= $t, $t > $t, $t == $t)",
    "$t.union($t, $l)",
    "$t.intersection($t)",
    "$t.difference($t, [1])",
    "$t.symmetric_difference($t)",
    "($t.issubset($t), $t.issuperset($t), $t.isdisjoint($t))",
    "do x = $t; x.update($t, [7]); x",
    "do x = $t; x.intersection_update($t); x",
    "do x = $t; x.difference_update($t); x",
    "do x = $t; x.symmetric_difference_update($t); x",
    "do x = $t; y = x; x |= $t; (x, y)",
    "do x = $t; y = x; x &= $t; (x, y)",
    "do x = $t; y = x; x -= $t; (x, y)",
    "do x = $t; y = x; x ^= $t; (x, y)",
    "do x = $t; x.discard($k); x.remove($k); x",
    "do x = $t; x.clear(); (x, repr(x))",
    "do x = {$k}; y = x.copy(); (x.pop(), y, x)",
    "{*$l, *$t}",
    "$k in $t",
    "list($d)",
    "list($d.items())",
    "list($d.keys()) + list($d.values())",
    "repr($d.items())",
    "repr($d)",
    "(len($d.keys()), bool($d.values()))",
    "($k in $d.keys(), $v in $d.values(), ($k, $v) in $d.items())",
    "$d.keys() & $d.keys()",
    "$d.keys() | $t",
    "$d.keys() - [$k]",
    "$d.keys() ^ $d.keys()",
    "$d.keys() == $t",
    "$d.keys() <= $d.keys()",
    "sorted($d.items(), key=lambda kv: str(kv[0]))",
    "max($d.values())",
    "list(reversed($d))",
    "list(reversed($d.items()))",
    "do x = $d; x.popitem(); list(x.items())",
    "do x = $d; y = (x.pop($k), x.pop($k, $v)); (x, y)",
    "do x = $d; y = x.setdefault($k, $v); (list(x.items()), y)",
    "do x = $d; x.update($d); list(x.items())",
    "do x = $d; x.update([($k, $v), ($k, $v)]); list(x.items())",
    "do x = $d; x.update($l); list(x.items())",
    "do x = $d; x.update(a=$v, b=$v); list(x.items())",
    "do x = $d; del x[$k]; list(x.items())",
    "do x = $d; y = x; x |= $d; (list(x.items()), y)",
    "do x = $d; x |= [($k, $v)]; list(x.items())",
    "list(($d | $d).items())",
    "dict([($k, $v), ($k, $v)])",
    "dict(zip($a, $l))",
    "dict($d, a=$v)",
    "dict(a=$v, b=$v)",
    "dict($l)",
    "list(dict.fromkeys($a, $v).items())",
    "dict.fromkeys($s)",
    "{k: v for k, v in $d.items() if v}",
    "{**$d, **$d}",
    "$d == $d",
    "$d.get($k, $v)",
    "max($d, key=$d.get)",
    "list(zip($a, $l, strict=$e))",
    "list(enumerate($a, start=$i))",
    "list(reversed($a))",
    "min($a, key=len)",
    "max($s, $s, key=len)",
    "max($l, default=$v)",
    "$b.decode()",
    "$b.decode($u)",
    "$b.decode($u, $r)",
    "$s.encode()",
    "$s.encode($u)",
    "$s.encode($u, errors=$r)",
    "$b.hex()",
    "($b[0], $b[$o:$o], len($b))",
    "$b + $b",
    "$b * $i",
    "($b < $b, $b == $b, $b == $s)",
    "list($b)",
    "bytes($l)",
    "bytes($i)",
    "bytes([1, $n])",
    "repr($b)",
    "$n in $b",
    "$b in $b",
    "($n < $f, $n == $f, $f <= $n)",
    "hash($n) == hash(float($i))",
    "math.floor($f)",
    "math.ceil($f)",
    "math.trunc($f)",
    "(math.isnan($f), math.isinf($f), math.isfinite($f))",
    "math.gcd($n, $n, $n)",
    "math.lcm($n, $n)",
    "math.isqrt($n)",
    "math.factorial($i)",
    "math.comb($i, $i)",
    "math.perm($i, $i)",
    "math.prod([$i, $n, $f])",
    "math.copysign($f, $f)",
    "math.fmod($f, $f)",
    "math.sqrt($f)",
    "math.isclose($f, $f)",
    "math.hypot($f)",
    "math.log($n)",
    "math.exp($f)",
    "math.pow($f, $f)",
    "$s < $s",
    "str($v) + str($v)",
    "isinstance($v, (bytes, str))",
    "list(itertools.chain($a, $l))",
    "list(itertools.chain.from_iterable([$a, $s]))",
    "list(itertools.chain($a, $i))",
    "list(itertools.islice($a, $o))",
    "list(itertools.islice($s, $o, $o))",
    "list(itertools.islice($l, $o, $o, $y))",
    "do x = iter($l); y = list(itertools.islice(x, 2)); (y, list(x))",
    "list(itertools.repeat($v, $i))",
    "list(zip($a, itertools.count($i, $i)))",
    "list(itertools.accumulate($l))",
    "list(itertools.accumulate($a))",
    "list(itertools.pairwise($s))",
    "list(itertools.zip_longest($a, $l))",
    "list(itertools.zip_longest($s, $a, $s, fillvalue=$v))",
    "list(itertools.product($a, $l))",
    "list(itertools.product([0, 1], repeat=$i))",
    "list(itertools.combinations($l, $i))",
    "list(itertools.permutations($a))",
    "list(itertools.permutations($l, $i))",
    "sorted([(2, 'a'), (1, 'b')], key=operator.itemgetter($i))",
    "operator.itemgetter('a', 'b')($d)",
    "(operator.add($n, $f), operator.contains($l, $v), operator.not_($v))",
    "list(map(operator.neg, [$i, $i]))",
    "(bisect.bisect_left($a, $s), bisect.bisect($a, $s))",
    "bisect.bisect_right([1, 2, 2, 3], $i, $i)",
    "do x = [1, 2, 2, 3]; bisect.insort(x, $i); x",
    "do x = $a; heapq.heapify(x); y = [heapq.heappop(x) for _ in range(2)]; (x, y)",
    "do x = [5, 3, 8, 1, 9, 2]; heapq.heapify(x); heapq.heappush(x, $i); heapq.heapreplace(x, $i); (x, heapq.heappushpop(x, $i))",
    "string.ascii_letters + string.digits + string.punctuation + string.whitespace",
];

const TEXTS: &[&str] = &[
    "''",
    "'a'",
    "'abc'",
    "'ABC'",
    "' a b '",
    "'aXbXc'",
    "'X'",
    "'ab'",
    "'b'",
    "'  '",
    "'Hello wORLD'",
    r"'it\'s'",
    r#"'"q"'"#,
    r"'l1\nl2\r\nl3\x0b'",
    r"'\ta\tbc\t'",
    "'12'",
    "'-7'",
    "'+1_000'",
    "'ß'",
    "'ΑΣ'",
    "'ΑΣ Σ'",
    "'ǅ'",
    "'éÉ'",
    r"'\x85x\u2028'",
    r"'\u3000a\xa0'",
    "'٣'",
    "'²Ⅷ½'",
    r"'\x7f\x00'",
    r"'\U0001f600x'",
    "'aaaa'",
    "'aa'",
    "'a,b,,c'",
    "','",
    "'_x1'",
    "'1x'",
    "'ŉx İ'",
    "'titlE Case'",
    "'ﬁ'",
];
const INTS: &[&str] = &["0", "1", "2", "3", "5", "7", "-1", "-2", "-5", "True", "12"];
const NUMBERS: &[&str] =
    &["0", "1", "-1", "255", "256", "1234567", "-98765", "10 ** 20", "-10 ** 18", "65", "True", "0x110000", "7"];
const FLOATS: &[&str] = &[
    "0.0",
    "-0.0",
    "1.5",
    "2.5",
    "0.5",
    "-2.675",
    "1e16",
    "1e15",
    "1e22",
    "123456.789",
    "1e-5",
    "0.0001",
    "1e300",
    "5e-324",
    "2.2250738585072014e-308",
    "1 / 3",
    "float('inf')",
    "float('-inf')",
    "float('nan')",
    "9.995",
    "1e23",
    "-1e-7",
    "3.0",
    "2.0 ** -44",
    "0.1",
    "99999.95",
    "1.7976931348623157e308",
    "12345678.9",
];
const FLOAT_TEXTS: &[&str] = &[
    "'1.5'",
    "' 2 '",
    "'1e5'",
    "'.5'",
    "'5.'",
    "'.'",
    "''",
    "'inf'",
    "'-Infinity'",
    "'nan'",
    "'1_0.0_1'",
    "'_1'",
    "'1__0'",
    "'1e'",
    "'1e+400'",
    "'1e-400'",
    "'0x10'",
    "'4.9e-324'",
    "'2.4703282292062327e-324'",
    "'2.4703282292062328e-324'",
    "'123456789012345678901234567890'",
    "'1.7976931348623159e308'",
    "'9007199254740993'",
    "'٣.٥'",
    r"'\x1f5'",
    r"'\xa05'",
    "'-0'",
    "'+.5e-3'",
    "'1 2'",
    "'infinit'",
    "'2.2250738585072011e-308'",
    "'1e-5_0'",
];
const INT_TEXTS: &[&str] = &[
    "'0'",
    "'12'",
    "'-0x1F'",
    "'0b101'",
    "'0o17'",
    "'ff'",
    "'z'",
    "'0_1'",
    "'0x_1f'",
    "'0x'",
    "'010'",
    "'00'",
    "' 7 '",
    "''",
    "'+'",
    "'1__0'",
    "'_1'",
    "'1_'",
    "'٣'",
    "'0B1'",
    "'1e5'",
    r"'\xa012'",
    "b'12'",
    "12",
    "'0b12'",
];
const BASES: &[&str] = &["10", "16", "0", "2", "8", "36", "1", "37", "-1", "3"];
const FORMATS: &[&str] = &[
    "", "5", ">5", "<5", "^7", "=6", "05", "+", " ", "+06", "x", "#x", "#b", "o", "X", "d", "c", ",", "_", "08,", "s",
    ".2", ".3f", ".0f", "e", ".2e", "g", ".3g", "G", "%", ".1%", "10.3f", "+.2f", "010.2f", ",.2f", "#.0f", "z.1f",
    "*^9", "x<4", "_x", "#_b", "n2", ".2s", "012,.1f", "E", "#g", ".0e", "z", "05d", "<05", ".10", ",d", "_d", "0=8",
    "F", ".17g", "5.", "é>4",
];
const FLAGS: &[&str] = &["", "5", "-5", "05", "+", " ", "#", ".2", "8.3", "-08.2", "+05", "#10", ".0"];
const LETTERS: &[&str] = &["d", "i", "s", "r", "x", "X", "o", "f", "e", "g", "G", "c", "F", "E", "u", "y"];
const VALUES: &[&str] = &[
    "1", "'a'", "None", "True", "2.5", "[1, 'x']", "(1,)", "{'k': 1}", "'é'", "b'z'", "-3", "1e20", "''", "(1, 2)",
    "range(3)",
];
const LISTS: &[&str] =
    &["[]", "[1, 2, 3]", "[3, 1, 2, 1]", "['b', 'a']", "[1, 'a', None]", "[[1], [2]]", "[65, 66, 300]"];
const TEXT_LISTS: &[&str] =
    &["[]", "['b', 'A', 'c']", "['x']", "['bb', 'a', 'cc', 'A']", "[' p ', 'q ']", "['a', 'a']"];
const DICTS: &[&str] =
    &["{}", "{'a': 1}", "{'b': 2, 'a': 1}", "{1: 'x', 'b': None, 2.0: 3}", "{'c': 0, 'a': 5, 'b': 5}", "{(1, 2): [1]}"];
const SETS: &[&str] =
    &["set()", "{1}", "{1, 2, 3}", "{2, 3, 4}", "{'a', 'b'}", "{'b'}", "{True, 2}", "{(1, 2), (0, 1)}", "{0, -1, 5}"];
const BYTES: &[&str] = &[
    "b''",
    "b'abc'",
    r"b'\xc3\xa9'",
    r"b'\xff'",
    r"b'a\x80b'",
    r"b'\xe2\x82'",
    r"b'\xf0\x9f\x98\x80'",
    r"b'\xed\xa0\x80'",
    r"b'\x00\n\''",
    r#"b'"'"#,
    r"b'\xc0\x80z'",
    r"b'\xe0\x80\x80'",
    r"b'\xf4\x90\x80\x80'",
    r"b'\xe2\x82a'",
];
const ENCODINGS: &[&str] = &["'utf-8'", "'ascii'", "'latin-1'", "'UTF_8'", "'iso-8859-1'"];
const ERRORS: &[&str] = &["'strict'", "'ignore'", "'replace'"];
const BOUNDS: &[&str] = &["None", "0", "1", "2", "-1", "-2", "5", "-9", "9"];
const STEPS: &[&str] = &["1", "2", "-1", "-2", "None", "3"];
const CHARACTERS: &[&str] = &["'*'", "'0'", "'é'", "'ab'", "1"];
const KEYS: &[&str] = &["'a'", "'b'", "1", "2", "'z'", "True", "(1, 2)", "None"];
const BOOLS: &[&str] = &["True", "False"];

struct Random {
    state: u64,
}

impl Random {
    fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[(self.next() >> 11) as usize % from.len()]
    }

    /// The template with each hole filled.
    fn fill(&mut self, template: &str) -> String {
        let mut out = String::new();
        let mut rest = template.chars();
        while let Some(c) = rest.next() {
            if c != '$' {
                out.push(c);
                continue;
            }
            let hole = rest.next().expect("a hole has a letter");
            let filled = self.hole(hole);
            let is_number = matches!(hole, 'n' | 'f' | 'i');
            // A method or an operator binds tighter than a sign.
            if is_number && !(out.ends_with("f'{") || out.ends_with(":>{") || out.ends_with(":.{")) {
                write!(out, "({filled})").expect("writing to a string");
            } else {
                out += filled;
            }
        }
        out
    }

    fn hole(&mut self, hole: char) -> &'static str {
        let pool = match hole {
            's' => TEXTS,
            'i' => INTS,
            'n' => NUMBERS,
            'f' => FLOATS,
            'g' => FLOAT_TEXTS,
            'm' => INT_TEXTS,
            'z' => BASES,
            'q' | 'p' => FORMATS,
            'w' => FLAGS,
            'x' => LETTERS,
            'v' => VALUES,
            'l' => LISTS,
            'a' => TEXT_LISTS,
            'd' => DICTS,
            't' => SETS,
            'b' => BYTES,
            'u' => ENCODINGS,
            'r' => ERRORS,
            'o' => BOUNDS,
            'y' => STEPS,
            'c' => CHARACTERS,
            'k' => KEYS,
            'e' => BOOLS,
            other => panic!("no pool for {other}"),
        };
        self.pick(pool)
    }
}
