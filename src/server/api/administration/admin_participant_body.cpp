#include "api/administration/admin_participant_body.hpp"

#include <fmt/format.h>

#include <utility>

#include "api/bodies/admin_profile_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/bodies/webhook_body.hpp"
#include "exchange/rules/profile_rules.hpp"
#include "exchange/webhooks/webhooks.hpp"

namespace tradepost::api {
namespace {

using document::View;
using exchange::Finding;
using exchange::Identifier;
using exchange::Participant;

constexpr std::string_view add_name = "addIdentifiers";
constexpr std::string_view remove_name = "removeIdentifiers";

// Adds the faults that the exchange would find, so that one answer has them all.
void validate(const exchange::Directory& directory, const Participant& participant,
              BodyFaults& faults) {
  faults.add_others(exchange::faults_of_profile(directory, participant));
}

// Judges a list of identifiers alone, so that each fault's path points into this list.
void check_list(const exchange::Directory& directory, const std::vector<Identifier>& list,
                std::string_view name, BodyFaults& faults) {
  constexpr std::string_view usual = "identifiers";
  Participant with_list;
  with_list.name = "-";
  with_list.identifiers = list;
  auto found = exchange::faults_of_profile(directory, with_list);
  for (Finding& finding : found) {
    if (finding.path.starts_with(usual)) finding.path.replace(0, usual.size(), name);
  }
  faults.add_others(std::move(found));
}

void validate_removed(const Participant& before, const std::vector<Identifier>& removed,
                      const Spot& spot, BodyFaults& faults) {
  for (std::uint32_t i = 0; i < removed.size(); ++i) {
    if (exchange::contains(before.identifiers, removed[i])) continue;
    faults.add_others({spot.element(remove_name, "identifier", i)
                           .fault("not_held", "The participant has no such identifier.")});
  }
}

}  // namespace

exchange::ParticipantRequest participant_request_in(const View& body,
                                                    const exchange::Directory& directory,
                                                    BodyFaults& faults) {
  Fields fields(body, shapes::participant_request, {.path = "", .code = "participant"}, faults);
  fields.need();
  exchange::ParticipantRequest request;
  request.name = fields.name("name").value_or("");
  request.identifiers = identifiers_in(fields, "identifiers");
  request.requirements = requirements_in(fields);
  request.agents = agents_in(fields);
  request.webhooks = webhooks_in(fields);
  fields.end();

  Participant changed;
  changed.name = request.name;
  changed.identifiers = request.identifiers;
  changed.requirements = request.requirements;
  changed.agents = request.agents;
  validate(directory, changed, faults);
  faults.add_others(exchange::faults_of_webhooks(directory, request.webhooks));
  return request;
}

exchange::ParticipantEdit participant_edit_in(const View& body,
                                              const exchange::Directory& directory,
                                              const Participant& before, BodyFaults& faults) {
  Fields fields(body, shapes::participant_edit, {.path = "", .code = "participant"}, faults);
  exchange::ParticipantEdit edit;
  edit.id = before.id;
  edit.name = fields.name("name");
  if (fields.has("identifiers")) {
    edit.identifiers = identifiers_in(fields, "identifiers");
    check_list(directory, *edit.identifiers, "identifiers", faults);
  }
  edit.add_identifiers = identifiers_in(fields, add_name);
  edit.remove_identifiers = identifiers_in(fields, remove_name);
  if (fields.has("requirements")) edit.requirements = requirements_in(fields);
  if (fields.has("agents")) edit.agents = agents_in(fields);
  fields.end();

  if (edit.identifiers && (fields.has(add_name) || fields.has(remove_name))) {
    faults.add(fields.spot()
                   .member("identifiers")
                   .fault("prohibited",
                          "Give either identifiers, which replaces the whole list, or "
                          "addIdentifiers and removeIdentifiers."));
  }
  check_list(directory, edit.add_identifiers, add_name, faults);
  validate_removed(before, edit.remove_identifiers, fields.spot(), faults);
  Participant rest;
  rest.name = "-";
  rest.requirements = edit.requirements.value_or(std::vector<exchange::Requirement>());
  rest.agents = edit.agents.value_or(std::vector<exchange::AgentGrant>());
  validate(directory, rest, faults);
  return edit;
}

}  // namespace tradepost::api
