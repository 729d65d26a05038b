#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "labels/readers.hpp"
#include "labels/zpl_text.hpp"
#include "labels_served/desk.hpp"
#include "served/json.hpp"

// Tests files of labels: access, contents and conditional requests (contract 10.3).
// Covers contract 2.6, 5.6, 8.7 and 10.3.
namespace tradepost::labels_served {

using trade::notice;
using trade::pallet_sscc;
using trade::unit;
using trade::unit_of;

namespace {

using served::at;
using trade::unused_id;

class LabelFiles : public testing::Test {
 public:
  Desk desk;
  Trade& trade = desk.trade;

  // Returns the answer for a transaction that never existed.
  Refusal unknown() { return refusal_in(desk.gets(trade.stranger, unused_id, ".pdf")); }
};

constexpr std::string_view inner_sscc = "395210010002089325";
const std::vector<std::string> two_units = {unit_of(pallet_sscc, {unit(inner_sscc)}), unit("A 7")};

// Returns the bars on each page.
std::vector<std::vector<labels::Decoded>> read_back(const std::string& pdf) {
  labels::Folder folder;
  folder.write("labels.pdf", pdf);
  return labels::read_by_zbar(labels::rasterised(folder.path("labels.pdf"), "203"));
}

TEST_F(LabelFiles, are_for_both_sides_with_a_token_that_reads) {
  const std::string id = desk.sends(notice("1", two_units));
  for (const served::Member* const member : {&trade.customer, &trade.supplier}) {
    for (const auto* const rest : {".zpl", ".pdf", "/0.zpl", "/0.0.pdf", "/1.pdf"}) {
      EXPECT_EQ(desk.gets(*member, id, rest).status, 200) << rest;
    }
  }
  const std::string path = fmt::format("/v2/labels/{}.pdf", id);
  EXPECT_EQ(trade.asks("", "GET", path).status, 401);
  for (const auto* const scope : {"send", "report", "admin"}) {
    const auto token = trade.token(trade.customer, fmt::format(R"(,"scopes":["{}"])", scope));
    EXPECT_EQ(trade.asks(token, "GET", path).status, 403) << scope;
  }
  EXPECT_EQ(trade.by().asks("GET", path).status, 401);  // not a participant's
}

TEST_F(LabelFiles, filter_by_sscc_finds_the_notices_for_each_viewer_and_for_operators) {
  const std::string first = desk.sends(notice("1", two_units));
  const std::string last = desk.sends(notice("2", {unit(inner_sscc)}));
  const std::string query = fmt::format("?filter[sscc]={}", inner_sscc);
  const auto found = [](const Answer& page) {
    std::vector<std::string> ids;
    for (int i = 0;; ++i) {
      std::string id = at(page.body, fmt::format("items.{}.platformTransactionId", i));
      if (id == "absent") return ids;
      ids.push_back(std::move(id));
    }
  };
  const auto seen_by = [&](const served::Member& member, const std::string& more) {
    return found(trade.gets(member, "/v2/all-transactions" + query + more));
  };
  const std::vector<std::string> both{last, first};
  EXPECT_EQ(seen_by(trade.customer, ""), both);
  EXPECT_EQ(seen_by(trade.supplier, ""), both);
  EXPECT_EQ(seen_by(trade.supplier, "&per_page=1"), (std::vector{last}));
  EXPECT_EQ(seen_by(trade.customer, "&filter[identifier]=1"), (std::vector{first}));
  EXPECT_EQ(seen_by(trade.customer, "&filter[type]=ORDER"), std::vector<std::string>());
  EXPECT_EQ(seen_by(trade.stranger, ""), std::vector<std::string>());
  const std::string all = "/admin/transactions" + query;
  EXPECT_EQ(found(trade.by().asks("GET", all)), both);
  EXPECT_EQ(found(trade.by().asks("GET", all + "&filter[flow]=TEST")), std::vector<std::string>());
}

TEST_F(LabelFiles, are_unknown_alike_to_all_others) {
  const std::string id = desk.sends(notice("1", two_units));
  const std::string order = trade.sends("2");
  const std::string tests = trade.token(trade.customer, R"(,"flow":"TEST")");
  ASSERT_EQ(unknown().status, 404);
  for (const auto* const rest : {".zpl", ".pdf", "/0.zpl", "/0.pdf"}) {
    EXPECT_EQ(refusal_in(desk.gets(trade.stranger, id, rest)), unknown()) << rest;
    EXPECT_EQ(refusal_in(desk.gets(trade.customer, order, rest)), unknown()) << rest;
    EXPECT_EQ(refusal_in(desk.gets(trade.customer, "4711", rest)), unknown()) << rest;
    EXPECT_EQ(refusal_in(trade.asks(tests, "GET", fmt::format("/v2/labels/{}{}", id, rest))),
              unknown());
  }
  for (const auto* const place : {"2", "0.1", "1.0", "0.0.0", "00", "-1", "x", "0.", ".0", "%30%2e",
                                  "18446744073709551616", "4294967296"}) {
    EXPECT_EQ(refusal_in(desk.gets(trade.customer, id, fmt::format("/{}.zpl", place))), unknown())
        << place;
  }
}

TEST_F(LabelFiles, of_what_is_held_are_unknown_to_the_recipient_until_it_is_delivered) {
  const std::string id = desk.sends(notice("1", two_units, trade::stranger_gln));
  EXPECT_EQ(desk.gets(trade.supplier, id, ".pdf").status, 200);
  EXPECT_EQ(refusal_in(desk.gets(trade.stranger, id, ".pdf")), unknown());
  trade.does(trade.stranger, "PUT", "/v2/trade-partners/" + trade.supplier.id,
             R"({"status":"active"})");
  EXPECT_EQ(desk.gets(trade.stranger, id, ".pdf").status, 200);
}

TEST_F(LabelFiles, show_the_numbers_of_the_list) {
  const std::string id = desk.sends(notice("1", two_units));
  const std::string body = desk.shown(trade.customer, id);
  const std::string sscc = at(body, "data.content.transportUnits.0.transportLabel.sscc");
  const auto pages = read_back(desk.gets(trade.customer, id, "/0.pdf").body);
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_NE(std::ranges::find(pages[0], labels::Decoded{"00" + sscc, true}), pages[0].end());
  const auto all = read_back(desk.gets(trade.customer, id, ".pdf").body);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_NE(std::ranges::find(all[1], labels::Decoded{fmt::format("00{}", inner_sscc), true}),
            all[1].end());
  EXPECT_EQ(all[2], (std::vector<labels::Decoded>{{"A 7", false}}));
}

TEST_F(LabelFiles, are_found_by_the_number_on_the_pallet) {
  const std::string path = fmt::format("/v2/labels/{}.zpl", inner_sscc);
  const auto bars_for = [&](const served::Member& member) {
    const auto made = labels::labels_in(trade.asks(member.token, "GET", path).body);
    return made.size() == 1 ? made[0].bars.back().text : "";
  };
  EXPECT_EQ(refusal_in(trade.asks(trade.supplier.token, "GET", path)), unknown());
  const std::string id = desk.sends(notice("1", two_units));
  EXPECT_EQ(bars_for(trade.supplier), fmt::format("00{}", inner_sscc));
  EXPECT_EQ(bars_for(trade.customer), fmt::format("00{}", inner_sscc));
  EXPECT_EQ(refusal_in(trade.asks(trade.stranger.token, "GET", path)), unknown());
  EXPECT_EQ(trade.asks("", "GET", path).status, 401);
  // A number with a wrong check digit or length is unknown, like a number that no document has.
  for (const auto* const wrong :
       {"395210010002089326", "000000000000000000", "39521001000208932"}) {
    const auto other = fmt::format("/v2/labels/{}.zpl", wrong);
    EXPECT_EQ(refusal_in(trade.asks(trade.supplier.token, "GET", other)), unknown()) << wrong;
  }
  EXPECT_EQ(trade.asks(trade.supplier.token, "GET", path + "?size=A7").status, 422);
}

TEST_F(LabelFiles, have_the_size_and_the_dots_that_are_asked_for) {
  const std::string id = desk.sends(notice("1", two_units));
  const std::vector<std::pair<std::string, std::pair<int, int>>> rows = {
      {"", {840, 1184}},
      {"?size=A6&dpi=203", {840, 1184}},
      {"?size=A5", {1184, 1680}},
      {"?dpi=300", {1240, 1748}},
      {"?size=A5&dpi=300", {1748, 2480}}};
  for (const auto& [query, dots] : rows) {
    const auto made = labels::labels_in(desk.gets(trade.customer, id, ".zpl" + query).body);
    ASSERT_EQ(made.size(), 3u) << query;
    for (const labels::ZplLabel& label : made) {
      EXPECT_EQ(label.faults, std::vector<std::string>{});
      EXPECT_EQ(std::pair(label.width, label.height), dots) << query;
    }
    const auto one = labels::labels_in(desk.gets(trade.customer, id, "/0.0.zpl" + query).body);
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(one[0].bars.back().text, fmt::format("00{}", inner_sscc));
  }
  EXPECT_EQ(read_back(desk.gets(trade.customer, id, ".pdf").body).size(), 3u);
  const auto sheets = read_back(desk.gets(trade.customer, id, ".pdf?sheet=A4").body);
  ASSERT_EQ(sheets.size(), 1u);
  EXPECT_NE(std::ranges::find(sheets[0], labels::Decoded{fmt::format("00{}", inner_sscc), true}),
            sheets[0].end());
}

TEST_F(LabelFiles, show_one_label_as_a_picture_of_the_dots) {
  const std::string id = desk.sends(notice("1", two_units));
  const Answer picture = desk.gets(trade.customer, id, "/0.0.png");
  ASSERT_EQ(picture.status, 200);
  EXPECT_EQ(picture.header("content-type"), "image/png");
  const labels::Folder folder;
  folder.write("label.png", picture.body);
  // The header of a PNG has its width and height, in four bytes each.
  const auto number_at = [&](std::size_t place) {
    int number = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      number = number * 256 + static_cast<unsigned char>(picture.body.at(place + i));
    }
    return number;
  };
  EXPECT_EQ(std::pair(number_at(16), number_at(20)), std::pair(840, 1184));
  const auto read = labels::read_by_zbar({folder.path("label.png")});
  ASSERT_EQ(read.size(), 1u);
  const labels::Decoded number{fmt::format("00{}", inner_sscc), true};
  EXPECT_NE(std::ranges::find(read[0], number), read[0].end());
  EXPECT_EQ(desk.gets(trade.customer, id, ".png").status, 404);
  EXPECT_EQ(desk.gets(trade.customer, id, "/2.png").status, 404);
  EXPECT_EQ(desk.gets(trade.customer, id, "/0.png?sheet=A4").status, 422);
}

TEST_F(LabelFiles, characters_that_no_font_has_are_warned_of_in_a_header) {
  std::string odd = notice("1", two_units);
  constexpr std::string_view name = "K\\u00e4ufer";
  odd.replace(odd.find(name), name.size(), "K\U0010FFFDufer");
  const std::string id = desk.sends(odd);
  for (const auto* const rest : {"/0.zpl", "/0.pdf", "/0.png"}) {
    const std::string warnings = desk.gets(trade.customer, id, rest).header("tradepost-warnings");
    EXPECT_EQ(at(warnings, "0.code"), "label.without_glyph") << rest;
    EXPECT_EQ(at(warnings, "0.path"), "content.transportUnits.0");
    EXPECT_EQ(at(warnings, "0.message"),
              "No installed font has these characters: U+10FFFD. Each is printed as a box.");
    EXPECT_EQ(at(warnings, "1"), "absent");
  }
  const Answer all = desk.gets(trade.customer, id, ".pdf");
  EXPECT_EQ(at(all.header("tradepost-warnings"), "1.path"),
            "content.transportUnits.0.transportUnits.0");
  const std::string usual = desk.sends(notice("2", two_units));
  EXPECT_EQ(desk.gets(trade.customer, usual, "/0.pdf").header("tradepost-warnings"), "");
}

TEST_F(LabelFiles, wrong_parameters_are_all_reported_at_once_to_any_caller) {
  const std::string id = desk.sends(notice("1", two_units));
  const Answer bad = desk.gets(trade.customer, id, ".pdf?size=A7&dpi=72&sheet=A3&dpi=203");
  EXPECT_EQ(bad.status, 422);
  EXPECT_EQ(at(bad.body, "faultCount"), "4") << bad.body;
  EXPECT_EQ(at(bad.body, "faults.0.code"), "query.size.unknown_value");
  EXPECT_EQ(at(bad.body, "faults.1.path"), "dpi");
  EXPECT_EQ(at(bad.body, "faults.2.code"), "query.given_twice");
  EXPECT_EQ(at(desk.gets(trade.customer, id, ".zpl?sheet=A4").body, "faults.0.code"),
            "query.sheet.only_pdf");
  for (const auto* const query : {"?size=", "?size=a6", "?dpi=203.0", "?dpi=", "?sheet="}) {
    EXPECT_EQ(desk.gets(trade.customer, id, fmt::format("/0.pdf{}", query)).status, 422) << query;
    EXPECT_EQ(refusal_in(desk.gets(trade.stranger, id, fmt::format("/0.pdf{}", query))),
              refusal_in(desk.gets(trade.stranger, unused_id, fmt::format("/0.pdf{}", query))));
  }
  EXPECT_EQ(desk.gets(trade.customer, id, "/0.pdf?colour=red").status, 200);
}

TEST_F(LabelFiles, are_asked_for_again_by_their_tag) {
  const std::string id = desk.sends(notice("1", two_units));
  const std::string path = fmt::format("/v2/labels/{}/0.pdf", id);
  const Answer file = trade.gets(trade.customer, path);
  EXPECT_EQ(file.header("cache-control"), "private, no-cache");
  EXPECT_EQ(file.header("referrer-policy"), "no-referrer");
  EXPECT_EQ(file.header("content-disposition"),
            fmt::format("inline; filename=\"label-{}-0.pdf\"", id));
  EXPECT_EQ(desk.gets(trade.customer, id, ".zpl").header("content-disposition"),
            fmt::format("inline; filename=\"labels-{}.zpl\"", id));
  const std::string tag = file.header("etag");
  EXPECT_EQ(tag.front(), '"') << tag;
  EXPECT_EQ(trade.gets(trade.supplier, path).header("etag"), tag);
  for (const std::string& other :
       {path + "?size=A5", path + "?dpi=300", fmt::format("/v2/labels/{}/0.zpl", id)}) {
    EXPECT_NE(trade.gets(trade.customer, other).header("etag"), tag);
  }
  const auto with_tag = [&](const served::Member& member, const std::string& given) {
    return trade.asks(member.token, "GET", path, "", fmt::format("If-None-Match: {}\r\n", given));
  };
  const Answer same = with_tag(trade.customer, tag);
  EXPECT_EQ(same.status, 304);
  EXPECT_EQ(same.header("etag"), tag);
  EXPECT_EQ(same.body, "");
  EXPECT_EQ(with_tag(trade.customer, "\"other\"").status, 200);
  EXPECT_EQ(with_tag(trade.stranger, tag).status, 404);
}

TEST_F(LabelFiles, head_answers_with_the_headers_of_get) {
  const std::string id = desk.sends(notice("1", two_units));
  const std::string path = fmt::format("/v2/labels/{}/0.pdf", id);
  const Answer file = trade.gets(trade.customer, path);
  http_tests::Client client(trade.exchange().port());
  client.send(
      fmt::format("HEAD {} HTTP/1.1\r\nHost: exchange.test\r\nAuthorization: Bearer {}\r\n\r\n",
                  path, trade.customer.token));
  const Answer head = client.answer_to_head();
  EXPECT_EQ(head.status, 200);
  for (const auto* const name : {"content-length", "content-type", "etag", "content-disposition"}) {
    EXPECT_EQ(head.header(name), file.header(name)) << name;
  }
}

TEST_F(LabelFiles, compressed_ones_have_a_weak_tag_that_is_good_too) {
  const std::string id = desk.sends(notice("1", two_units));
  const std::string path = fmt::format("/v2/labels/{}.zpl", id);
  const auto ask = [&](std::string_view headers) {
    return trade.asks(trade.customer.token, "GET", path, "", headers);
  };
  const std::string strong = ask("").header("etag");
  const Answer coded = ask("Accept-Encoding: gzip\r\n");
  EXPECT_EQ(coded.header("content-encoding"), "gzip");
  EXPECT_EQ(coded.header("etag"), "W/" + strong);
  EXPECT_EQ(ask(fmt::format("If-None-Match: W/{}\r\n", strong)).status, 304);
}

TEST_F(LabelFiles, hold_2000_labels_at_most_and_single_ones_of_more) {
  const std::string id = desk.sends(notice("1", std::vector<std::string>(2'001, unit())));
  const Answer all = desk.gets(trade.customer, id, ".zpl");
  EXPECT_EQ(all.status, 422);
  EXPECT_EQ(at(all.body, "faults.0.code"), "labels.too_many");
  EXPECT_EQ(desk.gets(trade.customer, id, "/2000.zpl").status, 200);
  EXPECT_EQ(desk.gets(trade.customer, id, "/2001.zpl").status, 404);
}

TEST(LabelsOfMany, delay_no_other_request) {
  Desk desk({"--threads", "1"});
  Trade& trade = desk.trade;
  const std::string many = desk.sends(notice("1", std::vector<std::string>(500, unit())));
  const std::string one = desk.sends(notice("2", {unit()}));
  const auto request = [&](const std::string& path) {
    return fmt::format("GET {} HTTP/1.1\r\nHost: exchange.test\r\nAuthorization: Bearer {}\r\n\r\n",
                       path, trade.customer.token);
  };
  http_tests::Client patient(trade.exchange().port());
  patient.send(request(fmt::format("/v2/labels/{}.pdf", many)));
  EXPECT_EQ(trade.gets(trade.customer, "/v2/ping").status, 204);
  EXPECT_EQ(desk.gets(trade.supplier, one, "/0.zpl").status, 200);
  EXPECT_FALSE(patient.has_answer_within(std::chrono::milliseconds(0)));
  const Answer file = patient.answer();
  EXPECT_EQ(file.status, 200);
  EXPECT_GT(file.body.size(), 100'000u);
}

}  // namespace
}  // namespace tradepost::labels_served
