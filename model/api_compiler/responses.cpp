#include "responses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "abbreviations.hpp"

namespace api_compiler {
namespace {

constexpr std::string_view json_media = "application/json";
constexpr std::string_view request_id = "X-Request-Id";
constexpr std::array<std::string_view, 3> rate_limit = {"RateLimit-Limit", "RateLimit-Remaining",
                                                        "RateLimit-Reset"};

void check_members(const Json& response) {
  only(response,
       {"status", "for", "description", "headers", "schema", "example", "content", "replaces"},
       "a response");
}

bool is_standing(const Json& response) {
  return response.has("for");
}

bool is_error(std::string_view status) {
  return status >= "400";
}

bool has_body(const Json& response) {
  return response.has("schema") || response.has("example") || response.has("content");
}

// Returns true if the good answers of an operation are JSON or have no body.
bool answers_json_alone(const Json& operation, Pieces& pieces) {
  for (const auto& [status, said] : operation.at("responses").as_object()) {
    const Json& response = said.is_text() ? pieces.use("responses", said.value, said.place) : said;
    const Json* const content = response.find("content");
    if (content == nullptr || is_error(status)) continue;
    for (const auto& [media, words] : content->as_object()) {
      if (media != json_media) return false;
    }
  }
  return true;
}

bool names(const Json& list, std::string_view name) {
  return std::ranges::find(list.as_list(), name, &Json::value) != list.items.end();
}

// Returns true if a standing answer for this sort of operation applies to `operation`.
bool is_for(const Json& operation, const Json& sort, Pieces& pieces) {
  const Json& security = operation.at("security");
  const bool has_token = !security.as_list().empty();
  if (sort.as_text() == "everyone") return true;
  if (sort.value == "token") return has_token;
  if (sort.value == "scope") return operation.has("scopes");
  if (sort.value == "operator") {
    return names(security, "operator") && !names(security, "participant");
  }
  if (sort.value == "json") return has_token && answers_json_alone(operation, pieces);
  if (sort.value == "body") return operation.has("requestBody");
  if (sort.value != "paced") stop(sort.place, fmt::format("there is no sort \"{}\"", sort.value));
  const Json* const pace = operation.find("pace");
  if (pace == nullptr) return true;
  if (pace->as_text() != "free") stop(pace->place, "pace is free, or left out");
  return false;
}

}  // namespace

Responses::Responses(Pieces& pieces) : pieces_(pieces) {
  for (const auto& [name, response] : pieces.all("responses")) check_members(response);
}

Json Responses::of(const Json& operation) {
  std::map<std::string, const Json::Member*> own;
  for (const Json::Member& member : operation.at("responses").as_object()) {
    own.emplace(member.first, &member);
  }
  const bool is_participants = names(operation.at("security"), "participant");
  std::map<std::string, Json> all;
  for (const auto& [name, response] : pieces_.all("responses")) {
    if (!is_standing(response) || !is_for(operation, response.at("for"), pieces_)) continue;
    const std::string status = response.at("status").value;
    pieces_.use("responses", name, operation.place);
    if (all.contains(status)) {
      stop(operation.place, fmt::format("two standing answers are {}", status));
    }
    const auto said = own.find(status);
    all.emplace(status, said == own.end()
                            ? component(name, status, response.place)
                            : standing_or_own(*said->second, &response, name, is_participants));
  }
  for (const auto& [status, member] : own) {
    if (!all.contains(status))
      all.emplace(status, standing_or_own(*member, nullptr, "", is_participants));
  }
  Json ordered = Json::object({});
  for (auto& [status, response] : all) ordered.add(status, std::move(response));
  return ordered;
}

Json Responses::of_receiver(const Json& responses) {
  Json all = Json::object({});
  for (const auto& [status, name] : responses.as_object()) {
    const Json& words = pieces_.use("responses", name.as_text(), name.place);
    only(words, {"description"}, "a response of a receiver");
    all.add(status, Json::object({{"description", text_in_full(words.at("description"))}}));
  }
  return all;
}

Json Responses::standing_or_own(const Json::Member& own, const Json* standing,
                                std::string_view name, bool is_participants) {
  const auto& [status, said] = own;
  const Json* words = &said;
  if (said.is_text()) {
    words = &pieces_.use("responses", said.value, said.place);
    if (is_standing(*words)) stop(said.place, "a standing answer is not said once more");
    if (standing == nullptr) return component(said.value, status, said.place);
  }
  if (const Json* const replaced = words->find("replaces")) {
    if (replaced->as_text() != name) {
      stop(replaced->place, fmt::format("\"{}\" does not hold here", replaced->value));
    }
    standing = nullptr;
  }
  const bool is_counted = is_participants && status < "300";
  return reply({.status = status, .own = words, .standing = standing, .is_counted = is_counted});
}

Json Responses::component(const std::string& name, std::string_view status, const Place& from) {
  const auto [known, is_new] = referenced_.emplace(name, status);
  if (!is_new && known->second != status) {
    stop(from, fmt::format("\"{}\" is said of {} and of {}", name, known->second, status));
  }
  return reference("responses", name);
}

Json Responses::components() {
  Json all = Json::object({});
  for (const auto& [name, response] : pieces_.all("responses")) {
    const auto found = referenced_.find(name);
    if (found != referenced_.end()) {
      all.add(name, reply({.status = found->second, .own = &response}));
    }
  }
  return all;
}

Json Responses::reply(const Words& words) {
  check_members(*words.own);
  Json description = text_in_full(words.own->at("description"));
  if (words.standing != nullptr) {
    const Json other = text_in_full(words.standing->at("description"));
    description.value = fmt::format("{} Or: {}", description.value, other.value);
  }
  Json full = Json::object({{"description", std::move(description)}});
  full.add("headers", headers(words));
  Json body = content(words);
  if (!body.members.empty()) full.add("content", std::move(body));
  return full;
}

Json Responses::headers(const Words& words) {
  Json all = Json::object({});
  const auto add = [&](const std::string& name, const Place& from) {
    pieces_.use("headers", name, from);
    if (!all.has(name)) all.add(name, reference("headers", name));
  };
  add(std::string(request_id), words.own->place);
  if (words.is_counted) {
    for (const std::string_view name : rate_limit) add(std::string(name), words.own->place);
  }
  for (const Json* const response : {words.own, words.standing}) {
    const Json* const names = response == nullptr ? nullptr : response->find("headers");
    if (names == nullptr) continue;
    for (const Json& name : names->as_list()) add(name.as_text(), name.place);
  }
  return all;
}

Json Responses::content(const Words& words) {
  const bool is_own = has_body(*words.own) || words.standing == nullptr;
  const Json& response = is_own ? *words.own : *words.standing;
  if (const Json* const all = response.find("content")) {
    Json full = Json::object({});
    for (const auto& [name, one] : all->as_object()) full.add(name, media(one));
    return full;
  }
  if (response.has("schema")) return json_content(response);
  if (!is_error(words.status)) return Json::object({});
  Json error = Json::object({{"schema", Json::text("Error")}}, response.place);
  if (const Json* const example = response.find("example")) error.add("example", *example);
  return json_content(error);
}

Json Responses::json_content(const Json& words) {
  return Json::object({{std::string(json_media), media(words)}});
}

// Returns a media type. A body without a schema is a text, and so is its example.
Json Responses::media(const Json& words) {
  const Json* const schema = words.find("schema");
  if (schema == nullptr) {
    only(words, {"example"}, "a body without a schema");
    Json full = Json::object({{"schema", Json::object({{"type", Json::text("string")}})}});
    if (const Json* const example = words.find("example")) {
      full.add("example", Json::text(example->as_text()));
    }
    return full;
  }
  pieces_.use("schemas", schema->as_text(), words.place);
  Json full = Json::object({{"schema", reference("schemas", schema->value)}});
  if (const Json* const example = words.find("example")) {
    full.add("example", example_in_full(*example, pieces_));
  }
  return full;
}

}  // namespace api_compiler
