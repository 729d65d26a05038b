// Tests `tradepost validate` as a black box: its output for people and programs, and its exit
// codes.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "served/desk.hpp"

namespace tradepost::validate {
namespace {

using served::Desk;

constexpr std::string_view good_order = R"({
  "type": "ORDER",
  "content": {
    "header": {
      "buyer": {"identifiers": [{"identifier": "9521002000009"}]},
      "supplier": {"identifiers": [{"identifier": "9521001000000"}]},
      "orderIdentifier": "A-1",
      "orderDate": "2026-03-02"
    },
    "items": [{"quantity": 3}]
  }
}
)";

// A valid order on one line.
constexpr std::string_view good_line =
    R"({"type":"ORDER","content":{"header":{"buyer":{"identifiers":[{"identifier":"a"}]},)"
    R"("supplier":{"identifiers":[{"identifier":"b"}]},"orderIdentifier":"A-2",)"
    R"("orderDate":"2026-03-02"},"items":[{}]}})";

std::string with(std::string_view text, std::string_view from, std::string_view to) {
  std::string changed(text);
  return changed.replace(changed.find(from), from.size(), to);
}

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(Validate, good_document_is_one_line) {
  const Desk place;
  place.write("order.json", good_order);
  const auto ended = place.tradepost("validate order.json");
  EXPECT_EQ(ended.out, "order.json: ORDER A-1, good\n");
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(ended.exit_code, 0);
}

TEST(Validate, each_finding_is_reported_with_its_line_and_a_pointer) {
  const Desk place;
  const auto first = with(good_order, R"("quantity": 3)", R"("quantity": "3", "lineNumber": 1.5)");
  const auto second = with(first, R"("orderDate": "2026-03-02")", R"("orderDate": "2026-02-30")");
  place.write("order.json", with(second, "9521002000009", "9521002000001"));
  const auto ended = place.tradepost("validate order.json");
  EXPECT_EQ(ended.out,
            R"(order.json: ORDER A-1, 3 faults, 1 warning

  fault: Header: order date "2026-02-30" is not a valid date. )"
            R"(Use 2026-03-31 or 2026-03-31T14:30:00Z.
    content.header.orderDate, line 8, column 20 (order.header.orderDate.not_a_datetime)
      8 |       "orderDate": "2026-02-30"
        |                    ^

  fault: Item 1: quantity must be a number, not a string: write 3 without quotation marks.
    content.items.0.quantity, line 10, column 28 (order.item.quantity.wrong_type)
      10 |     "items": [{"quantity": "3", "lineNumber": 1.5}]
         |                            ^

  fault: Item 1: line number must be a whole number, not 1.5.
    content.items.0.lineNumber, line 10, column 47 (order.item.lineNumber.not_whole)
      10 |     "items": [{"quantity": "3", "lineNumber": 1.5}]
         |                                               ^

  warning: Header, buyer, identifier 1: identifier 9521002000001 has a wrong check digit for a GLN.
    content.header.buyer.identifiers.0.identifier, line 5, column 48 )"
            R"((order.header.buyer.identifier.identifier.wrong_check_digit)
      5 |       "buyer": {"identifiers": [{"identifier": "9521002000001"}]},
        |                                                ^
)");
  EXPECT_EQ(ended.exit_code, 1);
}

TEST(Validate, warnings_alone_are_good) {
  const Desk place;
  place.write("order.json", with(good_order, "9521002000009", "9521002000001"));
  const auto ended = place.tradepost("validate order.json");
  EXPECT_TRUE(ended.out.starts_with("order.json: ORDER A-1, good, 1 warning\n")) << ended.out;
  EXPECT_EQ(ended.exit_code, 0);
}

TEST(Validate, long_line_is_shown_around_the_place) {
  const Desk place;
  const auto line = with(good_line, R"([{}])", R"([{"quantity":"3","size":"ä"}])");
  place.write("order.json", line);
  const auto ended = place.tradepost("validate order.json");
  EXPECT_TRUE(ended.out.contains("\n      1 | …")) << ended.out;
  EXPECT_TRUE(ended.out.contains(R"("quantity":"3","size":"ä"}]}})")) << ended.out;
  std::size_t begin = 0;
  for (auto end = ended.out.find('\n'); end != std::string::npos;
       end = ended.out.find('\n', begin)) {
    EXPECT_LT(end - begin, 130u) << ended.out;
    begin = end + 1;
  }
}

TEST(Validate, unreadable_document_is_reported_with_the_place) {
  const Desk place;
  place.write("order.json", with(good_order, R"("quantity": 3)", R"("quantity": 03)"));
  const auto ended = place.tradepost("validate order.json");
  EXPECT_EQ(ended.out, R"(order.json: unreadable, line 10, column 28

  error: This is not a valid JSON number.
      10 |     "items": [{"quantity": 03}]
         |                            ^
)");
  EXPECT_EQ(ended.exit_code, 1);
}

