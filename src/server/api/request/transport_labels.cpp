#include "api/request/transport_labels.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>

#include "api/request/signed_link.hpp"
#include "base/ground/check.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/model/units.hpp"

namespace tradepost::api {
namespace {

// Returns "transportLabel":{"zplUrl":"…/0.1.zpl?link=…","pdfUrl":"…","sscc":"…"},
// with the comma, because a unit has at least one other member (contract 4.4). `url` is the address
// of all units.
std::string member_of(const exchange::PlacedUnit& unit, std::string_view url,
                      std::string_view link) {
  const auto address = [&](std::string_view ending) {
    return fmt::format("{}{}.{}?{}={}", url, unit.place, ending, link_parameter, link);
  };
  std::string text = R"("transportLabel":{"zplUrl":)";
  base::append_json_string(text, address("zpl"));
  text += R"(,"pdfUrl":)";
  base::append_json_string(text, address("pdf"));
  if (const auto sscc = exchange::sscc_of(unit.unit)) {
    text += fmt::format(R"(,"sscc":"{}")", *sscc);
  }
  return text + "},";
}

}  // namespace

void TransportLabels::append(http::Body& body, const exchange::Transaction& row,
                             const exchange::Bytes& content) const {
  if (call_ == nullptr || row.units.empty()) {
    body.append(content.view, content.owner);
    return;
  }
  const std::string url = fmt::format("{}/v2/labels/{}/", call_->base_url, row.id.to_string());
  const std::string link = link_for(*context_, *call_, LinkTo::labels, row.id.uuid());
  std::size_t sent = 0;
  for (const exchange::PlacedUnit& unit : exchange::placed(row.units)) {
    const std::size_t inside = unit.unit.inside;
    CHECK(inside > sent && inside < content.view.size());
    body.append(content.view.substr(sent, inside - sent), content.owner);
    body.append(member_of(unit, url, link));
    sent = inside;
  }
  body.append(content.view.substr(sent), content.owner);
}

}  // namespace tradepost::api
