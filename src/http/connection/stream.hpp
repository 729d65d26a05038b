#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

#include "http/message/request.hpp"

namespace tradepost::http {

enum class Io : unsigned char {
  done,            // so many bytes, at least one
  needs_readable,  // nothing yet: wait for that, and try again
  needs_writable,
  ended,  // by the other side, or broken
};

struct IoResult {
  Io status;
  std::size_t bytes = 0;
  Io then = Io::done;  // after a read: what to wait for before the next one; done: nothing
};

// What a connection speaks over: a socket, or encryption on one. Never blocks; says instead what to
// wait for, which under encryption may be the other direction.
template <typename Candidate>
concept Stream =
    requires(Candidate stream, std::span<char> room, std::span<const std::string_view> pieces) {
      { Candidate::scheme } -> std::convertible_to<Scheme>;
      // What to wait for before the first read; done: something may have come with the beginning.
      { Candidate::before_reading } -> std::convertible_to<Io>;
      // Until it is done, before anything else; no more after it has ended, but where the other
      // side was heard to speak without encryption: it is answered likewise, and then it ends.
      { stream.begin() } -> std::same_as<Io>;
      { stream.hears_plain_text() } -> std::same_as<bool>;
      { stream.read(room) } -> std::same_as<IoResult>;
      // Sends as much of the pieces, at most limits::socket_write_pieces, as the system takes now.
      { stream.write(pieces) } -> std::same_as<IoResult>;
      // Signals the other side that nothing more comes.
      { stream.end_writing() };
    };

class PlainStream {
 public:
  static constexpr Scheme scheme = Scheme::http;
  static constexpr Io before_reading = Io::needs_readable;

  explicit PlainStream(int descriptor) : descriptor_(descriptor) {}

  Io begin() const { return Io::done; }
  bool hears_plain_text() const { return false; }  // for nothing else is expected
  IoResult read(std::span<char> room) const;
  IoResult write(std::span<const std::string_view> pieces) const;
  void end_writing() const;

 private:
  int descriptor_;
};
static_assert(Stream<PlainStream>);

}  // namespace tradepost::http
