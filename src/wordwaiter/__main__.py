"""`python -m wordwaiter`: the command `wordwaiter`."""

from wordwaiter.cli.main import run

if __name__ == "__main__":
    run()
