"""Types of numbers.

The core keeps four of them. Numbers of three more, the narrow ones, are kept in one of the four; a
tensor of such a type remembers the type, and its numbers are brought into range after each step.
"""

import struct

from _tensors import BOOL, DOUBLE, FLOAT, INT, create, product


class dtype:
    def __init__(self, name, kind, title, fit=None):
        self._name, self._kind, self._title, self._fit = name, kind, title, fit

    def __repr__(self):
        return f"torch.{self._name}"

    @property
    def is_floating_point(self):
        return self._kind >= FLOAT


def _half(x):
    try:
        return struct.unpack("e", struct.pack("e", x))[0]
    except OverflowError:
        return x * float("inf")


bool_, int64 = dtype("bool", BOOL, "Bool"), dtype("int64", INT, "Long")
float32, float64 = dtype("float32", FLOAT, "Float"), dtype("float64", DOUBLE, "Double")
uint8 = dtype("uint8", INT, "Byte", lambda x: x % 2**8)
int32 = dtype("int32", INT, "Int", lambda x: (x + 2**31) % 2**32 - 2**31)
float16 = dtype("float16", FLOAT, "Half", _half)

of_kind = [bool_, int64, float32, float64]
_rank = [uint8, int32, float16]


def dtype_of(wanted):
    """A dtype as it is, or the one that a type of Python's stands for."""
    if wanted is None or isinstance(wanted, dtype):
        return wanted
    types = {float: float32, int: int64, bool: bool_}
    if wanted in types:
        return types[wanted]
    raise TypeError(f"a dtype is torch.float32, torch.int64, torch.bool or another of torch's, not {wanted!r}")


def kind_of(wanted):
    """How the core keeps a dtype."""
    return None if wanted is None else dtype_of(wanted)._kind


def fitted(array, narrow):
    """The core's answer for the same numbers brought into the range of a narrow type; None when all are."""
    if product(array._shape) == 0:
        return None
    before = array._reshaped(-1)._values()
    after = [narrow._fit(x) for x in before]
    if all(x == y or x != x for x, y in zip(before, after)):
        return None
    return create(after, array._shape, narrow._kind)


def narrow_of(kind, step, parents):
    """The narrow type of what a step makes, if it is one: tensors with axes decide before single numbers."""
    if kind == INT and step and step.startswith(("Sum", "Cumsum")):
        return None  # sums of integers are int64
    alike = [p for p in parents if p._type == kind]
    types = {p._narrow for p in [p for p in alike if p._shape] or alike}
    return max(types, key=_rank.index) if types and None not in types else None
