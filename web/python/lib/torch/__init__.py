"""torch for tril's lessons: a small part of PyTorch on tril's own core, for reading and trying out.

It computes forwards: tensors, their arithmetic, random numbers, and the layers of attention. It draws
and prints what PyTorch 1.13 draws and prints. It has no gradients, no training and no files; what is
missing says so. This is not PyTorch.
"""

import builtins as _builtins
import math as _math
from math import e, inf, nan, pi

from _tensors import DOUBLE, FLOAT, INT, call as _call, element_type as _element_type
from _tensors import list_text as _list_text, product as _product

from . import _tensor
from ._dtypes import (
    bool_ as bool, dtype, dtype_of as _dtype_of, float16, float32, float64, int32, int64, kind_of as _kind_of, uint8,
)
from ._missing import missing as _missing, unsupported as _unsupported
from ._tensor import (
    Size, Tensor, binary as _binary, device, made as _made, matmul, narrowed as _narrowed, new_shape as _new_shape,
    new_tensor as _new_tensor, tensor_of as _tensor_of,
)

__version__ = "1.13.1+tril"

half, float, double = float16, float32, float64
int, long = int32, int64
newaxis = None
strided = "torch.strided"


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    raise _missing("torch", name, globals())


def _finished(tensor, requires_grad, dtype=None):
    tensor = _narrowed(tensor, _dtype_of(dtype))
    return tensor.requires_grad_() if requires_grad else tensor


# --- Making tensors


def tensor(data, *, dtype=None, device=None, requires_grad=False):
    _on(device)
    if dtype is None and isinstance(data, Tensor):
        dtype = data.dtype
    return _finished(_new_tensor(data, _kind_of(dtype)), requires_grad, dtype)


def as_tensor(data, dtype=None, device=None):
    _on(device)
    return data if isinstance(data, Tensor) and dtype in (None, data.dtype) else tensor(data, dtype=dtype)


def from_numpy(array):
    return _new_tensor(array)


def _on(where):
    if where is not None:
        device(where)


def _filled(value):
    def make(*size, dtype=None, device=None, requires_grad=False, out=None):
        _on(device)
        kind = _kind_of(dtype)
        filled = _made(_call("full", _new_shape(size), value, FLOAT if kind is None else kind))
        return _finished(filled, requires_grad, dtype)

    return make


zeros, ones = _filled(0), _filled(1)
empty = zeros


def full(size, fill_value, *, dtype=None, device=None, requires_grad=False):
    _on(device)
    if isinstance(fill_value, Tensor):
        fill_value = fill_value.item()
    kind = _element_type(fill_value) if dtype is None else _kind_of(dtype)
    return _finished(_made(_call("full", _new_shape((size,)), fill_value, kind)), requires_grad, dtype)


def _like(make):
    def like(input, *, dtype=None, device=None, requires_grad=False):
        return make(input.shape, dtype=dtype or input.dtype, device=device, requires_grad=requires_grad)

    return like


zeros_like, ones_like = _like(zeros), _like(ones)
empty_like = zeros_like


def full_like(input, fill_value, *, dtype=None):
    return full(input.shape, fill_value, dtype=dtype or input.dtype)


