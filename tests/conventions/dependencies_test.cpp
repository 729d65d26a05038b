#include "conventions/dependencies.hpp"

#include <gtest/gtest.h>

namespace tradepost::conventions {
namespace {

const char* const page = R"(
app → not inside the block
```arrows
app   → everything
api   → http, trade
trade → words        (planned)
words → base
http  → base
base  →
```
)";

Dependencies small_project() {
  return Dependencies(file_of("ARCHITECTURE.md", page));
}

std::vector<Library> small_library() {
  return libraries_on(file_of("docs/internals/dependencies.md", R"(
| library | package | included as | only in | why |
|---|---|---|---|---|
| json | libjson-dev | `json.h`, `json/*` | `src/words/*.cpp` | fast |
| json, again | libjson-dev | `json.h` | `bench/*` | to compare |
| text | libtext-dev | `text/*` | `*` | clear |
)"));
}

std::string include_faults(const char* path, std::string_view text) {
  return text_of(faults_of_includes(file_of(path, text), small_project(), small_library()));
}

TEST(Dependencies, are_transitive) {
  const Dependencies dependencies = small_project();
  EXPECT_TRUE(dependencies.allows("api", "trade"));
  EXPECT_TRUE(dependencies.allows("api", "words"));
  EXPECT_TRUE(dependencies.allows("api", "base"));
  EXPECT_TRUE(dependencies.allows("app", "trade"));
  EXPECT_FALSE(dependencies.allows("http", "trade"));
  EXPECT_FALSE(dependencies.allows("base", "words"));
  EXPECT_FALSE(dependencies.allows("app", "billing"));
  EXPECT_EQ(dependencies.modules().size(), 6u);
}

TEST(Dependencies, planned_is_read_from_the_line) {
  EXPECT_TRUE(small_project().modules().at("trade").planned);
  EXPECT_FALSE(small_project().modules().at("words").planned);
}

TEST(Dependencies, faults_of_the_list_itself) {
  const std::vector<File> files = {
      file_of("src/app/main.cpp", ""),  file_of("src/api/a.cpp", ""),
      file_of("src/trade/a.cpp", ""),   file_of("src/words/a.cpp", ""),
      file_of("src/base/a.cpp", ""),    file_of("src/billing/a.cpp", ""),
      file_of("tests/model/a.cpp", ""), file_of("src/archive/notes.md", "")};
  EXPECT_EQ(text_of(faults_of_dependencies(small_project(), files)),
            "ARCHITECTURE.md: http has no sources: mark it (planned)\n"
            "ARCHITECTURE.md: trade has sources: remove (planned)\n"
            "ARCHITECTURE.md: src/billing is a module without a line in the block\n");
}

TEST(Dependencies, cycle_and_missing_target_are_faults) {
  const Dependencies dependencies(
      file_of("ARCHITECTURE.md", "```arrows\na → b\nb → c\nc → b, nowhere\n```\n"));
  const std::vector<File> files = {file_of("src/a/a.cpp", ""), file_of("src/b/b.cpp", ""),
                                   file_of("src/c/c.cpp", "")};
  EXPECT_EQ(text_of(faults_of_dependencies(dependencies, files)),
            "ARCHITECTURE.md: b → c is a cycle\n"
            "ARCHITECTURE.md: c → b is a cycle\n"
            "ARCHITECTURE.md: c → nowhere: unknown module\n");
}

const char* const page_with_parts = R"(
```arrows
app   → everything
  shell →
  serve → shell
trade → words
  model →
  rules → model
  desk  → rules
words → base
base  →
  text  →
```
)";

TEST(Dependencies, between_parts_of_a_module) {
  const Dependencies dependencies(file_of("ARCHITECTURE.md", page_with_parts));
  EXPECT_TRUE(dependencies.allows("trade/desk", "trade/model"));
  EXPECT_FALSE(dependencies.allows("trade/model", "trade/rules"));
  EXPECT_TRUE(dependencies.allows("app/serve", "app/shell"));
  EXPECT_FALSE(dependencies.allows("app/shell", "app/serve"));
  // The module's own files may include its parts.
  EXPECT_TRUE(dependencies.allows("trade", "trade/rules"));
  EXPECT_FALSE(dependencies.allows("trade/desk", "trade"));
  EXPECT_FALSE(dependencies.allows("app/serve", "app"));
}

TEST(Dependencies, of_a_module_hold_for_its_parts) {
  const Dependencies dependencies(file_of("ARCHITECTURE.md", page_with_parts));
  EXPECT_TRUE(dependencies.allows("trade/model", "words"));
  EXPECT_TRUE(dependencies.allows("trade/model", "base/text"));
  EXPECT_TRUE(dependencies.allows("app/shell", "trade/desk"));
  EXPECT_FALSE(dependencies.allows("words", "trade/model"));
  EXPECT_FALSE(dependencies.allows("base/text", "words"));
}

TEST(Dependencies, on_a_part_are_on_the_parts_below_it) {
  const Dependencies dependencies(file_of("ARCHITECTURE.md", R"(
```arrows
shop  → store
store → trade/rules
  reads →
trade → words
  model →
  rules → model
  desk  → rules
words →
```
)"));
  for (const char* const from : {"store", "store/reads", "shop"}) {
    EXPECT_TRUE(dependencies.allows(from, "trade/rules")) << from;
    EXPECT_TRUE(dependencies.allows(from, "trade/model")) << from;
    EXPECT_TRUE(dependencies.allows(from, "words")) << from;
    EXPECT_FALSE(dependencies.allows(from, "trade/desk")) << from;
    EXPECT_FALSE(dependencies.allows(from, "trade")) << from;
  }
}

TEST(Dependencies, cycle_through_a_part_is_a_fault) {
  const Dependencies dependencies(
      file_of("ARCHITECTURE.md", "```arrows\na → b/c\nb → a\n  c →\n```\n"));
  const std::vector<File> files = {file_of("src/a/a.cpp", ""), file_of("src/b/c/a.cpp", "")};
  EXPECT_EQ(text_of(faults_of_dependencies(dependencies, files)),
            "ARCHITECTURE.md: a → b/c is a cycle\n");
}

TEST(Dependencies, faults_of_parts) {
  const std::vector<File> files = {
      file_of("src/app/main.cpp", ""),      file_of("src/app/shell/a.cpp", ""),
      file_of("src/app/serve/a.cpp", ""),   file_of("src/trade/model/a.cpp", ""),
      file_of("src/trade/rules/a.cpp", ""), file_of("src/trade/archive/a.cpp", ""),
      file_of("src/words/a.cpp", ""),       file_of("src/base/text/a.cpp", "")};
  const Dependencies dependencies(file_of("ARCHITECTURE.md", page_with_parts));
  EXPECT_EQ(text_of(faults_of_dependencies(dependencies, files)),
            "ARCHITECTURE.md: trade/desk has no sources: mark it (planned)\n"
            "ARCHITECTURE.md: src/trade/archive is a module without a line in the block\n");
  const Dependencies cycle(file_of("ARCHITECTURE.md", "```arrows\na →\n  b → c\n  c → b\n```\n"));
  const std::vector<File> of_cycle = {file_of("src/a/b/a.cpp", ""), file_of("src/a/c/a.cpp", "")};
  EXPECT_EQ(text_of(faults_of_dependencies(cycle, of_cycle)),
            "ARCHITECTURE.md: a/b → a/c is a cycle\n"
            "ARCHITECTURE.md: a/c → a/b is a cycle\n");
}

TEST(Includes, of_a_dependency_are_fine) {
  EXPECT_EQ(
      include_faults("src/api/a.cpp",
                     "#include \"trade/b.hpp\"\n#include \"base/c.hpp\"\n#include \"api/a.hpp\"\n"),
      "");
  EXPECT_EQ(include_faults("tests/x/a.cpp", "#include \"x/anything.hpp\"\n"), "");
}

TEST(Includes, of_the_tree_and_of_the_run_are_for_tests_only) {
  for (const std::string header : {"tests/source_dir.hpp", "tests/support/run.hpp"}) {
    const std::string text = "#include \"" + header + "\"\n";
    EXPECT_EQ(include_faults("src/api/a_test.cpp", text), "");
    EXPECT_EQ(include_faults("src/api/a.cpp", text),
              "src/api/a.cpp:1: \"" + header +
                  "\" is in no module of ARCHITECTURE.md; write \"module/file.hpp\"\n");
  }
}

TEST(Includes, of_other_modules_are_faults) {
  EXPECT_EQ(include_faults("src/http/a.cpp", "\n#include \"trade/b.hpp\"\n"),
            "src/http/a.cpp:2: \"trade/b.hpp\": http does not depend on trade (ARCHITECTURE.md)\n");
  EXPECT_EQ(include_faults("src/http/a.cpp", "  #  include \"b.hpp\"  // near\n"),
            "src/http/a.cpp:1: \"b.hpp\" is in no module of ARCHITECTURE.md; write "
            "\"module/file.hpp\"\n");
}

TEST(Includes, of_libraries_in_their_places_are_fine) {
  EXPECT_EQ(include_faults("src/words/a.cpp",
                           "#include <json.h>\n#include <json/more.h>\n#include <vector>\n"),
            "");
  EXPECT_EQ(include_faults("bench/a.cpp", "#include <json.h>\n"), "");
  EXPECT_EQ(include_faults("src/base/a.hpp", "#include <text/a.h>\n"), "");
}

TEST(Includes, of_libraries_elsewhere_are_faults) {
  const std::string not_here =
      " may not be included here: see the table of docs/internals/dependencies.md\n";
  EXPECT_EQ(include_faults("src/words/a.hpp", "#include <json.h>\n"),
            "src/words/a.hpp:1: <json.h>" + not_here);
  EXPECT_EQ(include_faults("bench/a.cpp", "#include <json/more.h>\n"),
            "bench/a.cpp:1: <json/more.h>" + not_here);
  EXPECT_EQ(include_faults("src/base/a.cpp", "#include <other.h>\n"),
            "src/base/a.cpp:1: <other.h> has no row on docs/internals/dependencies.md: add the "
            "library and its reason\n");
}

TEST(Project, dependencies_are_sound) {
  const auto findings = faults_of_dependencies(Dependencies(file_at("ARCHITECTURE.md")), tree());
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(Project, includes_follow_the_dependencies) {
  const Dependencies dependencies(file_at("ARCHITECTURE.md"));
  const auto libraries = libraries_on(file_at("docs/internals/dependencies.md"));
  EXPECT_GT(dependencies.modules().size(), 4u);
  EXPECT_GT(libraries.size(), 4u);
  const auto findings = in_whole_tree([&](const File& file) {
    return is_cpp(file) ? faults_of_includes(file, dependencies, libraries)
                        : std::vector<Finding>{};
  });
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

const char* const page_with_groups = R"(
```arrows
# app     →
app       → everything
  serve   →
# partner → ground
client    → base, include/shop
include/shop →
# server  → ground
api       → base, client
# ground  →
base      →
```
)";

TEST(Dependencies, module_is_a_folder_of_its_group) {
  const Dependencies dependencies(file_of("ARCHITECTURE.md", page_with_groups));
  EXPECT_EQ(dependencies.module_of("src/server/api/a.cpp"), "api");
  EXPECT_EQ(dependencies.module_of("src/app/serve/a.cpp"), "app/serve");
  EXPECT_EQ(dependencies.module_of("include/shop/a.hpp"), "include/shop");
  EXPECT_EQ(dependencies.module_of("tests/api/a.cpp"), std::nullopt);
  EXPECT_EQ(dependencies.module_of("src/ground/api/a.cpp"), "ground/api");
}

TEST(Dependencies, between_groups_are_those_of_the_block) {
  const Dependencies dependencies(file_of("ARCHITECTURE.md", page_with_groups));
  const std::vector<File> files = {
      file_of("src/app/serve/a.cpp", ""),    file_of("src/partner/client/a.cpp", ""),
      file_of("src/server/api/a.cpp", ""),   file_of("src/ground/base/a.cpp", ""),
      file_of("src/partner/base/a.cpp", ""), file_of("include/shop/a.hpp", "")};
  EXPECT_EQ(text_of(faults_of_dependencies(dependencies, files)),
            "ARCHITECTURE.md: api → client: group server does not depend on group partner\n"
            "ARCHITECTURE.md: src/partner/base is a module without a line in the block\n");
}

}  // namespace
}  // namespace tradepost::conventions
