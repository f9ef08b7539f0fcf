# Snippets for the lessons' torch; record.py runs each in real PyTorch. An error that a snippet ends with is
# part of what it shows. `torch`, `nn`, `F` and `np` are there.

# === tensor: ints, floats, bools, mixed
print(torch.tensor([1, 2, 3]), torch.tensor([1.5, 2]), torch.tensor([True, False]), torch.tensor([1, 2.5, True]))
print(torch.tensor(7), torch.tensor(0.1), torch.tensor([]), torch.tensor([[]]).shape)
# === dtypes
for x in (torch.tensor(1), torch.tensor(1.0), torch.tensor(True), torch.tensor([1], dtype=torch.float64)):
    print(x.dtype, x.dtype.is_floating_point, x.type())
# === zeros, ones, full, eye
print(torch.zeros(2, 3), torch.ones((2,)), torch.full((2, 2), 7), torch.full((2,), 0.5), sep="\n")
print(torch.eye(3), torch.eye(2, 3), torch.zeros(0, 3), torch.zeros(2, dtype=torch.int64), sep="\n")
# === arange and linspace
print(torch.arange(5), torch.arange(2, 8, 3), torch.arange(0, 1, 0.25), torch.arange(5, 0, -2), sep="\n")
print(torch.linspace(0, 1, 5), torch.linspace(-1, 1, 4))
# === zeros_like and friends
x = torch.arange(4).reshape(2, 2)
print(torch.zeros_like(x), torch.ones_like(x, dtype=torch.float32), torch.full_like(x, 3))
# === random: rand, randn, randint, randperm
torch.manual_seed(123)
print(torch.rand(2, 3))
print(torch.randint(0, 10, (5,)), torch.randperm(6))
torch.manual_seed(42)
print(torch.randn(4), torch.rand(1))
# === random: an embedding and a linear layer
torch.manual_seed(1)
print(nn.Embedding(4, 3).weight)
print(nn.Linear(3, 2).weight, nn.Linear(3, 2).bias)
# === size and shape
x = torch.zeros(2, 3, 4)
print(x.shape, x.size(), x.size(1), x.ndim, x.dim(), x.numel(), len(x), x.shape[-1], x.shape[1:])
a, b, c = x.shape
print(a * b * c, tuple(x.shape), x.shape == (2, 3, 4))
# === tolist and item
x = torch.tensor([[0.1, 0.5], [1e-8, 3e10]])
print(x.tolist(), x[0, 0].item(), torch.tensor([3]).item(), torch.tensor([True, False]).tolist())
print(torch.tensor([float("nan"), float("inf"), -0.0]).tolist())
# === printing: four digits, one format for all
print(torch.tensor([1.0, 10.5, 100.25]), torch.tensor([0.00001, 1.0]), torch.tensor([1e9, 1.0]), sep="\n")
print(torch.tensor([1.0, 2.0, 3.0]), torch.tensor([float("nan"), 1.5, float("-inf")]), sep="\n")
# === printing: long rows are wrapped
print(torch.arange(40))
print(torch.arange(40) / 7)
# === printing: more than a thousand numbers
print(torch.arange(2000))
print(torch.arange(2400).reshape(40, 60))
# === printing: three axes
print(torch.arange(12).reshape(2, 2, 3))
# === printing: float64 and negatives
print(torch.tensor([[-1.5, 2], [3, -400]], dtype=torch.float64), torch.tensor([-1, 20, -300]))
# === printing: single numbers in a format string
x = torch.tensor(3.14159)
print(f"{x:.2f} {x} {x.item():.3f}", str(torch.tensor([1, 2])))
# === arithmetic with numbers
x = torch.tensor([1, 2, 3])
print(x + 1, x * 2.5, x / 2, x // 2, x % 2, x ** 2, -x, 10 - x, 1 / x, 2 ** x, sep="\n")
# === arithmetic of two tensors
a, b = torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([[10., 20.], [30., 40.]])
print(a + b, b - a, a * b, a / b, b // a, a ** a, torch.add(a, b), sep="\n")
# === types mix
print((torch.tensor([1, 2]) + torch.tensor([0.5, 0.5])).dtype, (torch.tensor([True]) + torch.tensor([1])).dtype)
print(torch.tensor([True, True]).sum(), torch.tensor([1, 2]) * True, torch.tensor([1.5]).to(torch.int64))
print((torch.tensor([1.0]) * torch.tensor(2.0, dtype=torch.float64)).dtype)
# === broadcasting: a row, a column, a plane
row, column = torch.tensor([1, 2, 3]), torch.tensor([[10], [20]])
print(row + column, (row + column).shape)
print((torch.zeros(2, 1, 3) + torch.ones(4, 1)).shape)
# === broadcasting: sizes that do not fit
torch.ones(2, 3) + torch.ones(2, 4)
# === broadcasting: expand and expand_as
x = torch.tensor([[1], [2]])
print(x.expand(2, 3), x.expand(-1, 2), x.expand_as(torch.zeros(2, 2)))
# === comparison
x = torch.tensor([1, 5, 3])
print(x > 2, x == 5, x != 5, x <= torch.tensor([1, 1, 3]), (x > 2) & (x < 5), (x > 2) | (x == 1), ~(x > 2), sep="\n")
# === indexing
x = torch.arange(12).reshape(3, 4)
print(x[0], x[-1], x[1, 2], x[1][2], x[:, 1], x[..., -1], sep="\n")
# === slicing
x = torch.arange(12).reshape(3, 4)
print(x[1:], x[:, 1:3], x[::2, ::2], x[:2, -2:], x[3:], x[None, 0], x[:, None, 0].shape, sep="\n")
# === slicing with a negative step
torch.arange(4)[::-1]
# === indexing with lists, tensors and masks
x = torch.arange(12).reshape(3, 4)
print(x[[2, 0]], x[torch.tensor([1, 1])], x[:, [0, 3]], x[[0, 1], [2, 3]], x[x > 6], x[x[:, 0] > 3], sep="\n")
print(x[torch.tensor([[0, 1], [2, 0]])].shape)
# === writing into parts
x = torch.zeros(3, 3)
x[0] = 1
x[1, 1] = 5
x[:, 2] = torch.tensor([7., 8., 9.])
x[x > 7.5] = -1
x[[0, 2], 0] = 4
print(x)
# === a view shows the same numbers
x = torch.arange(6)
y = x.view(2, 3)
y[0, 0] = 100
z = x[2:4]
z += 10
print(x, y, x.clone().fill_(0), sep="\n")
# === an index out of range
torch.arange(3)[5]
# === too many indices
torch.arange(3)[0, 0]
# === view, reshape, flatten
x = torch.arange(6)
print(x.view(2, 3), x.reshape(3, -1), x.view(2, 3).flatten(), x.reshape(1, 2, 3).shape, x.view(-1, 2).T, sep="\n")
# === a shape that does not fit
torch.arange(6).view(4, 2)
# === a view that needs a copy
torch.arange(6).view(2, 3).T.view(6)
# === transpose, permute, squeeze
x = torch.zeros(2, 3, 4)
print(x.transpose(1, 2).shape, x.permute(2, 0, 1).shape, x.unsqueeze(0).shape, x[:1].squeeze().shape)
print(torch.arange(6).view(2, 3).t(), x.transpose(-2, -1).is_contiguous(), x.mT.shape)
# === an axis that is not there
torch.zeros(2, 3).sum(dim=2)
# === sum, mean, max, min
x = torch.tensor([[1., 2., 3.], [4., 5., 6.]])
print(x.sum(), x.sum(0), x.sum(dim=1), x.sum(-1, keepdim=True), x.mean(), x.mean(0), x.max(), x.min(), sep="\n")
print(x.argmax(), x.argmax(dim=1), x.argmin(0), x.sum((0, 1)))
# === max with an axis gives values and places
print(torch.tensor([[1., 9.], [7., 3.]]).max(dim=1))
values, indices = torch.tensor([[1, 9], [7, 3]]).min(dim=0)
print(values, indices)
# === the mean of integers
torch.tensor([1, 2]).mean()
# === var, std, norm, cumsum
x = torch.tensor([[1., 2.], [3., 8.]])
print(x.var(), x.std(dim=1), x.norm(), x.norm(dim=0), x.cumsum(0), torch.tensor([1, 2, 3]).cumsum(0), sep="\n")
# === sort, topk, argsort
x = torch.tensor([3., 1., 2.])
print(x.sort(), x.argsort(descending=True), x.topk(2), sep="\n")
# === exp, log, sqrt and others
x = torch.tensor([0.25, 1., 4.])
print(x.sqrt(), x.exp(), x.log(), torch.sin(x), torch.cos(x), (-x).abs(), x.round(), x.floor(), x.ceil(), sep="\n")
print(torch.tensor([-1., 2.]).relu(), torch.sigmoid(torch.tensor([0., 2.])), torch.tanh(torch.tensor(0.5)))
print(x.clamp(0.5, 2), x.clamp(min=1), torch.log(torch.tensor([0., -1.])), 1 / torch.tensor([0., -0.0]))
# === softmax
x = torch.tensor([[1., 2., 3.], [1., 1., 1.]])
print(torch.softmax(x, dim=-1), F.softmax(x, dim=0), x.softmax(1).sum(1), F.log_softmax(x, dim=1), sep="\n")
print(torch.softmax(torch.tensor([1000., 1000.]), 0), torch.softmax(torch.full((2,), float("-inf")), 0))
# === softmax of integers
torch.tensor([1, 2]).softmax(0)
# === matmul, @, mm, bmm, dot
a, b = torch.arange(6.).view(2, 3), torch.arange(12.).view(3, 4)
print(a @ b, a.mm(b).shape, torch.matmul(a, b[:, 0]), a[0] @ b, a[0].dot(a[1]), a[0] @ a[1], sep="\n")
print(torch.bmm(torch.ones(2, 2, 3), torch.ones(2, 3, 1)), (torch.ones(5, 2, 3) @ torch.ones(3, 4)).shape)
# === matmul of shapes that do not fit
torch.ones(2, 3) @ torch.ones(2, 3)
# === matmul of different types
torch.ones(2, 3) @ torch.ones(3, 2, dtype=torch.int64)
# === dot needs vectors
torch.ones(2, 2).dot(torch.ones(2))
# === a causal mask
x = torch.arange(1., 10.).view(3, 3)
mask = torch.tril(torch.ones(3, 3))
print(mask, x.masked_fill(mask == 0, float("-inf")), torch.triu(torch.ones(3, 3), diagonal=1).bool(), sep="\n")
print(x.masked_fill(mask == 0, float("-inf")).softmax(-1), x * mask, torch.tril(x, -1), sep="\n")
# === where, any, all
x = torch.tensor([-1., 0., 2.])
print(torch.where(x > 0, x, torch.zeros(3)), (x > 0).any(), (x > 0).all(), torch.where(x > -1), x.nonzero(), sep="\n")
# === cat and stack
a, b = torch.tensor([[1, 2]]), torch.tensor([[3, 4]])
print(torch.cat([a, b]), torch.cat((a, b), dim=1), torch.stack([a, b]).shape, torch.stack([a[0], b[0]], dim=1), sep="\n")
# === stack of different sizes
torch.stack([torch.ones(2), torch.ones(3)])
# === cat of different sizes
torch.cat([torch.ones(2, 2), torch.ones(2, 3)])
# === split, chunk, unbind, repeat
x = torch.arange(6)
print(x.split(4), x.chunk(3), torch.arange(4).view(2, 2).unbind(), x[:2].repeat(2), x[:2].repeat(2, 2), sep="\n")
# === loops over a tensor
for row in torch.tensor([[1, 2], [3, 4]]):
    print(row, row.sum().item())
for i, x in enumerate(torch.tensor([0.5, 1.5])):
    print(i, x, float(x))
# === rows that differ in length
torch.tensor([[1, 2], [3]])
# === item of many
torch.tensor([1, 2]).item()
# === a truth value of many
if torch.tensor([1, 2]) > 0:
    print("never")
# === requires_grad and grad_fn
w = torch.tensor([[1., 2.], [3., 4.]], requires_grad=True)
print(w, w @ w, w.sum(), w[0], w.T, w * 2, w - 1, 1 - w, w / 2, w.exp(), w.mean(), w.view(4), w.softmax(0), -w, sep="\n")
print((w @ w).detach(), w.requires_grad, (w * 2).grad_fn is None, w.is_leaf, w.sum().item())
# === more names of steps
w = torch.nn.Parameter(torch.tensor([[1., 4.], [9., 16.]]))
v = torch.tensor([1., 2.])
for y in (w @ v, v @ w, w.sqrt(), w.sum(0), w.mean(1), w.max(), w ** 2, w.transpose(0, 1), w.t(), w.reshape(4), w.unsqueeze(0),
          w[:, 0], w[:1], w.tril(), w.relu(), w.tanh(), w.sigmoid(), w.log(), w.abs(), w[[0]], torch.cat([w, w]),
          torch.stack([w]), w.masked_fill(w > 4, 0.0), torch.where(w > 4, w, w), w.clone(), w.double(), w.squeeze(0),
          (w / 10).log_softmax(1), w.expand(2, 2, 2), w.permute(1, 0), w.max(0).values, w.clamp(0), w.flatten(), w.sin()):
    print(y)
# === no_grad
w = torch.ones(2, requires_grad=True)
with torch.no_grad():
    print(w * 2)
print(w * 2)
w[0] = 3
# === numpy of a tensor that requires grad
torch.ones(2, requires_grad=True).numpy()
# === a module of one's own
class Scale(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = nn.Parameter(torch.tensor(factor))
        self.inner = nn.Linear(2, 1, bias=False)

    def forward(self, x):
        return self.inner(x) * self.factor

torch.manual_seed(0)
scale = Scale(3.0)
print(scale, scale(torch.ones(1, 2)), sep="\n")
for name, parameter in scale.named_parameters():
    print(name, parameter.shape)
print(sum(p.numel() for p in scale.parameters()), list(scale.state_dict()))
# === layers
torch.manual_seed(3)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.LayerNorm(4), nn.Dropout(0.1), nn.Linear(4, 2))
print(model)
print(model.eval()(torch.arange(6.).view(2, 3)))
print(F.gelu(torch.tensor([-1., 0., 1.])), F.one_hot(torch.tensor([0, 2]), 3))
print(F.cross_entropy(torch.tensor([[2., 1.]]), torch.tensor([0])), F.mse_loss(torch.ones(2), torch.zeros(2)))
# === an embedding, and an id that is not there
torch.manual_seed(5)
table = nn.Embedding(5, 2)
print(table(torch.tensor([[0, 4], [4, 1]])))
table(torch.tensor([5]))
# === attention, step by step
torch.manual_seed(7)
x = torch.rand(3, 4)
query, key, value = nn.Linear(4, 2, bias=False), nn.Linear(4, 2, bias=False), nn.Linear(4, 2, bias=False)
q, k, v = query(x), key(x), value(x)
scores = q @ k.T / k.shape[-1] ** 0.5
mask = torch.triu(torch.ones(3, 3), diagonal=1).bool()
weights = torch.softmax(scores.masked_fill(mask, -torch.inf), dim=-1)
print(scores, weights, weights @ v, sep="\n")
# === several heads
torch.manual_seed(9)
x = torch.rand(2, 3, 4)
heads = x.view(2, 3, 2, 2).transpose(1, 2)
scores = heads @ heads.transpose(2, 3)
print(scores.shape, scores[0, 1], (scores.softmax(-1) @ heads).transpose(1, 2).contiguous().view(2, 3, 4)[1], sep="\n")
# === a linear layer of the wrong width
nn.Linear(3, 2)(torch.ones(2, 4))
# === tensor of text
torch.tensor("a")
# === numpy: arrays print
print(np.array([1, 2, 3]), np.array([[1.5, 2], [3, 4]]), np.zeros(3), np.arange(0, 1, 0.25), np.array([True, False]), sep="\n")
print(repr(np.array([[0.5, 1], [2, 3]])), repr(np.arange(3)), np.linspace(0, 1, 3))
# === numpy: arithmetic, axes, shapes
x = np.arange(6).reshape(2, 3)
print(x * 2, x / 2, x ** 2, 10_000 ** (x / 6), x.sum(axis=0), x.mean(axis=1), x.T, x.max(), np.sqrt(x), sep="\n")
print(np.round(np.sin(x), 2), np.stack((x, x), 2).shape, np.delete(x, -1, axis=1), x @ x.T, x[:, 1], x[x > 2], sep="\n")
# === numpy: random numbers of a seed
np.random.seed(0)
print(np.random.rand(3), np.random.rand(2, 2), np.random.randn(3), sep="\n")
# === numpy: shapes that do not fit
np.ones((2, 3)) + np.ones((2, 4))
# === numpy and torch
x = torch.tensor([[1., 2.], [3., 4.]])
print(x.numpy(), torch.from_numpy(np.array([1.5, 2.5])), torch.tensor(np.arange(3)), x.numpy().tolist())
# === log_softmax, to the last digit
torch.manual_seed(9)
x = torch.randn(4, 3)
print(x.log_softmax(1).tolist(), x.log_softmax(0).tolist(), x.double().log_softmax(1).tolist(), sep="\n")
print(torch.randn(2, 20).log_softmax(-1).tolist(), torch.randn(20, 2).log_softmax(0).tolist(), sep="\n")
print(torch.tensor([3e38, 0., -3e38]).log_softmax(0), torch.tensor([float("-inf"), 0.]).log_softmax(0))
# === masks of bytes
m = torch.tensor([1, 0, 1], dtype=torch.uint8)
y = torch.tensor([1., 2., 3.])
print(y.masked_fill(m, -1), y[m], y.masked_select(m), torch.where(m, y, -y), y[1 - m], y.masked_fill(m.long(), 0.))
y[m] = 9
print(y, m, m.dtype, m.type(), m.tolist(), m[0], m.sum(), m.max(), m.bool(), m.long(), m == 0, sep="\n")
causal = torch.tril(torch.ones(3, 3)).byte()
print(causal, torch.zeros(3, 3).masked_fill(causal == 0, float("-inf")), torch.zeros(3, 3)[causal], causal.T[0], sep="\n")
k = torch.eye(2, dtype=torch.uint8)
print(torch.zeros(2, 2).masked_fill_(k, 3), torch.ByteTensor([1, 2]), torch.ones_like(k), torch.zeros(2, dtype=torch.uint8))
# === a mask that is more than 0 and 1
torch.zeros(2).masked_fill(torch.tensor([0, 2], dtype=torch.uint8), 1)
# === narrow types
m = torch.tensor([1, 0, 255], dtype=torch.uint8)
i = torch.tensor([1, 2**31 - 1], dtype=torch.int32)
h = torch.tensor([0.1, 2.5, 70000.], dtype=torch.float16)
print(m + 1, m * 200, 1 - m, -m, m + m, m + torch.tensor([1, 2, 3]), m * torch.tensor(3), m * 2.5, m / 2, m.float(), m + True, sep="\n")
print(i + 1, i.sum(), i.long(), i.int(), i + i.byte(), i.cumsum(0), i.clone(), i.reshape(2, 1), torch.cat([i, i]), torch.stack([i, i]), sep="\n")
print(h, h * 2, h + h, h.float(), h.dtype, h.half(), h[:2], h[0].item(), h.double(), sep="\n")
print(torch.tensor([300., -1., 2.7]).to(torch.uint8), torch.tensor([300., -1., 2.7]).byte(), torch.arange(3, dtype=torch.int32), torch.arange(6).view(2, 3).byte().T)
# === float64 draws
torch.manual_seed(5)
print(torch.rand(2, dtype=torch.float64), torch.randn(3, dtype=torch.float64), torch.randn(17, dtype=torch.double), torch.zeros(2).double().uniform_(-1, 1))
# === bernoulli_, in place
torch.manual_seed(5)
print(torch.empty(10).bernoulli_(0.3), torch.zeros(2, 2, dtype=torch.uint8).bernoulli_())
