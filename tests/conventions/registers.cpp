#include "conventions/registers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <regex>

namespace tradepost::conventions {

std::set<std::string> compiled_in(const File& compile_commands, const std::string& top) {
  static const std::regex grammar(R"re(^\s*"file":\s*"([^"]+)".*)re");
  std::set<std::string> compiled;
  for (const std::string& line : compile_commands.lines) {
    std::smatch parts;
    if (!std::regex_match(line, parts, grammar)) continue;
    const std::string path = parts[1];
    if (path.starts_with(top + "/")) compiled.insert(path.substr(top.size() + 1));
  }
  return compiled;
}

std::set<std::string> compiled_in_batch(const File& batch) {
  std::set<std::string> compiled;
  for (const std::string& line : batch.lines) {
    const auto quoted = parted(line, '"');
    if (quoted.size() == 3 && quoted[0] == "#include") compiled.insert(quoted[1]);
  }
  return compiled;
}

std::vector<Finding> faults_of_build(const std::vector<File>& files,
                                     const std::set<std::string>& compiled) {
  std::vector<Finding> findings;
  for (const File& file : files) {
    if (!file.path.ends_with(".cpp") || compiled.contains(file.path)) continue;
    findings.push_back({file.path, 0, "is in no target: nothing compiles it"});
  }
  return findings;
}

std::vector<Finding> faults_of_folders(const std::vector<File>& files) {
  std::map<std::string, std::size_t> counts;
  for (const File& file : files) {
    const bool is_test = file.path.contains("_test.") || file.path.contains("/test_");
    if (!is_cpp(file) || !file.path.starts_with("src/") || is_test) continue;
    ++counts[file.path.substr(0, file.path.rfind('/'))];
  }
  std::vector<Finding> findings;
  for (const auto& [folder, count] : counts) {
    if (count <= sources_in_a_folder_max) continue;
    findings.push_back({folder, 0,
                        fmt::format("has {} sources, and {} at most are easy to see: give it parts",
                                    count, sources_in_a_folder_max)});
  }
  return findings;
}

namespace {

// Where the name of a suite's folder begins: tests/conventions/ and tests/runner/ are in no group.
std::size_t end_of_group(std::string_view path) {
  for (const std::string_view group :
       {"tests/rooms/", "tests/black_box/", "tests/scripts/", "tests/support/"}) {
    if (path.starts_with(group)) return group.size();
  }
  return std::string_view("tests/").size();
}

bool is_named_by_the_runner(std::string_view folder) {
  return folder.find('/') != folder.rfind('/') || folder == "tests/conventions" ||
         folder == "tests/runner";
}

}  // namespace

std::vector<Finding> faults_of_suites(const std::vector<File>& files) {
  std::map<std::string, bool> is_suite;  // folders of tests/
  std::vector<Finding> findings;
  for (const File& file : files) {
    const bool is_script = !file.lines.empty() && file.lines[0].starts_with("#!");
    if (is_script && !file.is_executable)
      findings.push_back({file.path, 0, "can't be run: chmod +x"});

    if (!file.path.starts_with("tests/")) continue;
    const std::size_t slash = file.path.find('/', end_of_group(file.path));
    if (slash == std::string::npos) continue;
    const std::string name = file.path.substr(slash + 1);
    is_suite[file.path.substr(0, slash)] |=
        name == "suite" || name == "long_suite" || name.ends_with(".cpp");
  }
  for (const auto& [folder, is] : is_suite) {
    if (!is) findings.push_back({folder, 0, "is no suite: ./test runs nothing of it"});
    if (!is_named_by_the_runner(folder)) {
      findings.push_back({folder, 0, "is in no group: rooms, black_box, scripts or support"});
    }
  }
  return findings;
}

std::vector<Finding> faults_of_generated(const std::vector<File>& files,
                                         const std::set<std::string>& generated) {
  constexpr std::array<std::string_view, 7> products = {"*compile_commands.json",
                                                        "*CMakeCache.txt",
                                                        "*node_modules/*",
                                                        "*.o",
                                                        "*.a",
                                                        "*.orig",
                                                        "*.log"};
  std::vector<Finding> findings;
  for (const File& file : files) {
    const bool is_product =
        std::ranges::any_of(products, [&](auto glob) { return glob_matches(glob, file.path); });
    const bool is_generated = std::ranges::any_of(generated, [&](const std::string& path) {
      return file.path == path || file.path.ends_with("/" + path);
    });
    if (is_product || is_generated)
      findings.push_back({file.path, 0, "is made by the build; keep it out of git"});
  }
  return findings;
}

std::vector<Finding> faults_of_packages(const File& packages, const File& page) {
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < packages.lines.size(); ++i) {
    static const std::regex grammar(R"(^(\w+)\s+(\S+)\s+(\S.*)$)");
    std::smatch parts;
    const std::string& line = packages.lines[i];
    if (line.starts_with("#") || !std::regex_match(line, parts, grammar)) continue;
    const std::string name = fmt::format("`{}`", parts[2].str());
    const bool named =
        std::ranges::any_of(page.lines, [&](const auto& text) { return text.contains(name); });
    if (!named)
      findings.push_back({packages.path, i + 1, fmt::format("{} is not on {}", name, page.path)});
  }
  return findings;
}

}  // namespace tradepost::conventions
