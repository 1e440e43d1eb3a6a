"""Chance: what a shuffle or a lot gives, written down so that it can be given again.

Outcomes are data. Each is an *event* on the tape: label, argument (or NO_ARGUMENT), number of values, values. While the
tape holds events still to come, they are what happens (a replay, or a game played with the real box). When it is used
up, a keyed generator deals: ChaCha with 8 rounds, a 128-bit key, and the number of the event as its nonce, so that a
game can be taken up after any event without going through the earlier ones. Playouts use a fast generator instead
(xorshift, no security claim) and write nothing.

All arithmetic is on words of 32 bits inside 64, so that nothing overflows and every way of running agrees.
"""

import numpy as np

from lumitheque.games.rule import rule

TAPE = 1024
NO_ARGUMENT = -1

PLAYOUT, EVENTS = 0, 1  # sources
NO_FAULT, MISSING, WRONG_LABEL, WRONG_OUTCOME = 0, 1, 2, 3  # faults

CHANCE = np.dtype(
    [
        ("key", np.int64, 4),  # 32 bits each
        ("block", np.int64, 16),  # the generator's present block
        ("number", np.int64),  # events so far: the generator's nonce
        ("counter", np.int64),  # blocks taken for this event
        ("left", np.int64),  # words of the block not used yet
        ("stream", np.uint64),  # the playouts' generator; never 0
        ("source", np.int8),  # PLAYOUT or EVENTS
        ("keyed", np.int8),  # there is a key: what the tape lacks can be dealt
        ("fault", np.int8),  # why the tape could not be followed
        ("used", np.int32),  # the tape up to here has happened
        ("length", np.int32),  # the tape up to here is written
        ("tape", np.int16, TAPE),
    ],
    align=True,
)

WORD = 0xFFFFFFFF
KEY_IS_16_BYTES = (0x61707865, 0x3120646E, 0x79622D36, 0x6B206574)  # "expand 16-byte k"


@rule
def mix(x, a, b, c, bits):
    """x[a] += x[b]; x[c] = (x[c] ^ x[a]) rotated left by `bits`."""
    x[a] = (int(x[a]) + int(x[b])) & WORD
    mixed = int(x[c]) ^ int(x[a])
    x[c] = ((mixed << bits) | (mixed >> (32 - bits))) & WORD


@rule
def quarter_round(x, a, b, c, d):
    mix(x, a, b, d, 16)
    mix(x, c, d, b, 12)
    mix(x, a, b, d, 8)
    mix(x, c, d, b, 7)


@rule
def starting_word(chance, i):
    """Word i of the block before mixing: constants, the key twice, block counter, event number."""
    if i < 4:
        return KEY_IS_16_BYTES[i]
    if i < 12:
        return int(chance.key[(i - 4) % 4])
    if i < 14:
        return (int(chance.counter) >> (32 * (i - 12))) & WORD
    return (int(chance.number) >> (32 * (i - 14))) & WORD


