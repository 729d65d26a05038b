#include "edifact/write.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "edifact/envelope.hpp"
#include "edifact/frames.hpp"
#include "edifact/values.hpp"
#include "forms/line_amounts.hpp"

namespace tradepost::edifact {
namespace {

using document::FieldSlot;
using document::ValueType;
using document::View;
using forms::LossReason;

// The components of one segment, from its tag to its end.
class SegmentText {
 public:
  SegmentText(std::string& out, std::string_view tag) : out_(out) { out_ += tag; }

  void add(std::size_t element, std::size_t component, std::string_view text) {
    if (text.empty()) return;
    for (; element_ < element; ++element_, component_ = 1) out_ += '+';
    for (; component_ < component; ++component_) out_ += ':';
    append_escaped(out_, text);
  }
  void end() { out_ += '\''; }

 private:
  std::string& out_;
  std::size_t element_ = 0;
  std::size_t component_ = 1;
};

std::string scalar_text(const View& value) {
  return value.is_text() ? value.text() : std::string(value.scalar());
}

class Writing {
 public:
  Writing(const Mapping& mapping, const View& content, Written& written)
      : mapping_(mapping),
        content_(content),
        written_(written),
        frames_(mapping, content, written.losses),
        trees_(mapping.scopes.size()) {}

  // Returns the segments from BGM on.
  std::string write() {
    write_lines(mapping_.lines, 0);
    return std::move(out_);
  }
  std::size_t segment_count() const { return segments_; }

 private:
  // The numbers of the elements of a tree.
  struct Tree {
    std::size_t count = 0;
    std::string own = {};
    std::string above = {};
    std::map<std::string, std::uint32_t, std::less<>> last = {};  // the element with a number
  };

  // Returns true if a line has a value.
  bool write_lines(const std::vector<Line>& lines, ScopeId loop) {
    bool has_value = false;
    for (const Line& line : lines) {
      const bool has_one = line.loop == loop ? write_line(line) : write_each(line, line.loop, loop);
      has_value = has_value || has_one;
    }
    return has_value;
  }

  // Writes a line for each element of the lists between two scopes.
  bool write_each(const Line& line, ScopeId each, ScopeId loop) {
    ScopeId outer = mapping_.scopes[each].parent;
    while (outer != loop && mapping_.scopes[outer].form != Scope::Form::each && outer != 0) {
      outer = mapping_.scopes[outer].parent;
    }
    bool has_value = false;
    const auto write = [&] {
      if (mapping_.scopes[each].is_tree()) trees_[each] = {};
      const std::vector<Frames::Element> elements = frames_.elements(each);
      for (const Frames::Element& one : elements) {
        has_value = write_element(line, each, one, {}, {}) || has_value;
      }
      return !elements.empty();
    };
    if (outer == loop || outer == 0) {
      (void)write();
      return has_value;
    }
    for (const Frames::Element& one : frames_.elements(outer)) {
      frames_.enter(outer, one);
      if (!write()) frames_.lose(one.view, frames_.path(outer));
    }
    return has_value;
  }

  // `above` is the number of the element above this one in a tree.
  bool write_element(const Line& line, ScopeId each, const Frames::Element& element,
                     const std::string& list, const std::string& above) {
    const Scope& scope = mapping_.scopes[each];
    frames_.enter(each, element, list);
    if (!scope.is_tree()) {
      const bool has_value = write_line(line);
      frames_.lose_postponed(each);
      return has_value;
    }
    Tree& tree = trees_[each];
    ++tree.count;
    const std::string own = scope.number == document::no_slot ? std::to_string(tree.count)
                                                              : number_of_element(line, each);
    tree.own = own;
    tree.above = above;
    tree.last[own] = element.view.token();
    std::vector<Frames::Element> below;
    frames_.value(each, scope.below).each([&](std::uint32_t index, const View& one) {
      below.push_back({.view = one, .index = index});
    });
    const std::string path = below.empty() ? std::string() : frames_.path(each, scope.below);
    const bool has_value = write_line(line);
    frames_.lose_postponed(each);
    for (const Frames::Element& one : below) {
      // A reader finds the element above by its number.
      if (own.empty() || tree.last[own] != element.view.token()) {
        frames_.lose(one.view, fmt::format("{}.{}", path, one.index));
      } else {
        write_element(line, each, one, path, own);
      }
    }
    return has_value;
  }

