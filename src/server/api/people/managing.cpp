#include "api/people/managing.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/people/manager.hpp"
#include "api/people/people_answer.hpp"
#include "api/people/people_words.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/people/managing.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using exchange::Manager;
using exchange::Membership;
using exchange::ParticipantId;
using exchange::PersonId;
using http::Response;

using Place = std::optional<ParticipantId>;

// Returns the membership of the person in the place, or nullopt.
std::optional<Membership> membership_of(const exchange::Directory& directory, PersonId id,
                                        const Place& place) {
  const exchange::Person* const person = directory.person(id);
  if (person == nullptr) return std::nullopt;
  const auto found = std::ranges::find(person->memberships, place, &Membership::participant);
  return found == person->memberships.end() ? std::nullopt : std::optional(*found);
}

Response shown(PersonId person, const exchange::Directory& directory,
               const Membership& membership) {
  return data_json(200, [&](JsonWriter& json) {
    json.key("id").string(person.to_string());
    write_membership(json, directory, membership);
  });
}

Response removed(PersonId person) {
  return data_json(200, [&](JsonWriter& json) { json.key("id").string(person.to_string()); });
}

// Sets the fields that the body has.
Answer changed_membership(LoopContext& context, const OpenCall& call, Manager manager,
                          PersonId person, Place place) {
  const exchange::DirectoryPtr directory = context.services.directory.current();
  auto membership = membership_of(*directory, person, place);
  if (!membership) co_return answers::not_found();
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::membership_edit, {.path = "", .code = "membership"}, faults);
  membership->role = fields.word("role", role_word).value_or(membership->role);
  if (fields.has("flows")) membership->flows = flows_in(fields);
  check_role(fields, *membership);
  fields.end();
  if (faults.any()) co_return faults.answer();
  auto setting = exchange::set_membership(context.people, std::move(manager), person, *membership,
                                          context.deadline());
  const auto answer = co_await std::move(setting);
  if (!answer) co_return answers::failure(answer.error());
  if (auto refusal = answers::not_managed(*answer)) co_return *std::move(refusal);
  co_return shown(person, *directory, *membership);
}

Answer ended_membership(LoopContext& context, Manager manager, PersonId person, Place place) {
  auto ending = exchange::end_membership(context.people, std::move(manager), person, place,
                                         context.deadline());
  const auto answer = co_await std::move(ending);
  if (!answer) co_return answers::failure(answer.error());
  if (auto refusal = answers::not_managed(*answer)) co_return *std::move(refusal);
  co_return removed(person);
}

// The part of a path that names a participant, or the operators.
std::optional<Place> place_in(std::string_view text) {
  if (text == "operators") return Place();
  const auto participant = ParticipantId::parse(text);
  return participant ? std::optional<Place>(*participant) : std::nullopt;
}

std::optional<exchange::Access> access_word(std::string_view name) {
  if (name == "active") return exchange::Access::enabled;
  if (name == "disabled") return exchange::Access::disabled;
  return std::nullopt;
}

}  // namespace

Answer patch_person(LoopContext& context, Call call) {
  const auto person = PersonId::parse(call.captures.at("id"));
  if (!person) co_return answers::not_found();
  auto changing =
      changed_membership(context, call, manager_of(call), *person, call.caller.participant);
  co_return co_await std::move(changing);
}

Answer remove_person(LoopContext& context, Call call) {
  const auto person = PersonId::parse(call.captures.at("id"));
  if (!person) co_return answers::not_found();
  auto ending = ended_membership(context, manager_of(call), *person, call.caller.participant);
  co_return co_await std::move(ending);
}

Answer put_membership(LoopContext& context, OperatorCall call) {
  const auto person = PersonId::parse(call.captures.at("id"));
  const auto place = place_in(call.captures.at("place"));
  if (!person || !place) co_return answers::not_found();
  auto changing = changed_membership(context, call, manager_of(call), *person, *place);
  co_return co_await std::move(changing);
}

Answer delete_membership(LoopContext& context, OperatorCall call) {
  const auto person = PersonId::parse(call.captures.at("id"));
  const auto place = place_in(call.captures.at("place"));
  if (!person || !place) co_return answers::not_found();
  auto ending = ended_membership(context, manager_of(call), *person, *place);
  co_return co_await std::move(ending);
}

Answer patch_any_person(LoopContext& context, OperatorCall call) {
  const auto person = PersonId::parse(call.captures.at("id"));
  if (!person) co_return answers::not_found();
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::person_edit, {.path = "", .code = "person"}, faults);
  fields.need();
  const auto access = fields.word("state", access_word);
  fields.end();
  if (faults.any() || !access) co_return faults.answer();
  auto setting =
      exchange::set_access(context.people, call.by, *person, *access, context.deadline());
  const auto answer = co_await std::move(setting);
  if (!answer) co_return answers::failure(answer.error());
  if (auto refusal = answers::not_managed(*answer)) co_return *std::move(refusal);
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const exchange::Person* const now = directory->person(*person);
  const auto state = now == nullptr ? exchange::PersonState::erased : now->state;
  co_return data_json(200, [&](JsonWriter& json) {
    json.key("id").string(person->to_string()).key("state").string(name_of(state));
  });
}

Answer erase_any_person(LoopContext& context, OperatorCall call) {
  const auto person = PersonId::parse(call.captures.at("id"));
  if (!person) co_return answers::not_found();
  auto erasing = exchange::erase_person(context.people, exchange::Actor::of(call.by), *person,
                                        context.deadline());
  const auto answer = co_await std::move(erasing);
  if (!answer) co_return answers::failure(answer.error());
  if (auto refusal = answers::not_managed(*answer)) co_return *std::move(refusal);
  co_return removed(*person);
}

}  // namespace tradepost::api
