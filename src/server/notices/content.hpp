#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exchange/people/person_data.hpp"
#include "mail/message.hpp"

// The messages that the exchange sends to people.
namespace tradepost::notices {

struct Button {
  std::string label;
  std::string url;
};

// The parts of a message in one language. Texts of people have no effect on its form.
struct Content {
  std::string subject;
  std::vector<std::string> before;  // paragraphs
  std::vector<Button> list = {};    // a sentence each, which leads to a page
  std::optional<Button> button = {};
  std::vector<std::string> after = {};
  std::string unsubscribe_url = {};  // empty: the recipient has no choice
};

struct Envelope {
  base::Uuid id;
  base::Instant date;
  mail::Mailbox from;
};

// Returns the message as plain text and as HTML.
mail::Message message_to(const exchange::Addressee& to, const Content& content, Envelope envelope);

}  // namespace tradepost::notices
