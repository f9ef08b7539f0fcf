// Tensors for the lessons' torch and numpy: what of the core web/python can call. Each call from
// Python costs some 15 us, so a call does a whole step and answers in one text.
//
// Tensors stay here, in a table; Python knows them by their number. Lists arrive as text
// ("2,-1,3"), and a tensor is answered as "NUMBER TYPE LENGTH LENGTH ...": its number here, its
// ElementType and its shape; several are parted by ";".

#include <emscripten/bind.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bridge.h"
#include "matrix.h"
#include "positions.h"
#include "print.h"
#include "random.h"
#include "tensor.h"
#include "tensor_index.h"
#include "tensor_math.h"

namespace tril {
namespace {

using bridge::Arguments;
using bridge::box;
using bridge::fail;
using bridge::kDone;
using bridge::Region;
using bridge::Status;
using bridge::Within;
using emscripten::function;

// --- The table

std::vector<Tensor> table;
std::vector<uint32_t> vacant;

const Tensor& at(uint32_t number) {
  static const Tensor none;  // for a number that learner code made up
  return number < table.size() ? table[number] : none;
}

std::string kept(Tensor tensor) {
  uint32_t number = static_cast<uint32_t>(table.size());
  if (vacant.empty()) {
    table.push_back(tensor);
  } else {
    number = vacant.back();
    vacant.pop_back();
    table[number] = tensor;
  }
  std::string text = std::to_string(number) + ' ' + std::to_string(static_cast<int>(tensor.type()));
  for (const uint32_t length : tensor.shape()) text += ' ' + std::to_string(length);
  return text;
}

using Answer = Result<std::string>;

Answer give(Result<Tensor> result) {
  if (!result) return result.error();
  return kept(std::move(*result));
}

std::vector<double> listIn(Arguments& in) {
  const std::string text(in.bytes());
  std::vector<double> numbers;
  const char* next = text.c_str();
  for (char* end; *next != 0; next = *end == ',' ? end + 1 : end) {
    numbers.push_back(std::strtod(next, &end));
    if (end == next) break;
  }
  return numbers;
}

template <class T>
std::vector<T> integersIn(Arguments& in) {
  const std::vector<double> numbers = listIn(in);
  return {numbers.begin(), numbers.end()};
}

// Python has seen to it that lengths are not negative.
Shape shapeIn(Arguments& in) { return integersIn<uint32_t>(in); }

const Tensor& tensorIn(Arguments& in) { return at(in.word()); }

ElementType typeIn(Arguments& in) { return static_cast<ElementType>(in.word()); }

Tensor number(double value) { return *Tensor::of({}, std::vector<double>{value}); }

Answer done() { return std::string(); }

Answer release(Arguments& in) {
  for (const uint32_t number : integersIn<uint32_t>(in)) {
    if (number >= table.size()) continue;
    table[number] = Tensor();
    vacant.push_back(number);
  }
  return done();
}

// --- Making tensors

template <class T>
Result<Tensor> filled(std::string_view bytes, Shape shape) {
  std::vector<T> numbers(bytes.size() / sizeof(T));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(T));
  return Tensor::of(std::move(shape), std::move(numbers));
}

// Floats arrive in double, integers as int64, bools as bytes.
Answer create(Arguments& in) {
  const std::string_view bytes = in.bytes();
  Shape shape = shapeIn(in);
  const ElementType type = typeIn(in);
  if (type == ElementType::boolean) return give(filled<uint8_t>(bytes, std::move(shape)));
  if (type == ElementType::int64) return give(filled<int64_t>(bytes, std::move(shape)));
  const Result<Tensor> floats = filled<double>(bytes, std::move(shape));
  return give(floats ? floats->to(type) : floats);
}

Answer full(Arguments& in) {
  Shape shape = shapeIn(in);
  const Tensor value = number(in.number());
  return give(Tensor::full(std::move(shape), value.to(typeIn(in))));
}

Answer range(Arguments& in) {
  const double start = in.number(), step = in.number();
  const uint32_t count = in.word();
  const Result<size_t> fits = elementsOf({count});
  if (!fits) return fits.error();
  std::vector<double> numbers(count);
  for (size_t i = 0; i < count; ++i) numbers[i] = start + static_cast<double>(i) * step;
  return give(Tensor::of({count}, std::move(numbers))->to(typeIn(in)));
}

Answer identity(Arguments& in) {
  const uint32_t rows = in.word(), columns = in.word();
  const Result<Tensor> zeros = Tensor::full({rows, columns}, number(0).to(typeIn(in)));
  for (uint32_t i = 0; zeros && i < std::min(rows, columns); ++i) {
    const Result<Tensor> written = zeros->select(0, i)->select(0, i)->assign(number(1));
    if (!written) return written.error();
  }
  return give(zeros);
}

// --- Random numbers: torch's stream, and numpy's own

Random torchStream(0);
Random numpyStream(0);

Answer seed(Arguments& in) {
  Random& stream = in.word() == 0 ? torchStream : numpyStream;
  const double value = in.number();
  // As an unsigned number of 64 bits, of which the generator uses the low half.
  stream.seed(value < 0 ? static_cast<uint64_t>(static_cast<int64_t>(value))
                        : static_cast<uint64_t>(value));
  return done();
}

// So many numbers, drawn into a tensor of the shape that comes first.
template <class T, class Draw>
Answer drawn(Shape shape, Draw draw) {
  const Result<size_t> count = elementsOf(shape);
  if (!count) return count.error();
  std::vector<T> numbers(*count);
  draw(std::span<T>(numbers));
  return give(Tensor::of(std::move(shape), std::move(numbers)));
}

// Shape, float32 or float64, and the two numbers that shape the draw.
template <class Draw>
Answer floatsDrawn(Arguments& in, Draw draw) {
  Shape shape = shapeIn(in);
  const ElementType type = typeIn(in);
  const double a = in.number(), b = in.number();
  const auto fill = [&](auto numbers) { draw(numbers, a, b); };
  return type == ElementType::float64 ? drawn<double>(std::move(shape), fill)
                                      : drawn<float>(std::move(shape), fill);
}

// The same of what the stream gives as a list of its own.
template <class Draw>
Answer listed(Arguments& in, Draw draw) {
  Shape shape = shapeIn(in);
  const Result<size_t> count = elementsOf(shape);
  if (!count) return count.error();
  auto numbers = draw(static_cast<uint32_t>(*count));
  if (!numbers) return numbers.error();
  return give(Tensor::of(std::move(shape), std::move(*numbers)));
}

Answer uniform(Arguments& in) {
  return floatsDrawn(in, [](auto numbers, double low, double high) {
    torchStream.fillUniform(numbers, low, high);
  });
}

Answer normal(Arguments& in) {
  return floatsDrawn(in, [](auto numbers, double mean, double deviation) {
    torchStream.fillNormal(numbers, mean, deviation);
  });
}

Answer integers(Arguments& in) {
  return listed(in, [&](uint32_t count) {
    const int64_t low = static_cast<int64_t>(in.number());
    return torchStream.integers(low, static_cast<int64_t>(in.number()), count);
  });
}

Answer permutation(Arguments& in) {
  return listed(in, [&](uint32_t count) { return torchStream.permutation(count); });
}

Answer bernoulli(Arguments& in) {
  return listed(in, [&](uint32_t count) { return torchStream.bernoulli(in.number(), count); });
}

Answer multinomial(Arguments& in) {
  return listed(in, [&](uint32_t count) -> Result<std::vector<int64_t>> {
    const Result<Matrix> weights = tensorIn(in).matrix();
    if (!weights) return weights.error();
    return torchStream.multinomial(weights->data, count, in.flag());
  });
}

// The weight, and the bias if there is one.
Answer linear(Arguments& in) {
  const uint32_t width = in.word(), out = in.word();
  const bool bias = in.flag();
  Result<Linear> layer = torchStream.linear(width, out, bias);
  if (!layer) return layer.error();
  std::string text = kept(Tensor(std::move(layer->weight)));
  if (bias) text += ';' + kept(*Tensor::of({out}, std::move(layer->bias)));
  return std::move(text);
}

Answer give(Result<Matrix> matrix) {
  if (!matrix) return matrix.error();
  return give(Result<Tensor>(Tensor(std::move(*matrix))));
}

Answer embedding(Arguments& in) {
  const uint32_t count = in.word();
  return give(torchStream.embedding(count, in.word()));
}

Answer xavierUniform(Arguments& in) {
  const uint32_t rows = in.word(), columns = in.word();
  return give(torchStream.xavierUniform(rows, columns, in.number()));
}

// np.random.rand: 53 bits of two draws.
double numpyUniform() {
  const uint32_t high = numpyStream.next32() >> 5;
  const uint32_t low = numpyStream.next32() >> 6;
  return (high * 67108864.0 + low) / 9007199254740992.0;
}

Answer numpyRand(Arguments& in) {
  return drawn<double>(shapeIn(in), [](std::span<double> numbers) {
    for (double& x : numbers) x = numpyUniform();
  });
}

// np.random.randn: the polar method, which makes two at a time and gives the second one first.
Answer numpyRandn(Arguments& in) {
  return drawn<double>(shapeIn(in), [](std::span<double> numbers) {
    for (size_t i = 0; i < numbers.size(); i += 2) {
      double x, y, r;
      do {
        x = 2 * numpyUniform() - 1;
        y = 2 * numpyUniform() - 1;
        r = x * x + y * y;
      } while (r >= 1 || r == 0);
      const double factor = std::sqrt(-2 * std::log(r) / r);
      numbers[i] = factor * y;
      if (i + 1 < numbers.size()) numbers[i + 1] = factor * x;
    }
  });
}

// --- Arithmetic

Answer unaryCall(Arguments& in) {
  const Unary operation = static_cast<Unary>(in.word());
  return give(unary(operation, tensorIn(in)));
}

Answer activateCall(Arguments& in) {
  const Activation activation = static_cast<Activation>(in.word());
  return give(Result<Tensor>(activate(tensorIn(in), activation)));
}

// A single number does not make floats with axes more precise than they are.
Tensor fitting(const Tensor& x, const Tensor& other) {
  const bool finer = x.type() == ElementType::float64 && other.type() == ElementType::float32;
  return finer && x.rank() == 0 && other.rank() > 0 ? x.to(ElementType::float32) : x;
}

Answer binaryCall(Arguments& in) {
  const Binary operation = static_cast<Binary>(in.word());
  const Tensor &a = tensorIn(in), &b = tensorIn(in);
  return give(binary(operation, fitting(a, b), fitting(b, a)));
}

// With a Python number of some type, which is as precise as the tensor's floats.
Answer scalarCall(Arguments& in) {
  const Binary operation = static_cast<Binary>(in.word());
  const Tensor& tensor = tensorIn(in);
  const Tensor value = number(in.number());
  ElementType type = typeIn(in);
  if (type == ElementType::float32) type = std::max(type, tensor.type());
  const Tensor scalar = value.to(type);
  const bool reversed = in.flag();
  return give(reversed ? binary(operation, scalar, tensor) : binary(operation, tensor, scalar));
}

Answer whereCall(Arguments& in) {
  const Tensor &condition = tensorIn(in), &a = tensorIn(in), &b = tensorIn(in);
  return give(where(condition, fitting(a, b), fitting(b, a)));
}

Answer reduceCall(Arguments& in) {
  const Reduction reduction = static_cast<Reduction>(in.word());
  const Tensor& x = tensorIn(in);
  const int32_t axis = in.integer();
  return give(reduce(reduction, x, axis, in.flag()));
}

Answer reduceAll(Arguments& in) {
  const Reduction reduction = static_cast<Reduction>(in.word());
  const Tensor& x = tensorIn(in);
  const int64_t flat[] = {-1};
  const Result<Tensor> line =
      x.size() == 0 ? Tensor::full({0}, number(0).to(x.type())) : x.reshape(flat);
  return give(line ? reduce(reduction, *line, 0) : line);
}

// PyTorch's softmax: NaN where the core, which attends to nothing, says 0.
Answer softmaxCall(Arguments& in) {
  const Tensor& x = tensorIn(in);
  const int32_t axis = in.integer();
  const Result<Tensor> result = in.flag() ? logSoftmax(x, axis) : softmax(x, axis);
  if (!result || x.size() == 0) return give(result);
  const Result<Tensor> most = reduce(Reduction::maximum, x, axis, true);
  if (!most) return give(most);
  const Result<Tensor> none =
      binary(Binary::equal, *most, number(-std::numeric_limits<double>::infinity()));
  if (!none) return give(none);
  const Tensor nan = number(std::numeric_limits<double>::quiet_NaN());
  return give(where(*none, nan.to(result->type()), *result));
}

Answer matmulCall(Arguments& in) {
  const Tensor &a = tensorIn(in), &b = tensorIn(in);
  return give(matmul(a, b));
}

Answer triangle(Arguments& in) {
  const Tensor& x = tensorIn(in);
  const int64_t diagonal = static_cast<int64_t>(in.number());
  return give(in.flag() ? lowerTriangle(x, diagonal) : upperTriangle(x, diagonal));
}

Answer rounded(Arguments& in) {
  const Tensor& x = tensorIn(in);
  const int32_t decimals = in.integer();
  if (x.type() < ElementType::float32) return give(Result<Tensor>(x.copy()));
  std::vector<double> numbers = std::get<std::vector<double>>(x.to(ElementType::float64).data());
  for (double& value : numbers) value = roundTo(value, decimals);
  return give(Tensor::of(x.shape(), std::move(numbers))->to(x.type()));
}

// Rows, and their gain and shift.
Answer layerNormCall(Arguments& in) {
  const Result<Matrix> rows = tensorIn(in).matrix();
  const Result<Matrix> gain = tensorIn(in).matrix();
  const Result<Matrix> shift = tensorIn(in).matrix();
  for (const Result<Matrix>* part : {&rows, &gain, &shift}) {
    if (!*part) return part->error();
  }
  return give(layerNorm(*rows, gain->data, shift->data, in.number()));
}

// --- Views, and parts

enum class Step { select, slice, newAxis, whole };

// x[...] with integers, slices and None: a list of steps, each with three numbers.
Answer index(Arguments& in) {
  Result<Tensor> result = tensorIn(in);
  const std::vector<double> numbers = listIn(in);
  int32_t axis = 0;
  for (size_t i = 0; result && i + 3 < numbers.size(); i += 4) {
    const auto value = [&](size_t k) { return static_cast<int64_t>(numbers[i + k]); };
    switch (static_cast<Step>(numbers[i])) {
      case Step::select:
        result = result->select(axis, value(1));
        break;
      case Step::slice:
        result = result->slice(axis++, value(1), value(2), value(3));
        break;
      case Step::newAxis:
        result = result->unsqueeze(axis++);
        break;
      case Step::whole:
        ++axis;
    }
  }
  return give(result);
}

Answer transpose(Arguments& in) {
  const Tensor& x = tensorIn(in);
  const int32_t axis = in.integer();
  return give(x.transpose(axis, in.integer()));
}

Answer permute(Arguments& in) {
  const Tensor& x = tensorIn(in);
  return give(x.permute(integersIn<int32_t>(in)));
}

Answer unsqueeze(Arguments& in) {
  const Tensor& x = tensorIn(in);
  return give(x.unsqueeze(in.integer()));
}

Answer squeeze(Arguments& in) {
  const Tensor& x = tensorIn(in);
  return give(x.squeeze(in.integer()));
}

Answer expand(Arguments& in) {
  const Tensor& x = tensorIn(in);
  return give(x.expand(shapeIn(in)));
}

Answer reshape(Arguments& in) {
  const Tensor& x = tensorIn(in);
  const Result<Tensor> result = x.reshape(integersIn<int64_t>(in));
  const bool asView = in.flag();
  if (!asView || !result || result->sharesWith(x)) return give(result);
  return Error{ErrorCode::badShape,
               "view size is not compatible with input tensor's size and stride (at least one "
               "dimension spans across two contiguous subspaces). Use .reshape(...) instead."};
}

Answer isContiguous(Arguments& in) { return std::string(tensorIn(in).isContiguous() ? "1" : "0"); }

Answer convert(Arguments& in) {
  const Tensor& x = tensorIn(in);
  return give(Result<Tensor>(x.to(typeIn(in))));
}

// The same numbers under another number, so that each Python object owns its own.
Answer share(Arguments& in) { return give(Result<Tensor>(tensorIn(in))); }

Answer assign(Arguments& in) {
  const Tensor& x = tensorIn(in);
  const Result<Tensor> result = x.assign(tensorIn(in));
  if (!result) return result.error();
  return done();
}

Answer joinCall(Arguments& in) {
  std::vector<Tensor> tensors;
  for (const uint32_t number : integersIn<uint32_t>(in)) tensors.push_back(at(number));
  const int32_t axis = in.integer();
  const bool stacked = in.flag();
  for (Tensor& tensor : tensors) {
    if (!stacked) break;
    const Result<Tensor> part = tensor.unsqueeze(axis);
    if (!part) return part.error();
    tensor = *part;
  }
  return give(join(tensors, axis));
}

Answer takeCall(Arguments& in) {
  const Tensor& x = tensorIn(in);
  const int32_t axis = in.integer();
  return give(take(x, axis, tensorIn(in)));
}

Answer putCall(Arguments& in) {
  const Tensor &x = tensorIn(in), &ids = tensorIn(in), &values = tensorIn(in);
  return give(put(x, ids, values));
}

Answer gatherCall(Arguments& in) {
  const Tensor& x = tensorIn(in);
  const int32_t axis = in.integer();
  return give(gather(x, axis, tensorIn(in)));
}

Answer placesCall(Arguments& in) { return give(Result<Tensor>(places(tensorIn(in)))); }

Answer orderCall(Arguments& in) {
  const Tensor& x = tensorIn(in);
  const int32_t axis = in.integer();
  return give(order(x, axis, in.flag()));
}

// --- Text and numbers for Python

Answer print(Arguments& in) {
  const Tensor& x = tensorIn(in);
  PrintOptions options;
  options.gradFunction = in.bytes();
  options.requiresGrad = in.flag();
  options.parameter = in.flag();
  options.dtype = in.bytes();
  return format(x, options);
}

Answer numpyText(Arguments& in) {
  const Tensor& x = tensorIn(in);
  return formatNumpy(x, in.flag());
}

Answer listText(Arguments& in) { return formatList(tensorIn(in)); }

// --- The calls

// What outlives a call: the tensors. They are freed one by one, when Python no longer wants them.
constinit Region lasting;

template <Answer (*body)(Arguments&)>
Status call() {
  return bridge::run([](Arguments& in) {
    const Answer answer = [&] {
      const Within within(lasting);
      return body(in);
    }();
    if (!answer) return fail(answer.error());
    box(std::string(*answer));
    return kDone;
  });
}

// As floats, for pictures.
Status floats() {
  return bridge::run([](Arguments& in) {
    box(std::get<std::vector<float>>(tensorIn(in).to(ElementType::float32).data()));
    return kDone;
  });
}

EMSCRIPTEN_BINDINGS(tensors) {
  function("release", &call<release>);
  function("create", &call<create>);
  function("full", &call<full>);
  function("range", &call<range>);
  function("identity", &call<identity>);
  function("seed", &call<seed>);
  function("uniform", &call<uniform>);
  function("normal", &call<normal>);
  function("integers", &call<integers>);
  function("permutation", &call<permutation>);
  function("bernoulli", &call<bernoulli>);
  function("multinomial", &call<multinomial>);
  function("linear", &call<linear>);
  function("embedding", &call<embedding>);
  function("xavierUniform", &call<xavierUniform>);
  function("numpyRand", &call<numpyRand>);
  function("numpyRandn", &call<numpyRandn>);
  function("unary", &call<unaryCall>);
  function("activate", &call<activateCall>);
  function("binary", &call<binaryCall>);
  function("scalar", &call<scalarCall>);
  function("where", &call<whereCall>);
  function("reduce", &call<reduceCall>);
  function("reduceAll", &call<reduceAll>);
  function("softmax", &call<softmaxCall>);
  function("matmul", &call<matmulCall>);
  function("triangle", &call<triangle>);
  function("rounded", &call<rounded>);
  function("layerNorm", &call<layerNormCall>);
  function("index", &call<index>);
  function("transpose", &call<transpose>);
  function("permute", &call<permute>);
  function("unsqueeze", &call<unsqueeze>);
  function("squeeze", &call<squeeze>);
  function("expand", &call<expand>);
  function("reshape", &call<reshape>);
  function("isContiguous", &call<isContiguous>);
  function("convert", &call<convert>);
  function("share", &call<share>);
  function("assign", &call<assign>);
  function("join", &call<joinCall>);
  function("take", &call<takeCall>);
  function("put", &call<putCall>);
  function("gather", &call<gatherCall>);
  function("places", &call<placesCall>);
  function("order", &call<orderCall>);
  function("print", &call<print>);
  function("numpyText", &call<numpyText>);
  function("listText", &call<listText>);
  function("floats", &floats);
}

}  // namespace
}  // namespace tril
