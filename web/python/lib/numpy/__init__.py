"""numpy for tril's lessons: the small part of NumPy that they use, on tril's own core.

Arrays of float64, int64 and bool that compute and print as numpy's do. What is missing says so. This is
not NumPy.
"""

import builtins as _builtins
import math as _math
from math import e, inf, nan, pi

from _tensors import (
    BINARY as _BINARY, BOOL as _BOOL, DOUBLE as _DOUBLE, FLOAT as _FLOAT, INT as _INT, REDUCTION as _REDUCTION,
    UNARY as _UNARY, Array as _Array, broadcast as _broadcast, call as _call, create as _create,
    element_type as _element_type, flatten as _flatten, list_text as _list_text, product as _product,
)

from . import random

__version__ = "1.24.2+tril"
newaxis = None


def _missing(owner, name, known):
    from difflib import get_close_matches

    near = get_close_matches(name, [entry for entry in known if entry[:1] != "_"], 1, 0.7)
    instead = f"Did you mean {near[0]}?" if near else "Perhaps a few lines of Python do it."
    return AttributeError(
        f"tril's lesson numpy has no {owner}.{name}: it is a small part of NumPy, for lessons. {instead}"
    )


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    raise _missing("numpy", name, globals())


class dtype:
    def __init__(self, name, kind):
        self.name, self._kind = name, kind

    def __call__(self, value=0):
        number = asarray(value).astype(self)
        # Of these, Python's own numbers print as numpy's do.
        return number._values() if number._shape == () and self._kind != _FLOAT else number

    def __repr__(self):
        return f"dtype('{self.name}')"

    def __str__(self):
        return self.name

    def __eq__(self, other):
        return _kind_of(other) == self._kind

    def __hash__(self):
        return self._kind


bool_, int64 = dtype("bool", _BOOL), dtype("int64", _INT)
float32, float64 = dtype("float32", _FLOAT), dtype("float64", _DOUBLE)
int_, float_ = int64, float64
_dtypes = [bool_, int64, float32, float64]


def _kind_of(wanted):
    if isinstance(wanted, dtype):
        return wanted._kind
    kinds = {float: _DOUBLE, int: _INT, bool: _BOOL, "float64": _DOUBLE, "float32": _FLOAT, "int64": _INT,
             "int": _INT, "float": _DOUBLE, "bool": _BOOL}
    if wanted in kinds:
        return kinds[wanted]
    raise TypeError(f"tril's lesson numpy has the dtypes float64, float32, int64 and bool, not {wanted!r}")


def _held(answer):
    result = object.__new__(ndarray)
    result._hold(answer)
    return result


def _given(answer):
    """An array, or a plain number where numpy gives a scalar."""
    result = _held(answer)
    return result._values() if result._shape == () else result


def _floating(array):
    """Integers and bools become float64, numpy's usual kind."""
    return array if array._type >= _FLOAT else array.astype(float64)


def _binary(name, a, b):
    a, b = asarray(a), asarray(b)
    if _broadcast(a._shape, b._shape) is None:
        raise ValueError(
            f"operands could not be broadcast together with shapes {_shape_text(a)} {_shape_text(b)} "
        )
    # A single number is as precise as the floats it meets.
    if a._shape == () and b._type == _FLOAT and a._type == _DOUBLE:
        a = a.astype(float32)
    if b._shape == () and a._type == _FLOAT and b._type == _DOUBLE:
        b = b.astype(float32)
    if name == "divide":
        a, b = _floating(a), _floating(b)
    elif {a._type, b._type} == {_INT, _FLOAT}:
        a, b = a.astype(float64), b.astype(float64)
    try:
        return _given(_call("binary", _BINARY[name], a._number, b._number))
    except RuntimeError as error:
        if "negative powers" in str(error):
            raise ValueError("Integers to negative integer powers are not allowed.") from None
        raise


def _shape_text(array):
    return str(array._shape).replace(" ", "")


def _operator(name):
    def forward(self, other):
        return _binary(name, self, other) if _is_operand(other) else NotImplemented

    def backward(self, other):
        return _binary(name, other, self) if _is_operand(other) else NotImplemented

    return forward, backward


def _is_operand(value):
    return isinstance(value, (int, float, list, tuple, ndarray))


