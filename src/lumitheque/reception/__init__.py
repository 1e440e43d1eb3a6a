"""What a house answers, wherever it runs: on a server, or in a browser without one. No I/O, no threads.

faults.py    Fault, HouseFault: refusals with a code, sentences for people and the rule they rest on
messages.py  the messages of the WebSocket in both directions
shapes.py    bodies of requests about tables and study, and of their answers
names.py     what somebody is called who has not said their name
viewers.py   as whom a person looks at a table
turns.py     Turn: a decision that a bot has to make; pacing.py: how long it lets people watch
hints.py     what the strongest bot would do, knowing what the asker's seat knows
sights.py    a seat's sight for its own device, which thinks out hints and refusals of it
pocket.py    PocketHouse: the house on one device; pocket_routes.py: the requests it answers; pocket_reviews.py: the
             reviews that it computes, pocket_review_routes.py: the requests about them
links.py     a game by links: what a link tells, and taking it in
exercises.py an exercise tried: what is right, and what the others do about what is wrong; exercise_lists.py: all of a
             game, with themes and reasons in a language
reviews.py   reviews of finished games: what is asked and answered
editions.py  boards and decks of somebody's own, checked
shelf.py     games with their facts, options and bots, told in a language; pages.py quotes their rules
study.py     frames of a game or of a record; replay.py goes through it, box.py copies a game from the real box
"""
