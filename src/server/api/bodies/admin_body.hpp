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

// Bodies of administration are read strictly, by tables compiled from model/api. The answer reports
// all faults of a body. null counts as absent. An unknown field is a fault, because a typing
// mistake would otherwise have no effect and no message.
namespace tradepost::api {

// The faults of one body. The first limits::faults_named_max are named.
class BodyFaults {
 public:
  void add(exchange::Finding finding);
  // Adds the faults that the exchange found, except at paths that already have a fault.
  void add_others(std::vector<exchange::Finding> findings);
  bool any() const { return count_ > 0; }
  http::Response answer() const;
  std::vector<exchange::Finding> named() && { return std::move(named_); }

 private:
  std::vector<exchange::Finding> named_;
  std::uint64_t count_ = 0;
};

// The position of a value: its path, and the beginning of its faults' codes.
struct Spot {
  std::string path;  // identifiers.0; empty: the body itself
  std::string code;  // participant.identifier

  Spot member(std::string_view name) const;
  // Returns the position of an element of the list `name`. Codes use the singular.
  Spot element(std::string_view name, std::string_view singular, std::uint32_t index) const;
  exchange::Finding fault(std::string_view rule, std::string message) const;
};

// The fields of one object, each read by its name. An absent field reads as nullopt. So does a
// field of another type, which is a fault.
class Fields {
 public:
  // The shape has the possible fields, the required ones among them, and the limits of each.
  Fields(const document::View& object, const BodyShape& shape, Spot spot, BodyFaults& faults);

  bool has(std::string_view name) const { return static_cast<bool>(object_.member(name)); }
  // Adds a fault for each absent field that the shape requires, or that `names` has.
  void need();
  void need(std::initializer_list<std::string_view> names);

  std::optional<std::string> text(std::string_view name);
  // Reads a text for people: not blank, and bounded.
  std::optional<std::string> name(std::string_view name);
  // Reads the reason for an action: not blank, of any length.
  std::optional<std::string> reason(std::string_view name);
  std::optional<base::Uuid> uuid(std::string_view name);
  template <typename Id>
  std::optional<Id> id(std::string_view name) {
    const auto found = uuid(name);
    return found ? std::optional(Id(*found)) : std::nullopt;
  }
  std::optional<std::uint64_t> whole_number(std::string_view name);
  std::optional<base::Instant> instant(std::string_view name);
  // Reads an object of texts. Values that are null are omitted.
  std::vector<std::pair<std::string, std::string>> texts_by_name(std::string_view name);

  // Reads one of several words. `choices` describes them if the shape has too many to list.
  template <typename Word>
  std::optional<Word> word(std::string_view name, std::optional<Word> (*word_of)(std::string_view),
                           std::string_view choices = {}) {
    const auto given = text(name);
    if (!given) return std::nullopt;
    auto found = word_of(*given);
    if (!found) refuse_word(spot_.member(name), shape(name), choices);
    return found;
  }

  // Calls visit(element, its spot) for each element, or never if the list is too long. `singular`
  // is the name of an element in codes.
  template <typename RequestContext>
  void list(std::string_view name, std::string_view singular, RequestContext&& visit) {
    const document::View list = list_in(name);
    list.each([&](std::uint32_t index, const document::View& element) {
      visit(element, spot_.element(name, singular, index));
    });
  }
  // Reads a list of words.
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

  // Adds a fault for every field that the shape does not have.
  void end();

  // Returns the shape of a field. The shape has every field that the code reads.
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

// Reads a date, or a date and time. Without an offset it is in UTC.
std::optional<base::Instant> instant_in(std::string_view text);

// Reads a list of texts: not blank, and bounded.
std::vector<std::string> texts_in(Fields& fields, std::string_view name, std::string_view singular);

}  // namespace tradepost::api
