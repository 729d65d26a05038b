#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "api/bodies/page_query.hpp"
#include "api/request/workplace.hpp"
#include "exchange/views/cases.hpp"
#include "http/message/response.hpp"

// What the lists and the changes of cases have in common for every caller.
namespace tradepost::api {

std::optional<exchange::CaseStatus> cases_wanted(Query& query);

// A page of the list at this path.
http::Response cases_listed(Workplace& place, const OpenCall& call, std::string_view path,
                            const PageQuery& query, const exchange::CasesAnswer& answer);

// Why a case was not changed; nothing where it was.
std::optional<http::Response> not_changed(const exchange::CaseChangeAnswer& answer);

}  // namespace tradepost::api
