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
    : text_(text), mappings_(&mappings), reader_(source_of(text)) {}

std::expected<std::optional<Incoming>, Unreadable> IncomingReader::next() {
  auto next = reader_.next();
  if (!next) return std::unexpected(std::move(next.error()));
  if (!*next) return std::nullopt;
  message_ = (*next)->place;
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

std::string IncomingReader::original() const {
  const auto part = [this](Extent place) {
    return text_.substr(place.begin, place.end - place.begin);
  };
  const Separators& by = reader_.separators();
  const auto trailer = [&](std::string_view tag, std::string_view reference) {
    std::string segment = fmt::format("{}{}1{}", tag, by.element, by.element);
    for (const char c : reference) {
      const bool is_separator =
          c == by.element || c == by.component || c == by.segment || c == by.release;
      if (is_separator && by.release != ' ') segment += by.release;
      segment += c;
    }
    return segment + by.segment;
  };
  std::string alone(part(reader_.head()));
  alone += part(reader_.group());
  alone += part(message_);
  if (const Extent group = reader_.group(); group.begin != group.end) {
    Message ung;
    ung.add(part({.begin = group.begin, .end = group.end - 1}), by);
    alone += trailer("UNE", ung.component(0, 5, 1));
  }
  return alone + trailer("UNZ", reader_.envelope().reference);
}

std::expected<Count, Unreadable> count_messages(std::string_view text, std::size_t messages_max) {
  InterchangeReader reader(source_of(text));
  for (std::size_t messages = 0;; ++messages) {
    const auto next = reader.next();
    if (!next) return std::unexpected(next.error());
    if (!*next && messages > 0) {
      return Count{.messages = messages, .interchanges = reader.envelope().place};
    }
    if (!*next) {
      return std::unexpected(Unreadable{.segment = 1, .reason = "The text has no message."});
    }
    if (messages == messages_max) {
      return std::unexpected(
          Unreadable{.segment = 1,
                     .reason = fmt::format("The text has more than {} messages.", messages_max)});
    }
  }
}

}  // namespace tradepost::edifact
