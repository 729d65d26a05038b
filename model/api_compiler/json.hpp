#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// JSON for the compiler of model/api. Members keep their order, numbers keep their digits, and
// every value knows its file and line.
namespace api_compiler {

struct Place {
  std::string file;
  std::size_t line = 0;
};

// Ends the build with the file, the line and the reason.
[[noreturn]] void stop(const Place& place, std::string_view why);

class Json {
 public:
  enum class Kind : std::uint8_t { scalar, text, list, object, insert };
  using Member = std::pair<std::string, Json>;

  Json() = default;
  Json(const Json&) = default;
  Json(Json&&) = default;
  Json& operator=(const Json&) = default;
  Json& operator=(Json&&) = default;
  ~Json();  // where members are complete

  static Json scalar(std::string digits, Place place = {});  // a number, true, false, null
  static Json text(std::string value, Place place = {});
  static Json list(std::vector<Json> items, Place place = {});
  static Json object(std::vector<Member> members, Place place = {});
  // Makes a placeholder for a value or members that only the running program knows.
  static Json insert(std::string name);
  // Makes `one` for every kind of document, with the words of the kind for {Kind}, {KIND} and
  // {meaning}: elements of a list or, under an empty name, the members of the object `one`.
  static Json for_each_kind(Json one);

  bool is_text() const { return kind == Kind::text; }
  bool is_list() const { return kind == Kind::list; }
  bool is_object() const { return kind == Kind::object; }

  // Returns nullptr if the member is missing.
  const Json* find(std::string_view name) const;
  bool has(std::string_view name) const { return find(name) != nullptr; }
  // These stop if the value or member is of another kind or missing.
  const Json& at(std::string_view name) const;
  const std::string& as_text() const;
  const std::vector<Json>& as_list() const;
  const std::vector<Member>& as_object() const;

  // Adds a member to an object.
  Json& add(std::string name, Json value);

  Kind kind = Kind::scalar;
  std::string value = "null";  // of a scalar its text, of a text without escapes
  std::vector<Json> items;
  std::vector<Member> members;
  Place place;
};

Json read_json(const std::string& path);

// A text, and the insert after it.
struct Piece {
  std::string text;
  std::string insert;  // empty if there is none
  std::string one;     // of an insert for each kind
};
std::vector<Piece> written(const Json& json);

}  // namespace api_compiler
