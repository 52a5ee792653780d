procedure Sign(x: int) returns (s: int)
{
  entry:
    goto negative, rest;
  negative:
    assume x < 0;
    s := -1;
    goto done;
  rest:
    assume !(x < 0);
    goto zero, positive;
  zero:
    assume x == 0;
    s := 0;
    goto done;
  positive:
    assume x != 0;
    s := 2;
    goto done;
  done:
    return;
}
