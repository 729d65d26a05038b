#include "mail/spooled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "base/text/whole_number.hpp"
#include "mail/address.hpp"

namespace tradepost::mail {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr std::string_view format_line = "tradepost mail 1\n";
constexpr std::int64_t time_ms_max = 253'402'300'799'999;  // 9999-12-31T23:59:59.999Z

constexpr std::array<minutes, 6> back_off = {minutes(1), minutes(5), minutes(15),
                                             hours(1),   hours(4),   hours(8)};
constexpr hours attempts_end{72};
// More attempts than three days have, if the clock is set back again and again.
constexpr std::uint32_t attempts_max = 20;

// Reads from the front of the bytes. After a fault, each part that is read is empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  void expect(std::string_view text) {
    if (!rest_.starts_with(text)) return fail();
    rest_.remove_prefix(text.size());
  }

  // Reads digits up to `end`.
  std::int64_t number(char end) {
    const auto size = rest_.find(end);
    const auto value = base::whole_number<std::int64_t>(rest_.substr(0, size));
    if (size == std::string_view::npos || !value || *value < 0 || *value > time_ms_max) {
      fail();
      return 0;
    }
    rest_.remove_prefix(size + 1);
    return *value;
  }

  std::string text() {
    const auto size = static_cast<std::size_t>(number(':'));
    if (size > rest_.size()) {
      fail();
      return {};
    }
    const std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    expect("\n");
    return text;
  }

  bool is_complete() const { return !is_faulty_ && rest_.empty(); }

 private:
  void fail() {
    is_faulty_ = true;
    rest_ = {};
  }

  std::string_view rest_;
  bool is_faulty_ = false;
};

}  // namespace

std::string bytes_of(const Spooled& spooled) {
  std::string bytes = fmt::format("{}{} {} {} {}\n", format_line, base::epoch_ms(spooled.made),
                                  base::epoch_ms(spooled.next_attempt), spooled.attempts,
                                  spooled.rejected_at ? base::epoch_ms(*spooled.rejected_at) : 0);
  for (const std::string* const text : {&spooled.subject, &spooled.answer, &spooled.letter.from,
                                        &spooled.letter.to, &spooled.letter.text}) {
    bytes += fmt::format("{}:{}\n", text->size(), *text);
  }
  return bytes;
}

std::optional<Spooled> spooled_in(std::string_view bytes) {
  Reader reader(bytes);
  reader.expect(format_line);
  Spooled spooled;
  spooled.made = base::instant_of(reader.number(' '));
  spooled.next_attempt = base::instant_of(reader.number(' '));
  const std::int64_t attempts = reader.number(' ');
  spooled.attempts = static_cast<std::uint32_t>(std::min<std::int64_t>(attempts, attempts_max));
  const std::int64_t rejected_ms = reader.number('\n');
  if (rejected_ms > 0) spooled.rejected_at = base::instant_of(rejected_ms);
  spooled.subject = reader.text();
  spooled.answer = reader.text();
  spooled.letter.from = reader.text();
  spooled.letter.to = reader.text();
  spooled.letter.text = reader.text();
  const bool is_valid = reader.is_complete() &&
                        address_fault(spooled.letter.from) == AddressFault::none &&
                        address_fault(spooled.letter.to) == AddressFault::none;
  return is_valid ? std::optional(std::move(spooled)) : std::nullopt;
}

std::optional<base::Instant> next_attempt_after(std::uint32_t attempts, base::Instant made,
                                                base::Instant now) {
  const base::Instant end = made + attempts_end;
  if (attempts >= attempts_max || now >= end) return std::nullopt;
  const std::size_t step = std::clamp<std::size_t>(attempts, 1, back_off.size()) - 1;
  return std::min(now + back_off.at(step), end);
}

bool is_due(base::Instant next_attempt, base::Instant now) {
  return next_attempt <= now || next_attempt > now + back_off.back();
}

}  // namespace tradepost::mail
