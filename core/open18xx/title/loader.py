"""Makes a title out of its files: read, put overlays on, check, look for what does not go together, build.

All that is wrong is reported at once, with its place; a title that loads is right as far as anybody can see without
playing it. Titles are found by entry point, by folder, or by the file of an overlay; none is named here.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from open18xx.errors import Fault, TitleError, UsageError
from open18xx.plugins.hooks import NO_HOOKS, Hooks
from open18xx.plugins.manager import PluginError, blamed, load_plugin
from open18xx.title import extra, files, lint, overlay, provenance, references, words
from open18xx.title.build import build
from open18xx.title.faults import MOST, Problem, checked_as, near, shortened, shown
from open18xx.title.files import Place, Source
from open18xx.title.model import Title
from open18xx.title.overlay import Part, Parts
from open18xx.title.positions import Where
from open18xx_schemas import KINDS

MOST_BELOW = 8
"""So many titles may lie under one another."""


def installed() -> tuple[str, ...]:
    """The ids of all installed titles."""
    return tuple(sorted(files.entry_points()))


def is_known(id: str) -> bool:
    """Whether it is the id of an installed title, or of the overlay that one names for another system; no path is."""
    return id in installed() or files.overlay_called(id) is not None


def load(
    title: str | os.PathLike[str],
    *,
    options: Iterable[str] = (),
    overrides: Mapping[str, Any] | None = None,
    overlay: str = "",
) -> Title:
    """A title by id, folder or overlay file, with optional rules switched on and single values replaced.

    ``overrides`` are by dotted path: ``{"bank.cash": 9000, "trains.6.count": 3}``. ``overlay`` is another system, by
    whose rules its game files are played, where the title has a file of them. Raises TitleError with everything wrong
    in the files, and UsageError when there is no such title or option.
    """
    if overlay and (file := said_of(title, "overlays", overlay)):
        beside = files.find(title).path / file
        title = beside if beside.is_file() else title  # an overlay of the players' own has none beside it
    outcome = _loaded(title, options, overrides or {}, with_warnings=False)
    if outcome.title is None:
        raise TitleError(outcome.faults) from outcome.cause
    return outcome.title


def said_of(title: str | os.PathLike[str], table: str, system: str) -> str:
    """What a title's files say of another system in that table of title.toml, "" for nothing; they are not checked."""
    if not isinstance(title, str | os.PathLike):
        return ""
    said = _gather(files.find(title), ()).parts["title"].data.get(table)
    word = said.get(system) if isinstance(said, dict) else ""
    return word if isinstance(word, str) else ""


def provenance_of(
    title: str | os.PathLike[str],
    *,
    options: Iterable[str] = (),
    overrides: Mapping[str, Any] | None = None,
) -> tuple[provenance.Value, ...]:
    """Every value of a title and where it comes from; none if its files say nothing of it. Raises as ``load`` does."""
    outcome = _loaded(title, options, overrides or {}, with_warnings=False)
    if outcome.title is None:
        raise TitleError(outcome.faults) from outcome.cause
    return provenance.values(outcome.gathered.parts, outcome.gathered.documents)


def terms_file(title: str | os.PathLike[str]) -> Path | None:
    """The file of a title's words, its own or that of the nearest title below it; None if there is none."""
    return _gather(files.find(title), ()).terms


@dataclass(frozen=True, slots=True)
class Report:
    """What ``check`` found: without faults there is a title; warnings are no faults."""

    title: Title | None
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]


def check(
    title: str | os.PathLike[str],
    *,
    options: Iterable[str] = (),
    overrides: Mapping[str, Any] | None = None,
) -> Report:
    """Everything that is wrong, or odd, in the files of a title; raises only UsageError."""
    outcome = _loaded(title, options, overrides or {}, with_warnings=True)
    faults = {*outcome.faults, *_faults_with_options(title, outcome.title, overrides or {})}
    return Report(None if faults else outcome.title, tuple(sorted(faults)), tuple(sorted(set(outcome.warnings))))


def _faults_with_options(
    place: str | os.PathLike[str], title: Title | None, overrides: Mapping[str, Any]
) -> Iterator[Fault]:
    """What each optional rule that is not switched on would break in a title that is sound without it."""
    for id in title.options if title else ():
        if title and id not in title.switched_on:
            for fault in _loaded(place, (*title.switched_on, id), overrides, with_warnings=False).faults:
                yield replace(fault, message=f"{fault.message} (with the option {id})")


# --------------------------------------------------------------------------- the stages


