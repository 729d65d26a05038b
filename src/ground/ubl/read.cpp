#include "ubl/read.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/ground/limits.hpp"
#include "base/text/decimal.hpp"
#include "document/read.hpp"
#include "forms/draft.hpp"
#include "ubl/mappings.hpp"
#include "ubl/matching.hpp"
#include "ubl/paths.hpp"
#include "ubl/result.hpp"
#include "ubl/values.hpp"

namespace tradepost::ubl {
namespace {

using document::FieldSlot;
using document::ValueType;
using forms::Draft;
using forms::LossReason;
using xml::Element;

constexpr std::size_t lists_of_a_path_max = 4;

class Reading {
 public:
  Reading(const Mapping& mapping, Read& read, std::vector<forms::StatedAmount>& amounts)
      : mapping_(mapping),
        read_(read),
        amounts_(amounts),
        draft_(*mapping.kind),
        paths_(mapping.scopes.size()),
        trees_(mapping.scopes.size()),
        groups_(mapping.scopes.size()) {}

  Draft run(const Element& root) && {
    note_defaults(0);
    read_children(root, mapping_.lines, 0, *mapping_.root);
    // Values without an element fill the free positions of all lists. A value can be in lists of
    // lists.
    std::size_t free = rest_.size() * lists_of_a_path_max;
    for (const Spread& one : spreads_) {
      const std::size_t size = std::ranges::max(one.positions) + 1;
      const std::size_t wanted = size - std::min(size, one.positions.size());
      const bool is_possible = wanted <= free;
      if (is_possible) free -= wanted;
      if (!is_possible || !draft_.spread(one.path, one.positions)) lose(one.element.path());
    }
    for (const RestValue& one : rest_) add_rest(one);
    for (const Endpoint& one : endpoints_) add_endpoint(one);
    for (const RestValue& one : outstanding_) add_outstanding(one);
    for (const auto& [path, text] : defaults_) {
      if (draft_.find(path) == nullptr) (void)draft_.set(path, text, 0);
    }
    for (const RestValue& one : copies_) {
      const std::string* const known = draft_.find(one.path);
      if (known == nullptr || !known->starts_with(one.text)) lose(one.element.path());
    }
    check_currency();
    return std::move(draft_);
  }

 private:
  // A value that the file has under its path.
  struct RestValue {
    std::string path = {};
    Element element = {};
    std::string text = {};
  };
  // The positions of the elements of a list between the ones that only rest values have.
  struct Spread {
    std::string path = {};
    Element element = {};
    std::vector<std::size_t> positions = {};
  };
  struct Endpoint {
    std::string party = {};
    Element element = {};
  };

  void lose(std::string path, LossReason reason = LossReason::absent) {
    if (read_.losses.size() == base::limits::faults_named_max) return;
    read_.losses.push_back({.path = std::move(path), .reason = reason});
  }
  void fault(const Element& element, std::string message) {
    if (read_.faults.size() == base::limits::faults_named_max) return;
    read_.faults.push_back(
        {.xpath = element.path(), .place = element.place(), .message = std::move(message)});
  }

  void read_children(const Element& parent, const std::vector<Line>& lines, ScopeId loop,
                     const ElementType& type) {
    std::vector<const Line*> taken;
    std::set<std::string_view> names;  // of the children, if one is a time
    for (Element child = parent.first_child(); child; child = child.next()) {
      if (child.local().ends_with("Time")) {
        if (names.empty()) names = names_of_children(parent);
        if (is_time(child, lines, type, names)) continue;
      }
      const Line* const line = line_of(child, lines, loop, taken);
      if (line == nullptr) {
        if (!read_rest(child, lines)) lose(child.path());
        continue;
      }
      if (line->loop == loop) taken.push_back(line);
      read_line(*line, child, parent, loop, type);
    }
  }