class ndarray(_Array):
    __slots__ = ()
    __hash__ = None

    def __new__(cls, *_, **__):
        raise TypeError("make an array with np.array([...]), np.zeros(...) or np.arange(...)")

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        raise _missing("ndarray", name, dir(ndarray))

    shape = property(lambda self: self._shape)
    ndim = property(lambda self: len(self._shape))
    size = property(lambda self: _product(self._shape))
    dtype = property(lambda self: _dtypes[self._type])

    def __str__(self):
        return _call("numpyText", self._number, False)

    def __repr__(self):
        text = _call("numpyText", self._number, True)
        kind = "" if self._type != _FLOAT else ", dtype=float32"
        return f"array({text}{kind})"

    def __format__(self, spec):
        if spec:
            raise TypeError("unsupported format string passed to numpy.ndarray.__format__")
        return str(self)

    def tolist(self):
        return self._values()

    def item(self):
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return self._reshaped()._values()

    def astype(self, dtype):
        return _held(_call("convert", self._number, _kind_of(dtype)))

    def copy(self):
        return self.astype(self.dtype)

    def __len__(self):
        if self._shape == ():
            raise TypeError("len() of unsized object")
        return self._shape[0]

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __bool__(self):
        if self.size > 1:
            raise ValueError(
                "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"
            )
        return self.size == 1 and bool(self.item())

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    def __getitem__(self, key):
        part, _ = self._get(key)
        return part._values() if part._shape == () else part

    def __setitem__(self, key, value):
        self._set(key, asarray(value))

    __add__, __radd__ = _operator("add")
    __sub__, __rsub__ = _operator("subtract")
    __mul__, __rmul__ = _operator("multiply")
    __truediv__, __rtruediv__ = _operator("divide")
    __floordiv__, __rfloordiv__ = _operator("floor_divide")
    __mod__, __rmod__ = _operator("remainder")
    __pow__, __rpow__ = _operator("power")
    __eq__, _ = _operator("equal")
    __ne__, _ = _operator("not_equal")
    __lt__, _ = _operator("less")
    __le__, _ = _operator("less_equal")
    __gt__, _ = _operator("greater")
    __ge__, _ = _operator("greater_equal")
    __and__, _ = _operator("multiply")
    __or__, _ = _operator("add")

    def __matmul__(self, other):
        return matmul(self, other)

    def __rmatmul__(self, other):
        return matmul(other, self)

    def __neg__(self):
        return _given(_call("unary", _UNARY["negate"], self._number))

    def __abs__(self):
        return _given(_call("unary", _UNARY["absolute"], self._number))

    def __invert__(self):
        return _given(_call("unary", _UNARY["logical_not"], self._number))

    def __round__(self, digits=0):
        return round(self, digits)

    def reshape(self, *shape):
        lengths = _lengths(shape)
        count, known = self.size, _product(n for n in lengths if n != -1)
        fits = count % known == 0 if -1 in lengths and known else known == count
        if not fits:
            raise ValueError(f"cannot reshape array of size {count} into shape {str(tuple(lengths)).replace(' ', '')}")
        return self._reshaped(*lengths)

    def flatten(self):
        return self.reshape(-1).copy()

    def ravel(self):
        return self.reshape(-1)

    def transpose(self, *axes):
        order = _lengths(axes) or range(self.ndim - 1, -1, -1)
        return _held(_call("permute", self._number, _list_text(order)))

    T = property(lambda self: self.transpose())

    def dot(self, other):
        return matmul(self, other)

    def _reduced(self, name, axis, keepdims, array=None):
        array = self if array is None else array
        if self.size == 0 and name not in ("sum", "mean"):
            raise ValueError(f"zero-size array to reduction operation {name} which has no identity")
        if axis is None:
            return _given(_call("reduceAll", _REDUCTION[name], array._number))
        return _given(_call("reduce", _REDUCTION[name], array._number, _axis(axis, self.ndim), keepdims))

    def sum(self, axis=None, keepdims=False):
        return self._reduced("sum", axis, keepdims)

    def mean(self, axis=None, keepdims=False):
        return self._reduced("mean", axis, keepdims, _floating(self))

    def max(self, axis=None, keepdims=False):
        return self._reduced("maximum", axis, keepdims)

    def min(self, axis=None, keepdims=False):
        return self._reduced("minimum", axis, keepdims)

    def argmax(self, axis=None):
        return self._reduced("argmax", axis, False)

    def argmin(self, axis=None):
        return self._reduced("argmin", axis, False)

    def any(self, axis=None):
        return self._reduced("maximum", axis, False, self.astype(bool_))

    def all(self, axis=None):
        return self._reduced("minimum", axis, False, self.astype(bool_))

    def var(self, axis=None, ddof=0):
        away = self - mean(self, axis, True) if axis is not None else self - self.mean()
        squares = away * away
        count = self.size if axis is None else self._shape[_axis(axis, self.ndim)]
        return squares.sum(axis) / (count - ddof)

    def std(self, axis=None, ddof=0):
        return sqrt(self.var(axis, ddof))

    def round(self, decimals=0):
        return round(self, decimals)


