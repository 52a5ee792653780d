//! The program without what the client cannot see of it.
//!
//! Of a module's top level only two kinds of statements count: those that are not settled
//! ([`crate::settled`]), which may do anything, and those that bind a name which the client, or one of the
//! former, leads to. The rest is left out before anything is lowered: then it may be whatever it likes, and may
//! have changed.
//!
//! Before that, conditions that the interpreter decides (`TYPE_CHECKING`, `sys.version_info`) are replaced by
//! the branch that is taken, and `from x import *` by the names that it brings.

use std::collections::BTreeSet;

use ir::entry::Prior;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Options;
use crate::call::absolute_path;
use crate::keys::{self, Seen};
use crate::lower::{Lowering, Shared};
use crate::module::{BindingKind, Import, Module, is_accelerator, is_main_guard};
use crate::program::{self, Loaded};
use crate::settled::{self, Row, whole};
use crate::standard;

/// The interpreter that decides: its version, and the names of its platform.
const VERSION: [u64; 2] = [3, 11];
const PLATFORM: &str = "linux";
const SYSTEM: &str = "posix";

/// Prepares both versions, and leaves out what does not count for the client's call after these steps.
pub(crate) fn slice(versions: &mut [Loaded; 2], options: &Options, steps: &[Prior]) {
    for loaded in versions.iter_mut() {
        let (modules, asks) = decided(&loaded.modules);
        loaded.asks_interpreter = asks;
        loaded.modules = with_stars_expanded(modules);
    }
    let mut shared = Shared::new(options);
    let outside =
        versions.each_ref().map(|loaded| settled::outside_imports(&Lowering::new(&loaded.modules, &mut shared)));
    for (loaded, elsewhere) in versions.iter_mut().zip([&outside[1], &outside[0]]) {
        let (rows, outside) =
            settled::settled(&mut Lowering::new(&loaded.modules, &mut shared), loaded.client, elsewhere);
        loaded.outside = outside;
        for (module, rows) in loaded.modules.iter_mut().zip(rows) {
            module.rows = rows;
        }
        loaded.whole.clone_from(&loaded.modules);
    }
    let Some(seen) = seen(versions, &mut shared, steps) else { return };
    for (loaded, seen) in versions.iter_mut().zip(seen) {
        let lowering = Lowering::new(&loaded.whole, &mut shared);
        let parts = Parts::of(&lowering, &seen);
        let modules = loaded.whole.iter().enumerate();
        let sliced =
            modules.map(|(index, module)| kept(&lowering, index, module, &names_of(&seen.names, index), &parts));
        loaded.modules = sliced.collect();
    }
}

/// Which modules put themselves into their packages where that counts: loading `p.q` binds `q` in `p`, whoever does it.
struct Parts {
    /// By module: is it such a one, or does it load one?
    leads_to_one: Vec<bool>,
}

impl Parts {
    fn of(lowering: &Lowering<'_>, seen: &Seen) -> Parts {
        let modules = lowering.modules;
        let mut leads_to_one: Vec<bool> = modules.iter().map(|module| seen.parts.contains(&module.name)).collect();
        for (module, name) in &seen.names {
            let part = lowering.module(&format!("{}.{name}", modules[*module].name));
            part.into_iter().for_each(|part| leads_to_one[part] = true);
        }
        let loads: Vec<Vec<usize>> = (0..modules.len())
            .map(|index| modules[index].imports.iter().flat_map(|import| loaded_by(lowering, index, import)).collect())
            .collect();
        loop {
            let more: Vec<usize> = (0..modules.len())
                .filter(|index| !leads_to_one[*index] && loads[*index].iter().any(|part| leads_to_one[*part]))
                .collect();
            if more.is_empty() {
                return Parts { leads_to_one };
            }
            more.into_iter().for_each(|index| leads_to_one[index] = true);
        }
    }

    /// Does what an import has in front of its names load one, and does each of its names?
    fn counted(&self, lowering: &Lowering<'_>, module: usize, stmt: &Stmt) -> (bool, Vec<bool>) {
        let leads =
            |import: &Import| loaded_by(lowering, module, import).into_iter().any(|found| self.leads_to_one[found]);
        let imports = settled::imports_of(stmt);
        let is_from = stmt.is_import_from_stmt();
        let path = imports.first().map(|import| Import { name: None, ..import.clone() });
        let is_module = |import: &Import| {
            let path = lowering.absolute(module, import).zip(import.name.as_ref());
            path.and_then(|(path, name)| lowering.module(&format!("{path}.{name}"))).is_some()
        };
        let names = imports.iter().map(|import| leads(import) && (!is_from || is_module(import))).collect();
        (is_from && path.as_ref().is_some_and(leads), names)
    }
}

