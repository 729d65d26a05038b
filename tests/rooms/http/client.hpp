#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tradepost::http_tests {

struct Answer {
  int status = 0;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;

  std::string header(const std::string& name) const;
};

// A client that sends exactly the given bytes, over a real socket, and reads strictly: an answer
// that is no HTTP/1.1 fails the test, and so does a wait of more than ten seconds.
class Client {
 public:
  // From that address of this machine: 127.0.0.2.
  explicit Client(std::uint16_t port, const std::string& from = "127.0.0.1");
  virtual ~Client();
  Client(Client&& other) noexcept;

  // False where the other side has closed.
  virtual bool send(std::string_view bytes) const;
  virtual void end_sending() const;
  // Breaks the connection off without a good-bye: RST instead of FIN.
  void reset();
  // Until nothing more was taken for a while; says how much went.
  std::size_t send_while_taken(std::string_view bytes) const;

  // The next answer; `to_head` ones have no body whatever they announce.
  Answer answer();
  // Nothing: the connection ended before the answer was whole.
  std::optional<Answer> answer_if_whole();
  Answer answer_to_head();
  // Sends, and reads the answer.
  Answer ask(std::string_view bytes);

  // Whether the other side has closed and sent nothing more.
  bool is_closed();
  // What came and was not read yet is of no interest.
  void drop_unread() { unread_.clear(); }
  // Whether anything came back in that time, an answer or the end.
  bool has_answer_within(std::chrono::milliseconds time) const;
  // Whether the other side breaks off what it sends and is not read.
  bool is_cut_off_without_reading() const;

 protected:
  // Not connected yet.
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

// GET path HTTP/1.1, with a Host and the given header lines.
std::string get(std::string_view path, std::string_view lines = "");
std::string post(std::string_view path, std::string_view body, std::string_view lines = "");

}  // namespace tradepost::http_tests
