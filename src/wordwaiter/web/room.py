"""The pages of the room: the list of their routes, so that the application names them in one place."""

from typing import Final

from litestar.types import ControllerRouterHandler

from wordwaiter.web.settings import choose_reading
from wordwaiter.web.start import show_start

room_routes: Final[tuple[ControllerRouterHandler, ...]] = (show_start, choose_reading)
