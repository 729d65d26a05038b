#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simulation/partner.hpp"

// Documents for tests, as received documents and with the findings of the exchange.
namespace tradepost::simulation {

inline constexpr std::string_view buyer_gln = "9521002000009";
inline constexpr std::string_view supplier_gln = "9521001000000";

Party party(std::string_view gln, std::string_view name = "");

// `body` is {"type": …, "content": …}. The document counts as written at `at`.
Incoming incoming(const std::string& body, std::string_view at = "2026-03-02T09:00Z");
std::string content_of(const std::string& body);

// Returns each fault and each warning on a line. Empty: the exchange accepts the document without
// findings.
std::string findings_in(const std::string& body);
std::string faults_in(const std::string& body);

// Returns the text or number at a path of names and indexes: header.orderIdentifier,
// items.0.quantity.
std::string text_in_body(const std::string& body, std::string_view path);

// Returns an order of the first article, in this quantity.
std::string sample_order(std::string_view number, std::string_view quantity = "80");

// The path and the body of a document in examples/.
struct Example {
  std::string path;
  std::string body;
};
std::vector<Example> examples();

}  // namespace tradepost::simulation
