"""The same sources in a browser, for play without a house: rules and searches as WebAssembly, the rest as JavaScript.

translation/   Python as JavaScript: tables, referee, notation, bots
kinds.py       what an exported function takes: numbers, records, arrays, workspaces
exports.py     which functions a game exports
plain_ir.py    the LLVM code of a rule, from Numba
wrapping.py    the function that JavaScript calls, around a rule
linking.py     one WebAssembly module of it all: LLVM's optimiser, wasm-ld
describing.py  the description beside a module: layouts, constants, exports, editions, options
building.py    builds modules in processes of their own and keeps them in the user's cache
device_files.py   what a device needs to play without a house: modules, facts, words, and an index of them

`python -m lumitheque.browser GAME FOLDER` builds one; it needs LUMITHEQUE_RULES=portable.
"""
