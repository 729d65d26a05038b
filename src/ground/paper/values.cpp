#include "paper/values.hpp"

#include <algorithm>
#include <span>

namespace tradepost::paper {
namespace {

constexpr std::string_view between_parts = " · ";

enum class Style : std::uint8_t { plain, percent, labelled };

struct Part {
  std::string_view member;
  Style style = Style::plain;
};

// An object that people write in one line without the names of its members.
struct LineForm {
  std::string_view first;  // the member that such an object must have
  std::span<const Part> parts;
};

constexpr std::array bank = {Part{"accountNumber"}, Part{"name"}, Part{"institutionIdDomain"},
                             Part{"institutionId"}, Part{"accountHolder"}};
constexpr std::array tax = {Part{"description"}, Part{"percentage", Style::percent},
                            Part{"amount"}};
constexpr std::array modification = {Part{"type"},        Part{"reasonCode"},
                                     Part{"description"}, Part{"percentage", Style::percent},
                                     Part{"amount"},      Part{"tax", Style::labelled}};
constexpr std::array group = {Part{"modifications"}, Part{"basis", Style::labelled},
                              Part{"level", Style::labelled}};
constexpr std::array identifier = {Part{"domain"}, Part{"identifier"}};

const LineForm* form_of(std::string_view type) {
  static constexpr LineForm of_bank{"accountNumber", bank};
  static constexpr LineForm of_tax{"percentage", tax};
  static constexpr LineForm of_modification{"type", modification};
  static constexpr LineForm of_group{"modifications", group};
  static constexpr LineForm of_identifier{"identifier", identifier};
  if (type == "FinancialInstitution") return &of_bank;
  if (type == "Tax") return &of_tax;
  if (type == "Modification") return &of_modification;
  if (type == "ModificationGroup") return &of_group;
  return type.ends_with("Identifier") ? &of_identifier : nullptr;
}

// Control characters have no glyphs. A line feed separates lines.
std::string printable(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char byte) { return (byte < ' ' && byte != '\n') || byte == 0x7F; }, ' ');
  return text;
}

void append(std::string& line, std::string_view part, std::string_view separator) {
  if (part.empty()) return;
  if (!line.empty()) line += separator;
  line += part;
}

class Writer {
 public:
  explicit Writer(const Words& words) : words_(words) {}

  std::string of(const View& value, const FieldRow* field) const {
    if (value.is_list()) return of_list(value, field, "\n");
    if (value.is_object()) return of_object(value, type_of_objects(field));
    return of_scalar(value, field);
  }

 private:
  std::string of_scalar(const View& value, const FieldRow* field) const {
    if (value.is_number()) return words_.number(value.scalar());
    if (!value.is_text())
      return std::string(words_.sentence(value.scalar() == "true" ? "yes" : "no"));
    const std::string text = value.text();
    if (field == nullptr) return printable(text);
    switch (field->value) {
      case document::ValueType::date:
      case document::ValueType::datetime:
        return printable(words_.date(text));
      case document::ValueType::choice:
        return printable(std::string(words_.value(text)));
      default:
        return printable(text);
    }
  }

  std::string of_list(const View& list, const FieldRow* field, std::string_view between) const {
    std::string text;
    list.each([&](std::uint32_t, const View& element) {
      append(text, of_element(element, field), element.is_object() ? between : ", ");
    });
    return text;
  }

  std::string of_element(const View& element, const FieldRow* field) const {
    if (element.is_list()) return of_list(element, nullptr, "; ");
    if (element.is_object()) return of_object(element, type_of_objects(field));
    return of_scalar(element, field);
  }

  std::string of_object(const View& object, const TypeRow* type) const {
    const Members members(object, type);
    if (std::string line = sentence_of(members); !line.empty()) return line;
    if (std::string line = line_of(members); !line.empty()) return line;
    std::string line;
    members.each([&](std::string_view name, const View& value, const FieldRow* field) {
      append(line, labelled(name, value, field), between_parts);
    });
    return line;
  }

