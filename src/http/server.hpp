#pragma once

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

// Listens and answers, with a thread a loop.
class Server {
 public:
  struct Options {
    std::string address = "127.0.0.1";  // a number, no name
    std::uint16_t port = 0;             // 0: the system chooses
    std::size_t loops = 0;              // 0: one a core
    std::size_t compressors = 0;        // threads; 0: one for two cores
    ConnectionBounds connections = {};
    Timeouts timeouts = {};
    std::optional<TlsFiles> tls = {};  // none: without encryption
    MemoryBudget* memory = nullptr;    // of bodies; outlives the server. nullptr: without a bound
    std::string name = "loop";         // of its threads, with a number appended
  };

  // Connections are answered when this returns. Refused where the address can't be listened on, or
  // the files of TLS are of no use.
  // Clock and log outlive the server.
  static base::Result<std::unique_ptr<Server>> start(const Options& options,
                                                     const MakeService& make_service,
                                                     const base::Clock& clock,
                                                     const base::Log& log);
  // Stops and waits for the end.
  ~Server();

  std::uint16_t port() const { return port_; }

  // From any thread: reads the files of TLS again, for the connections that follow. Refused where
  // they are of no use, and then the old certificate stays. Without TLS nothing happens.
  base::Done reload_tls();

  // From any thread, any number of times: accepts no more, answers the requests under way, and
  // closes their connections with that; idle ones at once.
  void stop();
  // Waits until all of that is done. Handlers are waited for, so they must end by themselves.
  void wait();

 private:
  // Of one thread, and freed after all threads have ended: another loop, or a store, may still post
  // to it until then.
  struct Lane {
    std::unique_ptr<Loop> loop;
    std::unique_ptr<Service> service;
    std::unique_ptr<Listener> listener;
    std::thread thread;
  };

  Server(const Options& options, std::unique_ptr<Tls> tls);

  const Timeouts timeouts_;
  const std::unique_ptr<Tls> tls_;  // may be none
  ConnectionLimits limits_;
  MemoryBudget unbounded_memory_;
  Compressors compressors_;
  std::uint16_t port_ = 0;
  std::vector<Lane> lanes_;
};

}  // namespace tradepost::http
