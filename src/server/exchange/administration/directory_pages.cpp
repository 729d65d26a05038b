#include "exchange/administration/directory_pages.hpp"

#include <algorithm>
#include <utility>

#include "base/text/text.hpp"
#include "exchange/administration/administer.hpp"
#include "exchange/desk/cursor.hpp"

namespace tradepost::exchange {
namespace {

template <typename Id>
std::string text_of(const std::optional<Id>& id) {
  return id ? id->to_string() : std::string();
}

// Cuts `items`, which has one entry more than the page if there is another page.
template <typename Item, typename Place>
DirectoryPage<Item> cut(std::vector<Item> items, std::uint32_t count_max, Place place_of) {
  DirectoryPage<Item> page{.items = std::move(items), .next = {}};
  if (page.items.size() <= count_max) return page;
  page.items.resize(count_max);
  page.next = place_of(page.items.back());
  return page;
}

// Returns a page of entries in the order of their ids. `find(directory, after, count_max)` returns
// the first entries after an id.
template <typename Entry, typename Find>
DirectoryPageAnswer<Entry> page_of(const Desk& desk, Cursor place, const PageOf& page, Find find) {
  if (page.cursor && !is_for(*page.cursor, place)) return BadCursor{};
  const decltype(Entry::id) after(page.cursor.value_or(place).id);
  const DirectoryPtr directory = desk.directory.current();
  return cut(find(*directory, after, page.count_max + 1), page.count_max, [&](const Entry& last) {
    place.id = last.id.uuid();
    return place;
  });
}

template <typename Entry>
std::vector<Entry> values(const std::vector<const Entry*>& entries) {
  std::vector<Entry> copies;
  copies.reserve(entries.size());
  for (const Entry* entry : entries) copies.push_back(*entry);
  return copies;
}

template <typename IsWanted>
DirectoryPageAnswer<Token> tokens_at(const Desk& desk, const Cursor& place, const PageOf& page,
                                     IsWanted is_wanted) {
  return page_of<Token>(desk, place, page,
                        [&](const Directory& directory, TokenId after, std::uint32_t count_max) {
                          return values(directory.tokens(after, count_max, is_wanted));
                        });
}

bool begins_with(std::string_view name, std::string_view prefix) {
  return base::equal_ignoring_ascii_case(name.substr(0, prefix.size()), prefix);
}

std::vector<ParticipantId> holders_of(const Directory& directory, std::string_view identifier) {
  std::vector<ParticipantId> holders;
  for (const Domain domain : {Domain::gs1, Domain::duns, Domain::vat_de, Domain::fed_tax}) {
    const auto of_domain = directory.holders(domain, identifier);
    holders.insert(holders.end(), of_domain.begin(), of_domain.end());
  }
  std::ranges::sort(holders);
  const auto repeats = std::ranges::unique(holders);
  holders.erase(repeats.begin(), repeats.end());
  return holders;
}

std::vector<const Participant*> found(const Directory& directory, ParticipantId after,
                                      std::size_t count_max, const ParticipantsWanted& wanted) {
  const auto has_name = [&](const Participant& participant) {
    return !wanted.name_prefix || begins_with(participant.name, *wanted.name_prefix);
  };
  if (!wanted.identifier) return directory.participants(after, count_max, has_name);
  std::vector<const Participant*> holders;
  for (const ParticipantId id : holders_of(directory, *wanted.identifier)) {
    const Participant* const holder = directory.participant(id);
    const bool has_place = after < id && holders.size() < count_max;
    if (holder != nullptr && has_place && has_name(*holder)) holders.push_back(holder);
  }
  return holders;
}

}  // namespace

DirectoryPageAnswer<Participant> participants(const Desk& desk, OperatorId /*by*/, PageOf page,
                                              const ParticipantsWanted& wanted) {
  const Cursor place = operators_cursor(
      desk, Cursor::List::participants,
      filter_number({wanted.identifier.value_or(""), wanted.name_prefix.value_or("")}));
  return page_of<Participant>(
      desk, place, page,
      [&](const Directory& directory, ParticipantId after, std::uint32_t count_max) {
        return values(found(directory, after, count_max, wanted));
      });
}

DirectoryPageAnswer<Token> tokens(const Desk& desk, OperatorId /*by*/, PageOf page,
                                  std::optional<ParticipantId> participant) {
  const Cursor place =
      operators_cursor(desk, Cursor::List::tokens, filter_number({text_of(participant)}));
  return tokens_at(desk, place, page, [&](const Token& token) {
    return !participant || token.participant == *participant;
  });
}

DirectoryPageAnswer<Token> tokens(const Desk& desk, const Caller& caller, PageOf page) {
  const Cursor place = cursor_of(desk, caller, Cursor::List::tokens, 0);
  return tokens_at(desk, place, page,
                   [&](const Token& token) { return is_seen_by(caller.viewer(), token); });
}

DirectoryPageAnswer<Operator> operators(const Desk& desk, OperatorId /*by*/, PageOf page) {
  const Cursor place = operators_cursor(desk, Cursor::List::operators, 0);
  return page_of<Operator>(
      desk, place, page, [](const Directory& directory, OperatorId after, std::uint32_t) {
        std::vector<Operator> all = operators_of(directory);
        std::erase_if(all, [&](const Operator& one) { return one.id <= after; });
        std::ranges::sort(all, {}, &Operator::id);
        return all;
      });
}

DirectoryPageAnswer<NumberRange> ranges(const Desk& desk, OperatorId /*by*/, PageOf page,
                                        std::optional<ParticipantId> participant) {
  const Cursor place =
      operators_cursor(desk, Cursor::List::ranges, filter_number({text_of(participant)}));
  const auto is_wanted = [&](const NumberRange& range) {
    return !participant || range.participant == *participant;
  };
  return page_of<NumberRange>(
      desk, place, page, [&](const Directory& directory, RangeId after, std::uint32_t count_max) {
        return values(directory.ranges(after, count_max, is_wanted));
      });
}

Answering<DirectoryPageAnswer<RelationshipShown>> relationships(Desk& desk, OperatorId /*by*/,
                                                                PageOf page,
                                                                RelationshipsWanted wanted,
                                                                Deadline deadline) {
  using Answer = DirectoryPageAnswer<RelationshipShown>;
  const auto status = std::to_string(wanted.status ? static_cast<int>(*wanted.status) : 0);
  Cursor place = operators_cursor(desk, Cursor::List::relationships,
                                  filter_number({text_of(wanted.participant), status}));
  Directory::Ends after;
  if (page.cursor) {
    after = {page.cursor->participant, ParticipantId(page.cursor->id)};
    page.cursor->participant = place.participant;
    if (!is_for(*page.cursor, place)) co_return Answer(BadCursor{});
  }
  const auto is_wanted = [&](const Relationship& entry) {
    const bool is_its =
        !wanted.participant || entry.from == *wanted.participant || entry.to == *wanted.participant;
    return is_its && (!wanted.status || entry.status == *wanted.status);
  };
  const DirectoryPtr directory = desk.directory.current();
  std::vector<RelationshipShown> shown;
  for (const Relationship* entry : directory->relationships(after, page.count_max + 1, is_wanted)) {
    shown.push_back({.relationship = *entry,
                     .from = named(*directory, entry->from),
                     .to = named(*directory, entry->to),
                     .held = {}});
  }
  auto answer = cut(std::move(shown), page.count_max, [&](const RelationshipShown& last) {
    place.participant = last.relationship.from;
    place.id = last.relationship.to.uuid();
    return place;
  });
  // Neighbours in this order have the same sender, so one read for each sender is enough.
  std::optional<ParticipantId> asked;
  std::vector<HeldState> held;
  for (RelationshipShown& item : answer.items) {
    if (asked != item.relationship.from) {
      asked = item.relationship.from;
      CO_TRY_ASSIGN(held, co_await desk.store.held(*asked, deadline));
    }
    for (const HeldState& state : held) {
      const bool is_its = state.from == item.relationship.from && state.to == item.relationship.to;
      if (is_its && state.held.count > 0) item.held.push_back(state);
    }
  }
  co_return Answer(std::move(answer));
}

Answering<DirectoryPageAnswer<QueueShown>> queues(Desk& desk, OperatorId /*by*/, PageOf page,
                                                  std::optional<ParticipantId> participant,
                                                  Deadline deadline) {
  using Answer = DirectoryPageAnswer<QueueShown>;
  Cursor place =
      operators_cursor(desk, Cursor::List::queues, filter_number({text_of(participant)}));
  if (page.cursor && !is_for(*page.cursor, place)) co_return Answer(BadCursor{});
  QueuesQuery query{.participant = participant, .after = {}, .count_max = page.count_max + 1};
  if (page.cursor) {
    query.after = {.participant = ParticipantId(page.cursor->id),
                   .flow = static_cast<Flow>(page.cursor->position)};
  }
  CO_TRY_ASSIGN(const std::vector<QueueState> states, co_await desk.store.queues(query, deadline));
  const DirectoryPtr directory = desk.directory.current();
  std::vector<QueueShown> shown;
  for (const QueueState& state : states) {
    shown.push_back({.participant = named(*directory, state.participant), .state = state});
  }
  co_return Answer(cut(std::move(shown), page.count_max, [&](const QueueShown& last) {
    place.id = last.state.participant.uuid();
    place.position = static_cast<std::uint64_t>(last.state.flow);
    return place;
  }));
}

}  // namespace tradepost::exchange
