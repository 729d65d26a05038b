#include "app/command_line.hpp"

#include <CLI/CLI.hpp>

#include <utility>

namespace tradepost::app {

Option Option::required() {
  option_->required();
  return *this;
}

Option Option::type_name(const std::string& shown) {
  option_->type_name(shown);
  return *this;
}

Option Option::group(const std::string& name) {
  option_->group(name);
  return *this;
}

Option Option::envname(const std::string& variable) {
  option_->envname(variable);
  return *this;
}

Option Option::capture_default_str() {
  option_->capture_default_str();
  return *this;
}

Option Option::default_str(const std::string& shown) {
  option_->default_str(shown);
  return *this;
}

Option Option::takes_one_or_none() {
  option_->expected(0, 1);
  return *this;
}

Option Option::takes_one_at_a_time() {
  option_->allow_extra_args(false);
  return *this;
}

Option Option::needs(Option other) {
  option_->needs(other.option_);
  return *this;
}

Option Option::excludes(Option other) {
  option_->excludes(other.option_);
  return *this;
}

Option Option::excludes(const std::string& name) {
  option_->excludes(name);
  return *this;
}

Option Option::between(std::int64_t first, std::int64_t last) {
  option_->check(CLI::Range(first, last));
  return *this;
}

Option Option::positive() {
  option_->check(CLI::PositiveNumber);
  return *this;
}

Option Option::one_of(const std::vector<std::string>& words) {
  option_->check(CLI::IsMember(words));
  return *this;
}

Option Option::word_of(const std::vector<std::string>& words) {
  option_->transform(CLI::IsMember(words, CLI::ignore_case));
  return *this;
}

bool Option::is_given() const {
  return option_->count() > 0;
}

Command Command::add_subcommand(const std::string& name, const std::string& meaning) {
  return Command(*app_->add_subcommand(name, meaning));
}

void Command::require_subcommand() {
  app_->require_subcommand(1);
}

void Command::footer(const std::string& text) {
  app_->footer(text);
}

void Command::callback(std::function<void()> work) {
  app_->callback(std::move(work));
}

Option Command::add_flag(const std::string& name, bool& value, const std::string& meaning) {
  return Option(*app_->add_flag(name, value, meaning));
}

Option Command::add_option(const std::string& name, std::string& value,
                           const std::string& meaning) {
  return Option(*app_->add_option(name, value, meaning));
}

Option Command::add_option(const std::string& name, std::vector<std::string>& values,
                           const std::string& meaning) {
  return Option(*app_->add_option(name, values, meaning));
}

Option Command::add_option(const std::string& name, std::uint32_t& value,
                           const std::string& meaning) {
  return Option(*app_->add_option(name, value, meaning));
}

Option Command::add_option(const std::string& name, std::uint64_t& value,
                           const std::string& meaning) {
  return Option(*app_->add_option(name, value, meaning));
}

}  // namespace tradepost::app
