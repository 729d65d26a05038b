#include "base/time_zones.hpp"

#include <date/tz.h>

#include <exception>

namespace tradepost::base {
namespace {

const date::time_zone* zone_named(std::string_view name) {
  try {
    return date::locate_zone(name);
  } catch (const std::exception&) {
    return nullptr;
  }
}

}  // namespace

bool is_time_zone(std::string_view name) {
  return zone_named(name) != nullptr;
}

Instant last_time_of_day(std::chrono::hours time, std::string_view zone, Instant now) {
  const date::time_zone* const known = zone_named(zone);
  const auto today = [&](auto local) { return date::floor<date::days>(local) + time; };
  const auto moment_on = [&](date::days days_ago) -> Instant {
    if (known == nullptr) return today(now) - days_ago;
    return known->to_sys(today(known->to_local(now)) - days_ago, date::choose::latest);
  };
  const Instant at = moment_on(date::days(0));
  return at <= now ? at : moment_on(date::days(1));
}

}  // namespace tradepost::base
