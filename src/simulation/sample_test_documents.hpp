#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simulation/partner.hpp"

// Documents of tests: as they come in, and as the exchange would judge them.
namespace tradepost::simulation {

inline constexpr std::string_view buyer_gln = "9521002000009";
inline constexpr std::string_view supplier_gln = "9521001000000";

Party party(std::string_view gln, std::string_view name = "");

// `body` is {"type": …, "content": …}; it counts as written at `at`.
Incoming incoming(const std::string& body, std::string_view at = "2026-03-02T09:00Z");
std::string content_of(const std::string& body);

// Every fault and every warning, a line each. Empty: the exchange takes the document silently.
std::string findings_in(const std::string& body);
std::string faults_in(const std::string& body);

// The text or number at a path of names and places: header.orderIdentifier, items.0.quantity.
std::string text_in_body(const std::string& body, std::string_view path);

// An order of the first article, in this quantity; `more` follows the header.
std::string sample_order(std::string_view number, std::string_view quantity = "80");

// Every document in examples/: its path and its body.
struct Example {
  std::string path;
  std::string body;
};
std::vector<Example> examples();

}  // namespace tradepost::simulation
