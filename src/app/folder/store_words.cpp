#include "app/folder/store_words.hpp"

#include <fmt/format.h>

#include "app/console/findings_text.hpp"

namespace tradepost::app {

ExitStatus tell_refusal(const base::Error& error) {
  fmt::print(stderr, "tradepost: {} ({})\n", error.text().str(), printable(error.detail().str()));
  return error.code() == base::ErrorCode::damaged ? ExitStatus::faulty : ExitStatus::failed;
}

std::string words_of(const store::embedded::NewLife& life) {
  std::string text = fmt::format("epoch {} begins after record {}\n", life.epoch,
                                 life.sequence - life.jumps.size() - life.erased - 1);
  for (const auto& jump : life.jumps) {
    text += fmt::format("range {}: skips {} numbers, starting at {}\n", jump.range.to_string(),
                        jump.count, jump.first);
  }
  if (life.erased > 0) {
    text += fmt::format("erased again: {} documents, which were erased after the backup\n",
                        life.erased);
  }
  return text;
}

void write_life(base::JsonWriter& json, const store::embedded::NewLife& life) {
  json.key("epoch").integer(life.epoch);
  json.key("lastSequence").integer(life.sequence);
  json.key("ranges").begin_array();
  for (const auto& jump : life.jumps) {
    json.begin_object();
    json.key("range").string(jump.range.to_string());
    json.key("first").integer(jump.first).key("count").integer(jump.count).end_object();
  }
  json.end_array();
  json.key("erasedOnceMore").integer(life.erased);
}

}  // namespace tradepost::app
