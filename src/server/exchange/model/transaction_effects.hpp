#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/references.hpp"
#include "exchange/model/transaction.hpp"

// The effects on a document from sending to erasure (exchange/model/effects.hpp).
namespace tradepost::exchange {

// The store assigns the position of Sent (if its state is pending), Released and Moved when it
// keeps the effect: larger than all positions before in the queue (recipient, flow).

// The history of a transaction before a migration to another store.
struct CarriedPast {
  std::vector<Event> events;
  bool is_removed = false;  // invisible to everyone
};

struct Sent {
  static constexpr std::uint16_t record = 1;
  static constexpr std::uint16_t record_of_carried = 70;
  Transaction transaction;  // pending or held, position 0; carried: its present state
  Bytes content;            // minified; carried: empty if it was removed
  std::optional<CarriedPast> carried = {};
  // Known when the document was just read. No record has them.
  std::optional<document::References> references = {};

  document::References all_references() const;
};

// The form of a text that became a document.
enum class OriginalForm : std::uint8_t { edifact = 1, xml = 2 };

// The text that became the content of a transaction. A document that was sent as JSON has none.
struct Original {
  OriginalForm form{};
  Bytes text;

  bool operator==(const Original& other) const {
    return form == other.form && text.view == other.text.view;
  }
};

inline std::size_t size_of(const std::optional<Original>& original) {
  return original ? original->text.view.size() : 0;
}

// The original follows the Sent of its document, and is removed and erased with the content.
struct OriginalKept {
  static constexpr std::uint16_t record = 11;
  TransactionId id;
  Original original;

  bool operator==(const OriginalKept&) const = default;
};

struct Superseded {
  static constexpr std::uint16_t record = 2;
  TransactionId id;
  TransactionId by;
  Instant at{};

  bool operator==(const Superseded&) const = default;
};

struct Released {
  static constexpr std::uint16_t record = 3;
  TransactionId id;
  Instant at{};
  Revision relationship_revision = 0;

  bool operator==(const Released&) const = default;
};

enum class ReportEffect : std::uint8_t { done = 1, mended = 2, recorded = 3 };
enum class ReportCause : std::uint8_t { recipient = 1, closing = 2 };

struct Reported {
  static constexpr std::uint16_t record = 4;
  TransactionId id;
  Report report;
  ReportEffect effect = ReportEffect::done;
  State state_after{};
  ReportCause cause = ReportCause::recipient;

  bool operator==(const Reported&) const = default;
};

struct Discarded {
  static constexpr std::uint16_t record = 5;
  TransactionId id;
  Instant at{};
  Actor by;
  std::string reason;

  bool operator==(const Discarded&) const = default;
};

struct Moved {
  static constexpr std::uint16_t record = 6;
  TransactionId id;
  Instant at{};
  ParticipantId from;
  ParticipantId to;
  std::vector<ParticipantId> viewers;  // from now on
  IntentId intent;

  bool operator==(const Moved&) const = default;
};

struct Noted {
  static constexpr std::uint16_t record = 7;
  TransactionId id;
  Instant at{};
  EventType type{};
  Actor by;
  std::string detail;

  bool operator==(const Noted&) const = default;
};

enum class Removal : std::uint8_t { content = 1, row = 2 };

struct Removed {
  static constexpr std::uint16_t record = 8;
  TransactionId id;
  Instant at{};
  Removal what{};

  bool operator==(const Removed&) const = default;
};

struct Erased {
  static constexpr std::uint16_t record = 9;
  TransactionId id;
  Instant at{};
  Actor by;

  bool operator==(const Erased&) const = default;
};

}  // namespace tradepost::exchange
