#include "api/logged/logged_requests.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/bodies/body_shapes.hpp"
#include "api/bodies/query.hpp"
#include "api/json/party_json.hpp"
#include "api/json/translated.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "api/wire/negotiation.hpp"
#include "base/crypto/base64url.hpp"
#include "base/text/json_writer.hpp"
#include "base/text/text.hpp"
#include "exchange/people/person_names.hpp"
#include "request_log/request_log.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using base::Task;
using exchange::PersonNames;
using http::Response;
using request_log::Logged;
using request_log::LoggedRequest;
using request_log::Refusal;

enum class Outcome : std::uint8_t { succeeded, refused, failed };

Outcome outcome_of(int status) {
  if (status < 400) return Outcome::succeeded;
  return status < 500 ? Outcome::refused : Outcome::failed;
}

std::optional<Outcome> outcome_word(std::string_view word) {
  if (word == "succeeded") return Outcome::succeeded;
  if (word == "refused") return Outcome::refused;
  if (word == "failed") return Outcome::failed;
  return std::nullopt;
}

struct WantedRequests {
  std::optional<Outcome> outcome;
  std::optional<std::string_view> path_prefix;

  bool has(const LoggedRequest& request) const {
    return (!outcome || *outcome == outcome_of(request.status)) &&
           (!path_prefix || request.target.starts_with(*path_prefix));
  }
};

request_log::Owner owner_of(const Call& call) {
  return {.participant = call.caller.participant, .flow = call.caller.flow};
}

exchange::Actor actor_of(const LoggedRequest& request, const Call& call) {
  return exchange::Actor::of(call.caller.participant, request.person);
}

exchange::Answering<PersonNames> names_in(LoopContext& context, const Call& call,
                                          const std::vector<Logged>& requests) {
  std::vector<exchange::Actor> authors;
  for (const Logged& request : requests) {
    if (request->person != exchange::PersonId()) authors.push_back(actor_of(*request, call));
  }
  return exchange::names_of(context.people, std::move(authors), call.caller.participant,
                            context.deadline());
}

// The readers' view of the requests of one participant.
struct Writing {
  const Call& call;
  const exchange::Directory& directory;
  const PersonNames& people;
  Language language;

  void write_token(JsonWriter& json, const LoggedRequest& request) const {
    json.key("token");
    if (request.token == exchange::TokenId()) {
      json.null();
      return;
    }
    const exchange::Token* const token = directory.token(request.token);
    json.begin_object().key("id").string(request.token.to_string());
    json.key("name").string(token == nullptr ? "" : token->name).end_object();
  }

  void write_text_or_null(JsonWriter& json, std::string_view text) const {
    if (text.empty()) {
      json.null();
    } else {
      json.string(text);
    }
  }

  void write(JsonWriter& json, const LoggedRequest& request) const {
    json.key("id").string(request.id.to_string());
    json.key("at").string(base::to_string(request.at));
    json.key("method").string(request.method);
    json.key("path").string(request.target);
    json.key("status").integer(request.status);
    json.key("requestId").string(request.request_id);
    json.key("tookMs").integer(request.took.count());
    json.key("bodyBytes").integer(request.body_bytes);
    write_token(json, request);
    write_person_of(json, directory, {.actor = actor_of(request, call), .people = people});
    const Refusal* const refusal = request.refusal.get();
    json.key("code");
    write_text_or_null(json, refusal == nullptr ? "" : refusal->code);
    json.key("message");
    write_text_or_null(json, refusal == nullptr ? "" : sentence(*refusal));
  }

  std::string sentence(const Refusal& refusal) const {
    if (language == Language::english) return refusal.message;
    return german::of_error(refusal.code, refusal.message);
  }

  // Writes the members that only a single request has.
  void write_refusal(JsonWriter& json, const Refusal& refusal) const {
    json.key("detailCode");
    write_text_or_null(json, refusal.detail_code);
    json.key("faultCount").integer(refusal.fault_count);
    json.key("faults");
    write_findings(json, refusal.faults, language);
    write_body(json, refusal.body);
  }

  // A body that is not UTF-8 would not be the same in JSON, and a shell can't write a zero byte.
  static void write_body(JsonWriter& json, const std::optional<std::string>& body) {
    const bool is_text = body && base::is_utf8(*body) && !body->contains('\0');
    json.key("body");
    if (body) {
      json.string(is_text ? *body : base::base64(*body));
    } else {
      json.null();
    }
    json.key("bodyEncoding");
    if (body) {
      json.string(is_text ? "utf-8" : "base64");
    } else {
      json.null();
    }
  }
};

using WriteRequests = std::function<void(JsonWriter&, const Writing&)>;

// Makes an answer about the requests, with the names of their makers, in the caller's language.
Task<Response> answer_about(LoopContext& context, const Call& call,
                            const std::vector<Logged>& requests, const WriteRequests& write) {
  auto naming = names_in(context, call, requests);
  const auto people = co_await std::move(naming);
  if (!people) co_return answers::failure(people.error());
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const Language language = requested_language(call.request);
  const Writing writing{
      .call = call, .directory = *directory, .people = *people, .language = language};
  Response response = data_json(200, [&](JsonWriter& json) { write(json, writing); });
  co_return in_language(std::move(response), language);
}

}  // namespace

Task<Response> list_requests(LoopContext& context, Call call) {
  Query query(call.request.target(), shapes::list_requests, Repeats::refused);
  const WantedRequests wanted{.outcome = query.value("filter[outcome]", outcome_word),
                              .path_prefix = query.text("filter[path_prefix]")};
  query.refuse_unknown_filters();
  if (query.has_faults()) co_return answers::bad_query(query.faults_as_given());
  request_log::RequestLog* const log = context.services.request_log;
  std::vector<Logged> requests;
  if (log != nullptr) requests = log->newest(owner_of(call));
  std::erase_if(requests, [&](const Logged& request) { return !wanted.has(*request); });
  const WriteRequests write = [&](JsonWriter& json, const Writing& writing) {
    json.key("keptDays").integer(log == nullptr ? 0 : log->kept_for().count());
    json.key("requests").begin_array();
    for (const Logged& request : requests) {
      json.begin_object();
      writing.write(json, *request);
      json.end_object();
    }
    json.end_array();
  };
  auto answer = answer_about(context, call, requests, write);
  co_return co_await std::move(answer);
}

Task<Response> show_request(LoopContext& context, Call call) {
  const auto id = base::Uuid::parse(call.captures.at("id"));
  request_log::RequestLog* const log = context.services.request_log;
  std::vector<Logged> found;
  if (id && log != nullptr) found.push_back(log->find(owner_of(call), *id));
  if (found.empty() || found.front() == nullptr) co_return answers::not_found();
  const WriteRequests write = [&](JsonWriter& json, const Writing& writing) {
    const LoggedRequest& request = *found.front();
    writing.write(json, request);
    const Refusal none;
    writing.write_refusal(json, request.refusal ? *request.refusal : none);
  };
  auto answer = answer_about(context, call, found, write);
  co_return co_await std::move(answer);
}

}  // namespace tradepost::api
