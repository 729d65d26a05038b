#include "app/migrate/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <tuple>
#include <utility>

namespace tradepost::app {
namespace {

constexpr std::size_t differences_named = 20;
constexpr std::uint32_t rows_at_once = 200;
constexpr std::uint32_t contents_at_once = 64u << 20;
constexpr exchange::Flow flows[] = {exchange::Flow::live, exchange::Flow::test};

bool are_same(const exchange::Event& one, const exchange::Event& other) {
  const auto all = [](const exchange::Event& it) {
    return std::tie(it.at, it.type, it.by, it.detail, it.audience);
  };
  return all(one) == all(other);
}

bool are_same(const exchange::EndpointStanding& one, const exchange::EndpointStanding& other) {
  const auto all = [](const exchange::EndpointProgress& it) {
    return std::tie(it.endpoint, it.position, it.failures, it.failing_since, it.next_attempt,
                    it.fence, it.state);
  };
  const auto place = [](const exchange::FeedPlace& it) { return std::tie(it.position, it.entry); };
  const bool have_same_next = one.next.has_value() == other.next.has_value() &&
                              (!one.next || place(*one.next) == place(*other.next));
  return all(one.progress) == all(other.progress) && one.waiting == other.waiting && have_same_next;
}

const char* name_of_field(const exchange::QueueState& one, const exchange::QueueState& other) {
  const auto of = [](const exchange::QueueState& it) { return std::tie(it.participant, it.flow); };
  if (of(one) != of(other)) return "queues";
  if (std::tie(one.pending, one.oldest) != std::tie(other.pending, other.oldest)) return "pending";
  if (one.held != other.held) return "held";
  if (one.failed != other.failed) return "failed";
  return one.last_poll == other.last_poll ? nullptr : "last poll";
}

const char* name_of_field(const std::vector<exchange::QueueState>& one,
                          const std::vector<exchange::QueueState>& other) {
  if (one.size() != other.size()) return "queues";
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (const char* const wrong = name_of_field(one[i], other[i])) return wrong;
  }
  return nullptr;
}

bool are_same(const exchange::HeldState& one, const exchange::HeldState& other) {
  const auto all = [](const exchange::HeldState& it) {
    return std::tie(it.from, it.to, it.flow, it.held.count, it.held.bytes, it.held.kinds);
  };
  return all(one) == all(other);
}

// Compares id and position only: a queue may show a row in its sent form. The rest is compared when
// the row is read by its id.
bool are_queued_alike(const exchange::PendingItem& one, const exchange::PendingItem& other) {
  return one.row->id == other.row->id && one.row->position == other.row->position;
}

bool are_same(const exchange::PendingItem& one, const exchange::PendingItem& other) {
  return *one.row == *other.row && one.content.view == other.content.view;
}

template <typename Item>
bool are_same(const std::vector<Item>& one, const std::vector<Item>& other) {
  return std::ranges::equal(one, other,
                            [](const Item& a, const Item& b) { return are_same(a, b); });
}

const char* name_of_field(const exchange::Found& one, const exchange::Found& other) {
  if (!are_same(one.events, other.events)) return "events";
  if (one.content.view != other.content.view) return "content";
  if (one.original != other.original) return "original";
  return *one.row == *other.row ? nullptr : "row";
}

const char* name_of_field(const exchange::FoundCase& one, const exchange::FoundCase& other) {
  if (one.comments != other.comments) return "comments";
  if (one.rejected != other.rejected) return "rejected document";
  return *one.value == *other.value ? nullptr : "state";
}

exchange::HistoryPlace place_of(const exchange::Transaction& row) {
  return {.created = row.created, .id = row.id};
}

}  // namespace

exchange::Deadline Comparison::deadline() const {
  return executor_.now() + std::chrono::hours(1);
}

template <typename Ask>
auto Comparison::both(Ask ask) {
  using Answer = decltype(executor_.run(ask(one_)));
  using Value = typename Answer::value_type;
  const auto answers = [&]() -> base::Result<std::pair<Value, Value>> {
    TRY_ASSIGN(Value one, executor_.run(ask(one_)));
    TRY_ASSIGN(Value other, executor_.run(ask(other_)));
    return std::pair(std::move(one), std::move(other));
  };
  return answers();
}

void Comparison::differs(std::string what) {
  ++compared_.difference_count;
  if (compared_.differences.size() < differences_named) {
    compared_.differences.push_back(std::move(what));
  }
}

