#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// The shapes of request bodies and queries. api/bodies/body_shapes.hpp is compiled from model/api
// and has them all.
namespace tradepost::api {

// A field of a body, or a parameter of a query.
struct FieldShape {
  std::string_view name;
  bool is_required;
  std::size_t length_max;   // of a text, or of each in a list; 0: no limit here
  std::size_t entries_max;  // of a list; 0: not a list
  std::uint64_t number_min;
  std::uint64_t number_max;                 // 0: no limit here
  std::span<const std::string_view> words;  // permitted, also in a list; none: any
  std::string_view by_default = {};         // of an absent parameter; empty: none
};

struct BodyShape {
  std::span<const FieldShape> fields;
  bool is_closed;  // any other field is a fault
};

// Returns nullptr if the shape has no such field.
const FieldShape* find_field(const BodyShape& shape, std::string_view name);

// Returns the words for people: LIVE or TEST; read, send, report or admin.
std::string one_of(std::span<const std::string_view> words);

}  // namespace tradepost::api
