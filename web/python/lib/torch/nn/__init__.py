"""Layers: parameters with names, and what they do to a tensor."""

import math

from _tensors import call, product

from .._missing import missing
from .._tensor import Tensor, made, new_tensor, tensor_of
from . import functional, init


def __getattr__(name):
    if name[:2] == "__":
        raise AttributeError(name)
    raise missing("nn", name, globals())


class Parameter(Tensor):
    __slots__ = ()

    def __new__(cls, data, requires_grad=True):
        return _parameter(tensor_of(data), requires_grad)

    def __repr__(self):
        return self._text(parameter=True)


def _parameter(tensor, requires_grad=True):
    if tensor._type < 2 and requires_grad:
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    parameter = object.__new__(Parameter)
    parameter._hold(call("share", tensor._number))
    parameter._requires_grad, parameter._step, parameter._narrow = requires_grad, None, tensor._narrow
    return parameter


class Module:
    """Something with parameters that is called with tensors."""

    training = True

    def __init__(self):
        for name in ("_parameters", "_buffers", "_modules"):
            object.__setattr__(self, name, {})

    def forward(self, *_, **__):
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *values, **named):
        return self.forward(*values, **named)

    def __setattr__(self, name, value):
        kinds = {Parameter: "_parameters", Module: "_modules"}
        for kind, table in kinds.items():
            if isinstance(value, kind):
                if table not in self.__dict__:
                    what = "parameters" if kind is Parameter else "module"
                    raise AttributeError(f"cannot assign {what} before Module.__init__() call")
                for other in ("_parameters", "_buffers", "_modules"):
                    self.__dict__[other].pop(name, None)
                self.__dict__.pop(name, None)
                self.__dict__[table][name] = value
                return
        if name in self.__dict__.get("_buffers", ()):
            self._buffers[name] = value
        elif name in self.__dict__.get("_parameters", ()) and value is not None:
            raise TypeError(
                f"cannot assign '{_type_name(value)}' as parameter '{name}' (torch.nn.Parameter or None expected)"
            )
        else:
            object.__setattr__(self, name, value)

    def __getattr__(self, name):
        for table in ("_parameters", "_buffers", "_modules"):
            if name in self.__dict__.get(table, ()):
                return self.__dict__[table][name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __dir__(self):
        return [*object.__dir__(self), *self._parameters, *self._buffers, *self._modules]

    def register_buffer(self, name, tensor, persistent=True):
        self._buffers[name] = tensor

    def register_parameter(self, name, parameter):
        self._parameters[name] = parameter

    def add_module(self, name, module):
        self._modules[name] = module

    register_module = add_module

    def children(self):
        return iter(self._modules.values())

    def named_children(self):
        return iter(self._modules.items())

    def named_modules(self, prefix=""):
        yield prefix, self
        for name, module in self._modules.items():
            yield from module.named_modules(f"{prefix}.{name}" if prefix else name)

    def modules(self):
        return (module for _, module in self.named_modules())

    def named_parameters(self):
        for prefix, module in self.named_modules():
            for name, parameter in module._parameters.items():
                if parameter is not None:
                    yield (f"{prefix}.{name}" if prefix else name), parameter

    def parameters(self):
        return (parameter for _, parameter in self.named_parameters())

    def named_buffers(self):
        for prefix, module in self.named_modules():
            for name, tensor in module._buffers.items():
                yield (f"{prefix}.{name}" if prefix else name), tensor

    def state_dict(self):
        state = {}
        for prefix, module in self.named_modules():
            for table in (module._parameters, module._buffers):
                for name, tensor in table.items():
                    if tensor is not None:
                        state[f"{prefix}.{name}" if prefix else name] = tensor.detach()
        return state

    def load_state_dict(self, state):
        own = {**dict(self.named_parameters()), **dict(self.named_buffers())}
        if missing_keys := [name for name in own if name not in state]:
            raise RuntimeError(f"Error(s) in loading state_dict: missing key(s): {', '.join(missing_keys)}")
        for name, tensor in own.items():
            call("assign", tensor._number, state[name]._number)

    def train(self, mode=True):
        for module in self.modules():
            object.__setattr__(module, "training", mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def apply(self, function):
        for module in self.children():
            module.apply(function)
        function(self)
        return self

    def to(self, *_, **__):
        return self

    def extra_repr(self):
        return ""

    def __repr__(self):
        lines = [f"({name}): " + repr(module).replace("\n", "\n  ") for name, module in self._modules.items()]
        extra = self.extra_repr()
        inside = extra if extra and not lines else "".join(f"\n  {line}" for line in [*filter(None, [extra]), *lines])
        return f"{type(self).__name__}({inside}" + ("\n)" if lines else ")")


def _type_name(value):
    return "torch.FloatTensor" if isinstance(value, Tensor) else type(value).__name__


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        drawn = call("linear", in_features, out_features, bool(bias)).split(";")
        self.weight = _parameter(made(drawn[0]))
        if bias:
            self.bias = _parameter(made(drawn[1]))
        else:
            self.register_parameter("bias", None)

    def forward(self, input):
        return functional.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return (f"in_features={self.in_features}, out_features={self.out_features}, "
                f"bias={self.bias is not None}")


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, _weight=None):
        super().__init__()
        self.num_embeddings, self.embedding_dim, self.padding_idx = num_embeddings, embedding_dim, padding_idx
        weight = made(call("embedding", num_embeddings, embedding_dim)) if _weight is None else _weight
        if padding_idx is not None and _weight is None:
            weight[padding_idx] = 0
        self.weight = _parameter(weight)

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True):
        layer = cls(*embeddings.shape, _weight=embeddings)
        layer.weight.requires_grad_(not freeze)
        return layer

    def forward(self, input):
        return functional.embedding(input, self.weight)

    def extra_repr(self):
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{self.num_embeddings}, {self.embedding_dim}{padding}"