del ndarray._


def _axis(axis, rank):
    if not -rank <= axis < rank:
        raise IndexError(f"axis {axis} is out of bounds for array of dimension {rank}")
    return axis % rank


def _lengths(shape):
    if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
        shape = shape[0]
    return [int(n) for n in shape]


# --- Making arrays


def array(data, dtype=None):
    if isinstance(data, _Array):
        return _held(_call("convert", data._number, data._type if dtype is None else _kind_of(dtype)))
    try:
        numbers, shape, kind = _flatten(data, (_Array,))
    except TypeError as error:
        raise TypeError(f"an array is made of numbers, not of {error}") from None
    except ValueError:
        raise ValueError("setting an array element with a sequence. The rows differ in length.") from None
    if dtype is not None:
        kind = _kind_of(dtype)
    elif kind == _FLOAT:
        kind = _DOUBLE
    return _held(_create(numbers, shape, kind))


def asarray(data, dtype=None):
    if isinstance(data, ndarray) and dtype is None:
        return data
    return array(data, dtype)


def _filled(value):
    def make(shape, dtype=float64):
        lengths = _lengths((shape,) if not isinstance(shape, (tuple, list)) else shape)
        return _held(_call("full", _list_text(lengths), value, _kind_of(dtype)))

    return make


zeros, ones = _filled(0), _filled(1)
empty = zeros


def full(shape, value, dtype=None):
    kind = asarray(value)._type if dtype is None else _kind_of(dtype)
    lengths = _lengths((shape,) if not isinstance(shape, (tuple, list)) else shape)
    return _held(_call("full", _list_text(lengths), value, kind))


def zeros_like(a):
    return zeros(a.shape, a.dtype)


def ones_like(a):
    return ones(a.shape, a.dtype)


def eye(n, m=None):
    return _held(_call("identity", n, n if m is None else m, _DOUBLE))


identity = eye


