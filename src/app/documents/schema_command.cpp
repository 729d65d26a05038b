#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "app/console/commands.hpp"
#include "app/console/saying.hpp"
#include "document/model/json_schema.hpp"
#include "document/model/reference.hpp"
#include "document/model/schema.hpp"

namespace tradepost::app {

namespace {

struct Options {
  std::string kind;
  bool as_page = false;
};

ExitStatus print(const Options& options) {
  const auto* row = document::find_kind_row(options.kind);
  if (options.as_page) {
    say_lines(stdout, document::reference_page(*row));
  } else {
    print_json(row == nullptr ? document::json_schema_of_all_kinds() : document::json_schema(*row));
  }
  return ExitStatus::good;
}

}  // namespace

void add_schema_command(Command program, ExitStatus& status) {
  auto command =
      program.add_subcommand("schema", "Print the document model as JSON Schema 2020-12");
  command.footer(
      "Examples:\n"
      "  tradepost schema ORDER > order.schema.json\n"
      "  tradepost schema > tradepost.schema.json     all kinds in one\n"
      "  tradepost schema --doc INVOICE | less        every field with its meaning");
  const auto options = std::make_shared<Options>();
  std::vector<std::string> names;
  for (const auto& row : document::kinds()) names.emplace_back(row.name);
  auto kind = command.add_option("kind", options->kind, "A kind of document (all)")
                  .word_of(names)
                  .type_name("KIND");
  command.add_flag("--doc", options->as_page, "Print a page about the kind, in Markdown")
      .needs(kind);
  command.callback([options, &status] { status = print(*options); });
}

}  // namespace tradepost::app
