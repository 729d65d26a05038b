#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/tasks/manual_executor.hpp"
#include "conformance/letter.hpp"
#include "embedded_store/word.hpp"
#include "exchange/administration/administer.hpp"
#include "exchange/trade/pull.hpp"
#include "exchange/trade/report.hpp"

// A small network that uses a store until the store dies.
namespace tradepost::store::embedded::testing {

// The state that threads of one process share. SUPPLIER sends to BUYER, and to HOLDER, which does
// not always accept it.
struct Town {
  Town(exchange::Store& of, const base::Clock& with) : store(of), clock(with) {}

  exchange::Store& store;
  const base::Clock& clock;
  exchange::LiveDirectory directory;
  exchange::RejectionLimit rejections;

  std::optional<exchange::ParticipantId> find(const std::string& name) const;
};

// The objects of one thread.
class Seat {
 public:
  explicit Seat(Town& town)
      : ids_(town.clock, random_),
        desk_{.store = town.store,
              .directory = town.directory,
              .clock = town.clock,
              .ids = ids_,
              .reader = reader_,
              .rejections = town.rejections,
              .rules = {}} {}

  exchange::Desk& desk() { return desk_; }
  exchange::Deadline deadline() const { return executor_.now() + std::chrono::minutes(1); }
  template <typename T>
  base::Result<T> run(exchange::Answering<T> task) {
    return executor_.run(std::move(task));
  }

 private:
  base::ManualExecutor executor_;
  base::SystemRandom random_;
  base::UuidGenerator ids_;
  document::Reader reader_;
  exchange::Desk desk_;
};

// Adds the members of the network that are missing.
base::Done found(Town& town);

exchange::Caller caller_of(exchange::ParticipantId participant);
// Returns the request for `send NUMBER VARIANT TO KEY`. No other document has this variant.
exchange::SendRequest request_of(const Town& town, const std::vector<std::string>& says);

struct TraderOptions {
  std::size_t nth = 0;  // the first trader also changes relationships and members
  std::size_t of = 1;   // number of traders
  std::uint64_t life = 0;
  std::uint64_t seed = 0;
};

// The work of one thread, which learns of other changes to the network as another process does. It
// reports each request before it sends it, and the answer when it comes.
class Trader {
 public:
  using OnWord = std::function<void(const Word&)>;
  Trader(exchange::Store& store, const base::Clock& clock, const TraderOptions& options,
         OnWord on_word);

  // Performs one request. Returns false if the store did not answer; the result is then unknown.
  bool trade();

 private:
  std::uint64_t below(std::uint64_t bound) { return random_.next_uint64() % bound; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }
  void ask(std::vector<std::string> says);
  bool answer(std::vector<std::string> says);

  bool send();
  bool send_to(const std::string& name, const std::string& number);
  bool send_as_asked(const std::vector<std::string>& says);
  bool look();
  bool report(exchange::ParticipantId by, const std::vector<exchange::TransactionId>& ids);
  bool discard(exchange::TransactionId id);
  bool requeue();
  bool relate();
  bool tend_members();
  bool enlist();
  bool take();
  bool close();
  bool is_mine(exchange::TransactionId id) const;

  Town town_;
  const TraderOptions options_;
  const OnWord on_word_;
  Seat seat_;
  base::SeededRandom random_;
  std::uint64_t sent_ = 0;
  std::vector<std::string> last_with_key_;
  std::vector<exchange::TransactionId> failed_;
  bool holds_ = true;
  // The life of a member: it joins, receives documents, loses its identifier to another member, and
  // closes.
  std::size_t chapter_ = 0;
  std::uint64_t members_ = 0;
  std::string from_;
  std::string to_;
};

}  // namespace tradepost::store::embedded::testing
