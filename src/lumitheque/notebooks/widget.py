"""Replay: a game to go through in a notebook, as one piece of HTML."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from lumitheque.art.palette import Palette
from lumitheque.games import GameError, find
from lumitheque.languages import Catalogue, fill, languages
from lumitheque.notebooks.moments import Album, Seen, Viewpoint, see
from lumitheque.referee import GameRecord, Referee, read_record

MOST_PICTURES = 1000  # that are drawn unless seats are asked for: some seconds
LARGEST = 2_000_000  # bytes; a notebook keeps what it shows
HERE = Path(__file__).parent
STUDY, PICTURES = Catalogue("page/study"), Catalogue("pictures")
COLOURS = ("surface", "ink", "soft", "line", "lamp", "on-lamp")
THEMED = {  # when it is day, when night: by the system, unless the notebook says
    "day": ('[data-jp-theme-light="true"] .lumitheque-replay', ".vscode-light .lumitheque-replay"),
    "night": ('[data-jp-theme-light="false"] .lumitheque-replay', ".vscode-dark .lumitheque-replay"),
}
ICONS = {  # of the buttons, in a box of 20 by 20
    "first": "M4 4h2v12H4zM16 4v12l-9-6z",
    "previous": "M15 4v12l-9-6z",
    "next": "M5 4v12l9-6z",
    "last": "M14 4h2v12h-2zM4 4v12l9-6z",
}

Record = GameRecord | Mapping[str, Any] | str | bytes | Referee


class Replay:
    """A game moment by moment, as the public and each seat knew it. A notebook shows it."""

    def __init__(self, record: Record, seats: Sequence[int] | None = None, language: str = "fr") -> None:
        self.record = _read(record)
        if language not in languages():
            raise GameError(f"language {language!r} is not one of {', '.join(languages())}")
        for seat in seats or ():
            if seat not in range(self.record.seats):
                raise GameError(f"there is no seat {seat}; seats go from 0 to {self.record.seats - 1}")
        self.language = language
        everybody = list(range(self.record.seats))
        self.too_many = seats is None and (1 + self.record.seats) * (len(self.record.moves) + 1) > MOST_PICTURES
        chosen = [] if self.too_many else everybody if seats is None else list(dict.fromkeys(seats))
        self.viewpoints: list[Viewpoint] = [None, *chosen] if seats is None else [*chosen, None]
        self.html = self._fit({viewpoint: see(self.record, viewpoint, language) for viewpoint in self.viewpoints})

    def __repr__(self) -> str:
        return f"<Replay of {self.record.game}, {len(self.record.moves)} moves>"

    def _repr_html_(self) -> str:
        return self.html

    def _fit(self, seen: Mapping[Viewpoint, Sequence[Seen]]) -> str:
        """Leave out viewpoints, then every second moment, and so on, until it is small enough to be kept."""
        everybody = self._write(seen, 1)
        if len(everybody) <= LARGEST:
            return everybody
        self.too_many = self.too_many or len(seen) > 1
        public: dict[Viewpoint, Sequence[Seen]] = {None: seen[None]}
        step = 1
        while len(html := self._write(public, step)) > LARGEST and step < len(seen[None]):
            step *= 2
        return html

    def _write(self, seen: Mapping[Viewpoint, Sequence[Seen]], step: int) -> str:
        said, album = STUDY.words(self.language)["replay"], Album()
        names = [said["public"] if one is None else f"P{one + 1}" for one in seen]
        count = len(seen[None])
        shown = [*range(0, count - 1, step), count - 1]
        views = [album.add([moments[at] for at in shown]) for moments in seen.values()]
        data = {**album.written(), "views": views, "at": [seen[None][at].number for at in shown], "of": said["at"]}
        return _page(self._title(), data, said, names, self._notes(step), self.language)

    def _title(self) -> str:
        return str(find(self.record.game).words(self.language)["title"])

    def _notes(self, step: int) -> list[str]:
        said = PICTURES.words(self.language)["replay"]
        notes = [fill(said["thinned"], self.language, {"step": step})] if step > 1 else []
        return [*notes, said["public_only"]] if self.too_many else notes


def _read(record: Record) -> GameRecord:
    if isinstance(record, Referee):
        return record.game_record()
    if isinstance(record, GameRecord):
        return record
    return read_record(msgspec.json.encode(record) if isinstance(record, Mapping) else record)


def _page(
    title: str, data: Any, said: Mapping[str, str], names: Sequence[str], notes: Sequence[str], language: str
) -> str:
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<!--", "\\u003c!--")
    written = written.replace("</", "<\\/")
    name = hashlib.sha256(written.encode()).hexdigest()[:12]
    buttons = "".join(
        f'<button type="button" data-go="{go}" title="{escape(said[go])}" aria-label="{escape(said[go])}">'
        f'<svg viewBox="0 0 20 20" aria-hidden="true"><path d="{icon}"/></svg></button>'
        for go, icon in ICONS.items()
    )
    options = "".join(f'<option value="{number}">{escape(one)}</option>' for number, one in enumerate(names))
    chooser = f"<label>{escape(said['viewpoint'])} <select>{options}</select></label>" if len(names) > 1 else ""
    remarks = "".join(f"<p>{escape(note)}</p>" for note in notes)
    return (
        f"<style>{_styles()}</style>"
        f'<div class="lumitheque-replay" data-replay="{name}" lang="{language}" role="group" tabindex="0"'
        f' aria-label="{escape(title)}">'
        f"<header><strong>{escape(title)}</strong>{chooser}</header>"
        '<img alt=""><p class="move" aria-live="polite"></p><p class="state"></p>'
        f'<nav>{buttons}<input type="range" min="0" value="0" aria-label="{escape(said["slider"])}">'
        f"<output></output></nav>{remarks}</div>"
        f"<script>(({_text('replay.js')})('{name}', {written}))</script>"
    )


def _text(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8").strip().rstrip(";")


def _styles() -> str:
    by_theme = {}
    for theme in THEMED:
        palette = Palette("house", theme)
        colours = "".join(f"--{name}:{palette(name)};" for name in COLOURS)
        by_theme[theme] = f"{{--night:{int(theme == 'night')};color-scheme:{_scheme(theme)};{colours}}}"
    system = f".lumitheque-replay{by_theme['day']}"
    dark = f"@media(prefers-color-scheme:dark){{.lumitheque-replay{by_theme['night']}}}"
    told = "".join(f"{','.join(places)}{by_theme[theme]}" for theme, places in THEMED.items())
    return system + dark + told + _text("replay.css")


def _scheme(theme: str) -> str:
    return "dark" if theme == "night" else "light"
