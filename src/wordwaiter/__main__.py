"""`python -m wordwaiter`: the command `wordwaiter`."""

from wordwaiter.cli.main import run

run()
