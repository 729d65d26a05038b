#include "description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "abbreviations.hpp"
#include "responses.hpp"

namespace api_compiler {
namespace {

// The parameters of every operation.
constexpr std::array<std::string_view, 2> parameters_of_all = {"Accept-Language", "X-Request-Id"};

constexpr std::array<std::string_view, 3> places = {"path", "query", "header"};

std::string joined(const std::vector<Json>& words, std::string_view between) {
  std::string out;
  for (const Json& word : words) {
    if (!out.empty()) out += between;
    out += word.as_text();
  }
  return out;
}

class Book {
 public:
  explicit Book(Pieces& pieces) : pieces_(pieces), responses_(pieces) {}

  Json whole() {
    const Json& head = pieces_.head();
    Json document = Json::object({{"openapi", head.at("openapi")}});
    document.add("info", info(head.at("info"))).add("servers", head.at("servers"));
    document.add("tags", tags(head.at("tags"))).add("paths", paths());
    document.add("webhooks", webhooks());
    document.add("components", components());
    pieces_.stop_at_unused();
    stop_at_unused_tags();
    return document;
  }

 private:
  static Json info(const Json& info) {
    only(info, {"title", "version", "summary", "description", "contact", "license"}, "info");
    Json full = info;
    for (auto& [name, value] : full.members) {
      if (name == "description") value = text_in_full(value);
    }
    return full;
  }

  Json tags(const Json& all) {
    Json full = Json::list({}, all.place);
    for (const Json& tag : all.as_list()) {
      only(tag, {"name", "description"}, "a tag");
      full.items.push_back(Json::object({{"name", Json::text(tag.at("name").as_text())},
                                         {"description", text_in_full(tag.at("description"))}}));
    }
    return full;
  }

  Json paths() {
    Json all = Json::object({});
    for (const Operation& operation : pieces_.operations()) {
      if (!all.has(operation.path)) all.add(operation.path, Json::object({}));
      const auto item = std::ranges::find(all.members, operation.path, &Json::Member::first);
      item->second.add(operation.method, full(operation));
    }
    return all;
  }

  Json full(const Operation& operation) {
    const Json& words = operation.words;
    only(words,
         {"operationId", "summary", "description", "security", "scopes", "pace", "parameters",
          "requestBody", "responses"},
         "an operation");
    Json out = head_of(operation);
    out.add("security", security(words));
    if (const Json* const scopes = words.find("scopes")) out.add("x-scopes", *scopes);
    out.add("parameters", parameters(operation));
    if (const Json* const body = words.find("requestBody")) {
      out.add("requestBody", request_body(*body));
    }
    out.add("responses", responses_.of(words));
    return out;
  }

  Json head_of(const Operation& operation) {
    const Json& words = operation.words;
    check_tag(operation);
    check_id(words.at("operationId"));
    Json out = Json::object({}, words.place);
    out.add("operationId", words.at("operationId"));
    out.add("tags", Json::list({Json::text(operation.tag)}));
    out.add("summary", text_in_full(words.at("summary"))).add("description", description(words));
    return out;
  }

  Json request_body(const Json& body) {
    only(body, {"schema", "example", "forms"}, "a request's body");
    Json content = responses_.json_content(body);
    // Texts in other forms have no schema.
    if (const Json* const forms = body.find("forms")) {
      for (const Json& media : forms->as_list()) {
        content.add(media.as_text(),
                    Json::object({{"schema", Json::object({{"type", Json::text("string")}})}}));
      }
    }
    return Json::object({{"required", Json::scalar("true")}, {"content", std::move(content)}});
  }

  // The exchange is the client here, so a token and the answers of all operations do not apply.
  Json webhooks() {
    Json all = Json::object({});
    for (const Operation& event : pieces_.webhooks()) {
      only(event.words,
           {"operationId", "summary", "description", "parameters", "requestBody", "responses"},
           "a webhook");
      Json call = head_of(event);
      call.add("security", Json::list({}));
      Json parameters = Json::list({});
      std::set<std::string> in_path;
      for (const Json& one : event.words.at("parameters").as_list()) {
        add_parameter(one, parameters, in_path);
      }
      call.add("parameters", std::move(parameters));
      call.add("requestBody", request_body(event.words.at("requestBody")));
      call.add("responses", responses_.of_receiver(event.words.at("responses")));
      all.add(event.path, Json::object({{event.method, std::move(call)}}));
    }
    return all;
  }

  void check_id(const Json& id) {
    const auto [other, is_new] = ids_.emplace(id.as_text(), id.place);
    if (is_new) return;
    stop(id.place, fmt::format("the operationId \"{}\" is in line {} of {} already", id.value,
                               other->second.line, other->second.file));
  }

  void check_tag(const Operation& operation) {
    const auto& all = pieces_.head().at("tags").as_list();
    const bool is_known = std::ranges::any_of(
        all, [&](const Json& tag) { return tag.at("name").as_text() == operation.tag; });
    if (!is_known) {
      stop(operation.words.place, fmt::format("there is no tag \"{}\"", operation.tag));
    }
    tags_used_.insert(operation.tag);
  }

  void stop_at_unused_tags() const {
    for (const Json& tag : pieces_.head().at("tags").as_list()) {
      if (tags_used_.contains(tag.at("name").value)) continue;
      stop(tag.place, fmt::format("no operation has the tag \"{}\"", tag.at("name").value));
    }
  }

