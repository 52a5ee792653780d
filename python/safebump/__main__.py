"""`python -m safebump`, and the command `safebump`."""

import os
import sys

from safebump import environment, program


def main():
    os.execve(program(), ["safebump", *sys.argv[1:]], environment())


if __name__ == "__main__":
    main()
