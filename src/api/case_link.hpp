#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "api/workplace.hpp"

// The link under which a case can be looked at without a token (decisions 8.7): sealed, so that it
// names its case, whom it was made for and until when, and can't be made by anybody else.
namespace tradepost::api {

// The parameter that makes a link of the address of a case.
inline constexpr std::string_view case_link_parameter = "link";

struct CaseLink {
  exchange::CaseId id;
  exchange::ParticipantId viewer;
  exchange::Flow flow{};
  exchange::Instant valid_until{};

  bool operator==(const CaseLink&) const = default;
};
std::string case_link_text(base::Sealer& sealer, const CaseLink& link);
// Nothing where we never wrote that. It may have ended.
std::optional<CaseLink> case_link_in(base::Sealer& sealer, std::string_view text);

// Whether a link opens this case at this moment. none: there is no such case for it.
enum class LinkVerdict : std::uint8_t { good, ended, none };
LinkVerdict judge_link(const std::optional<CaseLink>& link,
                       const std::optional<exchange::CaseId>& asked, exchange::Instant now);

// Where the caller, and whom it gives the link to, can look at a case from now on.
std::string error_url(Workplace& place, const Call& call, exchange::CaseId id);

}  // namespace tradepost::api
