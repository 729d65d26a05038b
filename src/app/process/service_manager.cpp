#include "app/process/service_manager.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/files/descriptor.hpp"
#include "base/text/whole_number.hpp"

namespace tradepost::app {
namespace {

std::string take_variable(const char* name) {
  const char* const given = std::getenv(name);
  std::string value = given == nullptr ? "" : given;
  ::unsetenv(name);
  return value;
}

}  // namespace

ServiceManager ServiceManager::of_environment() {
  ServiceManager manager;
  manager.address_ = take_variable("NOTIFY_SOCKET");
  const auto watched = base::whole_number<std::int64_t>(take_variable("WATCHDOG_USEC"));
  const std::string process = take_variable("WATCHDOG_PID");
  if (watched && *watched > 0 && (process.empty() || process == std::to_string(::getpid())))
    manager.interval_ = std::chrono::milliseconds(*watched / 1000 / 4);
  return manager;
}

void ServiceManager::serves(std::string_view status) {
  notify("READY=1\nSTATUS=" + std::string(status));
}

void ServiceManager::ends() {
  notify("STOPPING=1");
}

void ServiceManager::lives() {
  const auto now = std::chrono::steady_clock::now();
  if (!interval_ || now - lived_ < *interval_ / 2) return;
  lived_ = now;
  notify("WATCHDOG=1", MSG_DONTWAIT);  // a busy manager must not block the exchange
}

// Ignores errors: the manager acts on the absence of a message.
void ServiceManager::notify(std::string_view state, int flags) const {
  sockaddr_un to{};
  if (address_.empty() || address_.size() >= sizeof(to.sun_path)) return;
  to.sun_family = AF_UNIX;
  std::memcpy(to.sun_path, address_.data(), address_.size());
  if (to.sun_path[0] == '@') to.sun_path[0] = '\0';  // an abstract address
  const base::Descriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const auto length = offsetof(sockaddr_un, sun_path) + address_.size();
  (void)::sendto(socket.get(), state.data(), state.size(), MSG_NOSIGNAL | flags,
                 reinterpret_cast<const sockaddr*>(&to), static_cast<socklen_t>(length));
}

}  // namespace tradepost::app
