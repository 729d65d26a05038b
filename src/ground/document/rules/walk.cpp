#include "document/rules/walk.hpp"

#include <algorithm>
#include <cstring>

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
          .default_value = {},
          .description = {}};
}
constexpr FieldRow type_field = body_field("type", ValueType::text);
constexpr FieldRow content_field = body_field("content", ValueType::object);

constexpr std::string_view label_name = "transportLabel";
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";  // not white space for the first stage

bool is_transport_unit(const TypeRow& type) {
  return type.name.ends_with("TransportUnit");
}

std::string_view inner(std::string_view quoted) {
  return quoted.substr(1, quoted.size() - 2);
}

}  // namespace

std::optional<Unreadable> Walk::body() {
  has_escapes_ = tokens_.text().find('\\') != std::string_view::npos;
  if (tokens_.first(0) == '{') {
    find_kind();
    if (!body_object()) return malformed_;
  } else if (tokens_.text().starts_with(byte_order_mark)) {
    return Unreadable{Malformed::byte_order_mark, 0};
  } else {
    if (!unknown_value()) return malformed_;
    report_.fault(Rule::wrong_type, FieldPath(), 0, sentences::not_an_object(tokens_.first(0)));
  }
  if (at_ != tokens_.count()) {
    malformed(Malformed::text_after_the_value, at_);
    return malformed_;
  }
  return std::nullopt;
}

std::optional<Unreadable> Walk::any_value() {
  has_escapes_ = tokens_.text().find('\\') != std::string_view::npos;
  if (tokens_.text().starts_with(byte_order_mark)) return Unreadable{Malformed::byte_order_mark, 0};
  if (!unknown_value()) return malformed_;
  if (at_ != tokens_.count()) {
    malformed(Malformed::text_after_the_value, at_);
    return malformed_;
  }
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
  const auto names_from = names_.size();
  if (!enter()) return false;
  const bool whole = members([&](Name name) {
    names_.push_back(name);
    const bool is_null = tokens_.first(at_) == 'n';
    if (name.text == type_field.name && !is_null) {
      has_type = true;
      return type_value();
    }
    if (name.text == content_field.name && !is_null) {
      has_content = true;
      return content_value(root);
    }
    return unknown_value();
  });
  if (!whole || !names_differ(names_from)) return false;
  leave();
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
  const auto token = at_;
  if (tokens_.first(token) != '"') return misplaced_value(type_field, path, Nesting::alone);
  const auto name = take_text();
  if (!name) return false;
  if (kind_ == nullptr)
    report_.fault(Rule::unknown_value, path, token, sentences::unknown_kind(*name));
  return true;
}

bool Walk::content_value(const FieldPath& root) {
  const FieldPath path(&root, content_field.name);
  const auto scalar_bytes = scalar_bytes_;
  const auto scalar_count = scalar_count_;
  content_ = at_;
  bool whole = true;
  if (tokens_.first(at_) != '{') {
    whole = misplaced_value(content_field, path, Nesting::alone);
  } else {
    whole = kind_ == nullptr ? unknown_value()
                             : object_value(path, {.type = kind_->type, .level = 0, .index = 0});
  }
  content_end_ = at_;
  content_scalar_bytes_ = scalar_bytes_ - scalar_bytes;
  content_scalar_count_ = scalar_count_ - scalar_count;
  return whole;
}

template <typename OnMember>
bool Walk::members(OnMember&& on_member) {
  ++at_;
  if (tokens_.first(at_) == '}') {
    ++at_;
    return true;
  }
  for (;;) {
    const auto key = at_;
    if (tokens_.first(key) != '"') return malformed(Malformed::name_expected, key);
    const auto name = take_text();
    if (!name) return false;
    if (tokens_.first(at_) != ':') return malformed(Malformed::colon_expected, at_);
    ++at_;
    if (!on_member(Name{*name, key})) return false;
    const char next = tokens_.first(at_);
    if (next != ',' && next != '}') return malformed(Malformed::comma_or_brace_expected, at_);
    ++at_;
    if (next == '}') return true;
  }
}

template <typename OnElement>
bool Walk::elements(OnElement&& on_element) {
  ++at_;
  if (tokens_.first(at_) == ']') {
    ++at_;
    return true;
  }
  for (std::uint32_t index = 0;; ++index) {
    if (!on_element(index)) return false;
    const char next = tokens_.first(at_);
    if (next != ',' && next != ']') return malformed(Malformed::comma_or_bracket_expected, at_);
    ++at_;
    if (next == ']') return true;
  }
}

