#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// An HTTP client that costs as little as possible: one connection, one request at a time. It reads
// only the necessary parts of an answer.
namespace tradepost::town {

struct Heard {
  int status = 0;  // 0 if the connection ended without an answer
  std::string body;

  bool is_good() const { return status >= 200 && status < 300; }
  // Returns the text of the first member of that name at any depth, or an empty text.
  std::string text(std::string_view name) const;
};

class Wire {
 public:
  // Connects at the first request, and again after the connection ended.
  explicit Wire(std::uint16_t port) : port_(port) {}
  ~Wire();
  Wire(Wire&& other) noexcept;

  Heard ask(std::string_view token, std::string_view method, std::string_view path,
            std::string_view body = "", std::string_view headers = "");

  // Sends a request. read_some() reads the answer.
  void begin(std::string_view token, std::string_view method, std::string_view path);
  // Reads at most so many bytes. Returns 0 at the end.
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
