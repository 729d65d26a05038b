#include "forms/syntax.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "base/text/text.hpp"
#include "xml/writer.hpp"

namespace tradepost::forms {
namespace {

std::string compact(std::string_view date) {
  std::string digits(date);
  std::erase(digits, '-');
  return digits;
}

std::string with_hyphens(std::string_view date) {
  std::string text(date.substr(0, 8));
  const bool is_date = text.size() == 8 && std::ranges::all_of(text, base::is_ascii_digit);
  if (!is_date) return text;
  return text.insert(6, "-").insert(4, "-");
}

// Returns true for a constant, and for an element that has nothing but constants.
bool is_constant(std::span<const ElementRow> elements, std::size_t at) {
  const ElementRow& row = elements[at];
  if (!row.is.empty()) return true;
  if (row.term != Term::none || row.end == at + 1) return false;
  for (std::size_t child = at + 1; child < row.end; child = elements[child].end) {
    if (!is_constant(elements, child)) return false;
  }
  return true;
}

class Writing {
 public:
  Writing(const FormRow& form, std::size_t kind, const Group& root)
      : form_(form), kind_(kind), root_(root) {}

  std::string write() && {
    const Namespace& root = form_.roots[kind_];
    xml_.open(root.prefix);
    const bool has_prefix = root.prefix.contains(':');
    if (!has_prefix) xml_.attribute("xmlns", root.uri);
    for (const Namespace& space : form_.namespaces) {
      xml_.attribute("xmlns:" + std::string(space.prefix), space.uri);
    }
    write_range(0, form_.elements.size(), root_);
    xml_.close();
    return std::move(xml_).finish();
  }

 private:
  bool is_of_kind(const ElementRow& row) const { return !row.names.at(kind_).empty(); }

  // Constants alone do not count.
  bool has_content(std::size_t at, const Group& group) const {
    const ElementRow& row = form_.elements[at];
    if (!is_of_kind(row)) return false;
    if (row.each != Term::none) {
      return std::ranges::find(group.groups, row.each, &Group::term) != group.groups.end();
    }
    return has_own_content(at, group);
  }

  bool has_own_content(std::size_t at, const Group& group) const {
    const ElementRow& row = form_.elements[at];
    if (row.is_needed) return true;
    const bool is_meant = (row.when == Term::none || group.has(row.when)) &&
                          (row.unless == Term::none || !group.has(row.unless));
    if (!is_meant) return false;
    if (row.term != Term::none) return group.has(row.term);
    for (std::size_t child = at + 1; child < row.end; child = form_.elements[child].end) {
      if (has_content(child, group)) return true;
    }
    return false;
  }

  void write_range(std::size_t from, std::size_t to, const Group& group) {
    for (std::size_t at = from; at < to; at = form_.elements[at].end) {
      const ElementRow& row = form_.elements[at];
      if (is_constant(form_.elements, at)) {
        if (is_of_kind(row)) write_element(at, group);
      } else if (row.each == Term::none) {
        if (has_content(at, group)) write_element(at, group);
      } else if (is_of_kind(row)) {
        group.each(row.each, [&](const Group& one) {
          if (has_own_content(at, one)) write_element(at, one);
        });
      }
    }
  }

  void write_element(std::size_t at, const Group& group) {
    const ElementRow& row = form_.elements[at];
    xml_.open(row.names.at(kind_));
    for (const AttributeRow& attribute : row.attributes) {
      if (attribute.name.empty()) continue;
      const std::string_view value =
          attribute.term == Term::none ? attribute.is : text_of(attribute.term, group);
      if (!value.empty()) xml_.attribute(attribute.name, value);
    }
    if (!row.is.empty()) {
      xml_.text(row.is);
    } else if (row.term != Term::none) {
      xml_.text(content_of(row, group));
    }
    write_range(at + 1, row.end, group);
    xml_.close();
  }

  // A currency is a term of the whole document.
  std::string_view text_of(Term term, const Group& group) const {
    return group.has(term) ? group.text(term) : root_.text(term);
  }

  static std::string content_of(const ElementRow& row, const Group& group) {
    const std::string_view text = group.text(row.term);
    if (row.as == As::compact_date) return compact(text);
    if (row.subject == Term::none || !group.has(row.subject)) return std::string(text);
    return '#' + std::string(group.text(row.subject)) + '#' + std::string(text);
  }

