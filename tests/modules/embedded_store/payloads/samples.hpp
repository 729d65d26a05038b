#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/embedded/format/payload.hpp"

// Samples of each kind of payload: one with every field filled, and one with as few as possible.
namespace tradepost::store::embedded::testing {

struct Sample {
  std::uint16_t kind = 0;
  std::string name;  // sent, as in docs/internals/storage.md
  Payload full;
  Payload bare;
};
const std::vector<Sample>& samples();  // one for each kind, by number

// A record as the journal holds it.
struct Stored {
  std::uint16_t kind = 0;
  std::uint8_t version = 0;
  std::string head;
  std::optional<std::string> body;

  bool operator==(const Stored&) const = default;
};
std::vector<Stored> stored(const Payload& payload);
Stored stored_alone(const Payload& payload);  // of a payload with one record
base::Result<Payload> read(const Stored& record);

// Compares a Sent by the bytes of its content, too.
bool is_same(const Payload& a, const Payload& b);

}  // namespace tradepost::store::embedded::testing
