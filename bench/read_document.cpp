// Compares reading a document with a walk over the same bytes by simdjson alone, in one run. Prints
// the ratios at the end.
#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <fmt/format.h>

#include "base/crypto/sha256.hpp"
#include "base/ground/check.hpp"
#include "document/read.hpp"
#include "tests/source_dir.hpp"

namespace {

using tradepost::document::Reader;

std::string file(const std::string& name) {
  std::ifstream stream(tradepost::source_dir() + "/examples/" + name, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  CHECK(!text.empty());
  while (text.back() == '\n') text.pop_back();
  return text;
}

// Returns a document of at least `bytes` bytes, as a program sends it: the items of the example are
// repeated, each with its own line number.
std::string large(const std::string& name, std::size_t bytes) {
  simdjson::dom::parser parser;
  const simdjson::dom::element body = parser.parse(file(name));
  std::string minified = simdjson::minify(body);
  const auto begin = minified.find("\"items\":[") + std::strlen("\"items\":[");
  const std::string items = simdjson::minify(simdjson::dom::array(body["content"]["items"]));
  const auto inside = items.substr(1, items.size() - 2);
  const auto rest = minified.substr(begin + inside.size());
  constexpr std::string_view line_number = "\"lineNumber\":";
  minified.resize(begin);
  for (int line = 1; minified.size() < bytes;) {
    if (minified.back() != '[') minified += ',';
    for (std::size_t at = 0; at < inside.size();) {
      const auto next = std::min(inside.find(line_number, at), inside.size());
      minified += inside.substr(at, next - at);
      at = next;
      if (at == inside.size()) break;
      minified += fmt::format("{}{}", line_number, line++);
      at = inside.find_first_of(",}", at);
    }
  }
  return minified + rest;
}

// Visits every field once: unescapes names and texts, and reads numbers as doubles. Checks nothing
// beyond the checks of simdjson.
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

// Keeps the fastest repetition of each benchmark, for the ratios.
class Ratios : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const auto& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      const auto time = run.GetAdjustedCPUTime();
      const auto [at, is_new] = fastest_.try_emplace(run.run_name.function_name, time);
      if (!is_new && time < at->second) at->second = time;
    }
  }
  void print(const std::string& name, std::size_t bytes) const {
    const auto nanoseconds = [&](const std::string& what) {
      const auto found = fastest_.find(what + "/" + name);
      return found == fastest_.end() ? 0.0 : found->second;  // excluded by a filter
    };
    const auto read = nanoseconds("read");
    const auto bare = nanoseconds("bare_walk");
    fmt::print(
        "{:<20} read {:.2f} × bare walk (of it the digest {:.2f}); {:.0f} MB/s against {:.0f} "
        "MB/s\n",
        name, read / bare, nanoseconds("digest") / bare, static_cast<double>(bytes) * 1000 / read,
        static_cast<double>(bytes) * 1000 / bare);
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
      {"invoice_200_kb", large("invoice/lifelike.json", 200'000)},
      {"catalogue_200_kb", large("product_catalog/lifelike.json", 200'000)},
  };
  for (const auto& [name, body] : bodies) {
    benchmark::RegisterBenchmark(("bare_walk/" + name).c_str(), bare_walk, body);
    benchmark::RegisterBenchmark(("read/" + name).c_str(), read_document, body);
    benchmark::RegisterBenchmark(("digest/" + name).c_str(), digest, body);
  }
  benchmark::Initialize(&argc, argv);
  Ratios reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  for (const auto& [name, body] : bodies) reporter.print(name, body.size());
  return 0;
}
