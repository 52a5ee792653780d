//! Reading functions: signatures, blocks and instructions.
//!
//! One instruction is one line, but for `switch`, `invoke` and `landingpad`, whose further lines
//! are found by their first words. A line that cannot be read becomes an unknown instruction,
//! which only matters if it is reached.

use super::cursor::{Cursor, Read};
use super::syntax::{Argument, Block, Body, Call, Clause, End, Inst, Kind, Operand, Parameter, Signature, Type};
use super::types::{gep_parts, operand, ty, typed};

/// Reads what follows `define` or `declare` on the line.
pub(crate) fn signature<'m>(line: &'m str) -> Read<(&'m str, Signature<'m>)> {
    let mut cursor = Cursor::new(line);
    skip_attributes_before_type(&mut cursor)?;
    let result = ty(&mut cursor)?;
    let name = cursor.name("@")?;
    cursor.expect("(")?;
    let (mut params, mut variadic) = (Vec::new(), false);
    while !cursor.eat(")") {
        if cursor.eat("...") {
            variadic = true;
        } else {
            let ty = ty(&mut cursor)?;
            let Attributes { byval, sret } = skip_attributes(&mut cursor)?;
            let name = if cursor.peek() == Some(b'%') { cursor.name("%")? } else { "" };
            params.push(Parameter { ty, name, byval, sret });
        }
        cursor.eat(",");
    }
    let (subprogram, attributes) = (location(line), group(cursor.rest()));
    Ok((name, Signature { result, params, variadic, subprogram, attributes }))
}

/// The number of the group of attributes that is named next.
fn group(rest: &str) -> Option<u32> {
    let after = rest.split('#').skip(1).find(|after| after.starts_with(|c: char| c.is_ascii_digit()))?;
    after[..after.bytes().take_while(u8::is_ascii_digit).count()].parse().ok()
}

/// The number after the last `!dbg !` of the line.
fn location(line: &str) -> Option<u32> {
    let rest = &line[line.rfind("!dbg !")? + "!dbg !".len()..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    rest[..digits].parse().ok()
}

/// Linkage, visibility, calling convention and attributes of the result.
fn skip_attributes_before_type(cursor: &mut Cursor) -> Read<()> {
    loop {
        let mut ahead = *cursor;
        match ahead.peek() {
            Some(b'a'..=b'z') => {
                let word = ahead.word();
                if starts_type(word) {
                    return Ok(());
                }
                if word == "align" {
                    ahead.word();
                } else if ahead.peek() == Some(b'(') {
                    ahead.skip_group()?;
                }
                *cursor = ahead;
            }
            Some(b'"') => skip_quoted_attribute(cursor)?,
            _ => return Ok(()),
        }
    }
}

fn starts_type(word: &str) -> bool {
    let is_int =
        word.strip_prefix('i').is_some_and(|width| width.bytes().all(|b| b.is_ascii_digit()) && !width.is_empty());
    let known = ["void", "float", "double", "ptr", "half", "bfloat", "x86_fp80", "fp128", "ppc_fp128", "x86_mmx"];
    is_int || known.contains(&word) || matches!(word, "metadata" | "token" | "label")
}

fn skip_quoted_attribute(cursor: &mut Cursor) -> Read<()> {
    cursor.quoted()?;
    if cursor.eat("=") {
        cursor.quoted()?;
    }
    Ok(())
}

/// The attributes that matter, with their types.
#[derive(Default)]
struct Attributes<'m> {
    byval: Option<Type<'m>>,
    sret: Option<Type<'m>>,
}

/// Attributes between a type and a value.
fn skip_attributes<'m>(cursor: &mut Cursor<'m>) -> Read<Attributes<'m>> {
    let mut found = Attributes::default();
    loop {
        let mut ahead = *cursor;
        match ahead.peek() {
            Some(b'a'..=b'z') => {
                let word = ahead.word();
                match word {
                    "byval" | "sret" => {
                        ahead.expect("(")?;
                        let of = Some(ty(&mut ahead)?);
                        ahead.expect(")")?;
                        *(if word == "byval" { &mut found.byval } else { &mut found.sret }) = of;
                    }
                    "align" => {
                        if !ahead.skip_group()? {
                            ahead.word();
                        }
                    }
                    _ if is_attribute(word) => {
                        if ahead.rest().starts_with('(') {
                            ahead.skip_group()?;
                        }
                    }
                    _ => return Ok(found),
                }
                *cursor = ahead;
            }
            Some(b'"') => skip_quoted_attribute(cursor)?,
            _ => return Ok(found),
        }
    }
}

