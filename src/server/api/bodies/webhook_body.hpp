#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/bodies/admin_body.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/model/directory_entries.hpp"

// Webhooks in bodies of requests and answers.
namespace tradepost::api {

inline constexpr std::string_view prefix_of_webhook_secrets = "tp_hook_";

// Returns bits of exchange::FeedType.
std::optional<std::uint8_t> webhook_events_in(Fields& fields);

// Reads the first webhooks of a new participant, without ids and secrets.
std::vector<exchange::Endpoint> webhooks_in(Fields& fields);

}  // namespace tradepost::api
