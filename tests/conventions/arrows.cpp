#include "conventions/arrows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>

namespace tradepost::conventions {
namespace {

constexpr std::string_view arrow = "→";
constexpr std::string_view page_of_arrows = "ARCHITECTURE.md";
constexpr std::string_view page_of_libraries = "docs/internals/dependencies.md";

// What stands in backticks.
std::vector<std::string> quoted(const std::string& cell) {
  std::vector<std::string> spans;
  const auto parts = parted(cell, '`');
  for (std::size_t i = 1; i + 1 < parts.size(); i += 2) spans.push_back(parts[i]);
  return spans;
}

Room room_in(std::string_view targets, const std::string& whole) {
  Room room{.below = {}, .whole = whole};
  constexpr std::string_view mark = "(planned)";
  if (targets.ends_with(mark)) {
    room.planned = true;
    targets.remove_suffix(mark.size());
  }
  for (const std::string& target : parted(targets, ',')) {
    if (target == "everything") {
      room.includes_everything = true;
    } else if (!target.empty()) {
      room.below.insert(whole.empty() ? target : whole + "/" + target);
    }
  }
  return room;
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

// The public headers, which others include as "tradepost/x.hpp".
constexpr std::string_view public_room = "include/tradepost";

// The room of a file in src/, named as in the table: `store/embedded` for
// src/store/embedded/index/index.cpp.
std::optional<std::string> room_of(const std::string& path) {
  if (path.starts_with("include/")) return folder_of(path);
  if (!path.starts_with("src/")) return std::nullopt;
  return folder_of(path.substr(4));
}

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

// Tests may ask where the tree lies.
bool is_for_tests(const std::string& path, const std::string& header) {
  return path.ends_with("_test.cpp") && header == "tests/source_dir.hpp";
}

bool any_matches(const std::vector<std::string>& globs, const std::string& text) {
  return std::ranges::any_of(globs, [&](const auto& glob) { return glob_matches(glob, text); });
}

std::string fault_of_room(const std::string& from, const std::string& header,
                          const Arrows& arrows) {
  std::string to = folder_of(header);
  if (to == "tradepost") to = public_room;
  if (to == from || arrows.allows(from, to)) return {};
  if (!arrows.rooms().contains(to)) {
    return fmt::format("\"{}\" is in no room of {}; write \"room/file.hpp\"", header,
                       page_of_arrows);
  }
  return fmt::format("\"{}\": no arrow leads from {} to {} ({})", header, from, to, page_of_arrows);
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
    return fmt::format("<{}> may not be included here: {} says where it may", header,
                       page_of_libraries);
  return fmt::format("<{}> is in no row of {}: a library stands there, with its reason", header,
                     page_of_libraries);
}

}  // namespace

Arrows::Arrows(const File& page) {
  bool inside = false;
  std::string last;  // room that is no part
  for (const std::string& line : page.lines) {
    if (line.starts_with("```")) inside = line == "```arrows";
    const auto at = line.find(arrow);
    if (!inside || at == std::string::npos) continue;
    const std::string name = trimmed(line.substr(0, at));
    const std::string targets = trimmed(line.substr(at + arrow.size()));
    if (line.starts_with(' ')) {
      rooms_.emplace(last + "/" + name, room_in(targets, last));
    } else {
      last = name;
      rooms_.emplace(name, room_in(targets, ""));
    }
  }
}

bool Arrows::allows(const std::string& from, const std::string& to) const {
  const auto start = rooms_.find(from);
  const auto end = rooms_.find(to);
  if (start == rooms_.end() || end == rooms_.end() || from == to) return false;
  const std::string& whole = start->second.whole;
  const std::string& whole_of_end = end->second.whole;
  if (whole_of_end == from) return true;  // its own part
  const bool is_inside = !whole.empty() && (whole_of_end == whole || to == whole);
  if (is_inside) return leads(from, to);
  // Out of the room, to another one or to any part of it.
  return leads(whole.empty() ? from : whole, whole_of_end.empty() ? to : whole_of_end);
}

bool Arrows::leads(const std::string& from, const std::string& to) const {
  std::set<std::string> seen = {from};  // ends the walk where arrows go in a circle
  std::vector<std::string> ahead = {from};
  while (!ahead.empty()) {
    const auto room = rooms_.find(ahead.back());
    ahead.pop_back();
    if (room == rooms_.end()) continue;
    if (room->second.includes_everything || room->second.below.contains(to)) return true;
    for (const std::string& next : room->second.below) {
      if (seen.insert(next).second) ahead.push_back(next);
    }
  }
  return false;
}

std::vector<Library> libraries_on(const File& page) {
  std::vector<Library> libraries;
  for (const std::string& line : page.lines) {
    // | library | package | included as | only in | why |
    const auto cells = parted(line, '|');
    if (cells.size() < 6 || quoted(cells[3]).empty()) continue;
    libraries.push_back(
        {.name = cells[1], .headers = quoted(cells[3]), .places = quoted(cells[4])});
  }
  return libraries;
}

std::vector<Finding> faults_of_arrows(const Arrows& arrows, const std::vector<File>& files) {
  std::set<std::string> furnished;
  for (const File& file : files) {
    if (const auto room = room_of(file.path); room && is_cpp(file)) furnished.insert(*room);
  }

  const auto has_furnished_part = [&](const std::string& name) {
    return std::ranges::any_of(arrows.rooms(), [&](const auto& other) {
      return other.second.whole == name && furnished.contains(other.first);
    });
  };

  std::vector<Finding> findings;
  const auto find = [&](std::string text) {
    findings.push_back({std::string(page_of_arrows), 0, std::move(text)});
  };
  for (const auto& [name, room] : arrows.rooms()) {
    for (const std::string& target : room.below) {
      if (!arrows.rooms().contains(target))
        find(fmt::format("{} → {}: there is no such room", name, target));
      if (target == name || arrows.allows(target, name))
        find(fmt::format("{} → {} goes in a circle", name, target));
    }
    if (room.planned && furnished.contains(name))
      find(fmt::format("{} stands: it is planned no more", name));
    if (!room.planned && !furnished.contains(name) && !has_furnished_part(name))
      find(fmt::format("{} has no sources: mark it (planned)", name));
  }
  for (const std::string& name : furnished) {
    if (!arrows.rooms().contains(name))
      find(fmt::format("src/{} is a room without a line in the arrows", name));
  }
  return findings;
}

std::vector<Finding> faults_of_includes(const File& file, const Arrows& arrows,
                                        const std::vector<Library>& libraries) {
  std::vector<Finding> findings;
  const auto room = room_of(file.path);
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const auto include = include_in(file.lines[i]);
    if (!include) continue;
    std::string fault;
    if (!include->in_quotes) {
      fault = fault_of_library(file.path, include->header, libraries);
    } else if (room && !is_for_tests(file.path, include->header)) {
      fault = fault_of_room(*room, include->header, arrows);
    }
    if (!fault.empty()) findings.push_back({file.path, i + 1, std::move(fault)});
  }
  return findings;
}

}  // namespace tradepost::conventions
