#include "conventions/arrows.hpp"

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

Arrows small_house() {
  return Arrows(file_of("ARCHITECTURE.md", page));
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

std::string faults(const char* path, const char* text) {
  return told(faults_of_includes(file_of(path, text), small_house(), small_library()));
}

TEST(Arrows, include_everything_below_their_target) {
  const Arrows arrows = small_house();
  EXPECT_TRUE(arrows.allows("api", "trade"));
  EXPECT_TRUE(arrows.allows("api", "words"));
  EXPECT_TRUE(arrows.allows("api", "base"));
  EXPECT_TRUE(arrows.allows("app", "trade"));
  EXPECT_FALSE(arrows.allows("http", "trade"));
  EXPECT_FALSE(arrows.allows("base", "words"));
  EXPECT_FALSE(arrows.allows("app", "cellar"));
  EXPECT_EQ(arrows.rooms().size(), 6u);
}

TEST(Arrows, planned_is_read_off_the_line) {
  EXPECT_TRUE(small_house().rooms().at("trade").planned);
  EXPECT_FALSE(small_house().rooms().at("words").planned);
}

TEST(Arrows, faults_of_the_drawing_itself) {
  const std::vector<File> files = {
      file_of("src/app/main.cpp", ""),  file_of("src/api/a.cpp", ""),
      file_of("src/trade/a.cpp", ""),   file_of("src/words/a.cpp", ""),
      file_of("src/base/a.cpp", ""),    file_of("src/cellar/a.cpp", ""),
      file_of("tests/model/a.cpp", ""), file_of("src/attic/notes.md", "")};
  EXPECT_EQ(told(faults_of_arrows(small_house(), files)),
            "ARCHITECTURE.md: http has no sources: mark it (planned)\n"
            "ARCHITECTURE.md: trade stands: it is planned no more\n"
            "ARCHITECTURE.md: src/cellar is a room without a line in the arrows\n");
}

TEST(Arrows, circle_and_missing_end_are_faults) {
  const Arrows arrows(file_of("ARCHITECTURE.md", "```arrows\na → b\nb → c\nc → b, nowhere\n```\n"));
  const std::vector<File> files = {file_of("src/a/a.cpp", ""), file_of("src/b/b.cpp", ""),
                                   file_of("src/c/c.cpp", "")};
  EXPECT_EQ(told(faults_of_arrows(arrows, files)),
            "ARCHITECTURE.md: b → c goes in a circle\n"
            "ARCHITECTURE.md: c → b goes in a circle\n"
            "ARCHITECTURE.md: c → nowhere: there is no such room\n");
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

TEST(Arrows, lead_from_part_to_part_within_a_room) {
  const Arrows arrows(file_of("ARCHITECTURE.md", page_with_parts));
  EXPECT_TRUE(arrows.allows("trade/desk", "trade/model"));
  EXPECT_FALSE(arrows.allows("trade/model", "trade/rules"));
  EXPECT_TRUE(arrows.allows("app/serve", "app/shell"));
  EXPECT_FALSE(arrows.allows("app/shell", "app/serve"));
  // The room's own files stand above its parts.
  EXPECT_TRUE(arrows.allows("trade", "trade/rules"));
  EXPECT_FALSE(arrows.allows("trade/desk", "trade"));
  EXPECT_FALSE(arrows.allows("app/serve", "app"));
}

TEST(Arrows, of_a_room_are_those_of_its_parts_too) {
  const Arrows arrows(file_of("ARCHITECTURE.md", page_with_parts));
  EXPECT_TRUE(arrows.allows("trade/model", "words"));
  EXPECT_TRUE(arrows.allows("trade/model", "base/text"));
  EXPECT_TRUE(arrows.allows("app/shell", "trade/desk"));
  EXPECT_FALSE(arrows.allows("words", "trade/model"));
  EXPECT_FALSE(arrows.allows("base/text", "words"));
}

TEST(Arrows, faults_of_parts) {
  const std::vector<File> files = {
      file_of("src/app/main.cpp", ""),      file_of("src/app/shell/a.cpp", ""),
      file_of("src/app/serve/a.cpp", ""),   file_of("src/trade/model/a.cpp", ""),
      file_of("src/trade/rules/a.cpp", ""), file_of("src/trade/attic/a.cpp", ""),
      file_of("src/words/a.cpp", ""),       file_of("src/base/text/a.cpp", "")};
  const Arrows arrows(file_of("ARCHITECTURE.md", page_with_parts));
  EXPECT_EQ(told(faults_of_arrows(arrows, files)),
            "ARCHITECTURE.md: trade/desk has no sources: mark it (planned)\n"
            "ARCHITECTURE.md: src/trade/attic is a room without a line in the arrows\n");
  const Arrows circle(file_of("ARCHITECTURE.md", "```arrows\na →\n  b → c\n  c → b\n```\n"));
  const std::vector<File> of_circle = {file_of("src/a/b/a.cpp", ""), file_of("src/a/c/a.cpp", "")};
  EXPECT_EQ(told(faults_of_arrows(circle, of_circle)),
            "ARCHITECTURE.md: a/b → a/c goes in a circle\n"
            "ARCHITECTURE.md: a/c → a/b goes in a circle\n");
}

TEST(Includes, along_an_arrow_are_fine) {
  EXPECT_EQ(faults("src/api/a.cpp",
                   "#include \"trade/b.hpp\"\n#include \"base/c.hpp\"\n#include \"api/a.hpp\"\n"),
            "");
  EXPECT_EQ(faults("tests/x/a.cpp", "#include \"x/anything.hpp\"\n"), "");
}

TEST(Includes, of_where_the_tree_lies_are_for_tests_alone) {
  const char* const text = "#include \"tests/source_dir.hpp\"\n";
  EXPECT_EQ(faults("src/api/a_test.cpp", text), "");
  EXPECT_EQ(faults("src/api/a.cpp", text),
            "src/api/a.cpp:1: \"tests/source_dir.hpp\" is in no room of ARCHITECTURE.md; write "
            "\"room/file.hpp\"\n");
}

TEST(Includes, against_the_arrows_are_faults) {
  EXPECT_EQ(
      faults("src/http/a.cpp", "\n#include \"trade/b.hpp\"\n"),
      "src/http/a.cpp:2: \"trade/b.hpp\": no arrow leads from http to trade (ARCHITECTURE.md)\n");
  EXPECT_EQ(
      faults("src/http/a.cpp", "  #  include \"b.hpp\"  // near\n"),
      "src/http/a.cpp:1: \"b.hpp\" is in no room of ARCHITECTURE.md; write \"room/file.hpp\"\n");
}

TEST(Includes, of_libraries_where_they_belong_are_fine) {
  EXPECT_EQ(
      faults("src/words/a.cpp", "#include <json.h>\n#include <json/more.h>\n#include <vector>\n"),
      "");
  EXPECT_EQ(faults("bench/a.cpp", "#include <json.h>\n"), "");
  EXPECT_EQ(faults("src/base/a.hpp", "#include <text/a.h>\n"), "");
}

TEST(Includes, of_libraries_elsewhere_are_faults) {
  EXPECT_EQ(faults("src/words/a.hpp", "#include <json.h>\n"),
            "src/words/a.hpp:1: <json.h> may not be included here: docs/internals/dependencies.md "
            "says where "
            "it may\n");
  EXPECT_EQ(
      faults("bench/a.cpp", "#include <json/more.h>\n"),
      "bench/a.cpp:1: <json/more.h> may not be included here: docs/internals/dependencies.md says "
      "where it may\n");
  EXPECT_EQ(faults("src/base/a.cpp", "#include <other.h>\n"),
            "src/base/a.cpp:1: <other.h> is in no row of docs/internals/dependencies.md: a library "
            "stands "
            "there, with its "
            "reason\n");
}

TEST(House, arrows_are_sound) {
  const auto findings = faults_of_arrows(Arrows(file_at("ARCHITECTURE.md")), tree());
  EXPECT_TRUE(findings.empty()) << told(findings);
}

TEST(House, includes_follow_the_arrows) {
  const Arrows arrows(file_at("ARCHITECTURE.md"));
  const auto libraries = libraries_on(file_at("docs/internals/dependencies.md"));
  EXPECT_GT(arrows.rooms().size(), 4u);
  EXPECT_GT(libraries.size(), 4u);
  const auto findings = in_whole_tree([&](const File& file) {
    return is_cpp(file) ? faults_of_includes(file, arrows, libraries) : std::vector<Finding>{};
  });
  EXPECT_TRUE(findings.empty()) << told(findings);
}

}  // namespace
}  // namespace tradepost::conventions
