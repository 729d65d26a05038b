#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/ground/check.hpp"
#include "base/ids.hpp"

// The fields of a sealed text in sequence, with numbers in big-endian order. The caller checks the
// length of a text before it takes fields from it.
namespace tradepost::api {

class SealedFields {
 public:
  SealedFields& put(std::uint64_t number) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes_ += static_cast<char>(number >> shift & 0xFFu);
    }
    return *this;
  }
  SealedFields& put_byte(std::uint8_t byte) {
    bytes_ += static_cast<char>(byte);
    return *this;
  }
  SealedFields& put(const base::Uuid& uuid) {
    bytes_.append(reinterpret_cast<const char*>(uuid.bytes.data()), uuid.bytes.size());
    return *this;
  }

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class OpenedFields {
 public:
  explicit OpenedFields(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t take_number() {
    std::uint64_t number = 0;
    for (const char c : take(8)) number = number << 8 | static_cast<unsigned char>(c);
    return number;
  }
  std::uint8_t take_byte() { return static_cast<std::uint8_t>(take(1).front()); }
  base::Uuid take_uuid() {
    base::Uuid uuid;
    std::memcpy(uuid.bytes.data(), take(uuid.bytes.size()).data(), uuid.bytes.size());
    return uuid;
  }

 private:
  std::string_view take(std::size_t count) {
    CHECK(rest_.size() >= count);
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  std::string_view rest_;
};

}  // namespace tradepost::api
