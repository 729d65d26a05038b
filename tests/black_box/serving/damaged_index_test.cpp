// Tests a damaged place in the index: the exchange reports it and repairs the index without help.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "polling.hpp"
#include "served/json.hpp"
#include "served/mortal_client.hpp"
#include "tests/support/run.hpp"
#include "trade/partners.hpp"

namespace tradepost::serving {

using trade::order;
using trade::Partners;
using trade::sends;

namespace {

namespace fs = std::filesystem;
using http_tests::Answer;
using served::at;
using served::MortalClient;
using served::ServedExchange;

constexpr std::chrono::seconds patience{30};

class DamagedIndex : public testing::Test {
 protected:
  // Restarts the exchange several times, so that the index has several files.
  DamagedIndex() {
    ServedExchange exchange({.data = whole()});
    const Partners trade(exchange);
    customer_ = trade.customer.token;
    supplier_ = trade.supplier.token;
    for (int life = 0; life < 6; ++life) {
      {
        http_tests::Client client(exchange.port());
        for (int i = 0; i < 40; ++i)
          sent_.push_back(sends(client, trade, order(fmt::format("N-{}-{}", life, i), 500)));
      }
      EXPECT_EQ(exchange.end(), 0);
      exchange.begin();
    }
  }

  std::string whole() const { return folder_.path() + "/whole"; }
  std::string damaged() const { return folder_.path() + "/damaged"; }

  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(whole() + "/index")) {
      if (entry.file_size() > 0) found.push_back(entry.path());
    }
    std::ranges::sort(found);
    return found;
  }
  void copy_and_flip(const fs::path& file, std::uint64_t offset, int bit) const {
    fs::remove_all(damaged());
    fs::copy(whole(), damaged(), fs::copy_options::recursive);
    std::fstream bytes(damaged() + "/index/" + file.filename().string(),
                       std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekg(static_cast<std::streamoff>(offset));
    const int byte = bytes.get();
    bytes.seekp(static_cast<std::streamoff>(offset));
    bytes.put(static_cast<char>(byte ^ (1 << bit)));
  }

  std::optional<Answer> ask(const ServedExchange& exchange, const std::string& token,
                            std::string_view method, const std::string& path,
                            std::string_view body = "") const {
    return MortalClient(exchange.port()).ask(token, method, path, body);
  }
  // Expects every document to be served. Like a client, it repeats a request that gets 503.
  void expect_served(const ServedExchange& exchange) const {
    std::optional<Answer> heard;
    const auto is_answered = [&] { return heard && heard->status != 503; };
    for (const std::string& id : sent_) {
      EXPECT_TRUE(is_soon(
          [&] {
            heard = ask(exchange, supplier_, "GET", "/v2/all-transactions/" + id);
            return is_answered();
          },
          patience));
      EXPECT_EQ(heard->status, 200) << id << heard->body;
    }
    EXPECT_TRUE(is_soon(
        [&] {
          heard = ask(exchange, supplier_, "GET", "/v2/transactions?per_page=100");
          return is_answered();
        },
        patience));
    EXPECT_EQ(at(heard->body, "count"), "100") << heard->body;
    EXPECT_TRUE(is_soon(
        [&] {
          heard = ask(exchange, customer_, "POST", "/v2/transactions", order("later"));
          return is_answered();
        },
        patience));
    EXPECT_EQ(heard->status, 201) << heard->body;
  }

  const served::ScratchFolder folder_;
  std::string customer_;
  std::string supplier_;
  std::vector<std::string> sent_;
};

TEST_F(DamagedIndex, every_document_is_served_without_a_hand_whichever_bit_is_flipped) {
  const int flips = run::is_long() ? 100 : 5;
  std::mt19937_64 random(run::seed());
  const auto all = files();
  int mended = 0;
  for (int i = 0; i < flips && !HasFailure(); ++i) {
    const fs::path& file = all[random() % all.size()];
    const std::uint64_t offset = random() % fs::file_size(file);
    const int bit = static_cast<int>(random() % 8);
    SCOPED_TRACE(fmt::format("{}, byte {}, bit {}", file.filename().string(), offset, bit));
    copy_and_flip(file, offset, bit);
    ServedExchange exchange({.data = damaged()});
    expect_served(exchange);
    if (exchange.log().contains("index_made_anew")) ++mended;
    EXPECT_EQ(exchange.end(), 0);
    fs::remove(damaged() + ".log");
  }
  std::printf("%d of %d were mended, the others were of no consequence\n", mended, flips);
}

TEST_F(DamagedIndex, is_logged_reported_by_readyz_and_a_metric_and_mended_while_it_serves) {
  fs::path largest;
  for (const fs::path& file : files()) {
    const bool is_larger = largest.empty() || fs::file_size(file) > fs::file_size(largest);
    if (file.extension() == ".sst" && is_larger) largest = file;
  }
  // A start reads some blocks of the index and not others.
  std::optional<Answer> heard;
  std::unique_ptr<ServedExchange> exchange;
  const auto is_refused = [&](const std::string& path) {
    heard = ask(*exchange, supplier_, "GET", path);
    return heard && heard->status != 200;
  };
  const auto is_met = [&] {
    return is_refused("/v2/all-transactions?per_page=100") ||
           is_refused("/v2/transactions?per_page=100") ||
           std::ranges::any_of(sent_, [&](const std::string& id) {
             return is_refused("/v2/all-transactions/" + id);
           });
  };
  for (std::uint64_t tenth = 1; tenth < 10; ++tenth) {
    exchange.reset();
    fs::remove(damaged() + ".log");
    copy_and_flip(largest, fs::file_size(largest) * tenth / 10, 3);
    exchange = std::make_unique<ServedExchange>(
        ServedExchange::Options{.data = damaged(), .flags = {"--drain-seconds", "2"}});
    if (!exchange->log().contains("index_made_anew") && is_met()) break;
    ASSERT_LT(tenth, 9U) << "no read has need of any of these blocks";
  }
  const int process = exchange->process();
  EXPECT_EQ(heard->status, 503) << heard->body;
  EXPECT_TRUE(is_soon(
      [&] {
        heard = ask(*exchange, "", "GET", "/readyz");
        return heard && heard->status == 503;
      },
      patience));
  EXPECT_EQ(at(heard->body, "status"), "failed");
  exchange->log_line_with({"store_failed", "index", largest.filename().string()});
  EXPECT_TRUE(is_soon(
      [&] {
        heard = ask(*exchange, "", "GET", "/readyz");
        return heard && heard->status == 200;
      },
      patience));
  exchange->log_line_with({"index_made_anew"});
  const auto metrics = ask(*exchange, std::string(served::operator_token), "GET", "/metrics");
  EXPECT_TRUE(metrics && metrics->body.contains("\ntradepost_index_damaged 1\n"));
  expect_served(*exchange);
  EXPECT_EQ(exchange->process(), process) << "it never ended";
}

}  // namespace
}  // namespace tradepost::serving
