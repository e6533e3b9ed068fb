"""Everything that is printed in the box, as frozen data.

A title is read from TOML files once and never changes. Every rule option is a word from the schema
(``schemas/open18xx_schemas``), which also holds its default and its description; this module only gives the
words a place and a type. It does not know where a title came from, nor anything that happens in a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

COLORS = ("white", "yellow", "green", "brown", "gray", "red", "blue")
"""Tile colours in the order of upgrades; red (offboard) and blue (sea) hexes take no tile."""

UNLIMITED = 1_000_000
"""Stands for "unlimited" where a count is compared; no title has a million of anything."""


# --------------------------------------------------------------------------- board


@dataclass(frozen=True, slots=True)
class Node:
    """A revenue centre on a tile or a hex.

    ``revenue`` lists (colour, money): the entry of the latest colour the phase allows counts, and the pseudo-colour
    ``diesel`` pays trains whose type says so. A plain number is one entry under ``white``.
    """

    kind: Literal["city", "town", "halt", "offboard"]
    revenue: tuple[tuple[str, int], ...]
    slots: int = 0
    groups: tuple[str, ...] = ()
    hidden: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Path:
    """A piece of track: two ends. An end is an edge 0-5, ``6 + n`` for node n of the same tile, or -1, the junction."""

    a: int
    b: int
    gauge: Literal["broad", "narrow", "dual"] = "broad"
    terminal: bool = False


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile as printed, not rotated; also what is printed on a hex.

    Rotation r turns every edge e into (e + r) mod 6 and changes nothing else.
    ``special`` tiles are laid only by an ability. ``future_labels`` are (colour, label): the label a tile of that
    colour must carry when it is laid here.
    """

    id: str
    color: str
    nodes: tuple[Node, ...] = ()
    paths: tuple[Path, ...] = ()
    label: str = ""
    future_labels: tuple[tuple[str, str], ...] = ()
    cost: int = 0
    special: bool = False
    turns: bool = True  # False: laid at rotation 0 only
    from_town: bool = False  # its city takes the place of a town of the tile below


@dataclass(frozen=True, slots=True)
class TileSupply:
    tile: Tile
    count: int  # UNLIMITED when it never runs out


@dataclass(frozen=True, slots=True)
class Terrain:
    kind: tuple[str, ...]  # ("water",), ("water", "mountain"), () when the map names none
    cost: int


@dataclass(frozen=True, slots=True)
class Border:
    edge: int
    kind: Literal["impassable", "water", "mountain", "line"]
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Hex:
    """A map space with what is printed on it (``tile.id`` is the hex's own name)."""

    id: str
    tile: Tile
    name: str = ""
    terrain: tuple[Terrain, ...] = ()
    borders: tuple[Border, ...] = ()
    icons: tuple[str, ...] = ()
    surface: Literal["any", "land", "sea"] = "any"
    reserved_track: tuple[tuple[int, int], ...] = ()  # sides that every tile laid here joins, the lower first


@dataclass(frozen=True, slots=True)
class Home:
    """Where a corporation's first token goes; ``city`` None lets it choose among the cities of the hex."""

    hex: str
    city: int | None = None


@dataclass(frozen=True, slots=True)
class RouteBonus:
    """Money for a route that calls at a stop of every one of its places: each is hexes ("K12") and stops ("K12.1").

    A hex stands for all stops that lie on it at the time. Where ``trains``, ``corporations`` or ``phases`` name none,
    all are meant.
    """

    id: str
    amount: int
    places: tuple[tuple[str, ...], ...]
    scope: Literal["visit", "route", "corporation"] = "route"
    trains: tuple[str, ...] = ()  # types
    counts: Literal["paid", "visited"] = "paid"
    multiplied: bool = False  # by the train's multiplier
    to: Literal["revenue", "treasury"] = "revenue"
    corporations: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Map:
    """All that is keyed to hexes stands here, so that a title which replaces the map inherits none of it."""

    orientation: Literal["flat", "pointy"]
    letters: Literal["columns", "rows"]  # what the letter of a hex name counts
    hexes: Mapping[str, Hex]
    homes: Mapping[str, Home]  # by corporation
    private_hexes: Mapping[str, tuple[str, ...]]  # the hexes a private's abilities speak of
    bonuses: tuple[RouteBonus, ...] = ()


