"""A picture as PNG. It takes tens of milliseconds of a processor: not on an event loop."""

from importlib.util import find_spec

from lumitheque.games.game import GameError
from lumitheque.press.fonts import font_folder

ADVICE = "pip install 'lumitheque[pictures]'"


def can_rasterise() -> bool:
    """Whether the extra is installed."""
    return find_spec("resvg_py") is not None and find_spec("fontTools") is not None


def png(svg: str, width: int) -> bytes:
    """A PNG of so many pixels in width, set in the types of the house."""
    try:
        import resvg_py  # noqa: PLC0415 - an extra, imported when it is used
    except ImportError:
        raise GameError(f"PNG needs an extra: {ADVICE}") from None
    told: bytes = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, font_dirs=[str(font_folder())], skip_system_fonts=True
    )
    return bytes(told)
