#include "app/demo/demo_companies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "simulation/documents/catalog.hpp"
#include "simulation/documents/purchase.hpp"
#include "simulation/ground/moments.hpp"

namespace tradepost::app {
namespace {

using base::Instant;
using simulation::Habits;
using simulation::Party;
using simulation::Planned;
using std::chrono::days;
using std::chrono::hours;

constexpr std::array<DemoMember, demo_member_count> members{{
    {.name = "Musterhaus AG", .gln = "9521002000009", .word = "MUSTERHAUS"},
    {.name = "Kaufhaus Nord", .gln = "9521005000006", .word = "NORD"},
    {.name = "Getränke Huber", .gln = "9521001000000", .word = "HUBER"},
    {.name = "Brauerei Sommer", .gln = "9521004000007", .word = "SOMMER"},
    {.name = "Lager Süd", .gln = "9521003000008", .word = "LAGER"},
}};

// Each company has its own seed, which begins the numbers of a buyer's orders.
Habits habits_of(std::uint64_t seed, std::size_t place) {
  return {.seed = (seed - 1) * demo_member_count + place + 1,
          .orders_a_day = 5,
          .week = {120, 100, 80, 100, 140, 40, 0}};
}

std::vector<simulation::Article> range() {
  const auto own = simulation::own_range();
  return {own.begin(), own.end()};
}

simulation::Purchase purchase(const std::string& number, std::size_t supplier, Instant at,
                              std::size_t article) {
  const simulation::Article& bought = simulation::own_range()[article];
  return {.number = number,
          .buyer = demo_party(musterhaus),
          .supplier = demo_party(supplier),
          .at = at,
          .requested = at + days(2),
          .lines = {{.article = &bought, .quantity = simulation::Decimal(40)}}};
}

Planned catalog(std::size_t supplier, std::size_t buyer, Instant at) {
  const std::string number = fmt::format("KAT-{}", simulation::day_text(at));
  return {.at = at,
          .kind = "PRODUCT_CATALOG",
          .number = number,
          .to = demo_party(buyer),
          .body = simulation::product_catalog({.number = number,
                                               .supplier = demo_party(supplier),
                                               .buyer = demo_party(buyer),
                                               .at = at})};
}

// Musterhaus ordered by telephone, so its system does not know the order, and cannot process the
// invoice. The supplier cannot correct it, so its case stays open.
Planned invoice_by_telephone(Instant today) {
  const Instant ordered = today - days(3) + hours(10);
  const simulation::Purchase call = purchase("T-17", huber, ordered, 0);
  const std::string body = simulation::order(call);
  constexpr std::string_view before = R"({"type":"ORDER","content":)";
  const Habits reliable{
      .seed = 0, .late = 0, .partial = 0, .rejected = 0, .twice = 0, .new_version = 0, .faulty = 0};
  auto reaction =
      simulation::Supplier(demo_party(huber), reliable)
          .react({.kind = "ORDER",
                  .number = call.number,
                  .from = call.buyer,
                  .at = ordered,
                  .content = body.substr(before.size(), body.size() - before.size() - 1)},
                 std::nullopt);
  Planned invoice = std::move(reaction.documents.back());
  invoice.at = today - hours(7);
  return invoice;
}

}  // namespace

const DemoMember& demo_member(std::size_t place) {
  return members[place];
}

Party demo_party(std::size_t place) {
  const DemoMember& member = members[place];
  return {.name = std::string(member.name),
          .identifiers = {{.domain = "GS1", .identifier = std::string(member.gln)}}};
}

bool are_demo_partners(std::size_t one, std::size_t other) {
  const auto is_supplier = [](std::size_t place) { return place == huber || place == sommer; };
  const auto is_pair_with_warehouse = [](std::size_t a, std::size_t b) {
    return a == lager && (b == huber || b == sommer || b == musterhaus);
  };
  if (one == lager || other == lager) {
    return is_pair_with_warehouse(one, other) || is_pair_with_warehouse(other, one);
  }
  return is_supplier(one) != is_supplier(other);
}

DemoCompanies::DemoCompanies(std::uint64_t seed)
    : musterhaus_(demo_party(musterhaus), {demo_party(huber)}, habits_of(seed, musterhaus),
                  range()),
      nord_(demo_party(nord), {demo_party(huber), demo_party(sommer)}, habits_of(seed, nord),
            range()),
      huber_(demo_party(huber), habits_of(seed, huber), demo_party(lager)),
      sommer_(demo_party(sommer), habits_of(seed, sommer)),
      lager_(demo_party(lager), habits_of(seed, lager)) {}

std::vector<simulation::Company> DemoCompanies::all() const {
  // The documents that Brauerei Sommer sends to Musterhaus wait for a person.
  return {{.self = demo_party(musterhaus), .partner = musterhaus_, .partners = {demo_party(huber)}},
          {.self = demo_party(nord), .partner = nord_},
          {.self = demo_party(huber), .partner = huber_},
          {.self = demo_party(sommer), .partner = sommer_},
          {.self = demo_party(lager), .partner = lager_}};
}

std::vector<DemoCompanies::ByHand> DemoCompanies::sent_by_hand(Instant until) {
  const Instant today = std::chrono::floor<days>(until);
  std::vector<ByHand> sent;
  for (const std::size_t buyer : {musterhaus, nord}) {
    sent.push_back(
        {.sender = huber, .document = catalog(huber, buyer, today - days(27) + hours(9))});
    sent.push_back(
        {.sender = sommer, .document = catalog(sommer, buyer, today - days(9) + hours(9))});
  }
  std::size_t article = 0;
  for (const int ago : {11, 8, 5, 4}) {
    const simulation::Purchase order = purchase(fmt::format("H-{}", 11 - ago + 1), sommer,
                                                today - days(ago) + hours(11), article++);
    sent.push_back({.sender = musterhaus,
                    .document = {.at = order.at,
                                 .kind = "ORDER",
                                 .number = order.number,
                                 .to = order.supplier,
                                 .body = simulation::order(order)}});
  }
  sent.push_back({.sender = huber, .document = invoice_by_telephone(today)});
  return sent;
}

}  // namespace tradepost::app
