#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "document/model/schema.hpp"

// New documents filled from existing ones: an answer to an order, an invoice for a delivery, a copy
// of the last order.
namespace tradepost::derivation {

using document::Kind;

enum class Side : std::uint8_t { sender, recipient };

// A field whose value comes from a field of another name.
struct Renamed {
  std::string_view field;
  std::string_view source;
};

struct Derivation {
  Kind from;
  Kind to;
  Side by;  // the side of the existing document that sends the new one
  std::span<const Renamed> header;
  std::span<const Renamed> lines;
};

// Returns the possible derivations, which the build compiles from model/documents.json.
std::span<const Derivation> derivations();
// Returns nullptr if documents of `to` cannot be derived from documents of `from`.
const Derivation* find_derivation(Kind from, Kind to);

// Returns true if prices that are missing in the source are taken from its order.
bool takes_prices(const Derivation& derivation);

struct StoredDocument {
  Kind kind;
  std::string_view content;
};

// Returns the content of a new document. It has the values of `content` in the fields that both
// kinds have, the lines with the quantities of the previous step, and `now` as its date. It lacks
// its number, and other fields that only its sender knows. Invoices and credit notes have the sums
// of their lines, unless the whole source or a whole order has allowances or charges. `orders` are
// the orders and order responses of the trade, the newest first: lines get their prices and taxes.
// Returns nullopt if `content` is not readable.
std::optional<std::string> derived(const Derivation& derivation, std::string_view content,
                                   std::span<const StoredDocument> orders, std::string_view now);

}  // namespace tradepost::derivation
