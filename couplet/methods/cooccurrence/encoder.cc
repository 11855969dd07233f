#include "couplet/methods/cooccurrence/encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/model/saved_word_vectors.h"

namespace couplet {

EncoderSpec EncoderSpec::parse(const std::string& text) {
  const auto colon = text.find(':');
  const std::string name = text.substr(0, colon);
  EncoderSpec spec;
  if (name == "sum")
    spec.kind = EncoderKind::sum;
  else if (name == "mean")
    spec.kind = EncoderKind::mean;
  else if (name == "idf")
    spec.kind = EncoderKind::idf;
  else if (name == "hash")
    spec = {EncoderKind::hash, 1024};
  else if (name == "lsa")
    spec.kind = EncoderKind::lsa;
  else if (name == "rows")
    spec.kind = EncoderKind::rows;
  else
    throw Error(ErrorCode::usage, "--encoder", "unknown encoder '" + text + "'",
                "use sum, mean or idf (with --vectors), hash:DIM or lsa:DIM");
  if (colon == std::string::npos) return spec;
  const std::string number = text.substr(colon + 1);
  const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), spec.dimension);
  const bool takes_dimension = name == "hash" || name == "lsa";
  if (!takes_dimension || failure != std::errc() || end != number.data() + number.size() || spec.dimension < 1 ||
      spec.dimension > 20000)
    throw Error(ErrorCode::usage, "--encoder", "'" + text + "' makes no sense",
                "write hash:DIM or lsa:DIM with DIM from 1 to 20000, the others alone");
  return spec;
}

std::string EncoderSpec::text() const {
  switch (kind) {
    case EncoderKind::sum:
      return "sum";
    case EncoderKind::mean:
      return "mean";
    case EncoderKind::idf:
      return "idf";
    case EncoderKind::hash:
      return fmt::format("hash:{}", dimension);
    case EncoderKind::lsa:
      return dimension > 0 ? fmt::format("lsa:{}", dimension) : "lsa";
    case EncoderKind::rows:
      return "rows";
  }
  return "";
}

void Coverage::add(const Coverage& other, std::int64_t sign) {
  texts += sign * other.texts;
  unknown_texts += sign * other.unknown_texts;
  tokens += sign * other.tokens;
  unknown_tokens += sign * other.unknown_tokens;
}

HashedTerm hash_term(std::string_view term, Index buckets) {
  const std::uint64_t hash = hash64(term, 0x636f75706c657421);
  return {static_cast<Index>((hash >> 1) % static_cast<std::uint64_t>(buckets)), (hash & 1) ? 1.0 : -1.0};
}

/// The terms of one text: row number (or bucket) and count; words made from subwords bring their own vector.
struct Encoder::Bag {
  struct Entry {
    std::int64_t number;  // row of vectors, bucket, or -1 for a vector made from subwords
    double weight;        // idf
    double sign;
    double count;
    std::string term;
    std::vector<float> vector;  // only when number is -1
  };
  std::vector<Entry> entries;
  Vocabulary seen;

  /// The entry of a term met before in this text, counted once more.
  bool count_again(std::string_view term) {
    const std::int64_t at = seen.find(term);
    if (at < 0) return false;
    entries[at].count += 1;
    return true;
  }
  void insert(std::string_view term, Entry entry) {
    seen.add(term);
    entry.term = std::string(term);
    entries.push_back(std::move(entry));
  }
};

Encoder::Encoder(Parts parts)
    : parts_(std::move(parts)), text_(TextPipeline::parse(parts_.pipeline.empty() ? "space" : parts_.pipeline)) {
  switch (parts_.spec.kind) {
    case EncoderKind::hash:
      dimension_ = parts_.spec.dimension;
      break;
    case EncoderKind::rows:
      dimension_ = parts_.row_dimension;
      break;
    default:
      dimension_ = parts_.vectors->dimension();
  }
}

bool Encoder::look_up(std::string_view term, Bag& bag) const {
  if (parts_.spec.kind == EncoderKind::hash) {
    const HashedTerm hashed = hash_term(term, dimension_);
    bag.insert(term, {hashed.bucket, parts_.weights[hashed.bucket], hashed.sign, 1, {}, {}});
    return true;
  }
  const WordVectors& vectors = *parts_.vectors;
  const bool weighted = parts_.spec.kind == EncoderKind::idf;
  const std::int64_t number = vectors.words().find(term);
  if (number >= 0) {
    bag.insert(term, {number, weighted ? parts_.weights[number] : 1.0, 1, 1, {}, {}});
    return true;
  }
  std::vector<float> made(dimension_);
  if (!vectors.subwords() || !vectors.find(term, made)) return false;
  bag.insert(term, {-1, weighted ? parts_.unseen_weight : 1.0, 1, 1, {}, std::move(made)});
  return true;
}

