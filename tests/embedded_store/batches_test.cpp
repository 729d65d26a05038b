// What one commit takes together is decided as if it came one after the other.

#include <gtest/gtest.h>

#include <utility>

#include "base/manual_executor.hpp"
#include "document/schema.hpp"
#include "embedded_store/kept_effects.hpp"
#include "memory_store/memory_store.hpp"

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
  asked.transaction.digest = base::sha256(std::string(document::row_of(exchange::Kind{}).name) +
                                          "\n" + std::string(asked.content.view));
  return asked;
}

// Every third is sent twice, and all are versions of one document.
std::vector<exchange::Submission> versions_of_one_document() {
  std::vector<exchange::Submission> all;
  for (std::uint64_t n = 1; n <= 60; ++n) {
    const std::uint64_t content = n % 3 == 0 ? n - 1 : n;
    all.push_back(submission(n, "Re-4711", "{\"n\":" + std::to_string(content) + "}"));
  }
  return all;
}

std::string words_of(const Result<exchange::SubmitAnswer>& answer) {
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
                [&, i](const Result<exchange::SubmitAnswer>& answer) {
                  answers[i] = words_of(answer);
                  ++answered;
                });
  }
  while (answered < answers.size()) executor.run_ready();
  return answers;
}

std::vector<std::string> asked_one_by_one(exchange::Store& store,
                                          std::vector<exchange::Submission> submissions) {
  base::ManualExecutor executor;
  std::vector<std::string> answers;
  for (auto& submission : submissions) {
    answers.push_back(words_of(executor.run(store.submit(std::move(submission), much_later))));
  }
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
    links.push_back((row.replaces ? row.replaces->to_string() : "nothing") + " < " +
                    (row.replaced_by ? row.replaced_by->to_string() : "nothing") + " " +
                    std::string(exchange::name_of(exchange::status_of(row.state))));
  }
  return links;
}

TEST(Batches, versions_of_one_document_asked_at_once_are_decided_one_after_the_other) {
  const base::ManualClock clock(noon);
  ScratchStore scratch(clock);
  memory_store::MemoryStore plain(clock);
  const auto asked = versions_of_one_document();
  EXPECT_EQ(asked_at_once(scratch.store(), asked), asked_one_by_one(plain, asked));
  const auto links = links_of(scratch.store(), asked.size());
  EXPECT_EQ(links, links_of(plain, asked.size()));
  scratch.reopen();
  EXPECT_EQ(links_of(scratch.store(), asked.size()), links);
}

TEST(Batches, what_has_nothing_to_do_with_each_other_goes_together) {
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

}  // namespace
}  // namespace tradepost::store::embedded::testing
