#include "app/agent/agent_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "agent/sinks/document_forms.hpp"
#include "app/console/input.hpp"
#include "base/files/whole_file.hpp"
#include "base/ground/limits.hpp"
#include "base/text/whole_number.hpp"
#include "edifact/directory.hpp"
#include "edifact/mappings.hpp"

namespace tradepost::app {
namespace {

namespace fs = std::filesystem;
namespace limits = base::limits;

// The system may cause the first failure, so one failure must not set a document aside.
constexpr std::uint64_t attempts_least = 2;
constexpr std::uint64_t attempts_most = 1'000;
constexpr std::uint64_t timeout_most_s = 3'600;
constexpr std::uint64_t settle_most_s = 3'600;
constexpr std::size_t bridges_most = 100;
constexpr std::size_t variant_bytes_max = 1u << 20;

bool is_name(std::string_view name) {
  return !name.empty() && name.size() <= 64 && std::ranges::all_of(name, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_';
  });
}

std::string without_dot(std::string sentence) {
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

std::string joined(const std::vector<std::string>& keys) {
  return fmt::format("{}", fmt::join(keys, "."));
}

// The lines of the file by their keys. Each is taken once. A line that remains is unknown.
class Lines {
 public:
  Lines(std::string path, std::vector<FileLine> lines)
      : path_(std::move(path)), folder_(fs::path(path_).parent_path()) {
    for (FileLine& line : lines) {
      std::string key = joined(line.keys);
      for (auto end = line.keys.begin() + 1; end <= line.keys.end(); ++end) {
        auto& first =
            first_lines_.try_emplace(joined({line.keys.begin(), end}), line.number).first->second;
        first = std::min(first, line.number);
      }
      lines_.emplace(std::move(key), std::move(line));
    }
  }

  bool has(const std::string& key) const { return lines_.contains(key); }
  // Returns true if the table exists. It may be empty.
  bool take_table(const std::string& key) {
    const auto itself = lines_.find(key);
    if (itself != lines_.end() && !itself->second.text && !itself->second.texts) {
      lines_.erase(itself);
      return true;
    }
    const auto below = lines_.lower_bound(key + ".");
    return below != lines_.end() && below->first.starts_with(key + ".");
  }
  std::vector<std::string> bridge_names() const {
    std::vector<std::string> names;
    for (const auto& [key, line] : lines_) {
      const bool is_of_bridge = line.keys.size() >= 2 && line.keys[0] == "bridge";
      if (is_of_bridge && std::ranges::find(names, line.keys[1]) == names.end()) {
        names.push_back(line.keys[1]);
      }
    }
    return names;
  }

  std::string text(const std::string& key) {
    const auto line = take(key);
    if (!line) return {};
    if (!line->text || line->text->empty()) {
      fault(*line, "must be a text");
      return {};
    }
    return *line->text;
  }
  std::string path(const std::string& key) {
    const std::string text = this->text(key);
    return text.empty() ? text : (folder_ / text).string();
  }
  bool flag(const std::string& key) {
    const auto line = take(key);
    if (line && line->text != "yes" && line->text != "no") fault(*line, "must be true or false");
    return line && line->text == "yes";
  }
  std::uint64_t number(const std::string& key, std::uint64_t otherwise, std::uint64_t least,
                       std::uint64_t most) {
    const auto line = take(key);
    if (!line) return otherwise;
    const auto number = base::whole_number<std::uint64_t>(line->text.value_or(""));
    if (number && *number >= least && *number <= most) return *number;
    fault(*line, fmt::format("must be a whole number from {} to {}", least, most));
    return otherwise;
  }
  std::vector<std::string> command(const std::string& key) {
    const auto line = take(key);
    if (!line) return {};
    std::vector<std::string> words;
    if (line->text) words.push_back(*line->text);
    if (line->texts) words = *line->texts;
    const bool has_nul =
        std::ranges::any_of(words, [](const auto& word) { return word.contains('\0'); });
    if (words.empty() || words.front().empty() || has_nul) {
      fault(*line, "must be the path of a program, or a list with the program and its arguments");
      return {};
    }
    // A relative path begins at the file's folder. PATH is not searched.
    words.front() = (folder_ / words.front()).string();
    return words;
  }
  // Returns the words of a list, or one word. Each must be one of `known`.
  std::vector<std::string> words(const std::string& key, const std::vector<std::string>& known) {
    const auto line = take(key);
    if (!line) return {};
    const auto words =
        line->text ? std::vector{*line->text} : line->texts.value_or(std::vector<std::string>());
    const bool is_known = !words.empty() && std::ranges::all_of(words, [&](const auto& word) {
      return std::ranges::find(known, word) != known.end();
    });
    if (!is_known) fault(*line, fmt::format("must be a list of {}", fmt::join(known, ", ")));
    return words;
  }
  // Returns one word of `known`, or an empty text.
  std::string word(const std::string& key, const std::vector<std::string>& known) {
    const auto line = take(key);
    if (!line) return {};
    if (line->text && std::ranges::find(known, *line->text) != known.end()) return *line->text;
    fault(*line, fmt::format("must be one of {}", fmt::join(known, ", ")));
    return {};
  }
  // Returns the first line of the file that the key names.
  std::string token(const std::string& key) {
    const auto line = lines_.find(key);
    if (line == lines_.end()) return {};
    const FileLine named = line->second;
    const std::string path = this->path(key);
    if (path.empty()) return {};
    auto token = first_line_of(path, limits::bearer_token_bytes_max);
    if (!token) {
      fault(named, "names a file that can't be read: " + without_dot(token.error().text().str()));
      return {};
    }
    if (token->empty()) fault(named, "names a file without a token in its first line");
    return *std::move(token);
  }

  // Returns the text of the file that the key names, or nothing, which is a fault.
  std::optional<std::string> file(const std::string& key, std::size_t bytes_max) {
    const std::string path = this->path(key);
    if (path.empty()) return std::nullopt;
    auto text = base::read_whole(path, bytes_max);
    if (text) return *std::move(text);
    fault_at(key, "names a file that can't be read: " + without_dot(text.error().text().str()));
    return std::nullopt;
  }

  // Takes the line of the key, which is a fault.
  void refuse(const std::string& key, std::string_view what) {
    if (const auto line = take(key)) fault(*line, what);
  }
  // Reports a fault at the line of the key, or at the first line of its table.
  void fault_at(const std::string& key, std::string_view what) {
    const auto line = first_lines_.find(key);
    if (line == first_lines_.end()) {
      faults_.emplace(0, fmt::format("{}: {} {}.", path_, key, what));
    } else {
      fault(line->second, key, what);
    }
  }
  // Returns the faults in the order of their lines.
  std::vector<std::string> faults() && {
    for (const auto& [key, line] : lines_) fault(line, "is not a setting of the agent");
    std::vector<std::string> sentences;
    for (auto& [number, sentence] : faults_) sentences.push_back(std::move(sentence));
    return sentences;
  }
  fs::path folder() const { return folder_; }

 private:
  std::optional<FileLine> take(const std::string& key) {
    const auto found = lines_.find(key);
    if (found == lines_.end()) return std::nullopt;
    FileLine line = std::move(found->second);
    lines_.erase(found);
    return line;
  }
  void fault(const FileLine& line, std::string_view what) {
    fault(line.number, joined(line.keys), what);
  }
  void fault(std::uint32_t line, std::string_view key, std::string_view what) {
    faults_.emplace(line, fmt::format("{} line {}: {} {}.", path_, line, key, what));
  }

  std::string path_;
  fs::path folder_;
  std::map<std::string, FileLine> lines_;
  std::map<std::string, std::uint32_t> first_lines_;  // first lines of keys and tables
  std::multimap<std::uint32_t, std::string> faults_;  // by line
};

client::Settings exchange_of(Lines& lines, const std::string& bridge) {
  client::Settings settings;
  settings.url = lines.text(bridge + ".url");
  if (settings.url.empty() && !lines.has(bridge + ".url")) {
    lines.fault_at(bridge, "has no url: the address of the exchange");
  }
  const bool has_token = lines.has(bridge + ".token_file");
  settings.token = lines.token(bridge + ".token_file");
  if (!has_token) lines.fault_at(bridge, "has no token_file: a file with a participant's token");
  if (lines.has(bridge + ".cacert")) settings.authorities_file = lines.path(bridge + ".cacert");
  if (lines.has(bridge + ".proxy")) settings.proxy = lines.text(bridge + ".proxy");
  if (lines.has(bridge + ".field_word")) settings.field_word = lines.text(bridge + ".field_word");
  settings.takes_any_certificate = lines.flag(bridge + ".insecure");
  settings.takes_plain_http = lines.flag(bridge + ".plain_http");
  return settings;
}

constexpr const char* needs_messages = "needs format, which is edifact or edifact-d96a";

// The mappings of messages: the ones of the project, with the lines of a variant.
std::shared_ptr<const edifact::Mappings> mappings_of(Lines& lines, const std::string& table) {
  const std::string key = table + ".variant";
  if (!lines.has(key)) {
    return std::make_shared<const edifact::Mappings>(edifact::Mappings::of_project());
  }
  const auto text = lines.file(key, variant_bytes_max);
  if (!text) return nullptr;
  auto mappings = edifact::Mappings::with_variant(*text);
  if (mappings) return std::make_shared<const edifact::Mappings>(*std::move(mappings));
  lines.fault_at(key, fmt::format("names a file with a fault in line {}: {}", mappings.error().line,
                                  without_dot(mappings.error().reason)));
  return nullptr;
}

// The format of the files of a table. nullopt: JSON.
std::optional<agent::ConvertedFiles> converted_of(Lines& lines, const std::string& table) {
  std::vector<std::string> known{"ubl"};
  for (const edifact::MessageForm& form : edifact::message_forms) known.emplace_back(form.name);
  const std::string format = lines.word(table + ".format", known);
  const edifact::Directory* const directory = edifact::directory_of_form(format);
  if (directory == nullptr) {
    lines.refuse(table + ".variant", needs_messages);
    if (format.empty()) return std::nullopt;
    return agent::ConvertedFiles{.format = agent::FileFormat::ubl};
  }
  return agent::ConvertedFiles{.format = agent::FileFormat::edifact,
                               .mappings = mappings_of(lines, table),
                               .directory = directory};
}

std::optional<agent::ConvertedFiles> received_files_of(Lines& lines, const std::string& table) {
  auto files = converted_of(lines, table);
  const std::string key = table + ".awaits";
  if (!files || files->format != agent::FileFormat::edifact) {
    lines.refuse(key, needs_messages);
    return files;
  }
  const std::string awaits = lines.word(key, {"contrl", "aperak"});
  if (awaits == "contrl") files->awaited = agent::Awaited::contrl;
  if (awaits == "aperak") files->awaited = agent::Awaited::aperak;
  return files;
}

agent::IntoFolder folder_of(Lines& lines, const std::string& table) {
  std::vector<std::string> forms;
  for (const agent::FileForm& form : agent::file_forms()) forms.push_back(form.name);
  agent::IntoFolder target{.folder = lines.path(table + ".folder"),
                           .converted = received_files_of(lines, table),
                           .also = lines.words(table + ".also", forms)};
  if (!lines.has(table + ".language")) return target;
  if (target.also.empty())
    lines.fault_at(table + ".language", "needs also, the forms that have a language");
  target.language = lines.text(table + ".language");
  if (target.language != "en" && target.language != "de") {
    lines.fault_at(table + ".language", "must be en or de");
  }
  return target;
}

// A document of the other targets is not a file, which could have others next to it.
void expect_no_forms(Lines& lines, const std::string& table) {
  for (const char* const key : {".also", ".language", ".format", ".variant", ".awaits"}) {
    if (lines.has(table + key)) lines.refuse(table + key, "needs folder");
  }
}

std::optional<agent::Receiving> receiving_of(Lines& lines, const std::string& bridge) {
  const std::string table = bridge + ".receive";
  if (!lines.take_table(table)) return std::nullopt;
  agent::Receiving receiving;
  int targets = 0;
  if (lines.has(table + ".folder")) {
    receiving.target = folder_of(lines, table);
    ++targets;
  } else {
    expect_no_forms(lines, table);
  }
  if (lines.has(table + ".program")) {
    receiving.target = agent::IntoProgram{lines.command(table + ".program")};
    ++targets;
  }
  if (lines.has(table + ".http")) {
    receiving.target = agent::IntoHttp{.address = lines.text(table + ".http"),
                                       .token = lines.token(table + ".token_file")};
    ++targets;
  }
  if (lines.has(table + ".database")) {
    std::string address = lines.text(table + ".database");
    constexpr std::string_view sqlite = "sqlite:";
    if (address.starts_with(sqlite)) {
      address = std::string(sqlite) + (lines.folder() / address.substr(sqlite.size())).string();
    }
    receiving.target = agent::IntoDatabase{std::move(address)};
    ++targets;
  }
  if (targets != 1) {
    lines.fault_at(table, "must have exactly one of folder, program, http and database");
  }
  receiving.attempts_max = static_cast<std::uint32_t>(
      lines.number(table + ".attempts", receiving.attempts_max, attempts_least, attempts_most));
  receiving.timeout = std::chrono::seconds(
      lines.number(table + ".timeout_seconds",
                   static_cast<std::uint64_t>(receiving.timeout.count()), 1, timeout_most_s));
  return receiving;
}

bool awaits_an_answer(const agent::Bridge& bridge) {
  if (!bridge.receiving) return false;
  const auto* const into = std::get_if<agent::IntoFolder>(&bridge.receiving->target);
  return into != nullptr && into->converted && into->converted->awaited;
}

std::optional<agent::Sending> sending_of(Lines& lines, const std::string& bridge) {
  const std::string table = bridge + ".send";
  if (!lines.take_table(table)) return std::nullopt;
  agent::Sending sending;
  if (!lines.has(table + ".folder")) lines.fault_at(table, "has no folder");
  sending.folder = lines.path(table + ".folder");
  sending.has_variant = lines.has(table + ".variant");
  if (const auto files = converted_of(lines, table)) {
    sending.format = files->format;
    sending.mappings = files->mappings;
  }
  const auto settled = std::chrono::duration_cast<std::chrono::seconds>(sending.settled_after);
  sending.settled_after = std::chrono::seconds(lines.number(
      table + ".settle_seconds", static_cast<std::uint64_t>(settled.count()), 0, settle_most_s));
  return sending;
}

// Returns the canonical path, so that different spellings compare equal.
fs::path shortest(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
  return whole.has_filename() ? whole : whole.parent_path();
}

// Refuses shared folders: a document received into an outbox would be sent, and two outboxes would
// send each other's files.
void find_shared_folders(Lines& lines, const std::vector<agent::Bridge>& bridges) {
  std::map<fs::path, std::string> keys;
  for (const agent::Bridge& bridge : bridges) {
    if (!bridge.receiving) continue;
    if (const auto* const into = std::get_if<agent::IntoFolder>(&bridge.receiving->target)) {
      keys.emplace(shortest(into->folder), "bridge." + bridge.name + ".receive.folder");
    }
  }
  for (const agent::Bridge& bridge : bridges) {
    if (!bridge.sending || bridge.sending->folder.empty()) continue;
    const std::string key = "bridge." + bridge.name + ".send.folder";
    const auto [other, is_new] = keys.emplace(shortest(bridge.sending->folder), key);
    if (!is_new) lines.fault_at(key, fmt::format("is also the folder of {}", other->second));
  }
}

std::optional<MetricsPlace> metrics_place_of(Lines& lines) {
  if (!lines.has("metrics_listen")) return std::nullopt;
  const std::string text = lines.text("metrics_listen");
  const auto colon = text.rfind(':');
  const auto port = base::whole_number<decltype(MetricsPlace::port)>(
      colon == std::string::npos ? "" : text.substr(colon + 1));
  if (!port) lines.fault_at("metrics_listen", "must be ADDRESS:PORT");
  return MetricsPlace{.address = text.substr(0, colon), .port = port.value_or(0)};
}

}  // namespace

std::expected<AgentSettings, BadSettings> read_agent_settings(const std::string& path) {
  TRY_ASSIGN(auto read, read_settings_file(path));
  Lines lines(path, std::move(read));
  AgentSettings settings;
  settings.agent.folder = (lines.folder() / "agent").string();
  if (lines.has("folder")) settings.agent.folder = lines.path("folder");
  settings.metrics_listen = metrics_place_of(lines);
  if (lines.has("log_format")) {
    const auto form = base::log_form_in(lines.text("log_format"));
    if (!form) lines.fault_at("log_format", "must be logfmt or json");
    settings.log_form = form.value_or(settings.log_form);
  }
  const auto names = lines.bridge_names();
  if (names.empty()) {
    lines.fault_at("bridge", "is missing: a table [bridge.NAME] for each exchange");
  }
  if (names.size() > bridges_most) {
    lines.fault_at("bridge", fmt::format("has more than {} tables", bridges_most));
  }
  for (const std::string& name : names) {
    const std::string table = "bridge." + name;
    lines.take_table(table);
    if (!is_name(name)) lines.fault_at(table, "is not a valid name: use letters, digits, - and _");
    agent::Bridge bridge{.name = name, .exchange = exchange_of(lines, table)};
    bridge.receiving = receiving_of(lines, table);
    bridge.sending = sending_of(lines, table);
    if (awaits_an_answer(bridge) &&
        !(bridge.sending && bridge.sending->format == agent::FileFormat::edifact)) {
      lines.fault_at(table + ".receive.awaits",
                     "needs a table send with a format of EDIFACT, whose folder gets the answers");
    }
    if (!bridge.receiving && !bridge.sending) {
      lines.fault_at(table, "does nothing: it needs a table receive or send");
    }
    settings.agent.bridges.push_back(std::move(bridge));
  }
  find_shared_folders(lines, settings.agent.bridges);
  auto faults = std::move(lines).faults();
  if (faults.empty()) return settings;
  return std::unexpected(BadSettings{.status = ExitStatus::usage, .sentences = std::move(faults)});
}

}  // namespace tradepost::app