@dataclass(slots=True)
class _Gathered:
    """The files of a title and of all titles below it, put together."""

    parts: Parts = field(default_factory=lambda: {kind: Part({}, Source(f"{kind}.toml")) for kind in KINDS})
    plugin: str = ""
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)  # kinds of file that could not be read: nothing more is said of them
    extra: Path | None = None  # the schema of the title's own tables
    terms: Path | None = None  # its words in several languages
    documents: list[provenance.Document] = field(default_factory=list)  # the files one by one, the lowest first


@dataclass(slots=True)
class _Outcome:
    """What became of the files: without faults there is a title."""

    title: Title | None
    gathered: _Gathered
    faults: list[Fault]
    warnings: list[Fault]
    cause: Exception | None = None  # what the plugin raised


@dataclass(frozen=True, slots=True)
class _Document:
    """What one title says of one kind of file, and where it says it."""

    kind: str
    source: Source
    data: dict[str, Any]
    where: Where = ()


def _loaded(
    title: str | os.PathLike[str], options: Iterable[str], overrides: Mapping[str, Any], *, with_warnings: bool
) -> _Outcome:
    """The title, or what is wrong; and, if asked for, what is odd, and what is wrong with its words."""
    if not isinstance(title, str | os.PathLike):
        raise UsageError(f"a title is an id or a path, not {title!r:.60}")
    if isinstance(options, str) or not all(isinstance(option, str) for option in options or ()):
        raise UsageError(f"options are a list of names, not {options!r:.60}")
    if not isinstance(overrides, Mapping) or not all(isinstance(path, str) for path in overrides):
        raise UsageError(f"overrides are values by dotted path, not {overrides!r:.60}")
    options = tuple(dict.fromkeys(options or ()))
    gathered = _gather(files.find(title), ())
    parts, unread = gathered.parts, gathered.unread
    untold = provenance.faults(gathered.documents)  # of the files, before a command or an option changes their data
    faults = [*gathered.faults, *_switch_on(gathered, list(options)), *_override(parts, overrides)]
    filled: dict[str, Any] = {}
    for kind in KINDS:
        filled[kind], problems = checked_as(kind, parts[kind].data)
        faults += [parts[kind].fault(problem) for problem in problems if kind not in unread]
        faults += _and_more(parts[kind], len(problems))
    hooks = NO_HOOKS
    cause: Exception | None = None
    if gathered.plugin:
        try:
            hooks = load_plugin(gathered.plugin)
        except PluginError as error:
            cause = error
            faults.append(Fault(error.file, 0, 0, "", str(error)))
    raw = {kind: part.data for kind, part in parts.items()}
    events = hooks.events if gathered.plugin else None
    found = list(islice(references.problems(raw, filled, unread, hooks.step_names, events), MOST))
    faults += [parts[kind].fault(problem) for kind, problem in found]
    faults += _and_more(parts[found[-1][0]], len(found)) if found else []
    names = references.names(raw, filled, unread)
    faults += [*_faults_of_options(gathered, names), *_faults_of_extra(gathered, parts["title"], names)]
    faults += untold
    if gathered.terms and with_warnings:
        faults += words.read(gathered.terms)[1]
    if faults:
        return _Outcome(None, gathered, faults, [], cause)
    warnings = [parts[kind].fault(problem) for kind, problem in lint.warnings(filled)] if with_warnings else []
    warnings += gathered.warnings
    built = replace(build(filled, gathered.plugin), switched_on=options, overrides=tuple(overrides.items()))
    faults, cause = _faults_of_plugin(hooks, built, parts)
    return _Outcome(None if faults else built, gathered, faults, warnings, cause)


def _and_more(part: Part, count: int) -> list[Fault]:
    message = f"{MOST} faults, and more are not looked for"
    return [Fault(part.source.name, 0, 0, "", message)] if count >= MOST else []