void Encoder::add_term(std::string_view term, Bag& bag, Coverage& coverage) const {
  ++coverage.tokens;
  if (bag.count_again(term) || look_up(term, bag)) return;
  // A compound that the table lacks ("short-lived") is known by its parts.
  bool any = false;
  if (term.find('-') != std::string_view::npos && parts_.spec.needs_vectors())
    for (std::size_t begin = 0; begin <= term.size();) {
      const std::size_t end = std::min(term.find('-', begin), term.size());
      const std::string_view part = term.substr(begin, end - begin);
      if (!part.empty() && (bag.count_again(part) || look_up(part, bag))) any = true;
      begin = end + 1;
    }
  if (!any) ++coverage.unknown_tokens;
}

void Encoder::gather(std::string_view text, Tokeniser& tokeniser, Bag& bag, Coverage& coverage) const {
  bag.entries.clear();
  bag.seen = Vocabulary();
  for (const std::string_view term : tokeniser.tokens(text)) add_term(term, bag, coverage);
  ++coverage.texts;
  if (bag.entries.empty()) ++coverage.unknown_texts;
}

double Encoder::term_factor(double count) const {
  const bool sublinear = parts_.spec.kind == EncoderKind::hash || parts_.spec.kind == EncoderKind::lsa;
  return sublinear ? 1 + std::log(count) : count;
}

double Encoder::scale(const Bag& bag, const VectorD& sum) const {
  switch (parts_.spec.kind) {
    case EncoderKind::mean:
    case EncoderKind::idf: {
      double total = 0;
      for (const auto& entry : bag.entries) total += entry.weight * entry.count;
      return total > 0 ? 1 / total : 0;
    }
    case EncoderKind::hash:
    case EncoderKind::lsa: {
      const double length = sum.norm();
      return length > 0 ? 1 / length : 0;
    }
    default:
      return 1;
  }
}

namespace {

/// target += factor * source
void accumulate(std::span<const float> source, double factor, double* target) {
  for (std::size_t d = 0; d < source.size(); ++d) target[d] += factor * source[d];
}

/// A row of numbers written as text, for models of rows.
void parse_row(const std::string& text, Eigen::Ref<Eigen::RowVectorXd> out) {
  const char* at = text.data();
  const char* end = at + text.size();
  const auto skip_blanks = [&] {
    while (at < end && (*at == ' ' || *at == ',')) ++at;
  };
  bool sound = true;
  for (Index column = 0; sound && column < out.size(); ++column) {
    skip_blanks();
    const auto [next, failure] = std::from_chars(at, end, out[column]);
    sound = failure == std::errc() && std::isfinite(out[column]);
    at = next;
  }
  skip_blanks();
  if (!sound || at != end)
    throw Error(ErrorCode::data, "", fmt::format("'{}' is not a row of {} numbers", text.substr(0, 40), out.size()),
                "this model was fitted on .npy rows: give .npy files, or numbers separated by blanks");
}

}  // namespace

MatrixD Encoder::encode(Items items, std::vector<char>& known, Coverage& coverage) const {
  const Index count = items.size();
  known.assign(count, 1);
  if (parts_.spec.kind == EncoderKind::rows) {
    coverage.texts += count;
    if (items.texts.empty()) {
      if (count > 0 && items.rows.cols() != dimension_)
        throw Error(ErrorCode::data, "",
                    fmt::format("rows of {} numbers, the model has {}", items.rows.cols(), dimension_),
                    "use the encoder the model was fitted with");
      return std::move(items.rows);
    }
    MatrixD rows(count, dimension_);
    for (Index i = 0; i < count; ++i) parse_row(items.texts[i], rows.row(i));
    return rows;
  }
  if (items.texts.empty() && count > 0)
    throw Error(ErrorCode::data, "", "the model was fitted on texts, the input is .npy rows",
                "give the texts themselves");
  MatrixD out = MatrixD::Zero(count, dimension_);
  Tokeniser tokeniser = text_.make();
  Bag bag;
  VectorD sum(dimension_);
  for (Index i = 0; i < count; ++i) {
    gather(items.texts[i], tokeniser, bag, coverage);
    known[i] = !bag.entries.empty();
    sum.setZero();
    for (const auto& entry : bag.entries) {
      const double factor = entry.weight * entry.sign * term_factor(entry.count);
      if (parts_.spec.kind == EncoderKind::hash)
        sum[entry.number] += factor;
      else
        accumulate(entry.number < 0 ? entry.vector : parts_.vectors->row(entry.number), factor, sum.data());
    }
    out.row(i) = sum.transpose() * scale(bag, sum);
  }
  return out;
}