def arange(*bounds, dtype=None, device=None, requires_grad=False):
    _on(device)
    bounds = [b.item() if isinstance(b, Tensor) else b for b in bounds]
    start, end, step = (0, bounds[0], 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and larger bound inconsistent with step sign")
    kind = _builtins.max(map(_element_type, (start, end, step))) if dtype is None else _kind_of(dtype)
    count = _builtins.max(_math.ceil((end - start) / step), 0)
    return _finished(_made(_call("range", start, step, count, _builtins.max(kind, INT))), requires_grad, dtype)


def linspace(start, end, steps, *, dtype=None):
    kind = FLOAT if dtype is None else _kind_of(dtype)
    step = (end - start) / (steps - 1) if steps > 1 else 0
    half = steps // 2
    numbers = [start + i * step if i < half else end - (steps - 1 - i) * step for i in range(steps)]
    return _finished(_new_tensor(numbers if steps > 1 else [start] * steps, kind), False, dtype)


def eye(n, m=None, *, dtype=None, requires_grad=False):
    kind = FLOAT if dtype is None else _kind_of(dtype)
    return _finished(_made(_call("identity", n, n if m is None else m, kind)), requires_grad, dtype)


def is_tensor(value):
    return isinstance(value, Tensor)


def numel(input):
    return input.numel()


# --- Random numbers


class Generator:
    def __init__(self, *_, **__):
        raise _unsupported("a Generator of its own", "Use torch.manual_seed.")


def manual_seed(seed):
    _call("seed", 0, _builtins.int(seed))
    return _seeded


class _Seeded:
    def __repr__(self):
        return f"<torch._C.Generator object at {id(self):#x}>"


_seeded = _Seeded()


def seed():
    import _tril

    value = _tril.entropy()
    manual_seed(value)
    return value


def _drawer(name):
    def draw(*size, dtype=None, device=None, requires_grad=False, generator=None):
        _on(device)
        if generator is not None:
            raise _unsupported("a generator of its own", "Use torch.manual_seed.")
        if dtype not in (None, float32, float64):
            raise _unsupported(f"random numbers of type {dtype}", "It draws float32 and float64.")
        kind = FLOAT if dtype is None else dtype._kind
        return _finished(_made(_call(name, _new_shape(size), kind, 0, 1)), requires_grad)

    draw.__name__ = draw.__qualname__ = {"uniform": "rand", "normal": "randn"}[name]
    return draw


rand, randn = _drawer("uniform"), _drawer("normal")


def normal(mean, std, size=None, generator=None):
    if isinstance(mean, Tensor) or isinstance(std, Tensor):
        raise _unsupported("normal with tensors", "Use torch.randn(size) * std + mean.")
    return _made(_call("normal", _new_shape((size,)), FLOAT, mean, std))


def randint(*bounds, size=None, dtype=None, device=None, generator=None):
    _on(device)
    if size is None:
        *bounds, size = bounds
    low, high = (0, bounds[0]) if len(bounds) == 1 else bounds
    if low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    drawn = _made(_call("integers", _new_shape((size,)), low, high))
    return drawn if dtype is None else drawn.to(dtype)


def randperm(n):
    return _made(_call("permutation", str(n)))


def rand_like(input):
    return rand(input.shape)


def randn_like(input):
    return randn(input.shape)


def bernoulli(input):
    return (rand(input.shape) < input).to(input.dtype)


def multinomial(input, num_samples, replacement=False):
    return _made(_call("multinomial", str(num_samples), input._number, replacement))


# --- Joining, and steps that are methods too


def _checked(tensors, name):
    tensors = list(tensors)
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList" if name == "stack" else
                           f"torch.{name}(): expected a non-empty list of Tensors")
    for i, entry in enumerate(tensors):
        if not isinstance(entry, Tensor):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(entry).__name__}")
    return tensors


def cat(tensors, dim=0):
    tensors = _checked(tensors, "cat")
    first = tensors[0]
    if first._shape == ():
        raise RuntimeError("zero-dimensional tensor (at position 0) cannot be concatenated")
    axis = _tensor.axis_of(dim, len(first._shape))
    for number, other in enumerate(tensors):
        if len(other._shape) != len(first._shape):
            raise RuntimeError(
                f"Tensors must have same number of dimensions: got {len(first._shape)} and {len(other._shape)}"
            )
        for i, (n, m) in enumerate(zip(first._shape, other._shape)):
            if n != m and i != axis:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {axis}. Expected size {n} but got size "
                    f"{m} for tensor number {number} in the list."
                )
    numbers = _list_text(t._number for t in tensors)
    return _made(_call("join", numbers, axis, False), "CatBackward0", *tensors)


concat = concatenate = cat


