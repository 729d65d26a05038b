#include "edifact/read.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/ground/limits.hpp"
#include "document/read.hpp"
#include "edifact/frames.hpp"
#include "edifact/values.hpp"
#include "forms/draft.hpp"
#include "forms/line_amounts.hpp"

namespace tradepost::edifact {
namespace {

// A segment after the last one means the whole message.
Fault fault_at(const Message& message, std::size_t segment, std::string sentence) {
  return {.segment = segment < message.size() ? segment + 2 : 1,
          .place = message.place(segment),
          .message = std::move(sentence)};
}

using document::FieldRow;
using document::FieldSlot;
using document::ValueType;
using forms::Draft;
using forms::LossReason;

// A segment, or one of the repeated elements of PIA and GIN as if it were alone.
struct Segment {
  const Message& message;
  std::size_t index = 0;
  std::size_t skipped = 0;  // elements before the second

  std::string_view component(std::size_t element, std::size_t component) const {
    return message.component(index, element < 2 ? element : element + skipped, component);
  }
};

bool repeats_its_second_element(std::string_view tag) {
  return tag == "PIA" || tag == "GIN";
}

class Reading {
 public:
  Reading(const Message& message, const Mapping& mapping, Read& read)
      : message_(message),
        mapping_(mapping),
        read_(read),
        draft_(*mapping.kind),
        paths_(mapping.scopes.size()),
        groups_(mapping.scopes.size()),
        trees_(mapping.scopes.size()) {}

  Draft run() {
    open_.push_back({.group = nullptr, .at = 0, .lines = &mapping_.lines, .loop = 0});
    for (std::size_t i = 0; i < message_.size(); ++i) {
      refuse_action(i);
      if (message_.tag(i) == "MOA") note_currency(i);
      const bool is_placed = place(i);
      if (!is_placed) lose(i, LossReason::absent);
      note_refused_line(i, is_placed);
    }
    check_currency();
    confirm_nothing_of_refused_lines();
    for (const auto& [path, text] : defaults_) {
      if (draft_.find(path) == nullptr) (void)draft_.set(path, text, 0);
    }
    return std::move(draft_);
  }

  // The amounts of lines that the message states.
  const std::vector<forms::StatedAmount>& stated_amounts() const { return stated_amounts_; }

 private:
  // A group of the message that has begun, or the message.
  struct Open {
    const Place* group = nullptr;
    std::size_t at = 0;                        // the place of its last segment
    const std::vector<Line>* lines = nullptr;  // nullptr: the mapping does not have the group
    ScopeId loop = 0;
    std::vector<const Line*> taken = {};  // groups that have been read
  };

  // A value of a segment, before it is known that the segment is read.
  struct Found {
    ScopeId scope = 0;
    std::string path = {};
    std::string text = {};
  };

  void lose(std::string path, LossReason reason = LossReason::absent) {
    if (read_.losses.size() == base::limits::faults_named_max) return;
    read_.losses.push_back({.path = std::move(path), .reason = reason});
  }
  void lose(std::size_t segment, LossReason reason) {
    if (read_.losses.size() == base::limits::faults_named_max) return;
    lose(message_.place(segment), reason);
  }

  // An action that turns the meaning of a message or of a line must not pass as an ordinary one.
  void refuse_action(std::size_t segment) {
    const std::string_view tag = message_.tag(segment);
    const std::string_view action = message_.component(segment, tag == "BGM" ? 3 : 2, 1);
    if (tag == "BGM" && action == "1") {
      fault(segment, "The message cancels a document. No document says so.");
    } else if (tag == "BGM" && action == "31") {
      fault(segment, "The message is a copy for information.");
    } else if (tag == "LIN" && action == "2" && !is_catalog()) {
      fault(segment, "The line is deleted. No line of a document says so.");
    }
  }

  bool is_catalog() const { return mapping_.kind->kind == document::Kind::product_catalog; }

