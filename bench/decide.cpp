#include <benchmark/benchmark.h>

#include <chrono>
#include <string>

#include "exchange/rules/decide.hpp"

// Measures the time to decide on a send with given facts, which is at most 2 µs (issue 5). The
// facts are for a much used number: the maximum number of versions to compare, the latest pending.
namespace tradepost {
namespace {

exchange::ParticipantId participant(std::uint8_t number) {
  base::Uuid uuid;
  uuid.bytes[15] = number;
  return exchange::ParticipantId(uuid);
}

exchange::TransactionId transaction(std::uint8_t number) {
  base::Uuid uuid;
  uuid.bytes[15] = number;
  return exchange::TransactionId(uuid);
}

exchange::Submission submission() {
  exchange::Submission submission;
  exchange::Transaction& row = submission.transaction;
  row.id = transaction(255);
  row.flow = exchange::Flow::live;
  row.kind = exchange::Kind::order;
  row.parties.principal.participant = participant(1);
  row.parties.commercial.participant = participant(2);
  row.recipient = participant(2);
  row.viewers = {participant(1), participant(2)};
  row.number = "4500871234";
  row.has_chain = true;
  row.routed_by = {.role = "supplier",
                   .identifier = {.domain = exchange::Domain::gs1, .text = "9521001000000"}};
  row.content.digest = base::sha256("another");
  submission.content = exchange::bytes_of(std::string(3000, 'x'));
  return submission;
}

exchange::SubmitFacts facts(std::size_t versions) {
  exchange::SubmitFacts facts;
  facts.now = base::instant_of(1'772'000'000'000);
  for (std::size_t i = 0; i < versions; ++i) {
    auto& fact = facts.versions.emplace_back();
    const auto number = static_cast<std::uint8_t>(versions - i);
    fact.id = transaction(number);
    fact.state = i == 0 ? exchange::State::pending : exchange::State::superseded;
    fact.created = facts.now - std::chrono::hours(1);
    fact.recipient = participant(2);
    fact.digest = base::sha256(std::to_string(i));
    fact.delivered = true;
    if (i + 1 < versions) fact.replaces = transaction(static_cast<std::uint8_t>(number - 1));
  }
  return facts;
}

void decide_send(benchmark::State& state) {
  const auto command = submission();
  const auto known = facts(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(exchange::decide(command, known));
}
BENCHMARK(decide_send)->Arg(0)->Arg(1)->Arg(32);

}  // namespace
}  // namespace tradepost

BENCHMARK_MAIN();
