#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/bodies/body_shape.hpp"
#include "base/clock.hpp"
#include "base/ids.hpp"
#include "document/json/view.hpp"
#include "exchange/model/model.hpp"
#include "http/message/response.hpp"

// Bodies of administration are read strictly, by the tables that are compiled from model/api. The
// answer reports all faults of a body. null counts as absent. An unknown field is a fault, for a
// typing mistake would otherwise have no effect and no message.
namespace tradepost::api {

// Everything that is wrong with one body; the first limits::faults_named_max are named.
class BodyFaults {
 public:
  void add(exchange::Finding finding);
  // What the exchange found, but for places where the body was found wanting already.
  void add_others(std::vector<exchange::Finding> findings);
  bool any() const { return count_ > 0; }
  http::Response answer() const;
  std::vector<exchange::Finding> named() && { return std::move(named_); }

 private:
  std::vector<exchange::Finding> named_;
  std::uint64_t count_ = 0;
};

// Where a value stands: the path of it, and what codes of its faults begin with.
struct Spot {
  std::string path;  // identifiers.0; empty: the body itself
  std::string code;  // participant.identifier

  Spot member(std::string_view name) const;
  // An element of its list `name`; codes say it in the singular.
  Spot element(std::string_view name, std::string_view singular, std::uint32_t index) const;
  exchange::Finding fault(std::string_view rule, std::string message) const;
};

// The fields of one object. Each is asked for by its name; nothing comes where it is absent, or is
// of another type, which is a fault then.
class Fields {
 public:
  // The shape says which fields there are, which of them are needed, and the bounds of each.
  Fields(const document::View& object, const BodyShape& shape, Spot spot, BodyFaults& faults);

  bool has(std::string_view name) const { return static_cast<bool>(object_.member(name)); }
  // Those that the shape requires, or these, and that are not there are faults.
  void need();
  void need(std::initializer_list<std::string_view> names);

  std::optional<std::string> text(std::string_view name);
  // A text that people read: not blank, and bounded.
  std::optional<std::string> name(std::string_view name);
  // Why something is done: not blank, and as long as it takes.
  std::optional<std::string> reason(std::string_view name);
  std::optional<base::Uuid> uuid(std::string_view name);
  template <typename Id>
  std::optional<Id> id(std::string_view name) {
    const auto found = uuid(name);
    return found ? std::optional(Id(*found)) : std::nullopt;
  }
  std::optional<std::uint64_t> whole_number(std::string_view name);
  std::optional<base::Instant> instant(std::string_view name);
  // Of an object whose values are texts; values that are null are left out.
  std::vector<std::pair<std::string, std::string>> texts_by_name(std::string_view name);

  // One of some words; `choices` names them for people where the shape has too many to list.
  template <typename Word>
  std::optional<Word> word(std::string_view name, std::optional<Word> (*word_of)(std::string_view),
                           std::string_view choices = {}) {
    const auto given = text(name);
    if (!given) return std::nullopt;
    auto found = word_of(*given);
    if (!found) refuse_word(spot_.member(name), shape(name), choices);
    return found;
  }

  // visit(element, its spot) for each; none where the list is too long. `singular` is its name in
  // codes.
  template <typename Visit>
  void list(std::string_view name, std::string_view singular, Visit&& visit) {
    const document::View list = list_in(name);
    list.each([&](std::uint32_t index, const document::View& element) {
      visit(element, spot_.element(name, singular, index));
    });
  }
  // The same of words.
  template <typename Word>
  std::vector<Word> words(std::string_view name, std::string_view singular,
                          std::optional<Word> (*word_of)(std::string_view),
                          std::string_view choices = {}) {
    std::vector<Word> found;
    list(name, singular, [&](const document::View& element, const Spot& spot) {
      auto word = element.is_text() ? word_of(element.text()) : std::nullopt;
      if (word) found.push_back(*word);
      if (!word) refuse_word(spot, shape(name), choices);
    });
    return found;
  }

  // Whatever stands there that the shape does not have is a fault.
  void end();

  // What the shape says of a field: it has every field that is asked for.
  const FieldShape& shape(std::string_view name) const;
  const Spot& spot() const { return spot_; }
  BodyFaults& faults() { return faults_; }

 private:
  document::View take(std::string_view name);
  document::View list_in(std::string_view name);
  void refuse_word(const Spot& spot, const FieldShape& field, std::string_view choices);

  document::View object_;
  const BodyShape& shape_;
  Spot spot_;
  BodyFaults& faults_;
};

// A date, or a date and time; without an offset it is meant as UTC.
std::optional<base::Instant> instant_in(std::string_view text);

// Texts of a list: not blank, and bounded.
std::vector<std::string> texts_in(Fields& fields, std::string_view name, std::string_view singular);

}  // namespace tradepost::api
