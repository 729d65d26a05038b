#include "api/request/transaction_json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "api/json/party_json.hpp"
#include "api/json/translated.hpp"
#include "api/json/words.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/text/json_writer.hpp"
#include "document/model/schema.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using exchange::Named;
using exchange::Transaction;
using exchange::TransactionId;

void write_id(JsonWriter& json, const std::optional<TransactionId>& id) {
  if (id) {
    json.string(id->to_string());
  } else {
    json.null();
  }
}

// The members that both lists show.
struct Head {
  const Transaction& row;
  const std::optional<TransactionId>& replaces;
  const std::optional<TransactionId>& replaced_by;
  const Named& sender;
  const std::optional<Named>& agent;
};

void write_head(JsonWriter& json, const Head& head, const FieldNames& names) {
  json.key(names.transaction_id).string(head.row.id.to_string());
  json.key("type").string(document::row_of(head.row.kind).name);
  json.key(names.replaces);
  write_id(json, head.replaces);
  json.key(names.replaced_by);
  write_id(json, head.replaced_by);
  json.key("isLatestVersion").boolean(!head.replaced_by);
  json.key("sender");
  write_named(json, head.sender);
  if (head.agent) {
    json.key("agent");
    write_named(json, *head.agent);
  }
  json.key("flow").string(exchange::name_of(head.row.flow));
  json.key("createdAt").string(base::to_string(head.row.created));
}

void write_report(JsonWriter& json, const exchange::Report& report,
                  const exchange::Directory& directory) {
  const bool is_success = report.verdict == exchange::Verdict::success;
  json.begin_object().key("success").boolean(is_success);
  json.key("reason").string(report.reason);
  json.key("type");
  if (is_success) {
    json.null();
  } else {
    json.string(word_of(report.type));
  }
  write_context(json.key("context"), report.context);
  json.key("at").string(base::to_string(report.at));
  json.key("by");
  write_named(json, actor_named(directory, report.by));
  json.end_object();
}

// Returns a writer with enough memory for most heads.
JsonWriter writer_of_head() {
  std::string buffer;
  buffer.reserve(1'000);
  return JsonWriter(JsonWriter::Layout::compact, std::move(buffer));
}

// The object's brace closes after the content.
void append_with_content(http::Body& body, JsonWriter&& json, const Transaction& row,
                         const exchange::Bytes& content, const TransportLabels& labels) {
  json.end_object();
  std::string head = std::move(json).finish();
  head.pop_back();
  body.append(head);
  body.append(",\"content\":");
  if (content.view.empty()) {
    body.append("null");
  } else {
    labels.append(body, row, content);
  }
  body.append("}");
}

}  // namespace

void append_incoming(http::Body& body, const exchange::Incoming& item, const FieldNames& names,
                     const TransportLabels& labels) {
  JsonWriter json = writer_of_head();
  json.begin_object();
  write_head(json,
             {.row = *item.row,
              .replaces = item.row->links.delivered_replaces,
              .replaced_by = item.row->links.delivered_replaced_by,
              .sender = item.sender,
              .agent = item.agent},
             names);
  append_with_content(body, std::move(json), *item.row, item.content, labels);
}

void append_shown(http::Body& body, const exchange::Shown& item,
                  const exchange::Directory& directory, const FieldNames& names,
                  const TransportLabels& labels, Language language) {
  JsonWriter json = writer_of_head();
  json.begin_object();
  write_shown(json, item, directory, names, language);
  append_with_content(body, std::move(json), *item.row, item.content, labels);
}

void write_shown(JsonWriter& json, const exchange::Shown& item,
                 const exchange::Directory& directory, const FieldNames& names, Language language) {
  const Transaction& row = *item.row;
  write_head(json,
             {.row = row,
              .replaces = item.replaces,
              .replaced_by = item.replaced_by,
              .sender = item.sender,
              .agent = item.agent},
             names);
  json.key("status").string(exchange::name_of(exchange::status_of(row.state)));
  json.key("direction").string(item.direction == exchange::Direction::sent ? "sent" : "received");
  json.key("recipient");
  write_named(json, item.recipient);
  json.key("held").boolean(row.state == exchange::State::held);
  json.key("warnings");
  write_findings(json, row.warnings, language);
  if (row.feedback.report) {
    json.key("report");
    write_report(json, *row.feedback.report, directory);
  }
  if (item.case_id) json.key("case").string(item.case_id->to_string());
  if (row.content.removed_at) {
    json.key("contentRemovedAt").string(base::to_string(*row.content.removed_at));
  }
}

http::Response related_answer(const base::Result<std::optional<exchange::Related>>& found,
                              const exchange::Directory& directory, const FieldNames& names,
                              Language language) {
  if (!found) return answers::failure(found.error());
  if (!*found) return answers::not_found();
  http::Response response = data_json(200, [&](JsonWriter& json) {
    json.key("items").begin_array();
    for (const exchange::Shown& item : (*found)->items) {
      json.begin_object();
      write_shown(json, item, directory, names, language);
      json.key("identifier");
      if (item.row->number.empty()) {
        json.null();
      } else {
        json.string(item.row->number);
      }
      json.end_object();
    }
    json.end_array().key("isComplete").boolean((*found)->is_complete);
  });
  return in_language(std::move(response), language);
}

}  // namespace tradepost::api
