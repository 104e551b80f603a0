"""Commands of the terminal that are commands of the tournament: their arguments are the command's fields."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field
from inspect import Parameter, Signature, signature
from keyword import iskeyword
from typing import Any, Final

import typer

from wordwaiter.cli.tournament.desk import Desk, giving
from wordwaiter.cli.tournament.names import Kind, Texts, command_typed
from wordwaiter.command_fields import Field, fields_of, help_of
from wordwaiter.errors import MalformedError
from wordwaiter.service.tournaments.kind import TournamentOutcome
from wordwaiter.tournament.written import CONTENDER, ENTRANT

Tell = Callable[[Desk, TournamentOutcome], None]

_SHORT: Final = {"division": "-d", "member": "-m"}

BELOW_ZERO: Final = {"ignore_unknown_options": True}
"""For commands that take numbers: `-5` is one. An option that is not known is then told by us."""


@dataclass(frozen=True, slots=True)
class Instead:
    """A command that is given instead of the usual one when an option is there."""

    kind: Kind
    option: str
    called: Mapping[str, str] = field(default_factory=dict)
    only: str = ""
    """The text that the option must have, if not any."""


@dataclass(frozen=True, slots=True)
class Step:
    """A command of the terminal: what it is called, and what differs from the fields of its command."""

    name: str
    kind: Callable[..., Any]
    arguments: tuple[str, ...] = ()
    """The options whose names need not be typed, in their order."""
    called: Mapping[str, str] = field(default_factory=dict)
    """The options of fields that are called otherwise here."""
    instead: tuple[Instead, ...] = ()
    defaults: Mapping[str, str] = field(default_factory=dict)
    helps: Mapping[str, str] = field(default_factory=dict)
    besides: Mapping[str, Any] = field(default_factory=dict)
    """Options that are no fields, with what Typer is told of them."""

    def options(self) -> Mapping[str, Field]:
        """Returns the fields of its commands by the options that they are typed as, arguments first."""
        found: dict[str, Field] = {}
        for kind, called in ((self.kind, {}), *((each.kind, each.called) for each in self.instead)):
            for name, each in fields_of(kind).items():
                if name != "by":
                    found.setdefault(self.option_of(each, called), each)
        return {name: found.pop(name) for name in self.arguments} | found

    def option_of(self, each: Field, called: Mapping[str, str]) -> str:
        """Returns the option that a field is typed as."""
        return called.get(each.name) or self.called.get(each.name) or each.word

    def meant(self, typed: Mapping[str, Any]) -> tuple[Kind, Texts]:
        """Returns the command that is meant by what was typed, and what was typed for each of its fields."""
        chosen = self._chosen(typed)
        texts = {
            name: _texts(typed.get(_identifier(self.option_of(each, chosen.called))))
            for name, each in fields_of(chosen.kind).items()
        }
        return chosen.kind, texts | {name: _texts(typed[name]) for name in self.besides if typed[name]}

    def _chosen(self, typed: Mapping[str, Any]) -> Instead:
        there = [
            each
            for each in self.instead
            if (told := typed[_identifier(each.option)]) and each.only in ("", told)
        ]
        if len(there) > 1:
            names = " and ".join(each.option for each in there)
            raise MalformedError("one-of-them", f"{names} cannot be combined; choose one")
        return there[0] if there else Instead(self.kind, "")


def add_steps(group: typer.Typer, steps: tuple[Step, ...], tell: Tell = Desk.tell) -> None:
    """Add the commands to a group; `tell` says what was done."""
    for step in steps:
        numbers = [option for option in step.arguments if _is_number(step.options()[option])]
        group.command(step.name, context_settings=BELOW_ZERO if numbers else {})(giving(_command(step, tell)))


def _is_number(each: Field) -> bool:
    return each.type is int and each.written not in (CONTENDER, ENTRANT)


def _command(step: Step, tell: Tell) -> Any:
    def give(desk: Desk, **given: Any) -> None:
        kind, texts = step.meant(given)
        tell(desk, desk.give(lambda kept, _: [command_typed(kept.tournament, kind, texts, by=desk.by)]))

    give.__doc__ = help_of(step.kind)
    give.__qualname__ = step.name
    return taking(step)(give)


def taking(step: Step) -> Callable[[Any], Any]:
    """Makes a function that takes `**typed` a command with the arguments and options of a step."""

    def made(command: Any) -> Any:
        own = [each for each in signature(command).parameters.values() if each.kind is not each.VAR_KEYWORD]
        parameters = [*own, *_parameters(step)]
        command.__signature__ = Signature(parameters)
        command.__annotations__ = {each.name: each.annotation for each in parameters}
        command.__doc__ = command.__doc__ or help_of(step.kind)
        return command

    return made


def _texts(value: Any) -> tuple[str, ...]:
    """Returns what was typed for an option."""
    texts = tuple(value) if isinstance(value, list) else () if value is None else (str(value),)
    for text in texts:
        if text.startswith("--"):
            raise MalformedError("no-such-option", f"there is no option {text}; see --help")
    return texts


def _parameters(step: Step) -> Iterator[Parameter]:
    options = step.options()
    for option, each in options.items():
        yield _parameter(option, *_typed_as(step, option, each))
    for flag in step.instead:
        if flag.option not in options:
            why = "; give a --reason" if "reason" in fields_of(flag.kind) else ""
            text = help_of(flag.kind).removesuffix(".")
            yield _parameter(flag.option, bool, typer.Option(False, f"--{flag.option}", help=f"{text}{why}."))
    for option, (annotation, default) in step.besides.items():
        yield _parameter(option, annotation, default)


def _parameter(option: str, annotation: Any, default: Any) -> Parameter:
    return Parameter(_identifier(option), Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _identifier(option: str) -> str:
    """Returns what Typer calls an option."""
    name = option.replace("-", "_")
    return f"{name}_" if iskeyword(name) else name


def _typed_as(step: Step, option: str, each: Field) -> tuple[Any, Any]:
    """Returns the type and the default of an option or an argument, as Typer takes them."""
    text = step.helps.get(option) or each.help
    if each.is_many and each.default is not MISSING and option not in step.arguments:
        text = f"{text} May be repeated.".strip()
    if each.type is bool:
        needed = each.default is MISSING
        flags = f"--{option}/--{'not' if needed else 'no'}-{option}"
        return bool | None, typer.Option(... if needed else None, flags, help=text)
    annotation: Any = list[str] if each.is_many else str | None
    metavar = f"[{'|'.join(each.choices)}]" if each.choices else "NUMBER" if _is_number(each) else None
    default = step.defaults.get(option)
    if option in step.arguments:
        needed = not each.is_many and not step.instead and each.default is MISSING
        metavar = metavar if each.choices else f"{option.upper()}{'...' if each.is_many else ''}"
        return annotation, typer.Argument(... if needed else default, metavar=metavar, help=text)
    names = [f"--{option}", *([_SHORT[option]] if option in _SHORT else [])]
    return annotation, typer.Option(default, *names, metavar=metavar, help=text, show_default=bool(default))
