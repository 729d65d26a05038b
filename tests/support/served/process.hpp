#pragma once

#include <filesystem>
#include <string>
#include <string_view>

// The tradepost that was built, as its own process, in a folder of its own.
namespace tradepost::served {

struct Ended {
  int exit_code;  // -1: it did not end by itself
  std::string out;
  std::string err;
};

class Workplace {
 public:
  Workplace();
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  // A file in the folder; the path is as the commands see it.
  void write(const std::string& path, std::string_view text) const;
  // `words` as a shell takes them, run in the folder; by another command, where one is named.
  Ended tradepost(const std::string& words, std::string_view standard_input = {},
                  std::string_view by = {}) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace tradepost::served