bool Walk::object_value(const FieldPath& path, ObjectAt at) {
  const TypeRow& type = types()[at.type];
  OpenObject object(at.type, at.level, path, at_);
  const auto names_from = names_.size();
  if (!enter()) return false;
  const bool whole = members([&](Name name) {
    const auto slot = type.find(name.text);
    if (slot == no_slot) return unknown_member(object, type, name);
    return known_member(object, type.fields[slot], slot, name.token);
  });
  if (!whole || !names_differ(names_from)) return false;
  leave();
  find_missing(object, type);
  rules_->object_closed(object, at.index);
  if (at.type == kind_->header_type) read_head(tokens_, *kind_, object, head_);
  if (at.type == kind_->type) rules_->content_closed(object);
  return true;
}

bool Walk::known_member(OpenObject& object, const FieldRow& field, FieldSlot slot,
                        std::uint32_t key) {
  if (object.seen(slot)) return malformed(Malformed::name_twice, key);
  object.see(slot);
  if (tokens_.first(at_) == 'n') {
    if (!take_null()) return false;
    if (field.access == Access::read_only) cuts_.push_back({key, at_});
    return true;
  }
  object.set(slot, at_);
  return known_value(field, FieldPath(&object.path(), field.name), object.level());
}

// A sender must not set the label of a transport unit, also if the kind does not have this field.
bool Walk::unknown_member(const OpenObject& object, const TypeRow& type, Name name) {
  names_.push_back(name);
  if (name.text != label_name || !is_transport_unit(type)) return unknown_value();
  if (tokens_.first(at_) != 'n') return read_only_value(FieldPath(&object.path(), label_name));
  if (!take_null()) return false;
  cuts_.push_back({name.token, at_});
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
  const auto token = at_;
  if (tokens_.first(token) != '[') return misplaced_value(field, path, Nesting::alone);
  if (!enter()) return false;
  std::uint32_t present = 0;
  const auto line_numbers = rules_->begin_list();
  const bool whole = elements([&](std::uint32_t index) {
    if (tokens_.first(at_) == 'n') return take_null();
    ++present;
    const FieldPath element(&path, index);
    if (field.value == ValueType::object && tokens_.first(at_) == '{') {
      return object_value(element, {.type = field.target, .level = level, .index = index});
    }
    return single_value(field, element, Nesting::in_list);
  });
  if (!whole) return false;
  leave();
  rules_->end_list(line_numbers, path);
  if (present < field.items_min)
    report_.fault(Rule::too_few, path, token, sentences::too_few(field.items_min));
  return true;
}

