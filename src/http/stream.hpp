#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

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
};

// What a connection speaks over: a socket, or encryption on one. Never blocks; says instead what to
// wait for, which under encryption may be the other direction.
template <typename Candidate>
concept Stream =
    requires(Candidate stream, std::span<char> room, std::span<const std::string_view> pieces) {
      { stream.read(room) } -> std::same_as<IoResult>;
      // Sends as much of the pieces, at most limits::socket_write_pieces, as the system takes now.
      { stream.write(pieces) } -> std::same_as<IoResult>;
      // Tells the other side that nothing more comes.
      { stream.end_writing() };
    };

class PlainStream {
 public:
  explicit PlainStream(int descriptor) : descriptor_(descriptor) {}

  IoResult read(std::span<char> room) const;
  IoResult write(std::span<const std::string_view> pieces) const;
  void end_writing() const;

 private:
  int descriptor_;
};
static_assert(Stream<PlainStream>);

}  // namespace tradepost::http
