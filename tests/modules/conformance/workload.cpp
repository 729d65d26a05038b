#include "conformance/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tradepost::conformance {
namespace {

constexpr std::int64_t minute_ms = 60'000;
constexpr std::int64_t hour_ms = 60 * minute_ms;
constexpr std::int64_t a_day_ms = 24 * hour_ms;

enum : Member { hub, supplier_1, supplier_2, supplier_3, customer_1, customer_2, depot, desk };

// The initial participants. The group's VAT number belongs to two suppliers.
const std::vector<AddMember>& first_members() {
  static const std::vector<AddMember> members = {
      {"hub", {{"GS1", "HUB"}}},
      {"supplier 1", {{"GS1", "S1"}, {"VAT_DE", "DEGROUP"}}},
      {"supplier 2", {{"GS1", "S2"}, {"VAT_DE", "DEGROUP"}}},
      {"supplier 3", {{"GS1", "S3"}, {"DUNS", "D3"}}},
      {"customer 1", {{"GS1", "C1"}, {"FED_TAX", "T1"}}},
      {"customer 2", {{"GS1", "C2"}, {"DUNS", "D2"}}},
      {"depot", {{"GS1", "W1"}}},
      {"desk", {{"GS1", "DESK"}}},
  };
  return members;
}

const std::vector<Identity>& wandering_identities() {
  static const std::vector<Identity> identities = {
      {"GS1", "S1"}, {"GS1", "S2"}, {"GS1", "C1"},   {"GS1", "C2"},         {"DUNS", "D3"},
      {"GS1", "F1"}, {"GS1", "F2"}, {"GS1", "DESK"}, {"VAT_DE", "DEGROUP"},
  };
  return identities;
}

const std::vector<std::string>& reasons() {
  static const std::vector<std::string> list = {"unknown article", "price differs",
                                                "no such order"};
  return list;
}

bool is_any(const KnownTransaction& /*known*/) {
  return true;
}
bool is_pending(const KnownTransaction& known) {
  return known.status == Status::pending;
}
bool may_be_requeued(const KnownTransaction& known) {
  return (known.status == Status::failed || known.discarded) && !known.replaced_by;
}

}  // namespace

Workload::Workload(std::uint64_t seed) : random_(seed) {
  const std::array<Choice, 18> all = {{
      {&Workload::send, 400},
      {&Workload::report, 160},
      {&Workload::pull, 130},
      {&Workload::list_history, 20},
      {&Workload::requeue, 50},
      {&Workload::discard, 25},
      {&Workload::set_relationship, 40},
      {&Workload::set_profile, 15},
      {&Workload::set_network, 4},
      {&Workload::add_range, 12},
      {&Workload::move_identity, 12},
      {&Workload::remove_identity, 3},
      {&Workload::close, 2},
      {&Workload::add_member, 2},
      {&Workload::post_error, 12},
      {&Workload::change_case, 25},
      {&Workload::jump, 60},
      {&Workload::restart, 4},
  }};
  constexpr std::array<std::uint32_t, 5> factors = {0, 1, 1, 1, 4};
  for (Choice choice : all) {
    // A run without sends or without time would find nothing.
    const bool is_needed = choice.make == &Workload::send || choice.make == &Workload::jump;
    if (!is_needed) choice.weight *= factors[below(factors.size())];
    if (choice.weight == 0) continue;
    weight_sum_ += choice.weight;
    choices_.push_back(choice);
  }
  numbers_ = 1 + below(8);
  variants_ = 1 + below(4);
}

