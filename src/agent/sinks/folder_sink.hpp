#pragma once

#include <string>

#include "agent/sinks/sink.hpp"
#include "base/files/open_folder.hpp"

namespace tradepost::agent {

// A file for each document, ID.TYPE.json: what the exchange delivered, with sender, flow and
// content. It is written under another folder's name and synced, and then renamed, so that a
// program that reads the folder sees whole files only, and may take them away.
//
// Recalling: the unfinished file is there before the ledger records the hand-over, and the rename
// takes it away. So after a crash, its absence says that the document was handed over.
//
// Those who take the files away may be another user than the agent's, so that no link in the folder
// is followed.
class FolderSink final : public Sink {
 public:
  static base::Result<FolderSink> open(const std::string& folder);

  std::size_t batch_max() const override;
  base::Done prepare(std::span<const Delivery> batch) override;
  std::vector<Outcome> hand_over(std::span<const Delivery> batch) override;
  base::Result<std::optional<Outcome>> recall(const std::string& id,
                                              const std::string& type) override;
  void forget(const std::string& id, const std::string& type) override;
  void clear_away(const IsSettled& is_settled) override;

 private:
  FolderSink(base::OpenFolder folder, base::OpenFolder unfinished, base::OpenFolder superseded);
  base::Done expect_in_place() const;
  Outcome hand_over(const client::Transaction& document);

  base::OpenFolder folder_;
  base::OpenFolder unfinished_;
  base::OpenFolder superseded_;
};

}  // namespace tradepost::agent
