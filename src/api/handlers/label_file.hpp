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

// How labels are to look. Two that are equal make equal files of the same labels.
struct LabelLook {
  LabelFileType type{};
  label::Format format;
  label::Sheet sheet = label::Sheet::none;
};

// A file of labels that is to be made.
struct LabelOrder {
  exchange::Bytes content;  // of a document whose kind has labels
  label::Numbers numbers;
  std::vector<std::string> places;  // of the units, one at least, in their order
  LabelLook look;
};

struct LabelFile {
  std::string bytes;
  std::vector<label::Warning> warnings;  // at most limits::label_warnings_named_max
};

// Fails as labels_of() does, and with `damaged` where the content is none. A picture is of the
// first label.
base::Result<LabelFile> label_file(const LabelOrder& order, label::Typesetter& typesetter);

}  // namespace tradepost::api
