import asyncio


async def ask(n):
    await asyncio.sleep(0)
    return n


class Runner:
    def run(self, n):
        return asyncio.run(ask(n))


def f(n: int):
    return Runner().run(n)
