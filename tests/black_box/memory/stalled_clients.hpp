#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tradepost::memory {

// Clients that begin something and don't end it: all but the last byte of a body is sent, of an
// answer the beginning is read. Hundreds of them, served side by side.
class StalledClients {
 public:
  explicit StalledClients(std::uint16_t port) : port_(port) {}
  ~StalledClients();
  StalledClients(const StalledClients&) = delete;
  StalledClients& operator=(const StalledClients&) = delete;

  // `body` outlives this.
  void add_sender(std::string_view token, std::string_view body);
  void add_reader(std::string_view token, std::string_view path);

  // Until nothing more is taken for a second, or given.
  void go_on();
  // The status of each that was answered so far, whole or not.
  std::vector<int> statuses() const;
  // Waits until so many have this status; half a minute at the most.
  bool wait_for(std::size_t count, int status);
  void end();

 private:
  struct Client {
    int descriptor;
    std::string head;
    std::string_view body;  // without its last byte
    std::size_t sent = 0;
    std::string heard;  // its first bytes
    bool is_over = false;
  };
  void add(std::string head, std::string_view body);
  // Whether anything went either way.
  bool step(int timeout_ms);
  bool send_some(Client& client) const;
  bool hear_some(Client& client) const;

  const std::uint16_t port_;
  std::vector<Client> clients_;
};

// Of a process: VmRSS: what is resident now, VmHWM: what was at the most.
std::size_t memory_bytes(int process, std::string_view of);

}  // namespace tradepost::memory
