#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "agent/sinks/converted_document.hpp"
#include "agent/sinks/sink.hpp"
#include "base/ground/result.hpp"
#include "edifact/mappings.hpp"
#include "tradepost/settings.hpp"

// Settings of an agent: a bridge connects an exchange with one system.
namespace tradepost::agent {

struct IntoFolder {
  std::string folder;
  std::optional<ConvertedFiles> converted = {};  // nullopt: the files are JSON
  std::vector<std::string> also = {};            // forms of each document, next to its file
  std::string language = {};                     // of these forms: en or de; empty: en
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
// A system inside this process. One thread opens its sink and uses it.
struct IntoSystem {
  std::function<base::Result<std::unique_ptr<Sink>>()> open;
};
using Target = std::variant<IntoFolder, IntoProgram, IntoHttp, IntoDatabase, IntoSystem>;

struct Receiving {
  Target target;
  std::uint32_t attempts_max = 8;
  std::chrono::seconds timeout{60};  // for a run of a program, and for an HTTP response
};

struct Sending {
  std::string folder;
  std::chrono::milliseconds settled_after{2'000};
  FileFormat format = FileFormat::json;
  std::shared_ptr<const edifact::Mappings> mappings = {};  // of messages
  bool has_variant = false;                                // the mappings are a partner's
};

struct Bridge {
  std::string name;
  client::Settings exchange;
  std::optional<Receiving> receiving = {};
  std::optional<Sending> sending = {};
};

}  // namespace tradepost::agent