  static Json description(const Json& words) {
    Json text = text_in_full(words.at("description"));
    if (const Json* const scopes = words.find("scopes")) {
      text.value +=
          fmt::format("\n\nThe token needs the scope `{}`.", joined(scopes->as_list(), "` or `"));
    }
    return text;
  }

  // A request needs only one of the schemes.
  Json security(const Json& words) const {
    Json all = Json::list({}, words.place);
    for (const Json& scheme : words.at("security").as_list()) {
      if (!pieces_.head().at("securitySchemes").has(scheme.as_text())) {
        stop(scheme.place, fmt::format("there is no security scheme \"{}\"", scheme.value));
      }
      all.items.push_back(Json::object({{scheme.value, Json::list({})}}));
    }
    return all;
  }

  Json parameters(const Operation& operation) {
    Json all = Json::list({});
    std::set<std::string> in_path;
    if (const Json* const given = operation.words.find("parameters")) {
      for (const Json& one : given->as_list()) add_parameter(one, all, in_path);
    }
    check_path(operation, in_path);
    for (const std::string_view name : parameters_of_all) {
      all.items.push_back(reference("parameters", name));
    }
    return all;
  }

  // Adds a parameter. A name refers to a shared parameter or to a group of them. Each is written
  // out, so that readers of an operation see all of them.
  void add_parameter(const Json& one, Json& all, std::set<std::string>& in_path) {
    if (one.is_text() && pieces_.has("parameterGroups", one.value)) {
      const Json& group = pieces_.use("parameterGroups", one.value, one.place);
      for (const Json& member : group.as_list()) add_parameter(member, all, in_path);
      return;
    }
    const Json& words = one.is_text() ? pieces_.use("parameters", one.value, one.place) : one;
    all.items.push_back(parameter(words));
    if (words.at("in").as_text() == "path") in_path.insert(words.at("name").as_text());
  }

  Json parameter(const Json& words) {
    only(words, {"name", "in", "required", "description", "schema"}, "a parameter");
    const std::string& place = words.at("in").as_text();
    if (std::ranges::find(places, place) == places.end()) {
      stop(words.place, fmt::format("no parameter is in \"{}\"", place));
    }
    Json full = Json::object({{"name", Json::text(words.at("name").as_text())}}, words.place);
    full.add("in", Json::text(place));
    if (place == "path") {
      full.add("required", Json::scalar("true"));
    } else if (const Json* const required = words.find("required")) {
      full.add("required", *required);
    }
    full.add("description", text_in_full(words.at("description")));
    full.add("schema", schema_in_full(words.at("schema"), pieces_));
    return full;
  }

  // Checks that each name in braces in the path has a parameter of the path, and the reverse.
  static void check_path(const Operation& operation, const std::set<std::string>& in_path) {
    std::size_t placeholders = 0;
    for (auto at = operation.path.find('{'); at != std::string::npos;
         at = operation.path.find('{', at + 1)) {
      const auto end = operation.path.find('}', at);
      const std::string name = operation.path.substr(at + 1, end - at - 1);
      if (!in_path.contains(name)) {
        stop(operation.words.place, fmt::format("no parameter describes {{{}}}", name));
      }
      ++placeholders;
    }
    if (placeholders != in_path.size()) {
      stop(operation.words.place, "a parameter is in the path, and the path does not have it");
    }
  }

  Json components() {
    Json all = Json::object({});
    Json schemas = Json::object({});
    for (const auto& [name, schema] : pieces_.all("schemas")) {
      Json full = schema_in_full(schema, pieces_);
      if (name.contains(kind_name)) {
        schemas.add("", Json::for_each_kind(Json::object({{name, std::move(full)}})));
      } else {
        schemas.add(name, std::move(full));
      }
    }
    // The program adds the schemas of the document model.
    schemas.members.emplace_back("", Json::insert("schemas_of_documents"));
    all.add("schemas", std::move(schemas));
    all.add("responses", responses_.components());
    Json headers = Json::object({});
    for (const auto& [name, header] : pieces_.all("headers")) {
      only(header, {"description", "schema"}, "a header");
      headers.add(name, Json::object({{"description", text_in_full(header.at("description"))},
                                      {"schema", schema_in_full(header.at("schema"), pieces_)}}));
    }
    all.add("headers", std::move(headers));
    Json parameters = Json::object({});
    for (const std::string_view name : parameters_of_all) {
      parameters.add(std::string(name), parameter(pieces_.use("parameters", name, {})));
    }
    all.add("parameters", std::move(parameters));
    all.add("securitySchemes", security_schemes());
    return all;
  }

  Json security_schemes() const {
    Json schemes = pieces_.head().at("securitySchemes");
    for (auto& [name, scheme] : schemes.members) {
      for (auto& [member, value] : scheme.members) {
        if (member == "description") value = text_in_full(value);
      }
    }
    return schemes;
  }

  Pieces& pieces_;
  Responses responses_;
  std::map<std::string, Place> ids_;  // of operations
  std::set<std::string> tags_used_;
};

}  // namespace

Json description_of(Pieces& pieces) {
  return Book(pieces).whole();
}

}  // namespace api_compiler
