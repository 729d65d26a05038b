#include "label/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>
#include <span>
#include <utility>

#include "label/symbols.hpp"

namespace tradepost::label {
namespace {

// The capitals of Liberation Sans Narrow are 0.72 of its size high. A line has room for an accent
// above a capital and for descenders.
constexpr double capitals = 0.72;
constexpr double line_above = 0.95;
constexpr double line_below = 0.23;
// A value of digits and capitals needs less height.
constexpr double data_above = 0.76;
constexpr double data_below = 0.22;
// The narrow fonts of printers may be a little wider.
constexpr double printer_reserve = 1.04;
constexpr double title_reserve = 1.15;

struct Measures {  // in millimetres
  double margin;
  double top;
  double bottom;
  double text;  // height of capitals
  double bars;
  double gap;                          // between parts, and between symbols
  std::array<double, 6> data_heights;  // of capitals, the best one first; the first three are large
};

constexpr Measures measures_of_a6 = {4, 3, 3, 3, 32, 1.6, {7, 6, 5, 4, 3.5, 3}};
constexpr Measures measures_of_a5 = {6, 5, 5, 4, 34, 2.5, {7, 6, 5, 4.5, 4, 3.5}};

constexpr double bars_to_text = 0.6;
constexpr double above_rule = 0.2;
constexpr double rule_thickness = 0.3;
constexpr double rule_height = above_rule + rule_thickness + 0.4;
constexpr double column_gap = 3;
constexpr double title_gap = 1;
// The sender's share of the width. The recipient's lines are read more often and get more.
constexpr double from_share = 0.45;
constexpr double smaller = 0.75;  // the smallest scale of a text before it is shortened
constexpr std::size_t large_heights = 3;

const Measures& measures_of(Size size) {
  return size == Size::a6 ? measures_of_a6 : measures_of_a5;
}

struct Span {
  double left;
  double right;
  double width() const { return right - left; }
};

enum class Align : std::uint8_t { left, centre, right };

// The arrangement of the data in rows, for one height of letters. Fields wrap as words do in lines.
struct DataPlan {
  struct Row {
    std::vector<const DataField*> fields;
    std::vector<double> widths;  // needed by each field
    double needed = 0;           // including the gaps
  };
  std::vector<Row> rows;
  double capitals_mm;
};

class Composing {
 public:
  Composing(const Label& label, Format format, Typesetter& typesetter)
      : label_(label),
        measures_(measures_of(format.size)),
        typesetter_(typesetter),
        dots_(dots_per_mm(format.resolution)) {
    layout_.format = format;
    layout_.width = dots(width_mm(format.size));
    layout_.height = dots(height_mm(format.size));
    whole_ = {measures_.margin, width_mm(format.size) - measures_.margin};
  }

  Layout done() && {
    write_bars();
    write_free_text();
    write_data();
    warn_of_boxes();
    return std::move(layout_);
  }

 private:
  int dots(double mm) const { return static_cast<int>(std::lround(mm * dots_)); }
  double text_size() const { return measures_.text / capitals; }
  double line_height() const { return text_size() * (line_above + line_below); }

  // Writes the symbols from the lowest one upwards, each with its line of text below the bars.
  void write_bars() {
    Symbols symbols = symbols_of(label_, layout_.format);
    layout_.warnings = std::move(symbols.warnings);
    bars_top_ = height_mm(layout_.format.size) - measures_.bottom;
    for (auto symbol = symbols.from_the_top.rbegin(); symbol != symbols.from_the_top.rend();
         ++symbol) {
      const double text_top = bars_top_ - line_height();
      const double top = text_top - bars_to_text - measures_.bars;
      write_bars_of(*symbol, top);
      write_readable(symbol->readable, text_top);
      bars_top_ = top - measures_.gap;
    }
    std::ranges::reverse(layout_.bars);
  }

