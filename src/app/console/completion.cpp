#include "app/console/completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace tradepost::app {
namespace {

template <typename Visit>
void each_command(const CommandWords& command, Visit&& visit) {
  visit(command);
  for (const CommandWords& one : command.commands) each_command(one, visit);
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  return fmt::format("{}", fmt::join(words, between));
}

// Puts a text in single quotes, in which all three shells take it literally.
std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\n') {
      out += ' ';
    } else if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

// Returns the words that can follow a command: commands, options, and the words of its values.
std::vector<std::string> all_words(const CommandWords& command) {
  std::vector<std::string> words;
  for (const CommandWords& one : command.commands) words.push_back(one.name());
  for (const OptionWords& option : command.options) {
    words.insert(words.end(), option.names.begin(), option.names.end());
  }
  words.insert(words.end(), command.values.words.begin(), command.values.words.end());
  return words;
}

// Returns the lines of a `case` that finds the command in the words of the line.
std::string lines_of_path(const CommandWords& program) {
  std::string lines;
  each_command(program, [&](const CommandWords& command) {
    if (command.path.empty()) return;
    lines +=
        fmt::format("      {}) command={} ;;\n", in_quotes(command.path), in_quotes(command.path));
  });
  return lines;
}

std::string lines_of_values(const CommandWords& program) {
  std::string lines;
  each_command(program, [&](const CommandWords& command) {
    for (const OptionWords& option : command.options) {
      if (option.takes == Takes::nothing) continue;
      std::vector<std::string> cases;
      for (const auto& name : option.names) cases.push_back(in_quotes(command.path + " " + name));
      const std::string action =
          option.takes == Takes::words
              ? fmt::format("choices={} kind=words", in_quotes(joined(option.words, " ")))
              : fmt::format("kind={}", option.takes == Takes::files ? "files" : "nothing");
      lines += fmt::format("    {}) {} ;;\n", joined(cases, "|"), action);
    }
  });
  return lines;
}

std::string lines_of_words(const CommandWords& program) {
  std::string lines;
  each_command(program, [&](const CommandWords& command) {
    lines += fmt::format("    {}) choices={} kind={} ;;\n", in_quotes(command.path),
                         in_quotes(joined(all_words(command), " ")),
                         command.values.takes == Takes::files ? "both" : "words");
  });
  return lines;
}

// Returns the code that bash and zsh share. It sets `kind` and `choices` from the words before the
// cursor.
std::string search_in(const CommandWords& program) {
  return fmt::format(
      R"(  local command='' choices='' kind='' word
  for word in "${{before[@]}}"; do
    case "${{command:+$command }}$word" in
{}    esac
  done
  case "$command $previous" in
{}  esac
  if [[ -z $kind ]]; then
    case "$command" in
{}    esac
  fi
)",
      lines_of_path(program), lines_of_values(program), lines_of_words(program));
}

}  // namespace

std::string completion_for_bash(const std::string& name, const CommandWords& program) {
  return fmt::format(R"(# {0}, for bash. Made by `{0} completion bash`:
#   source <({0} completion bash)
_{0}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=''
  local -a before=()
  if ((COMP_CWORD > 1)); then
    before=("${{COMP_WORDS[@]:1:COMP_CWORD-1}}")
    previous=${{COMP_WORDS[COMP_CWORD-1]}}
  fi
{1}  COMPREPLY=()
  if [[ $kind == words || ($kind == both && $current == -*) ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current")
  fi
  if [[ $kind == files || ($kind == both && $current != -*) ]]; then
    local -a files=()
    mapfile -t files < <(compgen -f -- "$current")
    COMPREPLY+=("${{files[@]}}")
    compopt -o filenames 2>/dev/null
  fi
}}
complete -F _{0} {0}
)",
                     name, search_in(program));
}

std::string completion_for_zsh(const std::string& name, const CommandWords& program) {
  return fmt::format(R"(#compdef {0}
# {0}, for zsh. Made by `{0} completion zsh`: as a file _{0} in a folder of $fpath.
_{0}() {{
  local previous=''
  local -a before
  before=()
  if ((CURRENT > 2)); then
    before=("${{(@)words[2,CURRENT-1]}}")
    previous=${{words[CURRENT-1]}}
  fi
  _{0}_search
}}
_{0}_search() {{
{1}  if [[ $kind == words || ($kind == both && $PREFIX == -*) ]]; then
    compadd -- ${{=choices}}
  fi
  if [[ $kind == files || ($kind == both && $PREFIX != -*) ]]; then
    _files
  fi
}}
if [[ $funcstack[1] == _{0} ]]; then
  _{0} "$@"
else
  compdef _{0} {0}
fi
)",
                     name, search_in(program));
}

namespace {

// Returns a condition that is true if exactly this command has been written so far.
std::string condition_of(const CommandWords& command) {
  if (command.path.empty()) return in_quotes("__fish_use_subcommand");
  std::string condition;
  for (std::string_view rest = command.path; !rest.empty();) {
    const auto end = std::min(rest.find(' '), rest.size());
    condition += fmt::format("{}__fish_seen_subcommand_from {}", condition.empty() ? "" : "; and ",
                             rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (!command.commands.empty()) {
    condition += "; and not __fish_seen_subcommand_from";
    for (const CommandWords& one : command.commands) condition += " " + one.name();
  }
  return in_quotes(condition);
}

// `start` is the beginning of the line: complete -c tradepost -n CONDITION
std::string fish_line(const std::string& start, const OptionWords& option) {
  std::string line = start;
  for (const auto& name : option.names) {
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  switch (option.takes) {
    case Takes::nothing:
      break;
    case Takes::words:
      line += fmt::format(" -x -a {}", in_quotes(joined(option.words, " ")));
      break;
    case Takes::files:
      line += " -r -F";
      break;
    case Takes::anything:
      line += " -x";
      break;
  }
  return line + fmt::format(" -d {}\n", in_quotes(option.meaning));
}

}  // namespace

std::string completion_for_fish(const std::string& name, const CommandWords& program) {
  std::string text = fmt::format(
      "# {0}, for fish. Made by `{0} completion fish`:\n"
      "#   {0} completion fish | source\n"
      "complete -c {0} -f\n",
      name);
  each_command(program, [&](const CommandWords& command) {
    const std::string start = fmt::format("complete -c {} -n {}", name, condition_of(command));
    for (const CommandWords& one : command.commands) {
      text += fmt::format("{} -a {} -d {}\n", start, one.name(), in_quotes(one.meaning));
    }
    for (const OptionWords& option : command.options) text += fish_line(start, option);
    const OptionWords& values = command.values;
    if (values.takes == Takes::words) {
      text += fmt::format("{} -a {}\n", start, in_quotes(joined(values.words, " ")));
    } else if (values.takes == Takes::files) {
      text += fmt::format("{} -F\n", start);
    }
  });
  return text;
}

}  // namespace tradepost::app