/// Words that can stand between a type and a value without being a value.
fn is_attribute(word: &str) -> bool {
    let values = ["true", "false", "null", "undef", "poison", "zeroinitializer", "none", "getelementptr", "splat"];
    let casts = ["bitcast", "ptrtoint", "inttoptr", "addrspacecast", "trunc", "zext", "sext", "asm", "c"];
    let binary = ["add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "icmp", "fcmp", "select"];
    let rest = ["blockaddress", "dso_local_equivalent", "no_cfi", "inf", "nan", "f0x", "ptrauth"];
    ![&values[..], &casts, &binary, &rest].concat().contains(&word) && !word.starts_with("f0x")
}

/// Splits the text between the braces into blocks and reads them.
pub(crate) fn body<'m>(text: &'m str, params: usize) -> Body<'m> {
    let mut blocks: Vec<Block<'m>> = Vec::new();
    // An unnamed entry block takes the number after the unnamed parameters.
    let first_number = params;
    let mut open: Option<(&'m str, Vec<Inst<'m>>)> = None;
    let mut lines = Lines { rest: text };
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with(';') {
            continue;
        }
        if let Some(name) = label(line) {
            open = Some((name, Vec::new()));
            continue;
        }
        let (_, insts) = open.get_or_insert_with(|| (number_name(first_number), Vec::new()));
        match line_of(trimmed) {
            Line::Inst(inst) => insts.push(inst),
            Line::End(end) => {
                let (name, insts) = open.take().expect("opened above");
                blocks.push(Block { name, insts, end, end_location: location(trimmed) });
            }
        }
    }
    Body { blocks }
}

/// Names of unnamed blocks: only the entry block can lack its label.
fn number_name(number: usize) -> &'static str {
    const NAMES: [&str; 24] = [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
        "20", "21", "22", "23",
    ];
    NAMES.get(number).copied().unwrap_or("entry")
}

/// Logical lines: a switch goes on to its `]`, an invoke to its `unwind`, a landing pad over its clauses.
struct Lines<'m> {
    rest: &'m str,
}

impl<'m> Lines<'m> {
    fn next(&mut self) -> Option<&'m str> {
        if self.rest.is_empty() {
            return None;
        }
        let mut end = line_end(self.rest, 0);
        let first = self.rest[..end].trim();
        if first.starts_with("switch ") || first.starts_with("indirectbr ") || first.contains("callbr ") {
            while !self.rest[..end].contains(']') && end < self.rest.len() {
                end = line_end(self.rest, end + 1);
            }
        }
        loop {
            let next_end = line_end(self.rest, (end + 1).min(self.rest.len()));
            let next = self.rest.get(end..next_end).unwrap_or("").trim_start_matches('\n');
            // A label may have such a name too, but stands at the start of its line.
            let words = ["to label ", "catch ", "filter ", "cleanup"];
            let goes_on = words.iter().any(|word| next.trim_start().starts_with(word));
            if !goes_on || !next.starts_with(' ') {
                break;
            }
            end = next_end;
        }
        let line = &self.rest[..end];
        self.rest = self.rest.get(end + 1..).unwrap_or("");
        Some(line)
    }
}

fn line_end(text: &str, from: usize) -> usize {
    text[from..].find('\n').map_or(text.len(), |length| from + length)
}

/// `name:` at the start of a line.
fn label(line: &str) -> Option<&str> {
    if line.starts_with(' ') || line.starts_with('\t') {
        return None;
    }
    if let Some(quoted) = line.strip_prefix('"') {
        let (name, rest) = quoted.split_once('"')?;
        return rest.starts_with(':').then_some(name);
    }
    let (name, _) = line.split_once(':')?;
    (!name.contains(' ')).then_some(name)
}

