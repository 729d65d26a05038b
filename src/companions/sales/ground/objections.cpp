#include "sales/ground/objections.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/text.hpp"

namespace tradepost::sales {
namespace {

// The exchange truncates longer reports.
constexpr std::size_t sentences_max = 20;
constexpr std::size_t context_max = 50;
constexpr std::size_t found_bytes_max = 1'000;

}  // namespace

std::string reason_of(const Objections& objections) {
  std::string reason;
  for (std::size_t i = 0; i < std::min(objections.size(), sentences_max); ++i) {
    if (i > 0) reason += ' ';
    reason += objections[i].sentence;
  }
  if (objections.size() > sentences_max) {
    reason += fmt::format(" And {} more.", objections.size() - sentences_max);
  }
  return reason;
}

std::string error_type_of(const Objections& objections) {
  return std::ranges::all_of(objections, &Objection::is_ours) ? "INTERNAL" : "DATA";
}

std::map<std::string, std::string> context_of(const Objections& objections) {
  std::map<std::string, std::string> context;
  for (const Objection& one : objections) {
    if (one.path.empty() || context.size() >= context_max) continue;
    context.emplace(one.path, base::beginning_of(one.found, found_bytes_max));
  }
  return context;
}

}  // namespace tradepost::sales
