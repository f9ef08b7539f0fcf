"""torch.Tensor: an array of the core, and the name of the step that made it."""

from _tensors import (
    ACTIVATION, BINARY, BOOL, DOUBLE, FLOAT, INT, REDUCTION, UNARY, Array, broadcast, call, create,
    element_type, flatten, list_text, product,
)

from ._dtypes import (
    bool_, dtype, dtype_of, fitted, float16, float32, float64, int32, int64, kind_of, narrow_of, of_kind, uint8,
)
from ._missing import missing, unsupported

_names = [kind._title for kind in of_kind]


class Size(tuple):
    __slots__ = ()

    def __repr__(self):
        return f"torch.Size([{', '.join(map(str, self))}])"

    def numel(self):
        return product(self)

    def __getitem__(self, key):
        part = super().__getitem__(key)
        return Size(part) if isinstance(key, slice) else part


class device:
    def __init__(self, type="cpu"):
        if str(type).split(":")[0] != "cpu":
            raise unsupported(f"device {type!s}", "It runs on the processor: leave the device out.")
        self.type, self.index = "cpu", None

    def __repr__(self):
        return "device(type='cpu')"

    def __str__(self):
        return "cpu"

    def __eq__(self, other):
        return str(other) == "cpu"

    __hash__ = None


class _Step:
    """What made a tensor: PyTorch would use it for gradients; here it only has a name."""

    def __init__(self, name):
        self._name = name

    def name(self):
        return self._name

    def __repr__(self):
        return f"<{self._name} object at {id(self):#x}>"


class _Grad:
    enabled = True


def made(answer, step=None, *parents):
    """The tensor of an answer of the core; `step` made it from `parents`."""
    tensor = object.__new__(Tensor)
    tensor._hold(answer)
    tensor._requires_grad, tensor._step, tensor._narrow = False, None, None
    if any(p._narrow for p in parents) and (narrow := narrow_of(tensor._type, step, parents)):
        tensor = narrowed(tensor, narrow)
    if step and _Grad.enabled and tensor._type >= FLOAT and any(p._requires_grad for p in parents):
        tensor._requires_grad, tensor._step = True, step
    return tensor


def narrowed(tensor, dtype):
    """The tensor, whose numbers the core keeps as it keeps this type's, as one of this type."""
    if dtype is not None and dtype._fit:
        if answer := fitted(tensor, dtype):
            tensor = made(answer)
        tensor._narrow = dtype
    return tensor


def tensor_of(value):
    """A tensor as it is, anything else as one."""
    return value if isinstance(value, Tensor) else new_tensor(value)


def new_tensor(data, kind=None):
    if isinstance(data, Array):
        return made(call("convert", data._number, data._type if kind is None else kind))
    try:
        numbers, shape, found = flatten(data, (Array,))
    except TypeError as error:
        if str(error) == "not a sequence":
            raise TypeError("only numbers stand beside lists of the same depth in a tensor") from None
        if str(error) == "str":
            raise TypeError("new(): invalid data type 'str'") from None
        raise RuntimeError(f"Could not infer dtype of {error}") from None
    return made(create(numbers, shape, found if kind is None else kind))


def lengths_of(shape):
    """The lengths of a shape given as f(2, 3), f((2, 3)) or f(torch.Size([2, 3]))."""
    if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
        shape = shape[0]
    lengths = []
    for length in shape:
        if isinstance(length, Tensor) and length._shape == ():
            length = length.item()
        if isinstance(length, bool) or not hasattr(length, "__index__"):
            raise TypeError(
                f"a shape is made of integers, but this one has a {type(length).__name__}: {length!r}"
            )
        lengths.append(length.__index__())
    return tuple(lengths)


def new_shape(shape):
    lengths = lengths_of(shape)
    for length in lengths:
        if length < 0:
            raise RuntimeError(
                f"Trying to create tensor with negative dimension {length}: {list(lengths)}"
            )
    return list_text(lengths)


def axis_of(axis, rank):
    if not hasattr(axis, "__index__"):
        raise TypeError(f"dim is an integer, not {type(axis).__name__}")
    last = max(rank, 1) - 1
    if not -last - 1 <= axis <= last:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-last - 1}, {last}], but got {axis})"
        )
    return axis + last + 1 if axis < 0 else int(axis)


