"""What the lessons' torch and numpy have in common: arrays whose numbers lie in tril's core.

The core is reached through the JavaScript module `_tril`, in one call a step: crossing over costs
more than the arithmetic on a lesson's arrays. An Array holds the number of a tensor in the core's
table, its type and its shape.
"""

from array import array

BOOL, INT, FLOAT, DOUBLE = range(4)

# In the order of the enums in cpp/core.
BINARY = {name: i for i, name in enumerate(
    "add subtract multiply maximum minimum floor_divide remainder power divide "
    "equal not_equal less less_equal greater greater_equal".split())}
UNARY = {name: i for i, name in enumerate(
    "negate absolute exp log sqrt sin cos floor ceil round logical_not".split())}
REDUCTION = {name: i for i, name in enumerate("sum mean maximum minimum argmax argmin".split())}
ACTIVATION = {name: i for i, name in enumerate("relu gelu gelu_tanh silu sigmoid tanh".split())}

_call = None
_released = []  # numbers of tensors that are no longer wanted


def start():
    """Connects with the core. Not done on import: a snapshot of Python is taken without it."""
    global _call
    import _tril

    _call = _tril.call
    for stream in range(2):
        _call("seed", stream, _tril.entropy())


def call(name, *values):
    """Calls the core and gives its answer; an error of it is a RuntimeError."""
    if _call is None:
        start()
    if len(_released) >= 100:
        # What this call reads may be of an array that nobody else holds any more.
        unread = [number for number in _released if number not in values]
        _released[:] = [number for number in _released if number in values]
        _call("release", list_text(unread))
    answer = _call(name, *values)
    if answer[:1] == "!":
        code, message = answer[1:].split(" ", 1)
        raise (MemoryError if code == "out-of-memory" else RuntimeError)(message)
    return answer


def floats(number):
    """The numbers of a tensor as a list of floats, rounded to float32."""
    import _tril

    return _tril.floats(number).to_py().tolist()


def list_text(numbers):
    return ",".join(map(str, numbers))


def element_type(value):
    if isinstance(value, bool):
        return BOOL
    return INT if isinstance(value, int) else FLOAT


def flatten(data, arrays=()):
    """Nested sequences as a flat list of numbers, their shape, and the type that holds them all."""
    numbers, kinds = [], set()
    shape = []

    def visit(value, depth):
        if isinstance(value, arrays):
            kinds.add(value._type)
            value = value.tolist()
        if isinstance(value, (list, tuple, range)):
            if depth == len(shape):
                if numbers:
                    raise ValueError(f"expected sequence of length 1 at dim {depth} (got {len(value)})")
                shape.append(len(value))
            elif len(value) != shape[depth]:
                raise ValueError(
                    f"expected sequence of length {shape[depth]} at dim {depth} (got {len(value)})"
                )
            for entry in value:
                visit(entry, depth + 1)
            return
        if depth != len(shape):
            raise TypeError("not a sequence")
        if isinstance(value, (bool, int, float)):
            kinds.add(element_type(value))
            numbers.append(value)
        elif hasattr(value, "__float__") and not isinstance(value, str):
            kinds.add(FLOAT)
            numbers.append(float(value))
        else:
            raise TypeError(type(value).__name__)

    visit(data, 0)
    return numbers, tuple(shape), max(kinds, default=FLOAT)


def create(numbers, shape, kind):
    """A tensor in the core, as its answer says it."""
    if kind == BOOL:
        buffer = array("B", [bool(x) for x in numbers])
    elif kind == INT:
        buffer = array("q", [int(x) for x in numbers])
    else:
        buffer = array("d", numbers)
    return call("create", buffer, list_text(shape), kind)


def product(lengths):
    result = 1
    for length in lengths:
        result *= length
    return result


