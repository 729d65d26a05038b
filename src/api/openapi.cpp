#include "api/openapi.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "api/access.hpp"
#include "api/openapi_replies.hpp"
#include "api/openapi_schemas.hpp"
#include "api/operations.hpp"
#include "api/request_log.hpp"
#include "api/signed_link.hpp"
#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "document/json_schema.hpp"
#include "document/schema.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;

constexpr std::string_view json_media = "application/json";

// Descriptions are written in lines of our width: within a paragraph they are one line, and list
// items stay apart.
std::string unwrapped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_soft = text[i] == '\n' && i > 0 && text[i - 1] != '\n' && i + 1 < text.size() &&
                         text[i + 1] != '\n' && text[i + 1] != '-';
    out += is_soft ? ' ' : text[i];
  }
  if (out.starts_with('\n')) out.erase(0, 1);
  return out;
}

std::string component(std::string_view folder, std::string_view name) {
  return fmt::format("#/components/{}/{}", folder, name);
}

// SHIPPING_NOTICE → ShippingNoticeDocument
std::string document_name(const document::KindRow& kind) {
  return fmt::format("{}Document", document::types()[kind.type].name);
}

std::string_view place_word(ParameterPlace place) {
  switch (place) {
    case ParameterPlace::path:
      return "path";
    case ParameterPlace::query:
      return "query";
    case ParameterPlace::header:
      break;
  }
  return "header";
}

class Writer {
 public:
  std::string write() {
    json_.begin_object().key("openapi").string("3.1.0");
    information();
    json_.key("servers").begin_array().begin_object();
    json_.key("url").string(base_url_mark).end_object().end_array();
    json_.key("tags").begin_array();
    for (const Group& group : operation_groups()) {
      json_.begin_object().key("name").string(group.name);
      json_.key("description").string(group.description).end_object();
    }
    json_.end_array();
    paths();
    json_.key("components").begin_object();
    schemas();
    replies();
    headers();
    json_.key("parameters").begin_object().key(request_id_header);
    parameter(request_id_parameter());
    json_.end_object();
    security_schemes();
    json_.end_object().end_object();
    return std::move(json_).finish();
  }

 private:
  void information() {
    json_.key("info").begin_object();
    json_.key("title").string("tradepost");
    json_.key("version").string("2");
    json_.key("summary").string("An exchange for trade documents.");
    json_.key("description").string(unwrapped(interface_description()));
    json_.key("contact").begin_object();
    json_.key("name").string("The operator of this exchange");
    json_.key("url").string(base_url_mark).end_object();
    json_.end_object();
  }

  void paths() {
    json_.key("paths").begin_object();
    std::set<std::string_view> written;
    for (const Operation& first : all_) {
      if (route_of(first) == nullptr || !written.insert(first.path).second) continue;
      json_.key(first.path).begin_object();
      for (const Operation& here : all_) {
        const Route* const route = route_of(here);
        if (here.path == first.path && route != nullptr) operation(here, *route);
      }
      json_.end_object();
    }
    json_.end_object();
  }

  void operation(const Operation& operation, const Route& route) {
    json_.key(base::ascii_lowered(std::string(operation.method))).begin_object();
    json_.key("operationId").string(operation.id);
    json_.key("tags").begin_array().string(operation.group).end_array();
    json_.key("summary").string(operation.summary);
    const auto scopes = scopes_of(operation, route);
    std::string description = unwrapped(operation.description);
    if (!scopes.empty()) {
      description +=
          fmt::format("\n\nThe token needs the scope `{}`.", fmt::join(scopes, "` or `"));
    }
    json_.key("description").string(description);
    security(operation, route);
    if (!scopes.empty()) {
      json_.key("x-scopes").begin_array();
      for (const std::string_view scope : scopes) json_.string(scope);
      json_.end_array();
    }
    json_.key("parameters").begin_array();
    for (const Parameter& row : operation.parameters) parameter(row);
    json_.begin_object().key("$ref").string(component("parameters", request_id_header));
    json_.end_object().end_array();
    if (operation.body) {
      json_.key("requestBody").begin_object().key("required").boolean(true);
      content(*operation.body);
      json_.end_object();
    }
    json_.key("responses").begin_object();
    for (const StatusWords& words : statuses_of(operation, route, standing_)) status(words);
    json_.end_object().end_object();
  }

