#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "forms/objection.hpp"
#include "ubl/mapping.hpp"

namespace tradepost::ubl {

// An element of an XML document that is made.
struct Out {
  // An element of a list, which begins with the first value that is read of it.
  struct Begin {
    std::uint32_t token = 0;
    std::uint32_t list = 0;
    // The position in the list, if the XML document states it.
    std::int64_t place = -1;
  };
  // A value of the document that the element has.
  struct Carried {
    std::uint32_t token = 0;
    bool is_whole = true;
  };

  const Child* child = nullptr;  // nullptr: the root
  const Line* line = nullptr;
  std::vector<std::pair<std::string_view, std::string>> attributes = {};
  std::string text = {};
  std::vector<Out> children = {};
  std::vector<Begin> begins = {};
  std::vector<Carried> carried = {};
  std::vector<forms::Objection> missing = {};  // elements that a reader demands in it
  bool has_value = false;
  // The place for the values of an object that no line carries: the token of the object.
  bool is_rest = false;
  std::uint32_t object = 0;
};

}  // namespace tradepost::ubl
