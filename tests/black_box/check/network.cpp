#include "check/network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/crypto/sha256.hpp"
#include "base/ground/check.hpp"
#include "conformance/letter.hpp"
#include "exchange/administration/administer.hpp"
#include "exchange/administration/number_ranges.hpp"
#include "exchange/model/units.hpp"
#include "exchange/trade/report.hpp"
#include "exchange/views/history.hpp"
#include "exchange/webhooks/webhooks.hpp"
#include "journal/disk/posix_folder.hpp"
#include "journal/recovery/verify.hpp"

namespace tradepost::check {
namespace {

namespace fs = std::filesystem;

using exchange::ParticipantId;

const exchange::OperatorId no_operator;

exchange::Bytes letter(std::uint64_t number, int variant) {
  const conformance::Letter written{
      .kind = "ORDER_RESPONSE",
      .number = fmt::format("N{}", number),
      .version = {},
      .type = {},
      .parties = {{.role = "supplier", .identities = {{"GS1", "SUPPLIER"}}},
                  {.role = "buyer", .identities = {{"GS1", "BUYER"}}}},
      .variant = variant};
  return exchange::bytes_of(conformance::body_of(written));
}

// Returns a notice whose units have no numbers.
exchange::Bytes notice(const std::string& number, std::size_t units) {
  constexpr std::string_view unit =
      R"({"items":[{"lineNumber":1,"identifiers":[{"identifier":"a"}],"isDepositItem":false,)"
      R"("orderedQuantity":1,"shippedQuantity":1}]})";
  std::string all;
  for (std::size_t i = 0; i < units; ++i) all += (i == 0 ? "" : ",") + std::string(unit);
  return exchange::bytes_of(fmt::format(
      R"({{"type":"SHIPPING_NOTICE","content":{{"header":{{"shippingNoticeIdentifier":"{}",)"
      R"("shippingNoticeDate":"2026-03-05","orderIdentifier":"B1",)"
      R"("supplier":{{"identifiers":[{{"domain":"GS1","identifier":"SUPPLIER"}}]}},)"
      R"("buyer":{{"identifiers":[{{"domain":"GS1","identifier":"BUYER"}}]}}}},)"
      R"("transportUnits":[{}]}}}})",
      number, all));
}

}  // namespace

store::embedded::EmbeddedOptions small_segments() {
  auto options = store::embedded::testing::small_options();
  options.journal.first_segment_bytes = 256u << 10;
  options.journal.segment_bytes = 256u << 10;
  options.journal.frame_bytes_max = 192u << 10;
  options.journal.fill_ahead_bytes = 64u << 10;
  options.journal.ballast_bytes = 64u << 10;
  return options;
}

Served::Served(const std::string& folder, const store::embedded::EmbeddedOptions& options) {
  fs::create_directories(folder);
  auto opened = journal::open_posix_folder(folder + "/journal", journal::Missing::make);
  CHECK(opened.has_value());
  folder_ = *std::move(opened);
  auto data = journal::open_posix_folder(folder, journal::Missing::refuse);
  CHECK(data.has_value());
  data_folder_ = *std::move(data);
  auto store = store::embedded::EmbeddedStore::open(
      {.folder = *folder_,
       .index_folder = folder + "/index",
       .clock = clock_,
       .random = random_,
       .on_failure = [](const base::Error& error) { ADD_FAILURE() << error.detail().str(); },
       .watch = {},
       .data = data_folder_.get()},
      options);
  if (!store) ADD_FAILURE() << store.error().text().str() << " " << store.error().detail().str();
  CHECK(store.has_value());
  store_ = *std::move(store);
  desk_ = std::make_unique<exchange::Desk>(exchange::Desk{.store = *store_,
                                                          .directory = directory_,
                                                          .clock = clock_,
                                                          .ids = ids_,
                                                          .reader = reader_,
                                                          .rejections = rejections_,
                                                          .rules = {}});
}

template <typename T>
T Served::run(exchange::Answering<T> task) {
  base::Result<T> result = executor_.run(std::move(task));
  if (!result) ADD_FAILURE() << result.error().detail().str();
  CHECK(result.has_value());
  return *std::move(result);
}

exchange::Deadline Served::deadline() const {
  return executor_.now() + std::chrono::minutes(1);
}

exchange::Caller Served::caller(ParticipantId participant) const {
  return {.participant = participant,
          .token = {},
          .flow = exchange::Flow::live,
          .scopes = exchange::Scopes::all()};
}

ParticipantId Served::named(const std::string& identifier) {
  run(directory_.catch_up(*store_, deadline()));
  for (const auto* const participant : directory_.current()->participants()) {
    if (participant->name == identifier) return participant->id;
  }
  CHECK(false);
}

void Served::found() {
  std::map<std::string, ParticipantId> ids;
  for (const std::string name : {"SUPPLIER", "BUYER"}) {
    exchange::ParticipantRequest request{
        .name = name,
        .identifiers = {{.domain = exchange::Domain::gs1, .text = name}},
        .requirements = {},
        .agents = {}};
    const auto answer =
        run(exchange::add_participant(*desk_, no_operator, std::move(request), deadline()));
    ids[name] = std::get<exchange::Participant>(answer).id;
  }
  exchange::RelationshipRequest relationship{.from = ids["SUPPLIER"],
                                             .to = ids["BUYER"],
                                             .status = exchange::RelationshipStatus::active,
                                             .kinds = {},
                                             .flows = {},
                                             .requirements = {}};
  run(exchange::put_relationship(*desk_, exchange::Actor::of(no_operator), std::move(relationship),
                                 deadline()));
  exchange::RangeRequest range{.participant = ids["SUPPLIER"],
                               .flow = exchange::Flow::live,
                               .prefix = "34012345",
                               .next = 1,
                               .end = 1'000'000};
  const auto added = run(exchange::add_range(*desk_, no_operator, std::move(range), deadline()));
  EXPECT_TRUE(std::holds_alternative<exchange::NumberRange>(added));
}

TransactionId Served::send(std::uint64_t number) {
  exchange::SendRequest request{
      .caller = caller(named("SUPPLIER")), .body = letter(number, 0), .key = {}};
  const auto answer = run(exchange::send(*desk_, std::move(request), deadline()));
  const auto* const accepted = std::get_if<exchange::Accepted>(&answer);
  CHECK(accepted != nullptr);
  return accepted->id;
}

void Served::report(TransactionId id, bool is_good) {
  std::vector<std::optional<exchange::ReportItem>> items = {exchange::ReportItem{
      .id = id,
      .verdict = is_good ? exchange::Verdict::success : exchange::Verdict::failure,
      .reason = is_good ? "" : "no such article",
      .type = exchange::ErrorType::data,
      .context = {}}};
  run(exchange::report(*desk_, caller(named("BUYER")), std::move(items), deadline()));
}

void Served::erase(TransactionId id) {
  EXPECT_TRUE(run(store_->erase(id, exchange::Actor::of(no_operator), deadline())));
}

void Served::trade() {
  const auto supplier = caller(named("SUPPLIER"));
  for (std::uint64_t i = 0; i < 8; ++i) report(send(100 + i), i % 2 == 0);
  // Sends a newer version of a pending document with a key, and repeats the request.
  send(200);
  for (int times = 0; times < 2; ++times) {
    exchange::SendRequest again{
        .caller = supplier, .body = letter(200, 1), .key = base::sha256("key-1")};
    run(exchange::send(*desk_, std::move(again), deadline()));
  }
  exchange::SendRequest faulty{
      .caller = supplier,
      .body = exchange::bytes_of(R"({"type":"ORDER_RESPONSE","content":{"header":{}}})"),
      .key = {}};
  run(exchange::send(*desk_, std::move(faulty), deadline()));
  take_numbers(5);
  run(exchange::discard(*desk_, no_operator, send(300), "sent by mistake", deadline()));
  run(exchange::requeue(*desk_, no_operator, send(301), deadline()));
  erase(send(302));
}

std::vector<std::string> Served::take_numbers(std::uint32_t count) {
  constexpr std::uint32_t at_once = 500;
  std::vector<std::string> taken;
  while (taken.size() < count) {
    const auto units = std::min<std::size_t>(at_once, count - taken.size());
    exchange::SendRequest request{.caller = caller(named("SUPPLIER")),
                                  .body = notice(TransactionId(ids_.next()).to_string(), units),
                                  .key = {}};
    const auto answer = run(exchange::send(*desk_, std::move(request), deadline()));
    const auto id = std::get<exchange::Accepted>(answer).id;
    const auto found = run(exchange::find(*desk_, caller(named("SUPPLIER")), id, deadline()));
    CHECK(found.has_value());
    for (const auto& unit : found->row->units) taken.push_back(exchange::sscc_of(unit).value());
  }
  return taken;
}

std::vector<exchange::TransactionPtr> Served::rows() {
  std::vector<exchange::TransactionPtr> rows;
  exchange::HistoryRequest request{
      .caller = caller(named("BUYER")), .filter = {}, .cursor = {}, .count_max = 100};
  while (true) {
    const auto answer = run(exchange::history(*desk_, request, deadline()));
    const auto& page = std::get<exchange::ShownPage>(answer);
    for (const auto& item : page.items) rows.push_back(item.row);
    if (!page.next) break;
    request.cursor = page.next;
  }
  std::ranges::reverse(rows);
  return rows;
}

std::vector<TransactionId> Served::all() {
  std::vector<TransactionId> ids;
  for (const auto& row : rows()) ids.push_back(row->id);
  return ids;
}

std::vector<TransactionId> Served::erased() {
  std::vector<TransactionId> ids;
  for (const auto& row : rows()) {
    if (row->content.removed_at) ids.push_back(row->id);
  }
  return ids;
}

std::string Place::segment(std::uint32_t number) const {
  return fmt::format("{}/journal/{:08x}.segment", network(), number);
}

std::vector<TransactionId> Place::make_network(std::size_t count) const {
  Served served(network());
  served.found();
  std::vector<TransactionId> ids;
  for (std::size_t i = 0; i < count; ++i) ids.push_back(served.send(i));
  return ids;
}

void flip(const std::string& path, std::uint64_t at) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekg(static_cast<std::streamoff>(at));
  const char was = static_cast<char>(file.get());
  file.seekp(static_cast<std::streamoff>(at));
  file.put(static_cast<char>(was ^ 1));
  CHECK(file.good());
}

