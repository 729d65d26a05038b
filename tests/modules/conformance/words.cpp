#include "conformance/words.hpp"

#include <fmt/format.h>

#include <functional>
#include <string_view>

namespace tradepost::conformance {
namespace {

std::string place(const std::optional<std::size_t>& transaction) {
  return transaction ? fmt::format("T{}", *transaction) : "-";
}

std::string_view name_of(ErrorType type) {
  return type == ErrorType::data ? "DATA" : "INTERNAL";
}

std::string_view name_of(const std::optional<Standing>& standing) {
  if (!standing) return "none";
  switch (*standing) {
    case Standing::requested:
      return "requested";
    case Standing::active:
      return "active";
    case Standing::blocked:
      break;
  }
  return "blocked";
}

// Contents are compared by digest; whole contents would hide other differences.
std::string digest_of(std::string_view content) {
  return fmt::format("{:08x}", std::hash<std::string_view>()(content) & 0xffffffff);
}

}  // namespace

std::string words_of(const PendingWords& seen) {
  return fmt::format("T{} {} from {} by {} replaces {} replaced by {} at {} content {}",
                     seen.transaction, seen.kind, seen.sender,
                     seen.agent.empty() ? "itself" : seen.agent, place(seen.replaces),
                     place(seen.replaced_by), seen.created, digest_of(seen.content));
}

std::string words_of(const QueueWords& seen) {
  const auto oldest = seen.oldest ? fmt::format("since {}", *seen.oldest) : "none";
  return fmt::format("{} pending, {}, {} held, {} failed", seen.pending, oldest, seen.held,
                     seen.failed);
}

std::string words_of(const NumbersWords& seen) {
  std::string words = fmt::format("T{}:", seen.transaction);
  for (const auto& number : seen.numbers) words += number ? fmt::format(" {}", *number) : " none";
  return words;
}

std::string words_of(const SsccWords& seen) {
  const auto found = seen.transaction ? fmt::format("T{}", *seen.transaction) : "nothing";
  return fmt::format("{} finds {}", seen.sscc, found);
}

std::string words_of(const ReportWords& seen) {
  return fmt::format("{} {} '{}' by {} at {}",
                     seen.verdict == Verdict::success ? "success" : "failure", name_of(seen.type),
                     seen.reason, seen.by, seen.at);
}

std::string words_of(const HistoryWords& seen) {
  return fmt::format(
      "T{} {} {} {}{} from {} by {} to {} replaces {} replaced by {} warnings {} report {} at {} "
      "content {}",
      seen.transaction, seen.kind, seen.direction, seen.status, seen.held ? " held" : "",
      seen.sender, seen.agent.empty() ? "itself" : seen.agent, seen.recipient, place(seen.replaces),
      place(seen.replaced_by), seen.warnings, seen.report.empty() ? "none" : seen.report,
      seen.created, digest_of(seen.content));
}

std::string words_of(const CaseWords& seen) {
  return fmt::format("{} of {} {} by {} {} '{}' count {} comments {}", seen.origin,
                     place(seen.transaction), seen.is_open ? "open" : "resolved", seen.resolved_by,
                     name_of(seen.type), seen.reason, seen.count, seen.comments);
}

std::string words_of(const PartnerWords& seen) {
  return fmt::format("{} incoming {} held {} outgoing {} held {}", seen.partner,
                     name_of(seen.incoming), seen.held_incoming, name_of(seen.outgoing),
                     seen.held_outgoing);
}

std::string words_of(const StatisticsWords& counted, std::uint64_t count) {
  return fmt::format("hour {}: {} {} {} {}", counted.hour, count, counted.kind, counted.direction,
                     counted.status);
}

}  // namespace tradepost::conformance
