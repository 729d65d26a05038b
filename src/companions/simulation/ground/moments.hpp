#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/text/date.hpp"

// Conversion of the times in documents.
namespace tradepost::simulation {

std::string day_text(base::Instant instant);     // 2026-03-02
std::string moment_text(base::Instant instant);  // 2026-03-02T09:14Z
std::string shown_text(base::Instant instant);   // 2026-03-02 09:14, for people

base::Instant midnight(base::Date date);
base::Date date_of(base::Instant instant);

// A date means its first moment, and a time without an offset is UTC. Returns nullopt for other
// texts.
std::optional<base::Instant> instant_in(std::string_view text);

}  // namespace tradepost::simulation
