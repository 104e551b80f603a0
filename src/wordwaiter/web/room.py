"""The pages of the room: the list of their routes, so that the application names them in one place."""

from typing import Final

from litestar import Router
from litestar.di import Provide

from wordwaiter.web.asked import asked_of
from wordwaiter.web.best import best_routes
from wordwaiter.web.director import director_routes
from wordwaiter.web.director_day import day_routes
from wordwaiter.web.director_entrants import entrant_routes
from wordwaiter.web.director_entry import entry_routes
from wordwaiter.web.director_lists import list_routes
from wordwaiter.web.director_rounds import round_routes
from wordwaiter.web.director_standings import standing_routes
from wordwaiter.web.emcee import emcee_routes
from wordwaiter.web.hare_boards import hare_routes
from wordwaiter.web.judge_desk import judge_desk_routes
from wordwaiter.web.keeping import keeping_routes
from wordwaiter.web.overlays import overlay_routes
from wordwaiter.web.own_day import own_day_routes
from wordwaiter.web.paper_files import paper_routes
from wordwaiter.web.play import play_routes
from wordwaiter.web.practice import practice_routes
from wordwaiter.web.replays import replay_routes
from wordwaiter.web.screen import screen_routes
from wordwaiter.web.settings import reading_routes
from wordwaiter.web.sharing import sharing_routes
from wordwaiter.web.sheets import sheet_routes
from wordwaiter.web.start import start_routes
from wordwaiter.web.tables import table_routes
from wordwaiter.web.treasurer import treasurer_routes

# In one router: where handlers of one path are registered one after the other, the framework prepares the
# first of them again with each, and a handler that runs in a thread answers nothing after that.
room_routes: Final = (
    Router(
        "/",
        route_handlers=[
            *start_routes,
            *reading_routes,
            *play_routes,
            *practice_routes,
            *keeping_routes,
            *table_routes,
            *replay_routes,
            *sharing_routes,
            *best_routes,
            *judge_desk_routes,
            *hare_routes,
            *sheet_routes,
            *director_routes,
            *round_routes,
            *entrant_routes,
            *entry_routes,
            *day_routes,
            *list_routes,
            *standing_routes,
            *screen_routes,
            *overlay_routes,
            *emcee_routes,
            *treasurer_routes,
            *own_day_routes,
            *paper_routes,
        ],
        dependencies={"asked": Provide(asked_of)},
    ),
)
