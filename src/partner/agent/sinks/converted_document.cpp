#include "agent/sinks/converted_document.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "document/json_reader.hpp"
#include "document/model/schema.hpp"
#include "edifact/write.hpp"
#include "forms/forms.hpp"
#include "ubl/mappings.hpp"
#include "ubl/write.hpp"

namespace tradepost::agent {
namespace {

std::string sentence_of(const forms::Objections& objections) {
  std::string sentence;
  for (const forms::Objection& one : objections) {
    sentence += fmt::format("{}{}: {}", sentence.empty() ? "" : " ", one.path, one.message);
  }
  sentence.resize(base::beginning_of(sentence, base::limits::reason_length_max).size());
  return sentence;
}

ConvertedDocument message_of(const ConvertedFiles& files, const document::KindRow& kind,
                             const document::View& content) {
  const edifact::Mapping* const mapping = files.mappings->find(kind.kind, *files.directory);
  if (mapping == nullptr) {
    return {.refusal = fmt::format("{} has no message for the kind {}.", files.directory->name,
                                   kind.name)};
  }
  edifact::Written written = edifact::write(*mapping, content);
  return {.text = std::move(written.text),
          .sent = {.interchange = std::move(written.interchange),
                   .number = std::move(written.number),
                   .awaited = files.awaited.value_or(Awaited::contrl)},
          .refusal = sentence_of(written.objections)};
}

// Invoices and credit notes in UBL are e-invoices.
ConvertedDocument ubl_of(const document::KindRow& kind, const document::View& content) {
  if (forms::has_form(kind.kind)) {
    forms::Written written = forms::write(*forms::find_form("ubl"), kind, content);
    return {.text = std::move(written.text), .refusal = sentence_of(written.objections)};
  }
  const ubl::Mapping* const mapping =
      ubl::Mappings::of_project().find(kind.kind, ubl::Extent::whole, content);
  if (mapping == nullptr) {
    return {.refusal = fmt::format("UBL has no document for the kind {}.", kind.name)};
  }
  ubl::Written written = ubl::write(*mapping, content);
  return {.text = std::move(written.text), .refusal = sentence_of(written.objections)};
}

}  // namespace

ConvertedDocument converted(const ConvertedFiles& files, const client::Transaction& document) {
  const document::KindRow* const kind = document::find_kind_row(document.type);
  if (kind == nullptr) {
    return {.refusal = fmt::format("The agent does not know the kind {}.", document.type)};
  }
  document::JsonReader reader(base::limits::body_bytes_max);
  const auto content = reader.read(document.content);
  if (!content) return {.refusal = "The content of the document is not readable."};
  return files.format == FileFormat::ubl ? ubl_of(*kind, *content)
                                         : message_of(files, *kind, *content);
}

}  // namespace tradepost::agent