def _check_broadcast(a, b):
    if broadcast(a, b) is not None:
        return
    rank = max(len(a), len(b))
    x, y = (1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b
    at = max(i for i in range(rank) if x[i] != y[i] and x[i] != 1 and y[i] != 1)
    raise RuntimeError(
        f"The size of tensor a ({x[at]}) must match the size of tensor b ({y[at]}) "
        f"at non-singleton dimension {at}"
    )


def binary(name, a, b, step=None):
    """Number by number; one of the two is a tensor, the other one may be a Python number."""
    operation = BINARY[name]
    if isinstance(a, Tensor) and isinstance(b, Tensor):
        _check_broadcast(a._shape, b._shape)
        if name == "subtract" and BOOL in (a._type, b._type):
            _refuse_bools(a._type == b._type)
        return made(call("binary", operation, a._number, b._number), step, a, b)
    reverse = isinstance(b, Tensor)
    tensor, number = (b, a) if reverse else (a, b)
    if isinstance(number, Array):  # of numpy
        return binary(name, tensor_of(a), tensor_of(b), step)
    if not isinstance(number, (int, float)):
        return NotImplemented
    if name == "subtract" and tensor._type == BOOL:
        _refuse_bools(isinstance(number, bool))
    try:
        answer = call("scalar", operation, tensor._number, number, element_type(number), reverse)
    except RuntimeError as error:
        if "divided by 0" in str(error):
            raise RuntimeError("ZeroDivisionError") from None
        if "negative powers" in str(error):
            raise RuntimeError("Integers to negative integer powers are not allowed.") from None
        raise
    return made(answer, step, tensor)


def _refuse_bools(both):
    raise RuntimeError(
        "Subtraction, the `-` operator, with "
        + ("two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead." if both else
           "a bool tensor is not supported. If you are trying to invert a mask, use the `~` or "
           "`logical_not()` operator instead.")
    )


def _arithmetic(name, step, reverse_step=None):
    def forward(self, other):
        return binary(name, self, other, step)

    def backward(self, other):
        return binary(name, other, self, reverse_step or step)

    return forward, backward


def _comparison(name):
    def compare(self, other):
        return binary(name, self, other)

    return compare


def _unary(name, step):
    def apply(self):
        if name in ("negate", "absolute") and self._type == BOOL:
            raise RuntimeError(
                "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert "
                "a mask, use the `~` or `logical_not()` operator instead."
            )
        if name in ("floor", "ceil", "round") and self._type < FLOAT:
            return made(call("convert", self._number, self._type))
        return made(call("unary", UNARY[name], self._number), step, self)

    return apply


def _activation(name, step):
    def apply(self):
        if name == "relu" and self._type < FLOAT:
            return self.clamp(min=0)
        return made(call("activate", ACTIVATION[name], self._number), step, self)

    return apply


class Tensor(Array):
    """An array of numbers with PyTorch's arithmetic, and PyTorch's way of printing."""

    __slots__ = ("_requires_grad", "_step", "_narrow")

    def __new__(cls, *data):
        if len(data) == 1 and not isinstance(data[0], int):
            return new_tensor(data[0], FLOAT)
        return made(call("full", new_shape(data), 0, FLOAT))

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        raise missing("Tensor", name, dir(Tensor))

    def _like(self, answer):
        return made(answer)

    # --- What it is

    @property
    def shape(self):
        return Size(self._shape)

    def size(self, dim=None):
        return self.shape if dim is None else self._shape[axis_of(dim, len(self._shape))]

    @property
    def dtype(self):
        return self._narrow or of_kind[self._type]

    @property
    def device(self):
        return device()

    @property
    def ndim(self):
        return len(self._shape)

    dim = ndimension = lambda self: len(self._shape)
    numel = nelement = lambda self: product(self._shape)

    @property
    def requires_grad(self):
        return self._requires_grad

    @requires_grad.setter
    def requires_grad(self, value):
        self.requires_grad_(value)

    def requires_grad_(self, requires_grad=True):
        if requires_grad and self._type < FLOAT:
            raise RuntimeError("only Tensors of floating point and complex dtype can require gradients")
        self._requires_grad = bool(requires_grad)
        return self

    @property
    def grad_fn(self):
        return _Step(self._step) if self._step else None

    @property
    def is_leaf(self):
        return self._step is None

    grad = None

    def is_floating_point(self):
        return self._type >= FLOAT

    def is_contiguous(self):
        return call("isContiguous", self._number) == "1"

    def backward(self, *_):
        raise missing("Tensor", "backward", ())

    # --- Printing, and out to Python

    def _text(self, parameter=False):
        narrow = repr(self._narrow) if self._narrow else ""
        return call("print", self._number, self._step or "", self._requires_grad, parameter, narrow)

    def __repr__(self):
        return self._text()

    def __format__(self, spec):
        if self._shape == () and spec:
            return format(self.item(), spec)
        return object.__format__(self, spec) if spec else (
            str(self.item()) if self._shape == () else str(self))

    def tolist(self):
        return self._values()

    def item(self):
        if product(self._shape) != 1:
            raise ValueError("only one element tensors can be converted to Python scalars")
        return self._values() if self._shape == () else self._reshaped()._values()

    def numpy(self):
        if self._requires_grad:
            raise RuntimeError(
                "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
            )
        import numpy

        return numpy.asarray(self)

    def __bool__(self):
        count = product(self._shape)
        if count > 1:
            raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
        return count == 1 and bool(self.item())

    def __int__(self):
        return int(self.item())

    def __float__(self):
        return float(self.item())

    def __index__(self):
        if self._type >= FLOAT or product(self._shape) != 1:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(self.item())

    def __len__(self):
        if self._shape == ():
            raise TypeError("len() of a 0-d tensor")
        return self._shape[0]

    def __iter__(self):
        if self._shape == ():
            raise TypeError("iteration over a 0-d tensor")
        return iter(self.unbind())

    def __contains__(self, value):
        return bool((self == value).any())

    def __hash__(self):
        return id(self)

    def __round__(self, digits=None):
        return self.round(decimals=digits or 0)

    # --- Arithmetic

    __add__, __radd__ = _arithmetic("add", "AddBackward0")
    __sub__, __rsub__ = _arithmetic("subtract", "SubBackward0", "RsubBackward1")
    __mul__, __rmul__ = _arithmetic("multiply", "MulBackward0")
    __pow__, __rpow__ = _arithmetic("power", "PowBackward0", "PowBackward1")
    __floordiv__, __rfloordiv__ = _arithmetic("floor_divide", None)
    __mod__, __rmod__ = _arithmetic("remainder", "RemainderBackward0")
    __truediv__, _ = _arithmetic("divide", "DivBackward0")

    def __rtruediv__(self, other):
        return (self.reciprocal() * other) if isinstance(other, (int, float)) else NotImplemented

    __eq__, __ne__ = _comparison("equal"), _comparison("not_equal")
    __lt__, __le__ = _comparison("less"), _comparison("less_equal")
    __gt__, __ge__ = _comparison("greater"), _comparison("greater_equal")
    eq, ne, lt, le, gt, ge = __eq__, __ne__, __lt__, __le__, __gt__, __ge__

    def _named(name):
        def apply(self, other):
            result = getattr(self, name)(other)
            if result is NotImplemented:
                raise TypeError(f"unsupported operand for {name.strip('_')}: {type(other).__name__}")
            return result

        return apply

    add, sub, mul, div = _named("__add__"), _named("__sub__"), _named("__mul__"), _named("__truediv__")
    remainder, floor_divide = _named("__mod__"), _named("__floordiv__")
    subtract, multiply, divide = sub, mul, div

    def pow(self, exponent):
        if isinstance(exponent, Tensor):
            return binary("power", self, exponent, "PowBackward1")
        return self ** exponent

    def maximum(self, other):
        return binary("maximum", self, other, "MaximumBackward0")

    def minimum(self, other):
        return binary("minimum", self, other, "MinimumBackward0")

    def _logical(name):
        def apply(self, other):
            other = tensor_of(other)
            if BOOL != self._type or BOOL != other._type:
                raise unsupported("& and | of integers", "Use them on tensors of bools.")
            return binary(name, self, other)

        return apply

    __and__ = __rand__ = logical_and = _logical("multiply")
    __or__ = __ror__ = logical_or = _logical("add")
    __xor__ = __rxor__ = logical_xor = _logical("not_equal")
    logical_not = _unary("logical_not", None)

    def __invert__(self):
        if self._type >= FLOAT:
            raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
        return self.logical_not() if self._type == BOOL else -self - 1

    __neg__ = neg = _unary("negate", "NegBackward0")
    __abs__ = abs = _unary("absolute", "AbsBackward0")
    exp, log = _unary("exp", "ExpBackward0"), _unary("log", "LogBackward0")
    sqrt = _unary("sqrt", "SqrtBackward0")
    sin, cos = _unary("sin", "SinBackward0"), _unary("cos", "CosBackward0")
    floor, ceil = _unary("floor", "FloorBackward0"), _unary("ceil", "CeilBackward0")
    relu, sigmoid = _activation("relu", "ReluBackward0"), _activation("sigmoid", "SigmoidBackward0")
    tanh = _activation("tanh", "TanhBackward0")

    def __pos__(self):
        return self

    def round(self, decimals=0):
        if decimals == 0:
            return _unary("round", "RoundBackward0")(self)
        return made(call("rounded", self._number, decimals), "RoundBackward1", self)

    def reciprocal(self):
        return made(call("scalar", BINARY["divide"], self._number, 1, INT, True), "ReciprocalBackward0", self)

    def square(self):
        return self ** 2

    def rsqrt(self):
        return self._again("RsqrtBackward0", lambda x: 1 / x.sqrt())

    def _again(self, step, compute):
        """A step of PyTorch's that is made of several here."""
        return made(call("share", compute(self.detach())._number), step, self)

    def isnan(self):
        return self != self

    def isinf(self):
        return self.abs() == float("inf")

    def isfinite(self):
        return self.abs() < float("inf")

    def clamp(self, min=None, max=None):
        if min is None and max is None:
            raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")

        def clamped(x):
            x = x if min is None else binary("maximum", x, min)
            return x if max is None else binary("minimum", x, max)

        return self._again("ClampBackward1", clamped)

    clip = clamp

    def masked_fill(self, mask, value):
        if not isinstance(mask, Tensor) or mask._type > INT:
            kind = _names[mask._type].lower() if isinstance(mask, Tensor) else type(mask).__name__
            raise RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {kind}")
        if mask._type == INT and bool(((mask < 0) | (mask > 1)).any()):
            raise RuntimeError("Mask tensor can take 0 and 1 values only")
        _check_broadcast(self._shape, mask._shape)
        value = value.item() if isinstance(value, Tensor) else value
        filling = made(call("full", "", value, self._type))
        return made(call("where", mask._number, filling._number, self._number), "MaskedFillBackward0", self)

    # --- Over an axis, or over all

    def _reduced(self, name, dim, keepdim, steps):
        if dim is None:
            return made(call("reduceAll", REDUCTION[name], self._number), steps[0], self)
        axes = sorted({axis_of(d, len(self._shape)) for d in (dim if isinstance(dim, (tuple, list)) else [dim])})
        result = self
        for axis in reversed(axes):
            if self._shape == ():
                break
            result = made(call("reduce", REDUCTION[name], result._number, axis, keepdim))
        return made(call("share", result._number), steps[1], self)

    def sum(self, dim=None, keepdim=False, dtype=None):
        x = self if dtype is None else self.to(dtype)
        return x._reduced("sum", dim, keepdim, ("SumBackward0", "SumBackward1"))

    def mean(self, dim=None, keepdim=False, dtype=None):
        x = self if dtype is None else self.to(dtype)
        if x._type < FLOAT:
            raise RuntimeError(
                "mean(): could not infer output dtype. Input dtype must be either a floating point or "
                f"complex dtype. Got: {_names[x._type]}"
            )
        if product(x._shape) == 0 and dim is None:
            return new_tensor(float("nan"), x._type)
        return x._reduced("mean", dim, keepdim, ("MeanBackward0", "MeanBackward1"))

    def _extreme(self, name, dim, keepdim):
        if isinstance(dim, Tensor):
            return binary(name, self, dim, f"{name.capitalize()}Backward0")
        short = name[:3]
        if product(self._shape) == 0:
            raise RuntimeError(
                f"{short}(): Expected reduction dim to be specified for input.numel() == 0. "
                "Specify the reduction dim with the 'dim' argument."
            )
        capital = short.capitalize()
        if dim is None:
            return self._reduced(name, None, False, (f"{capital}Backward1", None))
        values = self._reduced(name, dim, keepdim, (None, f"{capital}Backward0"))
        return _pair(short, values, self._places(short, dim, keepdim))

    def max(self, dim=None, keepdim=False):
        return self._extreme("maximum", dim, keepdim)

    def min(self, dim=None, keepdim=False):
        return self._extreme("minimum", dim, keepdim)

    def amax(self, dim=None, keepdim=False):
        return self._reduced("maximum", dim, keepdim, ("AmaxBackward0",) * 2)

    def amin(self, dim=None, keepdim=False):
        return self._reduced("minimum", dim, keepdim, ("AminBackward0",) * 2)

    def _places(self, short, dim, keepdim):
        if product(self._shape) == 0:
            raise IndexError(f"arg{short}(): Expected reduction dim to be specified for input.numel() == 0.")
        return self._reduced(f"arg{short}", dim, keepdim, (None, None))

    def argmax(self, dim=None, keepdim=False):
        return self._places("max", dim, keepdim)

    def argmin(self, dim=None, keepdim=False):
        return self._places("min", dim, keepdim)

    def any(self, dim=None, keepdim=False):
        return self.bool()._reduced("maximum", dim, keepdim, (None, None)) if product(self._shape) else (
            new_tensor(False))

    def all(self, dim=None, keepdim=False):
        return self.bool()._reduced("minimum", dim, keepdim, (None, None)) if product(self._shape) else (
            new_tensor(True))

    def var(self, dim=None, unbiased=True, keepdim=False):
        return self._again("VarBackward0", lambda x: x._variance(dim, unbiased, keepdim).to(self.dtype))

    def std(self, dim=None, unbiased=True, keepdim=False):
        return self._again("StdBackward0", lambda x: x._variance(dim, unbiased, keepdim).sqrt().to(self.dtype))

    def _variance(self, dim, unbiased, keepdim):
        if self._type < FLOAT:
            raise RuntimeError("std and var only support floating point and complex dtypes")
        x = self.double()
        away = x - x.mean(dim, keepdim=True) if dim is not None else x - x.mean()
        count = product(x._shape) // max(product(away.sum(dim, keepdim=True)._shape), 1) if dim is not None else (
            product(x._shape))
        return (away * away).sum(dim, keepdim=keepdim) / float(count - (1 if unbiased else 0)) if count > unbiased else (
            (away * away).sum(dim, keepdim=keepdim) * float("nan"))

    def norm(self, p=2, dim=None, keepdim=False):
        if p not in (2, "fro", 1):
            raise unsupported(f"norm with p={p}", "It has p=1 and p=2.")
        if p == 1:
            return self._again("NormBackward0", lambda x: x.abs().sum(dim, keepdim=keepdim))
        step = "LinalgVectorNormBackward0" if dim is None and p != "fro" else "NormBackward1"
        return self._again(step, lambda x: (x.double() ** 2).sum(dim, keepdim=keepdim).sqrt().to(self.dtype))

    def cumsum(self, dim):
        axis = axis_of(dim, len(self._shape))
        count = self._shape[axis]
        ones = made(call("full", f"{count},{count}", 1, DOUBLE))
        upper = made(call("triangle", ones._number, 0, False))
        result = (self.double().movedim(axis, -1) @ upper).movedim(-1, axis)
        kind = max(self._type, INT)
        return made(call("convert", result._number, kind), "CumsumBackward0", self)

    def prod(self, dim=None):
        raise missing("Tensor", "prod", ())

    def sort(self, dim=-1, descending=False):
        ids = self.argsort(dim, descending)
        return _pair("sort", self._gathered(dim, ids, "SortBackward0"), ids)

    def argsort(self, dim=-1, descending=False):
        return made(call("order", self._number, axis_of(dim, len(self._shape)), descending))

    def topk(self, k, dim=-1, largest=True):
        axis = axis_of(dim, len(self._shape))
        if k > self._shape[axis]:
            raise RuntimeError("selected index k out of range")
        ids = self.argsort(axis, largest).narrow(axis, 0, k)
        return _pair("topk", self._gathered(axis, ids, "TopkBackward0"), ids)

    def gather(self, dim, index):
        return self._gathered(dim, index, "GatherBackward0")

    def _gathered(self, dim, index, step):
        axis = axis_of(dim, len(self._shape))
        return made(call("gather", self._number, axis, index._number), step, self)

    def index_select(self, dim, index):
        axis = axis_of(dim, len(self._shape))
        return made(call("take", self._number, axis, index._number), "IndexSelectBackward0", self)

    def masked_select(self, mask):
        return made(call("share", self[mask]._number), "MaskedSelectBackward0", self)

    def nonzero(self):
        return made(call("places", self._number))

    def unique(self):
        values = self.tolist() if len(self._shape) == 1 else self.flatten().tolist()
        return new_tensor(sorted(set(values)), self._type)

    # --- Products

    def softmax(self, dim, dtype=None):
        x = self if dtype is None else self.to(dtype)
        if x._type < FLOAT:
            raise RuntimeError(f"\"softmax_lastdim_kernel_impl\" not implemented for '{_names[x._type]}'")
        return _over_line(x, dim, False, "SoftmaxBackward0")

    def log_softmax(self, dim, dtype=None):
        x = self if dtype is None else self.to(dtype)
        if x._type < FLOAT:
            raise RuntimeError(f"\"log_softmax_lastdim_kernel_impl\" not implemented for '{_names[x._type]}'")
        return _over_line(x, dim, True, "LogSoftmaxBackward0")

    def __matmul__(self, other):
        return matmul(self, other) if isinstance(other, Tensor) else NotImplemented

    def matmul(self, other):
        return matmul(self, other)

    def mm(self, other):
        if len(self._shape) != 2 or len(other._shape) != 2:
            which = "self" if len(self._shape) != 2 else "mat2"
            raise RuntimeError(f"{which} must be a matrix")
        return matmul(self, other)

    def mv(self, other):
        return matmul(self, other)

    def bmm(self, other):
        for which, x in (("batch1", self), ("batch2", other)):
            if len(x._shape) != 3:
                raise RuntimeError(f"{which} must be a 3D tensor")
        if self._shape[0] != other._shape[0] or self._shape[2] != other._shape[1]:
            wanted = [self._shape[0], self._shape[2]]
            raise RuntimeError(
                "Expected size for first two dimensions of batch2 tensor to be: "
                f"{wanted} but got: {list(other._shape[:2])}."
            )
        return made(call("matmul", self._number, other._number), "BmmBackward0", self, other)

    def dot(self, other):
        if len(self._shape) != 1 or len(other._shape) != 1:
            raise RuntimeError(
                f"1D tensors expected, but got {len(self._shape)}D and {len(other._shape)}D tensors"
            )
        if self._shape != other._shape:
            n, m = self._shape[0], other._shape[0]
            raise RuntimeError(
                f"inconsistent tensor size, expected tensor [{n}] and src [{m}] to have the same number of "
                f"elements, but got {n} and {m} elements respectively"
            )
        _check_same_type("dot : expected both vectors to have same dtype, but found", self, other, _names)
        return made(call("matmul", self._number, other._number), "DotBackward0", self, other)

    inner = dot

    def outer(self, other):
        return self.unsqueeze(-1) * other

    def tril(self, diagonal=0):
        return made(call("triangle", self._number, diagonal, True), "TrilBackward0", self)

    def triu(self, diagonal=0):
        return made(call("triangle", self._number, diagonal, False), "TriuBackward0", self)

    # --- Shapes

    def _viewed(self, step, name, *values):
        return made(call(name, self._number, *values), step, self)

    def _reshape(self, shape, view):
        lengths = lengths_of(shape)
        count = product(self._shape)
        known = product(x for x in lengths if x != -1)
        if lengths.count(-1) > 1:
            raise RuntimeError("only one dimension can be inferred")
        open_ = -1 in lengths
        for length in lengths:
            if length < -1:
                raise RuntimeError(f"invalid shape dimension {length}")
        if (open_ and (known == 0 or count % known)) or (not open_ and known != count):
            raise RuntimeError(f"shape '{list(lengths)}' is invalid for input of size {count}")
        return call("reshape", self._number, list_text(lengths), view)

    def view(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], dtype):
            raise unsupported("view with a dtype", "Use .to(dtype).")
        return made(self._reshape(shape, True), "ViewBackward0", self)

    def reshape(self, *shape):
        answer = self._reshape(shape, False)
        if not self._requires_grad:
            return made(answer, None, self)
        step = "ReshapeAliasBackward0" if self._can_view(lengths_of(shape)) else "UnsafeViewBackward0"
        return made(answer, step, self)

    def _can_view(self, lengths):
        try:
            made(call("reshape", self._number, list_text(lengths), True))
            return True
        except RuntimeError:
            return False

    def flatten(self, start_dim=0, end_dim=-1):
        if self._shape == ():
            return self.reshape(1)
        first, last = axis_of(start_dim, self.ndim), axis_of(end_dim, self.ndim)
        lengths = self._shape[:first] + (product(self._shape[first:last + 1]),) + self._shape[last + 1:]
        return self.reshape(lengths) if lengths != self._shape else self

    def ravel(self):
        return self.flatten()

    def transpose(self, dim0, dim1):
        rank = len(self._shape)
        axes = axis_of(dim0, rank), axis_of(dim1, rank)
        return self._viewed("TransposeBackward0", "transpose", *axes) if rank else self

    swapaxes = transpose

    def t(self):
        if len(self._shape) > 2:
            raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {len(self._shape)}D")
        return self._viewed("TBackward0", "transpose", 0, 1) if len(self._shape) == 2 else self

    @property
    def T(self):
        return self.permute(*reversed(range(len(self._shape))))

    @property
    def mT(self):
        return self.transpose(-2, -1)

    def permute(self, *dims):
        rank = len(self._shape)
        dims = lengths_of(dims)
        if len(dims) != rank:
            raise RuntimeError(
                "permute(sparse_coo): number of dimensions in the tensor input does not match the length of "
                f"the desired ordering of dimensions i.e. input.dim() = {rank} is not equal to len(dims) = "
                f"{len(dims)}"
            )
        axes = [axis_of(d, rank) for d in dims]
        if len(set(axes)) != rank:
            raise RuntimeError("permute(): duplicate dims are not allowed.")
        return self._viewed("PermuteBackward0", "permute", list_text(axes))

    def movedim(self, source, destination):
        rank = len(self._shape)
        axis, to = axis_of(source, rank), axis_of(destination, rank)
        order = [i for i in range(rank) if i != axis]
        order.insert(to, axis)
        return self.permute(*order)

    def unsqueeze(self, dim):
        return self._viewed("UnsqueezeBackward0", "unsqueeze", axis_of(dim, len(self._shape) + 1))

    def squeeze(self, dim=None):
        if dim is not None:
            axis = axis_of(dim, len(self._shape))
            return self._viewed("SqueezeBackward1", "squeeze", axis) if self._shape else self
        kept = tuple(n for n in self._shape if n != 1)
        return self._viewed("SqueezeBackward0", "reshape", list_text(kept), False)

    def expand(self, *sizes):
        wanted = lengths_of(sizes)
        added = len(wanted) - len(self._shape)
        if added < 0:
            raise RuntimeError(
                f"expand(torch.FloatTensor{{{list(self._shape)}}}, size={list(wanted)}): the number of sizes "
                f"provided ({len(wanted)}) must be greater or equal to the number of dimensions in the tensor "
                f"({len(self._shape)})"
            )
        lengths = tuple(self._shape[i - added] if n == -1 and i >= added else n for i, n in enumerate(wanted))
        for i, length in enumerate(self._shape):
            if length != 1 and lengths[added + i] != length:
                raise RuntimeError(
                    f"The expanded size of the tensor ({lengths[added + i]}) must match the existing size "
                    f"({length}) at non-singleton dimension {added + i}.  Target sizes: {list(wanted)}.  "
                    f"Tensor sizes: {list(self._shape)}"
                )
        return self._viewed("ExpandBackward0", "expand", list_text(lengths))

    def expand_as(self, other):
        return self.expand(other._shape)

    def view_as(self, other):
        return self.view(other._shape)

    def repeat(self, *sizes):
        times = lengths_of(sizes)
        x = self.detach()
        x = x.reshape((1,) * (len(times) - len(x._shape)) + x._shape)
        spread = [n for length in x._shape for n in (1, length)]
        target = [n for t, length in zip(times, x._shape) for n in (t, length)]
        whole = [t * length for t, length in zip(times, x._shape)]
        result = x.reshape(spread).expand(target).reshape(whole).clone()
        return made(call("share", result._number), "RepeatBackward0", self)

    def repeat_interleave(self, repeats, dim=None):
        x = self.flatten() if dim is None else self
        axis = axis_of(dim or 0, len(x._shape))
        ids = new_tensor([i for i in range(x._shape[axis]) for _ in range(repeats)], INT)
        return x.index_select(axis, ids)

    def narrow(self, dim, start, length):
        axis = axis_of(dim, len(self._shape))
        keys = (slice(None),) * axis + (slice(start, start + length),)
        return self[keys]

    def unbind(self, dim=0):
        axis = axis_of(dim, len(self._shape))
        before = (slice(None),) * axis
        return tuple(
            made(call("share", self._get(before + (i,))[0]._number), "UnbindBackward0", self)
            for i in range(self._shape[axis])
        )

    def split(self, split_size, dim=0):
        axis = axis_of(dim, len(self._shape))
        length = self._shape[axis]
        sizes = split_size
        if isinstance(split_size, int):
            sizes = [min(split_size, length - i) for i in range(0, length, split_size)]
        elif sum(sizes) != length:
            raise RuntimeError(
                f"split_with_sizes expects split_sizes to sum exactly to {length} (input tensor's size at "
                f"dimension {axis}), but got split_sizes={list(sizes)}"
            )
        parts, at = [], 0
        for size in sizes:
            part = self.narrow(axis, at, size)
            parts.append(made(call("share", part._number), "SplitBackward0", self))
            at += size
        return tuple(parts)

    def chunk(self, chunks, dim=0):
        length = self._shape[axis_of(dim, len(self._shape))]
        return self.split(-(-length // chunks), dim)

    def diagonal(self):
        count = min(self._shape)
        ids = new_tensor(list(range(count)), INT)
        return made(call("share", self[ids, ids]._number), "DiagonalBackward0", self)

    diag = diagonal

    def flip(self, *dims):
        result = self.detach()
        for dim in lengths_of(dims):
            axis = axis_of(dim, len(self._shape))
            ids = new_tensor(list(range(self._shape[axis] - 1, -1, -1)), INT)
            result = result.index_select(axis, ids)
        return made(call("share", result._number), "FlipBackward0", self)

    # --- Copies and types

    def detach(self):
        return made(call("share", self._number), None, self)

    @property
    def data(self):
        return self.detach()

    def clone(self):
        return made(call("convert", self._number, self._type), "CloneBackward0", self)

    def contiguous(self):
        return self if self.is_contiguous() else self.clone()

    def cpu(self):
        return self

    def to(self, *targets, dtype=None, device=None):
        result = self
        for target in (*targets, dtype, device):
            if isinstance(target, Tensor):
                target = target.dtype
            if isinstance(target, _dtype):
                if target is not result.dtype:
                    converted = made(call("convert", result._number, target._kind))
                    result = made(call("share", narrowed(converted, target)._number), "ToCopyBackward0", self)
                    result._narrow = target if target._fit else None
            elif target is not None:
                _device(target)
        return result

    type_as = lambda self, other: self.to(other.dtype)
    float = lambda self: self.to(float32)
    double = lambda self: self.to(float64)
    long = lambda self: self.to(int64)
    bool = lambda self: self.to(bool_)
    byte, int, half = (lambda self: self.to(uint8)), (lambda self: self.to(int32)), (lambda self: self.to(float16))

    def type(self, dtype=None):
        return f"torch.{self.dtype._title}Tensor" if dtype is None else self.to(dtype_of(dtype))

    # --- Parts

    def _keys(self, key):
        """A tensor of bytes names places as one of bools does."""
        def plain(entry):
            return entry.bool() if isinstance(entry, Tensor) and entry._narrow is uint8 else entry

        return super()._keys(tuple(map(plain, key)) if isinstance(key, tuple) else plain(key))

    def __getitem__(self, key):
        part, step = self._get(key)
        if not (self._requires_grad and _Grad.enabled) and self._narrow is None:
            return part
        return made(call("share", part._number), f"{step.capitalize()}Backward0", self)

    def __setitem__(self, key, value):
        self._check_writable("a view of a leaf Variable")
        value = value if isinstance(value, Array) else new_tensor(value)
        part = self[key] if not isinstance(key, (list, Tensor)) else None
        if part is not None and broadcast(value._shape, part._shape) != part._shape:
            raise RuntimeError(
                f"shape mismatch: value tensor of shape {list(value._shape)} cannot be broadcast to indexing "
                f"result of shape {list(part._shape)}"
                if part._shape == () else
                f"The expanded size of the tensor ({part._shape[-1]}) must match the existing size "
                f"({value._shape[-1] if value._shape else 1}) at non-singleton dimension {len(part._shape) - 1}.  "
                f"Target sizes: {list(part._shape)}.  Tensor sizes: {list(value._shape)}"
            )
        self._set(key, value)
        self._refit()

    def _write(self, source):
        call("assign", self._number, source._number)
        self._refit()

    def _refit(self):
        """Brings what was written into a narrow type's range."""
        if self._narrow and (answer := fitted(self, self._narrow)):
            call("assign", self._number, made(answer)._number)

    def _check_writable(self, what="a leaf Variable"):
        if self._requires_grad and self._step is None and _Grad.enabled:
            raise RuntimeError(f"{what} that requires grad is being used in an in-place operation.")

    def _in_place(name):
        def apply(self, *values, **named):
            self._check_writable()
            result = getattr(self, name)(*values, **named)
            if result is NotImplemented:
                return result
            if result._type > self._type and result._type >= FLOAT > self._type:
                raise RuntimeError(
                    f"result type {_names[result._type]} can't be cast to the desired output type "
                    f"{_names[self._type]}"
                )
            if result._shape != self._shape:
                raise RuntimeError(
                    f"output with shape {list(self._shape)} doesn't match the broadcast shape "
                    f"{list(result._shape)}"
                )
            call("assign", self._number, result._number)
            self._requires_grad, self._step = result._requires_grad, result._step
            return self

        return apply

    __iadd__ = add_ = _in_place("__add__")
    __isub__ = sub_ = _in_place("__sub__")
    __imul__ = mul_ = _in_place("__mul__")
    __itruediv__ = div_ = _in_place("__truediv__")
    masked_fill_, clamp_, relu_ = _in_place("masked_fill"), _in_place("clamp"), _in_place("relu")
    exp_, sqrt_, neg_ = _in_place("exp"), _in_place("sqrt"), _in_place("neg")

    def fill_(self, value):
        self._check_writable()
        self._write(new_tensor(value))
        return self

    def zero_(self):
        return self.fill_(0)

    def copy_(self, source):
        self._check_writable()
        self._write(source)
        return self

    def uniform_(self, low=0, high=1):
        return self._drawn("uniform", low, high)

    def normal_(self, mean=0, std=1):
        return self._drawn("normal", mean, std)

    def bernoulli_(self, p=0.5):
        self._check_writable()
        self._write(made(call("bernoulli", list_text(self._shape), p)))
        return self

    def _drawn(self, name, *values):
        self._check_writable()
        self._write(made(call(name, list_text(self._shape), max(self._type, FLOAT), *values)))
        return self

    def allclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
        near = (self - other).abs() <= other.abs() * rtol + atol
        near = near | (self == other)
        if equal_nan:
            near = near | (self.isnan() & other.isnan())
        return bool(near.all())

    def equal(self, other):
        return self._shape == other._shape and (product(self._shape) == 0 or bool((self == other).all()))


_dtype, _device = dtype, device


def _over_line(x, dim, logarithm, step):
    if x._shape == ():
        axis_of(dim, 0)
        return made(call("full", "", 0 if logarithm else 1, x._type), step, x)
    return made(call("softmax", x._number, axis_of(dim, len(x._shape)), logarithm), step, x)


class _Pair(tuple):
    """Values and where they stand, as max, sort and topk give them."""

    @property
    def values(self):
        return self[0]

    @property
    def indices(self):
        return self[1]

    def __repr__(self):
        return f"torch.return_types.{self._name}(\nvalues={self[0]!r},\nindices={self[1]!r})"


def _pair(name, values, indices):
    pair = _Pair((values, indices))
    pair._name = name
    return pair


def _check_same_type(what, a, b, names):
    if a._type != b._type:
        raise RuntimeError(f"{what} {names[a._type]} and {names[b._type]}")


def matmul(a, b):
    ranks = len(a._shape), len(b._shape)
    if 0 in ranks:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {ranks[0]}D and {ranks[1]}D"
        )
    inner = a._shape[-1], b._shape[-2] if ranks[1] > 1 else b._shape[0]
    if ranks == (1, 1):
        return a.dot(b)
    if inner[0] != inner[1]:
        if ranks == (2, 1):
            raise RuntimeError(
                f"size mismatch, got {a._shape[0]}, {a._shape[0]}x{a._shape[1]},{b._shape[0]}"
            )
        if ranks[0] > 2 and ranks[1] > 2:
            raise RuntimeError(
                f"Expected size for first two dimensions of batch2 tensor to be: "
                f"{[product(broadcast(a._shape[:-2], b._shape[:-2]) or ()), inner[0]]} but got: "
                f"{[product(broadcast(a._shape[:-2], b._shape[:-2]) or ()), inner[1]]}."
            )
        rows = product(a._shape[:-1]) if ranks[0] > 1 else 1
        columns = b._shape[-1] if ranks[1] > 1 else 1
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({rows}x{inner[0]} and {inner[1]}x{columns})"
        )
    if a._type != b._type:
        raise RuntimeError(f"expected scalar type {_names[a._type]} but found {_names[b._type]}")
    if max(ranks) > 2:
        _check_broadcast(a._shape[:-2], b._shape[:-2])
    step = {(2, 2): "MmBackward0", (2, 1): "MvBackward0", (1, 2): "SqueezeBackward3"}.get(
        ranks, "UnsafeViewBackward0")
    return made(call("matmul", a._number, b._number), step, a, b)
