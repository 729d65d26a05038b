#include "app/documents/transaction_text.hpp"

#include "document/model/schema.hpp"

namespace tradepost::app {

std::string number_in(std::string_view item, document::Reader& reader) {
  const auto reading = reader.read(item);
  return reading ? std::string(reading->document.head.number) : std::string();
}

std::vector<std::string> kind_words() {
  std::vector<std::string> words;
  for (const auto& row : document::kinds()) words.emplace_back(row.name);
  return words;
}

std::vector<std::string> status_words() {
  return {"PENDING", "SUCCESS", "FAILED", "DROPPED"};
}

}  // namespace tradepost::app
