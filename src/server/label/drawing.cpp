#include "label/drawing.hpp"

#include <cairo-pdf.h>
#include <cairo.h>

#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "base/ground/check.hpp"

namespace tradepost::label {
namespace {

constexpr double points_per_mm = 72 / 25.4;

struct Gone {
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, Gone>;
using Cairo = std::unique_ptr<cairo_t, Gone>;

cairo_status_t append(void* text, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

base::Error no_memory() {
  return {base::ErrorCode::unavailable,
          base::CallerText("The label can't be drawn at the moment. Try again later.")};
}

void draw_text(cairo_t* cairo, const TextBox& text, Typesetter& typesetter) {
  typesetter.draw(cairo, text.text, text.weight, text.x, text.base_line, text.size);
}

// Draws a layout. One dot is one unit.
void draw(cairo_t* cairo, const Layout& layout, Typesetter& typesetter) {
  cairo_set_source_rgb(cairo, 0, 0, 0);
  for (const Box& rule : layout.rules) {
    cairo_rectangle(cairo, rule.x, rule.y, rule.width, rule.height);
  }
  for (const BarBox& bars : layout.bars) {
    const std::string_view modules = bars.modules;
    for (std::size_t at = modules.find('1'); at != std::string_view::npos;) {
      const std::size_t end = std::min(modules.find('0', at), modules.size());
      cairo_rectangle(cairo, bars.box.x + static_cast<int>(at) * bars.module, bars.box.y,
                      static_cast<int>(end - at) * bars.module, bars.box.height);
      at = modules.find('1', end);
    }
  }
  cairo_fill(cairo);
  for (const TextBox& text : layout.texts) draw_text(cairo, text, typesetter);
}

// The size of a page, and the positions of its labels, in millimetres.
struct Page {
  double width;
  double height;
  std::size_t columns;
  std::size_t rows;
};

Page page_for(const Layout& layout, Sheet sheet) {
  const Size size = layout.format.size;
  if (sheet == Sheet::none) return {width_mm(size), height_mm(size), 1, 1};
  return size == Size::a6 ? Page{210, 297, 2, 2} : Page{297, 210, 2, 1};
}

void draw_pages(cairo_surface_t* surface, std::span<const Layout> layouts, Sheet sheet,
                Typesetter& typesetter) {
  const Cairo cairo(cairo_create(surface));
  std::size_t on_page = 0;
  for (const Layout& layout : layouts) {
    const Page page = page_for(layout, sheet);
    if (on_page == page.columns * page.rows) {
      cairo_show_page(cairo.get());
      on_page = 0;
    }
    if (on_page == 0) {
      cairo_pdf_surface_set_size(surface, page.width * points_per_mm, page.height * points_per_mm);
    }
    const Size size = layout.format.size;
    cairo_save(cairo.get());
    cairo_scale(cairo.get(), points_per_mm, points_per_mm);
    cairo_translate(cairo.get(), static_cast<double>(on_page % page.columns) * width_mm(size),
                    static_cast<double>(on_page / page.columns) * height_mm(size));
    const double dots = dots_per_mm(layout.format.resolution);
    cairo_scale(cairo.get(), 1 / dots, 1 / dots);
    draw(cairo.get(), layout, typesetter);
    cairo_restore(cairo.get());
    ++on_page;
  }
  cairo_show_page(cairo.get());
}

}  // namespace

base::Result<std::string> pdf(std::span<const Layout> layouts, Sheet sheet,
                              Typesetter& typesetter) {
  CHECK(!layouts.empty());
  std::string bytes;
  const Surface surface(cairo_pdf_surface_create_for_stream(append, &bytes, 1, 1));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, "Transport labels");
  draw_pages(surface.get(), layouts, sheet, typesetter);
  cairo_surface_finish(surface.get());
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) {
    return base::refuse(no_memory());
  }
  return bytes;
}

base::Result<std::string> png(const Layout& layout, Typesetter& typesetter) {
  const Surface surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, layout.width, layout.height));
  const Cairo cairo(cairo_create(surface.get()));
  cairo_set_source_rgb(cairo.get(), 1, 1, 1);
  cairo_paint(cairo.get());
  draw(cairo.get(), layout, typesetter);
  std::string bytes;
  if (cairo_surface_write_to_png_stream(surface.get(), append, &bytes) != CAIRO_STATUS_SUCCESS) {
    return base::refuse(no_memory());
  }
  return bytes;
}

Picture picture_of(const TextBox& text, Typesetter& typesetter) {
  const Surface surface(
      cairo_image_surface_create(CAIRO_FORMAT_A8, text.box.width, text.box.height));
  {
    const Cairo cairo(cairo_create(surface.get()));
    cairo_translate(cairo.get(), -text.box.x, -text.box.y);
    draw_text(cairo.get(), text, typesetter);
  }
  cairo_surface_flush(surface.get());
  const int row_bytes = (text.box.width + 7) / 8;
  Picture picture{.row_bytes = row_bytes,
                  .bits = std::vector<std::uint8_t>(static_cast<std::size_t>(row_bytes) *
                                                    static_cast<std::size_t>(text.box.height))};
  const unsigned char* data = cairo_image_surface_get_data(surface.get());
  if (data == nullptr) return picture;
  const int stride = cairo_image_surface_get_stride(surface.get());
  for (int y = 0; y < text.box.height; ++y) {
    for (int x = 0; x < text.box.width; ++x) {
      if (data[y * stride + x] < 0x80) continue;
      picture.bits[static_cast<std::size_t>(y * row_bytes + x / 8)] |=
          static_cast<std::uint8_t>(0x80 >> (x % 8));
    }
  }
  return picture;
}

}  // namespace tradepost::label
