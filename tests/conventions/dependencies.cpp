#include "conventions/dependencies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>

namespace tradepost::conventions {
namespace {

constexpr std::string_view arrow = "→";
constexpr std::string_view page_of_modules = "ARCHITECTURE.md";
constexpr std::string_view page_of_libraries = "docs/internals/dependencies.md";

// Returns the spans of a cell that are in backticks.
std::vector<std::string> quoted(const std::string& cell) {
  std::vector<std::string> spans;
  const auto parts = parted(cell, '`');
  for (std::size_t i = 1; i + 1 < parts.size(); i += 2) spans.push_back(parts[i]);
  return spans;
}

Module module_in(std::string_view targets, const std::string& parent, const std::string& group) {
  Module module{.targets = {}, .parent = parent, .group = group};
  constexpr std::string_view mark = "(planned)";
  if (targets.ends_with(mark)) {
    module.planned = true;
    targets.remove_suffix(mark.size());
  }
  for (const std::string& target : parted(targets, ',')) {
    if (target == "everything") {
      module.includes_everything = true;
    } else if (!target.empty()) {
      module.targets.insert(parent.empty() ? target : parent + "/" + target);
    }
  }
  return module;
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

// The public headers, which others include as "tradepost/x.hpp".
constexpr std::string_view public_module = "include/tradepost";

struct Include {
  std::string header;
  bool in_quotes;
};

std::optional<Include> include_in(const std::string& line) {
  static const std::regex grammar(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)");
  std::smatch parts;
  if (!std::regex_match(line, parts, grammar)) return std::nullopt;
  return Include{parts[2], parts[1] == "\""};
}

bool is_standard(const std::string& header) {
  return header.find_first_of("./") == std::string::npos;
}

// Tests may include the headers about the tree and the run.
bool is_for_tests(const std::string& path, const std::string& header) {
  return path.ends_with("_test.cpp") &&
         (header == "tests/source_dir.hpp" || header == "tests/support/run.hpp");
}

bool any_matches(const std::vector<std::string>& globs, const std::string& text) {
  return std::ranges::any_of(globs, [&](const auto& glob) { return glob_matches(glob, text); });
}

std::string fault_of_module(const std::string& from, const std::string& header,
                            const Dependencies& dependencies) {
  std::string to = folder_of(header);
  if (to == "tradepost") to = public_module;
  if (to == from || dependencies.allows(from, to)) return {};
  if (!dependencies.modules().contains(to)) {
    return fmt::format("\"{}\" is in no module of {}; write \"module/file.hpp\"", header,
                       page_of_modules);
  }
  return fmt::format("\"{}\": {} does not depend on {} ({})", header, from, to, page_of_modules);
}

std::string fault_of_library(const std::string& path, const std::string& header,
                             const std::vector<Library>& libraries) {
  if (is_standard(header)) return {};
  if (path.starts_with("include/")) {
    return fmt::format("<{}>: an installed header includes no library", header);
  }
  bool known = false;
  for (const Library& library : libraries) {
    if (!any_matches(library.headers, header)) continue;
    if (any_matches(library.places, path)) return {};
    known = true;
  }
  if (known)
    return fmt::format("<{}> may not be included here: see the table of {}", header,
                       page_of_libraries);
  return fmt::format("<{}> has no row on {}: add the library and its reason", header,
                     page_of_libraries);
}

}  // namespace

Dependencies::Dependencies(const File& page) {
  bool inside = false;
  std::string last;   // the last whole module
  std::string group;  // the last group
  for (const std::string& line : page.lines) {
    if (line.starts_with("```")) inside = line == "```arrows";
    const auto at = line.find(arrow);
    if (!inside || at == std::string::npos) continue;
    const std::string name = trimmed(line.substr(0, at));
    const std::string targets = trimmed(line.substr(at + arrow.size()));
    if (line.starts_with('#')) {
      group = trimmed(name.substr(1));
      groups_[group] = module_in(targets, "", "").targets;
    } else if (line.starts_with(' ')) {
      modules_.emplace(last + "/" + name, module_in(targets, last, group));
    } else {
      last = name;
      modules_.emplace(name, module_in(targets, "", name.starts_with("include/") ? "" : group));
    }
  }
}

bool Dependencies::allows_groups(const Module& from, const Module& to) const {
  if (from.group.empty() || to.group.empty() || from.group == to.group) return true;
  return groups_.at(from.group).contains(to.group);
}

std::optional<std::string> Dependencies::module_of(const std::string& path) const {
  if (path.starts_with("include/")) return folder_of(path);
  if (!path.starts_with("src/")) return std::nullopt;
  const std::string folder = folder_of(path.substr(4));
  const auto slash = folder.find('/');
  const std::string group = folder.substr(0, slash);
  if (slash == std::string::npos || !groups_.contains(group)) return folder;
  std::string name = folder.substr(slash + 1);
  const auto module = modules_.find(name);
  // A module outside its group keeps the whole folder as its name, which no line of the block has.
  return module != modules_.end() && module->second.group == group ? name : folder;
}

bool Dependencies::allows(const std::string& from, const std::string& to) const {
  const auto start = modules_.find(from);
  const auto end = modules_.find(to);
  if (start == modules_.end() || end == modules_.end() || from == to) return false;
  const std::string& parent = start->second.parent;
  const std::string& parent_of_end = end->second.parent;
  if (parent_of_end == from) return true;  // its own part
  const bool is_inside = !parent.empty() && (parent_of_end == parent || to == parent);
  if (is_inside) return reaches(from, to);
  // Otherwise the target is another module, or a part of one: of a whole module that is reached, or
  // reached by its own name.
  const std::string& whole = parent.empty() ? from : parent;
  return reaches(whole, to) || (!parent_of_end.empty() && reaches(whole, parent_of_end));
}

bool Dependencies::reaches(const std::string& from, const std::string& to) const {
  std::set<std::string> seen = {from};  // ends the walk in a cycle
  std::vector<std::string> ahead = {from};
  const auto reach = [&](const std::set<std::string>& targets) {
    for (const std::string& next : targets) {
      if (seen.insert(next).second) ahead.push_back(next);
    }
  };
  while (!ahead.empty()) {
    const auto module = modules_.find(ahead.back());
    ahead.pop_back();
    if (module == modules_.end()) continue;
    if (module->second.includes_everything) return true;
    reach(module->second.targets);
    const std::string& parent = module->second.parent;
    // A part of another module has the dependencies of its module.
    if (!parent.empty() && parent != modules_.at(from).parent) reach(modules_.at(parent).targets);
  }
  return to != from && seen.contains(to);
}

std::vector<Library> libraries_on(const File& page) {
  std::vector<Library> libraries;
  for (const std::string& line : page.lines) {
    // Columns: | library | package | included as | only in | why |
    const auto cells = parted(line, '|');
    if (cells.size() < 6 || quoted(cells[3]).empty()) continue;
    libraries.push_back(
        {.name = cells[1], .headers = quoted(cells[3]), .places = quoted(cells[4])});
  }
  return libraries;
}

std::vector<Finding> faults_of_dependencies(const Dependencies& dependencies,
                                            const std::vector<File>& files) {
  std::set<std::string> with_sources;
  for (const File& file : files) {
    if (const auto module = dependencies.module_of(file.path); module && is_cpp(file))
      with_sources.insert(*module);
  }

  const auto has_part_with_sources = [&](const std::string& name) {
    return std::ranges::any_of(dependencies.modules(), [&](const auto& other) {
      return other.second.parent == name && with_sources.contains(other.first);
    });
  };

  std::vector<Finding> findings;
  const auto find = [&](std::string text) {
    findings.push_back({std::string(page_of_modules), 0, std::move(text)});
  };
  for (const auto& [name, module] : dependencies.modules()) {
    for (const std::string& target : module.targets) {
      const auto end = dependencies.modules().find(target);
      if (end == dependencies.modules().end())
        find(fmt::format("{} → {}: unknown module", name, target));
      else if (!dependencies.allows_groups(module, end->second))
        find(fmt::format("{} → {}: group {} does not depend on group {}", name, target,
                         module.group, end->second.group));
      if (target == name || dependencies.allows(target, name))
        find(fmt::format("{} → {} is a cycle", name, target));
    }
    if (module.planned && with_sources.contains(name))
      find(fmt::format("{} has sources: remove (planned)", name));
    if (!module.planned && !with_sources.contains(name) && !has_part_with_sources(name))
      find(fmt::format("{} has no sources: mark it (planned)", name));
  }
  for (const std::string& name : with_sources) {
    if (!dependencies.modules().contains(name))
      find(fmt::format("src/{} is a module without a line in the block", name));
  }
  return findings;
}

std::vector<Finding> faults_of_includes(const File& file, const Dependencies& dependencies,
                                        const std::vector<Library>& libraries) {
  std::vector<Finding> findings;
  const auto module = dependencies.module_of(file.path);
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const auto include = include_in(file.lines[i]);
    if (!include) continue;
    std::string fault;
    if (!include->in_quotes) {
      fault = fault_of_library(file.path, include->header, libraries);
    } else if (module && !is_for_tests(file.path, include->header)) {
      fault = fault_of_module(*module, include->header, dependencies);
    }
    if (!fault.empty()) findings.push_back({file.path, i + 1, std::move(fault)});
  }
  return findings;
}

}  // namespace tradepost::conventions