# --------------------------------------------------------------------------- market


@dataclass(frozen=True, slots=True)
class Zone:
    """What a kind of cell loosens or does. Flags are independent; colours are only for drawing."""

    id: str
    mark: str = ""
    color: str = ""
    par: bool = False  # a starting value
    counts_to_limit: bool = True  # certificates count toward the certificate limit
    holding_limited: bool = True  # the holding limit applies
    several_purchases: bool = False  # several certificates of the corporation may be bought in a turn
    closes: bool = False
    ends_game: bool = False
    par_until: str = ""  # train type whose first purchase takes the starting value away
    dividend_bonus: int = 0  # money each share earns more when the corporation pays here


@dataclass(frozen=True, slots=True)
class Cell:
    row: int
    column: int
    price: int
    zone: Zone


@dataclass(frozen=True, slots=True)
class Market:
    """A grid of cells; ``cells[row][column]`` is None where the chart has a hole or a ragged end."""

    cells: tuple[tuple[Cell | None, ...], ...]
    right_edge: Literal["up", "stay"]
    left_edge: Literal["down", "stay"]


# --------------------------------------------------------------------------- paper


@dataclass(frozen=True, slots=True)
class Certificate:
    id: str  # "ABC/0"
    corporation: str
    percent: int
    president: bool = False
    weight: int = 1  # what it counts toward the certificate limit
    marked: bool = False  # carries a mark that a rule of the title speaks of


@dataclass(frozen=True, slots=True)
class Corporation:
    id: str
    name: str
    certificates: tuple[Certificate, ...]  # the president's first, if there is one
    share: int  # percent of the share that the price is quoted for
    tokens: tuple[int, ...]  # price of each
    float_percent: int
    holding_limit: int
    kind: Literal["major", "minor"] = "major"
    color: str = ""
    text_color: str = ""
    tokens_need: str = ""  # the icon that a hex must show for its tokens, the home apart
    started_by: Literal["anyone", "holder", "nobody"] = "anyone"
    available_on: str = ""  # phase
    unsold_at: Literal["ipo", "pool"] = "ipo"
    group: str = ""  # for draws and splits
    cash: int = 0  # at the start
    capital: Literal["full", "as-sold", "lump-sum"] = "full"  # of one that comes by a split
    priced: bool = True  # has a place in the market
    must_own_train: bool = True
    trains_from_bank: int = 0  # a turn; 0 = as many as it likes
    places_tokens: bool = True
    president_tie: str = ""  # its own word for CorporationRules.president_tie
    dividends: tuple[str, ...] = ()  # its own choices; none: those of DividendRules

    @property
    def card(self) -> Certificate | None:
        """The president's certificate, if it has one."""
        return self.certificates[0] if self.certificates[0].president else None


@dataclass(frozen=True, slots=True)
class Role:
    """What a corporation of a group is drawn for before the game: data name the drawn one ``@id``."""

    id: str
    group: str
    cell: tuple[int, ...] = ()  # row and column where it stands from the start; none: it is not started
    home: bool = False  # its home token lies on the map from the start
    launched: bool = False  # it has floated from the start
    float_percent: int = 0  # 0 = as printed
    reserved: int = 0  # so many of its last certificates are kept for exchanges


@dataclass(frozen=True, slots=True)
class Actor:
    """An owner beside the players: who owns the private ``controlled_by`` decides for it."""

    id: str
    controlled_by: str
    cash: int = 0
    certificates: tuple[str, ...] = ()  # at the start, as they are named: "@role/8"
    buys: Literal["never", "once-per-round"] = "never"


