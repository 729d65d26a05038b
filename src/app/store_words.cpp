#include "app/store_words.hpp"

#include <unistd.h>

#include <cstdio>

#include <fmt/format.h>

#include "app/findings_text.hpp"

namespace tradepost::app {

ExitStatus tell_refusal(const base::Error& error) {
  fmt::print(stderr, "tradepost: {} ({})\n", error.text().str(), printable(error.detail().str()));
  return error.code() == base::ErrorCode::damaged ? ExitStatus::faulty : ExitStatus::failed;
}

ProgressLine::ProgressLine() : is_shown_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (is_dirty_) fmt::print(stderr, "\r\033[K");
}

store::embedded::Tell ProgressLine::teller() {
  if (!is_shown_) return {};
  return [this](const store::embedded::Stage& stage) { show(stage); };
}

void ProgressLine::show(const store::embedded::Stage& stage) {
  is_dirty_ = true;
  fmt::print(stderr, "\r\033[K{}", stage.what);
  if (stage.done != 0) fmt::print(stderr, " {}", stage.done);
  if (stage.of != 0) fmt::print(stderr, " of {}", stage.of);
  std::fflush(stderr);
}

std::string words_of(const store::embedded::NewLife& life) {
  std::string text = fmt::format("epoch {} begins behind record {}\n", life.epoch,
                                 life.sequence - life.jumps.size() - life.erased - 1);
  for (const auto& jump : life.jumps) {
    text += fmt::format("range {}: passes over {} numbers from {} on\n", jump.range.to_string(),
                        jump.count, jump.first);
  }
  if (life.erased > 0) {
    text += fmt::format("erased once more: {} documents, as they had been since\n", life.erased);
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
