"""The mark of functions that decide commands to a tournament."""

from typing import Final

from wordwaiter.deciding import Deciders

decides: Final = Deciders("now_ms", "rng", "rulebooks", "boards", "official")
