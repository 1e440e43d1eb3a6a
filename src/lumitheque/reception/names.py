"""Names of guests who have not chosen one: a star, and a number so that two are told apart."""

STARS = (  # the same in French and English
    *("Adhara", "Alcor", "Aldebaran", "Algol", "Alnair", "Altair", "Antares", "Atria"),
    *("Avior", "Bellatrix", "Canopus", "Capella", "Castor", "Deneb", "Diphda", "Elnath"),
    *("Enif", "Gacrux", "Hadar", "Izar", "Kochab", "Maia", "Meissa", "Menkar"),
    *("Merak", "Mimosa", "Mira", "Mirach", "Mizar", "Polaris", "Pollux", "Regulus"),
)


def guest_name(person: str) -> str:
    """What somebody is called who has not said their name."""
    number = int(person[:8], 16) if _is_hex(person[:8]) else 0
    return f"{STARS[number % len(STARS)]} {number // len(STARS) % 90 + 10}"


def _is_hex(text: str) -> bool:
    return bool(text) and all(letter in "0123456789abcdef" for letter in text)
