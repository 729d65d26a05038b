#include "pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace api_compiler {
namespace {

constexpr std::array<std::string_view, 8> section_names = {
    "parameterGroups", "parameters", "headers", "responses",
    "examples",        "schemas",    "errors",  "faultRules"};

constexpr std::array<std::string_view, 5> methods = {"get", "put", "post", "delete", "patch"};

bool is_section(std::string_view name) {
  return std::ranges::find(section_names, name) != section_names.end();
}

void stop_at_strangers(const std::string& folder, const std::vector<Json>& names) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().stem();
    if (name == "interface" || std::ranges::find(names, name, &Json::value) != names.end()) {
      continue;
    }
    stop({.file = entry.path()}, "interface.json does not name this file among its pieces");
  }
}

}  // namespace

Pieces::Pieces(const std::string& folder) : head_(read_json(folder + "/interface.json")) {
  only(head_, {"pieces", "openapi", "info", "servers", "tags", "securitySchemes"}, "the interface");
  const std::vector<Json>& names = head_.at("pieces").as_list();
  stop_at_strangers(folder, names);
  for (const Json& name : names) take(folder + "/" + name.as_text() + ".json");
}

void Pieces::take(const std::string& path) {
  const Json piece = read_json(path);
  for (const auto& [name, value] : piece.as_object()) {
    if (is_section(name)) {
      take_section(name, value);
    } else if (name == "paths") {
      take_paths(piece.at("tag").as_text(), value);
    } else if (name == "webhooks") {
      for (const auto& [event, words] : value.as_object()) {
        webhooks_.push_back(
            {.path = event, .method = "post", .tag = piece.at("tag").as_text(), .words = words});
      }
    } else if (name != "tag") {
      stop(value.place, fmt::format("\"{}\" is not a member of a piece", name));
    }
  }
}

void Pieces::take_section(const std::string& section, const Json& named) {
  for (const auto& [name, value] : named.as_object()) {
    if (has(section, name)) {
      stop(value.place, fmt::format("\"{}\" is among the {} already", name, section));
    }
    sections_[section].emplace_back(name, value);
  }
}

void Pieces::take_paths(const std::string& tag, const Json& paths) {
  for (const auto& [path, item] : paths.as_object()) {
    for (const auto& [method, words] : item.as_object()) {
      if (std::ranges::find(methods, method) == methods.end()) {
        stop(words.place, fmt::format("\"{}\" is no method", method));
      }
      const bool is_there = std::ranges::any_of(operations_, [&](const Operation& other) {
        return other.path == path && other.method == method;
      });
      if (is_there) stop(words.place, fmt::format("{} {} is described already", method, path));
      operations_.push_back({.path = path, .method = method, .tag = tag, .words = words});
    }
  }
}

const std::vector<Json::Member>& Pieces::all(std::string_view section) const {
  static const std::vector<Json::Member> none;
  const auto found = sections_.find(section);
  return found == sections_.end() ? none : found->second;
}

bool Pieces::has(std::string_view section, std::string_view name) const {
  return std::ranges::find(all(section), name, &Json::Member::first) != all(section).end();
}

const Json& Pieces::use(std::string_view section, std::string_view name, const Place& from) {
  const auto found = std::ranges::find(all(section), name, &Json::Member::first);
  if (found == all(section).end()) {
    stop(from, fmt::format("there is no \"{}\" among the {}", name, section));
  }
  used_.emplace(section, name);
  return found->second;
}

bool Pieces::is_used(std::string_view section, std::string_view name) const {
  return used_.contains({std::string(section), std::string(name)});
}

void Pieces::stop_at_unused() const {
  for (const auto& [section, named] : sections_) {
    for (const auto& [name, value] : named) {
      if (is_used(section, name)) continue;
      stop(value.place, fmt::format("nothing uses \"{}\" of the {}", name, section));
    }
  }
}

void only(const Json& object, std::initializer_list<std::string_view> names,
          std::string_view what) {
  for (const auto& [name, value] : object.as_object()) {
    if (std::ranges::find(names, name) == names.end()) {
      stop(value.place, fmt::format("\"{}\" is not a member of {}", name, what));
    }
  }
}

}  // namespace api_compiler