std::string contents_of(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().string()] = {std::istreambuf_iterator<char>(file), {}};
  }
  std::string all;
  for (const auto& [name, bytes] : files) {
    all += fmt::format("{} {} {}\n", name, bytes.size(), base::sha256(bytes).hex());
  }
  return all;
}

std::uint64_t byte_of_record(const std::string& segment, std::uint64_t record) {
  class Looking final : public journal::Spectator {
   public:
    Looking(std::string name, std::uint64_t wanted) : name_(std::move(name)), wanted_(wanted) {}
    void segment(const journal::SegmentHeader& header) override {
      is_here_ = name_ == fmt::format("{:08x}.segment", header.number);
    }
    void frame(journal::Place place, const journal::SeenFrame& frame) override {
      if (is_here_ && frame.header.count > 0 && frame.header.first_sequence <= wanted_) {
        at_ = place.offset;
      }
    }
    std::uint64_t at() const { return at_; }

   private:
    std::string name_;
    std::uint64_t wanted_;
    bool is_here_ = false;
    std::uint64_t at_ = 0;
  };
  const fs::path path(segment);
  const auto folder =
      journal::open_posix_folder(path.parent_path().string(), journal::Missing::refuse);
  CHECK(folder.has_value());
  Looking looking(path.filename().string(), record);
  CHECK(journal::verify(**folder, {}, looking).has_value());
  CHECK(looking.at() != 0);
  return looking.at();
}

}  // namespace tradepost::check