std::vector<Command> Workload::world() {
  std::vector<Command> commands;
  for (const AddMember& member : first_members()) commands.emplace_back(member);
  members_ = first_members().size();
  for (Member from = 0; from < members_; ++from) {
    for (Member to = 0; to < members_; ++to) {
      if (from == to || one_in(3)) continue;
      const auto standing = one_in(12) ? Standing::blocked : Standing::active;
      commands.emplace_back(SetRelationship{.from = from,
                                            .to = to,
                                            .standing = one_in(8) ? Standing::requested : standing,
                                            .kinds = {},
                                            .demands = {},
                                            .by_operator = true});
    }
  }
  for (const Member supplier : {supplier_1, supplier_2}) {
    commands.emplace_back(SetProfile{.caller = {supplier, Flow::live},
                                     .demands = {},
                                     .grants = {{{.agent = hub, .kinds = {}}}},
                                     .numbers = {}});
  }
  commands.emplace_back(SetProfile{.caller = {customer_1, Flow::live},
                                   .demands = {},
                                   .grants = {{{.agent = hub, .kinds = {"ORDER"}}}},
                                   .numbers = {{{.of = supplier_1, .number = "4711"},
                                                {.of = supplier_1, .number = "4712"},
                                                {.of = supplier_2, .number = "4713"}}}});
  return commands;
}

Command Workload::next(const Oracle& oracle) {
  std::uint64_t chosen = below(weight_sum_);
  for (const Choice& choice : choices_) {
    if (chosen < choice.weight) return (this->*choice.make)(oracle);
    chosen -= choice.weight;
  }
  return Restart{};
}

Member Workload::any_member() {
  return below(members_);
}

Flow Workload::flow() {
  return one_in(4) ? Flow::test : Flow::live;
}

std::string Workload::key() {
  if (one_in(8)) return fmt::format("K{}", below(5));
  if (one_in(8)) return fmt::format("N{}", ++last_key_);
  return "";
}

std::vector<std::string> Workload::some_kinds() {
  std::vector<std::string> kinds;
  for (const KindRow& row : kind_rows()) {
    if (!one_in(3)) kinds.emplace_back(row.kind);
  }
  return kinds;
}

std::vector<Demand> Workload::some_demands() {
  std::vector<Demand> demands;
  if (one_in(2)) {
    demands.push_back({.kind = "ORDER",
                       .path = "items.*.identifiers",
                       .domain = one_in(2) ? "SUPPLIER" : "",
                       .when = one_in(2) ? "RUSH" : ""});
  }
  if (one_in(4)) {
    demands.push_back({.kind = "ORDER", .path = "header.type", .domain = "", .when = ""});
  }
  return demands;
}

Made Workload::any_transaction(const Oracle& oracle, bool (*is_wanted)(const KnownTransaction&)) {
  const auto& transactions = oracle.network().transactions;
  if (transactions.empty()) return never_made;
  constexpr int tries = 20;
  Made made = never_made;
  for (int i = 0; i < tries; ++i) {
    // Prefers recent transactions: old ones have been tested more.
    const std::size_t reach =
        one_in(4) ? transactions.size() : std::min<std::size_t>(transactions.size(), 30);
    const KnownTransaction& known = transactions[transactions.size() - 1 - below(reach)];
    made = known.made;
    if (is_wanted(known)) return made;
  }
  return made;
}

Command Workload::report(const Oracle& oracle) {
  Report command{.caller = {any_member(), flow()}, .lines = {}};
  std::vector<Place> places = oracle.pending_places(command.caller, "");
  for (int i = 0; i < 10 && places.empty(); ++i) {
    command.caller = {any_member(), flow()};
    places = oracle.pending_places(command.caller, "");
  }
  const std::size_t count = one_in(4) ? 1 + below(5) : 1;
  for (std::size_t i = 0; i < count; ++i) {
    ReportLine line{.transaction = never_made,
                    .verdict = one_in(3) ? Verdict::failure : Verdict::success,
                    .reason = {},
                    .type = one_in(3) ? ErrorType::internal : ErrorType::data};
    if (line.verdict == Verdict::failure) line.reason = one_of(reasons());
    const auto& transactions = oracle.network().transactions;
    if (!places.empty() && !one_in(4)) {
      line.transaction = transactions[one_of(places)].made;
    } else if (!one_in(10)) {
      line.transaction = any_transaction(oracle, is_any);
      if (count == 1 && line.transaction != never_made && !one_in(6)) {
        const auto& known = transactions[*oracle.transaction_of(line.transaction)];
        command.caller = {known.recipient, known.flow};
      }
    }
    command.lines.push_back(std::move(line));
    if (one_in(6)) command.lines.push_back(command.lines.front());
  }
  return command;
}

