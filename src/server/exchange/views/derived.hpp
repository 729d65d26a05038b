#pragma once

#include <string>
#include <variant>

#include "exchange/desk/desk.hpp"
#include "exchange/rules/decide.hpp"

namespace tradepost::exchange {

// The content of a new document for its sender, who completes and sends it.
struct Derived {
  Kind kind{};
  std::string content;
};
// The new kind does not follow from this document, or only its other side may send it.
struct NotDerivable {
  Kind from{};
  Direction direction{};
};

using DeriveAnswer = std::variant<Derived, NotDerivable, ContentGone, Unknown>;

// Fills a new document of the kind `to` from a transaction that the caller sees. It stores nothing.
Answering<DeriveAnswer> derive(Desk& desk, Caller caller, TransactionId id, Kind to,
                               Deadline deadline);

}  // namespace tradepost::exchange
