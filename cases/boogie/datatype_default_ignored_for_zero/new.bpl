datatype Option { None(), Some(value: int) }

procedure OrElse(o: Option, d: int) returns (r: int)
{
  r := d;
  if (o is Some) {
    if (o->value != 0) { r := o->value; }
  }
}
