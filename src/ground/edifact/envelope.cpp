#include "edifact/envelope.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "base/text/text.hpp"
#include "edifact/values.hpp"

namespace tradepost::edifact {
namespace {

using document::View;

EnvelopeParty party_of(const document::KindRow& kind, const View& header,
                       std::span<const document::FieldSlot> slots) {
  constexpr std::size_t length_max = 35;
  const document::TypeRow& type = document::types()[kind.header_type];
  for (const document::FieldSlot slot : slots) {
    std::string number;
    std::string other;
    header.member(type.fields[slot].name)
        .member("identifiers")
        .each([&](std::uint32_t, const View& one) {
          const View domain = one.member("domain");
          const View identifier = one.member("identifier");
          if (!identifier.is_text()) return;
          const bool is_gs1 = !domain || domain.raw_text() == "GS1";
          std::string& found = is_gs1 ? number : other;
          if (found.empty()) found = identifier.text();
        });
    const std::string& found = number.empty() ? other : number;
    const bool fits = !found.empty() && is_printable(found) && found.size() <= length_max;
    if (!fits) continue;
    return {.number = found, .qualifier = number.empty() ? "ZZZ" : "14"};
  }
  return {.number = "UNKNOWN", .qualifier = "ZZZ"};
}

std::string written(const EnvelopeParty& party) {
  std::string text;
  append_escaped(text, party.number);
  if (party.qualifier.empty()) return text;
  text += ':';
  append_escaped(text, party.qualifier);
  return text;
}

std::string time_of(const document::KindRow& kind, const View& header) {
  const document::TypeRow& type = document::types()[kind.header_type];
  const View date = header.member(type.fields[kind.date].name);
  const auto text = date.is_text() ? date_text(date.text(), directories().front()) : std::nullopt;
  std::string digits = text ? text->text : std::string("19700101");
  digits.resize(12, '0');
  return digits;
}

// Returns the text as ISO 8859-1, or nothing if a character is missing there.
std::optional<std::string> latin_text(std::string_view utf8) {
  std::string text;
  text.reserve(utf8.size());
  while (!utf8.empty()) {
    const auto end = std::ranges::find_if(utf8, [](char c) { return (c & 0x80) != 0; });
    const std::string_view ascii(utf8.begin(), end);
    text += ascii;
    utf8.remove_prefix(ascii.size());
    if (utf8.empty()) break;
    const std::size_t bytes = base::sequence_bytes(utf8);
    const char32_t point = base::code_point_of(utf8.substr(0, bytes));
    const bool is_latin = point >= 0xa0 && point <= 0xff;
    if (!is_latin) return std::nullopt;
    text += static_cast<char>(point);
    utf8.remove_prefix(bytes);
  }
  return text;
}

}  // namespace

std::string reference_of(std::string_view text) {
  constexpr std::string_view alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  constexpr std::size_t length = 13;           // of 64 bits
  constexpr std::size_t bits = 5;              // of a letter
  std::uint64_t hash = 0xcbf2'9ce4'8422'2325;  // FNV-1a
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01b3;
  }
  std::string reference;
  for (std::size_t i = 0; i < length; ++i, hash >>= bits) {
    reference += alphabet[hash % alphabet.size()];
  }
  return reference;
}

EnvelopeHead head_of(const Mapping& mapping, const View& content) {
  const document::KindRow& kind = *mapping.kind;
  const document::TypeRow& type = document::types()[kind.type];
  const View header = content.member(type.fields[kind.header].name);
  const std::string_view directory = mapping.directory->name;
  return {.sender = party_of(kind, header, kind.from),
          .recipient = party_of(kind, header, kind.to),
          .time = time_of(kind, header),
          .reference = reference_of(content.bytes()),
          .message = fmt::format("{}:{}:{}:UN{}{}", mapping.message->type, directory.substr(0, 1),
                                 directory.substr(2), mapping.association.empty() ? "" : ":",
                                 mapping.association)};
}

std::string enveloped(const EnvelopeHead& head, std::string_view segments,
                      std::size_t segment_count) {
  const auto interchange = [&](std::string_view charset, std::size_t century) {
    return fmt::format("UNA:+.? 'UNB+{}+{}+{}+{}:{}+{}'UNH+1+{}'{}UNT+{}+1'UNZ+1+{}'", charset,
                       written(head.sender), written(head.recipient),
                       head.time.substr(century, 8 - century), head.time.substr(8), head.reference,
                       head.message, segments, segment_count + 2, head.reference);
  };
  if (auto latin = latin_text(interchange("UNOC:3", 2))) return *std::move(latin);
  // The fourth version of the syntax has UTF-8, and dates of eight digits.
  return interchange("UNOW:4", 0);
}

}  // namespace tradepost::edifact
