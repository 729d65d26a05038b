#include "ubl/rest.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ubl/objects.hpp"
#include "ubl/values.hpp"

namespace tradepost::ubl {
namespace {

using document::View;
using forms::LossReason;

std::string joined_path(const std::string& object, std::string_view field) {
  return object.empty() ? std::string(field) : fmt::format("{}.{}", object, field);
}

class Rest {
 public:
  Rest(const Mapping& mapping, Out& root) : mapping_(mapping) { collect(root); }

  forms::Losses add(const View& content) && {
    add_object(content, &document::types()[mapping_.kind->type], {});
    return std::move(losses_);
  }

 private:
  // Where a value is in the document, and below the object whose place for values is used.
  struct Where {
    std::string path = {};
    Out* place = nullptr;
    std::string below = {};
  };

  // Reads the elements in the order in which a reader does.
  void collect(Out& out) {
    for (const Out::Begin& begin : out.begins) note(begin);
    for (const Out::Carried& one : out.carried) {
      bool& is_whole = carried_[one.token];
      is_whole = is_whole || one.is_whole;
    }
    if (out.is_rest) places_[out.object] = &out;
    for (Out& child : out.children) collect(child);
  }

  void note(const Out::Begin& begin) {
    if (begin.place >= 0) {
      placed_.insert(begin.list);
      index_[begin.token] = static_cast<std::size_t>(begin.place);
    } else if (!index_.contains(begin.token)) {
      index_[begin.token] = counts_[begin.list]++;
      read_[begin.list].push_back(begin.token);
    }
  }

  void add_object(const View& object, const document::TypeRow* type, Where where) {
    if (const auto place = places_.find(object.token()); place != places_.end()) {
      where.place = place->second;
      where.below.clear();
    }
    object.each_member([&](const View& name, const View& value) {
      if (!value) return;
      const std::string field_name = name.text();
      const auto slot = type == nullptr ? document::no_slot : type->find(field_name);
      Where inner = where;
      inner.path = joined_path(where.path, field_name);
      inner.below = joined_path(where.below, field_name);
      if (slot == document::no_slot) {
        inner.place = nullptr;
        return add_value(value, nullptr, inner);
      }
      const document::FieldRow& field = type->fields[slot];
      if (is_split(field, value)) {
        lose(inner, LossReason::shortened);
        inner.place = nullptr;
      }
      const bool is_object = field.value == document::ValueType::object;
      add_value(value, is_object ? &document::type_of(field) : nullptr, inner);
    });
  }

  // Peppol has no number of a group of allowances and charges, so that each comes back in another
  // group. Values for the groups would get to other ones.
  bool is_split(const document::FieldRow& field, const View& groups) const {
    if (mapping_.extent != Extent::peppol || field.name != "modificationGroups") return false;
    return std::ranges::any_of(elements_of(groups), [&](const Element& group) {
      return group.view.member("modifications").element_count() > 1;
    });
  }

  void add_value(const View& value, const document::TypeRow* type, const Where& where) {
    if (value.is_object()) {
      add_object(value, type, where);
    } else if (value.is_list()) {
      add_list(value, type, where);
    } else {
      add_leaf(value, where);
    }
  }

  void add_list(const View& list, const document::TypeRow* type, const Where& where) {
    const bool is_placed = placed_.contains(list.token());
    const std::vector<Element> elements = elements_of(list);
    // Numbers with an issuer have no order.
    const bool has_order = type == nullptr || type->find("domain") == document::no_slot ||
                           !std::ranges::all_of(elements, [](const Element& one) {
                             return static_cast<bool>(one.view.member("identifier"));
                           });
    if (has_order && !is_placed) note_positions(elements, where);
    std::size_t& count = counts_[list.token()];
    for (const Element& element : elements) {
      const auto known = index_.find(element.view.token());
      std::size_t place = is_placed ? element.index : 0;
      if (known != index_.end()) {
        place = known->second;
      } else if (!is_placed && has_rest(element.view)) {
        place = count++;
      }
      Where inner = where;
      inner.path = fmt::format("{}.{}", where.path, element.index);
      inner.below = fmt::format("{}.{}", where.below, place);
      add_value(element.view, type, inner);
    }
  }

  // The elements that are read may not be the first ones of their list. Then the positions of the
  // ones that are read are a value under the path of the list.
  void note_positions(const std::vector<Element>& elements, const Where& where) {
    if (elements.empty()) return;
    std::string positions;
    bool is_needed = false;
    std::size_t position = 0;
    std::map<std::uint32_t, std::size_t> places;
    for (const Element& element : elements) {
      const bool is_read = index_.contains(element.view.token());
      if (is_read || has_rest(element.view)) places[element.view.token()] = position++;
    }
    std::size_t count = 0;
    for (const std::uint32_t token : read_[elements.front().list.token()]) {
      is_needed = is_needed || places[token] != count;
      ++count;
      positions += fmt::format("{}{}", positions.empty() ? "" : ",", places[token]);
    }
    if (is_needed && where.place == nullptr) return;
    if (is_needed) add_text(where, positions);
    for (const auto& [token, place] : places) index_[token] = place;
  }

  // An element has a position if a value of it is written under its path.
  bool has_rest(const View& value) const {
    if (!value.is_object() && !value.is_list()) {
      const auto carried = carried_.find(value.token());
      return carried == carried_.end() || !carried->second;
    }
    bool has_one = false;
    value.each_member([&](const View&, const View& member) {
      has_one = has_one || (member && has_rest(member));
    });
    value.each([&](std::uint32_t, const View& element) { has_one = has_one || has_rest(element); });
    return has_one;
  }

  void add_leaf(const View& value, const Where& where) {
    const auto carried = carried_.find(value.token());
    if (carried != carried_.end() && carried->second) return;
    const bool is_known = carried != carried_.end();
    const std::string all = value.is_number() ? number_text(value.scalar()) : scalar_text(value);
    const std::string text = carried_text(all);
    if (where.place == nullptr || text.empty()) {
      return lose(where, is_known ? LossReason::shortened : LossReason::absent);
    }
    if (text != all) lose(where, LossReason::shortened);
    add_text(where, text);
  }

  static void add_text(const Where& where, const std::string& text) {
    const Line& line = *where.place->line;
    Out one{.child = where.place->child, .line = &line};
    one.children.push_back({.child = line.type->find(line.rest_path), .text = where.below});
    one.children.push_back({.child = line.type->find(line.rest_value), .text = text});
    where.place->children.push_back(std::move(one));
  }

  void lose(const Where& where, LossReason reason) {
    losses_.push_back({.path = "content." + where.path, .reason = reason});
  }

  const Mapping& mapping_;
  std::map<std::uint32_t, bool> carried_;  // true: whole
  std::map<std::uint32_t, Out*> places_;   // by the token of the object
  std::map<std::uint32_t, std::size_t> index_;
  std::map<std::uint32_t, std::size_t> counts_;               // by the token of the list
  std::map<std::uint32_t, std::vector<std::uint32_t>> read_;  // the elements of a list
  std::set<std::uint32_t> placed_;                            // lists whose positions are written
  forms::Losses losses_;
};

}  // namespace

forms::Losses add_rest(const Mapping& mapping, const View& content, Out& root) {
  return Rest(mapping, root).add(content);
}

}  // namespace tradepost::ubl