  // A line that is not accepted has the confirmed quantity 0, if it can have one.
  void note_refused_line(std::size_t segment, bool is_placed) {
    const bool is_refused =
        message_.tag(segment) == "LIN" && message_.component(segment, 2, 1) == "7";
    if (!is_refused || is_catalog()) return;
    const ScopeId line = open_.back().loop;
    const FieldSlot confirmed = mapping_.scopes[line].type->find("confirmedQuantity");
    if (!is_placed || confirmed == document::no_slot) {
      fault(segment, "The line is not accepted. No line of a document says so.");
    } else {
      refused_lines_.emplace_back(path(line, confirmed), segment);
    }
  }

  void confirm_nothing_of_refused_lines() {
    for (const auto& [path, segment] : refused_lines_) {
      const std::string* const confirmed = draft_.find(path);
      if (confirmed == nullptr) {
        (void)draft_.set(path, "0", static_cast<std::uint32_t>(segment));
      } else if (confirmed->find_first_of("123456789") != std::string::npos) {
        fault(segment, "The line is not accepted, and has a confirmed quantity.");
      }
    }
  }

  // The amounts of a document have one currency.
  void note_currency(std::size_t segment) {
    const std::string_view currency = message_.component(segment, 1, 3);
    if (currency.empty()) return;
    if (currency_.empty()) {
      currency_ = currency;
      currency_segment_ = segment;
    } else if (currency_ != currency) {
      fault(segment,
            fmt::format("The amounts have the currencies {} and {}.", currency_, currency));
    }
  }

  void check_currency() {
    if (currency_.empty()) return;
    const std::string* const known = draft_.find("header.currency");
    if (known == nullptr) {
      (void)draft_.set("header.currency", currency_, static_cast<std::uint32_t>(currency_segment_));
    } else if (*known != currency_) {
      fault(currency_segment_,
            fmt::format("The amount is in {}, and the message in {}.", currency_, *known));
    }
  }

  // Finds the place of a segment in the innermost group that has one after its last segment, and
  // reads it. A partner may write the segments of a group in another order.
  bool place(std::size_t segment) {
    for (const bool from_begin : {false, true}) {
      for (std::size_t depth = open_.size(); depth > 0; --depth) {
        const Place* const place = find_place(open_[depth - 1], message_.tag(segment), from_begin);
        if (place == nullptr) continue;
        open_.resize(depth);
        open_.back().at = number_of_place(*place);
        return read_segment(segment, *place);
      }
    }
    return false;
  }

  const Place* find_place(const Open& open, std::string_view tag, bool from_begin) const {
    const auto& places = mapping_.message->places;
    const bool is_message = open.group == nullptr;
    const std::size_t begin = is_message ? 0 : number_of_place(*open.group) + 1;
    const std::size_t end = is_message ? places.size() : open.group->end;
    for (std::size_t at = from_begin ? begin : open.at; at < end; at = places[at].end) {
      if (places[at].tag == tag) return &places[at];
      // The amounts after UNS are not the ones of a line.
      if (is_message && places[at].tag == "UNS" && open.at < at) break;
    }
    return nullptr;
  }

  std::size_t number_of_place(const Place& place) const {
    return static_cast<std::size_t>(&place - mapping_.message->places.data());
  }

  bool read_segment(std::size_t index, const Place& place) {
    const auto* const lines = open_.back().lines;
    const ScopeId loop = open_.back().loop;
    const std::size_t number = number_of_place(place);
    if (place.is_group) open_.push_back({.group = &place, .at = number + 1, .loop = loop});
    if (lines == nullptr) return false;
    if (!repeats_its_second_element(place.tag)) {
      return read_line({.message = message_, .index = index}, *lines, number, loop);
    }
    bool is_read = true;
    for (std::size_t skipped = 0; skipped + 1 < message_.element_count(index); ++skipped) {
      const Segment one{.message = message_, .index = index, .skipped = skipped};
      is_read = read_line(one, *lines, number, loop) && is_read;
    }
    return is_read;
  }

