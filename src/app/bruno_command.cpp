#include <algorithm>
#include <memory>
#include <string>

#include "api/description/bruno.hpp"
#include "app/console/commands.hpp"
#include "app/console/saying.hpp"
#include "base/files/whole_file.hpp"

namespace tradepost::app {
namespace {

struct Options {
  std::string out;
  std::string url = "http://127.0.0.1:8480";
  std::string field_word = "platform";
};

std::string fault_of_url(const std::string& url) {
  const bool is_http = url.starts_with("http://") || url.starts_with("https://");
  const bool is_line = std::ranges::none_of(url, [](char c) { return c >= 0 && c <= ' '; });
  return is_http && is_line ? std::string() : "It must be an http or https URL.";
}

std::string fault_of_field_word(const std::string& word) {
  return api::is_field_word(word) ? std::string()
                                  : "It must be 1 to 32 letters, the first one in lower case.";
}

base::Done write(const Options& options) {
  for (const api::BrunoFile& file :
       api::bruno_collection(api::FieldNames(options.field_word), options.url)) {
    const std::string folder = file.folder.empty() ? options.out : options.out + "/" + file.folder;
    TRY(base::make_folder(folder));
    TRY(base::write_whole(folder, file.name, file.text));
  }
  return {};
}

}  // namespace

void add_bruno_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand(
      "bruno", "Write a collection for Bruno with a request for every operation");
  command.footer(
      "The files of an earlier collection in the folder are replaced. Open the folder in Bruno,\n"
      "choose the environment `exchange`, and set `token` in it, for operators `operatorToken`.\n"
      "\n"
      "Examples:\n"
      "  tradepost bruno --out tradepost-bruno\n"
      "  tradepost bruno --out tradepost-bruno --url https://exchange.example.org");
  const auto options = std::make_shared<Options>();
  command.add_option("--out", options->out, "The folder of the collection")
      .required()
      .type_name("DIR");
  command.add_option("--url", options->url, "The address of the exchange")
      .envname("TRADEPOST_URL")
      .checked_by(fault_of_url)
      .capture_default_str()
      .type_name("URL");
  command
      .add_option("--field-word", options->field_word,
                  "The exchange's word in platformTransactionId")
      .envname("TRADEPOST_FIELD_WORD")
      .checked_by(fault_of_field_word)
      .capture_default_str()
      .type_name("WORD");
  command.callback([options, &status] {
    const auto written = write(*options);
    if (!written) {
      say(stderr, "tradepost: {}\n", written.error().text().str());
      status = ExitStatus::failed;
      return;
    }
    say("The collection is in {}.\n", options->out);
    status = ExitStatus::good;
  });
}

}  // namespace tradepost::app
