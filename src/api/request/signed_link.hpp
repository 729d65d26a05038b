#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "api/request/workplace.hpp"

// Links that show something without a token (contract 8.7 and 10.3): sealed, so that each has its
// target, its viewer and its end, and nobody else can make one.
namespace tradepost::api {

// The parameter that makes a link of an address.
inline constexpr std::string_view link_parameter = "link";

enum class LinkTo : std::uint8_t { a_case, labels };

struct SignedLink {
  LinkTo to{};
  base::Uuid id;  // the case's; of labels their transaction's
  exchange::ParticipantId viewer;
  exchange::Flow flow{};
  exchange::Instant valid_until{};

  bool operator==(const SignedLink&) const = default;
};
std::string signed_link_text(base::Sealer& sealer, const SignedLink& link);
// Nothing where we never wrote that, or it leads to something else. It may have ended.
std::optional<SignedLink> signed_link_in(base::Sealer& sealer, LinkTo to, std::string_view text);

// Whether a link opens the requested thing at this moment. none: it is not a link to it.
enum class LinkVerdict : std::uint8_t { good, ended, none };
LinkVerdict judge_link(const std::optional<SignedLink>& link,
                       const std::optional<base::Uuid>& asked, exchange::Instant now);

// The viewer of a valid link, which may look and nothing else. All links of one viewer count as one
// token. Nobody if it has left the network.
std::optional<exchange::Caller> viewer_by(const SignedLink& link,
                                          const exchange::Directory& directory);

// A link that is valid from now on, for the caller and anyone who gets it.
std::string link_for(Workplace& place, const Call& call, LinkTo to, const base::Uuid& id);

// Where a case can be looked at.
std::string error_url(Workplace& place, const Call& call, exchange::CaseId id);

}  // namespace tradepost::api
