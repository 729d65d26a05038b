#include "api/administration/admin_handlers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <expected>
#include <tuple>
#include <utility>
#include <variant>

#include "api/administration/admin_list.hpp"
#include "api/administration/admin_participant_body.hpp"
#include "api/bodies/admin_profile_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/bodies/webhook_body.hpp"
#include "api/json/admin_entries.hpp"
#include "api/json/webhook_json.hpp"
#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/crypto/new_token.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/administration/sampling.hpp"
#include "exchange/webhooks/webhooks.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::Identifier;
using http::Response;

// Returns the path of the taken identifier in the body, such as `identifiers.0`.
std::string path_of(const Identifier& taken, const std::vector<Identifier>& list,
                    std::string_view name) {
  const Identifier wanted = exchange::comparable(taken.domain, taken.text);
  const auto at = std::ranges::find_if(list, [&](const Identifier& own) {
    return exchange::comparable(own.domain, own.text) == wanted;
  });
  return at == list.end() ? std::string(name) : fmt::format("{}.{}", name, at - list.begin());
}

Response taken_answer(const LoopContext& context, const exchange::IdentifierTaken& taken,
                      const std::vector<Identifier>& list, std::string_view name) {
  const auto directory = context.services.directory.current();
  return answers::identifier_taken(path_of(taken.identifier, list, name), taken.identifier,
                                   exchange::named(*directory, taken.owner));
}

// Returns true if `name` is given with its only permitted word. Any other word is a fault.
std::expected<bool, Response> flag(const http::Request& request, const BodyShape& shape,
                                   std::string_view name) {
  Query query(request.target(), shape, Repeats::ignored);
  const bool is_given = query.text(name).has_value();
  if (query.has_faults()) return std::unexpected(answers::one_fault(query.faults().front()));
  return is_given;
}

exchange::ParticipantsWanted participants_wanted(Query& query) {
  exchange::ParticipantsWanted wanted;
  wanted.identifier = query.text("filter[identifier]");
  wanted.name_prefix = query.text("filter[name]");
  return wanted;
}

struct NewWebhook {
  exchange::Endpoint webhook;
  std::string secret;
};

// Gives the participant its id early, because the secrets of its webhooks are sealed for this id.
std::vector<NewWebhook> name_webhooks(LoopContext& context, exchange::ParticipantRequest& request) {
  request.id = exchange::ParticipantId(context.ids.next());
  std::vector<NewWebhook> all;
  for (exchange::Endpoint& webhook : request.webhooks) {
    std::string secret = base::new_token(context.random, prefix_of_webhook_secrets);
    webhook.id = exchange::EndpointId(context.ids.next());
    webhook.sealed_secret = context.sealer.seal(secret, exchange::purpose_of_secret(*request.id));
    all.push_back({.webhook = webhook, .secret = std::move(secret)});
  }
  return all;
}

struct EditAnswers {
  const LoopContext& context;
  const exchange::ParticipantEdit& edit;

  Response operator()(const exchange::ParticipantEdited& it) const {
    return data_json(200, [&](base::JsonWriter& body) {
      write_participant(body, it.participant);
      body.key("pendingElsewhere").integer(it.pending_elsewhere);
    });
  }
  Response operator()(const exchange::IdentifierTaken& it) const {
    if (edit.identifiers) return taken_answer(context, it, *edit.identifiers, "identifiers");
    return taken_answer(context, it, edit.add_identifiers, "addIdentifiers");
  }
  Response operator()(const exchange::IntentUnderWay&) const { return answers::intent_under_way(); }
  Response operator()(const exchange::Refused& it) const { return answers::refused(it); }
  Response operator()(const exchange::Unknown&) const { return answers::participant_has_left(); }
  Response operator()(const exchange::Busy&) const { return answers::busy(); }
};

struct CloseAnswers {
  exchange::ParticipantId id;

  Response operator()(const exchange::Closed& it) const {
    return data_json(200, [&](base::JsonWriter& body) {
      body.key("id").string(id.to_string());
      body.key("state").string("closed").key("failed").begin_object();
      body.key("pending").integer(it.counts.pending).key("held").integer(it.counts.held);
      body.end_object();
    });
  }
  Response operator()(const exchange::StillPending& it) const {
    return answers::still_pending(it.counts);
  }
  Response operator()(const exchange::IntentUnderWay&) const { return answers::intent_under_way(); }
  Response operator()(const exchange::Unknown&) const { return answers::not_found(); }
  Response operator()(const exchange::Busy&) const { return answers::busy(); }
};

}  // namespace

