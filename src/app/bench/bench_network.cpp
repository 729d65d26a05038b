#include "app/bench/bench_network.hpp"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include "app/console/json_text.hpp"
#include "base/clock.hpp"
#include "base/text/json_writer.hpp"
#include "base/text/url_text.hpp"

namespace tradepost::app {
namespace {

using client::Repeat;

constexpr std::string_view name_prefix = "tradepost bench ";

struct Site {
  std::string name;
  std::string identifier;
};

Site site(std::size_t pair, std::string_view side) {
  return {.name = fmt::format("{}{} {}", name_prefix, pair + 1, side),
          .identifier = fmt::format("TRADEPOSTBENCH{}{}", side, pair + 1)};
}

ExitOr<Reply> change(ExchangeClient& exchange, const std::string& method, const std::string& path,
                     std::optional<std::string> json, Repeat repeat) {
  return exchange.want({.method = method, .path = path, .json = std::move(json), .repeat = repeat});
}

ExitOr<std::map<std::string, std::string>> ids_by_name(ExchangeClient& exchange) {
  std::map<std::string, std::string> ids;
  PageWalk pages(exchange, base::PathText("/admin/participants")
                               .add("per_page", "100")
                               .add("filter[name]", name_prefix)
                               .str());
  while (!pages.is_over()) {
    TRY_ASSIGN(const Reply page, pages.next());
    at(page.json(), "items").each([&](std::uint32_t, const document::View& item) {
      ids[text_at(item, "name")] = text_at(item, "id");
    });
  }
  return ids;
}

ExitOr<std::string> participant(ExchangeClient& exchange, const Site& wanted,
                                const std::map<std::string, std::string>& known) {
  if (const auto found = known.find(wanted.name); found != known.end()) return found->second;
  base::JsonWriter json;
  json.begin_object().key("name").string(wanted.name);
  json.key("identifiers").begin_array().begin_object().key("domain").string("DUNS");
  json.key("identifier").string(wanted.identifier).end_object().end_array();
  TRY_ASSIGN(const Reply made, change(exchange, "POST", "/admin/participants",
                                      std::move(json.end_object()).finish(), Repeat::when_unsent));
  return made.text("id");
}

// An interrupted run cannot revoke its tokens, so they expire.
std::string in_two_days() {
  const auto today = std::chrono::floor<std::chrono::days>(base::SystemClock().now());
  const std::chrono::year_month_day day(today + std::chrono::days(2));
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()),
                     static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

ExitOr<Reply> token(ExchangeClient& exchange, const std::string& participant) {
  base::JsonWriter json;
  json.begin_object().key("participant").string(participant).key("flow").string("TEST");
  json.key("expiresAt").string(in_two_days()).key("name").string("tradepost bench").end_object();
  return change(exchange, "POST", "/admin/tokens", std::move(json).finish(), Repeat::when_unsent);
}

ExitOr<void> relate(ExchangeClient& exchange, const std::string& from, const std::string& to) {
  base::JsonWriter json;
  json.begin_object().key("from").string(from).key("to").string(to).key("status").string("active");
  json.key("flows").begin_array().string("TEST").end_array().end_object();
  TRY(change(exchange, "PUT", "/admin/relationships", std::move(json).finish(), Repeat::when_lost));
  return {};
}

}  // namespace

ExitOr<BenchNetwork> BenchNetwork::prepare(ExchangeClient& by_operator, std::size_t pairs) {
  BenchNetwork network;
  TRY_ASSIGN(const auto known, ids_by_name(by_operator));
  for (std::size_t i = 0; i < pairs; ++i) {
    const Site buyer = site(i, "BUYER");
    const Site seller = site(i, "SELLER");
    TRY_ASSIGN(const std::string buyer_id, participant(by_operator, buyer, known));
    TRY_ASSIGN(const std::string seller_id, participant(by_operator, seller, known));
    TRY(relate(by_operator, buyer_id, seller_id));
    TRY_ASSIGN(const Reply of_buyer, token(by_operator, buyer_id));
    network.token_ids_.push_back(of_buyer.text("id"));
    TRY_ASSIGN(const Reply of_seller, token(by_operator, seller_id));
    network.token_ids_.push_back(of_seller.text("id"));
    network.pairs_.push_back({.buyer_token = of_buyer.text("token"),
                              .seller_token = of_seller.text("token"),
                              .buyer_identifier = buyer.identifier,
                              .seller_identifier = seller.identifier});
  }
  return network;
}

ExitOr<void> BenchNetwork::leave(ExchangeClient& by_operator) {
  for (const std::string& id : std::exchange(token_ids_, {})) {
    TRY(change(by_operator, "DELETE", "/admin/tokens/" + base::percent_encoded(id), std::nullopt,
               Repeat::when_lost));
  }
  return {};
}

}  // namespace tradepost::app
