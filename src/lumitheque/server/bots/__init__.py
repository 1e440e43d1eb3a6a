"""How a bot at a table comes to its move.

fair_queue.py    FairQueue: shares thinking time between people and between the tables of a person; cuts thoughts
                 short when others wait
job_queue.py     JobQueue: turns handed to workers through PostgreSQL
local_runner.py  LocalRunner: bots think in threads of this process
pacing.py        how long bots let people watch, and how that is skipped
programs.py      Programs: the engines that the host lists, beside the levels
turns.py         Turn: what a bot may know; BotThread: thinks in a thread of low priority
worker.py        Worker: takes jobs from the queue and plays through the same door as everybody
"""
