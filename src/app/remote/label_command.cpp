#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/console/commands.hpp"
#include "app/console/findings_text.hpp"
#include "app/console/saying.hpp"
#include "app/documents/documents_in.hpp"
#include "app/session/exchange_client.hpp"
#include "base/ground/limits.hpp"
#include "base/ids.hpp"
#include "base/text/url_text.hpp"
#include "document/json_reader.hpp"
#include "document/read.hpp"
#include "document/transport_units.hpp"
#include "gs1/identifiers.hpp"
#include "label/drawing.hpp"
#include "label/label.hpp"
#include "label/layout.hpp"
#include "label/zpl.hpp"

namespace tradepost::app {
namespace {

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::string path;  // of a file, or the id of a transaction
  std::string format = "pdf";
  std::string size = "A6";
  std::string dots_per_inch = "203";
  std::string sheet;
  std::string unit;
  std::vector<std::string> numbers;  // PLACE=SSCC
};

void print_error(const std::string& text) {
  say(stderr, "tradepost: {}\n", text);
}

// Refuses to write a binary file to a terminal.
bool may_write(const Options& options) {
  if (options.format == "zpl" || isatty(STDOUT_FILENO) == 0) return true;
  print_error("The output is binary. Redirect it to a file: > label.pdf");
  return false;
}

ExitStatus write(const std::string& bytes) {
  write_bytes(bytes);
  return ExitStatus::good;
}

// Collects the labels of the documents in a file, and writes them to standard output as one.
class Labelling {
 public:
  explicit Labelling(const Options& options) : options_(options) {
    format_.size = options.size == "A5" ? label::Size::a5 : label::Size::a6;
    format_.resolution =
        options.dots_per_inch == "300" ? label::Resolution::dpi300 : label::Resolution::dpi203;
  }

  ExitStatus run() {
    if (!read_numbers() || !may_write(options_)) return ExitStatus::usage;
    const auto done = each_document(options_.path, InputForm::by_its_look, reader_,
                                    base::limits::body_bytes_default,
                                    [this](const Origin& origin, std::string_view body) {
                                      return collect(origin, body) ? GoOn::yes : GoOn::no;
                                    });
    if (!done) {
      print_error(done.error().text().str());
      return ExitStatus::failed;
    }
    if (is_faulty_) return ExitStatus::faulty;
    return write_all();
  }

 private:
  bool read_numbers() {
    for (const std::string& one : options_.numbers) {
      const auto equals = one.find('=');
      const auto sscc =
          gs1::Sscc::parse(equals == std::string::npos ? std::string() : one.substr(equals + 1));
      if (!sscc) {
        print_error(fmt::format("--sscc {}: {}", one, sscc.error().text().str()));
        return false;
      }
      if (const std::string problem = take(one.substr(0, equals), *sscc); !problem.empty()) {
        print_error(fmt::format("--sscc {}: {}", one, problem));
        return false;
      }
    }
    return true;
  }

  // Stores a number. Returns a problem, or an empty text.
  std::string take(const std::string& place, const gs1::Sscc& sscc) {
    if (!options_.unit.empty() && place != options_.unit) {
      return fmt::format("Only unit {} gets a label, because of --unit.", options_.unit);
    }
    for (const auto& [other, number] : numbers_) {
      if (other == place) return fmt::format("Unit {} is named twice.", place);
      if (number.text() == sscc.text()) return fmt::format("Unit {} has this number.", other);
    }
    numbers_.emplace(place, sscc);
    return {};
  }

  // Returns a problem unless each number is for a unit of the document without a number.
  std::string problem_of_numbers(const document::View& content) const {
    for (const auto& [place, number] : numbers_) {
      const auto unit = label::label_at(content, place);
      if (!unit) return fmt::format("--sscc names unit {}, which does not exist", place);
      const std::string own = unit->sscc ? std::string(unit->sscc->text()) : unit->other_number;
      if (own.empty()) continue;
      return fmt::format("Unit {} has the number {}. --sscc is only for units without one", place,
                         own);
    }
    const bool is_another = !numbers_.empty() && !layouts_.empty();
    return is_another ? "--sscc can only be used with a single document" : "";
  }

  bool collect(const Origin& origin, std::string_view body) {
    const auto outcome = reader_.read(body);
    if (!outcome || !outcome->valid()) {
      say_lines(stderr, for_people(origin, body, outcome));
      is_faulty_ = true;
      return false;
    }
    if (!document::has_labels(*outcome->document.kind)) {
      return refuse(origin, "Only shipping notices and dispatch instruction responses have labels");
    }
    const auto labels = labels_of(reader_.content());
    if (!labels) return refuse(origin, labels.error().text().str());
    if (const auto problem = problem_of_numbers(reader_.content()); !problem.empty()) {
      return refuse(origin, problem);
    }
    if (labels->empty()) return refuse(origin, fmt::format("There is no unit {}", options_.unit));
    for (const label::Label& one : *labels) {
      if (!one.sscc && one.other_number.empty()) {
        return refuse(origin, fmt::format("Unit {0} has no number. Give it one with --sscc "
                                          "{0}=NUMBER, or all others with --unit",
                                          one.place));
      }
      for (const auto& [place, number] : numbers_) {
        if (!one.sscc || one.sscc->text() != number.text() || one.place == place) continue;
        return refuse(origin, fmt::format("Unit {} has the number {} of --sscc {}={} already",
                                          one.place, number.text(), place, number.text()));
      }
      layouts_.push_back(label::lay_out(one, format_, typesetter_));
      warn(origin, one.warnings);
      warn(origin, layouts_.back().warnings);
    }
    return true;
  }

