"""Sounds: on until somebody switches them off, silent before the first gesture, and never loud."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from lumitheque.server.http.pages import WEB
from web.browsing import PHONE, Visit, expect, until

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]

VOICES = ["wood", "glass", "card", "take", "turn", "refused", "end"]
RENDER = """async ([address, voices]) => {
  const { sound } = await import(address);
  const rate = 44100, told = {};
  for (const voice of voices) {
    const context = new OfflineAudioContext(1, rate * 2.5, rate);
    await sound(voice, context);
    const samples = (await context.startRendering()).getChannelData(0);
    let peak = 0, last = 0, energy = 0, change = 0;
    samples.forEach((one, i) => {
      peak = Math.max(peak, Math.abs(one));
      if (Math.abs(one) > 0.002) last = i;
      energy += one * one;
      if (i) change += (one - samples[i - 1]) ** 2;
    });
    // the mean frequency, weighted with its square: of a pure tone, its pitch
    const centre = Math.asin(Math.sqrt(change / energy) / 2) * rate / Math.PI;
    told[voice] = { peak, seconds: last / rate, centre };
  }
  return told;
}"""

COUNTED = """window.sounds = 0; window.buzzes = 0;
const Real = window.AudioContext;
window.AudioContext = class extends Real { constructor(...a) { super(...a); window.sounds++; } };
addEventListener("pointerdown", () => { window.touched = true; }, true); // what evaluates here counts as a gesture, too
Object.defineProperty(navigator, "userActivation", { value: { get hasBeenActive() { return !!window.touched; } } });
navigator.vibrate = () => { window.buzzes++; return true; };"""


def rendered(guest: Visit) -> dict[str, dict[str, float]]:
    manifest: dict[str, Any] = json.loads((WEB / "manifest.json").read_text(encoding="utf-8"))
    guest.page.goto("/")
    told: dict[str, dict[str, float]] = guest.page.evaluate(
        RENDER, [f"/{manifest['src/parts/synth.ts']['file']}", VOICES]
    )
    return told


def test_every_sound_is_short_soft_and_its_own(visit: Come) -> None:
    told = rendered(visit())
    for voice, measured in told.items():
        assert 0.05 < measured["peak"] < 0.8, voice  # and two fifths of it are heard
        assert 0.03 < measured["seconds"] < (2.2 if voice == "end" else 1.3), voice
    assert told["refused"]["centre"] < told["wood"]["centre"] < told["glass"]["centre"]


def test_sound_waits_for_a_gesture_and_for_the_switch(visit: Come) -> None:
    guest = visit(size=PHONE, has_touch=True, is_mobile=True)
    page = guest.page
    page.add_init_script(COUNTED)
    guest.open_table("sirius", options={"setup": "random"})
    switch = page.get_by_role("button", name="Sons")
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.sounds") == 0
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("window.sounds") == 0
    switch.click()
    until(page, lambda: page.evaluate("window.sounds") == 1)
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Abandonner").click()
    page.get_by_role("button", name="Oui", exact=True).click()
    until(page, lambda: page.evaluate("window.buzzes") > 0)
    switch.click()
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
