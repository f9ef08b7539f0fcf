"""matplotlib for tril's lessons: only pyplot, and of it what the lessons draw."""


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    raise AttributeError(f"tril's lesson matplotlib has no matplotlib.{name}: use matplotlib.pyplot")