base::Done Comparison::lists(Extent extent) {
  TRY(directory());
  for (const exchange::DirectoryEntry& entry : entries_) {
    const auto* const participant = std::get_if<exchange::Participant>(&entry);
    if (participant != nullptr) TRY(this->participant(participant->id, extent));
  }
  if (extent == Extent::all) {
    TRY(history({.participant = {}, .flow = {}}));
    TRY(cases());
  }
  for (const exchange::Flow flow : flows) TRY(statistics({.participant = {}, .flow = flow}));
  return acts();
}

base::Done Comparison::directory() {
  TRY_ASSIGN(auto news,
             both([&](exchange::Store& store) { return store.directory(0, deadline()); }));
  auto& [one, other] = news;
  if (one.revision != other.revision) differs("revision of the directory");
  if (one.entries != other.entries) differs("entries of the directory");
  entries_ = std::move(one.entries);
  compared_.entries = entries_.size();
  TRY_ASSIGN(const auto numbers,
             both([&](exchange::Store& store) { return store.next_numbers(deadline()); }));
  // A range with no taken number may be absent.
  if (numbers.first != numbers.second) differs("next numbers of SSCC ranges");
  compared_.ranges = numbers.first.size();
  TRY_ASSIGN(const auto intents,
             both([&](exchange::Store& store) { return store.intents(deadline()); }));
  if (intents.first != intents.second) differs("pending work");
  std::vector<exchange::EndpointId> endpoints;
  for (const exchange::DirectoryEntry& entry : entries_) {
    if (const auto* const endpoint = std::get_if<exchange::Endpoint>(&entry)) {
      endpoints.push_back(endpoint->id);
    }
  }
  compared_.webhooks = endpoints.size();
  for (const exchange::EndpointId id : endpoints) {
    TRY_ASSIGN(const auto standings, both([&](exchange::Store& store) {
                 return store.endpoint_standings({id}, deadline());
               }));
    if (!are_same(standings.first, standings.second)) {
      differs(fmt::format("webhook {}", id.to_string()));
    }
  }
  return {};
}

base::Done Comparison::participant(exchange::ParticipantId id, Extent extent) {
  const exchange::QueuesQuery of{.participant = id, .after = {}, .count_max = {}};
  TRY_ASSIGN(const auto states,
             both([&](exchange::Store& store) { return store.queues(of, deadline()); }));
  if (const char* const wrong = name_of_field(states.first, states.second)) {
    differs(fmt::format("counts of participant {}: {}", id.to_string(), wrong));
  }
  TRY_ASSIGN(const auto held,
             both([&](exchange::Store& store) { return store.held(id, deadline()); }));
  if (!are_same(held.first, held.second)) {
    differs(fmt::format("held documents of participant {}", id.to_string()));
  }
  for (const exchange::Flow flow : flows) {
    TRY(queue(id, flow));
    const exchange::Viewer viewer{.participant = id, .flow = flow};
    if (extent == Extent::all) TRY(history(viewer));
    TRY(statistics(viewer));
  }
  return {};
}

base::Done Comparison::queue(exchange::ParticipantId id, exchange::Flow flow) {
  exchange::PendingQuery query{.recipient = id,
                               .flow = flow,
                               .kinds = {},
                               .after = 0,
                               .count_max = rows_at_once,
                               .bytes_max = contents_at_once};
  while (true) {
    TRY_ASSIGN(const auto pages,
               both([&](exchange::Store& store) { return store.pending(query, deadline()); }));
    const auto& [one, other] = pages;
    compared_.queued += one.items.size();
    const bool is_same =
        one.more == other.more && std::ranges::equal(one.items, other.items, are_queued_alike);
    if (!is_same) {
      differs(fmt::format("pending documents of participant {} after position {}", id.to_string(),
                          query.after));
      return {};
    }
    if (!one.more) return {};
    query.after = one.items.back().row->position;
  }
}

// An operator's history contains every transaction that any viewer sees.
base::Done Comparison::history(const exchange::Viewer& viewer) {
  exchange::HistoryQuery query{
      .viewer = viewer, .filter = {}, .before = {}, .count_max = rows_at_once};
  while (true) {
    TRY_ASSIGN(const auto pages,
               both([&](exchange::Store& store) { return store.history(query, deadline()); }));
    const auto& [one, other] = pages;
    if (one.more != other.more || !are_same(one.items, other.items)) {
      differs(viewer.participant
                  ? fmt::format("transactions of participant {}", viewer.participant->to_string())
                  : "list of all transactions");
      return {};
    }
    if (!viewer.participant) {
      for (const exchange::PendingItem& item : one.items) TRY(transaction(item.row->id));
    }
    if (!one.more) return {};
    query.before = place_of(*one.items.back().row);
  }
}

