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

// Queries are read by tables compiled from model/api, like bodies. Parameters outside a table are
// ignored.
namespace tradepost::api {

// The fault of an invalid value: the rule in its code, and the valid values.
struct Otherwise {
  std::string_view rule = "unknown_value";
  std::string_view must_be = {};  // empty: the words or the limits of the shape
};

inline constexpr Otherwise a_participant = {.must_be = "the id of a participant"};

// The treatment of a parameter that is given more than once. The first one counts.
enum class Repeats : std::uint8_t { ignored, refused };

// The parameters of one query, each read once and by its name. An absent parameter without a
// default reads as nullopt. So does an invalid one, which is a fault.
class Query {
 public:
  // All arguments live at least as long as this object.
  Query(const http::Target& target, const BodyShape& shape, Repeats repeats)
      : target_(target), shape_(shape), repeats_(repeats) {}

  // Reads a value with `read`, which returns an optional.
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
  // Reads a number of digits only, within the limits of the shape.
  std::optional<std::uint64_t> whole_number(std::string_view name);

  // Adds a fault for each name like filter[type] that the shape does not have.
  void refuse_unknown_filters();
  // Adds the fault if the parameter is given.
  void forbid(std::string_view name, exchange::Finding fault);
  // Adds a fault at the first parameter with this name.
  void add(std::string_view name, exchange::Finding fault);

  // Returns the number of parameters that were read.
  std::size_t asked() const { return asked_; }
  bool has_faults() const { return !faults_.empty(); }
  // Returns the faults in the order of reading.
  std::vector<exchange::Finding> faults() const;
  // Returns the faults in the order of the query.
  std::vector<exchange::Finding> faults_as_given();

 private:
  struct Fault {
    std::size_t at;  // the parameter's place in the query; after the last one: absent
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

// Returns {query.filter.type.malformed, filter[type], …}.
exchange::Finding query_fault(std::string_view name, std::string_view rule, std::string message);

}  // namespace tradepost::api
