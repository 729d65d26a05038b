#pragma once

#include <memory>
#include <optional>
#include <string>

#include "agent/ledger/delivery.hpp"
#include "edifact/directory.hpp"
#include "edifact/mappings.hpp"
#include "tradepost/transactions.hpp"

namespace tradepost::agent {

// Files that are messages of EDIFACT.
struct MessageFiles {
  std::shared_ptr<const edifact::Mappings> mappings;
  const edifact::Directory* directory;
  std::optional<Awaited> awaited = {};  // the answer that decides the report; nullopt: none
};

// A document as a message of EDIFACT.
struct DocumentMessage {
  std::string text = {};
  SentMessage sent = {};
  std::string refusal = {};  // a sentence: the document can't be a message
};

DocumentMessage message_of(const MessageFiles& files, const client::Transaction& document);

}  // namespace tradepost::agent
