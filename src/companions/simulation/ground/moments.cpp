#include "simulation/ground/moments.hpp"

namespace tradepost::simulation {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

std::string day_text(base::Instant instant) {
  return base::to_string(instant).substr(0, std::string_view("2026-03-02").size());
}

std::string moment_text(base::Instant instant) {
  return base::to_string(instant).substr(0, std::string_view("2026-03-02T09:14").size()) + "Z";
}

std::string shown_text(base::Instant instant) {
  std::string text = base::to_string(instant).substr(0, 16);
  text[10] = ' ';
  return text;
}

base::Instant midnight(base::Date date) {
  return base::Instant(days(base::days_since_epoch(date)));
}

base::Date date_of(base::Instant instant) {
  return base::date_of_days(
      static_cast<std::int32_t>(std::chrono::floor<days>(instant).time_since_epoch().count()));
}

std::optional<base::Instant> instant_in(std::string_view text) {
  const auto parsed = base::parse_datetime(text);
  if (!parsed) return std::nullopt;
  base::Instant instant = midnight(parsed->date);
  if (parsed->time) {
    instant +=
        hours(parsed->time->hour) + minutes(parsed->time->minute) + seconds(parsed->time->second);
  }
  return instant - minutes(parsed->offset_minutes.value_or(0));
}

}  // namespace tradepost::simulation
