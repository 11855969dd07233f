// A WordNet database of a dozen synsets, written by the tests themselves.
#pragma once

#include <map>
#include <string>

#include "tests/lexicon/word_tables.h"

namespace couplet::test {

/// File name -> content: hot/cold with satellites, temperature (their attribute), heat, warmth, snore and sleep.
inline std::map<std::string, std::string> tiny_wordnet_files() {
  return {{"data.noun",
           "  1 a licence  \n"
           "00000100 03 n 02 temperature 0 degree_of_heat 0 002 = 00000100 a 0000 = 00000200 a 0000 | how hot  \n"
           "00000200 03 n 01 heat 0 002 + 00000100 a 0101 @ 00000100 n 0000 | being hot\n"
           "00000300 03 n 01 Paris 0 001 @i 00000100 n 0000 | a name\n"},
          {"data.verb",
           "00000100 29 v 01 snore 0 001 * 00000200 v 0000 01 + 02 00 | breathe loudly\n"
           "00000200 29 v 02 sleep 0 kip 1 000 01 + 02 00 | be asleep\n"},
          {"data.adj",
           "00000100 00 a 01 hot 0 004 = 00000100 n 0000 + 00000200 n 0101 & 00000300 a 0000 ! 00000200 a 0101 | warm\n"
           "00000200 00 a 02 cold 0 frigid(p) 0 003 = 00000100 n 0000 & 00000400 a 0000 ! 00000100 a 0101 | not hot\n"
           "00000300 00 s 0a torrid 0 t2 0 t3 0 t4 0 t5 0 t6 0 t7 0 t8 0 t9 0 t10 0 001 & 00000100 a 0000 | very hot\n"
           "00000400 00 s 01 icy 0 001 & 00000200 a 0000 | very cold\n"},
          {"data.adv", "00000100 02 r 01 hotly 0 001 \\ 00000100 a 0101 | in a hot way\n"},
          {"index.noun",
           "  1 a licence  \n"
           "degree_of_heat n 1 1 = 1 0 00000100  \ntemperature n 1 1 = 1 1 00000100  \nheat n 2 2 + @ 2 0 00000200 "
           "00000100\n"
           "paris n 1 1 @i 1 0 00000300  \n"},
          {"index.verb", "snore v 1 1 * 1 0 00000100\nsleep v 1 0 1 0 00000200\nkip v 1 0 1 0 00000200\n"},
          {"index.adj", "hot a 2 2 & ! 2 2 00000100 00000300\ncold a 1 2 & ! 1 1 00000200\n"},
          {"index.adv", "hotly r 1 1 \\ 1 0 00000100\n"},
          {"noun.exc", "oxen ox\nheaten heat\n"},
          {"verb.exc", "slept sleep\n"},
          {"adj.exc", "hotter hot\n"},
          {"adv.exc", ""}};
}

/// Writes the files and returns their directory.
inline std::string write_wordnet(const TemporaryDirectory& scratch, const std::map<std::string, std::string>& files) {
  for (const auto& [name, content] : files) scratch.put(name, content);
  return scratch.file("");
}

}  // namespace couplet::test
