#include "credentials/known_words.hpp"

#include <array>

namespace tradepost::credentials {
namespace {

constexpr auto words = std::to_array<std::string_view>(
    {"abc",        "abcd",       "abcdef",     "access",       "admin",        "administrator",
     "aendermich", "aendern",    "alexander",  "america",      "andrea",       "andreas",
     "angel",      "anmelden",   "anmeldung",  "anna",         "apple",        "april",
     "asd",        "asdf",       "asdfgh",     "ashley",       "audi",         "auftrag",
     "august",     "austria",    "autumn",     "azerty",       "baby",         "banana",
     "baseball",   "basketball", "batman",     "bayern",       "benutzer",     "berlin",
     "bestellung", "biene",      "blume",      "buero",        "business",     "canada",
     "change",     "changeme",   "charlie",    "cheese",       "chelsea",      "cherry",
     "chocolate",  "coffee",     "company",    "computer",     "cookie",       "customer",
     "daniel",     "december",   "default",    "demo",         "deutschland",  "dezember",
     "diamond",    "dienstag",   "donnerstag", "dortmund",     "dragon",       "eagle",
     "engel",      "england",    "europa",     "europe",       "facebook",     "falcon",
     "februar",    "february",   "ferrari",    "firma",        "flower",       "football",
     "frankfurt",  "freedom",    "freiheit",   "freitag",      "friday",       "fruehling",
     "fussball",   "gast",       "geheim",     "geheimnis",    "george",       "germany",
     "ginger",     "golden",     "google",     "guest",        "hallo",        "hamburg",
     "handel",     "happy",      "heaven",     "hello",        "herbst",       "himmel",
     "hockey",     "horse",      "hund",       "hunter",       "ichliebedich", "ilove",
     "iloveyou",   "internet",   "invoice",    "januar",       "january",      "jennifer",
     "jessica",    "jordan",     "juli",       "july",         "june",         "juni",
     "kaffee",     "katze",      "kennwort",   "killer",       "king",         "koeln",
     "koenig",     "kunde",      "letmein",    "liebe",        "liebling",     "lieferant",
     "lion",       "liverpool",  "loewe",      "login",        "logon",        "london",
     "losung",     "love",       "lovely",     "lucky",        "maerz",        "march",
     "maria",      "martin",     "master",     "matrix",       "maus",         "mercedes",
     "michael",    "michelle",   "microsoft",  "mittwoch",     "moin",         "monday",
     "monkey",     "montag",     "muenchen",   "mustang",      "network",      "netzwerk",
     "nicole",     "ninja",      "november",   "october",      "oesterreich",  "office",
     "oktober",    "orange",     "order",      "panther",      "paris",        "pass",
     "passphrase", "passwd",     "password",   "passwort",     "pepper",       "peter",
     "pferd",      "pokemon",    "porsche",    "prince",       "princess",     "prinzessin",
     "privat",     "private",    "purple",     "queen",        "qwe",          "qwerty",
     "qwertz",     "ranger",     "rechner",    "rechnung",     "robert",       "root",
     "sabine",     "samstag",    "samsung",    "saturday",     "schalke",      "schatz",
     "schatzi",    "schokolade", "schweiz",    "sebastian",    "secret",       "september",
     "server",     "service",    "servus",     "shadow",       "signin",       "silver",
     "soccer",     "sommer",     "sonne",      "sonnenschein", "sonntag",      "spiderman",
     "spring",     "standard",   "starwars",   "stefan",       "stuttgart",    "summer",
     "sunday",     "sunny",      "sunshine",   "superman",     "supplier",     "support",
     "system",     "temp",       "tennis",     "test",         "tester",       "testing",
     "thomas",     "thursday",   "tiger",      "trade",        "tuesday",      "user",
     "wednesday",  "welcome",    "welt",       "whatsapp",     "wien",         "willkommen",
     "windows",    "winter",     "wolf",       "word",         "world",        "yellow",
     "yxcv",       "yxcvbn",     "zuerich",    "zugang",       "zxcv",         "zxcvbn"});

}  // namespace

std::span<const std::string_view> known_words() {
  return words;
}

}  // namespace tradepost::credentials
