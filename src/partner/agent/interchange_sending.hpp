#pragma once

#include <cstddef>
#include <expected>
#include <functional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/ground/result.hpp"
#include "edifact/incoming.hpp"
#include "tradepost/exchange.hpp"

namespace tradepost::agent {

// A file with more messages is refused as a whole: their answers are in memory.
inline constexpr std::size_t messages_of_a_file_max = 20'000;

// The answer of the exchange to a document.
using Reply = std::expected<client::Sent, client::Error>;

struct InterchangeAnswers {
  bool is_sent = false;     // each message
  std::string json = {};    // the answer to each message
  std::string contrl = {};  // for each interchange of the file
  std::string aperak = {};  // for each document that the exchange has refused
};

// Sends the messages of an EDIFACT file as documents.
class InterchangeSending {
 public:
  struct Message {
    std::string body = {};  // its document
    // The file, or for one of several messages an interchange with this message alone.
    std::string original = {};
  };
  struct Actions {
    // Sends the document of a message. Fails if the document may be accepted later.
    std::function<base::Result<Reply>(const Message& message, std::size_t number)> send;
    // Takes a partner's answer, and returns the id of its document, or an empty text.
    std::function<base::Result<std::string>(const edifact::Receipt& receipt,
                                            const edifact::Acknowledgement& answer,
                                            std::size_t number)>
        acknowledge;
  };

  // `now` is the time of the answers. The mappings must outlive the object.
  InterchangeSending(const edifact::Mappings& mappings, base::Instant now, Actions actions);

  // Sends nothing if the structure of the file is faulty. If it fails, the whole file can be sent
  // again: a message gets the same number.
  base::Result<InterchangeAnswers> send(std::string_view file) const;

 private:
  class Answers;

  const edifact::Mappings* mappings_;
  base::Instant now_;
  Actions actions_;
};

}  // namespace tradepost::agent
