#include "couplet/model/whole_file.h"

#include <charconv>

#include "couplet/model/container_header.h"

namespace couplet {
namespace {

ModelHeader without_self_test(ModelHeader header) {
  header.self_test.clear();
  return header;
}

/// 16 hexadecimal digits as two numbers that JSON and double hold exactly.
std::vector<double> halves_of(const std::string& digits) {
  std::vector<double> halves;
  for (const std::size_t place : {0, 8}) {
    std::uint32_t number = 0;
    std::from_chars(digits.data() + place, digits.data() + place + 8, number, 16);
    halves.push_back(number);
  }
  return halves;
}

}  // namespace

// The checksum of a header without self-test: the sums of all tensors stand in it.

std::vector<double> numbers_of_whole(const Model& model) {
  ModelWriter writer(without_self_test(model.header()));
  model.write(writer);
  return halves_of(writer.checksum());
}

bool is_as_fitted(const ModelFile& file) {
  const std::vector<TensorInfo> tensors(file.tensors().begin(), file.tensors().end());
  for (const SelfTestCase& test : file.header().self_test) {
    if (!test.input.empty()) continue;
    const std::string header = encode_header(without_self_test(file.header()), tensors);
    if (halves_of(header.substr(checksum_place, checksum_digits)) != test.expected) return false;
  }
  return true;
}

}  // namespace couplet
