#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "agent/ledger/delivery.hpp"
#include "edifact/directory.hpp"
#include "edifact/mappings.hpp"
#include "tradepost/transactions.hpp"

namespace tradepost::agent {

// The format of the documents in the files of a folder.
enum class FileFormat : std::uint8_t { json, edifact, ubl };

// The endings of the files, by their formats.
inline constexpr std::array<std::string_view, 3> file_endings{".json", ".edi", ".xml"};

inline std::string_view ending_of(FileFormat format) {
  return file_endings[std::to_underlying(format)];
}

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
