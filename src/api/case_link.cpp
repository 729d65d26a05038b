#include "api/case_link.hpp"

#include <fmt/format.h>

#include "api/sealed_fields.hpp"
#include "base/base64url.hpp"
#include "base/limits.hpp"

namespace tradepost::api {
namespace {

// As with cursors: raise the number when the form changes.
constexpr std::string_view purpose = "case link 1";
constexpr std::size_t link_bytes = 16 + 16 + 1 + 8;

}  // namespace

std::string case_link_text(base::Sealer& sealer, const CaseLink& link) {
  SealedFields fields;
  fields.put(link.id.uuid()).put(link.viewer.uuid());
  fields.put_byte(static_cast<std::uint8_t>(link.flow));
  fields.put(static_cast<std::uint64_t>(base::epoch_ms(link.valid_until)));
  return base::base64url(sealer.seal(fields.bytes(), purpose));
}

std::optional<CaseLink> case_link_in(base::Sealer& sealer, std::string_view text) {
  const auto sealed = base::from_base64url(text);
  if (!sealed) return std::nullopt;
  const auto opened = sealer.open(*sealed, purpose);
  if (!opened || opened->size() != link_bytes) return std::nullopt;
  OpenedFields fields(*opened);
  CaseLink link;
  link.id = exchange::CaseId(fields.take_uuid());
  link.viewer = exchange::ParticipantId(fields.take_uuid());
  link.flow = static_cast<exchange::Flow>(fields.take_byte());
  link.valid_until = base::instant_of(static_cast<std::int64_t>(fields.take_number()));
  return link;
}

LinkVerdict judge_link(const std::optional<CaseLink>& link,
                       const std::optional<exchange::CaseId>& asked, exchange::Instant now) {
  if (!link || link->id != asked) return LinkVerdict::none;
  return now < link->valid_until ? LinkVerdict::good : LinkVerdict::ended;
}

std::string error_url(Workplace& place, const Call& call, exchange::CaseId id) {
  const CaseLink link{.id = id,
                      .viewer = call.caller.participant,
                      .flow = call.caller.flow,
                      .valid_until = place.network.clock.now() + base::limits::case_link_lives};
  return fmt::format("{}/v2/errors/{}?{}={}", call.base_url, id.to_string(), case_link_parameter,
                     case_link_text(place.sealer, link));
}

}  // namespace tradepost::api
