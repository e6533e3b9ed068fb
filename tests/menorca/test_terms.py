"""The game in seven languages: names, plurals and cases, and a line for everything that can happen."""

from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from open18xx import terms as terms_module
from open18xx.bots.random_bot import RandomBot
from open18xx.cli.main import main
from open18xx.play.actions import (
    Action,
    BuyCertificate,
    BuyPrivate,
    BuyTrain,
    ChooseDividend,
    Consent,
    Pass,
    PlaceToken,
    SellCertificates,
)
from open18xx.play.events import Demanded, DemandMet, Event, MoneyPaid, PhaseBegan, TrainMoved, kind_of
from open18xx.play.game import new_game, unpack
from open18xx.play.offers import Amount, Offer, Rows, SomeOf
from open18xx.terms import Terms, event_kind
from open18xx.terms_check import possible_actions
from open18xx.title.model import Title

from .conftest import FOLDER

LANGUAGES = ("en", "cs", "de", "it", "pt", "es", "ca")
EXAMPLES = tomllib.loads((FOLDER / "terms.toml").read_text("utf-8"))["check"]["examples"]

SAMPLES: dict[str, Any] = {
    "actor": "RNC", "player": "ann", "players": ("ann", "bob"), "payer": "bank", "payee": "Ramaders", "source": "ipo",
    "target": "ann",
    "president": "ann", "owner": "ann", "old": "Ramaders", "new": "RADM", "corporation": "Ramaders", "by": "ann",
    "buyer": "RCC",
    "certificate": "RNC/1", "certificates": ("RNC/1", "RNC/2"), "private": "GSC", "ability": 0, "price": 40, "par": 88,
    "amount": 5, "percent": 10, "cell": (2, 4), "hex": "K16", "place": 0, "edge": 3, "side": "J11/4", "tile": "57",
    "rotation": 0, "nodes": (0,), "city": 0, "token": 1, "train": "4H-0", "exchange": "", "phase": 1, "count": 2,
    "card": "conquest-1756", "number": 1, "routes": (), "values": (), "revenue": 70, "round": "operating", "part": 1,
    "parts": 2, "queue": (), "name": "traded", "value": 1, "step": "lay-track", "subject": "", "reason": "bank",
    "timing": "operating-round", "slice": "markers", "key": "RNC@B3", "choice": "pay", "keep": 0,
    "parent": "RNC", "branch": "RADM",
}  # fmt: skip
"""A value for every field of an action or event."""


def sample(cls: type[Any]) -> Any:
    return cls(**{field.name: SAMPLES[field.name] for field in fields(cls)})


def every_event() -> list[type[Event]]:
    quiet = tomllib.loads((FOLDER / "terms.toml").read_text("utf-8"))["quiet"][""]
    events = sorted(Event.__subclasses__(), key=lambda cls: cls.__name__)
    return [event for event in events if kind_of(event) not in quiet]


def every_action(title: Title) -> list[type[Action]]:
    """The kinds of action that the title's steps take, and those that its plugin brings."""
    return sorted(possible_actions(unpack(title)), key=lambda cls: cls.kind)


# --------------------------------------------------------------------------- words


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["text"])
def test_an_example_of_the_terms_comes_out_as_it_stands_there(example: dict[str, Any], terms: Terms) -> None:
    facts = {"player": "Ana", "n": example["n"], "company": example["company"], "amount": 120}
    assert terms.say("buys", example["lang"], **facts) == example["text"]


def test_spanish_and_catalan_are_marked_as_unreviewed(terms: Terms) -> None:
    assert terms.languages == ("cs", "de", "it", "pt", "en", "es", "ca")
    assert terms.unreviewed == ("es", "ca")


@pytest.mark.parametrize(
    ("lang", "n", "case", "form"),
    [
        ("cs", 1, "", "smlouva"), ("cs", 1, "acc", "smlouvu"), ("cs", 2, "acc", "smlouvy"), ("cs", 4, "", "smlouvy"),
        ("cs", 5, "acc", "smluv"), ("cs", 0, "", "smluv"), ("cs", 21, "", "smluv"),
        ("de", 1, "", "Vertrag"), ("de", 0, "", "Verträge"), ("it", 1, "", "contratto"), ("it", 2, "acc", "contratti"),
        ("pt", 13, "", "contratos"), ("en", 1, "", "contract"), ("es", 3, "", "contratos"), ("ca", 3, "", "contractes"),
    ],
)  # fmt: skip
def test_a_word_takes_the_form_that_its_number_wants(lang: str, n: int, case: str, form: str, terms: Terms) -> None:
    assert terms.count("contract", n, lang, case) == form


def test_names_stand_in_the_case_that_is_asked_for(terms: Terms) -> None:
    assert terms.name("RADM", "it", "gen") == "della RADM"
    assert terms.name("Artesans", "cs", "dat") == "společnosti Artesans"
    assert terms.name("Artesans", "cs", "abs") == "Artesans"
    assert terms.name("Barcelona", "cs", "gen") == "Barcelony"
    assert terms.name("GSC", "de") == "Gremi de Sabaters de Ciutadella"
    assert terms.name("ann", "pt", "gen") == "ann"


