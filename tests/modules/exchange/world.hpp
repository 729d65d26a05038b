#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/ids.hpp"
#include "base/tasks/manual_executor.hpp"
#include "exchange/administration/administer.hpp"
#include "exchange/administration/partners.hpp"
#include "exchange/desk/desk.hpp"
#include "exchange/trade/pull.hpp"
#include "exchange/trade/report.hpp"
#include "exchange/trade/send.hpp"
#include "exchange/views/cases.hpp"
#include "exchange/views/history.hpp"
#include "scratch_store/store_in_memory.hpp"

// A small network on an embedded store whose disk is memory, for tests of the contract. Each
// request of a client is one call here.
namespace tradepost::exchange {

// Identifiers of the members that every world has.
inline constexpr std::string_view buyer_gln = "9521002000009";
inline constexpr std::string_view supplier_gln = "9521001000000";
inline constexpr std::string_view agent_gln = "9521003000008";
inline constexpr std::string_view stranger_gln = "9521004000007";

std::string party(std::string_view gln);  // {"identifiers":[…]}
std::string party(std::string_view domain, std::string_view identifier);

// An order as text. `more_header` and `more_item` are members, each with a comma in front.
struct OrderText {
  std::string number = "4711";
  std::string buyer = party(buyer_gln);
  std::string supplier = party(supplier_gln);
  std::string more_header = {};
  std::string more_item = {};

  std::string body() const;
};
// Returns an order of the buyer that the agent sends.
OrderText order_by_agent(std::string_view number = "4711");
// Returns an order; another quantity gives another payload.
std::string order(std::string_view number, int quantity = 1);

// Returns a warehouse's response, whose chain is explicit; version 0: without version.
std::string warehouse_response(std::string_view number, int version, int note);

class World {
 public:
  using StoreInMemory = store::embedded::testing::StoreInMemory;

  World();
  ~World();  // compiled once, because it instantiates all of the exchange

  ParticipantId add(std::string name, std::string_view gln);
  ParticipantId add(std::string name, std::vector<Identifier> identifiers);
  Caller caller(ParticipantId participant, Flow flow = Flow::live) const;
  void relate(ParticipantId from, ParticipantId to, RelationshipStatus status,
              std::optional<KindSet> kinds = {});
  // Makes `agent` the only agent of the principal.
  void appoint(ParticipantId principal, ParticipantId agent, KindSet kinds = {});
  EndpointId webhook_of(ParticipantId participant, Flow flow = Flow::live);
  // Changes the directory without its use case; a CHECK fails if the store refuses it.
  void put(DirectoryEntry entry);

  struct Sending {
    Flow flow = Flow::live;
    std::optional<std::string> key;
    std::optional<Original> original = {};
  };
  SendAnswer send(ParticipantId from, std::string body, Sending how);
  SendAnswer send(ParticipantId from, std::string body) { return send(from, body, {}); }
  // Returns the id of an accepted or held document; a CHECK fails otherwise.
  TransactionId sent(ParticipantId from, std::string body) { return id_of(send(from, body)); }
  static TransactionId id_of(const SendAnswer& answer);

  IncomingPage pull(PullRequest request);
  std::vector<TransactionId> pending(ParticipantId participant, Flow flow = Flow::live);
  ReportResult report(ParticipantId participant, TransactionId id, Verdict verdict,
                      Flow flow = Flow::live);
  // Returns nullopt if the whole report was refused.
  std::optional<ReportOutcome> outcome(ParticipantId participant, TransactionId id, Verdict verdict,
                                       Flow flow = Flow::live);
  std::optional<Shown> find(ParticipantId participant, TransactionId id, Flow flow = Flow::live);
  std::vector<TransactionId> history(ParticipantId participant, HistoryFilter filter = {});
  std::vector<std::string> events(ParticipantId participant, TransactionId id);
  std::vector<CasePtr> cases(ParticipantId participant, Flow flow = Flow::live);
  RequeueAnswer requeue(ParticipantId participant, TransactionId id,
                        std::optional<std::string> key = {});
  DiscardAnswer discard(TransactionId id);
  Status status(TransactionId id);  // in an operator's view
  TransactionPtr row(TransactionId id);
  HeldFact held(ParticipantId from, ParticipantId to, Flow flow = Flow::live);

  // Returns the value of a task; a CHECK fails if the store fails.
  template <typename T>
  T run(Answering<T> task) {
    auto result = executor.run(std::move(task));
    CHECK(result.has_value());
    return *std::move(result);
  }
  Deadline soon() const { return executor.now() + std::chrono::seconds(10); }
  Store& store() { return network.store(); }
  const CallPlaces ten_places{{.in_all = 10, .of_one = 10}};

  base::ManualClock clock{
      base::Instant(std::chrono::sys_days(std::chrono::year(2026) / std::chrono::March / 2))};
  base::SeededRandom random{1};
  base::UuidGenerator ids{clock, random};
  base::ManualExecutor executor;
  StoreInMemory network{clock};
  LiveDirectory directory;
  document::Reader reader;
  RejectionLimit rejections;
  Desk desk = desk_with(directory);
  // Simulate the end of the process and its next start. They end all desks but `desk`.
  void restart(StoreInMemory::Intents intents = StoreInMemory::Intents::are_finished);
  void begin_epoch();
  // Returns a desk of another process, which may know an older directory.
  Desk desk_with(LiveDirectory& other) {
    return {.store = store(),
            .directory = other,
            .clock = clock,
            .ids = ids,
            .reader = reader,
            .rejections = rejections,
            .rules = {}};
  }
  OperatorId operator_id = OperatorId(ids.next());

  // Buyer and supplier trade with each other; the stranger has no relationships.
  ParticipantId buyer;
  ParticipantId supplier;
  ParticipantId stranger;
};

template <typename T, typename Variant>
bool is(const Variant& answer) {
  return std::holds_alternative<T>(answer);
}

// Returns lines such as "order.header.supplier.unknown_party at content.header.supplier"; empty if
// the document was not refused.
std::string faults_of(const SendAnswer& answer);

}  // namespace tradepost::exchange