  // Returns an empty text if the line has no place for the number.
  std::string number_of_element(const Line& line, ScopeId each) const {
    const FieldSlot slot = mapping_.scopes[each].number;
    const View number = frames_.value(each, slot);
    const auto piece = std::ranges::find_if(
        line.pieces, [&](const Piece& one) { return one.scope == each && one.slot == slot; });
    if (!number || piece == line.pieces.end()) return {};
    return number_text(scalar_text(number), piece->length).value_or("");
  }

  bool write_line(const Line& line) {
    if (line.lines.empty() && line.has_value && !line.is_always && !has_values(line)) return false;
    if (line.tag == "QTY" && !has_quantity(line)) return false;
    const std::size_t begin = out_.size();
    const std::size_t segments = segments_;
    bool has_value = write_segment(line);
    if (write_lines(line.lines, line.loop)) has_value = true;
    const bool is_constant = line.lines.empty() && !line.has_value;
    if (has_value || line.is_always || is_constant) return has_value;
    out_.resize(begin);
    segments_ = segments;
    return false;
  }

  // A segment QTY needs its quantity. Its unit may be in another one.
  bool has_quantity(const Line& line) {
    const bool has_quantity = std::ranges::any_of(line.pieces, [&](const Piece& piece) {
      return piece.component == 2 && frames_.value(piece.scope, piece.slot);
    });
    note_fields(line, has_quantity);
    return has_quantity;
  }

  void note_fields(const Line& line, bool is_written) {
    for (const Piece& piece : line.pieces) {
      if (piece.role != Piece::Role::value || !frames_.value(piece.scope, piece.slot)) continue;
      if (is_written) {
        frames_.write(piece.scope, piece.slot);
      } else {
        frames_.postpone(piece.scope, piece.slot);
      }
    }
    if (is_written) return;
    for (const Line& below : line.lines) note_fields(below, false);
  }

  bool has_values(const Line& line) {
    return std::ranges::any_of(line.pieces, [&](const Piece& piece) {
      if (piece.role == Piece::Role::line_amount) return !computed(piece).empty();
      const bool is_value = piece.role == Piece::Role::value;
      return is_value &&
             (frames_.value(piece.scope, piece.slot) ||
              (piece.second != document::no_slot && frames_.value(piece.scope, piece.second)));
    });
  }

  bool write_segment(const Line& line) {
    bool has_value = false;
    std::vector<std::string> more;  // components for which the segment has no place
    const Piece* long_piece = nullptr;
    SegmentText segment(out_, line.tag);
    ++segments_;
    for (const Piece& piece : line.pieces) {
      if (piece.role != Piece::Role::value) {
        if (!is_meant(line, piece)) continue;
        const std::string text = computed(piece);
        segment.add(piece.element, piece.component, text);
        has_value = has_value || (piece.role == Piece::Role::line_amount && !text.empty());
      } else if (piece.second != document::no_slot) {
        has_value = write_name(piece, segment) || has_value;
      } else if (piece.is_domain) {
        write_domain(line, piece, segment);
      } else if (const View value = frames_.value(piece.scope, piece.slot)) {
        if (piece.count > 1) {
          has_value = write_long(piece, value, segment, more) || has_value;
          long_piece = &piece;
          if (!more.empty() && line.tag != "FTX") {
            more.clear();
            (void)lose(piece, piece.slot, LossReason::shortened);
          }
        } else {
          has_value = write_value(piece, value, segment) || has_value;
        }
      }
    }
    segment.end();
    while (!more.empty()) write_continued(line, *long_piece, more);
    return has_value;
  }

  // A constant that qualifies a value is left out with it: the one after a value, and each that a
  // reader does not need. The first element is always whole.
  bool is_meant(const Line& line, const Piece& constant) {
    if (constant.element == 1) return true;
    bool has_value = false;
    bool qualifies = false;
    for (const Piece& piece : line.pieces) {
      const bool is_beside = &piece != &constant && piece.element == constant.element;
      if (!is_beside) continue;
      if (piece.role == Piece::Role::value) {
        qualifies = qualifies || piece.component < constant.component ||
                    constant.role == Piece::Role::written_only;
        has_value = has_value || static_cast<bool>(frames_.value(piece.scope, piece.slot));
      } else if (piece.role == Piece::Role::parent_number) {
        qualifies = true;
        has_value = has_value || !computed(piece).empty();
      }
    }
    return has_value || !qualifies;
  }