enum Line<'m> {
    Inst(Inst<'m>),
    End(End<'m>),
}

fn line_of(line: &str) -> Line<'_> {
    let location = location(line);
    let mut cursor = Cursor::new(line);
    let result = result_name(&mut cursor);
    let word = cursor.peek_word();
    let unknown = || if word.is_empty() { "line" } else { word };
    if is_end(word) {
        let end = end(&mut cursor, result);
        return Line::End(end.unwrap_or(End::Unknown(unknown())));
    }
    let kind = if line.starts_with("#dbg_declare") { declare_record(line) } else { kind(&mut cursor) };
    let kind = kind.unwrap_or(Kind::Unknown(unknown()));
    Line::Inst(Inst { result, kind, location })
}

fn result_name<'m>(cursor: &mut Cursor<'m>) -> Option<&'m str> {
    let mut ahead = *cursor;
    let name = ahead.name("%").ok()?;
    if !ahead.eat("=") {
        return None;
    }
    *cursor = ahead;
    Some(name)
}

fn is_end(word: &str) -> bool {
    let words = ["ret", "br", "switch", "unreachable", "invoke", "resume", "indirectbr", "callbr"];
    words.contains(&word) || matches!(word, "cleanupret" | "catchret" | "catchswitch")
}

fn end<'m>(cursor: &mut Cursor<'m>, result: Option<&'m str>) -> Read<End<'m>> {
    let word = cursor.word();
    Ok(match word {
        "ret" if cursor.eat_word("void") => End::Return(None),
        "ret" => End::Return(Some(typed(cursor)?)),
        "br" if cursor.eat_word("label") => End::Jump(cursor.name("%")?),
        "br" => {
            let (_, condition) = typed(cursor)?;
            End::Branch { condition, then: target(cursor)?, otherwise: target(cursor)? }
        }
        "switch" => {
            let (ty, on) = typed(cursor)?;
            let default = target(cursor)?;
            cursor.expect("[")?;
            let mut cases = Vec::new();
            while !cursor.eat("]") {
                let (_, value) = typed(cursor)?;
                let Operand::Constant(super::syntax::Constant::Int(value)) = value else {
                    return Err("a case that is no integer".into());
                };
                cases.push((value, target(cursor)?));
            }
            End::Switch { ty, on, cases, default }
        }
        "unreachable" => End::Unreachable,
        "invoke" => {
            let call = call(cursor)?;
            // `to label %normal unwind label %pad`, after the attributes of the call.
            while !cursor.eat_word("to") {
                if cursor.is_done() {
                    return Err("an invoke without continuation".into());
                }
                if !cursor.skip_group()? && cursor.word().is_empty() && !cursor.eat("#") && !cursor.eat(",") {
                    return Err("an invoke without continuation".into());
                }
            }
            cursor.eat_word("label");
            let normal = cursor.name("%")?;
            cursor.eat_word("unwind");
            cursor.eat_word("label");
            End::Invoke { result, call, normal, pad: cursor.name("%")? }
        }
        "resume" => End::Resume,
        _ => End::Unknown(word),
    })
}

/// The lines after `landingpad { ptr, i32 }`.
fn landing_pad<'m>(cursor: &mut Cursor<'m>) -> Read<Kind<'m>> {
    ty(cursor)?;
    let (mut clauses, mut cleanup) = (Vec::new(), false);
    loop {
        match cursor.peek_word() {
            "cleanup" => {
                cursor.word();
                cleanup = true;
            }
            "catch" => {
                cursor.word();
                clauses.push(match typed(cursor)?.1 {
                    Operand::Constant(super::syntax::Constant::Global(name)) => Clause::Catch(Some(name)),
                    Operand::Constant(super::syntax::Constant::Null) => Clause::Catch(None),
                    _ => Clause::Filter { is_empty: false },
                });
            }
            "filter" => {
                cursor.word();
                clauses.push(Clause::Filter { is_empty: matches!(ty(cursor)?, Type::Array(0, _)) });
                return Ok(Kind::LandingPad { clauses, cleanup });
            }
            _ => return Ok(Kind::LandingPad { clauses, cleanup }),
        }
    }
}

/// `, label %name`
fn target<'m>(cursor: &mut Cursor<'m>) -> Read<&'m str> {
    cursor.expect(",")?;
    cursor.eat_word("label");
    cursor.name("%")
}

/// `#dbg_declare(ptr %x, !12, !DIExpression(), !14)`
fn declare_record(line: &str) -> Read<Kind<'_>> {
    let mut cursor = Cursor::new(line);
    cursor.expect("#")?;
    cursor.word();
    cursor.expect("(")?;
    let (_, slot) = typed(&mut cursor)?;
    cursor.expect(",")?;
    cursor.expect("!")?;
    Ok(Kind::Declare { slot, variable: cursor.number()? })
}

