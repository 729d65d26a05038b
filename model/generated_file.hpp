#pragma once

#include <fstream>
#include <iterator>
#include <string>

namespace tradepost {

// Writes a file that the build generates. A file that has these bytes already keeps its time, so
// that a generator which was linked again does not recompile everything that includes its output.
// Returns false if the file can't be written.
[[nodiscard]] inline bool write_generated(const std::string& path, const std::string& text) {
  std::ifstream file(path, std::ios::binary);
  if (file && std::string{std::istreambuf_iterator<char>(file), {}} == text) return true;
  std::ofstream written(path, std::ios::binary);
  written << text;
  return static_cast<bool>(written.flush());
}

}  // namespace tradepost
