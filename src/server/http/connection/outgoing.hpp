#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "http/message/response.hpp"

namespace tradepost::http {

// The unsent rest of a head and a body. Views both.
class Outgoing {
 public:
  // `body` is nullptr for an answer without one.
  Outgoing(std::string_view head, const Body* body)
      : head_(head), body_(body), bytes_(head.size() + (body == nullptr ? 0 : body->size())) {}

  bool is_done() const { return sent_ == bytes_; }
  std::uint64_t sent_bytes() const { return sent_; }
  // Returns the next pieces: as many as fit in `room`, with at most limits::sent_at_once_bytes.
  std::span<const std::string_view> pieces(std::span<std::string_view> room) const;
  void advance(std::size_t bytes);

 private:
  std::string_view piece(std::size_t index) const {
    return index == 0 ? head_ : body_->part(index - 1);
  }

  std::string_view head_;
  const Body* body_;
  std::uint64_t bytes_;
  std::uint64_t sent_ = 0;
  std::size_t first_ = 0;  // the first piece not sent completely; 0: the head
  std::size_t sent_of_first_ = 0;
};

}  // namespace tradepost::http
