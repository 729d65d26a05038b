#include "conventions/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "conventions/contract_map.hpp"

namespace tradepost::conventions {
namespace {

// A reader with English as a second language needs a subject, a verb and the usual technical word.
constexpr std::array phrases = {
    Phrase{"^|of|by|for|with|from|to|and|or|is|that|like|about what "
           "is|are|was|were|has|have|had|can|may|must|would|wait|waits|come|comes|came|goes|stands|"
           "lies|they|it|he|we|one|a|the|an|no|nobody|this|other|others",
           "a clause with `what` hides the noun", "the noun: pending documents"},
    Phrase{"those of|that|who", "the reader must look back for the noun", "the noun itself"},
    Phrase{"nobody|somebody", "no role", "the role: an operator, the recipient"},
    Phrase{"!there is|are|was|were no !longer|more|other", "an archaic negation", "is not a …"},
    Phrase{"is|are|was|were|be|being|been told", "no technical meaning", "receives, is notified"},
    Phrase{"tell|tells|told", "no technical meaning", "reports, shows, returns, notifies"},
    Phrase{"stand|stands", "things in software do not stand", "is, is stored, is listed"},
    Phrase{"go|goes|went on", "idiom", "continues"},
    Phrase{"likewise|meanwhile|anew", "archaic", "also, during this time, again"},
    Phrase{"beside", "archaic", "next to, in addition to, compared with"},
    Phrase{"of ours", "archaic", "our …"},
    Phrase{"of its|their|our own", "wordy", "its own …, separate"},
    Phrase{"as it|they stand|stands|is|are|was|were|lie|lies", "idiom", "unchanged"},
    Phrase{"is|are|was|were|be|been looked for|at|after", "passive phrasal verb",
           "the verb: search, read, check"},
    Phrase{"is|are|was|were|be|been asked|waited", "passive without an actor",
           "the actor and the verb: the client requests"},
    Phrase{"behind it|them|another|what", "a place instead of an order", "after, below"},
};

bool is_any_of(std::string_view alternatives, std::string_view word) {
  while (!alternatives.empty()) {
    const auto end = std::min(alternatives.find('|'), alternatives.size());
    if (alternatives.substr(0, end) == word) return true;
    alternatives.remove_prefix(std::min(end + 1, alternatives.size()));
  }
  return false;
}

struct Word {
  std::string text;     // in lower case
  std::size_t line;     // from 1
  bool begins = false;  // a clause begins here
};

bool ends_clause(char c) {
  return std::string_view(".:;,(").find(c) != std::string_view::npos;
}

// Splits `line` and appends its words. `begins`: whether the next word begins a clause.
void append_words(std::string_view line, std::size_t number, bool& begins,
                  std::vector<Word>& words) {
  for (std::size_t i = 0; i < line.size();) {
    const auto is_letter = [&](std::size_t at) {
      const char c = line[at];
      return is_part_of_word(c) || c == '-' || c == '\'' ||
             (static_cast<unsigned char>(c) & 0x80) != 0;
    };
    if (!is_letter(i)) {
      begins = begins || ends_clause(line[i]);
      ++i;
      continue;
    }
    Word word{.text = {}, .line = number, .begins = begins};
    for (; i < line.size() && is_letter(i); ++i)
      word.text.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(line[i]))));
    words.push_back(std::move(word));
    begins = false;
  }
}

std::vector<Word> words_of(const File& file) {
  std::vector<Word> words;
  bool begins = true;
  bool in_block = false;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const std::string& line = file.lines[i];
    const bool is_fence = is_page(file) && trimmed(line).starts_with("```");
    if (is_fence) in_block = !in_block;
    if (is_fence || in_block || line.empty()) {
      begins = true;
      continue;
    }
    append_words(line, i + 1, begins, words);
  }
  return words;
}

// A phrase whose parts were separated once.
struct Pattern {
  std::vector<std::string> parts;
  const Phrase* phrase;
};

std::vector<Pattern> patterns() {
  std::vector<Pattern> all;
  for (const Phrase& phrase : phrases)
    all.push_back({.parts = parted(phrase.words, ' '), .phrase = &phrase});
  return all;
}

