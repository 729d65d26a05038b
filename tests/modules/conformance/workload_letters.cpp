// Generates the documents that the workload sends.

#include <fmt/format.h>

#include <utility>

#include "conformance/workload.hpp"

namespace tradepost::conformance {
namespace {

constexpr std::size_t recent_max = 24;

bool is_customers(std::string_view role) {
  return role == "buyer" || role == "billTo" || role == "customer" || role == "receiver";
}

// The initial identifiers; later they may have another owner, or none.
const std::vector<std::vector<Identity>>& known_identities() {
  static const std::vector<std::vector<Identity>> identities = {
      {{"GS1", "HUB"}},
      {{"GS1", "S1"}, {"GS1", "S1"}, {"GS1", "s-1"}, {"VAT_DE", "DEGROUP"}},
      {{"GS1", "S2"}, {"GS1", "S2"}, {"GS1", "S 2"}},
      {{"GS1", "S3"}, {"DUNS", "D3"}},
      {{"GS1", "C1"}, {"GS1", "C1"}, {"FED_TAX", "T1"}},
      {{"GS1", "C2"}, {"DUNS", "D2"}},
      {{"GS1", "W1"}},
      {{"GS1", "DESK"}},
  };
  return identities;
}

}  // namespace

Member Workload::natural(std::string_view role) {
  if (one_in(15)) return any_member();
  constexpr Member first_supplier = 1;
  constexpr Member first_customer = 4;
  constexpr Member depot = 6;
  constexpr Member desk = 7;
  if (role == "technicalSender") return 0;
  if (role == "technicalRecipient") return one_in(3) ? 0 : desk;
  if (role == "shipFrom") return depot;
  if (is_customers(role)) return first_customer + below(2);
  return first_supplier + below(3);
}

Identity Workload::identity(Member member) {
  if (member < known_identities().size()) return one_of(known_identities()[member]);
  return {"GS1", fmt::format("M{}", member)};
}

Party Workload::party(std::string_view role) {
  Party made{.role = std::string(role), .identities = {identity(natural(role))}};
  if (one_in(14)) made.identities = {{"GS1", one_in(2) ? "F1" : "F2"}};
  if (one_in(40)) made.identities.push_back(identity(any_member()));
  if (one_in(40)) made.identities.push_back({"RECEIVER_INTERNAL", "gate 7"});
  return made;
}

LetterUnit Workload::unit() {
  LetterUnit made{.content = static_cast<int>(below(3)), .sscc = {}, .inner = {}};
  if (one_in(8)) {
    // This number may be in a range, or in an earlier document.
    made.sscc = range_base + 100 * below(ranges_apart) + below(8);
  } else if (one_in(12)) {
    made.has_other_number = true;
  }
  return made;
}

std::vector<LetterUnit> Workload::units(std::string_view kind) {
  std::vector<LetterUnit> made;
  if (row_of(kind).goods.empty()) return made;
  for (std::uint64_t i = below(5); i > 0; --i) {
    made.push_back(unit());
    if (kind != "SHIPPING_NOTICE" || !one_in(3)) continue;
    for (std::uint64_t j = 1 + below(3); j > 0; --j) made.back().inner.push_back(unit());
  }
  return made;
}

Letter Workload::letter() {
  const KindRow& row = kind_rows()[below(kind_rows().size())];
  Letter made{
      .kind = std::string(row.kind), .number = {}, .version = {}, .type = {}, .parties = {}};
  const bool may_be_without = row.kind == "PRODUCT_CATALOG";
  if (!may_be_without || !one_in(3)) made.number = fmt::format("N{}", below(numbers_));
  if (one_in(3)) made.version = static_cast<int>(1 + below(4));
  if (row.kind == "ORDER" && one_in(2)) made.type = "RUSH";
  made.variant = static_cast<int>(below(variants_));
  made.units = units(row.kind);
  made.has_action = row.kind == "PRODUCT_CATALOG" && one_in(2);
  made.has_supplier_id = row.kind == "ORDER" && one_in(2);
  for (const std::string_view role : row.from) {
    // Required parties are always there; optional ones at random.
    const bool is_first = role == row.from.front() && row.kind != "DISPATCH_INSTRUCTION" &&
                          row.kind != "DISPATCH_INSTRUCTION_RESPONSE";
    if (is_first || one_in(2)) made.parties.push_back(party(role));
  }
  for (const std::string_view role : row.to) {
    if (role == row.to.front() || one_in(2)) made.parties.push_back(party(role));
  }
  if (made.parties.back().role != "shipFrom" && one_in(60) && row.kind == "INVOICE") {
    made.parties.back().identities = {{"SENDER_INTERNAL", "4711"}};
  }
  if (row.kind == "ORDER" && one_in(8)) {
    made.parties.back().identities = {{"SENDER_INTERNAL", fmt::format("471{}", 1 + below(4))}};
  }
  if (one_in(4)) made.parties.push_back(party("technicalSender"));
  if (one_in(6)) made.parties.push_back(party("technicalRecipient"));
  if (one_in(60)) made.flaw = Letter::Flaw::unreadable;
  if (one_in(60) && !row.date_field.empty()) made.flaw = Letter::Flaw::without_date;
  if (one_in(5)) made.spacing = Letter::Spacing::wide;
  return made;
}

Command Workload::send_again() {
  Send again = recent_[below(recent_.size())];
  if (one_in(4)) again.key = key();
  if (one_in(6)) again.letter.variant = static_cast<int>(below(variants_));
  if (one_in(4)) again.letter.units = units(again.letter.kind);
  if (one_in(6)) again.letter.version = static_cast<int>(1 + below(4));
  if (one_in(10)) again.caller.flow = flow();
  if (one_in(10)) again.letter.spacing = Letter::Spacing::wide;
  again.keep = one_in(30) ? Keep::no : Keep::yes;
  return again;
}

Command Workload::send(const Oracle& oracle) {
  if (!recent_.empty() && one_in(3)) return send_again();
  Send command{.caller = {any_member(), flow()}, .letter = letter(), .key = key()};
  // Prefers a current sender of the document.
  if (!one_in(20)) {
    std::vector<const Party*> from;
    if (const Party* const technical = command.letter.party("technicalSender")) {
      from.push_back(technical);
    } else {
      for (const std::string_view role : row_of(command.letter.kind).from) {
        if (const Party* const party = command.letter.party(role)) from.push_back(party);
      }
    }
    if (!from.empty()) {
      const auto sender = oracle.who_is(*from[below(from.size())]);
      if (sender) command.caller.member = *sender;
    }
  }
  command.keep = one_in(30) ? Keep::no : Keep::yes;
  recent_.push_back(command);
  if (recent_.size() > recent_max) recent_.pop_front();
  return command;
}

}  // namespace tradepost::conformance
