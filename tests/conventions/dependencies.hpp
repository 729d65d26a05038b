#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conventions/tree.hpp"

namespace tradepost::conventions {

struct Module {
  std::set<std::string> targets;  // the modules that it depends on directly
  bool includes_everything = false;
  bool planned = false;
  std::string parent;  // the module that it is a part of; empty: a whole module
  std::string group;   // a folder of src/; empty: src/ itself
};

// The modules of src/ and their dependencies. The block ```arrows of ARCHITECTURE.md is the only
// list of them. A line is `module → module, module`, followed by `(planned)` while the module has
// no sources. Indented lines are the parts of the module above them, each a folder of it. A part
// lists the parts of the same module that it depends on; it also has the dependencies of its
// module. The module's own files may include all its parts. A module that depends on `module/part`
// depends on that part and the parts below it, not on the rest of the module.
//
// A line `# group → group` begins a group: the modules below it are folders of src/group, and
// depend on modules of the same group and of the named groups only.
class Dependencies {
 public:
  explicit Dependencies(const File& page);

  const std::map<std::string, Module>& modules() const { return modules_; }

  // Dependencies are transitive.
  bool allows(const std::string& from, const std::string& to) const;
  // Dependencies between groups are direct: each line names all groups.
  bool allows_groups(const Module& from, const Module& to) const;

  // Returns the module of a source, or its part: `store/embedded/index` for
  // src/server/store/embedded/index/index.cpp. Returns nullopt for a file outside src/ and
  // include/.
  std::optional<std::string> module_of(const std::string& path) const;

 private:
  // Uses the listed targets only.
  bool reaches(const std::string& from, const std::string& to) const;

  std::map<std::string, Module> modules_;
  std::map<std::string, std::set<std::string>> groups_;  // with the groups that each depends on
};

// A row of the table in docs/internals/dependencies.md: the headers of a library, and the files
// that may include them.
struct Library {
  std::string name;
  std::vector<std::string> headers;  // globs
  std::vector<std::string> places;   // globs
};

std::vector<Library> libraries_on(const File& page);

// Checks the list itself: each target is a module, cycles are forbidden, and a module has sources
// or is planned.
std::vector<Finding> faults_of_dependencies(const Dependencies& dependencies,
                                            const std::vector<File>& files);

// Includes of a file that neither the dependencies nor the libraries allow.
std::vector<Finding> faults_of_includes(const File& file, const Dependencies& dependencies,
                                        const std::vector<Library>& libraries);

}  // namespace tradepost::conventions
