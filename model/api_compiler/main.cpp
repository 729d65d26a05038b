// Compiles the pieces of model/api into the description that the program serves as /openapi.json,
// into the tables by which it reads bodies and queries, and into the texts of the page about
// errors.
//
//   api_compiler model/api openapi_parts.hpp body_shapes.hpp error_texts.hpp
//
// An error in a piece (an unknown member, an undefined name, a duplicate operation, an example that
// is not JSON) ends the build with the file, the line and the reason.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "description.hpp"
#include "errors.hpp"
#include "json.hpp"
#include "model/generated_file.hpp"
#include "pieces.hpp"
#include "shapes.hpp"

namespace {

using api_compiler::Piece;

// Compilers accept literals of at least 64 KiB.
constexpr std::size_t literal_bytes_max = 32'000;

std::string row(std::string_view text, std::string_view insert = "nothing",
                std::string_view one = "") {
  return fmt::format("    Part{{R\"json({})json\", Insert::{}, R\"json({})json\"}},\n", text,
                     insert, one);
}

std::string parts_header(const std::vector<Piece>& pieces) {
  std::string rows;
  std::size_t count = 0;
  for (const Piece& piece : pieces) {
    std::string_view rest = piece.text;
    for (; rest.size() > literal_bytes_max; ++count) {
      std::size_t bytes = literal_bytes_max;
      while ((static_cast<unsigned char>(rest[bytes]) & 0xC0) == 0x80) --bytes;  // within a letter
      rows += row(rest.substr(0, bytes));
      rest.remove_prefix(bytes);
    }
    rows += piece.insert.empty() ? row(rest) : row(rest, piece.insert, piece.one);
    ++count;
  }
  return fmt::format(
      "// Compiled from model/api.\n#pragma once\n\n#include <array>\n#include <cstdint>\n#include "
      "<string_view>\n\nnamespace tradepost::api::description {{\n\n"
      "// The value that the program inserts after a part.\n"
      "enum class Insert : std::uint8_t {{\n  nothing,\n  error_codes,\n  detail_codes,\n  "
      "kinds,\n  "
      "schemas_of_documents,\n}};\n\n"
      "struct Part {{\n  std::string_view text;\n  Insert then;\n"
      "  std::string_view one;  // of kinds: the text for each\n}};\n\n"
      "inline constexpr std::array<Part, {}> parts = {{\n{}}};\n\n"
      "}}  // namespace tradepost::api::description\n",
      count, rows);
}

void write_file(const char* path, const std::string& text) {
  if (!tradepost::write_generated(path, text)) {
    api_compiler::stop({.file = path}, "this file can't be written");
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 5) {
    api_compiler::stop({.file = "usage"},
                       "api_compiler model/api openapi_parts.hpp body_shapes.hpp error_texts.hpp");
  }
  api_compiler::Pieces pieces(arguments[1]);
  const std::string errors = errors_header(pieces);
  const api_compiler::Json document = description_of(pieces);
  write_file(arguments[2], parts_header(written(document)));
  write_file(arguments[3], api_compiler::shapes_header(document));
  write_file(arguments[4], errors);
  return 0;
}
