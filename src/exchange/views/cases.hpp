#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/desk/cursor.hpp"

namespace tradepost::exchange {

// POST /v2/errors.
struct ErrorRequest {
  Caller caller;
  std::string reason;
  ErrorType type = ErrorType::data;
  Context context;
  std::string transaction_identifier;
  std::optional<Kind> kind;
  std::optional<std::string> key;  // the Idempotency-Key
};
using ErrorAnswer = std::variant<CaseOpened, KeyMismatch, KeyRunning, KeysFull>;
// Texts that are too long are cut. Fails as the store does.
Answering<ErrorAnswer> post_error(Desk& desk, ErrorRequest request, Deadline deadline);

struct CasesRequest {
  Caller caller;
  std::optional<CaseStatus> status;
  std::optional<Cursor> cursor;
  std::uint32_t count_max = 25;
};
struct CasesPage {
  std::vector<CasePtr> items;
  std::optional<Cursor> next;
};
using CasesAnswer = std::variant<CasesPage, BadCursor>;
// The cases that the caller takes part in, newest first.
Answering<CasesAnswer> cases(Desk& desk, CasesRequest request, Deadline deadline);

// Nothing: not the caller's, or not there.
Answering<std::optional<FoundCase>> find_case(Desk& desk, Caller caller, CaseId id,
                                              Deadline deadline);

struct CaseRequest {
  CaseId id;
  std::optional<Revision> revision;  // the revision that the caller saw; none: any
  std::optional<std::string> comment;
  std::optional<CaseStatus> status;
  std::optional<Turn> turn = {};  // an operator's word; of participants not asked
};
// Comment, resolve, reopen. Unknown: as find_case's nothing.
Answering<CaseChangeAnswer> change_case(Desk& desk, Caller caller, CaseRequest request,
                                        Deadline deadline);

}  // namespace tradepost::exchange
