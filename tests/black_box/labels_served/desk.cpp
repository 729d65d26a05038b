#include "labels_served/desk.hpp"

#include <fmt/format.h>

namespace tradepost::labels_served {

using trade::notice;

using served::at;

std::string Desk::sends(std::string_view document) {
  return at(trade.does(trade.supplier, "POST", "/v2/transactions", document),
            "platformTransactionId");
}

std::string Desk::shown(const served::Member& viewer, std::string_view id) {
  return trade.does(viewer, "GET", fmt::format("/v2/all-transactions/{}", id));
}

Labels Desk::sends_units(std::string_view number, const std::vector<std::string>& units) {
  Labels labels{.id = sends(notice(number, units)), .zpl = {}, .pdf = {}};
  const std::string body = shown(trade.customer, labels.id);
  const std::string label = "data.content.transportUnits.0.transportLabel.";
  labels.zpl = trade::path_of(at(body, label + "zplUrl"));
  labels.pdf = trade::path_of(at(body, label + "pdfUrl"));
  return labels;
}

Answer Desk::gets(const served::Member& member, std::string_view id, std::string_view rest) {
  return trade.gets(member, fmt::format("/v2/labels/{}{}", id, rest));
}

Refusal refusal_in(const Answer& answer) {
  return {.status = answer.status, .body = answer.body};
}

}  // namespace tradepost::labels_served
