#include "http/message/response.hpp"

#include <gtest/gtest.h>

#include <array>

#include "base/clock.hpp"
#include "http/connection/outgoing.hpp"
#include "http/wire/status.hpp"

namespace tradepost::http {
namespace {

std::string head_of(const Response& response, Ending ending = Ending::keeps_alive) {
  std::string head;
  append_head(head, response, "Sun, 06 Nov 1994 08:49:37 GMT", ending);
  return head;
}

TEST(Body, gathers_what_is_copied_and_what_lies_elsewhere) {
  const auto content = std::make_shared<const std::string>("{\"a\":1}");
  Body body;
  body.append("[");
  body.append(*content, content);
  body.append(",");
  body.append("");
  body.append("2");
  body.append("", content);
  body.append("]");
  EXPECT_EQ(body.joined(), "[{\"a\":1},2]");
  EXPECT_EQ(body.size(), 11u);
  EXPECT_EQ(body.part_count(), 3u);
  EXPECT_EQ(body.part(1).data(), content->data());
}

TEST(Body, keeps_its_owners_and_its_texts_when_moved) {
  auto content = std::make_shared<const std::string>("content");
  const std::weak_ptr<const std::string> alive = content;
  Body body;
  body.append("a");
  body.append(*content, content);
  content.reset();
  Body moved = std::move(body);
  EXPECT_FALSE(alive.expired());
  EXPECT_EQ(moved.joined(), "acontent");
  moved = Body();
  EXPECT_TRUE(alive.expired());
}

TEST(Head, has_date_length_and_headers) {
  Response response(200);
  response.header("Content-Type", "application/json");
  response.body.append("{}");
  EXPECT_EQ(head_of(response),
            "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 2\r\n"
            "Content-Type: application/json\r\n\r\n");
}

TEST(Head, without_a_body_says_so_unless_there_can_be_none) {
  EXPECT_NE(head_of(Response(404)).find("\r\nContent-Length: 0\r\n"), std::string::npos);
  EXPECT_EQ(head_of(Response(204)).find("Content-Length"), std::string::npos);
  EXPECT_EQ(head_of(Response(304)).find("Content-Length"), std::string::npos);
}

TEST(Head, says_that_the_connection_closes) {
  EXPECT_TRUE(head_of(Response(400), Ending::closes).ends_with("\r\nConnection: close\r\n\r\n"));
}

// Covers contract 8.7.
TEST(Head, text_from_outside_can_end_no_header) {
  Response response(200);
  response.header("Location", "/a\r\nSet-Cookie: x=1\r\n\r\n\x7F\xC3\xA4 b%");
  EXPECT_NE(
      head_of(response).find("\r\nLocation: /a%0D%0ASet-Cookie: x=1%0D%0A%0D%0A%7F%C3%A4 b%\r\n"),
      std::string::npos);
}

TEST(HeadDeathTest, a_header_name_that_is_none_ends_the_process) {
  Response response(200);
  EXPECT_DEATH(response.header("a b", "c"), "check failed");
  EXPECT_DEATH(response.header("", "c"), "check failed");
}

TEST(Status, known_ones_have_their_phrase) {
  EXPECT_EQ(reason_phrase(422), "Unprocessable Content");
  EXPECT_EQ(reason_phrase(299), "Unknown");
}

TEST(Date, is_written_as_http_wants_it) {
  EXPECT_EQ(http_date(base::instant_of(784111777'000)), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(http_date(base::instant_of(1709195415'999)), "Thu, 29 Feb 2024 08:30:15 GMT");
}

// Every byte is sent once and in order, however many the kernel accepts at a time.
TEST(Outgoing, goes_out_whole_in_steps_of_any_size) {
  const auto content = std::make_shared<const std::string>("0123456789");
  Body body;
  for (int i = 0; i < 5; ++i) {
    body.append("<");
    body.append(*content, content);
  }
  for (std::size_t step = 1; step < 70; ++step) {
    Outgoing outgoing("head|", &body);
    std::string sent;
    while (!outgoing.is_done()) {
      std::array<std::string_view, 3> room;
      std::string offered;
      for (const auto piece : outgoing.pieces(room)) offered += piece;
      ASSERT_FALSE(offered.empty());
      offered.resize(std::min(offered.size(), step));
      sent += offered;
      outgoing.advance(offered.size());
      EXPECT_EQ(outgoing.sent_bytes(), sent.size());
    }
    EXPECT_EQ(sent, "head|" + body.joined()) << step;
  }
}

TEST(Outgoing, a_head_alone_goes_out) {
  Outgoing outgoing("head", nullptr);
  outgoing.advance(4);
  EXPECT_TRUE(outgoing.is_done());
}

}  // namespace
}  // namespace tradepost::http
