"""matplotlib.pyplot for tril's lessons: it gathers what a plot shows; the page draws it.

Lines, points, texts, bars, and matrices as colours. What is missing says so. This is not matplotlib.
"""

from _tensors import Array, floats


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    raise _missing("pyplot", name)


def _missing(owner, name):
    return AttributeError(
        f"tril's lesson matplotlib has no {owner}.{name}: it draws lines, points, texts, bars and matrices, with "
        "titles, labels, limits, a legend and a colorbar."
    )


_figures = []  # those that are not shown yet


class Figure:
    def __init__(self, rows=1, columns=1, figsize=None):
        self._rows, self._columns, self._size = rows, columns, figsize
        self.axes = [Axes(self) for _ in range(rows * columns)]
        self._current = 0
        self._title = ""
        _figures.append(self)

    def __getattr__(self, name):
        raise AttributeError(name) if name[:2] == "__" else _missing("Figure", name)

    def suptitle(self, text, **_):
        self._title = str(text)

    def colorbar(self, mappable, ax=None, **_):
        mappable["colorbar"] = True

    def tight_layout(self, **_):
        pass

    def set_size_inches(self, width, height):
        self._size = (width, height)

    def add_subplot(self, *_, **__):
        return self.axes[0]

    def gca(self):
        return self.axes[self._current]

    def savefig(self, *_, **__):
        raise OSError("a cell has no files: the plot is shown below the cell")

    def show(self):
        show()

    def _figure(self):
        return {
            "kind": "figure", "rows": self._rows, "columns": self._columns, "title": self._title,
            "size": list(self._size or (6.4, 4.8)), "axes": [ax._data for ax in self.axes],
        }


class _Axis:
    """ax.xaxis and ax.yaxis: where the ticks stand is for the page to decide."""

    def set_ticks_position(self, position):
        pass

    def set_visible(self, visible):
        pass

    def tick_top(self):
        pass

    tick_bottom = tick_top


class Axes:
    def __init__(self, figure):
        self.figure = figure
        self.xaxis, self.yaxis = _Axis(), _Axis()
        self._data = {"marks": []}

    def __getattr__(self, name):
        raise AttributeError(name) if name[:2] == "__" else _missing("Axes", name)

    def _text(self, name, text):
        self._data[name] = str(text)

    def set_title(self, label, **_):
        self._text("title", label)

    def set_xlabel(self, label, **_):
        self._text("xLabel", label)

    def set_ylabel(self, label, **_):
        self._text("yLabel", label)

    def set_xlim(self, left=None, right=None):
        self._data["xLimits"] = _limits(left, right)

    def set_ylim(self, bottom=None, top=None):
        self._data["yLimits"] = _limits(bottom, top)

    def set_xticks(self, ticks, labels=None, **_):
        self._data["xTicks"] = _ticks(ticks, labels)

    def set_yticks(self, ticks, labels=None, **_):
        self._data["yTicks"] = _ticks(ticks, labels)

    def set_xticklabels(self, labels, **_):
        self._data["xTicks"] = _ticks(range(len(labels)), labels)

    def set_yticklabels(self, labels, **_):
        self._data["yTicks"] = _ticks(range(len(labels)), labels)

    def set(self, **values):
        for name, value in values.items():
            getattr(self, f"set_{name}")(value)

    def grid(self, visible=True, **_):
        self._data["grid"] = bool(visible)

    def legend(self, labels=None, **_):
        lines = [mark for mark in self._data["marks"] if mark["kind"] in ("line", "points", "bars")]
        for mark, label in zip(lines, labels or ()):
            mark["label"] = str(label)
        self._data["legend"] = True

    def axis(self, option=None):
        if option in ("off", False):
            self._data["frame"] = False

    def set_aspect(self, *_):
        pass

    def invert_yaxis(self):
        self._data["downwards"] = True

    def _mark(self, kind, **values):
        mark = {"kind": kind, **{name: value for name, value in values.items() if value is not None}}
        self._data["marks"].append(mark)
        return mark

    def plot(self, *values, label=None, color=None, c=None, linestyle=None, ls=None, linewidth=None, marker=None,
             alpha=None, zorder=None, **_):
        values = list(values)
        made = []
        while values:
            y = _numbers(values.pop(0))
            x = list(range(len(y)))
            if values and not isinstance(values[0], str):
                x, y = y, _numbers(values.pop(0))
            _same_length(x, y)
            form = values.pop(0) if values and isinstance(values[0], str) else ""
            dash = linestyle or ls or ("--" if "--" in form else ":" if ":" in form else None)
            points = marker or ("o" if "o" in form or "." in form else None)
            letters = [c for c in form if c in _letters]
            shade = _color(color or c or (letters[0] if letters else None))
            only_points = points and "-" not in form and dash is None and form
            if not only_points:
                made.append(self._mark("line", x=x, y=y, label=label, color=shade, width=linewidth, alpha=alpha,
                                       dashed=True if dash in ("--", "dashed", ":", "dotted", "-.") else None))
            if points:
                made.append(self._mark("points", x=x, y=y, color=shade, label=label if only_points else None))
        return made

    def scatter(self, x, y, s=None, c=None, color=None, marker=None, alpha=None, label=None, **_):
        x, y = _numbers(x), _numbers(y)
        _same_length(x, y)
        shade = c if isinstance(c, str) or c is None else None
        size = s if isinstance(s, (int, float)) else None
        return self._mark("points", x=x, y=y, color=_color(color or shade), size=size, alpha=alpha, label=label)

    def bar(self, x, height, label=None, color=None, **_):
        names = [str(v) for v in x] if any(isinstance(v, str) for v in x) else None
        places = list(range(len(names))) if names else _numbers(x)
        if names:
            self._data["xTicks"] = _ticks(places, names)
        return self._mark("bars", x=places, y=_numbers(height), label=label, color=_color(color))

    def text(self, x, y, s, color=None, c=None, ha=None, va=None, fontsize=None, **_):
        return self._mark("text", x=float(x), y=float(y), text=str(s), color=_color(color or c),
                          anchor={"center": "middle", "right": "end"}.get(ha))

    def annotate(self, text, xy, xytext=None, **_):
        return self.text(*(xytext or xy), text)

    def axhline(self, y=0, color=None, linestyle=None, **_):
        return self._mark("level", y=float(y), color=_color(color), dashed=True if linestyle in ("--", "dashed") else None)

    def axvline(self, x=0, color=None, linestyle=None, **_):
        return self._mark("level", x=float(x), color=_color(color), dashed=True if linestyle in ("--", "dashed") else None)

    def matshow(self, matrix, cmap=None, vmin=None, vmax=None, **_):
        rows, columns, values = _matrix(matrix)
        return self._mark("matrix", rows=rows, columns=columns, values=values, colors=str(cmap or "viridis"),
                          least=vmin, most=vmax)

    imshow = pcolormesh = pcolor = matshow


