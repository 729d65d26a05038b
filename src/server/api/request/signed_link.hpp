#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "api/request/loop_context.hpp"

// Links that show something without a token (contract 8.7 and 10.3). Each contains its target, its
// viewer and its end under a seal, so that only the exchange can create one.
namespace tradepost::api {

// The query parameter with the sealed text.
inline constexpr std::string_view link_parameter = "link";

enum class LinkTo : std::uint8_t { a_case, labels };

struct SignedLink {
  LinkTo to{};
  base::Uuid id;  // of a case, or of the transaction of labels
  exchange::ParticipantId viewer;
  exchange::Flow flow{};
  exchange::Instant valid_until{};

  bool operator==(const SignedLink&) const = default;
};
std::string signed_link_text(base::Sealer& sealer, const SignedLink& link);
// Returns nullopt if the exchange did not write the text or its target differs. It may have ended.
std::optional<SignedLink> signed_link_in(base::Sealer& sealer, LinkTo to, std::string_view text);

// The result of verify_link(). none: the link does not lead to the requested object.
enum class LinkVerdict : std::uint8_t { good, ended, none };
LinkVerdict verify_link(const std::optional<SignedLink>& link,
                        const std::optional<base::Uuid>& asked, exchange::Instant now);

// Returns the viewer of a valid link, without scopes. All links of one viewer count as one token.
// Returns nullopt if the viewer has left the network.
std::optional<exchange::Caller> viewer_by(const SignedLink& link,
                                          const exchange::Directory& directory);

// Returns a link that is valid from now on, for the caller and everyone who receives it.
std::string link_for(LoopContext& context, const Call& call, LinkTo to, const base::Uuid& id);

// Returns the address of a case with a signed link.
std::string error_url(LoopContext& context, const Call& call, exchange::CaseId id);

}  // namespace tradepost::api
