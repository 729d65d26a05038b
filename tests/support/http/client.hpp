#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tradepost::http_tests {

struct Answer {
  int status = 0;
  std::map<std::string, std::string> headers;  // names in lower case; the first of each name
  std::vector<std::string> set_cookies = {};
  std::string body;

  std::string header(const std::string& name) const;
};

// A client that sends exactly the given bytes over a real socket, and reads strictly: an answer
// that is not HTTP/1.1 fails the test, and so does a wait of more than ten seconds.
class Client {
 public:
  // Connects from that address of this machine, such as 127.0.0.2.
  explicit Client(std::uint16_t port, const std::string& from = "127.0.0.1");
  virtual ~Client();
  Client(Client&& other) noexcept;

  // Returns false if the other side has closed.
  virtual bool send(std::string_view bytes) const;
  virtual void end_sending() const;
  // Closes the connection with RST instead of FIN.
  void reset();
  // Sends until the other side accepts nothing more for a while. Returns the number of bytes sent.
  std::size_t send_while_taken(std::string_view bytes) const;

  // Returns the next answer; an answer to HEAD has no body, whatever its length says.
  Answer answer();
  // Returns nullopt if the connection ended before the answer was complete.
  std::optional<Answer> answer_if_whole();
  Answer answer_to_head();
  // Sends, and reads the answer.
  Answer ask(std::string_view bytes);

  // Returns true if the other side has closed and sent nothing more.
  bool is_closed();
  // Discards received bytes that were not read yet.
  void drop_unread() { unread_.clear(); }
  // Returns true if an answer or the end arrives within that time.
  bool has_answer_within(std::chrono::milliseconds time) const;
  // Returns true if the other side aborts an answer that is not read.
  bool is_cut_off_without_reading() const;

 protected:
  // Creates a client that is not connected yet.
  Client(const std::string& from, std::chrono::seconds wait_max);
  bool connect(std::uint16_t port) const;
  int descriptor() const { return descriptor_; }
  enum class Got { bytes, end, nothing_in_time };
  virtual Got receive(std::span<char> room, std::size_t& bytes);

 private:
  enum class BodyIs { sent, left_out };
  Answer read_answer(BodyIs body);
  std::optional<Answer> read_whole_answer(BodyIs body);
  bool read_more();

  int descriptor_;
  std::string unread_;
};

// Returns GET path HTTP/1.1, with a Host and the given header lines.
std::string get(std::string_view path, std::string_view lines = "");
std::string post(std::string_view path, std::string_view body, std::string_view lines = "");

}  // namespace tradepost::http_tests
