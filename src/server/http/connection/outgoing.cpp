#include "http/connection/outgoing.hpp"

#include <algorithm>

#include "base/ground/limits.hpp"

namespace tradepost::http {

std::span<const std::string_view> Outgoing::pieces(std::span<std::string_view> room) const {
  const std::size_t all = 1 + (body_ == nullptr ? 0 : body_->part_count());
  const std::size_t count = std::min(all - first_, room.size());
  for (std::size_t i = 0; i < count; ++i) room[i] = piece(first_ + i);
  room[0].remove_prefix(sent_of_first_);
  std::size_t bytes_left = base::limits::sent_at_once_bytes;
  for (std::size_t i = 0; i < count; ++i) {
    room[i] = room[i].substr(0, bytes_left);
    bytes_left -= room[i].size();
    if (bytes_left == 0) return room.first(i + 1);
  }
  return room.first(count);
}

void Outgoing::advance(std::size_t bytes) {
  sent_ += bytes;
  bytes += sent_of_first_;
  while (!is_done() && bytes >= piece(first_).size()) {
    bytes -= piece(first_).size();
    ++first_;
  }
  sent_of_first_ = bytes;
}

}  // namespace tradepost::http
