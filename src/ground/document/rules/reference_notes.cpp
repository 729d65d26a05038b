#include "document/rules/reference_notes.hpp"

#include <map>
#include <string>
#include <utility>

#include "base/ground/reference_limits.hpp"
#include "base/text/text.hpp"
#include "document/json/view.hpp"

namespace tradepost::document {

// All lines of a document usually name the same order.
void ReferenceNotes::note(std::uint32_t kinds, std::uint32_t token) {
  const bool is_repeated = !notes_.empty() && notes_.back().kinds == kinds &&
                           tokens_.scalar(notes_.back().token) == tokens_.scalar(token);
  if (!is_repeated) notes_.push_back({.kinds = kinds, .token = token});
}

References ReferenceNotes::found(Kind kind, std::string_view own_number) const {
  const std::string own = base::ascii_lowered(std::string(own_number));
  std::map<std::string, std::uint32_t> kinds_of_number;
  for (const Note& note : notes_) {
    std::string number = base::ascii_lowered(View(tokens_, note.token).text());
    std::uint32_t kinds = note.kinds;
    if (number == own) kinds &= ~(std::uint32_t{1} << static_cast<unsigned>(kind));
    if (kinds == 0 || base::is_blank(number)) continue;
    if (number.size() > base::limits::reference_bytes_max) continue;
    const auto known = kinds_of_number.find(number);
    if (known != kinds_of_number.end()) {
      known->second |= kinds;
    } else if (kinds_of_number.size() < base::limits::references_max) {
      kinds_of_number.emplace(std::move(number), kinds);
    }
  }
  References references;
  references.reserve(kinds_of_number.size());
  for (auto& [number, kinds] : kinds_of_number) {
    references.push_back({.number = number, .kinds = kinds});
  }
  return references;
}

}  // namespace tradepost::document
