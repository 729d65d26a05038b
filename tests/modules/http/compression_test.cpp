#include <fmt/format.h>
#include <gtest/gtest.h>
#include <libdeflate.h>
#include <zstd.h>

#include <memory>
#include <string>

#include "base/ground/freed_by.hpp"
#include "http/client.hpp"
#include "http/running_server.hpp"

// Covers contract 6.6.
namespace tradepost::http_tests::compression_test {
namespace {

std::string unzipped(const std::string& bytes) {
  const std::unique_ptr<libdeflate_decompressor, base::FreedBy<libdeflate_free_decompressor>> gzip(
      libdeflate_alloc_decompressor());
  std::string text(1 << 20, '\0');
  std::size_t size = 0;
  const auto result = libdeflate_gzip_decompress(gzip.get(), bytes.data(), bytes.size(),
                                                 text.data(), text.size(), &size);
  return result == LIBDEFLATE_SUCCESS ? text.substr(0, size) : "no gzip";
}

std::string unpacked(const std::string& bytes) {
  std::string text(1 << 20, '\0');
  const std::size_t size = ZSTD_decompress(text.data(), text.size(), bytes.data(), bytes.size());
  return ZSTD_isError(size) == 0 ? text.substr(0, size) : "no zstd";
}

std::string lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += fmt::format("line {}\n", i);
  return text;
}

std::string accepting(std::string_view codings) {
  return fmt::format("Accept-Encoding: {}\r\n", codings);
}

TEST(Compression, client_that_accepts_it_gets_the_same_in_less) {
  RunningServer server;
  Client client(server.port());
  const std::string text = lines(1'000);
  const Answer plain = client.ask(get("/lines?count=1000"));
  EXPECT_EQ(plain.body, text);
  EXPECT_EQ(plain.header("content-encoding"), "");
  EXPECT_EQ(plain.header("vary"), "Accept-Encoding");
  const Answer zipped = client.ask(get("/lines?count=1000", accepting("gzip")));
  EXPECT_EQ(zipped.header("content-encoding"), "gzip");
  EXPECT_EQ(zipped.header("vary"), "Accept-Encoding");
  EXPECT_LT(zipped.body.size(), text.size() / 2);
  EXPECT_EQ(unzipped(zipped.body), text);
  const Answer packed = client.ask(get("/lines?count=1000", accepting("gzip, deflate, br, zstd")));
  EXPECT_EQ(packed.header("content-encoding"), "zstd");
  EXPECT_LT(packed.body.size(), text.size() / 2);
  EXPECT_EQ(unpacked(packed.body), text);
  EXPECT_EQ(client.ask(get("/ping")).status, 204);
}

TEST(Compression, gathered_pieces_are_compressed_as_one_body) {
  RunningServer server;
  Client client(server.port());
  const std::string plain = client.ask(get("/pieces")).body;
  ASSERT_EQ(plain.size(), 100'300u);
  EXPECT_EQ(unzipped(client.ask(get("/pieces", accepting("gzip"))).body), plain);
  EXPECT_EQ(unpacked(client.ask(get("/pieces", accepting("zstd"))).body), plain);
}

TEST(Compression, head_is_answered_with_the_headers_of_get) {
  RunningServer server;
  Client client(server.port());
  const Answer got = client.ask(get("/lines?count=1000", accepting("gzip")));
  client.send("HEAD /lines?count=1000 HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\n\r\n");
  Answer head = client.answer_to_head();
  head.headers["date"] = got.header("date");
  EXPECT_EQ(head.headers, got.headers);
  EXPECT_EQ(head.header("content-length"), std::to_string(got.body.size()));
  EXPECT_EQ(client.ask(get("/ping")).status, 204);
}

TEST(Compression, is_not_for_what_is_small_compressed_already_or_without_a_body) {
  RunningServer server;
  Client client(server.port());
  const Answer small = client.ask(get("/lines?count=10", accepting("gzip")));
  EXPECT_EQ(small.body, lines(10));
  EXPECT_EQ(small.header("content-encoding"), "");
  const Answer coded = client.ask(get("/lines?count=1000&encoding=br", accepting("gzip")));
  EXPECT_EQ(coded.body, lines(1'000));
  EXPECT_EQ(coded.header("content-encoding"), "br");
  EXPECT_EQ(coded.header("vary"), "");
  const Answer picture = client.ask(get("/lines?count=1000&type=image/png", accepting("gzip")));
  EXPECT_EQ(picture.body, lines(1'000));
  for (const int status : {204, 304}) {
    const Answer none =
        client.ask(get(fmt::format("/lines?count=1000&status={}", status), accepting("gzip")));
    EXPECT_EQ(none.status, status);
    EXPECT_EQ(none.header("content-encoding"), "");
    EXPECT_EQ(none.header("vary"), "");
  }
  EXPECT_EQ(client.ask(get("/ping")).status, 204);
}

TEST(Compression, is_not_for_a_client_that_refuses_it) {
  RunningServer server;
  Client client(server.port());
  for (const std::string_view codings : {"gzip;q=0", "identity", "br", "*;q=0", "identity;q=0"}) {
    const Answer plain = client.ask(get("/lines?count=1000", accepting(codings)));
    EXPECT_EQ(plain.header("content-encoding"), "") << codings;
    EXPECT_EQ(plain.body, lines(1'000)) << codings;
  }
}

TEST(Compression, pipelined_answers_keep_their_order) {
  RunningServer server;
  Client client(server.port());
  client.send(get("/lines?count=20000", accepting("gzip")) + get("/ping") +
              get("/lines?count=1000", accepting("zstd")) + post("/echo", "behind"));
  EXPECT_EQ(unzipped(client.answer().body), lines(20'000));
  EXPECT_EQ(client.answer().status, 204);
  EXPECT_EQ(unpacked(client.answer().body), lines(1'000));
  EXPECT_EQ(client.answer().body, "behind");
}

TEST(Compression, bytes_of_an_answer_are_counted_as_they_were_sent) {
  RunningServer server;
  Client client(server.port());
  const Answer zipped = client.ask(get("/lines?count=1000", accepting("gzip")));
  const auto answers = server.answered_requests().take(1);
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0].body_bytes, zipped.body.size());
}

TEST(Compression, answers_that_are_under_way_when_the_server_stops_are_sent) {
  RunningServer server({.loops = 1});
  Client client(server.port());
  client.send(get("/held") + get("/lines?count=20000", accepting("gzip")));
  Client witness(server.port());
  EXPECT_EQ(witness.ask(get("/ping")).status, 204);
  server.gate().open(1);
  EXPECT_EQ(client.answer().status, 200);
  server.server().stop();
  EXPECT_EQ(unzipped(client.answer().body), lines(20'000));
  client.end_sending();
  server.server().wait();
}

}  // namespace
}  // namespace tradepost::http_tests::compression_test
