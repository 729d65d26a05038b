#include "api/bodies/admin_profile_body.hpp"

#include <fmt/format.h>

#include <utility>

#include "api/bodies/body_shapes.hpp"
#include "document/model/schema.hpp"

namespace tradepost::api {
namespace {

using document::View;

std::optional<exchange::Domain> profile_domain(std::string_view name) {
  const auto domain = exchange::domain_of(name);
  return domain && exchange::is_of_profile(*domain) ? domain : std::nullopt;
}

exchange::Identifier identifier_in(const View& value, const Spot& spot, BodyFaults& faults) {
  Fields fields(value, shapes::identifier, spot, faults);
  fields.need();
  const auto domain = fields.word("domain", profile_domain);
  auto text = fields.name("identifier");
  fields.end();
  return {.domain = domain.value_or(exchange::Domain::gs1), .text = std::move(text).value_or("")};
}

exchange::Requirement requirement_in(const View& value, const Spot& spot, BodyFaults& faults) {
  Fields fields(value, shapes::requirement, spot, faults);
  fields.need();
  exchange::Requirement requirement;
  const auto kind = fields.word("kind", kind_word, kinds_for_people);
  requirement.path = fields.text("path").value_or("");
  requirement.domain = fields.name("domain").value_or("");
  requirement.when = texts_in(fields, "when", "when");
  fields.end();
  // Without a known kind the path cannot be judged. A valid requirement takes its place.
  if (!kind) return {.kind = exchange::Kind::order, .path = "items", .domain = {}, .when = {}};
  requirement.kind = *kind;
  return requirement;
}

exchange::AgentGrant agent_in(const View& value, const Spot& spot, BodyFaults& faults) {
  Fields fields(value, shapes::agent, spot, faults);
  fields.need();
  exchange::AgentGrant grant;
  grant.agent = fields.id<exchange::ParticipantId>("participant").value_or(grant.agent);
  grant.kinds = kinds_in(fields).value_or(exchange::KindSet());
  fields.end();
  return grant;
}

template <typename Entry>
std::vector<Entry> entries_in(Fields& fields, std::string_view name, std::string_view singular,
                              Entry (*read)(const View&, const Spot&, BodyFaults&)) {
  std::vector<Entry> entries;
  fields.list(name, singular, [&](const View& element, const Spot& spot) {
    entries.push_back(read(element, spot, fields.faults()));
  });
  return entries;
}

}  // namespace

std::vector<exchange::Identifier> identifiers_in(Fields& fields, std::string_view name) {
  return entries_in(fields, name, "identifier", identifier_in);
}

std::vector<exchange::Requirement> requirements_in(Fields& fields) {
  return entries_in(fields, "requirements", "requirement", requirement_in);
}

std::vector<exchange::AgentGrant> agents_in(Fields& fields) {
  return entries_in(fields, "agents", "agent", agent_in);
}

std::optional<exchange::KindSet> kinds_in(Fields& fields) {
  if (!fields.has("kinds")) return std::nullopt;
  const auto named = fields.words("kinds", "kind", kind_word, kinds_for_people);
  if (named.empty()) return exchange::KindSet();
  exchange::KindSet kinds = exchange::KindSet::of_bits(0);
  for (const exchange::Kind kind : named) kinds.add(kind);
  return kinds;
}

std::optional<exchange::Kind> kind_word(std::string_view name) {
  const auto* const row = document::find_kind_row(name);
  return row == nullptr ? std::nullopt : std::optional(row->kind);
}

std::optional<exchange::RelationshipStatus> relationship_status(std::string_view name) {
  if (name == "requested") return exchange::RelationshipStatus::requested;
  if (name == "active") return exchange::RelationshipStatus::active;
  if (name == "blocked") return exchange::RelationshipStatus::blocked;
  return std::nullopt;
}

std::optional<exchange::Flow> flow_in(Fields& fields) {
  return fields.word("flow", exchange::flow_of);
}

}  // namespace tradepost::api