def broadcast(a, b):
    """The shape that both shapes broadcast to, or None."""
    if a == b:
        return a
    rank = max(len(a), len(b))
    a, b = (1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b
    if any(x != y and x != 1 and y != 1 for x, y in zip(a, b)):
        return None
    return tuple(y if x == 1 else x for x, y in zip(a, b))


class Array:
    """A tensor of the core. What it is in Python, torch.Tensor or numpy.ndarray, is for its class."""

    __slots__ = ("_number", "_type", "_shape", "__weakref__")

    def _hold(self, answer):
        number, kind, *shape = answer.split(" ")
        self._number = int(number)
        self._type = int(kind)
        self._shape = tuple(map(int, shape))

    def _like(self, answer):
        """An array of this one's class."""
        result = object.__new__(type(self))
        result._hold(answer)
        return result

    def __del__(self):
        try:
            _released.append(self._number)
        except AttributeError:
            pass  # it was never made

    def _values(self):
        """Its numbers as nested lists, or one number."""
        return eval(call("listText", self._number), {"nan": float("nan"), "inf": float("inf")})

    def _reshaped(self, *shape):
        return self._like(call("reshape", self._number, list_text(shape), False))

    # --- Parts: x[key]

    def _get(self, key):
        """The part that a key names, and by which kind of step: "select", "slice", "unsqueeze", "index"."""
        keys = self._keys(key)
        if any(isinstance(entry, Array) for entry in keys):
            return self._chosen(keys), "index"
        if not keys:
            return self._like(call("share", self._number)), "alias"
        steps, axis = [], 0
        step = "slice"
        for entry in keys:
            if entry is None:
                steps += 2, 0, 0, 0
                step = "unsqueeze"
            elif isinstance(entry, slice):
                if entry == slice(None):
                    steps += 3, 0, 0, 0
                else:
                    steps += 1, *self._bounds(entry, axis)
                    step = "slice"
                axis += 1
            else:
                self._check_index(entry, axis)
                steps += 0, entry, 0, 0
                axis += 1
                step = "select"
        return self._like(call("index", self._number, list_text(steps))), step

    def _set(self, key, value):
        """Writes into the part that a key names."""
        keys = self._keys(key)
        if any(isinstance(entry, Array) for entry in keys):
            # Where each number of the part lies in the whole: the same part of the places.
            size = product(self._shape)
            places = self._like(call("range", 0, 1, size, INT))._reshaped(*self._shape)
            places = places._chosen(keys)
            values = self._like(call("expand", value._number, list_text(places._shape)))
            flat, places, values = self._reshaped(-1), places._reshaped(-1), values._reshaped(-1)
            flat = self._like(call("put", flat._number, places._number, values._number))
            call("assign", self._number, flat._reshaped(*self._shape)._number)
        else:
            part, _ = self._get(tuple(keys))
            call("assign", part._number, value._number)

    def _keys(self, key):
        """A key as a list with one entry for each axis it names: integers, slices, None, and arrays."""
        keys = list(key) if isinstance(key, tuple) else [key]
        for i, entry in enumerate(keys):
            if isinstance(entry, (list, range)):
                keys[i] = self._index_array(list(entry))
            elif isinstance(entry, Array):
                if entry._type >= FLOAT:
                    raise IndexError("tensors used as indices must be long, byte or bool tensors")
                if entry._type == INT and entry._shape == () and type(entry) is type(self):
                    keys[i] = entry._values()
            elif isinstance(entry, bool):
                raise IndexError("True and False are no index here: use a tensor of bools")
            elif entry is None or entry is Ellipsis or isinstance(entry, slice):
                pass
            elif hasattr(entry, "__index__"):
                keys[i] = entry.__index__()
            else:
                raise TypeError(
                    f"an index is an integer, a slice, None, ... or a tensor, not {type(entry).__name__}"
                )
        named = sum(len(k._shape) if isinstance(k, Array) and k._type == BOOL else 1
                    for k in keys if k is not None and k is not Ellipsis)
        if named > len(self._shape):
            raise IndexError(f"too many indices for tensor of dimension {len(self._shape)}")
        dots = [i for i, entry in enumerate(keys) if entry is Ellipsis]
        if dots:
            keys[dots[0]:dots[0] + 1] = [slice(None)] * (len(self._shape) - named)
        return keys

    def _index_array(self, entries):
        numbers, shape, kind = flatten(entries, (Array,))
        return self._like(create(numbers, shape, INT if not numbers else kind))

    def _check_index(self, entry, axis):
        length = self._shape[axis]
        if not -length <= entry < length:
            raise IndexError(
                f"index {entry} is out of bounds for dimension {axis} with size {length}"
            )

    def _bounds(self, part, axis):
        start, stop, step = part.indices(self._shape[axis])
        if step < 1:
            raise ValueError("step must be greater than zero")
        return start, stop, step

    def _chosen(self, keys):
        """The part named by integers and arrays together, slices beside them."""
        # A mask names as many axes as it has: it stands for the places where it is true.
        whole = []
        for entry in keys:
            if isinstance(entry, Array) and entry._type == BOOL:
                axis = sum(1 for k in whole if k is not None)
                self._check_mask(entry, axis)
                places = self._like(call("places", entry._number))
                for column in range(len(entry._shape)):
                    step = list_text((3, 0, 0, 0, 0, column, 0, 0))
                    whole.append(self._like(call("index", places._number, step)))
            else:
                whole.append(entry)
        # First what slices and None do; each array stands for an axis that stays whole.
        plain = [slice(None) if isinstance(k, (Array, int)) else k for k in whole]
        base = self._get(tuple(plain))[0] if any(k != slice(None) for k in plain) else self
        at = [i for i, k in enumerate(whole) if isinstance(k, (Array, int))]
        for i in at:
            if isinstance(whole[i], int):
                whole[i] = self._like(create([whole[i]], (), INT))
        if at != list(range(at[0], at[0] + len(at))):
            # Not beside one another: their axes go to the front.
            order = at + [i for i in range(len(base._shape)) if i not in at]
            base = base._like(call("permute", base._number, list_text(order)))
            whole = [whole[i] for i in at]
            at = list(range(len(at)))
        before, lengths = base._shape[:at[0]], base._shape[at[0]:at[0] + len(at)]
        after = base._shape[at[0] + len(at):]
        flat = None
        for i, length in zip(at, lengths):
            ids = self._wrapped(whole[i], length)
            if flat is not None:
                if broadcast(flat._shape, ids._shape) is None:
                    raise IndexError(
                        "shape mismatch: indexing tensors could not be broadcast together with shapes "
                        + ", ".join(str(list(whole[k]._shape)) for k in at)
                    )
                flat = self._like(call("scalar", BINARY["multiply"], flat._number, length, INT, False))
                flat = self._like(call("binary", BINARY["add"], flat._number, ids._number))
            else:
                flat = ids
        base = base._reshaped(*before, product(lengths), *after)
        return base._like(call("take", base._number, len(before), flat._number))

    def _wrapped(self, ids, length):
        """Ids along an axis of that length, counted from its start."""
        values = ids._reshaped(-1)._values() if product(ids._shape) else []
        for value in values:
            if not -length <= value < length:
                raise IndexError(f"index {value} is out of bounds for dimension 0 with size {length}")
        if all(value >= 0 for value in values):
            return ids
        return self._like(create([value % length for value in values], ids._shape, INT))

    def _check_mask(self, mask, axis):
        for i, length in enumerate(mask._shape):
            if self._shape[axis + i] != length:
                raise IndexError(
                    f"The shape of the mask {list(mask._shape)} at index {i} does not match the shape "
                    f"of the indexed tensor {list(self._shape)} at index {axis + i}"
                )