  std::string labelled(std::string_view name, const View& value, const FieldRow* field) const {
    if (!has_content(value)) return {};
    const std::string label = words_.field(name);
    if (!value.is_object() && !value.is_list()) return label + ": " + of_scalar(value, field);
    const std::string inner =
        value.is_list() ? of_list(value, field, "; ") : of_object(value, type_of_objects(field));
    return label + " (" + inner + ")";
  }

  // Returns an empty text if the sentence would hide a member.
  std::string sentence_of(const Members& members) const {
    if (members.type() == nullptr || members.type()->name != "PaymentTerm") return {};
    const View days = members.at("payInNumberOfDays");
    const View percentage = members.at("percentage");
    if (!days.is_number() || !percentage.is_number() || members.count() != 2) return {};
    const bool is_free = percentage.scalar().find_first_of("123456789") == std::string_view::npos;
    std::string text(words_.sentence(is_free ? "payWithin" : "payWithDiscount"));
    if (!is_free) text = filled(text, "percentage", words_.number(percentage.scalar()));
    return filled(text, "days", words_.number(days.scalar()));
  }

  std::string line_of(const Members& members) const {
    const LineForm* const form =
        members.type() == nullptr ? nullptr : form_of(members.type()->name);
    if (form == nullptr || !members.at(form->first)) return {};
    std::string line;
    std::size_t written = 0;
    for (const Part& part : form->parts) {
      const View value = members.at(part.member);
      if (!value) continue;
      ++written;
      const std::string text = of(value, members.field(part.member));
      const bool is_number = part.member == "identifier" && !line.empty();
      const std::string_view separator = is_number ? " " : between_parts;
      switch (part.style) {
        case Style::plain:
          append(line, text, separator);
          break;
        case Style::percent:
          append(line, text + " %", between_parts);
          break;
        case Style::labelled:
          append(line, words_.field(part.member) + " " + text, between_parts);
          break;
      }
    }
    return written + implied_by(members) == members.count() ? line : std::string();
  }

  // Returns the number of members that the others imply: a percentage shows how an amount was
  // calculated.
  static std::size_t implied_by(const Members& members) {
    const View calculation = members.at("calculationType");
    if (!calculation.is_text()) return 0;
    const bool has_percentage = static_cast<bool>(members.at("percentage"));
    return (calculation.raw_text() == "RELATIVE") == has_percentage ? 1 : 0;
  }

  const Words& words_;
};

}  // namespace

Members::Members(const View& object, const TypeRow* type) : type_(type) {
  object.each_member([&](const View& name, const View& value) {
    if (!value) return;
    ++count_;
    const std::string word = name.text();
    const document::FieldSlot slot = type == nullptr ? document::no_slot : type->find(word);
    if (slot == document::no_slot) {
      others_.emplace_back(word, value);
    } else {
      known_[slot] = value;
    }
  });
}

View Members::at(std::string_view name) const {
  const FieldRow* const row = field(name);
  return row == nullptr ? View() : known_[static_cast<std::size_t>(row - type_->fields.data())];
}

const FieldRow* Members::field(std::string_view name) const {
  const document::FieldSlot slot = type_ == nullptr ? document::no_slot : type_->find(name);
  return slot == document::no_slot ? nullptr : &type_->fields[slot];
}

const TypeRow* type_of_objects(const FieldRow* field) {
  if (field == nullptr || field->value != document::ValueType::object) return nullptr;
  return &document::type_of(*field);
}

bool is_party(const FieldRow* field) {
  const TypeRow* const type = type_of_objects(field);
  return type != nullptr && type->find("postalAddress") != document::no_slot &&
         type->find("identifiers") != document::no_slot;
}

bool has_content(const View& value) {
  if (value.is_list()) return value.has_elements();
  if (value.is_text()) return !value.raw_text().empty();
  if (!value.is_object()) return static_cast<bool>(value);
  bool has = false;
  value.each_member([&](const View&, const View& member) { has = has || member; });
  return has;
}

std::string text_in(const View& object, std::string_view name) {
  const View value = object.member(name);
  if (!value.is_text()) return {};
  std::string text = printable(value.text());
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string words_of(const View& value, const FieldRow* field, const Words& words) {
  return Writer(words).of(value, field);
}

}  // namespace tradepost::paper