  // A long text continues in a further segment.
  void write_continued(const Line& line, const Piece& long_piece, std::vector<std::string>& more) {
    SegmentText segment(out_, line.tag);
    ++segments_;
    for (const Piece& piece : line.pieces) {
      if (piece.role != Piece::Role::value) {
        segment.add(piece.element, piece.component, computed(piece));
      }
    }
    add_components(long_piece, more, segment);
    segment.end();
  }

  // Writes the first components of a text. The others are left in `parts`.
  bool write_long(const Piece& piece, const View& value, SegmentText& segment,
                  std::vector<std::string>& parts) {
    const std::string text = scalar_text(value);
    const bool has_lines = piece.has_lines;
    parts = components_of(text, piece.length, has_lines);
    std::string back = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) {
      append_component(back, parts[i], piece.length, has_lines);
    }
    if (text.empty() || !std::ranges::all_of(parts, is_printable)) {
      parts.clear();
      return lose(piece, piece.slot, LossReason::absent);
    }
    // Empty lines that fill a segment, at the beginning or at the end do not come back.
    const bool has_gap = text.contains(std::string(piece.count + std::size_t{1}, '\n'));
    if (back != text || has_gap || parts.front().empty() || parts.back().empty()) {
      lose(piece, piece.slot, LossReason::shortened);
    }
    add_components(piece, parts, segment);
    return true;
  }

  // Writes the first components, and removes them. A segment does not end with an empty one.
  static void add_components(const Piece& piece, std::vector<std::string>& parts,
                             SegmentText& segment) {
    std::size_t count = std::min<std::size_t>(piece.count, parts.size());
    while (count > 1 && parts[count - 1].empty()) --count;
    for (std::size_t i = 0; i < count; ++i) {
      segment.add(piece.element, piece.component + i, parts[i]);
    }
    parts.erase(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(count));
  }

  bool write_value(const Piece& piece, const View& value, SegmentText& segment) {
    const std::string text = scalar_text(value);
    if (piece.codes != nullptr) return write_code(piece, text, segment);
    switch (piece.field->value) {
      case ValueType::date:
      case ValueType::datetime: {
        const auto date = date_text(text, *mapping_.directory);
        if (!date) return lose(piece, piece.slot, LossReason::absent);
        if (!date->is_whole) lose(piece, piece.slot, LossReason::shortened);
        segment.add(piece.element, piece.component, date->text);
        segment.add(piece.element, piece.component + std::size_t{1}, date->format);
        return true;
      }
      case ValueType::number:
      case ValueType::integer: {
        const auto number = number_text(text, piece.length);
        if (!number) return lose(piece, piece.slot, LossReason::absent);
        segment.add(piece.element, piece.component, *number);
        return true;
      }
      default:
        return write_text(piece, text, segment);
    }
  }

  bool write_code(const Piece& piece, const std::string& text, SegmentText& segment) {
    const auto code = std::ranges::find(*piece.codes, text, &Code::ours);
    if (code == piece.codes->end()) return lose(piece, piece.slot, LossReason::no_counterpart);
    const std::string& theirs = code->theirs.front();
    segment.add(piece.element, piece.component, theirs == "-" ? std::string_view() : theirs);
    if (theirs == "-" && piece.field->need != document::Need::required) {
      return lose(piece, piece.slot, LossReason::absent);
    }
    return theirs != "-";
  }

  static bool fits(const Piece& piece, std::string_view text) {
    return !text.empty() && is_printable(text) && base::code_points(text) <= piece.length;
  }

  // The code of the one who gave a number is written with the number.
  void write_domain(const Line& line, const Piece& piece, SegmentText& segment) {
    if (!frames_.has(piece.scope)) return;
    const View domain = frames_.value(piece.scope, piece.slot);
    const bool has_number = std::ranges::any_of(line.pieces, [&](const Piece& other) {
      const bool is_number =
          other.role == Piece::Role::value && other.scope == piece.scope && !other.is_domain;
      const View number = is_number ? frames_.value(other.scope, other.slot) : View();
      return number && fits(other, scalar_text(number));
    });
    if (has_number) {
      const std::string text =
          domain ? scalar_text(domain) : std::string(piece.field->default_value);
      (void)write_code(piece, text, segment);
    } else if (domain) {
      (void)lose(piece, piece.slot, LossReason::absent);
    }
  }