  const Line* line_of(const Element& child, const std::vector<Line>& lines, ScopeId loop,
                      const std::vector<const Line*>& taken) const {
    for (const Line& line : lines) {
      if (line.is_rest() || line.name != child.local()) continue;
      const bool is_taken = line.loop == loop && std::ranges::find(taken, &line) != taken.end();
      if (!is_taken && matches(mapping_, line, child)) return &line;
    }
    return nullptr;
  }

  // A time is read with its date.
  static bool is_time(const Element& child, const std::vector<Line>& lines, const ElementType& type,
                      const std::set<std::string_view>& names) {
    return std::ranges::any_of(lines, [&](const Line& line) {
      const Piece* const piece = line.content();
      const bool has_time =
          piece != nullptr && piece->field != nullptr && piece->field->value == ValueType::datetime;
      return has_time && time_of(type, line.name) == child.local() && names.contains(line.name);
    });
  }

  static std::set<std::string_view> names_of_children(const Element& parent) {
    std::set<std::string_view> names;
    for (Element child = parent.first_child(); child; child = child.next()) {
      names.insert(child.local());
    }
    return names;
  }

  void read_line(const Line& line, const Element& element, const Element& parent, ScopeId loop,
                 const ElementType& type) {
    if (line.loop != loop) enter_lists(line, element, loop);
    std::string_view time;
    if (const std::string_view name = time_of(type, line.name); !name.empty()) {
      time = child_text(parent, name);
    }
    for (const Piece& piece : line.pieces) read_piece(line, piece, element, time);
    if (line.name.ends_with("Amount") && line.attribute("currencyID") == nullptr) {
      note_currency(element);
    }
    for (const std::string_view name : {"unitCode", "schemeID"}) {
      const bool is_unread = line.attribute(name) == nullptr && !element.attribute(name).empty();
      if (is_unread && !has_endpoint(line)) lose(fmt::format("{}/@{}", element.path(), name));
    }
    const bool is_period = !line.pieces.empty() && line.pieces[0].role == Piece::Role::period;
    if (line.type != nullptr && !is_period) {
      read_children(element, line.lines, line.loop, *line.type);
    }
  }

  static bool has_endpoint(const Line& line) {
    return std::ranges::any_of(
        line.pieces, [](const Piece& piece) { return piece.role == Piece::Role::endpoint; });
  }

  void read_piece(const Line& line, const Piece& piece, const Element& element,
                  std::string_view time) {
    switch (piece.role) {
      case Piece::Role::value:
        return read_value(piece, element, time);
      case Piece::Role::name:
        return read_name(piece, element);
      case Piece::Role::period:
        return read_period(line, piece, element);
      case Piece::Role::endpoint:
        endpoints_.push_back({.party = path(piece.scope), .element = element});
        return;
      case Piece::Role::status:
        return read_status(piece, element);
      case Piece::Role::outstanding:
        outstanding_.push_back(
            {.path = path(piece.scope), .element = element, .text = std::string(element.text())});
        return;
      case Piece::Role::amount:
        amounts_.push_back({.line = path(piece.scope),
                            .text = std::string(element.text()),
                            .place = element.path()});
        return;
      case Piece::Role::category:
        if (element.text() != "S" && element.text() != "Z") lose(element.path());
        return;
      case Piece::Role::constant:
      case Piece::Role::written_only:
      case Piece::Role::above:
      case Piece::Role::place:
      case Piece::Role::group:
      case Piece::Role::position:
        return;
    }
  }

