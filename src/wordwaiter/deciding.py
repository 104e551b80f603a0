"""Deciders: which function decides which command.

A function that is marked by `decides` decides the commands that the type of its parameter `command` names.
What else it takes (the time, chance, rulebooks) is handed in by the names of its other parameters.
"""

from collections.abc import Callable, Iterable, Mapping
from inspect import signature
from operator import itemgetter
from types import ModuleType
from typing import Any, TypeVar, get_args, get_type_hints

F = TypeVar("F", bound=Callable[..., Any])

Decider = Callable[[Any, Any, tuple[Any, ...]], Any]
"""Decides a command to a state, given all circumstances in their order."""


class Deciders:
    """A mark for functions that decide commands, and all that it marked."""

    def __init__(self, *circumstances: str) -> None:
        self._circumstances = circumstances
        self._by_kind: dict[type, Decider] = {}

    def __call__(self, function: F) -> F:
        """Marks a function: it decides the commands that it takes."""
        command = get_type_hints(function)["command"]
        for kind in get_args(command) or (command,):
            if kind in self._by_kind:
                raise TypeError(f"{kind.__name__} is decided twice")
            self._by_kind[kind] = self._with_circumstances(function)
        return function

    def complete(self, kinds: Iterable[type], *modules: ModuleType) -> Mapping[type, Decider]:
        """Returns the decider of each command; refuses commands that no function of these modules decides."""
        wanted = set(kinds)
        if wrong := wanted ^ self._by_kind.keys():
            names = ", ".join(sorted(each.__name__ for each in wrong))
            places = ", ".join(each.__name__ for each in modules)
            raise TypeError(f"no function in {places} decides, or one decides what nobody can ask: {names}")
        return self._by_kind

    def _with_circumstances(self, function: Callable[..., Any]) -> Decider:
        wanted = [self._circumstances.index(name) for name in list(signature(function).parameters)[2:]]
        if len(wanted) == 1:
            (only,) = wanted
            return lambda state, command, given: function(state, command, given[only])
        chosen = itemgetter(*wanted)
        return lambda state, command, given: function(state, command, *chosen(given))
