#include "ubl/mapping.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "ubl/mapping_texts.hpp"

namespace tradepost::ubl {
namespace {

using document::FieldRow;
using document::FieldSlot;

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

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), with);
    at += with.size();
  }
}

constexpr std::size_t arguments_max = 2;  // of a block

struct TextLine {
  std::size_t number = 0;
  std::size_t level = 0;
  bool is_shared = false;  // of a block that other mappings use, too
  std::string text = {};
};

class Parser {
 public:
  explicit Parser(Extent extent) { mapping_.extent = extent; }

  std::expected<Mapping, MappingFault> parse(std::string_view text) && {
    read_lines(text_named("codes"), 0, true, {});
    read_lines(text, 0, false, {});
    if (mapping_.root == nullptr) fail("The line `document KIND ROOT` is missing.");
    if (!fault_) {
      std::size_t at = 0;
      mapping_.lines = parse_block(at, 0, {.scope = 0, .loop = 0, .type = mapping_.root});
    }
    if (fault_) return std::unexpected(*fault_);
    sort(mapping_.lines);
    return std::move(mapping_);
  }

 private:
  // Where a line is: the object of its paths, the list whose elements it is repeated for, and the
  // element around it.
  struct Level {
    ScopeId scope = 0;
    ScopeId loop = 0;
    const ElementType* type = nullptr;
  };

  void fail(std::string reason) {
    if (!fault_) fault_ = {.line = number_, .reason = std::move(reason)};
  }

