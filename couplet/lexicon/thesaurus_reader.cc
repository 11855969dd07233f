#include "couplet/lexicon/thesaurus_reader.h"

#include <filesystem>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/lexicon/mythes.h"
#include "couplet/lexicon/roget.h"
#include "couplet/lexicon/thesaurus_tsv.h"
#include "couplet/lexicon/wordnet_thesaurus.h"

namespace couplet {

namespace {

/// Pairs of heads with a single antonym between them are right only seven times in ten.
constexpr int least_links = 2;

bool is_encoding(std::string_view line) {
  return line == "UTF-8" || line == "utf-8" || line.starts_with("ISO8859-") || line.starts_with("ISO-8859-");
}

/// "   #12. Name. --" or "#12. Name."
bool starts_head(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  if (line.size() < 4 || line[0] != '#' || line[1] < '0' || line[1] > '9') return false;
  const std::size_t end = line.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz", 1);
  return end != std::string_view::npos && line[end] == '.';
}

void require_there(const std::string& path) {
  if (std::filesystem::exists(path)) return;
  std::string remedy = "check the name";
  if (path.ends_with(".dat")) remedy = "install a thesaurus such as the Debian package mythes-en-us";
  if (path.find("wordnet") != std::string::npos || path.find("WordNet") != std::string::npos)
    remedy = "install the Debian package wordnet-base";
  throw Error(ErrorCode::io, path, "no such file or directory", remedy);
}

}  // namespace

ThesaurusKind thesaurus_kind(const std::string& path) {
  if (path == "wordnet" || std::filesystem::is_directory(path)) return ThesaurusKind::wordnet;
  if (path == "-")
    throw Error(ErrorCode::usage, "", "a thesaurus cannot come from standard input", "give the path of its file");
  require_there(path);
  LineReader lines(path);
  std::string_view line;
  // Project Gutenberg's texts have some hundred lines before the first head.
  constexpr std::int64_t looked_at = 2000;
  while (lines.line_number() < looked_at && lines.next(line)) {
    if (lines.line_number() == 1) {
      if (is_encoding(line)) return ThesaurusKind::mythes;
      if (line.starts_with("head1\t") && line.find("\thead2") != std::string_view::npos)
        return ThesaurusKind::opposing_heads;
    }
    if (starts_head(line)) return ThesaurusKind::roget;
  }
  return ThesaurusKind::list;
}

Thesauri read_thesauri(std::span<const std::string> paths, const Run& run) {
  Thesauri result;
  std::vector<RogetHead> heads;
  std::optional<std::size_t> roget;  // its place in result.all
  std::string table, roget_path;
  bool has_wordnet = false;
  for (const std::string& path : paths) {
    switch (thesaurus_kind(path)) {
      case ThesaurusKind::wordnet: {
        const WordNet net = WordNet::read(path == "wordnet" ? debian_wordnet : path, run);
        if (!has_wordnet) result.inflections = net.inflections();
        has_wordnet = true;
        result.all.push_back(wordnet_thesaurus(net, run));
        break;
      }
      case ThesaurusKind::mythes:
        result.all.push_back(read_mythes(path, run));
        break;
      case ThesaurusKind::list:
        result.all.push_back(read_thesaurus_tsv(path, run));
        break;
      case ThesaurusKind::opposing_heads:
        if (!table.empty()) throw Error(ErrorCode::usage, path, "a second table of opposing heads", "give one");
        table = path;
        break;
      case ThesaurusKind::roget:
        if (roget) throw Error(ErrorCode::usage, path, "a second text of Roget's form", "give one");
        heads = read_roget(path, run);
        roget = result.all.size();
        result.all.emplace_back("roget");
        break;
    }
  }
  if (!table.empty() && !roget)
    throw Error(ErrorCode::usage, table, "opposing heads of a thesaurus that is not given",
                "give the text of Roget's thesaurus too");
  if (roget) {
    const OpposingHeads opposing = table.empty() ? infer_opposing_heads(heads, result.all, least_links)
                                                 : read_opposing_heads(table, heads, least_links);
    result.all[*roget] = roget_thesaurus(heads, opposing);
  }
  return result;
}

}  // namespace couplet