  // Of a participant's token. Scopes in a requirement are for OAuth 2 alone.
  static std::vector<std::string_view> scopes_of(const Operation& operation, const Route& route) {
    if (!operation.scope_or_link.empty()) return {operation.scope_or_link};
    if (const auto* const participants = std::get_if<ForParticipants>(&route.way)) {
      return scope_names(participants->needs);
    }
    const auto* const holders = std::get_if<ForLinkHolders>(&route.way);
    return holders == nullptr ? std::vector<std::string_view>() : scope_names(holders->needs);
  }

  // One of several is enough.
  void security(const Operation& operation, const Route& route) {
    json_.key("security").begin_array();
    const bool takes_links =
        std::holds_alternative<ForLinkHolders>(route.way) || !operation.scope_or_link.empty();
    if (takes_links || std::holds_alternative<ForParticipants>(route.way)) {
      requirement("participant");
    }
    if (takes_links) requirement("link");
    if (std::holds_alternative<ForOperators>(route.way)) requirement("operator");
    json_.end_array();
  }

  void requirement(std::string_view scheme) {
    json_.begin_object().key(scheme).begin_array().end_array().end_object();
  }

  void parameter(const Parameter& row) {
    json_.begin_object().key("name").string(row.name);
    json_.key("in").string(place_word(row.place));
    if (row.is_needed()) json_.key("required").boolean(true);
    json_.key("description").string(unwrapped(row.description));
    json_.key("schema").raw(row.schema).end_object();
  }

  void content(const Content& content, const std::optional<Content>& other = std::nullopt) {
    json_.key("content").begin_object();
    media(content);
    if (other) media(*other);
    json_.end_object();
  }

  void media(const Content& content) {
    json_.key(content.media).begin_object();
    json_.key("schema").begin_object();
    if (content.schema.empty()) {
      json_.key("type").string("string");
    } else {
      json_.key("$ref").string(component("schemas", content.schema));
    }
    json_.end_object();
    if (!content.example.empty()) {
      json_.key("example");
      if (content.media == json_media) {
        json_.raw(content.example);
      } else {
        json_.string(content.example);
      }
    }
    json_.end_object();
  }

  void status(const StatusWords& words) {
    json_.key(fmt::format("{}", words.status)).begin_object();
    if (words.own == nullptr) {
      json_.key("$ref").string(component("responses", words.standing->name));
    } else {
      reply(words.whole());
    }
    json_.end_object();
  }

  void reply(const WholeReply& reply) {
    json_.key("description").string(unwrapped(reply.when));
    header_references(reply.headers);
    if (reply.content) content(*reply.content, reply.other);
  }

  void header_reference(std::string_view name) {
    json_.key(name).begin_object().key("$ref").string(component("headers", name)).end_object();
  }

  void header_references(const std::vector<std::string_view>& names) {
    json_.key("headers").begin_object();
    header_reference(request_id_header);
    for (const std::string_view name : names) header_reference(name);
    json_.end_object();
  }

  void schemas() {
    json_.key("schemas").begin_object();
    for (const NamedSchema& schema : schemas_of_answers()) json_.key(schema.name).raw(schema.json);
    document_names();
    documents();
    for (const auto& [name, schema] : document::json_schemas_of_all_types()) {
      json_.key(name).raw(schema);
    }
    json_.end_object();
  }

  void document_names() {
    json_.key("DocumentType").begin_object().key("type").string("string");
    json_.key("enum").begin_array();
    for (const auto& kind : document::kinds()) json_.string(kind.name);
    json_.end_array().end_object();
    json_.key("DocumentWord").begin_object().key("type").string("string");
    json_.key("enum").begin_array();
    for (const auto& kind : document::kinds()) json_.string(kind.word);
    json_.end_array().end_object();
  }