/// The modules that an import loads by itself: those on its path, and what it names if that is one.
fn loaded_by(lowering: &Lowering<'_>, module: usize, import: &Import) -> Vec<usize> {
    let Some(path) = lowering.absolute(module, import) else { return Vec::new() };
    let whole = import.name.as_ref().map_or(path.clone(), |name| format!("{path}.{name}"));
    let ends = whole.match_indices('.').map(|(at, _)| at).chain([whole.len()]);
    ends.filter_map(|end| lowering.module(&whole[..end])).collect()
}

/// The globals that count in each version. What can change counts in both if it does in one: it is compared.
fn seen(versions: &[Loaded; 2], shared: &mut Shared, steps: &[Prior]) -> Option<[Seen; 2]> {
    let called = |step: &Prior| if let Prior::Call(path) = step { Some(path.clone()) } else { None };
    let called: Vec<String> = steps.iter().filter_map(called).collect();
    let mut more = versions.each_ref().map(|loaded| -> BTreeSet<(usize, String)> {
        called.iter().filter_map(|path| program::place(&loaded.modules, path)).collect()
    });
    loop {
        let mut find = |side: usize, more: &BTreeSet<(usize, String)>| {
            keys::seen_by(&mut Lowering::new(&versions[side].modules, shared), &versions[side], more)
        };
        let seen = [find(0, &more[0])?, find(1, &more[1])?];
        let mut is_complete = true;
        for (side, other) in [(0, 1), (1, 0)] {
            for (module, name) in &seen[side].names {
                let module = &versions[side].modules[*module];
                if name.is_empty() || !module.can_change(name) {
                    continue;
                }
                let twin = versions[other].modules.iter().position(|twin| twin.name == module.name);
                let Some(twin) = twin.filter(|twin| versions[other].modules[*twin].binds(name)) else { continue };
                let row = (twin, name.clone());
                is_complete &= seen[other].names.contains(&row) || !more[other].insert(row);
            }
        }
        if is_complete {
            return Some(seen);
        }
    }
}

/// The names of one module.
fn names_of(seen: &BTreeSet<(usize, String)>, module: usize) -> FxHashSet<&str> {
    let rows = seen.range((module, String::new())..(module + 1, String::new()));
    rows.map(|(_, name)| name.as_str()).collect()
}

/// The module with the statements that count.
fn kept(lowering: &Lowering<'_>, index: usize, module: &Module, seen: &FxHashSet<&str>, parts: &Parts) -> Module {
    let places: FxHashSet<usize> = seen.iter().flat_map(|name| module.places(name)).collect();
    let is_seen = &|name: &str| seen.contains(name);
    let mut body = Vec::new();
    let mut rows = Vec::new();
    let mut is_whole = true;
    for (place, (stmt, row)) in module.body.iter().zip(&module.rows).enumerate() {
        match stmt {
            Stmt::Import(_) | Stmt::ImportFrom(_) => {
                let loads = parts.counted(lowering, index, stmt);
                let Some((stmt, sure)) = kept_import(stmt, row, is_seen, &loads) else { continue };
                is_whole &= sure.len() == row.sure.len();
                body.push(stmt);
                rows.push(Row { is_settled: row.is_settled, sure });
            }
            _ => {
                if !row.is_settled || places.contains(&place) {
                    body.push(stmt.clone());
                    rows.push(row.clone());
                }
            }
        }
    }
    match is_whole && body.len() == module.body.len() {
        true => module.clone(),
        false => module.with_body(body, rows),
    }
}

