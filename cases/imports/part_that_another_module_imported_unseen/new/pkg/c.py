from pkg import b

Y = 1
