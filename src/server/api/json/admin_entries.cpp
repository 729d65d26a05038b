#include "api/json/admin_entries.hpp"

#include <string_view>

#include "api/json/party_json.hpp"
#include "document/model/schema.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using exchange::Flow;
using exchange::Scopes;

std::string_view name_of_state(exchange::ParticipantState state) {
  switch (state) {
    case exchange::ParticipantState::open:
      return "open";
    case exchange::ParticipantState::closing:
      return "closing";
    case exchange::ParticipantState::closed:
      break;
  }
  return "closed";
}

std::string_view name_of_status(exchange::RelationshipStatus status) {
  switch (status) {
    case exchange::RelationshipStatus::requested:
      return "requested";
    case exchange::RelationshipStatus::active:
      return "active";
    case exchange::RelationshipStatus::blocked:
      break;
  }
  return "blocked";
}

void write_scopes(JsonWriter& json, Scopes scopes) {
  json.begin_array();
  if (scopes.has(Scopes::read)) json.string("read");
  if (scopes.has(Scopes::send)) json.string("send");
  if (scopes.has(Scopes::report)) json.string("report");
  if (scopes.has(Scopes::admin)) json.string("admin");
  json.end_array();
}

void write_agents(JsonWriter& json, std::span<const exchange::AgentGrant> agents) {
  json.begin_array();
  for (const exchange::AgentGrant& grant : agents) {
    json.begin_object().key("participant").string(grant.agent.to_string());
    write_kinds(json, grant.kinds);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_time(JsonWriter& json, const std::optional<base::Instant>& at) {
  if (at) {
    json.string(base::to_string(*at));
  } else {
    json.null();
  }
}

void write_identifier(JsonWriter& json, const exchange::Identifier& identifier) {
  json.begin_object().key("domain").string(exchange::name_of(identifier.domain));
  json.key("identifier").string(identifier.text).end_object();
}

void write_kinds(JsonWriter& json, exchange::KindSet kinds) {
  if (kinds.is_all()) return;
  json.key("kinds").begin_array();
  for (const document::KindRow& row : document::kinds()) {
    if (kinds.has(row.kind)) json.string(row.name);
  }
  json.end_array();
}

void write_requirements(JsonWriter& json, std::span<const exchange::Requirement> all) {
  json.begin_array();
  for (const exchange::Requirement& requirement : all) {
    json.begin_object().key("kind").string(document::row_of(requirement.kind).name);
    json.key("path").string(requirement.path);
    if (!requirement.domain.empty()) json.key("domain").string(requirement.domain);
    if (!requirement.when.empty()) {
      json.key("when").begin_array();
      for (const std::string& type : requirement.when) json.string(type);
      json.end_array();
    }
    json.end_object();
  }
  json.end_array();
}

void write_participant(JsonWriter& json, const exchange::Participant& participant) {
  json.key("id").string(participant.id.to_string()).key("name").string(participant.name);
  json.key("state").string(name_of_state(participant.state));
  json.key("identifiers").begin_array();
  for (const auto& identifier : participant.identifiers) write_identifier(json, identifier);
  json.end_array().key("requirements");
  write_requirements(json, participant.requirements);
  json.key("agents");
  write_agents(json, participant.agents);
}

void write_token(JsonWriter& json, const exchange::Token& token) {
  json.key("id").string(token.id.to_string());
  json.key("participant").string(token.participant.to_string());
  json.key("name").string(token.name).key("flow").string(exchange::name_of(token.flow));
  json.key("scopes");
  write_scopes(json, token.scopes);
  json.key("createdAt").string(base::to_string(base::instant_of(token.id.uuid())));
  json.key("expiresAt");
  write_time(json, token.expires);
  json.key("revokedAt");
  write_time(json, token.revoked);
}

void write_last_use(JsonWriter& json, const std::optional<base::Instant>& at) {
  json.key("lastUsedAt");
  write_time(json, at);
}

void write_sample(JsonWriter& json, const exchange::Sample& sample) {
  json.key("wouldHaveRefused").begin_object().key("of").integer(sample.looked_at);
  json.key("refused").integer(sample.refused).end_object();
}

void write_queue_state(JsonWriter& json, const exchange::QueueState& state) {
  json.key("pending").integer(state.pending).key("oldest");
  write_time(json, state.oldest);
  json.key("lastPoll");
  write_time(json, state.last_poll);
  json.key("failed").integer(state.failed);
}

void write_queue(JsonWriter& json, const exchange::QueueShown& queue) {
  json.key("participant");
  write_named(json, queue.participant);
  json.key("flow").string(exchange::name_of(queue.state.flow));
  write_queue_state(json, queue.state);
  json.key("held").integer(queue.state.held);
}

void write_relationship(JsonWriter& json, const exchange::Relationship& relationship) {
  json.key("status").string(name_of_status(relationship.status));
  write_kinds(json, relationship.kinds);
  json.key("flows").begin_array();
  for (const Flow flow : {Flow::live, Flow::test}) {
    if (exchange::has(relationship.flows, flow)) json.string(exchange::name_of(flow));
  }
  json.end_array().key("requirements");
  write_requirements(json, relationship.requirements);
}

}  // namespace tradepost::api
