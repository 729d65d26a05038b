#include "simulation/past.hpp"

#include <algorithm>

namespace tradepost::simulation {

std::string Past::key(std::string_view kind, std::string_view number) {
  return std::string(kind) + " " + std::string(number);
}

void Past::add_sent(std::string_view kind, std::string_view number, const std::string& recipient_id,
                    const std::string& created_at) {
  sent_[key(kind, number)].push_back({.recipient_id = recipient_id, .created_at = created_at});
}

void Past::leave_out_sent(std::vector<Planned>& answers, const std::string& partner_id,
                          const std::string& created_at) const {
  std::map<std::string, std::ptrdiff_t> left;
  std::erase_if(answers, [&](const Planned& answer) {
    const std::string name = key(answer.kind, answer.number);
    const auto found = sent_.find(name);
    if (found == sent_.end()) return false;
    const auto [count, is_new] = left.try_emplace(name, 0);
    if (is_new) {
      // Times of the exchange have one form, so they are compared as texts.
      count->second = std::ranges::count_if(found->second, [&](const Sent& sent) {
        return sent.recipient_id == partner_id && sent.created_at >= created_at;
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
