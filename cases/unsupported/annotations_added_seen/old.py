import asyncio
import typing


async def ask(n):
    await asyncio.sleep(0)
    return n


class Runner:
    def run(self, n):
        return asyncio.run(ask(n))


def f(n: int):
    return len(typing.get_type_hints(Runner.run)) + Runner().run(n)
