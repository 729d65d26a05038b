#include "ubl/write.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/ground/limits.hpp"
#include "base/text/decimal.hpp"
#include "forms/line_amounts.hpp"
#include "ubl/objects.hpp"
#include "ubl/out.hpp"
#include "ubl/rest.hpp"
#include "ubl/values.hpp"
#include "xml/writer.hpp"

namespace tradepost::ubl {
namespace {

using document::FieldSlot;
using document::ValueType;
using document::View;

std::optional<base::Decimal> decimal_of(const View& value) {
  if (!value) return std::nullopt;
  const auto decimal = base::Decimal::parse(value.scalar());
  return decimal ? std::optional(*decimal) : std::nullopt;
}

class Writing {
 public:
  Writing(const Mapping& mapping, const View& content)
      : mapping_(mapping),
        objects_(mapping, content),
        trees_(mapping.scopes.size()),
        content_(content) {
    const View header = content.member("header");
    const View currency = header.member("currency");
    currency_ = currency.is_text() ? currency.text() : std::string(no_currency);
  }

  Out write() && {
    Out root;
    write_lines(mapping_.lines, 0, *mapping_.root, root);
    note_missing(*mapping_.root, mapping_.lines, 0, root);
    return root;
  }

 private:
  // The elements of a tree that have been written.
  struct Tree {
    std::string above = {};
    std::string place = {};                                       // of the elements around
    std::map<std::string, std::uint32_t, std::less<>> last = {};  // the element with a number
  };

  // A line, and the type of the element around it.
  struct At {
    const Line& line;
    const ElementType& type;

    const Child& child() const { return type.children[line.place]; }
  };

  void write_lines(const std::vector<Line>& lines, ScopeId loop, const ElementType& type,
                   Out& around) {
    for (const Line& line : lines) {
      const At at{.line = line, .type = type};
      if (line.loop == loop) {
        const std::size_t count = around.children.size();
        write_line(at, {}, around);
        const bool is_missing = line.is_demanded && around.children.size() == count;
        if (is_missing)
          add_missing("peppol.needed", "Peppol BIS 3", line.name, &line, loop, around);
        continue;
      }
      std::vector<ScopeId> lists;  // the outermost last
      for (ScopeId id = line.loop; id != loop && id != 0; id = mapping_.scopes[id].parent) {
        if (mapping_.scopes[id].form == Scope::Form::each) lists.push_back(id);
      }
      write_each(at, lists, {}, around);
    }
  }

  // The schema demands some children of an element that is always written.
  void note_missing(const ElementType& type, const std::vector<Line>& lines, ScopeId loop,
                    Out& out) const {
    for (const Child& child : type.children) {
      const bool is_there =
          std::ranges::any_of(out.children, [&](const Out& one) { return one.child == &child; });
      if (!child.is_needed || is_there) continue;
      const auto line = std::ranges::find(lines, child.name, &Line::name);
      add_missing("ubl.needed", "UBL", child.name, line == lines.end() ? nullptr : &*line, loop,
                  out);
    }
  }

  void add_missing(std::string_view rule, std::string_view form, std::string_view name,
                   const Line* line, ScopeId loop, Out& out) const {
    const Piece* const piece = line == nullptr ? nullptr : line->first_value();
    const bool has_field = piece != nullptr && piece->slot != document::no_slot;
    const std::string path = has_field ? objects_.path(piece->scope, piece->slot)
                                       : objects_.path(piece == nullptr ? loop : piece->scope);
    forms::object(out.missing, rule, path,
                  fmt::format("{} demands the element {}. Add the field.", form, name));
  }

  // Writes a line for each element of the lists, the last of which is the outermost.
  void write_each(const At& at, std::vector<ScopeId> lists, const std::vector<Out::Begin>& begins,
                  Out& around) {
    const ScopeId each = lists.back();
    lists.pop_back();
    trees_[each] = {};
    write_elements(at, objects_.elements(each), each, lists, begins, around);
  }

