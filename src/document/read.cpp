#include "document/read.hpp"

#include <cstring>

#include "base/decimal.hpp"
#include "base/text.hpp"
#include "document/content.hpp"
#include "document/tokens.hpp"
#include "document/view.hpp"
#include "document/walk.hpp"

namespace tradepost::document {
namespace {

// Bodies larger than this leave their index behind for the next one only where that is as large: a
// rare document must not hold memory for ever.
constexpr std::size_t body_bytes_usual = 256 << 10;

class HeadReader {
 public:
  HeadReader(Document& document, std::forward_list<std::string>& unescaped)
      : document_(document), unescaped_(unescaped) {}

  void read(const KindRow& kind, View header) {
    const auto& type = types()[kind.header_type];
    const auto field = [&](FieldSlot slot) { return header.member(type.fields[slot].name); };
    document_.number = text(field(kind.number));
    document_.date = text(field(kind.date));
    if (kind.version != no_slot) document_.version = integer(field(kind.version));
    document_.header_type = text(header.member("type"));
    for (const auto slot : kind.from)
      add_party(document_.from, type.fields[slot].name, field(slot));
    for (const auto slot : kind.to) add_party(document_.to, type.fields[slot].name, field(slot));
  }

 private:
  std::string_view text(View value) {
    if (!value.is_text()) return {};
    const auto raw = value.raw_text();
    if (raw.find('\\') == std::string_view::npos) return raw;
    return unescaped_.emplace_front(value.text());
  }

  static std::optional<std::int64_t> integer(View value) {
    if (!value.is_number()) return std::nullopt;
    const auto number = base::Decimal::parse(value.scalar());
    if (!number) return std::nullopt;
    const auto whole = number->to_int64();
    return whole ? std::optional(*whole) : std::nullopt;
  }

  void add_party(std::vector<Party>& parties, std::string_view role, View value) {
    if (!value.is_object()) return;
    Party party{.role = role, .name = text(value.member("name")), .identifiers = {}};
    value.member("identifiers").each([&](std::uint32_t, View element) {
      const auto identifier = text(element.member("identifier"));
      if (base::is_blank(identifier)) return;
      const auto domain = element.member("domain");
      party.identifiers.push_back(
          {.domain = domain ? text(domain) : "GS1", .identifier = identifier});
    });
    parties.push_back(std::move(party));
  }

  Document& document_;
  std::forward_list<std::string>& unescaped_;
};

}  // namespace

Reader::Reader(std::size_t body_bytes_max)
    : body_bytes_max_(body_bytes_max), tokens_(std::make_unique<Tokens>()) {}
Reader::~Reader() = default;

std::expected<Reading, Unreadable> Reader::read(std::string_view body) {
  if (body.size() > body_bytes_max_) return std::unexpected(Unreadable{Malformed::too_large, 0});
  if (auto unreadable = tokens_->index(body)) return std::unexpected(*unreadable);
  std::expected<Reading, Unreadable> reading;
  Walk walk(*tokens_, reading->faults, reading->warnings);
  if (auto unreadable = walk.body()) return std::unexpected(*unreadable);
  reading->faults.sort();
  reading->warnings.sort();

  auto& document = reading->document;
  if (walk.kind() != nullptr) document.kind = walk.kind()->kind;
  if (walk.content() != 0) {
    document.content = kept_content(*tokens_, walk, document.minified_);
    const View content(*tokens_, walk.content());
    if (walk.kind() != nullptr) {
      HeadReader(document, document.unescaped_).read(*walk.kind(), content.member("header"));
    }
  }
  const auto type = walk.kind() == nullptr ? std::string_view() : walk.kind()->name;
  document.digest = sha256_.update(type).update("\n").update(document.content).finish();
  if (body.size() > body_bytes_usual) tokens_->release();
  return reading;
}

}  // namespace tradepost::document
