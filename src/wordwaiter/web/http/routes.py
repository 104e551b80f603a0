"""Routes that belong together, as the one application of a process takes them over."""

from typing import Any, Self

from litestar import Router


class Routes(Router):
    """A router that is part of one application.

    The framework copies a router, all handlers in it and all that they know whenever it becomes part of
    another one: a quarter of the time in which an application is made. Ours are registered once, in order.
    """

    def __deepcopy__(self, _: dict[int, Any]) -> Self:
        return self
