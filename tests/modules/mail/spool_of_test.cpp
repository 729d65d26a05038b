#include "mail/spool_of_test.hpp"

#include <gtest/gtest.h>

namespace tradepost::mail_tests {

SpoolOfTest::SpoolOfTest(const std::string& folder) {
  base::SealKey key{};
  key.fill(7);
  auto opened = mail::Spool::open(folder, base::Sealer(key), clock_, log_);
  EXPECT_TRUE(opened) << opened.error().text().str();
  spool_ = *std::move(opened);
}

base::Uuid SpoolOfTest::add(const std::string& to) {
  const base::Uuid id = ids_.next();
  const auto added =
      spool_->add({.id = id,
                   .date = clock_.now(),
                   .from = {.name = "", .address = "post@exchange.example"},
                   .to = {.name = "", .address = to},
                   .subject = "Invitation",
                   .text = "The link is https://exchange.example/" + id.to_string()});
  EXPECT_EQ(added, mail::Added::added);
  return id;
}

base::Uuid id_in(const std::string& mime) {
  constexpr std::string_view header = "\r\nMessage-ID: <";
  constexpr std::size_t id_characters = 36;
  const auto at = mime.find(header);
  if (at == std::string::npos) return {};
  return base::Uuid::parse(mime.substr(at + header.size(), id_characters)).value_or(base::Uuid());
}

}  // namespace tradepost::mail_tests
