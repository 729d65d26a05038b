#include "forms/draft.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text/decimal.hpp"
#include "base/text/text.hpp"

namespace tradepost::forms {
namespace {

using base::Decimal;
using document::FieldRow;
using document::ValueType;

constexpr std::uint32_t index_max = 100'000;
// A list grows by its next element, and at most so many empty ones before it.
constexpr std::size_t gap_max = 4;
constexpr std::ptrdiff_t path_parts_max = 20;

bool is_number(const FieldRow& field) {
  return field.value == ValueType::number || field.value == ValueType::integer;
}

std::optional<std::uint32_t> index_of(std::string_view text) {
  std::uint32_t index = 0;
  const auto end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, index);
  if (read.ec != std::errc() || read.ptr != end || index > index_max) return std::nullopt;
  return index;
}

// Removes the first part of a path, and returns it.
std::string_view next_of(std::string_view& path) {
  const std::string_view part = path.substr(0, path.find('.'));
  path.remove_prefix(std::min(path.size(), part.size() + 1));
  return part;
}

// Returns a decimal of XML Schema as JSON writes it: +007. is 7, and .5 is 0.5.
std::string json_number(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  while (text.size() > 1 && text[0] == '0' && base::is_ascii_digit(text[1])) text.remove_prefix(1);
  if (text.ends_with('.')) text.remove_suffix(1);
  std::string number = is_negative ? "-" : "";
  if (text.starts_with('.')) number += '0';
  return number.append(text);
}

bool is_of_type(const FieldRow& field, std::string_view text) {
  if (is_number(field)) {
    const auto number = Decimal::parse(text);
    return number && (field.value != ValueType::integer || number->is_integer());
  }
  return field.value != ValueType::boolean || text == "true" || text == "false";
}

}  // namespace

Draft::Draft(const document::KindRow& kind) : kind_(kind) {}

Draft::Outcome Draft::set(std::string_view path, std::string_view text, std::uint32_t element) {
  if (std::ranges::count(path, '.') >= path_parts_max) return Outcome::no_such_field;
  const document::TypeRow* type = &document::types()[kind_.type];
  Node* node = &root_;
  for (std::string_view rest = path; !rest.empty();) {
    const std::string_view part = next_of(rest);
    if (node->is_list) {
      const auto index = index_of(part);
      if (!index) return Outcome::no_such_field;
      if (*index > node->children.size() + gap_max) return Outcome::no_such_field;
      while (node->children.size() <= *index) node->children.push_back({.field = node->field});
      node = &node->children[*index];
      continue;
    }
    const document::FieldSlot slot = type == nullptr ? document::no_slot : type->find(part);
    if (slot == document::no_slot) return Outcome::no_such_field;
    const FieldRow& field = type->fields[slot];
    auto found = std::ranges::find(node->children, &field, &Node::field);
    if (found == node->children.end()) {
      constexpr std::size_t usual_members = 8;
      if (node->children.empty()) node->children.reserve(usual_members);
      node->children.push_back(
          {.name = field.name, .field = &field, .is_list = field.shape == document::Shape::list});
      found = std::prev(node->children.end());
    }
    node = &*found;
    type = field.value == ValueType::object ? &document::type_of(field) : nullptr;
  }
  if (node->field == nullptr || node->is_list || node->field->value == ValueType::object) {
    return Outcome::no_such_field;
  }
  std::string value = is_number(*node->field) ? json_number(text) : std::string(text);
  if (!is_of_type(*node->field, value)) return Outcome::wrong_type;
  node->text = std::move(value);
  node->source = element;
  return Outcome::done;
}

void Draft::fill(std::string_view path, std::string_view text) {
  for (std::size_t end = path.find('.'); end != std::string_view::npos;
       end = path.find('.', end + 1)) {
    const std::string_view list = path.substr(0, end);
    const Node* const node = find_node(list);
    const std::string_view rest = path.substr(end + 1);
    if (node == nullptr || !node->is_list || index_of(rest.substr(0, rest.find('.')))) continue;
    const std::string same_list = fmt::format("@{}.", list);
    for (std::size_t index = 0; index < node->children.size(); ++index) {
      const bool is_of_element = text.starts_with(same_list);
      fill(fmt::format("{}.{}.{}", list, index, rest),
           is_of_element ? fmt::format("{}{}.{}", same_list, index, text.substr(same_list.size()))
                         : std::string(text));
    }
    return;
  }
  if (find(path) != nullptr) return;
  const std::string* const other = text.starts_with('@') ? find(text.substr(1)) : nullptr;
  if (other == nullptr && text.starts_with('@')) return;
  (void)set(path, other == nullptr ? std::string(text) : *other, element_of(path));
}

const Draft::Node* Draft::Node::member(std::string_view wanted) const {
  if (is_list) return nullptr;
  const auto found = std::ranges::find(children, wanted, &Node::name);
  return found == children.end() ? nullptr : &*found;
}

