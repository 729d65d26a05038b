#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "conventions/tree.hpp"

namespace tradepost::conventions {

struct Room {
  std::set<std::string> below;  // what its arrows point at
  bool includes_everything = false;
  bool planned = false;
  std::string whole;  // the room that it is a part of; empty: it is none
};

// The rooms of src/ and their arrows, as ARCHITECTURE.md draws them in its block ```arrows: the
// page is the law, so that there is no second list. A line is `room → room, room`, with `(planned)`
// after it while the room has no sources. Indented lines are the parts of the room above them, each
// a folder of it: their arrows lead to other parts of the same room, and out of it they may include
// what the room may. The room's own files stand above its parts.
class Arrows {
 public:
  explicit Arrows(const File& page);

  const std::map<std::string, Room>& rooms() const { return rooms_; }

  // An arrow includes everything below its target.
  bool allows(const std::string& from, const std::string& to) const;

 private:
  // Along the arrows as they are written.
  bool leads(const std::string& from, const std::string& to) const;

  std::map<std::string, Room> rooms_;
};

// A library, a row of the table in docs/internals/dependencies.md: which headers are its own, and
// who alone includes them.
struct Library {
  std::string name;
  std::vector<std::string> headers;  // globs
  std::vector<std::string> places;   // globs
};

std::vector<Library> libraries_on(const File& page);

// The arrows themselves: every end is a room, none goes in a circle, a room is planned or has
// sources.
std::vector<Finding> faults_of_arrows(const Arrows& arrows, const std::vector<File>& files);

// What a file includes against the arrows and the libraries.
std::vector<Finding> faults_of_includes(const File& file, const Arrows& arrows,
                                        const std::vector<Library>& libraries);

}  // namespace tradepost::conventions