class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.normalized_shape, self.eps, self.elementwise_affine = shape, eps, elementwise_affine
        for name, value in (("weight", 1), ("bias", 0)):
            if elementwise_affine:
                tensor = made(call("full", ",".join(map(str, shape)), value, 2))
                setattr(self, name, _parameter(tensor))
            else:
                self.register_parameter(name, None)

    def forward(self, input):
        return functional.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class Dropout(Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if not 0 <= p <= 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return functional.dropout(input, self.p, self.training)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class Sequential(Module):
    def __init__(self, *modules):
        super().__init__()
        named = modules[0].items() if len(modules) == 1 and isinstance(modules[0], dict) else (
            (str(i), module) for i, module in enumerate(modules))
        for name, module in named:
            self.add_module(name, module)

    def forward(self, input):
        for module in self.children():
            input = module(input)
        return input

    def __getitem__(self, index):
        modules = list(self.children())
        return Sequential(*modules[index]) if isinstance(index, slice) else modules[index]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return self.children()


class ModuleList(Module):
    def __init__(self, modules=()):
        super().__init__()
        self.extend(modules)

    def extend(self, modules):
        for module in modules:
            self.append(module)
        return self

    def append(self, module):
        self.add_module(str(len(self._modules)), module)
        return self

    __getitem__, __len__, __iter__ = Sequential.__getitem__, Sequential.__len__, Sequential.__iter__


class _Function(Module):
    """A layer without parameters."""

    def forward(self, input):
        return getattr(input, self._method)()


class ReLU(_Function):
    _method = "relu"


class Sigmoid(_Function):
    _method = "sigmoid"


class Tanh(_Function):
    _method = "tanh"


class Identity(Module):
    def __init__(self, *_, **__):
        super().__init__()

    def forward(self, input):
        return input


class Flatten(Module):
    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self):
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class GELU(Module):
    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return functional.gelu(input, self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"


class SiLU(Module):
    def forward(self, input):
        return functional.silu(input)


class Softmax(Module):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return functional.softmax(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class CrossEntropyLoss(Module):
    def forward(self, input, target):
        return functional.cross_entropy(input, target)


class MSELoss(Module):
    def forward(self, input, target):
        return functional.mse_loss(input, target)
