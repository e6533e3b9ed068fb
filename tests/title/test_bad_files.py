"""Every kind of mistake in a file has its own text, place and hint, and all are told at once."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from open18xx.errors import TitleError, UsageError
from open18xx.play.state import RESERVED_NAMES
from open18xx.title.faults import MOST
from open18xx.title.loader import check, load
from open18xx.title.references import RESERVED

if TYPE_CHECKING:
    from conftest import Folder

Faults = Callable[..., list[str]]
MISTAKES = tomllib.loads((Path(__file__).parent / "mistakes.toml").read_text("utf-8"))


def test_all_faults_of_all_files_are_told_at_once_and_in_order(folder: Folder) -> None:
    folder.change("trains", "price = 80", "price = -80").change("market", "60y", "060y")
    folder.change("map", 'PRR = "H12"', 'PRR = "H13"').change("phases", "train_limit = 4", 'train_limit = "4"')
    with pytest.raises(TitleError) as caught:
        folder.load()
    files = [fault.file.rpartition("/")[2] for fault in caught.value.faults]
    assert files == ["map.toml", "market.toml", "phases.toml", "trains.toml"]
    assert str(caught.value).count("\n") == 3


@pytest.mark.parametrize("mistake", MISTAKES["mistake"], ids=str)
def test_a_mistake_is_told_with_place_and_hint(folder: Folder, mistake: dict[str, str]) -> None:
    assert mistake["fault"] in folder.change(mistake["file"], mistake["old"], mistake["new"]).faults()


def test_no_corporation_is_called_like_an_owner_that_every_game_has(folder: Folder) -> None:
    assert {*RESERVED, ""} == RESERVED_NAMES
    folder.change("corporations", 'id = "PRR"', 'id = "pool"')
    assert "corporations.toml:5:6: corporations[0].id: no corporation can be called 'pool', wanted another id" in (
        folder.faults()
    )


def test_one_mistake_is_one_fault(folder: Folder) -> None:
    # a train whose price is wrong is still a train that others may rust on
    assert len(folder.change("trains", "price = 300", "price = -300").faults()) == 1


def test_a_toml_error_has_line_and_column(folder: Folder) -> None:
    (fault,) = folder.change("trains", "price = 80", "price 80").faults()
    assert fault.startswith("trains.toml:5:7: no TOML: Expected '=' after a key")


def test_a_hex_written_twice_is_a_toml_error_at_the_second(folder: Folder) -> None:
    (fault,) = folder.change("map", "B12 = {}", "B12 = {}\nB12 = {}").faults()
    assert fault == "map.toml:38:9: no TOML: Cannot overwrite a value"


def test_a_missing_file_is_named(folder: Folder) -> None:
    (folder.path / "trains.toml").unlink()
    assert folder.faults() == ["trains.toml: the file is missing"]


def test_an_empty_folder_misses_every_file(tmp_path: Path, faults_of: Faults) -> None:
    assert len(faults_of(tmp_path)) == 10


def test_an_empty_file_misses_what_is_required(folder: Folder) -> None:
    folder.write("title.toml", "")
    assert "title.toml:1:1: missing key 'id', wanted: The title's id" in folder.faults()


def test_what_is_no_text_is_told_with_its_place(folder: Folder) -> None:
    folder.write("title.toml", b'id = "1830"\nname = "\xff\xfe"\n')
    assert folder.faults() == ["title.toml:2:9: no UTF-8 text here, wanted a text file in TOML"]
    folder.write("title.toml", bytes(range(256)))
    assert len(folder.faults()) == 1


def test_a_byte_order_mark_and_windows_line_ends_are_no_fault(folder: Folder) -> None:
    plain = folder.load()
    for path in folder.path.glob("*.toml"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert folder.load() == plain
    folder.change("trains", "price = 80", "price = -80")
    assert folder.faults() == ["trains.toml:5:9: trains[0].price: -80, wanted at least 0 (did you mean 80?)"]


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 2000 + "]" * 2000,
        "x = " + "{a=" * 500 + "1" + "}" * 500,
        ".".join(["a"] * 300) + " = 1",
        "x = " + "9" * 5000,
        "x = 1e999",
        "x = nan",
        "x = 0x" + "f" * 1000,
        'x = "' + "a" * 20_000 + '"',
        "x = 99999-99-99",
        "[" + "a" * 9000 + "]",
        "\x00",
        "x = '\x1b[31m'",
    ],
)
def test_absurd_text_is_a_fault_and_no_crash(folder: Folder, text: str) -> None:
    folder.write("trains.toml", text)
    assert folder.faults()
    assert all(fault.isprintable() and len(fault) < 500 for fault in folder.faults())


def test_a_file_too_big_for_a_title_is_not_read(folder: Folder) -> None:
    folder.write("trains.toml", b"#" * 2_000_001)
    assert folder.faults() == ["trains.toml: more than 2000000 bytes"]


def test_a_folder_in_the_place_of_a_file(folder: Folder) -> None:
    (folder.path / "trains.toml").unlink()
    (folder.path / "trains.toml").mkdir()
    (fault,) = folder.faults()
    assert fault == "trains.toml: this is no ordinary file"


def test_a_file_that_is_wrong_from_end_to_end_is_told_in_a_moment(folder: Folder) -> None:
    homes = "".join(f'X{n} = "Z{n % 99 + 1}"\n' for n in range(6_000))
    folder.change("map", "[homes]\n", f"[homes]\n{homes}")
    folder.change("trains", "price = 80", "".join(f"key{n} = 1\n" for n in range(6_000)))
    began = time.process_time()
    faults = folder.faults()
    assert time.process_time() - began < 8  # many times as long, if every fault were looked for
    assert f"map.toml: {MOST} faults, and more are not looked for" in faults
    assert f"trains.toml: {MOST} faults, and more are not looked for" in faults
    assert len(faults) < 2 * MOST + 10


# --------------------------------------------------------------------------- planned values


@pytest.mark.parametrize("mistake", MISTAKES["planned"], ids=str)
def test_a_planned_value_is_refused_by_name(folder: Folder, mistake: dict[str, str]) -> None:
    (found,) = folder.change(mistake["file"], mistake["old"], mistake["new"]).faults()
    assert mistake["fault"] in found


def test_a_planned_option_is_refused_by_name(title_1889: Path) -> None:
    with pytest.raises(UsageError, match="option 'beginner-game' of 1889 is known but not implemented"):
        load(title_1889, options=["beginner-game"])
    assert "beginner-game" not in load(title_1889).options


# --------------------------------------------------------------------------- unknown titles and options


def test_an_unknown_title_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(UsageError, match="there is no title '1831'"):
        load("1831")
    with pytest.raises(UsageError, match="there is no folder or file"):
        load("no/such/folder")
    for absurd in ("", "\0", "a" * 5000, "..\\..", "~"):
        with pytest.raises(UsageError):
            load(absurd)


def test_an_unknown_option_is_told_with_the_nearest(title_1830: Path) -> None:
    with pytest.raises(UsageError, match=r"no option 'optional-6-trains' \(did you mean 'optional-6-train'\?\)"):
        load(title_1830, options=["optional-6-trains"])


# --------------------------------------------------------------------------- warnings


def test_prices_that_fall_to_the_right_are_warned_of(folder: Folder) -> None:
    # M11
    folder.change("market", "60y 67  71  76", "60y 67  17  76")
    report = check(folder.path)
    assert report.title is not None and not report.faults
    assert [warning.message for warning in report.warnings] == [
        "17 after 67: prices fall to the right",
        "66 below 17: prices rise downward",
    ]
    assert (report.warnings[0].line, report.warnings[0].column) == (4, 12)


def test_track_off_the_map_is_warned_of(folder: Folder) -> None:
    folder.change("map", 'color = "gray", track = "0-5"', 'color = "gray", track = "0-5 3-5"')
    assert [warning.message for warning in check(folder.path).warnings] == ["track leads off the map over edge 3"]


def test_terrain_that_no_hex_has_is_warned_of(copied: Callable[[str], Folder]) -> None:
    folder = copied("menorca_1713").change("privates", 'terrain = "hill"', 'terrain = "hil"')
    report = check(folder.path)
    assert report.title is not None
    (warning,) = report.warnings
    assert warning.path == "privates[2].abilities[0].terrain"
    assert warning.message == "no hex has the terrain 'hil' (did you mean 'hill'?)"


def test_check_tells_faults_without_raising(folder: Folder) -> None:
    report = check(folder.change("trains", "price = 80", "price = -80").path)
    assert report.title is None and len(report.faults) == 1


# --------------------------------------------------------------------------- tables of the title's own

MARKERS = """{"type": "object", "additionalProperties": false,
 "properties": {"markers": {"type": "object", "properties": {"bonus": {"type": "integer"}}}}}"""


def test_tables_of_the_titles_own_are_handed_over_as_they_are(folder: Folder) -> None:
    folder.change("title", "[names]", "[extra.markers]\nbonus = 10\n[names]")
    assert folder.load().extra == {"markers": {"bonus": 10}}


def test_a_schema_beside_them_is_heeded(folder: Folder) -> None:
    folder.write("extra.schema.json", MARKERS)
    folder.change("title", "[names]", "[extra.markers]\nbonus = 10\n[names]")
    assert folder.faults() == []
    folder.change("title", "bonus = 10", 'bonus = "ten"')
    assert folder.faults() == ["title.toml:38:9: extra.markers.bonus: 'ten' is not of type 'integer'"]


NAMES = """{"type": "object", "properties": {
 "mill": {"x-id-of": "hex"}, "who": {"type": "array", "items": {"x-id-of": ["corporation", "private"]}},
 "by_era": {"propertyNames": {"x-id-of": "era"}}, "rest": {"type": "string"}}}"""


@pytest.mark.parametrize(
    ("tables", "fault"),
    [
        ('mill = "H12"', ""),
        ('mill = "h12"', "title.toml:38:8: extra.mill: there is no hex 'h12' (did you mean 'H12'?)"),
        ('who = ["PRR", "SV"]', ""),
        ('who = ["ZZZ"]', "title.toml:38:8: extra.who[0]: there is no corporation or private 'ZZZ'"),
        ("by_era = { 0 = 5 }", ""),
        ("by_era = { 0 = 5, 7 = 5 }", "title.toml:38:19: extra.by_era.7: there is no era '7'"),
        ('rest = "anything"', ""),
        ("mill = 12345", "title.toml:38:8: extra.mill: there is no hex 12345"),
        ("mill = [1]", ""),  # the type is for the type's own word
    ],
)
def test_names_in_such_tables_are_the_titles(folder: Folder, tables: str, fault: str) -> None:
    folder.write("extra.schema.json", NAMES).change("title", "[names]", f"[extra]\n{tables}\n[names]")
    assert folder.faults() == ([fault] if fault else [])


def test_names_are_taken_on_trust_when_their_file_cannot_be_read(folder: Folder) -> None:
    folder.write("extra.schema.json", NAMES).change("title", "[names]", '[extra]\nmill = "Z9"\n[names]')
    folder.write("map.toml", "x = [")
    (fault,) = folder.faults()
    assert fault.startswith("map.toml")


def test_an_optional_rule_may_not_name_what_there_is_not(folder: Folder) -> None:
    folder.write("extra.schema.json", NAMES)
    rule = '[options.far]\nname = "far"\nchanges = { "extra.mill" = "Z9" }\n'
    folder.change("title", "[names]", f'{rule}[extra]\nmill = "H12"\n[names]')
    assert folder.faults() == ["title.toml:39:28: options.far.changes.\"extra.mill\": there is no hex 'Z9'"]


def test_a_word_for_names_that_there_is_not_is_a_fault_of_the_schema(folder: Folder) -> None:
    folder.write("extra.schema.json", NAMES.replace('"hex"', "7"))
    assert folder.faults()[0].startswith("extra.schema.json: x-id-of: '7', wanted some of card, ")
    folder.write("extra.schema.json", NAMES.replace('"hex"', '"hexx"'))
    (fault,) = folder.faults()
    assert fault.startswith("extra.schema.json: x-id-of: 'hexx' (did you mean 'hex'?), wanted some of card, ")


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"type": 5}',
        '{"$ref": "https://nowhere.invalid/x.json"}',
        '{"patternProperties": {"(": {}}}',
        "[" * 100_000,
    ],
)
def test_a_schema_that_is_none_is_told(folder: Folder, text: str) -> None:
    folder.write("extra.schema.json", text).change("title", "[names]", "[extra.markers]\nbonus = 10\n[names]")
    (fault,) = folder.faults()
    assert fault.startswith("extra.schema.json: ")
