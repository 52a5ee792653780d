def load(name): return __import__(name).V

def safe(n): return n + 1