/// The import with the names that count. One without names only loads its module, where that counts (`path_loads`).
fn kept_import(
    stmt: &Stmt,
    row: &Row,
    is_seen: &dyn Fn(&str) -> bool,
    (path_loads, names_load): &(bool, Vec<bool>),
) -> Option<(Stmt, Vec<bool>)> {
    let mut stmt = stmt.clone();
    let is_from = matches!(stmt, Stmt::ImportFrom(_));
    let names = match &mut stmt {
        Stmt::Import(stmt) => &mut stmt.names,
        Stmt::ImportFrom(stmt) => &mut stmt.names,
        _ => return None,
    };
    let counts = |alias: &ast::Alias, is_sure: bool| {
        let bound = match &alias.asname {
            Some(name) => name.as_str(),
            None if is_from => alias.name.as_str(),
            None => alias.name.split('.').next().unwrap_or_default(),
        };
        is_seen(bound) || !is_sure || (!is_from && !row.is_settled)
    };
    let rows = names.iter().zip(&row.sure).zip(names_load);
    let flags: Vec<bool> = rows.map(|((alias, is_sure), loads)| *loads || counts(alias, *is_sure)).collect();
    let mut flag = flags.iter();
    names.retain(|_| *flag.next().expect("one for each name"));
    let sure = row.sure.iter().zip(&flags).filter(|(_, counts)| **counts).map(|(is_sure, _)| *is_sure).collect();
    (!names.is_empty() || !row.is_settled || *path_loads).then_some((stmt, sure))
}

// Conditions that the interpreter decides.

fn decided(modules: &[Module]) -> (Vec<Module>, bool) {
    let mut asks = false;
    let decided = modules.iter().map(|module| {
        if !module.body.iter().any(Stmt::is_if_stmt) {
            return module.clone();
        }
        let mut body = Vec::new();
        module.body.iter().for_each(|stmt| flatten(module, stmt, &mut body, &mut asks));
        module.with_body(body, Vec::new())
    });
    (decided.collect(), asks)
}

fn flatten(module: &Module, stmt: &Stmt, body: &mut Vec<Stmt>, asks: &mut bool) {
    let Stmt::If(choice) = stmt else { return body.push(stmt.clone()) };
    let first = (Some(&*choice.test), &choice.body[..]);
    let rest = choice.elif_else_clauses.iter().map(|clause| (clause.test.as_ref(), &clause.body[..]));
    for (test, branch) in std::iter::once(first).chain(rest) {
        let is_taken = match test {
            None => Some(true),
            Some(test) if is_main_guard(test) => Some(false),
            Some(test) => decide(module, test, asks),
        };
        match is_taken {
            Some(true) => return branch.iter().for_each(|stmt| flatten(module, stmt, body, asks)),
            Some(false) => {}
            None => return body.push(stmt.clone()),
        }
    }
}

/// Is it for type checkers only?
pub(crate) fn is_never_taken(module: &Module, stmt: &ast::StmtIf) -> bool {
    let mut asks = false;
    stmt.elif_else_clauses.is_empty() && decide(module, &stmt.test, &mut asks) == Some(false) && !asks
}

fn decide(module: &Module, test: &Expr, asks: &mut bool) -> Option<bool> {
    match test {
        Expr::UnaryOp(unary) if unary.op == ast::UnaryOp::Not => decide(module, &unary.operand, asks).map(|is| !is),
        Expr::Name(_) | Expr::Attribute(_) if standard_path(module, test)? == "typing.TYPE_CHECKING" => Some(false),
        Expr::Compare(compare) => {
            let ([op], [right]) = (&*compare.ops, &*compare.comparators) else { return None };
            if let Expr::Subscript(subscript) = &*compare.left
                && standard_path(module, &subscript.value)? == "sys.version_info"
            {
                let part = whole(&subscript.slice).and_then(|part| VERSION.get(usize::try_from(part).ok()?));
                *asks = true;
                return compares(*op, *part?, whole(right)?);
            }
            let path = standard_path(module, &compare.left)?;
            *asks = true;
            match path.as_str() {
                "sys.hexversion" => {
                    // The last bytes say which release of that version it is.
                    let bound = whole(right)? >> 16;
                    let own = VERSION[0] << 8 | VERSION[1];
                    if bound == own { None } else { compares(*op, own, bound) }
                }
                "sys.maxunicode" => compares(*op, 0x10ffff, whole(right)?),
                "sys.version_info" => ordering(right)?.decides(*op),
                "sys.platform" => is_text(right, PLATFORM).and_then(|is| equality(*op, is)),
                "os.name" => is_text(right, SYSTEM).and_then(|is| equality(*op, is)),
                _ => None,
            }
        }
        Expr::Call(call) => {
            let Expr::Attribute(attribute) = &*call.func else { return None };
            let [Expr::StringLiteral(prefix)] = &*call.arguments.args else { return None };
            let is_platform = standard_path(module, &attribute.value)? == "sys.platform";
            (is_platform && attribute.attr.as_str() == "startswith" && call.arguments.keywords.is_empty()).then(|| {
                *asks = true;
                PLATFORM.starts_with(prefix.value.to_str())
            })
        }
        _ => None,
    }
}