Command Workload::pull(const Oracle& /*oracle*/) {
  PullPage command{.caller = {any_member(), flow()},
                   .kind = {},
                   .count_max = static_cast<std::uint32_t>(1 + below(one_in(5) ? 100 : 4))};
  if (one_in(4)) command.kind = kind_rows()[below(kind_rows().size())].kind;
  if (one_in(2)) command.from = PullPage::From::cursor;
  if (one_in(20)) command.from = PullPage::From::foreign_cursor;
  return command;
}

Command Workload::list_history(const Oracle& /*oracle*/) {
  HistoryPage command{.caller = {any_member(), flow()},
                      .kind = {},
                      .status = {},
                      .direction = {},
                      .number = {},
                      .count_max = static_cast<std::uint32_t>(1 + below(40))};
  static const std::vector<std::string> statuses = {"PENDING", "SUCCESS", "FAILED", "DROPPED"};
  if (one_in(3)) command.kind = kind_rows()[below(kind_rows().size())].kind;
  if (one_in(3)) command.status = one_of(statuses);
  if (one_in(3)) command.direction = one_in(2) ? "sent" : "received";
  if (one_in(4)) command.number = fmt::format("N{}", below(numbers_));
  if (one_in(4)) command.partner = any_member();
  if (command.partner == command.caller.member) command.partner = no_member;
  return command;
}

Command Workload::requeue(const Oracle& oracle) {
  Requeue command{.caller = {any_member(), flow()},
                  .transaction = any_transaction(oracle, one_in(5) ? is_any : may_be_requeued),
                  .key = key()};
  const auto place = oracle.transaction_of(command.transaction);
  if (!place || one_in(8)) return command;
  const KnownTransaction& known = oracle.network().transactions[*place];
  command.caller = {one_in(2) ? known.recipient : known.principal.member, known.flow};
  if (known.agent != no_member && one_in(3)) command.caller.member = known.agent;
  if (one_in(4)) command.caller.member = no_member;
  return command;
}

Command Workload::discard(const Oracle& oracle) {
  return Discard{.transaction = any_transaction(oracle, one_in(5) ? is_any : is_pending),
                 .reason = one_of(reasons())};
}

Command Workload::set_relationship(const Oracle& oracle) {
  SetRelationship command{.from = any_member(),
                          .to = any_member(),
                          .standing = Standing::active,
                          .kinds = {},
                          .demands = {},
                          .by_operator = one_in(2)};
  // Prefers a transaction that is held.
  const Made held =
      any_transaction(oracle, [](const KnownTransaction& known) { return known.held; });
  if (const auto place = oracle.transaction_of(held); place && !one_in(3)) {
    const KnownTransaction& known = oracle.network().transactions[*place];
    command.from = known.principal.member;
    command.to = known.recipient;
  }
  while (command.from == command.to) command.to = any_member();
  if (one_in(4)) command.standing = one_in(2) ? Standing::blocked : Standing::requested;
  if (one_in(6)) command.kinds = some_kinds();
  if (one_in(8)) command.kinds = std::vector<std::string>{};
  if (one_in(8)) command.demands = some_demands();
  return command;
}

