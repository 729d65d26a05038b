#include "sales/entering/order_document.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/text/text.hpp"
#include "client/reading.hpp"

namespace tradepost::sales {
namespace {

using client::text_in;
using document::View;

constexpr std::array fields_without_room = {"finalRecipient",
                                            "paymentTerms",
                                            "attachments",
                                            "purchasingInformation",
                                            "legalInformation",
                                            "type",
                                            "AdditionalOrderIdentifiers"};
constexpr std::array line_fields_without_room = {"modificationGroups",
                                                 "attachments",
                                                 "minimumRemainingShelfLifeInDays",
                                                 "certificationsRequired",
                                                 "requestedEarliestDeliveryDate",
                                                 "requestedLatestDeliveryDate",
                                                 "deliveryGracePeriodInDays",
                                                 "contractReference",
                                                 "promotionCode"};

std::vector<Identifier> identifiers_in(const View& list) {
  std::vector<Identifier> identifiers;
  list.each([&](std::uint32_t, const View& one) {
    std::string domain = text_in(one, "domain");
    Identifier identifier{.domain = domain.empty() ? "GS1" : std::move(domain),
                          .identifier = text_in(one, "identifier")};
    if (!base::is_blank(identifier.identifier)) identifiers.push_back(std::move(identifier));
  });
  return identifiers;
}

Party party_in(const View& header, std::string_view field, std::string_view role) {
  const View value = header.member(field);
  const View address = value.member("postalAddress");
  std::string name = text_in(value, "name");
  return {.role = std::string(role),
          .path = fmt::format("content.header.{}.identifiers", field),
          .is_named = value && value.is_object(),
          .identifiers = identifiers_in(value.member("identifiers")),
          .address = {.name = name.empty() ? text_in(address, "name") : std::move(name),
                      .street = text_in(address, "street"),
                      .postal_code = text_in(address, "postalCode"),
                      .city = text_in(address, "city"),
                      .country = text_in(address, "countryCode")}};
}

template <std::size_t count>
std::string present(const View& object, const std::array<const char*, count>& fields) {
  std::string names;
  for (const char* const field : fields) {
    const View value = object.member(field);
    if (!value || (value.is_list() && !value.has_elements())) continue;
    if (!names.empty()) names += ", ";
    names += field;
  }
  return names;
}

class LineReader {
 public:
  LineReader(const View& item, std::uint32_t index, Entry& entry)
      : item_(item), index_(index), entry_(entry) {}

  EntryLine line() {
    line_.path = fmt::format("content.items.{}", index_);
    const auto number = document::amount_in(item_.member("lineNumber"));
    if (number && number->is_integer()) line_.customer_line = plain(*number);
    line_.name = line_.customer_line.empty() ? fmt::format("Item {}", index_ + 1)
                                             : "Line " + line_.customer_line;
    line_.wanted = {.line = line_.name,
                    .path = line_.path,
                    .identifiers = identifiers_in(item_.member("identifiers")),
                    .unit = text_in(item_, "unitOfMeasure")};
    line_.quantity = document::amount_in(item_.member("quantity"));
    line_.free_quantity = amount("freeQuantity");
    line_.price = price();
    line_.price_unit = text_in(item_, "pricingUnitOfMeasure");
    line_.price_quantity = amount("pricingUnitQuantity");
    line_.is_deposit = client::is_true_in(item_, "isDepositItem");
    line_.requested_date = text_in(item_, "requestedDeliveryDate");
    line_.comments = text_in(item_, "comments");
    const std::string left = present(item_, line_fields_without_room);
    if (!left.empty()) {
      entry_.notes.push_back(fmt::format("{}: not imported: {}.", line_.name, left));
    }
    return std::move(line_);
  }

 private:
  // Objects to a field whose value is not a number that can be booked. An absent field is allowed.
  std::optional<Decimal> amount(const char* field) {
    const View value = item_.member(field);
    return taken(field, value, document::amount_in(value));
  }
  std::optional<Decimal> price() {
    const View value = item_.member("unitPrice");
    return taken("unitPrice", value, document::price_in(value));
  }
  std::optional<Decimal> taken(const char* field, const View& value,
                               const std::optional<Decimal>& number) {
    if (value && !number) {
      entry_.objections.push_back(
          {.sentence =
               fmt::format("{}: the {} is not a number that can be booked.", line_.name, field),
           .path = fmt::format("{}.{}", line_.path, field),
           .found = value.is_number() ? std::string(value.scalar()) : std::string()});
    }
    return number;
  }

  View item_;
  std::uint32_t index_;
  Entry& entry_;
  EntryLine line_;
};

}  // namespace

Entry entry_of(const View& content) {
  const View header = content.member("header");
  Entry entry{.supplier = party_in(header, "supplier", "supplier"),
              .buyer = party_in(header, "buyer", "buyer"),
              .ship_to = party_in(header, "shipTo", "party to deliver to"),
              .bill_to = party_in(header, "billTo", "party to bill"),
              .head = {.customer_order = text_in(header, "orderIdentifier"),
                       .order_date = text_in(header, "orderDate"),
                       .requested_date = text_in(header, "requestedDeliveryDate"),
                       .earliest_date = text_in(header, "requestedEarliestDeliveryDate"),
                       .latest_date = text_in(header, "requestedLatestDeliveryDate"),
                       .currency = text_in(header, "currency"),
                       .comments = text_in(header, "comments"),
                       .delivery_information = text_in(header, "deliveryInformation"),
                       .contract = text_in(header, "contractReference"),
                       .promotion = text_in(header, "promotionCode")}};
  if (const auto version = document::amount_in(header.member("version"))) {
    entry.head.version = plain(*version);
  }
  const std::string left = present(header, fields_without_room);
  if (!left.empty()) entry.notes.push_back(fmt::format("Not imported: {}.", left));
  if (content.member("summary").member("modificationGroups").has_elements()) {
    entry.notes.emplace_back("Not imported: allowances and charges of the whole order.");
  }
  content.member("items").each([&](std::uint32_t index, const View& item) {
    entry.lines.push_back(LineReader(item, index, entry).line());
  });
  return entry;
}

}  // namespace tradepost::sales