Window = Literal[
    "any-time",  # at any decision of a stock or an operating round
    "own-stock-turn",
    "stock-round",  # in a stock round, whoever is to act
    "between-turns",  # in an operating round, while the corporation in turn has done nothing yet
    "track-step",  # in the track step of the owner, or of a corporation the owner presides over
    "own-operating-turn",  # any decision of the owning corporation's turn
    "when-sold",  # at once when a corporation buys the private; the seller uses it
    "operating-round-start",  # in an operating round, before the first corporation has done anything
]


@dataclass(frozen=True, slots=True)
class Ability:
    """What a private lets its owner do, or does by itself.

    ``kind`` says which; the other fields are the kind's own and hold their neutral value elsewhere:

    * ``block-hexes``: nobody lays on the private's hexes while ``holder`` owns it
    * ``lay-tile``: lay one of ``tiles`` on one of the private's hexes; ``pays_terrain``, ``counts_as_lay``
    * ``teleport``: as ``lay-tile``, in the track step, in place of the lay; then a token may go there
    * ``exchange``: swap the private for a certificate of one of ``corporations`` taken from ``sources``
    * ``certificates``: the first owner gets ``certificates``, with a starting value to choose if one is a president's
    * ``close-on-train``: closes when ``corporations[0]`` buys its first train
    * ``no-purchase``: nobody may buy it from its owner
    * ``income``: from ``phase`` on the income is ``amount`` (while ``holder`` owns it)
    * ``survives``: not closed by close-privates while ``holder`` owns it
    * ``terrain-discount``: ``amount`` off each lay on terrain of exactly the kind ``terrain``; UNLIMITED: all of it
    * ``train-discount``: ``amount`` off a train from the bank, of one of ``families``
    * ``extra-lay``: ``amount`` track actions more in a turn
    * ``bar-edge``: a side of one of the private's hexes that no route crosses until the operating round ends
    * ``see-event``: the owner sees the event card that comes next
    * ``allow-tile``: only corporations over which the owner presides lay ``tiles``, and for nothing if ``free``
    * ``buy-train``: its corporation may close it in its turn to buy the bank's first train
    * ``close-on-operation``: closes with the first turn or dividend (``when``) of one of ``corporations``

    ``corporations`` and ``certificates`` may be named by a role; see ``Table.named``, ``Table.certificate_named``.
    """

    kind: str
    holder: Literal["player", "corporation", "any"] = "any"
    windows: tuple[Window, ...] = ()
    uses: int = UNLIMITED
    tiles: tuple[str, ...] = ()
    corporations: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()  # corporations that it does not speak of all the same
    sources: tuple[Literal["ipo", "pool", "reserved"], ...] = ()
    certificates: tuple[str, ...] = ()
    phase: str = ""
    amount: int = 0
    terrain: str = ""
    pays_terrain: bool = True
    counts_as_lay: bool = False
    token_price: int | None = None  # teleport: price of the token; None: the token's printed price
    families: tuple[str, ...] = ()  # of trains; none named: all
    eras: tuple[int, ...] = ()  # in which it works; none named: all
    first_only: bool = False  # train discount: only for the first train of these families that a corporation ever has
    limits: Literal["ignored", "kept"] = "ignored"  # exchange: the holding limit and the certificate limit
    unstarted: Literal["allowed", "refused"] = "allowed"  # exchange: for a corporation that is not started
    on_hexes: bool = False  # terrain discount: only on the private's hexes
    only_empty: bool = False  # block hexes: only while no tile lies there
    bank_pays: bool = False  # certificates: the bank pays the corporation for the president's certificate
    closes: bool = False  # the private closes when it is used
    free: bool = False  # allow tile: neither a fee nor terrain is paid
    when: Literal["", "first-turn", "first-dividend"] = ""  # close on operation