bool Walk::single_value(const FieldRow& field, const FieldPath& path, Nesting standing) {
  const char first = tokens_.first(at_);
  switch (field.value) {
    case ValueType::number:
    case ValueType::integer:
      if (first == '-' || base::is_ascii_digit(first)) return number_value(field, path);
      break;
    case ValueType::boolean:
      if (first == 't' || first == 'f') return take_word();
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
  const auto token = at_;
  const auto text = take_text();
  if (!text) return false;
  validate_text(field, path, token, *text, report_);
  return true;
}

bool Walk::number_value(const FieldRow& field, const FieldPath& path) {
  const auto token = at_;
  return validate_number(field, path, token, take_number(), report_) ||
         malformed(Malformed::bad_number, token);
}

bool Walk::misplaced_value(const FieldRow& field, const FieldPath& path, Nesting standing) {
  const auto token = at_;
  if (!refused_value()) return false;
  const char first = tokens_.first(token);
  const auto text = first == '"' ? inner(tokens_.scalar(token)) : std::string_view();
  report_.fault(Rule::wrong_type, path, token,
                sentences::wrong_type(field, standing == Nesting::in_list, first, text));
  return true;
}

bool Walk::read_only_value(const FieldPath& path) {
  report_.fault(Rule::read_only, path, at_, sentences::read_only());
  return refused_value();
}

bool Walk::too_deep_value(const FieldRow& field, const FieldPath& path) {
  report_.fault(Rule::too_deep, path, at_, sentences::too_deep(field.depth_max));
  return refused_value();
}

// Skips a refused value of a known field, whose number beyond the bounds must not make the body
// unreadable: it has a fault already.
bool Walk::refused_value() {
  const char first = tokens_.first(at_);
  if (first != '-' && !base::is_ascii_digit(first)) return unknown_value();
  const auto token = at_;
  return base::scan_number(take_number()).fault != base::NumberFault::malformed ||
         malformed(Malformed::bad_number, token);
}

bool Walk::unknown_value() {
  const auto token = at_;
  switch (tokens_.first(token)) {
    case '{':
      return unknown_object();
    case '[':
      return unknown_list();
    case '"':
      return take_text().has_value();
    case 't':
    case 'f':
    case 'n':
      return take_word();
    case '}':
    case ']':
    case ':':
    case ',':
    case '\0':
      return malformed(Malformed::value_expected, token);
    default:
      break;
  }
  if (tokens_.first(token) != '-' && !base::is_ascii_digit(tokens_.first(token)))
    return malformed(Malformed::value_expected, token);
  const auto number = base::scan_number(take_number());
  if (number.fault == base::NumberFault::malformed) return malformed(Malformed::bad_number, token);
  return number.fault == base::NumberFault::none || malformed(Malformed::number_too_long, token);
}

bool Walk::unknown_object() {
  const auto names_from = names_.size();
  if (!enter()) return false;
  const bool whole = members([&](Name name) {
    names_.push_back(name);
    return unknown_value();
  });
  if (!whole || !names_differ(names_from)) return false;
  leave();
  return true;
}

bool Walk::unknown_list() {
  if (!enter()) return false;
  if (!elements([&](std::uint32_t) { return unknown_value(); })) return false;
  leave();
  return true;
}

std::optional<std::string_view> Walk::take_text() {
  const auto token = at_++;
  const auto quoted = tokens_.scalar(token);
  scalar_bytes_ += quoted.size();
  ++scalar_count_;
  if (quoted.size() < 2 || quoted.back() != '"') {
    malformed(Malformed::open_text, token);
    return std::nullopt;
  }
  const auto raw = inner(quoted);
  if (!has_escapes_ || raw.find('\\') == std::string_view::npos) return raw;
  switch (check_escapes(raw)) {
    case EscapeFault::none:
      return unescaped_of(raw);
    case EscapeFault::unknown:
      malformed(Malformed::bad_escape, token);
      return std::nullopt;
    case EscapeFault::lone_surrogate:
      malformed(Malformed::lone_surrogate, token);
      return std::nullopt;
  }
  return std::nullopt;
}

std::string_view Walk::take_number() {
  const auto text = tokens_.scalar(at_++);
  scalar_bytes_ += text.size();
  ++scalar_count_;
  return text;
}

bool Walk::take_word() {
  const auto token = at_++;
  const auto word = tokens_.scalar(token);
  scalar_bytes_ += word.size();
  ++scalar_count_;
  return word == "true" || word == "false" || word == "null" ||
         malformed(Malformed::bad_word, token);
}

std::string_view Walk::unescaped_of(std::string_view raw) {
  if (unescaped_ == nullptr)
    unescaped_ = std::make_unique_for_overwrite<char[]>(tokens_.text().size());
  char* const begin = unescaped_.get() + unescaped_size_;
  const auto length = unescape(raw, begin);
  unescaped_size_ += length;
  return {begin, length};
}

// Returns false if two unknown names of an object are equal. They are compared at the end of the
// object: a few with each other, many after sorting.
bool Walk::names_differ(std::size_t from) {
  const auto count = names_.size() - from;
  if (count < 2) {
    names_.resize(from);
    return true;
  }
  const auto first = names_.begin() + static_cast<std::ptrdiff_t>(from);
  std::ranges::sort(first, names_.end(), {}, &Name::text);
  const auto twice = std::ranges::adjacent_find(first, names_.end(), {}, &Name::text);
  if (twice != names_.end())
    return malformed(Malformed::name_twice, std::max(twice->token, (twice + 1)->token));
  names_.resize(from);
  return true;
}

bool Walk::enter() {
  if (depth_ == limits::nesting_max) return malformed(Malformed::nested_too_deep, at_);
  ++depth_;
  return true;
}

bool Walk::malformed(Malformed reason, std::uint32_t token) {
  malformed_ = {reason, tokens_.offset(token)};
  return false;
}

}  // namespace tradepost::document
