#include "api/handlers/label_file.hpp"

#include <utility>
#include <vector>

#include "base/ground/limits.hpp"
#include "document/json_reader.hpp"
#include "label/zpl.hpp"

namespace tradepost::api {
namespace {

using Labels = std::vector<label::Label>;

base::Error damaged_content() {
  return {base::ErrorCode::damaged, base::CallerText("The labels can't be created."),
          base::LogText("the content of a document with labels can't be read")};
}

base::Result<Labels> labels_in(const document::View& content, const LabelOrder& order) {
  Labels labels;
  if (order.places.size() == 1) {
    if (auto one = label::label_at(content, order.places[0], order.numbers)) {
      labels.push_back(*std::move(one));
    }
  } else {
    TRY_ASSIGN(labels, label::labels_of(content, order.numbers));
    // Drops labels of inner units if the document's kind has none.
    auto place = order.places.begin();
    std::erase_if(labels, [&](const label::Label& label) {
      const bool is_wanted = place != order.places.end() && label.place == *place;
      if (is_wanted) ++place;
      return !is_wanted;
    });
  }
  if (labels.size() != order.places.size()) return base::refuse(damaged_content());
  return labels;
}

void add(const std::vector<label::Warning>& more, std::vector<label::Warning>& all) {
  for (const label::Warning& one : more) {
    if (all.size() == base::limits::label_warnings_named_max) return;
    all.push_back(one);
  }
}

base::Result<std::string> drawn(const std::vector<label::Layout>& layouts, const LabelLook& look,
                                label::Typesetter& typesetter) {
  if (look.type == LabelFileType::zpl) return label::zpl(layouts, typesetter);
  if (look.type == LabelFileType::png) return label::png(layouts.front(), typesetter);
  return label::pdf(layouts, look.sheet, typesetter);
}

}  // namespace

base::Result<LabelFile> label_file(const LabelOrder& order, label::Typesetter& typesetter) {
  document::JsonReader reader(base::limits::body_bytes_max);
  const auto content = reader.read(order.content.view);
  if (!content) return base::refuse(damaged_content());
  TRY_ASSIGN(const Labels labels, labels_in(*content, order));
  std::vector<label::Layout> layouts;
  layouts.reserve(labels.size());
  LabelFile file;
  for (const label::Label& one : labels) {
    layouts.push_back(label::lay_out(one, order.look.format, typesetter));
    add(one.warnings, file.warnings);
    add(layouts.back().warnings, file.warnings);
  }
  TRY_ASSIGN(file.bytes, drawn(layouts, order.look, typesetter));
  return file;
}

}  // namespace tradepost::api
