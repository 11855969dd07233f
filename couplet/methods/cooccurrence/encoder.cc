#include "couplet/methods/cooccurrence/encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"

namespace couplet {

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
    case EncoderKind::chars:
      dimension_ = parts_.spec.dimension;
      break;
    case EncoderKind::rows:
      dimension_ = parts_.row_dimension;
      break;
    case EncoderKind::shape:
      dimension_ = shape_parts.size();
      break;
    case EncoderKind::extremes:
      dimension_ = 2 * parts_.vectors->dimension();
      break;
    default:
      dimension_ = parts_.vectors->dimension();
  }
}

bool Encoder::look_up(std::string_view term, Bag& bag) const {
  if (parts_.spec.hashes()) {
    const HashedTerm hashed = hash_term(term, dimension_);
    bag.insert(term, {hashed.bucket, parts_.weights[hashed.bucket], hashed.sign, 1, {}, {}});
    return true;
  }
  const WordVectors& vectors = *parts_.vectors;
  const bool weighted = !parts_.weights.empty();
  const std::int64_t number = vectors.words().find(term);
  if (number >= 0) {
    bag.insert(term, {number, weighted ? parts_.weights[number] : 1.0, 1, 1, {}, {}});
    return true;
  }
  std::vector<float> made(vectors.dimension());
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
  const bool sublinear = parts_.spec.hashes() || parts_.spec.kind == EncoderKind::lsa;
  return sublinear ? 1 + std::log(count) : count;
}

double Encoder::scale(const Bag& bag, const VectorD& sum) const {
  switch (parts_.spec.kind) {
    case EncoderKind::mean:
    case EncoderKind::idf:
    case EncoderKind::sif: {
      double total = 0;
      for (const auto& entry : bag.entries) total += entry.weight * entry.count;
      return total > 0 ? 1 / total : 0;
    }
    case EncoderKind::hash:
    case EncoderKind::chars:
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

std::span<const float> Encoder::vector_of(const Bag& bag, std::size_t entry) const {
  const auto& one = bag.entries[entry];
  return one.number < 0 ? std::span<const float>(one.vector) : parts_.vectors->row(one.number);
}

void Encoder::add_entry(const Bag& bag, std::size_t entry, VectorD& sum) const {
  const auto& one = bag.entries[entry];
  const double factor = one.weight * one.sign * term_factor(one.count);
  if (parts_.spec.hashes())
    sum[one.number] += factor;
  else
    accumulate(vector_of(bag, entry), factor, sum.data());
}

std::vector<std::size_t> Encoder::extreme_owners(const Bag& bag) const {
  const auto width = static_cast<std::size_t>(parts_.vectors->dimension());
  std::vector<std::size_t> owners(2 * width, 0);
  for (std::size_t e = 1; e < bag.entries.size(); ++e) {
    const auto vector = vector_of(bag, e);
    for (std::size_t d = 0; d < width; ++d) {
      if (vector[d] > vector_of(bag, owners[d])[d]) owners[d] = e;
      if (vector[d] < vector_of(bag, owners[width + d])[d]) owners[width + d] = e;
    }
  }
  return owners;
}

std::array<double, shape_parts.size()> Encoder::shape_of(std::span<const std::string_view> tokens) const {
  const auto has = [&](std::string_view mark) {
    return static_cast<double>(std::find(tokens.begin(), tokens.end(), mark) != tokens.end());
  };
  const std::string_view last = tokens.empty() ? std::string_view() : tokens.back();
  return {std::log1p(static_cast<double>(tokens.size())), static_cast<double>(last == "?"),
          static_cast<double>(last == "!"), has("-"), has(".")};
}

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
  const bool extremes = parts_.spec.kind == EncoderKind::extremes;
  for (Index i = 0; i < count; ++i) {
    if (parts_.spec.kind == EncoderKind::shape) {
      const auto numbers = shape_of(tokeniser.tokens(items.texts[i]));
      std::copy(numbers.begin(), numbers.end(), out.row(i).data());
      continue;
    }
    gather(items.texts[i], tokeniser, bag, coverage);
    known[i] = !bag.entries.empty();
    if (extremes && known[i]) {
      const auto width = static_cast<std::size_t>(parts_.vectors->dimension());
      const auto owners = extreme_owners(bag);
      for (std::size_t d = 0; d < owners.size(); ++d)
        out(i, static_cast<Index>(d)) = static_cast<double>(vector_of(bag, owners[d])[d % width]);
    }
    if (extremes) continue;
    sum.setZero();
    for (std::size_t e = 0; e < bag.entries.size(); ++e) add_entry(bag, e, sum);
    out.row(i) = sum.transpose() * scale(bag, sum);
  }
  return out;
}

std::vector<TermVector> Encoder::terms(const std::string& text) const {
  if (parts_.spec.kind == EncoderKind::rows)
    throw Error(ErrorCode::usage, "", "a model of .npy rows has no words to explain a score by",
                "use training pairs: fit with --keep-pairs");
  Tokeniser tokeniser = text_.make();
  std::vector<TermVector> parts;
  if (parts_.spec.kind == EncoderKind::shape) {
    const auto numbers = shape_of(tokeniser.tokens(text));
    for (std::size_t d = 0; d < numbers.size(); ++d) {
      parts.push_back({std::string(shape_parts[d]), VectorD::Zero(dimension_)});
      parts.back().vector[static_cast<Index>(d)] = numbers[d];
    }
    return parts;
  }
  Bag bag;
  Coverage coverage;
  gather(text, tokeniser, bag, coverage);
  VectorD sum = VectorD::Zero(dimension_);
  for (std::size_t e = 0; e < bag.entries.size(); ++e) {
    TermVector part{bag.entries[e].term, VectorD::Zero(dimension_)};
    if (parts_.spec.kind != EncoderKind::extremes) add_entry(bag, e, part.vector);
    sum += part.vector;
    parts.push_back(std::move(part));
  }
  if (parts_.spec.kind == EncoderKind::extremes && !parts.empty()) {
    const auto width = static_cast<std::size_t>(parts_.vectors->dimension());
    const auto owners = extreme_owners(bag);
    for (std::size_t d = 0; d < owners.size(); ++d)
      parts[owners[d]].vector[static_cast<Index>(d)] = static_cast<double>(vector_of(bag, owners[d])[d % width]);
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

}  // namespace couplet
