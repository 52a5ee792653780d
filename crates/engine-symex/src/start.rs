//! Where every exploration begins: the state before the entry runs, and what holds of its inputs.

use equiv::{Problem, Side};
use semantics::CodeTable;
use term::{Assignment, Node, Pool, TermId};
use value::{IntOp, Op, SortKind, Value};

/// The cells of both versions before anything ran; where they disagree, this side's.
pub(crate) fn cells(problem: &Problem, pool: &mut Pool, side: Side) -> Vec<TermId> {
    let mut cells = vec![None; problem.matching.slots()];
    let other = if side == Side::Old { Side::New } else { Side::Old };
    for side in [other, side] {
        for (id, cell) in problem.program(side).cells.iter() {
            let slot = problem.matching.slot(side, id).0;
            cells[slot] = Some(pool.constant(cell.initial.clone(), cell.sort));
        }
    }
    cells.into_iter().map(|cell| cell.expect("every slot is some cell's")).collect()
}

/// What every value of an input's sort satisfies and the solver would not know.
pub(crate) fn shape(pool: &mut Pool, input: TermId) -> Option<TermId> {
    matches!(pool.sort(input).kind(), SortKind::Seq(_)).then(|| {
        let (zero, length) = (pool.int(0), pool.seq_len(input));
        pool.app(Op::Int(IntOp::Le), &[zero, length])
    })
}

/// An input's value.
pub(crate) fn value(pool: &Pool, assignment: &Assignment, input: TermId) -> Value {
    match pool.node(input) {
        Node::Var(variable) => assignment.get(pool, *variable),
        Node::Const(_) | Node::App(..) => unreachable!("inputs are variables"),
    }
}

/// What is known of the code of either version, old first.
pub(crate) fn codes(problem: &Problem) -> [CodeTable<'_>; 2] {
    let matching = &problem.matching;
    let functions = |side: Side| problem.program(side).functions.ids();
    let old = functions(Side::Old).map(|id| !matching.is_unchanged(id)).collect();
    let is_unchanged = |id| matching.old_of(id).is_some_and(|old| matching.is_unchanged(old));
    let new = functions(Side::New).map(|id| !is_unchanged(id)).collect();
    [CodeTable::new(&problem.old.program, old), CodeTable::new(&problem.new.program, new)]
}