  // Writes two fields with a blank between them. A reader parts them at the last blank.
  bool write_name(const Piece& piece, SegmentText& segment) {
    const auto text_of = [&](FieldSlot slot) {
      const View value = frames_.value(piece.scope, slot);
      return value ? scalar_text(value) : std::string();
    };
    const std::string first = text_of(piece.slot);
    const std::string last = text_of(piece.second);
    const std::string text = first.empty() || last.empty() ? first + last : first + ' ' + last;
    const bool is_written = fits(piece, text);
    const bool is_exact = is_written && !last.empty() && !last.contains(' ');
    const LossReason reason = is_written ? LossReason::shortened : LossReason::absent;
    for (const FieldSlot slot : {piece.slot, piece.second}) {
      if (!is_exact && frames_.value(piece.scope, slot)) (void)lose(piece, slot, reason);
    }
    if (is_written) segment.add(piece.element, piece.component, text);
    return is_written;
  }

  bool write_text(const Piece& piece, const std::string& text, SegmentText& segment) {
    if (fits(piece, text)) {
      segment.add(piece.element, piece.component, text);
      return true;
    }
    if (is_number_of_document(piece)) {
      forms::object(written_.objections, "edifact.length", frames_.path(piece.scope, piece.slot),
                    fmt::format("The form has place for {} characters in one line. Shorten the "
                                "value.",
                                piece.length));
      return false;
    }
    return lose(piece, piece.slot, LossReason::absent);
  }

  // A document without its number is of no use to its recipient.
  bool is_number_of_document(const Piece& piece) const {
    return piece.slot == mapping_.kind->number &&
           mapping_.scopes[piece.scope].slot == mapping_.kind->header &&
           mapping_.scopes[piece.scope].parent == 0;
  }

  bool lose(const Piece& piece, FieldSlot slot, LossReason reason) {
    written_.losses.push_back(
        {.path = "content." + frames_.path(piece.scope, slot), .reason = reason});
    return false;
  }

  std::string computed(const Piece& piece) {
    switch (piece.role) {
      case Piece::Role::own_number:
        return trees_[tree_of(piece.scope)].own;
      case Piece::Role::parent_number:
        return trees_[tree_of(piece.scope)].above;
      case Piece::Role::line_count:
        return std::to_string(line_count());
      case Piece::Role::group_number:
        return std::to_string(frames_.index(mapping_.scopes[piece.scope].parent) + 1);
      case Piece::Role::line_amount:
        return amounts_.of(frames_.element(piece.scope));
      case Piece::Role::function:
        return is_first_version() ? "9" : "5";
      default:
        return piece.texts.front();
    }
  }

  ScopeId tree_of(ScopeId scope) const {
    while (scope != 0 && !mapping_.scopes[scope].is_tree()) scope = mapping_.scopes[scope].parent;
    return scope;
  }

  std::size_t line_count() const {
    std::size_t count = 0;
    for (std::size_t at = out_.find("'LIN+"); at != std::string::npos;
         at = out_.find("'LIN+", at + 1)) {
      ++count;
    }
    return count;
  }

  bool is_first_version() const {
    const FieldSlot slot = mapping_.kind->version;
    if (slot == document::no_slot) return true;
    for (ScopeId id = 0; id < mapping_.scopes.size(); ++id) {
      const Scope& scope = mapping_.scopes[id];
      if (scope.parent != 0 || scope.slot != mapping_.kind->header) continue;
      const View version = frames_.value(id, slot);
      return !version || version.scalar() == "1" || version.scalar() == "0";
    }
    return true;
  }

  const Mapping& mapping_;
  const View& content_;
  Written& written_;
  Frames frames_;
  std::vector<Tree> trees_;
  std::string out_;
  std::size_t segments_ = 0;
  forms::LineAmounts amounts_{content_};
};

std::string document_number(const document::KindRow& kind, const View& content) {
  const View header = content.member(document::types()[kind.type].fields[kind.header].name);
  const View number = header.member(document::types()[kind.header_type].fields[kind.number].name);
  return number.is_text() ? number.text() : std::string();
}

}  // namespace

Written write(const Mapping& mapping, const View& content) {
  Written written;
  Writing writing(mapping, content, written);
  const std::string segments = writing.write();
  const EnvelopeHead head = head_of(mapping, content);
  written.text = enveloped(head, segments, writing.segment_count());
  written.interchange = head.reference;
  written.number = document_number(*mapping.kind, content);
  forms::shorten(written.objections);
  forms::shorten(written.losses);
  return written;
}

}  // namespace tradepost::edifact
