#include "conventions/tree.hpp"

#include <gtest/gtest.h>

namespace tradepost::conventions {
namespace {

using Lines = std::vector<std::string>;

TEST(Tree, has_the_files_in_git_and_no_build) {
  EXPECT_GT(tree().size(), 30u);
  EXPECT_FALSE(file_at("CMakeLists.txt").lines.empty());
  for (const File& file : tree()) EXPECT_FALSE(file.path.starts_with("build/")) << file.path;
}

TEST(File, last_line_counts_with_and_without_its_end) {
  EXPECT_EQ(file_of("a", "one\ntwo\n").lines, (Lines{"one", "two"}));
  EXPECT_EQ(file_of("a", "one\n\ntwo").lines, (Lines{"one", "", "two"}));
  EXPECT_EQ(file_of("a", "").lines, Lines{});
}

TEST(Code, comments_and_texts_are_taken_out) {
  const auto code = [](std::string_view text) { return code_of(file_of("a.cpp", text)); };
  EXPECT_EQ(code("int a;  // throw"), Lines{"int a;  "});
  EXPECT_EQ(code("a /* throw\nthrow */ b"), (Lines{"a ", " b"}));
  EXPECT_EQ(code(R"(f("throw \" throw", 'x', '\''))"), Lines{"f(, , )"});
  EXPECT_EQ(code("R\"x(throw )\" \n throw)x\" + b"), (Lines{"", " + b"}));
  EXPECT_EQ(code("1'000 + 2; throw"), Lines{"1'000 + 2; throw"});
  EXPECT_EQ(code("f(\"// no comment\"); g"), Lines{"f(); g"});
}

TEST(Glob, star_stands_for_anything) {
  EXPECT_TRUE(glob_matches("src/base/*.cpp", "src/base/text/date.cpp"));
  EXPECT_TRUE(glob_matches("*", ""));
  EXPECT_TRUE(glob_matches("a*b*c", "a/x/b/c"));
  EXPECT_FALSE(glob_matches("src/base/*.cpp", "src/base/text/date.hpp"));
  EXPECT_FALSE(glob_matches("fmt", "fmt/format.h"));
}

TEST(TextOfFindings, one_line_for_each_finding) {
  EXPECT_EQ(text_of({{"a.cpp", 3, "too long"}, {"b", 0, "gone"}}), "a.cpp:3: too long\nb: gone\n");
}

}  // namespace
}  // namespace tradepost::conventions
