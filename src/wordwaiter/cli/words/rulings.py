"""`wordwaiter rulings`: the log of the word judge."""

from dataclasses import asdict

import typer

from wordwaiter.cli.options import DB
from wordwaiter.cli.output import print_columns, print_json
from wordwaiter.sentences import moment_in_words


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("rulings")(rulings)


def rulings(
    db: str = DB,
    newest: int | None = typer.Option(None, min=1, help="Only this many of the latest rulings."),
    as_json: bool = typer.Option(False, "--json", help="Answer as JSON."),
) -> None:
    """Show what the word judge was asked in the browser, and how it ruled, oldest first."""
    # Imported here because no other command needs them.
    from wordwaiter.service.judging.rulings import ground_sentence, rulings_in
    from wordwaiter.store.facts import write_time
    from wordwaiter.store.journal import JournalReader

    with JournalReader.open(db) as journal:
        found = rulings_in(journal, newest=newest)
    if as_json:
        print_json([asdict(ruling) | {"time": write_time(ruling.time)} for ruling in found])
        return
    if not found:
        print("Nothing was asked yet.")
        return
    print_columns(
        (
            str(ruling.number),
            moment_in_words(ruling.time.astimezone(), "%H:%M:%S"),
            "good" if ruling.good else "not good",
            " ".join(word.word for word in ruling.words),
            "; ".join(f"{word.word} {ground_sentence(word.ground)}" for word in ruling.words if word.ground),
            " ".join(f"{used.name}:{used.hash[:8]}" for used in ruling.lists),
        )
        for ruling in found
    )
