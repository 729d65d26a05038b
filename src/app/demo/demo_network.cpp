#include "app/demo/demo_network.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>
#include <variant>

#include "app/demo/demo_companies.hpp"
#include "app/demo/offline_exchange.hpp"
#include "app/settings/secrets.hpp"
#include "base/crypto/new_token.hpp"
#include "base/crypto/sha256.hpp"
#include "base/ground/check.hpp"
#include "base/text/whole_number.hpp"
#include "exchange/administration/operators.hpp"
#include "exchange/trade/report.hpp"
#include "exchange/trade/send.hpp"
#include "simulation/ground/draws.hpp"
#include "simulation/ground/moments.hpp"
#include "store/embedded/folder/data_folder.hpp"

namespace tradepost::app {
namespace {

using std::chrono::days;
using std::chrono::hours;

constexpr days days_of_history{30};  // at least

// One participant for each member of the demo, and the actions of all of them.
class DemoMarket final : public simulation::Market {
 public:
  DemoMarket(OfflineExchange& exchange, std::uint64_t seed) : exchange_(exchange), seed_(seed) {}

  base::Result<DemoSecrets> found(const std::string& operator_token);

  void set_time(base::Instant now) override { exchange_.set_time(now); }
  base::Result<std::optional<Posted>> send(std::size_t company, const std::string& json) override;
  base::Done report(std::size_t company, const std::string& id,
                    const client::Report& report) override;
  base::Done look_at_cases() override;

 private:
  base::Done add_operator(const std::string& token);
  base::Result<std::string> add_member(std::size_t place);
  base::Done relate(std::size_t from, std::size_t to);
  base::Done resolve(std::size_t company, const exchange::Case& one);