fn kind<'m>(cursor: &mut Cursor<'m>) -> Read<Kind<'m>> {
    if cursor.peek() == Some(b'#') {
        // Any other debug record.
        return Ok(Kind::NoEffect);
    }
    let word = cursor.word();
    match word {
        "add" | "sub" | "mul" | "shl" | "udiv" | "sdiv" | "urem" | "srem" | "lshr" | "ashr" | "and" | "or" | "xor"
        | "fadd" | "fsub" | "fmul" | "fdiv" | "frem" => {
            let nsw = skip_flags(cursor);
            let ty = ty(cursor)?;
            let (a, b) = pair(cursor, &ty)?;
            Ok(Kind::Binary { op: word, nsw, ty, a, b })
        }
        "fneg" => {
            skip_flags(cursor);
            let (ty, a) = typed(cursor)?;
            Ok(Kind::FNeg { ty, a })
        }
        "trunc" | "zext" | "sext" | "fptrunc" | "fpext" | "fptoui" | "fptosi" | "uitofp" | "sitofp" | "ptrtoint"
        | "inttoptr" | "bitcast" | "addrspacecast" | "ptrtoaddr" => {
            skip_flags(cursor);
            let (from, value) = typed(cursor)?;
            if !cursor.eat_word("to") {
                return Err("expected `to`".into());
            }
            Ok(Kind::Cast { op: word, from, value, to: ty(cursor)? })
        }
        "icmp" | "fcmp" => {
            skip_flags(cursor);
            let predicate = cursor.word();
            let ty = ty(cursor)?;
            let (a, b) = pair(cursor, &ty)?;
            Ok(if word == "icmp" { Kind::ICmp { predicate, ty, a, b } } else { Kind::FCmp { predicate, ty, a, b } })
        }
        "alloca" => alloca(cursor),
        "landingpad" => landing_pad(cursor),
        "load" => {
            let volatile = skip_memory_words(cursor);
            let ty = ty(cursor)?;
            cursor.expect(",")?;
            Ok(Kind::Load { ty, pointer: typed(cursor)?.1, volatile })
        }
        "store" => {
            let volatile = skip_memory_words(cursor);
            let (ty, value) = typed(cursor)?;
            cursor.expect(",")?;
            Ok(Kind::Store { ty, value, pointer: typed(cursor)?.1, volatile })
        }
        "getelementptr" => Ok(Kind::Gep(gep_parts(cursor)?)),
        "phi" => phi(cursor),
        "select" => {
            skip_flags(cursor);
            let condition = typed(cursor)?;
            cursor.expect(",")?;
            let (ty, a) = typed(cursor)?;
            cursor.expect(",")?;
            Ok(Kind::Select { condition, ty, a, b: typed(cursor)?.1 })
        }
        "tail" | "musttail" | "notail" => {
            cursor.eat_word("call");
            call_or_declare(cursor)
        }
        "call" => call_or_declare(cursor),
        "extractvalue" => {
            let (ty, aggregate) = typed(cursor)?;
            Ok(Kind::ExtractValue { ty, aggregate, path: path(cursor)? })
        }
        "insertvalue" => {
            let (ty, aggregate) = typed(cursor)?;
            cursor.expect(",")?;
            let element = typed(cursor)?;
            Ok(Kind::InsertValue { ty, aggregate, element, path: path(cursor)? })
        }
        "extractelement" => {
            let (ty, vector) = typed(cursor)?;
            cursor.expect(",")?;
            Ok(Kind::ExtractElement { ty, vector, index: typed(cursor)?.1 })
        }
        "insertelement" => {
            let (ty, vector) = typed(cursor)?;
            cursor.expect(",")?;
            let (_, element) = typed(cursor)?;
            cursor.expect(",")?;
            Ok(Kind::InsertElement { ty, vector, element, index: typed(cursor)?.1 })
        }
        "shufflevector" => shuffle(cursor),
        "freeze" => {
            let (ty, value) = typed(cursor)?;
            Ok(Kind::Freeze { ty, value })
        }
        "atomicrmw" => {
            skip_memory_words(cursor);
            let op = cursor.word();
            let (_, pointer) = typed(cursor)?;
            cursor.expect(",")?;
            let (ty, value) = typed(cursor)?;
            Ok(Kind::AtomicRmw { op, ty, pointer, value })
        }
        "cmpxchg" => {
            while matches!(cursor.peek_word(), "weak" | "volatile") {
                cursor.word();
            }
            let (_, pointer) = typed(cursor)?;
            cursor.expect(",")?;
            let (ty, expected) = typed(cursor)?;
            cursor.expect(",")?;
            Ok(Kind::CmpXchg { ty, pointer, expected, new: typed(cursor)?.1 })
        }
        "fence" => Ok(Kind::NoEffect),
        _ => Err(format!("no instruction `{word}`")),
    }
}

