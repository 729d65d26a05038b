#include "api/case_link.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "api/cursor_text.hpp"

namespace tradepost::api {
namespace {

constexpr base::SealKey key{7};

CaseLink some_link() {
  return {.id = exchange::CaseId(base::Uuid{{1, 2, 3}}),
          .viewer = exchange::ParticipantId(base::Uuid{{4, 5, 6}}),
          .flow = exchange::Flow::test,
          .valid_until = base::instant_of(1'800'000'000'123)};
}

TEST(CaseLink, comes_back_whole) {
  base::Sealer sealer(key);
  EXPECT_EQ(case_link_in(sealer, case_link_text(sealer, some_link())), some_link());
}

TEST(CaseLink, what_was_changed_in_any_place_is_none) {
  base::Sealer sealer(key);
  const std::string text = case_link_text(sealer, some_link());
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_EQ(case_link_in(sealer, changed), std::nullopt) << i;
    EXPECT_EQ(case_link_in(sealer, text.substr(0, i)), std::nullopt) << i;
  }
  base::Sealer other(base::SealKey{8});
  EXPECT_EQ(case_link_in(other, text), std::nullopt);
}

TEST(CaseLink, opens_its_own_case_until_its_last_moment) {
  const CaseLink link = some_link();
  const auto last = link.valid_until - std::chrono::milliseconds(1);
  EXPECT_EQ(judge_link(link, link.id, last), LinkVerdict::good);
  EXPECT_EQ(judge_link(link, link.id, link.valid_until), LinkVerdict::ended);
  const exchange::CaseId other(base::Uuid{{9}});
  EXPECT_EQ(judge_link(link, other, last), LinkVerdict::none);
  EXPECT_EQ(judge_link(link, other, link.valid_until), LinkVerdict::none);
  EXPECT_EQ(judge_link(link, std::nullopt, last), LinkVerdict::none);
  EXPECT_EQ(judge_link(std::nullopt, link.id, last), LinkVerdict::none);
}

TEST(CaseLink, cursor_is_no_link_and_a_link_no_cursor) {
  base::Sealer sealer(key);
  EXPECT_EQ(case_link_in(sealer, cursor_text(sealer, {})), std::nullopt);
  EXPECT_EQ(cursor_in(sealer, case_link_text(sealer, some_link())), std::nullopt);
}

}  // namespace
}  // namespace tradepost::api
