//! Each rule of the simplifier, proved: a term as built and as simplified are equal for all
//! operands. Where everything is given to Z3 exactly, its models are also our evaluator's.

#[path = "../../term/tests/random/mod.rs"]
#[expect(dead_code, reason = "shared with tests that need more of it")]
mod random;

use random::{Generator, Signatures, Tree, pool, solver_sorts, term};
use smt::{Answer, Effort, Solver};
use value::{BvOp, FloatOp, IntOp, Op, Sort};

/// Z3 has the operator, and decides it in a test's time.
fn is_exact(op: &Op) -> bool {
    let open = match op {
        Op::Int(IntOp::And | IntOp::Or | IntOp::Xor | IntOp::Pow | IntOp::Shl | IntOp::Shr | IntOp::ToText) => true,
        Op::Int(IntOp::ToTextIn(_)) | Op::Text(_) | Op::Regex(_) => true,
        Op::Float(op) => !matches!(
            op,
            FloatOp::Neg | FloatOp::Abs | FloatOp::Lt | FloatOp::Le | FloatOp::Eq | FloatOp::IsNan | FloatOp::Add
        ),
        // Both theories at once: slow at any width.
        Op::Bv(BvOp::ToInt | BvOp::ToSigned | BvOp::FromInt(_)) => true,
        _ => false,
    };
    !open
}

fn shown(tree: &Tree) -> String {
    match tree {
        Tree::Var(index) => format!("v{index}"),
        Tree::Const(value, _) => format!("{value:?}"),
        Tree::App(op, args, _) => {
            let args: Vec<String> = args.iter().map(|arg| shown(arg)).collect();
            format!("{op}({})", args.join(", "))
        }
    }
}

struct Proofs {
    proved: u32,
    open: u32,
}

fn prove(sorts: &[Sort], seed: u64, rounds: usize) -> Proofs {
    let mut signatures = Signatures::new(sorts);
    signatures.retain(is_exact);
    let mut generator = Generator::new(seed, &signatures, sorts);
    let (mut pool, terms) = pool(&generator.variables);
    let mut solver = Solver::default();
    let mut proofs = Proofs { proved: 0, open: 0 };
    for (index, (op, args, result)) in signatures.all().into_iter().enumerate() {
        if index % 100 == 0 {
            solver = Solver::default();
        }
        for round in 0..rounds {
            generator.forget();
            let tree = generator.app(op.clone(), &args, result, 1 + round % 3);
            let simplified = term(&mut pool, &terms, &tree, true);
            let raw = term(&mut pool, &terms, &tree, false);
            if simplified == raw {
                continue;
            }
            let same = pool.unsimplified(Op::Eq, &[raw, simplified]);
            let other = pool.unsimplified(Op::Not, &[same]);
            match solver.check_with(&mut pool, &[other], Effort::millis(300)) {
                Answer::Unsat => proofs.proved += 1,
                Answer::Sat(_) => panic!("{} is not what it became", shown(&tree)),
                Answer::Unknown(why) => {
                    assert!(!why.contains("does not satisfy"), "{}: {why}", shown(&tree));
                    proofs.open += 1;
                }
            }
        }
    }
    proofs
}

#[test]
fn rules_on_integers_and_truth() {
    let sorts = [Sort::int(), Sort::bool()];
    let proofs = prove(&sorts, 11, 300);
    assert!(proofs.proved > 8 * proofs.open, "{} proved, {} open", proofs.proved, proofs.open);
}

#[test]
fn rules_on_bits() {
    let sorts = [Sort::bool(), Sort::bv(1), Sort::bv(4), Sort::bv(8)];
    let proofs = prove(&sorts, 12, 40);
    assert!(proofs.proved > 8 * proofs.open, "{} proved, {} open", proofs.proved, proofs.open);
}

#[test]
fn rules_on_maps_and_data() {
    let sorts: Vec<Sort> = solver_sorts()
        .into_iter()
        .filter(|sort| !matches!(sort.kind(), value::SortKind::Bv(32 | 64) | value::SortKind::Float(_)))
        .collect();
    let proofs = prove(&sorts, 13, 16);
    assert!(proofs.proved > 8 * proofs.open, "{} proved, {} open", proofs.proved, proofs.open);
}

#[test]
fn rules_on_floats() {
    let sorts = [Sort::bool(), Sort::float(value::FloatFormat::F32)];
    let proofs = prove(&sorts, 14, 100);
    assert!(proofs.proved > 2 * proofs.open, "{} proved, {} open", proofs.proved, proofs.open);
}
