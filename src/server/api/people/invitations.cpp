#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/people/managing.hpp"
#include "api/people/people_answer.hpp"
#include "api/people/people_words.hpp"
#include "api/people/posting.hpp"
#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/accounts/resetting.hpp"
#include "exchange/desk/named.hpp"
#include "exchange/people/joining.hpp"
#include "mail/address.hpp"
#include "notices/account_messages.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using exchange::Manager;
using http::Response;

using Place = std::optional<exchange::ParticipantId>;

// Reads the fields that both bodies have.
exchange::Invitation invitation_in(Fields& fields) {
  exchange::Invitation invitation{.name = fields.name("name").value_or(""),
                                  .email = fields.text("email").value_or(""),
                                  .membership = {}};
  invitation.language = fields.word("language", language_word).value_or(invitation.language);
  invitation.membership.role = fields.word("role", role_word).value_or(exchange::Role::reader);
  invitation.membership.flows = flows_in(fields);
  if (fields.has("email") && mail::address_fault(invitation.email) != mail::AddressFault::none) {
    fields.faults().add_others({fields.spot().member("email").fault(
        "malformed", "email must be an e-mail address: name@company.example.")});
  }
  return invitation;
}

// An earlier version of the exchange can't read people.
bool may_have_people(const LoopContext& context) {
  return context.services.people.store_format() >= exchange::people_format;
}

// Returns the answer to an invitation without a link.
struct WithoutLink {
  Response operator()(const exchange::IssuedLink& /*issued*/) const { return answers::busy(); }
  Response operator()(const exchange::MembershipAdded& added) const {
    return data_json(201, [&](JsonWriter& json) {
      json.key("person").string(added.person.to_string());
      json.key("endsAt").null().key("link").null().key("mailed").boolean(false);
    });
  }
  Response operator()(const exchange::AlreadyMember& /*why*/) const {
    return answers::already_member();
  }
  Response operator()(const exchange::TooManyMemberships& /*why*/) const {
    return answers::too_many_memberships();
  }
  Response operator()(const exchange::AddressNotProven& /*why*/) const {
    return answers::address_not_proven();
  }
  Response operator()(const exchange::NotAllowed& /*why*/) const { return answers::own_access(); }
  Response operator()(const exchange::Busy& /*why*/) const { return answers::busy(); }
};

// Operators are trusted with every link. An administrator gets only the link of a person without
// other memberships.
Response link_answer(const std::string& base_url, const exchange::IssuedLink& issued,
                     bool is_operator, bool is_mailed) {
  Response response = data_json(201, [&](JsonWriter& json) {
    json.key("person").string(issued.person.to_string());
    json.key("endsAt").string(base::to_string(issued.ends));
    json.key("link");
    if (is_operator || issued.is_only_theirs) {
      json.string(page_of_link(base_url, issued.secret));
    } else {
      json.null();
    }
    json.key("mailed").boolean(is_mailed);
  });
  response.header("Cache-Control", "no-store");
  return response;
}

base::Task<bool> post_invitation(LoopContext& context, exchange::IssuedLink issued, Place place) {
  if (context.services.mail == nullptr) co_return false;
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const std::string& url = url_in_mail(context);
  notices::LinkToJoin link{
      .exchange = host_of(url), .place = {}, .url = page_of_link(url, issued.secret)};
  if (place) link.place = exchange::named(*directory, *place).name;
  auto posting = post(context, issued.to, notices::invitation(issued.to.language, link));
  co_return co_await std::move(posting);
}

Answer invited(LoopContext& context, std::string base_url, Manager manager,
               exchange::Invitation invitation) {
  if (!may_have_people(context)) co_return answers::format_without_people();
  const bool is_operator = !manager.of;
  const Place place = invitation.membership.participant;
  auto inviting = exchange::invite(context.people, std::move(manager), std::move(invitation),
                                   context.deadline());
  const auto answer = co_await std::move(inviting);
  if (!answer) co_return answers::failure(answer.error());
  const auto* const issued = std::get_if<exchange::IssuedLink>(&*answer);
  if (issued == nullptr) co_return std::visit(WithoutLink(), *answer);
  auto posting = post_invitation(context, *issued, place);
  const bool is_mailed = co_await std::move(posting);
  co_return link_answer(base_url, *issued, is_operator, is_mailed);
}

