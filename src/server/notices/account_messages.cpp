#include "notices/account_messages.hpp"

#include <fmt/format.h>

namespace tradepost::notices {
namespace {

using exchange::Language;

std::string minute_of(base::Instant at) {
  std::string text = base::to_string(at);  // 2026-03-02T09:14:03.271Z
  text.resize(16);
  text[10] = ' ';
  return text + " UTC";
}

Content invitation_in_english(const LinkToJoin& link) {
  const std::string place = link.place.empty() ? "the operators" : link.place;
  return {.subject = fmt::format("Invitation to {} on {}", place, link.exchange),
          .before = {fmt::format("You are invited to {} on {}. Choose a password to join.", place,
                                 link.exchange)},
          .button = Button{.label = "Choose a password", .url = link.url},
          .after = {"The link is valid for 72 hours and can be used once.",
                    "If you do not expect an invitation, ignore this message."}};
}

Content invitation_in_german(const LinkToJoin& link) {
  const std::string place = link.place.empty() ? "den Betreibern" : link.place;
  return {.subject = fmt::format("Einladung zu {} auf {}", place, link.exchange),
          .before = {fmt::format(
              "Sie sind zu {} auf {} eingeladen. Wählen Sie ein Passwort, um beizutreten.", place,
              link.exchange)},
          .button = Button{.label = "Passwort wählen", .url = link.url},
          .after = {"Der Link gilt 72 Stunden und kann einmal verwendet werden.",
                    "Wenn Sie keine Einladung erwarten, ignorieren Sie diese Nachricht."}};
}

}  // namespace

Content invitation(Language language, const LinkToJoin& link) {
  return language == Language::german ? invitation_in_german(link) : invitation_in_english(link);
}

Content reset(Language language, const LinkToReset& link) {
  if (language == Language::german) {
    return {.subject = fmt::format("Neues Passwort für {}", link.exchange),
            .before = {fmt::format("Für Ihr Konto auf {} wurde ein neues Passwort angefordert.",
                                   link.exchange)},
            .button = Button{.label = "Neues Passwort wählen", .url = link.url},
            .after = {"Der Link gilt eine Stunde und kann einmal verwendet werden.",
                      "Wenn Sie kein neues Passwort möchten, ignorieren Sie diese Nachricht. Das "
                      "bisherige Passwort bleibt gültig."}};
  }
  return {.subject = fmt::format("New password for {}", link.exchange),
          .before = {fmt::format("A new password was requested for your account on {}.",
                                 link.exchange)},
          .button = Button{.label = "Choose a new password", .url = link.url},
          .after = {"The link is valid for an hour and can be used once.",
                    "If you do not want a new password, ignore this message. The present password "
                    "remains valid."}};
}

Content new_device(Language language, const UnknownBrowser& browser) {
  if (language == Language::german) {
    return {
        .subject = fmt::format("Neuer Browser auf {}", browser.exchange),
        .before = {fmt::format("Mit Ihrem Konto auf {} hat sich ein Browser angemeldet, den Sie "
                               "dort noch nicht verwendet haben.",
                               browser.exchange),
                   fmt::format("{}, Adresse {}, {}", browser.agent, browser.address,
                               minute_of(browser.at)),
                   "Wenn Sie es nicht waren, melden Sie sich an, ändern Sie das Passwort und "
                   "beenden Sie alle Sitzungen."},
        .button = Button{.label = "Anmelden", .url = browser.url}};
  }
  return {.subject = fmt::format("New browser on {}", browser.exchange),
          .before = {fmt::format("Your account on {} was used to sign in with a browser that you "
                                 "have not used there before.",
                                 browser.exchange),
                     fmt::format("{}, address {}, {}", browser.agent, browser.address,
                                 minute_of(browser.at)),
                     "If it was not you, sign in, change the password and end all sessions."},
          .button = Button{.label = "Sign in", .url = browser.url}};
}

}  // namespace tradepost::notices