  base::Result<std::vector<label::Label>> labels_of(document::View content) const {
    if (options_.unit.empty()) return label::labels_of(content, numbers_);
    std::vector<label::Label> labels;
    if (auto one = label::label_at(content, options_.unit, numbers_)) {
      labels.push_back(*std::move(one));
    }
    return labels;
  }

  bool refuse(const Origin& origin, const std::string& text) {
    print_error(fmt::format("{}: {}", name_of(origin), text));
    is_faulty_ = true;
    return false;
  }

  static void warn(const Origin& origin, const std::vector<label::Warning>& warnings) {
    for (const label::Warning& warning : warnings) {
      print_error(fmt::format("{}: {}: {}", name_of(origin), warning.path, warning.message));
    }
  }

  ExitStatus write_all() {
    const auto bytes = drawn();
    if (!bytes) {
      print_error(bytes.error().text().str());
      return bytes.error().code() == base::ErrorCode::invalid ? ExitStatus::faulty
                                                              : ExitStatus::failed;
    }
    return write(*bytes);
  }

  base::Result<std::string> drawn() {
    if (options_.format == "zpl") return label::zpl(layouts_, typesetter_);
    if (options_.format == "pdf") {
      const auto sheet = options_.sheet.empty() ? label::Sheet::none : label::Sheet::a4;
      return label::pdf(layouts_, sheet, typesetter_);
    }
    if (layouts_.size() != 1) {
      return base::refuse({base::ErrorCode::invalid,
                           base::CallerText(fmt::format(
                               "A PNG shows one label, but there are {}. Choose one with --unit.",
                               layouts_.size()))});
    }
    return label::png(layouts_[0], typesetter_);
  }

  const Options& options_;
  label::Format format_;
  label::Numbers numbers_;
  label::Typesetter typesetter_;
  document::Reader reader_;
  std::vector<label::Layout> layouts_;
  bool is_faulty_ = false;
};

// Prints the warnings that an exchange sent with a file. `json` is empty without warnings.
void print_warnings(const std::string& id, std::string_view json) {
  document::JsonReader reader;
  const auto warnings = reader.read(json);
  if (!warnings) return;
  warnings->each([&](std::uint32_t, const document::View& one) {
    print_error(
        fmt::format("{}: {}: {}", id, one.member("path").text(), one.member("message").text()));
  });
}

// Writes the labels of an exchange's transaction, with the numbers that the exchange assigned.
ExitOr<ExitStatus> fetch(const Options& options) {
  if (options.format == "png") {
    return print_usage_error(
        "An exchange creates PDF and ZPL only. Create a PNG from the document itself:\ntradepost "
        "show --document ID | tradepost label - --format png");
  }
  if (!options.numbers.empty()) {
    return print_usage_error(
        "--sscc can only be used with a file. The exchange has already assigned its numbers.");
  }
  if (!may_write(options)) return ExitStatus::usage;
  const std::string unit = options.unit.empty() ? "" : "/" + base::percent_encoded(options.unit);
  const auto path =
      base::PathText(fmt::format("/v2/labels/{}{}.{}", options.path, unit, options.format))
          .add("size", options.size)
          .add("dpi", options.dots_per_inch)
          .add("sheet", options.sheet);
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const client::Answer file,
             exchange.want_file({.path = path.str()}, "application/" + options.format));
  print_warnings(options.path, file.header("Tradepost-Warnings"));
  return write(file.body);
}

}  // namespace

void add_label_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand(
      "label", "Create labels for the transport units of a shipping notice: PDF, ZPL or PNG");
  command.footer(
      "Writes all labels of a notice as one file to standard output. docs/guides/labels.md\n"
      "describes their texts and barcodes. For a transaction of an exchange, give its id. If a\n"
      "file has the name of an id, write ./NAME.\n"
      "\n"
      "Examples:\n"
      "  tradepost label notice.json > labels.pdf\n"
      "  tradepost label notice.json --sheet A4 > sheets.pdf           four A6 on a page\n"
      "  tradepost label notice.json --format zpl --dpi 300 > /dev/usb/lp0\n"
      "  tradepost label notice.json --unit 0.1 --format png > label.png\n"
      "  tradepost label 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11 --unit 0 > label.pdf");
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::participant, retry_of_question_s);
  command
      .add_option("file", options->path,
                  "A document, - for standard input, or the id of a transaction")
      .required()
      .type_name("FILE");
  command.add_option("--format", options->format, "The format of the labels")
      .one_of({"pdf", "zpl", "png"})
      .capture_default_str();
  command.add_option("--size", options->size, "Label size: 105 x 148 or 148 x 210 mm")
      .word_of({"A6", "A5"})
      .capture_default_str();
  command.add_option("--dpi", options->dots_per_inch, "Resolution of the printer")
      .one_of({"203", "300"})
      .capture_default_str();
  command.add_option("--sheet", options->sheet, "Print several labels on a page (PDF only)")
      .word_of({"A4"});
  command.add_option("--unit", options->unit,
                     "One unit by its position: 0 is the first, 0.1 the second one in it");
  command
      .add_option("--sscc", options->numbers,
                  "A number for a unit that has none: 0.1=395210010002089318")
      .type_name("PLACE=SSCC");
  command.callback([options, &status] {
    if (!options->sheet.empty() && options->format != "pdf") {
      say(stderr, "tradepost: --sheet can only be used with --format pdf.\n");
      status = ExitStatus::usage;
      return;
    }
    const bool is_id = base::Uuid::parse(options->path).has_value();
    status = is_id ? ended(fetch(*options)) : Labelling(*options).run();
  });
}

}  // namespace tradepost::app
