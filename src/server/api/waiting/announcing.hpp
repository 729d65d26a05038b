#pragma once

#include <map>
#include <optional>
#include <string>

#include "api/request/loop_context.hpp"
#include "exchange/administration/background.hpp"

// E-mails about work that waits.
namespace tradepost::api {

// Looks at the people who want messages, and sends the messages that are due.
class Announcer {
 public:
  explicit Announcer(LoopContext& context) : context_(context) {}

  // Continues the walk over all people for about a second. Without mail it does nothing.
  exchange::Answering<exchange::Came> go_on(exchange::Deadline deadline);

 private:
  exchange::Answering<std::monostate> announce_to(exchange::KnownPerson person,
                                                  exchange::Deadline deadline);

  LoopContext& context_;
  std::optional<exchange::PersonId> after_;  // the last person who was checked
  // The revision at which a person wanted no message.
  std::map<exchange::PersonId, exchange::Revision> want_nothing_;
};

// A link that ends all messages about waiting work to a person.
std::string unsubscribe_link_of(base::Sealer& sealer, exchange::PersonId person);
std::optional<exchange::PersonId> person_of_unsubscribe_link(base::Sealer& sealer,
                                                             std::string_view link);

}  // namespace tradepost::api
