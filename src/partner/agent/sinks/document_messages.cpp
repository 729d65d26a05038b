#include "agent/sinks/document_messages.hpp"

#include <fmt/format.h>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "document/json_reader.hpp"
#include "document/model/schema.hpp"
#include "edifact/write.hpp"

namespace tradepost::agent {

DocumentMessage message_of(const MessageFiles& files, const client::Transaction& document) {
  const document::KindRow* const kind = document::find_kind_row(document.type);
  const edifact::Mapping* const mapping =
      kind == nullptr ? nullptr : files.mappings->find(kind->kind, *files.directory);
  if (mapping == nullptr) {
    return {.refusal = fmt::format("{} has no message for the kind {}.", files.directory->name,
                                   document.type)};
  }
  document::JsonReader reader;
  const auto content = reader.read(document.content);
  if (!content) return {.refusal = "The content of the document is not readable."};
  edifact::Written written = edifact::write(*mapping, *content);
  DocumentMessage message{.text = std::move(written.text),
                          .sent = {.interchange = std::move(written.interchange),
                                   .number = std::move(written.number),
                                   .awaited = files.awaited.value_or(Awaited::contrl)}};
  for (const forms::Objection& one : written.objections) {
    message.refusal +=
        fmt::format("{}{}: {}", message.refusal.empty() ? "" : " ", one.path, one.message);
  }
  message.refusal.resize(
      base::beginning_of(message.refusal, base::limits::reason_length_max).size());
  return message;
}

}  // namespace tradepost::agent
