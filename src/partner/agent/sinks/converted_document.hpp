#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "agent/ledger/delivery.hpp"
#include "edifact/directory.hpp"
#include "edifact/mappings.hpp"
#include "tradepost/transactions.hpp"

namespace tradepost::agent {

// The format of the documents in the files of a folder.
enum class FileFormat : std::uint8_t { json, edifact, ubl };

inline constexpr FileFormat file_formats[] = {FileFormat::json, FileFormat::edifact,
                                              FileFormat::ubl};

std::string_view ending_of(FileFormat format);

// Files that are messages of EDIFACT, or documents of UBL.
struct ConvertedFiles {
  FileFormat format = FileFormat::ubl;
  // Only of messages:
  std::shared_ptr<const edifact::Mappings> mappings = {};
  const edifact::Directory* directory = nullptr;
  std::optional<Awaited> awaited = {};  // the answer that decides the report; nullopt: none
};

struct ConvertedDocument {
  std::string text = {};
  SentMessage sent = {};     // of a message
  std::string refusal = {};  // a sentence: the document can't have this format
};

ConvertedDocument converted(const ConvertedFiles& files, const client::Transaction& document);

}  // namespace tradepost::agent
