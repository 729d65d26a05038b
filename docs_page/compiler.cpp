// Compiles the files of /docs into the table of src/api/description/docs_files.hpp, and those of
// the console into that of console_files.hpp.
//
//   docs_page_compiler docs_files.cpp docs.html FILE…
//   docs_page_compiler --bundle console_files.cpp FOLDER
//
// Each FILE gets a name with its digest in it. Where {FILE's name} stands in docs.html, that name
// is put. A name that is in the page and no file, or the other way round, ends the build. The files
// of a bundle have such names already, and their page has them.

#include <libdeflate.h>
#include <zstd.h>

#include <algorithm>
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
  std::string text;
  text.reserve(bytes.size() * 3);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i % bytes_a_line == 0) text += i == 0 ? "\"" : "\"\n\"";
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
  std::string_view type = "text/plain";
  if (path.ends_with(".html")) type = "text/html";
  if (path.ends_with(".css")) type = "text/css";
  if (path.ends_with(".js")) type = "text/javascript";
  return fmt::format("{}; charset=utf-8", type);
}

std::string name_of(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

// `docs.js` with the digest 0123… is docs.0123….js.
std::string with_digest(const std::string& name, std::string_view digest) {
  const auto dot = std::min(name.rfind('.'), name.size());
  return fmt::format("{}.{}{}", name.substr(0, dot), digest, name.substr(dot));
}

Made made_of(const std::string& path, std::string bytes) {
  constexpr std::size_t digits = 16;
  const std::string digest = tradepost::base::sha256(bytes).hex().substr(0, digits);
  return {.name = with_digest(name_of(path), digest),
          .type = type_of(path),
          .tag = fmt::format("\"{}\"", digest),
          .bytes = std::move(bytes)};
}

void put_name(std::string& page, const std::string& place, const std::string& name) {
  const auto at = page.find(place);
  if (at == std::string::npos) stop(fmt::format("the page has no {}", place));
  page.replace(at, place.size(), name);
}

std::string row_of(const Made& file) {
  const auto view = [](const std::string& bytes) {
    return fmt::format("{{{}, {}}}", literal_of(bytes), bytes.size());
  };
  return fmt::format(
      "{{.name = {},\n.type = {},\n.tag = {},\n.plain = {},\n.gzip = {},\n.zstd = {}}},\n",
      view(file.name), view(file.type), view(file.tag), view(file.bytes), view(gzip_of(file.bytes)),
      view(zstd_of(file.bytes)));
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

int compile_docs(const std::vector<std::string>& arguments) {
  if (arguments.size() < 2) stop("usage: docs_page_compiler docs_files.cpp docs.html FILE…");
  std::string page = read_file(arguments[1]);
  std::string rows;
  for (std::size_t i = 2; i < arguments.size(); ++i) {
    const Made file = made_of(arguments[i], read_file(arguments[i]));
    put_name(page, fmt::format("{{{}}}", name_of(arguments[i])), file.name);
    rows += row_of(file);
  }
  if (page.contains('{')) stop("the page names a file that is not there");
  write_table(arguments[0], "docs_files", row_of(made_of(arguments[1], page)) + rows);
  return 0;
}

int compile_bundle(const std::vector<std::string>& arguments) {
  if (arguments.size() != 2) stop("usage: docs_page_compiler --bundle console_files.cpp FOLDER");
  const std::string page_path = arguments[1] + "/index.html";
  const std::string page = read_file(page_path);
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(arguments[1] + "/console/assets")) {
    paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  std::string rows = row_of(made_of(page_path, page));
  for (const std::string& path : paths) {
    Made file = made_of(path, read_file(path));
    file.name = name_of(path);
    rows += row_of(file);
  }
  write_table(arguments[0], "console_files", rows);
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.empty() || words.front() != "--bundle") return compile_docs(words);
  words.erase(words.begin());
  return compile_bundle(words);
}