  void read_value(const Piece& piece, const Element& element, std::string_view time) {
    const bool is_content = piece.attribute.empty();
    std::string text(is_content ? element.text() : element.attribute(piece.attribute));
    if (!is_content && text.empty() && piece.codes != nullptr && piece.field->name == "domain") {
      if (ours_of(*piece.codes, "-") != nullptr && !element.text().empty()) text = "-";
    }
    if (text.empty() || is_fallback(piece, text)) return;
    if (piece.codes != nullptr) {
      const std::string* const code = ours_of(*piece.codes, text);
      const bool is_text = piece.field->value == ValueType::text;
      if (code == nullptr && !is_text) {
        return lose(
            is_content ? element.path() : fmt::format("{}/@{}", element.path(), piece.attribute),
            LossReason::no_counterpart);
      }
      if (code != nullptr) text = *code;
    } else if (piece.field->value == ValueType::datetime) {
      text = text_of(text, time);
    } else if (piece.field->value == ValueType::date) {
      text = text_of(text, {});
    }
    if (piece.is_copy) {
      copies_.push_back({.path = path(piece.scope, piece.slot), .element = element, .text = text});
      return;
    }
    set(piece.scope, piece.slot, text, element);
  }

  void read_name(const Piece& piece, const Element& element) {
    const Name name = parted(element.text());
    if (!name.first.empty()) set(piece.scope, piece.slot, name.first, element);
    if (!name.last.empty()) set(piece.scope, piece.second, name.last, element);
    const std::vector<std::string> fields = {path(piece.scope, piece.slot),
                                             path(piece.scope, piece.second)};
    note_joint(fields, fields);
  }

  // A whole value of one of the fields replaces the values that were read for all.
  void note_joint(const std::vector<std::string>& fields, const std::vector<std::string>& read) {
    for (const std::string& path : fields) joints_.emplace(path, read);
  }

  // One time for the begin and the end is the time of a field.
  void read_period(const Line& line, const Piece& piece, const Element& element) {
    const auto text = [&](std::string_view name) { return std::string(child_text(element, name)); };
    const std::string begin = text("StartDate");
    const std::string end = text("EndDate");
    const std::string first = begin.empty() ? begin : text_of(begin, text("StartTime"));
    const std::string last = end.empty() ? end : text_of(end, text("EndTime"));
    const auto read = [&](FieldSlot slot, const std::string& value) {
      if (value.empty()) return;
      if (slot == document::no_slot) return lose(element.path(), LossReason::shortened);
      set(piece.scope, slot, value, element);
    };
    const bool has_ends = piece.slot != document::no_slot && piece.second != document::no_slot;
    const bool is_one = first == last && piece.third != document::no_slot;
    if (is_one) {
      read(piece.third, first);
    } else if (has_ends) {
      read(piece.slot, first);
      read(piece.second, last);
    } else {
      read(piece.third, last.empty() ? first : last);
      if (!last.empty()) read(document::no_slot, first);
    }
    if (has_ends) {
      const std::vector<std::string> ends = {path(piece.scope, piece.slot),
                                             path(piece.scope, piece.second)};
      note_joint(ends, is_one ? std::vector{path(piece.scope, piece.third)} : ends);
    }
    for (Element child = element.first_child(); child; child = child.next()) {
      const std::string_view name = child.local();
      const bool is_read =
          name == "StartDate" || name == "StartTime" || name == "EndDate" || name == "EndTime";
      if (!is_read || line.type->find(name) == nullptr) lose(child.path());
    }
  }

  // A line that is not accepted, or deleted, must not pass as an ordinary one.
  void read_status(const Piece& piece, const Element& element) {
    const std::string_view code = element.text();
    const FieldSlot confirmed = mapping_.scopes[piece.scope].type->find("confirmedQuantity");
    if (code == "7" && confirmed != document::no_slot) {
      set(piece.scope, confirmed, "0", element);
    } else if (code == "2" || code == "7") {
      fault(element, "The line is deleted. No line of a document says so.");
    } else if (code == "42") {
      fault(element, "The line is delivered already. No line of a document says so.");
    }
  }

  void note_currency(const Element& element) {
    const std::string_view currency = element.attribute("currencyID");
    if (currency.empty() || currency == no_currency) return;
    if (currency_.empty()) {
      currency_ = currency;
      currency_element_ = element;
    } else if (currency_ != currency) {
      fault(element,
            fmt::format("The amounts have the currencies {} and {}.", currency_, currency));
    }
  }

