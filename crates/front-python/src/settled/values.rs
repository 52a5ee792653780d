//! Expressions that surely have a value, and whose evaluation does nothing.

use ruff_python_ast::{self as ast, Expr, Operator, Stmt};

use super::{Place, Settler};
use crate::builtins::{self, Builtin};
use crate::call::Target;
use crate::expr::literal;
use crate::lower::CodeKind;
use crate::standard;

/// What is known of a value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Number,
    Text,
    Bytes,
    /// None, a bool, an ellipsis.
    Constant,
    List,
    /// Of values that have a hash.
    Tuple,
    Function,
    Class,
    Module,
    /// A type that is no class, or a variable for types.
    Alias,
    TypeVariable,
    /// Options of a regular expression.
    Flags,
    Object,
}

impl Kind {
    /// Have all values of the kind a hash?
    fn has_hash(self) -> bool {
        match self {
            Kind::Number | Kind::Text | Kind::Bytes | Kind::Constant | Kind::Tuple | Kind::Function => true,
            Kind::Class | Kind::Module | Kind::TypeVariable | Kind::Flags => true,
            Kind::List | Kind::Alias | Kind::Object => false,
        }
    }

    /// Is the truth of such a value told without running code of it?
    fn has_truth(self) -> bool {
        !matches!(self, Kind::Object)
    }
}

/// How large a number or a text may get that is computed while a module is loaded.
const LARGE: u64 = 1 << 16;

