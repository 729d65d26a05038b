#include "exchange/model/transaction.hpp"

#include <algorithm>
#include <array>

#include "exchange/model/effects.hpp"

namespace tradepost::exchange {

bool Transaction::is_viewer(ParticipantId participant) const {
  return std::ranges::find(viewers, participant) != viewers.end();
}

bool Viewer::sees(const Transaction& row) const {
  if (!participant) return true;
  if (row.flow != flow || !row.is_viewer(*participant)) return false;
  return row.was_delivered() || row.is_senders(*participant);
}

std::uint64_t Rejected::bytes() const {
  std::uint64_t sum = content.size();
  for (const Finding& fault : faults) {
    sum += fault.code.size() + fault.path.size() + fault.message.size();
  }
  return sum;
}

std::string_view name_of(EventType type) {
  constexpr std::array<std::string_view, 14> names = {
      "received",  "held",  "delivered", "listed",   "reported", "superseded",      "requeued",
      "discarded", "moved", "warning",   "text_cut", "overdue",  "content_removed", "erased",
  };
  return names[static_cast<std::size_t>(type) - 1];
}

NetworkMode mode_of(const Setting* network) {
  return network != nullptr && network->value == "open" ? NetworkMode::open : NetworkMode::approved;
}

}  // namespace tradepost::exchange
