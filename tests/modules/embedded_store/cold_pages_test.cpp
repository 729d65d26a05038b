// A loop that serves others copies a bounded part of the journal's files in one step, even if the
// system has all of it in memory.

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "base/ground/check.hpp"
#include "document/model/schema.hpp"
#include "embedded_store/kept_effects.hpp"
#include "polling.hpp"

namespace tradepost::store::embedded::testing::cold_pages_test {
namespace {

constexpr std::uint64_t supplier = 1;
constexpr std::uint64_t buyer = 2;
constexpr exchange::Kind order{0};

// Pending documents of one size. The journal's memory has the last ones.
class ColdPages : public ::testing::Test {
 protected:
  void keep(std::uint64_t count, std::size_t bytes) {
    // Several documents share a frame, because each frame waits for the disk.
    constexpr std::size_t frame_bytes = 200u << 10;
    std::vector<exchange::Effect> frame;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t nth = ++sent_;
      contents_.push_back(R"({"number":")" + std::to_string(nth) + R"("})" +
                          std::string(bytes, ' '));
      exchange::Sent sent_record = sent({.id = nth,
                                         .from = supplier,
                                         .to = buyer,
                                         .created = base::instant_of(1'700'000'000'000),
                                         .number = std::to_string(nth),
                                         .kind = order});
      sent_record.content.view = contents_.back();
      sent_record.transaction.content.bytes = contents_.back().size();
      sent_record.transaction.content.digest =
          base::sha256(std::string(document::row_of(order).name) + "\n" + contents_.back());
      sent_record.transaction.position = nth;
      frame.emplace_back(std::move(sent_record));
      if (frame.size() * bytes < frame_bytes && i + 1 < count) continue;
      kept_.keep(frame);
      frame.clear();
    }
    ReadContext patient;
    CHECK(page(0, 1, patient).has_value());  // from here on, the queue itself is in memory
  }

  Result<exchange::PendingPage> page(exchange::Position after, std::uint32_t count_max,
                                     ReadContext& context) {
    return kept_.views().pending({.recipient = participant(buyer),
                                  .flow = exchange::Flow::live,
                                  .kinds = {},
                                  .after = after,
                                  .count_max = count_max,
                                  .bytes_max = 64u << 20},
                                 context);
  }

  void expect_contents(const exchange::PendingPage& page, std::uint64_t after,
                       std::size_t count) const {
    ASSERT_EQ(page.items.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(page.items[i].content.view, contents_[after + i]) << i;
    }
  }

  KeptEffects kept_;
  std::deque<std::string> contents_;
  std::uint64_t sent_ = 0;
};

ReadContext at_once() {
  return {.patience = Patience::in_memory_only};
}

TEST_F(ColdPages, a_large_page_of_files_is_not_copied_on_a_loop) {
  keep(300, 40u << 10);
  ReadContext here = at_once();
  EXPECT_FALSE(page(0, 100, here));
  EXPECT_TRUE(here.would_wait);
  EXPECT_LE(here.bytes_copied, Records::copied_at_once_max);
  EXPECT_GT(here.bytes_copied, 0U);

  ReadContext patient;
  const auto whole = page(0, 100, patient);
  ASSERT_TRUE(whole);
  expect_contents(*whole, 0, 100);
  EXPECT_GT(patient.bytes_copied, 4'000'000U);
}

TEST_F(ColdPages, a_small_page_of_files_is_answered_at_once) {
  keep(3'000, 2u << 10);
  ReadContext here;
  Result<exchange::PendingPage> found;
  // The system may drop pages of a file from its memory. A patient read brings them back.
  ASSERT_TRUE(is_soon([&] {
    ReadContext patient;
    CHECK(page(0, 100, patient).has_value());
    here = at_once();
    found = page(0, 100, here);
    return found.has_value();
  }));
  expect_contents(*found, 0, 100);
  EXPECT_GT(here.bytes_copied, 0U);
  EXPECT_LE(here.bytes_copied, Records::copied_at_once_max);
}

TEST_F(ColdPages, latest_content_is_not_copied) {
  keep(300, 40u << 10);
  ReadContext here = at_once();
  const auto found = page(250, 50, here);
  ASSERT_TRUE(found);
  expect_contents(*found, 250, 50);
  EXPECT_EQ(here.bytes_copied, 0U);
}

TEST_F(ColdPages, one_large_document_of_a_file_is_not_copied_on_a_loop) {
  keep(20, 800u << 10);
  ReadContext here = at_once();
  EXPECT_FALSE(page(0, 1, here));
  EXPECT_TRUE(here.would_wait);
  ReadContext patient;
  const auto found = page(0, 1, patient);
  ASSERT_TRUE(found);
  expect_contents(*found, 0, 1);
}

}  // namespace
}  // namespace tradepost::store::embedded::testing::cold_pages_test
