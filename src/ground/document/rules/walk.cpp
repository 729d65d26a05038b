#include "document/rules/walk.hpp"

#include "base/ground/limits.hpp"
#include "base/text/number_text.hpp"
#include "base/text/text.hpp"
#include "document/model/sentences.hpp"
#include "document/rules/values.hpp"

namespace tradepost::document {
namespace {

namespace limits = base::limits;

constexpr FieldRow body_field(std::string_view name, ValueType value) {
  return {.name = name,
          .value = value,
          .shape = Shape::one,
          .need = Need::required,
          .access = Access::written,
          .target = 0,
          .depth_max = 0,
          .items_min = 0,
          .length_max = limits::text_length_default,
          .names = 0,
          .default_value = {},
          .description = {}};
}
constexpr FieldRow type_field = body_field("type", ValueType::text);
constexpr FieldRow content_field = body_field("content", ValueType::object);

constexpr std::string_view label_name = "transportLabel";

bool is_transport_unit(const TypeRow& type) {
  return type.name.ends_with("TransportUnit");
}

std::string_view inner(std::string_view quoted) {
  return quoted.substr(1, quoted.size() - 2);
}

}  // namespace

std::optional<Unreadable> Walk::body() {
  bool whole = true;
  if (cursor_.first() == '{') {
    find_kind();
    whole = body_object();
  } else {
    report_.fault(Rule::wrong_type, FieldPath(), 0, sentences::not_an_object(cursor_.first()));
    whole = cursor_.take_any_value();
  }
  if (!whole || !cursor_.take_end()) return cursor_.unreadable();
  return std::nullopt;
}

// `type` may come after `content`, so this searches for it before the walk. The walk reports
// malformed values on the way.
void Walk::find_kind() {
  for (std::uint32_t key = 1; tokens_.first(key) == '"' && tokens_.first(key + 1) == ':';) {
    const auto name = tokens_.scalar(key);
    const auto value = tokens_.scalar(key + 2);
    const bool both_are_texts =
        name.size() >= 2 && tokens_.first(key + 2) == '"' && value.size() >= 2;
    if (both_are_texts && check_escapes(inner(name)) == EscapeFault::none &&
        View(tokens_, key).text() == type_field.name &&
        check_escapes(inner(value)) == EscapeFault::none) {
      kind_ = find_kind_row(View(tokens_, key + 2).text());
      break;
    }
    key = tokens_.skip(key + 2);
    if (tokens_.first(key) != ',') break;
    ++key;
  }
  if (kind_ == nullptr) return;
  report_.set_kind_word(kind_->word);
  rules_.emplace(tokens_, *kind_, report_);
}

bool Walk::body_object() {
  const FieldPath root;
  bool has_type = false;
  bool has_content = false;
  const bool whole = cursor_.take_object([&](Name name) {
    cursor_.note_unknown(name);
    const bool is_null = cursor_.first() == 'n';
    if (name.text == type_field.name && !is_null) {
      has_type = true;
      return type_value();
    }
    if (name.text == content_field.name && !is_null) {
      has_content = true;
      return content_value(root);
    }
    return cursor_.take_any_value();
  });
  if (!whole) return false;
  if (!has_type)
    report_.fault(Rule::missing, FieldPath(&root, type_field.name), 0,
                  sentences::missing(type_field));
  if (!has_content)
    report_.fault(Rule::missing, FieldPath(&root, content_field.name), 0,
                  sentences::missing(content_field));
  return true;
}

bool Walk::type_value() {
  const FieldPath root;
  const FieldPath path(&root, type_field.name);
  const auto token = cursor_.at();
  if (cursor_.first() != '"') return misplaced_value(type_field, path, Nesting::alone);
  const auto name = cursor_.take_text();
  if (!name) return false;
  if (kind_ == nullptr)
    report_.fault(Rule::unknown_value, path, token, sentences::unknown_kind(*name));
  return true;
}

bool Walk::content_value(const FieldPath& root) {
  const FieldPath path(&root, content_field.name);
  const auto bytes_before = cursor_.minified_bytes();
  content_ = cursor_.at();
  bool whole = true;
  if (cursor_.first() != '{') {
    whole = misplaced_value(content_field, path, Nesting::alone);
  } else {
    whole = kind_ == nullptr ? cursor_.take_any_value()
                             : object_value(path, {.type = kind_->type, .level = 0, .index = 0});
  }
  content_end_ = cursor_.at();
  content_minified_bytes_ = cursor_.minified_bytes() - bytes_before;
  return whole;
}

bool Walk::object_value(const FieldPath& path, ObjectAt at) {
  const TypeRow& type = types()[at.type];
  OpenObject object(at.type, at.level, path, cursor_.at());
  const bool whole = cursor_.take_object([&](Name name) {
    const auto slot = type.find(name.text);
    if (slot == no_slot) return unknown_member(object, type, name);
    return known_member(object, type.fields[slot], slot, name.token);
  });
  if (!whole) return false;
  find_missing(object, type);
  rules_->object_closed(object, at.index);
  if (at.type == kind_->header_type) read_head(tokens_, *kind_, object, head_);
  if (at.type == kind_->type) rules_->content_closed(object);
  return true;
}

bool Walk::known_member(OpenObject& object, const FieldRow& field, FieldSlot slot,
                        std::uint32_t key) {
  if (object.seen(slot)) return cursor_.malformed(Malformed::name_twice, key);
  object.see(slot);
  if (cursor_.first() == 'n') {
    if (!cursor_.take_null()) return false;
    if (field.access == Access::read_only) cuts_.push_back({key, cursor_.at()});
    return true;
  }
  object.set(slot, cursor_.at());
  return known_value(field, FieldPath(&object.path(), field.name), object.level());
}

// A sender must not set the label of a transport unit, also if the kind does not have this field.
bool Walk::unknown_member(const OpenObject& object, const TypeRow& type, Name name) {
  cursor_.note_unknown(name);
  if (name.text != label_name || !is_transport_unit(type)) return cursor_.take_any_value();
  if (cursor_.first() != 'n') return read_only_value(FieldPath(&object.path(), label_name));
  if (!cursor_.take_null()) return false;
  cuts_.push_back({name.token, cursor_.at()});
  return true;
}

void Walk::find_missing(const OpenObject& object, const TypeRow& type) {
  const auto absent = type.required.without(object.present());
  if (absent.empty()) return;
  const auto slots = static_cast<FieldSlot>(type.fields.size());
  for (FieldSlot slot = 0; slot < slots; ++slot) {
    if (!absent.has(slot)) continue;
    const auto& field = type.fields[slot];
    report_.fault(Rule::missing, FieldPath(&object.path(), field.name), object.token(),
                  sentences::missing(field));
  }
}

// A field with a bound on its depth is a list of the same type as its owner; the model's compiler
// checks this.
bool Walk::known_value(const FieldRow& field, const FieldPath& path, std::uint8_t owner_level) {
  if (field.access == Access::read_only) return read_only_value(path);
  const bool nests = field.depth_max != 0;
  if (nests && owner_level == field.depth_max) return too_deep_value(field, path);
  const auto level = static_cast<std::uint8_t>(nests ? owner_level + 1 : 0);
  if (field.shape == Shape::list) return list_value(field, path, level);
  return single_value(field, path, Nesting::alone);
}

bool Walk::list_value(const FieldRow& field, const FieldPath& path, std::uint8_t level) {
  const auto token = cursor_.at();
  if (cursor_.first() != '[') return misplaced_value(field, path, Nesting::alone);
  std::uint32_t present = 0;
  const auto line_numbers = rules_->begin_list();
  const bool whole = cursor_.take_list([&](std::uint32_t index) {
    if (cursor_.first() == 'n') return cursor_.take_null();
    ++present;
    const FieldPath element(&path, index);
    if (field.value == ValueType::object && cursor_.first() == '{') {
      return object_value(element, {.type = field.target, .level = level, .index = index});
    }
    return single_value(field, element, Nesting::in_list);
  });
  if (!whole) return false;
  rules_->end_list(line_numbers, path);
  if (present < field.items_min)
    report_.fault(Rule::too_few, path, token, sentences::too_few(field.items_min));
  return true;
}

bool Walk::single_value(const FieldRow& field, const FieldPath& path, Nesting standing) {
  const char first = cursor_.first();
  switch (field.value) {
    case ValueType::number:
    case ValueType::integer:
      if (first == '-' || base::is_ascii_digit(first)) return number_value(field, path);
      break;
    case ValueType::boolean:
      if (first == 't' || first == 'f') return cursor_.take_word();
      break;
    case ValueType::object:
      if (first == '{') return object_value(path, {.type = field.target, .level = 0, .index = 0});
      break;
    case ValueType::text:
    case ValueType::date:
    case ValueType::datetime:
    case ValueType::currency:
    case ValueType::country:
    case ValueType::uri:
    case ValueType::email:
    case ValueType::choice:
      if (first == '"') return text_value(field, path);
      break;
  }
  return misplaced_value(field, path, standing);
}

bool Walk::text_value(const FieldRow& field, const FieldPath& path) {
  const auto token = cursor_.at();
  const auto text = cursor_.take_text();
  if (!text) return false;
  validate_text(field, path, token, *text, report_);
  if (field.names != 0) references_.note(field.names, token);
  return true;
}

bool Walk::number_value(const FieldRow& field, const FieldPath& path) {
  const auto token = cursor_.at();
  return validate_number(field, path, token, cursor_.take_number(), report_) ||
         cursor_.malformed(Malformed::bad_number, token);
}

bool Walk::misplaced_value(const FieldRow& field, const FieldPath& path, Nesting standing) {
  const auto token = cursor_.at();
  if (!refused_value()) return false;
  const char first = tokens_.first(token);
  const auto text = first == '"' ? inner(tokens_.scalar(token)) : std::string_view();
  report_.fault(Rule::wrong_type, path, token,
                sentences::wrong_type(field, standing == Nesting::in_list, first, text));
  return true;
}

bool Walk::read_only_value(const FieldPath& path) {
  report_.fault(Rule::read_only, path, cursor_.at(), sentences::read_only());
  return refused_value();
}

bool Walk::too_deep_value(const FieldRow& field, const FieldPath& path) {
  report_.fault(Rule::too_deep, path, cursor_.at(), sentences::too_deep(field.depth_max));
  return refused_value();
}

// Skips a refused value of a known field, whose number beyond the bounds must not make the body
// unreadable: it has a fault already.
bool Walk::refused_value() {
  const char first = cursor_.first();
  if (first != '-' && !base::is_ascii_digit(first)) return cursor_.take_any_value();
  const auto token = cursor_.at();
  return base::scan_number(cursor_.take_number()).fault != base::NumberFault::malformed ||
         cursor_.malformed(Malformed::bad_number, token);
}

}  // namespace tradepost::document