  void write_bars_of(Symbol& symbol, double top) {
    const int width = static_cast<int>(symbol.modules.size()) * symbol.module;
    layout_.bars.push_back({.box = {.x = (layout_.width - width) / 2,
                                    .y = dots(top),
                                    .width = width,
                                    .height = static_cast<int>(std::ceil(measures_.bars * dots_))},
                            .module = symbol.module,
                            .modules = std::move(symbol.modules),
                            .field_data = std::move(symbol.field_data),
                            .symbology = symbol.data.symbology,
                            .elements = std::move(symbol.elements),
                            .text = std::move(symbol.data.text)});
  }

  // Writes the line below the bars. A long line is smaller but never shortened: the longest that
  // bars can hold is still 2 mm high.
  void write_readable(const std::string& text, double top) {
    const double width = typesetter_.extent(text, Weight::bold).width() * printer_reserve;
    put(text, Weight::bold, whole_, top,
        {.line = text_size(), .letters = std::min(text_size(), whole_.width() / width)}, line_above,
        line_below, Align::centre);
  }

  void write_free_text() {
    y_ = measures_.top;
    const double middle = whole_.left + whole_.width() * from_share;
    const Span from = {whole_.left, middle - column_gap / 2};
    const Span to = {middle + column_gap / 2, whole_.right};
    const double top = y_;
    put_title("FROM", from, top);
    put_title("TO", to, top);
    put_line(label_.unit, {to.left + title_width("TO") + column_gap, to.right}, top, Align::right);
    std::size_t lines = 0;
    for (const auto& [span, texts] : {std::pair(from, &label_.from), std::pair(to, &label_.to)}) {
      double line_top = top + line_height();
      for (const std::string& text : *texts) {
        put_line(text, span, line_top);
        line_top += line_height();
      }
      lines = std::max(lines, texts->size());
    }
    y_ = top + line_height() * static_cast<double>(1 + lines);
    write_pair({"ORDER", label_.order_number}, {"NOTICE", label_.notice_number}, 1);
    write_pair({"CARRIER", label_.carrier}, {"TRACKING", label_.tracking_number}, 0);
    write_rule();
  }

  // Writes two fields, each a title and a text, side by side. A field that is empty or needs less
  // than half of the line leaves its room to the other. If both are long, each gets a line,
  // provided that there is room for these and for `lines_after` more.
  void write_pair(const DataField& first, const DataField& second, int lines_after) {
    if (first.text.empty() && second.text.empty()) return;
    Span left = whole_;
    Span right = whole_;
    if (first.text.empty()) {
      left.right = left.left;
    } else if (!second.text.empty()) {
      const double room = whole_.width() - column_gap;
      const double of_first = line_width(first);
      const double of_second = line_width(second);
      if (of_first + of_second > room && has_room_for_lines(2 + lines_after)) {
        write_pair(first, {}, lines_after + 1);
        write_pair(second, {}, lines_after);
        return;
      }
      double share = room / 2;
      if (of_second > share) {
        share = std::min(share, std::max(of_first, room - of_second));
      } else if (of_first > share) {
        share = room - of_second;
      }
      left.right = left.left + share;
      right.left = left.right + column_gap;
    }
    write_line(first, left);
    write_line(second, right);
    y_ += line_height();
  }

  // Returns true if so many lines fit in addition to the data in their largest letters.
  bool has_room_for_lines(int count) const {
    std::vector<const DataField*> fields;
    for (const DataField& field : label_.data) fields.push_back(&field);
    const double data = height_of(plan_of(fields, measures_.data_heights[0]));
    return y_ + count * line_height() + rule_height + data <= bars_top_;
  }

  double title_width(const std::string& title) const {
    return typesetter_.extent(title, Weight::regular).width() * text_size() * title_reserve;
  }

  double line_width(const DataField& field) const {
    return title_width(field.title) + title_gap +
           typesetter_.extent(field.text, Weight::bold).width() * printer_reserve * text_size();
  }

  void write_line(const DataField& field, Span span) {
    if (field.text.empty()) return;
    put_title(field.title, span, y_);
    put_line(field.text, {span.left + title_width(field.title) + title_gap, span.right}, y_);
  }

