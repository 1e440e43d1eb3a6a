"""What is printed on a card of Luminis (LM-02)."""

KINDS = ["square", "circle", "triangle"]
LEVELS = {"I": 1, "II": 2, "III": 3, "IV": 4}


class Card:
    """One card of the edition (LM-02)."""

    def __init__(self, row: dict) -> None:
        self.id: str = row["id"]
        self.level = LEVELS[row["level"]]
        self.cost = [int(row["cost_" + kind]) for kind in KINDS]
        self.centre = [int(row["centre_" + kind]) for kind in KINDS]
        self.top = [int(row["top_" + kind]) for kind in KINDS]
        self.arrows = set((row["arrows"] or "").split())
        self.theft = row["theft"] == "yes"
