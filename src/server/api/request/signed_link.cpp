#include "api/request/signed_link.hpp"

#include <fmt/format.h>

#include "api/wire/sealed_fields.hpp"
#include "base/crypto/base64url.hpp"
#include "base/ground/limits.hpp"

namespace tradepost::api {
namespace {

constexpr std::size_t link_bytes = 16 + 16 + 1 + 8;

// Raise the number when the format changes, as with cursors. The purpose names the target's type,
// so that a link to one type never opens another.
std::string_view purpose_of(LinkTo to) {
  switch (to) {
    case LinkTo::a_case:
      return "case link 1";
    case LinkTo::labels:
      break;
  }
  return "labels link 1";
}

}  // namespace

std::string signed_link_text(base::Sealer& sealer, const SignedLink& link) {
  SealedFields fields;
  fields.put(link.id).put(link.viewer.uuid());
  fields.put_byte(static_cast<std::uint8_t>(link.flow));
  fields.put(static_cast<std::uint64_t>(base::epoch_ms(link.valid_until)));
  return base::base64url(sealer.seal(fields.bytes(), purpose_of(link.to)));
}

std::optional<SignedLink> signed_link_in(base::Sealer& sealer, LinkTo to, std::string_view text) {
  const auto sealed = base::from_base64url(text);
  if (!sealed) return std::nullopt;
  const auto opened = sealer.open(*sealed, purpose_of(to));
  if (!opened || opened->size() != link_bytes) return std::nullopt;
  OpenedFields fields(*opened);
  SignedLink link;
  link.to = to;
  link.id = fields.take_uuid();
  link.viewer = exchange::ParticipantId(fields.take_uuid());
  link.flow = static_cast<exchange::Flow>(fields.take_byte());
  link.valid_until = base::instant_of(static_cast<std::int64_t>(fields.take_number()));
  return link;
}

LinkVerdict verify_link(const std::optional<SignedLink>& link,
                        const std::optional<base::Uuid>& asked, exchange::Instant now) {
  if (!link || link->id != asked) return LinkVerdict::none;
  return now < link->valid_until ? LinkVerdict::good : LinkVerdict::ended;
}

std::optional<exchange::Caller> viewer_by(const SignedLink& link,
                                          const exchange::Directory& directory) {
  const auto* const viewer = directory.participant(link.viewer);
  if (viewer == nullptr || viewer->state != exchange::ParticipantState::open) return std::nullopt;
  return exchange::Caller{.participant = link.viewer,
                          .token = exchange::TokenId(link.viewer.uuid()),
                          .flow = link.flow,
                          .scopes = {}};
}

std::string link_for(LoopContext& context, const Call& call, LinkTo to, const base::Uuid& id) {
  return signed_link_text(context.sealer, {.to = to,
                                           .id = id,
                                           .viewer = call.caller.participant,
                                           .flow = call.caller.flow,
                                           .valid_until = context.services.clock.now() +
                                                          base::limits::signed_link_lives});
}

std::string error_url(LoopContext& context, const Call& call, exchange::CaseId id) {
  return fmt::format("{}/v2/errors/{}?{}={}", call.base_url, id.to_string(), link_parameter,
                     link_for(context, call, LinkTo::a_case, id.uuid()));
}

}  // namespace tradepost::api
