datatype Option { None(), Some(value: int) }

procedure OrElse(o: Option, d: int) returns (r: int)
{
  if (o is Some) { r := o->value; } else { r := d; }
}
