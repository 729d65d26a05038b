#include "conventions/pages.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "tests/source_dir.hpp"

namespace tradepost::conventions {
namespace {

bool is_there(const std::string& path) {
  static const std::set<std::string> paths = {"README.md", "docs/a.md", "docs/b.md", "src/base",
                                              "run"};
  return paths.contains(path);
}

bool exists_in_the_tree(const std::string& path) {
  return std::filesystem::exists(std::filesystem::path(source_dir()) / path);
}

// Returns `./` and each folder at the top: `src/`, `docs/`, ….
std::vector<std::string> top_folders() {
  std::set<std::string> tops = {"./"};
  for (const File& file : tree()) {
    if (const auto slash = file.path.find('/'); slash != std::string::npos)
      tops.insert(file.path.substr(0, slash + 1));
  }
  return {tops.begin(), tops.end()};
}

std::string link_faults(const char* text) {
  return text_of(faults_of_links(file_of("docs/a.md", text), is_there));
}

std::string path_faults(const char* text) {
  return text_of(faults_of_paths(file_of("README.md", text), {"src/", "docs/", "./"}, is_there));
}

TEST(Links, to_existing_files_are_fine) {
  EXPECT_EQ(
      link_faults(
          "[b](b.md), [top](../README.md#words), [here](#words), [far](https://example.com/x.md)"),
      "");
  EXPECT_EQ(link_faults("```\n[no](link.md)\n```"), "");
}

TEST(Links, to_missing_files_are_faults) {
  EXPECT_EQ(link_faults("text\n[b](b.md) [c](c.md)\n"),
            "docs/a.md:2: the link to c.md is broken\n");
  EXPECT_EQ(link_faults("[b](docs/b.md)"), "docs/a.md:1: the link to docs/b.md is broken\n");
  EXPECT_EQ(link_faults("```\n```\n[c](c.md)"), "docs/a.md:3: the link to c.md is broken\n");
}

TEST(Paths, that_exist_or_have_placeholders_are_fine) {
  EXPECT_EQ(path_faults("`src/base`, `docs/a.md`; src/gone without a quote"), "");
  EXPECT_EQ(path_faults("```\n./run --now src/base/*.cpp src/<module>/x.cpp\n```"), "");
}

TEST(Paths, that_do_not_exist_are_faults) {
  EXPECT_EQ(path_faults("see `src/gone` for more"),
            "README.md:1: names src/gone, which does not exist\n");
  EXPECT_EQ(path_faults("```\n./walk\n```"), "README.md:2: names walk, which does not exist\n");
}

TEST(Project, links_are_valid) {
  const auto findings = in_whole_tree([](const File& file) {
    return is_page(file) ? faults_of_links(file, exists_in_the_tree) : std::vector<Finding>{};
  });
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(Project, pages_name_existing_paths) {
  for (const auto* page : {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"}) {
    const auto findings = faults_of_paths(file_at(page), top_folders(), exists_in_the_tree);
    EXPECT_TRUE(findings.empty()) << text_of(findings);
  }
}

}  // namespace
}  // namespace tradepost::conventions
