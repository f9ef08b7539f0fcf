"""np.random: the numbers that numpy's legacy functions draw from the same seed."""

from _tensors import call as _call, list_text as _list_text


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    from . import _missing

    raise _missing("random", name, globals())


def seed(seed):
    _call("seed", 1, int(seed))


def _drawn(name, shape):
    from . import _given

    return _given(_call(name, _list_text(shape)))


def rand(*shape):
    return _drawn("numpyRand", shape)


def randn(*shape):
    return _drawn("numpyRandn", shape)


def random(size=()):
    return rand(*(size if isinstance(size, (tuple, list)) else (size,)))


def uniform(low=0.0, high=1.0, size=()):
    return random(size) * (high - low) + low


def normal(loc=0.0, scale=1.0, size=()):
    return randn(*(size if isinstance(size, (tuple, list)) else (size,))) * scale + loc