@dataclass(frozen=True, slots=True)
class Private:
    id: str
    name: str
    price: int
    income: int
    buy_price: tuple[int, int]  # lowest and highest price for a corporation
    abilities: tuple[Ability, ...] = ()
    min_players: int = 0
    max_players: int = UNLIMITED
    closes_era: int = 0  # the era with whose beginning it closes; 0: none
    owner: str = ""  # the corporation that has it from the start
    right_to: str = ""  # the corporation that its owner may start
    counts: bool = True  # toward the certificate limit
    score: Literal["price", "actor", "nothing"] = "price"
    not_for: tuple[str, ...] = ()  # corporations that may not buy it


# --------------------------------------------------------------------------- trains and phases


@dataclass(frozen=True, slots=True)
class ReachRow:
    """So many stops of these kinds visited, so many of them paid."""

    kinds: tuple[Literal["city", "town", "halt", "offboard"], ...]
    pay: int
    visit: int
    multiplier: int = 1


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a train goes, and in what unit. With count ``rows`` the rows stand instead of everything else."""

    count: Literal["stops", "cities", "plus", "hexes", "hex-edges", "rows"]
    limit: int  # UNLIMITED for a diesel
    plus: int = 0  # the M of N+M
    pays: int = UNLIMITED  # best so many of the stops visited
    double: Literal["none", "broad", "narrow"] = "none"  # the gauge on which a crossing counts two
    rows: tuple[ReachRow, ...] = ()


@dataclass(frozen=True, slots=True)
class TrainType:
    id: str
    price: int
    count: int  # UNLIMITED when the bank never runs out
    reach: Reach
    family: str = "train"
    rusts_on: str = ""  # train type
    obsolete_on: str = ""
    obsolete: Literal["all", "never-run"] = "all"  # which of them become obsolete; the others rust
    available_on: str = ""  # phase
    discounts: Mapping[str, int] = None  # type: ignore[assignment]  # old train type -> money off when traded in
    on_first: tuple[str, ...] = ()  # events when the first one is bought
    diesel: bool = False  # earns the "diesel" value of a stop
    multiplier: int = 1
    gauge: Literal["any", "broad", "narrow"] = "any"
    local: bool = False  # may run at a single stop
    requires_token: bool = True  # the token must lie at a stop that is paid


@dataclass(frozen=True, slots=True)
class Phase:
    id: str
    on: str  # train type whose first purchase begins it; "" for the first phase
    train_limit: Mapping[str, int]  # by family
    colors: tuple[str, ...]
    operating_rounds: int
    allows: tuple[str, ...]  # "buy-privates", "players-trade-privates"
    era: int = 0  # of the second clock; 0: none


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that an event card does; a field that its kind does not need holds its neutral value.

    * ``stop-value``: stops on ``hexes`` are worth ``amount`` more
    * ``terrain-cost``: laying on ``hexes``, or on terrain of the kind ``terrain``, costs ``amount`` more
    * ``pay``, ``tax``: each of ``who`` gets ``amount``, or pays it as far as the money goes
    * ``close-stop``: no train calls on ``hexes``
    * ``close-privates``: ``privates`` close; none named: all
    * ``end-game``: the end trigger event-card
    """

    kind: str
    hexes: tuple[str, ...] = ()
    terrain: str = ""
    amount: int = 0
    who: Literal["players", "corporations"] = "players"
    corporations: tuple[str, ...] = ()  # none named: all that have been started
    privates: tuple[str, ...] = ()
    lasts: Literal["game", "set"] = "game"


@dataclass(frozen=True, slots=True)
class Card:
    """An event card. All cards of an era are one deck, of which one is drawn before the game."""

    id: str
    name: str
    era: int
    effects: tuple[Effect, ...]


# --------------------------------------------------------------------------- rounds and rules


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """A kind of round: its steps in order.

    In an ``operating`` round the steps are taken one after the other in each turn, and those in ``anytime`` may be
    used at every moment of it. In ``auction`` and ``stock`` rounds all steps stand open at once.
    """

    id: str
    kind: Literal["auction", "stock", "operating"]
    steps: tuple[str, ...]
    anytime: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()  # what happens when the round opens: "home-tokens", "private-income", "reveal-event"


