import asyncio


async def ask(n: int) -> int:
    """Gives back what it is asked, later."""
    await asyncio.sleep(0)
    return n


class Runner:
    def run(self, n: int) -> int:
        """Waits for the answer."""
        return asyncio.run(ask(n))


def f(n: int):
    return Runner().run(n)
