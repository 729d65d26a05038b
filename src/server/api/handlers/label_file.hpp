#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ground/result.hpp"
#include "exchange/model/model.hpp"
#include "label/drawing.hpp"
#include "label/label.hpp"
#include "label/layout.hpp"
#include "label/typesetter.hpp"

namespace tradepost::api {

enum class LabelFileType : std::uint8_t { zpl, pdf, png };

// The look of labels. Equal looks make equal files of the same labels.
struct LabelLook {
  LabelFileType type{};
  label::Format format;
  label::Sheet sheet = label::Sheet::none;
};

// The input of one file of labels.
struct LabelOrder {
  exchange::Bytes content;  // of a document whose kind has labels
  label::Numbers numbers;
  std::vector<std::string> places;  // of the units, at least one, in document order
  LabelLook look;
};

struct LabelFile {
  std::string bytes;
  std::vector<label::Warning> warnings;  // at most limits::label_warnings_named_max
};

// Fails like labels_of(), and with `damaged` if the content is unreadable. A picture shows the
// first label only.
base::Result<LabelFile> label_file(const LabelOrder& order, label::Typesetter& typesetter);

}  // namespace tradepost::api
