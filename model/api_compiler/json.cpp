#include "json.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace api_compiler {
namespace {

namespace ondemand = simdjson::ondemand;

std::size_t line_behind(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
}

class Reader {
 public:
  Reader(std::string path, const simdjson::padded_string& bytes)
      : path_(std::move(path)), bytes_(bytes) {}

  Json read(ondemand::value value) {
    const std::string_view token = value.raw_json_token();
    const Place place = place_of(token);
    switch (value.type()) {
      case ondemand::json_type::object:
        return object(value, place);
      case ondemand::json_type::array: {
        std::vector<Json> items;
        for (ondemand::value item : value.get_array()) items.push_back(read(item));
        return Json::list(std::move(items), place);
      }
      case ondemand::json_type::string:
        return Json::text(std::string(std::string_view(value.get_string())), place);
      case ondemand::json_type::number:
        static_cast<void>(ondemand::number(value.get_number()));
        break;
      case ondemand::json_type::boolean:
        static_cast<void>(bool(value.get_bool()));
        break;
      case ondemand::json_type::null:
        if (!bool(value.is_null())) stop(place, "this is no JSON");
        break;
    }
    return Json::scalar(std::string(token.substr(0, token.find_last_not_of(" \t\r\n") + 1)), place);
  }

 private:
  Json object(ondemand::value value, const Place& place) {
    Json read_so_far = Json::object({}, place);
    for (ondemand::field field : value.get_object()) {
      const std::string name(std::string_view(field.unescaped_key()));
      Json member = read(field.value());
      if (read_so_far.has(name)) stop(member.place, fmt::format("\"{}\" occurs twice", name));
      read_so_far.add(name, std::move(member));
    }
    return read_so_far;
  }

  Place place_of(std::string_view token) const {
    const auto bytes_before = static_cast<std::size_t>(token.data() - bytes_.data());
    return {.file = path_, .line = line_behind({bytes_.data(), bytes_before})};
  }

  std::string path_;
  const simdjson::padded_string& bytes_;
};

// Appends a JSON string. simdjson has checked that the text is UTF-8.
void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  out += '"';
}

class Writer {
 public:
  std::vector<Piece> write(const Json& json) {
    value(json);
    pieces_.push_back({.text = std::move(text_), .insert = {}, .one = {}});
    return std::move(pieces_);
  }

 private:
  void value(const Json& json) {
    switch (json.kind) {
      case Json::Kind::scalar:
        text_ += json.value;
        break;
      case Json::Kind::text:
        append_quoted(text_, json.value);
        break;
      case Json::Kind::list:
        each(json.items, '[', ']', [&](const Json& item) { value(item); });
        break;
      case Json::Kind::object:
        each(json.members, '{', '}', [&](const Json::Member& member) {
          if (member.second.kind == Json::Kind::insert && member.first.empty()) {
            const std::string one = one_of(member.second);
            insert(member.second, one.empty() ? one : one.substr(1, one.size() - 2));
            return;
          }
          append_quoted(text_, member.first);
          text_ += ':';
          value(member.second);
        });
        break;
      case Json::Kind::insert:
        insert(json, one_of(json));
        break;
    }
  }

  static std::string one_of(const Json& insert) {
    return insert.items.empty() ? std::string() : Writer().write(insert.items[0])[0].text;
  }

  void insert(const Json& json, std::string one) {
    pieces_.push_back(
        {.text = std::exchange(text_, {}), .insert = json.value, .one = std::move(one)});
  }

  template <typename All, typename Write>
  void each(const All& all, char begin, char end, Write write_one) {
    text_ += begin;
    bool is_first = true;
    for (const auto& one : all) {
      if (!std::exchange(is_first, false)) text_ += ',';
      write_one(one);
    }
    text_ += end;
  }

  std::string text_;
  std::vector<Piece> pieces_;
};

}  // namespace

void stop(const Place& place, std::string_view why) {
  if (place.line == 0) {
    fmt::print(stderr, "{}: {}\n", place.file, why);
  } else {
    fmt::print(stderr, "{}:{}: {}\n", place.file, place.line, why);
  }
  std::exit(1);
}

Json::~Json() = default;

Json Json::scalar(std::string digits, Place place) {
  Json json;
  json.value = std::move(digits);
  json.place = std::move(place);
  return json;
}

Json Json::text(std::string value, Place place) {
  Json json = scalar(std::move(value), std::move(place));
  json.kind = Kind::text;
  return json;
}

Json Json::list(std::vector<Json> items, Place place) {
  Json json;
  json.kind = Kind::list;
  json.items = std::move(items);
  json.place = std::move(place);
  return json;
}

Json Json::object(std::vector<Member> members, Place place) {
  Json json;
  json.kind = Kind::object;
  json.members = std::move(members);
  json.place = std::move(place);
  return json;
}

Json Json::insert(std::string name) {
  Json json = scalar(std::move(name));
  json.kind = Kind::insert;
  return json;
}

Json Json::for_each_kind(Json one) {
  Json json = insert("kinds");
  json.items.push_back(std::move(one));
  return json;
}

const Json* Json::find(std::string_view name) const {
  const auto found = std::ranges::find(members, name, &Member::first);
  return found == members.end() ? nullptr : &found->second;
}

const Json& Json::at(std::string_view name) const {
  if (!is_object()) stop(place, "this must be an object");
  const Json* const found = find(name);
  if (found == nullptr) stop(place, fmt::format("\"{}\" is missing", name));
  return *found;
}

const std::string& Json::as_text() const {
  if (!is_text()) stop(place, "this must be a text");
  return value;
}

const std::vector<Json>& Json::as_list() const {
  if (!is_list()) stop(place, "this must be a list");
  return items;
}

const std::vector<Json::Member>& Json::as_object() const {
  if (!is_object()) stop(place, "this must be an object");
  return members;
}

Json& Json::add(std::string name, Json added) {
  members.emplace_back(std::move(name), std::move(added));
  return *this;
}

Json read_json(const std::string& path) {
  simdjson::padded_string bytes;
  if (simdjson::padded_string::load(path).get(bytes) != simdjson::SUCCESS) {
    stop({.file = path}, "this file can't be read");
  }
  ondemand::parser parser;
  ondemand::document document;
  try {
    document = parser.iterate(bytes);
    Json whole = Reader(path, bytes).read(ondemand::value(document.get_value()));
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) {
      stop({.file = path}, "something follows the JSON");
    }
    return whole;
  } catch (const simdjson::simdjson_error& error) {
    const char* here = nullptr;
    const bool is_known = document.current_location().get(here) == simdjson::SUCCESS;
    const std::string_view before(bytes.data(),
                                  is_known ? static_cast<std::size_t>(here - bytes.data()) : 0);
    stop({.file = path, .line = line_behind(before)},
         fmt::format("this is no JSON: {}", error.what()));
  }
}

std::vector<Piece> written(const Json& json) {
  return Writer().write(json);
}

}  // namespace api_compiler
