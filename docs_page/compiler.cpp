// Compiles files that the build has made into a table of the binary, in
// src/server/api/description/.
//
//   docs_page_compiler docs_pages    SOURCE FOLDER   every page of /docs by its path, uncompressed
//   docs_page_compiler docs_files    SOURCE FOLDER   the files that they load, compressed
//   docs_page_compiler console_files SOURCE FOLDER   the page of the console and its files
//
// A file that a page loads has a digest in its name.

#include <libdeflate.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/crypto/sha256.hpp"
#include "model/generated_file.hpp"

namespace {

struct Made {
  std::string name;
  std::string type;
  std::string tag;
  std::string bytes;
};

[[noreturn]] void stop(const std::string& why) {
  fmt::print(stderr, "docs_page: {}\n", why);
  std::exit(1);
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), {});
  if (!file || bytes.empty()) stop(fmt::format("can't read {}, or it is empty", path));
  return bytes;
}

std::string gzip_of(std::string_view bytes) {
  constexpr int smallest = 12;
  const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor(
      libdeflate_alloc_compressor(smallest), libdeflate_free_compressor);
  std::string coded(libdeflate_gzip_compress_bound(compressor.get(), bytes.size()), '\0');
  coded.resize(libdeflate_gzip_compress(compressor.get(), bytes.data(), bytes.size(), coded.data(),
                                        coded.size()));
  if (coded.empty()) stop("gzip found no room");
  return coded;
}

std::string zstd_of(std::string_view bytes) {
  std::string coded(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress(coded.data(), coded.size(), bytes.data(), bytes.size(), ZSTD_maxCLevel());
  if (ZSTD_isError(size) != 0) stop(fmt::format("zstd: {}", ZSTD_getErrorName(size)));
  coded.resize(size);
  return coded;
}

// As a string literal, which a compiler reads faster than any list of numbers.
std::string literal_of(std::string_view bytes) {
  constexpr std::size_t bytes_a_line = 100;
  std::string text = "\"";
  text.reserve(bytes.size() * 3);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i > 0 && i % bytes_a_line == 0) text += "\"\n\"";
    const char c = bytes[i];
    const bool is_plain = c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '?';
    if (is_plain) {
      text += c;
    } else {
      fmt::format_to(std::back_inserter(text), "\\{:03o}", static_cast<unsigned char>(c));
    }
  }
  return text + "\"";
}

std::string type_of(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> types = {{
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".webp", "image/webp"},
      {".woff2", "font/woff2"},
  }};
  for (const auto& [ending, type] : types) {
    if (path.ends_with(ending)) return std::string(type);
  }
  return "text/plain; charset=utf-8";
}

enum class Stored { plain, compressed };

// Pictures and typefaces are compressed by themselves.
Stored form_of(std::string_view path) {
  const bool is_plain =
      path.ends_with(".png") || path.ends_with(".webp") || path.ends_with(".woff2");
  return is_plain ? Stored::plain : Stored::compressed;
}

Made made_of(std::string name, const std::filesystem::path& path) {
  constexpr std::size_t digits = 16;
  std::string bytes = read_file(path.string());
  const std::string digest = tradepost::base::sha256(bytes).hex().substr(0, digits);
  return {.name = std::move(name),
          .type = type_of(path.string()),
          .tag = fmt::format("\"{}\"", digest),
          .bytes = std::move(bytes)};
}

std::string row_of(const Made& file, Stored stored) {
  const auto view = [](const std::string& bytes) {
    return fmt::format("{{{}, {}}}", literal_of(bytes), bytes.size());
  };
  const bool is_plain = stored == Stored::plain;
  return fmt::format(
      "{{.name = {},\n.type = {},\n.tag = {},\n.plain = {},\n.gzip = {},\n.zstd = {}}},\n",
      view(file.name), view(file.type), view(file.tag), view(file.bytes),
      view(is_plain ? "" : gzip_of(file.bytes)), view(is_plain ? "" : zstd_of(file.bytes)));
}

// `rows` are initializers of StoredFile.
void write_table(const std::string& path, std::string_view name, const std::string& rows) {
  const std::string source = fmt::format(
      "// Compiled from files that the build has made.\n#include "
      "\"api/description/{0}.hpp\"\n\n"
      "namespace tradepost::api {{\n\nnamespace {{\nconstexpr StoredFile all[] = {{\n{1}"
      "}};\n}}  // namespace\n\nstd::span<const StoredFile> {0}() {{ return all; }}\n\n"
      "}}  // namespace tradepost::api\n",
      name, rows);
  if (!tradepost::write_generated(path, source)) stop(fmt::format("can't write {}", path));
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return paths;
}

// FOLDER/guides/agent.html is guides/agent, and FOLDER/index.html has no name.
std::string rows_of_pages(const std::filesystem::path& folder) {
  std::string rows;
  for (const auto& path : files_in(folder)) {
    std::string name = path.lexically_relative(folder).replace_extension().generic_string();
    if (name == "index") name.clear();
    rows += row_of(made_of(name, path), Stored::plain);
  }
  return rows;
}

std::string rows_of_files(const std::filesystem::path& folder) {
  std::string rows;
  for (const auto& path : files_in(folder)) {
    const std::string name = path.filename().string();
    rows += row_of(made_of(name, path), form_of(name));
  }
  return rows;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) stop("usage: docs_page_compiler TABLE SOURCE FOLDER");
  const std::string table = arguments[1];
  const std::filesystem::path folder = arguments[3];
  std::string rows;
  if (table == "docs_pages") {
    rows = rows_of_pages(folder);
  } else if (table == "docs_files") {
    rows = rows_of_files(folder);
  } else if (table == "console_files") {
    rows = row_of(made_of("index.html", folder / "index.html"), Stored::compressed) +
           rows_of_files(folder / "console" / "assets");
  } else {
    stop(fmt::format("there is no table {}", table));
  }
  write_table(arguments[2], table, rows);
}
