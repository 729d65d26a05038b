#include "mail/spool.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <semaphore>
#include <thread>

namespace tradepost::mail::spool_test {
namespace {

namespace fs = std::filesystem;
using base::ErrorCode;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

class RememberedLines final : public base::LogSink {
 public:
  void write(base::LogLevel, std::string_view lines) override { text += lines; }
  std::string text;
};

const Outcome later{.delivery = Delivery::later, .answer = "451 Try again"};
const Outcome delivered{.delivery = Delivery::delivered, .answer = "250 OK"};
const Outcome refused{.delivery = Delivery::rejected, .answer = "550 No such user"};

// A spool in a temporary folder, with a clock that the test moves.
class MailSpool : public testing::Test {
 public:
  MailSpool() {
    EXPECT_NE(::mkdtemp(place_.data()), nullptr);
    open();
  }
  ~MailSpool() override { fs::remove_all(place_); }

  void open(std::uint8_t key = 1) {
    base::SealKey bytes{};
    bytes.fill(key);
    spool.reset();
    auto opened = Spool::open(folder(), base::Sealer(bytes), clock, log_, limits);
    ASSERT_TRUE(opened) << opened.error().text().str();
    spool = *std::move(opened);
  }

  std::string folder() const { return place_ + "/mail"; }
  std::string path_of(const base::Uuid& id) const { return folder() + "/" + id.to_string(); }
  std::string bytes_of_file(const base::Uuid& id) const {
    std::ifstream file(path_of(id), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder()), {})) -
           1;  // the folder of unreadable ones
  }

  Message message(const std::string& text = "The link is https://exchange.example/secret") {
    return {.id = ids_.next(),
            .date = clock.now(),
            .from = {.name = "", .address = "post@exchange.example"},
            .to = {.name = "", .address = "anna@musterhaus.example"},
            .subject = "Invitation",
            .text = text};
  }
  base::Uuid added(const std::string& text = "The text") {
    const Message made = message(text);
    EXPECT_EQ(spool->add(made), Added::added);
    return made.id;
  }
  base::Uuid next_id() const {
    const auto due = spool->next_due();
    return due ? due->id : base::Uuid();
  }
  void settle_next(const Outcome& outcome) const {
    const auto due = spool->next_due();
    ASSERT_TRUE(due);
    spool->settle(*due, outcome);
  }

  base::ManualClock clock{base::instant_of(1'709'195'415'123)};
  RememberedLines lines;
  SpoolLimits limits;
  std::unique_ptr<Spool> spool;

 private:
  std::string place_ = testing::TempDir() + "tradepost-spool-XXXXXX";
  base::Log log_{clock, lines};
  base::SeededRandom random_{1};
  base::UuidGenerator ids_{clock, random_};
};

TEST_F(MailSpool, added_message_is_due_also_after_a_restart) {
  const Message made = message();
  ASSERT_EQ(spool->add(made), Added::added);
  for (int i = 0; i < 2; ++i) {
    const auto due = spool->next_due();
    ASSERT_TRUE(due);
    EXPECT_EQ(due->id, made.id);
    EXPECT_EQ(due->letter.from, "post@exchange.example");
    EXPECT_EQ(due->letter.to, "anna@musterhaus.example");
    EXPECT_EQ(due->letter.text, *mime_text(made));
    open();
  }
  EXPECT_EQ(spool->figures().waiting, 1u);
  EXPECT_EQ(spool->figures().waiting_bytes, mime_text(made)->size());
  EXPECT_EQ(spool->figures().oldest, clock.now());
}

TEST_F(MailSpool, file_is_sealed_and_readable_by_its_owner_only) {
  const base::Uuid id = added();
  EXPECT_EQ(fs::status(folder()).permissions(), fs::perms(0700));
  EXPECT_EQ(fs::status(path_of(id)).permissions(), fs::perms(0600));
  for (const std::string word : {"musterhaus", "Invitation", "secret", "VGhl"}) {
    EXPECT_FALSE(bytes_of_file(id).contains(word)) << word;
  }
}

TEST_F(MailSpool, message_is_added_once) {
  const Message made = message();
  EXPECT_EQ(spool->add(made), Added::added);
  EXPECT_EQ(spool->add(made), Added::added);
  EXPECT_EQ(spool->figures().waiting, 1u);
}

