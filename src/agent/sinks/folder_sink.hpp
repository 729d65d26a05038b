#pragma once

#include <string>

#include "agent/sinks/sink.hpp"

namespace tradepost::agent {

// A file for each document, ID.TYPE.json: what the exchange delivered, with sender, flow and
// content. It is written under another folder's name and synced, and then renamed, so that a
// program that reads the folder sees whole files only, and may take them away.
//
// Recalling: the unfinished file is there before the ledger records the hand-over, and the rename
// takes it away. So after a crash, its absence says that the document was handed over.
class FolderSink final : public Sink {
 public:
  static base::Result<FolderSink> open(std::string folder);

  std::size_t batch_max() const override;
  base::Done prepare(std::span<const Delivery> batch) override;
  std::vector<Outcome> hand_over(std::span<const Delivery> batch) override;
  base::Result<std::optional<Outcome>> recall(const std::string& id,
                                              const std::string& type) override;
  void forget(const std::string& id, const std::string& type) override;
  void clear_away(const IsSettled& is_settled) override;

 private:
  explicit FolderSink(std::string folder);
  Outcome hand_over(const client::Transaction& document);

  std::string folder_;
  std::string unfinished_;
  std::string superseded_;
};

}  // namespace tradepost::agent
