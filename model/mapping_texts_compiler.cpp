// Writes the texts of model/edifact or model/ubl into a header: the structure of the messages or
// the elements, the blocks that mappings share, and the mapping of each kind.
//
//   mapping_texts_compiler model/edifact mapping_texts.hpp

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "model/generated_file.hpp"

namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const std::filesystem::path folder = arguments[1];
  const std::string module = folder.filename().string();
  std::string text = fmt::format(
      "// Compiled from model/{}.\n#pragma once\n\n#include <array>\n#include <string_view>\n"
      "#include <utility>\n\nnamespace tradepost::{} {{\n\n",
      module, module);
  const auto constant = [&](const std::string& name, const std::string& content) {
    text +=
        fmt::format("inline constexpr std::string_view {} = R\"map({})map\";\n\n", name, content);
  };
  std::set<std::filesystem::path> maps;
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(folder, error)) {
    if (file.path().extension() == ".map") maps.insert(file.path());
    if (file.path().extension() != ".txt") continue;
    constant(file.path().stem().string() + "_text", text_of(file.path()));
  }
  std::string rows;
  for (const std::filesystem::path& file : maps) {
    const std::string name = file.stem().string();
    constant(name + "_text", text_of(file));
    rows += fmt::format("    MappingText{{\"{}\", {}_text}},\n", name, name);
  }
  text += fmt::format(
      "using MappingText = std::pair<std::string_view, std::string_view>;\n"
      "inline constexpr std::array<MappingText, {}> mapping_texts = {{{{\n{}}}}};\n\n"
      "}}  // namespace tradepost::{}\n",
      maps.size(), rows, module);
  if (!tradepost::write_generated(arguments[2], text)) {
    std::fputs("mapping_texts_compiler: the header can't be written\n", stderr);
    return 1;
  }
}