  void write_elements(const At& at, const std::vector<Element>& elements, ScopeId each,
                      const std::vector<ScopeId>& inner, const std::vector<Out::Begin>& begins,
                      Out& around) {
    const Scope& scope = mapping_.scopes[each];
    Tree& tree = trees_[each];
    for (const Element& element : elements) {
      objects_.enter(each, element);
      auto own_begins = begins;
      own_begins.push_back({.token = element.view.token(),
                            .list = element.list.token(),
                            .place = scope.is_placed ? std::int64_t{element.index} : -1});
      const std::string above = tree.above;
      const std::string place = tree.place;
      tree.place += fmt::format("{}{}", place.empty() ? "" : ".", element.index + 1);
      const std::string own = number_of(each);
      if (!own.empty()) tree.last[own] = element.view.token();
      const std::size_t count = around.children.size();
      if (inner.empty()) {
        write_line(at, own_begins, around);
      } else {
        write_each(at, inner, own_begins, around);
      }
      const bool is_written = around.children.size() > count;
      for (const Element& below : scope.is_tree() ? objects_.below(each) : std::vector<Element>()) {
        // A reader finds the element above by its number.
        const bool is_found = !own.empty() && tree.last[own] == element.view.token() && is_written;
        if (!is_found && !scope.is_placed) break;
        tree.above = own;
        write_elements(at, {below}, each, inner, begins, around);
        objects_.enter(each, element);
      }
      tree.above = above;
      tree.place = place;
    }
  }

  std::string number_of(ScopeId each) const {
    const View number = objects_.value(each, mapping_.scopes[each].number);
    return number ? number_text(scalar_text(number)) : std::string();
  }

  void write_line(const At& at, std::vector<Out::Begin> begins, Out& around) {
    const Line& line = at.line;
    Out out{.child = &at.child(), .line = &line, .begins = std::move(begins)};
    if (line.is_rest()) {
      out.is_rest = true;
      out.object = objects_.object(line.loop).token();
      around.children.push_back(std::move(out));
      return;
    }
    std::string time;
    for (const Piece& piece : line.pieces) write_piece(at, piece, out, time);
    if (line.type != nullptr) write_lines(line.lines, line.loop, *line.type, out);
    for (const Out& below : out.children) out.has_value = out.has_value || below.has_value;
    if (line.is_always && line.type != nullptr) {
      note_missing(*line.type, line.lines, line.loop, out);
    }
    const bool is_empty = line.type == nullptr ? out.text.empty() : out.children.empty();
    const bool is_needed = line.is_always && line.type != nullptr;
    if ((is_empty && !is_needed) || !is_meant(line, out)) return;
    if (line.name.ends_with("Amount") && line.attribute("currencyID") == nullptr) {
      out.attributes.emplace_back("currencyID", currency_);
    }
    around.has_value = around.has_value || out.has_value;
    around.children.push_back(std::move(out));
    const std::string_view name = time_of(at.type, line.name);
    if (!name.empty()) add_text(at.type, name, time, around);
  }

  // An element is written if it has a value, or if it has constants only. An element that lacks a
  // child that the schema demands is left out.
  static bool is_meant(const Line& line, const Out& out) {
    if (line.is_always) return true;
    if (!out.has_value && !is_constant(line)) return false;
    if (line.type == nullptr) return true;
    return std::ranges::all_of(line.type->children, [&](const Child& wanted) {
      return !wanted.is_needed || std::ranges::any_of(out.children, [&](const Out& one) {
        return one.child == &wanted;
      });
    });
  }

  static bool is_constant(const Line& line) {
    const auto is_text = [](const Piece& piece) {
      return piece.role == Piece::Role::constant || piece.role == Piece::Role::written_only ||
             piece.role == Piece::Role::place || piece.role == Piece::Role::group ||
             piece.role == Piece::Role::status || piece.role == Piece::Role::position ||
             piece.role == Piece::Role::category || piece.role == Piece::Role::amount ||
             piece.role == Piece::Role::outstanding || !piece.fallback.empty() || piece.is_copy;
    };
    return std::ranges::all_of(line.pieces, is_text) &&
           std::ranges::all_of(line.lines, is_constant) && !line.is_rest();
  }

