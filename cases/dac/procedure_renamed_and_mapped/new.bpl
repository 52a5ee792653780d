// A process is a number; 0 is no process.
var queue: [int]int;
var priority: [int]int;
const BADRATIO: int;
axiom BADRATIO < 0;

procedure fetch_process(prio: int, ratio: int, job: int) returns (status: int, found: int)
  modifies queue;
{
  found := 0;
  if (ratio < 0 || ratio >= 100) {
    status := BADRATIO;
    return;
  }
  assert job != 0;
  queue[job] := 0;
  if (queue[prio] != 0) {
    found := queue[prio];
    status := 1;
  } else {
    status := 0;
  }
}

procedure upgrade_prio(prio: int, ratio: int, job: int) returns (status: int)
  modifies queue, priority;
{
  var found: int;
  call status, found := fetch_process(prio, ratio, job);
  if (status <= 0) { return; }
  assert found != 0;
  priority[found] := prio;
}