TEST_F(MailSpool, invalid_message_is_refused) {
  Message made = message();
  made.to.address = "anna";
  EXPECT_EQ(spool->add(made).error().code(), ErrorCode::invalid);
  EXPECT_EQ(files(), 0u);
}

TEST_F(MailSpool, delivered_message_is_removed) {
  added();
  settle_next(delivered);
  EXPECT_FALSE(spool->next_due());
  EXPECT_EQ(files(), 0u);
  EXPECT_EQ(spool->figures().sent, 1u);
  EXPECT_EQ(spool->figures().waiting_bytes, 0u);
  EXPECT_FALSE(spool->figures().oldest);
  EXPECT_TRUE(lines.text.contains("event=mail_sent"));
}

TEST_F(MailSpool, messages_are_due_in_the_order_of_their_times) {
  const base::Uuid first = added();
  const base::Uuid second = added();
  EXPECT_EQ(next_id(), first);
  settle_next(later);
  EXPECT_EQ(next_id(), second);
  clock.advance(minutes(1));
  const base::Uuid third = added();
  EXPECT_EQ(next_id(), second);
  settle_next(delivered);
  EXPECT_EQ(next_id(), first);
  settle_next(delivered);
  EXPECT_EQ(next_id(), third);
}

TEST_F(MailSpool, postponed_message_waits_also_after_a_restart) {
  const base::Uuid id = added();
  settle_next(later);
  clock.advance(minutes(1));
  settle_next(later);  // the second attempt
  open();
  clock.advance(minutes(5) - std::chrono::milliseconds(1));
  EXPECT_FALSE(spool->next_due());
  clock.advance(std::chrono::milliseconds(1));
  EXPECT_EQ(next_id(), id);
}

TEST_F(MailSpool, stopped_attempt_does_not_count) {
  const base::Uuid id = added();
  settle_next({.delivery = Delivery::stopped, .answer = {}});
  EXPECT_EQ(next_id(), id);
  settle_next(later);
  clock.advance(minutes(1));
  EXPECT_EQ(next_id(), id);
}

