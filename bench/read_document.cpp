// What reading a document costs, beside a bare walk of the same bytes by simdjson, in one run.
// Prints the ratios at the end.
#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "base/check.hpp"
#include "base/sha256.hpp"
#include "document/read.hpp"

namespace {

using tradepost::document::Reader;

std::string file(const std::string& name) {
  std::ifstream stream(TRADEPOST_SOURCE_DIR "/examples/" + name, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  CHECK(!text.empty());
  while (text.back() == '\n') text.pop_back();
  return text;
}

// Visits every field once: names and texts unescaped, numbers as doubles. Nothing is checked but
// what simdjson checks.
std::size_t walk(simdjson::ondemand::value value) {
  switch (value.type()) {
    case simdjson::ondemand::json_type::object: {
      std::size_t sum = 0;
      for (auto field : value.get_object()) {
        sum += std::string_view(field.unescaped_key()).size();
        sum += walk(field.value());
      }
      return sum;
    }
    case simdjson::ondemand::json_type::array: {
      std::size_t sum = 0;
      for (auto element : value.get_array()) sum += walk(element.value());
      return sum;
    }
    case simdjson::ondemand::json_type::string:
      return std::string_view(value.get_string()).size();
    case simdjson::ondemand::json_type::number:
      return static_cast<std::size_t>(double(value.get_double()) != 0);
    case simdjson::ondemand::json_type::boolean:
      return bool(value.get_bool()) ? 1 : 0;
    case simdjson::ondemand::json_type::null:
      return value.is_null() ? 1 : 0;
  }
  return 0;
}

void bare_walk(benchmark::State& state, const std::string& body) {
  const simdjson::padded_string padded(body);
  simdjson::ondemand::parser parser;
  for (auto _ : state) {
    simdjson::ondemand::document document = parser.iterate(padded);
    benchmark::DoNotOptimize(walk(document));
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(body.size()));
}

void read_document(benchmark::State& state, const std::string& body) {
  Reader reader;
  for (auto _ : state) {
    auto reading = reader.read(body);
    CHECK(reading && reading->valid());
    benchmark::DoNotOptimize(reading);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(body.size()));
}

void digest(benchmark::State& state, const std::string& body) {
  tradepost::base::Sha256 sha256;
  for (auto _ : state) benchmark::DoNotOptimize(sha256.update(body).finish());
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(body.size()));
}

// Keeps the fastest of the repetitions of each, for the ratios.
class Ratios : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const auto& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      const auto time = run.GetAdjustedCPUTime();
      const auto [at, is_new] = fastest_.try_emplace(run.benchmark_name(), time);
      if (!is_new && time < at->second) at->second = time;
    }
  }
  void print(const std::string& name) const {
    const auto of = [&](const std::string& what) {
      for (const auto& [run, time] : fastest_) {
        if (run.starts_with(what + "/" + name + "/") || run == what + "/" + name) return time;
      }
      return 0.0;
    };
    std::printf("%-28s read %.2f × bare walk (of it the digest %.2f)\n", name.c_str(),
                of("read") / of("bare_walk"), of("digest") / of("bare_walk"));
  }

 private:
  std::map<std::string, double> fastest_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, std::string> bodies = {
      {"order_3_kb", file("order/lifelike.min.json")},
      {"order_3_kb_indented", file("order/lifelike.json")},
      {"invoice", file("invoice/lifelike.json")},
  };
  for (const auto& [name, body] : bodies) {
    benchmark::RegisterBenchmark(("bare_walk/" + name).c_str(), bare_walk, body);
    benchmark::RegisterBenchmark(("read/" + name).c_str(), read_document, body);
    benchmark::RegisterBenchmark(("digest/" + name).c_str(), digest, body);
  }
  benchmark::Initialize(&argc, argv);
  Ratios reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  for (const auto& [name, body] : bodies) reporter.print(name);
  return 0;
}