  // Replaces $1 by its value, reads definitions, and opens blocks.
  void read_lines(std::string_view text, std::size_t level, bool is_shared,
                  const std::vector<std::string>& arguments) {
    std::size_t number = 0;
    for (std::string_view rest = text; !rest.empty() && !fault_;) {
      std::string_view raw = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), raw.size() + 1));
      ++number;
      std::size_t blanks = 0;
      while (raw.starts_with(' ')) raw.remove_prefix(1), ++blanks;
      std::string replaced(raw);
      for (std::size_t i = 0; i < arguments_max; ++i) {
        replace_all(replaced, fmt::format("${}", i + 1),
                    i < arguments.size() ? std::string_view(arguments[i]) : std::string_view());
      }
      raw = replaced;
      if (raw.starts_with('@')) {
        const std::string_view extent = next_word(raw);
        const Extent wanted = extent == "@peppol" ? Extent::peppol : Extent::whole;
        if (mapping_.extent != Extent::both && mapping_.extent != wanted) continue;
        while (raw.starts_with(' ')) raw.remove_prefix(1), ++blanks;
      }
      if (raw.empty() || raw.starts_with('#')) continue;
      TextLine line{.number = is_shared ? number_ : number,
                    .level = level + blanks / 2,
                    .is_shared = is_shared,
                    .text = std::string(raw)};
      if (!is_shared) number_ = number;
      read_line(std::move(line));
    }
  }

  void read_line(TextLine line) {
    std::string_view rest = line.text;
    const std::string_view word = next_word(rest);
    if (word == "document") {
      read_document(rest);
    } else if (word == "codes") {
      read_codes(rest);
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

  // Reads `document ORDER OrderChange later`.
  void read_document(std::string_view rest) {
    mapping_.kind = document::find_kind_row(next_word(rest));
    mapping_.root = find_type(next_word(rest));
    if (mapping_.kind == nullptr || mapping_.root == nullptr) {
      mapping_.root = nullptr;
      return fail("The kind or the root element is unknown.");
    }
    mapping_.is_of_later_versions = rest == "later";
    mapping_.scopes.push_back({.type = &document::types()[mapping_.kind->type]});
  }

  void read_codes(std::string_view rest) {
    Codes& codes = mapping_.code_lists[std::string(next_word(rest))];
    while (!rest.empty()) {
      const auto pair = split(next_word(rest), '=');
      if (pair.size() != 2) return fail("Write the codes as OURS=THEIRS,THEIRS.");
      codes.push_back({.ours = pair[0], .theirs = split(pair[1], ',')});
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
      } else if (word == "default") {
        Default one{.scope = within.scope, .slot = slot_of(within.scope, next_word(rest))};
        one.text = rest;
        mapping_.defaults.push_back(std::move(one));
      } else if (word == "rest") {
        add_rest(rest, within, lines);
      } else {
        add_line(line, at, level, within, lines);
      }
    }
    return lines;
  }

  void add_line(const TextLine& text, std::size_t& at, std::size_t level, const Level& within,
                std::vector<Line>& lines) {
    std::string_view rest = text.text;
    Line line{.number = text.number, .loop = within.loop};
    line.is_always = rest.starts_with('!');
    line.is_demanded = rest.starts_with('+');
    if (line.is_always || line.is_demanded) rest.remove_prefix(1);
    if (mapping_.extent != Extent::peppol) line.is_demanded = false;
    std::string_view names = next_word(rest);
    line.name = names.substr(0, names.find('/'));
    names.remove_prefix(std::min(names.size(), line.name.size() + 1));
    const Child* const child = within.type->find(line.name);
    if (child == nullptr) {
      if (!text.is_shared) fail(fmt::format("{} has no {}.", within.type->name, line.name));
      return skip_below(at, level);
    }
    line.place = static_cast<std::size_t>(child - within.type->children.data());
    line.type = child->type.empty() ? nullptr : find_type(child->type);
    if (line.type == nullptr && !child->type.empty()) {
      return fail(fmt::format("The element {} is unknown.", child->type));
    }
    Level inner = within;
    inner.type = line.type;
    if (!names.empty()) {
      // A path of names is one element in another.
      if (line.type == nullptr) return fail(fmt::format("{} has a text.", line.name));
      TextLine below = text;
      below.text = fmt::format("{}{}{}", names, rest.empty() ? "" : " ", rest);
      add_line(below, at, level, inner, line.lines);
      if (line.lines.empty()) return;
      lines.push_back(std::move(line));
      return;
    }
    parse_pieces(rest, within.scope, line);
    if (leaves_out(text, at, level)) return;
    if (at < text_.size() && text_[at].level > level && line.type == nullptr) {
      return fail(fmt::format("{} has a text.", line.name));
    }
    if (line.type != nullptr) line.lines = parse_block(at, level + 1, inner);
    lines.push_back(std::move(line));
  }

  void add_rest(std::string_view words, const Level& within, std::vector<Line>& lines) {
    Line line{.number = number_, .loop = within.loop};
    line.name = next_word(words);
    line.rest_path = next_word(words);
    line.rest_value = next_word(words);
    const Child* const child = within.type->find(line.name);
    line.type = child == nullptr ? nullptr : find_type(child->type);
    const bool is_known = line.type != nullptr && line.type->find(line.rest_path) != nullptr &&
                          line.type->find(line.rest_value) != nullptr;
    if (!is_known) return fail(fmt::format("{} has no such {}.", within.type->name, line.name));
    line.place = static_cast<std::size_t>(child - within.type->children.data());
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

  // Reads the words after the name: unitCode={unitOfMeasure|units} {quantity}.
  void parse_pieces(std::string_view words, ScopeId scope, Line& line) {
    while (!words.empty() && !fault_) {
      const std::size_t equals = words.find('=');
      const bool is_attribute =
          equals != std::string_view::npos && equals < words.find_first_of("{~ ");
      Piece piece;
      if (is_attribute) {
        piece.attribute = words.substr(0, equals);
        words.remove_prefix(equals + 1);
      }
      std::string_view text = words;
      if (words.starts_with('{')) {
        text = words.substr(0, std::min(words.size(), words.find('}') + 1));
      } else if (is_attribute) {
        text = words.substr(0, words.find(' '));
      }
      words.remove_prefix(std::min(words.size(), text.size() + 1));
      parse_piece(text, scope, piece);
      line.pieces.push_back(std::move(piece));
    }
  }

  void parse_piece(std::string_view text, ScopeId scope, Piece& piece) {
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
    const auto parts = split(text, '|');
    if (parts.size() > 1 && !parts[1].empty()) {
      const auto codes = mapping_.code_lists.find(parts[1]);
      if (codes == mapping_.code_lists.end()) {
        return fail(fmt::format("The list of codes {} is unknown.", parts[1]));
      }
      piece.codes = &codes->second;
    }
    if (parts.size() > 2) piece.fallback = parts[2];
    std::string_view path = parts[0];
    if (const std::size_t mark = path.find('?'); mark != std::string_view::npos) {
      std::string_view condition = path.substr(mark + 1);
      piece.condition_scope = outer_scope(condition, scope);
      piece.condition = slot_of(piece.condition_scope, condition);
      path = path.substr(0, mark);
    }
    for (; path.find_first_of("=@") == 0; path.remove_prefix(1)) {
      if (path[0] == '=') piece.is_copy = true;
      if (path[0] == '@') piece.is_day = true;
    }
    scope = outer_scope(path, scope);
    if (path.contains("..")) return parse_period(path, scope, piece);
    const std::size_t blank = path.find(' ');
    const std::size_t dot = path.substr(0, blank).rfind('.');
    if (dot != std::string_view::npos) scope = scope_of(scope, path.substr(0, dot));
    if (fault_) return;
    if (dot != std::string_view::npos) path.remove_prefix(dot + 1);
    piece.scope = scope;
    piece.slot = slot_of(scope, path.substr(0, path.find(' ')));
    if (path.contains(' ')) {
      piece.role = Piece::Role::name;
      piece.second = slot_of(scope, path.substr(path.find(' ') + 1));
    }
    if (!fault_) piece.field = &mapping_.scopes[scope].type->fields[piece.slot];
  }

  // Removes each ^ from the front, which names the object around the list.
  ScopeId outer_scope(std::string_view& path, ScopeId scope) const {
    for (; path.starts_with('^'); path.remove_prefix(1)) scope = mapping_.scopes[scope].parent;
    return scope;
  }

  // Reads first..last=both. Fields that the kind lacks are left out.
  void parse_period(std::string_view text, ScopeId scope, Piece& piece) {
    piece.role = Piece::Role::period;
    piece.scope = scope;
    const std::size_t dots = text.find("..");
    const std::size_t equals = std::min(text.size(), text.find('='));
    const document::TypeRow& type = *mapping_.scopes[scope].type;
    piece.slot = type.find(text.substr(0, dots));
    piece.second = type.find(text.substr(dots + 2, equals - dots - 2));
    if (equals < text.size()) piece.third = type.find(text.substr(equals + 1));
    const bool has_none = piece.slot == document::no_slot && piece.third == document::no_slot;
    if (has_none) (void)slot_of(scope, text.substr(0, dots));
  }

  void parse_computed(std::string_view name, ScopeId scope, Piece& piece) {
    constexpr std::array<std::pair<std::string_view, Piece::Role>, 9> names = {
        {{"endpoint", Piece::Role::endpoint},
         {"above", Piece::Role::above},
         {"place", Piece::Role::place},
         {"group", Piece::Role::group},
         {"position", Piece::Role::position},
         {"category", Piece::Role::category},
         {"amount", Piece::Role::amount},
         {"outstanding", Piece::Role::outstanding},
         {"status", Piece::Role::status}}};
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
      Scope wanted = scope_named(scope, part);
      if (part.contains('[')) wanted.form = Scope::Form::pick;
      scope = add_scope(std::move(wanted));
    }
    return scope;
  }

  Scope scope_named(ScopeId parent, std::string_view part) {
    const std::size_t bracket = part.find('[');
    Scope wanted{.parent = parent};
    wanted.slot = slot_of(parent, part.substr(0, bracket));
    if (bracket == std::string_view::npos || bracket + 2 >= part.size()) return wanted;
    wanted.domains = split(part.substr(bracket + 1, part.size() - bracket - 2), ',');
    return wanted;
  }

  // Reads the words after each: items then subItems by lineNumber, or identifiers[BUYER].
  ScopeId list_of(ScopeId scope, std::string_view rest) {
    const std::string_view path = next_word(rest);
    const std::size_t dot = path.rfind('.');
    if (dot != std::string_view::npos) scope = scope_of(scope, path.substr(0, dot));
    Scope wanted = scope_named(scope, dot == std::string_view::npos ? path : path.substr(dot + 1));
    wanted.form = Scope::Form::each;
    const ScopeId id = add_scope(std::move(wanted));
    while (!rest.empty() && !fault_) {
      const std::string_view word = next_word(rest);
      if (word == "placed") {
        mapping_.scopes[id].is_placed = true;
        continue;
      }
      const FieldSlot slot = slot_of(id, next_word(rest));
      if (word == "then") mapping_.scopes[id].below = slot;
      if (word == "by") mapping_.scopes[id].number = slot;
    }
    return id;
  }

  ScopeId add_scope(Scope wanted) {
    if (fault_) return 0;
    const FieldRow& field = mapping_.scopes[wanted.parent].type->fields[wanted.slot];
    if (field.value != document::ValueType::object) {
      fail(fmt::format("{} has no fields.", field.name));
      return 0;
    }
    for (ScopeId id = 1; id < mapping_.scope_count(); ++id) {
      const Scope& known = mapping_.scopes[id];
      const bool is_same = known.parent == wanted.parent && known.slot == wanted.slot &&
                           known.form == wanted.form && known.domains == wanted.domains;
      if (is_same) return id;
    }
    wanted.type = &document::type_of(field);
    mapping_.scopes.push_back(std::move(wanted));
    return static_cast<ScopeId>(mapping_.scope_count() - 1);
  }

  static void sort(std::vector<Line>& lines) {
    std::ranges::stable_sort(lines, {}, &Line::place);
    for (Line& line : lines) sort(line.lines);
  }

  Mapping mapping_;
  std::vector<TextLine> text_;
  std::optional<MappingFault> fault_;
  bool is_field_missing_ = false;  // by the fault
  std::size_t number_ = 0;
};

}  // namespace