  const FormRow& form_;
  std::size_t kind_;
  const Group& root_;
  xml::Writer xml_;
};

class Parsing {
 public:
  Parsing(const FormRow& form, std::size_t kind) : form_(form), kind_(kind) {}

  Parsed parse(const xml::Element& root) && {
    read_children(root, 0, form_.elements.size(), parsed_.root);
    return std::move(parsed_);
  }

 private:
  bool has_name(const xml::Element& element, const ElementRow& row) const {
    const std::string_view name = row.names.at(kind_);
    const auto colon = name.find(':');
    if (name.empty() || element.local() != name.substr(colon + 1)) return false;
    const auto space =
        std::ranges::find(form_.namespaces, name.substr(0, colon), &Namespace::prefix);
    return element.space() == space->uri;
  }

  // Returns true if the element has the name and all constants of the row.
  bool matches(const xml::Element& element, std::size_t at) const {
    const ElementRow& row = form_.elements[at];
    if (!has_name(element, row)) return false;
    if (!row.is.empty()) return element.text() == row.is;
    for (const AttributeRow& attribute : row.attributes) {
      if (!attribute.is.empty() && element.attribute(attribute.name) != attribute.is) return false;
    }
    for (std::size_t child = at + 1; child < row.end; child = form_.elements[child].end) {
      if (!decides(child)) continue;
      bool is_there = false;
      for (xml::Element one = element.first_child(); one && !is_there; one = one.next()) {
        is_there = matches(one, child);
      }
      if (!is_there) return false;
    }
    return true;
  }

  // A constant decides which of two elements of one name it is, as content or as an attribute.
  bool decides(std::size_t at) const {
    return is_constant(form_.elements, at) ||
           std::ranges::any_of(form_.elements[at].attributes,
                               [](const AttributeRow& one) { return !one.is.empty(); });
  }

  void read_children(const xml::Element& parent, std::size_t from, std::size_t to, Group& group) {
    for (xml::Element element = parent.first_child(); element; element = element.next()) {
      std::size_t at = from;
      while (at < to && !matches(element, at)) at = form_.elements[at].end;
      if (at == to) {
        parsed_.unread.push_back(element.index());
      } else {
        read(element, at, group);
      }
    }
  }

  void read(const xml::Element& element, std::size_t at, Group& group) {
    const ElementRow& row = form_.elements[at];
    if (!row.is.empty()) return;
    if (row.each != Term::none) {
      Group one{.term = row.each, .element = element.index()};
      read_content(element, at, one);
      group.groups.push_back(std::move(one));
    } else if (row.term != Term::none && group.has(row.term)) {
      parsed_.unread.push_back(element.index());
    } else {
      read_content(element, at, group);
    }
  }

  void read_content(const xml::Element& element, std::size_t at, Group& group) {
    const ElementRow& row = form_.elements[at];
    for (const AttributeRow& attribute : row.attributes) {
      const bool is_currency = attribute.term == Term::bt_5;
      if (attribute.term == Term::none || is_currency) continue;
      add(group, attribute.term, element, element.attribute(attribute.name));
    }
    if (row.term != Term::none) {
      std::string_view text = element.text();
      if (row.subject != Term::none) text = without_subject(row, element, text, group);
      add(group, row.term, element,
          row.as == As::compact_date ? with_hyphens(text) : std::string(text));
    }
    read_children(element, at + 1, row.end, group);
  }

  // Reads #AAI# before a text.
  std::string_view without_subject(const ElementRow& row, const xml::Element& element,
                                   std::string_view text, Group& group) {
    constexpr std::size_t bytes = 5;
    if (text.size() <= bytes || text[0] != '#' || text[bytes - 1] != '#') return text;
    add(group, row.subject, element, text.substr(1, bytes - 2));
    return text.substr(bytes);
  }

  static void add(Group& group, Term term, const xml::Element& element, std::string_view text) {
    if (text.empty() || group.has(term)) return;
    group.values.push_back({.term = term, .text = std::string(text), .element = element.index()});
  }

  const FormRow& form_;
  std::size_t kind_;
  Parsed parsed_;
};

}  // namespace

std::string xml_of(const FormRow& form, std::size_t kind, const Group& root) {
  return Writing(form, kind, root).write();
}

Parsed terms_of(const FormRow& form, std::size_t kind, const xml::Tree& tree) {
  return Parsing(form, kind).parse(tree.root());
}

}  // namespace tradepost::forms
