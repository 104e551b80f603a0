"""The pages of the room: the list of their routes, so that the application names them in one place."""

from typing import Final

from litestar.di import Provide

from wordwaiter.web.http.routes import Routes
from wordwaiter.web.pages.bee.best_boards import best_routes
from wordwaiter.web.pages.bee.emcee import emcee_routes
from wordwaiter.web.pages.bee.hare_board import hare_routes
from wordwaiter.web.pages.bee.tap_challenge import tap_challenge_routes
from wordwaiter.web.pages.bee.tiles_out import tiles_out_routes
from wordwaiter.web.pages.bee.treasurer import treasurer_routes
from wordwaiter.web.pages.director.check_in import check_in_routes
from wordwaiter.web.pages.director.day import day_routes
from wordwaiter.web.pages.director.entrant import entry_routes
from wordwaiter.web.pages.director.entrants import entrant_routes
from wordwaiter.web.pages.director.import_list import import_routes
from wordwaiter.web.pages.director.overview import director_routes
from wordwaiter.web.pages.director.privacy import privacy_routes
from wordwaiter.web.pages.director.rounds import round_routes
from wordwaiter.web.pages.director.score_sheets import sheet_routes
from wordwaiter.web.pages.director.sponsors import sponsor_routes
from wordwaiter.web.pages.director.standings import standing_routes
from wordwaiter.web.pages.director.word_lists import list_routes
from wordwaiter.web.pages.display_settings import reading_routes
from wordwaiter.web.pages.judge.queue import judge_desk_routes
from wordwaiter.web.pages.laptop import laptop_routes
from wordwaiter.web.pages.papers import paper_routes
from wordwaiter.web.pages.play.analysis import analysis_routes
from wordwaiter.web.pages.play.annotating import annotating_routes
from wordwaiter.web.pages.play.daily_puzzle import puzzle_routes
from wordwaiter.web.pages.play.free_games import play_routes
from wordwaiter.web.pages.play.practice import practice_routes
from wordwaiter.web.pages.play.study import study_routes
from wordwaiter.web.pages.play.study_box import study_box_routes
from wordwaiter.web.pages.privacy_notice import notice_routes
from wordwaiter.web.pages.public.overlays import overlay_routes
from wordwaiter.web.pages.public.player import own_day_routes
from wordwaiter.web.pages.public.screen import screen_routes
from wordwaiter.web.pages.start import start_routes
from wordwaiter.web.pages.table.board_photo import photo_routes
from wordwaiter.web.pages.table.kept_photos import kept_photo_routes
from wordwaiter.web.pages.table.page import table_routes
from wordwaiter.web.pages.table.replay import replay_routes
from wordwaiter.web.pages.table.scorekeeper import keeping_routes
from wordwaiter.web.pages.table.share_pictures import sharing_routes
from wordwaiter.web.pages.tournament_page import tournament_request

# In one router: where handlers of one path are registered one after the other, the framework prepares the
# first of them again with each, and a handler that runs in a thread answers nothing after that.
room_routes: Final = (
    Routes(
        "/",
        route_handlers=[
            *start_routes,
            *laptop_routes,
            *reading_routes,
            *play_routes,
            *practice_routes,
            *analysis_routes,
            *puzzle_routes,
            *annotating_routes,
            *study_routes,
            *study_box_routes,
            *keeping_routes,
            *table_routes,
            *replay_routes,
            *sharing_routes,
            *best_routes,
            *judge_desk_routes,
            *hare_routes,
            *photo_routes,
            *kept_photo_routes,
            *sheet_routes,
            *director_routes,
            *round_routes,
            *entrant_routes,
            *check_in_routes,
            *tiles_out_routes,
            *import_routes,
            *entry_routes,
            *day_routes,
            *list_routes,
            *sponsor_routes,
            *privacy_routes,
            *notice_routes,
            *standing_routes,
            *screen_routes,
            *overlay_routes,
            *emcee_routes,
            *treasurer_routes,
            *own_day_routes,
            *tap_challenge_routes,
            *paper_routes,
        ],
        dependencies={"page_request": Provide(tournament_request)},
    ),
)
