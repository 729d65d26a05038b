#include "api/people/people_words.hpp"

#include <string>

#include "api/people/word_table.hpp"
#include "exchange/desk/named.hpp"
#include "exchange/people/joining.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using exchange::Flow;
using exchange::FlowSet;
using exchange::Language;
using exchange::PersonState;
using exchange::Role;

constexpr Names<Role, 5> roles = {{{Role::reader, "reader"},
                                   {Role::clerk, "clerk"},
                                   {Role::administrator, "administrator"},
                                   {Role::auditor, "auditor"},
                                   {Role::operator_, "operator"}}};
constexpr Names<PersonState, 4> states = {{{PersonState::invited, "invited"},
                                           {PersonState::active, "active"},
                                           {PersonState::disabled, "disabled"},
                                           {PersonState::erased, "erased"}}};
constexpr Names<Language, 2> languages = {{{Language::english, "en"}, {Language::german, "de"}}};

}  // namespace

std::optional<Role> role_word(std::string_view name) {
  return word_in(roles, name);
}

std::string_view name_of(Role role) {
  return name_in(roles, role);
}

std::string_view name_of(PersonState state) {
  return name_in(states, state);
}

std::optional<Language> language_word(std::string_view name) {
  return word_in(languages, name);
}

std::string_view name_of(Language language) {
  return name_in(languages, language);
}

FlowSet flows_in(Fields& fields) {
  unsigned bits = 0;
  for (const Flow flow : fields.words("flows", "flow", exchange::flow_of)) {
    bits |= static_cast<unsigned>(flow);
  }
  return bits == 0 ? FlowSet::both : static_cast<FlowSet>(bits);
}

void check_role(Fields& fields, const exchange::Membership& membership) {
  if (exchange::suits(membership)) return;
  const bool is_of_operators = !membership.participant.has_value();
  fields.faults().add_others({fields.spot().member("role").fault(
      "unknown_value", is_of_operators
                           ? "Operators have the role auditor or operator."
                           : "A participant has the roles reader, clerk and administrator.")});
}

void write_flows(JsonWriter& json, FlowSet flows) {
  json.key("flows").begin_array();
  for (const Flow flow : {Flow::live, Flow::test}) {
    if (has(flows, flow)) json.string(exchange::name_of(flow));
  }
  json.end_array();
}

void write_place(JsonWriter& json, const exchange::Directory& directory,
                 const std::optional<exchange::ParticipantId>& participant) {
  json.key("participant");
  if (!participant) {
    json.null();
    return;
  }
  json.begin_object().key("id").string(participant->to_string());
  json.key("name").string(exchange::named(directory, *participant).name).end_object();
}

void write_membership(JsonWriter& json, const exchange::Directory& directory,
                      const exchange::Membership& membership) {
  write_place(json, directory, membership.participant);
  json.key("role").string(name_of(membership.role));
  write_flows(json, membership.flows);
}

const SignInProvider* provider_serving(const LoopContext& context, std::string_view email) {
  const SignInProviders* const providers = context.services.providers;
  return providers == nullptr ? nullptr : providers->serving(email);
}

void write_provider(JsonWriter& json, const SignInProvider* provider) {
  json.key("provider");
  if (provider == nullptr) {
    json.null();
    return;
  }
  json.begin_object().key("name").string(provider->rules().name);
  json.key("passwords").boolean(provider->rules().allows_passwords).end_object();
}

}  // namespace tradepost::api
