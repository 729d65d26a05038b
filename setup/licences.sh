# shellcheck shell=bash
# The licences of the JavaScript packages in the binary: the console and the API reference.

# licences_of FOLDER…: of each package that an npm folder has for users, its name, version, licence and licence texts.
licences_of() {
  local folder package text
  for folder; do
    npm ls --prefix "$folder" --omit=dev --all --parseable 2>/dev/null | tail -n +2 | sort -u
  done | while IFS= read -r package; do
    node -p 'const p = require(process.argv[1]); p.name + " " + p.version + ": " + p.license' "$package/package.json"
    for text in "$package"/{LICEN[CS]E,license,NOTICE,*.LICENSE.txt}*; do
      [[ -f $text ]] && printf '\n' && cat "$text"
    done
    printf '\n%s\n\n' '------------------------------------------------------------------------'
  done
}
