#include "simulation/incoming.hpp"

#include <utility>

#include "simulation/ground/moments.hpp"

namespace tradepost::simulation {

std::optional<Incoming> incoming_in(document::Reader& reader,
                                    const client::Transaction& transaction,
                                    const WritingTimes& times) {
  const auto reading = reader.read(transaction.json);
  if (!reading) return std::nullopt;
  const document::Head& head = reading->document.head;
  const bool is_own = transaction.direction == "sent";
  Incoming incoming{.kind = transaction.type,
                    .number = std::string(head.number),
                    .trigger = transaction.flow == "TEST" ? trigger_in(head.number) : Trigger::none,
                    .replaces_another = !transaction.replaces_id.empty(),
                    .is_of_participant = is_own || !transaction.sender.id.empty(),
                    .content = transaction.content};
  for (const document::Party& party : is_own ? head.to : head.from) {
    if (party.role.starts_with("technical")) continue;
    incoming.from.name = party.name;
    for (const auto& one : party.identifiers) {
      incoming.from.identifiers.push_back(
          {.domain = std::string(one.domain), .identifier = std::string(one.identifier)});
    }
    break;
  }
  incoming.from = addressable(std::move(incoming.from));
  if (incoming.from.name.empty()) {
    incoming.from.name = is_own ? transaction.recipient.name : transaction.sender.name;
  }
  const auto written = instant_in(head.date);
  const bool counts = written && *written >= times.first && *written <= times.last;
  incoming.at = counts ? *written : times.otherwise;
  return incoming;
}

}  // namespace tradepost::simulation
