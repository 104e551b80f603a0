"""A rulebook with one setting changed, checked like one that was read."""

from dataclasses import replace
from typing import get_type_hints

from wordwaiter.errors import MalformedError
from wordwaiter.rules.rulebooks.contradictions import contradictions
from wordwaiter.rules.rulebooks.rulebook import TOPICS, Origin, Rulebook, rulebook_of
from wordwaiter.rules.rulebooks.setting_values import WrongValueError, plain_setting, read_setting


def with_setting(rulebook: Rulebook, key: str, value: object, *, choice: str) -> Rulebook:
    """`rulebook` with another value for one setting; `choice` says why it was chosen.

    So `with_setting(club, "challenge.if_good", OpponentGains(5), choice="As last year.")` is a 5-point
    challenge; it is refused if it contradicts another setting.
    """
    rulebook.setting(key)
    topic_name, _, name = key.partition(".")
    hint = get_type_hints(TOPICS[topic_name], include_extras=True)[name]
    try:
        checked, origin = read_setting(hint, plain_setting(hint, value, Origin((), choice)))
    except WrongValueError as wrong:
        raise MalformedError(wrong.code, f"{key}: {wrong.reason}", key=key) from wrong
    if type(checked) is not type(value) or checked != value:
        raise MalformedError("wrong-type", f"{key}: the value cannot be {value!r}", key=key)
    topics = dict(rulebook.topics())
    topics[topic_name] = replace(topics[topic_name], **{name: value})  # type: ignore[arg-type]
    changed = rulebook_of(
        rulebook.name, rulebook.title, rulebook.source, topics, {**rulebook.origins, key: origin}
    )
    for contradiction in contradictions(changed):
        settings = " and ".join(contradiction.settings)
        raise MalformedError("contradiction", f"{settings}: {contradiction.reason}", key=key)
    return changed
