#include "couplet/text/weighting.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/base/expect_error.h"

using namespace couplet;
using doctest::Approx;
using Tf = TermFrequency;
using Idf = InverseDocumentFrequency;

TEST_CASE("term frequency schemes") {
  CHECK(term_weight(Tf::raw, 3) == 3);
  CHECK(term_weight(Tf::binary, 3) == 1);
  CHECK(term_weight(Tf::log2, 3) == Approx(2).epsilon(1e-14));
  CHECK(term_weight(Tf::sublinear, 1) == 1);
  CHECK(term_weight(Tf::sublinear, 3) == Approx(2.09861228866811).epsilon(1e-14));
  for (const Tf scheme : {Tf::raw, Tf::binary, Tf::log2, Tf::sublinear, Tf::bm25}) CHECK(term_weight(scheme, 0) == 0);
}

TEST_CASE("saturation of BM25") {
  CHECK(term_weight(Tf::bm25, 2, {10, 10}) == Approx(2 * 2.2 / 3.2).epsilon(1e-14));
  CHECK(term_weight(Tf::bm25, 2, {20, 10}) == Approx(2 * 2.2 / (2 + 1.2 * 1.75)).epsilon(1e-14));
  CHECK(term_weight(Tf::bm25, 2, {20, 10}, {1.2, 0}) == term_weight(Tf::bm25, 2, {5, 10}, {1.2, 0}));
  CHECK(term_weight(Tf::bm25, 7, {20, 10}, {0, 0.75}) == 1);
  CHECK(term_weight(Tf::bm25, 2, {20, 0}) == term_weight(Tf::bm25, 2, {1, 1}));
  CHECK(term_weight(Tf::bm25, 1e9, {10, 10}) == Approx(2.2).epsilon(1e-6));  // never above k1 + 1
}

TEST_CASE("document frequency schemes") {
  CHECK(document_weight(Idf::none, 100, 7) == 1);
  CHECK(document_weight(Idf::plain, 100, 10) == Approx(2.302585092994046).epsilon(1e-14));
  CHECK(document_weight(Idf::plain, 100, 100) == 0);
  CHECK(document_weight(Idf::log2, 64, 4) == 4);
  CHECK(document_weight(Idf::smooth, 99, 9) == Approx(1 + 2.302585092994046).epsilon(1e-14));
  CHECK(document_weight(Idf::smooth, 5, 5) == 1);
  CHECK(document_weight(Idf::bm25, 10, 2) == Approx(std::log(1 + 8.5 / 2.5)).epsilon(1e-14));
  for (const Idf scheme : {Idf::none, Idf::plain, Idf::log2, Idf::smooth, Idf::bm25})
    CHECK(std::isfinite(document_weight(scheme, 10, 0)));
}

TEST_CASE("weighting as a string") {
  CHECK(TermWeighting{}.spec() == "tf=sublinear,idf=smooth");
  for (const char* spec : {"tf=raw,idf=none", "tf=binary,idf=plain", "tf=log2,idf=log2", "tf=sublinear,idf=bm25",
                           "tf=bm25,k1=0.9,b=0.4,idf=bm25"})
    CHECK(TermWeighting::parse(spec).spec() == spec);
  CHECK(TermWeighting::parse("idf=none,tf=raw").spec() == "tf=raw,idf=none");
  CHECK(TermWeighting::parse("bm25").spec() == "tf=bm25,k1=1.2,b=0.75,idf=bm25");
  CHECK(TermWeighting::parse("tf=log2,idf=log2").weight(3, 64, 4) == Approx(8).epsilon(1e-14));
}

TEST_CASE("bad weighting") {
  const auto refuse = [](const char* spec, const char* text) {
    expect_error(ErrorCode::usage, text, [&] { TermWeighting::parse(spec); });
  };
  refuse("tf=log", "weighting \"tf=log\": unknown tf \"log\"; use one of raw, binary, log2, sublinear, bm25, given");
  refuse("idf=", "weighting \"idf=\": unknown idf \"\"; use one of none, plain, log2, smooth, bm25");
  refuse("", "weighting \"\": unknown part \"\"; write it as in tf=sublinear,idf=smooth or tf=bm25,k1=1.2,b=0.75");
  refuse("b=1.5", "weighting \"b=1.5\": b is \"1.5\"; it must be a number from 0 to 1");
  refuse("k1=nan", "weighting \"k1=nan\": k1 is \"nan\"; it must be a number from 0 to 1000");
  refuse("k1=1x", "weighting \"k1=1x\": k1 is \"1x\"; it must be a number from 0 to 1000");
}
