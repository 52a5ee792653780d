datatype Option { None(), Some(value: int) }

procedure OrElse(o: Option, d: int) returns (r: int)
{
  r := d;
  if (o != None()) { r := o->value; }
}