bool part_matches(std::string_view part, const Word& word) {
  if (part.starts_with('!')) return !is_any_of(part.substr(1), word.text);
  return is_any_of(part, word.text);
}

// Returns the number of words from `at` on that the pattern matches, or 0. A first part with `^`
// needs no word if a clause begins at `at`.
std::size_t matched_at(const Pattern& pattern, const std::vector<Word>& words, std::size_t at) {
  const bool begins = pattern.parts[0].starts_with('^') && words[at].begins;
  const std::size_t first = begins ? 1 : 0;
  const std::size_t count = pattern.parts.size() - first;
  if (at + count > words.size()) return 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!part_matches(pattern.parts[first + i], words[at + i])) return 0;
  }
  return count;
}

// Returns `Suite.test_name`, or nullopt.
std::optional<std::string> test_named_in(const std::string& span) {
  const auto dot = span.find('.');
  if (dot == std::string::npos || dot == 0 ||
      std::isupper(static_cast<unsigned char>(span[0])) == 0)
    return std::nullopt;
  const bool is_name =
      std::ranges::all_of(span, [](char c) { return is_part_of_word(c) || c == '.'; });
  return is_name ? std::optional(span) : std::nullopt;
}

bool is_test(const std::string& name, const std::vector<File>& files) {
  const std::string suite = name.substr(0, name.find('.'));
  return std::ranges::any_of(files, [&](const File& file) {
    const bool may_have_it = is_cpp(file) && std::ranges::any_of(file.lines, [&](const auto& line) {
                               return line.starts_with("TEST") && line.contains(suite);
                             });
    return may_have_it && tests_in(file).contains(name);
  });
}

}  // namespace

std::span<const Phrase> discouraged_phrases() {
  return phrases;
}

std::vector<Finding> faults_of_wording(const File& file) {
  static const std::vector<Pattern> all = patterns();
  const std::vector<Word> words = words_of(file);
  std::vector<Finding> findings;
  for (std::size_t at = 0; at < words.size(); ++at) {
    for (const Pattern& pattern : all) {
      const std::size_t count = matched_at(pattern, words, at);
      if (count == 0) continue;
      std::string found = words[at].text;
      for (std::size_t i = 1; i < count; ++i) found += ' ' + words[at + i].text;
      findings.push_back({file.path, words[at].line,
                          fmt::format("`{}`: {}; write {}", found, pattern.phrase->reason,
                                      pattern.phrase->replacement)});
      at += count - 1;  // one finding for a place
      break;
    }
  }
  return findings;
}

bool is_written_page(const File& file) {
  const bool is_generated = file.path.starts_with("docs/reference/documents/") &&
                            file.path != "docs/reference/documents/README.md";
  return is_page(file) && !is_generated && file.path != "docs/internals/contract-map.md";
}

bool is_api_description(const File& file) {
  return file.path.starts_with("model/api/") && file.path.ends_with(".json");
}

bool is_user_page(const File& file) {
  if (file.path == "README.md") return true;
  if (!is_written_page(file) || !file.path.starts_with("docs/")) return false;
  // The guide to mappings is for engineers who change them.
  constexpr std::array<std::string_view, 5> others = {
      "docs/decisions/", "docs/internals/", "docs/guides/adding-a-mapping.md",
      "docs/reference/contract/", "docs/reference/contract.md"};
  return std::ranges::none_of(others, [&](auto path) { return file.path.starts_with(path); });
}

std::vector<Finding> faults_of_test_names(const File& page, const std::vector<File>& files) {
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < page.lines.size(); ++i) {
    const std::string& line = page.lines[i];
    const auto spans = parted(line, '`');
    for (std::size_t at = 1; at + 1 < spans.size(); at += 2) {
      const auto test = test_named_in(spans[at]);
      if (spans[at].starts_with("tests/") || (test && is_test(*test, files))) {
        findings.push_back(
            {page.path, i + 1, fmt::format("`{}` is a test: users have none", spans[at])});
      }
    }
  }
  return findings;
}

}  // namespace tradepost::conventions
