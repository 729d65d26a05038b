#include "http/socket.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <utility>

#include "base/error.hpp"

namespace tradepost::http {

namespace asio = boost::asio;
using Descriptor = asio::posix::basic_stream_descriptor<asio::io_context::executor_type>;

struct Socket::State {
  explicit State(Loop& loop) : descriptor(loop.context()) {}
  Descriptor descriptor;
};

base::Result<Socket> Socket::adopt(Loop& loop, int descriptor) {
  auto state = std::make_unique<State>(loop);
  boost::system::error_code refused;
  state->descriptor.assign(descriptor, refused);
  if (refused) {
    ::close(descriptor);
    return base::refuse(base::Error(base::ErrorCode::unavailable,
                                    base::CallerText("The system has no room for a connection."),
                                    base::LogText(refused.message())));
  }
  return Socket(std::move(state), descriptor);
}

Socket::Socket(std::unique_ptr<State> state, int descriptor)
    : state_(std::move(state)), descriptor_(descriptor) {}
Socket::Socket(Socket&&) noexcept = default;
Socket& Socket::operator=(Socket&&) noexcept = default;
Socket::~Socket() = default;

void Socket::begin_wait(Direction direction, std::coroutine_handle<> task) {
  const auto type =
      direction == Direction::readable ? Descriptor::wait_read : Descriptor::wait_write;
  state_->descriptor.async_wait(
      type, [task](const boost::system::error_code& /*tried anyway*/) { task.resume(); });
}

void Socket::cancel() {
  boost::system::error_code nothing_waits;
  state_->descriptor.cancel(nothing_waits);
}

void Socket::drop_unsent_at_end() {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

}  // namespace tradepost::http