def stack(tensors, dim=0):
    tensors = _checked(tensors, "stack")
    first = tensors[0]
    for i, other in enumerate(tensors):
        if other._shape != first._shape:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first._shape)} at entry 0 and "
                f"{list(other._shape)} at entry {i}"
            )
    axis = _tensor.axis_of(dim, len(first._shape) + 1)
    numbers = _list_text(t._number for t in tensors)
    return _made(_call("join", numbers, axis, True), "StackBackward0", *tensors)


def vstack(tensors):
    return cat([t.unsqueeze(0) if t.ndim == 1 else t for t in tensors])


def hstack(tensors):
    tensors = list(tensors)
    return cat(tensors, 0 if tensors[0].ndim == 1 else 1)


def where(condition, input=None, other=None):
    if input is None:
        return tuple(condition.nonzero().unbind(1))
    a, b = (_tensor_of(x) for x in (input, other))
    for x, y in ((a, b), (condition, a), (condition, b)):
        _tensor._check_broadcast(x._shape, y._shape)
    return _made(_call("where", condition._number, a._number, b._number), "WhereBackward0", a, b)


def outer(input, vec2):
    return input.outer(vec2)


def diag(input):
    if input.ndim == 2:
        return input.diagonal()
    return eye(input.shape[0], dtype=input.dtype) * input


def combinations(input, r=2):
    from itertools import combinations

    return _new_tensor([list(c) for c in combinations(input.tolist(), r)], input._type)


def tril_indices(row, col, offset=0):
    return ones(row, col).tril(offset).nonzero().T


def triu_indices(row, col, offset=0):
    return ones(row, col).triu(offset).nonzero().T


def _method(name):
    def apply(input, *values, **named):
        if not isinstance(input, Tensor):
            raise TypeError(
                f"{name}(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}"
            )
        return getattr(input, name)(*values, **named)

    apply.__name__ = apply.__qualname__ = name
    return apply


for _name in (
    "abs add all allclose amax amin any argmax argmin argsort bmm ceil chunk clamp clip clone cos cumsum div dot "
    "eq equal exp flatten flip floor floor_divide gather ge gt index_select inner isfinite isinf isnan le log "
    "log_softmax logical_and logical_not logical_or logical_xor lt masked_fill masked_select max maximum mean "
    "min minimum mm movedim mul multiply mv narrow ne neg nonzero norm permute pow reciprocal relu remainder "
    "repeat_interleave reshape round rsqrt sigmoid sin softmax sort split sqrt square squeeze std sub subtract "
    "sum swapaxes t tanh topk transpose tril triu unbind unique unsqueeze var divide ravel detach"
).split():
    globals()[_name] = _method(_name)
del _name


def is_grad_enabled():
    return _tensor._Grad.enabled


class _GradMode:
    """Whether new tensors remember that they come from parameters."""

    def __init__(self, enabled):
        self._enabled, self._before = enabled, []

    def __enter__(self):
        self._before.append(_tensor._Grad.enabled)
        _tensor._Grad.enabled = self._enabled

    def __exit__(self, *_):
        _tensor._Grad.enabled = self._before.pop()

    def __call__(self, function):
        def wrapped(*values, **named):
            with self:
                return function(*values, **named)

        return wrapped


def no_grad(function=None):
    mode = _GradMode(False)
    return mode(function) if callable(function) else mode


inference_mode = no_grad


def enable_grad():
    return _GradMode(True)


def set_grad_enabled(enabled):
    mode = _GradMode(enabled)
    mode._before.append(_tensor._Grad.enabled)
    _tensor._Grad.enabled = enabled
    return mode


def set_printoptions(**_):
    raise _unsupported("set_printoptions", "It prints as PyTorch does by itself: use f'{x.item():.2f}'.")


class FloatTensor(Tensor):
    def __new__(cls, data):
        return _new_tensor(data, FLOAT)


class LongTensor(Tensor):
    def __new__(cls, data):
        return _new_tensor(data, INT)


class ByteTensor(Tensor):
    def __new__(cls, data):
        return tensor(data, dtype=uint8)


from . import nn  # noqa: E402  (it needs all of the above)
