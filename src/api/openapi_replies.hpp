#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/operations.hpp"
#include "api/routes.hpp"

namespace tradepost::api {

// What routes of a sort answer alike, so that no operation has to say it.
struct StandingReply {
  std::string_view name;  // of the component
  Reply reply;
};
std::vector<StandingReply> standing_replies();

// A status with all that is to be said about it.
struct WholeReply {
  std::string when;
  std::optional<Content> content;  // none: no body
  std::vector<std::string_view> headers;
  std::optional<Content> other;
};

// A status of an operation: its own row, the standing one, or both.
struct StatusWords {
  int status;
  const Reply* own = nullptr;
  const StandingReply* standing = nullptr;

  WholeReply whole() const;
};

// Every status of an operation, lowest first. The views live as long as both arguments' rows.
std::vector<StatusWords> statuses_of(const Operation& operation, const Route& route,
                                     const std::vector<StandingReply>& standing);

// nullptr: nobody answers there, or nobody described it.
const Route* route_of(const Operation& operation);

}  // namespace tradepost::api
