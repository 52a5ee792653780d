import re

WORD = re.compile("[a-z]{1,}")


def words(text: str):
    return WORD.findall(text)
