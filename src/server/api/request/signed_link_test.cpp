#include "api/request/signed_link.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>

#include "api/wire/cursor_text.hpp"

// Covers contract 8.7 and 10.3.
namespace tradepost::api {
namespace {

constexpr base::SealKey key{7};
constexpr std::array ways = {LinkTo::a_case, LinkTo::labels};

SignedLink some_link(LinkTo to) {
  return {.to = to,
          .id = base::Uuid{{1, 2, 3}},
          .viewer = exchange::ParticipantId(base::Uuid{{4, 5, 6}}),
          .flow = exchange::Flow::test,
          .valid_until = base::instant_of(1'800'000'000'123)};
}

TEST(SignedLink, comes_back_whole) {
  base::Sealer sealer(key);
  for (const LinkTo to : ways) {
    EXPECT_EQ(signed_link_in(sealer, to, signed_link_text(sealer, some_link(to))), some_link(to));
  }
}

TEST(SignedLink, link_changed_at_any_place_is_refused) {
  base::Sealer sealer(key);
  base::Sealer other(base::SealKey{8});
  for (const LinkTo to : ways) {
    const std::string text = signed_link_text(sealer, some_link(to));
    for (std::size_t i = 0; i < text.size(); ++i) {
      std::string changed = text;
      changed[i] = changed[i] == 'A' ? 'B' : 'A';
      EXPECT_EQ(signed_link_in(sealer, to, changed), std::nullopt) << i;
      EXPECT_EQ(signed_link_in(sealer, to, text.substr(0, i)), std::nullopt) << i;
    }
    EXPECT_EQ(signed_link_in(other, to, text), std::nullopt);
  }
}

TEST(SignedLink, opens_what_it_leads_to_until_its_last_moment) {
  const SignedLink link = some_link(LinkTo::a_case);
  const auto last = link.valid_until - std::chrono::milliseconds(1);
  EXPECT_EQ(verify_link(link, link.id, last), LinkVerdict::good);
  EXPECT_EQ(verify_link(link, link.id, link.valid_until), LinkVerdict::ended);
  const base::Uuid other{{9}};
  EXPECT_EQ(verify_link(link, other, last), LinkVerdict::none);
  EXPECT_EQ(verify_link(link, other, link.valid_until), LinkVerdict::none);
  EXPECT_EQ(verify_link(link, std::nullopt, last), LinkVerdict::none);
  EXPECT_EQ(verify_link(std::nullopt, link.id, last), LinkVerdict::none);
}

TEST(SignedLink, to_one_thing_is_none_to_another_and_no_cursor) {
  base::Sealer sealer(key);
  for (const LinkTo to : ways) {
    const LinkTo other = to == LinkTo::a_case ? LinkTo::labels : LinkTo::a_case;
    const std::string text = signed_link_text(sealer, some_link(to));
    EXPECT_EQ(signed_link_in(sealer, other, text), std::nullopt);
    EXPECT_EQ(signed_link_in(sealer, to, cursor_text(sealer, {})), std::nullopt);
    EXPECT_EQ(cursor_in(sealer, text), std::nullopt);
  }
}

}  // namespace
}  // namespace tradepost::api
