"""Numbers as pictures write them."""


def figure(number: int, form: str = "d") -> str:
    """A number with a minus sign and no hyphen: `1,412` by the form `,`, `−19` by the form `+d`."""
    return format(number, form).replace("-", "\N{MINUS SIGN}")


def in_thousands(number: int) -> str:
    """A number whose thousands are parted: `1,412`, or `−78`."""
    return figure(number, ",")
