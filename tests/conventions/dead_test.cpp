#include "conventions/dead.hpp"

#include <gtest/gtest.h>

namespace tradepost::conventions::dead_test {
namespace {

std::string faults(const std::vector<std::pair<const char*, std::string>>& tree) {
  std::vector<File> files;
  for (const auto& [path, text] : tree) files.push_back(file_of(path, text));
  return text_of(faults_of_dead_names(files));
}

TEST(DeadName, function_that_is_only_defined_is_a_fault) {
  EXPECT_EQ(faults({{"src/a/a.hpp", "struct A {\n  const B& look(int at) const;\n};\nA make();\n"},
                    {"src/a/a.cpp", "const B& A::look(int at) const {\n  return b;\n}\n"},
                    {"src/a/b.cpp", "A make() {\n  return {};\n}\nauto a = make();\n"}}),
            "src/a/a.hpp:2: `look` is declared, and nothing uses it\n");
}

TEST(DeadName, of_a_public_header_is_a_fault) {
  EXPECT_EQ(
      faults({{"include/tradepost/a.hpp", "struct A {\n  int look(int at) const;\n};\nA make();\n"},
              {"examples/client/a.cpp", "auto a = make();\n"}}),
      "include/tradepost/a.hpp:2: `look` is declared, and nothing uses it\n");
}

TEST(DeadName, inline_function_template_and_static_one_are_faults) {
  EXPECT_EQ(faults({{"src/a/a.hpp",
                     "template <typename T>\n"
                     "Id<T> next_id() {\n  return Id<T>(1);\n}\n"
                     "inline bool is_root() { return true; }\n"
                     "static std::vector<int> all(int of);\n"}}),
            "src/a/a.hpp:2: `next_id` is declared, and nothing uses it\n"
            "src/a/a.hpp:5: `is_root` is declared, and nothing uses it\n"
            "src/a/a.hpp:6: `all` is declared, and nothing uses it\n");
}

TEST(DeadName, constant_and_type_are_faults) {
  EXPECT_EQ(faults({{"src/a/a.hpp",
                     "inline constexpr std::size_t keys_max = 1'000;\n"
                     "inline constexpr std::array<int, 2> pair{1, 2};\n"
                     "enum class Kind : std::uint8_t { one };\n"
                     "struct Row {\n  int kind = 0;\n};\n"}}),
            "src/a/a.hpp:1: `keys_max` is declared, and nothing uses it\n"
            "src/a/a.hpp:2: `pair` is declared, and nothing uses it\n"
            "src/a/a.hpp:3: `Kind` is declared, and nothing uses it\n"
            "src/a/a.hpp:4: `Row` is declared, and nothing uses it\n");
}

TEST(DeadName, any_use_makes_it_alive) {
  const std::string header =
      "bool is_good(int a);\ninline constexpr int bound = 1;\nstruct Row {};\n";
  for (const char* use :
       {"return is_good(bound) ? Row() : Row();", "x = is_good(bound), Row{};",
        "  else is_good(1);\nf(&bound, Row());", "CHECK(is_good(bound)); g<Row>();",
        "a && is_good(bound); Row* r;", "co_await is_good(bound); h(Row());",
        "#define X is_good(bound) Row()", "visit(is_good); static_assert(bound); Row row;"}) {
    EXPECT_EQ(faults({{"src/a/a.hpp", header}, {"tests/a/a.cpp", use}}), "") << use;
  }
}

TEST(DeadName, that_is_spoken_of_alone_is_a_fault) {
  EXPECT_EQ(faults({{"src/a/a.hpp", "void go();\n"}, {"src/a/a.cpp", "// go\nsay(\"go()\");\n"}}),
            "src/a/a.hpp:1: `go` is declared, and nothing uses it\n");
}

TEST(DeadName, of_a_test_or_of_a_coroutine_is_none) {
  EXPECT_EQ(faults({{"tests/a/a.hpp", "void go();\n"},
                    {"src/a/a.hpp", "std::suspend_always initial_suspend() noexcept;\n"}}),
            "");
}

TEST(Project, declares_nothing_that_is_dead) {
  const auto findings = faults_of_dead_names(tree());
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
}  // namespace tradepost::conventions::dead_test
