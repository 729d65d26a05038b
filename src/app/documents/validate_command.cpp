#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "app/console/commands.hpp"
#include "app/console/findings_text.hpp"
#include "app/console/input.hpp"
#include "app/console/saying.hpp"
#include "app/documents/documents_in.hpp"
#include "base/ground/limits.hpp"
#include "document/read.hpp"

namespace tradepost::app {
namespace {

struct Options {
  std::vector<std::string> paths;
  bool json = false;
  bool lines = false;
};

// Validates one document after the other and prints the findings.
class Validation {
 public:
  explicit Validation(const Options& options) : options_(options) {}

  ExitStatus run() {
    const auto files = files_of(options_.paths);
    if (!files) return fail(files.error());
    for (const auto& file : *files) {
      const auto form = options_.lines ? InputForm::lines : InputForm::by_its_look;
      const auto done = each_document(file, form, reader_, base::limits::body_bytes_default,
                                      [this](const Origin& origin, std::string_view body) {
                                        validate(origin, body);
                                        return GoOn::yes;
                                      });
      if (!done) failed_ = fail(done.error()) == ExitStatus::failed;
    }
    if (!options_.json && good_ + faulty_ > 1) {
      say("\n{} documents: {} good, {} faulty\n", good_ + faulty_, good_, faulty_);
    }
    if (failed_) return ExitStatus::failed;
    return faulty_ == 0 ? ExitStatus::good : ExitStatus::faulty;
  }

 private:
  static ExitStatus fail(const base::Error& error) {
    say(stderr, "tradepost: {}\n", error.text().str());
    return ExitStatus::failed;
  }

  void validate(const Origin& origin, std::string_view body) {
    const auto outcome = reader_.read(body);
    if (options_.json) {
      print_json(for_programs(origin, body, outcome));
    } else {
      if (good_ + faulty_ > 0) say("\n");
      say_lines(stdout, for_people(origin, body, outcome));
    }
    ++(outcome && outcome->valid() ? good_ : faulty_);
  }

  const Options& options_;
  document::Reader reader_;
  std::size_t good_ = 0;
  std::size_t faulty_ = 0;
  bool failed_ = false;
};

}  // namespace

void add_validate_command(Command program, ExitStatus& status) {
  auto command =
      program.add_subcommand("validate", "Show all faults of documents, with their positions");
  command.footer(
      "A document is the body that `tradepost send` sends: {\"type\": \"ORDER\", \"content\": "
      "{…}}. A\n"
      "folder means all .json, .jsonl and .ndjson files below it. Files named .jsonl or .ndjson\n"
      "have one document per line, and so has any input whose first line is a complete\n"
      "document. --lines selects this for every input.\n"
      "\n"
      "Each finding has a sentence, its path, line, column and code, and the text with a\n"
      "pointer. The JSON of a document has readable, valid, type, number, faultCount, faults,\n"
      "warningCount and warnings; for text that is not JSON, it has unreadable. At most 1,000\n"
      "faults and 100 warnings of a document are listed; the counts include all.\n"
      "\n"
      "Examples:\n"
      "  tradepost validate order.json\n"
      "  tradepost validate examples/order outbox/*.json\n"
      "  my-erp export | tradepost validate --json -");
  const auto options = std::make_shared<Options>();
  command.add_option("file", options->paths, "Files, folders, or - for standard input")
      .required()
      .type_name("FILE…");
  command.add_flag("--json", options->json, "Print one line of JSON per document");
  command.add_flag("--lines", options->lines, "Read one document per line from every input");
  command.callback([options, &status] { status = Validation(*options).run(); });
}

}  // namespace tradepost::app
