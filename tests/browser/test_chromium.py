"""The same walk in Chromium: in a page, and in a Web Worker."""

import base64
import json
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from browser.test_equality import WEB
from browser.walk import Setting, story
from lumitheque.browser.building import built
from lumitheque.games import SHELF
from web.browsing import launch

IN_A_WORKER = """([script, asked]) => new Promise((answer, fail) => {
    const worker = new Worker(URL.createObjectURL(new Blob([script], {type: "text/javascript"})));
    worker.onmessage = ({data}) => answer(data);
    worker.onerror = (event) => fail(new Error(event.message));
    worker.postMessage(asked);
})"""


@pytest.mark.slow
def test_a_browser_tells_the_same(tmp_path: Path) -> None:
    game = SHELF["lumens"]
    settings = [Setting(seats, game.option_codes(game.settle(seats, {})), 3 + seats, 25) for seats in game.seats]
    made = tmp_path / "page.js"
    bundler = WEB / "node_modules" / "rolldown" / "bin" / "cli.mjs"
    command = ["node", bundler, WEB / "tests" / "local" / "page.ts", "-o", made, "--format", "iife"]
    subprocess.run(command, cwd=WEB, check=True, capture_output=True)
    asked = {
        "code": base64.b64encode((built(game) / f"{game.name}.wasm").read_bytes()).decode(),
        "description": json.loads((built(game) / f"{game.name}.json").read_text()),
        "settings": [setting._asdict() for setting in settings],
    }
    here = story(game, settings)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        page.add_script_tag(content=made.read_text())
        page.wait_for_function("() => globalThis.told")
        assert page.evaluate("(asked) => globalThis.told(asked)", asked) == here
        assert page.evaluate(IN_A_WORKER, [made.read_text(), asked]) == here
        browser.close()
