"""Every figure of a report from the decisions alone, as its sentence says. Quadratic, and not made after src/."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from limiters import LeakyQueue, Limiter, Marker

NS = 10**9
DAY = 86_400 * NS


@dataclass(slots=True)
class Event:
    line: int
    time: int
    key: str
    cost: int


@dataclass(slots=True)
class Decision:
    """Of an event: `left` is when it leaves, in units of 1/parts ns (those of the run), `rested` whether the limiter
    was at rest before it, `colour` that of a marker."""

    event: Event
    passed: bool
    left: int
    rested: bool
    never: bool
    retry_after: int | None = None
    colour: str | None = None


class Run:
    """A limiter for each key, made by `make`, on events in replay order."""

    def __init__(self, make):
        self.make = make
        self.limiters: dict[str, Limiter] = {}
        self.decisions: list[Decision] = []
        sample = make()
        self.queues = isinstance(sample, LeakyQueue)
        self.marks = isinstance(sample, Marker)
        self.parts = sample.count if self.queues else 1
        self.limit = sample.limit

    def limiter_of(self, key: str) -> Limiter:
        limiter = self.limiters.get(key)
        if limiter is None:
            limiter = self.limiters[key] = self.make()
        return limiter

    def decide(self, event: Event) -> Decision:
        limiter = self.limiter_of(event.key)
        passed = limiter.would_pass(event.time, event.cost)
        left = limiter.departure(event.time, event.cost) if self.queues else event.time
        rested = limiter.at_rest(event.time)
        colour = limiter.colour(event.time, event.cost) if self.marks else None
        limiter.take(event.time, event.cost, passed)
        decision = Decision(event, passed, left, rested, event.cost > limiter.limit, colour=colour)
        self.decisions.append(decision)
        return decision


def busiest(points: list[tuple[int, int]], width: int) -> tuple[int, int | None]:
    """The most that the (time, weight) weigh in a window [s, s + width), and the first time in the earliest such."""
    points = sorted(point for point in points if point[1] > 0)
    best, begins = 0, None
    for first, (start, _) in enumerate(points):
        weight = 0
        for time, share in points[first:]:
            if time >= start + width:
                break
            weight += share
        if weight > best:
            best, begins = weight, start
    return best, begins


def longest_drop_run(decisions: list[Decision]) -> int:
    longest = run = 0
    for decision in decisions:
        run = 0 if decision.passed else run + 1
        longest = max(longest, run)
    return longest


def nearest_rank(values: list[int], share: Fraction) -> int:
    return sorted(values)[max(ceil(share * len(values)), 1) - 1]


@dataclass(slots=True)
class Episode:
    key: str
    first: int
    last: int
    dropped: int = 0
    cost: int = 0


def episodes(decisions: list[Decision]) -> list[Episode]:
    """The drops of each key between two moments of rest; worst first."""
    found: list[Episode] = []
    open_of: dict[str, Episode] = {}
    for decision in decisions:
        event = decision.event
        if decision.rested:
            open_of.pop(event.key, None)
        if decision.passed:
            continue
        episode = open_of.get(event.key)
        if episode is None:
            episode = Episode(event.key, event.time, event.time)
            found.append(episode)
            if not (decision.never and decision.rested):
                open_of[event.key] = episode
        episode.last = event.time
        episode.dropped += 1
        episode.cost += event.cost
    return sorted(found, key=lambda episode: (-episode.dropped, episode.first))


def days_with_drops(decisions: list[Decision]) -> int:
    return len({decision.event.time // DAY for decision in decisions if not decision.passed})


def delays(run: Run) -> list[Fraction]:
    return [Fraction(decision.left, run.parts) - decision.event.time for decision in run.decisions if decision.passed]


def most_live_states(make, events: list[Event]) -> int:
    """The most states at once that make a difference, of limiters for each key."""
    run = Run(make)
    most = 0
    for event in events:
        run.decide(event)
        if event.cost > 0:
            asked = {decision.event.key for decision in run.decisions if decision.event.cost > 0}
            most = max(most, sum(1 for key, limiter in run.limiters.items() if key in asked
                                 and not (limiter.rests_as_new() and limiter.at_rest(event.time))))
    return most


@dataclass(slots=True)
class Client:
    passed: int = 0
    dropped: int = 0
    passed_cost: int = 0
    dropped_cost: int = 0


def clients(decisions: list[Decision], keys: list[str]) -> dict[str, Client]:
    """What became of the events of each key, in the order of the decisions."""
    tallies: dict[str, Client] = defaultdict(Client)
    for decision, key in zip(decisions, keys, strict=True):
        client = tallies[key]
        if decision.passed:
            client.passed += 1
            client.passed_cost += decision.event.cost
        else:
            client.dropped += 1
            client.dropped_cost += decision.event.cost
    return tallies


def jain(tallies: dict[str, Client]) -> Fraction | None:
    shares = [Fraction(client.passed, client.passed + client.dropped) for client in tallies.values()]
    squares = sum(share * share for share in shares)
    return sum(shares) ** 2 / (len(shares) * squares) if squares else None


def gaps(times: list[int]) -> list[int]:
    return [later - earlier for earlier, later in zip(times, times[1:])]


def ties(times: list[int]) -> int:
    return sum(1 for gap in gaps(times) if gap == 0)


def resolution(times: list[int]) -> int:
    """The largest power of ten of nanoseconds, at most a second, that divides all times."""
    step = NS
    while any(time % step for time in times):
        step //= 10
    return step