  // Reads a segment by the first line that it matches and whose fields are still free.
  bool read_line(const Segment& segment, const std::vector<Line>& lines, std::size_t place,
                 ScopeId loop) {
    for (const Line& line : std::ranges::equal_range(lines, place, {}, &Line::place)) {
      if (!matches(line, segment)) continue;
      const bool is_group = mapping_.message->places[place].is_group;
      if (is_group && is_taken(line, loop)) continue;
      if (!read_values(line, segment, loop)) continue;
      if (is_group) {
        open_.back().lines = &line.lines;
        open_.back().loop = line.loop;
      }
      lose_unread(line, segment);
      note_number(line.loop);
      note_defaults(line);
      return true;
    }
    return false;
  }

  // A second group for the same object would be mixed with the first: NAD+SU and NAD+SE.
  bool is_taken(const Line& line, ScopeId loop) {
    if (line.loop != loop || !line.has_value) return false;
    auto& taken = open_[open_.size() - 2].taken;
    if (std::ranges::find(taken, &line) != taken.end()) return true;
    taken.push_back(&line);
    return false;
  }

  // The components that no field takes are losses: 27 MOA+9 1.4.
  void lose_unread(const Line& line, const Segment& segment) {
    const bool repeats = repeats_its_second_element(message_.tag(segment.index));
    const std::size_t elements = repeats ? 2 : message_.element_count(segment.index);
    for (std::size_t element = 1; element <= elements; ++element) {
      const std::size_t whole = element < 2 ? element : element + segment.skipped;
      const std::size_t components = message_.component_count(segment.index, whole);
      for (std::size_t component = 1; component <= components; ++component) {
        if (segment.component(element, component).empty()) continue;
        const bool is_currency = line.tag == "MOA" && element == 1 && component == 3;
        if (is_currency || takes(line, element, component)) continue;
        lose(fmt::format("{} {}.{}", message_.place(segment.index), whole, component));
      }
    }
  }

  static bool takes(const Line& line, std::size_t element, std::size_t component) {
    return std::ranges::any_of(line.pieces, [&](const Piece& piece) {
      const bool is_date = piece.field != nullptr && (piece.field->value == ValueType::date ||
                                                      piece.field->value == ValueType::datetime);
      const std::size_t count = is_date ? 2 : piece.count;  // a date has a format
      return piece.element == element && component >= piece.component &&
             component < piece.component + count;
    });
  }

  static bool matches(const Line& line, const Segment& segment) {
    return std::ranges::all_of(line.pieces, [&](const Piece& piece) {
      const std::string_view text = segment.component(piece.element, piece.component);
      if (piece.role == Piece::Role::constant) {
        return std::ranges::find(piece.texts, text) != piece.texts.end();
      }
      // Codes at the beginning decide the line, and so does the one who gave a number.
      const bool is_first = piece.codes != nullptr && piece.element == 1 && piece.component == 1;
      const bool is_optional = line.is_always && text.empty();
      const bool decides = (is_first && !is_optional) ||
                           (piece.is_domain && piece.scope == line.loop && !text.empty());
      return !decides || ours(*piece.codes, text) != nullptr;
    });
  }

  static const std::string* ours(const Codes& codes, std::string_view theirs) {
    for (const Code& code : codes) {
      if (std::ranges::find(code.theirs, theirs) != code.theirs.end()) return &code.ours;
    }
    return nullptr;
  }

  bool read_values(const Line& line, const Segment& segment, ScopeId loop) {
    for (const ScopeId id : picked_) paths_[id].clear();
    picked_.clear();
    if (line.loop != loop) enter(line, segment, line.loop, loop);
    found_.clear();
    for (const Piece& piece : line.pieces) {
      if (piece.role != Piece::Role::value || !is_ours(line, piece, segment)) continue;
      if (!read_value(piece, segment)) return false;
    }
    for (const Found& one : found_) put(one, segment);
    note_stated_amount(line, segment);
    return true;
  }

