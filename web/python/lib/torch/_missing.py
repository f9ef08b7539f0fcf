"""What the lessons' torch says where PyTorch has more."""

_instead = {
    "backward": "It computes forwards only. Change a number and run again to see what it does.",
    "autograd": "It computes forwards only, without gradients.",
    "optim": "It does not train: write the numbers in, or draw them with torch.manual_seed and torch.rand.",
    "cuda": "It runs on the processor: leave .cuda() and .to('cuda') out.",
    "bfloat16": "Its floats are torch.float16, torch.float32 and torch.float64.",
    "int16": "Its integers are torch.uint8, torch.int32 and torch.int64.",
    "einsum": "Use @ and transpose.",
    "save": "It keeps no files: print the numbers.",
    "load": "It reads no files: write the numbers into the cell.",
    "utils": "There are no data sets and loaders: write the data into the cell.",
    "MultiheadAttention": "Use nn.Linear and nn.functional.scaled_dot_product_attention.",
    "Transformer": "Use nn.Linear and nn.functional.scaled_dot_product_attention.",
    "linalg": "Use @, .T and .norm().",
}


def missing(owner, name, known):
    """The error for `owner.name`, which is not there."""
    instead = _instead.get(name)
    if instead is None:
        from difflib import get_close_matches

        near = get_close_matches(name, [entry for entry in known if entry[:1] != "_"], 1, 0.7)
        instead = f"Did you mean {near[0]}?" if near else "In full PyTorch the rest is there."
    return AttributeError(
        f"tril's lesson torch has no {owner}.{name}: it is a small part of PyTorch, for lessons. {instead}"
    )


def unsupported(what, instead):
    return NotImplementedError(f"tril's lesson torch does not do this: {what}. {instead}")
