#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/command.hpp"

// One line for each row, in the same form for the oracle and a store, so that both are compared as
// text and a difference is readable.
namespace tradepost::conformance {

struct PendingWords {
  std::size_t transaction = 0;
  std::string kind;
  std::string sender;
  std::string agent;  // empty: none
  std::optional<std::size_t> replaces;
  std::optional<std::size_t> replaced_by;
  std::int64_t created = 0;
  std::string content;
};
std::string words_of(const PendingWords& seen);

struct QueueWords {
  std::size_t pending = 0;
  std::optional<std::int64_t> oldest;
  std::size_t held = 0;
  std::size_t failed = 0;
};
std::string words_of(const QueueWords& seen);

struct ReportWords {
  Verdict verdict{};
  ErrorType type = ErrorType::data;
  std::string reason;
  std::string by;
  std::int64_t at = 0;
};
std::string words_of(const ReportWords& seen);

struct HistoryWords {
  std::size_t transaction = 0;
  std::string kind;
  std::string direction;
  std::string status;
  bool held = false;
  std::string sender;
  std::string agent;
  std::string recipient;
  std::optional<std::size_t> replaces;
  std::optional<std::size_t> replaced_by;
  std::size_t warnings = 0;
  std::string report;
  std::int64_t created = 0;
  std::string content;
};
std::string words_of(const HistoryWords& seen);

struct CaseWords {
  std::string origin;
  std::optional<std::size_t> transaction;
  bool is_open = true;
  std::string resolved_by;
  ErrorType type = ErrorType::data;
  std::string reason;
  std::size_t count = 0;
  std::size_t comments = 0;
};
std::string words_of(const CaseWords& seen);

struct PartnerWords {
  std::string partner;
  std::optional<Standing> incoming;
  std::optional<Standing> outgoing;
  std::size_t held_incoming = 0;
  std::size_t held_outgoing = 0;
};
std::string words_of(const PartnerWords& seen);

// The numbers of a transaction's units, without their check digits.
struct NumbersWords {
  std::size_t transaction = 0;
  std::vector<std::optional<std::uint64_t>> numbers;
};
std::string words_of(const NumbersWords& seen);

// The result of a search by SSCC, without its check digit.
struct SsccWords {
  std::uint64_t sscc = 0;
  std::optional<std::size_t> transaction;
};
std::string words_of(const SsccWords& seen);

struct StatisticsWords {
  std::int64_t hour = 0;  // since 1970
  std::string kind;
  std::string direction;
  std::string status;

  auto operator<=>(const StatisticsWords&) const = default;
};
std::string words_of(const StatisticsWords& counted, std::uint64_t count);

}  // namespace tradepost::conformance
