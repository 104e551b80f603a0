"""The hall: a clock that jumps from one happening to the next, and officials for whom people queue.

Whatever takes time is a generator of *waits*. It is resumed when its wait is over; happenings of one moment
come in the order in which they were asked for, so that a rehearsal is the same for a seed.
"""

import heapq
from collections import deque
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import assert_never


@dataclass(frozen=True, slots=True)
class Until:
    """Waits until that time."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody asked for an official, who was free at some time and done at another."""

    asked_ms: int
    begun_ms: int
    ended_ms: int
    errand: str
    """The purpose of the errand."""

    @property
    def waited_ms(self) -> int:
        """From asking until an official was free."""
        return self.begun_ms - self.asked_ms

    @property
    def busy_ms(self) -> int:
        return self.ended_ms - self.begun_ms


@dataclass(eq=False)
class Officials:
    """People who serve one at a time each, the one who asked first before the others."""

    people: int
    visits: list[Visit] = field(default_factory=list)
    """In the order in which they began."""
    busy: int = 0
    queue: "deque[tuple[int, Served, Course]]" = field(default_factory=deque)


@dataclass(frozen=True, slots=True)
class Served:
    """Waits until one of these officials is free, and for the time it takes."""

    by: Officials
    busy_ms: int
    errand: str


@dataclass(frozen=True, slots=True)
class Ended:
    """Waits until all of these have ended."""

    courses: "Sequence[Course]"


Wait = Until | Served | Ended
Steps = Generator[Wait, None, None]


@dataclass(eq=False)
class Course:
    """Something that goes on in the hall."""

    steps: Steps
    ended: bool = False
    awaits: int = 0
    """How many others it waits for."""
    awaited_by: "list[Course]" = field(default_factory=list)


class Hall:
    """Where everything happens."""

    def __init__(self, now_ms: int) -> None:
        self.now_ms = now_ms
        self._order = count()
        self._agenda: list[tuple[int, int, Course, Officials | None]] = []

    def begin(self, steps: Steps) -> Course:
        """Let something go on from now."""
        course = Course(steps)
        self._resume_at(self.now_ms, course)
        return course

    def run(self) -> None:
        """Until nothing goes on any more."""
        while self._agenda:
            self.now_ms, _, course, free = heapq.heappop(self._agenda)
            if free is not None:
                self._next_in(free)
            self._resume(course)

    def _resume_at(self, at_ms: int, course: Course, frees: Officials | None = None) -> None:
        heapq.heappush(self._agenda, (max(at_ms, self.now_ms), next(self._order), course, frees))

    def _resume(self, course: Course) -> None:
        try:
            wait = next(course.steps)
        except StopIteration:
            self._end(course)
            return
        match wait:
            case Until(at_ms):
                self._resume_at(at_ms, course)
            case Served(by):
                by.queue.append((self.now_ms, wait, course))
                if by.busy < by.people:
                    by.busy += 1
                    self._serve(by)
            case Ended(courses):
                self._await(course, courses)
            case unknown:
                assert_never(unknown)

    def _await(self, course: Course, others: Sequence[Course]) -> None:
        going_on = [other for other in others if not other.ended]
        course.awaits = len(going_on)
        for other in going_on:
            other.awaited_by.append(course)
        if not going_on:
            self._resume_at(self.now_ms, course)

    def _end(self, course: Course) -> None:
        course.ended = True
        for other in course.awaited_by:
            other.awaits -= 1
            if not other.awaits:
                self._resume_at(self.now_ms, other)

    def _serve(self, by: Officials) -> None:
        asked_ms, asked, course = by.queue.popleft()
        ends_ms = self.now_ms + asked.busy_ms
        by.visits.append(Visit(asked_ms, self.now_ms, ends_ms, asked.errand))
        self._resume_at(ends_ms, course, by)

    def _next_in(self, by: Officials) -> None:
        """One of the officials is free."""
        if by.queue:
            self._serve(by)
        else:
            by.busy -= 1
