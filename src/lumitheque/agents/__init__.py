"""Agents: language models and other programs that play by views, over MCP; and what they are worth.

table.py      AgentTable: a table of the house with an agent in one seat and bots in the others; dice.py: its deals
chosen.py     what a seat has chosen of a secret decision, until it is complete
news.py       what has happened since the agent last heard
desk.py       Desk: the tables of those who are connected, each his own, within limits
shapes.py     what agents are told, and ask for
faults.py     AgentFault: refusals that only agents meet
tools.py      the tools of the MCP server; pages.py: its resources and prompts
mcp_server.py the server, over stdio and HTTP; limits, hosts and origins

decks.py      boards and decks made anew from a seed, sound by their loader; maps.py: those of Lumens
programme.py  the benchmark: which games, against whom, on which deals
contest.py    one game of the programme: how an agent is asked, refusals allowed, the stand-in
contestants.py  agents that can be measured: programs that speak the engine protocol, clients of MCP
ledger.py     results as JSON lines: each once, resumed after any accident
score.py      strength, illegal moves, cost; report.py: the same as Markdown, JSON and a picture (plot.py)

Nothing here is imported before it is needed: the official SDK comes with the extra `agents`.
"""
