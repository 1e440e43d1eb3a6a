"""What happens while MkDocs builds: pages from outside docs/ and pages that are generated join, links are led."""

import json
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page as SitePage
from scripts.documentation.commands import PLACE, command_page
from scripts.documentation.contents import Entry, navigation
from scripts.documentation.dress import colour_styles, type_styles, types
from scripts.documentation.interfaces import HTTP, SHAPES, SOCKET, file_pages, interface_pages
from scripts.documentation.markdown import lead_links, plain_pipes, respace_lists
from scripts.documentation.modules import module_pages
from scripts.documentation.pages import DOCS, HOME, LIST, ROOT, Page, Way, gather
from scripts.openapi import description

HERE = ROOT / "scripts" / "documentation"
ICON = ROOT / "web" / "public" / "icon.svg"
SCHEMAS = "docs/schemas"


class Site:
    """What the hooks of one build share."""

    def __init__(self) -> None:
        self.pages = gather()
        self.by_place: dict[str, Page] = {page.place: page for page in self.pages.values()}
        self.schemas = file_pages(sorted((DOCS / "schemas").glob("*.json")))
        self.modules = module_pages()
        self.way = Way(self.pages, {SCHEMAS: "schemas/index.md"})

    def texts(self) -> dict[str, str]:
        """Every page that is not a file in docs/, by place."""
        outside = {page.place: page.text for page in self.pages.values() if not page.source.startswith("docs/")}
        home = {HOME: (HERE / "home.md").read_text(encoding="utf-8"), PLACE: command_page()}
        return {**outside, **home, **interface_pages(json.loads(description())), **self.schemas, **self.modules}

    def contents(self) -> list[Entry]:
        schemas: list[Any] = list(self.schemas)
        python: list[Any] = list(self.modules)
        reference: list[Entry] = [
            {"Commands": PLACE},
            {"Python": python},
            {"HTTP": HTTP},
            {"WebSocket": SOCKET},
            {"What is sent": SHAPES},
        ]
        return navigation(self.pages, {SCHEMAS: schemas}, reference)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    site = Site()
    config.extra["site_of_pages"] = site
    for file in [file for file in files if file.src_uri == LIST.removeprefix("docs/")]:
        files.remove(file)
    for place, text in site.texts().items():
        files.append(File.generated(config, place, content=text))
    fonts = types()
    styles = (HERE / "theme" / "assets" / "house.css").read_text(encoding="utf-8")
    files.append(File.generated(config, "assets/colours.css", content=type_styles(fonts) + colour_styles()))
    files.append(File.generated(config, "assets/house.css", content=styles))
    for path in (ICON, *fonts.values()):
        files.append(File.generated(config, f"assets/{path.name}", abs_src_path=str(path)))
    config.nav = site.contents()
    return files


def on_page_markdown(text: str, page: SitePage, config: MkDocsConfig, **_: Any) -> str:
    site: Site = config.extra["site_of_pages"]
    ours = site.by_place.get(page.file.src_uri)
    if ours is not None:
        text = respace_lists(lead_links(text, lambda target: site.way(ours, target)))
    return plain_pipes(text)


def on_page_content(html: str, page: SitePage, config: MkDocsConfig, **_: Any) -> str:
    """Say which language a page is in, for those who have it read to them."""
    ours = config.extra["site_of_pages"].by_place.get(page.file.src_uri)
    return html if ours is None or ours.language == "en" else f'<div lang="{ours.language}">{html}</div>'
