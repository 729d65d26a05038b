#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// JSON as it is read and written by the compiler of model/api: members keep their order, numbers
// their digits, and every value knows where it stands.
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

  static Json scalar(std::string digits, Place place = {});  // a number, true, false, null
  static Json text(std::string value, Place place = {});
  static Json list(std::vector<Json> items, Place place = {});
  static Json object(std::vector<Member> members, Place place = {});
  // What only the running program knows: a value, or members.
  static Json insert(std::string name);
  // `one` for every kind of document, with the words of the kind in the place of {Kind}, {KIND} and
  // {meaning}: elements of a list, or under an empty name the members of the object `one`.
  static Json for_each_kind(Json one);

  bool is_text() const { return kind == Kind::text; }
  bool is_list() const { return kind == Kind::list; }
  bool is_object() const { return kind == Kind::object; }

  // nullptr where there is none.
  const Json* find(std::string_view name) const;
  bool has(std::string_view name) const { return find(name) != nullptr; }
  // These stop where it is something else.
  const Json& at(std::string_view name) const;
  const std::string& as_text() const;
  const std::vector<Json>& as_list() const;
  const std::vector<Member>& as_object() const;

  // Of an object.
  Json& add(std::string name, Json value);

  Kind kind = Kind::scalar;
  std::string value = "null";  // of a scalar as it stands, of a text without escapes
  std::vector<Json> items;
  std::vector<Member> members;
  Place place;
};

Json read_json(const std::string& path);

// A text, and what belongs behind it.
struct Piece {
  std::string text;
  std::string insert;  // empty: nothing
  std::string one;     // of an insert for each kind
};
std::vector<Piece> written(const Json& json);

}  // namespace api_compiler
