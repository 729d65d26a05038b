#include "label/words.hpp"

#include <algorithm>
#include <initializer_list>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "gs1/check_digit.hpp"

namespace tradepost::label {
namespace {

// Returns true for controls (also 80 to 9F), line and paragraph separators, and marks that change
// the direction of the following text. They would let a name affect more than its own line.
bool is_control(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1) return first < 0x20 || first == 0x7F;
  if (sequence.size() == 2) return first == 0xC2 && static_cast<unsigned char>(sequence[1]) < 0xA0;
  return sequence == "\u2028" || sequence == "\u2029" || sequence == "\u202A" ||
         sequence == "\u202B" || sequence == "\u202C" || sequence == "\u202D" ||
         sequence == "\u202E" || sequence == "\uFEFF";
}

void append(std::string& text, std::string_view between, std::string_view more) {
  if (!text.empty() && !more.empty()) text += between;
  text += more;
}

}  // namespace

std::string one_line(std::string_view utf8) {
  std::string line;
  bool blank_is_due = false;
  while (!utf8.empty()) {
    const std::size_t bytes = std::max<std::size_t>(base::sequence_bytes(utf8), 1);
    const std::string_view sequence = utf8.substr(0, bytes);
    utf8.remove_prefix(bytes);
    if (base::is_blank(sequence) || is_control(sequence)) {
      blank_is_due = !line.empty();
      continue;
    }
    if (line.size() + bytes + 1 > base::limits::label_text_bytes_max) break;
    if (blank_is_due) line += ' ';
    blank_is_due = false;
    line += sequence;
  }
  return line;
}

std::string text_of(document::View object, std::string_view name) {
  const document::View value = object.member(name);
  return value.is_text() ? one_line(value.text()) : std::string();
}

std::vector<std::string> address_lines(document::View party) {
  const document::View address = party.member("postalAddress");
  const std::string name = text_of(party, "name");
  std::string extra = text_of(address, "name");
  if (extra == name) extra.clear();
  append(extra, ", ", text_of(address, "addressExtra"));
  std::string town = text_of(address, "postalCode");
  append(town, " ", text_of(address, "city"));
  append(town, ", ", text_of(address, "countryCode"));

  std::vector<std::string> lines;
  for (const std::string& line : {name, extra, text_of(address, "street"), town}) {
    if (!line.empty()) lines.push_back(line);
  }
  // A party without name and address is shown by its number.
  if (lines.empty()) {
    party.member("identifiers").each([&](std::uint32_t, document::View one) {
      if (lines.empty()) lines.push_back(text_of(one, "identifier"));
    });
  }
  return lines;
}

std::string gln_of(document::View party) {
  std::string gln;
  party.member("identifiers").each([&](std::uint32_t, document::View one) {
    const std::string domain = text_of(one, "domain");
    const std::string number = text_of(one, "identifier");
    if (!gln.empty() || !(domain.empty() || domain == "GS1")) return;
    if (gs1::verify_gln(number) == gs1::CheckDigit::right) gln = number;
  });
  return gln;
}

std::string postal_code_of(document::View party) {
  std::string code = text_of(party.member("postalAddress"), "postalCode");
  std::erase(code, ' ');
  return code;
}

}  // namespace tradepost::label
