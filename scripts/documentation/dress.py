"""Our colours and types as styles of the site; where the page is not built, the types of the system do."""

from pathlib import Path

from lumitheque.art.palette import Palette
from lumitheque.server.built_page import WEB

SCHEMES = {"default": "day", "slate": "night"}  # what MkDocs Material calls them
# What Material names, by our names of colours.
COLOURS = {
    "primary-fg-color": "surface",
    "primary-fg-color--light": "raised",
    "primary-fg-color--dark": "ground",
    "primary-bg-color": "ink",
    "primary-bg-color--light": "soft",
    "accent-fg-color": "lamp",
    "accent-bg-color": "on-lamp",
    "default-bg-color": "ground",
    "default-fg-color": "ink",
    "default-fg-color--light": "soft",
    "default-fg-color--lighter": "line",
    "default-fg-color--lightest": "line",
    "typeset-color": "ink",
    "typeset-a-color": "lamp",
    "code-bg-color": "surface",
    "code-fg-color": "ink",
    "footer-bg-color": "surface",
    "footer-bg-color--dark": "surface",
    "footer-fg-color": "ink",
    "footer-fg-color--light": "soft",
    "footer-fg-color--lighter": "soft",
    "code-hl-keyword-color": "seat-3",
    "code-hl-string-color": "seat-1",
    "code-hl-number-color": "seat-4",
    "code-hl-constant-color": "seat-4",
    "code-hl-function-color": "lamp",
    "code-hl-special-color": "seat-2",
    "code-hl-operator-color": "ink",
    "code-hl-punctuation-color": "ink",
    "code-hl-name-color": "ink",
    "code-hl-comment-color": "soft",
    "code-hl-generic-color": "soft",
    "code-hl-variable-color": "ink",
}
HOUSE = ("ground", "surface", "raised", "ink", "soft", "line", "lamp", "on-lamp", "glow", "wood", "wood-dark")
TYPES = {
    "Fraunces": ("fraunces-latin-wght-normal", "100 900"),
    "Atkinson": ("atkinson-hyperlegible-next-latin-wght-normal", "200 800"),
}


def colour_styles() -> str:
    """The page's colours, by day and by night, under the names of MkDocs Material and under our own."""
    blocks = []
    for scheme, theme in SCHEMES.items():
        palette = Palette("house", theme)
        told = {f"md-{name}": palette(ours) for name, ours in COLOURS.items()}
        told |= {f"house-{name}": palette(name) for name in HOUSE}
        lines = "".join(f"  --{name}: {colour};\n" for name, colour in told.items())
        where = f'body[data-md-color-scheme="{scheme}"][data-md-color-primary]'
        blocks.append(f"{where} {{\n  color-scheme: {_light(theme)};\n{lines}}}\n")
    return "".join(blocks)


def _light(theme: str) -> str:
    return "light" if theme == "day" else "dark"


def types() -> dict[str, Path]:
    """The files of our types, out of the page; none where it is not built."""
    found = {family: sorted((WEB / "assets").glob(f"{stem}-*.woff2")) for family, (stem, _) in TYPES.items()}
    return {family: files[0] for family, files in found.items() if files}


def type_styles(files: dict[str, Path]) -> str:
    return "".join(
        f'@font-face {{ font-family: "{family}"; src: url("{path.name}") format("woff2");'
        f" font-weight: {TYPES[family][1]}; font-display: swap; }}\n"
        for family, path in files.items()
    )
