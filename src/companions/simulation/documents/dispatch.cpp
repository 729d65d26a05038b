#include "simulation/documents/dispatch.hpp"

#include "client/reading.hpp"
#include "simulation/ground/moments.hpp"

namespace tradepost::simulation {
namespace {

using base::JsonWriter;
using client::text_in;
using document::View;

void write_instructed(JsonWriter& json, const Delivery& delivery, const DeliveryLine& line,
                      std::int64_t number) {
  json.begin_object().key("shippingNoticeLineNumber").integer(number);
  if (line.ordered.number) json.key("orderLineNumber").integer(*line.ordered.number);
  json.key("orderIdentifier").string(delivery.order.number).key("shippedQuantity");
  write(json, line.total());
  json.key("orderedQuantity");
  write(json, line.ordered.quantity.value_or(line.total()));
  json.key("identifiers");
  write(json, line.ordered.identifiers);
  if (!line.ordered.unit.empty()) json.key("unitOfMeasure").string(line.ordered.unit);
  if (!line.ordered.description.empty()) json.key("description").string(line.ordered.description);
  json.end_object();
}

void write_shipped(JsonWriter& json, const View& item, std::int64_t number) {
  const Line line = line_in(item, "shippedQuantity");
  json.begin_object().key("lineNumber").integer(number);
  if (const auto instructed = whole_in(item.member("shippingNoticeLineNumber"))) {
    json.key("instructionLineNumber").integer(*instructed);
  }
  if (line.order_number) json.key("orderLineNumber").integer(*line.order_number);
  if (line.ordered) {
    json.key("orderedQuantity");
    write(json, *line.ordered);
  }
  if (line.shipped) {
    json.key("shippedQuantity");
    write(json, *line.shipped);
  }
  if (!line.identifiers.empty()) {
    json.key("identifiers");
    write(json, line.identifiers);
  }
  if (!line.unit.empty()) json.key("unitOfMeasure").string(line.unit);
  if (!line.description.empty()) json.key("description").string(line.description);
  json.end_object();
}

void write_text(JsonWriter& json, std::string_view name, const View& from,
                std::string_view member) {
  const std::string text = text_in(from, member);
  if (!text.empty()) json.key(name).string(text);
}

// Writes nothing for a party without an identifier.
void write_party(JsonWriter& json, std::string_view name, const View& party) {
  const Party written = party_in(party);
  if (written.identifiers.empty()) return;
  json.key(name);
  write(json, written);
}

}  // namespace

std::string dispatch_instruction(const Delivery& delivery, const Dispatch& dispatch) {
  JsonWriter json;
  json.begin_object().key("type").string("DISPATCH_INSTRUCTION").key("content").begin_object();
  json.key("header").begin_object().key("shipmentIdentifier").string(dispatch.number);
  json.key("noticeDate").string(moment_text(dispatch.at));
  json.key("orderIdentifier").string(delivery.order.number);
  json.key("orderDate").string(delivery.order.date);
  json.key("requestedDespatchDate").string(moment_text(delivery.shipped));
  json.key("requestedDeliveryDate").string(moment_text(delivery.arrives));
  json.key("shipFrom");
  write(json, dispatch.warehouse);
  if (!delivery.order.ship_to.empty()) json.key("shipTo").raw(delivery.order.ship_to);
  json.key("customer");
  write(json, delivery.order.buyer);
  json.key("supplier");
  write(json, delivery.supplier);
  json.key("modeOfTransport").string("ROAD").end_object().key("items").begin_array();
  std::int64_t number = 0;
  for (const DeliveryLine& line : delivery.lines) {
    if (line.is_delivered()) write_instructed(json, delivery, line, ++number);
  }
  return std::move(json.end_array().end_object().end_object()).finish();
}

std::string dispatch_instruction_response(const View& instruction, const Dispatch& response) {
  const View header = instruction.member("header");
  JsonWriter json;
  json.begin_object().key("type").string("DISPATCH_INSTRUCTION_RESPONSE");
  json.key("content").begin_object().key("header").begin_object();
  json.key("shippingNoticeIdentifier").string(response.number);
  json.key("dispatchInstructionResponseDate").string(moment_text(response.at));
  write_text(json, "orderIdentifier", header, "orderIdentifier");
  write_text(json, "orderDate", header, "orderDate");
  write_text(json, "requestedDespatchDate", header, "requestedDespatchDate");
  write_text(json, "expectedDeliveryDate", header, "requestedDeliveryDate");
  write_party(json, "buyer", header.member("customer"));
  write_party(json, "supplier", header.member("supplier"));
  json.key("shipFrom");
  write(json, response.warehouse);
  json.key("carrier").string("Spedition Kröger GmbH").key("modeOfTransport").string("ROAD");
  json.key("status").string("verladen").end_object().key("transportUnits").begin_array();
  json.begin_object().key("unitType").string("EURO_PALLET").key("items").begin_array();
  std::int64_t number = 0;
  instruction.member("items").each(
      [&](std::uint32_t, const View& item) { write_shipped(json, item, ++number); });
  json.end_array().end_object().end_array();
  return std::move(json.end_object().end_object()).finish();
}

}  // namespace tradepost::simulation