  void write_piece(const At& at, const Piece& piece, Out& out, std::string& time) {
    if (piece.role == Piece::Role::period) return write_period(at.line, piece, out);
    if (piece.role == Piece::Role::endpoint) return write_endpoint(piece, out);
    std::string text;
    if (piece.role == Piece::Role::name) {
      text = write_name(piece, out);
    } else if (piece.role == Piece::Role::value) {
      text = write_value(at, piece, out, time);
      if (text.empty()) text = fallback_of(at.line, piece);
    } else {
      text = computed(piece, out);
    }
    if (text.empty()) return;
    if (piece.attribute.empty()) {
      out.text = std::move(text);
    } else {
      out.attributes.emplace_back(piece.attribute, std::move(text));
    }
  }

  std::string write_value(const At& at, const Piece& piece, Out& out, std::string& time) {
    const View value = objects_.value(piece.scope, piece.slot);
    if (!value) return default_of(piece);
    const bool has_condition = piece.condition != document::no_slot;
    if (has_condition && !objects_.value(piece.condition_scope, piece.condition)) return {};
    std::string text = scalar_text(value);
    bool is_whole = true;
    const bool is_number =
        piece.field->value == ValueType::number || piece.field->value == ValueType::integer;
    if (piece.codes != nullptr) {
      const std::string* const code = theirs_of(*piece.codes, text);
      text = code == nullptr || *code == "-" ? std::string() : *code;
    } else if (is_date(*piece.field)) {
      const auto moment = moment_of(text);
      if (!moment) return {};
      text = moment->date;
      is_whole = moment->time.empty() || (!piece.is_day && !time_of(at.type, at.line.name).empty());
      if (is_whole) time = moment->time;
    } else if (is_number) {
      text = number_text(text);
    } else {
      const std::string carried = carried_text(text);
      is_whole = carried == text;
      text = carried;
    }
    if (text.empty() || is_fallback(piece, text)) return {};
    if (piece.is_copy) return text;
    begin(piece.scope, out);
    out.carried.push_back({.token = value.token(), .is_whole = is_whole});
    // The content of an element is its value. A code in an attribute qualifies it.
    if (piece.attribute.empty()) out.has_value = true;
    return text;
  }

  // NA# is NA1 for the first element of a list.
  std::string fallback_of(const Line& line, const Piece& piece) const {
    if (!piece.fallback.ends_with('#')) return piece.fallback;
    return fmt::format("{}{}",
                       std::string_view(piece.fallback).substr(0, piece.fallback.size() - 1),
                       objects_.entered(line.loop).index + 1);
  }

  // The issuer of a number can be the default.
  std::string default_of(const Piece& piece) const {
    const bool has_default = piece.codes != nullptr && objects_.object(piece.scope) &&
                             !piece.field->default_value.empty();
    if (!has_default) return {};
    const std::string* const code = theirs_of(*piece.codes, piece.field->default_value);
    return code == nullptr ? std::string() : *code;
  }

  // The first value of a picked element begins it.
  void begin(ScopeId id, Out& out) const {
    for (; id != 0; id = mapping_.scopes[id].parent) {
      if (mapping_.scopes[id].form != Scope::Form::pick) continue;
      const Element element = objects_.picked(id);
      out.begins.push_back({.token = element.view.token(), .list = element.list.token()});
      const View domain = element.view.member("domain");
      if (domain && mapping_.scopes[id].domains.size() == 1) {
        out.carried.push_back({.token = domain.token()});
      }
    }
  }

