#include "edifact/mapping.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "edifact/mapping_texts.hpp"

namespace tradepost::edifact {
namespace {

using document::FieldRow;
using document::FieldSlot;
using document::TypeRow;
using document::ValueType;

std::string_view text_named(std::string_view name) {
  const auto found = std::ranges::find(mapping_texts, name, &MappingText::first);
  return found == mapping_texts.end() ? std::string_view() : found->second;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// Splits a segment, and leaves the text in braces whole.
std::vector<std::string> split_outside(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  bool is_inside = false;
  for (const char c : text) {
    if (c == '{') is_inside = true;
    if (c == '}') is_inside = false;
    if (c == separator && !is_inside) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), with);
    at += with.size();
  }
}

constexpr std::size_t line_bytes_max = 4096;
constexpr std::string_view dropped = "drop";  // the tag of a line that removes lines

struct TextLine {
  std::size_t number = 0;
  std::size_t level = 0;
  bool is_shared = false;  // of a block that other mappings use, too
  bool is_of_directory = false;
  std::string text = {};
};

class Parser {
 public:
  Parser(const document::KindRow& kind, const Directory& directory) {
    mapping_.kind = &kind;
    mapping_.directory = &directory;
    mapping_.scopes.push_back({.type = &document::types()[kind.type]});
  }

  std::expected<Mapping, MappingFault> parse(std::string_view text, std::string_view variant) && {
    read_lines(text_named("codes"), 0, true, {});
    read_lines(text, 0, false, {});
    std::size_t at = 0;
    Level top{.scope = 0, .loop = 0};
    mapping_.lines = parse_block(at, 0, top);
    if (!variant.empty() && !fault_) apply(variant);
    if (fault_) return std::unexpected(*fault_);
    sort(mapping_.lines);
    map_fields();
    return std::move(mapping_);
  }

 private:
  void apply(std::string_view variant) {
    text_.clear();
    summary_ = 0;
    is_variant_ = true;
    is_of_kind_ = false;
    read_lines(variant, 0, false, {});
    std::size_t at = 0;
    std::vector<Line> lines = parse_block(at, 0, {.scope = 0, .loop = 0});
    if (!fault_) merge(mapping_.lines, std::move(lines), 0);
  }

  // `loop` is the list around the lines.
  void merge(std::vector<Line>& lines, std::vector<Line> variant, ScopeId loop) {
    std::vector<Line> added;
    for (Line& line : variant) {
      number_ = line.number;
      if (line.pieces.empty()) {
        const auto known = std::ranges::find_if(lines, [&](const Line& one) {
          return one.place == line.place && one.loop == line.loop && one.tag == line.tag;
        });
        if (known == lines.end()) return fail(fmt::format("The mapping has no {} here.", line.tag));
        merge(known->lines, std::move(line.lines), known->loop);
        continue;
      }
      const auto first = std::ranges::find(lines, line.loop, &Line::loop);
      if (line.loop != loop && first != lines.end() && first->place != line.place) {
        fail(fmt::format("{} begins each of these elements. Write the line below it.", first->tag));
      }
      std::erase_if(lines, [&](Line& one) {
        const bool is_replaced = have_same_field(one, line);
        // The group of a segment stays.
        const bool has_group = line.lines.empty() && one.place == line.place;
        if (is_replaced && has_group) line.lines = std::move(one.lines);
        return is_replaced;
      });
      if (line.tag != dropped) added.push_back(std::move(line));
    }
    std::ranges::move(added, std::back_inserter(lines));
  }

  static bool have_same_field(const Line& one, const Line& other) {
    return std::ranges::any_of(one.pieces, [&](const Piece& piece) {
      return piece.role == Piece::Role::value &&
             std::ranges::any_of(other.pieces, [&](const Piece& more) {
               return more.role == Piece::Role::value && more.scope == piece.scope &&
                      more.slot == piece.slot;
             });
    });
  }

  // Where a line is: the object of its paths, the list whose elements it is repeated for, and the
  // group of its segment.
  struct Level {
    ScopeId scope = 0;
    ScopeId loop = 0;
    const Place* group = nullptr;  // nullptr: the message
  };

  void fail(std::string reason) {
    if (!fault_) fault_ = {.line = number_, .reason = std::move(reason)};
  }

