// The commands of one commit get the same decisions as if they came one after the other.

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/ground/limits.hpp"
#include "base/tasks/manual_executor.hpp"
#include "document/model/schema.hpp"
#include "embedded_store/kept_effects.hpp"

namespace tradepost::store::embedded::testing {
namespace {

constexpr std::uint64_t supplier = 1;
constexpr std::uint64_t buyer = 2;
constexpr exchange::Instant noon = base::instant_of(1'700'000'000'000);
constexpr exchange::Deadline much_later = exchange::Deadline::max();

exchange::Submission submission(std::uint64_t id, std::string number, std::string content) {
  exchange::Sent made = sent({.id = id,
                              .from = supplier,
                              .to = buyer,
                              .created = {},
                              .number = std::move(number),
                              .kind = {},
                              .state = exchange::State::pending});
  exchange::Submission asked;
  asked.transaction = std::move(made.transaction);
  asked.content = exchange::bytes_of(std::move(content));
  asked.transaction.content.digest =
      base::sha256(std::string(document::row_of(exchange::Kind{}).name) + "\n" +
                   std::string(asked.content.view));
  return asked;
}

// Every third document is sent twice, and all are versions of one document. A store compares a
// document with the last versions only, so with more of them it could accept a repeat that is
// decided late.
constexpr std::uint64_t versions_sent = 48;
static_assert(versions_sent - versions_sent / 3 <= base::limits::versions_compared);
std::vector<exchange::Submission> versions_of_one_document() {
  std::vector<exchange::Submission> all;
  for (std::uint64_t n = 1; n <= versions_sent; ++n) {
    const std::uint64_t content = n % 3 == 0 ? n - 1 : n;
    all.push_back(submission(n, "Re-4711", "{\"n\":" + std::to_string(content) + "}"));
  }
  return all;
}

std::string words_of(const Result<exchange::SendAnswer>& answer) {
  if (!answer) return answer.error().text().str();
  if (const auto* const it = std::get_if<exchange::Accepted>(&*answer)) {
    return "accepted " + it->id.to_string();
  }
  if (const auto* const it = std::get_if<exchange::Duplicate>(&*answer)) {
    return "duplicate of " + it->id.to_string();
  }
  return "answer " + std::to_string(answer->index());
}

std::vector<std::string> asked_at_once(exchange::Store& store,
                                       std::vector<exchange::Submission> submissions) {
  base::ManualExecutor executor;
  std::vector<std::string> answers(submissions.size());
  std::size_t answered = 0;
  for (std::size_t i = 0; i < submissions.size(); ++i) {
    base::start(executor, store.submit(std::move(submissions[i]), much_later),
                [&, i](const Result<exchange::SendAnswer>& answer) {
                  answers[i] = words_of(answer);
                  ++answered;
                });
  }
  while (answered < answers.size()) executor.run_ready();
  return answers;
}

std::vector<std::string> links_of(exchange::Store& store, std::uint64_t last) {
  base::ManualExecutor executor;
  std::vector<std::string> links;
  for (std::uint64_t id = 1; id <= last; ++id) {
    const auto found = executor.run(
        store.find({.id = transaction(id),
                    .viewer = {.participant = participant(supplier), .flow = exchange::Flow::live},
                    .content = exchange::WithContent::no},
                   much_later));
    if (!found || !*found) {
      links.emplace_back("none");
      continue;
    }
    const exchange::Transaction& row = *(*found)->row;
    links.push_back((row.links.replaces ? row.links.replaces->to_string() : "nothing") + " < " +
                    (row.links.replaced_by ? row.links.replaced_by->to_string() : "nothing") + " " +
                    std::string(exchange::name_of(exchange::status_of(row.state))));
  }
  return links;
}

// The order within a pair is undefined: a command that waits for the disk is decided later.
void expect_one_of_each_pair(const std::vector<std::string>& answers) {
  for (std::size_t n = 1; n <= answers.size(); ++n) {
    const std::string& answer = answers[n - 1];
    const auto is_first = [&](std::size_t one, std::size_t other) {
      return answers[one - 1] == "accepted " + transaction(one).to_string() &&
             answers[other - 1] == "duplicate of " + transaction(one).to_string();
    };
    if (n % 3 == 1) {
      EXPECT_EQ(answer, "accepted " + transaction(n).to_string());
    } else if (n % 3 == 0) {
      EXPECT_TRUE(is_first(n - 1, n) || is_first(n, n - 1)) << n << ": " << answer;
    }
  }
}

// A chain has one beginning and one end, and no version has two successors.
void expect_one_chain(const std::vector<std::string>& links, std::size_t accepted) {
  constexpr std::size_t id_length = 36;
  std::set<std::string> replaced;
  std::size_t beginnings = 0;
  std::size_t ends = 0;
  for (const std::string& link : links) {
    if (link == "none") continue;
    beginnings += link.starts_with("nothing") ? 1 : 0;
    ends += link.ends_with("< nothing PENDING") ? 1 : 0;
    if (!link.starts_with("nothing")) replaced.insert(link.substr(0, id_length));
  }
  EXPECT_EQ(beginnings, 1U);
  EXPECT_EQ(ends, 1U);
  EXPECT_EQ(replaced.size(), accepted - 1);
}

TEST(Batches, versions_of_one_document_asked_at_once_are_decided_one_after_the_other) {
  const base::ManualClock clock(noon);
  ScratchStore scratch(clock);
  const auto asked = versions_of_one_document();
  expect_one_of_each_pair(asked_at_once(scratch.store(), asked));
  const auto links = links_of(scratch.store(), asked.size());
  expect_one_chain(links, asked.size() - asked.size() / 3);
  scratch.reopen();
  EXPECT_EQ(links_of(scratch.store(), asked.size()), links);
}

TEST(Batches, unrelated_commands_share_a_batch) {
  const base::ManualClock clock(noon);
  ScratchStore scratch(clock);
  std::vector<exchange::Submission> asked;
  for (std::uint64_t n = 1; n <= 500; ++n) {
    asked.push_back(submission(n, "Re-" + std::to_string(n), "{\"n\":" + std::to_string(n) + "}"));
  }
  const auto answers = asked_at_once(scratch.store(), std::move(asked));
  for (std::uint64_t n = 1; n <= 500; ++n) {
    EXPECT_EQ(answers[n - 1], "accepted " + transaction(n).to_string());
  }
}

// The store writes a large document alone, with pauses while others trade.
TEST(Batches, large_documents_among_small_ones_are_all_kept_in_one_chain) {
  const base::ManualClock clock(noon);
  ScratchStore scratch(clock);
  constexpr std::uint64_t count = 24;
  std::vector<exchange::Submission> asked;
  for (std::uint64_t n = 1; n <= count; ++n) {
    const std::size_t bytes = n % 4 == 0 ? 1u << 16 : 10;
    std::string content = "{\"n\":" + std::to_string(n) + "," + R"("text":")";
    content += std::string(bytes, 'x') + "\"}";
    asked.push_back(submission(n, "Re-4711", std::move(content)));
  }
  const auto answers = asked_at_once(scratch.store(), std::move(asked));
  for (std::uint64_t n = 1; n <= count; ++n) {
    EXPECT_EQ(answers[n - 1], "accepted " + transaction(n).to_string());
  }
  const auto links = links_of(scratch.store(), count);
  expect_one_chain(links, count);
  scratch.reopen();
  EXPECT_EQ(links_of(scratch.store(), count), links);
}

}  // namespace
}  // namespace tradepost::store::embedded::testing
