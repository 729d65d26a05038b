#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "zugferd/values.hpp"
#include "zugferd/zugferd.hpp"

namespace tradepost::zugferd {

using Unreadable = std::unexpected<std::string_view>;  // a sentence

inline constexpr std::string_view damaged = "The PDF file is damaged.";

struct Object {
  Value value = {};
  std::string_view stream = {};  // its bytes as in the file
};

// The objects of a PDF file, found by reading it from its begin to its end. So no table of the file
// decides what is read.
class Objects {
 public:
  Objects(std::string_view file, const Bounds& bounds) : file_(file), bounds_(bounds) {}

  std::expected<void, std::string_view> index();
  const Value& trailer() const { return trailer_; }
  // Returns the value, or the object that it refers to. Returns nothing after objects of as many
  // bytes as the file has: many values can refer to one large object.
  std::optional<Object> object_of(const Value& value);
  std::expected<std::string, std::string_view> contents(const Object& object,
                                                        std::size_t bytes_max);

 private:
  static constexpr std::string_view object_keyword = "obj";
  static constexpr std::size_t word_bytes_max = 64;  // of a keyword and the space before it
  static constexpr std::size_t lengths_max = 16;     // of objects with one number

  struct Place {
    std::string_view text;
    std::size_t at;
  };

  // Returns the number of the object whose keyword is at a place.
  std::optional<std::uint64_t> number_before(std::size_t place) const;
  void note_trailer(std::size_t begin, std::size_t end);
  void note_lengths();
  std::pair<Object, std::size_t> read_at(Place place) const;
  std::string_view stream_at(std::size_t begin, const Value& dictionary) const;
  std::expected<void, std::string_view> index_stream(const Object& object);

  std::string_view file_;
  const Bounds& bounds_;
  std::unordered_map<std::uint64_t, Place> places_;
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> lengths_;
  std::deque<std::string> inflated_;  // texts of the places of compressed objects
  std::size_t inflated_bytes_ = 0;
  std::size_t read_again_bytes_ = 0;
  Value trailer_;
};

}  // namespace tradepost::zugferd