Command Workload::set_profile(const Oracle& /*oracle*/) {
  SetProfile command{
      .caller = {any_member(), Flow::live}, .demands = {}, .grants = {}, .numbers = {}};
  if (one_in(2)) command.demands = some_demands();
  if (one_in(2)) {
    command.grants.emplace();
    if (!one_in(4)) {
      command.grants->push_back({.agent = one_in(2) ? hub : any_member(),
                                 .kinds = one_in(2) ? some_kinds() : std::vector<std::string>{}});
    }
  }
  if (one_in(3)) {
    command.numbers = {{.of = any_member(), .number = "4711"},
                       {.of = any_member(), .number = "4712"}};
  }
  return command;
}

Command Workload::set_network(const Oracle& oracle) {
  return SetNetwork{.mode = oracle.network().mode == Mode::open ? Mode::approved : Mode::open};
}

// Adds small ranges, so that they are used up; sometimes one that exists already.
Command Workload::add_range(const Oracle& /*oracle*/) {
  constexpr std::uint64_t apart = 100;
  return AddRange{.owner = one_in(4) ? no_member : any_member(),
                  .flow = flow(),
                  .first = apart * below(ranges_apart),
                  .count = 1 + below(one_in(3) ? 60 : 12)};
}

Command Workload::move_identity(const Oracle& /*oracle*/) {
  return MoveIdentity{.identity = one_of(wandering_identities()),
                      .to = any_member(),
                      .take = one_in(2) ? Take::yes : Take::no};
}

Command Workload::remove_identity(const Oracle& oracle) {
  const Member from = any_member();
  const auto& held = oracle.network().members[from].identities;
  if (held.empty()) return Restart{};
  return RemoveIdentity{.identity = one_of(held), .from = from};
}

Command Workload::close(const Oracle& /*oracle*/) {
  return Close{.member = any_member(), .fail_pending = one_in(2)};
}

Command Workload::add_member(const Oracle& /*oracle*/) {
  constexpr std::size_t members_max = 11;
  AddMember command{.name = fmt::format("member {}", members_), .identities = {}};
  if (members_ < members_max && !one_in(3)) {
    // The identifier derives from the number of the member, so it is never refused.
    command.identities = {{"GS1", fmt::format("M{}", members_)}};
    ++members_;
    return command;
  }
  command.identities = {one_of(wandering_identities())};
  if (command.identities.front().domain == "VAT_DE") command.identities = {{"GS1", "HUB"}};
  command.identities.push_back({"GS1", "HUB"});
  return command;
}

Command Workload::post_error(const Oracle& /*oracle*/) {
  return PostError{.caller = {any_member(), flow()},
                   .reason = one_of(reasons()),
                   .type = one_in(2) ? ErrorType::data : ErrorType::internal,
                   .key = key()};
}

Command Workload::change_case(const Oracle& oracle) {
  const auto& cases = oracle.network().cases;
  ChangeCase command{.caller = {any_member(), flow()},
                     .made = never_made,
                     .comment = one_in(2) ? "we look at it" : "",
                     .then = static_cast<ChangeCase::Then>(below(3))};
  if (cases.empty()) return Restart{};
  const KnownCase& known = one_of(cases);
  command.made = known.made;
  if (!one_in(6)) command.caller = {one_of(known.owners), known.flow};
  if (one_in(6)) command.caller = {no_member, known.flow};
  return command;
}

Command Workload::jump(const Oracle& /*oracle*/) {
  const std::uint64_t chosen = below(100);
  const auto some = [this](std::int64_t most_ms) {
    return static_cast<std::int64_t>(below(static_cast<std::uint64_t>(most_ms)));
  };
  if (chosen < 30) return Jump{some(2000)};
  if (chosen < 65) return Jump{minute_ms + some(5 * minute_ms)};
  if (chosen < 82) return Jump{hour_ms + some(30 * hour_ms)};
  if (chosen < 87) return Jump{31 * a_day_ms};
  if (chosen < 89) return Jump{401 * a_day_ms};
  return Jump{-some(3 * hour_ms)};
}

Command Workload::restart(const Oracle& /*oracle*/) {
  return Restart{};
}

}  // namespace tradepost::conformance
