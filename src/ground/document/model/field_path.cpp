#include "document/model/field_path.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text/text.hpp"

namespace tradepost::document {
namespace {

constexpr std::string_view content_name = "content";
constexpr std::size_t usual_text_bytes = 64;

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

std::vector<const FieldPath*> from_root(const FieldPath& path) {
  constexpr std::size_t usual_depth = 8;
  std::vector<const FieldPath*> chain;
  chain.reserve(usual_depth);
  for (const FieldPath* at = &path; at->parent() != nullptr; at = at->parent()) chain.push_back(at);
  std::ranges::reverse(chain);
  return chain;
}

// Returns the text up to the next capital. Capitals in a row are one word.
std::string_view first_word(std::string_view field_name) {
  std::size_t end = 1;
  while (end < field_name.size() && (!is_upper(field_name[end]) || is_upper(field_name[end - 1])))
    ++end;
  return field_name.substr(0, end);
}

// Words that people write in capitals.
constexpr std::array<std::string_view, 12> abbreviations = {
    "gtin", "sscc", "hs", "cn", "hts", "un", "fsc", "msc", "url", "gdsn", "usda", "bls"};
constexpr std::size_t abbreviation_bytes_max = 4;

void append_spaced(std::string& out, std::string_view field_name) {
  const bool asks =
      field_name.starts_with("is") && field_name.size() > 2 && is_upper(field_name[2]);
  if (asks) field_name.remove_prefix(2);
  for (bool is_first = true; !field_name.empty(); is_first = false) {
    const auto word = first_word(field_name);
    field_name.remove_prefix(word.size());
    if (!is_first) out += ' ';
    const std::size_t begin = out.size();
    for (const char c : word) out += base::ascii_lower(c);
    const std::string_view lowered = std::string_view(out).substr(begin);
    if (lowered.size() > abbreviation_bytes_max ||
        std::ranges::find(abbreviations, lowered) == abbreviations.end()) {
      continue;
    }
    for (std::size_t at = begin; at < out.size(); ++at) out[at] = base::ascii_upper(out[at]);
  }
  if (asks) out += " flag";
}

}  // namespace

std::string_view singular(std::string_view list_name) {
  if (list_name.ends_with("ches")) return list_name.substr(0, list_name.size() - 2);
  if (list_name.ends_with("s")) return list_name.substr(0, list_name.size() - 1);
  return list_name;
}

std::string spaced(std::string_view field_name) {
  std::string words;
  append_spaced(words, field_name);
  return words;
}

std::string FieldPath::text() const {
  std::string text;
  text.reserve(usual_text_bytes);
  for (const FieldPath* at : from_root(*this)) {
    if (!text.empty()) text += '.';
    text += at->is_element() ? std::to_string(at->index_) : std::string(at->name_);
  }
  return text;
}

std::string FieldPath::code() const {
  const auto chain = from_root(*this);
  std::string code;
  code.reserve(usual_text_bytes);
  for (std::size_t at = 0; at < chain.size(); ++at) {
    if (chain[at]->is_element() ||
        (at == 0 && chain.size() > 1 && chain[at]->name_ == content_name))
      continue;
    const bool of_list = at + 1 < chain.size() && chain[at + 1]->is_element();
    if (!code.empty()) code += '.';
    code += of_list ? singular(chain[at]->name_) : chain[at]->name_;
  }
  return code;
}

std::string FieldPath::words() const {
  const auto chain = from_root(*this);
  if (chain.empty()) return "Document";
  const std::size_t begin = chain.size() > 1 && chain.front()->name_ == content_name ? 1 : 0;
  std::string words;
  words.reserve(usual_text_bytes);
  for (std::size_t at = begin; at < chain.size(); ++at) {
    const bool of_list = at + 1 < chain.size() && chain[at + 1]->is_element();
    const std::string_view name = chain[at]->name_;
    const FieldPath* const element = of_list ? chain[++at] : nullptr;
    if (!words.empty()) words += at + 1 < chain.size() ? ", " : ": ";
    append_spaced(words, of_list ? singular(name) : name);
    if (element != nullptr) words += ' ' + std::to_string(std::uint64_t{element->index_} + 1);
  }
  words[0] = base::ascii_upper(words[0]);
  return words;
}

}  // namespace tradepost::document
