// What a search found, as data: block by block, and together.
//
//   gives   records, which can be written down and read again; a summary made of them that is the same however they were made
//   does not judge
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "space/program.hpp"

namespace thinair::find {
using namespace space;

// A state that one side has and the other has not.
struct Breach {
  std::string forbids, allows;  // who
  std::string state;            // as text: "0:r0=1; 1:r1=0;"
  std::string clause;           // the same as a proposition: "0:r0=1 /\ 1:r1=0"
  std::string note;             // what was made stronger, ..
  std::string rule;             // transformation: by which
  std::string way;              // stronger: by mode, fence or join

  // What is minimal is so within a group: who allows what the other forbids is one thing, the other way round is another.
  auto group() const { return std::tie(forbids, allows, rule, way); }
};

struct Found {
  std::string program;  // canonical text
  Breach breach;
};

// What came of one block.
struct Record {
  std::uint64_t block = 0;                       // its number in the space
  std::uint64_t programs = 0;                    // asked
  std::uint64_t unknown = 0;                     // of these, without an answer
  std::map<std::string, std::uint64_t> places;   // of transformations, by rule
  std::map<std::string, std::uint64_t> invalid;  // of these, with new outcomes
  std::string limit;                             // why, of the first
  std::vector<Found> found;                      // by program; one for each group that it breaks
  std::uint64_t found_programs() const;
};

struct Shard {
  std::uint64_t index = 0, of = 1;
};

struct Totals {
  std::uint64_t skeletons = 0, programs = 0;
};

// What records say together.
struct Finding {
  Program program;
  Breach breach;
  std::uint64_t covers = 0;  // how many found programs it embeds in, itself included
  std::string name;          // the catalogue's, or as diy names it; "" if it has none
  std::string known_as;      // in the catalogue; "" if it is not there
};

struct Summary {
  std::uint64_t programs = 0, unknown = 0, found = 0;  // programs
  std::map<std::string, std::uint64_t> places, invalid;
  std::string limit;
  std::vector<Finding> findings;  // smallest first; minimal ones, unless all are wanted
};
Summary summarise(std::vector<Record> records, bool all);

}  // namespace thinair::find