  std::string write_name(const Piece& piece, Out& out) const {
    const View first = objects_.value(piece.scope, piece.slot);
    const View last = objects_.value(piece.scope, piece.second);
    const Name name{.first = first ? scalar_text(first) : std::string(),
                    .last = last ? scalar_text(last) : std::string()};
    const std::string text = joined(name);
    std::string carried = carried_text(text);
    if (carried.empty()) return {};
    const Name back = parted(carried);
    const bool is_whole = back.first == name.first && back.last == name.last;
    begin(piece.scope, out);
    if (first) out.carried.push_back({.token = first.token(), .is_whole = is_whole});
    if (last) out.carried.push_back({.token = last.token(), .is_whole = is_whole});
    out.has_value = true;
    return carried;
  }

  // A period has a first and a last time, or one time for both.
  void write_period(const Line& line, const Piece& piece, Out& out) const {
    const View first = objects_.value(piece.scope, piece.slot);
    const View last = objects_.value(piece.scope, piece.second);
    const View both = objects_.value(piece.scope, piece.third);
    const bool is_one = !first && !last;
    const auto moment = [](const View& value) {
      return value ? moment_of(scalar_text(value)) : std::optional<Moment>();
    };
    const auto start = moment(is_one ? both : first);
    const auto end = moment(is_one ? both : last);
    const bool is_same = start && end && start->date == end->date && start->time == end->time;
    const auto is_carried = [&](const View& value, const std::optional<Moment>& one) {
      return !value || (one && !(piece.is_day && !one->time.empty()));
    };
    const bool is_whole = is_one ? is_carried(both, start)
                                 : is_carried(first, start) && is_carried(last, end) &&
                                       !(is_same && piece.third != document::no_slot);
    for (const auto& [value, one] :
         {std::pair(is_one ? both : first, &start), std::pair(last, &end)}) {
      if (value && *one) out.carried.push_back({.token = value.token(), .is_whole = is_whole});
    }
    for (const auto& [name, one] : {std::pair("Start", &start), std::pair("End", &end)}) {
      if (!one->has_value()) continue;
      out.has_value = true;
      add_text(*line.type, std::string(name) + "Date", (*one)->date, out);
      if (!piece.is_day) add_text(*line.type, std::string(name) + "Time", (*one)->time, out);
    }
  }

  static void add_text(const ElementType& type, std::string_view name, const std::string& text,
                       Out& out) {
    if (!text.empty()) out.children.push_back({.child = type.find(name), .text = text});
  }

  // The first number of the party that is an address in a network.
  void write_endpoint(const Piece& piece, Out& out) const {
    const Codes& schemes = mapping_.code_lists.at("endpoints");
    const View identifiers = objects_.object(piece.scope).member("identifiers");
    for (const Code& code : schemes) {
      for (const Element& one : elements_of(identifiers)) {
        const View domain = one.view.member("domain");
        const View identifier = one.view.member("identifier");
        const bool is_this = (domain ? domain.text() : std::string("GS1")) == code.ours;
        if (!is_this || !identifier) continue;
        out.text = carried_text(identifier.text());
        if (out.text.empty()) continue;
        out.attributes.emplace_back("schemeID", code.theirs.front());
        const bool is_whole = out.text == identifier.text();
        out.carried.push_back({.token = identifier.token(), .is_whole = is_whole});
        if (domain) out.carried.push_back({.token = domain.token(), .is_whole = is_whole});
        out.has_value = true;
        return;
      }
    }
  }

  std::string computed(const Piece& piece, Out& out) {
    switch (piece.role) {
      case Piece::Role::above: {
        const std::string& above = trees_[piece.scope].above;
        out.has_value = !above.empty();
        return above;
      }
      case Piece::Role::place:
        return trees_[tree_of(piece.scope)].place;
      case Piece::Role::group:
        return std::to_string(objects_.entered(mapping_.scopes[piece.scope].parent).index + 1);
      case Piece::Role::position:
        return std::to_string(objects_.entered(piece.scope).index + 1);
      case Piece::Role::outstanding:
        return outstanding_of(objects_.object(piece.scope));
      case Piece::Role::amount:
        return amounts_.of(objects_.object(piece.scope));
      case Piece::Role::category:
        return category_of(objects_.object(piece.scope));
      case Piece::Role::status:
        return status_of(objects_.object(piece.scope));
      default:
        return piece.texts.front();
    }
  }