def test_money_is_written_as_the_language_writes_numbers(terms: Terms) -> None:
    assert [terms.money(10_000, lang) for lang in ("cs", "de", "en")] == ["10\u00a0000 R.", "10.000 R.", "10,000 R."]
    assert terms.money(120, "ca") == "120 R."


def test_the_verb_agrees_with_companies_that_are_several(terms: Terms) -> None:
    assert terms.say("pays_dividends", "de", company="RNC", amount=70) == "Die RNC schüttet 70 R. aus"
    assert terms.say("pays_dividends", "de", company="Ramaders", amount=70) == "Die Ramaders schütten 70 R. aus"
    assert terms.say("pays_dividends", "cs", company="Ramaders", amount=70) == "Společnost Ramaders vyplácí 70 R."


def test_a_line_begins_with_a_capital_but_for_a_player_s_own_name(terms: Terms) -> None:
    assert terms.event(PhaseBegan(1), "it") == "Fase di flotta: 5H"
    assert terms.event(MoneyPaid("bank", "ann", 5), "pt") == "Banca → ann: 5 R."
    assert terms.event(MoneyPaid("ann", "bank", 5), "pt") == "ann → banca: 5 R."


@pytest.mark.parametrize(
    ("lang", "names"),
    [
        ("cs", ["Mallorca", "Barcelona", "Marseille", "Janov", "Alžír", "València"]),
        ("de", ["Mallorca", "Barcelona", "Marseille", "Genua", "Algier", "València"]),
        ("it", ["Maiorca", "Barcellona", "Marsiglia", "Genova", "Algeri", "València"]),
        ("pt", ["Maiorca", "Barcelona", "Marselha", "Génova", "Argel", "València"]),
    ],
)
def test_ports_overseas_are_called_as_the_language_calls_them(lang: str, names: list[str], terms: Terms) -> None:
    for hex, name in zip(("A12", "B3", "J3", "K4", "F15", "K16"), names, strict=True):
        assert terms.action(PlaceToken("RNC", hex, 0), (), lang).endswith(name)


def test_what_a_language_does_not_say_is_said_in_english_and_the_unknown_plainly(terms: Terms) -> None:
    assert terms.say("passes", "fr", player="ann") == "ann passes"
    assert terms.say("no-such-message", "cs", count=3) == "no-such-message: count 3"


# --------------------------------------------------------------------------- actions and events


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_action_and_event_has_a_sentence_in_every_language(lang: str, title: Title, terms: Terms) -> None:
    paid = (MoneyPaid("RNC", "bank", 40),)
    said = {cls.kind: terms.action(sample(cls), paid, lang) for cls in every_action(title)}
    said |= {event_kind(event): terms.event(event, lang) for event in map(sample, every_event())}
    for kind, line in said.items():
        assert line and not re.search(r"[{}]", line), line
        assert not line.startswith(f"{kind}:"), f"said plainly: {line}"


def test_every_kind_has_a_message_of_its_own_or_by_an_alias(title: Title, terms: Terms) -> None:
    data = tomllib.loads((FOLDER / "terms.toml").read_text("utf-8"))
    kinds = [cls.kind for cls in every_action(title)] + [event_kind(cls) for cls in map(sample, every_event())]
    for kind in kinds:
        message = data["message"][data["alias"].get(kind, kind)]
        assert set(LANGUAGES) <= message.keys(), kind


def test_sentences_of_actions(terms: Terms) -> None:
    paid = (MoneyPaid("Artesans", "bank", 90),)
    assert terms.action(BuyTrain("Artesans", "4H-0", 90), paid, "cs") == "Společnost Artesans kupuje 1 Šebeku za 90 R."
    assert terms.action(BuyTrain("RNC", "4W", 100, "4H-1"), paid, "de") == (
        "Die RNC gibt 1 Schebecke zurück und kauft 1 Lastfuhrwerk für 100 R."
    )
    sold = SellCertificates("ann", "RCC", ("RCC/1", "RCC/2"))
    assert terms.action(sold, (MoneyPaid("bank", "ann", 176),), "cs") == "ann prodává 2 smlouvy RCC za 176 R."
    assert terms.action(Pass("Ramaders"), (), "it") == "I Ramaders passano"
    assert terms.action(ChooseDividend("RNC", "withhold"), (MoneyPaid("bank", "RNC", 70),), "pt") == "A RNC retém 70 R."
    assert terms.action(PlaceToken("RNC", "H5", 0), (), "en") == "RNC places a port in Fornells"
    assert terms.action(PlaceToken("RADM", "E8", 0), (), "en") == "RADM places a factory in Ferreries"


