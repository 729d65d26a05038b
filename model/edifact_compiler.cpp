// Writes the texts of model/edifact into a header: the directories of UN/EDIFACT, the blocks that
// mappings share, and the mapping of each kind.
//
//   edifact_compiler model/edifact mapping_texts.hpp

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
  std::string text =
      "// Compiled from model/edifact.\n#pragma once\n\n#include <array>\n#include <string_view>\n"
      "#include <utility>\n\nnamespace tradepost::edifact {\n\n";
  const auto constant = [&](const std::string& name, const std::string& content) {
    text +=
        fmt::format("inline constexpr std::string_view {} = R\"map({})map\";\n\n", name, content);
  };
  constant("directories_text", text_of(folder / "directories.txt"));
  std::set<std::filesystem::path> maps;
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(folder, error)) {
    if (file.path().extension() == ".map") maps.insert(file.path());
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
      "}}  // namespace tradepost::edifact\n",
      maps.size(), rows);
  if (!tradepost::write_generated(arguments[2], text)) {
    std::fputs("edifact_compiler: the header can't be written\n", stderr);
    return 1;
  }
}
