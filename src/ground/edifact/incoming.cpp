#include "edifact/incoming.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "edifact/read.hpp"

namespace tradepost::edifact {
namespace {

Source source_of(std::string_view text) {
  return [text](char* buffer, std::size_t size) mutable {
    const std::size_t count = std::min(size, text.size());
    text.copy(buffer, count);
    text.remove_prefix(count);
    return count;
  };
}

}  // namespace

IncomingReader::IncomingReader(std::string_view text, const Mappings& mappings)
    : mappings_(&mappings), reader_(source_of(text)) {}

std::expected<std::optional<Incoming>, Unreadable> IncomingReader::next() {
  auto next = reader_.next();
  if (!next) return std::unexpected(std::move(next.error()));
  if (!*next) return std::nullopt;
  const Message& message = (*next)->message;
  Incoming incoming{.receipt = receipt_of(message)};
  const auto refuse = [&](std::string sentence) {
    incoming.receipt.faults = {{.place = "1 UNH", .message = std::move(sentence)}};
    return incoming;
  };
  if (!(*next)->fault.empty()) return refuse(std::move((*next)->fault));
  incoming.acknowledgement = acknowledgement_of(message);
  if (incoming.acknowledgement) return incoming;
  if (reader_.envelope().is_test) {
    return refuse(
        "UNB marks the interchange as a test. A message of it is not sent as a document.");
  }
  const Mapping* const mapping = mappings_->find(message);
  if (mapping == nullptr) {
    return refuse(
        fmt::format("No kind of documents has the message {} with its code of BGM.", message.type));
  }
  Read found = read(message, *mapping);
  incoming.receipt.faults = std::move(found.faults);
  if (incoming.receipt.faults.empty()) incoming.body = std::move(found.body);
  incoming.losses = std::move(found.losses);
  return incoming;
}

std::optional<Unreadable> unreadable_part(std::string_view text, std::size_t messages_max) {
  InterchangeReader reader(source_of(text));
  for (std::size_t messages = 0;; ++messages) {
    const auto next = reader.next();
    if (!next) return next.error();
    if (!*next && messages > 0) return std::nullopt;
    if (!*next) return Unreadable{.segment = 1, .reason = "The text has no message."};
    if (messages == messages_max) {
      return Unreadable{.segment = 1,
                        .reason = fmt::format("The text has more than {} messages.", messages_max)};
    }
  }
}

}  // namespace tradepost::edifact
