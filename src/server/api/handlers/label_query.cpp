#include "api/handlers/label_query.hpp"

#include "api/bodies/body_shapes.hpp"
#include "api/bodies/query.hpp"

namespace tradepost::api {

using label::Resolution;
using label::Size;

std::expected<LabelLook, std::vector<exchange::Finding>> label_look_of(const http::Target& target,
                                                                       LabelFileType type) {
  const bool is_pdf = type == LabelFileType::pdf;
  Query query(target, is_pdf ? shapes::get_labels_as_pdf : shapes::get_labels_as_zpl,
              Repeats::refused);
  LabelLook look{.type = type, .format = {}, .sheet = label::Sheet::none};
  look.format.size = query.text("size") == "A5" ? Size::a5 : Size::a6;
  look.format.resolution = query.text("dpi") == "300" ? Resolution::dpi300 : Resolution::dpi203;
  if (!is_pdf) {
    query.forbid("sheet", query_fault("sheet", "only_pdf", "sheet is only supported for PDF."));
  } else if (query.text("sheet")) {
    look.sheet = label::Sheet::a4;
  }
  if (query.has_faults()) return std::unexpected(query.faults());
  return look;
}

}  // namespace tradepost::api
