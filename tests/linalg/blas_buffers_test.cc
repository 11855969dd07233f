#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "couplet/linalg/lapack.h"

using namespace couplet;

extern "C" {
void* blas_memory_alloc(int kind);
void blas_memory_free(void* buffer);
}

TEST_CASE("no two threads are ever given the same work buffer") {
  // OpenBLAS alone fails this some hundred times: its slots are taken without a lock.
  constexpr int threads = 4, rounds = 3000;
  std::atomic<int> shared = 0;
  std::vector<std::jthread> all;
  for (int t = 1; t <= threads; ++t)
    all.emplace_back([&, t] {
      for (int i = 0; i < rounds; ++i) {
        auto* const mark = static_cast<std::atomic<int>*>(blas_memory_alloc(0));
        mark->store(t);
        std::this_thread::yield();
        if (mark->load() != t) ++shared;
        blas_memory_free(mark);
      }
    });
  all.clear();
  CHECK(shared == 0);
}
