#include "http/connection/stream.hpp"

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>

#include "base/ground/limits.hpp"

namespace tradepost::http {
namespace {

IoResult result_of(ssize_t moved, Io when_it_would_block) {
  if (moved > 0) return {Io::done, static_cast<std::size_t>(moved)};
  if (moved < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return {when_it_would_block};
  return {Io::ended};
}

}  // namespace

IoResult PlainStream::read(std::span<char> room) const {
  ssize_t got = 0;
  do {
    got = ::recv(descriptor_, room.data(), room.size(), MSG_DONTWAIT);
  } while (got < 0 && errno == EINTR);
  IoResult result = result_of(got, Io::needs_readable);
  // A read that leaves room has emptied the socket, and the next bytes bring an event.
  if (result.bytes < room.size()) result.then = Io::needs_readable;
  return result;
}

IoResult PlainStream::write(std::span<const std::string_view> pieces) const {
  std::array<iovec, base::limits::socket_write_pieces> vectors;
  const std::size_t count = std::min(pieces.size(), vectors.size());
  for (std::size_t i = 0; i < count; ++i) {
    // The call of sendmsg only reads these bytes, despite its type.
    vectors[i] = {std::bit_cast<void*>(pieces[i].data()), pieces[i].size()};
  }
  msghdr message{};
  message.msg_iov = vectors.data();
  message.msg_iovlen = count;
  ssize_t sent = 0;
  do {
    sent = ::sendmsg(descriptor_, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return result_of(sent, Io::needs_writable);
}

void PlainStream::end_writing() const {
  ::shutdown(descriptor_, SHUT_WR);
}

}  // namespace tradepost::http
