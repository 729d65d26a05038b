#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/console/commands.hpp"
#include "app/console/findings_text.hpp"
#include "app/console/input.hpp"
#include "app/console/saying.hpp"
#include "app/documents/documents_in.hpp"
#include "base/files/whole_file.hpp"
#include "base/ground/limits.hpp"
#include "document/read.hpp"
#include "paper/html.hpp"
#include "paper/pdf.hpp"

namespace tradepost::app {
namespace {

struct Options {
  std::vector<std::string> paths;
  std::string to;
  std::string language = "en";
  std::string folder;
};

void print_error(const std::string& text) {
  say(stderr, "tradepost: {}\n", text);
}

// Writes each document of some files in another form.
class Conversion {
 public:
  explicit Conversion(const Options& options)
      : options_(options),
        words_(options.language == "de" ? paper::Language::german : paper::Language::english) {}

  ExitStatus run() {
    if (options_.folder.empty() && options_.to == "pdf" && isatty(STDOUT_FILENO) != 0) {
      print_error("The output is binary. Redirect it to a file, or use --out DIR.");
      return ExitStatus::usage;
    }
    if (!options_.folder.empty()) {
      if (const auto is_there = base::make_folder(options_.folder); !is_there) {
        return fail(is_there.error());
      }
    }
    const auto files = files_of(options_.paths);
    if (!files) return fail(files.error());
    for (const std::string& file : *files) {
      const auto done =
          each_document(file, InputForm::by_its_look, reader_, base::limits::body_bytes_default,
                        [this](const Origin& origin, std::string_view body) {
                          convert(origin, body);
                          return failed_ ? GoOn::no : GoOn::yes;
                        });
      if (!done) return fail(done.error());
      if (failed_) return ExitStatus::failed;
    }
    return is_faulty_ ? ExitStatus::faulty : ExitStatus::good;
  }

 private:
  static ExitStatus fail(const base::Error& error) {
    print_error(error.text().str());
    return ExitStatus::failed;
  }

  void convert(const Origin& origin, std::string_view body) {
    const auto outcome = reader_.read(body);
    if (!outcome || !outcome->valid()) {
      say_lines(stderr, for_people(origin, body, outcome));
      is_faulty_ = true;
      return;
    }
    const auto converted = converted_form(document::row_of(*outcome->document.kind));
    const base::Done done = converted ? write(origin, *converted) : base::refuse(converted.error());
    if (!done) failed_ = fail(done.error()) == ExitStatus::failed;
  }

  base::Result<std::string> converted_form(const document::KindRow& kind) {
    if (options_.to == "html") return paper::html_of(kind, reader_.content(), words_);
    return paper::pdf_of(kind, reader_.content(), words_, typesetter_);
  }

  base::Done write(const Origin& origin, const std::string& bytes) {
    if (!options_.folder.empty()) {
      return base::write_whole(options_.folder, file_of(origin), bytes);
    }
    if (has_written_) {
      return base::refuse({base::ErrorCode::invalid,
                           base::CallerText("Standard output takes one document. Use --out DIR.")});
    }
    has_written_ = true;
    write_bytes(bytes);
    return {};
  }

  // Returns order.pdf for order.json, and orders-3.pdf for line 3 of orders.jsonl.
  std::string file_of(const Origin& origin) const {
    const std::string name =
        origin.input == "-" ? "document" : std::filesystem::path(origin.input).stem().string();
    const std::string line = origin.line == 0 ? "" : fmt::format("-{}", origin.line);
    return fmt::format("{}{}.{}", name, line, options_.to);
  }

  const Options& options_;
  const paper::Words words_;
  document::Reader reader_;
  paper::Typesetter typesetter_;
  bool has_written_ = false;
  bool is_faulty_ = false;
  bool failed_ = false;
};

}  // namespace

void add_convert_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("convert", "Write documents in another form: PDF or HTML");
  command.footer(
      "A document is the body that `tradepost send` sends: {\"type\": \"ORDER\", \"content\": "
      "{…}}.\n"
      "Its faults are printed, and it is not converted. A folder means all .json, .jsonl and\n"
      ".ndjson files below it. docs/guides/forms.md describes the forms.\n"
      "\n"
      "Examples:\n"
      "  tradepost convert --to pdf invoice.json > invoice.pdf\n"
      "  tradepost convert --to html --language de --out pages examples/invoice");
  const auto options = std::make_shared<Options>();
  command.add_option("files", options->paths, "Files or folders, or - for standard input")
      .required()
      .type_name("FILE");
  command.add_option("--to", options->to, "The form").one_of({"pdf", "html"}).required();
  command.add_option("--language", options->language, "The language of the words")
      .one_of({"en", "de"})
      .capture_default_str();
  command
      .add_option("--out", options->folder,
                  "Write a file for each document into this folder (standard output)")
      .type_name("DIR");
  command.callback([options, &status] { status = Conversion(*options).run(); });
}

}  // namespace tradepost::app