def arange(*bounds, dtype=None):
    start, stop, step = (0, bounds[0], 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    kind = _DOUBLE if float in map(type, (start, stop, step)) else _INT
    kind = kind if dtype is None else _kind_of(dtype)
    count = _builtins.max(_math.ceil((stop - start) / step), 0)
    return _held(_call("range", start, step, count, kind))


def linspace(start, stop, num=50):
    step = (stop - start) / (num - 1) if num > 1 else 0.0
    numbers = [start + i * step for i in range(num)]
    if num > 1:
        numbers[-1] = stop
    return array(numbers, float64)


# --- Number by number


def _unary(name):
    def apply(x):
        return _given(_call("unary", _UNARY[name], _floating(asarray(x))._number))

    return apply


sin, cos, exp, log, sqrt = (_unary(name) for name in ("sin", "cos", "exp", "log", "sqrt"))
floor, ceil = _unary("floor"), _unary("ceil")


def tanh(x):
    return 1 - 2 / (exp(2 * asarray(x)) + 1)


def abs(x):
    return asarray(x).__abs__()


absolute = abs


def square(x):
    return asarray(x) * x


def round(a, decimals=0):
    return _given(_call("rounded", asarray(a)._number, decimals))


around = round


def _named(name):
    def apply(a, b):
        return _binary(name, a, b)

    return apply


add, subtract, multiply, divide = (_named(name) for name in ("add", "subtract", "multiply", "divide"))
maximum, minimum, power = _named("maximum"), _named("minimum"), _named("power")


def where(condition, a, b):
    a, b = asarray(a), asarray(b)
    return _given(_call("where", asarray(condition)._number, a._number, b._number))


def clip(a, low, high):
    return minimum(maximum(a, low), high)


def isnan(x):
    return asarray(x) != asarray(x)


# --- Over axes, and products


def _method(name):
    def apply(a, *values, **named):
        return getattr(asarray(a), name)(*values, **named)

    return apply


sum, mean, var, std = _method("sum"), _method("mean"), _method("var"), _method("std")
max, min, argmax, argmin = _method("max"), _method("min"), _method("argmax"), _method("argmin")
any, all, reshape, transpose, ravel = (_method(n) for n in ("any", "all", "reshape", "transpose", "ravel"))
amax, amin = max, min


def matmul(a, b):
    a, b = asarray(a), asarray(b)
    if a._shape == () or b._shape == ():
        raise ValueError("matmul: an operand is a single number: multiply with *")
    inner = b._shape[0] if len(b._shape) == 1 else b._shape[-2]
    if a._shape[-1] != inner:
        raise ValueError(
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
            f"(n?,k),(k,m?)->(n?,m?) (size {inner} is different from {a._shape[-1]})"
        )
    return _given(_call("matmul", a._number, b._number))


def dot(a, b):
    a, b = asarray(a), asarray(b)
    return a * b if () in (a._shape, b._shape) else matmul(a, b)


def outer(a, b):
    return asarray(a).reshape(-1, 1) * asarray(b).reshape(1, -1)


def tril(a, k=0):
    return _held(_call("triangle", asarray(a)._number, k, True))


def triu(a, k=0):
    return _held(_call("triangle", asarray(a)._number, k, False))


# --- Joining and shapes


def _joined(arrays, axis, stack):
    arrays = [asarray(a) for a in arrays]
    first = arrays[0]
    for other in arrays:
        differ = [i for i in range(first.ndim) if other.ndim == first.ndim and first._shape[i] != other._shape[i]]
        if other.ndim != first.ndim or (stack and differ) or [i for i in differ if i != axis % first.ndim]:
            raise ValueError(
                "all input arrays must have the same shape" if stack else
                "all the input array dimensions except for the concatenation axis must match exactly"
            )
    axis = _axis(axis, first.ndim + stack)
    return _held(_call("join", _list_text(a._number for a in arrays), axis, stack))


def concatenate(arrays, axis=0):
    return _joined(arrays, axis, False)


def stack(arrays, axis=0):
    return _joined(arrays, axis, True)


def vstack(arrays):
    return concatenate([a.reshape(1, -1) if a.ndim == 1 else a for a in map(asarray, arrays)])


def hstack(arrays):
    arrays = [asarray(a) for a in arrays]
    return concatenate(arrays, 0 if arrays[0].ndim == 1 else 1)


def column_stack(arrays):
    return hstack([a.reshape(-1, 1) if a.ndim == 1 else a for a in map(asarray, arrays)])


def expand_dims(a, axis):
    return _held(_call("unsqueeze", asarray(a)._number, _axis(axis, asarray(a).ndim + 1)))


def squeeze(a):
    return a._reshaped(*(n for n in a._shape if n != 1))


def delete(a, obj, axis=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    axis = _axis(axis, a.ndim)
    gone = {_axis(i, a._shape[axis]) for i in (obj if isinstance(obj, (list, tuple)) else [obj])}
    kept = array([i for i in range(a._shape[axis]) if i not in gone], int64)
    return _held(_call("take", a._number, axis, kept._number))


def argsort(a, axis=-1):
    return _held(_call("order", asarray(a)._number, _axis(axis, asarray(a).ndim), False))


def sort(a, axis=-1):
    a = asarray(a)
    axis = _axis(axis, a.ndim)
    return _held(_call("gather", a._number, axis, argsort(a, axis)._number))


def allclose(a, b, rtol=1e-05, atol=1e-08):
    return bool(asarray(abs(asarray(a) - asarray(b)) <= atol + rtol * abs(b)).all())


def array_equal(a, b):
    a, b = asarray(a), asarray(b)
    return a._shape == b._shape and (a.size == 0 or bool(asarray(a == b).all()))
