#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>

#include "base/crypto/base64url.hpp"
#include "base/crypto/random.hpp"
#include "base/ids.hpp"
#include "mail/message.hpp"
#include "run.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::mail_tests {
namespace {

using mail::Message;

// Makes texts of characters that mean something in MIME, and of other scripts.
class RandomMessages {
 public:
  explicit RandomMessages(std::uint64_t seed)
      : draws_(seed), random_(seed), ids_(clock_, random_) {}

  Message next() {
    const auto is_html = below(2) == 0;
    return {.id = ids_.next(),
            .date = base::instant_of(static_cast<std::int64_t>(below(4'000'000'000'000))),
            .from = {.name = text(30), .address = "post@exchange.example"},
            .to = {.name = text(4), .address = "anna@musterhaus.example"},
            .subject = text(100),
            .text = text(below(10) == 0 ? 5'000 : 50),
            .html = is_html ? text(500) + "." : "",
            .unsubscribe_url = below(2) == 0 ? "https://exchange.example/stop" : ""};
  }

 private:
  std::uint64_t below(std::uint64_t end) { return draws_() % end; }

  // Some texts have only ASCII, because these are written in another form.
  std::string text(std::size_t characters_max) {
    static constexpr std::array<std::string_view, 34> characters = {
        "a",    "Z",    "7",    " ",     " ",     ".", ",", "\"", "\\", "<",  ">",  "(",
        ")",    "@",    ":",    ";",     "=",     "?", "_", "=?", "?=", "\t", "\n", "\r",
        "\r\n", "\x01", "\x7f", ".\r\n", "From ", "ü", "ß", "漢", "😀", "é"};
    const std::size_t kinds = std::array<std::size_t, 3>{8, 21, characters.size()}.at(below(3));
    std::string made;
    for (auto left = below(characters_max + 1); left > 0; --left) {
      made += characters.at(below(kinds));
    }
    return made;
  }

  std::mt19937_64 draws_;
  base::SystemClock clock_;
  base::SeededRandom random_;
  base::UuidGenerator ids_;
};

std::string line_of(const Message& message) {
  std::string line;
  for (const std::string& field :
       {message.id.to_string(), std::to_string(base::epoch_ms(message.date)), message.from.name,
        message.from.address, message.to.name, message.to.address, message.subject, message.text,
        message.html, message.unsubscribe_url}) {
    line += base::base64url(field) + " ";
  }
  const auto mime = mail::mime_text(message);
  EXPECT_TRUE(mime);
  return line + base::base64url(mime.value_or("")) + "\n";
}

TEST(Mime, of_random_messages_is_read_by_python_with_the_same_texts) {
  const auto seed = run::seed();
  const std::string file = testing::TempDir() + fmt::format("messages-{}", seed);
  {
    std::ofstream out(file);
    RandomMessages messages(seed);
    for (int i = 0; i < 500; ++i) out << line_of(messages.next());
  }
  const std::string command = fmt::format(
      "/usr/bin/python3 '{}/tests/modules/mail/read_messages.py' <'{}'", source_dir(), file);
  EXPECT_EQ(std::system(command.c_str()), 0) << file;
  if (!testing::Test::HasFailure()) std::filesystem::remove(file);
}

}  // namespace
}  // namespace tradepost::mail_tests
