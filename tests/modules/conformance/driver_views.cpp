// Reads the views of participants, page by page.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "conformance/driver.hpp"
#include "conformance/translation.hpp"
#include "conformance/words.hpp"
#include "exchange/model/units.hpp"

namespace tradepost::conformance {
namespace {

constexpr std::uint32_t page_items = 100;

std::string agent_of(const std::optional<exchange::Named>& agent) {
  return agent ? agent->name : "";
}

// Calls `take` for each item of all pages. Returns false if a request fails or refuses the cursor.
template <typename Page, typename Request, typename Ask, typename Take>
bool each_item(Request request, Ask ask, Take take) {
  while (true) {
    const auto answer = ask(request);
    const auto* const page = answer ? std::get_if<Page>(&*answer) : nullptr;
    if (!page) return false;
    for (const auto& item : page->items) take(item);
    if (!page->next) return true;
    request.cursor = page->next;
  }
}

}  // namespace

template <typename Take>
bool Driver::each_of_history(Caller caller, exchange::HistoryFilter filter, Take take) {
  const exchange::HistoryRequest request{.caller = caller_of(caller),
                                         .filter = std::move(filter),
                                         .cursor = {},
                                         .count_max = page_items};
  return each_item<exchange::ShownPage>(
      request, [&](const auto& page) { return run(exchange::history(*desk_, page, deadline())); },
      take);
}

std::vector<std::string> Driver::refusal() const {
  return {failure_.empty() ? "bad cursor" : failure_};
}

std::vector<std::string> Driver::pending(Caller caller) {
  const exchange::PullRequest request{
      .caller = caller_of(caller), .kind = {}, .cursor = {}, .count_max = page_items};
  std::vector<std::string> lines;
  const bool is_whole = each_item<exchange::IncomingPage>(
      request, [&](const auto& page) { return run(exchange::pull(*desk_, page, deadline())); },
      [&](const exchange::Incoming& item) {
        const exchange::Transaction& row = *item.row;
        lines.push_back(
            words_of(PendingWords{.transaction = *place_of(row.id),
                                  .kind = std::string(document::row_of(row.kind).name),
                                  .sender = item.sender.name,
                                  .agent = agent_of(item.agent),
                                  .replaces = place_of(row.links.delivered_replaces),
                                  .replaced_by = place_of(row.links.delivered_replaced_by),
                                  .created = base::epoch_ms(row.created),
                                  .content = std::string(item.content.view)}));
      });
  return is_whole ? lines : refusal();
}

std::vector<std::string> Driver::queue(Caller caller) {
  const exchange::Caller asking = caller_of(caller);
  const exchange::QueuesQuery query{
      .participant = asking.participant, .after = {}, .count_max = {}};
  const auto states = run(store_->store().queues(query, deadline()));
  if (!states) return {failure_};
  QueueWords words;
  for (const exchange::QueueState& state : *states) {
    if (state.flow != asking.flow) continue;
    words = {.pending = state.pending, .oldest = {}, .held = state.held, .failed = state.failed};
    if (state.oldest) words.oldest = base::epoch_ms(*state.oldest);
  }
  return {words_of(words)};
}

std::vector<std::string> Driver::history(Caller caller) {
  std::vector<std::string> lines;
  const bool is_whole = each_of_history(caller, {}, [&](const exchange::Shown& item) {
    const exchange::Transaction& row = *item.row;
    std::string report;
    if (row.feedback.report) {
      const exchange::Report& said = *row.feedback.report;
      const bool is_members = said.by.type == exchange::Actor::Type::participant;
      report = words_of(ReportWords{
          .verdict =
              said.verdict == exchange::Verdict::success ? Verdict::success : Verdict::failure,
          .type = error_type_of(said.type),
          .reason = is_members ? said.reason : "",
          .by = is_members ? name_of(exchange::ParticipantId(said.by.id)) : "the network",
          .at = base::epoch_ms(said.at)});
    }
    lines.push_back(words_of(
        HistoryWords{.transaction = *place_of(row.id),
                     .kind = std::string(document::row_of(row.kind).name),
                     .direction = item.direction == exchange::Direction::sent ? "sent" : "received",
                     .status = std::string(exchange::name_of(exchange::status_of(row.state))),
                     .held = row.state == exchange::State::held,
                     .sender = item.sender.name,
                     .agent = agent_of(item.agent),
                     .recipient = item.recipient.name,
                     .replaces = place_of(item.replaces),
                     .replaced_by = place_of(item.replaced_by),
                     .warnings = row.warnings.size(),
                     .report = report,
                     .created = base::epoch_ms(row.created),
                     .content = std::string(item.content.view)}));
  });
  return is_whole ? lines : refusal();
}

// Returns true if the filter by SSCC finds exactly these, page by page.
bool Driver::lists_bearers(Caller caller, std::uint64_t sscc,
                           const std::vector<exchange::TransactionId>& expected) {
  exchange::HistoryFilter filter;
  filter.sscc = sscc;
  std::vector<exchange::TransactionId> ids;
  const bool is_whole = each_of_history(
      caller, filter, [&](const exchange::Shown& item) { ids.push_back(item.row->id); });
  return is_whole && ids == expected;
}

std::vector<std::string> Driver::numbers(Caller caller) {
  std::set<std::uint64_t> all;
  std::map<std::uint64_t, std::vector<exchange::TransactionId>> bearers;  // in the order of history
  std::vector<std::string> lines;
  const bool is_whole = each_of_history(caller, {}, [&](const exchange::Shown& item) {
    NumbersWords words{.transaction = *place_of(item.row->id), .numbers = {}};
    for (const exchange::Unit& unit : item.row->units) {
      const auto sscc = exchange::sscc_of(unit);
      words.numbers.push_back(sscc ? std::optional(unit.number) : std::nullopt);
      if (!sscc) continue;
      all.insert(unit.number);
      std::vector<exchange::TransactionId>& ids = bearers[unit.number];
      if (ids.empty() || ids.back() != item.row->id) ids.push_back(item.row->id);
    }
    lines.push_back(words_of(words));
  });
  if (!is_whole) return refusal();
  for (const std::uint64_t sscc : all) {
    const auto found = run(exchange::find_by_sscc(*desk_, caller_of(caller), sscc, deadline()));
    if (!found) return {failure_};
    SsccWords words{.sscc = sscc, .transaction = {}};
    if (*found) words.transaction = place_of((*found)->row->id);
    lines.push_back(words_of(words));
    if (!lists_bearers(caller, sscc, bearers[sscc])) return {"another list of those with an SSCC"};
  }
  return lines;
}

std::vector<std::string> Driver::cases(Caller caller) {
  const exchange::CasesRequest request{
      .caller = caller_of(caller), .filter = {}, .cursor = {}, .count_max = page_items};
  std::vector<std::string> lines;
  const bool is_whole = each_item<exchange::CasesPage>(
      request, [&](const auto& page) { return run(exchange::cases(*desk_, page, deadline())); },
      [&](const exchange::CasePtr& known) {
        const auto found =
            run(exchange::find_case(*desk_, caller_of(caller), known->id, deadline()));
        if (!found || !*found) {
          lines.emplace_back("a listed case that is not found");
          return;
        }
        const bool is_reporters = known->origin != exchange::CaseOrigin::rejection &&
                                  known->origin != exchange::CaseOrigin::closing;
        lines.push_back(words_of(CaseWords{.origin = std::string(word_of(known->origin)),
                                           .transaction = place_of(known->transaction),
                                           .is_open = known->status == exchange::CaseStatus::open,
                                           .resolved_by = std::string(word_of(known->resolved_by)),
                                           .type = error_type_of(known->type),
                                           .reason = is_reporters ? known->reason : "",
                                           .count = known->count,
                                           .comments = (*found)->comments.size()}));
      });
  if (!is_whole) return refusal();
  std::ranges::sort(lines);
  return lines;
}

std::vector<std::string> Driver::partners(Caller caller) {
  const auto answer = run(exchange::partners(*desk_, caller_of(caller), deadline()));
  if (!answer) return {failure_};
  const auto standing = [](const std::optional<exchange::Relationship>& known) {
    return known ? std::optional(standing_of(known->status)) : std::nullopt;
  };
  std::vector<std::string> lines;
  for (const exchange::Partner& partner : *answer) {
    lines.push_back(words_of(PartnerWords{.partner = partner.partner.name,
                                          .incoming = standing(partner.incoming),
                                          .outgoing = standing(partner.outgoing),
                                          .held_incoming = partner.held_incoming.count,
                                          .held_outgoing = partner.held_outgoing.count}));
  }
  std::ranges::sort(lines);
  return lines;
}

std::vector<std::string> Driver::statistics(Caller caller) {
  const exchange::Caller asking = caller_of(caller);
  const exchange::StatisticsQuery query{
      .viewer = {.participant = asking.participant, .flow = asking.flow},
      .span = {.from = base::instant_of(0), .before = exchange::Instant::max()},
      .step = exchange::StatisticsStep::hour};
  const auto counts = run(desk_->store.statistics(query, deadline()));
  if (!counts) return {failure_};
  std::vector<std::string> lines;
  for (const exchange::StatisticsCount& count : *counts) {
    const StatisticsWords words{
        .hour = base::epoch_ms(count.begins) / 3'600'000,
        .kind = std::string(document::row_of(count.kind).name),
        .direction = count.direction == exchange::Direction::sent ? "sent" : "received",
        .status = std::string(exchange::name_of(count.status))};
    lines.push_back(words_of(words, count.count));
  }
  std::ranges::sort(lines);
  return lines;
}

std::vector<std::string> Driver::events(Caller caller) {
  std::vector<std::string> lines;
  const bool is_whole = each_of_history(caller, {}, [&](const exchange::Shown& item) {
    lines.push_back(fmt::format("{}: {}", name_of(item.row->id), events_of(caller, item.row->id)));
  });
  return is_whole ? lines : refusal();
}

std::vector<std::string> Driver::originals(Caller caller) {
  std::vector<std::string> lines;
  const bool is_whole = each_of_history(caller, {}, [&](const exchange::Shown& item) {
    const auto shown =
        run(exchange::find_with_original(*desk_, caller_of(caller), item.row->id, deadline()));
    const bool has_original = shown && *shown && (*shown)->original;
    lines.push_back(fmt::format("{}: {}", name_of(item.row->id),
                                has_original ? (*shown)->original->text.view : ""));
  });
  return is_whole ? lines : refusal();
}

// Omits `listed`, which is soft and may be merged or late (contract 2.7).
std::string Driver::events_of(Caller caller, exchange::TransactionId id) {
  const auto answer =
      run(exchange::events(*desk_, caller_of(caller), id, {}, page_items, deadline()));
  const auto* const page = answer ? std::get_if<exchange::EventsPage>(&*answer) : nullptr;
  if (!page) return "unknown";
  std::vector<std::string> types;
  for (const exchange::Event& event : page->items) {
    if (event.type != exchange::EventType::listed) {
      types.emplace_back(exchange::name_of(event.type));
    }
  }
  return fmt::format("{}", fmt::join(types, ", "));
}

}  // namespace tradepost::conformance
