// Tests that a service manager is notified of the state of the exchange (sd_notify(3)).

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <string>

#include "served/network.hpp"
#include "served/served_exchange.hpp"

namespace tradepost::serving::service_manager_test {
namespace {

using served::ScratchFolder;
using served::ServedExchange;

// The socket of a service manager.
class Manager {
 public:
  Manager() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path().c_str(), sizeof(address.sun_path) - 1);
    EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  ~Manager() { ::close(socket_); }
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  std::string folder() const { return folder_.path(); }
  std::string path() const { return folder() + "/notify"; }

  // Returns the next message, or an empty text if none arrives in time.
  std::string next(std::chrono::milliseconds patience = std::chrono::seconds(20)) const {
    pollfd waited{.fd = socket_, .events = POLLIN, .revents = 0};
    if (::poll(&waited, 1, static_cast<int>(patience.count())) != 1) return {};
    std::array<char, 512> text{};
    const ssize_t size = ::recv(socket_, text.data(), text.size(), 0);
    return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
  }

 private:
  ScratchFolder folder_;
  int socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
};

TEST(ServiceManager, learns_that_the_exchange_serves_and_that_it_ends) {
  const Manager manager;
  ServedExchange exchange(
      {.data = manager.folder() + "/network", .environment = {"NOTIFY_SOCKET=" + manager.path()}});
  EXPECT_EQ(manager.next(),
            "READY=1\nSTATUS=serves on http://127.0.0.1:" + std::to_string(exchange.port()));
  exchange.end();
  EXPECT_EQ(manager.next(), "STOPPING=1");
}

TEST(ServiceManager, is_notified_again_and_again_while_the_threads_of_the_exchange_answer) {
  const Manager manager;
  const ServedExchange exchange(
      {.data = manager.folder() + "/network",
       .environment = {"NOTIFY_SOCKET=" + manager.path(), "WATCHDOG_USEC=400000"}});
  EXPECT_TRUE(manager.next().starts_with("READY=1"));
  EXPECT_EQ(manager.next(), "WATCHDOG=1");
  EXPECT_EQ(manager.next(), "WATCHDOG=1");
  exchange.signal(SIGSTOP);
  // Messages that the process sent before it stopped.
  const std::chrono::milliseconds watchdog(400);
  while (!manager.next(watchdog).empty()) {
  }
  exchange.signal(SIGCONT);
  EXPECT_EQ(manager.next(), "WATCHDOG=1");
}

TEST(ServiceManager, of_another_process_is_not_notified_by_the_watchdog) {
  const Manager manager;
  ServedExchange exchange(
      {.data = manager.folder() + "/network",
       .environment = {"NOTIFY_SOCKET=" + manager.path(), "WATCHDOG_USEC=4000", "WATCHDOG_PID=1"}});
  EXPECT_TRUE(manager.next().starts_with("READY=1"));
  EXPECT_EQ(manager.next(std::chrono::milliseconds(200)), "");
  exchange.end();
  EXPECT_EQ(manager.next(), "STOPPING=1");
}

}  // namespace
}  // namespace tradepost::serving::service_manager_test
