#include "labels/readers.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <ostream>
#include <sstream>

#include <fmt/format.h>

#include "base/ground/check.hpp"

namespace tradepost::labels {
namespace {

namespace fs = std::filesystem;

std::string output_of(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  CHECK(pipe != nullptr);
  std::string out;
  char buffer[4096];
  for (std::size_t count; (count = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    out.append(buffer, count);
  }
  pclose(pipe);
  return out;
}

std::string all_of(const std::vector<std::string>& paths) {
  std::string words;
  for (const std::string& path : paths) words += fmt::format(" '{}'", path);
  return words;
}

std::vector<std::vector<Decoded>> in_order(const std::vector<std::string>& pictures,
                                           std::map<std::string, std::vector<Decoded>> found) {
  std::vector<std::vector<Decoded>> all;
  for (const std::string& picture : pictures) {
    all.push_back(std::move(found[picture]));
    std::ranges::sort(all.back());
  }
  return all;
}

std::string between(std::string_view text, std::string_view begin, std::string_view end) {
  const auto from = text.find(begin);
  if (from == std::string_view::npos) return {};
  const auto start = from + begin.size();
  return std::string(text.substr(start, text.find(end, start) - start));
}

// Decodes base64, which zbar writes for data with separators.
std::string from_base64(std::string_view text) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const auto value = digits.find(c);
    if (value == std::string_view::npos) continue;
    bits = bits << 6 | static_cast<unsigned>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  return bytes;
}

std::string from_hex(const std::string& hex) {
  std::istringstream words(hex);
  std::string bytes;
  for (std::string word; words >> word;) {
    unsigned value = 0;
    std::from_chars(word.data(), word.data() + word.size(), value, 16);
    bytes += static_cast<char>(value);
  }
  return bytes;
}

}  // namespace

void PrintTo(const Decoded& decoded, std::ostream* out) {
  *out << (decoded.is_gs1 ? "]C1" : "]C0");
  for (const char c : decoded.text) {
    if (c == '\x1d') {
      *out << "<GS>";
    } else {
      *out << c;
    }
  }
}

Folder::Folder() {
  auto name = (fs::temp_directory_path() / "tradepost-labels-XXXXXX").string();
  CHECK(mkdtemp(name.data()) != nullptr);
  folder_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Folder::write(std::string_view name, std::string_view bytes) const {
  std::ofstream(path(name), std::ios::binary) << bytes;
}

std::vector<std::string> rasterised(const std::string& pdf, std::string_view dots_per_inch) {
  const std::string stem = fmt::format("{}-{}", pdf, dots_per_inch);
  output_of(fmt::format("pdftoppm -gray -r {} '{}' '{}'", dots_per_inch, pdf, stem));
  std::vector<std::string> pages;
  for (const auto& entry : fs::directory_iterator(fs::path(pdf).parent_path())) {
    if (entry.path().string().starts_with(stem + "-")) pages.push_back(entry.path());
  }
  std::ranges::sort(pages);  // pdftoppm pads page numbers with zeros
  return pages;
}

std::string text_of(const std::string& pdf) {
  return output_of(fmt::format("pdftotext -raw '{}' -", pdf));
}

Pixels pixels_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string magic;
  int brightest = 0;
  Pixels pixels;
  file >> magic >> pixels.width >> pixels.height >> brightest;
  CHECK(magic == "P5" && brightest == 255);
  file.get();
  pixels.grey.resize(static_cast<std::size_t>(pixels.width) *
                     static_cast<std::size_t>(pixels.height));
  file.read(reinterpret_cast<char*>(pixels.grey.data()),
            static_cast<std::streamsize>(pixels.grey.size()));
  CHECK(file.good());
  return pixels;
}

// The output has the form <source href='…'> … <symbol type='CODE-128' …
// modifiers='GS1'><data><![CDATA[…]]></data>.
std::vector<std::vector<Decoded>> read_by_zbar(const std::vector<std::string>& pictures) {
  // The strokes of a text may look by chance like a start, a check digit and a stop: a symbol
  // without data. Only symbols with data count.
  const std::string xml =
      output_of("zbarimg -q --nodbus --xml -Sdisable -Scode128.enable -Scode128.min-length=1" +
                all_of(pictures));
  std::map<std::string, std::vector<Decoded>> found;
  constexpr std::string_view source = "<source href='";
  for (auto at = xml.find(source); at != std::string::npos;) {
    const auto end = std::min(xml.find(source, at + 1), xml.size());
    const std::string_view part = std::string_view(xml).substr(at, end - at);
    auto& decoded = found[between(part, source, "'")];
    for (auto symbol = part.find("<symbol "); symbol != std::string_view::npos;
         symbol = part.find("<symbol ", symbol + 1)) {
      const std::string_view rest = part.substr(symbol);
      const auto head = rest.substr(0, rest.find("<![CDATA["));
      std::string text = between(rest, "<![CDATA[", "]]></data>");
      if (head.find("base64") != std::string_view::npos) text = from_base64(text);
      decoded.push_back({std::move(text), head.find("GS1") != std::string_view::npos});
    }
    at = end == xml.size() ? std::string::npos : end;
  }
  return in_order(pictures, std::move(found));
}

std::vector<std::vector<Decoded>> read_by_zxing(const std::vector<std::string>& pictures) {
  // Without -noscale, this version compares its results at several scales, and aborts if these are
  // two symbols with one line each. It prints no name for a single picture.
  std::istringstream lines(
      output_of("ZXingReader -noscale -norotate -format Code128" + all_of(pictures)));
  std::map<std::string, std::vector<Decoded>> found;
  std::string file = pictures.empty() ? std::string() : pictures[0];
  std::string bytes;
  for (std::string line; std::getline(lines, line);) {
    const auto value = [&] { return line.substr(std::min<std::size_t>(12, line.size())); };
    if (line.starts_with("File:")) file = value();
    if (line.starts_with("Bytes:")) bytes = from_hex(value());
    if (line.starts_with("Identifier:")) found[file].push_back({bytes, value() == "]C1"});
  }
  return in_order(pictures, std::move(found));
}

}  // namespace tradepost::labels
