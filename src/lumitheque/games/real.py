"""The exponential function and the logarithm, as rules: the same bits on every machine and in every way to run.

What a system's library answers differs in the last bit from system to system, and a search that differs in one bit soon
differs in a move. So everything that bots compute with is computed here, with the four operations that IEEE 754 defines
exactly. The method and the coefficients are those of fdlibm; the error is below one unit in the last place.
"""

import math

import numpy as np

from lumitheque.games.rule import rule

INF, NAN = float("inf"), float("nan")
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10  # their sum is ln 2; the first has few bits
PER_LN2 = 1.44269504088896338700
LARGEST, SMALLEST = 709.782712893383973096, -745.133219101941108420  # beyond them: infinity, and zero
P1, P2, P3 = 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05
P4, P5 = -1.65339022054652515390e-06, 4.13813679705723846039e-08
L1, L2, L3 = 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01
L4, L5, L6 = 2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01
L7 = 1.479819860511658591e-01

BIAS, MANTISSA = 1023, 52  # of the 64 bits of a number
FRACTION = (1 << MANTISSA) - 1
ONE = BIAS << MANTISSA
ABOVE_ROOT_HALF = 0x95F6400000000  # added to a fraction, it carries into the exponent if the number exceeds √2
NORMAL = 2.2250738585072014e-308  # smaller numbers have fewer bits
SCALE, SCALE_BITS = 18014398509481984.0, 54


@rule
def power_of_two(k):
    """2 to the power of k, from -1022 to 1023."""
    return float(np.int64((k + BIAS) << MANTISSA).view(np.float64))


@rule
def exp(x):
    """e to the power of x."""
    if math.isnan(x):
        return NAN
    if x > LARGEST:
        return INF
    if x < SMALLEST:
        return 0.0
    k = int(PER_LN2 * x + (0.5 if x >= 0.0 else -0.5))
    high, low = x - k * LN2_HIGH, k * LN2_LOW
    r = high - low
    t = r * r
    c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))))
    y = 1.0 - ((low - (r * c) / (2.0 - c)) - high)
    if k > BIAS:  # in two steps: 2 to the power of 1024 is no number
        return y * 2.0 * power_of_two(k - 1)
    if k < 2 - BIAS:  # so that the only rounding is that of the last step
        return y * power_of_two(k + SCALE_BITS) * (1.0 / SCALE)
    return y * power_of_two(k)


@rule
def log(x):
    """The natural logarithm of x."""
    if math.isnan(x) or x < 0.0:
        return NAN
    if x == 0.0:
        return -INF
    if x == INF:
        return INF
    k = 0
    if x < NORMAL:
        x, k = x * SCALE, -SCALE_BITS
    bits = int(np.float64(x).view(np.int64))
    fraction = bits & FRACTION
    carry = (fraction + ABOVE_ROOT_HALF) & (1 << MANTISSA)
    k += (bits >> MANTISSA) - BIAS + (carry >> MANTISSA)
    return log_of_parts(k, float(np.int64(fraction | (carry ^ ONE)).view(np.float64)) - 1.0)


@rule
def log_of_parts(k, f):
    """The logarithm of 2 to the power of k times (1 + f), which lies between √½ and √2."""
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    odd, even = w * (L2 + w * (L4 + w * L6)), z * (L1 + w * (L3 + w * (L5 + w * L7)))
    half = 0.5 * f * f
    return k * LN2_HIGH - ((half - (s * (half + (odd + even)) + k * LN2_LOW)) - f)