  void check_currency() {
    if (currency_.empty() || !forms::is_leaf(*mapping_.kind, "header.currency")) return;
    const std::string* const known = draft_.find("header.currency");
    if (known == nullptr) {
      (void)draft_.set("header.currency", currency_, currency_element_.index());
    } else if (*known != currency_) {
      fault(currency_element_,
            fmt::format("The amount is in {}, and the document in {}.", currency_, *known));
    }
  }

  // Reads the path and the value of a field that no other element has.
  bool read_rest(const Element& element, const std::vector<Line>& lines) {
    for (const Line& line : lines) {
      if (!line.is_rest() || line.name != element.local()) continue;
      const Element name = child_named(element, line.rest_path);
      const Element value = child_named(element, line.rest_value);
      if (!name || !value) continue;
      const std::string where = path_of(path(line.loop), name.text());
      const auto positions = positions_of(value.text());
      if (!positions.empty() && is_list(*mapping_.kind, where)) {
        spreads_.push_back({.path = where, .element = value, .positions = positions});
        return true;
      }
      if (value.text().empty() || !forms::is_leaf(*mapping_.kind, where)) continue;
      rest_.push_back({.path = where, .element = value, .text = std::string(value.text())});
      for (Element child = element.first_child(); child; child = child.next()) {
        if (child.index() != name.index() && child.index() != value.index()) lose(child.path());
      }
      return true;
    }
    return false;
  }

  // The whole value replaces the part of it that other elements have.
  void add_rest(const RestValue& one) {
    if (const auto joint = joints_.find(one.path); joint != joints_.end()) {
      const std::vector<std::string> paths = joint->second;
      for (const std::string& path : paths) {
        if (!replaced_.contains(path)) draft_.remove(path);
      }
      joints_.erase(one.path);
      for (const std::string& path : paths) joints_.erase(path);
    }
    replaced_.insert(one.path);
    put(one.path, one.text, one.element);
  }

  // The ordered quantity is the one that is shipped and the one that follows later.
  void add_outstanding(const RestValue& one) {
    const std::string ordered = path_of(one.path, "orderedQuantity");
    const std::string* const shipped = draft_.find(path_of(one.path, "shippedQuantity"));
    const std::string sum = shipped == nullptr ? std::string() : sum_of(*shipped, one.text);
    const std::string* const stated = draft_.find(ordered);
    const auto known = stated == nullptr ? std::nullopt : std::optional(*stated);
    if (sum.empty()) return lose(one.element.path());
    const auto outstanding = base::Decimal::parse(one.text);
    const std::string action = path_of(one.path, "openQuantityAction");
    if (outstanding && !outstanding->is_zero() && draft_.find(action) == nullptr) {
      put(action, "DELIVERED_LATER", one.element);
    }
    if (!known) return put(ordered, sum, one.element);
    const auto left = base::Decimal::parse(*known);
    const auto right = base::Decimal::parse(sum);
    if (!left || !right || *left != *right) lose(one.element.path());
  }

  // The address of a party is one of its numbers.
  void add_endpoint(const Endpoint& one) {
    const Codes& codes = mapping_.code_lists.at("endpoints");
    const std::string* const domain = ours_of(codes, one.element.attribute("schemeID"));
    if (domain == nullptr) return lose(one.element.path());
    const std::string list = path_of(one.party, "identifiers");
    const Draft::Node* const node = draft_.find_node(list);
    const std::size_t count = node == nullptr ? 0 : node->children.size();
    for (std::size_t i = 0; i < count; ++i) {
      const Draft::Node* const number = node->children[i].member("identifier");
      const Draft::Node* const given = node->children[i].member("domain");
      const std::string_view known = given == nullptr ? "GS1" : std::string_view(given->text);
      if (number != nullptr && number->text == one.element.text() && known == *domain) return;
    }
    put(fmt::format("{}.{}.identifier", list, count), one.element.text(), one.element);
    put(fmt::format("{}.{}.domain", list, count), *domain, one.element);
  }

