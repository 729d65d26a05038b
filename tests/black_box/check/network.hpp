#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/ids.hpp"
#include "base/tasks/manual_executor.hpp"
#include "document/read.hpp"
#include "exchange/desk/desk.hpp"
#include "exchange/model/model.hpp"
#include "scratch_store/scratch_store.hpp"
#include "served/desk.hpp"
#include "store/embedded/embedded_store.hpp"

// A network in a folder, served by the test, and the binary that works on the folder.
namespace tradepost::check {

using exchange::TransactionId;
using served::Ended;

// Returns options with segments that a few dozen sends fill.
store::embedded::EmbeddedOptions small_segments();

// A store on a folder, from its opening to its clean stop. SUPPLIER sends to BUYER.
class Served {
 public:
  explicit Served(const std::string& folder,
                  const store::embedded::EmbeddedOptions& options = small_segments());

  store::embedded::EmbeddedStore& store() { return *store_; }
  // Creates the initial data of a network: participants, a relationship, a webhook, a number range.
  void found();
  TransactionId send(std::uint64_t number);
  void report(TransactionId id, bool is_good);
  void erase(TransactionId id);
  // Creates each sort of data: versions, both results of reports, a case, a key, a rejection,
  // numbers.
  void trade();
  // Sends notices with so many units in all, and returns the SSCCs that the exchange gave them.
  std::vector<std::string> take_numbers(std::uint32_t count);
  // Returns all transactions that BUYER sees, oldest first.
  std::vector<TransactionId> all();
  // Returns the transactions of all() whose content is erased.
  std::vector<TransactionId> erased();

 private:
  std::vector<exchange::TransactionPtr> rows();
  template <typename T>
  T run(exchange::Answering<T> task);
  exchange::Deadline deadline() const;
  exchange::Caller caller(exchange::ParticipantId participant) const;
  exchange::ParticipantId named(const std::string& identifier);

  base::SystemClock clock_;
  base::SystemRandom random_;
  base::UuidGenerator ids_{clock_, random_};
  base::ManualExecutor executor_;
  document::Reader reader_;
  exchange::LiveDirectory directory_;
  exchange::RejectionLimit rejections_;
  std::unique_ptr<journal::Folder> data_folder_;
  std::unique_ptr<journal::Folder> folder_;
  std::unique_ptr<store::embedded::EmbeddedStore> store_;
  std::unique_ptr<exchange::Desk> desk_;
};

// A folder for networks and backups, and the binary.
class Place {
 public:
  // Returns the path of an entry of the folder.
  std::string path(const std::string& name) const { return scratch_.path() + "/" + name; }
  std::string network() const { return path("network"); }
  std::string index() const { return network() + "/index"; }
  std::string segment(std::uint32_t number) const;

  // Runs the binary. `words` are written as for a shell.
  Ended tradepost(const std::string& words, std::string_view by = {}) const {
    return binary_.tradepost(words, {}, by);
  }
  Ended check(const std::string& words = "") const {
    return tradepost("check '" + network() + "' " + words);
  }
  // Creates a network in the folder network(), sends `count` documents, and stops its store.
  std::vector<TransactionId> make_network(std::size_t count) const;

 private:
  store::embedded::testing::ScratchFolder scratch_;
  served::Desk binary_;
};

// Changes one byte of a file.
void flip(const std::string& file, std::uint64_t at);
// Returns one line for each file below a folder, with the digest of its content.
std::string contents_of(const std::string& folder);
// Returns the offset in a segment of the frame that contains the record.
std::uint64_t byte_of_record(const std::string& segment, std::uint64_t record);

}  // namespace tradepost::check
