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
#include "exchange/records/stored_values.hpp"
#include "journal/frames/format.hpp"

// The content of a journal record: the fields of storage 2, little-endian. Each payload has exactly
// one encoding. A released layout stays readable under its version, and its golden file is
// permanent (tests/modules/embedded_store/payloads).
namespace tradepost::store::embedded {

// The store adds the following records to the effects of the exchange.

// The warnings of a document, if any. This record follows the document's Sent in the same frame. It
// is separate so that the body of the Sent is exactly the input of its digest.
struct Warned {
  static constexpr std::uint16_t record = 10;
  exchange::TransactionId id;
  exchange::Warnings warnings;

  bool operator==(const Warned&) const = default;
};

// The report, warnings and events of a transaction from before its migration to this store. Follows
// its Sent in the same frame, and is separate for the same reason.
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
  std::optional<journal::Identity> from;  // the journal that this one continues

  bool operator==(const EpochBegun&) const = default;
};

}  // namespace tradepost::store::embedded

template <>
inline constexpr auto
    tradepost::exchange::last_value<tradepost::store::embedded::EpochBegun::Cause> =
        tradepost::store::embedded::EpochBegun::Cause::moved;

namespace tradepost::store::embedded {

using Payload = std::variant<exchange::Effect, Warned, CarriedWords, EpochBegun>;

// A record to be written.
struct Encoded {
  std::uint16_t kind = 0;
  std::uint8_t version = 0;
  std::string_view head;  // in the encoder
  bool has_body = false;
  std::string_view body_front;  // in the encoder: the body, or its part before `content`
  std::string_view content;     // a document or an original, not copied
};

base::Digest digest_of_body(const Encoded& record);

// Collects the records of a batch in a buffer, which is reused. For one thread at a time. A value
// that a record must not hold (an invalid enum, a Sent with a wrong content_bytes) fails a CHECK: a
// missing record is better than a record that stops every start.
class PayloadEncoder {
 public:
  // Removes the records and invalidates every view of them.
  void clear();

  // Adds one record, or two: a Sent with warnings is followed by its Warned, a migrated one by its
  // CarriedWords. The content of a Sent and an original are read when the records are used, and
  // must live until then.
  void add(const Payload& payload);
  void add(const exchange::Effect& effect);
  void add(const Warned& warned);
  void add(const CarriedWords& words);
  void add(const EpochBegun& begun);

  std::size_t count() const { return laid_.size(); }
  // Returns the records in the order of add(). They are valid until the next add() or clear().
  std::span<const Encoded> records() const;

 private:
  // The offsets of a record in the buffer, which moves when it grows.
  struct Laid {
    std::uint16_t kind = 0;
    bool has_body = false;
    std::size_t head_at = 0;
    std::size_t body_at = 0;
    std::size_t end = 0;
    std::string_view content;
  };

  // Writes head and body of a type that has these functions (payload_of_*.hpp).
  template <typename Record, typename... Context>
  void lay(std::uint16_t kind, const Record& record, const Context&... context);

  std::string buffer_;
  std::vector<Laid> laid_;
  mutable std::vector<Encoded> records_;  // built from laid_ on demand
};

// Returns the name of a kind of record, as in docs/internals/storage.md: `sent`. An unknown kind is
// `kind 99`.
std::string record_name(std::uint16_t kind);

// Returns true for a record that begins a transaction: a sent or a migrated document.
constexpr bool is_sent(std::uint16_t kind) {
  return kind == exchange::Sent::record || kind == exchange::Sent::record_of_carried;
}
// Returns true for a record that follows a Sent and has its texts.
constexpr bool has_words_of_sent(std::uint16_t kind) {
  return kind == Warned::record || kind == CarriedWords::record;
}
// Adds the content of the record after a Sent to it.
void add_words(exchange::Sent& sent, Payload words);

// Decodes a record. If `body` is nullopt (no body, or erased), its fields are empty, and so are
// content and digest of a Sent. `owner` keeps the bytes of `body` alive; the content of a Sent is a
// view of them and shares it, as an original is. `body_digest` is the journal's SHA-256 of the
// body; only a Sent needs it.
//
// Fails with damaged for bytes that an encoder cannot make, and with too_new for an unknown kind or
// version.
base::Result<Payload> decode(std::uint16_t kind, std::uint8_t version, std::string_view head,
                             std::optional<std::string_view> body,
                             std::shared_ptr<const void> owner, const base::Digest& body_digest);

// Decodes a record for which is_sent() is true.
base::Result<exchange::Sent> decode_sent(std::uint16_t kind, std::uint8_t version,
                                         std::string_view head,
                                         std::optional<std::string_view> body,
                                         std::shared_ptr<const void> owner,
                                         const base::Digest& body_digest);

}  // namespace tradepost::store::embedded
