#include "api/administration/admin_handlers.hpp"

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "api/administration/admin_list.hpp"
#include "api/bodies/admin_body.hpp"
#include "api/bodies/admin_profile_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/json/admin_entries.hpp"
#include "api/json/party_json.hpp"
#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/administration/partners.hpp"
#include "exchange/rules/requirements.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using document::View;
using exchange::FlowSet;
using exchange::ParticipantId;
using exchange::RelationshipStatus;
using http::Response;

std::optional<FlowSet> flows_in(Fields& fields) {
  if (!fields.has("flows")) return std::nullopt;
  unsigned bits = 0;
  for (const exchange::Flow flow : fields.words("flows", "flow", exchange::flow_of)) {
    bits |= flow == exchange::Flow::live ? 1u : 2u;
  }
  if (bits == 0) {
    fields.faults().add_others({fields.spot().member("flows").fault(
        "too_few", "A relationship must have at least one flow.")});
  }
  return static_cast<FlowSet>(bits);
}

// The ends of the relationships in the body: one direction, or both between two participants.
struct Ends {
  ParticipantId from;
  ParticipantId to;
};

class EndsReader {
 public:
  EndsReader(Fields& fields, const exchange::Directory& directory)
      : fields_(fields), directory_(directory) {}

  std::vector<Ends> read() {
    if (!fields_.has("participants")) {
      fields_.need({"from", "to"});
      return one_direction();
    }
    if (fields_.has("from") || fields_.has("to")) {
      fields_.faults().add(
          fields_.spot()
              .member("participants")
              .fault("prohibited",
                     "Give from and to for one direction, or participants for both."));
    }
    one_direction();
    return both_directions();
  }

 private:
  std::optional<ParticipantId> known(std::optional<ParticipantId> id, const Spot& spot) {
    if (id && directory_.participant(*id) == nullptr) {
      fields_.faults().add(spot.fault("unknown", "There is no such participant."));
      return std::nullopt;
    }
    return id;
  }

  void refuse_same(std::string_view name) {
    fields_.faults().add(fields_.spot().member(name).fault(
        "same", "A participant can't have a relationship with itself."));
  }

  std::vector<Ends> one_direction() {
    const auto from = known(fields_.id<ParticipantId>("from"), fields_.spot().member("from"));
    const auto to = known(fields_.id<ParticipantId>("to"), fields_.spot().member("to"));
    if (!from || !to) return {};
    if (*from == *to) refuse_same("to");
    return {{.from = *from, .to = *to}};
  }

  std::vector<Ends> both_directions() {
    constexpr std::size_t two = 2;
    std::vector<ParticipantId> ends;
    std::size_t given = 0;
    fields_.list("participants", "participant", [&](const View& element, const Spot& spot) {
      ++given;
      const auto id = element.is_text() ? ParticipantId::parse(element.text()) : std::nullopt;
      if (!id) fields_.faults().add(spot.fault("malformed", "The value must be a UUID."));
      if (const auto found = known(id, spot)) ends.push_back(*found);
    });
    if (given != two) {
      fields_.faults().add_others(
          {fields_.spot()
               .member("participants")
               .fault("too_few", "participants must have exactly two ids.")});
    }
    if (ends.size() != two) return {};
    if (ends[0] == ends[1]) refuse_same("participants");
    return {{.from = ends[0], .to = ends[1]}, {.from = ends[1], .to = ends[0]}};
  }

  Fields& fields_;
  const exchange::Directory& directory_;
};

std::vector<exchange::RelationshipRequest> requests_in(const View& body,
                                                       const exchange::Directory& directory,
                                                       BodyFaults& faults) {
  Fields fields(body, shapes::relationship_request, {.path = "", .code = "relationship"}, faults);
  const std::vector<Ends> directions = EndsReader(fields, directory).read();
  fields.need();
  exchange::RelationshipRequest request;
  request.status =
      fields.word("status", relationship_status).value_or(RelationshipStatus::requested);
  request.kinds = kinds_in(fields);
  request.flows = flows_in(fields);
  if (fields.has("requirements")) {
    request.requirements = requirements_in(fields);
    faults.add_others(exchange::faults_of(*request.requirements));
  }
  fields.end();
  std::vector<exchange::RelationshipRequest> requests;
  for (const Ends& ends : directions) {
    request.from = ends.from;
    request.to = ends.to;
    requests.push_back(request);
  }
  return requests;
}

void write_changed(base::JsonWriter& body, const exchange::PartnerChanged& changed,
                   bool has_sample) {
  body.begin_object().key("from").string(changed.incoming.from.to_string());
  body.key("to").string(changed.incoming.to.to_string());
  write_relationship(body, changed.incoming);
  body.key("released").integer(changed.released);
  if (has_sample) write_sample(body, changed.sample);
  body.end_object();
}

// A participant may have been closed or removed since the body was read.
Response not_changed(const exchange::PartnerAnswer& answer) {
  const auto* const refused = std::get_if<exchange::Refused>(&answer);
  return refused == nullptr ? answers::busy() : answers::refused(*refused);
}

exchange::RelationshipsWanted relationships_wanted(Query& query) {
  return {.participant = participant_wanted(query),
          .status = query.value("filter[status]", relationship_status)};
}

void write_shown(base::JsonWriter& body, const exchange::RelationshipShown& shown) {
  body.key("from");
  write_named(body, shown.from);
  body.key("to");
  write_named(body, shown.to);
  write_relationship(body, shown.relationship);
  body.key("held").begin_array();
  for (const exchange::HeldState& state : shown.held) {
    body.begin_object().key("flow").string(exchange::name_of(state.flow));
    body.key("count").integer(state.held.count).key("bytes").integer(state.held.bytes);
    body.end_object();
  }
  body.end_array();
}

}  // namespace

// Stores one direction after the other. If the second one fails, repeating the request is safe.
Task<Response> put_relationships(LoopContext& context, OperatorCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  const auto directory = context.services.directory.current();
  const auto requests = requests_in(*body, *directory, faults);
  if (faults.any()) co_return faults.answer();
  base::JsonWriter written;
  written.begin_object().key("data").begin_array();
  for (const exchange::RelationshipRequest& request : requests) {
    const auto answer = co_await exchange::put_relationship(
        context.desk, exchange::Actor::of(call.by), request, context.deadline());
    if (!answer) co_return answers::failure(answer.error());
    const auto* const changed = std::get_if<exchange::PartnerChanged>(&*answer);
    if (changed == nullptr) co_return not_changed(*answer);
    write_changed(written, *changed, request.requirements.has_value());
  }
  written.end_array().end_object();
  co_return json(200, std::move(written).finish());
}

Task<Response> list_relationships(LoopContext& context, OperatorCall call) {
  const auto query = list_query_of(call.request.target(), context.sealer,
                                   shapes::list_relationships, relationships_wanted);
  if (!query) co_return answers::bad_query(query.error());
  const auto answer = co_await exchange::relationships(context.desk, call.by, page_of(query->page),
                                                       query->wanted, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  co_return list_answer(context, call, query->page, *answer, write_shown);
}

}  // namespace tradepost::api
