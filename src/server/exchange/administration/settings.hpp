#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/administration/administer.hpp"

// The settings for the whole network, except its mode (exchange/administration/administer.hpp).
namespace tradepost::exchange {

using SettingAnswer = std::variant<Changed, Refused, Busy>;

// Sets the hosts that webhooks may have (exchange/webhooks/webhooks.hpp). Existing endpoints stay.
Answering<SettingAnswer> set_webhook_targets(Desk& desk, OperatorId by,
                                             std::vector<std::string> names, Deadline deadline);

// How long documents of a kind are kept after they were sent; nullopt: without end.
struct RetentionRule {
  Kind kind{};
  std::optional<std::chrono::days> content;
  std::optional<std::chrono::days> row;  // not shorter than `content`

  bool operator==(const RetentionRule&) const = default;
};
// Kinds without a rule are kept without end. Without the setting, all kinds are (contract 8.6).
std::vector<RetentionRule> retention_of(const Directory& directory);
Answering<SettingAnswer> set_retention(Desk& desk, OperatorId by, std::vector<RetentionRule> rules,
                                       Deadline deadline);

}  // namespace tradepost::exchange
