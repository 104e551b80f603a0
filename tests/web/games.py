"""Whole games, play by play, where a day looks at how a table ends; all their words are in the list."""

from typing import Final

Q_AND_E_ARE_LEFT: Final = (
    "8G MOOLAH", "L8 .IKES", "12E COUNTIE.", "H10 GE.ROS", "E7 BIOTI.", "10B VEN.IN.", "J4 WAVI.Y",
    "6D LAZaR", "C7 EMP.ROR", "9I D.E.NGS", "O3 READJU.T", "H1 FUHRe.", "4C TITFE.", "K3 GOB", "3A SLIPE",
    "1F TA.IA", "L3 ONYX", "K11 W.ALD", "15J A.DUCE", "F4 .E.", "8A NA.",
)  # fmt: skip
"""Whoever begins lays the last tile, 409 to 244, and leaves Q and E to the other."""

F_O_AND_D_ARE_LEFT: Final = (
    "8C SCOUSE", "D4 LOTI.", "C8 .HOWILy", "B12 BEAR", "E7 T.OTLED", "C3 RATE", "2A AXIOM", "13E .EAIR",
    "12H PANDAS", "10E .IBIA", "A1 H.NGER", "A9 ZERO", "K5 ENGULFE.", "8J P.NY", "1D MONIES", "J2 QUAY",
    "M3 VeEJA.", "13L GIRD", "O8 WICKE.", "14G NUT", "4L V.T",
)  # fmt: skip
"""Whoever begins lays the last tile, 419 to 168, and leaves F, O and D to the other."""

NO_PLAY_IS_LEFT: Final = (
    "8D VIRTU", "I3 KETONE", "4I .SPANOL", "F4 FIXE.", "N2 FO.TMEN", "O8 AGMA", "N11 LOUIE", "M7 YAGI",
    "K1 DAP.ED", "15J WHIT.N", "E6 AB.OSES", "1F WILTE.", "D11 HADJ", "2B BRACE", "D1 G.RNER", "15A YETIS",
    "10E .LEAZO", "B11 OORI.", "A6 RaNCID", "14D .UjU",
)  # fmt: skip
"""260 to 273; a Q and a V are left, and there is a play for neither."""

UNTIL_THE_BELL: Final = (
    "7G BIPED", "K5 SU.ORAL", "D6 JU.YMAN", "7C Q.A", "8K .BOLE", "J10 FETE", "13H AG.NIZE", "E10 AX",
    "H10 PIL.WS", "F10 YEH", "N10 COO.E", "6F FOG", "L12 L.NK", "15L .ISS", "L1 MARTIN", "2J GR.VE", "1N OE",
)  # fmt: skip
"""After 8D RETINA for 14, and a turn that the other side lost: 274 to 251, and fourteen tiles in the bag."""
