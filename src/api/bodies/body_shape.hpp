#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// What model/api says of the bodies that requests have; api/bodies/body_shapes.hpp is compiled from
// it.
namespace tradepost::api {

struct FieldShape {
  std::string_view name;
  bool is_required;
  std::size_t length_max;   // of a text, or of each in a list; 0: no bound here
  std::size_t entries_max;  // of a list; 0: it is none
  std::uint64_t number_min;
  std::uint64_t number_max;                 // 0: no bound here
  std::span<const std::string_view> words;  // that it may be, or each in a list; none: any
};

struct BodyShape {
  std::span<const FieldShape> fields;
  bool is_closed;  // other fields are faults
};

}  // namespace tradepost::api
