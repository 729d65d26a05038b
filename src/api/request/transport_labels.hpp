#pragma once

#include <string>

#include "api/request/workplace.hpp"
#include "exchange/model/transaction.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

// What the exchange adds to the transport units of a content that goes out (contract 10.2): links
// to their labels, made for whom the content is shown to, and their SSCC.
class TransportLabels {
 public:
  // For whom nothing is added: operators.
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
