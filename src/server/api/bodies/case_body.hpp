#pragma once

#include "api/bodies/admin_body.hpp"
#include "document/json/view.hpp"
#include "exchange/views/cases.hpp"

// Bodies about cases. Values are checked against their types. A text that is too long is cut when
// it is stored.
namespace tradepost::api {

// Reads POST /v2/errors, without caller and Idempotency-Key. Unknown fields are ignored, as in a
// report (contract 7.1), because programs of existing networks send them.
exchange::ErrorRequest error_request_in(const document::View& body, BodyFaults& faults);

// Only operators can set the turn of a case.
enum class Editor : std::uint8_t { participant, operator_ };
// Reads the body of PATCH for a case strictly.
exchange::CaseRequest case_request_in(const document::View& body, exchange::CaseId id,
                                      Editor editor, BodyFaults& faults);

}  // namespace tradepost::api
