#include "api/forms/document_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <expected>
#include <functional>
#include <ranges>
#include <utility>

#include "base/crypto/sha256.hpp"
#include "base/ground/limits.hpp"
#include "edifact/mappings.hpp"
#include "forms/forms.hpp"
#include "ubl/read.hpp"

namespace tradepost::api {
namespace {

// An interchange with more messages is refused as a whole: their answers are in memory.
constexpr std::size_t messages_max = 1'000;
// One message is read at a time, whatever the size of the interchange.
constexpr std::size_t counted_bytes_max = 65u << 10;

// The warnings of a document name the first ones.
std::vector<exchange::Finding> losses_of(std::string_view code, const forms::Losses& losses) {
  std::vector<exchange::Finding> found;
  for (const forms::Loss& loss : losses | std::views::take(base::limits::warnings_named_max)) {
    found.push_back({.code = std::string(code),
                     .path = loss.path,
                     .message = "The document has no field for it, or carries it in part."});
  }
  return found;
}

std::vector<exchange::Finding> faults_of(std::string_view code,
                                         std::vector<forms::FormFault> faults) {
  std::vector<exchange::Finding> found;
  for (forms::FormFault& fault : faults) {
    found.push_back({.code = std::string(code),
                     .path = std::move(fault.xpath),
                     .message = std::move(fault.message)});
  }
  return found;
}

template <typename Read>
FormRead form_read(std::string_view form, std::expected<Read, xml::Unreadable> read) {
  if (!read) {
    return {.unreadable = fmt::format("line {}, column {}: {}", read.error().place.line,
                                      read.error().place.column, read.error().reason)};
  }
  FormRead found{
      .faults = faults_of(fmt::format("{}.element.malformed", form), std::move(read->faults)),
      .losses = losses_of(fmt::format("{}.element.lost", form), read->losses)};
  if (found.faults.empty()) found.body = std::move(read->body);
  return found;
}

// The root of the text decides: a document of UBL, or an e-invoice.
FormRead xml_read(std::string_view text) {
  auto read = ubl::read(text);
  if (!read && read.error().reason == ubl::other_root) {
    return form_read("e_invoice", forms::read(text));
  }
  return form_read("ubl", std::move(read));
}

// A partner's CONTRL or APERAK is not a document.
MessageRead message_read(edifact::Incoming incoming) {
  edifact::Receipt& receipt = incoming.receipt;
  MessageRead message{.reference = std::move(receipt.reference),
                      .type = std::move(receipt.type),
                      .number = std::move(receipt.number),
                      .body = std::move(incoming.body),
                      .losses = losses_of("edifact.segment.lost", incoming.losses)};
  for (edifact::Fault& fault : receipt.faults) {
    message.faults.push_back({.code = "edifact.segment.malformed",
                              .path = std::move(fault.place),
                              .message = std::move(fault.message)});
  }
  if (incoming.acknowledgement) {
    message.faults.push_back({.code = "edifact.message.not_a_document",
                              .path = "1 UNH",
                              .message = "An answer to a message is not a document. Report on the "
                                         "transaction instead."});
  }
  return message;
}

}  // namespace

DocumentReader::DocumentReader(DocumentRenderer& threads, exchange::Bytes text)
    : threads_(&threads),
      text_(std::move(text)),
      messages_(
          std::make_shared<edifact::IncomingReader>(text_.view, edifact::Mappings::of_project())) {}

base::Task<base::Result<FormRead>> DocumentReader::read_xml(base::SteadyTime deadline) {
  std::move_only_function<base::Result<FormRead>()> work = [text = text_] {
    FormRead read = xml_read(text.view);
    read.digest = base::sha256(text.view);
    return read;
  };
  auto read = co_await threads_->run<FormRead>(text_.view.size(), deadline, std::move(work));
  co_return read;
}

base::Task<base::Result<std::string>> DocumentReader::unreadable_part(base::SteadyTime deadline) {
  using Counted = std::expected<edifact::Count, edifact::Unreadable>;
  std::move_only_function<base::Result<Counted>()> work = [text = text_] {
    return edifact::count_messages(text.view, messages_max);
  };
  const auto counted =
      co_await threads_->run<Counted>(text_.view.size(), deadline, std::move(work));
  if (!counted) co_return std::unexpected(counted.error());
  if (*counted) {
    in_text_ = **counted;
    co_return std::string();
  }
  co_return fmt::format("segment {}: {}", counted->error().segment, counted->error().reason);
}

base::Task<base::Result<std::optional<MessageRead>>> DocumentReader::next_message(
    base::SteadyTime deadline) {
  using Next = std::optional<MessageRead>;
  const bool is_alone = in_text_ == edifact::Count{.messages = 1, .interchanges = 1};
  std::move_only_function<base::Result<Next>()> work = [text = text_, messages = messages_,
                                                        is_alone]() -> base::Result<Next> {
    auto next = messages->next();
    if (!next || !*next) return Next();  // the structure was checked before
    MessageRead message = message_read(**std::move(next));
    message.original = is_alone ? text : exchange::bytes_of(messages->original());
    message.digest = base::sha256(message.original.view);
    return Next(std::move(message));
  };
  auto read = co_await threads_->run<Next>(std::min(text_.view.size(), counted_bytes_max), deadline,
                                           std::move(work));
  co_return read;
}

}  // namespace tradepost::api
