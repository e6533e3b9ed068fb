"""A private that comes with a president's certificate: its first owner starts the corporation, so somebody must."""

from __future__ import annotations

import pytest

from open18xx import TitleError, load_title, new_game
from open18xx.bots.random_bot import RandomBot
from open18xx.play.audit import faults


def told(title: str, **overrides: object) -> str:
    with pytest.raises(TitleError) as caught:
        load_title(title, overrides={key.replace("__", "."): value for key, value in overrides.items()})
    return "\n".join(str(fault) for fault in caught.value.faults)


def test_nobody_is_given_the_presidents_certificate_of_a_corporation_that_nobody_starts() -> None:
    found = told("1830", **{"corporations.B&O.started_by": "nobody"})
    assert "'B&O/0': the president's certificate of B&O, and started_by = nobody" in found


def test_an_ordinary_certificate_of_it_may_be_given() -> None:
    assert load_title("1830", overrides={"corporations.PRR.started_by": "nobody"})  # CA gives PRR/1


def test_a_corporation_drawn_for_a_role_is_started_too_unless_it_stands_in_the_market() -> None:
    """Old Prince: a private comes with that of the main line, which has its cell from the start."""
    held = {f"corporations.{id}.started_by": "nobody" for id in ("So", "A", "MS", "MR", "S", "Gt", "C")}
    standing = load_title("old-prince-1871").roles["mainline"]
    assert standing.cell
    found = told("old-prince-1871", **{**held, "roles.mainline.cell": [], "roles.mainline.launched": False})
    assert "'@mainline/0': the president's certificate of" in found
    assert "'@mainline/0': the president's" not in told("old-prince-1871", **held, **{"bank.cash": -1})


def test_two_presidents_certificates_with_one_private_are_two_choices_of_a_starting_value() -> None:
    given = [{"kind": "certificates", "certificates": ["B&O/0", "PRR/0", "NYC/1"]}]
    title = load_title("1830", overrides={"privates.BO.abilities": given, "privates.CA.abilities": []})
    for seed in range(4):
        game, bot, before = new_game(title, ["ann", "bob", "cay"], seed=seed), RandomBot(seed), set[str]()
        while game.state.round == "auction":
            before = set(game.state.par)
            game.play(bot.choose(game))
            assert faults(game.table) == []
        assert set(game.state.par) == {"B&O", "PRR"} and before <= set(game.state.par)
        assert game.state.president["B&O"] == game.state.president["PRR"] == game.state.privates["BO"]
        assert game.table.percent(game.state.president["B&O"], "NYC") == 10
