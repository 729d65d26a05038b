#pragma once

#include "api/bodies/admin_body.hpp"
#include "document/json/view.hpp"
#include "exchange/views/cases.hpp"

// Bodies about cases. Their values are checked against their types; a text that is too long is cut
// when it is kept.
namespace tradepost::api {

// POST /v2/errors, without caller and Idempotency-Key. What it does not know it ignores, as a
// report does (contract 7.1): programs of such networks send it.
exchange::ErrorRequest error_request_in(const document::View& body, BodyFaults& faults);

// Whose turn it is, is an operator's word alone.
enum class Editor : std::uint8_t { participant, operator_ };
// PATCH of a case, read strictly.
exchange::CaseRequest case_request_in(const document::View& body, exchange::CaseId id,
                                      Editor editor, BodyFaults& faults);

}  // namespace tradepost::api