Answer reset(LoopContext& context, std::string base_url, Manager manager,
             exchange::PersonId person) {
  const bool is_operator = !manager.of;
  auto issuing =
      exchange::issue_reset_for(context.people, std::move(manager), person, context.deadline());
  const auto answer = co_await std::move(issuing);
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Unknown>(*answer)) co_return answers::not_found();
  if (std::holds_alternative<exchange::NotAllowed>(*answer)) co_return answers::own_access();
  const auto* const issued = std::get_if<exchange::IssuedLink>(&*answer);
  if (issued == nullptr) co_return answers::busy();
  auto posting = post_reset(context, *issued);
  const bool is_mailed = co_await std::move(posting);
  co_return link_answer(base_url, *issued, is_operator, is_mailed);
}

Answer without_second_factor(LoopContext& context, Manager manager, std::string_view id) {
  const auto person = exchange::PersonId::parse(id);
  if (!person) co_return answers::not_found();
  auto removing = exchange::remove_second_factor_of(context.people, std::move(manager), *person,
                                                    context.deadline());
  const auto answer = co_await std::move(removing);
  if (!answer) co_return answers::failure(answer.error());
  if (auto refusal = answers::not_managed(*answer)) co_return *std::move(refusal);
  co_return data_json(200, [&](JsonWriter& json) { json.key("id").string(person->to_string()); });
}

}  // namespace

Answer invite_person(LoopContext& context, Call call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::invitation_request, {.path = "", .code = "invitation"}, faults);
  fields.need();
  exchange::Invitation invitation = invitation_in(fields);
  invitation.membership.participant = call.caller.participant;
  check_role(fields, invitation.membership);
  fields.end();
  if (faults.any()) co_return faults.answer();
  auto answering =
      invited(context, call.base_url, {.by = call.caller.actor(), .of = call.caller.participant},
              std::move(invitation));
  co_return co_await std::move(answering);
}

Answer invite_any(LoopContext& context, OperatorCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::any_invitation_request, {.path = "", .code = "invitation"}, faults);
  fields.need();
  exchange::Invitation invitation = invitation_in(fields);
  invitation.membership.participant = fields.id<exchange::ParticipantId>("participant");
  check_role(fields, invitation.membership);
  fields.end();
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const auto& place = invitation.membership.participant;
  if (place && directory->participant(*place) == nullptr) {
    faults.add({.code = "invitation.participant.unknown",
                .path = "participant",
                .message = "The participant is unknown, or it has left the network."});
  }
  if (faults.any()) co_return faults.answer();
  auto answering =
      invited(context, call.base_url, {.by = exchange::Actor::of(call.by), .of = std::nullopt},
              std::move(invitation));
  co_return co_await std::move(answering);
}

Answer reset_person(LoopContext& context, Call call) {
  const auto person = exchange::PersonId::parse(call.captures.at("id"));
  if (!person) co_return answers::not_found();
  auto answering = reset(context, call.base_url,
                         {.by = call.caller.actor(), .of = call.caller.participant}, *person);
  co_return co_await std::move(answering);
}

Answer remove_second_factor(LoopContext& context, Call call) {
  auto removing = without_second_factor(
      context, {.by = call.caller.actor(), .of = call.caller.participant}, call.captures.at("id"));
  co_return co_await std::move(removing);
}

Answer remove_any_second_factor(LoopContext& context, OperatorCall call) {
  auto removing = without_second_factor(
      context, {.by = exchange::Actor::of(call.by), .of = std::nullopt}, call.captures.at("id"));
  co_return co_await std::move(removing);
}

Answer reset_any_person(LoopContext& context, OperatorCall call) {
  const auto person = exchange::PersonId::parse(call.captures.at("id"));
  if (!person) co_return answers::not_found();
  auto answering = reset(context, call.base_url,
                         {.by = exchange::Actor::of(call.by), .of = std::nullopt}, *person);
  co_return co_await std::move(answering);
}

}  // namespace tradepost::api
