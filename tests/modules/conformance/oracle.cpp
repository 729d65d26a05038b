#include "conformance/oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "base/ground/check.hpp"

namespace tradepost::conformance {

std::string_view name_of(Status status) {
  switch (status) {
    case Status::pending:
      return "PENDING";
    case Status::success:
      return "SUCCESS";
    case Status::failed:
      return "FAILED";
    case Status::dropped:
      break;
  }
  return "DROPPED";
}

Answer Oracle::apply(const Numbered& numbered) {
  return std::visit([&](const auto& command) { return apply_one(numbered.number, command); },
                    numbered.command);
}

void Oracle::learn_ids(const std::vector<std::string>& transactions, const std::string& range) {
  auto& known = network_.transactions;
  for (Place place = std::min(known.size(), transactions.size());
       place-- > 0 && known[place].id.empty();) {
    known[place].id = transactions[place];
  }
  for (KnownRange& one : network_.ranges) {
    if (one.id.empty()) one.id = range;
  }
  std::ranges::sort(network_.ranges, {}, &KnownRange::id);
}

std::optional<Place> Oracle::transaction_of(Made made) const {
  for (Place place = 0; place < network_.transactions.size(); ++place) {
    if (network_.transactions[place].made == made) return place;
  }
  return std::nullopt;
}

std::optional<Place> Oracle::case_of(Made made) const {
  for (Place place = 0; place < network_.cases.size(); ++place) {
    if (network_.cases[place].made == made) return place;
  }
  return std::nullopt;
}

// Stored times never decrease, except after a clock that was far ahead.
bool Oracle::was_far_ahead() const {
  constexpr Milliseconds far = Milliseconds{20} * 60 * 1000;
  return network_.last_kept > clock_ + far;
}

Milliseconds Oracle::present() const {
  return was_far_ahead() ? clock_ : std::max(clock_, network_.last_kept);
}

Milliseconds Oracle::keep() {
  network_.last_kept = present();
  return network_.last_kept;
}

bool Oracle::is_member(Member member) const {
  return member < network_.members.size();
}

bool Oracle::is_open_member(Member member) const {
  return is_member(member) && !network_.members[member].closed;
}

const KnownRelationship* Oracle::relationship(Member from, Member to) const {
  for (const KnownRelationship& known : network_.relationships) {
    if (known.from == from && known.to == to) return &known;
  }
  return nullptr;
}

KnownRelationship& Oracle::relationship_for_change(Member from, Member to) {
  for (KnownRelationship& known : network_.relationships) {
    if (known.from == from && known.to == to) return known;
  }
  network_.relationships.push_back(
      {.from = from, .to = to, .standing = Standing::requested, .kinds = {}, .demands = {}});
  return network_.relationships.back();
}

std::string Oracle::name_of(Member member) const {
  return is_member(member) ? network_.members[member].name : "the network";
}

std::string Oracle::name_of(const PartyName& party) const {
  if (!party.identity) return name_of(party.member);
  return party.identity->domain + " " + party.identity->text;
}

namespace {

// Checks for makes_sense() that everything a command refers to exists.
struct Sense {
  const Oracle& oracle;

  bool has(Member member) const { return member < oracle.network().members.size(); }
  bool is_open(Member member) const {
    return has(member) && !oracle.network().members[member].closed;
  }
  bool has_all(const std::optional<std::vector<Grant>>& grants) const {
    return !grants ||
           std::ranges::all_of(*grants, [&](const Grant& grant) { return has(grant.agent); });
  }
  bool has_all(const std::optional<std::vector<PartnerNumber>>& numbers) const {
    return !numbers || std::ranges::all_of(
                           *numbers, [&](const PartnerNumber& number) { return has(number.of); });
  }

  bool operator()(const Send& command) const { return is_open(command.caller.member); }
  bool operator()(const Report& command) const {
    return is_open(command.caller.member) &&
           std::ranges::all_of(command.lines, [&](const ReportLine& line) {
             return line.transaction == never_made || oracle.transaction_of(line.transaction);
           });
  }
  bool operator()(const PullPage& command) const { return is_open(command.caller.member); }
  bool operator()(const HistoryPage& command) const {
    return is_open(command.caller.member) && (command.partner == no_member || has(command.partner));
  }
  bool operator()(const Requeue& command) const {
    return (command.caller.member == no_member || is_open(command.caller.member)) &&
           oracle.transaction_of(command.transaction);
  }
  bool operator()(const Discard& command) const {
    return oracle.transaction_of(command.transaction).has_value();
  }
  bool operator()(const AddMember& /*command*/) const { return true; }
  bool operator()(const AddRange& command) const {
    return command.owner == no_member || is_open(command.owner);
  }
  bool operator()(const SetProfile& command) const {
    return is_open(command.caller.member) && has_all(command.grants) && has_all(command.numbers);
  }
  bool operator()(const SetRelationship& command) const {
    return has(command.from) && has(command.to) && is_open(command.to);
  }
  bool operator()(const SetNetwork& /*command*/) const { return true; }
  bool operator()(const MoveIdentity& command) const { return is_open(command.to); }
  bool operator()(const RemoveIdentity& command) const { return is_open(command.from); }
  bool operator()(const Close& command) const { return is_open(command.member); }
  bool operator()(const PostError& command) const { return is_open(command.caller.member); }
  bool operator()(const ChangeCase& command) const {
    return (command.caller.member == no_member || is_open(command.caller.member)) &&
           oracle.case_of(command.made);
  }
  // A store may or may not stop its time after a refusal (embedded-store 1.1), so the clock jumps
  // back only from the moment of a write, and does not jump at all if the last write is far ahead
  // of it.
  bool operator()(const Jump& command) const {
    if (oracle.was_far_ahead()) return false;
    return command.by_ms >= 0 || oracle.network().last_kept >= oracle.clock();
  }
  bool operator()(const Restart& /*command*/) const { return true; }
};

}  // namespace

bool Oracle::makes_sense(const Command& command) const {
  return std::visit(Sense{*this}, command);
}

Answer Oracle::apply_one(std::size_t /*number*/, const Jump& command) {
  clock_ += command.by_ms;
  return {.words = "jumped", .made_transactions = {}, .made_cases = {}};
}

Answer Oracle::apply_one(std::size_t /*number*/, const Restart& /*command*/) {
  return {.words = "restarted", .made_transactions = {}, .made_cases = {}};
}

}  // namespace tradepost::conformance
