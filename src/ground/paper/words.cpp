#include "paper/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <span>

#include "base/ground/check.hpp"
#include "base/text/date.hpp"
#include "paper/word_tables.hpp"

namespace tradepost::paper {
namespace {

const Word* find(std::span<const Word> words, std::string_view key) {
  const auto found = std::ranges::lower_bound(words, key, {}, &Word::key);
  return found != words.end() && found->key == key ? &*found : nullptr;
}

std::string split(std::string_view name) {
  std::string words;
  for (const char letter : name) {
    const bool is_large = letter >= 'A' && letter <= 'Z';
    if (is_large && !words.empty()) words += ' ';
    const bool is_changed = words.empty() ? letter >= 'a' && letter <= 'z' : is_large;
    words += is_changed ? static_cast<char>(letter ^ 0x20) : letter;
  }
  return words;
}

bool is_plain(std::string_view number) {
  return number.find_first_not_of("-0123456789.") == std::string_view::npos;
}

}  // namespace

std::string Words::field(std::string_view name) const {
  const Word* const found = find(field_words, name);
  if (found == nullptr) return split(name);
  return std::string(language_ == Language::german ? found->german : found->english);
}

std::string_view Words::kind(std::string_view name) const {
  const Word* const found = find(kind_words, name);
  if (found == nullptr) return name;
  return language_ == Language::german ? found->german : found->english;
}

std::string_view Words::value(std::string_view value) const {
  const Word* const found = find(value_words, value);
  if (found == nullptr) return value;
  return language_ == Language::german ? found->german : found->english;
}

std::string_view Words::sentence(std::string_view key) const {
  const Word* const found = find(sentences, key);
  CHECK(found != nullptr);
  return language_ == Language::german ? found->german : found->english;
}

std::string Words::number(std::string_view json_number) const {
  if (!is_plain(json_number)) return std::string(json_number);
  const bool is_german = language_ == Language::german;
  const std::size_t begin = json_number.starts_with('-') ? 1 : 0;
  const std::size_t end = std::min(json_number.find('.'), json_number.size());
  std::string written(begin, '-');
  for (std::size_t at = begin; at < end; ++at) {
    if (at > begin && (end - at) % 3 == 0) written += is_german ? '.' : ',';
    written += json_number[at];
  }
  if (end == json_number.size()) return written;
  return written.append(1, is_german ? ',' : '.').append(json_number.substr(end + 1));
}

std::string Words::date(std::string_view text) const {
  const auto moment = base::parse_datetime(text);
  if (!moment) return std::string(text);
  const bool is_german = language_ == Language::german;
  const base::Date day = moment->date;
  std::string written = is_german ? fmt::format("{:02}.{:02}.{:04}", day.day, day.month, day.year)
                                  : base::to_string(day);
  if (!moment->time) return written;
  const base::TimeOfDay time = *moment->time;
  written += fmt::format("{} {:02}:{:02}", is_german ? "," : "", time.hour, time.minute);
  if (time.second != 0) written += fmt::format(":{:02}", time.second);
  if (!moment->offset_minutes) return written;
  const int offset = *moment->offset_minutes;
  written += " UTC";
  if (offset == 0) return written;
  return written + fmt::format("{}{:02}:{:02}", offset < 0 ? '-' : '+', std::abs(offset) / 60,
                               std::abs(offset) % 60);
}

std::string filled(std::string_view sentence, std::string_view name, std::string_view value) {
  const std::string parameter = fmt::format("{{{}}}", name);
  std::string text(sentence);
  const std::size_t at = text.find(parameter);
  CHECK(at != std::string::npos);
  return text.replace(at, parameter.size(), value);
}

}  // namespace tradepost::paper
