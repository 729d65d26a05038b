#include "http/connection/listener.hpp"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "base/ground/resource_limits.hpp"
#include "base/tasks/awaitables.hpp"

namespace tradepost::http {
namespace {

constexpr std::chrono::milliseconds pause_without_descriptors{100};

base::Error cannot_listen(const Address& address, std::uint16_t port, int error) {
  const base::LogText detail(std::generic_category().message(error));
  if (error == EADDRINUSE) {
    return base::Error(
        base::ErrorCode::in_use,
        base::CallerText(fmt::format(
            "Port {} is in use by another program. Choose another port, or stop that program.",
            port)),
        detail);
  }
  if (error == EACCES) {
    return base::Error(base::ErrorCode::unavailable,
                       base::CallerText(fmt::format(
                           "Port {} requires special privileges. Choose a port above 1023.", port)),
                       detail);
  }
  return base::Error(
      base::ErrorCode::unavailable,
      base::CallerText(fmt::format(
          "{} is not an address of this machine. Choose one of its addresses to listen on.",
          address.to_string())),
      detail);
}

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = sizeof(sockaddr_storage);

  sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
};

SocketAddress socket_address(const Address& address, std::uint16_t port) {
  SocketAddress made;
  if (address.is_version_4()) {
    sockaddr_in v4{};
    v4.sin_family = AF_INET;
    v4.sin_port = htons(port);
    v4.sin_addr = std::bit_cast<in_addr>(address.version_4());
    std::memcpy(&made.storage, &v4, sizeof v4);
    made.size = sizeof v4;
  } else {
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(port);
    v6.sin6_addr = std::bit_cast<in6_addr>(address.version_6());
    std::memcpy(&made.storage, &v6, sizeof v6);
    made.size = sizeof v6;
  }
  return made;
}

struct Endpoint {
  Address address;
  std::uint16_t port;
};

Endpoint endpoint_of(const SocketAddress& address) {
  if (address.storage.ss_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address.storage, sizeof v4);
    return {.address = Address::of(std::bit_cast<Address::Version4>(v4.sin_addr)),
            .port = ntohs(v4.sin_port)};
  }
  CHECK(address.storage.ss_family == AF_INET6);
  sockaddr_in6 v6{};
  std::memcpy(&v6, &address.storage, sizeof v6);
  return {.address = Address::of(std::bit_cast<Address::Version6>(v6.sin6_addr)),
          .port = ntohs(v6.sin6_port)};
}

enum class Sharing : std::uint8_t { alone, with_our_others };

// Returns a bound descriptor that does not listen yet, or a negative error number.
int bound_socket(const Address& address, std::uint16_t port, Sharing sharing) {
  const int family = address.is_version_4() ? AF_INET : AF_INET6;
  const int descriptor = ::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -errno;
  const int on = 1;
  bool ready = ::setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0;
  if (sharing == Sharing::with_our_others) {
    ready = ready && ::setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) == 0;
  }
  // Connections inherit these options. Answers are sent in one piece and at once. For a slow reader
  // the kernel buffers a small part of the answer instead of megabytes.
  ready = ready && ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0;
  constexpr int unsent = base::limits::unsent_bytes_max;
  static_cast<void>(  // a kernel without this option works as before
      ::setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent));
  SocketAddress place = socket_address(address, port);
  ready = ready && ::bind(descriptor, place.get(), place.size) == 0;
  if (ready) return descriptor;
  const int error = errno;
  ::close(descriptor);
  return -error;
}

std::uint16_t port_of(int descriptor) {
  SocketAddress place;
  CHECK(::getsockname(descriptor, place.get(), &place.size) == 0);
  return endpoint_of(place).port;
}

}  // namespace

