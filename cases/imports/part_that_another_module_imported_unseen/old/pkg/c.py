import pkg.b

Y = 1