@dataclass(frozen=True, slots=True)
class TileAction:
    """One track action of a turn."""

    lay: Literal["yes", "no", "if-no-upgrade"]
    upgrade: Literal["yes", "no", "if-no-upgrade"]
    cost: int = 0
    upgrade_cost: int = 0


@dataclass(frozen=True, slots=True)
class SetupRules:
    generator: str  # split-mix, lcg-31


@dataclass(frozen=True, slots=True)
class AuctionRules:
    kind: str  # waterfall, offer
    lots: str  # all, one-each, piles
    increment: int
    multiples_only: bool
    reserved_cash: str  # all-bids, leading-bids, none
    unsold: str  # falls-or-pays-out, falls, forced-sale
    receiver: str  # after-bidders, next-player
    fall: int
    at_zero: str  # next-player-takes


@dataclass(frozen=True, slots=True)
class StockRules:
    turn_order: str  # sell-buy-sell, sell-or-buy-once (either order, no mixing back), sell-then-buy
    sell_after: str  # first-round, operated, any-time
    sales_per_corporation: str  # any, one-block
    sale_cap_percent: int  # 100 = none
    pool_limit: int
    pool_limit_unit: str  # percent, certificates
    price_drop: str  # per-share, per-certificate, per-sale, none
    over_limit: str  # must-sell, must-sell-certificates, no-purchase
    several_purchases: str  # pool-only, pool-and-ipo
    rebuy: str  # never-this-round, allowed
    first_order: str  # after-auction, least-cash, last-to-pass
    first_player: str  # first-seat, drawn
    next_order: str  # after-last-to-act, first-to-pass, ...
    sold_out_rise: bool
    sold_out_counts: str  # players, out-of-treasury
    sold_out_top: str  # stay
    president_to_pool: bool
    president_sale: str  # allowed, never
    same_turn_trade: str  # allowed, forbidden
    private_trade_from: int  # stock round from which players may buy privates of players; 0 = never


@dataclass(frozen=True, slots=True)
class CorporationRules:
    unsold_price: str  # par, market
    capitalization: str  # full, incremental, full-then-incremental
    pool_pays: str  # corporation, nobody
    unsold_pays: str  # nobody, corporation
    president_tie: str  # clockwise-from-old, first-to-hold, lowest-certificate
    takeover: bool  # who holds more than the president takes the presidency
    order_follows_moves: bool
    float_counts: str  # out-of-ipo, out-of-pool
    tranches: tuple[int, ...]  # sizes of the groups in which corporations start; none: there are no groups
    own_certificates: str  # never, sell-and-buy-back
    minors_in_play: int  # 0 = all


@dataclass(frozen=True, slots=True)
class SplitRules:
    group: str  # of the corporations that come into being so; "": there are no splits
    percent: int  # that the president must hold
    tokens: int  # that must lie on the map


@dataclass(frozen=True, slots=True)
class TrackRules:
    actions: tuple[TileAction, ...]
    restriction: str  # permissive, semi-restrictive, restrictive, city-permissive
    minimum_cost: int
    impassable_colors: tuple[str, ...]
    terrain_paid: str  # printed, first-tile


@dataclass(frozen=True, slots=True)
class TokenRules:
    home: str  # first-turn, operating-round, float, start
    reservation: str  # last-slot, whole-hex, none
    per_turn: int


@dataclass(frozen=True, slots=True)
class TrainRules:
    must_own: str  # with-route, always, never
    must_own_at: str  # step, end-of-turn
    discards: str  # pool, removed
    buy_from_others: str  # yes, same-president, no
    others_price: str  # any, face
    at_limit: str  # no-purchase, return-one
    at_limit_families: tuple[str, ...]  # none named: all


