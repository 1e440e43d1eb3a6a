"""GameSeen: what a stream tells of a table, as engines and bots want it: the moves so far, the number to go on from."""

from typing import Any

Told = dict[str, Any]


class GameSeen:
    """One table, as far as its stream has told."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.seq = 0  # of the last entry
        self.game = ""
        self.moves: list[tuple[int, str]] = []  # that were told: seat and text

    def take(self, line: Told) -> None:
        """A line of the stream with entries. An entry that is there already is passed over."""
        for entry in line["entries"]:
            if entry["seq"] > self.seq:
                self.seq = entry["seq"]
                self._take_event(entry["event"])

    def _take_event(self, event: Told) -> None:
        match event["event"]:
            case "opened":
                self.game = event["game"]
            case "started":
                self.moves.clear()
            case "played":
                self.moves += [(event["seat"], text) for text in event.get("moves") or []]
            case "taken_back":
                del self.moves[max(0, len(self.moves) - event["decisions"]) :]
