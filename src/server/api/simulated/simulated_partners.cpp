#include "api/simulated/simulated_partners.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/simulated/simulated_runs.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "api/wire/error_texts.hpp"
#include "base/crypto/new_token.hpp"
#include "base/ground/simulated_limits.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/simulated/simulated_partners.hpp"

namespace tradepost::api {
namespace {

namespace limits = base::limits;
using base::JsonWriter;
using exchange::SimulatedRole;
using http::Response;

Response simulated_partners_off() {
  return answers::refusal(base::ErrorCode::conflict,
                          "This exchange has no simulated partners. The operator can turn them on.",
                          DetailCode::simulated_partners_off);
}

Response simulated_partners_in_test() {
  return answers::refusal(base::ErrorCode::conflict,
                          "Simulated partners trade in the TEST flow only. Use a TEST token, or "
                          "switch to TEST.",
                          DetailCode::simulated_partners_in_test);
}

Response simulated_partner_closed() {
  return answers::refusal(base::ErrorCode::conflict,
                          "The operator has closed the participant of this simulated partner.",
                          DetailCode::simulated_partner_closed);
}

Response too_many_simulated_partners() {
  return answers::refusal(base::ErrorCode::conflict,
                          "Too many simulated partners are running. Try again when another one "
                          "has ended.",
                          DetailCode::too_many_simulated_partners);
}

// Returns the refusal if the caller can't use simulated partners.
std::optional<Response> refused(const LoopContext& context, const Call& call) {
  if (context.services.simulated == nullptr) return simulated_partners_off();
  if (call.caller.flow != exchange::Flow::test) return simulated_partners_in_test();
  return std::nullopt;
}

// Reading

// The shape has the limits of each number.
void read_number(Fields& fields, std::string_view name, std::uint32_t& value) {
  const auto given = fields.whole_number(name);
  if (!given) return;
  const FieldShape& shape = *find_field(shapes::simulated_partner_request, name);
  if (*given < shape.number_min || *given > shape.number_max) {
    fields.faults().add(fields.spot().member(name).fault(
        "out_of_range",
        fmt::format("{} must be between {} and {}.", name, shape.number_min, shape.number_max)));
    return;
  }
  value = static_cast<std::uint32_t>(*given);
}

SimulatedHabits habits_in(const document::View& body, SimulatedRole role, BodyFaults& faults) {
  constexpr std::uint32_t orders_a_day = 4;
  constexpr std::uint32_t a_day_in_a_minute = 1'440;
  const bool buys = role == SimulatedRole::buyer;
  SimulatedHabits habits{.speed = buys ? a_day_in_a_minute : limits::simulated_speed_max,
                         .orders_a_day = orders_a_day};
  Fields fields(body, shapes::simulated_partner_request, {.path = "", .code = "simulated_partner"},
                faults);
  read_number(fields, "speed", habits.speed);
  read_number(fields, "ordersADay", habits.orders_a_day);
  read_number(fields, "late", habits.late);
  read_number(fields, "partial", habits.partial);
  read_number(fields, "rejected", habits.rejected);
  read_number(fields, "twice", habits.twice);
  read_number(fields, "newVersion", habits.new_version);
  read_number(fields, "faulty", habits.faulty);
  fields.end();
  return habits;
}

// Writing

void write_happening(JsonWriter& json, const SimulatedHappening& happening) {
  json.begin_object().key("at").string(base::to_string(happening.at));
  json.key("event").string(happening.event).key("sentence").string(happening.sentence);
  const auto text_or_null = [&](std::string_view name, const std::string& text) {
    json.key(name);
    if (text.empty()) {
      json.null();
    } else {
      json.string(text);
    }
  };
  text_or_null("type", happening.kind);
  text_or_null("number", happening.number);
  text_or_null("transaction", happening.transaction);
  json.end_object();
}

void write_instant_or_null(JsonWriter& json, std::string_view name,
                           const std::optional<exchange::Instant>& at) {
  json.key(name);
  if (at) {
    json.string(base::to_string(*at));
  } else {
    json.null();
  }
}

void write_participant(JsonWriter& json, const exchange::Participant* company) {
  json.key("participant");
  if (company == nullptr) {
    json.null();
    return;
  }
  json.begin_object().key("id").string(company->id.to_string()).key("name").string(company->name);
  json.key("identifiers").begin_array();
  for (const exchange::Identifier& one : company->identifiers) {
    json.begin_object().key("domain").string(name_of(one.domain));
    json.key("identifier").string(one.text).end_object();
  }
  json.end_array().end_object();
}

// Another node can have the run if several nodes share the directory. A token that a stopped node
// left looks the same, until it expires or the next start revokes it.
bool runs_elsewhere(const LoopContext& context, exchange::ParticipantId company) {
  const auto& services = context.services;
  if (!services.directory_holds_for) return false;
  return exchange::simulated_token(*services.directory.current(), company, services.clock.now()) !=
         nullptr;
}

// Writes the members into an open object.
void write_state(JsonWriter& json, const LoopContext& context, exchange::ParticipantId owner,
                 SimulatedRole role) {
  const exchange::ParticipantId company = exchange::simulated_id(owner, role);
  const SimulatedState state =
      context.services.simulated->state_of(company).value_or(SimulatedState());
  const bool has_run = state.since != exchange::Instant();
  std::string_view word = "stopped";
  if (state.is_running) {
    word = "running";
  } else if (runs_elsewhere(context, company)) {
    word = "elsewhere";
  }
  json.key("role").string(name_of(role)).key("state").string(word);
  const exchange::DirectoryPtr directory = context.services.directory.current();
  write_participant(json, exchange::simulated_partner(*directory, owner, role));
  write_instant_or_null(json, "since", has_run ? std::optional(state.since) : std::nullopt);
  write_instant_or_null(json, "until", has_run ? std::optional(state.until) : std::nullopt);
  json.key("documentsSent").integer(std::uint64_t{state.documents_sent});
  json.key("happenings").begin_array();
  for (const SimulatedHappening& one : state.happenings) write_happening(json, one);
  json.end_array();
}

Response shown(const LoopContext& context, const Call& call, SimulatedRole role) {
  return data_json(
      200, [&](JsonWriter& json) { write_state(json, context, call.caller.participant, role); });
}

}  // namespace

Answer list_simulated_partners(LoopContext& context, Call call) {
  if (auto refusal = refused(context, call)) co_return *std::move(refusal);
  co_return data_json(200, [&](JsonWriter& json) {
    json.key("partners").begin_array();
    for (const SimulatedRole role : exchange::simulated_roles) {
      json.begin_object();
      write_state(json, context, call.caller.participant, role);
      json.end_object();
    }
    json.end_array();
  });
}

Answer put_simulated_partner(LoopContext& context, Call call) {
  const auto role = exchange::simulated_role_of(call.captures.at("role"));
  if (!role) co_return answers::not_found();
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  const SimulatedHabits habits = habits_in(*body, *role, faults);
  if (faults.any()) co_return faults.answer();
  if (auto refusal = refused(context, call)) co_return *std::move(refusal);
  SimulatedRuns& runs = *context.services.simulated;
  if (!runs.has_room()) co_return too_many_simulated_partners();
  SimulatedRun run{.role = *role,
                   .company = {},
                   .partner = {},
                   .token = base::new_token(context.random, "tp_test_"),
                   .token_id = {},
                   .by = call.caller.actor(),
                   .until = context.services.clock.now() + limits::simulated_run_lives,
                   .habits = habits};
  exchange::SimulatedStart start{
      .role = *role, .hash = base::sha256(run.token), .until = run.until};
  const auto answer =
      co_await exchange::start_simulated(context.desk, call.caller, start, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::SimulatedClosed>(*answer)) {
    co_return simulated_partner_closed();
  }
  const auto* const started = std::get_if<exchange::SimulatedStarted>(&*answer);
  if (started == nullptr) co_return answers::busy();
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const exchange::Participant* const partner = directory->participant(call.caller.participant);
  run.company = started->company;
  run.token_id = started->token.id;
  if (partner != nullptr) run.partner = *partner;
  const exchange::ParticipantId company = run.company.id;
  if (!runs.begin(std::move(run))) {
    const auto stopped = co_await exchange::stop_simulated(context.desk, call.caller.actor(),
                                                           company, context.deadline());
    if (!stopped) co_return answers::failure(stopped.error());
    co_return too_many_simulated_partners();
  }
  co_return shown(context, call, *role);
}

Answer delete_simulated_partner(LoopContext& context, Call call) {
  const auto role = exchange::simulated_role_of(call.captures.at("role"));
  if (!role) co_return answers::not_found();
  if (auto refusal = refused(context, call)) co_return *std::move(refusal);
  const exchange::ParticipantId company = exchange::simulated_id(call.caller.participant, *role);
  context.services.simulated->end(company);
  const auto answer = co_await exchange::stop_simulated(context.desk, call.caller.actor(), company,
                                                        context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Busy>(*answer)) co_return answers::busy();
  co_return shown(context, call, *role);
}

}  // namespace tradepost::api
