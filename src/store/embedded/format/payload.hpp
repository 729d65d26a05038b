#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/crypto/sha256.hpp"
#include "base/ground/result.hpp"
#include "exchange/model/effects.hpp"
#include "exchange/port/stored_values.hpp"
#include "journal/frames/format.hpp"

// The content of a record of the journal: the fields of storage 2, little-endian. Each payload has
// exactly one encoding. A released layout stays readable under its version, and its golden file
// stays (tests/rooms/embedded_store/payloads).
namespace tradepost::store::embedded {

// What a record is, beyond effects of the exchange: what the store itself keeps.

// Warnings of a document. Follows its Sent in the same frame, where there are any: they stand apart
// so that the body of a Sent is what its digest is of.
struct Warned {
  static constexpr std::uint16_t record = 10;
  exchange::TransactionId id;
  exchange::Warnings warnings;

  bool operator==(const Warned&) const = default;
};

// What was said of a transaction before its network was carried here. Follows its Sent in the same
// frame, apart for the same reason.
struct CarriedWords {
  static constexpr std::uint16_t record = 71;
  exchange::TransactionId id;
  std::optional<exchange::Report> report;
  exchange::Warnings warnings;
  std::vector<exchange::Event> events;
};

struct EpochBegun {
  static constexpr std::uint16_t record = 60;
  enum class Cause : std::uint8_t { made = 1, restored = 2, moved = 3 };
  std::uint64_t epoch = 0;
  exchange::Instant at{};
  Cause cause = Cause::made;
  std::optional<journal::Identity> from;  // the journal that this one goes on from

  bool operator==(const EpochBegun&) const = default;
};

}  // namespace tradepost::store::embedded

template <>
inline constexpr auto
    tradepost::exchange::last_value<tradepost::store::embedded::EpochBegun::Cause> =
        tradepost::store::embedded::EpochBegun::Cause::moved;

namespace tradepost::store::embedded {

using Payload = std::variant<exchange::Effect, Warned, CarriedWords, EpochBegun>;

// One record to be.
struct Encoded {
  std::uint16_t kind = 0;
  std::uint8_t version = 0;
  std::string_view head;  // in the encoder
  bool has_body = false;
  std::string_view body_front;  // in the encoder: the body, or its part before `content`
  std::string_view content;     // of a Sent: the document where it lies, not copied
};

// Gathers the records of a batch in one buffer, which it keeps from batch to batch. For one thread
// at a time. A value that no record may hold (an enum's, a Sent whose content_bytes are not those
// of its content) is a bug of ours: better no record than one that no start can read.
class PayloadEncoder {
 public:
  // Forgets the records; every view handed out is dead.
  void clear();

  // One record, or two: a Sent that has warnings is followed by its Warned, a carried one by its
  // CarriedWords. The content of a Sent is only read when the records are used, and must live until
  // then.
  void add(const Payload& payload);
  void add(const exchange::Effect& effect);
  void add(const Warned& warned);
  void add(const CarriedWords& words);
  void add(const EpochBegun& begun);

  std::size_t count() const { return laid_.size(); }
  // In the order of add(). They live until the next add() or clear().
  std::span<const Encoded> records() const;

 private:
  // Where a record lies in the buffer, which moves when it grows.
  struct Laid {
    std::uint16_t kind = 0;
    bool has_body = false;
    std::size_t head_at = 0;
    std::size_t body_at = 0;
    std::size_t end = 0;
    std::string_view content;
  };

  // Writes head and body of anything that has both functions (payload_parts.hpp).
  template <typename Record, typename... Context>
  void lay(std::uint16_t kind, const Record& record, const Context&... context);

  std::string buffer_;
  std::vector<Laid> laid_;
  mutable std::vector<Encoded> records_;  // made of laid_ when asked for
};

// Of a kind of record, as docs/internals/storage.md has it: `sent`. `kind 99` where it is not
// known.
std::string record_name(std::uint16_t kind);

// Of a record that begins a transaction: it was sent, or carried here.
constexpr bool is_sent(std::uint16_t kind) {
  return kind == exchange::Sent::record || kind == exchange::Sent::record_of_carried;
}
// Of one that follows it and has its words.
constexpr bool has_words_of_sent(std::uint16_t kind) {
  return kind == Warned::record || kind == CarriedWords::record;
}
// A Sent, with what the record after it says of it.
void add_words(exchange::Sent& sent, Payload words);

// What a record says. `body`: nothing where the record has none or it was erased; then the fields
// that stand in it are empty, and of a Sent content and digest. `owner` keeps the bytes of `body`
// alive, and with it a Sent's content, which is a view of them. `body_digest`: SHA-256 of the body,
// which the journal has; only a Sent needs it.
//
// damaged: bytes that no encoder made. too_new: a kind or version that is not known here.
base::Result<Payload> decode(std::uint16_t kind, std::uint8_t version, std::string_view head,
                             std::optional<std::string_view> body,
                             std::shared_ptr<const void> owner, const base::Digest& body_digest);

// The same for a record of which is_sent() is known.
base::Result<exchange::Sent> decode_sent(std::uint16_t kind, std::uint8_t version,
                                         std::string_view head,
                                         std::optional<std::string_view> body,
                                         std::shared_ptr<const void> owner,
                                         const base::Digest& body_digest);

}  // namespace tradepost::store::embedded
