#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "base/ground/result.hpp"
#include "base/log.hpp"
#include "http/connection/connection_limits.hpp"
#include "http/connection/listener.hpp"
#include "http/connection/loop.hpp"
#include "http/connection/tls.hpp"
#include "http/message/compressors.hpp"
#include "http/message/service.hpp"
#include "http/wire/memory_budget.hpp"
#include "http/wire/timeouts.hpp"

namespace tradepost::http {

// An HTTP server with one thread per loop.
class Server {
 public:
  struct Options {
    std::string address = "127.0.0.1";  // a number, not a name
    std::uint16_t port = 0;             // 0: the system chooses
    std::size_t loops = 0;              // 0: one per core
    std::size_t compressors = 0;        // threads; 0: one per two cores
    ConnectionBounds connections = {};
    Timeouts timeouts = {};
    std::optional<TlsFiles> tls = {};  // none: without encryption
    MemoryBudget* memory = nullptr;    // of bodies; outlives the server. nullptr: no limit
    std::string name = "loop";         // of the threads; a number is appended
  };

  // Returns when the server accepts connections. Fails if it cannot listen on the address or the
  // files of TLS are unusable. Clock and log outlive the server.
  static base::Result<std::unique_ptr<Server>> start(const Options& options,
                                                     const MakeService& make_service,
                                                     const base::Clock& clock,
                                                     const base::Log& log);
  // Stops the server and waits for its end.
  ~Server();

  std::uint16_t port() const { return port_; }

  // Reads the files of TLS again for new connections. If they are unusable, it fails and the old
  // certificate stays in use. Does nothing without TLS. Thread-safe.
  base::Done reload_tls();
  // Returns the last instant at which clients accept the certificate; nullopt without TLS.
  // Thread-safe.
  std::optional<base::Instant> certificate_ends_at() const;
  // Returns true if every loop runs a job within the time. Thread-safe.
  bool answers_within(std::chrono::milliseconds time);

  // Accepts no more connections. Closes idle ones at once, and the others after they have answered
  // their requests. Thread-safe, and may be called repeatedly.
  void stop();
  // Waits until the server has stopped, including its handlers, which must end by themselves.
  void wait();

 private:
  // The objects of one thread. They are freed after all threads have ended, because another loop or
  // a store may post to them until then.
  struct Lane {
    std::unique_ptr<Loop> loop;
    std::unique_ptr<Service> service;
    std::unique_ptr<Listener> listener;
    std::thread thread;
  };

  Server(const Options& options, std::unique_ptr<Tls> tls);

  const Timeouts timeouts_;
  const std::unique_ptr<Tls> tls_;  // nullptr: without TLS
  ConnectionLimits limits_;
  MemoryBudget unbounded_memory_;
  Compressors compressors_;
  std::uint16_t port_ = 0;
  std::vector<Lane> lanes_;
};

}  // namespace tradepost::http
