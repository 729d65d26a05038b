#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/commands.hpp"
#include "document/json_schema.hpp"
#include "document/schema.hpp"

namespace tradepost::app {

void add_schema_command(CLI::App& program, ExitStatus& status) {
  auto* command =
      program.add_subcommand("schema", "Print the document model as JSON Schema 2020-12");
  command->footer(
      "Examples:\n"
      "  tradepost schema ORDER > order.schema.json\n"
      "  tradepost schema > tradepost.schema.json     all kinds in one");
  const auto kind = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const auto& row : document::kinds()) names.emplace_back(row.name);
  command->add_option("kind", *kind, "One kind of document; all of them where it is left out")
      ->check(CLI::IsMember(names, CLI::ignore_case))
      ->type_name("KIND");
  command->callback([kind, &status] {
    const auto* row = document::find_kind_row(*kind);
    const auto schema =
        row == nullptr ? document::json_schema_of_all_kinds() : document::json_schema(*row);
    fmt::print("{}\n", schema);
    status = std::fflush(stdout) == 0 ? ExitStatus::good : ExitStatus::failed;
  });
}

}  // namespace tradepost::app
