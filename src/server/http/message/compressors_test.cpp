#include "http/message/compressors.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "base/ground/limits.hpp"
#include "base/tasks/manual_executor.hpp"

namespace tradepost::http {
namespace {

Body body_of(const std::string& text) {
  Body body;
  body.append(text);
  return body;
}

TEST(Compressors, make_a_body_smaller) {
  base::ManualExecutor loop;
  Compressors compressors(1);
  for (const Coding coding : {Coding::gzip, Coding::zstd}) {
    const CodedBody coded =
        loop.run(compressors.compress(body_of(std::string(100'000, 'a')), coding));
    EXPECT_EQ(coded.coding, coding);
    EXPECT_LT(coded.body.size(), 1'000u);
  }
}

TEST(Compressors, give_back_what_does_not_get_smaller) {
  base::ManualExecutor loop;
  Compressors compressors(1);
  std::mt19937 random(7);
  std::string noise;
  while (noise.size() < 100'000) noise += static_cast<char>(random());
  for (const Coding coding : {Coding::gzip, Coding::zstd}) {
    const CodedBody coded = loop.run(compressors.compress(body_of(noise), coding));
    EXPECT_EQ(coded.coding, Coding::identity);
    EXPECT_EQ(coded.body.joined(), noise);
  }
}

TEST(Compressors, give_back_what_is_too_much_for_them) {
  base::ManualExecutor loop;
  std::vector<CodedBody> given_back;
  {
    Compressors compressors(0);  // all bodies wait, and the loop's thread compresses none
    for (std::size_t i = 0; i <= base::limits::compressions_waiting_max; ++i) {
      EXPECT_TRUE(given_back.empty());
      base::start(loop, compressors.compress(body_of(std::to_string(i)), Coding::gzip),
                  [&](CodedBody given) { given_back.push_back(std::move(given)); });
    }
    ASSERT_EQ(given_back.size(), 1u);
    EXPECT_EQ(given_back[0].body.joined(), std::to_string(base::limits::compressions_waiting_max));
  }
  loop.run_ready();  // bodies that waited when the compressors ended
  ASSERT_EQ(given_back.size(), base::limits::compressions_waiting_max + 1);
  EXPECT_EQ(given_back[1].coding, Coding::identity);
  EXPECT_EQ(given_back[1].body.joined(), "0");
}

}  // namespace
}  // namespace tradepost::http
