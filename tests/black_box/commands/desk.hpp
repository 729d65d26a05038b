#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// Where somebody sits who calls tradepost: a folder, an environment, and the words.
namespace tradepost::commands_tests {

struct Ended {
  int exit_code = -1;  // -1: it did not end by itself
  std::string out;
  std::string err;
};

class Desk {
 public:
  Desk();
  ~Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  // For every call from now on; an empty value takes the variable away.
  void set(const std::string& variable, const std::string& value);

  // `words` as a shell takes them, run in the folder. What stands in the environment of the test
  // itself is not there.
  Ended tradepost(const std::string& words, std::string_view standard_input = "") const;
  // Any command line; the binary is "$tradepost".
  Ended shell(const std::string& line, std::string_view standard_input = "") const;

  // Runs on while the test does. To be ended by wait_for() or kill().
  int begin(const std::string& words) const;
  static int wait_for(int process);  // its exit code
  static void kill(int process);
  std::string said() const;  // by all that were begun

  void write(const std::string& path, std::string_view text) const;
  std::string read(const std::string& path) const;
  std::vector<std::string> names_in(const std::string& path) const;  // sorted
  std::filesystem::path path(const std::string& below) const { return folder_ / "in" / below; }

 private:
  std::string line_with(const std::string& words) const;

  std::filesystem::path folder_;
  std::map<std::string, std::string> environment_;
};

// Lines without their ends.
std::vector<std::string> lines_of(const std::string& text);

// A text in JSON as an attacker writes it: it sets the title of a terminal, clears it, forges a
// line and turns its direction. The last two controls stand for themselves, as JSON allows.
inline constexpr std::string_view hostile_json =
    "X\\u001b]0;pwned\\u0007\\u001b[2J\\nforged\\u0085\\u202e\\u2028\x7f\xc2\x9b";
// The same text, not in JSON.
inline constexpr std::string_view hostile_text =
    "X\x1b]0;pwned\x07\x1b[2J\nforged\xc2\x85\xe2\x80\xae\xe2\x80\xa8\x7f\xc2\x9b";

// Says why the text may not reach a terminal, and is empty if it may. No line may be forged.
std::string danger_in(std::string_view text);

}  // namespace tradepost::commands_tests
