// Reporting: contract 5.3 and 7.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>
#include <vector>

#include "conformance/oracle.hpp"

namespace tradepost::conformance {

// Reports all lines or none: a bad line discards the changes of all lines (contract 7.3).
Answer Oracle::apply_one(std::size_t number, const Report& command) {
  // A single bad line changes nothing, so it needs no copy.
  const Network before = command.lines.size() > 1 ? network_ : Network{};
  Answer answer;
  std::vector<std::string> outcomes;
  std::vector<std::string> bad;
  for (std::size_t index = 0; index < command.lines.size(); ++index) {
    const std::string outcome = outcome_of(command.lines[index], command.caller, number, answer);
    if (outcome == "unknown" || outcome == "conflict") {
      bad.push_back(fmt::format("{} {}", index, outcome));
    }
    outcomes.push_back(outcome);
  }
  if (!bad.empty()) {
    if (command.lines.size() > 1) network_ = before;
    return {.words = fmt::format("bad: {}", fmt::join(bad, ", ")),
            .made_transactions = {},
            .made_cases = {}};
  }
  answer.words = fmt::format("{}", fmt::join(outcomes, ", "));
  return answer;
}

std::string Oracle::outcome_of(const ReportLine& line, Caller by, std::size_t number,
                               Answer& answer) {
  const auto place = transaction_of(line.transaction);
  if (!place) return "unknown";
  KnownTransaction& known = network_.transactions[*place];
  // Transactions of others, held ones and other flows get the same answer (contract 7.2).
  if (known.recipient != by.member || known.flow != by.flow || !known.was_delivered()) {
    return "unknown";
  }
  if (known.report && known.report->verdict == line.verdict) return "same";
  // A line about a superseded or discarded transaction is never bad (contract 5.3, 7.3).
  const bool was_dropped = known.status == Status::dropped;
  if (known.status == Status::success) return "conflict";

  const bool is_mended = known.report.has_value();
  known.report = {.verdict = line.verdict,
                  .reason = line.reason,
                  .type = line.type,
                  .at = keep(),
                  .by = by.member};
  known.events.emplace_back("reported");
  if (was_dropped) return "recorded";  // contract 5.3
  known.status = line.verdict == Verdict::success ? Status::success : Status::failed;
  if (is_mended) {
    if (known.case_place) resolve(*known.case_place, "success");
    return "mended";
  }
  if (line.verdict == Verdict::success) return "done";

  KnownCase opened{.made = {number, answer.made_cases.size()},
                   .origin = "failure",
                   .owners = {known.principal.member, known.recipient},
                   .flow = known.flow,
                   .transaction = place,
                   .resolved_by = "nobody",
                   .type = line.type,
                   .reason = line.reason,
                   .rejected = {}};
  if (known.agent != no_member) opened.owners.push_back(known.agent);
  const Place case_place = open_case(std::move(opened));
  network_.transactions[*place].case_place = case_place;
  answer.made_cases.push_back(case_place);
  return "done";
}

}  // namespace tradepost::conformance
