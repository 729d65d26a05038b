#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// What model/api says of the bodies and the queries that requests have; api/bodies/body_shapes.hpp
// is compiled from it.
namespace tradepost::api {

// Of a body, or a parameter of a query.
struct FieldShape {
  std::string_view name;
  bool is_required;
  std::size_t length_max;   // of a text, or of each in a list; 0: no bound here
  std::size_t entries_max;  // of a list; 0: it is none
  std::uint64_t number_min;
  std::uint64_t number_max;                 // 0: no bound here
  std::span<const std::string_view> words;  // that it may be, or each in a list; none: any
  std::string_view by_default = {};         // of a parameter that is absent; empty: nothing
};

struct BodyShape {
  std::span<const FieldShape> fields;
  bool is_closed;  // other fields are faults
};

// nullptr: there is no such field.
const FieldShape* find_field(const BodyShape& shape, std::string_view name);

// For people: LIVE or TEST; read, send, report or admin.
std::string one_of(std::span<const std::string_view> words);

}  // namespace tradepost::api
