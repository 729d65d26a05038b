#include "paper/pdf.hpp"

#include <cairo-pdf.h>
#include <cairo.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "document/amounts/amounts.hpp"
#include "paper/sheet.hpp"
#include "paper/typeset.hpp"

namespace tradepost::paper {
namespace {

// In points, of which an inch has 72.
constexpr double page_width = 595.28;
constexpr double page_height = 841.89;
constexpr double left = 45;
constexpr double right = page_width - 40;
constexpr double top = 42;
constexpr double bottom = page_height - 54;
constexpr double between_columns = 8;
constexpr double between_parts = 14;
constexpr double of_depth = 10;
constexpr double of_carried = 16;
constexpr double light = 0.7;  // the shade of a rule between lines

constexpr std::size_t parties_in_a_row = 3;
constexpr std::size_t facts_in_a_row = 2;
constexpr std::size_t short_fact = 45;  // bytes of one that shares its row

struct Destroy {
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
};
using Cairo = std::unique_ptr<cairo_t, Destroy>;

using Texts = std::vector<TypesetText>;

class PdfSheet final : public Sheet {
 public:
  // Without a context, the sheet only counts its pages.
  PdfSheet(const Words& words, Typesetter& typesetter, cairo_t* cairo, int pages)
      : words_(words), typesetter_(typesetter), cairo_(cairo), pages_(pages) {}

  int finish() {
    end_page();
    return page_;
  }

  void title(const Title& title) override {
    name_ = std::string(title.kind) + (title.number.empty() ? "" : " " + title.number);
    if (cairo_ != nullptr) describe(title);
    Texts texts;
    constexpr double of_date = 130;
    texts.push_back(typesetter_.set(name_, Face::title, left, right - left - of_date));
    texts.push_back(
        typesetter_.set(title.date, Face::bold, right - of_date, of_date, Align::right));
    flow(texts);
    y_ += 4;
    rule(1.2);
    y_ += between_parts;
  }

  void parties(std::span<const PartyText> parties) override {
    constexpr double width = (right - left + between_columns) / parties_in_a_row;
    for (std::size_t at = 0; at < parties.size(); at += parties_in_a_row) {
      Texts texts;
      for (std::size_t i = at; i < std::min(parties.size(), at + parties_in_a_row); ++i) {
        const double x = left + static_cast<double>(i - at) * width;
        texts.push_back(typesetter_.set_party(parties[i], x, width - between_columns));
      }
      flow(texts);
      y_ += between_parts;
    }
  }

  void facts(std::span<const Fact> facts) override {
    write(facts, left);
    y_ += between_parts;
  }

  void unit(int depth, std::span<const Fact> facts) override {
    write(facts, left + depth * of_depth);
    y_ += between_parts / 2;
  }

  void begin_lines(std::span<const Column> columns, bool has_amounts) override {
    set_columns(columns);
    if (has_amounts) carried_ = base::Decimal();
    is_in_lines_ = true;
    need(60);
    write_head();
  }

  void line(const LineText& line) override {
    Texts texts;
    for (std::size_t i = 0; i < line.cells.size(); ++i) {
      const PlacedColumn& column = columns_[i];
      const double indent = column.is_article ? line.depth * of_depth : 0;
      texts.push_back(typesetter_.set(line.cells[i], Face::cell, column.x + indent,
                                      column.width - indent, column.align));
    }
    flow(texts);
    if (!line.details.empty()) {
      const double x = columns_[article_].x + line.depth * of_depth;
      Texts details;
      details.push_back(typesetter_.set(line.details, Face::small, x, right - x));
      flow(details);
    }
    if (carried_ && line.amount) carried_ = document::sum(*carried_, *line.amount);
    y_ += 2;
    rule(0.3, light);
    y_ += 2;
  }

  void end_lines() override {
    is_in_lines_ = false;
    carried_.reset();
    y_ += between_parts;
  }

