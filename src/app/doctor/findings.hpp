#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tradepost::app {

enum class Health : std::uint8_t { good, warning, problem };

// The result of one check of an installation.
struct Finding {
  std::string_view check;  // a word for programs, such as disk
  Health health = Health::good;
  std::string sentence;
  std::string action = {};  // a remedy for the operator; empty if nothing is wrong
};

class Findings {
 public:
  void add_good(std::string_view check, std::string sentence) {
    all_.push_back({.check = check, .health = Health::good, .sentence = std::move(sentence)});
  }
  void add_warning(std::string_view check, std::string sentence, std::string action) {
    all_.push_back({check, Health::warning, std::move(sentence), std::move(action)});
  }
  void add_problem(std::string_view check, std::string sentence, std::string action) {
    all_.push_back({check, Health::problem, std::move(sentence), std::move(action)});
  }
  const std::vector<Finding>& all() const { return all_; }

 private:
  std::vector<Finding> all_;
};

}  // namespace tradepost::app
