#include "mail/worker.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>

#include "http/receiver.hpp"
#include "mail/smtp_server.hpp"
#include "mail/spool_of_test.hpp"
#include "polling.hpp"
#include "process/process.hpp"
#include "run.hpp"

namespace tradepost::mail_tests {
namespace {

namespace fs = std::filesystem;
using mail::MailServer;
using mail::Security;
using mail::Worker;
using process::Process;

class MailWorker : public testing::Test {
 public:
  MailWorker() { EXPECT_NE(::mkdtemp(folder.data()), nullptr); }
  ~MailWorker() override { fs::remove_all(folder); }

  // Returns a process that lives until the test ends it.
  Process sender(const MailServer& server) const {
    return Process([&](Process::Pipes pipes) {
      SpoolOfTest opened(folder);
      const Worker worker(opened.spool(), server);
      char end = 0;
      static_cast<void>(::read(pipes.input, &end, 1));
    });
  }

  std::string folder = testing::TempDir() + "tradepost-mail-XXXXXX";
  std::mt19937_64 draws{run::seed()};
};

TEST_F(MailWorker, sends_waiting_and_new_messages) {
  SmtpServer server({.security = Security::starttls, .user = "post", .password = "secret"});
  SpoolOfTest opened(folder);
  const base::Uuid first = opened.add("anna@musterhaus.example");
  const Worker worker(opened.spool(), server.settings());
  EXPECT_EQ(id_in(server.next()->mime), first);
  opened.add("gone@b.example");
  opened.add("busy@b.example");
  const base::Uuid last = opened.add("last@b.example");
  EXPECT_EQ(id_in(server.next()->mime), last);
  EXPECT_TRUE(is_soon([&] { return opened.spool().figures().sent == 2; }));
  EXPECT_EQ(opened.spool().figures().waiting, 1u);
  EXPECT_EQ(opened.spool().rejected().at(0).to, "gone@b.example");
}

TEST_F(MailWorker, ends_while_the_server_is_silent) {
  const auto listener = http_tests::listening();
  SpoolOfTest opened(folder);
  const base::Uuid id = opened.add("anna@musterhaus.example");
  std::optional<Worker> worker;
  worker.emplace(
      opened.spool(),
      MailServer{.host = "127.0.0.1", .port = listener.port, .security = Security::none});
  const int connection = ::accept(listener.descriptor, nullptr, nullptr);
  const auto begin = std::chrono::steady_clock::now();
  worker.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  EXPECT_EQ(opened.spool().next_due()->id, id);  // the attempt does not count
  ::close(connection);
  ::close(listener.descriptor);
}

TEST_F(MailWorker, message_that_was_added_before_a_kill_is_sent) {
  std::set<base::Uuid> added;
  for (int i = 0; i < 20; ++i) {
    Process adder([&](Process::Pipes pipes) {
      SpoolOfTest opened(folder);
      while (true) {
        const std::string line = opened.add("anna@musterhaus.example").to_string() + "\n";
        static_cast<void>(::write(pipes.output, line.data(), line.size()));
      }
    });
    const auto first = adder.line(std::chrono::seconds(30));
    ASSERT_TRUE(first);
    added.insert(*base::Uuid::parse(*first));
    adder.kill_after(std::chrono::microseconds(draws() % 5'000));
    while (const auto line = adder.line(std::chrono::seconds(30))) {
      if (const auto id = base::Uuid::parse(*line)) added.insert(*id);
    }
  }
  SpoolOfTest opened(folder);
  EXPECT_TRUE(fs::is_empty(folder + "/unreadable"));
  EXPECT_GE(opened.spool().figures().waiting, added.size());
  while (const auto due = opened.spool().next_due()) {
    EXPECT_TRUE(due->letter.text.contains(due->id.to_string()));
    opened.spool().settle(*due, {.delivery = mail::Delivery::delivered, .answer = {}});
    added.erase(due->id);
  }
  EXPECT_TRUE(added.empty());
}

TEST_F(MailWorker, killed_sender_repeats_a_message_at_most_once_for_each_kill) {
  SmtpServer server;
  std::set<base::Uuid> missing;
  {
    SpoolOfTest opened(folder);
    for (int i = 0; i < 40; ++i) missing.insert(opened.add("anna@musterhaus.example"));
  }
  const std::size_t count = missing.size();
  std::map<base::Uuid, std::string> texts;
  std::size_t received = 0;
  std::size_t kills = 0;
  const auto receive = [&](const Accepted& accepted) {
    const base::Uuid id = id_in(accepted.mime);
    missing.erase(id);
    EXPECT_EQ(texts.try_emplace(id, accepted.mime).first->second, accepted.mime);
    ++received;
  };
  while (!missing.empty()) {
    Process killed = sender(server.settings());
    const auto accepted = server.next();
    ASSERT_TRUE(accepted);
    receive(*accepted);
    killed.kill_after(std::chrono::microseconds(draws() % 5'000));
    ++kills;
  }
  SpoolOfTest opened(folder);
  const base::Uuid last = opened.add("last@b.example");
  const Worker worker(opened.spool(), server.settings());
  for (auto accepted = server.next();; accepted = server.next()) {
    ASSERT_TRUE(accepted);
    if (id_in(accepted->mime) == last) break;
    receive(*accepted);
  }
  EXPECT_TRUE(is_soon([&] { return opened.spool().figures().waiting == 0; }));
  EXPECT_EQ(texts.size(), count);
  EXPECT_LE(received, count + kills);
  EXPECT_TRUE(opened.spool().rejected().empty());
}

}  // namespace
}  // namespace tradepost::mail_tests
