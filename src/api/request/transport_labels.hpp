#pragma once

#include <string>

#include "api/request/workplace.hpp"
#include "exchange/model/transaction.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

// The additions to the transport units of an outgoing content (contract 10.2): links to their
// labels, made for the viewer of the content, and their SSCC.
class TransportLabels {
 public:
  // Adds nothing: for operators.
  TransportLabels() = default;
  // Both outlive this.
  TransportLabels(Workplace& place, const Call& call) : place_(&place), call_(&call) {}

  // The content from where it lies, all else byte for byte.
  void append(http::Body& body, const exchange::Transaction& row,
              const exchange::Bytes& content) const;

 private:
  Workplace* place_ = nullptr;
  const Call* call_ = nullptr;
};

}  // namespace tradepost::api