def _gather(place: Place, above: tuple[Path, ...]) -> _Gathered:
    """A title's own files on top of those below it. ``above``: the titles that extend it, so that a circle is found."""
    read = _folder(place) if place.path.is_dir() else _overlay_file(place)
    documents, below, faults = read.documents, read.below, read.faults
    if place.path.is_dir():
        faults += [fault for each in documents if each.kind == "title" for fault in _faults_of_overlays(place, each)]
    if not below:
        gathered = _Gathered(plugin=place.module, faults=faults, extra=extra.schema_beside(place.path))
        gathered.terms = words.beside(place.path)
        gathered.documents = read.told
        gathered.parts |= {each.kind: Part(each.data, each.source) for each in documents}
        gathered.unread = set(KINDS) - {each.kind for each in documents}
        return gathered
    here = place.path.resolve()
    try:
        if here in above or len(above) >= MOST_BELOW:
            raise UsageError(f"{shortened(below)!r} lies on itself, or too many titles on one another")
        base = _gather(files.find(below, place.path if place.path.is_dir() else place.path.parent), (*above, here))
    except UsageError as error:
        faults.append(documents[0].source.fault(("extends",), str(error)))
        return _Gathered(plugin=place.module, faults=faults, unread=set(KINDS))
    for each in documents:
        part, data = base.parts[each.kind], each.data
        if each.kind == "map":
            part, data = _replaced_map(part, each, base.faults)
        base.parts[each.kind], more, odd = overlay.merge(part, data, each.source, each.where)
        base.faults += more
        base.warnings += odd
    base.faults += faults
    base.plugin = place.module or base.plugin
    base.extra = extra.schema_beside(place.path) or base.extra
    base.terms = words.beside(place.path) or base.terms
    base.documents += read.told
    return base


def _faults_of_overlays(place: Place, title: _Document) -> Iterator[Fault]:
    """Files that should lie beside those of the title, and do not."""
    named = title.data.get("overlays")
    for system, file in named.items() if isinstance(named, dict) else ():
        if isinstance(file, str) and not (place.path / file).is_file():
            there = sorted({path.name for path in place.path.glob("*.toml")} - {f"{kind}.toml" for kind in KINDS})
            yield title.source.fault(("overlays", system), f"there is no file {shown(file)}{near(file, there)}")


@dataclass(slots=True)
class _Read:
    documents: list[_Document] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    below: str = ""  # what it extends
    told: list[provenance.Document] = field(default_factory=list)

    def tell(self, source: Source, data: dict[str, Any]) -> dict[str, Any]:
        """The data of a file without what it says of their origin, which is kept apart and never merged."""
        document = provenance.Document(source, data, is_base=not self.below)
        self.told.append(document)
        return document.data


def _folder(place: Place) -> _Read:
    read, missing = _Read(), []
    for kind in KINDS:
        path = place.path / f"{kind}.toml"
        source, data = files.read(path)
        if isinstance(data, dict):
            read.documents.append(_Document(kind, source, data))
        elif path.exists():
            read.faults.append(data)
        else:
            missing.append(data)
        if kind == "title" and isinstance(data, dict):
            below = data.get("extends")
            if isinstance(below, str) and below:
                read.below = below
                read.documents[0] = _Document(kind, source, {key: data[key] for key in data if key != "extends"})
    for number, each in enumerate(read.documents):
        read.documents[number] = replace(each, data=read.tell(each.source, each.data))
    if not read.below:
        read.faults += missing
    return read


def _overlay_file(place: Place) -> _Read:
    read = _Read()
    source, data = files.read(place.path)
    if isinstance(data, Fault):
        read.faults.append(data)
        return read
    below = data.get("extends")
    if not isinstance(below, str) or not below:
        message = f"{shown(below)}, wanted" if "extends" in data else "missing key 'extends', wanted:"
        where: Where = ("extends",) if "extends" in data else ()
        read.faults.append(source.fault(where, f"{message} the title that this file changes"))
        return read
    read.below = below
    data = read.tell(source, data)
    by_kind: dict[str, dict[str, Any]] = {"title": {}}
    for key, value in data.items():
        kind = overlay.kind_of(key)
        if kind is None:
            message = f"unknown key{near(key, overlay.known_keys())}"
            read.faults.append(source.fault((key,), message, at_key=True))
        elif kind not in overlay.NESTED:
            by_kind.setdefault(kind, {})[key] = value
        elif isinstance(value, dict):
            read.documents.append(_Document(kind, source, value, (key,)))
        else:
            read.faults.append(source.fault((key,), f"{shown(value)}, wanted a table"))
    by_kind["title"].pop("extends", None)
    read.documents[:0] = [_Document(kind, source, said) for kind, said in by_kind.items()]
    return read


def _replaced_map(part: Part, document: _Document, faults: list[Fault]) -> tuple[Part, dict[str, Any]]:
    """The map below and what is put on it, after ``[map] replace = true`` has had its effect."""
    lies = document.data.get("map")
    if not isinstance(lies, dict) or "replace" not in lies:
        return part, document.data
    if lies["replace"] is not True:
        message = f"{shown(lies['replace'])}, wanted true, or no such key"
        faults.append(document.source.fault((*document.where, "map", "replace"), message))
        return part, document.data
    data = {**document.data, "map": {key: value for key, value in lies.items() if key != "replace"}}
    return overlay.without_map(part), data