/// The dotted path of something of the standard library.
fn standard_path(module: &Module, expr: &Expr) -> Option<String> {
    match expr {
        Expr::Name(name) => {
            let import = match module.only_binding(&name.id)? {
                BindingKind::Import => module.imported.get(name.id.as_str())?,
                _ => return None,
            };
            let path = match &import.name {
                Some(name) => format!("{}.{name}", import.path),
                None if import.binds_leaf => import.path.clone(),
                None => import.path.split('.').next()?.to_string(),
            };
            (import.level == 0 && crate::standard::is_path(&path)).then_some(path)
        }
        Expr::Attribute(attribute) => {
            let path = format!("{}.{}", standard_path(module, &attribute.value)?, attribute.attr);
            crate::standard::is_path(&path).then_some(path)
        }
        _ => None,
    }
}

/// How the interpreter's version compares with another.
enum Version {
    Below,
    Above,
}

impl Version {
    fn decides(self, op: ast::CmpOp) -> Option<bool> {
        match op {
            ast::CmpOp::Lt | ast::CmpOp::LtE => Some(matches!(self, Version::Below)),
            ast::CmpOp::Gt | ast::CmpOp::GtE => Some(matches!(self, Version::Above)),
            _ => None,
        }
    }
}

/// The whole version has more parts than any that is named, so it equals none.
fn ordering(expr: &Expr) -> Option<Version> {
    let Expr::Tuple(tuple) = expr else { return None };
    let parts: Option<Vec<u64>> =
        tuple.elts.iter().map(|part| part.as_number_literal_expr()?.value.as_int()?.as_u64()).collect();
    let parts = parts?;
    let known = parts.len().min(VERSION.len());
    match VERSION[..known].cmp(&parts[..known]) {
        std::cmp::Ordering::Less => Some(Version::Below),
        std::cmp::Ordering::Greater => Some(Version::Above),
        std::cmp::Ordering::Equal => (parts.len() <= VERSION.len()).then_some(Version::Above),
    }
}

fn compares(op: ast::CmpOp, left: u64, right: u64) -> Option<bool> {
    match op {
        ast::CmpOp::Lt => Some(left < right),
        ast::CmpOp::LtE => Some(left <= right),
        ast::CmpOp::Gt => Some(left > right),
        ast::CmpOp::GtE => Some(left >= right),
        op => equality(op, left == right),
    }
}

fn is_text(expr: &Expr, text: &str) -> Option<bool> {
    expr.as_string_literal_expr().map(|literal| literal.value.to_str() == text)
}

fn equality(op: ast::CmpOp, is: bool) -> Option<bool> {
    match op {
        ast::CmpOp::Eq => Some(is),
        ast::CmpOp::NotEq => Some(!is),
        _ => None,
    }
}

// Star imports.

fn with_stars_expanded(modules: Vec<Module>) -> Vec<Module> {
    if !modules.iter().any(|module| module.has_star) {
        return modules;
    }
    let mut stars = Stars {
        places: modules.iter().enumerate().map(|(index, module)| (module.name.clone(), index)).collect(),
        expanded: modules.iter().map(|_| None).collect(),
        started: FxHashSet::default(),
        modules,
    };
    (0..stars.modules.len()).for_each(|module| stars.expand(module));
    let Stars { modules, expanded, .. } = stars;
    expanded.into_iter().zip(modules).map(|(expanded, module)| expanded.unwrap_or(module)).collect()
}

struct Stars {
    modules: Vec<Module>,
    places: FxHashMap<String, usize>,
    expanded: Vec<Option<Module>>,
    started: FxHashSet<usize>,
}

