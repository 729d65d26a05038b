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

bool is_in_the_house(const std::string& path) {
  return std::filesystem::exists(std::filesystem::path(source_dir()) / path);
}

// `src/`, `docs/`, …: every folder at the top, and the commands.
std::vector<std::string> tops_of_the_house() {
  std::set<std::string> tops = {"./"};
  for (const File& file : tree()) {
    if (const auto slash = file.path.find('/'); slash != std::string::npos)
      tops.insert(file.path.substr(0, slash + 1));
  }
  return {tops.begin(), tops.end()};
}

std::string link_faults(const char* text) {
  return told(faults_of_links(file_of("docs/a.md", text), is_there));
}

std::string path_faults(const char* text) {
  return told(faults_of_paths(file_of("README.md", text), {"src/", "docs/", "./"}, is_there));
}

TEST(Links, to_files_that_are_there_are_fine) {
  EXPECT_EQ(
      link_faults(
          "[b](b.md), [top](../README.md#words), [here](#words), [far](https://example.com/x.md)"),
      "");
  EXPECT_EQ(link_faults("```\n[no](link.md)\n```"), "");
}

TEST(Links, that_lead_nowhere_are_faults) {
  EXPECT_EQ(link_faults("text\n[b](b.md) [c](c.md)\n"),
            "docs/a.md:2: the link to c.md leads nowhere\n");
  EXPECT_EQ(link_faults("[b](docs/b.md)"), "docs/a.md:1: the link to docs/b.md leads nowhere\n");
  EXPECT_EQ(link_faults("```\n```\n[c](c.md)"), "docs/a.md:3: the link to c.md leads nowhere\n");
}

TEST(Paths, that_are_there_or_stand_for_many_are_fine) {
  EXPECT_EQ(path_faults("`src/base`, `docs/a.md`; src/gone is no code"), "");
  EXPECT_EQ(path_faults("```\n./run --now src/base/*.cpp src/<room>/x.cpp\n```"), "");
}

TEST(Paths, that_are_not_there_are_faults) {
  EXPECT_EQ(path_faults("see `src/gone` for more"),
            "README.md:1: names src/gone, which is not there\n");
  EXPECT_EQ(path_faults("```\n./walk\n```"), "README.md:2: names walk, which is not there\n");
}

TEST(House, links_lead_somewhere) {
  const auto findings = in_whole_tree([](const File& file) {
    return is_page(file) ? faults_of_links(file, is_in_the_house) : std::vector<Finding>{};
  });
  EXPECT_TRUE(findings.empty()) << told(findings);
}

TEST(House, pages_name_paths_that_are_there) {
  for (const auto* page : {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"}) {
    const auto findings = faults_of_paths(file_at(page), tops_of_the_house(), is_in_the_house);
    EXPECT_TRUE(findings.empty()) << told(findings);
  }
}

}  // namespace
}  // namespace tradepost::conventions