  // Replaces $name by its value, reads definitions, and opens blocks.
  void read_lines(std::string_view text, std::size_t level, bool is_shared,
                  const std::vector<std::string>& arguments) {
    std::size_t number = 0;
    for (std::string_view rest = text; !rest.empty();) {
      std::string_view raw = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), raw.size() + 1));
      ++number;
      std::size_t blanks = 0;
      while (raw.starts_with(' ')) raw.remove_prefix(1), ++blanks;
      const bool is_of_directory = raw.starts_with('@');
      if (is_of_directory) {
        raw.remove_prefix(1);
        if (!raw.starts_with(mapping_.directory->name)) continue;
        raw.remove_prefix(std::min(raw.size(), mapping_.directory->name.size() + 1));
        while (raw.starts_with(' ')) raw.remove_prefix(1), ++blanks;
      }
      if (raw.empty() || raw.starts_with('#')) continue;
      TextLine line{.number = is_shared ? number_ : number,
                    .level = level + blanks / 2,
                    .is_shared = is_shared,
                    .is_of_directory = is_of_directory,
                    .text = std::string(raw)};
      if (!is_shared) number_ = number;
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        replace_all(line.text, fmt::format("${}", i + 1), arguments[i]);
      }
      for (const auto& [name, value] : names_) {
        if (line.text.size() <= line_bytes_max) replace_all(line.text, "$" + name, value);
      }
      if (line.text.size() > line_bytes_max) {
        number_ = number;
        return fail("The line is too long.");
      }
      read_line(std::move(line));
    }
  }

  void read_line(TextLine line) {
    std::string_view rest = line.text;
    const std::string_view word = next_word(rest);
    if (word == "kind") {
      is_of_kind_ = rest == mapping_.kind->name;
      if (document::find_kind_row(rest) == nullptr) {
        fail(fmt::format("{} does not name a kind of documents.", rest));
      }
    } else if (!is_of_kind_) {
      return;
    } else if (word == "let") {
      define(rest);
    } else if (word == "codes") {
      read_codes(rest);
    } else if (word == "message") {
      read_message(rest);
    } else if (word == "use") {
      const std::string_view name = next_word(rest);
      if (text_named(name).empty()) return fail(fmt::format("The block {} is unknown.", name));
      constexpr std::size_t level_max = 20;
      if (line.level > level_max) return fail("The blocks are too deep.");
      read_lines(text_named(name), line.level, true, split(rest, ' '));
    } else {
      text_.push_back(std::move(line));
    }
  }

  // Reads `let gtin SRV`, or for one directory `let gtin D.96A EN`.
  void define(std::string_view rest) {
    const std::string name(next_word(rest));
    if (rest.contains(' ')) {
      if (next_word(rest) != mapping_.directory->name) return;
    }
    std::erase_if(names_, [&](const auto& one) { return one.first == name; });
    names_.emplace_back(name, std::string(rest));
    // $gtins is not $gtin with an s.
    std::ranges::sort(names_, std::ranges::greater(),
                      [](const auto& one) { return one.first.size(); });
  }

  void read_codes(std::string_view rest) {
    Codes& codes = mapping_.code_lists[std::string(next_word(rest))];
    while (!rest.empty()) {
      const auto pair = split(next_word(rest), '=');
      if (pair.size() != 2) return fail("Write the codes as OURS=THEIRS,THEIRS.");
      const auto known = std::ranges::find(codes, pair[0], &Code::ours);
      Code code{.ours = pair[0], .theirs = split(pair[1], ',')};
      if (known == codes.end()) {
        codes.push_back(std::move(code));
      } else {
        *known = std::move(code);
      }
    }
  }

  void read_message(std::string_view rest) {
    const std::string_view type = next_word(rest);
    mapping_.message = mapping_.directory->message(type);
    while (!rest.empty()) {
      const auto word = split(next_word(rest), '=');
      if (word.size() == 1) {
        mapping_.codes.push_back(word[0]);
      } else if (word[0] == mapping_.directory->name) {
        mapping_.association = word[1];
      }
    }
  }

  std::vector<Line> parse_block(std::size_t& at, std::size_t level, const Level& within) {
    std::vector<Line> lines;
    while (at < text_.size() && text_[at].level >= level && !fault_) {
      const TextLine& line = text_[at++];
      number_ = line.number;
      if (line.level > level) {
        fail("The line is too far to the right.");
        break;
      }
      std::string_view rest = line.text;
      const std::string_view word = next_word(rest);
      if (word == "in" || word == "each") {
        Level inner = within;
        inner.scope = word == "in" ? scope_of(within.scope, rest) : list_of(within.scope, rest);
        if (word == "each") inner.loop = inner.scope;
        if (leaves_out(line, at, level)) continue;
        if (fault_) break;
        std::vector<Line> more = parse_block(at, level + 1, inner);
        std::ranges::move(more, std::back_inserter(lines));
      } else {
        add_segment(line, at, level, within, lines);
      }
    }
    return lines;
  }

  void add_segment(const TextLine& text, std::size_t& at, std::size_t level, const Level& within,
                   std::vector<Line>& lines) {
    Line line{.number = text.number, .loop = within.loop};
    if (is_variant_ && text.text.starts_with("drop {")) {
      Piece piece;
      line.tag = dropped;
      parse_piece(std::string_view(text.text).substr(dropped.size() + 1), within.scope, {}, piece);
      line.pieces.push_back(std::move(piece));
      lines.push_back(std::move(line));
      return;
    }
    std::string_view segment = text.text;
    line.is_always = segment.starts_with('!');
    if (line.is_always) segment.remove_prefix(1);
    line.tag = segment.substr(0, 3);
    const Place* const place = find_place(line.tag, within.group);
    if (place == nullptr) {
      const bool is_default =
          mapping_.directory == &directories().front() || (is_variant_ && text.is_of_directory);
      if (is_default && !text.is_shared && mapping_.message != nullptr) {
        return fail(fmt::format("The message has no {} here.", line.tag));
      }
      return skip_below(at, level);
    }
    line.place = static_cast<std::uint32_t>(place - mapping_.message->places.data());
    if (line.tag == "UNS") summary_ = line.place;
    parse_pieces(segment, within.scope, line);
    line.has_value = std::ranges::any_of(line.pieces, [](const Piece& piece) {
      return piece.role == Piece::Role::value || piece.role == Piece::Role::line_amount;
    });
    if (leaves_out(text, at, level)) return;
    Level inner = within;
    inner.group = place;
    if (at < text_.size() && text_[at].level > level && !place->is_group) {
      if (!text.is_shared) return fail(fmt::format("{} begins no group.", line.tag));
      skip_below(at, level);
    }
    line.lines = parse_block(at, level + 1, inner);
    lines.push_back(std::move(line));
  }

  void skip_below(std::size_t& at, std::size_t level) const {
    while (at < text_.size() && text_[at].level > level) ++at;
  }

  // A line of a block that several mappings use is left out where the kind lacks its field.
  bool leaves_out(const TextLine& line, std::size_t& at, std::size_t level) {
    if (!fault_ || !is_field_missing_ || !line.is_shared) return false;
    fault_.reset();
    is_field_missing_ = false;
    skip_below(at, level);
    return true;
  }

  const Place* find_place(std::string_view tag, const Place* group) const {
    if (mapping_.message == nullptr) return nullptr;
    const auto& places = mapping_.message->places;
    const std::size_t first =
        group == nullptr ? 0 : static_cast<std::size_t>(group - places.data());
    const std::size_t end = group == nullptr ? places.size() : group->end;
    for (std::size_t i = group == nullptr ? 0 : first + 1; i < end; i = places[i].end) {
      const bool is_after = group != nullptr || i >= summary_;
      if (places[i].tag == tag && is_after) return &places[i];
    }
    return nullptr;
  }

  void parse_pieces(std::string_view segment, ScopeId scope, Line& line) {
    const SegmentRow* const row = mapping_.directory->segment(line.tag);
    const auto elements = split_outside(segment, '+');
    for (std::size_t element = 1; element < elements.size(); ++element) {
      const auto components = split_outside(elements[element], ':');
      for (std::size_t component = 1; component <= components.size(); ++component) {
        const std::string& text = components[component - 1];
        if (text.empty()) continue;
        const bool is_known = row != nullptr && element <= row->elements.size() &&
                              component <= row->elements[element - 1].size();
        if (!is_known) {
          // A later directory has more components.
          if (mapping_.directory == &directories().front()) {
            fail(fmt::format("{} has no component {} in its element {}.", line.tag, component,
                             element));
          }
          continue;
        }
        Piece piece{.element = static_cast<std::uint16_t>(element),
                    .component = static_cast<std::uint16_t>(component),
                    .length = row->elements[element - 1][component - 1]};
        parse_piece(text, scope, row->elements[element - 1], piece);
        if (fault_) return;
        const bool is_date = piece.field != nullptr && (piece.field->value == ValueType::date ||
                                                        piece.field->value == ValueType::datetime);
        if (is_date && line.tag != "DTM") fail("A date is written in DTM.");
        piece.is_domain = piece.codes != nullptr && piece.field->name == "domain";
        piece.has_lines = piece.count > 1 && line.tag == "FTX";
        line.pieces.push_back(std::move(piece));
      }
    }
  }

  void parse_piece(std::string_view text, ScopeId scope, const std::vector<std::uint16_t>& lengths,
                   Piece& piece) {
    if (!text.starts_with('{') || !text.ends_with('}')) {
      if (text.starts_with('~')) {
        piece.role = Piece::Role::written_only;
        text.remove_prefix(1);
      }
      piece.texts = split(text, '|');
      return;
    }
    text = text.substr(1, text.size() - 2);
    if (text.starts_with('#')) return parse_computed(text.substr(1), scope, piece);
    piece.role = Piece::Role::value;
    constexpr std::string_view more = "...";
    if (text.ends_with(more)) {
      text.remove_suffix(more.size());
      const std::size_t first = piece.component - std::size_t{1};
      while (first + piece.count < lengths.size() && lengths[first + piece.count] == piece.length) {
        ++piece.count;
      }
    }
    if (const std::size_t bar = text.find('|'); bar != std::string_view::npos) {
      const auto codes = mapping_.code_lists.find(text.substr(bar + 1));
      if (codes == mapping_.code_lists.end()) {
        return fail(fmt::format("The list of codes {} is unknown.", text.substr(bar + 1)));
      }
      piece.codes = &codes->second;
      text = text.substr(0, bar);
    }
    for (; text.starts_with('^'); text.remove_prefix(1)) {
      if (scope == 0) return fail("No object is around the document.");
      scope = mapping_.scopes[scope].parent;
    }
    const std::size_t blank = text.find(' ');
    const std::size_t dot = text.substr(0, blank).rfind('.');
    if (dot != std::string_view::npos) scope = scope_of(scope, text.substr(0, dot));
    if (fault_) return;
    const std::size_t begin = dot == std::string_view::npos ? 0 : dot + 1;
    piece.scope = scope;
    piece.slot =
        slot_of(scope, text.substr(begin, blank == std::string_view::npos ? std::string_view::npos
                                                                          : blank - begin));
    if (blank != std::string_view::npos) piece.second = slot_of(scope, text.substr(blank + 1));
    if (!fault_) piece.field = &mapping_.scopes[scope].type->fields[piece.slot];
  }

  void parse_computed(std::string_view name, ScopeId scope, Piece& piece) {
    constexpr std::array<std::pair<std::string_view, Piece::Role>, 6> names = {
        {{"number", Piece::Role::own_number},
         {"above", Piece::Role::parent_number},
         {"group", Piece::Role::group_number},
         {"amount", Piece::Role::line_amount},
         {"lines", Piece::Role::line_count},
         {"function", Piece::Role::function}}};
    const auto found = std::ranges::find(names, name, [](const auto& one) { return one.first; });
    if (found == names.end()) return fail(fmt::format("The computed value #{} is unknown.", name));
    piece.role = found->second;
    piece.scope = scope;
  }

  FieldSlot slot_of(ScopeId scope, std::string_view name) {
    const Scope& one = mapping_.scopes[scope];
    const FieldSlot slot = one.type == nullptr ? document::no_slot : one.type->find(name);
    if (slot == document::no_slot) {
      is_field_missing_ = !fault_;
      fail(fmt::format("The object has no field {}.", name));
    }
    return slot;
  }

  // Returns the scope of a path of objects: header.shipTo or identifiers[GS1,DUNS].
  ScopeId scope_of(ScopeId scope, std::string_view path) {
    for (const std::string& part : split(path, '.')) {
      if (fault_) return 0;
      const std::size_t bracket = part.find('[');
      Scope wanted{.parent = scope};
      wanted.slot = slot_of(scope, std::string_view(part).substr(0, bracket));
      if (bracket != std::string::npos) {
        wanted.form = Scope::Form::pick;
        wanted.domains =
            split(std::string_view(part).substr(bracket + 1, part.size() - bracket - 2), ',');
      }
      scope = add_scope(std::move(wanted));
    }
    return scope;
  }

  // Reads the words after each: items then subItems by lineNumber, or identifiers[BUYER].
  ScopeId list_of(ScopeId scope, std::string_view rest) {
    const std::string_view path = next_word(rest);
    const std::size_t dot = path.rfind('.');
    if (dot != std::string_view::npos) scope = scope_of(scope, path.substr(0, dot));
    const std::string_view list = dot == std::string_view::npos ? path : path.substr(dot + 1);
    const std::size_t bracket = list.find('[');
    Scope wanted{.parent = scope, .form = Scope::Form::each};
    wanted.slot = slot_of(scope, list.substr(0, bracket));
    if (bracket != std::string_view::npos) {
      wanted.domains = split(list.substr(bracket + 1, list.size() - bracket - 2), ',');
    }
    const ScopeId id = add_scope(std::move(wanted));
    while (!rest.empty() && !fault_) {
      const std::string_view word = next_word(rest);
      const std::string_view name = next_word(rest);
      const FieldSlot slot = slot_of(id, name);
      Scope& one = mapping_.scopes[id];
      if (word == "then") one.below = slot;
      if (word == "by") one.number = slot;
      if (word == "same") one.same = slot;
    }
    return id;
  }

  ScopeId add_scope(Scope wanted) {
    if (fault_) return 0;
    const ScopeId parent = wanted.parent;
    const FieldRow& field = mapping_.scopes[parent].type->fields[wanted.slot];
    if (field.value != ValueType::object) {
      fail(fmt::format("{} has no fields.", field.name));
      return 0;
    }
    for (const ScopeId child : mapping_.scopes[parent].children) {
      const Scope& known = mapping_.scopes[child];
      const bool is_same =
          known.slot == wanted.slot && known.form == wanted.form && known.domains == wanted.domains;
      if (is_same) return child;
    }
    wanted.type = &document::type_of(field);
    const auto id = static_cast<ScopeId>(mapping_.scopes.size());
    if (!wanted.domains.empty()) {
      const FieldSlot domain = wanted.type->find("domain");
      if (domain == document::no_slot) fail(fmt::format("{} has no domain.", field.name));
    }
    mapping_.scopes[parent].children.push_back(id);
    mapping_.scopes.push_back(std::move(wanted));
    return id;
  }

  // The fields of the lines, and the objects around them.
  void map_fields() {
    std::vector<bool> is_used(mapping_.scopes.size());
    map_fields(mapping_.lines, is_used);
    for (Scope& scope : mapping_.scopes) {
      std::erase_if(scope.children, [&](ScopeId child) { return !is_used[child]; });
    }
  }
  void map_fields(const std::vector<Line>& lines, std::vector<bool>& is_used) {
    for (const Line& line : lines) {
      use_scope(line.loop, is_used);
      for (const Piece& piece : line.pieces) {
        if (piece.role != Piece::Role::value) continue;
        use_scope(piece.scope, is_used);
        mapping_.scopes[piece.scope].mapped.add(piece.slot);
        if (piece.second != document::no_slot)
          mapping_.scopes[piece.scope].mapped.add(piece.second);
      }
      map_fields(line.lines, is_used);
    }
  }
  void use_scope(ScopeId id, std::vector<bool>& is_used) {
    for (; id != 0 && !is_used[id]; id = mapping_.scopes[id].parent) {
      is_used[id] = true;
      Scope& scope = mapping_.scopes[id];
      mapping_.scopes[scope.parent].mapped.add(scope.slot);
      if (!scope.domains.empty()) scope.mapped.add(scope.type->find("domain"));
      for (const FieldSlot slot : {scope.below, scope.number, scope.same}) {
        if (slot != document::no_slot) scope.mapped.add(slot);
      }
    }
  }

  static void sort(std::vector<Line>& lines) {
    std::ranges::stable_sort(lines, {}, &Line::place);
    for (Line& line : lines) sort(line.lines);
  }

  Mapping mapping_;
  std::vector<TextLine> text_;
  std::vector<std::pair<std::string, std::string>> names_;
  std::optional<MappingFault> fault_;
  bool is_field_missing_ = false;  // by the fault
  bool is_variant_ = false;
  bool is_of_kind_ = true;  // the lines of a variant are for one kind
  std::size_t number_ = 0;
  std::uint32_t summary_ = 0;  // the place of UNS, after its line
};

}  // namespace

std::expected<Mapping, MappingFault> parse_mapping(std::string_view text,
                                                   const document::KindRow& kind,
                                                   const Directory& directory,
                                                   std::string_view variant) {
  return Parser(kind, directory).parse(text, variant);
}

}  // namespace tradepost::edifact
