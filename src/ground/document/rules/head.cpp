#include "document/rules/head.hpp"

#include <span>

#include "base/text/decimal.hpp"
#include "base/text/text.hpp"

namespace tradepost::document {
namespace {

class HeadReader {
 public:
  HeadReader(const Tokens& tokens, const TypeRow& type, const OpenObject& header, Head& head)
      : tokens_(tokens), type_(type), header_(header), head_(head) {}

  std::string_view text(FieldSlot slot) { return text(value(slot)); }

  std::optional<std::int64_t> integer(FieldSlot slot) const {
    const auto field = value(slot);
    if (!field.is_number()) return std::nullopt;
    const auto number = base::Decimal::parse(field.scalar());
    if (!number) return std::nullopt;
    const auto whole = number->to_int64();
    return whole ? std::optional(*whole) : std::nullopt;
  }

  std::vector<Party> parties(std::span<const FieldSlot> roles) {
    std::vector<Party> all;
    all.reserve(roles.size());
    for (const auto role : roles) {
      if (const auto party = value(role); party.is_object())
        all.push_back(read_party(type_.fields[role].name, party));
    }
    return all;
  }

 private:
  View value(FieldSlot slot) const {
    return header_.has(slot) ? View(tokens_, header_.token_of(slot)) : View();
  }

  std::string_view text(View value) {
    if (!value.is_text()) return {};
    const auto raw = value.raw_text();
    if (raw.find('\\') == std::string_view::npos) return raw;
    return head_.unescaped.emplace_front(value.text());
  }

  Party read_party(std::string_view role, View value) {
    Party party{.role = role, .name = text(value.member("name")), .identifiers = {}};
    value.member("identifiers").each([&](std::uint32_t, View element) {
      const auto identifier = text(element.member("identifier"));
      if (base::is_blank(identifier)) return;
      const auto domain = element.member("domain");
      party.identifiers.push_back(
          {.domain = domain ? text(domain) : "GS1", .identifier = identifier});
    });
    return party;
  }

  const Tokens& tokens_;
  const TypeRow& type_;
  const OpenObject& header_;
  Head& head_;
};

}  // namespace

void read_head(const Tokens& tokens, const KindRow& kind, const OpenObject& header, Head& head) {
  const auto& type = types()[kind.header_type];
  HeadReader reader(tokens, type, header, head);
  // A blank number counts as missing. Otherwise all documents with a blank number would be versions
  // of one.
  if (const auto number = reader.text(kind.number); !base::is_blank(number)) head.number = number;
  head.date = reader.text(kind.date);
  head.type = reader.text(type.find("type"));
  head.version = reader.integer(kind.version);
  head.from = reader.parties(kind.from);
  head.to = reader.parties(kind.to);
}

}  // namespace tradepost::document