# --------------------------------------------------------------------------- options and single values


def _override(parts: Parts, overrides: Mapping[str, Any]) -> list[Fault]:
    command = Source("--set")
    faults = [
        overlay.assign(parts, path, copy.deepcopy(value), command, tuple(path.split(".")))
        for path, value in overrides.items()
    ]
    return [fault for fault in faults if fault]


def _options(gathered: _Gathered) -> dict[str, dict[str, Any]]:
    """The optional rules as written, without those that are no tables."""
    options = gathered.parts["title"].data.get("options")
    return {id: row for id, row in options.items() if isinstance(row, dict)} if isinstance(options, dict) else {}


def _switch_on(gathered: _Gathered, chosen: list[str]) -> list[Fault]:
    known = _options(gathered)
    name = shortened(str(gathered.parts["title"].data.get("id", "this title")))
    if "title" in gathered.unread:
        return []
    offered = [id for id, row in known.items() if row.get("planned") is not True]
    listed = ", ".join(offered) or "none"
    faults: list[Fault] = []
    for id in chosen:
        if id not in known:
            raise UsageError(f"{name} has no option {shortened(id)!r}{near(id, known)}; it has: {listed}")
        if id not in offered:
            raise UsageError(
                f"option {id!r} of {name} is known but not implemented in this version; implemented: {listed}"
            )
        faults += _change(gathered.parts, gathered.parts["title"], id, known[id])
    return faults


def _change(parts: Parts, title: Part, id: str, row: dict[str, Any]) -> list[Fault]:
    changes = row.get("changes", {})
    faults: list[Fault] = []
    for path, value in changes.items() if isinstance(changes, dict) else ():
        source, there = title.origin(("options", id, "changes", path))
        fault = overlay.assign(parts, path, copy.deepcopy(value), source, there)
        faults += [fault] if fault else []
    return faults


def _faults_of_options(gathered: _Gathered, names: extra.Names) -> list[Fault]:
    """What would be wrong with each optional rule, were it chosen."""
    faults: list[Fault] = []
    for id, row in _options(gathered).items():
        changes = row.get("changes", {})
        kinds = {overlay.kind_of(path.partition(".")[0]) for path in changes} if isinstance(changes, dict) else set()
        if kinds & gathered.unread:
            continue
        parts = {
            kind: Part(copy.deepcopy(part.data), part.source, dict(part.origins or {}))
            for kind, part in gathered.parts.items()
            if kind in kinds
        }
        faults += _change(parts, gathered.parts["title"], id, row)
        for kind, part in parts.items():
            faults += [part.fault(problem) for problem in checked_as(kind, part.data)[1]]
        if "title" in parts and any(path.startswith("extra.") for path in changes):
            faults += _faults_of_extra(gathered, parts["title"], names)
    return faults


def _faults_of_extra(gathered: _Gathered, title: Part, names: extra.Names) -> list[Fault]:
    tables = title.data.get("extra", {})
    if gathered.extra is None or "title" in gathered.unread or not isinstance(tables, dict):
        return []
    found = extra.problems(gathered.extra, tables, names)
    return [each if isinstance(each, Fault) else title.fault(each) for each in found]


def _faults_of_plugin(hooks: Hooks, title: Title, parts: Parts) -> tuple[list[Fault], Exception | None]:
    """What the plugin finds wrong in a title whose files are right as far as the engine can see, or what it raised."""
    try:
        found = [each for hook in hooks.check for each in hook(title)]
    except (Exception, SystemExit) as error:  # whatever the plugin's author wrote
        failure = blamed(error) or PluginError(title.plugin.removeprefix("file:"), f"its check failed: {error!r}")
        return [Fault(failure.file, 0, 0, "", str(failure))], failure
    return [_told(each, title, parts) for each in found], None


def _told(said: object, title: Title, parts: Parts) -> Fault:
    """A fault of what a plugin says is wrong: the path to a value, and a message."""
    match said:
        case (str(path), str(message)):
            place = overlay.place_of(parts, path)
            if place is not None:
                return parts[place[0]].fault(Problem(place[1], shortened(message, 200)))
    message = f"its check says {shortened(repr(said))}, wanted the path to a value and a message"
    return Fault(title.plugin.removeprefix("file:"), 0, 0, "", message)
