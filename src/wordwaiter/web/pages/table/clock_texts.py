"""Times as a table's page writes them."""


def clock_text(ms: int) -> str:
    """Minutes and seconds as the clock element writes them: rounded up while time is left."""
    seconds = -(-ms // 1000) if ms > 0 else -ms // 1000
    sign = "−" if ms < 0 and seconds else ""
    return f"{sign}{seconds // 60}:{seconds % 60:02}"
