#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exchange/model/transaction.hpp"

namespace tradepost::exchange {

enum class CaseStatus : std::uint8_t { open = 1, resolved = 2 };
enum class Turn : std::uint8_t { sender = 1, recipient = 2, operator_ = 3 };
enum class CaseOrigin : std::uint8_t {
  failure = 1,
  rejection = 2,
  posted = 3,
  discard = 4,
  overdue = 5,
  closing = 6,
};
enum class ResolvedBy : std::uint8_t {
  none = 1,
  person = 2,
  newer_version = 3,
  requeue = 4,
  success = 5,
};

// The present state of a case (contract 8.4).
struct Case {
  CaseId id;
  Revision revision = 0;
  Instant changed{};
  Actor changed_by;
  Instant opened{};
  Flow flow{};
  std::vector<ParticipantId> owners;  // may see, comment, resolve and reopen it
  CaseStatus status = CaseStatus::open;
  Turn turn = Turn::sender;
  ErrorType type = ErrorType::data;
  CaseOrigin origin{};
  std::optional<TransactionId> transaction;
  std::optional<Kind> kind;
  std::uint32_t count = 1;  // the number of rejections of the same payload
  ResolvedBy resolved_by = ResolvedBy::none;
  std::string reason;
  Context context;
  std::string transaction_identifier;  // named by POST /v2/errors, or the document's number

  bool is_owner(ParticipantId participant) const;

  bool operator==(const Case&) const = default;
};
using CasePtr = std::shared_ptr<const Case>;  // as TransactionPtr

}  // namespace tradepost::exchange