base::Done Comparison::transaction(exchange::TransactionId id) {
  const exchange::FindQuery query{.id = id,
                                  .viewer = {.participant = {}, .flow = {}},
                                  .content = exchange::WithContent::yes,
                                  .with_original = true};
  TRY_ASSIGN(const auto found,
             both([&](exchange::Store& store) { return store.find(query, deadline()); }));
  const auto& [one, other] = found;
  ++compared_.transactions;
  if (on_progress_ && compared_.transactions % 1'000 == 0) on_progress_(compared_.transactions);
  if (!one && !other) return {};
  const char* const wrong = one && other ? name_of_field(*one, *other) : "existence";
  if (wrong != nullptr) differs(fmt::format("transaction {}: {}", id.to_string(), wrong));
  if (one) compared_.content_bytes += one->content.view.size();
  return {};
}

base::Done Comparison::cases() {
  for (const exchange::Flow flow : flows) {
    exchange::CaseQuery query{.viewer = {.participant = {}, .flow = flow},
                              .status = {},
                              .before = {},
                              .count_max = rows_at_once};
    while (true) {
      TRY_ASSIGN(const auto pages,
                 both([&](exchange::Store& store) { return store.cases(query, deadline()); }));
      const auto& [one, other] = pages;
      const bool is_same = one.more == other.more &&
                           std::ranges::equal(one.cases, other.cases,
                                              [](const exchange::CasePtr& a,
                                                 const exchange::CasePtr& b) { return *a == *b; });
      if (!is_same) {
        differs("list of all cases");
        break;
      }
      for (const exchange::CasePtr& each : one.cases) TRY(case_of(each->id));
      if (!one.more) break;
      query.before =
          exchange::CasePlace{.opened = one.cases.back()->opened, .id = one.cases.back()->id};
    }
  }
  return {};
}

base::Done Comparison::case_of(exchange::CaseId id) {
  TRY_ASSIGN(const auto found, both([&](exchange::Store& store) {
               return store.find_case(id, {.participant = {}, .flow = {}}, deadline());
             }));
  const auto& [one, other] = found;
  ++compared_.cases;
  if (!one && !other) return {};
  const char* const wrong = one && other ? name_of_field(*one, *other) : "existence";
  if (wrong != nullptr) differs(fmt::format("case {}: {}", id.to_string(), wrong));
  return {};
}

base::Done Comparison::statistics(const exchange::Viewer& viewer) {
  const exchange::StatisticsQuery query{
      .viewer = viewer,
      .span = {.from = {}, .before = base::instant_of(std::int64_t{1} << 52)},
      .step = exchange::StatisticsStep::hour};
  TRY_ASSIGN(const auto counts,
             both([&](exchange::Store& store) { return store.statistics(query, deadline()); }));
  if (counts.first != counts.second) {
    differs(viewer.participant
                ? fmt::format("statistics of participant {}", viewer.participant->to_string())
                : "statistics of the network");
  }
  return {};
}

base::Done Comparison::acts() {
  exchange::ActQuery query{.before = {}, .count_max = rows_at_once};
  while (true) {
    TRY_ASSIGN(const auto pages,
               both([&](exchange::Store& store) { return store.acts(query, deadline()); }));
    const auto& [one, other] = pages;
    compared_.acts += one.acts.size();
    if (one.more != other.more || one.acts != other.acts) {
      differs("list of actions of operators and participants");
      return {};
    }
    if (!one.more) return {};
    query.before = one.acts.back().first;
  }
}

base::Done Comparison::key(const exchange::KeyUse& use) {
  TRY_ASSIGN(const auto facts,
             both([&](exchange::Store& store) { return store.key(use, deadline()); }));
  const auto& [one, other] = facts;
  const bool is_same = one.has_value() == other.has_value() &&
                       (!one || (one->payload == other->payload && one->answer == other->answer));
  if (!is_same) differs(fmt::format("a key of participant {}", use.participant.to_string()));
  if (one) ++compared_.keys;
  return {};
}

}  // namespace tradepost::app
