#include "couplet/lexicon/inflections.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/lexicon/thesaurus.h"
#include "couplet/text/utf8.h"

namespace couplet {

namespace {

struct Detachment {
  std::string_view ending, replacement;
};

// The rules of morphy(7WN), in its order.
constexpr std::array<Detachment, 8> noun_rules{{{"s", ""},
                                                {"ses", "s"},
                                                {"xes", "x"},
                                                {"zes", "z"},
                                                {"ches", "ch"},
                                                {"shes", "sh"},
                                                {"men", "man"},
                                                {"ies", "y"}}};
constexpr std::array<Detachment, 8> verb_rules{
    {{"s", ""}, {"ies", "y"}, {"es", "e"}, {"es", ""}, {"ed", "e"}, {"ed", ""}, {"ing", "e"}, {"ing", ""}}};
constexpr std::array<Detachment, 4> adjective_rules{{{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}}};

std::span<const Detachment> rules_of(PartOfSpeech part) {
  switch (part) {
    case PartOfSpeech::noun:
      return noun_rules;
    case PartOfSpeech::verb:
      return verb_rules;
    case PartOfSpeech::adjective:
      return adjective_rules;
    case PartOfSpeech::adverb:
      return {};
  }
  return {};
}

constexpr std::string_view part_letters = "nvar";

/// The next field before a blank; empty at the end.
std::string_view next_field(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view field = line.substr(0, line.find(' '));
  line.remove_prefix(field.size());
  return field;
}

}  // namespace

void Inflections::add(PartOfSpeech part, std::string_view form, std::string_view base) {
  Exceptions& exceptions = exceptions_[static_cast<std::size_t>(part)];
  const std::int64_t number = exceptions.forms.add(form);
  if (number == static_cast<std::int64_t>(exceptions.bases.size())) exceptions.bases.emplace_back();
  auto& bases = exceptions.bases[number];
  if (std::find(bases.begin(), bases.end(), base) == bases.end()) bases.emplace_back(base);
}

void Inflections::read(const std::string& path, PartOfSpeech part) {
  LineReader lines(path);
  std::string form, base;
  for (std::string_view line; lines.next(line);) {
    if (line.empty()) continue;
    require_utf8(line, lines.place());
    thesaurus_form(next_field(line), form);
    std::string_view field = next_field(line);
    if (form.empty() || field.empty())
      throw Error(ErrorCode::data, lines.place(), "an exception needs a form and its base form",
                  "install the Debian package wordnet-base again");
    for (; !field.empty(); field = next_field(line)) {
      thesaurus_form(field, base);
      if (!base.empty()) add(part, form, base);
    }
  }
}

std::vector<std::string> Inflections::base_forms(std::string_view form, PartOfSpeech part,
                                                 const std::function<bool(std::string_view)>& known) const {
  std::vector<std::string> found;
  const auto keep = [&](std::string base) {
    if (base != form && !base.empty() && known(base) && std::find(found.begin(), found.end(), base) == found.end())
      found.push_back(std::move(base));
  };
  const Exceptions& exceptions = exceptions_[static_cast<std::size_t>(part)];
  if (const std::int64_t number = exceptions.forms.find(form); number >= 0)
    for (const std::string& base : exceptions.bases[number]) keep(base);
  if (!found.empty()) return found;
  // "boxesful" and the like: the suffix stays, the rest is a noun.
  std::string_view tail;
  if (part == PartOfSpeech::noun) {
    if (form.ends_with("ful")) tail = "ful";
    if (form.ends_with("ss") || form.size() <= 2) return found;
  }
  const std::string_view stem = form.substr(0, form.size() - tail.size());
  for (const auto& [ending, replacement] : rules_of(part))
    if (stem.size() > ending.size() && stem.ends_with(ending))
      keep(std::string(stem.substr(0, stem.size() - ending.size())) + std::string(replacement) + std::string(tail));
  return found;
}

std::string Inflections::text() const {
  std::string out;
  for (std::size_t part = 0; part < 4; ++part)
    for (std::size_t i = 0; i < exceptions_[static_cast<std::size_t>(part)].bases.size(); ++i)
      for (const std::string& base : exceptions_[static_cast<std::size_t>(part)].bases[i])
        out.append(1, part_letters[part])
            .append(1, '\t')
            .append(exceptions_[static_cast<std::size_t>(part)].forms.word(static_cast<std::int64_t>(i)))
            .append(1, '\t')
            .append(base)
            .append(1, '\n');
  return out;
}

Inflections Inflections::from_text(std::string_view text, const std::function<bool(std::string_view)>& known) {
  Inflections result;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const std::size_t part = part_letters.find(line.substr(0, 1));
    const std::size_t gap = line.size() > 2 ? line.find('\t', 2) : std::string_view::npos;
    if (end == std::string_view::npos || part == std::string_view::npos || line.size() < 5 || line[1] != '\t' ||
        gap == std::string_view::npos || gap == 2 || gap + 1 == line.size())
      throw Error(ErrorCode::model, "inflections", "'" + std::string(line.substr(0, 40)) + "' is not an exception",
                  "fit the model again");
    const std::string_view base = line.substr(gap + 1);
    if (known(base)) result.add(static_cast<PartOfSpeech>(part), line.substr(2, gap - 2), base);
    text.remove_prefix(end + 1);
  }
  return result;
}

}  // namespace couplet