  void note_stated_amount(const Line& line, const Segment& segment) {
    const auto piece = std::ranges::find(line.pieces, Piece::Role::line_amount, &Piece::role);
    if (piece == line.pieces.end()) return;
    stated_amounts_.push_back(
        {.line = paths_[piece->scope],
         .text = number_of(segment.component(piece->element, piece->component), message_.decimal)
                     .value_or(""),
         .place = fmt::format("{} {}.{}", message_.place(segment.index), piece->element,
                              piece->component)});
  }

  // Returns false for the number of a party or of goods that the document has no domain for.
  static bool is_ours(const Line& line, const Piece& number, const Segment& segment) {
    return std::ranges::all_of(line.pieces, [&](const Piece& piece) {
      const std::string_view text = segment.component(piece.element, piece.component);
      return !piece.is_domain || piece.scope != number.scope || &piece == &number || text.empty() ||
             ours(*piece.codes, text) != nullptr;
    });
  }

  // Begins an element of a list, and one of each list around it up to the one of the group.
  void enter(const Line& line, const Segment& segment, ScopeId each, ScopeId loop) {
    const Scope& scope = mapping_.scopes[each];
    ScopeId outer = scope.parent;
    while (outer != 0 && outer != loop && mapping_.scopes[outer].form != Scope::Form::each) {
      outer = mapping_.scopes[outer].parent;
    }
    if (outer != loop && outer != 0 && !continues(line, segment, outer)) {
      enter(line, segment, outer, loop);
    }
    std::string list = path(scope.parent, scope.slot);
    std::string own;
    if (scope.is_tree()) {
      own = number_in(line, segment, each, Piece::Role::own_number);
      const std::string above = number_in(line, segment, each, Piece::Role::parent_number);
      const auto found = trees_[each].find(above);
      if (!above.empty() && found != trees_[each].end()) {
        list = path_of(found->second, scope.type->fields[scope.below].name);
      } else if (!above.empty() && scope.number != document::no_slot) {
        fault(segment.index, fmt::format("The line {} above it is missing.", above));
      }
    }
    const Draft::Node* const node = draft_.find_node(list);
    paths_[each] = fmt::format("{}.{}", list, node == nullptr ? 0 : node->children.size());
    if (scope.same != document::no_slot) groups_[each] = group_number(line, segment);
    forget_below(each);
    if (scope.is_tree()) trees_[each][own] = paths_[each];
  }

  // Returns true if a segment belongs to the last element of a list.
  bool continues(const Line& line, const Segment& segment, ScopeId each) const {
    const Scope& scope = mapping_.scopes[each];
    if (scope.same == document::no_slot || paths_[each].empty()) return false;
    if (groups_[each] != group_number(line, segment)) return false;
    const std::string* const last = draft_.find(path(each, scope.same));
    for (const Piece& piece : line.pieces) {
      if (piece.scope != each || piece.slot != scope.same) continue;
      return (last == nullptr ? std::string_view() : std::string_view(*last)) ==
             segment.component(piece.element, piece.component);
    }
    return false;
  }

  static std::string group_number(const Line& line, const Segment& segment) {
    const auto piece = std::ranges::find(line.pieces, Piece::Role::group_number, &Piece::role);
    return piece == line.pieces.end()
               ? std::string()
               : std::string(segment.component(piece->element, piece->component));
  }

  std::string number_in(const Line& line, const Segment& segment, ScopeId each,
                        Piece::Role role) const {
    for (const Piece& piece : line.pieces) {
      const bool is_field = role == Piece::Role::own_number && piece.role == Piece::Role::value &&
                            piece.scope == each && piece.slot == mapping_.scopes[each].number;
      if (piece.role != role && !is_field) continue;
      const std::string_view text = segment.component(piece.element, piece.component);
      const bool is_number = is_field || mapping_.scopes[each].number != document::no_slot;
      return is_number ? number_of(text, message_.decimal).value_or("") : std::string(text);
    }
    return {};
  }