const Piece* Line::content() const {
  return attribute({});
}

const Piece* Line::attribute(std::string_view wanted) const {
  const auto found = std::ranges::find(pieces, wanted, &Piece::attribute);
  return found == pieces.end() ? nullptr : &*found;
}

const Piece* Line::first_value() const {
  for (const Piece& piece : pieces) {
    const bool is_value = piece.role == Piece::Role::value || piece.role == Piece::Role::endpoint;
    if (is_value && piece.attribute.empty()) return &piece;
  }
  for (const Line& line : lines) {
    if (const Piece* const piece = line.first_value()) return piece;
  }
  return nullptr;
}

std::string Mapping::space() const {
  return fmt::format("urn:oasis:names:specification:ubl:schema:xsd:{}-2", root->name);
}

std::expected<Mapping, MappingFault> parse_mapping(std::string_view text, Extent extent) {
  return Parser(extent).parse(text);
}

std::string_view time_of(const ElementType& type, std::string_view date) {
  constexpr std::string_view ending = "Date";
  if (!date.ends_with(ending)) return {};
  const std::string name = std::string(date.substr(0, date.size() - ending.size())) + "Time";
  const Child* const child = type.find(name);
  return child == nullptr ? std::string_view() : child->name;
}

}  // namespace tradepost::ubl