  void sums(std::span<const Sum> sums) override {
    constexpr double of_value = 110;
    constexpr double of_label = 240;
    constexpr double height = 14;
    need(height * static_cast<double>(std::min<std::size_t>(sums.size(), 30)));
    for (const Sum& sum : sums) {
      const Face face = sum.is_last ? Face::bold : Face::regular;
      const double x = right - of_value - of_label;
      Texts texts;
      texts.push_back(
          typesetter_.set(sum.label, face, x, of_label - between_columns, Align::right));
      texts.push_back(typesetter_.set(sum.value, face, right - of_value, of_value, Align::right));
      flow(texts);
      y_ += 3;
    }
    y_ += between_parts;
  }

 private:
  struct PlacedColumn {
    std::string title;
    Align align;
    double x;
    double width;
    bool is_article;
  };

  double limit() const { return carried_ ? bottom - of_carried : bottom; }

  void describe(const Title& title) const {
    cairo_surface_t* const surface = cairo_get_target(cairo_);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, name_.c_str());
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "tradepost");
    const std::string made = title.day.empty() ? "1970-01-01" : title.day;
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                   (made + "T00:00:00Z").c_str());
  }

  // Writes texts next to each other. They continue on the next page.
  void flow(Texts& texts) {
    double height = 0;
    for (const TypesetText& text : texts) height = std::max(height, text.height());
    if (height <= limit() - top) need(height);
    for (bool must = false;; must = true) {
      double drawn = 0;
      bool has_more = false;
      for (TypesetText& text : texts) {
        drawn = std::max(drawn, text.draw(cairo_, y_, limit() - y_, must));
        has_more = has_more || text.has_lines();
      }
      y_ += drawn;
      if (!has_more) return;
      next_page();
    }
  }

  void need(double height) {
    if (y_ + height > limit() && y_ > top) next_page();
  }

  void next_page() {
    if (is_in_lines_) write_carried();
    end_page();
    ++page_;
    y_ = top;
    write_one(name_, Face::small, left, right - left, Align::left);
    y_ += between_parts / 2;
    if (!is_in_lines_) return;
    write_head();
    write_carried();
  }

  void end_page() {
    const double y = std::exchange(y_, bottom + 18);
    std::string text = filled(words_.sentence("page"), "page", std::to_string(page_));
    text = filled(text, "pages", std::to_string(pages_));
    write_one(text, Face::small, left, right - left, Align::right);
    y_ = y;
    if (cairo_ != nullptr) cairo_show_page(cairo_);
  }

  // Writes a text that fits on the page.
  void write_one(const std::string& text, Face face, double x, double width, Align align) {
    TypesetText set = typesetter_.set(text, face, x, width, align);
    y_ += set.draw(cairo_, y_, page_height, true);
  }

  void write(std::span<const Fact> facts, double x) {
    for (std::size_t at = 0; at < facts.size();) {
      std::size_t count = 1;
      while (count < facts_in_a_row && at + count < facts.size() && is_short(facts[at]) &&
             is_short(facts[at + count])) {
        ++count;
      }
      write_row(facts.subspan(at, count), x, is_short(facts[at]) ? facts_in_a_row : 1);
      at += count;
    }
  }

  static bool is_short(const Fact& fact) {
    return fact.value.size() <= short_fact && fact.value.find('\n') == std::string::npos;
  }

  void write_row(std::span<const Fact> facts, double x, std::size_t places) {
    const double width = (right - x + between_columns) / static_cast<double>(places);
    constexpr double of_label = 105;
    Texts texts;
    for (const Fact& fact : facts) {
      texts.push_back(typesetter_.set(fact.label, Face::small, x, of_label - between_columns));
      texts.push_back(typesetter_.set(fact.value, Face::regular, x + of_label,
                                      width - of_label - between_columns));
      x += width;
    }
    flow(texts);
    y_ += 3;
  }

  // The columns of numbers are as wide as their values, and the article has the rest.
  void set_columns(std::span<const Column> columns) {
    constexpr double of_character = 5.2;
    constexpr double of_title_character = 4.3;
    constexpr double least = 28;
    constexpr double most = 82;
    constexpr double least_of_article = 130;
    columns_.clear();
    article_ = 0;
    double taken = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const bool is_article = columns[i].bytes == 0;
      if (is_article) article_ = i;
      const auto characters = static_cast<double>(columns[i].bytes + columns[i].bytes / 3);
      const double of_title = longest_word(columns[i].title) * of_title_character;
      const double width =
          is_article ? 0 : std::clamp(std::max(characters * of_character, of_title), least, most);
      columns_.push_back({columns[i].title, columns[i].align, 0, width, is_article});
      taken += width + (is_article ? 0 : between_columns);
    }
    const bool has_article = std::ranges::any_of(columns_, &PlacedColumn::is_article);
    const double room = right - left - (has_article ? least_of_article : 0);
    const double scale = taken > room ? room / taken : 1;
    double x = left;
    for (PlacedColumn& column : columns_) {
      column.x = x;
      column.width = column.is_article ? right - left - taken * scale
                                       : (column.width + between_columns) * scale - between_columns;
      x += column.width + between_columns;
    }
  }

  static double longest_word(std::string_view title) {
    std::size_t longest = 0;
    for (std::size_t at = 0; at < title.size();) {
      const std::size_t end = std::min(title.find(' ', at), title.size());
      longest = std::max(longest, end - at);
      at = end + 1;
    }
    return static_cast<double>(longest);
  }

  void write_head() {
    Texts texts;
    for (const PlacedColumn& column : columns_) {
      texts.push_back(
          typesetter_.set(column.title, Face::small, column.x, column.width, column.align));
    }
    double height = 0;
    for (TypesetText& text : texts)
      height = std::max(height, text.draw(cairo_, y_, page_height, true));
    y_ += height + 2;
    rule(0.8);
    y_ += 3;
  }

  // Writes the sum of the amounts so far, at the end of a page and at the begin of the next one.
  void write_carried() {
    if (!carried_) return;
    const std::string sum = words_.number(carried_->to_string());
    const double y = y_;
    write_one(std::string(words_.sentence("carried")), Face::bold, columns_[article_].x,
              columns_[article_].width, Align::left);
    const double after = std::exchange(y_, y);
    write_one(sum, Face::bold, right - 110, 110, Align::right);
    y_ = after + 3;
  }

  void rule(double width, double shade = 0) {
    if (cairo_ == nullptr) return;
    cairo_set_source_rgb(cairo_, shade, shade, shade);
    cairo_set_line_width(cairo_, width);
    cairo_move_to(cairo_, left, y_);
    cairo_line_to(cairo_, right, y_);
    cairo_stroke(cairo_);
    cairo_set_source_rgb(cairo_, 0, 0, 0);
  }

  const Words& words_;
  Typesetter& typesetter_;
  cairo_t* cairo_;
  int pages_;
  std::string name_;
  double y_ = top;
  int page_ = 1;
  bool is_in_lines_ = false;
  std::vector<PlacedColumn> columns_;
  std::size_t article_ = 0;
  std::optional<base::Decimal> carried_;  // the sum of the amounts of a table so far
};

cairo_status_t append(void* file, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(file)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

base::Result<std::string> pdf_of(const document::KindRow& kind, const document::View& content,
                                 const Words& words, Typesetter& typesetter) {
  PdfSheet counted(words, typesetter, nullptr, 1);
  write_document(kind, content, words, counted);
  const int pages = counted.finish();

  std::string file;
  cairo_surface_t* const surface =
      cairo_pdf_surface_create_for_stream(append, &file, page_width, page_height);
  const Cairo cairo(cairo_create(surface));
  cairo_surface_destroy(surface);  // the context owns it
  PdfSheet drawn(words, typesetter, cairo.get(), pages);
  write_document(kind, content, words, drawn);
  drawn.finish();
  cairo_surface_finish(surface);
  if (cairo_status(cairo.get()) != CAIRO_STATUS_SUCCESS ||
      cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS) {
    return base::refuse(
        base::Error(base::ErrorCode::unavailable, base::CallerText("The PDF file can't be made."),
                    base::LogText(cairo_status_to_string(cairo_status(cairo.get())))));
  }
  return file;
}

}  // namespace tradepost::paper
