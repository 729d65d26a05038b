#include <unordered_map>

#include "base/ground/limits.hpp"
#include "exchange/rules/decide.hpp"
#include "exchange/rules/decide_parts.hpp"

namespace tradepost::exchange {
namespace {

// The state of a transaction after the earlier items of the same command.
struct RowState {
  State state{};
  std::optional<Verdict> verdict;
  CasePtr open_case;
  std::optional<CaseId> case_id;
};

ReportOutcome outcome_of(const RowState& standing, Verdict verdict) {
  switch (standing.state) {
    case State::pending:
      return ReportOutcome::done;
    case State::success:
      return verdict == Verdict::success ? ReportOutcome::same : ReportOutcome::conflict;
    case State::failed:
      return verdict == Verdict::failure ? ReportOutcome::same : ReportOutcome::mended;
    case State::superseded:
    case State::discarded:
      // The recipient collected it before: its report is recorded, whatever it says.
      return standing.verdict == verdict ? ReportOutcome::same : ReportOutcome::recorded;
    case State::held:
      break;
  }
  return ReportOutcome::unknown;
}

class Reporting {
 public:
  Reporting(const ReportCommand& command, const ReportFacts& facts)
      : command_(command), facts_(facts) {}

  void take(const ReportItem& item, const ReportFacts::Item& fact) {
    if (!is_callers(fact.row)) {
      answers_.push_back({.outcome = ReportOutcome::unknown, .case_id = {}});
      return;
    }
    RowState& standing = standing_of(fact);
    const auto outcome = outcome_of(standing, item.verdict);
    if (outcome == ReportOutcome::done || outcome == ReportOutcome::mended ||
        outcome == ReportOutcome::recorded) {
      keep(item, *fact.row, standing, outcome);
    }
    const bool has_case = standing.state == State::failed;
    answers_.push_back({.outcome = outcome, .case_id = has_case ? standing.case_id : std::nullopt});
  }

  Decision<ReportAnswer> decision() && {
    for (const ReportItemAnswer& answer : answers_) {
      if (is_bad(answer.outcome)) effects_.clear();
    }
    if (command_.purpose == Purpose::validate_only) effects_.clear();
    return {std::move(answers_), std::move(effects_)};
  }

 private:
  bool is_callers(const TransactionPtr& row) const {
    return row && row->recipient == command_.recipient && row->flow == command_.flow &&
           row->was_delivered();
  }

  RowState& standing_of(const ReportFacts::Item& fact) {
    const auto [at, is_new] = standings_.try_emplace(fact.row->id);
    if (is_new) {
      at->second = {.state = fact.row->state,
                    .verdict = {},
                    .open_case = fact.open_case,
                    .case_id = fact.row->feedback.case_id};
      if (fact.row->feedback.report) at->second.verdict = fact.row->feedback.report->verdict;
    }
    return at->second;
  }

  void keep(const ReportItem& item, const Transaction& row, RowState& standing,
            ReportOutcome outcome) {
    Report report{.verdict = item.verdict,
                  .reason = {},
                  .type = item.type,
                  .context = item.context,
                  .at = facts_.now,
                  .by = command_.by};
    CutText reason = cut(item.reason, base::limits::reason_length_max);
    const bool was_cut = cut(report.context).was_cut || reason.was_cut;
    report.reason = std::move(reason.text);
    standing.verdict = item.verdict;
    if (outcome != ReportOutcome::recorded) {
      standing.state = item.verdict == Verdict::success ? State::success : State::failed;
    }
    const auto effect = outcome == ReportOutcome::done     ? ReportEffect::done
                        : outcome == ReportOutcome::mended ? ReportEffect::mended
                                                           : ReportEffect::recorded;
    effects_.emplace_back(
        Reported{.id = row.id, .report = report, .effect = effect, .state_after = standing.state});
    if (was_cut) {
      effects_.emplace_back(Noted{.id = row.id,
                                  .at = facts_.now,
                                  .type = EventType::text_cut,
                                  .by = command_.by,
                                  .detail = "The report's text was too long and was cut."});
    }
    if (outcome == ReportOutcome::mended) resolve(standing);
    if (outcome == ReportOutcome::done && item.verdict == Verdict::failure) {
      open_case(item, row, report, standing);
    }
  }

  void resolve(RowState& standing) {
    if (!standing.open_case) return;
    effects_.emplace_back(
        resolved(*standing.open_case, ResolvedBy::success, command_.by, facts_.now));
    standing.open_case = nullptr;
  }

  void open_case(const ReportItem& item, const Transaction& row, const Report& report,
                 RowState& standing) {
    auto owners = senders_of(row);
    owners.push_back(row.recipient);
    Case opened{.id = item.new_case,
                .revision = 1,
                .changed = facts_.now,
                .changed_by = command_.by,
                .opened = facts_.now,
                .flow = row.flow,
                .owners = without_repeats(std::move(owners)),
                .turn = report.type == ErrorType::data ? Turn::sender : Turn::recipient,
                .type = report.type,
                .origin = CaseOrigin::failure,
                .transaction = row.id,
                .kind = row.kind,
                .reason = report.reason,
                .context = report.context,
                .transaction_identifier = row.number};
    standing.case_id = opened.id;
    standing.open_case = std::make_shared<const Case>(opened);
    effects_.emplace_back(CaseSet{std::move(opened)});
  }

  const ReportCommand& command_;
  const ReportFacts& facts_;
  std::unordered_map<TransactionId, RowState> standings_;
  ReportAnswer answers_;
  std::vector<Effect> effects_;
};

}  // namespace

Decision<ReportAnswer> decide(const ReportCommand& command, const ReportFacts& facts) {
  Reporting reporting(command, facts);
  for (std::size_t i = 0; i < command.items.size(); ++i) {
    reporting.take(command.items[i], facts.items[i]);
  }
  return std::move(reporting).decision();
}

}  // namespace tradepost::exchange
