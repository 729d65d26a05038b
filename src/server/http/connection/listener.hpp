#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/clock.hpp"
#include "base/ground/result.hpp"
#include "base/log.hpp"
#include "base/tasks/task.hpp"
#include "http/connection/connection.hpp"
#include "http/connection/connection_limits.hpp"
#include "http/connection/connections.hpp"
#include "http/connection/large_transfer_queue.hpp"
#include "http/connection/loop.hpp"
#include "http/connection/tls.hpp"
#include "http/message/service.hpp"
#include "http/wire/address.hpp"
#include "http/wire/memory_budget.hpp"
#include "http/wire/timeouts.hpp"

namespace tradepost::http {

// Sockets that listen on one address and port together (SO_REUSEPORT). The kernel distributes new
// connections among them. The destructor closes sockets that were not taken.
class ListeningSockets {
 public:
  // Port 0: the system chooses one. Fails if the port is taken, even by another process that would
  // share it.
  static base::Result<ListeningSockets> open(const Address& address, std::uint16_t port,
                                             std::size_t count);
  ListeningSockets(ListeningSockets&&) noexcept = default;
  ListeningSockets& operator=(ListeningSockets&&) = delete;
  ~ListeningSockets();

  std::uint16_t port() const { return port_; }
  // Returns the next socket, which the caller closes. Called at most once per socket.
  int take();

 private:
  ListeningSockets() = default;

  std::vector<int> descriptors_;
  std::uint16_t port_ = 0;
};

// Accepts the connections of one loop. Everything except the construction runs on its thread.
class Listener {
 public:
  struct Setting {
    Loop& loop;
    Service& service;
    ConnectionLimits& limits;
    Compressors& compressors;
    MemoryBudget& memory;
    const Timeouts& timeouts;
    const base::Clock& clock;
    const base::Log& log;
    const Tls* tls;  // nullptr: without encryption
  };
  Listener(Setting setting, Socket socket);
  Listener(Listener&&) = delete;

  void start();
  // Accepts no more, lets running requests end (Connections::stop), and then finishes the loop.
  void stop();

 private:
  base::Task<void> accept_connections();
  enum class Accepting : std::uint8_t { continues, is_through, is_out_of_descriptors };
  Accepting accept_some();
  void begin_connection(int descriptor, const Address& peer);
  template <Stream Wire>
  void begin_task(Socket socket, Wire wire, const Address& peer,
                  base::Result<ConnectionPlace> place);

  Setting setting_;
  std::optional<Socket> socket_;
  std::vector<char> read_buffer_;
  std::vector<char> tls_record_;
  DateText date_;
  Connections connections_;
  LargeTransferQueue bulk_;
  ConnectionSurroundings surroundings_;
  std::size_t refused_under_way_ = 0;
  bool stopping_ = false;
};

}  // namespace tradepost::http
