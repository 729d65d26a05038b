#include "client/session.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tradepost/exchange.hpp"

namespace tradepost::client {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// A server that works byte by byte: each connection gets the next answer and is closed. An answer
// for which the test makes no connection is never sent.
class Peer {
 public:
  explicit Peer(std::vector<std::string> answers) : answers_(std::move(answers)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(listener_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size), 0);
    EXPECT_EQ(::listen(listener_, 16), 0);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~Peer() { stop(); }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  std::string url() const { return fmt::format("http://127.0.0.1:{}", port_); }
  // Ends the server and returns the requests, one for each connection.
  std::vector<std::string> requests() {
    stop();
    return requests_;
  }

 private:
  void stop() {
    if (!thread_.joinable()) return;
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }

  void serve() {
    for (int connection = 0; (connection = ::accept(listener_, nullptr, nullptr)) >= 0;) {
      requests_.push_back(request_of(connection));
      const std::size_t place = std::min(requests_.size(), answers_.size()) - 1;
      const std::string& answer = answers_[place];
      std::size_t sent = 0;
      while (sent < answer.size()) {
        const auto count =
            ::send(connection, answer.data() + sent, answer.size() - sent, MSG_NOSIGNAL);
        if (count <= 0) break;
        sent += static_cast<std::size_t>(count);
      }
      ::close(connection);
    }
  }

  // Reads to the end of the head, and of a body that ends with a brace. Reads one chunk of a text
  // that is not HTTP.
  static std::string request_of(int connection) {
    std::string request;
    char chunk[4096];
    for (;;) {
      const auto head = request.find("\r\n\r\n");
      const bool has_body = request.find("Content-Length: ") != std::string::npos;
      if (head != std::string::npos && (!has_body || request.ends_with('}'))) return request;
      const auto count = ::recv(connection, chunk, sizeof chunk, 0);
      if (count <= 0) return request;
      request.append(chunk, static_cast<std::size_t>(count));
      if (request.front() < 'A') return request;
    }
  }