  // 5 accepted, 3 changed, 7 not accepted. A line of an order change is changed.
  std::string status_of(const View& item) const {
    const auto amount = [&](std::string_view field) { return decimal_of(item.member(field)); };
    const auto confirmed = amount("confirmedQuantity");
    const auto ordered = amount("orderedQuantity");
    const View type = content_.member("header").member("type");
    const bool is_accepted = type && type.text() == "ACCEPT";
    if (!confirmed) return is_accepted ? "5" : "3";
    if (*confirmed == *base::Decimal::parse("0")) return "7";
    return ordered && *confirmed != *ordered ? "3" : "5";
  }

  static std::string outstanding_of(const View& item) {
    const auto ordered = decimal_of(item.member("orderedQuantity"));
    const auto shipped = decimal_of(item.member("shippedQuantity"));
    const View action = item.member("openQuantityAction");
    const bool is_discarded = action && action.text() == "DISCARDED";
    if (!ordered || !shipped || *ordered <= *shipped || is_discarded) return {};
    return sum_of(ordered->to_string(), shipped->to_string(), Sign::minus);
  }

  static std::string category_of(const View& item) {
    const View own = item.member("taxPercentage");
    const View rate = own ? own : item.member("tax").member("percentage");
    const auto number = decimal_of(rate);
    return number && *number == *base::Decimal::parse("0") ? "Z" : "S";
  }

  ScopeId tree_of(ScopeId scope) const {
    while (scope != 0 && !mapping_.scopes[scope].is_placed) scope = mapping_.scopes[scope].parent;
    return scope;
  }

  const Mapping& mapping_;
  Objects objects_;
  std::vector<Tree> trees_;
  std::string currency_;
  View content_;
  forms::LineAmounts amounts_{content_};
};

void add_objections(const Out& out, forms::Objections& objections) {
  objections.insert(objections.end(), out.missing.begin(), out.missing.end());
  for (const Out& one : out.children) add_objections(one, objections);
}

void write_xml(const Out& out, xml::Writer& xml) {
  for (const Out& one : out.children) {
    if (one.is_rest) {
      write_xml(one, xml);
      continue;
    }
    xml.open(one.child->qualified);
    for (const auto& [name, value] : one.attributes) xml.attribute(name, value);
    if (one.children.empty()) {
      xml.text(one.text);
    } else {
      write_xml(one, xml);
    }
    xml.close();
  }
}

// A document without its number belongs to another document.
void object_to_number(const Mapping& mapping, Written& written) {
  const auto& header = document::types()[mapping.kind->header_type];
  const auto path = fmt::format("header.{}", header.fields[mapping.kind->number].name);
  for (const forms::Loss& loss : written.losses) {
    if (loss.path != "content." + path) continue;
    forms::object(written.objections, "ubl.text", path,
                  "XML can't carry the value. Remove blanks at its ends and control "
                  "characters.");
  }
}

}  // namespace

Written write(const Mapping& mapping, const View& content) {
  Written written;
  Out root = Writing(mapping, content).write();
  written.losses = add_rest(mapping, content, root);
  object_to_number(mapping, written);
  add_objections(root, written.objections);
  xml::Writer xml;
  xml.open(mapping.root->name);
  xml.attribute("xmlns", mapping.space());
  xml.attribute("xmlns:cac",
                "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2");
  xml.attribute("xmlns:cbc",
                "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2");
  write_xml(root, xml);
  xml.close();
  written.text = std::move(xml).finish();
  forms::shorten(written.objections);
  forms::shorten(written.losses);
  return written;
}

}  // namespace tradepost::ubl