TEST_F(MailSpool, rejected_message_is_kept_without_its_text_for_thirty_days) {
  const base::Uuid id = added(std::string(10'000, 'x'));
  const base::Instant made = clock.now();
  clock.advance(hours(1));
  const base::Instant rejected_at = clock.now();
  settle_next(refused);
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(spool->next_due());
    const auto rejected = spool->rejected();
    ASSERT_EQ(rejected.size(), 1u);
    EXPECT_EQ(rejected[0].id, id);
    EXPECT_EQ(rejected[0].made, made);
    EXPECT_EQ(rejected[0].rejected_at, rejected_at);
    EXPECT_EQ(rejected[0].to, "anna@musterhaus.example");
    EXPECT_EQ(rejected[0].subject, "Invitation");
    EXPECT_EQ(rejected[0].reason, "550 No such user");
    EXPECT_LT(fs::file_size(path_of(id)), 500u);
    EXPECT_EQ(spool->figures().waiting, 0u);
    EXPECT_EQ(spool->figures().waiting_bytes, 0u);
    EXPECT_EQ(spool->figures().rejected, i == 0 ? 1u : 0u);
    open();
  }
  clock.advance(days(30) - minutes(1));
  EXPECT_FALSE(spool->next_due());
  EXPECT_EQ(spool->rejected().size(), 1u);
  clock.advance(minutes(1));
  EXPECT_FALSE(spool->next_due());
  EXPECT_TRUE(spool->rejected().empty());
  EXPECT_EQ(files(), 0u);
}

TEST_F(MailSpool, message_that_fails_for_three_days_is_rejected) {
  added();
  clock.advance(hours(72));
  settle_next(later);
  EXPECT_EQ(spool->rejected().at(0).reason, "451 Try again");
  EXPECT_TRUE(lines.text.contains("event=mail_rejected"));
}

TEST_F(MailSpool, only_the_newest_rejected_messages_are_kept) {
  limits.messages_max = 2;
  open();
  std::vector<base::Uuid> ids;
  for (int i = 0; i < 3; ++i) {
    ids.push_back(added());
    settle_next(refused);
  }
  const auto rejected = spool->rejected();
  ASSERT_EQ(rejected.size(), 2u);
  EXPECT_EQ(rejected[0].id, ids[1]);
  EXPECT_EQ(rejected[1].id, ids[2]);
  EXPECT_EQ(files(), 2u);
}

TEST_F(MailSpool, full_spool_accepts_a_message_after_another_was_sent) {
  limits.messages_max = 2;
  open();
  added();
  added();
  EXPECT_EQ(spool->add(message()), Added::full);
  EXPECT_EQ(files(), 2u);
  settle_next(delivered);
  added();
}

TEST_F(MailSpool, waiting_bytes_are_limited) {
  limits.bytes_max = 10'000;
  open();
  added(std::string(6'000, 'x'));
  EXPECT_EQ(spool->add(message(std::string(6'000, 'x'))), Added::full);
  open();
  EXPECT_EQ(spool->add(message(std::string(6'000, 'x'))), Added::full);
  settle_next(refused);
  added(std::string(6'000, 'x'));
}

TEST_F(MailSpool, unreadable_files_are_set_aside_at_the_start) {
  const base::Uuid cut = added();
  const base::Uuid renamed = added();
  const base::Uuid link = added();
  const base::Uuid good = added();
  fs::resize_file(path_of(cut), 20);
  const Message other = message();
  fs::rename(path_of(renamed), path_of(other.id));
  fs::remove(path_of(link));
  fs::create_symlink(path_of(good), path_of(link));
  open();
  EXPECT_EQ(next_id(), good);
  EXPECT_EQ(spool->figures().waiting, 1u);
  for (const base::Uuid& id : {cut, other.id, link}) {
    EXPECT_TRUE(fs::exists(fs::symlink_status(folder() + "/unreadable/" + id.to_string())));
    EXPECT_TRUE(lines.text.contains("event=mail_set_aside id=" + id.to_string()));
  }
}

TEST_F(MailSpool, file_that_becomes_unreadable_does_not_block_the_others) {
  const base::Uuid damaged = added();
  const base::Uuid removed = added();
  const base::Uuid good = added();
  std::ofstream(path_of(damaged)) << "damaged";
  fs::remove(path_of(removed));
  EXPECT_EQ(next_id(), good);
  EXPECT_EQ(spool->figures().waiting, 1u);
  EXPECT_TRUE(fs::exists(folder() + "/unreadable/" + damaged.to_string()));
}

TEST_F(MailSpool, files_of_another_key_are_set_aside) {
  added();
  open(2);
  EXPECT_FALSE(spool->next_due());
  EXPECT_EQ(files(), 0u);
}

TEST_F(MailSpool, unfinished_files_are_removed_and_foreign_ones_stay) {
  const base::Uuid id = added();
  fs::copy(path_of(id), folder() + "/." + id.to_string() + ".unfinished");
  std::ofstream(folder() + "/notes.txt") << "notes";
  open();
  EXPECT_EQ(next_id(), id);
  EXPECT_EQ(files(), 2u);
  EXPECT_TRUE(fs::exists(folder() + "/notes.txt"));
}

TEST_F(MailSpool, failing_disk_refuses_new_messages_and_keeps_the_queue_going) {
  const base::Uuid id = added();
  const auto due = spool->next_due();
  ASSERT_TRUE(due);
  fs::remove_all(folder());
  EXPECT_EQ(spool->add(message()).error().code(), ErrorCode::unavailable);
  EXPECT_EQ(spool->figures().waiting, 1u);
  spool->settle(*due, later);
  EXPECT_TRUE(lines.text.contains("event=mail_not_stored id=" + id.to_string()));
  clock.advance(minutes(1));
  EXPECT_FALSE(spool->next_due());  // its file is missing
  EXPECT_EQ(spool->figures().waiting, 0u);
}

TEST_F(MailSpool, waiting_thread_wakes_for_a_message_and_for_a_stop) {
  limits.look_every = hours(1);  // without a wake-up, the test does not end
  open();
  constexpr std::size_t count = 20;
  std::stop_source stop;
  std::binary_semaphore is_sent{0};
  std::vector<base::Uuid> sent;
  std::thread worker([&] {
    while (const auto due = spool->wait_for_due(stop.get_token())) {
      sent.push_back(due->id);
      spool->settle(*due, delivered);
      is_sent.release();
    }
  });
  std::vector<base::Uuid> ids;
  while (ids.size() < count) {
    ids.push_back(added());
    is_sent.acquire();
  }
  stop.request_stop();
  worker.join();
  EXPECT_EQ(sent, ids);
}

}  // namespace
}  // namespace tradepost::mail::spool_test
