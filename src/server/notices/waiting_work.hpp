#pragma once

#include <string>
#include <vector>

#include "exchange/model/directory.hpp"
#include "exchange/waiting/waiting.hpp"
#include "notices/content.hpp"

// The message about work that waits.
namespace tradepost::notices {

struct WaitingWork {
  const std::vector<exchange::Waiting>& work;  // not empty
  const exchange::Directory& directory;
  exchange::Instant now{};
  std::string exchange;         // the host
  std::string console;          // the address of the console
  std::string unsubscribe_url;  // ends all messages of this type
};
// Lists the first twenty. A case is named by the number and the kind of its
// document, the partner and the reason: a mail server may read the message.
Content waiting_work(exchange::Language language, const WaitingWork& waiting);

}  // namespace tradepost::notices
