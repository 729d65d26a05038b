#include "served/process.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "base/ground/check.hpp"
#include "served/binary.hpp"

namespace tradepost::served {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

Workplace::Workplace() {
  auto name = (fs::temp_directory_path() / "tradepost-workplace-XXXXXX").string();
  CHECK(mkdtemp(name.data()) != nullptr);
  folder_ = name;
  fs::create_directory(folder_ / "in");
}

Workplace::~Workplace() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Workplace::write(const std::string& path, std::string_view text) const {
  const auto file = folder_ / "in" / path;
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

Ended Workplace::tradepost(const std::string& words, std::string_view standard_input,
                           std::string_view by) const {
  std::ofstream(folder_ / "stdin", std::ios::binary) << standard_input;
  const auto command = fmt::format("cd '{0}/in' && {3} '{1}' {2} <../stdin >../stdout 2>../stderr",
                                   folder_.string(), binary(), words, by);
  const int status = std::system(command.c_str());
  return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .out = text_of(folder_ / "stdout"),
          .err = text_of(folder_ / "stderr")};
}

}  // namespace tradepost::served
