#include "api/handlers/handlers.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/admin_profile_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/bodies/page_answer.hpp"
#include "api/json/admin_entries.hpp"
#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/administration/partners.hpp"
#include "exchange/rules/requirements.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using base::Task;
using exchange::ParticipantId;
using exchange::Partner;
using exchange::RelationshipStatus;
using http::Response;

// Listing

std::optional<RelationshipStatus> status_wanted(Query& query) {
  return query.value("filter[status]", relationship_status);
}

void write_direction(JsonWriter& json, const std::optional<exchange::Relationship>& relationship,
                     const exchange::HeldFact& held) {
  if (!relationship) {
    json.null();
    return;
  }
  json.begin_object();
  write_relationship(json, *relationship);
  json.key("held").integer(held.count).end_object();
}

// Writes the members into an open object.
void write_partner(JsonWriter& json, const Partner& partner) {
  json.key("id").string(partner.partner.id->to_string()).key("name").string(partner.partner.name);
  json.key("incoming");
  write_direction(json, partner.incoming, partner.held_incoming);
  json.key("outgoing");
  write_direction(json, partner.outgoing, partner.held_outgoing);
}

// Changing

enum class TradeDirection : std::uint8_t { incoming, outgoing };
std::optional<TradeDirection> direction_word(std::string_view word) {
  if (word == "incoming") return TradeDirection::incoming;
  if (word == "outgoing") return TradeDirection::outgoing;
  return std::nullopt;
}

struct RequestedRelationship {
  TradeDirection direction = TradeDirection::incoming;
  exchange::PartnerRequest request;
};

// Only the partner can accept outgoing documents. The caller can only request it.
void validate_outgoing(Fields& fields, const exchange::PartnerRequest& request) {
  const Spot& spot = fields.spot();
  if (fields.has("status") && request.status != RelationshipStatus::requested) {
    fields.faults().add(spot.member("status").fault(
        "prohibited",
        "Only the partner can accept or block your documents. Use requested to ask it."));
  }
  for (const std::string_view name : {"kinds", "requirements"}) {
    if (!fields.has(name)) continue;
    fields.faults().add(spot.member(name).fault(
        "prohibited", "Only the partner can set this for documents that you send to it."));
  }
}

RequestedRelationship requested_relationship_in(const document::View& body, ParticipantId partner,
                                                BodyFaults& faults) {
  Fields fields(body, shapes::trade_partner_request, {.path = "", .code = "partner"}, faults);
  fields.need();
  RequestedRelationship change;
  change.request.partner = partner;
  const auto status = fields.word("status", relationship_status);
  change.request.status = status.value_or(RelationshipStatus::requested);
  change.direction = fields.word("direction", direction_word).value_or(TradeDirection::incoming);
  change.request.kinds = kinds_in(fields);
  if (fields.has("requirements")) {
    change.request.requirements = requirements_in(fields);
    faults.add_others(exchange::faults_of(*change.request.requirements));
  }
  if (change.direction == TradeDirection::outgoing) validate_outgoing(fields, change.request);
  fields.end();
  return change;
}

// The result of a change; the answer also shows the relationship after it.
struct Outcome {
  std::optional<Response> refusal;
  std::uint32_t released = 0;
  std::optional<exchange::Sample> sample;
};

Task<Outcome> ask(LoopContext& context, exchange::Caller caller, ParticipantId partner) {
  const auto answer =
      co_await exchange::ask_partner(context.desk, caller, partner, context.deadline());
  Outcome outcome;
  if (!answer) {
    outcome.refusal = answers::failure(answer.error());
  } else if (std::holds_alternative<exchange::Unknown>(*answer)) {
    outcome.refusal = answers::not_found();
  } else if (std::holds_alternative<exchange::Blocked>(*answer)) {
    outcome.refusal = answers::blocked();
  } else if (std::holds_alternative<exchange::Busy>(*answer)) {
    outcome.refusal = answers::busy();
  }
  co_return outcome;
}

Task<Outcome> decide(LoopContext& context, exchange::Caller caller,
                     exchange::PartnerRequest request) {
  const bool has_sample = request.requirements.has_value();
  const auto answer =
      co_await exchange::set_partner(context.desk, caller, std::move(request), context.deadline());
  Outcome outcome;
  if (!answer) {
    outcome.refusal = answers::failure(answer.error());
  } else if (const auto* changed = std::get_if<exchange::PartnerChanged>(&*answer)) {
    outcome.released = changed->released;
    if (has_sample) outcome.sample = changed->sample;
  } else if (const auto* refused = std::get_if<exchange::Refused>(&*answer)) {
    outcome.refusal = answers::refused(*refused);
  } else if (std::holds_alternative<exchange::Unknown>(*answer)) {
    outcome.refusal = answers::not_found();
  } else {
    outcome.refusal = answers::busy();
  }
  co_return outcome;
}

Task<Response> current(LoopContext& context, exchange::Caller caller, ParticipantId partner,
                       Outcome outcome) {
  const auto found =
      co_await exchange::find_partner(context.desk, caller, partner, context.deadline());
  if (!found) co_return answers::failure(found.error());
  if (!*found) co_return answers::not_found();
  co_return data_json(200, [&](JsonWriter& body) {
    write_partner(body, **found);
    body.key("released").integer(outcome.released);
    if (outcome.sample) write_sample(body, *outcome.sample);
  });
}

}  // namespace

Task<Response> list_trade_partners(LoopContext& context, Call call) {
  const auto query = list_query_of(call.request.target(), context.sealer,
                                   shapes::list_trade_partners, status_wanted);
  if (!query) co_return answers::bad_query(query.error());
  const exchange::PartnersRequest request{.caller = call.caller,
                                          .status = query->wanted,
                                          .cursor = query->page.cursor,
                                          .count_max = query->page.per_page};
  const auto answer = co_await exchange::list_partners(context.desk, request, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  const auto* const found = std::get_if<exchange::PartnersPage>(&*answer);
  if (found == nullptr) co_return with_bad_cursor();
  co_return page_answer(context.sealer, {.base = call.base_url, .path = call.path}, query->page,
                        *found, [](http::Body& body, const Partner& partner) {
                          JsonWriter json;
                          json.begin_object();
                          write_partner(json, partner);
                          json.end_object();
                          body.append(std::move(json).finish());
                        });
}

Task<Response> put_trade_partner(LoopContext& context, Call call) {
  const auto id = ParticipantId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  RequestedRelationship change = requested_relationship_in(*body, *id, faults);
  if (faults.any()) co_return faults.answer();
  Outcome outcome;
  if (change.direction == TradeDirection::outgoing) {
    outcome = co_await ask(context, call.caller, *id);
  } else {
    outcome = co_await decide(context, call.caller, std::move(change.request));
  }
  if (outcome.refusal) co_return *std::move(outcome.refusal);
  Response response = co_await current(context, call.caller, *id, std::move(outcome));
  co_return response;
}

}  // namespace tradepost::api
