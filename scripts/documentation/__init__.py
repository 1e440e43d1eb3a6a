"""The documentation as a site: `make docs` writes build/docs, to be read from plain files, without network.

mkdocs.yml     what MkDocs is told; hooks.py: what happens while it builds
pages.py       which Markdown files of the repository are pages, where they stand, and links between them
contents.py    the navigation, read off docs/README.md: there is no second list
markdown.py    Markdown as code hosts read it: links, anchors, lists
commands.py    the reference of the command line, from the commands
interfaces.py  the reference of HTTP, the WebSocket and JSON, from the schemas; schemas.py: a schema as a table
modules.py     the reference of the Python API, from docstrings
dress.py       our colours and types
home.md        the home page; theme/: styles, and the search without a server
"""
