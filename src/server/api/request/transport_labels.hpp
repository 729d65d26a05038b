#pragma once

#include <string>

#include "api/request/loop_context.hpp"
#include "exchange/model/transaction.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

// Adds to the transport units of an outgoing content (contract 10.2) their SSCC and links to their
// labels. The links are made for the viewer of the content.
class TransportLabels {
 public:
  // Adds nothing. Operators get this one.
  TransportLabels() = default;
  // Both outlive this object.
  TransportLabels(LoopContext& context, const Call& call) : context_(&context), call_(&call) {}

  // Appends the content without copying it. Its other bytes stay the same.
  void append(http::Body& body, const exchange::Transaction& row,
              const exchange::Bytes& content) const;

 private:
  LoopContext* context_ = nullptr;
  const Call* call_ = nullptr;
};

}  // namespace tradepost::api
