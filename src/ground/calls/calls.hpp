#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// Concurrent requests to addresses that untrusted users have chosen, on one thread. Redirects are
// not followed and proxies are not used. The address of a host is checked when the connection is
// made, so it can't change after the check.
namespace tradepost::calls {

// The addresses that a call may reach.
enum class Reach : std::uint8_t {
  public_only,  // and the addresses in Call::also
  any,
};

struct Header {
  std::string name;
  std::string value;
};

enum class Method : std::uint8_t { post, get };

struct Call {
  std::string url;  // http or https
  std::vector<Header> headers;
  std::string body;  // for POST
  Reach reach = Reach::public_only;
  // Numeric addresses that are permitted although they are not public.
  std::vector<std::string> also = {};
  Method method = Method::post;
  // The body of the answer is returned up to this size, and a longer answer counts as missing.
  // 0: no body is returned, and a long answer has its status.
  std::size_t answer_bytes_max = 0;
  std::string authorities_file = {};  // PEM; empty: the file of these calls
};

struct CallEnd {
  int status = 0;         // 0 without an answer
  std::string_view why;   // the reason of a missing answer: a sentence without its full stop
  bool is_ended = false;  // these calls ended first, so the outcome is unknown
  // The host is unknown, or must not be called. `why` is the same for both.
  bool is_out_of_reach = false;
  std::string body = {};  // empty without Call::answer_bytes_max
};

class Calls {
 public:
  using Done = std::move_only_function<void(CallEnd)>;

  // Checks certificates against these authorities (PEM), or the machine's if no file is named.
  explicit Calls(const std::string& authorities_file = {});
  // Calls end().
  ~Calls();
  Calls(Calls&&) = delete;

  // Starts a call, from any thread. Calls `done` exactly once, on the thread of the calls; `done`
  // must not block. The caller limits the number of concurrent calls.
  void make(Call call, Done done);
  // Ends the calls in progress now, and later calls at once.
  void end();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tradepost::calls