  void documents() {
    json_.key("Document").begin_object();
    json_.key("description")
        .string(
            "A document by its type. What a schema can't say (rules over several fields, numbers "
            "of up to 40 digits, warnings) stands in the descriptions; all of it is checked.");
    json_.key("oneOf").begin_array();
    for (const auto& kind : document::kinds()) {
      json_.begin_object().key("$ref").string(component("schemas", document_name(kind)));
      json_.end_object();
    }
    json_.end_array().key("discriminator").begin_object().key("propertyName").string("type");
    json_.key("mapping").begin_object();
    for (const auto& kind : document::kinds()) {
      json_.key(kind.name).string(component("schemas", document_name(kind)));
    }
    json_.end_object().end_object().end_object();
    for (const auto& kind : document::kinds()) document(kind);
  }

  void document(const document::KindRow& kind) {
    json_.key(document_name(kind)).begin_object().key("type").string("object");
    if (!kind.description.empty()) json_.key("description").string(kind.description);
    json_.key("required").begin_array().string("type").string("content").end_array();
    json_.key("properties").begin_object();
    json_.key("type").begin_object().key("type").string("string");
    json_.key("const").string(kind.name).end_object();
    json_.key("content").begin_object();
    json_.key("$ref").string(component("schemas", document::types()[kind.type].name));
    json_.end_object().end_object().end_object();
  }

  void replies() {
    json_.key("responses").begin_object();
    for (const StandingReply& row : standing_) {
      const bool is_used = std::ranges::any_of(all_, [&](const Operation& operation) {
        const Route* const route = route_of(operation);
        if (route == nullptr) return false;
        const auto statuses = statuses_of(operation, *route, standing_);
        return std::ranges::any_of(statuses, [&](const StatusWords& words) {
          return words.standing == &row && words.own == nullptr;
        });
      });
      if (!is_used) continue;
      json_.key(row.name).begin_object();
      reply(StatusWords{.status = row.reply.status, .standing = &row}.whole());
      json_.end_object();
    }
    json_.end_object();
  }

  void headers() {
    json_.key("headers").begin_object();
    for (const HeaderWords& header : answer_headers()) {
      json_.key(header.name).begin_object();
      json_.key("description").string(header.description);
      json_.key("schema").raw(header.schema).end_object();
    }
    json_.end_object();
  }

  void security_schemes() {
    json_.key("securitySchemes").begin_object();
    bearer("participant",
           "A participant's token, of one flow. Its scopes are read, send, report and admin. An "
           "operation's `x-scopes` names those of which one is needed.");
    bearer("operator", "An operator's token.");
    json_.key("link").begin_object().key("type").string("apiKey");
    json_.key("in").string("query").key("name").string(link_parameter);
    json_.key("description")
        .string(
            "The seal of an `errorUrl`, of a `zplUrl` or a `pdfUrl`: good for 30 days, and for one "
            "case, "
            "or for the labels of one transaction.");
    json_.end_object();
    json_.end_object();
  }

  void bearer(std::string_view name, std::string_view description) {
    json_.key(name).begin_object().key("type").string("http").key("scheme").string("bearer");
    json_.key("description").string(description).end_object();
  }

  const std::vector<Operation> all_ = operations();
  const std::vector<StandingReply> standing_ = standing_replies();
  JsonWriter json_;
};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

std::string openapi_document(const FieldNames& names) {
  return with_field_names(Writer().write(), names);
}

std::string with_field_names(std::string text, const FieldNames& names) {
  const FieldNames written("platform");
  replace_all(text, written.replaces, names.replaces);
  replace_all(text, written.replaced_by, names.replaced_by);
  replace_all(text, written.transaction_id, names.transaction_id);
  return text;
}

}  // namespace tradepost::api
