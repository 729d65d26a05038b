#pragma once

#include <filesystem>
#include <string>
#include <string_view>

// Runs the built tradepost as a separate process, in a separate folder.
namespace tradepost::served {

struct Ended {
  int exit_code;  // -1: killed by a signal
  std::string out;
  std::string err;
};

class Workplace {
 public:
  Workplace();
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  // Writes a file in the folder; commands see it under the same path.
  void write(const std::string& path, std::string_view text) const;
  // Runs tradepost in the folder, with `words` as shell words; `by` is a command that runs it.
  Ended tradepost(const std::string& words, std::string_view standard_input = {},
                  std::string_view by = {}) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace tradepost::served