Task<Response> post_participant(LoopContext& context, OperatorCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  const auto directory = context.services.directory.current();
  exchange::ParticipantRequest request = participant_request_in(*body, *directory, faults);
  if (faults.any()) co_return faults.answer();
  const std::vector<Identifier> identifiers = request.identifiers;
  const std::vector<NewWebhook> webhooks = name_webhooks(context, request);
  const auto answer = co_await exchange::add_participant(context.desk, call.by, std::move(request),
                                                         context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (const auto* added = std::get_if<exchange::Participant>(&*answer)) {
    base::JsonWriter written;
    written.begin_object();
    write_participant(written, *added);
    if (!webhooks.empty()) {
      written.key("webhooks").begin_array();
      for (const NewWebhook& each : webhooks) {
        write_new_webhook(written, each.webhook, each.secret);
      }
      written.end_array();
    }
    written.end_object();
    co_return json(201, std::move(written).finish());
  }
  if (const auto* taken = std::get_if<exchange::IdentifierTaken>(&*answer)) {
    co_return taken_answer(context, *taken, identifiers, "identifiers");
  }
  if (const auto* refused = std::get_if<exchange::Refused>(&*answer)) {
    co_return answers::refused(*refused);
  }
  co_return answers::busy();
}

Task<Response> list_participants(LoopContext& context, OperatorCall call) {
  const auto query = list_query_of(call.request.target(), context.sealer, shapes::list_participants,
                                   participants_wanted);
  if (!query) co_return answers::bad_query(query.error());
  const auto answer =
      exchange::participants(context.desk, call.by, page_of(query->page), query->wanted);
  co_return list_answer(context, call, query->page, answer,
                        [](base::JsonWriter& json, const exchange::Participant& participant) {
                          write_participant(json, participant);
                        });
}

Task<Response> get_participant(LoopContext& context, OperatorCall call) {
  const auto id = exchange::ParticipantId::parse(call.captures.at("id"));
  const auto directory = context.services.directory.current();
  const auto* const found = id ? directory->participant(*id) : nullptr;
  if (found == nullptr) co_return answers::not_found();
  co_return data_json(200, [&](base::JsonWriter& body) { write_participant(body, *found); });
}

Task<Response> patch_participant(LoopContext& context, OperatorCall call) {
  const auto id = exchange::ParticipantId::parse(call.captures.at("id"));
  const auto directory = context.services.directory.current();
  const auto* const before = id ? directory->participant(*id) : nullptr;
  if (before == nullptr) co_return answers::not_found();
  auto take = flag(call.request, shapes::edit_participant, "take");
  if (!take) co_return std::move(take).error();
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  exchange::ParticipantEdit edit = participant_edit_in(*body, *directory, *before, faults);
  if (faults.any()) co_return faults.answer();
  if (before->state != exchange::ParticipantState::open) {
    co_return answers::participant_has_left();
  }
  if (*take) edit.take = exchange::TakePending::yes;
  const exchange::ParticipantEdit asked = edit;
  const auto answer = co_await exchange::edit_participant(context.desk, call.by, std::move(edit),
                                                          context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  co_return std::visit(EditAnswers{.context = context, .edit = asked}, *answer);
}

Task<Response> validate_requirements(LoopContext& context, OperatorCall call) {
  const auto id = exchange::ParticipantId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::requirements_trial, {.path = "", .code = "participant"}, faults);
  fields.need();
  std::vector<exchange::Requirement> requirements = requirements_in(fields);
  fields.end();
  if (faults.any()) co_return faults.answer();
  const auto answer = co_await exchange::try_requirements(
      context.desk, *id, std::move(requirements), context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Unknown>(*answer)) co_return answers::not_found();
  if (const auto* refused = std::get_if<exchange::Refused>(&*answer))
    co_return answers::refused(*refused);
  const auto& trial = std::get<exchange::Trial>(*answer);
  co_return data_json(200, [&](base::JsonWriter& json) {
    json.key("since");
    write_time(json, trial.since);
    write_sample(json, trial.sample);
  });
}

Task<Response> delete_participant(LoopContext& context, OperatorCall call) {
  const auto id = exchange::ParticipantId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  auto fail = flag(call.request, shapes::close_participant, "pending");
  if (!fail) co_return std::move(fail).error();
  const auto on_pending = *fail ? exchange::OnPending::fail : exchange::OnPending::refuse;
  const auto answer = co_await exchange::close_participant(context.desk, call.by, *id, on_pending,
                                                           context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Closed>(*answer)) {
    // The hourly removal of drafts repeats this one if it fails.
    auto removing = context.services.drafts.remove_of(*id, context.deadline());
    std::ignore = co_await std::move(removing);
  }
  co_return std::visit(CloseAnswers{*id}, *answer);
}

}  // namespace tradepost::api