impl Stars {
    fn expand(&mut self, index: usize) {
        if !self.started.insert(index) || !self.modules[index].has_star {
            return;
        }
        let module = self.modules[index].clone();
        let mut body = Vec::new();
        for stmt in &module.body {
            body.push(self.expanded_stmt(&module, stmt).unwrap_or_else(|| stmt.clone()));
        }
        self.expanded[index] = Some(module.with_body(body, Vec::new()));
    }

    fn expanded_stmt(&mut self, module: &Module, stmt: &Stmt) -> Option<Stmt> {
        let Stmt::ImportFrom(import) = stmt else { return None };
        let [star] = &import.names[..] else { return None };
        if star.name.as_str() != "*" {
            return None;
        }
        let path = import.module.as_ref().map(ToString::to_string).unwrap_or_default();
        let row = Import { level: import.level, path, name: None, binds_leaf: true };
        let path = absolute_path(&module.name, module.is_package, &row)?;
        let names = match self.places.get(&path).copied() {
            Some(from) => {
                self.expand(from);
                exported(self.expanded[from].as_ref().unwrap_or(&self.modules[from]))?
            }
            // What stands beside a compiled twin is found without it.
            None if is_accelerator(&module.name, &path) => return None,
            None => standard::exported(&path)?.map(str::to_owned).collect(),
        };
        let mut import = import.clone();
        import.names = names
            .into_iter()
            .map(|name| {
                let mut alias = star.clone();
                alias.name = ast::Identifier::new(name, star.name.range);
                alias
            })
            .collect();
        Some(Stmt::ImportFrom(import))
    }
}

/// The names that a star import of the module brings, if that is certain.
fn exported(module: &Module) -> Option<Vec<String>> {
    if module.has_star {
        return None;
    }
    let mut listed: Option<Vec<String>> = None;
    let mut assigned = 0;
    for stmt in &module.body {
        let (value, grows) = match stmt {
            Stmt::Assign(stmt) if stmt.targets.iter().any(is_list_of_names) => (&stmt.value, false),
            Stmt::AugAssign(stmt) if is_list_of_names(&stmt.target) => (&stmt.value, true),
            _ => continue,
        };
        let names = texts(value)?;
        assigned += 1;
        match (&mut listed, grows) {
            (Some(known), true) => known.extend(names),
            (None, true) => return None,
            (listed, false) => *listed = Some(names),
        }
    }
    // Whoever mentions the list otherwise may change it.
    if mentions_of_the_list(&module.body) > assigned {
        return None;
    }
    let is_touched = module.names.get("__all__").map_or(0, Vec::len);
    if let Some(listed) = listed {
        return Some(listed);
    }
    // A package may hold its parts under their names too; and who answers to any name is asked for the list.
    if is_touched > 0 || module.is_package || module.names.contains_key("__getattr__") {
        return None;
    }
    let mut names: Vec<String> = module.names.keys().filter(|name| !name.starts_with('_')).cloned().collect();
    names.sort();
    names.iter().all(|name| module.is_bound_once(name)).then_some(names)
}

fn is_list_of_names(target: &Expr) -> bool {
    matches!(target, Expr::Name(name) if name.id.as_str() == "__all__")
}

/// How often code mentions the list of names, by a name or in a text.
fn mentions_of_the_list(body: &[Stmt]) -> usize {
    struct Count(usize);
    impl<'a> Visitor<'a> for Count {
        fn visit_expr(&mut self, expr: &'a Expr) {
            let is_it = match expr {
                Expr::Name(_) => is_list_of_names(expr),
                Expr::StringLiteral(text) => text.value.to_str() == "__all__",
                Expr::Attribute(attribute) => attribute.attr.as_str() == "__all__",
                _ => false,
            };
            self.0 += usize::from(is_it);
            visitor::walk_expr(self, expr);
        }

        fn visit_stmt(&mut self, stmt: &'a Stmt) {
            if let Stmt::Global(global) = stmt {
                self.0 += global.names.iter().filter(|name| name.as_str() == "__all__").count();
            }
            visitor::walk_stmt(self, stmt);
        }
    }
    let mut count = Count(0);
    visitor::walk_body(&mut count, body);
    count.0
}

fn texts(expr: &Expr) -> Option<Vec<String>> {
    let elements = match expr {
        Expr::List(list) => &list.elts,
        Expr::Tuple(tuple) => &tuple.elts,
        _ => return None,
    };
    elements.iter().map(|element| Some(element.as_string_literal_expr()?.value.to_str().to_string())).collect()
}
