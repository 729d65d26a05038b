#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/desk/cursor.hpp"
#include "exchange/views/case_filter.hpp"

namespace tradepost::exchange {

// The request POST /v2/errors.
struct ErrorRequest {
  Caller caller;
  std::string reason;
  ErrorType type = ErrorType::data;
  Context context;
  std::string transaction_identifier;
  std::optional<Kind> kind;
  std::optional<Digest> key;  // of the Idempotency-Key
};
// Opens a case. Too long texts are cut. Fails as the store does.
Answering<CaseOpeningAnswer> post_error(Desk& desk, ErrorRequest request, Deadline deadline);

struct CasesRequest {
  Caller caller;
  CaseFilter filter;
  std::optional<Cursor> cursor;
  std::uint32_t count_max = 25;
};
struct CasesPage {
  std::vector<CasePtr> items;
  std::optional<Cursor> next;
};
using CasesAnswer = std::variant<CasesPage, BadCursor>;
// Returns the cases in which the caller takes part, newest first. A page with `next` may have fewer
// cases than requested, also none: its request has read cases_examined_max cases.
Answering<CasesAnswer> cases(Desk& desk, CasesRequest request, Deadline deadline);

// Returns nullopt if the case is unknown or belongs to others.
Answering<std::optional<FoundCase>> find_case(Desk& desk, Caller caller, CaseId id,
                                              Deadline deadline);

struct CaseRequest {
  CaseId id;
  std::optional<Revision> revision;  // the revision that the caller saw; nullopt: any
  std::optional<std::string> comment;
  std::optional<CaseStatus> status;
  std::optional<Turn> turn = {};  // for operators; ignored for participants
};
// Comments on, resolves or reopens a case. Unknown: find_case() returns nullopt for it.
Answering<CaseChangeAnswer> change_case(Desk& desk, Caller caller, CaseRequest request,
                                        Deadline deadline);

}  // namespace tradepost::exchange
