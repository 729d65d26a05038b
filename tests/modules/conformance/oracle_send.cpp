// Sending: contract 4.2, 4.8, 4.9, 5.1, 5.2, 5.5.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>
#include <utility>

#include "conformance/oracle.hpp"

namespace tradepost::conformance {
namespace {

constexpr Milliseconds day_ms = Milliseconds{24} * 60 * 60 * 1000;
constexpr std::size_t versions_compared = 32;
constexpr std::size_t held_max = 1000;

// Returns true if the letter belongs to an explicit chain (contract 5.1).
bool is_explicit(const Letter& letter) {
  switch (row_of(letter.kind).chain) {
    case KindRow::Chain::by_number:
      return false;
    case KindRow::Chain::explicit_always:
      return true;
    case KindRow::Chain::explicit_with_action:
      break;
  }
  return letter.has_action;
}

bool stays_valid(const KnownTransaction& transaction) {
  return transaction.status == Status::pending || transaction.status == Status::success;
}

std::string payload_of(const Letter& letter) {
  return letter.kind + " " + content_of(letter);
}

}  // namespace

// Returns the answer to an earlier request with this key, if the key has not expired (contract
// 4.9).
std::optional<Answer> Oracle::answer_by_key(Member member, Flow flow, std::string_view path,
                                            std::string_view key, std::string_view payload) const {
  if (key.empty()) return std::nullopt;
  // Only the last use counts: earlier ones are forgotten, even if the clock has jumped back since.
  for (const KnownKey& known : network_.keys | std::views::reverse) {
    if (known.member != member || known.flow != flow || known.path != path || known.key != key) {
      continue;
    }
    if (present() - known.at >= day_ms) break;
    if (known.payload == payload) {
      return Answer{.words = known.answer, .made_transactions = {}, .made_cases = {}};
    }
    return Answer{
        .words = "another payload under this key", .made_transactions = {}, .made_cases = {}};
  }
  return std::nullopt;
}

void Oracle::keep_key(Member member, Flow flow, std::string path, const std::string& key,
                      std::string payload, std::string answer) {
  if (key.empty()) return;
  network_.keys.push_back({.member = member,
                           .flow = flow,
                           .path = std::move(path),
                           .key = key,
                           .payload = std::move(payload),
                           .at = present(),
                           .answer = std::move(answer)});
}

Answer Oracle::apply_one(std::size_t number, const Send& command) {
  if (command.keep == Keep::no) {
    Oracle copy = *this;
    Send kept = command;
    kept.keep = Keep::yes;
    kept.key.clear();
    const Answer answer = copy.apply_one(number, kept);
    if (answer.words == "unreadable") return answer;
    if (answer.made_transactions.empty()) {
      return {.words = "faulty", .made_transactions = {}, .made_cases = {}};
    }
    const auto& made = copy.network_.transactions[answer.made_transactions.front()];
    return {
        .words = "valid for " + name_of(made.recipient), .made_transactions = {}, .made_cases = {}};
  }

  if (command.letter.flaw == Letter::Flaw::unreadable) {
    return {.words = "unreadable", .made_transactions = {}, .made_cases = {}};
  }
  const Caller caller = command.caller;
  const std::string asked_key = command.letter.flaw == Letter::Flaw::none ? command.key : "";
  if (auto answer = answer_by_key(caller.member, caller.flow, "send", asked_key,
                                  payload_of(command.letter))) {
    return *answer;
  }
  const Route route = route_of(command.letter, caller.member);
  return judge(command, route, number);
}

Answer Oracle::judge(const Send& command, const Route& route, std::size_t number) {
  const Letter& letter = command.letter;
  const Member sender = route.has_principal ? route.principal.member : command.caller.member;
  std::vector<std::string> faults = route.faults;
  if (letter.flaw == Letter::Flaw::without_date) {
    faults.push_back("content.header." + std::string(row_of(letter.kind).date_field));
  }
  if (route.faults.empty()) {
    const KnownRelationship* const known = relationship(sender, route.recipient);
    const bool is_own = sender == route.recipient;
    if (known && !is_own && known->standing == Standing::blocked) {
      if (!faults.empty()) return refuse(command, std::move(faults), number);
      return {.words = "blocked", .made_transactions = {}, .made_cases = {}};
    }
    if (known && !is_own && !known->kinds.empty() &&
        std::ranges::find(known->kinds, letter.kind) == known->kinds.end()) {
      faults.emplace_back("type");
    }
    const auto demanded = demanded_faults(letter, route);
    faults.insert(faults.end(), demanded.begin(), demanded.end());
  }
  if (!faults.empty()) return refuse(command, std::move(faults), number);

  const Flow flow = command.caller.flow;
  if (const auto same = duplicate_of(letter, flow, route, !command.key.empty())) {
    return {
        .words = fmt::format("duplicate of T{}", *same), .made_transactions = {}, .made_cases = {}};
  }
  KnownTransaction made{.made = {number, 0},
                        .created = 0,
                        .flow = flow,
                        .letter = letter,
                        .content = content_of(letter),
                        .principal = route.principal,
                        .agent = route.agent,
                        .commercial = route.commercial,
                        .recipient = route.recipient,
                        .routed_by = route.routed_by,
                        .viewers = {},
                        .warnings = route.warnings,
                        .units = {},
                        .replaces = {},
                        .replaced_by = {},
                        .report = {},
                        .case_place = {}};
  made.chain = chain_for(made);
  if (const auto latest = latest_of(made.chain, is_explicit(letter))) {
    const auto& older = network_.transactions[*latest].letter.version;
    if (letter.version && older && *letter.version < *older) {
      return refuse(command, {"content.header.version"}, number);
    }
    if (letter.version && older && *letter.version == *older) ++made.warnings;
    // A chain never forks (contract 5.2).
    const bool is_followed = network_.transactions[*latest].replaced_by.has_value();
    const bool is_higher = letter.version && older && *letter.version > *older;
    if (!is_explicit(letter) || (is_higher && !is_followed)) {
      made.replaces = latest;
    }
  }
  made.starts_versions = made.chain != 0 && is_explicit(letter) && !made.replaces;
  // The viewers are the parties of contract 4.5.
  made.viewers = {route.principal.member, route.agent, route.recipient};
  if (route.commercial) made.viewers.push_back(route.commercial->member);
  made.held = must_be_held(sender, route.recipient);
  if (made.held && is_held_full(sender, route.recipient, flow)) {
    return refuse(command, {""}, number);
  }
  if (made.held) relationship_for_change(sender, route.recipient);
  number_units(made);
  const Place place = keep_transaction(std::move(made));
  const auto& kept = network_.transactions[place];
  const std::string words = fmt::format("{} T{}", kept.held ? "held" : "accepted", place);
  keep_key(command.caller.member, flow, "send", command.key, payload_of(letter), words);
  return {.words = words, .made_transactions = {place}, .made_cases = {}};
}

// Refuses a document with all its faults (contract 4.2).
Answer Oracle::refuse(const Send& command, std::vector<std::string> faults, std::size_t number) {
  std::ranges::sort(faults);
  faults.erase(std::ranges::unique(faults).begin(), faults.end());
  const std::string words = fmt::format("refused for {}", fmt::join(faults, " and "));
  const std::string body = payload_of(command.letter);
  keep();
  for (Place place = 0; place < network_.cases.size(); ++place) {
    KnownCase& known = network_.cases[place];
    if (known.origin == "rejection" && known.rejected == body &&
        known.flow == command.caller.flow && known.owners == std::vector{command.caller.member}) {
      ++known.count;
      return {.words = fmt::format("{}, case C{}", words, place),
              .made_transactions = {},
              .made_cases = {}};
    }
  }
  const Place place = open_case({.made = {number, 0},
                                 .origin = "rejection",
                                 .owners = {command.caller.member},
                                 .flow = command.caller.flow,
                                 .transaction = {},
                                 .resolved_by = "nobody",
                                 .reason = {},
                                 .rejected = body});
  return {.words = fmt::format("{}, case C{}", words, place),
          .made_transactions = {},
          .made_cases = {place}};
}

// Returns the earlier transaction that makes this one a duplicate (contract 4.8).
std::optional<Place> Oracle::duplicate_of(const Letter& letter, Flow flow, const Route& route,
                                          bool is_meant) const {
  const std::string content = content_of(letter);
  const auto is_same = [&](const KnownTransaction& known) {
    return known.letter.kind == letter.kind && known.content == content &&
           known.recipient == route.recipient;
  };
  KnownTransaction like{.flow = flow,
                        .letter = letter,
                        .content = content,
                        .principal = route.principal,
                        .commercial = route.commercial,
                        .recipient = route.recipient,
                        .routed_by = {},
                        .viewers = {},
                        .replaces = {},
                        .replaced_by = {},
                        .report = {},
                        .case_place = {}};
  const std::size_t chain = chain_for(like);
  std::vector<Place> compared;  // newest first
  for (Place place = network_.transactions.size(); place-- > 0;) {
    const KnownTransaction& known = network_.transactions[place];
    const bool is_of_number = chain != 0 && known.chain == chain;
    const bool is_without = chain == 0 && known.chain == 0 && known.flow == flow &&
                            known.principal == route.principal && is_same(known) &&
                            present() - known.created <= 30 * day_ms;
    if (is_of_number || is_without) compared.push_back(place);
    if (compared.size() == versions_compared) break;
  }
  const auto latest = latest_of(chain, is_explicit(letter));
  const bool is_latest_good = latest && stays_valid(network_.transactions[*latest]);
  for (const Place place : compared) {
    const KnownTransaction& known = network_.transactions[place];
    if (!is_same(known)) continue;
    if (chain == 0) {
      if (stays_valid(known)) return place;
      continue;
    }
    // An explicit version without predecessor or successor counts as the latest version of itself.
    // The latest version may be sent again if it failed or was discarded.
    const auto newer = known.replaced_by;
    const bool is_newest = !newer || network_.transactions[*newer].chain != chain;
    if (is_newest) return stays_valid(known) ? std::optional(place) : std::nullopt;
    if (is_meant) return std::nullopt;
    if (is_latest_good || stays_valid(known)) return place;
  }
  return std::nullopt;
}

// Returns true if the recipient has not accepted the sender (contract 5.5).
bool Oracle::must_be_held(Member from, Member to) const {
  if (from == to || network_.mode == Mode::open) return false;
  const KnownRelationship* const known = relationship(from, to);
  return !known || known->standing == Standing::requested;
}

std::size_t Oracle::held_count(Member from, Member to, Flow flow) const {
  std::size_t count = 0;
  for (const KnownTransaction& known : network_.transactions) {
    if (known.held && known.flow == flow && known.principal.member == from &&
        known.recipient == to) {
      ++count;
    }
  }
  return count;
}

bool Oracle::is_held_full(Member from, Member to, Flow flow) const {
  return held_count(from, to, flow) >= held_max;
}

// Returns true if the chain of this latest version is too old for a new version (contract 5.2).
bool Oracle::is_closed(const KnownTransaction& latest) const {
  return present() - latest.created > 400 * day_ms;
}

// Returns the chain that it would join, a new number if it begins one, or 0 if it has none
// (contract 5.1, 5.2).
std::size_t Oracle::chain_for(const KnownTransaction& like) const {
  if (like.letter.number.empty() || !like.commercial) return 0;
  for (Place place = network_.transactions.size(); place-- > 0;) {
    const KnownTransaction& known = network_.transactions[place];
    if (known.chain == 0 || known.letter.kind != like.letter.kind || known.flow != like.flow ||
        known.principal != like.principal || known.commercial != like.commercial ||
        known.letter.number != like.letter.number) {
      continue;
    }
    if (is_closed(known)) break;
    return known.chain;
  }
  return network_.last_chain + 1;
}

// Returns the version that a new one follows. An explicit version follows the latest one with a
// version number; others never follow an explicit version without predecessor (contract 5.1).
std::optional<Place> Oracle::latest_of(std::size_t chain, bool with_version) const {
  if (chain == 0) return std::nullopt;
  for (Place place = network_.transactions.size(); place-- > 0;) {
    const KnownTransaction& known = network_.transactions[place];
    const bool is_followed =
        with_version ? known.letter.version.has_value() : !known.starts_versions;
    if (known.chain != chain || !is_followed) continue;
    return is_closed(known) ? std::nullopt : std::optional(place);
  }
  return std::nullopt;
}

// Appends the transaction to the list, and delivers it unless it is held.
Place Oracle::keep_transaction(KnownTransaction transaction) {
  const Place place = network_.transactions.size();
  transaction.created = keep();
  network_.last_chain = std::max(network_.last_chain, transaction.chain);
  if (transaction.replaces) network_.transactions[*transaction.replaces].replaced_by = place;
  transaction.events.emplace_back("received");
  transaction.events.insert(transaction.events.end(), transaction.warnings, "warning");
  if (transaction.held) transaction.events.emplace_back("held");
  network_.transactions.push_back(std::move(transaction));
  if (network_.transactions[place].held) {
    drop_older(place);
  } else {
    deliver(place);
  }
  settle_older_cases(place, When::sent);
  return place;
}

}  // namespace tradepost::conformance
