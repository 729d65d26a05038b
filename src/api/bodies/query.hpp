#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/bodies/body_shape.hpp"
#include "exchange/model/model.hpp"
#include "http/wire/target.hpp"

// Queries are read by the tables that are compiled from model/api, as bodies are. Parameters that
// a table does not have are ignored.
namespace tradepost::api {

// A value that is none: the rule in the code of the fault, and what the value must be.
struct Otherwise {
  std::string_view rule = "unknown_value";
  std::string_view must_be = {};  // empty: the words or the bounds of the shape
};

inline constexpr Otherwise a_participant = {.must_be = "the id of a participant"};

// Of a parameter that is given more than once, the first counts.
enum class Repeats : std::uint8_t { ignored, refused };

// The parameters of one query. Each is asked for by its name, once; nothing comes where it is
// absent and has no default, or is wrong, which is a fault then.
class Query {
 public:
  // The three live at least as long as this.
  Query(const http::Target& target, const BodyShape& shape, Repeats repeats)
      : target_(target), shape_(shape), repeats_(repeats) {}

  // As `read` has it: it returns an optional.
  template <typename Read>
  auto value(std::string_view name, Read read, Otherwise otherwise = {}) -> decltype(read(name)) {
    const FieldShape& field = shape(name);
    ++asked_;
    decltype(read(name)) found;
    if (const auto text = given(field)) {
      if (is_allowed(field, *text)) found = read(*text);
      if (!found) refuse(field, otherwise);
    }
    if (repeats_ == Repeats::refused) refuse_repeats(name);
    return found;
  }
  std::optional<std::string_view> text(std::string_view name);
  // Within the bounds of the shape, in digits alone.
  std::optional<std::uint64_t> whole_number(std::string_view name);

  // Names like filter[type] that the shape does not have are faults.
  void refuse_unknown_filters();
  // A fault if it is given at all.
  void forbid(std::string_view name, exchange::Finding fault);
  // At the first parameter of that name.
  void add(std::string_view name, exchange::Finding fault);

  // How many parameters were asked for.
  std::size_t asked() const { return asked_; }
  bool has_faults() const { return !faults_.empty(); }
  // In the order of reading.
  std::vector<exchange::Finding> faults() const;
  // In the order of the query.
  std::vector<exchange::Finding> faults_as_given();

 private:
  struct Fault {
    std::size_t at;  // of the parameter in the query; behind the last: it is absent
    exchange::Finding finding;
  };

  const FieldShape& shape(std::string_view name) const;
  std::optional<std::string_view> given(const FieldShape& field);
  static bool is_allowed(const FieldShape& field, std::string_view text);
  void refuse(const FieldShape& field, Otherwise otherwise);
  void refuse_repeats(std::string_view name);
  std::size_t place_of(std::string_view name) const;

  const http::Target& target_;
  const BodyShape& shape_;
  Repeats repeats_;
  std::size_t asked_ = 0;
  std::vector<Fault> faults_;
};

bool is_filter(std::string_view name);

// {query.filter.type.malformed, filter[type], …}
exchange::Finding query_fault(std::string_view name, std::string_view rule, std::string message);

}  // namespace tradepost::api
