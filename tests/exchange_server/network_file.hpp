#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/administer.hpp"

// The network that the server begins with, as an operator would have made it:
//
//   {"fieldWord": "platform", "publicUrl": "https://…", "network": "approved",
//    "participants": [{"name": "Kunde", "identifiers": [{"domain": "GS1", "identifier": "952…"}],
//                      "tokens": [{"token": "…", "flow": "TEST", "scopes": ["read"],
//                                  "expiresInDays": -1}]}],
//    "relationships": [{"from": "Kunde", "to": "Lieferant", "status": "active"}],
//    "operators": [{"name": "Leitstelle", "token": "…"}]}
//
// Only participants are needed. What can't be read is a CHECK.
namespace tradepost::exchange_server {

struct TokenLine {
  std::string token;
  exchange::Flow flow = exchange::Flow::live;
  exchange::Scopes scopes = exchange::Scopes::all();
  std::optional<int> expires_in_days;
};

struct ParticipantLine {
  exchange::ParticipantRequest request;
  std::vector<TokenLine> tokens;
};

struct RelationshipLine {
  std::string from;  // names
  std::string to;
  exchange::RelationshipStatus status{};
};

struct OperatorLine {
  std::string name;
  std::string token;
};

struct NetworkFile {
  std::optional<std::string> field_word;
  std::optional<std::string> public_url;
  exchange::NetworkMode mode = exchange::NetworkMode::approved;
  std::vector<ParticipantLine> participants;
  std::vector<RelationshipLine> relationships;
  std::vector<OperatorLine> operators;
};

NetworkFile network_in(std::string_view json);

}  // namespace tradepost::exchange_server
