// Views of a participant: contract 3, 5.6, 6.1 to 6.3.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "conformance/oracle.hpp"
#include "conformance/words.hpp"

namespace tradepost::conformance {

// To the recipient's side, an undelivered transaction does not exist (contract 4.5, 5.6).
bool Oracle::sees(Member member, Flow flow, const KnownTransaction& transaction) const {
  if (transaction.flow != flow) return false;
  if (transaction.is_senders(member)) return true;
  return std::ranges::find(transaction.viewers, member) != transaction.viewers.end() &&
         transaction.was_delivered();
}

std::optional<Place> Oracle::shown_replaces(Place place, Member viewer) const {
  const bool is_senders = network_.transactions[place].is_senders(viewer);
  auto older = network_.transactions[place].replaces;
  while (older && !is_senders && !network_.transactions[*older].was_delivered()) {
    older = network_.transactions[*older].replaces;
  }
  return older;
}

std::optional<Place> Oracle::shown_replaced_by(Place place, Member viewer) const {
  const bool is_senders = network_.transactions[place].is_senders(viewer);
  auto newer = network_.transactions[place].replaced_by;
  while (newer && !is_senders && !network_.transactions[*newer].was_delivered()) {
    newer = network_.transactions[*newer].replaced_by;
  }
  return newer;
}

std::vector<Place> Oracle::pending_places(Caller caller, std::string_view kind) const {
  std::vector<Place> places;
  for (Place place = 0; place < network_.transactions.size(); ++place) {
    const KnownTransaction& known = network_.transactions[place];
    if (known.recipient == caller.member && known.flow == caller.flow &&
        known.status == Status::pending && !known.held &&
        (kind.empty() || known.letter.kind == kind)) {
      places.push_back(place);
    }
  }
  std::ranges::sort(places, {},
                    [this](Place place) { return network_.transactions[place].arrival; });
  return places;
}

std::string Oracle::pending_line(Place place, Member viewer) const {
  const KnownTransaction& known = network_.transactions[place];
  // The links in a viewer's own queue are the links of delivered transactions, even if the viewer
  // sent them.
  const Member side = viewer == known.recipient ? no_member : viewer;
  return words_of(PendingWords{.transaction = place,
                               .kind = known.letter.kind,
                               .sender = name_of(known.principal),
                               .agent = known.agent == no_member ? "" : name_of(known.agent),
                               .replaces = shown_replaces(place, side),
                               .replaced_by = shown_replaced_by(place, side),
                               .created = known.created,
                               .content = known.content});
}

std::string Oracle::history_line(Place place, Member viewer) const {
  const KnownTransaction& known = network_.transactions[place];
  std::string report;
  if (known.report) {
    const KnownReport& said = *known.report;
    report = words_of(ReportWords{.verdict = said.verdict,
                                  .type = said.type,
                                  .reason = said.by == no_member ? "" : said.reason,
                                  .by = name_of(said.by),
                                  .at = said.at});
  }
  return words_of(HistoryWords{.transaction = place,
                               .kind = known.letter.kind,
                               .direction = known.is_senders(viewer) ? "sent" : "received",
                               .status = std::string(conformance::name_of(known.status)),
                               .held = known.held,
                               .sender = name_of(known.principal),
                               .agent = known.agent == no_member ? "" : name_of(known.agent),
                               .recipient = name_of(known.recipient),
                               .replaces = shown_replaces(place, viewer),
                               .replaced_by = shown_replaced_by(place, viewer),
                               .warnings = known.warnings,
                               .report = report,
                               .created = known.created,
                               .content = known.content});
}

namespace {

// Returns true for every participant of the transaction except the caller.
bool is_partner(const KnownTransaction& known, Member member) {
  return known.is_senders(member) || known.recipient == member ||
         (known.commercial && known.commercial->member == member);
}

}  // namespace

std::vector<std::string> Oracle::pending(Caller caller) const {
  std::vector<std::string> lines;
  for (const Place place : pending_places(caller, "")) {
    lines.push_back(pending_line(place, caller.member));
  }
  return lines;
}

// The oldest transaction is the next one in the queue, even if the clock jumped back.
std::vector<std::string> Oracle::queue(Caller caller) const {
  const std::vector<Place> places = pending_places(caller, "");
  QueueWords words{.pending = places.size(), .oldest = {}, .held = 0, .failed = 0};
  if (!places.empty()) words.oldest = network_.transactions[places.front()].created;
  for (const KnownTransaction& known : network_.transactions) {
    if (known.recipient != caller.member || known.flow != caller.flow) continue;
    words.held += known.held ? 1 : 0;
    words.failed += known.status == Status::failed ? 1 : 0;
  }
  return {words_of(words)};
}

std::vector<Place> Oracle::history_places(const HistoryPage& wanted) const {
  std::vector<Place> places;
  for (Place place = 0; place < network_.transactions.size(); ++place) {
    const KnownTransaction& known = network_.transactions[place];
    const Member member = wanted.caller.member;
    if (!sees(member, wanted.caller.flow, known)) continue;
    if (!wanted.kind.empty() && known.letter.kind != wanted.kind) continue;
    if (!wanted.status.empty() && conformance::name_of(known.status) != wanted.status) continue;
    if (!wanted.number.empty() && known.letter.number != wanted.number) continue;
    const bool is_sent = known.is_senders(member);
    if (wanted.direction == "sent" && !is_sent) continue;
    if (wanted.direction == "received" && is_sent) continue;
    if (wanted.partner != no_member && !is_partner(known, wanted.partner)) continue;
    places.push_back(place);
  }
  // Newest first. Transactions of one moment are ordered by id, or by creation if ids are unknown.
  std::ranges::reverse(places);
  std::ranges::stable_sort(places, std::greater<>(), [this](Place place) {
    const KnownTransaction& known = network_.transactions[place];
    return std::pair<Milliseconds, std::string_view>(known.created, known.id);
  });
  return places;
}

std::vector<std::string> Oracle::history(Caller caller) const {
  std::vector<std::string> lines;
  const HistoryPage all{.caller = caller, .kind = {}, .status = {}, .direction = {}, .number = {}};
  for (const Place place : history_places(all)) {
    lines.push_back(history_line(place, caller.member));
  }
  return lines;
}

std::vector<std::string> Oracle::statistics(Caller caller) const {
  const HistoryPage all{.caller = caller, .kind = {}, .status = {}, .direction = {}, .number = {}};
  std::map<StatisticsWords, std::uint64_t> counts;
  for (const Place place : history_places(all)) {
    const KnownTransaction& known = network_.transactions[place];
    ++counts[{.hour = known.created / 3'600'000,
              .kind = known.letter.kind,
              .direction = known.is_senders(caller.member) ? "sent" : "received",
              .status = std::string(conformance::name_of(known.status))}];
  }
  std::vector<std::string> lines;
  for (const auto& [words, count] : counts) lines.push_back(words_of(words, count));
  std::ranges::sort(lines);
  return lines;
}

// The recipient's side does not see that it was held (contract 5.6).
std::vector<std::string> Oracle::events(Caller caller) const {
  std::vector<std::string> lines;
  const HistoryPage all{.caller = caller, .kind = {}, .status = {}, .direction = {}, .number = {}};
  for (const Place place : history_places(all)) {
    const KnownTransaction& known = network_.transactions[place];
    std::vector<std::string> types = known.events;
    if (!known.is_senders(caller.member)) {
      std::erase(types, "held");
      const auto newer = known.replaced_by;
      if (newer && !network_.transactions[*newer].was_delivered()) std::erase(types, "requeued");
    }
    lines.push_back(fmt::format("T{}: {}", place, fmt::join(types, ", ")));
  }
  return lines;
}

std::vector<std::string> Oracle::originals(Caller caller) const {
  std::vector<std::string> lines;
  const HistoryPage all{.caller = caller, .kind = {}, .status = {}, .direction = {}, .number = {}};
  for (const Place place : history_places(all)) {
    lines.push_back(
        fmt::format("T{}: {}", place, original_of(network_.transactions[place].letter)));
  }
  return lines;
}

std::vector<std::string> Oracle::cases(Caller caller) const {
  std::vector<std::string> lines;
  for (const KnownCase& known : network_.cases) {
    if (known.flow != caller.flow) continue;
    if (std::ranges::find(known.owners, caller.member) == known.owners.end()) continue;
    lines.push_back(words_of(CaseWords{.origin = known.origin,
                                       .transaction = known.transaction,
                                       .is_open = known.is_open,
                                       .resolved_by = known.resolved_by,
                                       .type = known.type,
                                       .reason = known.reason,
                                       .count = known.count,
                                       .comments = known.comments}));
  }
  std::ranges::sort(lines);
  return lines;
}

// The recipient sees only the number of held documents (contract 5.6).
std::vector<std::string> Oracle::partners(Caller caller) const {
  std::vector<std::string> lines;
  for (Member partner = 0; partner < network_.members.size(); ++partner) {
    const KnownRelationship* const incoming = relationship(partner, caller.member);
    const KnownRelationship* const outgoing = relationship(caller.member, partner);
    if (!incoming && !outgoing) continue;
    lines.push_back(words_of(
        PartnerWords{.partner = name_of(partner),
                     .incoming = incoming ? std::optional(incoming->standing) : std::nullopt,
                     .outgoing = outgoing ? std::optional(outgoing->standing) : std::nullopt,
                     .held_incoming = held_count(partner, caller.member, caller.flow),
                     .held_outgoing = held_count(caller.member, partner, caller.flow)}));
  }
  std::ranges::sort(lines);
  return lines;
}

std::string Oracle::page_words(const std::vector<Place>& places, bool more) const {
  std::string words;
  for (const Place place : places) words += fmt::format("T{} ", place);
  return words + (more ? "and more" : "and no more");
}

Answer Oracle::apply_one(std::size_t /*number*/, const PullPage& command) {
  const auto key = std::pair{command.caller.member, std::pair{command.caller.flow, command.kind}};
  const auto is_foreign = [&](const auto& walk) {
    return walk.first != key && walk.second.has_cursor;
  };
  if (command.from == PullPage::From::foreign_cursor && std::ranges::any_of(walks_, is_foreign)) {
    return {.words = "bad cursor", .made_transactions = {}, .made_cases = {}};
  }
  Walk& walk = walks_[key];
  if (command.from != PullPage::From::cursor || !walk.has_cursor) walk = {};
  std::vector<Place> behind = pending_places(command.caller, command.kind);
  std::erase_if(behind,
                [&](Place place) { return network_.transactions[place].arrival <= walk.after; });
  const bool more = behind.size() > command.count_max;
  if (more) behind.resize(command.count_max);
  walk.has_cursor = more;
  if (!behind.empty()) walk.after = network_.transactions[behind.back()].arrival;
  return {.words = page_words(behind, more), .made_transactions = {}, .made_cases = {}};
}

Answer Oracle::apply_one(std::size_t /*number*/, const HistoryPage& command) {
  return {.words = page_words(history_places(command), false),
          .made_transactions = {},
          .made_cases = {}};
}

}  // namespace tradepost::conformance
