import re


def words(text: str):
    return re.findall("[a-z]+", text)
