#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/ids.hpp"

// Records of fields in a file to which records are appended:
//
//   4 bytes   the number of bytes of the fields
//   8 bytes   the beginning of the SHA-256 of the fields
//   fields    numbers of 8 bytes with the most significant byte first; texts after their length
//
// A record that was written only partly, for example by a crash, ends the file for readers.
namespace tradepost::base {

class FieldsWriter {
 public:
  void put(std::uint64_t number, std::size_t bytes = 8);
  void put(const Uuid& uuid);
  void put(std::string_view text);
  std::string take();

 private:
  std::string bytes_;
};

// Reads fields. After the first one that is incomplete, all are empty.
class FieldsReader {
 public:
  explicit FieldsReader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number(std::size_t bytes = 8);
  Uuid uuid();
  std::string text();
  bool is_good() const { return is_good_; }

 private:
  std::string_view take(std::uint64_t count);

  std::string_view rest_;
  bool is_good_ = true;
};

// Returns a record of the fields.
std::string framed(std::string_view fields);

// Removes the first record from `bytes` and returns its fields. Returns nullopt if the bytes do not
// begin with a whole record.
std::optional<std::string_view> take_framed(std::string_view& bytes);

}  // namespace tradepost::base
