#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/session.hpp"

// Requests that go out to addresses which strangers have named: many at the same time, on one
// thread. No redirect is followed, no proxy asked, and the address that a name leads to is judged
// when it is connected to, so that it can't change in between.
namespace tradepost::client {

// Which addresses a call may reach.
enum class Reach : std::uint8_t {
  public_only,  // and those that are named beside it
  any,
};

struct Call {
  std::string url;  // http or https
  std::vector<Header> headers;
  std::string body;  // of a POST
  Reach reach = Reach::public_only;
  std::vector<std::string> also = {};  // numeric addresses that may be reached all the same
};

struct CallEnd {
  int status = 0;         // 0: there was no answer
  std::string_view why;   // where there was none: a sentence without its stop
  bool is_ended = false;  // by the end of these calls: nothing is known of it
  // The host is not known, or may not be called: `why` is the same for both.
  bool is_out_of_reach = false;
};

class Calls {
 public:
  using Done = std::move_only_function<void(CallEnd)>;

  // Certificates are held against these authorities (PEM); without a file the machine's.
  explicit Calls(const std::string& authorities_file = {});
  // As end().
  ~Calls();
  Calls(Calls&&) = delete;

  // From any thread; `done` is called once, on the thread of the calls, and may not wait. The
  // caller bounds how many are under way.
  void make(Call call, Done done);
  // Ends the calls under way now, and later ones at once.
  void end();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tradepost::client
