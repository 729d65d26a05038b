#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tradepost/settings.hpp"

// What a bridge between an exchange and one system is: the settings of an agent.
namespace tradepost::agent {

struct IntoFolder {
  std::string folder;
};
struct IntoProgram {
  std::vector<std::string> command;
};
struct IntoHttp {
  std::string address;
  std::string token = {};
};
struct IntoDatabase {
  std::string address;
};
using Target = std::variant<IntoFolder, IntoProgram, IntoHttp, IntoDatabase>;

struct Receiving {
  Target target;
  std::uint32_t attempts_max = 8;
  std::chrono::seconds timeout{60};  // of a program, and of an answer
};

struct Sending {
  std::string folder;
  std::chrono::milliseconds settled_after{2'000};
};

struct Bridge {
  std::string name;
  client::Settings exchange;
  std::optional<Receiving> receiving = {};
  std::optional<Sending> sending = {};
};

}  // namespace tradepost::agent