impl<'a> Settler<'a, '_> {
    pub(super) fn values(&mut self, place: Place<'_>, exprs: &'a [Expr]) -> bool {
        exprs.iter().all(|expr| self.value(place, expr).is_some())
    }

    /// What the expression is, if it surely has a value.
    pub(super) fn value(&mut self, place: Place<'_>, expr: &'a Expr) -> Option<Kind> {
        match expr {
            Expr::NumberLiteral(number) => Some(match &number.value {
                ast::Number::Int(int) if int.as_u64().is_some() => Kind::Number,
                ast::Number::Float(_) => Kind::Number,
                // Some are not ordered, others too large for a float.
                ast::Number::Int(_) | ast::Number::Complex { .. } => Kind::Object,
            }),
            Expr::StringLiteral(_) => Some(Kind::Text),
            Expr::BytesLiteral(_) => Some(Kind::Bytes),
            Expr::BooleanLiteral(_) | Expr::NoneLiteral(_) | Expr::EllipsisLiteral(_) => Some(Kind::Constant),
            Expr::Name(name) => self.name(place, &name.id),
            Expr::Attribute(attribute) => self.attribute(place, expr, attribute),
            Expr::Tuple(tuple) => self.tuple(place, tuple),
            Expr::List(list) => self.values(place, &list.elts).then_some(Kind::List),
            Expr::Set(set) => set.elts.iter().all(|element| self.has_hash(place, element)).then_some(Kind::Object),
            Expr::Dict(dict) => {
                let is_settled = dict.items.iter().all(|item| {
                    item.key.as_ref().is_some_and(|key| self.has_hash(place, key))
                        && self.value(place, &item.value).is_some()
                });
                is_settled.then_some(Kind::Object)
            }
            Expr::Lambda(lambda) => {
                let parameters = lambda.parameters.iter().flat_map(|parameters| parameters.iter());
                let mut defaults = parameters.filter_map(|parameter| parameter.default());
                defaults.all(|default| self.value(place, default).is_some()).then_some(Kind::Function)
            }
            Expr::UnaryOp(unary) => match (unary.op, self.value(place, &unary.operand)?) {
                (ast::UnaryOp::Not, kind) if kind.has_truth() => Some(Kind::Constant),
                (ast::UnaryOp::USub | ast::UnaryOp::UAdd, Kind::Number) => Some(Kind::Number),
                _ => None,
            },
            Expr::BinOp(binary) => self.binary(place, expr, binary),
            Expr::BoolOp(bool_op) => {
                let mut kinds = Vec::new();
                for value in &bool_op.values {
                    kinds.push(self.value(place, value).filter(|kind| kind.has_truth())?);
                }
                Some(if kinds.windows(2).all(|pair| pair[0] == pair[1]) { kinds[0] } else { Kind::Object })
            }
            Expr::If(conditional) => {
                self.value(place, &conditional.test).filter(|kind| kind.has_truth())?;
                let (then, otherwise) =
                    (self.value(place, &conditional.body)?, self.value(place, &conditional.orelse)?);
                Some(if then == otherwise { then } else { Kind::Object })
            }
            Expr::Compare(compare) => self.compare(place, compare),
            Expr::Subscript(_) => self.is_type(place, expr).then_some(Kind::Alias),
            Expr::Call(call) => self.call(place, call),
            _ => None,
        }
    }

    fn tuple(&mut self, place: Place<'_>, tuple: &'a ast::ExprTuple) -> Option<Kind> {
        let mut has_hash = true;
        for element in &tuple.elts {
            has_hash &= self.value(place, element)?.has_hash();
        }
        Some(if has_hash { Kind::Tuple } else { Kind::Object })
    }

    fn has_hash(&mut self, place: Place<'_>, expr: &'a Expr) -> bool {
        let is_member = matches!(expr, Expr::Attribute(attribute) if self.is_enumeration(place, &attribute.value));
        self.value(place, expr).is_some_and(|kind| kind.has_hash() || is_member)
    }

    pub(super) fn name(&mut self, place: Place<'_>, name: &str) -> Option<Kind> {
        if place.class.is_some_and(|names| names.contains(name)) {
            return Some(Kind::Object);
        }
        let row = &self.modules[place.module];
        if row.has_star {
            return None;
        }
        if self.bound[place.module].contains(name) {
            let kind = self.kinds[place.module].get(name).copied();
            return Some(kind.filter(|_| row.is_bound_once(name)).unwrap_or(Kind::Object));
        }
        if row.binds(name) {
            return None;
        }
        match name {
            "__name__" => return Some(Kind::Text),
            "__file__" | "__doc__" | "__package__" | "__spec__" => return Some(Kind::Object),
            _ => {}
        }
        builtins::find(name).map(|builtin| match builtin {
            Builtin::Exception(_) | Builtin::Type(_) => Kind::Class,
            Builtin::Function(_) => Kind::Function,
            Builtin::Constant(_) => Kind::Constant,
        })
    }

    fn attribute(&mut self, place: Place<'_>, expr: &'a Expr, attribute: &'a ast::ExprAttribute) -> Option<Kind> {
        let kind = self.value(place, &attribute.value)?;
        if attribute.attr.as_str() == "__doc__" && matches!(kind, Kind::Function | Kind::Class | Kind::Module) {
            return Some(Kind::Object);
        }
        if self.is_pattern_method(place, attribute) {
            return Some(Kind::Function);
        }
        if let Target::External(path) = self.lowering.path_target(place.module, expr) {
            return standard::is_path(&path)
                .then(|| match path.as_str() {
                    path if is_flag(path) => Kind::Flags,
                    "sys.version_info" => Kind::Tuple,
                    "sys.platform" | "os.name" | "os.sep" | "os.linesep" | "sys.byteorder" => Kind::Text,
                    "sys.maxsize" | "sys.maxunicode" | "math.pi" | "math.e" | "math.inf" | "math.nan" => Kind::Number,
                    _ => Kind::Object,
                })
                .or_else(|| is_number_of_sys(&path).then_some(Kind::Number))
                .or_else(|| is_docstring_outside(&path).then_some(Kind::Object));
        }
        match self.lowering.path_target(place.module, &attribute.value) {
            Target::Module(of) => {
                let is_bound = self.bound[of].contains(attribute.attr.as_str());
                (is_bound && self.is_settled_whole(of))
                    .then(|| self.kinds[of].get(attribute.attr.as_str()).copied().unwrap_or(Kind::Object))
            }
            Target::Class(of, class) => {
                let class = self.lowering.class_at(of, class)?;
                let is_bound = class.body.iter().any(|stmt| self.names_of(stmt).iter().any(|n| *n == *attribute.attr));
                (is_bound && self.is_class_settled(of, class)).then_some(Kind::Object)
            }
            _ => None,
        }
    }

    /// `re.compile(…).match`, which nobody but the pattern has a say in.
    fn is_pattern_method(&mut self, place: Place<'_>, attribute: &ast::ExprAttribute) -> bool {
        let Expr::Call(call) = &*attribute.value else { return false };
        let methods = ["match", "search", "fullmatch", "findall", "finditer", "split", "sub", "subn"];
        methods.contains(&attribute.attr.as_str())
            && self.lowering.path_target(place.module, &call.func) == Target::External("re.compile".into())
    }

    fn binary(&mut self, place: Place<'_>, expr: &'a Expr, binary: &'a ast::ExprBinOp) -> Option<Kind> {
        if binary.op == Operator::BitOr && self.is_type(place, expr) {
            return Some(Kind::Alias);
        }
        let (left, right) = (self.value(place, &binary.left)?, self.value(place, &binary.right)?);
        let is_small = |expr: &Expr| whole(expr).is_some_and(|number| number <= LARGE);
        match (binary.op, left, right) {
            (Operator::BitOr, Kind::Flags, Kind::Flags) => can_be_joined(expr).then_some(Kind::Flags),
            (Operator::Add, Kind::Text | Kind::Bytes | Kind::List | Kind::Tuple, _) => (left == right).then_some(left),
            (Operator::Add | Operator::Sub, Kind::Number, Kind::Number) => Some(Kind::Number),
            // A whole number may be too large for a float.
            (Operator::Mult, Kind::Number, Kind::Number) => {
                (is_small(&binary.left) || is_small(&binary.right)).then_some(Kind::Number)
            }
            (Operator::Mult, Kind::Text | Kind::Bytes, Kind::Number) => is_small(&binary.right).then_some(left),
            (Operator::Div | Operator::FloorDiv | Operator::Mod, Kind::Number, Kind::Number) => {
                (is_small(&binary.left) && whole(&binary.right).is_some_and(|number| (1..=LARGE).contains(&number)))
                    .then_some(Kind::Number)
            }
            (Operator::Pow | Operator::LShift, Kind::Number, Kind::Number) => {
                let bits = |number: u64| u64::from(u64::BITS - number.leading_zeros());
                let size = whole(&binary.left).zip(whole(&binary.right)).map(|(base, by)| match binary.op {
                    Operator::Pow => bits(base).saturating_mul(by),
                    _ => bits(base).saturating_add(by),
                });
                match size? {
                    0..=128 => Some(Kind::Number),
                    129..=65536 => Some(Kind::Object),
                    _ => None,
                }
            }
            (Operator::BitOr | Operator::BitAnd | Operator::BitXor, Kind::Number, Kind::Number) => {
                (whole(&binary.left).is_some() && whole(&binary.right).is_some()).then_some(Kind::Number)
            }
            _ => None,
        }
    }

    fn compare(&mut self, place: Place<'_>, compare: &'a ast::ExprCompare) -> Option<Kind> {
        let mut kinds = vec![self.value(place, &compare.left)?];
        for side in &*compare.comparators {
            kinds.push(self.value(place, side)?);
        }
        let is_plain = |kind: &Kind| matches!(kind, Kind::Number | Kind::Text | Kind::Constant | Kind::Bytes);
        let is_settled = compare.ops.iter().zip(kinds.windows(2)).all(|(op, pair)| match op {
            ast::CmpOp::Is | ast::CmpOp::IsNot => true,
            ast::CmpOp::Eq | ast::CmpOp::NotEq => pair.iter().all(|kind| is_plain(kind) || *kind == Kind::Tuple),
            ast::CmpOp::In | ast::CmpOp::NotIn => is_plain(&pair[0]) && matches!(pair[1], Kind::Tuple),
            _ => pair[0] == pair[1] && matches!(pair[0], Kind::Number | Kind::Text),
        });
        is_settled.then_some(Kind::Constant)
    }

    // Definitions and calls.

    /// A function that surely comes into being.
    pub(super) fn def(&mut self, place: Place<'_>, def: &'a ast::StmtFunctionDef) -> Option<Kind> {
        let mut kind = Kind::Function;
        for decorator in &def.decorator_list {
            if !self.keeps(place, &decorator.expression) {
                return None;
            }
            kind = Kind::Object;
        }
        let mut defaults = def.parameters.iter().filter_map(|parameter| parameter.default());
        let is_settled = defaults.all(|default| self.value(place, default).is_some());
        (is_settled && self.annotations(place, def)).then_some(kind)
    }

    /// Does the decorator surely give something, and do nothing with the function but keep it?
    fn keeps(&mut self, place: Place<'_>, decorator: &'a Expr) -> bool {
        match decorator {
            Expr::Attribute(attribute)
                if ["setter", "getter", "deleter"].contains(&attribute.attr.as_str())
                    && place.class.is_some_and(|names| is_property(&attribute.value, names)) =>
            {
                true
            }
            Expr::Name(_) | Expr::Attribute(_) => match self.lowering.path_target(place.module, decorator) {
                Target::External(path) => standard::keeps_its_arguments(&path),
                Target::Builtin(Builtin::Type(name)) => standard::keeps_its_arguments(name),
                Target::Code(code) => self.value(place, decorator).is_some() && self.made_by(code, 1).is_some(),
                _ => false,
            },
            Expr::Call(call) => {
                if !self.values(place, &call.arguments.args) || call.arguments.args.iter().any(Expr::is_starred_expr) {
                    return false;
                }
                let is_settled = call
                    .arguments
                    .keywords
                    .iter()
                    .all(|row| row.arg.is_some() && self.value(place, &row.value).is_some());
                match self.lowering.path_target(place.module, &call.func) {
                    Target::External(path) => is_settled && keeps_by_call(&path, call),
                    Target::Code(code) => {
                        let inner = self.made_by(code, call.arguments.args.len());
                        is_settled
                            && call.arguments.keywords.is_empty()
                            && self.value(place, &call.func).is_some()
                            && inner.flatten().is_some_and(|inner| self.is_maker(inner))
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// What a call of the function with so many arguments gives, if it only makes functions: the definition
    /// that it gives, or one of its arguments.
    fn made_by(&mut self, code: usize, arguments: usize) -> Option<Option<&'a ast::StmtFunctionDef>> {
        let CodeKind::Def(def) = self.lowering.codes[code].kind else { return None };
        let signature = self.lowering.codes[code].signature.clone();
        let required = signature.positional.iter().filter(|parameter| parameter.default.is_none()).count();
        let fits = (required..=signature.positional.len()).contains(&arguments)
            && signature.keyword_only.iter().all(|parameter| parameter.default.is_some());
        if !fits || self.makers.contains(&code) {
            return None;
        }
        self.makers.push(code);
        let made = made_in(def);
        self.makers.pop();
        made
    }

    fn is_maker(&self, def: &'a ast::StmtFunctionDef) -> bool {
        let takes_one = def.parameters.args.len() + def.parameters.posonlyargs.len() == 1;
        takes_one && def.parameters.kwonlyargs.is_empty() && made_in(def).is_some()
    }

    fn call(&mut self, place: Place<'_>, call: &'a ast::ExprCall) -> Option<Kind> {
        let (args, keywords) = (&*call.arguments.args, &*call.arguments.keywords);
        if args.iter().any(Expr::is_starred_expr) || keywords.iter().any(|row| row.arg.is_none()) {
            return None;
        }
        if let Expr::Attribute(attribute) = &*call.func
            && attribute.value.is_string_literal_expr()
        {
            return self.text_method(place, &attribute.attr, args).filter(|_| keywords.is_empty());
        }
        if let Expr::Attribute(attribute) = &*call.func
            && attribute.attr.as_str() == "format"
            && args.is_empty()
        {
            let is_settled = self.value(place, &attribute.value) == Some(Kind::Text)
                && keywords.iter().all(|row| row.value.is_string_literal_expr());
            let template = self.text_of(place, &attribute.value).filter(|_| is_settled)?;
            return takes_names(template, keywords).then_some(Kind::Text);
        }
        if let Expr::Attribute(attribute) = &*call.func
            && let Target::Builtin(Builtin::Type(of)) = self.lowering.path_target(place.module, &attribute.value)
        {
            let is_sound = self.value(place, &attribute.value).is_some() && keywords.is_empty();
            return self.type_method(place, of, &attribute.attr, args).filter(|_| is_sound);
        }
        self.value(place, &call.func)?;
        let kinds: Vec<Kind> = args.iter().map(|arg| self.value(place, arg)).collect::<Option<_>>()?;
        if !keywords.iter().all(|row| self.value(place, &row.value).is_some()) {
            return None;
        }
        match self.lowering.path_target(place.module, &call.func) {
            Target::Class(of, class) => {
                let class = self.lowering.class_at(of, class)?;
                (keywords.is_empty() && self.is_tuple_of(of, class, args.len()))
                    .then(|| if kinds.iter().all(|kind| kind.has_hash()) { Kind::Tuple } else { Kind::Object })
            }
            Target::Builtin(Builtin::Type(name)) => self.builtin_type(place, name, args, keywords),
            Target::Builtin(Builtin::Function("hasattr")) => {
                let is_module = kinds == [Kind::Module, Kind::Text];
                is_module.then_some(Kind::Constant)
            }
            Target::External(path) => self.standard_call(place, &path, call, &kinds),
            _ => None,
        }
    }

    fn builtin_type(
        &mut self,
        place: Place<'_>,
        name: &str,
        args: &'a [Expr],
        keywords: &'a [ast::Keyword],
    ) -> Option<Kind> {
        let has_hashes =
            |settler: &mut Self, elements: &'a [Expr]| elements.iter().all(|element| settler.has_hash(place, element));
        let is_settled = match (name, args) {
            ("object" | "list" | "tuple" | "set" | "frozenset" | "str" | "int" | "float" | "bytes", []) => {
                keywords.is_empty()
            }
            ("dict", []) => true,
            ("type", [_]) => keywords.is_empty(),
            ("property" | "staticmethod" | "classmethod", [_]) => keywords.is_empty(),
            ("list" | "tuple", [Expr::List(_) | Expr::Tuple(_) | Expr::StringLiteral(_)]) => keywords.is_empty(),
            ("set" | "frozenset", [Expr::StringLiteral(_)]) => keywords.is_empty(),
            ("set" | "frozenset", [Expr::List(list)]) => keywords.is_empty() && has_hashes(self, &list.elts),
            ("set" | "frozenset", [Expr::Tuple(tuple)]) => keywords.is_empty() && has_hashes(self, &tuple.elts),
            ("set" | "frozenset", [Expr::Set(_)]) => keywords.is_empty(),
            _ => false,
        };
        let kind = match name {
            "list" => Kind::List,
            "str" => Kind::Text,
            "int" | "float" => Kind::Number,
            _ => Kind::Object,
        };
        is_settled.then_some(kind)
    }

    /// The text that a name of the module is bound to.
    fn text_of(&self, place: Place<'_>, expr: &Expr) -> Option<&'a str> {
        let Expr::Name(name) = expr else { return None };
        let modules = self.modules;
        let row = &modules[place.module];
        let is_own = place.class.is_none_or(|names| !names.contains(name.id.as_str()));
        match crate::state::first_value(row, &name.id) {
            Some(Expr::StringLiteral(text)) if is_own && row.is_bound_once(&name.id) => Some(text.value.to_str()),
            _ => None,
        }
    }

    /// A function of a builtin type: `str.maketrans`, `bytes.maketrans`, `dict.fromkeys`.
    fn type_method(&mut self, place: Place<'_>, of: &str, method: &str, args: &'a [Expr]) -> Option<Kind> {
        let kinds: Vec<Kind> = args.iter().map(|arg| self.value(place, arg)).collect::<Option<_>>()?;
        let text = |expr: &Expr| expr.as_string_literal_expr().map(|text| text.value.to_str().chars().count());
        let bytes = |expr: &Expr| expr.as_bytes_literal_expr().map(|text| text.value.bytes().count());
        match (of, method, args) {
            ("bytes" | "bytearray", "maketrans", [from, to]) => (bytes(from)? == bytes(to)?).then_some(Kind::Bytes),
            ("str", "maketrans", [from, to]) => (text(from)? == text(to)?).then_some(Kind::Object),
            ("str", "maketrans", [from, to, _]) => {
                (text(from)? == text(to)? && kinds[2] == Kind::Text).then_some(Kind::Object)
            }
            (
                "dict",
                "fromkeys",
                [Expr::List(ast::ExprList { elts, .. }) | Expr::Tuple(ast::ExprTuple { elts, .. }), rest @ ..],
            ) => {
                let have_hashes = elts.iter().all(|element| self.has_hash(place, element));
                (have_hashes && rest.len() <= 1).then_some(Kind::Object)
            }
            _ => None,
        }
    }

    fn text_method(&mut self, place: Place<'_>, method: &str, args: &'a [Expr]) -> Option<Kind> {
        let is_text = |expr: &Expr| expr.is_string_literal_expr();
        match (method, args) {
            ("split" | "splitlines", []) => Some(Kind::List),
            ("split", [Expr::StringLiteral(by)]) => (!by.value.is_empty()).then_some(Kind::List),
            ("strip" | "lower" | "upper" | "title" | "lstrip" | "rstrip", []) => Some(Kind::Text),
            ("replace", [from, to]) => (is_text(from) && is_text(to)).then_some(Kind::Text),
            ("join", [Expr::List(list)]) => {
                list.elts.iter().all(|part| self.value(place, part) == Some(Kind::Text)).then_some(Kind::Text)
            }
            ("join", [Expr::Tuple(tuple)]) => {
                tuple.elts.iter().all(|part| self.value(place, part) == Some(Kind::Text)).then_some(Kind::Text)
            }
            _ => None,
        }
    }

    /// A call of the standard library with arguments that it surely takes.
    fn standard_call(&mut self, place: Place<'_>, path: &str, call: &'a ast::ExprCall, kinds: &[Kind]) -> Option<Kind> {
        let (args, keywords) = (&*call.arguments.args, &*call.arguments.keywords);
        let has_only =
            |names: &[&str]| keywords.iter().all(|row| row.arg.as_deref().is_some_and(|a| names.contains(&a)));
        let is_plain = keywords.is_empty();
        let is_settled = match (path, args) {
            (path, []) if is_plain && standard::takes_nothing(path) => true,
            (path, [_]) if is_plain && kinds == [Kind::Text] && standard::takes_any_text(path) => true,
            ("typing.TypeVar" | "typing_extensions.TypeVar", [Expr::StringLiteral(_), rest @ ..]) => {
                let is_settled = rest.len() != 1
                    && rest.iter().all(|type_| self.is_type(place, type_) || type_.is_string_literal_expr())
                    && has_only(&["bound", "covariant", "contravariant"])
                    && (rest.is_empty() || is_plain)
                    && keywords.len() <= 1
                    && keywords.iter().all(|row| {
                        row.value.is_boolean_literal_expr()
                            || row.value.is_string_literal_expr()
                            || self.is_type(place, &row.value)
                    });
                return is_settled.then_some(Kind::TypeVariable);
            }
            ("typing.ParamSpec" | "typing_extensions.ParamSpec", [Expr::StringLiteral(_)]) => {
                return is_plain.then_some(Kind::TypeVariable);
            }
            ("typing.NewType", [Expr::StringLiteral(_), type_]) => {
                return (is_plain && self.is_type(place, type_)).then_some(Kind::Class);
            }
            ("typing.cast", [_, _]) => return is_plain.then_some(kinds[1]),
            ("re.compile", [Expr::StringLiteral(text)]) => {
                return (is_plain && is_pattern(text.value.to_str(), false)).then_some(Kind::Object);
            }
            ("re.compile", [Expr::StringLiteral(text), flags]) => {
                let is_flags = kinds[1] == Kind::Flags;
                let is_verbose = mentions_verbose(flags);
                return (is_plain && is_flags && is_pattern(text.value.to_str(), is_verbose)).then_some(Kind::Object);
            }
            ("collections.namedtuple", [Expr::StringLiteral(name), fields]) => {
                let is_sound = is_identifier(name.value.to_str()) && has_only(&["defaults"]);
                let names = fields_of(fields).filter(|_| is_sound)?;
                let are_few = |row: &ast::Keyword| match &row.value {
                    Expr::List(ast::ExprList { elts, .. }) | Expr::Tuple(ast::ExprTuple { elts, .. }) => {
                        elts.len() <= names.len() && elts.iter().all(|element| literal(element).is_some())
                    }
                    _ => false,
                };
                return keywords.iter().all(are_few).then_some(Kind::Class);
            }
            ("collections.defaultdict", [factory]) => {
                is_plain && (factory.is_lambda_expr() || self.is_type(place, factory))
            }
            ("collections.deque", []) => {
                has_only(&["maxlen"]) && keywords.iter().all(|row| whole(&row.value).is_some())
            }
            ("contextvars.ContextVar", [Expr::StringLiteral(_)]) => has_only(&["default"]),
            ("functools.partial", [function, ..]) => {
                matches!(self.value(place, function), Some(Kind::Function | Kind::Class))
            }
            ("operator.itemgetter" | "operator.attrgetter", [Expr::StringLiteral(_)]) => is_plain,
            ("operator.itemgetter", [Expr::NumberLiteral(_)]) => is_plain,
            ("os.getenv" | "os.environ.get", [Expr::StringLiteral(_)]) => is_plain,
            ("os.getenv" | "os.environ.get", [Expr::StringLiteral(_), Expr::StringLiteral(_)]) => {
                return is_plain.then_some(Kind::Text);
            }
            ("datetime.timedelta", []) => {
                has_only(&["days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"])
                    && keywords.iter().all(|row| whole(&row.value).is_some_and(|number| number <= LARGE))
            }
            ("decimal.Decimal" | "fractions.Fraction", [number]) => is_plain && whole(number).is_some(),
            ("dataclasses.field", []) => {
                has_only(&["default", "default_factory", "repr", "init", "compare", "hash", "kw_only", "metadata"])
                    && !["default", "default_factory"]
                        .iter()
                        .all(|name| keywords.iter().any(|row| row.arg.as_deref() == Some(name)))
                    && keywords
                        .iter()
                        .all(|row| row.arg.as_deref() != Some("metadata") || matches!(row.value, Expr::Dict(_)))
            }
            (
                "platform.python_implementation"
                | "platform.system"
                | "platform.machine"
                | "platform.python_version"
                | "sys.getfilesystemencoding"
                | "sys.getdefaultencoding"
                | "os.getcwd",
                [],
            ) => return is_plain.then_some(Kind::Text),
            ("gettext.NullTranslations", []) => is_plain,
            ("os.path.dirname" | "os.path.abspath" | "os.path.basename" | "os.path.realpath", [path]) => {
                let is_path =
                    kinds == [Kind::Text] || matches!(path, Expr::Name(name) if name.id.as_str() == "__file__");
                return (is_plain && is_path).then_some(Kind::Text);
            }
            ("os.path.join", [_, ..]) => return (is_plain && are(kinds, Kind::Text)).then_some(Kind::Text),
            ("enum.auto", []) => is_plain,
            ("itertools.count", [] | [Expr::NumberLiteral(_)]) => is_plain,
            ("types.MappingProxyType", [Expr::Dict(_)]) => is_plain,
            ("logging.NullHandler", []) => is_plain,
            _ => false,
        };
        is_settled.then_some(Kind::Object)
    }
}

/// A body of definitions that gives one of them or a parameter: `Some(None)` for a parameter.
fn made_in(def: &ast::StmtFunctionDef) -> Option<Option<&ast::StmtFunctionDef>> {
    if def.is_async {
        return None;
    }
    let mut made: Vec<&ast::StmtFunctionDef> = Vec::new();
    for (index, stmt) in def.body.iter().enumerate() {
        match stmt {
            Stmt::Expr(stmt) if index == 0 && stmt.value.is_string_literal_expr() => {}
            Stmt::FunctionDef(inner) => {
                let has_no_defaults = inner.parameters.iter().all(|parameter| parameter.default().is_none());
                let has_no_annotations = inner.returns.is_none()
                    && inner.parameters.iter().all(|parameter| parameter.annotation().is_none());
                let is_wrapped = inner.decorator_list.iter().all(|decorator| {
                    matches!(&decorator.expression, Expr::Call(call)
                        if is_wraps(&call.func) && matches!(&*call.arguments.args, [Expr::Name(name)]
                            if def.parameters.iter().any(|parameter| parameter.name().as_str() == name.id.as_str())))
                });
                if !has_no_defaults || !has_no_annotations || !is_wrapped {
                    return None;
                }
                made.push(inner);
            }
            Stmt::Return(stmt) if index + 1 == def.body.len() => {
                let Some(Expr::Name(name)) = stmt.value.as_deref() else { return None };
                if let Some(inner) = made.iter().rev().find(|inner| inner.name.as_str() == name.id.as_str()) {
                    return Some(Some(inner));
                }
                let is_parameter = def.parameters.iter().any(|row| row.name().as_str() == name.id.as_str());
                return is_parameter.then_some(None);
            }
            _ => return None,
        }
    }
    None
}

fn are(kinds: &[Kind], all: Kind) -> bool {
    kinds.iter().all(|kind| *kind == all)
}

/// Is it `wraps` of `functools`?
fn is_wraps(expr: &Expr) -> bool {
    match expr {
        Expr::Name(name) => name.id.as_str() == "wraps",
        Expr::Attribute(attribute) => {
            attribute.attr.as_str() == "wraps"
                && matches!(&*attribute.value, Expr::Name(name) if name.id.as_str() == "functools")
        }
        _ => false,
    }
}

fn is_property(expr: &Expr, names: &rustc_hash::FxHashSet<String>) -> bool {
    matches!(expr, Expr::Name(name) if names.contains(&super::classes::property_named(&name.id)))
}

fn keeps_by_call(path: &str, call: &ast::ExprCall) -> bool {
    let (args, keywords) = (&*call.arguments.args, &*call.arguments.keywords);
    match path {
        "functools.lru_cache" => {
            let is_size = |expr: &Expr| expr.is_none_literal_expr() || whole(expr).is_some();
            args.iter().all(is_size)
                && args.len() <= 1
                && keywords.iter().all(|row| match row.arg.as_deref() {
                    Some("maxsize") => is_size(&row.value) && args.is_empty(),
                    Some("typed") => row.value.is_boolean_literal_expr(),
                    _ => false,
                })
        }
        "functools.wraps" => args.len() == 1 && keywords.is_empty(),
        "warnings.deprecated" | "typing_extensions.deprecated" => {
            matches!(args, [Expr::StringLiteral(_)]) && keywords.is_empty()
        }
        _ => false,
    }
}

/// A whole number that is not negative, as it stands in the source.
pub(crate) fn whole(expr: &Expr) -> Option<u64> {
    match expr {
        Expr::NumberLiteral(number) => number.value.as_int().and_then(ast::Int::as_u64),
        _ => None,
    }
}

/// Does the template only ask for texts by these names, without a format of their own?
fn takes_names(template: &str, keywords: &[ast::Keyword]) -> bool {
    let plain = template.replace("{{", "").replace("}}", "");
    let mut parts = plain.split('{');
    let is_closed = parts.next().is_none_or(|first| !first.contains('}'));
    let is_known = |part: &str| match part.split_once('}') {
        Some((name, rest)) => {
            !rest.contains('}') && keywords.iter().any(|row| row.arg.as_ref().is_some_and(|arg| arg.as_str() == name))
        }
        None => false,
    };
    is_closed && parts.all(is_known)
}

/// A number that the interpreter says of itself, whichever it is.
fn is_number_of_sys(path: &str) -> bool {
    const NUMBERS: &[(&str, &str)] = &[
        ("sys.hash_info.", "width modulus inf nan imag hash_bits seed_bits cutoff"),
        ("sys.float_info.", "max max_exp max_10_exp min min_exp min_10_exp dig mant_dig epsilon radix rounds"),
        ("sys.int_info.", "bits_per_digit sizeof_digit default_max_str_digits str_digits_check_threshold"),
        ("sys.version_info.", "major minor micro serial"),
    ];
    let is_it = |(of, names): &(&str, &str)| {
        path.strip_prefix(of).is_some_and(|name| names.split_whitespace().any(|known| known == name))
    };
    NUMBERS.iter().any(is_it)
}

/// The docstring of something that the standard library has.
fn is_docstring_outside(path: &str) -> bool {
    path.strip_suffix(".__doc__").is_some_and(standard::is_path)
}

fn is_flag(path: &str) -> bool {
    let flags = ["A", "ASCII", "I", "IGNORECASE", "M", "MULTILINE", "S", "DOTALL", "U", "UNICODE", "X", "VERBOSE"];
    path.strip_prefix("re.").is_some_and(|name| flags.contains(&name))
}

/// Two of them contradict each other.
fn can_be_joined(flags: &Expr) -> bool {
    let words = crate::outside::words_in(flags);
    let has = |names: [&str; 2]| words.iter().any(|word| names.contains(&word.as_str()));
    !(has(["A", "ASCII"]) && has(["U", "UNICODE"]))
}

fn mentions_verbose(flags: &Expr) -> bool {
    crate::outside::words_in(flags).iter().any(|word| word == "X" || word == "VERBOSE")
}

pub(crate) fn is_identifier(name: &str) -> bool {
    const KEYWORDS: &str = "False None True and as assert async await break class continue def del elif else except \
        finally for from global if import in is lambda nonlocal not or pass raise return try while with yield";
    let mut chars = name.chars();
    chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && chars.all(|rest| rest.is_ascii_alphanumeric() || rest == '_')
        && !KEYWORDS.split_whitespace().any(|keyword| keyword == name)
}

/// Names of fields, as `namedtuple` takes them; `None`: it may not take them.
pub(crate) fn fields_of(fields: &Expr) -> Option<Vec<String>> {
    let names: Vec<String> = match fields {
        Expr::StringLiteral(text) => {
            text.value.to_str().replace(',', " ").split_whitespace().map(str::to_string).collect()
        }
        Expr::List(ast::ExprList { elts, .. }) | Expr::Tuple(ast::ExprTuple { elts, .. }) => elts
            .iter()
            .map(|element| element.as_string_literal_expr().map(|text| text.value.to_str().to_string()))
            .collect::<Option<_>>()?,
        _ => return None,
    };
    let mut seen = rustc_hash::FxHashSet::default();
    let is_sound = |name: &String| is_identifier(name) && !name.starts_with('_') && seen.insert(name.clone());
    names.iter().all(is_sound).then_some(names)
}

/// Does `re.compile` surely take the text?
fn is_pattern(text: &str, is_verbose: bool) -> bool {
    super::pattern::is_valid(text, is_verbose) || crate::regex::is_taken(text, is_verbose)
}
