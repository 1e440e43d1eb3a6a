"""What is shown of a position where its link is shared: a card of 1200 × 630 pixels."""

from lumitheque.art.palette import Palette
from lumitheque.art.svg import Picture, circle, rect, text
from lumitheque.languages import fill
from lumitheque.press.raster import png
from lumitheque.referee.pictures import WORDS, Scene, paint, state_of

WIDE, HIGH = 1200, 630
EDGE, SAID = 36, 330  # the margin, and how much of the width is for words
LONGEST_LINE = 17  # letters of a title


def preview(scene: Scene, language: str) -> bytes:
    """The card as PNG."""
    return png(preview_svg(scene, language), WIDE)


def preview_svg(scene: Scene, language: str) -> str:
    """The position by lamplight, and beside it the game's name and where it stands."""
    palette, picture = Palette(scene.game.name, "night"), paint(scene, language, "night")
    card = Picture(WIDE, HIGH)
    card.add(rect(0, 0, WIDE, HIGH, fill=palette("ground")), circle(WIDE - 380, HIGH / 2, 520, fill=palette("glow")))
    room = (WIDE - SAID - 2 * EDGE, HIGH - 2 * EDGE)
    scale = min(room[0] / picture.width, room[1] / picture.height)
    wide, high = picture.width * scale, picture.height * scale
    card.add(picture.inside(SAID + EDGE + (room[0] - wide) / 2, (HIGH - high) / 2, wide, high))
    title, y = scene.game.words(language)["title"], 150.0
    for line in lines_of(title, LONGEST_LINE):
        card.add(
            text(line, EDGE, y, 54 if len(line) < 10 else 40, palette("ink"), serif=True, bold=True, anchor="start")
        )
        y += 58
    for line in lines_of(state_of(scene, language), 24):
        card.add(text(line, EDGE, y + 12, 27, palette("soft"), anchor="start"))
        y += 38
    card.add(text("Lumithèque", EDGE, HIGH - 48, 26, palette("lamp"), serif=True, bold=True, anchor="start"))
    return card.svg()


def lines_of(said: str, longest: int) -> list[str]:
    """Words in lines that are not too long."""
    lines = [""]
    for word in said.split():
        if lines[-1] and len(lines[-1]) + len(word) >= longest:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def say_preview(key: str, language: str) -> str:
    """What stands under the title where a link is shown."""
    return fill(WORDS.words(language)["preview"][key], language, {})