def _limits(low, high):
    if isinstance(low, (tuple, list)):
        low, high = low
    return [float(low) if low is not None else None, float(high) if high is not None else None]


def _ticks(places, labels):
    places = _numbers(places)
    return {"at": places, "labels": [str(label) for label in labels] if labels is not None else None}


def _numbers(values):
    if isinstance(values, Array):
        values = floats(values._number)
    elif isinstance(values, (int, float)):
        values = [values]
    return [x if x - x == 0 else None for x in (float(v) for v in values)]


def _same_length(x, y):
    if len(x) != len(y):
        raise ValueError(f"x and y must have same first dimension, but have shapes ({len(x)},) and ({len(y)},)")


def _matrix(values):
    if not isinstance(values, Array):
        import numpy

        values = numpy.array(values)
    if len(values._shape) != 2:
        raise TypeError(f"a matrix has two axes, but this has the shape {values._shape}")
    rows, columns = values._shape
    # Six digits are more than a colour shows.
    return rows, columns, [float(f"{x:.6g}") if x - x == 0 else None for x in floats(values._number)]


_letters = {"b": "blue", "r": "red", "g": "green", "k": "black", "c": "cyan", "m": "magenta", "y": "yellow", "w": "white"}


def _color(color):
    if color is None:
        return None
    color = str(color)
    return _letters.get(color, color.removeprefix("tab:"))


def figure(num=None, figsize=None, **_):
    return Figure(figsize=figsize)


def subplots(nrows=1, ncols=1, figsize=None, **_):
    made = Figure(nrows, ncols, figsize)
    axes = made.axes
    if nrows == ncols == 1:
        return made, axes[0]
    if 1 in (nrows, ncols):
        return made, axes
    return made, [axes[i * ncols:(i + 1) * ncols] for i in range(nrows)]


def subplot(rows, columns=None, index=None):
    if columns is None:
        rows, columns, index = divmod(rows, 100)[0], rows // 10 % 10, rows % 10
    current = gcf()
    if (current._rows, current._columns) != (rows, columns):
        current._rows, current._columns = rows, columns
        current.axes += [Axes(current) for _ in range(rows * columns - len(current.axes))]
    current._current = index - 1
    return current.gca()


def gcf():
    return _figures[-1] if _figures else Figure()


def gca():
    return gcf().gca()


def show(*_, **__):
    from _cell import send_picture

    for made in _figures:
        if any(ax._data["marks"] for ax in made.axes):
            send_picture(made._figure())
    _figures.clear()


def close(*_):
    _figures.clear()


def colorbar(mappable=None, ax=None, **_):
    if mappable is None:
        mappable = next(m for m in reversed(gca()._data["marks"]) if m["kind"] == "matrix")
    mappable["colorbar"] = True


def tight_layout(**_):
    pass


def suptitle(text, **_):
    gcf().suptitle(text)


def savefig(*_, **__):
    gcf().savefig()


def _on_axes(name):
    def apply(*values, **named):
        return getattr(gca(), name)(*values, **named)

    return apply


plot, scatter, bar, text, annotate = (_on_axes(n) for n in ("plot", "scatter", "bar", "text", "annotate"))
imshow, grid, legend, axis = (_on_axes(n) for n in ("imshow", "grid", "legend", "axis"))
title, xlabel, ylabel = _on_axes("set_title"), _on_axes("set_xlabel"), _on_axes("set_ylabel")
xlim, ylim, xticks, yticks = (_on_axes(f"set_{n}") for n in ("xlim", "ylim", "xticks", "yticks"))
axhline, axvline, pcolormesh = _on_axes("axhline"), _on_axes("axvline"), _on_axes("pcolormesh")


def matshow(matrix, **options):
    # A figure of its own, as in matplotlib.
    return Figure(figsize=(6, 6)).gca().matshow(matrix, **options)
