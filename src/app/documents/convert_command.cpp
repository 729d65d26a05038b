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
#include "app/documents/interchange_in.hpp"
#include "base/files/whole_file.hpp"
#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "document/read.hpp"
#include "edifact/mappings.hpp"
#include "edifact/read.hpp"
#include "edifact/write.hpp"
#include "forms/forms.hpp"
#include "paper/html.hpp"
#include "paper/pdf.hpp"
#include "ubl/mappings.hpp"
#include "ubl/read.hpp"
#include "ubl/write.hpp"
#include "zugferd/zugferd.hpp"

namespace tradepost::app {
namespace {

constexpr std::size_t variant_bytes_max = 1u << 20;
constexpr std::size_t file_bytes_max = 64u << 20;  // pages of a PDF file can have large pictures

struct Options {
  std::vector<std::string> paths;
  std::string to;
  std::string language = "en";
  std::string from;
  std::string folder;
  bool names_losses = false;
  std::vector<std::string> fills;
  std::string variant;
};

void print_error(const std::string& text) {
  say(stderr, "tradepost: {}\n", text);
}

forms::Fill fill_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  std::string_view path = std::string_view(text).substr(0, equals);
  constexpr std::string_view content = "content.";
  if (path.starts_with(content)) path.remove_prefix(content.size());
  return {.path = std::string(path), .text = text.substr(equals + 1)};
}

// Peppol BIS Billing 3 is the form ubl of an invoice.
const forms::FormRow* form_named(std::string_view form) {
  return forms::find_form(form == "peppol" ? std::string_view("ubl") : form);
}

std::string fault_of_fill(const std::string& text) {
  if (!text.contains('=')) return "Write PATH=VALUE.";
  return forms::can_fill(fill_of(text)) ? "" : "No document has the field of " + text + ".";
}

// Writes each document of some files in another form.
class Conversion {
 public:
  explicit Conversion(const Options& options)
      : options_(options),
        words_(options.language == "de" ? paper::Language::german : paper::Language::english) {
    for (const std::string& fill : options.fills) fills_.push_back(fill_of(fill));
  }

