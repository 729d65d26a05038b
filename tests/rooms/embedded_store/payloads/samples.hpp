#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/embedded/format/payload.hpp"

// A payload of each kind, twice: with every field filled, and with as little as it can have.
namespace tradepost::store::embedded::testing {

struct Sample {
  std::uint16_t kind = 0;
  std::string name;  // sent, as docs/internals/storage.md has it
  Payload full;
  Payload bare;
};
const std::vector<Sample>& samples();  // one a kind, by their numbers

// A record as the journal would hold it.
struct Stored {
  std::uint16_t kind = 0;
  std::uint8_t version = 0;
  std::string head;
  std::optional<std::string> body;

  bool operator==(const Stored&) const = default;
};
std::vector<Stored> stored(const Payload& payload);
Stored stored_alone(const Payload& payload);  // of one that is one record
base::Result<Payload> read(const Stored& record);

// Also of a Sent, by the bytes of its content.
bool is_same(const Payload& a, const Payload& b);

}  // namespace tradepost::store::embedded::testing