  void write_rule() {
    layout_.rules.push_back({.x = dots(whole_.left),
                             .y = dots(y_ + above_rule),
                             .width = dots(whole_.width()),
                             .height = std::max(1, dots(rule_thickness))});
    y_ += rule_height;
  }

  // Writes all data in large letters, or without fields that are also elsewhere on the label. If
  // neither fits, writes all in the largest letters that fit. If not even the smallest fit, leaves
  // out the least important field.
  void write_data() {
    std::vector<const DataField*> all;
    std::vector<const DataField*> without_extras;
    for (const DataField& field : label_.data) {
      all.push_back(&field);
      if (field.importance != Importance::extra) without_extras.push_back(&field);
    }
    const std::span<const double> heights = measures_.data_heights;
    const auto large = heights.first(large_heights);
    if (write_fitting(all, large) || write_fitting(without_extras, large)) return;
    while (!all.empty() && !write_fitting(all, heights)) leave_out_one(all);
  }

  // Writes the fields in the first of these heights that fits. Returns false if none fits.
  bool write_fitting(const std::vector<const DataField*>& fields, std::span<const double> heights) {
    for (const double height : heights) {
      const DataPlan plan = plan_of(fields, height);
      if (y_ + height_of(plan) > bars_top_) continue;
      write_plan(plan);
      return true;
    }
    return false;
  }

  // Removes the last field of the least importance. The SSCC is the first field and is removed
  // last.
  void leave_out_one(std::vector<const DataField*>& fields) {
    auto gone = fields.end() - 1;
    for (auto field = fields.end() - 1; field != fields.begin(); --field) {
      if ((*field)->importance < (*gone)->importance) gone = field;
    }
    if ((*gone)->importance == Importance::only_here) {
      layout_.warnings.push_back(
          {"label.left_out", label_.path,
           fmt::format("There is no room for {} on a label of this size.", (*gone)->title)});
    }
    fields.erase(gone);
  }

  DataPlan plan_of(const std::vector<const DataField*>& fields, double capitals_mm) const {
    DataPlan plan{.rows = {}, .capitals_mm = capitals_mm};
    for (const DataField* field : fields) {
      const double width =
          std::min(whole_.width(), std::max(title_width(field->title),
                                            typesetter_.extent(field->text, Weight::bold).width() *
                                                printer_reserve * capitals_mm / capitals));
      if (plan.rows.empty() || plan.rows.back().needed + column_gap + width > whole_.width()) {
        plan.rows.emplace_back();
      }
      DataPlan::Row& row = plan.rows.back();
      row.needed += width + (row.fields.empty() ? 0 : column_gap);
      row.fields.push_back(field);
      row.widths.push_back(width);
    }
    return plan;
  }

  double row_height(double capitals_mm) const {
    return line_height() + capitals_mm / capitals * (data_above + data_below);
  }
  double height_of(const DataPlan& plan) const {
    return static_cast<double>(plan.rows.size()) * row_height(plan.capitals_mm);
  }

  void write_plan(const DataPlan& plan) {
    const double size = plan.capitals_mm / capitals;
    for (const DataPlan::Row& row : plan.rows) {
      // Uses columns of equal width if every field fits into its column.
      const auto count = static_cast<double>(row.fields.size());
      const double column = (whole_.width() - (count - 1) * column_gap) / count;
      const bool in_columns =
          std::ranges::all_of(row.widths, [&](double width) { return width <= column; });
      double left = whole_.left;
      for (std::size_t i = 0; i < row.fields.size(); ++i) {
        const double width = in_columns ? column : row.widths[i];
        put_title(row.fields[i]->title, {left, left + width}, y_);
        put_fitting(row.fields[i]->text, {left, left + width}, y_ + line_height(), size, data_above,
                    data_below, Align::left);
        left += width + column_gap;
      }
      y_ += row_height(plan.capitals_mm);
    }
  }

