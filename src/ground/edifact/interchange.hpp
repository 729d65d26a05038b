#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/ground/limits.hpp"
#include "edifact/message.hpp"

namespace tradepost::edifact {

// Fills a buffer with the next bytes, and returns their number. 0 is the end.
using Source = std::function<std::size_t(char* buffer, std::size_t size)>;

// A party of UNB.
struct EnvelopeParty {
  std::string number = {};
  std::string qualifier = {};  // 14: a GLN
};

// The head of an interchange (UNB).
struct Envelope {
  std::size_t place = 0;     // in the text, from 1
  std::string charset = {};  // UNOC
  EnvelopeParty sender = {};
  EnvelopeParty recipient = {};
  std::string reference = {};
  bool is_test = false;
};

// Bytes of the text.
struct Extent {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Unreadable {
  std::size_t segment = 0;  // of the interchange, from 1
  std::string reason = {};  // a sentence
  // The interchange with the fault, if its head was read and a CONTRL may answer it.
  std::optional<Envelope> interchange = {};
};

// Reads interchanges, one message at a time. Only one message is in memory.
class InterchangeReader {
 public:
  explicit InterchangeReader(Source source,
                             std::size_t message_bytes_max = base::limits::body_bytes_max);

  // A message that its reader must refuse has a fault.
  struct Next {
    Message message = {};
    std::string fault = {};
    Extent place = {};  // from UNH to UNT
  };
  // Returns the next message, or nullopt after the last one.
  std::expected<std::optional<Next>, Unreadable> next();
  // The head of the interchange of the last message.
  const Envelope& envelope() const { return envelope_; }
  // UNA and UNB of that interchange.
  Extent head() const { return head_; }
  // The last UNG of that interchange; empty without groups.
  Extent group() const { return group_; }
  const Separators& separators() const { return separators_; }

 private:
  bool fill();
  std::expected<std::optional<std::string_view>, Unreadable> next_segment();
  std::size_t position() const { return dropped_ + at_; }
  // Returns the place of the last segment with its terminator.
  Extent place_of(std::string_view segment) const;
  std::optional<Unreadable> expect_short(std::string_view name, Extent place) const;
  std::optional<Unreadable> begin_interchange(std::string_view segment);
  std::optional<Unreadable> end_interchange(std::string_view segment);
  std::expected<Next, Unreadable> read_message(std::string_view head);
  // Returns the text as UTF-8, or nothing if the character set does not have it.
  std::optional<std::string_view> decoded(std::string_view segment);
  Unreadable unreadable(std::string_view reason) const;

  Source source_;
  std::size_t message_bytes_max_;
  Separators separators_;
  Envelope envelope_;
  std::string encoding_;  // of iconv; empty: UTF-8
  std::string buffer_;
  std::size_t at_ = 0;       // the first byte of the buffer that is not read
  std::size_t dropped_ = 0;  // bytes of the text before the buffer
  Extent head_;
  Extent group_;
  std::string decoded_;
  std::size_t segments_ = 0;
  std::size_t messages_ = 0;  // of this interchange
  std::string type_;          // of its last message
  std::size_t groups_ = 0;    // UNG
  bool is_open_ = false;
  bool is_begun_ = false;
};

}  // namespace tradepost::edifact
