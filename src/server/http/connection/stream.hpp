#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

#include "http/message/request.hpp"

namespace tradepost::http {

enum class Io : unsigned char {
  done,            // `bytes` were moved, at least one
  needs_readable,  // no bytes yet: wait for that, and retry
  needs_writable,
  ended,  // by the other side, or broken
};

struct IoResult {
  Io status;
  std::size_t bytes = 0;
  Io then = Io::done;  // after a read: the event before the next one; done: none
};

// The transport of a connection: a socket, or TLS on one. It never blocks. It returns the event to
// wait for, which with TLS may be of the other direction.
template <typename Candidate>
concept Stream =
    requires(Candidate stream, std::span<char> room, std::span<const std::string_view> pieces) {
      { Candidate::scheme } -> std::convertible_to<Scheme>;
      // The event before the first read. done: bytes may have come with the beginning.
      { Candidate::before_reading } -> std::convertible_to<Io>;
      // Called until it returns done, before anything else, and not after ended. An exception is a
      // client that speaks plain text: the connection answers it in plain text, and then ends.
      { stream.begin() } -> std::same_as<Io>;
      { stream.hears_plain_text() } -> std::same_as<bool>;
      { stream.read(room) } -> std::same_as<IoResult>;
      // Sends all bytes that the kernel accepts, in at most limits::socket_write_pieces pieces.
      { stream.write(pieces) } -> std::same_as<IoResult>;
      // Signals the other side that no more bytes follow.
      { stream.end_writing() };
    };

class PlainStream {
 public:
  static constexpr Scheme scheme = Scheme::http;
  static constexpr Io before_reading = Io::needs_readable;

  explicit PlainStream(int descriptor) : descriptor_(descriptor) {}

  Io begin() const { return Io::done; }
  bool hears_plain_text() const { return false; }  // plain text is the expected protocol
  IoResult read(std::span<char> room) const;
  IoResult write(std::span<const std::string_view> pieces) const;
  void end_writing() const;

 private:
  int descriptor_;
};
static_assert(Stream<PlainStream>);

}  // namespace tradepost::http