const Draft::Node* Draft::Node::element(std::size_t index) const {
  return is_list && index < children.size() ? &children[index] : nullptr;
}

std::size_t Draft::Node::count() const {
  std::size_t values = text.empty() ? 0 : 1;
  for (const Node& child : children) {
    const bool is_default =
        child.field != nullptr && !child.text.empty() && child.text == child.field->default_value;
    if (!is_default) values += child.count();
  }
  return values;
}

const Draft::Node* Draft::find_node(std::string_view path) const {
  const Node* node = &root_;
  while (!path.empty() && node != nullptr) {
    const std::string_view part = next_of(path);
    const auto index = node->is_list ? index_of(part) : std::nullopt;
    node = index ? node->element(*index) : node->member(part);
  }
  return node;
}

const std::string* Draft::find(std::string_view path) const {
  const Node* const node = find_node(path);
  return node == nullptr || node->text.empty() ? nullptr : &node->text;
}

std::uint32_t Draft::element_of(std::string_view path) const {
  for (;;) {
    const Node* node = find_node(path);
    while (node != nullptr) {
      if (node->source != 0xffff'ffff) return node->source;
      node = node->children.empty() ? nullptr : &node->children.front();
    }
    if (path.empty()) return 0;
    path = path.substr(0, path.rfind('.') == std::string_view::npos ? 0 : path.rfind('.'));
  }
}

Draft::Node* Draft::node_at(std::string_view path) {
  Node* node = &root_;
  while (!path.empty()) {
    const std::string_view part = next_of(path);
    const auto index = node->is_list ? index_of(part) : std::nullopt;
    const auto found = index ? node->children.begin() +
                                   std::min<std::ptrdiff_t>(*index, std::ssize(node->children))
                             : std::ranges::find(node->children, part, &Node::name);
    if (found == node->children.end() || (node->is_list && !index)) return nullptr;
    node = &*found;
  }
  return node;
}

void Draft::remove(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  const std::string_view object =
      dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
  const std::string_view name = dot == std::string_view::npos ? path : path.substr(dot + 1);
  Node* const node = node_at(object);
  if (node == nullptr || node->is_list) return;
  std::erase_if(node->children, [&](const Node& child) { return child.name == name; });
}

bool Draft::spread(std::string_view list, const std::vector<std::size_t>& positions) {
  Node* const node = node_at(list);
  const bool is_whole = node != nullptr && node->is_list && !positions.empty() &&
                        node->children.size() == positions.size();
  if (!is_whole) return false;
  const std::size_t last = std::ranges::max(positions);
  if (last > index_max) return false;
  std::vector<bool> is_taken(last + 1);
  for (const std::size_t position : positions) {
    if (is_taken[position]) return false;
    is_taken[position] = true;
  }
  std::vector<Node> spread(last + 1, Node{.field = node->field});
  for (std::size_t i = 0; i < positions.size(); ++i) {
    spread[positions[i]] = std::move(node->children[i]);
  }
  node->children = std::move(spread);
  return true;
}

void Draft::write(const Node& node, base::JsonWriter& json) {
  if (node.is_list) {
    json.begin_array();
    for (const Node& child : node.children) write(child, json);
    json.end_array();
  } else if (node.field == nullptr || node.field->value == ValueType::object) {
    json.begin_object();
    for (const Node& child : node.children) {
      json.key(child.name);
      write(child, json);
    }
    json.end_object();
  } else if (is_number(*node.field) || node.field->value == ValueType::boolean) {
    json.raw(node.text.empty() ? "null" : node.text);
  } else {
    json.string(node.text);
  }
}

std::string Draft::json() const {
  base::JsonWriter json;
  json.begin_object().key("type").string(kind_.name).key("content");
  write(root_, json);
  json.end_object();
  return std::move(json).finish();
}

bool is_leaf(const document::KindRow& kind, std::string_view path) {
  const document::TypeRow* type = &document::types()[kind.type];
  const FieldRow* field = nullptr;
  while (!path.empty() && type != nullptr) {
    const std::string_view part = next_of(path);
    if (field != nullptr && field->shape == document::Shape::list && index_of(part)) continue;
    const document::FieldSlot slot = type->find(part);
    if (slot == document::no_slot) return false;
    field = &type->fields[slot];
    type = field->value == ValueType::object ? &document::type_of(*field) : nullptr;
  }
  return path.empty() && field != nullptr && type == nullptr;
}

bool is_same(const FieldRow& field, std::string_view one, std::string_view other) {
  if (one == other) return true;
  if (!is_number(field)) return false;
  const auto left = Decimal::parse(one);
  const auto right = Decimal::parse(other);
  return left && right && *left == *right;
}

}  // namespace tradepost::forms
