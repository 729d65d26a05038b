#pragma once

#include <cstdint>
#include <string>

#include "exchange/model/commands.hpp"

// Documents in the form of a store's port, from one participant to another.
namespace tradepost::store::postgres::testing {

template <typename Id>
Id id_of(std::uint32_t number) {
  base::Uuid uuid;
  uuid.bytes[0] = 1;
  for (std::size_t i = 0; i < 4; ++i) {
    uuid.bytes[15 - i] = static_cast<std::uint8_t>(number >> (8 * i));
  }
  return Id(uuid);
}

inline const auto sender = id_of<exchange::ParticipantId>(1'000'001);
inline const auto recipient = id_of<exchange::ParticipantId>(1'000'002);

inline exchange::Submission submission(exchange::TransactionId id, const std::string& content) {
  exchange::Submission asked;
  asked.transaction.id = id;
  asked.transaction.flow = exchange::Flow::live;
  asked.transaction.parties.principal.participant = sender;
  asked.transaction.parties.commercial.participant = recipient;
  asked.transaction.recipient = recipient;
  asked.transaction.viewers = {sender, recipient};
  asked.transaction.content.digest = base::sha256(content);
  asked.transaction.content.bytes = content.size();
  asked.content = exchange::bytes_of(content);
  return asked;
}

// Returns the next version of the document with that number.
inline exchange::Submission version(exchange::TransactionId id, const std::string& number,
                                    const std::string& content) {
  exchange::Submission asked = submission(id, content);
  asked.transaction.number = number;
  asked.transaction.has_chain = true;
  return asked;
}

inline exchange::PendingQuery all_after(exchange::Position after) {
  return {.recipient = recipient,
          .flow = exchange::Flow::live,
          .kinds = {},
          .after = after,
          .count_max = 1'000,
          .bytes_max = 1'000'000'000};
}

}  // namespace tradepost::store::postgres::testing
