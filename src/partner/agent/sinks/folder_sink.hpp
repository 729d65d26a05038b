#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/sinks/converted_document.hpp"
#include "agent/sinks/document_forms.hpp"
#include "agent/sinks/sink.hpp"
#include "base/files/open_folder.hpp"

namespace tradepost::agent {

// Writes a file for each document, ID.TYPE.json, with the delivered transaction: sender, flow and
// content. The file is written to .unfinished/ and synced, then renamed. So a program that reads
// the folder sees complete files only, and may remove them.
//
// With forms, ID.TYPE.pdf and so on come first: all of them are in the folder and synced before
// ID.TYPE.json is renamed. A form that does not come delays its document.
//
// Recall: the unfinished file exists before the ledger records the hand-over, and the rename
// removes it. So after a crash, a missing unfinished file proves that the document was handed over,
// with its forms. Otherwise the forms are written again, each as a whole file.
//
// The file can be a document of UBL instead, ID.TYPE.xml, or a message of EDIFACT, ID.TYPE.edi. If
// the partner's answer decides the report, a second unfinished file has the references of the
// message until the outcome is stored.
//
// The reader of the folder can be a different user than the agent's, so the agent follows no link
// in it.
class FolderSink final : public Sink {
 public:
  // Without `converted`, the files are JSON.
  static base::Result<FolderSink> open(const std::string& folder,
                                       std::optional<ConvertedFiles> converted = std::nullopt,
                                       std::optional<DocumentForms> forms = std::nullopt);

  std::size_t batch_max() const override;
  base::Done prepare(std::span<const Delivery> batch) override;
  std::vector<Outcome> hand_over(std::span<const Delivery> batch) override;
  base::Result<std::optional<Outcome>> recall(const std::string& id,
                                              const std::string& type) override;
  void forget(const std::string& id, const std::string& type) override;
  void clear_away(const IsSettled& is_settled) override;

 private:
  FolderSink(base::OpenFolder folder, base::OpenFolder unfinished, base::OpenFolder superseded,
             std::optional<ConvertedFiles> converted, std::optional<DocumentForms> forms);
  base::Done expect_in_place() const;
  std::string_view ending() const {
    return ending_of(converted_ ? converted_->format : FileFormat::json);
  }
  bool awaits() const { return converted_ && converted_->awaited; }
  base::Done prepare_converted(const client::Transaction& document);
  Outcome handed_over(const client::Transaction& document);
  Outcome hand_over(const client::Transaction& document);
  // Writes the forms of a document into the folder. Returns the outcome if one did not come.
  std::optional<Outcome> add_forms(const client::Transaction& document);
  base::Done show(const std::vector<std::string>& names) const;
  void supersede(const std::string& id, const std::string& type) const;
  // Returns the names of the files that a document can have.
  std::vector<std::string> names_of(const std::string& id, const std::string& type) const;

  base::OpenFolder folder_;
  base::OpenFolder unfinished_;
  base::OpenFolder superseded_;
  std::optional<ConvertedFiles> converted_;
  std::optional<DocumentForms> forms_;
  std::map<std::string, ConvertedDocument> prepared_;  // without texts, by the ids of the batch
};

}  // namespace tradepost::agent
