// A small model file with every kind of tensor and header entry, for the tests of the container.
#pragma once

#include <string>
#include <vector>

#include "couplet/model/container.h"

namespace couplet {

inline ModelHeader sample_header() {
  ModelHeader header;
  header.method = "sample";
  header.schema_version = 3;
  header.parameters = {{"whiten", "0.1"}, {"kernel", "rbf"}, {"vectors", ""}};
  header.details = {{"pipeline", "nfkc,lower,icu"}, {"a \"quoted\" name", "line\nbreak, \xC3\xA9 and \xE2\x82\xAC"}};
  header.data_fingerprint = "0123456789abcdef";
  header.data_rows = 12345;
  header.seed = 0xFFFFFFFFFFFFFFFFu;
  header.library_version = "0.1.0";
  header.self_test = {{{"a cat", "le chat"}, {0.1, -2.5e-300}}, {{}, {}}, {{""}, {1e300}}};
  return header;
}

/// One tensor of every type, with lengths that would misalign each other if they lay in the order of their names.
struct SampleTensors {
  std::vector<double> f64 = {1.5, -0.0, 1e-308, 4};
  std::vector<std::int64_t> i64 = {-1, INT64_MAX, INT64_MIN};
  std::vector<float> f32 = {0.5f, -0.25f, 3e38f, 1e-40f, 7, 8};
  std::vector<std::int32_t> i32 = {-7, INT32_MAX, INT32_MIN, 0, 5};
  std::vector<char> u8 = {'a', '\0', '\xFF'};
  std::vector<float> empty;

  void add_to(ModelWriter& writer) const {
    writer.add("a.u8", u8, {3});
    writer.add("b.i32", i32, {5, 1});
    writer.add("c.f32", f32, {2, 3});
    writer.add("d.i64", i64, {3});
    writer.add("e.f64", f64, {2, 2});
    writer.add("f.empty", empty, {0, 300});
  }
};

/// Writes header and tensors to the path.
inline void write_sample(const std::string& path, const ModelHeader& header = sample_header()) {
  const SampleTensors tensors;
  ModelWriter writer(header);
  tensors.add_to(writer);
  writer.write(path);
}

}  // namespace couplet