  // Begins an element of each list between two scopes. An outer one can be the last one.
  void enter_lists(const Line& line, const Element& element, ScopeId loop) {
    std::vector<ScopeId> lists;  // the outermost last
    for (ScopeId id = line.loop; id != loop && id != 0; id = mapping_.scopes[id].parent) {
      if (mapping_.scopes[id].form == Scope::Form::each) lists.push_back(id);
    }
    for (; !lists.empty(); lists.pop_back()) {
      const ScopeId each = lists.back();
      if (mapping_.scopes[each].is_placed) {
        enter_place(line, element, each);
      } else if (lists.size() == 1 || !continues_group(line, element, each)) {
        begin_element(each, list_path(line, element, each));
      }
    }
  }

  bool continues_group(const Line& line, const Element& element, ScopeId each) {
    const std::string group = find_text(mapping_, line, element, [](const Piece& piece) {
      return piece.role == Piece::Role::group;
    });
    const bool is_same = !group.empty() && groups_[each] == group;
    groups_[each] = group;
    return is_same;
  }

  // The list of an element, which is the one of the element above it in a tree.
  std::string list_path(const Line& line, const Element& element, ScopeId each) {
    const Scope& scope = mapping_.scopes[each];
    std::string list = path(scope.parent, scope.slot);
    if (scope.number == document::no_slot) return list;
    const std::string above = find_text(mapping_, line, element, [](const Piece& piece) {
      return piece.role == Piece::Role::above;
    });
    const auto found = trees_[each].find(above);
    if (!above.empty() && found != trees_[each].end()) {
      list = path_of(found->second, scope.type->fields[scope.below].name);
    } else if (!above.empty()) {
      fault(element, fmt::format("The line {} above it is missing.", above));
    }
    own_ = find_text(mapping_, line, element, [&](const Piece& piece) {
      return piece.role == Piece::Role::value && piece.scope == each && piece.slot == scope.number;
    });
    return list;
  }

  void begin_element(ScopeId each, const std::string& list) {
    paths_[each] = fmt::format("{}.{}", list, counts_[list]++);
    if (mapping_.scopes[each].number != document::no_slot) trees_[each][own_] = paths_[each];
    begin_scopes_below(each);
  }

  // Finds a unit by its place and its number. A place that another unit has is not used.
  void enter_place(const Line& line, const Element& element, ScopeId each) {
    const Scope& scope = mapping_.scopes[each];
    const std::string place = find_text(mapping_, line, element, [](const Piece& piece) {
      return piece.role == Piece::Role::place;
    });
    const std::string number = find_text(mapping_, line, element, [&](const Piece& piece) {
      return piece.role == Piece::Role::value && piece.scope == each;
    });
    auto& known = trees_[each];
    const auto found = known.find(place + '|' + number);
    if (found != known.end()) {
      if (paths_[each] == found->second) return;
      paths_[each] = found->second;
      return begin_scopes_below(each);
    }
    const std::string list = path(scope.parent, scope.slot);
    const std::string_view below =
        scope.is_tree() ? scope.type->fields[scope.below].name : std::string_view();
    std::string wanted = path_of_place(place, list, below);
    std::size_t& count = counts_[list];
    if (wanted.empty() || !places_.insert(wanted).second) {
      do {
        wanted = fmt::format("{}.{}", list, count++);
      } while (!places_.insert(wanted).second);
    }
    known.emplace(place + '|' + number, wanted);
    paths_[each] = wanted;
    begin_scopes_below(each);
  }

  // A new element has no elements below it yet.
  void begin_scopes_below(ScopeId each) {
    for (ScopeId id = 1; id < mapping_.scope_count(); ++id) {
      ScopeId above = mapping_.scopes[id].parent;
      while (above != 0 && above != each) above = mapping_.scopes[above].parent;
      if (above != each) continue;
      if (mapping_.scopes[id].form != Scope::Form::object) paths_[id].clear();
      trees_[id].clear();
      groups_[id].clear();
    }
    note_defaults(each);
  }

