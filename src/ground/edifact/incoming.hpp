#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "edifact/acknowledgement.hpp"
#include "edifact/interchange.hpp"
#include "edifact/mappings.hpp"

namespace tradepost::edifact {

// A message that came in: a document, an answer to a message, or a message with faults.
struct Incoming {
  Receipt receipt = {};
  std::string body = {};      // of a document: {"type": …, "content": …}
  forms::Losses losses = {};  // of the document
  std::optional<Acknowledgement> acknowledgement = {};
};

// Reads the messages of a text as documents. Only one message and its document are in memory.
class IncomingReader {
 public:
  // Both must outlive the object.
  IncomingReader(std::string_view text, const Mappings& mappings);

  // Returns the next message, or nullopt after the last one.
  std::expected<std::optional<Incoming>, Unreadable> next();
  // The head of the interchange of the last message.
  const Envelope& envelope() const { return reader_.envelope(); }
  // Returns the interchange of the last message with this message alone. Its head and the message
  // are the bytes of the text.
  std::string original() const;

 private:
  std::string_view text_;
  const Mappings* mappings_;
  InterchangeReader reader_;
  Extent message_;
};

struct Count {
  std::size_t messages = 0;
  std::size_t interchanges = 0;

  bool operator==(const Count&) const = default;
};

// Counts the messages of a text with a good structure. A text without messages is faulty, and one
// with more than `messages_max`, too. It needs no mapping.
std::expected<Count, Unreadable> count_messages(std::string_view text, std::size_t messages_max);

}  // namespace tradepost::edifact