std::vector<TermVector> Encoder::terms(const std::string& text) const {
  if (parts_.spec.kind == EncoderKind::rows)
    throw Error(ErrorCode::usage, "", "a model of .npy rows has no words to explain a score by",
                "use training pairs: fit with --keep-pairs");
  Tokeniser tokeniser = text_.make();
  Bag bag;
  Coverage coverage;
  gather(text, tokeniser, bag, coverage);
  std::vector<TermVector> parts;
  VectorD sum = VectorD::Zero(dimension_);
  for (const auto& entry : bag.entries) {
    TermVector part{entry.term, VectorD::Zero(dimension_)};
    const double factor = entry.weight * entry.sign * term_factor(entry.count);
    if (parts_.spec.kind == EncoderKind::hash)
      part.vector[entry.number] += factor;
    else
      accumulate(entry.number < 0 ? entry.vector : parts_.vectors->row(entry.number), factor, part.vector.data());
    sum += part.vector;
    parts.push_back(std::move(part));
  }
  const double factor = scale(bag, sum);
  for (auto& part : parts) part.vector *= factor;
  return parts;
}

std::string Encoder::sample_text(Index first) const {
  if (!parts_.vectors) return first % 2 ? "which word fits" : "the same words again";
  std::string text;
  Tokeniser tokeniser = text_.make();
  const Vocabulary& words = parts_.vectors->words();
  for (Index i = 0, found = 0; i < words.size() && found < 4; ++i) {
    std::string word(words.word((first + i) % words.size()));
    for (std::size_t at; (at = word.find(word_mark)) != std::string::npos;) word.replace(at, word_mark.size(), 1, ' ');
    const auto tokens = tokeniser.tokens(word);
    if (std::none_of(tokens.begin(), tokens.end(), [&](std::string_view token) { return words.find(token) >= 0; }))
      continue;
    text += (found++ ? " " : "") + word;
  }
  return text;
}

void Encoder::write(ModelWriter& writer, const std::string& prefix, const Encoder* other) const {
  if (!parts_.weights.empty()) {
    writer.add(prefix + ".weights", std::span<const float>(parts_.weights),
               {static_cast<Index>(parts_.weights.size())});
    writer.add(prefix + ".unseen_weight", std::vector<float>{parts_.unseen_weight}, {1});
  }
  if (parts_.spec.kind == EncoderKind::rows) {
    writer.add(prefix + ".dimension", std::vector<std::int64_t>{parts_.row_dimension}, {1});
  }
  if (!parts_.vectors || (other && other->parts_.vectors == parts_.vectors)) return;
  add_word_vectors(writer, prefix + ".", *parts_.vectors);
}

Encoder Encoder::load(const ModelFile& file, const std::string& prefix, const EncoderSpec& spec,
                      const std::string& pipeline, const Encoder* other) {
  Parts parts{spec, pipeline, nullptr, {}, 1, 0};
  if (file.has(prefix + ".weights")) {
    const auto weights = file.floats(prefix + ".weights");
    parts.weights.assign(weights.begin(), weights.end());
    parts.unseen_weight = file.floats(prefix + ".unseen_weight", 1)[0];
  }
  if (spec.kind == EncoderKind::rows) parts.row_dimension = file.integers(prefix + ".dimension", 1)[0];
  std::int64_t expected_weights = spec.kind == EncoderKind::hash ? spec.dimension : 0;
  if (spec.needs_vectors() || spec.kind == EncoderKind::lsa) {
    const bool shared = other && other->parts_.vectors && !file.has(prefix + ".vectors");
    parts.vectors =
        shared ? other->parts_.vectors : std::make_shared<const WordVectors>(load_word_vectors(file, prefix + "."));
    if (spec.kind == EncoderKind::idf) expected_weights = parts.vectors->size();
  }
  if (static_cast<std::int64_t>(parts.weights.size()) != expected_weights ||
      (spec.kind == EncoderKind::rows && parts.row_dimension < 1))
    throw Error(ErrorCode::model, prefix, "its weights do not fit its words", "fit the model again");
  return Encoder(std::move(parts));
}

std::uint64_t Encoder::fingerprint() const {
  Fingerprint print;
  const auto add = [&](const auto& values) {
    print.add({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])});
  };
  print.add(parts_.spec.text() + "\n" + parts_.pipeline + "\n" + std::to_string(dimension_) + "\n");
  add(parts_.weights);
  if (parts_.vectors) {
    add(parts_.vectors->words().bytes());
    add(parts_.vectors->values());
    if (const auto& subwords = parts_.vectors->subwords()) add(subwords->values);
  }
  return print.value();
}

}  // namespace couplet
