#include "exchange/model/directory_entries.hpp"

namespace tradepost::exchange {

DirectoryEntry::DirectoryEntry(const DirectoryEntry& other) = default;
DirectoryEntry::DirectoryEntry(DirectoryEntry&& other) noexcept = default;
DirectoryEntry& DirectoryEntry::operator=(const DirectoryEntry& other) = default;
DirectoryEntry& DirectoryEntry::operator=(DirectoryEntry&& other) noexcept = default;
DirectoryEntry::~DirectoryEntry() = default;

Revision revision_of(const DirectoryEntry& entry) {
  return std::visit([](const auto& value) { return value.revision; }, entry);
}

}  // namespace tradepost::exchange
