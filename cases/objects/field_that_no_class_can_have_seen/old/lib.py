from dataclasses import dataclass

X = 1