base::Result<ListeningSockets> ListeningSockets::open(const Address& address, std::uint16_t port,
                                                      std::size_t count) {
  // A second server of the same user could share a shared port, and each would get half of the
  // requests. A socket that does not share detects that.
  if (port != 0) {
    const int probe = bound_socket(address, port, Sharing::alone);
    if (probe < 0) return base::refuse(cannot_listen(address, port, -probe));
    const bool free = ::listen(probe, 1) == 0;
    const int error = errno;
    ::close(probe);
    if (!free) return base::refuse(cannot_listen(address, port, error));
  }
  ListeningSockets sockets;
  for (std::size_t i = 0; i < count; ++i) {
    const int descriptor =
        bound_socket(address, i == 0 ? port : sockets.port_, Sharing::with_our_others);
    if (descriptor < 0) return base::refuse(cannot_listen(address, port, -descriptor));
    sockets.descriptors_.push_back(descriptor);
    sockets.port_ = port_of(descriptor);
    if (::listen(descriptor, static_cast<int>(base::limits::listen_backlog)) != 0) {
      return base::refuse(cannot_listen(address, port, errno));
    }
  }
  return sockets;
}

ListeningSockets::~ListeningSockets() {
  for (const int descriptor : descriptors_) ::close(descriptor);
}

int ListeningSockets::take() {
  CHECK(!descriptors_.empty());
  const int descriptor = descriptors_.back();
  descriptors_.pop_back();
  return descriptor;
}

Listener::Listener(Setting setting, Socket socket)
    : setting_(setting),
      socket_(std::move(socket)),
      read_buffer_(base::limits::socket_read_bytes),
      tls_record_(setting.tls == nullptr ? 0 : base::limits::tls_record_bytes),
      date_(setting.clock),
      connections_(setting.loop),
      bulk_(setting.loop),
      surroundings_{.loop = setting.loop,
                    .service = setting.service,
                    .connections = connections_,
                    .bulk = bulk_,
                    .date = date_,
                    .compressors = setting.compressors,
                    .memory = setting.memory,
                    .timeouts = setting_.timeouts,
                    .read_buffer = read_buffer_} {}

void Listener::start() {
  base::start(setting_.loop, accept_connections(), [this] {
    socket_.reset();
    connections_.stop(setting_.timeouts, [this] { setting_.loop.finish(); });
  });
}

void Listener::stop() {
  stopping_ = true;
  connections_.announce_stop();
  if (socket_) socket_->cancel();
}

base::Task<void> Listener::accept_connections() {
  for (;;) {
    const Accepting accepting = accept_some();
    if (stopping_) co_return;  // all connections in the kernel's queue have been accepted
    if (accepting == Accepting::is_out_of_descriptors) {
      co_await base::sleep_until(setting_.loop.now() + pause_without_descriptors);
    } else if (accepting == Accepting::continues) {
      co_await base::sleep_until(setting_.loop.now());
    } else {
      co_await socket_->wait(Direction::readable);
    }
  }
}

auto Listener::accept_some() -> Accepting {
  for (std::size_t i = 0; i < base::limits::accepted_in_a_row_max; ++i) {
    SocketAddress peer;
    const int descriptor =
        ::accept4(socket_->descriptor(), peer.get(), &peer.size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor >= 0) {
      begin_connection(descriptor, endpoint_of(peer).address);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return Accepting::is_through;
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      setting_.log.warning("connections_delayed",
                           {{"reason", std::generic_category().message(errno)}});
      return Accepting::is_out_of_descriptors;
    }  // else it ended before it was accepted
  }
  return Accepting::continues;
}

void Listener::begin_connection(int descriptor, const Address& peer) {
  auto socket = Socket::adopt(setting_.loop, descriptor);
  if (!socket) return;
  auto place = setting_.limits.take_place(peer);
  if (!place && refused_under_way_ == base::limits::refused_at_once_max) return;
  if (setting_.tls == nullptr) {
    begin_task(*std::move(socket), PlainStream(descriptor), peer, std::move(place));
  } else if (auto stream = setting_.tls->accept(descriptor, tls_record_)) {
    begin_task(*std::move(socket), *std::move(stream), peer, std::move(place));
  }
}

template <Stream Wire>
void Listener::begin_task(Socket socket, Wire wire, const Address& peer,
                          base::Result<ConnectionPlace> place) {
  if (place) {
    base::start(setting_.loop,
                serve_connection(std::move(socket), std::move(wire), peer.to_string(),
                                 *std::move(place), surroundings_),
                [] {});
    return;
  }
  ++refused_under_way_;
  base::start(setting_.loop,
              refuse_connection(std::move(socket), std::move(wire), peer.to_string(),
                                std::move(place).error(), surroundings_),
              [this] { --refused_under_way_; });
}

}  // namespace tradepost::http
