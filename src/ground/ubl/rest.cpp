#include "ubl/rest.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ubl/objects.hpp"
#include "ubl/paths.hpp"
#include "ubl/values.hpp"

namespace tradepost::ubl {
namespace {

using document::View;
using forms::LossReason;

class Rest {
 public:
  Rest(const Mapping& mapping, Out& root) : mapping_(mapping) { collect(root); }

  forms::Losses add(const View& content) && {
    add_object(content, &document::types()[mapping_.kind->type], {});
    return std::move(losses_);
  }

 private:
  // How much of a value the elements carry.
  enum class Coverage : std::uint8_t { none, part, whole };

  // A value in the document. Its path is needed for values without an element only.
  struct Where {
    const Where* above = nullptr;
    std::string_view name = {};    // a field, or the index of an element
    std::string_view number = {};  // of an element among the ones that are read
    Out* place = nullptr;          // for the values of an object
    bool has_place = false;        // the object is this one
  };

  static std::string path_to(const Where& where) {
    return where.above == nullptr ? std::string() : path_of(path_to(*where.above), where.name);
  }
  // Returns the path below the object whose place for values is used.
  static std::string path_below(const Where& where) {
    if (where.has_place || where.above == nullptr) return {};
    return path_of(path_below(*where.above), where.number.empty() ? where.name : where.number);
  }

  Coverage coverage_of(const View& value) const {
    return value.token() < carried_.size() ? carried_[value.token()] : Coverage::none;
  }

  // Reads the elements in the order in which a reader does.
  void collect(Out& out) {
    for (const Out::Begin& begin : out.begins) note(begin);
    for (const Out::Carried& one : out.carried) {
      if (one.token >= carried_.size()) carried_.resize(std::size_t{2} * one.token + 1);
      Coverage& coverage = carried_[one.token];
      coverage = std::max(coverage, one.is_whole ? Coverage::whole : Coverage::part);
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
      where.has_place = true;
    }
    object.each_member([&](const View& name, const View& value) {
      if (!value) return;
      const std::string field_name = name.text();
      const auto slot = type == nullptr ? document::no_slot : type->find(field_name);
      Where inner{.above = &where, .name = field_name, .place = where.place};
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
      const std::string name = std::to_string(element.index);
      const std::string number = std::to_string(place);
      add_value(element.view, type,
                {.above = &where, .name = name, .number = number, .place = where.place});
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
      return coverage_of(value) != Coverage::whole;
    }
    bool has_one = false;
    value.each_member([&](const View&, const View& member) {
      has_one = has_one || (member && has_rest(member));
    });
    value.each([&](std::uint32_t, const View& element) { has_one = has_one || has_rest(element); });
    return has_one;
  }

  void add_leaf(const View& value, const Where& where) {
    const Coverage coverage = coverage_of(value);
    if (coverage == Coverage::whole) return;
    const std::string all = value.is_number() ? number_text(value.scalar()) : scalar_text(value);
    const std::string text = carried_text(all);
    if (where.place == nullptr || text.empty()) {
      return lose(where, coverage == Coverage::part ? LossReason::shortened : LossReason::absent);
    }
    if (text != all) lose(where, LossReason::shortened);
    add_text(where, text);
  }

  static void add_text(const Where& where, const std::string& text) {
    const Line& line = *where.place->line;
    Out one{.child = where.place->child, .line = &line};
    one.children.push_back({.child = line.type->find(line.rest_path), .text = path_below(where)});
    one.children.push_back({.child = line.type->find(line.rest_value), .text = text});
    where.place->children.push_back(std::move(one));
  }

  void lose(const Where& where, LossReason reason) {
    losses_.push_back({.path = "content." + path_to(where), .reason = reason});
  }

  const Mapping& mapping_;
  std::vector<Coverage> carried_;         // by the token of the value
  std::map<std::uint32_t, Out*> places_;  // by the token of the object
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
