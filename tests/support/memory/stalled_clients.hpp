#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tradepost::memory {

// Clients that begin a request and do not finish it: a sender sends all but the last byte of a
// body, and a reader reads the beginning of an answer. One poll loop serves hundreds of them.
class StalledClients {
 public:
  explicit StalledClients(std::uint16_t port) : port_(port) {}
  ~StalledClients();
  StalledClients(const StalledClients&) = delete;
  StalledClients& operator=(const StalledClients&) = delete;

  // `body` must outlive this object.
  void add_sender(std::string_view token, std::string_view body);
  void add_reader(std::string_view token, std::string_view path);

  // Sends and receives until no byte has moved for a second.
  void go_on();
  // Returns the statuses of the answers so far, complete or not.
  std::vector<int> statuses() const;
  // Waits until so many answers have this status, at most half a minute.
  bool wait_for(std::size_t count, int status);
  void end();

 private:
  struct Client {
    int descriptor;
    std::string head;
    std::string_view body;  // without its last byte
    std::size_t sent = 0;
    std::string heard;  // the first bytes of the answer
    bool is_over = false;
  };
  void add(std::string head, std::string_view body);
  // Returns true if bytes moved in either direction.
  bool step(int timeout_ms);
  bool send_some(Client& client) const;
  bool hear_some(Client& client) const;

  const std::uint16_t port_;
  std::vector<Client> clients_;
};

// Returns a value from the status of a process: VmRSS: is the resident memory now, VmHWM: its
// maximum.
std::size_t memory_bytes(int process, std::string_view of);

}  // namespace tradepost::memory
