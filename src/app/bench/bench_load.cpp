#include "app/bench/bench_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "app/bench/bench_order.hpp"
#include "app/console/json_text.hpp"
#include "base/text/json_writer.hpp"

namespace tradepost::app {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;
using Became = Trial::Became;

Trial BenchClient::ask(client::Exchange& exchange, const client::Request& request) {
  auto answer = exchange.ask(request);
  if (!answer) return {.became = Became::lost};
  answer_ = *std::move(answer);
  return {.became = answer_.is_good() ? Became::good : Became::refused};
}

Trial BenchClient::send_numbered(const std::string& number, std::size_t bytes) {
  client::Request request{.method = "POST", .path = "/v2/transactions"};
  request.json = order_text({.domain = "DUNS",
                             .buyer = pair_.buyer_identifier,
                             .supplier = pair_.seller_identifier,
                             .number = number,
                             .bytes = bytes});
  return ask(buyer_, request);
}

Trial BenchClient::send(std::size_t bytes) {
  const Trial sent = send_numbered(fmt::format("{}{}", number_prefix_, ++last_number_), bytes);
  if (sent.became != Became::good) return sent;
  const auto answer = reader_.read(answer_.body);
  std::string id = answer ? text_at(*answer, id_name_) : std::string();
  if (id.empty()) return {.became = Became::refused};
  sent_.push_back(std::move(id));
  return sent;
}

Trial BenchClient::send_dated(std::size_t bytes, BenchTime intended) {
  return send_numbered(
      fmt::format("{}{}@{}", number_prefix_, ++last_number_, intended.time_since_epoch().count()),
      bytes);
}

Trial BenchClient::page() {
  return ask(seller_, {.path = "/v2/transactions?per_page=25"});
}

Trial BenchClient::report() {
  if (sent_.empty()) return {.became = Became::nothing_to_do};
  client::Request request{.method = "POST", .path = "/v2/transactions/" + sent_.back()};
  request.json = R"({"success":true})";
  sent_.pop_back();
  return ask(seller_, request);
}

Trial BenchClient::report(const std::vector<std::string>& ids) {
  base::JsonWriter json;
  json.begin_object().key("items").begin_array();
  for (const std::string& id : ids) {
    json.begin_object().key(id_name_).string(id).key("success").boolean(true).end_object();
  }
  json.end_array().end_object();
  client::Request request{.method = "POST", .path = "/v2/transactions/bulk/mark-processed"};
  request.json = std::move(json).finish();
  return ask(seller_, request);
}

Trial BenchClient::report_all() {
  Trial done;
  while (!sent_.empty() && done.became == Became::good) {
    const std::size_t count = std::min(sent_.size(), base::limits::reports_max);
    const auto first = sent_.end() - static_cast<std::ptrdiff_t>(count);
    done = report(std::vector<std::string>(first, sent_.end()));
    if (done.became == Became::good) sent_.resize(sent_.size() - count);
  }
  return done;
}

Trial BenchClient::take(const OnAnswer& on_answer) {
  client::Request request{.path = "/v2/transactions?per_page=100"};
  request.headers.push_back({.name = "Prefer", .value = "wait=1"});
  request.waits_for = std::chrono::seconds(1);
  const Trial polled = ask(seller_, request);
  const BenchTime came = steady_clock::now();
  if (polled.became != Became::good) return polled;
  const auto page = reader_.read(answer_.body);
  if (!page) return {.became = Became::refused};
  std::vector<std::string> ids;
  at(*page, "items").each([&](std::uint32_t, const document::View& item) {
    ids.push_back(text_at(item, id_name_));
    const std::string number = text_at(item, "content.header.orderIdentifier");
    const auto at_sign = number.find('@');
    if (at_sign == std::string::npos) return;  // from another trial
    nanoseconds::rep intended = 0;
    std::from_chars(number.data() + at_sign + 1, number.data() + number.size(), intended);
    on_answer(BenchTime(nanoseconds(intended)), came);
  });
  return ids.empty() ? polled : report(ids);
}

}  // namespace tradepost::app
