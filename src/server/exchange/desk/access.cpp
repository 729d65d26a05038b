#include "exchange/desk/access.hpp"

namespace tradepost::exchange {
namespace {

bool holds(const Token& token, const Directory& directory, Instant now) {
  if (token.revoked || (token.expires && *token.expires <= now)) return false;
  const Participant* const owner = directory.participant(token.participant);
  return owner != nullptr && owner->state == ParticipantState::open;
}

}  // namespace

std::optional<Caller> caller_with(const Directory& directory, const Digest& token, Instant now) {
  const Token* const found = directory.token(token);
  if (found == nullptr || !holds(*found, directory, now)) return std::nullopt;
  return Caller{.participant = found->participant,
                .token = found->id,
                .flow = found->flow,
                .scopes = found->scopes};
}

bool is_still_valid(const Caller& caller, const Directory& directory, Instant now) {
  const Token* const token = directory.token(caller.token);
  return token != nullptr && holds(*token, directory, now);
}

}  // namespace tradepost::exchange