@dataclass(frozen=True, slots=True)
class EmergencyRules:
    president_pays: bool
    from_others: str  # up-to-face, never, any
    cheapest_only: bool
    sell_more_than_needed: bool
    sales_per_corporation: str  # several, one; of each seller, to help with one purchase
    presidency_may_change: bool  # of other corporations, by forced sales
    corporation_sells_first: str  # never, any, all
    bankruptcy: str  # ends-game, forbidden


@dataclass(frozen=True, slots=True)
class RouteRules:
    min_stops: int
    own_token: bool
    node_reuse: str  # never, allowed
    revisits: Literal["pay-once", "pay-each"]
    groups: str  # exclusive, ignored
    gauge_change: Literal["in-chains", "at-stops"]
    objective: Literal["revenue-first", "sum"]


@dataclass(frozen=True, slots=True)
class DividendRules:
    choices: tuple[str, ...]  # pay, withhold, half
    rounding: str  # up, down (of each holder's total)
    half_kept: str  # per-share, whole, whole-up: how the corporation's part of a half dividend is rounded
    pay_move: str  # right, right-if-at-least-price, none
    withhold_move: str  # left, none


@dataclass(frozen=True, slots=True)
class EventRules:
    reveal: str  # none, next-set, at-once


@dataclass(frozen=True, slots=True)
class EndTrigger:
    on: str  # bank, bankruptcy, market-cell, final-phase, event-card
    timing: str  # immediate, operating-round, operating-set, one-more-set


@dataclass(frozen=True, slots=True)
class EndRules:
    triggers: tuple[EndTrigger, ...]
    bank_broken: str  # below-zero, at-zero
    score_privates: bool
    ties: str  # shared, more-cash
    last_turn: int


@dataclass(frozen=True, slots=True)
class LimitRules:
    privates_count: bool  # privates count toward the certificate limit


@dataclass(frozen=True, slots=True)
class TradeRules:
    consent: str  # given, asked


@dataclass(frozen=True, slots=True)
class Rules:
    """One field a rule axis; the words and their meanings stand in rules.schema.json."""

    setup: SetupRules
    auction: AuctionRules
    stock: StockRules
    corporations: CorporationRules
    split: SplitRules
    limits: LimitRules
    trade: TradeRules
    track: TrackRules
    tokens: TokenRules
    trains: TrainRules
    emergency: EmergencyRules
    routes: RouteRules
    dividends: DividendRules
    events: EventRules
    end: EndRules


@dataclass(frozen=True, slots=True)
class Setup:
    """What a number of players changes."""

    cash: int
    certificate_limit: int


@dataclass(frozen=True, slots=True)
class Option:
    """An optional rule: values that replace others, by dotted path, when the players switch it on."""

    id: str
    name: str
    changes: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Title:
    """A whole title. ``content_hash`` changes whenever anything in it that can change a game does."""

    id: str
    name: str
    designer: str
    rights: str
    currency: str  # "${}", "¥{}"
    bank: int  # UNLIMITED: never counted
    setups: Mapping[int, Setup]
    rules: Rules
    map: Map
    tiles: Mapping[str, TileSupply]
    market: Market
    roles: Mapping[str, Role]
    actors: Mapping[str, Actor]
    corporations: Mapping[str, Corporation]
    privates: Mapping[str, Private]
    trains: Mapping[str, TrainType]
    phases: tuple[Phase, ...]
    cards: tuple[Card, ...]
    rounds: Mapping[str, RoundPlan]
    opening_rounds: tuple[str, ...]  # played once
    cycle: tuple[str, ...]  # then over and over
    options: Mapping[str, Option]
    extra: Mapping[str, Any]
    names: Mapping[str, str]  # what other systems call the title, by system
    overlays: Mapping[str, str]  # the file, beside the title's own, with the rules of that system
    content_hash: str
    plugin: str = ""  # module that brings hooks, "" for data only
    switched_on: tuple[str, ...] = ()  # optional rules that it was loaded with
    overrides: tuple[tuple[str, Any], ...] = ()  # single values that it was loaded with
