#include "app/remote/reporting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "app/console/json_text.hpp"
#include "base/ground/limits.hpp"
#include "base/text/json_writer.hpp"

namespace tradepost::app {
namespace {

std::string body_of(const ExchangeClient& exchange, std::span<Reported* const> items,
                    const ReportWords& words) {
  base::JsonWriter json;
  json.begin_object().key("items").begin_array();
  for (const Reported* item : items) {
    json.begin_object().key(exchange.id_name()).string(item->id);
    json.key("success").boolean(words.success);
    if (!words.reason.empty()) json.key("reason").string(words.reason);
    json.end_object();
  }
  json.end_array().end_object();
  return std::move(json).finish();
}

void keep(const Reply& reply, std::span<Reported* const> items) {
  at(reply.json(), "data").each([&](std::uint32_t index, const document::View& outcome) {
    if (index >= items.size()) return;
    items[index]->is_taken = true;
    items[index]->message = text_at(outcome, "message");
    items[index]->error_url = text_at(outcome, "errorUrl");
  });
}

// The sentence for an item, which stands with its path.
std::string sentence_for(const Reply& reply, std::uint32_t index) {
  const std::string path = fmt::format("items.{}.", index);
  std::string sentence;
  at(reply.json(), "faults").each([&](std::uint32_t, const document::View& fault) {
    if (sentence.empty() && text_at(fault, "path").starts_with(path)) {
      sentence = text_at(fault, "message");
    }
  });
  return sentence;
}

// Keeps the errors of the bad ones, and returns the others.
std::vector<Reported*> without_bad(const Reply& reply, std::vector<Reported*> items) {
  at(reply.json(), "items").each([&](std::uint32_t, const document::View& bad) {
    const std::string place = text_at(bad, "index");
    std::uint32_t index = 0;
    std::from_chars(place.data(), place.data() + place.size(), index);
    if (index >= items.size() || items[index] == nullptr) return;
    items[index]->message = sentence_for(reply, index);
    if (items[index]->message.empty()) items[index]->message = text_at(bad, "code");
    items[index] = nullptr;
  });
  std::erase(items, nullptr);
  return items;
}

// Each round takes out at least one item, so that this ends.
OrTold<void> report_bulk(ExchangeClient& exchange, std::vector<Reported*> items,
                         const ReportWords& words) {
  while (!items.empty()) {
    client::Request request{.method = "POST", .path = "/v2/transactions/bulk/mark-processed"};
    request.json = body_of(exchange, items, words);
    TRY_ASSIGN(const Reply reply, exchange.ask(request));
    if (reply.is_good()) {
      keep(reply, items);
      return {};
    }
    const std::size_t before = items.size();
    if (reply.status() == 422) items = without_bad(reply, std::move(items));
    if (items.size() == before) return std::unexpected(exchange.tell_refusal(reply));
  }
  return {};
}

}  // namespace

OrTold<std::vector<Reported>> report(ExchangeClient& exchange, std::span<const std::string> ids,
                                     const ReportWords& words) {
  std::vector<Reported> all;
  for (const std::string& id : ids) {
    all.push_back({.id = id, .is_taken = false, .message = {}, .error_url = {}});
  }
  for (std::size_t begin = 0; begin < all.size(); begin += base::limits::reports_max) {
    const std::size_t end = std::min(begin + base::limits::reports_max, all.size());
    std::vector<Reported*> bulk;
    for (std::size_t i = begin; i < end; ++i) bulk.push_back(&all[i]);
    TRY(report_bulk(exchange, std::move(bulk), words));
  }
  return all;
}

}  // namespace tradepost::app
