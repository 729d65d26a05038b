#include "store/embedded/read_runner.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tradepost::store::embedded {
namespace {

using exchange::Actor;
using exchange::ParticipantId;
using exchange::PersonId;

template <typename Id>
Id id_of(std::uint8_t number) {
  return Id(base::Uuid{.bytes = {number}});
}

TEST(ReadPool, people_share_the_turns_of_their_participant) {
  const auto mill = id_of<ParticipantId>(1);
  const auto shop = id_of<ParticipantId>(2);
  std::string done;
  {
    ReadPool pool({.name = "reads", .threads = 0}, [] { return base::NoTool(); });
    const auto post = [&](char letter, const Actor& by) {
      EXPECT_TRUE(pool.post([&done, letter](base::NoTool&) { done += letter; }, by));
    };
    post('a', Actor::of(mill, id_of<PersonId>(3)));
    post('b', Actor::of(mill, id_of<PersonId>(4)));
    post('c', Actor::of(mill));
    post('x', Actor::of(shop, id_of<PersonId>(5)));
    post('y', Actor::of(shop));
  }
  EXPECT_EQ(done, "axbyc");
}

}  // namespace
}  // namespace tradepost::store::embedded
