//! Annotations and types that are evaluated without effect.

use ruff_python_ast::{self as ast, Expr};

use super::values::Kind;
use super::{Place, Settler};
use crate::builtins::Builtin;
use crate::call::Target;
use crate::outside::is_standard_type;

impl<'a> Settler<'a, '_> {
    /// The annotations of a function, which are evaluated when it is defined.
    pub(super) fn annotations(&mut self, place: Place<'_>, def: &'a ast::StmtFunctionDef) -> bool {
        let parameters = def.parameters.iter().filter_map(|parameter| parameter.annotation());
        parameters.chain(def.returns.as_deref()).all(|annotation| self.annotation(place, annotation))
    }

    pub(super) fn annotation(&mut self, place: Place<'_>, annotation: &'a Expr) -> bool {
        if self.modules[place.module].has_future_annotations {
            return true;
        }
        match annotation {
            Expr::StringLiteral(_) | Expr::NoneLiteral(_) => true,
            // Whatever a name holds, reading it does nothing.
            Expr::Name(name) => self.name(place, &name.id).is_some(),
            Expr::Subscript(subscript) => match self.lowering.path_target(place.module, &subscript.value) {
                Target::External(path) if ["typing.ClassVar", "typing.Final"].contains(&path.as_str()) => {
                    self.is_type_argument(place, &subscript.slice)
                }
                _ => self.is_type(place, annotation),
            },
            other => self.is_type(place, other) || self.value(place, other).is_some(),
        }
    }

    /// Is it a type that may stand in `X | Y` and in brackets?
    pub(super) fn is_type(&mut self, place: Place<'_>, expr: &'a Expr) -> bool {
        match expr {
            Expr::Name(_) | Expr::Attribute(_) => {
                let kind = match expr {
                    Expr::Name(name) => self.name(place, &name.id),
                    _ => None,
                };
                match self.lowering.path_target(place.module, expr) {
                    Target::External(path) => is_standard_type(&path) && self.is_readable(place, expr),
                    Target::Builtin(builtin) => matches!(builtin, Builtin::Type(_) | Builtin::Exception(_)),
                    Target::Class(module, class) => {
                        let class = self.lowering.class_at(module, class);
                        self.is_readable(place, expr) && class.is_some_and(|class| self.is_class_settled(module, class))
                    }
                    _ => matches!(kind, Some(Kind::Class | Kind::Alias | Kind::TypeVariable)),
                }
            }
            Expr::NoneLiteral(_) => true,
            Expr::BinOp(binary) if binary.op == ast::Operator::BitOr => {
                // Two values of None have no union.
                let is_none = |side: &Expr| side.is_none_literal_expr();
                !(is_none(&binary.left) && is_none(&binary.right))
                    && self.is_type(place, &binary.left)
                    && self.is_type(place, &binary.right)
            }
            Expr::Subscript(subscript) => {
                let arguments = match &*subscript.slice {
                    Expr::Tuple(tuple) => &tuple.elts[..],
                    other => std::slice::from_ref(other),
                };
                self.is_generic(place, &subscript.value, arguments)
            }
            _ => false,
        }
    }

    /// Have the names of a dotted path values by now?
    fn is_readable(&mut self, place: Place<'_>, expr: &'a Expr) -> bool {
        match expr {
            Expr::Name(name) => self.name(place, &name.id).is_some(),
            Expr::Attribute(attribute) => self.is_readable(place, &attribute.value),
            _ => false,
        }
    }

    fn is_type_argument(&mut self, place: Place<'_>, expr: &'a Expr) -> bool {
        expr.is_string_literal_expr() || self.is_type(place, expr) || self.is_any(place, expr)
    }

    /// `Any` and the like, which stand for types in brackets only.
    fn is_any(&mut self, place: Place<'_>, expr: &'a Expr) -> bool {
        matches!(self.lowering.path_target(place.module, expr), Target::External(path)
            if ["typing.Any", "typing.NoReturn", "typing.AnyStr", "typing.Text", "typing.Hashable", "typing.Sized"]
                .contains(&path.as_str()))
    }

    /// Does it take these types in brackets?
    fn is_generic(&mut self, place: Place<'_>, generic: &'a Expr, arguments: &'a [Expr]) -> bool {
        if !self.is_readable(place, generic) {
            return false;
        }
        let count = match self.lowering.path_target(place.module, generic) {
            Target::Builtin(Builtin::Type("tuple")) => match arguments {
                [first, Expr::EllipsisLiteral(_)] => return self.is_type_argument(place, first),
                _ => arguments.len(),
            },
            Target::Builtin(Builtin::Type("list" | "set" | "frozenset" | "type")) => 1,
            Target::Builtin(Builtin::Type("dict")) => 2,
            Target::External(path) => {
                let (module, name) = path.rsplit_once('.').unwrap_or(("", &path));
                let is_typing = ["typing", "typing_extensions", "collections.abc", "collections"].contains(&module);
                match name {
                    _ if path == "re.Pattern" || path == "re.Match" || path == "os.PathLike" => 1,
                    _ if !is_typing => return false,
                    "Tuple" if matches!(arguments, [_, Expr::EllipsisLiteral(_)]) => {
                        return self.is_type_argument(place, &arguments[0]);
                    }
                    "Callable" => return self.is_callable(place, arguments),
                    "Literal" => return arguments.iter().all(|value| self.value(place, value).is_some()),
                    "Union" | "Tuple" => arguments.len(),
                    "Optional" | "List" | "Set" | "FrozenSet" | "Iterable" | "Iterator" | "Sequence" | "Collection"
                    | "Type" | "Deque" | "MutableSequence" | "AbstractSet" | "MutableSet" | "Awaitable"
                    | "Container" | "deque" | "Counter" | "Reversible" | "KeysView" | "ValuesView"
                    | "AsyncIterator" | "AsyncIterable" | "ContextManager" | "Pattern" | "Match" | "TypeGuard" => 1,
                    "Dict" | "Mapping" | "MutableMapping" | "DefaultDict" | "OrderedDict" | "defaultdict"
                    | "ItemsView" | "AsyncGenerator" => 2,
                    "Generator" | "Coroutine" => 3,
                    _ => return false,
                }
            }
            _ => return false,
        };
        count == arguments.len() && count > 0 && arguments.iter().all(|argument| self.is_type_argument(place, argument))
    }

    /// `Callable[[A, B], C]` or `Callable[..., C]`
    fn is_callable(&mut self, place: Place<'_>, arguments: &'a [Expr]) -> bool {
        match arguments {
            [Expr::EllipsisLiteral(_), result] => self.is_type_argument(place, result),
            [Expr::List(list), result] => {
                list.elts.iter().all(|element| self.is_type_argument(place, element))
                    && self.is_type_argument(place, result)
            }
            _ => false,
        }
    }
}
