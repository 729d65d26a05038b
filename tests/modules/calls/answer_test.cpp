#include <gtest/gtest.h>

#include <future>
#include <string>

#include "calls/calls.hpp"
#include "http/receiver.hpp"

namespace tradepost::calls {
namespace {

CallEnd end_of(Calls& calls, Call call) {
  std::promise<CallEnd> promise;
  calls.make(std::move(call), [&](CallEnd end) { promise.set_value(std::move(end)); });
  return promise.get_future().get();
}

TEST(Answer, body_is_returned_up_to_its_limit) {
  const http_tests::Receiver receiver(
      [](const http_tests::Received&, std::size_t) { return "201 Created\r\n\r\n0123456789"; });
  Calls calls;
  struct Row {
    std::size_t answer_bytes_max;
    int status;
    std::string_view body;
    std::string_view why;
  };
  constexpr Row rows[] = {
      {.answer_bytes_max = 0, .status = 201, .body = "", .why = ""},
      {.answer_bytes_max = 9, .status = 0, .body = "", .why = "The answer is too large"},
      {.answer_bytes_max = 10, .status = 201, .body = "0123456789", .why = ""},
  };
  for (const Method method : {Method::post, Method::get}) {
    for (const Row& row : rows) {
      const CallEnd end = end_of(calls, {.url = receiver.url(),
                                         .headers = {},
                                         .body = method == Method::post ? "sent" : "",
                                         .reach = Reach::any,
                                         .method = method,
                                         .answer_bytes_max = row.answer_bytes_max});
      EXPECT_EQ(end.status, row.status);
      EXPECT_EQ(end.body, row.body);
      EXPECT_EQ(end.why, row.why);
    }
  }
  EXPECT_EQ(receiver.calls().front().body, "sent");
  EXPECT_EQ(receiver.calls().back().body, "");
}

}  // namespace
}  // namespace tradepost::calls
