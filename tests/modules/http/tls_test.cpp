#include "http/connection/tls.hpp"

#include <gtest/gtest.h>
#include <openssl/tls1.h>

#include <chrono>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "http/client.hpp"
#include "http/identity.hpp"
#include "http/running_server.hpp"
#include "http/tls_client.hpp"

namespace tradepost::http_tests::tls_test {
namespace {

using std::chrono::milliseconds;

class TlsServer {
 public:
  explicit TlsServer(http::Server::Options options = {}) : server_(with_tls(std::move(options))) {}

  const IdentityFiles& files() const { return files_; }
  RunningServer* operator->() { return &server_; }

 private:
  http::Server::Options with_tls(http::Server::Options options) const {
    options.tls = files_.paths();
    return options;
  }

  IdentityFiles files_;
  RunningServer server_;
};

TEST(Tls, answers_and_stays_open_in_both_versions) {
  TlsServer server;
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    TlsClient client(server->port(), {.version_min = version, .version_max = version});
    ASSERT_TRUE(client.is_encrypted());
    EXPECT_EQ(client.version(), version == TLS1_2_VERSION ? "TLSv1.2" : "TLSv1.3");
    EXPECT_EQ(client.ask(get("/ping")).status, 204);
    EXPECT_EQ(client.ask(post("/echo", "hello")).body, "hello");
    EXPECT_EQ(client.ask(get("/ping")).status, 204);
  }
}

// The server may see that end early or late; among so many attempts, both happen.
TEST(Tls, request_that_comes_with_the_end_of_the_agreement_is_answered) {
  TlsServer server;
  for (int i = 0; i < 40; ++i) {
    const int version = i % 2 == 0 ? TLS1_2_VERSION : TLS1_3_VERSION;
    const auto end =
        i < 4 ? TlsOffer::End::goes_with_first_bytes : TlsOffer::End::goes_at_once;  // 200 ms each
    TlsClient client(server->port(), {.version_min = version, .version_max = version, .end = end});
    ASSERT_TRUE(client.is_encrypted());
    ASSERT_EQ(client.ask(get("/ping")).status, 204);
  }
}

TEST(Tls, handler_knows_that_the_request_came_encrypted) {
  TlsServer server;
  TlsClient client(server->port());
  EXPECT_TRUE(client.ask(get("/request")).body.starts_with("/request https 127.0.0.1 "));
}

TEST(Tls, body_of_many_records_is_taken_and_given_back) {
  TlsServer server;
  TlsClient client(server->port());
  std::string body;
  while (body.size() < 99'000) body += std::to_string(body.size());
  EXPECT_EQ(client.ask(post("/echo", body)).body, body);
}

TEST(Tls, pieces_are_joined_to_records) {
  TlsServer server;
  TlsClient client(server->port(), {.version_max = TLS1_2_VERSION});
  EXPECT_EQ(client.ask(get("/ping")).status, 204);
  const std::size_t before = client.records_received();
  const Answer answer = client.ask(get("/pieces"));
  ASSERT_EQ(answer.body.size(), 100'300u);
  EXPECT_TRUE(answer.body.starts_with("000xxx"));
  EXPECT_EQ(answer.body.substr(1'003 * 99, 6), "099xxx");
  EXPECT_EQ(client.records_received() - before, 7u);  // of at most 16 KiB
}

TEST(Tls, rest_is_sent_when_the_socket_has_room) {
  TlsServer server;
  TlsClient client(server->port());
  client.send(get("/large") + get("/pieces"));
  const Answer large = client.answer();
  EXPECT_EQ(large.body.size(), 64u << 20);
  EXPECT_EQ(large.body.find_first_not_of('y'), std::string::npos);
  EXPECT_EQ(client.answer().body.size(), 100'300u);
}

TEST(Tls, pipelined_requests_are_answered_in_order) {
  TlsServer server;
  TlsClient client(server->port());
  std::string all;
  for (int i = 0; i < 1'000; ++i) all += post("/echo", std::to_string(i));
  client.send(all);
  for (int i = 0; i < 1'000; ++i) ASSERT_EQ(client.answer().body, std::to_string(i));
}

TEST(Tls, request_may_come_in_a_record_a_byte) {
  TlsServer server;
  TlsClient client(server->port());
  for (const char byte : post("/echo", "hello")) client.send({&byte, 1});
  EXPECT_EQ(client.answer().body, "hello");
}

TEST(Tls, client_that_says_good_bye_still_gets_its_answers) {
  TlsServer server;
  TlsClient client(server->port());
  client.send(get("/held") + get("/pieces"));
  client.end_sending();
  server->gate().open(1);
  EXPECT_EQ(client.answer().status, 200);
  EXPECT_EQ(client.answer().body.size(), 100'300u);
  EXPECT_TRUE(client.is_closed());
}

TEST(Tls, half_a_body_is_reported_and_never_handled) {
  TlsServer server;
  TlsClient client(server->port());
  client.send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhel");
  client.end_sending();
  EXPECT_EQ(client.answer().status, 400);
  EXPECT_TRUE(client.is_closed());
}

TEST(Tls, old_versions_are_refused) {
  TlsServer server;
  for (const int version : {TLS1_VERSION, TLS1_1_VERSION}) {
    const TlsClient client(
        server->port(),
        {.version_min = version, .version_max = version, .ciphers = "ALL:@SECLEVEL=0"});
    EXPECT_FALSE(client.is_encrypted()) << version;
  }
}

TEST(Tls, only_ciphers_with_forward_secrecy_and_authentication_are_taken) {
  TlsServer server;
  for (const char* const weak :
       {"ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA384", "AES128-GCM-SHA256",
        "DHE-RSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-CCM", "AECDH-AES128-SHA:@SECLEVEL=0"}) {
    const TlsClient client(server->port(), {.version_max = TLS1_2_VERSION, .ciphers = weak});
    EXPECT_FALSE(client.is_encrypted()) << weak;
  }
  const TlsClient client(server->port(), {.version_max = TLS1_2_VERSION,
                                          .ciphers = "ECDHE-ECDSA-AES256-SHA384:"
                                                     "ECDHE-ECDSA-AES256-GCM-SHA384:"
                                                     "ECDHE-ECDSA-AES128-GCM-SHA256"});
  EXPECT_EQ(client.cipher(), "ECDHE-ECDSA-AES128-GCM-SHA256") << "the server's order counts";
}

TEST(Tls, protocol_is_agreed_upon_or_the_connection_refused) {
  TlsServer server;
  EXPECT_EQ(TlsClient(server->port(), {.protocols = "\x02h2\x08http/1.1"}).protocol(), "http/1.1");
  EXPECT_FALSE(TlsClient(server->port(), {.protocols = "\x02h2"}).is_encrypted());
  const TlsClient without(server->port());
  EXPECT_TRUE(without.is_encrypted());
  EXPECT_EQ(without.protocol(), "");
}

TEST(Tls, connection_is_not_renegotiated) {
  TlsServer server;
  TlsClient client(server->port(), {.version_max = TLS1_2_VERSION});
  EXPECT_EQ(client.ask(get("/ping")).status, 204);
  EXPECT_FALSE(client.is_renegotiated());
}

TEST(Tls, no_session_can_be_taken_up_again) {
  TlsServer server;
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    TlsClient client(server->port(), {.version_min = version, .version_max = version});
    EXPECT_EQ(client.ask(get("/ping")).status, 204);
    EXPECT_FALSE(client.was_given_a_session()) << version;
  }
}

TEST(Tls, client_without_encryption_is_answered_with_the_reason) {
  TlsServer server;
  Client client(server->port());
  const Answer refused = client.ask(get("/ping"));
  EXPECT_EQ(refused.status, 400);
  EXPECT_NE(refused.body.find("https://"), std::string::npos);
  client.end_sending();
  EXPECT_TRUE(client.is_closed());
}

TEST(Tls, encrypted_client_of_a_plain_port_is_refused) {
  RunningServer server;
  EXPECT_FALSE(TlsClient(server.port()).is_encrypted());
  Client next(server.port());
  EXPECT_EQ(next.ask(get("/ping")).status, 204);
}

TEST(Tls, noise_ends_its_connection_and_no_other) {
  TlsServer server;
  TlsClient other(server->port());
  std::mt19937 random(7);
  for (int i = 0; i < 200; ++i) {
    // Half of the noise begins like the first record of a client.
    std::string noise = i % 2 == 0 ? std::string("\x16\x03\x01\x00\x40\x01\x00\x00\x3c\x03\x03", 11)
                                   : std::string();
    for (int byte = 0; byte < 200; ++byte) noise += static_cast<char>(random());
    Client client(server->port());
    client.send(noise);
    client.end_sending();
    while (!client.is_closed()) client.drop_unread();
  }
  EXPECT_EQ(other.ask(get("/ping")).status, 204);
}

TEST(Tls, records_that_were_changed_on_their_way_end_the_connection) {
  TlsServer server;
  TlsClient client(server->port());
  EXPECT_EQ(client.ask(get("/ping")).status, 204);
  client.send_unencrypted(std::string("\x17\x03\x03\x00\x20", 5) + std::string(32, 'a'));
  EXPECT_TRUE(client.is_closed());
}

TEST(Tls, agreeing_has_a_deadline) {
  TlsServer server({.timeouts = {.request = milliseconds(300)}});
  Client silent(server->port());
  EXPECT_TRUE(silent.is_closed());
  Client dripping(server->port());
  const std::string hello =
      std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) + std::string(500, '\0');
  std::size_t sent = 0;
  while (sent < hello.size() && !dripping.has_answer_within(milliseconds(20))) {
    if (!dripping.send(hello.substr(sent++, 1))) break;
  }
  EXPECT_LT(sent, hello.size());
}

TEST(Tls, connection_that_rests_gets_a_close_notify) {
  TlsServer server({.timeouts = {.idle = milliseconds(200)}});
  TlsClient client(server->port());
  EXPECT_EQ(client.ask(get("/ping")).status, 204);
  EXPECT_TRUE(client.is_closed());
  EXPECT_TRUE(client.heard_good_bye());
}

TEST(Tls, client_that_does_not_read_is_cut_off) {
  TlsServer server(
      {.timeouts = {.answer = milliseconds(300), .slowest_bytes_per_second = 1'000'000'000}});
  TlsClient client(server->port());
  client.send(get("/large"));
  EXPECT_TRUE(client.is_cut_off_without_reading());
}

TEST(Tls, beyond_the_bound_clients_are_answered_with_503) {
  TlsServer server({.connections = {.in_all = 1, .per_address = 1}});
  TlsClient first(server->port());
  EXPECT_EQ(first.ask(get("/ping")).status, 204);
  TlsClient second(server->port());
  EXPECT_EQ(second.answer().status, 503);
}

TEST(Tls, stopping_answers_what_is_under_way_and_says_good_bye) {
  TlsServer server({.loops = 1});
  TlsClient resting(server->port());
  EXPECT_EQ(resting.ask(get("/ping")).status, 204);
  Client agreeing(server->port());
  TlsClient half(server->port());
  half.send("GET /ping HT");
  TlsClient busy(server->port());
  busy.send(get("/held"));
  TlsClient witness(server->port());
  EXPECT_EQ(witness.ask(get("/ping")).status, 204);

  server->server().stop();
  EXPECT_TRUE(resting.is_closed());
  EXPECT_TRUE(resting.heard_good_bye());
  EXPECT_TRUE(agreeing.is_closed());
  half.send("TP/1.1\r\nHost: test\r\n\r\n");
  EXPECT_EQ(half.answer().status, 204);
  half.end_sending();
  EXPECT_TRUE(half.is_closed());
  EXPECT_TRUE(half.heard_good_bye());

  server->gate().open(1);
  const Answer held = busy.answer();
  EXPECT_EQ(held.status, 200);
  EXPECT_EQ(held.header("connection"), "close");
  EXPECT_TRUE(busy.is_closed());
  EXPECT_TRUE(busy.heard_good_bye());
  busy.end_sending();
  server->server().wait();
}

TEST(TlsReload, new_connections_get_the_new_certificate_and_old_ones_stay_open) {
  TlsServer server;
  TlsClient before(server->port());
  EXPECT_EQ(before.name_of_certificate(), "localhost");
  server.files().write(make_identity({.name = "second"}));
  ASSERT_TRUE(server->server().reload_tls().has_value());
  EXPECT_EQ(before.ask(get("/ping")).status, 204);
  TlsClient after(server->port());
  EXPECT_EQ(after.name_of_certificate(), "second");
  EXPECT_EQ(after.ask(get("/ping")).status, 204);
}

TEST(TlsReload, bad_certificate_is_refused_and_the_old_one_stays) {
  TlsServer server;
  server.files().write(
      {.certificate = make_identity({.name = "second"}).certificate, .key = make_identity().key});
  EXPECT_FALSE(server->server().reload_tls().has_value());
  TlsClient client(server->port());
  EXPECT_EQ(client.name_of_certificate(), "localhost");
  EXPECT_EQ(client.ask(get("/ping")).status, 204);
}

TEST(TlsReload, of_a_server_without_tls_does_nothing) {
  RunningServer server;
  EXPECT_TRUE(server.server().reload_tls().has_value());
  EXPECT_EQ(Client(server.port()).ask(get("/ping")).status, 204);
}

class Lines final : public base::LogSink {
 public:
  void write(base::LogLevel /*level*/, std::string_view lines) override { all += lines; }
  std::string all;
};

struct Loaded {
  base::Done done;
  std::string log;
};

Loaded load(const http::TlsFiles& files) {
  const base::SystemClock clock;
  Lines lines;
  const base::Log log(clock, lines);
  auto tls = http::Tls::load(files, clock, log);
  if (tls) return {.done = {}, .log = lines.all};
  return {.done = base::refuse(std::move(tls).error()), .log = lines.all};
}

std::string refusal_of(const Identity& identity) {
  const IdentityFiles files(identity);
  const auto loaded = load(files.paths());
  return loaded.done ? "taken" : loaded.done.error().text().str();
}

struct Row {
  const char* what;
  Identity identity;
  std::string_view says;
};

TEST(TlsFiles, that_are_of_no_use_are_refused_with_what_is_wrong) {
  const Identity good = make_identity();
  const auto half = good.certificate.substr(0, good.certificate.size() / 2);
  const Row rows[] = {
      {"another's key", {good.certificate, make_identity().key}, "does not belong"},
      {"a key of another kind",
       {good.certificate, make_identity({.key = IdentityOf::Key::rsa_2048}).key},
       "does not belong"},
      {"nothing", {"", ""}, "contains no certificate"},
      {"no key", {good.certificate, ""}, "contains no key"},
      {"a key for a certificate", {good.key, good.key}, "contains no certificate"},
      {"a certificate for a key", {good.certificate, good.certificate}, "contains no key"},
      {"no PEM", {"\x30\x82\x01\x02", good.key}, "contains no certificate"},
      {"half of it", {half, good.key}, "damaged"},
      {"a damaged chain", {good.certificate + half, good.key}, "intermediate certificate"},
      {"a passphrase", make_identity({.passphrase = "secret"}), "passphrase"},
      {"a weak key", make_identity({.key = IdentityOf::Key::rsa_1024}), "too weak"},
      {"too much", {good.certificate + std::string(2 << 20, '\n'), good.key}, "too large"},
  };
  for (const Row& row : rows) {
    const std::string said = refusal_of(row.identity);
    EXPECT_NE(said.find(row.says), std::string::npos) << row.what << ": " << said;
    EXPECT_TRUE(said.ends_with('.')) << said;
  }
}

TEST(TlsFiles, that_are_not_there_are_named) {
  const IdentityFiles files;
  auto paths = files.paths();
  paths.key = "/nowhere/key.pem";
  const auto without_key = load(paths);
  ASSERT_FALSE(without_key.done.has_value());
  EXPECT_EQ(without_key.done.error().text().str(),
            "/nowhere/key.pem can't be read: No such file or directory.");
  const auto folder = load({.certificate = "/", .key = files.paths().key});
  ASSERT_FALSE(folder.done.has_value());
  EXPECT_EQ(folder.done.error().text().str(), "/ can't be read: Is a directory.");
}

TEST(TlsFiles, of_either_kind_of_key_are_taken) {
  EXPECT_EQ(refusal_of(make_identity()), "taken");
  EXPECT_EQ(refusal_of(make_identity({.key = IdentityOf::Key::rsa_2048})), "taken");
}

TEST(TlsFiles, whose_dates_do_not_fit_are_warned_of) {
  using std::chrono::hours;
  EXPECT_EQ(load(IdentityFiles().paths()).log, "");
  const IdentityFiles expired(make_identity({.from = hours(-48), .to = hours(-24)}));
  const auto too_late = load(expired.paths());
  EXPECT_TRUE(too_late.done.has_value());
  EXPECT_NE(too_late.log.find("level=warning event=tls_certificate_has_expired"),
            std::string::npos);
  const IdentityFiles future(make_identity({.from = hours(24), .to = hours(48)}));
  EXPECT_NE(load(future.paths()).log.find("event=tls_certificate_is_not_valid_yet"),
            std::string::npos);
}

TEST(TlsFiles, certificates_after_the_first_are_sent_too) {
  Identity chain = make_identity();
  chain.certificate += make_identity({.name = "issuer"}).certificate;
  TlsServer server;
  server.files().write(chain);
  ASSERT_TRUE(server->server().reload_tls().has_value());
  EXPECT_EQ(TlsClient(server->port()).certificates_shown(), 2);
}

TEST(TlsFiles, that_are_of_no_use_keep_a_server_from_starting) {
  const IdentityFiles files(
      {.certificate = make_identity().certificate, .key = make_identity().key});
  const base::SystemClock clock;
  Lines lines;
  const base::Log log(clock, lines);
  const auto server = http::Server::start(
      {.tls = files.paths()},
      [](base::Executor& /*loop*/) { return std::unique_ptr<http::Service>(); }, clock, log);
  ASSERT_FALSE(server.has_value());
  EXPECT_EQ(server.error().code(), base::ErrorCode::invalid);
}

}  // namespace
}  // namespace tradepost::http_tests::tls_test
