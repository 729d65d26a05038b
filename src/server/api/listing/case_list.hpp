#pragma once

#include <cstdint>
#include <optional>

#include "api/bodies/page_query.hpp"
#include "api/language/german.hpp"
#include "api/request/loop_context.hpp"
#include "base/tasks/task.hpp"
#include "exchange/views/cases.hpp"
#include "http/message/response.hpp"

// Shared parts of the lists and the changes of cases for participants and operators.
namespace tradepost::api {

// Returns a page of the list.
http::Response cases_listed(LoopContext& context, const OpenCall& call, const PageQuery& query,
                            const exchange::CasesAnswer& answer);

// Answers with a case. The reader sees the names of the people of participant `of`; nullopt: of
// all.
base::Task<http::Response> case_answer(LoopContext& context, exchange::FoundCase found,
                                       std::optional<exchange::ParticipantId> of,
                                       Language language);

// Returns the refusal, or nullopt if the case was changed.
std::optional<http::Response> not_changed(const exchange::CaseChangeAnswer& answer);

}  // namespace tradepost::api
