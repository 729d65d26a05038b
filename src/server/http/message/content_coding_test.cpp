#include "http/message/content_coding.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/ground/limits.hpp"
#include "http/message/request_parser.hpp"

namespace tradepost::http {
namespace {

Coding coding_of(std::string_view lines, const Response& response) {
  RequestParser parser("192.0.2.1");
  std::string head = "GET / HTTP/1.1\r\nHost: a\r\n";
  head += lines;
  head += "\r\n";
  EXPECT_TRUE(parser.take(head).has_value()) << head;
  return coding_for(parser.request(), response);
}

Response answer(std::size_t bytes = base::limits::compressed_body_bytes_min) {
  Response response(200);
  response.body.append(std::string(bytes, 'a'));
  return response;
}

struct Row {
  std::string_view accepts;
  Coding coding;
};

// Covers contract 6.6.
TEST(ContentCoding, is_what_the_client_likes_best_and_we_do_with_least_work) {
  const Row rows[] = {
      {"gzip", Coding::gzip},
      {"zstd", Coding::zstd},
      {"GZip", Coding::gzip},
      {"x-gzip", Coding::gzip},
      {"gzip, deflate, br", Coding::gzip},
      {"gzip, deflate, br, zstd", Coding::zstd},
      {"gzip;q=1.0, zstd;q=0.5", Coding::gzip},
      {"gzip;q=0.5,zstd;q=0.501", Coding::zstd},
      {"gzip ; q=0.5 , zstd ; q=0.5", Coding::zstd},
      {"*", Coding::zstd},
      {"*;q=0.1", Coding::zstd},
      {"*, zstd;q=0", Coding::gzip},
      {"gzip;q=0, *", Coding::zstd},
      {"gzip;q=0.001", Coding::gzip},
      {"identity;q=0.5, gzip;q=0.4", Coding::identity},
      {"identity;q=0.5, gzip;q=0.5", Coding::gzip},
      {"identity;q=0, gzip", Coding::gzip},
      {"identity;q=0", Coding::identity},
      {"*;q=0", Coding::identity},
      {"gzip;q=0, zstd;q=0.000", Coding::identity},
      {"br, deflate", Coding::identity},
      {"gzipped", Coding::identity},
      {"", Coding::identity},
      {" , ;, gzip", Coding::gzip},
      {"gzip;level=9", Coding::gzip},
      {"gzip;q=", Coding::identity},
      {"gzip;q=x", Coding::identity},
      {"gzip;q=1.1", Coding::identity},
      {"gzip;q=2", Coding::identity},
      {"gzip;q=10", Coding::identity},
      {"gzip;q=-1", Coding::identity},
      {"gzip;q=0.5555", Coding::identity},
      {"gzip;q=1.", Coding::gzip},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(coding_of("Accept-Encoding: " + std::string(row.accepts) + "\r\n", answer()),
              row.coding)
        << row.accepts;
  }
  EXPECT_EQ(coding_of("", answer()), Coding::identity);
}

TEST(ContentCoding, is_asked_for_in_several_headers_as_in_one) {
  EXPECT_EQ(coding_of("Accept-Encoding: gzip;q=0.5\r\naccept-encoding: zstd;q=0.4\r\n", answer()),
            Coding::gzip);
}

TEST(ContentCoding, is_none_for_what_is_not_worth_it) {
  constexpr std::string_view lines = "Accept-Encoding: gzip\r\n";
  EXPECT_EQ(coding_of(lines, answer(base::limits::compressed_body_bytes_min - 1)),
            Coding::identity);
  for (const std::string_view type : {"image/png", "Image/PNG", "application/pdf", "video/mp4"}) {
    EXPECT_EQ(coding_of(lines, answer().header("Content-Type", type)), Coding::identity) << type;
  }
  for (const std::string_view type : {"application/json", "text/html", "image/svg+xml", "img"}) {
    EXPECT_EQ(coding_of(lines, answer().header("Content-Type", type)), Coding::gzip) << type;
  }
  EXPECT_EQ(coding_of(lines, answer().header("Content-Encoding", "br")), Coding::identity);
  for (const int status : {204, 206, 304}) {
    Response response = answer();
    response.status = status;
    EXPECT_EQ(coding_of(lines, response), Coding::identity) << status;
  }
}

TEST(ContentCoding, makes_a_strong_tag_a_weak_one) {
  Response strong = std::move(answer().header("ETag", "\"a\"").header("X-Name", "\"a\""));
  mark_coded(strong, Coding::gzip);
  EXPECT_EQ(strong.header("ETag"), "W/\"a\"");
  EXPECT_EQ(strong.header("X-Name"), "\"a\"");
  EXPECT_EQ(strong.header("Content-Encoding"), "gzip");
  Response weak = std::move(answer().header("ETag", "W/\"a\""));
  mark_coded(weak, Coding::zstd);
  EXPECT_EQ(weak.header("ETag"), "W/\"a\"");
}

TEST(ContentCoding, that_might_be_another_is_shown_in_vary) {
  Response plain = answer();
  add_vary(plain);
  EXPECT_EQ(plain.header("Vary"), "Accept-Encoding");
  Response more = std::move(answer().header("vary", "Accept"));
  add_vary(more);
  EXPECT_EQ(more.headers.size(), 1u);
  EXPECT_EQ(more.header("Vary"), "Accept, Accept-Encoding");
  Response small = answer(1);
  add_vary(small);
  EXPECT_EQ(small.header("Vary"), std::nullopt);
}

}  // namespace
}  // namespace tradepost::http
