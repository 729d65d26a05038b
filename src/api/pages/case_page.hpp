#pragma once

#include "exchange/views/cases.hpp"
#include "exchange/views/history.hpp"
#include "http/message/response.hpp"

// What a signed link shows: plain pages, to be read and nothing else (contract 8.7).
namespace tradepost::api {

// `transaction` is the subject of the case, if the viewer may see it.
http::Response case_page(const exchange::FoundCase& found,
                         const std::optional<exchange::Shown>& transaction,
                         const exchange::Directory& directory);

// 404: forged, or of an unknown case, or its participant sees the case no more.
http::Response no_case_page();
// 403: was good once.
http::Response ended_link_page();
// 5xx: what the store said, for people.
http::Response failure_page(const base::Error& failed);

}  // namespace tradepost::api
