#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// HTTP as a program speaks it that wants to cost as little as it can: one connection, one request
// at a time, nothing looked at that is not needed.
namespace tradepost::town {

struct Heard {
  int status = 0;  // 0: the connection ended without an answer
  std::string body;

  bool is_good() const { return status >= 200 && status < 300; }
  // The text of the first member of that name, wherever it stands; empty where none is.
  std::string text(std::string_view name) const;
};

class Wire {
 public:
  // Connects when it is asked for the first time, and again after an end.
  explicit Wire(std::uint16_t port) : port_(port) {}
  ~Wire();
  Wire(Wire&& other) noexcept;

  Heard ask(std::string_view token, std::string_view method, std::string_view path,
            std::string_view body = "", std::string_view headers = "");

  // Only asks. What comes is read by read_some().
  void begin(std::string_view token, std::string_view method, std::string_view path);
  // At most so many bytes; 0: the end.
  std::size_t read_some(std::size_t bytes_max);

 private:
  bool connect();
  void close();
  bool send(std::string_view bytes);
  bool read_more();
  Heard hear();

  const std::uint16_t port_;
  int descriptor_ = -1;
  std::string unread_;
};

}  // namespace tradepost::town
