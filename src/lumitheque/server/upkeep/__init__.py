"""Background work. The supervisor restarts what fails; `/ready` and `/metrics` show it.

clocks.py      ClockKeeper: clocks that run out, and time given back after an outage
erasure.py     Erasure: empties what a person said after they asked to be forgotten
metrics.py     Counters: counters, gauges and histograms at /metrics
set_aside.py   SetAsideTables: tables that cannot be opened, kept apart from the rest
supervisor.py  Supervisor: logs, counts and restarts background tasks
sweeping.py    Sweeper: puts away tables that nobody comes back to, and deletes them GRACE days later
warming.py     loads machine code before the first guest needs it
preparing.py   Preparation: compiles games while the house is open, the most played first
compiling.py   the process that Preparation starts to compile one game
device_files.py DeviceFiles: has the files made that devices need to play without the house
"""
