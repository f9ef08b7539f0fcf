"""Layers as functions."""

import math

from _tensors import ACTIVATION, FLOAT, INT, call, list_text, product

from .._missing import missing, unsupported
from .._tensor import Tensor, made, matmul, new_tensor


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    raise missing("nn.functional", name, globals())


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    return input.softmax(_axis(input, dim), dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    return input.log_softmax(_axis(input, dim), dtype)


def _axis(input, dim):
    """PyTorch warns when no dim is given, and takes this one."""
    if dim is not None:
        return dim
    return 0 if input.ndim in (0, 1, 3) else 1


def relu(input, inplace=False):
    return input.relu()


def sigmoid(input):
    return input.sigmoid()


def tanh(input):
    return input.tanh()


def gelu(input, approximate="none"):
    kind = "gelu" if approximate == "none" else "gelu_tanh"
    return made(call("activate", ACTIVATION[kind], input._number), "GeluBackward0", input)


def silu(input):
    return made(call("activate", ACTIVATION["silu"], input._number), "SiluBackward0", input)


def linear(input, weight, bias=None):
    if input._shape[-1:] != weight._shape[-1:]:
        rows = product(input._shape[:-1])
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({rows}x{input._shape[-1] if input._shape else 1} and "
            f"{weight._shape[1]}x{weight._shape[0]})"
        )
    result = matmul(input, weight.t())
    if bias is None:
        return result
    step = {1: "AddBackward0", 2: "AddmmBackward0", 3: "ViewBackward0"}.get(input.ndim, "AddBackward0")
    total = result.detach() + bias.detach()
    return made(call("share", total._number), step, input, weight, bias)


def embedding(input, weight, padding_idx=None):
    if input._type != INT:
        name = {0: "Bool", 2: "Float", 3: "Double"}[input._type]
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; "
            f"but got torch.{name}Tensor instead (while checking arguments for embedding)"
        )
    ids = input.detach()
    if product(ids._shape) and (int(ids.min()) < 0 or int(ids.max()) >= weight._shape[0]):
        raise IndexError("index out of range in self")
    return made(call("take", weight._number, 0, ids._number), "EmbeddingBackward0", weight)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    shape = tuple(normalized_shape)
    if input._shape[-len(shape):] != shape:
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape "
            f"[*, {', '.join(map(str, shape))}], but got input of size{list(input._shape)}"
        )
    flat = input.detach().reshape(-1, product(shape))
    gain = weight if weight is not None else made(call("full", list_text(shape), 1, FLOAT))
    shift = bias if bias is not None else made(call("full", list_text(shape), 0, FLOAT))
    answer = call("layerNorm", flat._number, gain.detach().reshape(-1)._number,
                  shift.detach().reshape(-1)._number, eps)
    result = made(answer).reshape(input._shape)
    return made(call("share", result._number), "NativeLayerNormBackward0", input, gain, shift)


def dropout(input, p=0.5, training=True, inplace=False):
    if not training or p == 0:
        return input
    kept = made(call("bernoulli", list_text(input._shape), 1 - p))
    return made(call("share", (input.detach() * kept * (1 / (1 - p) if p < 1 else 0))._number), "MulBackward0", input)


def one_hot(tensor, num_classes=-1):
    count = int(tensor.max()) + 1 if num_classes == -1 else num_classes
    if int(tensor.max()) >= count:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return made(call("take", made(call("identity", count, count, INT))._number, 0, tensor._number))


def cross_entropy(input, target):
    if target._type != INT:
        raise unsupported("cross_entropy with shares as targets", "Give it class numbers.")
    chosen = input.detach().log_softmax(-1).gather(-1, target.unsqueeze(-1))
    return made(call("share", (-chosen.mean())._number), "NllLossBackward0", input)


def mse_loss(input, target):
    away = input.detach() - target.detach()
    return made(call("share", (away * away).mean()._number), "MseLossBackward0", input)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    def compare(a, b):
        product = (a * b).sum(dim)
        return product / (((a * a).sum(dim) * (b * b).sum(dim)).sqrt().clamp(min=eps))

    result = compare(x1.detach().double(), x2.detach().double()).to(x1.dtype)
    return made(call("share", result._number), "DivBackward0", x1, x2)


def normalize(input, p=2.0, dim=1, eps=1e-12):
    return input / input.norm(2, dim, keepdim=True).clamp(min=eps)


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None):
    if attn_mask is not None and is_causal:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    scores = query @ key.transpose(-2, -1) * (1 / math.sqrt(query.shape[-1]) if scale is None else scale)
    if is_causal:
        attn_mask = made(call("full", list_text(scores._shape[-2:]), 1, 0)).tril()
    if attn_mask is not None:
        scores = scores.masked_fill(~attn_mask, -math.inf) if attn_mask._type == 0 else scores + attn_mask
    return dropout(scores.softmax(-1), dropout_p) @ value