  // A new element has no elements below it yet.
  void forget_below(ScopeId each) {
    for (ScopeId id = each + 1; id < mapping_.scopes.size(); ++id) {
      ScopeId above = mapping_.scopes[id].parent;
      while (above > each) above = mapping_.scopes[above].parent;
      if (above != each) continue;
      paths_[id].clear();
      trees_[id].clear();
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

  // Returns false if the field has another value.
  bool read_value(const Piece& piece, const Segment& segment) {
    if (piece.count > 1) return read_long(piece, segment);
    const auto text = value_of(piece, segment);
    if (!text || text->empty()) return true;
    begin_picked(piece.scope);
    if (piece.second != document::no_slot) return read_name(piece, *text);
    return find(piece.scope, piece.slot, *text);
  }

  // The first value of a picked element begins it.
  void begin_picked(ScopeId id) {
    const Scope& scope = mapping_.scopes[id];
    if (scope.form == Scope::Form::object && id != 0) return begin_picked(scope.parent);
    if (scope.form != Scope::Form::pick || !paths_[id].empty()) return;
    const std::string list = path(scope.parent, scope.slot);
    const Draft::Node* const node = draft_.find_node(list);
    paths_[id] = fmt::format("{}.{}", list, node == nullptr ? 0 : node->children.size());
    picked_.push_back(id);
  }

  bool find(ScopeId id, FieldSlot slot, const std::string& text) {
    std::string where = path(id, slot);
    const std::string* const known = draft_.find(where);
    if (known == nullptr) found_.push_back({id, std::move(where), text});
    return known == nullptr || *known == text;
  }

  void put(const Found& found, const Segment& segment) {
    const auto& [id, where, text] = found;
    const auto source = static_cast<std::uint32_t>(segment.index);
    const Draft::Outcome outcome = draft_.set(where, text, source);
    if (outcome == Draft::Outcome::no_such_field) lose(segment.index, LossReason::absent);
    if (outcome == Draft::Outcome::wrong_type) {
      fault(segment.index, fmt::format("The value of {} has the wrong form.", where));
    }
    const Scope& scope = mapping_.scopes[id];
    if (scope.domains.size() == 1) {
      (void)draft_.set(path_of(path(id), "domain"), scope.domains.front(), source);
    }
  }

  // A further segment of a text continues it.
  bool read_long(const Piece& piece, const Segment& segment) {
    const auto component = [&](std::size_t index) {
      return segment.component(piece.element, piece.component + index);
    };
    std::size_t count = piece.count;
    while (count > 0 && component(count - 1).empty()) --count;
    if (count == 0) return true;
    begin_picked(piece.scope);
    std::string where = path(piece.scope, piece.slot);
    const std::string* const known = draft_.find(where);
    // A text is copied for each segment, so its length is bounded.
    if (known != nullptr && known->size() > piece.field->length_max) return false;
    std::string text = known == nullptr ? std::string(component(0)) : *known;
    for (std::size_t i = known == nullptr ? 1 : 0; i < count; ++i) {
      append_component(text, component(i), piece.length, piece.has_lines);
    }
    found_.push_back({piece.scope, std::move(where), std::move(text)});
    return true;
  }

  bool read_name(const Piece& piece, const std::string& text) {
    const std::size_t blank = text.rfind(' ');
    if (blank == std::string::npos) return find(piece.scope, piece.second, text);
    return find(piece.scope, piece.slot, text.substr(0, blank)) &&
           find(piece.scope, piece.second, text.substr(blank + 1));
  }

  std::optional<std::string> value_of(const Piece& piece, const Segment& segment) {
    const std::string_view text = segment.component(piece.element, piece.component);
    if (text.empty()) return std::nullopt;
    if (piece.codes != nullptr) {
      const std::string* const code = ours(*piece.codes, text);
      if (code != nullptr) return *code;
      lose(segment.index, LossReason::no_counterpart);
      return std::nullopt;
    }
    const ValueType type = piece.field->value;
    if (type == ValueType::date || type == ValueType::datetime) {
      auto date = date_of(text, segment.component(piece.element, piece.component + std::size_t{1}));
      if (date && type == ValueType::date) date->resize(std::min<std::size_t>(date->size(), 10));
      if (!date) lose(segment.index, LossReason::absent);
      return date;
    }
    if (type == ValueType::number || type == ValueType::integer) {
      auto number = number_of(text, message_.decimal);
      if (!number) fault(segment.index, fmt::format("\"{}\" is not a number.", text));
      return number;
    }
    return std::string(text);
  }

  void fault(std::size_t segment, std::string message) {
    if (read_.faults.size() == base::limits::faults_named_max) return;
    read_.faults.push_back(fault_at(message_, segment, std::move(message)));
  }

  // A line without a number gets its position, if the model demands a number.
  void note_number(ScopeId each) {
    const Scope& scope = mapping_.scopes[each];
    if (scope.number == document::no_slot) return;
    if (scope.type->fields[scope.number].need != document::Need::required) return;
    const std::string& element = paths_[each];
    const std::string_view position = std::string_view(element).substr(element.rfind('.') + 1);
    std::size_t index = 0;
    std::from_chars(position.data(), position.data() + position.size(), index);
    defaults_.emplace_back(path(each, scope.number), std::to_string(index + 1));
  }

  // A flag without a segment has the code -. It is set if the model demands the flag.
  void note_defaults(const Line& line) {
    for (const Line& below : line.lines) {
      for (const Piece& piece : below.pieces) {
        if (piece.codes == nullptr || piece.field->need != document::Need::required) continue;
        const std::string* const text = ours(*piece.codes, "-");
        if (text != nullptr) defaults_.emplace_back(path(piece.scope, piece.slot), *text);
      }
    }
  }

  const Message& message_;
  const Mapping& mapping_;
  Read& read_;
  Draft draft_;
  std::vector<Open> open_;
  std::vector<std::string> paths_;  // of the last element, or the picked one, of a scope
  std::vector<Found> found_;        // in the segment
  std::string currency_;            // of the first amount that states one
  std::size_t currency_segment_ = 0;
  std::vector<ScopeId> picked_;      // by the segment
  std::vector<std::string> groups_;  // the group number of the last element
  std::vector<std::map<std::string, std::string, std::less<>>> trees_;  // paths by numbers
  std::vector<std::pair<std::string, std::string>> defaults_;
  std::vector<forms::StatedAmount> stated_amounts_;
  std::vector<std::pair<std::string, std::size_t>> refused_lines_;  // quantities and segments
};

void add_faults(const Message& message, const Draft& draft,
                const std::vector<forms::StatedAmount>& amounts, Read& read) {
  document::Reader reader(base::limits::body_bytes_max);
  const auto reading = reader.read(read.body);
  if (!reading) {
    read.faults.push_back(fault_at(message, message.size(),
                                   "The document is too large, or its texts are not readable."));
    return;
  }
  for (const document::Finding& fault : reading->faults.named()) {
    constexpr std::string_view content = "content.";
    std::string_view path = fault.path;
    if (path.starts_with(content)) path.remove_prefix(content.size());
    read.faults.push_back(fault_at(message, draft.element_of(path), fault.message));
  }
  if (read.faults.empty()) forms::lose_other_amounts(reader.content(), amounts, read.losses);
}

}  // namespace

Read read(const Message& message, const Mapping& mapping, std::span<const forms::Fill> fills) {
  Read read{.mapping = &mapping};
  Reading reading(message, mapping, read);
  Draft draft = reading.run();
  for (const forms::Fill& fill : fills) draft.fill(fill.path, fill.text);
  read.body = draft.json();
  if (read.faults.empty()) add_faults(message, draft, reading.stated_amounts(), read);
  return read;
}

}  // namespace tradepost::edifact