@rule
def next_block(chance):
    x = chance.block
    for i in range(16):
        x[i] = starting_word(chance, i)
    for _ in range(4):  # 8 rounds: down the columns, then along the diagonals
        for i in range(4):
            quarter_round(x, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    for i in range(16):
        x[i] = (int(x[i]) + starting_word(chance, i)) & WORD
    chance.counter += 1
    chance.left = 16


@rule
def dealt_below(chance, n):
    """A number below n, each exactly as likely, from the keyed generator."""
    fair = (WORD + 1) - (WORD + 1) % n
    while True:
        if chance.left == 0:
            next_block(chance)
        chance.left -= 1
        word = int(chance.block[15 - chance.left])
        if word < fair:
            return word % n


@rule
def below(chance, n):
    """A number below n that is not written down: for playouts, imagined worlds and the inside of events."""
    if chance.source != PLAYOUT:
        return dealt_below(chance, n)
    x = chance.stream
    x = x ^ (x << np.uint64(13))
    x = x ^ (x >> np.uint64(7))
    x = x ^ (x << np.uint64(17))
    chance.stream = x
    return (np.int64(x >> np.uint64(32)) * n) >> 32


@rule
def scramble(chance, values, n):
    """Shuffle values[:n]; not written down."""
    for i in range(n - 1, 0, -1):
        j = below(chance, i + 1)
        kept = values[i]
        values[i] = values[j]
        values[j] = kept


@rule
def begin_event(chance, label, argument, n):
    """Start an event of n values. True: they are on the tape at `used`; False: they must be dealt, or it is a fault."""
    if chance.fault != NO_FAULT:  # the first fault is the one to tell
        return False
    at = int(chance.used)
    if at < chance.length:
        if chance.tape[at] != label or chance.tape[at + 1] != argument:
            chance.fault = WRONG_LABEL
        elif chance.tape[at + 2] != n:
            chance.fault = WRONG_OUTCOME
        chance.used = at + 3
        chance.number += 1
        return chance.fault == NO_FAULT
    if chance.keyed == 0:
        chance.fault = MISSING
        return False
    chance.tape[at] = label
    chance.tape[at + 1] = argument
    chance.tape[at + 2] = n
    chance.counter = 0
    chance.left = 0
    chance.used = at + 3
    return False


@rule
def end_event(chance, values, n):
    """Write down what was dealt."""
    at = int(chance.used)
    for i in range(n):
        chance.tape[at + i] = values[i]
    chance.used = at + n
    chance.length = at + n
    chance.number += 1


@rule
def is_reordering(told, values, n):
    """Whether `told` holds the same values as `values`, in any order."""
    for i in range(n):
        balance = 0
        for j in range(n):
            balance += int(told[j] == values[i]) - int(values[j] == values[i])
        if balance != 0:
            return False
    return True


@rule
def shuffle(chance, label, argument, values, n):
    """Shuffle values[:n]: an event whose outcome is their new order."""
    if chance.source == PLAYOUT:
        scramble(chance, values, n)
        return
    if begin_event(chance, label, argument, n):
        told = chance.tape[chance.used : chance.used + n]
        if is_reordering(told, values, n):
            for i in range(n):
                values[i] = told[i]
        else:
            chance.fault = WRONG_OUTCOME
        chance.used += n
    elif chance.fault == NO_FAULT:
        scramble(chance, values, n)
        end_event(chance, values, n)


@rule
def choose(chance, label, values, n):
    """One of values[:n]: an event whose outcome is that value."""
    if chance.source == PLAYOUT:
        return int(values[below(chance, n)])
    if begin_event(chance, label, NO_ARGUMENT, 1):
        told = int(chance.tape[chance.used])
        chance.used += 1
        for i in range(n):
            if values[i] == told:
                return told
        chance.fault = WRONG_OUTCOME
    elif chance.fault == NO_FAULT:
        i = dealt_below(chance, n)
        end_event(chance, values[i : i + 1], 1)
        return int(values[i])
    return int(values[0])


@rule
def lot(chance, label, n):
    """A number below n: an event whose outcome is that number."""
    if chance.source == PLAYOUT:
        return below(chance, n)
    if begin_event(chance, label, NO_ARGUMENT, 1):
        told = int(chance.tape[chance.used])
        chance.used += 1
        if 0 <= told < n:
            return told
        chance.fault = WRONG_OUTCOME
    elif chance.fault == NO_FAULT:
        at = int(chance.used)
        chance.tape[at] = dealt_below(chance, n)
        chance.used = at + 1
        chance.length = at + 1
        chance.number += 1
        return int(chance.tape[at])
    return 0


@rule
def coins(chance, label, out, n):
    """n throws of a coin, 0 or 1, into out[:n]: one event."""
    if chance.source == PLAYOUT:
        for i in range(n):
            out[i] = below(chance, 2)
        return
    if begin_event(chance, label, NO_ARGUMENT, n):
        for i in range(n):
            out[i] = chance.tape[chance.used + i]
            if out[i] != 0 and out[i] != 1:
                chance.fault = WRONG_OUTCOME
                out[i] = 0
        chance.used += n
    elif chance.fault == NO_FAULT:
        for i in range(n):
            out[i] = dealt_below(chance, 2)
        end_event(chance, out, n)