  const std::vector<std::string> answers_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::vector<std::string> requests_;
  std::thread thread_;
};

std::string answer(std::string_view status, std::string_view body, std::string_view lines = "") {
  return fmt::format("HTTP/1.1 {}\r\nContent-Length: {}\r\n{}\r\n{}", status, body.size(), lines,
                     body);
}

Settings to(const std::string& url, milliseconds retry_for = milliseconds(0)) {
  return {.url = url, .token = "secret-token", .retry_for = retry_for};
}

base::Result<Session> opened(Settings settings) {
  auto address = calls::address_of(settings.url).value();
  return Session::open(std::move(address), std::move(settings));
}

Session session_with(const Peer& peer, milliseconds retry_for = milliseconds(0)) {
  return opened(to(peer.url(), retry_for)).value();
}

Request post(Repeat repeat) {
  return {.method = "POST", .path = "/v2/transactions", .json = "{}", .repeat = repeat};
}

// The exchange always sends a byte within this time.
TEST(Session, silence_is_borne_for_as_long_as_the_exchange_may_take) {
  EXPECT_EQ(Settings().silence_max, base::limits::client_silence_max);
}

TEST(Session, request_carries_token_method_path_and_body) {
  Peer peer({answer("201 Created", R"({"id":"7"})", "X-Request-Id: abc \r\n")});
  Session session = session_with(peer);
  Request request = post(Repeat::when_lost);
  request.headers = {{.name = "Idempotency-Key", .value = "k-1"}};
  const auto answered = session.ask(request);
  ASSERT_TRUE(answered.has_value());
  EXPECT_EQ(answered->status, 201);
  EXPECT_EQ(answered->body, R"({"id":"7"})");
  EXPECT_EQ(answered->header("x-request-id"), "abc");
  EXPECT_EQ(answered->header("Retry-After"), "");
  const std::string sent = peer.requests().at(0);
  EXPECT_TRUE(sent.starts_with("POST /v2/transactions HTTP/1.1\r\n")) << sent;
  for (const char* line :
       {"\r\nAuthorization: Bearer secret-token\r\n", "\r\nContent-Type: application/json\r\n",
        "\r\nIdempotency-Key: k-1\r\n", "\r\nAccept: application/json\r\n"}) {
    EXPECT_NE(sent.find(line), std::string::npos) << line << sent;
  }
  EXPECT_TRUE(sent.ends_with("\r\n\r\n{}")) << sent;
}

TEST(Session, refusal_is_an_answer) {
  Peer peer({answer("422 Unprocessable Entity", R"({"message":"no"})")});
  const auto answered = session_with(peer, seconds(10)).ask(post(Repeat::when_lost));
  ASSERT_TRUE(answered.has_value());
  EXPECT_EQ(answered->status, 422);
  EXPECT_EQ(peer.requests().size(), 1u);
}

TEST(Session, too_much_is_asked_again_after_the_time_it_names) {
  Peer peer({answer("503 Service Unavailable", "{}", "Retry-After: 1\r\n"),
             answer("429 Too Many Requests", "{}", "Retry-After: 0\r\n"), answer("200 OK", "{}")});
  std::vector<milliseconds> pauses;
  Settings settings = to(peer.url(), seconds(10));
  settings.on_pause = [&](const Pause& pause) { pauses.push_back(pause.time); };
  const auto answered = opened(std::move(settings)).value().ask(post(Repeat::when_unsent));
  ASSERT_TRUE(answered.has_value());
  EXPECT_EQ(answered->status, 200);
  EXPECT_EQ(answered->attempts, 3u);
  ASSERT_EQ(pauses.size(), 2u);
  EXPECT_GE(pauses[0], seconds(1));
  EXPECT_LE(pauses[0], milliseconds(1'200));
  EXPECT_LE(pauses[1], milliseconds(400));
}

TEST(Session, time_that_is_asked_for_beyond_its_patience_ends_it_at_once) {
  Peer peer({answer("503 Service Unavailable", "{}", "Retry-After: 3600\r\n")});
  const auto answered = session_with(peer, seconds(10)).ask({.path = "/v2/ping"});
  ASSERT_TRUE(answered.has_value());
  EXPECT_EQ(answered->status, 503);
  EXPECT_EQ(peer.requests().size(), 1u);
}

TEST(Session, lost_answer_is_asked_for_again_where_a_repeat_changes_nothing) {
  Peer peer({"", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", answer("200 OK", "{}")});
  const auto answered = session_with(peer, seconds(10)).ask(post(Repeat::when_lost));
  ASSERT_TRUE(answered.has_value());
  EXPECT_EQ(answered->status, 200);
  EXPECT_EQ(answered->attempts, 3u);
}

TEST(Session, lost_answer_is_not_asked_for_again_where_a_repeat_might_do_it_twice) {
  Peer peer({"", answer("200 OK", "{}")});
  const auto answered = session_with(peer, seconds(10)).ask(post(Repeat::when_unsent));
  ASSERT_FALSE(answered.has_value());
  EXPECT_EQ(answered.error().code(), base::ErrorCode::unavailable);
  EXPECT_EQ(peer.requests().size(), 1u);
}

TEST(Session, failed_server_is_asked_again_only_where_a_repeat_changes_nothing) {
  Peer peer({answer("500 Internal Server Error", "{}")});
  EXPECT_EQ(session_with(peer, seconds(10)).ask(post(Repeat::when_unsent)).value().attempts, 1u);
  EXPECT_GE(session_with(peer, milliseconds(1'000)).ask(post(Repeat::when_lost)).value().attempts,
            2u);
}

TEST(Session, key_whose_first_request_still_runs_is_asked_again) {
  Peer peer({answer("409 Conflict", "{}", "Retry-After: 0\r\n"), answer("201 Created", "{}")});
  EXPECT_EQ(session_with(peer, seconds(10)).ask(post(Repeat::when_lost)).value().status, 201);
}

TEST(Session, stop_ends_a_pause_and_a_transfer_at_once) {
  Peer peer({answer("503 Service Unavailable", "{}", "Retry-After: 20\r\n")});
  for (const bool is_pause : {true, false}) {
    std::stop_source source;
    Settings settings = to(peer.url(), seconds(30));
    settings.stop = source.get_token();
    // This listener never accepts: the connection succeeds, and no answer arrives.
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
    ASSERT_EQ(::listen(listener, 1), 0);
    ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
    if (!is_pause) {
      settings.url = fmt::format("http://127.0.0.1:{}", ntohs(address.sin_port));
    }
    int connection = -1;
    std::jthread stopping;
    if (is_pause) {
      settings.on_pause = [&](const Pause&) {
        stopping = std::jthread([&] { source.request_stop(); });
      };
    } else {
      stopping = std::jthread([&] {
        connection = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
        source.request_stop();
      });
    }
    const auto begun = std::chrono::steady_clock::now();
    static_cast<void>(opened(std::move(settings)).value().ask({.path = "/v2/ping"}));
    EXPECT_LT(std::chrono::steady_clock::now() - begun, seconds(10));
    EXPECT_TRUE(source.stop_requested());
    stopping.join();
    ::close(connection);
    ::close(listener);
  }
}

TEST(Session, redirect_is_not_followed) {
  Peer elsewhere({answer("200 OK", "{}")});
  Peer peer({answer("302 Found", "", fmt::format("Location: {}/\r\n", elsewhere.url()))});
  EXPECT_EQ(session_with(peer).ask({.path = "/v2/ping"}).value().status, 302);
  EXPECT_EQ(elsewhere.requests().size(), 0u);
}

TEST(Session, refused_connection_is_reported_with_the_address) {
  std::string url;
  {
    Peer gone({""});
    url = gone.url();
  }
  const auto answered = opened(to(url, milliseconds(300))).value().ask({.path = "/"});
  ASSERT_FALSE(answered.has_value());
  EXPECT_EQ(answered.error().text().str(),
            fmt::format("The exchange at {} can't be reached: the connection was refused.", url));
}

TEST(Session, answer_without_end_is_given_up) {
  Peer peer({answer("200 OK", std::string(base::limits::client_answer_bytes_max + 1, ' '))});
  const auto answered = session_with(peer).ask({.path = "/v2/transactions"});
  ASSERT_FALSE(answered.has_value());
  EXPECT_NE(answered.error().text().str().find("the answer is too large"), std::string::npos);
}

TEST(Session, head_without_end_is_given_up) {
  std::string lines;
  for (int i = 0; i < 100; ++i) lines += fmt::format("X-{}: {}\r\n", i, std::string(1'000, 'x'));
  Peer peer({answer("200 OK", "{}", lines)});
  EXPECT_FALSE(session_with(peer).ask({.path = "/v2/ping"}).has_value());
}

TEST(Session, peer_that_does_not_speak_http_is_named_as_the_cause) {
  Peer peer({"SSH-2.0-OpenSSH_9.2\r\n"});
  const auto answered = session_with(peer).ask({.path = "/v2/ping"});
  ASSERT_FALSE(answered.has_value());
  EXPECT_NE(answered.error().text().str().find("the answer is not HTTP"), std::string::npos);
}

TEST(Session, peer_without_tls_is_named_as_the_cause) {
  Peer peer({answer("200 OK", "{}")});
  const std::string url = "https" + peer.url().substr(4);
  const auto answered = opened(to(url)).value().ask({.path = "/v2/ping"});
  ASSERT_FALSE(answered.has_value());
  EXPECT_NE(answered.error().text().str().find("the TLS handshake failed"), std::string::npos);
}

// A proxy answers with its sign-in page, which must not be stored as a PDF file.
TEST(Session, page_of_another_server_is_not_the_form_of_a_document) {
  Peer peer({answer("200 OK", "<html></html>", "Content-Type: text/html\r\n")});
  auto exchange = Exchange::open(to(peer.url())).value();
  const auto file = exchange.content("7", {.name = "pdf", .language = "de"});
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().kind, ErrorKind::not_an_exchange);
  EXPECT_TRUE(peer.requests().at(0).starts_with(
      "GET /v2/all-transactions/7/content?format=pdf&language=de HTTP/1.1\r\n"));
}

// A participant's own system may need no token. An exchange needs one, and Exchange::open() refuses
// an empty one.
TEST(Session, empty_token_is_not_sent) {
  Peer peer({answer("200 OK", "{}")});
  Settings settings = to(peer.url());
  settings.token = "";
  ASSERT_TRUE(opened(std::move(settings)).value().ask({.path = "/in"}));
  EXPECT_EQ(peer.requests().at(0).find("Authorization"), std::string::npos);
}

TEST(Session, token_that_fits_in_no_header_is_refused) {
  for (const std::string& token :
       {std::string("a b"), std::string("a\r\nX: y"), std::string("\xc3\xa4"),
        std::string(base::limits::bearer_token_bytes_max + 1, 'a')}) {
    Settings settings = to("http://127.0.0.1:1");
    settings.token = token;
    EXPECT_FALSE(opened(std::move(settings)).has_value()) << token;
  }
}

}  // namespace
}  // namespace tradepost::client
