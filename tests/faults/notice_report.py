"""What `make faults` found of notices, written to benchmarks/results/notices.md."""

import msgspec

from faults.reporting import KEPT, ROOT, machine, spread, table

PAGE = ROOT / "benchmarks" / "results" / "notices.md"
GOAL = 5.0  # seconds from owed to sent, 95 times in 100
COUNTED = {
    "tables": "tables over days, two people each",
    "kills": "`kill -9`, started again at once",
    "turns": "turns",
    "owed": "notices owed",
    "sent": "of these sent",
    "doubles": "sent twice, after a kill between sending and noting it",
    "doubles_without_kill": "sent twice without one",
    "unasked": "sent although it was not so",
    "waiting": "due and not sent at the end",
}
FOREWORD = """The house on one core, everybody else on the other. All have a webhook and move only when it says that
it is their turn, so a notice that is lost stops its table, and is counted. Delays are from the moment at which the
mover was answered to the moment at which the other's webhook was called; after a kill, from readiness if that is later.
What a killed node had in hand is free again after 4 s where other nodes may be alive, at once where none can be."""


def page() -> str:
    stories = [msgspec.json.decode(path.read_bytes()) for path in sorted(KEPT.glob("notices-*.json"), reverse=True)]
    heads = [f"{story['store']}, {story['kills'] or 'no'} kills" for story in stories]
    rows = [[words, *(str(story[name]) for story in stories)] for name, words in COUNTED.items()]
    delays = [spread(story["delays"]) for story in stories]
    rows += [[f"from owed to sent, {name}: s", *(f"{one[name]:.2f}" for one in delays)] for name in delays[0]]
    rows.append([f"goal: p95 at most {GOAL:.0f} s", *("met" if one["p95"] <= GOAL else "missed" for one in delays)])
    parts = ["# Notices: what is owed is sent", f"`make faults`; {machine()}", FOREWORD, table(["", *heads], rows)]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    written = page()
    print(written)
    PAGE.write_text(written, encoding="utf-8")
