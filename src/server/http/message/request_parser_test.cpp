#include "http/message/request_parser.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "base/ground/limits.hpp"

// Covers contract 4.1 and 11.1.
namespace tradepost::http {
namespace {

constexpr std::size_t body_bytes_max = 1'000;

struct Parsed {
  std::string refused;  // the wire name of the code; empty: accepted
  std::string body;
  std::size_t taken = 0;
  bool whole = false;
};

// Passes the bytes in pieces of this size, like a socket.
Parsed parse(RequestParser& parser, std::string_view bytes, std::size_t piece) {
  Parsed parsed;
  parser.begin();
  bool bounded = false;
  while (!bytes.empty() && !(bounded && parser.is_whole())) {
    auto given = bytes.substr(0, piece);
    while (!given.empty() && !(bounded && parser.is_whole())) {
      const auto taken = parser.take(given);
      if (!taken) {
        parsed.refused = row_of(taken.error().code()).wire_name;
        return parsed;
      }
      given.remove_prefix(*taken);
      bytes.remove_prefix(*taken);
      parsed.taken += *taken;
      if (parser.head_is_there() && !bounded) {
        bounded = true;
        if (const auto done = parser.bound_body(body_bytes_max); !done) {
          parsed.refused = row_of(done.error().code()).wire_name;
          return parsed;
        }
      }
    }
  }
  parsed.whole = parser.head_is_there() && parser.is_whole();
  parsed.body = parser.request().body();
  return parsed;
}

// Returns the sizes of pieces to test. A short text gets every size, so that it is cut at every
// position.
std::vector<std::size_t> piece_sizes(std::size_t bytes) {
  constexpr std::size_t short_bytes = 512;
  if (bytes > short_bytes) return {1, 2, 3, 5, 7, 64, 4'095, 4'096, 4'097};
  std::vector<std::size_t> sizes(bytes);
  std::iota(sizes.begin(), sizes.end(), std::size_t{1});
  return sizes;
}

// Returns the outcome, which must be the same however the bytes are cut.
Parsed parse(std::string_view bytes) {
  RequestParser parser("192.0.2.1");
  const Parsed at_once = parse(parser, bytes, std::numeric_limits<std::size_t>::max());
  for (const std::size_t piece : piece_sizes(bytes.size())) {
    RequestParser other("192.0.2.1");
    const Parsed in_pieces = parse(other, bytes, piece);
    EXPECT_EQ(in_pieces.refused, at_once.refused) << bytes << " in pieces of " << piece;
    EXPECT_EQ(in_pieces.body, at_once.body) << bytes << " in pieces of " << piece;
    EXPECT_EQ(in_pieces.whole, at_once.whole) << bytes << " in pieces of " << piece;
    if (at_once.refused.empty()) {
      EXPECT_EQ(in_pieces.taken, at_once.taken) << bytes << " in pieces of " << piece;
    }
  }
  return at_once;
}

std::string with_head(std::string_view lines, std::string_view body = "") {
  return "POST /x HTTP/1.1\r\nHost: a\r\n" + std::string(lines) + "\r\n" + std::string(body);
}

TEST(RequestParser, head_and_body_are_read) {
  RequestParser parser("192.0.2.1");
  const std::string bytes =
      "POST /v2/x?a=1 HTTP/1.1\r\nHost: a:80\r\nX-Thing:   blanks inside  \r\nEmpty:\r\n"
      "Content-Length: 5\r\n\r\nhelloGET";
  for (const std::size_t piece : {1u, 9u, 1'000u}) {
    const Parsed parsed = parse(parser, bytes, piece);
    EXPECT_TRUE(parsed.whole);
    EXPECT_EQ(parsed.taken, bytes.size() - 3);
    Request& request = parser.request();
    EXPECT_EQ(request.method(), "POST");
    EXPECT_EQ(request.path(), "/v2/x");
    EXPECT_EQ(request.target().parameter("a"), "1");
    EXPECT_EQ(request.header("x-thing"), "blanks inside");
    EXPECT_EQ(request.header("EMPTY"), "");
    EXPECT_EQ(request.header("Cookie"), std::nullopt);
    EXPECT_EQ(request.header_count("host"), 1u);
    EXPECT_EQ(request.field_count(), 4u);
    EXPECT_EQ(request.field(0).name, "Host");
    EXPECT_EQ(request.peer(), "192.0.2.1");
    EXPECT_EQ(request.take_body(), "hello");
    EXPECT_EQ(request.body(), "");
    EXPECT_TRUE(parser.keeps_alive());
  }
}

TEST(RequestParser, chunks_are_joined_and_trailers_dropped) {
  const std::string bytes = with_head("Transfer-Encoding: Chunked\r\n",
                                      "5\r\nhello\r\n1;ext=\"x\"\r\n,\r\nA\r\n0123456789\r\n"
                                      "0\r\nX-Trailer: 1\r\n\r\n");
  const Parsed parsed = parse(bytes + "next");
  EXPECT_TRUE(parsed.whole);
  EXPECT_EQ(parsed.body, "hello,0123456789");
  EXPECT_EQ(parsed.taken, bytes.size());
}

TEST(RequestParser, no_chunk_but_the_last_is_an_empty_body) {
  const Parsed parsed = parse(with_head("Transfer-Encoding: chunked\r\n", "0\r\n\r\n"));
  EXPECT_TRUE(parsed.whole);
  EXPECT_EQ(parsed.body, "");
}

TEST(RequestParser, half_a_request_is_neither_whole_nor_refused) {
  for (const auto& bytes : {std::string("GET /x HT"), std::string("GET /x HTTP/1.1\r\nHost: a\r\n"),
                            with_head("Content-Length: 5\r\n", "hell"),
                            with_head("Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n0\r\n")}) {
    const Parsed parsed = parse(bytes);
    EXPECT_EQ(parsed.refused, "") << bytes;
    EXPECT_FALSE(parsed.whole) << bytes;
    EXPECT_EQ(parsed.taken, bytes.size()) << bytes;
  }
}

// RFC 9112 decides these cases. Implementations read each of them differently, so that a second
// request could hide in the body of the first.
TEST(RequestParser, doubt_about_where_a_request_ends_is_refused) {
  const std::vector<std::string> doubtful = {
      with_head("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
      with_head("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"),
      with_head("Content-Length: 5\r\nContent-Length: 6\r\n", "hello"),
      with_head("Content-Length: 5\r\nContent-Length: 5\r\n", "hello"),
      with_head("Content-Length: 5, 5\r\n", "hello"),
      with_head("Content-Length: +5\r\n", "hello"),
      with_head("Content-Length: -5\r\n", "hello"),
      with_head("Content-Length: 0x5\r\n", "hello"),
      with_head("Content-Length:\r\n", "hello"),
      with_head("Content-Length: 99999999999999999999\r\n", "hello"),
      with_head("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
      with_head("Content-Length : 5\r\n", "hello"),
      with_head("X-Folded: a\r\n b\r\n"),
      with_head("X-Folded:\r\n b\r\n"),
      with_head("X-Folded: a\r\n \r\n"),
      with_head("X-Bare: a\nX-Other: b\r\n"),
      with_head(std::string_view("X-Zero: a\0b\r\n", 13)),
      with_head("X Y: a\r\n"),
      with_head(": a\r\n"),
      with_head("Transfer-Encoding: chunked\r\n", "5\nhello\n0\n\n"),
      with_head("Transfer-Encoding: chunked\r\n", "5\r\nhello0\r\n\r\n"),
      with_head("Transfer-Encoding: chunked\r\n", "5;x=\"\n\"\r\nhello\r\n0\r\n\r\n"),
      with_head("Transfer-Encoding: chunked\r\n", "-5\r\nhello\r\n0\r\n\r\n"),
      with_head("Transfer-Encoding: chunked\r\n", "0x5\r\nhello\r\n0\r\n\r\n"),
      with_head("Transfer-Encoding: chunked\r\n", "5 \r\nhello\r\n0\r\n\r\n\r\n\r\n"),
      with_head("Transfer-Encoding: chunked\r\n", "fffffffffffffffff\r\nhello\r\n0\r\n\r\n"),
      "POST /x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "GET /x HTTP/1.1\nHost: a\n\n",
      "GET /x\r\n\r\n",
      "GET  /x HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /x y HTTP/1.1\r\nHost: a\r\n\r\n",
      " GET /x HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /x HTTP/2.0\r\nHost: a\r\n\r\n",
      "GET /x HTTP/1.1\r\n Host: a\r\n\r\n",
      "GET /x HTTP/1.1\r\n\r\n",
      "GET /x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
      "GET x HTTP/1.1\r\nHost: a\r\n\r\n",
      "\x16\x03\x01\x02: a TLS hello, or anything else\r\n\r\n",
  };
  for (const std::string& bytes : doubtful) {
    EXPECT_EQ(parse(bytes).refused, "unreadable") << bytes;
  }
}

TEST(RequestParser, codings_other_than_chunked_are_not_known) {
  for (const auto coding : {"gzip", "gzip, chunked", "identity", "chunked, chunked", "xchunked"}) {
    const std::string bytes = with_head("Transfer-Encoding: " + std::string(coding) + "\r\n");
    EXPECT_EQ(parse(bytes).refused, "not_implemented") << coding;
  }
}

TEST(RequestParser, expectations_other_than_100_continue_are_not_met) {
  EXPECT_EQ(parse(with_head("Expect: 200-ok\r\n")).refused, "expectation_failed");
  EXPECT_EQ(parse(with_head("Expect: 100-Continue\r\n")).refused, "");
}

TEST(RequestParser, expectation_with_a_second_value_is_not_met) {
  for (const std::string_view lines :
       {"Expect: 100-continue\r\nExpect: 200-ok\r\n", "Expect: 100-continue, 200-ok\r\n",
        "Expect: 100-continue\r\nX: a\r\nExpect: 100-continue\r\n"}) {
    EXPECT_EQ(parse(with_head(lines)).refused, "expectation_failed") << lines;
  }
}

TEST(RequestParser, too_large_a_head_is_refused_however_it_comes) {
  const std::size_t other = with_head("X: \r\n").size();
  const std::string fits(base::limits::head_bytes_max - other, 'a');
  EXPECT_EQ(parse(with_head("X: " + fits + "\r\n")).refused, "");
  EXPECT_EQ(parse(with_head("X: " + fits + "a\r\n")).refused, "head_too_large");
  EXPECT_EQ(parse(with_head("X: " + fits + fits + fits + fits)).refused, "head_too_large");
  EXPECT_EQ(parse("GET /" + fits + fits).refused, "head_too_large");
  std::string lines;
  while (lines.size() < base::limits::head_bytes_max)
    lines += "X: " + std::string(1'000, 'a') + "\r\n";
  EXPECT_EQ(parse(with_head(lines)).refused, "head_too_large");
}

TEST(RequestParser, too_many_headers_are_refused) {
  std::string lines;
  for (std::size_t i = 1; i < base::limits::header_fields_max; ++i) lines += "X: 1\r\n";
  EXPECT_EQ(parse(with_head(lines)).refused, "");
  EXPECT_EQ(parse(with_head(lines + "X: 1\r\n")).refused, "head_too_large");
}

TEST(RequestParser, too_large_a_body_is_refused_before_it_is_kept) {
  const std::string fits(body_bytes_max, 'a');
  EXPECT_EQ(parse(with_head("Content-Length: 1000\r\n", fits)).refused, "");
  EXPECT_EQ(parse(with_head("Content-Length: 1001\r\n")).refused, "too_large");
  EXPECT_EQ(parse(with_head("Content-Length: 18446744073709551615\r\n")).refused, "too_large");
  const auto chunked = [](std::string_view body) {
    return parse(with_head("Transfer-Encoding: chunked\r\n", body)).refused;
  };
  EXPECT_EQ(chunked("3e8\r\n" + fits + "\r\n0\r\n\r\n"), "");
  EXPECT_EQ(chunked("3e8\r\n" + fits + "\r\n1\r\na\r\n0\r\n\r\n"), "too_large");
  EXPECT_EQ(chunked("3e9\r\n"), "too_large");
  EXPECT_EQ(chunked("ffffffffffffffff\r\n"), "too_large");
}

void take_all(RequestParser& parser, std::string_view text) {
  while (!text.empty()) {
    const auto taken = parser.take(text);
    ASSERT_TRUE(taken);
    text.remove_prefix(*taken);
  }
}

TEST(RequestParser, who_announces_much_and_sends_little_gets_little_room) {
  RequestParser parser("192.0.2.1");
  take_all(parser, with_head("Content-Length: 10000000\r\n"));
  take_all(parser, std::string(100'000, 'a'));
  ASSERT_EQ(parser.request().body().size(), 100'000U);
  EXPECT_LE(parser.request().take_body().capacity(), 200'000U);
}

// Each move of megabytes would delay everything else on the loop.
TEST(RequestParser, a_large_body_is_not_moved_again_and_again) {
  constexpr std::size_t bytes = 10u << 20;
  const std::string part(base::limits::socket_read_bytes, 'a');
  for (const bool is_chunked : {false, true}) {
    RequestParser parser("192.0.2.1");
    take_all(parser, with_head(is_chunked ? "Transfer-Encoding: chunked\r\n"
                                          : fmt::format("Content-Length: {}\r\n", bytes)));
    ASSERT_TRUE(parser.bound_body(bytes));
    std::size_t bytes_moved = 0;
    for (std::size_t sent = 0; sent < bytes; sent += part.size()) {
      const char* const place = parser.request().body().data();
      take_all(parser, is_chunked ? fmt::format("{:x}\r\n{}\r\n", part.size(), part) : part);
      if (parser.request().body().data() != place) bytes_moved += sent;
    }
    EXPECT_EQ(parser.request().body().size(), bytes);
    EXPECT_LT(bytes_moved, 1u << 20);
  }
}

// A large read must not let a long line pass, although it contains the whole line. A chunk's line
// counts with the two bytes that end the chunk before it.
TEST(RequestParser, bounds_of_chunk_lines_and_trailers_hold_however_they_are_cut) {
  constexpr std::size_t bytes_max = base::limits::chunk_line_bytes_max;
  const auto chunked = [](const std::string& body) {
    return parse(with_head("Transfer-Encoding: chunked\r\n", body)).refused;
  };
  // Returns `begin` and `end` with enough of `filling` between them for this many bytes.
  const auto of = [](std::size_t bytes, std::string_view begin, char filling,
                     std::string_view end) {
    return std::string(begin) + std::string(bytes - begin.size() - end.size(), filling) +
           std::string(end);
  };
  const auto extension = [&](std::size_t bytes) {
    return chunked(of(bytes, "5;x=", 'a', "\r\n") + "hello\r\n0\r\n\r\n");
  };
  const auto later_extension = [&](std::size_t bytes) {
    return chunked("5\r\nhello" + of(bytes, "\r\n5;x=", 'a', "\r\n") + "hello\r\n0\r\n\r\n");
  };
  const auto zeros = [&](std::size_t bytes) {
    return chunked(of(bytes, "", '0', "5\r\n") + "hello\r\n0\r\n\r\n");
  };
  const auto trailer = [&](std::size_t bytes) {
    return chunked(of(bytes, "0\r\nX: ", 'a', "\r\n\r\n"));
  };
  EXPECT_EQ(extension(bytes_max), "");
  EXPECT_EQ(extension(bytes_max + 1), "unreadable");
  EXPECT_EQ(extension(10 * bytes_max), "unreadable");
  EXPECT_EQ(later_extension(bytes_max), "");
  EXPECT_EQ(later_extension(bytes_max + 1), "unreadable");
  EXPECT_EQ(zeros(bytes_max), "");
  EXPECT_EQ(zeros(bytes_max + 1), "unreadable");
  EXPECT_EQ(trailer(bytes_max), "");
  EXPECT_EQ(trailer(bytes_max + 1), "unreadable");
  std::string trailers = "0\r\n";
  while (trailers.size() < bytes_max) trailers += "X: 1\r\n";
  EXPECT_EQ(chunked(trailers + "\r\n"), "unreadable");
}

TEST(RequestParser, folded_trailers_are_refused) {
  for (const std::string_view trailers :
       {"X: a\r\n b\r\n", "X:\r\n b\r\n", "X: a\r\n\tb\r\nY: c\r\n", "X: a\r\n \r\n",
        "Y: c\r\nX: a\r\n b\r\n"}) {
    const std::string body = "5\r\nhello\r\n0\r\n" + std::string(trailers) + "\r\n";
    EXPECT_EQ(parse(with_head("Transfer-Encoding: chunked\r\n", body)).refused, "unreadable")
        << trailers;
  }
}

TEST(RequestParser, endless_chunk_lines_and_trailers_are_refused) {
  const std::string endless(base::limits::chunk_line_bytes_max + 64, 'a');
  EXPECT_EQ(parse(with_head("Transfer-Encoding: chunked\r\n", "5;" + endless)).refused,
            "unreadable");
  EXPECT_EQ(parse(with_head("Transfer-Encoding: chunked\r\n", "0\r\nX: " + endless)).refused,
            "unreadable");
}

TEST(RequestParser, reports_if_the_connection_stays_open) {
  const auto keeps_alive = [](std::string_view bytes) {
    RequestParser parser("");
    EXPECT_TRUE(parse(parser, bytes, 1'000).whole) << bytes;
    return parser.keeps_alive();
  };
  EXPECT_TRUE(keeps_alive("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  EXPECT_FALSE(keeps_alive("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"));
  EXPECT_FALSE(keeps_alive("GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n"));
  EXPECT_FALSE(keeps_alive("GET / HTTP/1.0\r\n\r\n"));
  EXPECT_TRUE(keeps_alive("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
}

TEST(RequestParser, a_moved_request_keeps_its_views_right) {
  RequestParser parser("");
  ASSERT_TRUE(parse(parser, "GET /a HTTP/1.1\r\nHost: h\r\n\r\n", 1'000).whole);
  const Request moved = std::move(parser.request());
  EXPECT_EQ(moved.method(), "GET");
  EXPECT_EQ(moved.header("host"), "h");
}

}  // namespace
}  // namespace tradepost::http
