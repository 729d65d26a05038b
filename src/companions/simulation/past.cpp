#include "simulation/past.hpp"

#include <algorithm>
#include <utility>

#include "simulation/ground/moments.hpp"

namespace tradepost::simulation {

std::string Past::key(std::string_view kind, std::string_view number) {
  return std::string(kind) + " " + std::string(number);
}

void Past::add(const client::Transaction& transaction, const document::Head& head) {
  ++count_;
  const bool is_own = transaction.direction == "sent";
  if (const auto written = instant_in(head.date)) {
    (is_own ? written_ : written_by_others_).push_back(*written);
  }
  if (is_own) {
    sent_[key(transaction.type, head.number)].push_back(
        {.recipient_id = transaction.recipient.id, .created_at = transaction.created_at});
  } else if (transaction.status == "SUCCESS" && transaction.is_latest_version) {
    processed_.push_back(transaction);
  }
}

std::vector<client::Transaction> Past::take_processed() {
  std::ranges::reverse(processed_);
  return std::move(processed_);
}

base::Instant Past::last_written(base::Instant start) const {
  base::Instant last = start;
  for (const base::Instant one : written_) {
    if (one < start + std::chrono::days(400)) last = std::max(last, one);
  }
  return last;
}

base::Instant Past::last_of_all(base::Instant start) const {
  const base::Instant own = last_written(start);
  base::Instant last = own;
  for (const base::Instant one : written_by_others_) {
    if (one <= own + std::chrono::days(1)) last = std::max(last, one);
  }
  return last;
}

void Past::leave_out_sent(std::vector<Planned>& answers, const Party& partner,
                          const std::string& partner_id, const std::string& created_at) const {
  std::map<std::string, std::ptrdiff_t> left;
  std::erase_if(answers, [&](const Planned& answer) {
    const std::string name = key(answer.kind, answer.number);
    const auto found = sent_.find(name);
    if (found == sent_.end()) return false;
    const auto [count, is_new] = left.try_emplace(name, 0);
    if (is_new) {
      const bool goes_to_partner = is_same(answer.to, partner);
      // The exchange writes all times in one form, so they are compared as texts.
      count->second = std::ranges::count_if(found->second, [&](const Sent& sent) {
        const bool is_for_recipient = !goes_to_partner || sent.recipient_id == partner_id;
        return is_for_recipient && sent.created_at >= created_at;
      });
    }
    return count->second-- > 0;
  });
}

std::map<std::string, int> Past::counts() const {
  std::map<std::string, int> counts;
  for (const auto& [name, sent] : sent_) counts[name] = static_cast<int>(sent.size());
  return counts;
}

}  // namespace tradepost::simulation
