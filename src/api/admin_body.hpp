#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "document/view.hpp"
#include "exchange/model.hpp"
#include "http/response.hpp"

// Bodies of administration are read strictly, and all that is wrong with one is told at once. null
// counts as absent; a field that nobody asked for is a fault, for it is a typing mistake whose wish
// would be lost without a word.
namespace tradepost::api {

// Everything that is wrong with one body; the first limits::faults_named_max are named.
class BodyFaults {
 public:
  void add(exchange::Finding finding);
  // What the exchange found, but for places where the body was found wanting already.
  void add_others(std::vector<exchange::Finding> findings);
  bool any() const { return count_ > 0; }
  http::Response answer() const;

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
  Fields(const document::View& object, Spot spot, BodyFaults& faults);

  bool has(std::string_view name) const { return static_cast<bool>(object_.member(name)); }
  // Those of the names that are not there are faults.
  void need(std::initializer_list<std::string_view> names);

  std::optional<std::string> text(std::string_view name);
  // A text that people read: not blank, at most 255 characters.
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

  // One of some words; `choices` names them for people.
  template <typename Word>
  std::optional<Word> word(std::string_view name, std::optional<Word> (*word_of)(std::string_view),
                           std::string_view choices) {
    const auto given = text(name);
    if (!given) return std::nullopt;
    auto found = word_of(*given);
    if (!found) refuse_word(spot_.member(name), choices);
    return found;
  }

  struct ListForm {
    std::string_view singular;  // in codes
    std::size_t count_max;
  };
  // visit(element, its spot) for each; none where the list is too long.
  template <typename Visit>
  void list(std::string_view name, ListForm form, Visit&& visit) {
    const document::View list = list_in(name, form.count_max);
    list.each([&](std::uint32_t index, const document::View& element) {
      visit(element, spot_.element(name, form.singular, index));
    });
  }
  // The same of words.
  template <typename Word>
  std::vector<Word> words(std::string_view name, ListForm form,
                          std::optional<Word> (*word_of)(std::string_view),
                          std::string_view choices) {
    std::vector<Word> found;
    list(name, form, [&](const document::View& element, const Spot& spot) {
      auto word = element.is_text() ? word_of(element.text()) : std::nullopt;
      if (word) found.push_back(*word);
      if (!word) refuse_word(spot, choices);
    });
    return found;
  }

  // It may stand there, whatever it is.
  void pass_over(std::string_view name) { asked_.push_back(name); }
  // Whatever else stands there is a fault.
  void end();

  const Spot& spot() const { return spot_; }
  BodyFaults& faults() { return faults_; }

 private:
  document::View take(std::string_view name);
  document::View list_in(std::string_view name, std::size_t count_max);
  void refuse_word(const Spot& spot, std::string_view choices);

  document::View object_;
  Spot spot_;
  BodyFaults& faults_;
  std::vector<std::string_view> asked_;
};

// A date, or a date and time; without an offset it is meant as UTC.
std::optional<base::Instant> instant_in(std::string_view text);

// Texts of a list: not blank, at most 255 characters each.
std::vector<std::string> texts_in(Fields& fields, std::string_view name, Fields::ListForm form);

}  // namespace tradepost::api