/// Steps over the flags of an operation; was `nsw` among them?
fn skip_flags(cursor: &mut Cursor) -> bool {
    let flags =
        ["nuw", "exact", "fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc", "disjoint", "nneg"];
    let mut nsw = false;
    loop {
        let word = cursor.peek_word();
        match word {
            "nsw" => nsw = true,
            "samesign" => {}
            _ if flags.contains(&word) => {}
            _ => return nsw,
        }
        cursor.word();
    }
}

/// Steps over how memory is accessed; was `volatile` among the words?
fn skip_memory_words(cursor: &mut Cursor) -> bool {
    let mut volatile = false;
    while matches!(cursor.peek_word(), "volatile" | "atomic") {
        volatile |= cursor.word() == "volatile";
    }
    volatile
}

fn pair<'m>(cursor: &mut Cursor<'m>, ty: &Type<'m>) -> Read<(Operand<'m>, Operand<'m>)> {
    let a = operand(cursor, ty)?;
    cursor.expect(",")?;
    Ok((a, operand(cursor, ty)?))
}

fn alloca<'m>(cursor: &mut Cursor<'m>) -> Read<Kind<'m>> {
    while matches!(cursor.peek_word(), "inalloca" | "swifterror") {
        cursor.word();
    }
    let allocated = ty(cursor)?;
    let mut ahead = *cursor;
    if ahead.eat(",") && !matches!(ahead.peek_word(), "align" | "addrspace" | "") {
        let (_, count) = typed(&mut ahead)?;
        return Ok(Kind::Alloca { ty: allocated, count: Some(count) });
    }
    Ok(Kind::Alloca { ty: allocated, count: None })
}

fn phi<'m>(cursor: &mut Cursor<'m>) -> Read<Kind<'m>> {
    skip_flags(cursor);
    let ty = ty(cursor)?;
    let mut incoming = Vec::new();
    loop {
        cursor.expect("[")?;
        let value = operand(cursor, &ty)?;
        cursor.expect(",")?;
        incoming.push((value, cursor.name("%")?));
        cursor.expect("]")?;
        let mut ahead = *cursor;
        if !ahead.eat(",") || ahead.peek() != Some(b'[') {
            return Ok(Kind::Phi { ty, incoming });
        }
        *cursor = ahead;
    }
}

fn path(cursor: &mut Cursor) -> Read<Vec<usize>> {
    let mut path = Vec::new();
    loop {
        let mut ahead = *cursor;
        if !ahead.eat(",") || !matches!(ahead.peek(), Some(b'0'..=b'9')) {
            return Ok(path);
        }
        path.push(ahead.number()?);
        *cursor = ahead;
    }
}

fn shuffle<'m>(cursor: &mut Cursor<'m>) -> Read<Kind<'m>> {
    use super::syntax::Constant;
    let (ty, a) = typed(cursor)?;
    cursor.expect(",")?;
    let (_, b) = typed(cursor)?;
    cursor.expect(",")?;
    let (mask_type, mask) = typed(cursor)?;
    let Type::Vector(lanes, _) = mask_type else { return Err("a mask that is no vector".into()) };
    let mask = match mask {
        Operand::Constant(Constant::Aggregate(lanes)) => lanes
            .iter()
            .map(|(_, lane)| match lane {
                Constant::Int(lane) => usize::try_from(*lane).ok(),
                _ => None,
            })
            .collect(),
        Operand::Constant(Constant::Zero) => vec![Some(0); lanes as usize],
        Operand::Constant(Constant::Undef) => vec![None; lanes as usize],
        _ => return Err("a mask that is no constant".into()),
    };
    Ok(Kind::Shuffle { ty, a, b, mask })
}

