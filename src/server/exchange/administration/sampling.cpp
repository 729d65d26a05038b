#include "exchange/administration/sampling.hpp"

#include <chrono>
#include <string>
#include <utility>

#include "base/ground/limits.hpp"
#include "exchange/rules/requirements.hpp"
#include "exchange/trade/refused.hpp"

namespace tradepost::exchange {
namespace {

namespace limits = base::limits;

constexpr std::chrono::days trial_days{30};

std::string body_of(const PendingItem& item) {
  std::string body = R"({"type":")";
  body += document::row_of(item.row->kind).name;
  body += R"(","content":)";
  body += item.content.view;
  body += '}';
  return body;
}

void judge(Desk& desk, const SampleRequest& asked, const PendingItem& item, Sample& sample) {
  if (item.content.view.empty()) return;
  const std::string body = body_of(item);
  const auto reading = desk.reader.read(body);
  if (!reading) return;
  ++sample.looked_at;
  const Kind kind = item.row->kind;
  const std::string_view type = reading->document.head.type;
  const document::View content = desk.reader.content();
  const bool is_refused =
      !unmet(asked.requirements, kind, type, content).empty() ||
      (reading->valid() && !broken_rules(asked.requirements, kind, type, content).empty());
  if (is_refused) ++sample.refused;
}

}  // namespace

Answering<Sample> sample(Desk& desk, SampleRequest asked, Deadline deadline) {
  Sample sample;
  if (asked.requirements.empty()) co_return sample;
  HistoryQuery query;
  query.viewer = {.participant = asked.recipient, .flow = asked.flow};
  query.filter.direction = Direction::received;
  query.filter.partner = asked.sender;
  query.filter.created_from = asked.since;
  query.count_max = limits::page_items_max;
  query.content = WithContent::yes;
  query.bytes_max = limits::page_bytes_max;
  std::uint32_t seen = 0;
  while (seen < limits::requirement_sample_max) {
    CO_TRY_ASSIGN(const HistoryPage page, co_await desk.store.history(query, deadline));
    for (const PendingItem& item : page.items) {
      if (seen++ < limits::requirement_sample_max) judge(desk, asked, item, sample);
    }
    if (!page.more) break;
    const Transaction& last = *page.items.back().row;
    query.before = HistoryPlace{.created = last.created, .id = last.id};
  }
  co_return sample;
}

Answering<TrialAnswer> try_requirements(Desk& desk, ParticipantId recipient,
                                        std::vector<Requirement> requirements, Deadline deadline) {
  if (desk.directory.current()->participant(recipient) == nullptr) co_return TrialAnswer(Unknown{});
  auto faults = faults_of(requirements);
  if (!faults.empty()) co_return TrialAnswer(refused_for(std::move(faults)));
  Trial trial;
  trial.since = desk.clock.now() - trial_days;
  SampleRequest asked{.recipient = recipient,
                      .flow = Flow::live,
                      .sender = {},
                      .since = trial.since,
                      .requirements = std::move(requirements)};
  CO_TRY_ASSIGN(trial.sample, co_await sample(desk, std::move(asked), deadline));
  co_return TrialAnswer(std::move(trial));
}

}  // namespace tradepost::exchange
