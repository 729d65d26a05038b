#include "exchange/model/model.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/text.hpp"
#include "exchange/model/effects.hpp"

namespace tradepost::exchange {
namespace {

// The numbers of kinds in stores and journals. If a kind changed its place in model/documents.json,
// stored documents would change their kind, so new kinds are added at the end.
constexpr std::array kinds_as_stored = {
    std::pair{Kind::order, 0},
    std::pair{Kind::order_response, 1},
    std::pair{Kind::dispatch_instruction, 2},
    std::pair{Kind::dispatch_instruction_response, 3},
    std::pair{Kind::shipping_notice, 4},
    std::pair{Kind::receival_notice, 5},
    std::pair{Kind::invoice, 6},
    std::pair{Kind::credit_note, 7},
    std::pair{Kind::remittance_advice, 8},
    std::pair{Kind::product_catalog, 9},
    std::pair{Kind::inventory_report, 10},
    std::pair{Kind::sales_report, 11},
};
static_assert(std::ranges::all_of(kinds_as_stored, [](auto kind) {
  return static_cast<int>(kind.first) == kind.second;
}));
static_assert(document::kind_count <= 32, "a KindSet has 32 bits");

constexpr std::array<std::string_view, 8> domain_names = {
    "GS1",  "DUNS",       "VAT_DE", "FED_TAX", "SENDER_INTERNAL", "RECEIVER_INTERNAL",
    "VVVO", "VETERINARY",
};

}  // namespace

std::string_view name_of(Flow flow) {
  return flow == Flow::live ? "LIVE" : "TEST";
}

std::optional<Flow> flow_of(std::string_view name) {
  if (name == "LIVE") return Flow::live;
  if (name == "TEST") return Flow::test;
  return std::nullopt;
}

std::string_view name_of(Status status) {
  switch (status) {
    case Status::pending:
      return "PENDING";
    case Status::success:
      return "SUCCESS";
    case Status::failed:
      return "FAILED";
    case Status::dropped:
      break;
  }
  return "DROPPED";
}

std::string_view name_of(Domain domain) {
  return domain_names[static_cast<std::size_t>(domain) - 1];
}

std::optional<Domain> domain_of(std::string_view name) {
  const auto* const at = std::ranges::find(domain_names, name);
  if (at == domain_names.end()) return std::nullopt;
  return static_cast<Domain>(at - domain_names.begin() + 1);
}

Identifier comparable(Domain domain, std::string_view text) {
  Identifier identifier{.domain = domain, .text = {}};
  if (!is_of_profile(domain)) {
    identifier.text = text;
    return identifier;
  }
  identifier.text.reserve(text.size());
  for (const char c : text) {
    if (c != ' ' && c != '-') identifier.text += base::ascii_upper(c);
  }
  return identifier;
}

Bytes bytes_of(std::string text) {
  const auto owner = std::make_shared<const std::string>(std::move(text));
  return {.view = *owner, .owner = owner};
}

}  // namespace tradepost::exchange