def test_what_is_asked_for_is_offered_and_then_sold(terms: Terms) -> None:
    asked = (Demanded("consent", "ann", "buy-private:GSC@20"),)
    legacy, ship = BuyPrivate("Ramaders", "GSC", 20), BuyTrain("RNC", "4H-0", 90)
    assert terms.action(legacy, asked, "de") == "Die Ramaders bieten 20 R. für Gremi de Sabaters de Ciutadella"
    assert terms.action(ship, asked, "cs") == "RNC nabízí 90 R. za 1 Šebeku"
    sold = Consent("ann", "Ramaders", 20, private="GSC")
    assert terms.action(sold, (), "en") == "ann sells Gremi de Sabaters de Ciutadella to the Ramaders for 20 R."
    sold = Consent("Artesans", "RADM", 90, train="4H-0")
    assert terms.action(sold, (), "it") == "Gli Artesans vendono 1 Sciabecco alla RADM per 90 R."
    paid = (DemandMet(0), MoneyPaid("RADM", "Artesans", 90), TrainMoved("4H-0", "Artesans", "RADM"))
    assert len(terms.lines(sold, paid, "pt")) == 1
    fixed = (("buyer", "RADM"), ("price", 90), ("private", ""), ("train", "4H-0"))
    assert terms.offer(Offer(Consent, "Artesans", "ann", fixed), "en") == "Agree to sell: RADM, 90 R., Xebec"


@pytest.mark.parametrize("name", ["port", "Barcelona", "company", "withhold", "GSC's friend"])
def test_a_player_may_be_called_like_any_word(name: str, terms: Terms) -> None:
    assert terms.action(Pass(name), (), "cs") == f"{name} pasuje"
    assert terms.event(MoneyPaid("bank", name, 5), "cs") == f"Banka → {name}: 5 R."


def test_what_the_line_of_an_action_tells_is_not_told_again(terms: Terms) -> None:
    action = BuyCertificate("ann", "RNC/1")
    again = (MoneyPaid("ann", "RNC", 88), MoneyPaid("bank", "bob", 5))
    assert terms.lines(action, again, "en") == ["ann buys 1 contract of RNC for 88 R.", "Bank → bob: 5 R."]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_is_told_without_a_hole_and_without_a_word_of_the_engine(lang: str, title: Title, terms: Terms) -> None:
    game = new_game(title, ["ann", "bob", "cay"], seed=7)
    bot = RandomBot(7)
    while not game.is_over and game.length < 300:
        for offer in game.offers():
            said = terms.offer(offer, lang)
            assert said and not said.startswith("offer.") and "{" not in said
        game.play(bot.choose(game))
    lines = terms.log(game, lang)
    assert len(lines) > 200
    for line in lines:
        assert not re.search(r"[{}]", line), line
        assert not re.match(r"[a-z]+(-[a-z]+)+: ", line), line


# --------------------------------------------------------------------------- offers


def test_an_offer_is_the_word_on_its_button_and_what_may_fill_it(terms: Terms) -> None:
    rows = Rows(("certificate",), (("RNC/1",), ("RNC/2",)))
    assert terms.offer(Offer(BuyCertificate, "ann", "ann", (), (rows,)), "cs") == "Koupit: RNC/1 | RNC/2"
    train = Offer(BuyTrain, "RNC", "ann", (("train", "3H-0"), ("exchange", "")), (Amount("price", 1, 90),))
    assert terms.offer(train, "de") == "Fuhrwerk kaufen: Fuhrwerk, 1 R.–90 R."
    returned = Offer(BuyTrain, "RNC", "ann", (("train", "5H-0"), ("price", 180), ("exchange", "4H-0")), ())
    assert terms.offer(returned, "en") == "Return a ship: Polacca, 180 R., Xebec"
    some = Offer(SellCertificates, "ann", "ann", (("corporation", "RCC"),), (SomeOf("certificates", ("RCC/1",), 1, 1),))
    assert terms.offer(some, "pt") == "Vender: RCC, RCC/1"
    assert terms.offer(Offer(Pass, "ann", "ann"), "ca") == "Passar"


# --------------------------------------------------------------------------- the command, the engine


def test_the_play_command_prints_the_log_in_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["play", str(FOLDER), "--bots", "--bot", "random", "--seed", "3", "--set", "bank.cash=1200"]
    assert main([*words, "--lang", "cs"]) == 0
    out = capsys.readouterr().out
    assert "Akciové kolo 1" in out and "Konec hry: banka je prázdná" in out
    assert "The game is over" not in out
    assert main([*words, "--lang", "es"]) == 0
    assert "have not been reviewed" in capsys.readouterr().err
    assert main([*words, "--lang", "fr"]) == 1
    assert "no words in 'fr'; it has: cs, de, it" in capsys.readouterr().err


def test_a_title_without_words_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "1889", "--bots", "--lang", "cs"]) == 1
    assert "1889 has no words in 'cs'; it has: none" in capsys.readouterr().err


def test_the_engine_itself_holds_no_text_of_the_log() -> None:
    tree = ast.parse(Path(terms_module.__file__).read_text("utf-8"))
    documentation = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            assert not re.search(r"[^\W\d_] +[^\W\d_]", node.value), f"line {node.lineno}: {node.value!r}"
