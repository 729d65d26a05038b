#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

// Other programs that read printed files: poppler turns a PDF into pixels and texts, zbar and zxing
// read bars.
namespace tradepost::labels {

// A temporary folder, removed with the object.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(std::string_view name) const { return folder_ / name; }
  void write(std::string_view name, std::string_view bytes) const;

 private:
  std::filesystem::path folder_;
};

struct Pixels {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> grey;

  bool is_black(int x, int y) const {
    return grey[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                static_cast<std::size_t>(x)] < 0x80;
  }
};

// Returns the paths of the pages' pictures, in order.
std::vector<std::string> rasterised(const std::string& pdf, std::string_view dots_per_inch);
Pixels pixels_of(const std::string& path);

// Returns the text of a PDF file in the order in which it was written.
std::string text_of(const std::string& pdf);

struct Decoded {
  std::string text;
  bool is_gs1;  // the reader's result, from the FNC1 after the start character

  auto operator<=>(const Decoded&) const = default;
};

void PrintTo(const Decoded& decoded, std::ostream* out);

// Return the symbols on each picture, sorted by their text.
std::vector<std::vector<Decoded>> read_by_zbar(const std::vector<std::string>& pictures);
std::vector<std::vector<Decoded>> read_by_zxing(const std::vector<std::string>& pictures);

}  // namespace tradepost::labels