  OfflineExchange& exchange_;
  const std::uint64_t seed_;
  base::SystemRandom random_;
  exchange::OperatorId operator_;
  std::array<exchange::Caller, demo_member_count> callers_{};
};

base::Result<DemoSecrets> DemoMarket::found(const std::string& operator_token) {
  DemoSecrets secrets{.seed = seed_, .tokens = {{"OPERATOR", operator_token}}};
  TRY(add_operator(operator_token));
  for (std::size_t i = 0; i < demo_member_count; ++i) {
    TRY_ASSIGN(secrets.tokens[std::string(demo_member(i).word)], add_member(i));
  }
  for (std::size_t from = 0; from < demo_member_count; ++from) {
    for (std::size_t to = 0; to < demo_member_count; ++to) {
      if (from != to && are_demo_partners(from, to)) TRY(relate(from, to));
    }
  }
  return secrets;
}

base::Done DemoMarket::add_operator(const std::string& token) {
  TRY_ASSIGN(const auto added, exchange_.run(exchange::add_first_operator(
                                   exchange_.desk(), {.name = "first", .hash = base::sha256(token)},
                                   exchange_.deadline())));
  const auto* const one = std::get_if<exchange::Operator>(&added);
  CHECK(one != nullptr);
  operator_ = one->id;
  return {};
}

base::Result<std::string> DemoMarket::add_member(std::size_t place) {
  const DemoMember& member = demo_member(place);
  exchange::ParticipantRequest request{
      .name = std::string(member.name),
      .identifiers = {{.domain = exchange::Domain::gs1, .text = std::string(member.gln)}},
      .requirements = {},
      .agents = {}};
  TRY_ASSIGN(const auto participant,
             exchange_.run(exchange::add_participant(exchange_.desk(), operator_,
                                                     std::move(request), exchange_.deadline())));
  const auto* const added = std::get_if<exchange::Participant>(&participant);
  CHECK(added != nullptr);
  std::string token = base::new_token(random_, "tp_live_");
  exchange::TokenRequest wanted{
      .participant = added->id, .hash = base::sha256(token), .expires = {}, .name = "demo"};
  TRY_ASSIGN(const auto answer,
             exchange_.run(exchange::add_token(exchange_.desk(), exchange::Actor::of(operator_),
                                               std::move(wanted), exchange_.deadline())));
  const auto* const admitted = std::get_if<exchange::Token>(&answer);
  CHECK(admitted != nullptr);
  callers_[place] = {.participant = added->id,
                     .token = admitted->id,
                     .flow = admitted->flow,
                     .scopes = admitted->scopes};
  return token;
}

base::Done DemoMarket::relate(std::size_t from, std::size_t to) {
  exchange::RelationshipRequest request{.from = callers_[from].participant,
                                        .to = callers_[to].participant,
                                        .status = exchange::RelationshipStatus::active,
                                        .kinds = {},
                                        .flows = {},
                                        .requirements = {}};
  TRY_ASSIGN(const auto answer, exchange_.run(exchange::put_relationship(
                                    exchange_.desk(), exchange::Actor::of(operator_),
                                    std::move(request), exchange_.deadline())));
  CHECK(std::holds_alternative<exchange::PartnerChanged>(answer));
  return {};
}

base::Result<std::optional<simulation::Market::Posted>> DemoMarket::send(std::size_t company,
                                                                         const std::string& json) {
  exchange::SendRequest request{
      .caller = callers_[company], .body = exchange::bytes_of(json), .key = {}};
  TRY_ASSIGN(const auto answer, exchange_.run(exchange::send(exchange_.desk(), std::move(request),
                                                             exchange_.deadline())));
  if (const auto* const taken = std::get_if<exchange::Accepted>(&answer)) {
    return Posted{.id = taken->id.to_string()};
  }
  if (const auto* const before = std::get_if<exchange::Duplicate>(&answer)) {
    return Posted{.id = before->id.to_string(), .is_duplicate = true};
  }
  CHECK(std::holds_alternative<exchange::Refused>(answer));
  return std::nullopt;
}

base::Done DemoMarket::report(std::size_t company, const std::string& id,
                              const client::Report& report) {
  const auto transaction = exchange::TransactionId::parse(id);
  CHECK(transaction.has_value());
  exchange::ReportItem item{
      .id = *transaction,
      .verdict = report.success ? exchange::Verdict::success : exchange::Verdict::failure,
      .reason = report.reason,
      .context = {report.context.begin(), report.context.end()}};
  TRY_ASSIGN(const auto answer,
             exchange_.run(exchange::report(exchange_.desk(), callers_[company], {std::move(item)},
                                            exchange_.deadline())));
  CHECK(std::holds_alternative<exchange::ReportsKept>(answer));
  return {};
}

// Each company resolves a tenth of its older cases each day.
base::Done DemoMarket::look_at_cases() {
  for (std::size_t company = 0; company < demo_member_count; ++company) {
    exchange::CasesRequest request{.caller = callers_[company],
                                   .filter = {.status = exchange::CaseStatus::open},
                                   .cursor = {},
                                   .count_max = base::limits::page_items_max};
    TRY_ASSIGN(const auto answer,
               exchange_.run(exchange::cases(exchange_.desk(), request, exchange_.deadline())));
    const auto* const page = std::get_if<exchange::CasesPage>(&answer);
    CHECK(page != nullptr);
    for (const exchange::CasePtr& one : page->items) TRY(resolve(company, *one));
  }
  return {};
}

base::Done DemoMarket::resolve(std::size_t company, const exchange::Case& one) {
  const base::Instant now = exchange_.desk().clock.now();
  simulation::Draws draws(seed_, {"case", demo_member(company).word, one.transaction_identifier,
                                  simulation::day_text(now)});
  if (now - one.opened < hours(24) || !draws.happens(10)) return {};
  const bool is_rejection = one.origin == exchange::CaseOrigin::rejection;
  exchange::CaseRequest request{.id = one.id,
                                .revision = {},
                                .comment = is_rejection
                                               ? "We have corrected it in our system."
                                               : "Clarified with our partner by telephone.",
                                .status = exchange::CaseStatus::resolved};
  TRY_ASSIGN(const auto answer,
             exchange_.run(exchange::change_case(exchange_.desk(), callers_[company],
                                                 std::move(request), exchange_.deadline())));
  CHECK(std::holds_alternative<exchange::Changed>(answer));
  return {};
}

std::string text_of(const DemoSecrets& secrets) {
  std::string text = fmt::format("SEED={}", secrets.seed);
  for (const auto& [word, token] : secrets.tokens) text += fmt::format("\n{}={}", word, token);
  return text;
}

// Returns the first moment of a Monday, so that the first days of the history are not empty.
base::Instant begin_of_history(base::Instant until) {
  const auto day = std::chrono::floor<days>(until - days_of_history);
  return day - (std::chrono::weekday(day) - std::chrono::Monday);
}

base::Error error_about(std::string_view what, const std::string& path, const std::string& detail) {
  return base::Error(base::ErrorCode::unavailable,
                     base::CallerText(fmt::format("{} {}.", what, path)), base::LogText(detail));
}

base::Done remove_unfinished(const std::string& network) {
  std::error_code error;
  std::filesystem::remove_all(network, error);
  if (error) return base::refuse(error_about("Can't remove", network, error.message()));
  return {};
}

}  // namespace

base::Result<DemoLock> lock_demo(const DemoFolder& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder.path, error);
  if (error) return base::refuse(error_about("Can't make", folder.path, error.message()));
  DemoLock lock;
  TRY_ASSIGN(lock.folder, journal::open_posix_folder(folder.path, journal::Missing::refuse));
  TRY_ASSIGN(lock.lock, lock.folder->lock());
  return lock;
}