  ExitStatus run() {
    const bool is_binary = options_.to == "pdf" || options_.to == "zugferd";
    if (options_.folder.empty() && is_binary && isatty(STDOUT_FILENO) != 0) {
      print_error("The output is binary. Redirect it to a file, or use --out DIR.");
      return ExitStatus::usage;
    }
    if (!options_.folder.empty()) {
      if (const auto is_there = base::make_folder(options_.folder); !is_there) {
        return fail(is_there.error());
      }
    }
    if (!options_.variant.empty() && !read_variant()) return ExitStatus::failed;
    const auto files = files_of(options_.paths, FilesOf::forms);
    if (!files) return fail(files.error());
    for (const std::string& file : *files) {
      const auto has_messages =
          each_message(file, [this](const Origin& origin, const auto& message) {
            convert_message(origin, message);
            return failed_ ? GoOn::no : GoOn::yes;
          });
      if (!has_messages) return fail(has_messages.error());
      if (failed_) return ExitStatus::failed;
      if (*has_messages) continue;
      const auto done = each_document(file, InputForm::by_its_look, reader_, file_bytes_max,
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

  bool read_variant() {
    const auto text = base::read_whole(options_.variant, variant_bytes_max);
    if (!text) return fail(text.error()) == ExitStatus::good;
    auto mappings = edifact::Mappings::with_variant(*text);
    if (!mappings) {
      print_error(fmt::format("{}:{}: {}", options_.variant, mappings.error().line,
                              mappings.error().reason));
      return false;
    }
    mappings_ = *std::move(mappings);
    return true;
  }

  void convert(const Origin& origin, std::string_view body) {
    if (zugferd::is_pdf(body)) return convert_pdf(origin, body);
    const bool is_xml = base::trimmed(body).starts_with('<') || body.starts_with("\xef\xbb\xbf<");
    if (is_xml && options_.from != "json") return convert_form(origin, {name_of(origin), body});
    if (!is_xml && !options_.from.empty() && options_.from != "json") {
      return refuse(
          fmt::format("{}: The document is JSON, and not {}.", name_of(origin), options_.from));
    }
    convert_json(origin, body);
  }

  void convert_json(const Origin& origin, std::string_view body) {
    const auto outcome = reader_.read(body);
    if (!outcome || !outcome->valid()) {
      say_lines(stderr, for_people(origin, body, outcome));
      is_faulty_ = true;
      return;
    }
    const document::KindRow& kind = document::row_of(*outcome->document.kind);
    if (options_.to == "json") return finish(origin, std::string(body));
    const bool is_ubl = options_.to == "ubl" || options_.to == "peppol";
    if (is_ubl && !forms::has_form(kind.kind)) return write_ubl(origin, kind);
    if (const forms::FormRow* const form = form_named(options_.to)) {
      return write_form(origin, *form, kind);
    }
    if (const edifact::Directory* const directory = edifact::directory_of_form(options_.to)) {
      return write_message(origin, *directory, kind);
    }
    finish(origin, converted_form(kind));
  }

  // A message that is refused does not stop the other ones.
  void convert_message(const Origin& origin, const edifact::InterchangeReader::Next& next) {
    const std::string name = name_of(origin);
    if (!options_.from.empty() && options_.from != "edifact") {
      return refuse(fmt::format("{}: The document is EDIFACT, and not {}.", name, options_.from));
    }
    const edifact::Mapping* const mapping = mappings_.find(next.message);
    if (!next.fault.empty()) return refuse(fmt::format("{}: {}", name, next.fault));
    if (mapping == nullptr) {
      return refuse(fmt::format("{}: No kind of documents has the message {} with its code of BGM.",
                                name, next.message.type));
    }
    const edifact::Read read = edifact::read(next.message, *mapping, fills_);
    name_losses(origin, read.losses);
    for (const edifact::Fault& fault : read.faults) {
      refuse(fmt::format("{}: segment {}: {}", name, fault.place, fault.message));
    }
    if (read.faults.empty()) convert_json(origin, read.body);
  }

  void write_message(const Origin& origin, const edifact::Directory& directory,
                     const document::KindRow& kind) {
    const edifact::Mapping* const mapping = mappings_.find(kind.kind, directory);
    if (mapping == nullptr) {
      return refuse(fmt::format("{}: {} has no message for the kind {}.", name_of(origin),
                                directory.name, kind.name));
    }
    const edifact::Written written = edifact::write(*mapping, reader_.content());
    for (const forms::Objection& one : written.objections) {
      refuse(fmt::format("{}: {} {}: {}", name_of(origin), one.rule, one.path, one.message));
    }
    name_losses(origin, written.losses);
    if (written.objections.empty()) finish(origin, written.text);
  }

  void convert_pdf(const Origin& origin, std::string_view file) {
    if (file.size() > file_bytes_max) {
      return refuse(fmt::format("{}: The PDF file has more than {} MiB.", name_of(origin),
                                file_bytes_max >> 20));
    }
    const auto attached = zugferd::attached_invoice(file);
    if (!attached) return refuse(fmt::format("{}: {}", name_of(origin), attached.error()));
    convert_form(origin, {.name = fmt::format("{}: {}", name_of(origin), attached->name),
                          .text = attached->invoice,
                          .container = "zugferd"});
  }

  struct EInvoice {
    std::string name = {};  // of its file, or of the file in a PDF file
    std::string_view text = {};
    std::string_view container = {};  // the form of the PDF file
  };

  void convert_form(const Origin& origin, const EInvoice& e_invoice) {
    const std::string& name = e_invoice.name;
    if (e_invoice.container.empty() && convert_ubl(origin, e_invoice)) return;
    const auto read = forms::read(e_invoice.text, fills_);
    if (!read) {
      return refuse(fmt::format("{}:{}:{}: {}", name, read.error().place.line,
                                read.error().place.column, read.error().reason));
    }
    const std::string_view form =
        e_invoice.container.empty() ? read->form->name : e_invoice.container;
    if (!options_.from.empty() && options_.from != form) {
      return refuse(fmt::format("{}: The document is of the form {}, and not {}.", name, form,
                                options_.from));
    }
    name_losses(origin, read->losses);
    name_faults(name, read->faults);
    if (read->faults.empty()) convert_json(origin, read->body);
  }

  // Returns false for a text that can be an e-invoice.
  bool convert_ubl(const Origin& origin, const EInvoice& file) {
    const auto read = ubl::read(file.text, fills_);
    if (!read) return false;
    if (!options_.from.empty() && options_.from != "ubl") {
      refuse(fmt::format("{}: The document is of the form ubl, and not {}.", file.name,
                         options_.from));
      return true;
    }
    name_losses(origin, read->losses);
    name_faults(file.name, read->faults);
    if (read->faults.empty()) convert_json(origin, read->body);
    return true;
  }

  void write_ubl(const Origin& origin, const document::KindRow& kind) {
    const auto extent = options_.to == "peppol" ? ubl::Extent::peppol : ubl::Extent::whole;
    const ubl::Mapping* const mapping =
        ubl::Mappings::of_project().find(kind.kind, extent, reader_.content());
    if (mapping == nullptr) {
      return refuse(
          fmt::format("{}: The kind {} has no form {}.", name_of(origin), kind.name, options_.to));
    }
    const ubl::Written written = ubl::write(*mapping, reader_.content());
    for (const forms::Objection& one : written.objections) {
      refuse(fmt::format("{}: {} {}: {}", name_of(origin), one.rule, one.path, one.message));
    }
    name_losses(origin, written.losses);
    if (written.objections.empty()) finish(origin, written.text);
  }

  void name_faults(const std::string& name, const std::vector<forms::FormFault>& faults) {
    for (const forms::FormFault& fault : faults) {
      refuse(fmt::format("{}:{}:{}: {}\n  {}", name, fault.place.line, fault.place.column,
                         fault.message, fault.xpath));
    }
  }

  void write_form(const Origin& origin, const forms::FormRow& form, const document::KindRow& kind) {
    if (!forms::has_form(kind.kind)) {
      return refuse(
          fmt::format("{}: The kind {} has no form {}.", name_of(origin), kind.name, form.name));
    }
    const forms::Written written = forms::write(form, kind, reader_.content());
    for (const forms::Objection& one : written.objections) {
      refuse(fmt::format("{}: {} {}: {}", name_of(origin), one.rule, one.path, one.message));
    }
    name_losses(origin, written.losses);
    if (!written.objections.empty()) return;
    if (!form.is_in_pdf) return finish(origin, written.text);
    auto pdf = paper::pdf_of(kind, reader_.content(), words_, typesetter_);
    if (pdf) pdf = zugferd::with_invoice(*pdf, written.text);
    finish(origin, pdf);
  }

  void name_losses(const Origin& origin, const forms::Losses& losses) const {
    if (!options_.names_losses) return;
    for (const forms::Loss& loss : losses) {
      say_lines(stderr, fmt::format("{}: {}: {}\n", name_of(origin), loss.path,
                                    forms::sentence_of(loss.reason)));
    }
  }

  void refuse(const std::string& lines) {
    say_lines(stderr, lines + '\n');
    is_faulty_ = true;
  }

  void finish(const Origin& origin, const base::Result<std::string>& bytes) {
    const base::Done done = bytes ? write(origin, *bytes) : base::refuse(bytes.error());
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
    const forms::FormRow* const form = form_named(options_.to);
    const std::string ending = edifact::directory_of_form(options_.to) != nullptr ? "edi"
                               : form == nullptr                                  ? options_.to
                               : form->is_in_pdf                                  ? "pdf"
                                                                                  : "xml";
    return fmt::format("{}{}.{}", name, line, ending);
  }

  const Options& options_;
  std::vector<forms::Fill> fills_;
  edifact::Mappings mappings_ = edifact::Mappings::of_project();
  const paper::Words words_;
  document::Reader reader_;
  paper::Typesetter typesetter_;
  bool has_written_ = false;
  bool is_faulty_ = false;
  bool failed_ = false;
};

}  // namespace

void add_convert_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand(
      "convert", "Write documents in another form: EDIFACT, UBL, e-invoice, PDF or HTML");
  command.footer(
      "A document is the body that `tradepost send` sends: {\"type\": \"ORDER\", \"content\": "
      "{…}}.\n"
      "Its faults are printed, and it is not converted. A folder means all .json, .jsonl,\n"
      ".ndjson, .xml, .pdf and .edi files below it. docs/guides/forms.md describes the forms.\n"
      "\n"
      "An invoice or a credit note is also read from ubl, xrechnung, cii and zugferd, and written "
      "as\n"
      "them. A document that breaks a rule of the form is not converted; each rule is printed.\n"
      "All kinds are read from EDIFACT, and written as edifact (D.01B) and edifact-d96a.\n"
      "Orders, order responses, shipping and receival notices, catalogs, remittance advices and\n"
      "inventory reports are read from UBL 2.1, and written as ubl. Orders, order responses,\n"
      "shipping notices and catalogs are also written as peppol (Peppol BIS 3).\n"
      "\n"
      "Examples:\n"
      "  tradepost convert --to pdf invoice.json > invoice.pdf\n"
      "  tradepost convert --to xrechnung --losses invoice.json > invoice.xml\n"
      "  tradepost convert --to json invoice.xml > invoice.json\n"
      "  tradepost convert --to edifact --losses order.json > order.edi\n"
      "  tradepost convert --to html --language de --out pages examples/invoice");
  const auto options = std::make_shared<Options>();
  command.add_option("files", options->paths, "Files or folders, or - for standard input")
      .required()
      .type_name("FILE");
  command.add_option("--to", options->to, "The form")
      .one_of({"pdf", "html", "ubl", "peppol", "xrechnung", "cii", "xrechnung-cii", "zugferd",
               "edifact", "edifact-d96a", "json"})
      .required();
  command.add_option("--from", options->from, "The form of the files (detected)")
      .one_of({"json", "ubl", "xrechnung", "cii", "xrechnung-cii", "zugferd", "edifact"});
  command.add_option("--language", options->language, "The language of the words")
      .one_of({"en", "de"})
      .capture_default_str();
  command.add_flag("--losses", options->names_losses,
                   "Print each value that the form does not carry");
  command
      .add_option("--fill", options->fills,
                  "A value for a field that the form lacks; @PATH is the value of another field")
      .type_name("PATH=VALUE")
      .repeated()
      .checked_by(fault_of_fill);
  command
      .add_option("--variant", options->variant,
                  "A file with lines of the mapping of EDIFACT that a partner needs")
      .type_name("FILE");
  command
      .add_option("--out", options->folder,
                  "Write a file for each document into this folder (standard output)")
      .type_name("DIR");
  command.callback([options, &status] { status = Conversion(*options).run(); });
}

}  // namespace tradepost::app