TEST(Validate, empty_file_is_unreadable) {
  const Desk place;
  place.write("empty.json", "");
  const auto ended = place.tradepost("validate empty.json");
  EXPECT_TRUE(ended.out.starts_with("empty.json: unreadable, line 1, column 1\n")) << ended.out;
  EXPECT_EQ(ended.exit_code, 1);
}

TEST(Validate, programs_get_one_line_of_json_a_document) {
  const Desk place;
  place.write("bad.json", with(good_order, R"("quantity": 3)", R"("quantity": "3")"));
  place.write("good.json", good_order);
  place.write("unreadable.json", "{\n\"a\" 1}");
  const auto ended = place.tradepost("validate --json bad.json good.json unreadable.json");
  EXPECT_EQ(
      ended.out,
      R"({"input":"bad.json","readable":true,"valid":false,"type":"ORDER","number":"A-1","faultCount":1,)"
      R"("faults":[{"code":"order.item.quantity.wrong_type","path":"content.items.0.quantity",)"
      R"("message":"Item 1: quantity must be a number, not a string: write 3 without quotation marks.",)"
      R"("line":10,"column":28}],"warningCount":0,"warnings":[]})"
      "\n"
      R"({"input":"good.json","readable":true,"valid":true,"type":"ORDER","number":"A-1","faultCount":0,)"
      R"("faults":[],"warningCount":0,"warnings":[]})"
      "\n"
      R"({"input":"unreadable.json","readable":false,"valid":false,"unreadable":)"
      R"({"code":"colon_expected","message":"A colon is expected after the name.","line":2,"column":5}})"
      "\n");
  EXPECT_EQ(ended.exit_code, 1);
}

TEST(Validate, several_documents_are_summed_up) {
  const Desk place;
  place.write("a.json", good_order);
  place.write("b.json", "[]");
  place.write("c.json", good_order);
  const auto ended = place.tradepost("validate c.json a.json b.json");
  EXPECT_TRUE(
      ended.out.starts_with("c.json: ORDER A-1, good\n\na.json: ORDER A-1, good\n\nb.json: "))
      << ended.out;
  EXPECT_TRUE(ended.out.ends_with("\n3 documents: 2 good, 1 faulty\n")) << ended.out;
  EXPECT_EQ(ended.exit_code, 1);
}

TEST(Validate, standard_input_is_read) {
  const Desk place;
  const auto ended = place.tradepost("validate -", good_order);
  EXPECT_EQ(ended.out, "-: ORDER A-1, good\n");
  EXPECT_EQ(ended.exit_code, 0);
}

TEST(Validate, folders_are_searched_for_documents_in_order) {
  const Desk place;
  place.write("box/b.json", good_order);
  place.write("box/a/z.json", good_order);
  place.write("box/c.jsonl", std::string(good_line) + "\n" + std::string(good_line));
  place.write("box/a/order.golden", "{}");
  place.write("box/notes.txt", "no document");
  const auto ended = place.tradepost("validate box");
  EXPECT_EQ(ended.out,
            "box/a/z.json: ORDER A-1, good\n\nbox/b.json: ORDER A-1, good\n\n"
            "box/c.jsonl:1: ORDER A-2, good\n\nbox/c.jsonl:2: ORDER A-2, good\n\n"
            "4 documents: 4 good, 0 faulty\n");
  EXPECT_EQ(ended.exit_code, 0);
}

TEST(Validate, folder_without_documents_is_a_failure) {
  const Desk place;
  place.write("box/notes.txt", "no document");
  const auto ended = place.tradepost("validate box");
  EXPECT_TRUE(ended.err.contains("box")) << ended.err;
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.exit_code, 3);
}

TEST(Validate, json_lines_are_one_document_a_line) {
  const Desk place;
  const auto lines = fmt::format("{}\n\n{{\"type\":\n  {}\r\n{}", good_line, good_line,
                                 with(good_line, "2026-03-02", "2.3.2026"));
  place.write("orders.ndjson", lines);
  const auto ended = place.tradepost("validate orders.ndjson");
  EXPECT_TRUE(ended.out.contains("orders.ndjson:1: ORDER A-2, good\n")) << ended.out;
  EXPECT_TRUE(ended.out.contains("orders.ndjson:3: unreadable, line 1, column 9\n")) << ended.out;
  EXPECT_TRUE(ended.out.contains("orders.ndjson:4: ORDER A-2, good\n")) << ended.out;
  EXPECT_TRUE(ended.out.contains("orders.ndjson:5: ORDER A-2, 1 fault\n")) << ended.out;
  EXPECT_TRUE(ended.out.ends_with("\n4 documents: 2 good, 2 faulty\n")) << ended.out;
  EXPECT_EQ(ended.exit_code, 1);
}