bool has_demo(const DemoFolder& folder) {
  std::error_code error;
  return std::filesystem::exists(folder.network(), error);
}

base::Result<DemoSecrets> read_demo_secrets(const DemoFolder& folder) {
  std::ifstream file(folder.tokens());
  DemoSecrets secrets;
  for (std::string line; std::getline(file, line);) {
    const auto end = std::min(line.find('='), line.size());
    std::string value = line.substr(std::min(end + 1, line.size()));
    if (line.starts_with("SEED=")) {
      secrets.seed = base::whole_number<std::uint64_t>(value).value_or(1);
    } else {
      secrets.tokens[line.substr(0, end)] = std::move(value);
    }
  }
  bool is_whole = secrets.tokens.contains("OPERATOR");
  for (std::size_t i = 0; i < demo_member_count; ++i) {
    is_whole = is_whole && secrets.tokens.contains(std::string(demo_member(i).word));
  }
  if (is_whole) return secrets;
  return base::refuse(base::Error(
      base::ErrorCode::invalid,
      base::CallerText(fmt::format("{} is not the folder of a demo: the file {} has not the tokens "
                                   "of its network. Use another folder.",
                                   folder.path, folder.tokens()))));
}

base::Result<DemoMade> make_demo(const DemoFolder& folder, std::uint64_t seed,
                                 base::Instant until) {
  const std::string unfinished = folder.network() + ".unfinished";
  TRY(remove_unfinished(unfinished));
  const base::Instant from = begin_of_history(until);
  DemoMade made;
  {
    TRY_ASSIGN(const auto exchange, OfflineExchange::open(unfinished, from, seed));
    DemoMarket market(*exchange, seed);
    base::SystemRandom random;
    const std::string operator_token = new_operator_token(random);
    TRY_ASSIGN(const DemoSecrets secrets, market.found(operator_token));
    TRY(write_secret(unfinished + "/operator-token", operator_token));
    TRY(write_secret(folder.tokens(), text_of(secrets)));
    const DemoCompanies companies(seed);
    simulation::History history(companies.all(), market, seed);
    for (auto& [sender, document] : DemoCompanies::sent_by_hand(until)) {
      history.add(sender, std::move(document));
    }
    TRY(history.run(from, until));
    made = {.documents = history.accepted(), .refused = history.refused()};
  }
  TRY(store::embedded::rename_path(unfinished, folder.network()));
  TRY(store::embedded::sync_folder(folder.path));
  return made;
}

}  // namespace tradepost::app