fn call_or_declare<'m>(cursor: &mut Cursor<'m>) -> Read<Kind<'m>> {
    if is_idle_assembly(cursor.rest()) {
        return Ok(Kind::NoEffect);
    }
    let call = call(cursor)?;
    if let Operand::Constant(super::syntax::Constant::Global(name)) = call.callee {
        if let ("llvm.dbg.declare", [slot, variable, ..]) = (name, &call.args[..]) {
            return Ok(declare_of_call(slot, variable).unwrap_or(Kind::NoEffect));
        }
        if name.starts_with("llvm.dbg.") {
            return Ok(Kind::NoEffect);
        }
        // There is one thread: the address of its variable is that of the variable.
        if let (true, [Argument { ty, value, .. }]) = (name.starts_with("llvm.threadlocal.address."), &call.args[..]) {
            return Ok(Kind::Cast { op: "bitcast", from: ty.clone(), value: value.clone(), to: ty.clone() });
        }
    }
    Ok(Kind::Call(call))
}

/// `void asm sideeffect "", "~{memory}"()`: assembly without operands that does nothing, or orders accesses, which one
/// thread does not see.
fn is_idle_assembly(text: &str) -> bool {
    let Some((_, assembly)) = text.trim_start().strip_prefix("void asm").and_then(|rest| rest.split_once('"')) else {
        return false;
    };
    let mut parts = assembly.split('"');
    let (Some(template), Some(", "), Some(_), Some(operands)) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let idle = ["", "nop", "pause", "mfence", "lfence", "sfence"];
    let mut instructions = template.split(';').flat_map(|part| part.split("\\0A")).map(|part| part.replace("\\09", ""));
    operands.starts_with("()") && instructions.all(|instruction| idle.contains(&instruction.trim()))
}

/// `metadata i32* %x, metadata !12`
fn declare_of_call<'m>(slot: &Argument<'m>, variable: &Argument<'m>) -> Option<Kind<'m>> {
    let (Operand::Metadata(slot), Operand::Metadata(variable)) = (&slot.value, &variable.value) else { return None };
    let (_, slot) = typed(&mut Cursor::new(slot)).ok()?;
    Some(Kind::Declare { slot, variable: variable.strip_prefix('!')?.parse().ok()? })
}

/// What follows `call` or `invoke`, up to the closing parenthesis of the arguments.
fn call<'m>(cursor: &mut Cursor<'m>) -> Read<Call<'m>> {
    skip_flags(cursor);
    skip_attributes_before_type(cursor)?;
    // The result alone, or, for variadic functions, the whole type.
    let result = match ty(cursor)? {
        Type::Function(whole) => whole.0.clone(),
        result => result,
    };
    if cursor.peek_word() == "asm" {
        return Err("inline assembly".into());
    }
    let callee = operand(cursor, &Type::Ptr)?;
    cursor.expect("(")?;
    let mut args = Vec::new();
    while !cursor.eat(")") {
        args.push(argument(cursor)?);
        cursor.eat(",");
    }
    let attributes = group(cursor.rest());
    Ok(Call { result, callee, args, attributes })
}

fn argument<'m>(cursor: &mut Cursor<'m>) -> Read<Argument<'m>> {
    let ty = ty(cursor)?;
    if ty == Type::Meta {
        let rest = cursor.rest().trim_start();
        let mut ahead = Cursor::new(rest);
        // Metadata ends at the comma or parenthesis that closes nothing within it.
        let (mut depth, mut quoted) = (0, false);
        let end = rest.bytes().position(|byte| match byte {
            b'"' => {
                quoted = !quoted;
                false
            }
            _ if quoted => false,
            b'(' | b'{' => {
                depth += 1;
                false
            }
            b')' | b'}' if depth > 0 => {
                depth -= 1;
                false
            }
            b',' | b')' => depth == 0,
            _ => false,
        });
        let text = &rest[..end.ok_or("metadata without end")?];
        ahead.expect(text)?;
        *cursor = ahead;
        return Ok(Argument { ty, value: Operand::Metadata(text), byval: None });
    }
    let byval = skip_attributes(cursor)?.byval;
    let value = operand(cursor, &ty)?;
    Ok(Argument { ty, value, byval })
}
