"""What the plugin relies on is checked when the title is loaded: no position is met that it cannot play on."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from open18xx.title.loader import check

Overlay = Callable[[str], Path]


def faults_of(path: Path) -> list[str]:
    """The faults as texts, from the name of the file on; in the title's own files without line and column."""
    found = sorted(str(replace(fault, file=Path(fault.file).name)) for fault in check(path).faults)
    return [re.sub(r"^(?!overlay)([a-z]+\.toml):\d+:\d+", r"\1", line) for line in found]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[extra]\nmerged = "RADN"', "extra.merged: there is no corporation 'RADN' (did you mean 'RADM'?)"),
        ('[extra.markers]\ncompanies = ["ZZZ"]', "extra.markers.companies[0]: there is no corporation 'ZZZ'"),
        ("[extra.markers.goods]\n7 = 10", "extra.markers.goods.7: there is no era '7'"),
        ('[extra.privates.GSC]\nplace = "Z9"', "extra.privates.GSC.place: there is no hex 'Z9'"),
        ('[extra.privates.GSC]\nothers = ["B3", "Z9"]', "extra.privates.GSC.others[1]: there is no hex 'Z9'"),
        ('[extra.privates.RAG]\nstart = "j9"', "extra.privates.RAG.start: there is no hex 'j9' (did you mean 'J9'?)"),
        ('[extra.privates.LBI]\ncorporation = "ZZZ"', "extra.privates.LBI.corporation: there is no corporation 'ZZZ'"),
    ],
)
def test_the_plugin_names_only_what_the_title_has(text: str, fault: str, overlay: Overlay) -> None:
    (found,) = faults_of(overlay(text))
    place, _, told = found.partition(": ")
    assert told == fault and place.startswith("overlay.toml:3:")


def test_a_company_that_is_removed_is_missed_where_the_plugin_names_it(overlay: Overlay) -> None:
    assert faults_of(overlay('[[corporations]]\nid = "RADM"\nremove = true')) == [
        "title.toml: extra.merged: there is no corporation 'RADM'",
        "title.toml: extra.privates.LBI.corporation: there is no corporation 'RADM'",
    ]


# --------------------------------------------------------------------------- the merger

TWO_OF_THREE = "10 certificates, and those of the minors in play become 15"


@pytest.mark.parametrize("count", [0, 3])
def test_two_minors_merge_and_no_more(count: int, overlay: Overlay) -> None:
    assert faults_of(overlay(f"[rules.corporations]\nminors_in_play = {count}")) == [
        f"corporations.toml: corporations[6].certificates: {TWO_OF_THREE}",
        "overlay.toml:3:18: rules.corporations.minors_in_play: 3 minors in play, wanted at most 2",
    ]


def test_one_minor_may_merge_alone(overlay: Overlay) -> None:
    assert faults_of(overlay("[rules.corporations]\nminors_in_play = 1")) == []


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ('id = "Artesans"\ncertificates = [{ percent = 10, count = 10 }]', TWO_OF_THREE),
        (
            'id = "RADM"\ncertificates = [{ percent = 20, count = 5 }]',
            "5 certificates, and those of the minors in play become 10",
        ),
        (
            'id = "RADM"\ncertificates = [{ percent = 10, president = true }, { percent = 10, count = 9 }]',
            "a president's certificate, wanted none: no minor's becomes one",
        ),
        (
            'id = "Artesans"\ncertificates = [{ percent = 20, count = 5, marked = true }]',
            "marked, and Artesans is not among extra.markers.companies",
        ),
    ],
)
def test_a_certificate_of_the_minors_becomes_one_of_radm(row: str, fault: str, overlay: Overlay) -> None:
    (found,) = faults_of(overlay(f"[[corporations]]\n{row}"))
    assert found.endswith(f": {fault}")


def test_radm_may_have_certificates_to_spare(overlay: Overlay) -> None:
    assert faults_of(overlay('[[corporations]]\nid = "RADM"\ncertificates = [{ percent = 5, count = 20 }]')) == []


@pytest.mark.parametrize("id", ["RNC", "Artesans"])
def test_the_minors_become_what_nobody_else_can_start(id: str, overlay: Overlay) -> None:
    told = f"extra.merged: {id} can be started, wanted a company of the kind major with started_by = nobody"
    assert f"overlay.toml:3:10: {told}" in faults_of(overlay(f'[extra]\nmerged = "{id}"'))


def test_the_minors_merge_once(overlay: Overlay) -> None:
    assert faults_of(overlay('[[trains]]\nid = "8H"\non_first = ["x-merge"]')) == [
        "overlay.toml:4:12: trains[0].on_first: x-merge a second time: the minors merge with the first 7H"
    ]


def test_no_vehicle_sets_off_what_the_plugin_does_not_know(overlay: Overlay) -> None:
    assert faults_of(overlay('[[trains]]\nid = "8H"\non_first = ["x-merger"]')) == [
        "overlay.toml:4:13: trains[0].on_first[0]: there is no plugin's event 'x-merger' (did you mean 'x-merge'?)"
    ]


# --------------------------------------------------------------------------- markers and Legacies


@pytest.mark.parametrize("id", ["Artesans", "RADM"])
def test_market_markers_are_for_maritime_companies(id: str, overlay: Overlay) -> None:
    companies = f'["RNC", "RCC", "CCM", "{id}"]'
    assert faults_of(overlay(f"[extra.markers]\ncompanies = {companies}")) == [
        f"overlay.toml:3:35: extra.markers.companies[3]: {id} has goods markers, wanted a maritime company"
    ]


def test_goods_are_paid_for_in_every_era(overlay: Overlay) -> None:
    (found,) = faults_of(overlay("[extra.markers.goods]\n3 = { remove = true }"))
    assert found.endswith("extra.markers.goods: nothing is said of era 3")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('[hexes.J9]\ntrack = ""', "title.toml: extra.privates.RAG.start: no stop is printed on J9"),
        ('[extra.privates.GSC]\nplace = "B5"', "overlay.toml:3:9: extra.privates.GSC.place: no stop is printed on B5"),
        (
            '[extra.privates.GSC]\nothers = ["B3", "B5"]',
            "overlay.toml:3:17: extra.privates.GSC.others[1]: no stop is printed on B5",
        ),
    ],
)
def test_legacies_speak_of_hexes_with_a_stop(text: str, fault: str, overlay: Overlay) -> None:
    assert faults_of(overlay(text)) == [fault]
