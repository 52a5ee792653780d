import asyncio
import typing


async def ask(n: int) -> int:
    """Gives back what it is asked, later."""
    await asyncio.sleep(0)
    return n


class Runner:
    def run(self, n: int) -> int:
        """Waits for the answer."""
        return asyncio.run(ask(n))


def f(n: int):
    return len(typing.get_type_hints(Runner.run)) + Runner().run(n)