TEST(Validate, lines_are_known_by_the_first_one_or_by_the_flag) {
  const Desk place;
  const auto lines = fmt::format("{0}\n{0}\n", good_line);
  EXPECT_TRUE(
      place.tradepost("validate -", lines).out.ends_with("2 documents: 2 good, 0 faulty\n"));
  EXPECT_TRUE(place.tradepost("validate --json -", lines).out.contains(R"("line":2,)"));
  // Without --lines, a broken first line would make all lines one document.
  const auto broken = "{broken\n" + lines;
  EXPECT_TRUE(place.tradepost("validate --lines -", broken)
                  .out.ends_with("3 documents: 2 good, 1 faulty\n"));
}

TEST(Validate, file_that_is_missing_is_a_failure_and_the_others_are_validated) {
  const Desk place;
  place.write("good.json", good_order);
  place.write("bad.json", "[]");
  const auto ended = place.tradepost("validate nowhere.json good.json bad.json");
  EXPECT_TRUE(ended.err.starts_with("tradepost: nowhere.json can't be read: ")) << ended.err;
  EXPECT_TRUE(ended.out.contains("good.json: ORDER A-1, good")) << ended.out;
  EXPECT_EQ(ended.exit_code, 3);
}

TEST(Validate, call_without_a_file_or_with_an_unknown_flag_is_a_wrong_call) {
  const Desk place;
  for (const std::string words : {"validate", "validate --nonsense x.json", "", "nonsense"}) {
    const auto ended = place.tradepost(words);
    EXPECT_EQ(ended.exit_code, 2) << words;
    EXPECT_EQ(ended.out, "") << words;
    EXPECT_NE(ended.err, "") << words;
  }
}

TEST(Validate, help_is_good_and_names_the_commands) {
  const Desk place;
  const auto ended = place.tradepost("--help");
  EXPECT_EQ(ended.exit_code, 0);
  for (const std::string_view command : {"validate", "schema"})
    EXPECT_TRUE(ended.out.contains(command)) << command;
  EXPECT_EQ(place.tradepost("validate --help").exit_code, 0);
}

bool is_safe_on_a_terminal(std::string_view text) {
  return std::ranges::none_of(text,
                              [](char c) {
                                const auto byte = static_cast<unsigned char>(c);
                                return (byte < 0x20 && c != '\n') || byte == 0x7f;
                              }) &&
         !text.contains("\xc2\x9b");
}

// A document must not move the cursor of a terminal that shows it.
TEST(Validate, hostile_document_prints_no_escape_sequence) {
  const Desk place;
  constexpr std::string_view hostile = R"(\u001b[2J\u001b]0;x\u0007\r\u009b31m\u007f\b)";
  const auto number = with(good_order, "A-1", hostile);
  const auto date = with(number, "2026-03-02", hostile);
  place.write("escaped.json", date);
  place.write("raw.json", with(good_order, "A-1", "\x1b[2J\x07"));
  place.write("c1.json", with(good_order, "2026-03-02",
                              "\xc2\x9b"
                              "31m\x7f"));
  place.write("carriage.json", with(good_order, "\"items\"", "\r\"items\": [7], \"x\""));
  for (const std::string_view file : {"escaped.json", "raw.json", "c1.json", "carriage.json"}) {
    for (const std::string_view flag : {"", "--json "}) {
      const auto ended = place.tradepost(fmt::format("validate {}{}", flag, file));
      EXPECT_EQ(ended.exit_code, 1) << file;
      EXPECT_TRUE(is_safe_on_a_terminal(ended.out) || flag == "--json ") << file << ended.out;
      EXPECT_FALSE(ended.out.contains('\x1b')) << file << ended.out;
    }
  }
}

TEST(Validate, hostile_file_name_prints_no_escape_sequence) {
  const Desk place;
  const std::string name = "\x1b[2Jorder.json";
  place.write(name, good_order);
  EXPECT_TRUE(is_safe_on_a_terminal(place.tradepost("validate " + ("'" + name) + "'").out));
  EXPECT_TRUE(is_safe_on_a_terminal(place.tradepost("validate '\x1b[2J.json'").err));
}

TEST(Validate, thousands_of_faults_are_counted_and_a_thousand_reported) {
  const Desk place;
  std::string items;
  for (int item = 0; item < 1500; ++item) items += "{\"quantity\":\"1\"},";
  place.write("order.json", with(good_order, R"({"quantity": 3})", items + "{}"));
  const auto ended = place.tradepost("validate order.json");
  EXPECT_TRUE(ended.out.starts_with("order.json: ORDER A-1, 1500 faults\n"));
  EXPECT_EQ(count_of(ended.out, "\n  fault: "), 1000u);
  EXPECT_TRUE(ended.out.ends_with("\n  and 500 faults more\n"));
}

TEST(Validate, file_larger_than_a_body_may_be_is_unreadable) {
  const Desk place;
  place.write("large.json", with(good_order, "A-1", std::string(11u << 20, 'x')));
  const auto ended = place.tradepost("validate large.json");
  EXPECT_TRUE(ended.out.contains("The body is too large.")) << ended.out.substr(0, 500);
  EXPECT_EQ(ended.exit_code, 1);
}

}  // namespace
}  // namespace tradepost::validate
