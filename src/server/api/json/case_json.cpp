#include "api/json/case_json.hpp"

#include <span>
#include <utility>

#include "api/json/party_json.hpp"
#include "api/json/words.hpp"
#include "api/wire/answer.hpp"
#include "base/ground/limits.hpp"
#include "base/text/json_writer.hpp"
#include "base/text/text.hpp"
#include "document/model/schema.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;

void write_document(JsonWriter& json, const exchange::Rejected& rejected, Language language) {
  json.key("document").begin_object();
  json.key("faults");
  write_findings(json, rejected.faults, language);
  json.key("faultCount").integer(rejected.fault_count);
  // The content is cut off and may be invalid JSON, so it is written as a text.
  json.key("content").string(rejected.content);
  json.end_object();
}

void write_subject(JsonWriter& json, const exchange::Shown& subject) {
  json.key("subject").begin_object().key("sender");
  write_named(json, subject.sender);
  json.key("recipient");
  write_named(json, subject.recipient);
  json.key("createdAt").string(base::to_string(subject.row->created));
  const std::string_view whole = subject.content.view;
  const auto shown = base::beginning_of(whole, base::limits::rejection_content_bytes_max);
  json.key("content");
  if (whole.empty()) {
    json.null();
  } else {
    json.string(shown);
  }
  json.key("isWhole").boolean(shown.size() == whole.size());
  json.end_object();
}

void write_comments(JsonWriter& json, std::span<const exchange::CaseCommented> comments,
                    const exchange::Directory& directory, const exchange::PersonNames& people) {
  json.key("comments").begin_array();
  for (const exchange::CaseCommented& comment : comments) {
    json.begin_object().key("at").string(base::to_string(comment.at));
    json.key("by");
    write_author(json, directory, {.actor = comment.by, .people = people});
    json.key("text").string(comment.text).end_object();
  }
  json.end_array();
}

// The reason of a failure and of a posted case is in the words of a participant, and stays so.
std::string reason_of(const exchange::Case& value, Language language) {
  const bool is_of_participant = value.origin == exchange::CaseOrigin::failure ||
                                 value.origin == exchange::CaseOrigin::posted ||
                                 value.origin == exchange::CaseOrigin::discard;
  if (language == Language::english || is_of_participant) return value.reason;
  return german::of_text(value.reason).value_or(value.reason);
}

void write_head(JsonWriter& json, const exchange::Case& value, const exchange::Directory& directory,
                Language language) {
  json.key("id").string(value.id.to_string());
  json.key("revision").integer(value.revision);
  json.key("status").string(word_of(value.status));
  json.key("turn").string(word_of(value.turn));
  json.key("type").string(word_of(value.type));
  json.key("origin").string(word_of(value.origin));
  json.key("reason").string(reason_of(value, language));
  json.key("context");
  write_context(json, value.context);
  if (value.transaction) json.key("transaction").string(value.transaction->to_string());
  if (value.kind) json.key("transactionType").string(document::row_of(*value.kind).name);
  if (!value.transaction_identifier.empty()) {
    json.key("transactionIdentifier").string(value.transaction_identifier);
  }
  json.key("participants").begin_array();
  for (const exchange::ParticipantId owner : value.owners) {
    write_named(json, exchange::named(directory, owner));
  }
  json.end_array();
  json.key("flow").string(exchange::name_of(value.flow));
  json.key("openedAt").string(base::to_string(value.opened));
  json.key("changedAt").string(base::to_string(value.changed));
  if (value.status == exchange::CaseStatus::resolved) {
    json.key("resolvedBy").string(word_of(value.resolved_by));
  }
  json.key("count").integer(value.count);
}

struct Reader {
  const exchange::Directory& directory;
  const exchange::PersonNames& people;
  Language language;
};

std::string whole_case(const exchange::FoundCase& found,
                       const std::optional<exchange::Shown>& subject, const Reader& reader) {
  JsonWriter json;
  json.begin_object().key("data").begin_object();
  write_head(json, *found.value, reader.directory, reader.language);
  json.key("changedBy");
  write_author(json, reader.directory, {.actor = found.value->changed_by, .people = reader.people});
  if (found.rejected) write_document(json, *found.rejected, reader.language);
  if (subject) write_subject(json, *subject);
  write_comments(json, found.comments, reader.directory, reader.people);
  json.end_object().end_object();
  return std::move(json).finish();
}

}  // namespace

std::string case_json(const exchange::FoundCase& found, const exchange::Directory& directory,
                      const exchange::PersonNames& people, Language language) {
  return whole_case(found, std::nullopt, {directory, people, language});
}

std::string linked_case_json(const exchange::FoundCase& found,
                             const std::optional<exchange::Shown>& subject,
                             const exchange::Directory& directory, Language language) {
  return whole_case(found, subject, {directory, {}, language});
}

void write_case(JsonWriter& json, const exchange::Case& value, const exchange::Directory& directory,
                Language language) {
  json.begin_object();
  write_head(json, value, directory, language);
  json.end_object();
}

}  // namespace tradepost::api