  void note_defaults(ScopeId id) {
    for (const Default& one : mapping_.defaults) {
      if (one.scope == id) defaults_.emplace_back(path(id, one.slot), one.text);
    }
  }

  std::string path(ScopeId id) const {
    if (id == 0) return {};
    const Scope& scope = mapping_.scopes[id];
    return scope.form == Scope::Form::object ? path(scope.parent, scope.slot) : paths_[id];
  }
  std::string path(ScopeId id, FieldSlot slot) const {
    return path_of(path(id), mapping_.scopes[id].type->fields[slot].name);
  }

  // The first value of a picked element begins it.
  void begin_picked(ScopeId id) {
    const Scope& scope = mapping_.scopes[id];
    if (scope.form == Scope::Form::object && id != 0) return begin_picked(scope.parent);
    if (scope.form != Scope::Form::pick || !paths_[id].empty()) return;
    const std::string list = path(scope.parent, scope.slot);
    paths_[id] = fmt::format("{}.{}", list, counts_[list]++);
  }

  void set(ScopeId id, FieldSlot slot, const std::string& text, const Element& element) {
    begin_picked(id);
    const std::string where = path(id, slot);
    const std::string* const known = draft_.find(where);
    if (known != nullptr) {
      const bool is_same = forms::is_same(mapping_.scopes[id].type->fields[slot], *known, text);
      if (!is_same) lose(element.path());
      return;
    }
    put(where, text, element);
    const auto& domains = mapping_.scopes[id].domains;
    if (domains.size() == 1) put(path_of(path(id), "domain"), domains.front(), element);
  }

  void put(const std::string& where, std::string_view text, const Element& element) {
    switch (draft_.set(where, text, element.index())) {
      case Draft::Outcome::done:
        return;
      case Draft::Outcome::no_such_field:
        return lose(element.path());
      case Draft::Outcome::wrong_type:
        return fault(element, fmt::format("The value of {} has the wrong form.", where));
    }
  }

  const Mapping& mapping_;
  Read& read_;
  std::vector<forms::StatedAmount>& amounts_;
  Draft draft_;
  std::vector<std::string> paths_;  // of the last element, or the picked one, of a scope
  std::map<std::string, std::size_t, std::less<>> counts_;              // of each list
  std::vector<std::map<std::string, std::string, std::less<>>> trees_;  // paths by numbers
  std::vector<std::string> groups_;                                     // of the last element
  std::set<std::string> places_;                                        // of units
  std::string own_;                                                     // the number of a line
  std::map<std::string, std::vector<std::string>> joints_;  // the values that one replaces
  std::set<std::string> replaced_;
  std::vector<RestValue> rest_;
  std::vector<RestValue> copies_;
  std::vector<RestValue> outstanding_;
  std::vector<Spread> spreads_;
  std::vector<Endpoint> endpoints_;
  std::vector<std::pair<std::string, std::string>> defaults_;
  std::string currency_;  // of the first amount that states one
  Element currency_element_;
};

}  // namespace

std::expected<Read, xml::Unreadable> read(std::string_view text,
                                          std::span<const forms::Fill> fills) {
  const auto tree = xml::read(text);
  if (!tree) return std::unexpected(tree.error());
  const Element root = tree->root();
  const Mapping* const mapping = Mappings::of_project().find(root.space(), root.local());
  if (mapping == nullptr) {
    return std::unexpected(xml::Unreadable{.place = root.place(), .reason = other_root});
  }
  Read read{.mapping = mapping};
  std::vector<forms::StatedAmount> amounts;
  Draft draft = Reading(*mapping, read, amounts).run(root);
  for (const forms::Fill& fill : fills) draft.fill(fill.path, fill.text);
  remove_incomplete(*tree, draft, read);
  read.body = draft.json();
  if (read.faults.empty()) add_faults(*tree, draft, amounts, read);
  return read;
}

}  // namespace tradepost::ubl