  void put_title(const std::string& title, Span span, double top) {
    put(title, Weight::regular, span, top, {.line = text_size(), .letters = text_size()},
        line_above, line_below, Align::left);
  }

  void put_line(const std::string& text, Span span, double top, Align align = Align::left) {
    put_fitting(text, span, top, text_size(), line_above, line_below, align);
  }

  // Writes a text in its span. A text that is too wide is made smaller and then shortened with an
  // ellipsis.
  void put_fitting(const std::string& text, Span span, double top, double size, double above,
                   double below, Align align) {
    if (text.empty() || span.width() <= 0) return;
    // Makes the text smaller first, because a shortened number is useless. It stays on its line.
    const double width = typesetter_.extent(text, Weight::bold).width() * printer_reserve;
    const double smallest = std::min(size, text_size() * smaller);
    const double fitting = std::clamp(span.width() / width, smallest, size);
    put(typesetter_.shortened(text, Weight::bold, span.width() / fitting / printer_reserve),
        Weight::bold, span, top, {.line = size, .letters = fitting}, above, below, align);
  }

  void warn_of_boxes() {
    if (boxes_.empty()) return;
    constexpr std::size_t named_max = 10;
    std::string named;
    for (const char32_t character : boxes_) {
      if (!named.empty()) named += ", ";
      if (named.size() > named_max * std::string_view("U+0000, ").size()) {
        named += "and others";
        break;
      }
      fmt::format_to(std::back_inserter(named), "U+{:04X}", static_cast<std::uint32_t>(character));
    }
    layout_.warnings.push_back(
        {"label.without_glyph", label_.path,
         fmt::format("No installed font has these characters: {}. Each is printed as a box.",
                     named)});
  }

  struct Sizes {
    double line;     // the size of the box and its base line
    double letters;  // the largest size of the letters
  };

  void put(const std::string& text, Weight weight, Span span, double top, Sizes sizes, double above,
           double below, Align align) {
    if (text.empty()) return;
    const auto boxes = typesetter_.without_glyph(text, weight);
    boxes_.insert(boxes.begin(), boxes.end());
    const Extent extent = typesetter_.extent(text, weight);
    // Characters that are higher than Latin ones are made smaller.
    const double size = std::min({sizes.letters, sizes.line * above / std::max(extent.above, above),
                                  sizes.line * below / std::max(extent.below, below)});
    const double width = extent.width() * size;
    double left = span.left;
    if (align == Align::centre) left += (span.width() - width) / 2;
    if (align == Align::right) left = span.right - width * printer_reserve;
    const int x = dots(left - extent.left * size);
    const int box_left = static_cast<int>(std::floor(x + extent.left * size * dots_));
    const int box_right = static_cast<int>(std::ceil(x + extent.right * size * dots_));
    layout_.texts.push_back(
        {.box = {.x = box_left,
                 .y = dots(top),
                 .width = box_right - box_left,
                 .height = dots(top + sizes.line * (above + below)) - dots(top)},
         .text = text,
         .weight = weight,
         .size = size * dots_,
         .x = x,
         .base_line = dots(top + sizes.line * above)});
  }

  const Label& label_;
  const Measures& measures_;
  Typesetter& typesetter_;
  double dots_;
  Layout layout_;
  Span whole_{};
  double y_ = 0;              // millimetres from the top; the part above is written
  double bars_top_ = 0;       // the part below is bars
  std::set<char32_t> boxes_;  // characters without a font
};

}  // namespace

double dots_per_mm(Resolution resolution) {
  return resolution == Resolution::dpi203 ? 8 : 300 / 25.4;
}

double width_mm(Size size) {
  return size == Size::a6 ? 105 : 148;
}

double height_mm(Size size) {
  return size == Size::a6 ? 148 : 210;
}

Layout lay_out(const Label& label, Format format, Typesetter& typesetter) {
  return Composing(label, format, typesetter).done();
}

}  // namespace tradepost::label
