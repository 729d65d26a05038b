#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "process/process.hpp"

namespace tradepost::served {

struct Ended {
  int exit_code = -1;  // -1: ended by a signal
  std::string out;
  std::string err;
};

// The workplace of a person who calls tradepost: a folder, an environment and command lines.
class Desk {
 public:
  Desk();
  ~Desk();
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  // Sets a variable for every later call. An empty value removes the variable.
  void set(const std::string& variable, const std::string& value);

  // Runs the binary in the folder. `words` are written as for a shell. The call does not inherit
  // TRADEPOST_URL, tokens and the field word from the environment of the test.
  // `by` is a command that runs the binary.
  Ended tradepost(const std::string& words, std::string_view standard_input = "",
                  std::string_view by = "") const;
  // Runs any command line. The binary is "$tradepost".
  Ended shell(const std::string& line, std::string_view standard_input = "") const;

  // Starts the binary, or a command line that begins with `exec`, without waiting for its end.
  process::Process begin(const std::string& words) const;
  process::Process begin_shell(const std::string& command) const;
  std::string said() const;  // output of all processes of begin()

  void write(const std::string& path, std::string_view text) const;
  std::string read(const std::string& path) const;
  std::vector<std::string> names_in(const std::string& path) const;  // sorted
  std::filesystem::path path(const std::string& below) const { return folder_ / "in" / below; }

 private:
  std::string line_with(const std::string& words) const;

  std::filesystem::path folder_;
  std::map<std::string, std::string> environment_;
};

// Returns the lines without their ends.
std::vector<std::string> lines_of(const std::string& text);

// A hostile text in JSON: it sets the title of a terminal, clears it, forges a line and turns its
// direction. The last two control characters are not escaped, as JSON allows.
inline constexpr std::string_view hostile_json =
    "X\\u001b]0;pwned\\u0007\\u001b[2J\\nforged\\u0085\\u202e\\u2028\x7f\xc2\x9b";
// The same text without JSON's escapes.
inline constexpr std::string_view hostile_text =
    "X\x1b]0;pwned\x07\x1b[2J\nforged\xc2\x85\xe2\x80\xae\xe2\x80\xa8\x7f\xc2\x9b";

// Returns the reason why a text must not reach a terminal, or "" if it may. A forged line is such a
// reason.
std::string danger_in(std::string_view text);

}  // namespace tradepost::served
