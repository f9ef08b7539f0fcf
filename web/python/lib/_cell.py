"""Runs the cells of a lesson: one after another, in one set of names.

The worker (web/lessons/cell/python-worker.ts) calls `run`; it learns what is to be shown through the JavaScript
module `_cell_host`.
"""

import ast
import builtins
import json
import linecache
import sys
import traceback
import types

_names = {}
_unmade = set()  # names that were to be made by cells that failed
_count = 0


def begin():
    """Fresh names, as a fresh Python has."""
    _names.clear()
    _names.update(__name__="__main__", __builtins__=builtins, __doc__=None)
    _unmade.clear()


def show(*values):
    """Shows tensors and arrays as pictures, anything else as print does."""
    for value in values:
        picture = _picture(value)
        if picture is None:
            print(value)
        else:
            send_picture(picture)


builtins.show = show


def send_picture(picture):
    import _cell_host

    sys.stdout.flush()
    _cell_host.picture(json.dumps(picture))


def _picture(value):
    from _tensors import Array, floats

    figure = getattr(value, "_figure", None)
    if figure is not None:
        return figure()
    if isinstance(value, (list, tuple)) and value and all(isinstance(row, (list, tuple)) for row in value):
        import numpy

        try:
            value = numpy.array(value)
        except (TypeError, ValueError):
            return None
    if not isinstance(value, Array) or not 1 <= len(value._shape) <= 2 or 0 in value._shape:
        return None
    rows, columns = value._shape if len(value._shape) == 2 else (1, value._shape[0])
    return {"kind": "matrix", "rows": rows, "columns": columns, "values": _finite(floats(value._number))}


def _finite(numbers):
    """JSON has no NaN and no infinities."""
    return [x if x - x == 0 else str(x) for x in numbers]


def run(code):
    """Runs one cell; the value of its last line is shown, as notebooks do.

    The answer is None or the error, as JSON; for a cell that awaits something, what has to be awaited for that.
    """
    global _count
    _count += 1
    name = f"cell-{_count}"
    linecache.cache[name] = (len(code), None, code.splitlines(True), name)
    running = _running(code, name)
    try:
        running.send(None)  # a cell that does not await comes to its end by this
    except StopIteration as end:
        return end.value
    return running


async def _running(code, name):
    try:
        try:
            tree = ast.parse(code, name)
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            parts = [_compiled(tree, name, "exec")]
            if last is not None:
                parts.append(_compiled(ast.Expression(last.value), name, "eval"))
            if any(part.co_flags & _awaits for part in parts):
                await _later()
            for part in parts:
                value = eval(part, _names)
                if part.co_flags & _awaits:
                    value = await value
            if last is not None and value is not None:
                _names["_"] = value
                print(repr(value))
            _finish_plots()
            _unmade.difference_update(_names)
            return None
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
    except SystemExit:
        return None
    except BaseException as error:
        _unmade.update(_assigned(code) - set(_names))
        return json.dumps(_explained(error, name))


_awaits = 128  # inspect.CO_COROUTINE


@types.coroutine
def _later():
    """Hands the running over to whoever awaits it."""
    yield


def _compiled(tree, name, mode):
    return compile(tree, name, mode, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


def _finish_plots():
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.show()


def _assigned(code):
    """The names that a cell makes at its top level."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return set()
    names = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
        else:
            names.update(n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    return names


# --- Errors: their line in the learner's code, and a second sentence that helps


def _explained(error, name):
    found = {"name": type(error).__name__, "message": _message(error)}
    if isinstance(error, SyntaxError) and error.filename == name:
        found["message"] = error.msg
        found["line"] = error.lineno
        if error.offset:
            found["column"] = error.offset
    else:
        places = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == name]
        if places:
            place = places[-1]
            found["line"] = place.lineno
            if place.colno is not None:
                line = linecache.getline(name, place.lineno).encode()
                found["column"] = len(line[: place.colno].decode(errors="replace")) + 1
    hint = _hint(error)
    if hint:
        found["hint"] = hint
    return found


def _message(error):
    try:
        return str(error)
    except Exception:
        return "(its message cannot be shown)"


_network = "A cell has no network and no files of yours: write the data into the cell itself."
_other_modules = {
    "transformers": (
        "transformers has to download its models, and a cell has no network. The lesson shows the numbers that the "
        "model gave, and torch, numpy and matplotlib are here to work on with them."
    ),
    "torchvision": "Only torch itself is here, as a small part for lessons.",
    "tiktoken": "In the tab JavaScript, tril loads and trains tokenizers.",
    "requests": _network,
    "urllib": _network,
    "http": _network,
}


def _hint(error):
    message = _message(error)
    if isinstance(error, ModuleNotFoundError):
        missing = (error.name or "").split(".")[0]
        if missing in _other_modules:
            return _other_modules[missing]
        if missing in ("torch", "numpy", "matplotlib"):
            return f"The lessons' {missing} is a small part of {missing}, for lessons, and this is not in it."
        return "Here are Python's own modules, and for lessons small parts of torch, numpy and matplotlib.pyplot."
    if isinstance(error, ImportError) and error.name in ("torch", "torch.nn", "numpy"):
        return f"The lessons' {error.name} is a small part of the real one, and this is not in it."
    if isinstance(error, NameError):
        if error.name in _unmade:
            return f"A cell above was to make `{error.name}`, but it ended with an error: see what it says."
        return f"`{error.name}` is made in no cell that has run. Run the cells above first, and look at the spelling."
    if isinstance(error, IndentationError):
        return "Lines that belong together begin in the same column; after a colon, the next line goes further in."
    if isinstance(error, SyntaxError):
        if (error.text or "").lstrip().startswith(("%", "!")):
            return "Lines with % or ! are commands of notebooks, not Python: leave them out."
        if "'return' outside function" in message:
            return "`return` belongs in a function. The value of a cell's last line is shown by itself."
        return "Look at this line and the end of the one before: is a bracket, a quote or a colon missing?"
    if isinstance(error, RuntimeError) and "stack switching" in message:
        return "A cell may await by itself: write `await main()` in the place of asyncio.run(main())."
    if isinstance(error, RecursionError):
        return "A function calls itself without end: something must make it stop."
    if isinstance(error, EOFError) or "input()" in message:
        return None
    if isinstance(error, (FileNotFoundError, PermissionError)):
        return _network
    if "shapes cannot be multiplied" in message or "must match the size of tensor" in message:
        return "Print both shapes: for a @ b, the last length of a and the last but one of b must be the same."
    if isinstance(error, TypeError) and "unsupported operand" in message:
        return "The two values are of kinds that do not go together: print type(...) of both."
    if isinstance(error, TypeError) and "object is not callable" in message:
        for name in _names:
            if name in vars(builtins) and not name.startswith("_"):
                return f"A cell has made `{name}` its own name: `del {name}` gives Python's back."
    if isinstance(error, KeyError):
        return "The dictionary has no such key: print its keys with list(d)."
    if isinstance(error, IndexError) and "out of" in message:
        return "Counting starts at 0, so the last place is the length minus 1."
    if isinstance(error, AttributeError) and "'NoneType'" in message:
        return "A function without `return` gives None."
    if isinstance(error, (OSError,)):
        return _network
    return None


def _no_input(prompt=""):
    raise EOFError("input() cannot ask here: a cell runs by itself. Write the value into the code: name = 'Ada'")


builtins.input = _no_input
begin()
