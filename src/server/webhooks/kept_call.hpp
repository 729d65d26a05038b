#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "exchange/webhooks/webhook_calls.hpp"

// The bytes of a call in a file: a record of base::FieldsWriter.
namespace tradepost::webhooks {

struct KeptCall {
  exchange::EndpointId endpoint;
  exchange::MadeCall call;
};

std::string bytes_of(exchange::EndpointId endpoint, const exchange::WebhookCall& call);

// Removes the first record from `bytes`. Returns nullopt if they do not begin with a whole one.
std::optional<KeptCall> take_kept_call(std::string_view& bytes);

}  // namespace tradepost::webhooks
