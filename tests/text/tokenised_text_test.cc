#include "couplet/text/tokenised_text.h"

#include <doctest/doctest.h>

#include "couplet/text/word_counts.h"
#include "tests/base/warnings.h"

using namespace couplet;

TEST_CASE("marks of another tokeniser that the pipeline cuts are named, with the remedy") {
  const std::string text = "the cat <unk> sat\non the mat </s>";
  const std::string said = about_tokenised(text, TextPipeline::parse("nfkc,lower,penn"));
  CHECK(said.find("<unk>") != std::string::npos);
  CHECK(said.find("--text space") != std::string::npos);
  CHECK(about_tokenised(text, TextPipeline::parse("lower,space")).empty());
  CHECK(about_tokenised("x<unk>y and <unknown>", TextPipeline::parse("nfkc,lower,icu")).empty());
}

TEST_CASE("a blank before the commas of a text is said, unless words are cut at blanks only") {
  std::string apart, usual;
  for (int i = 0; i < 30; ++i) {
    apart += "well , he said , yes .\n";
    usual += "well, he said, yes.\n";
  }
  CHECK(about_tokenised(apart, TextPipeline::parse("nfkc,lower,icu")).find("tokenised") != std::string::npos);
  CHECK(about_tokenised(apart, TextPipeline::parse("lower,space")).empty());
  CHECK(about_tokenised(usual, TextPipeline::parse("nfkc,lower,icu")).empty());
  CHECK(about_tokenised(usual + "one , two", TextPipeline::parse("nfkc,lower,icu")).empty());
}

TEST_CASE("counting the words of a text says so") {
  const Source text = texts_in_memory({"the <unk> sat", "on the mat"});
  Warnings warnings;
  Run run;
  run.observer = &warnings;
  count_words(text, WordOptions(), run);
  CHECK(warnings.messages.at(0).find("<unk>") != std::string::npos);
}
