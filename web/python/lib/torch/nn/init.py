"""How parameters start."""

import math

from _tensors import call, list_text

from .._missing import missing
from .._tensor import Tensor, made


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    raise missing("nn.init", name, globals())


def _fill(tensor, answer):
    call("assign", tensor._number, made(answer)._number)
    return tensor


def uniform_(tensor, a=0.0, b=1.0):
    return _fill(tensor, call("uniform", list_text(tensor._shape), tensor._type, a, b))


def normal_(tensor, mean=0.0, std=1.0):
    return _fill(tensor, call("normal", list_text(tensor._shape), tensor._type, mean, std))


def constant_(tensor, val):
    return _fill(tensor, call("full", list_text(tensor._shape), val, tensor._type))


def zeros_(tensor):
    return constant_(tensor, 0)


def ones_(tensor):
    return constant_(tensor, 1)


def eye_(tensor):
    return _fill(tensor, call("identity", *tensor._shape, tensor._type))


def xavier_uniform_(tensor, gain=1.0):
    return _fill(tensor, call("xavierUniform", *tensor._shape, gain))


def xavier_normal_(tensor, gain=1.0):
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / sum(tensor._shape[:2])))
