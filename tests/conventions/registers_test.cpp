#include "conventions/registers.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/source_dir.hpp"

namespace tradepost::conventions {
namespace {

File empty(const char* path) {
  return file_of(path, "");
}

File executable(const char* path) {
  File file = file_of(path, "#!/bin/sh\n");
  file.is_executable = true;
  return file;
}

File read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return file_of(path, std::string(std::istreambuf_iterator<char>(file), {}));
}

std::set<std::string> files_below(const std::filesystem::path& folder) {
  std::set<std::string> paths;
  std::error_code missing;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, missing)) {
    if (entry.is_regular_file()) paths.insert(entry.path().lexically_relative(folder).string());
  }
  return paths;
}

TEST(Folders, of_more_sources_than_are_easy_to_see_are_faults) {
  std::vector<File> files;
  for (int i = 0; i < 25; ++i) {
    files.push_back(file_of(fmt::format("src/room/part/{}.cpp", i), ""));
    files.push_back(file_of(fmt::format("src/room/part/{}_test.cpp", i), ""));
    files.push_back(file_of(fmt::format("tests/room/{}.cpp", i), ""));
  }
  EXPECT_EQ(told(faults_of_folders(files)), "");
  files.push_back(file_of("src/room/part/one_more.hpp", ""));
  files.push_back(file_of("tests/room/one_more.cpp", ""));
  EXPECT_EQ(told(faults_of_folders(files)),
            "src/room/part: has 26 sources, and 25 at most are easy to see: give it parts\n");
}

TEST(Folders, of_this_house_are_easy_to_see) {
  const auto findings = faults_of_folders(tree());
  EXPECT_TRUE(findings.empty()) << told(findings);
}

TEST(Build, sources_are_read_from_compile_commands) {
  const File commands = file_of("compile_commands.json", R"([
{
  "directory": "/tree/build",
  "command": "g++ -c /tree/src/b.cpp",
  "file": "/tree/src/a.cpp"
},
{
  "file": "/treehouse/c.cpp"
}
])");
  EXPECT_EQ(compiled_in(commands, "/tree"), (std::set<std::string>{"src/a.cpp"}));
}

TEST(Build, sources_are_read_from_batches) {
  const File batch = file_of("batches/a_1.cpp", "#include \"src/a.cpp\"\n#include \"src/b.cpp\"\n");
  EXPECT_EQ(compiled_in_batch(batch), (std::set<std::string>{"src/a.cpp", "src/b.cpp"}));
}

TEST(Build, source_without_a_target_is_a_fault) {
  const std::vector<File> files = {empty("src/a.cpp"), empty("src/b.cpp"), empty("src/b.hpp")};
  EXPECT_EQ(told(faults_of_build(files, {"src/a.cpp"})),
            "src/b.cpp: is in no target: nothing compiles it\n");
}

TEST(Suites, folder_without_a_suite_is_a_fault) {
  const std::vector<File> files = {empty("tests/CMakeLists.txt"),
                                   executable("tests/scripts/a/suite"),
                                   executable("tests/scripts/b/long_suite"),
                                   empty("tests/rooms/c/c_test.cpp"),
                                   empty("tests/rooms/d/notes.md"),
                                   empty("tests/conventions/e.cpp"),
                                   empty("tests/f/f.cpp")};
  EXPECT_EQ(told(faults_of_suites(files)),
            "tests/f: is in no group: rooms, black_box, scripts or support\n"
            "tests/rooms/d: is no suite: ./test runs nothing of it\n");
}

TEST(Suites, script_that_is_not_executable_is_a_fault) {
  EXPECT_EQ(told(faults_of_suites({file_of("run", "#!/bin/sh\n")})),
            "run: can't be run: chmod +x\n");
}

TEST(Generated, file_of_the_build_is_a_fault_wherever_it_lies) {
  const std::vector<File> files = {empty("src/document/model/kinds.hpp"),
                                   empty("src/document/kinds_more.hpp"),
                                   empty("a/compile_commands.json"), empty("src/a.o")};
  EXPECT_EQ(told(faults_of_generated(files, {"document/model/kinds.hpp"})),
            "src/document/model/kinds.hpp: is made by the build; keep it out of git\n"
            "a/compile_commands.json: is made by the build; keep it out of git\n"
            "src/a.o: is made by the build; keep it out of git\n");
}

TEST(Packages, without_a_reason_on_the_page_are_faults) {
  const File packages =
      file_of("setup/packages", "# a comment\nrun   g++      the compiler\ntest  libx-dev  x\n");
  EXPECT_EQ(told(faults_of_packages(packages, file_of("page.md", "| `libx-dev` | x |"))),
            "setup/packages:2: `g++` is not on page.md\n");
}

TEST(House, every_source_is_built) {
  const auto commands = read(TRADEPOST_BUILD_DIR "/compile_commands.json");
  auto compiled = compiled_in(commands, source_dir());
  for (const std::string& batch : compiled_in(commands, TRADEPOST_BUILD_DIR "/batches")) {
    compiled.merge(compiled_in_batch(read(TRADEPOST_BUILD_DIR "/batches/" + batch)));
  }
  EXPECT_GT(compiled.size(), 10u);
  const auto findings = faults_of_build(tree(), compiled);
  EXPECT_TRUE(findings.empty()) << told(findings);
}

TEST(House, every_test_folder_is_a_suite) {
  const auto findings = faults_of_suites(tree());
  EXPECT_TRUE(findings.empty()) << told(findings);
}

TEST(House, nothing_generated_is_in_git) {
  const auto generated = files_below(TRADEPOST_BUILD_DIR "/generated");
  EXPECT_FALSE(generated.empty());
  const auto findings = faults_of_generated(tree(), generated);
  EXPECT_TRUE(findings.empty()) << told(findings);
}

TEST(House, every_package_has_its_reason) {
  const auto findings =
      faults_of_packages(file_at("setup/packages"), file_at("docs/internals/dependencies.md"));
  EXPECT_TRUE(findings.empty()) << told(findings);
}

}  // namespace
}  // namespace tradepost::conventions
