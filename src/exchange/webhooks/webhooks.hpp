#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "exchange/desk/cursor.hpp"
#include "exchange/trade/send.hpp"

// Where events are sent (contract 8.3): a participant's endpoints, and the hosts that they may
// have. The caller of an endpoint also checks the host's address at the time of the call.
namespace tradepost::exchange {

// The hosts that the operator allows, as the setting has them: names apart by blanks. `*` is every
// name, `*.example.org` every one below it. Hosts that are written as an address, and localhost,
// are only allowed as they stand here.
class WebhookTargets {
 public:
  explicit WebhookTargets(std::string_view setting);
  static WebhookTargets of(const Directory& directory);  // without the setting: none

  // Whether one of the setting's names allows any host at all.
  static bool can_match(std::string_view name);
  bool allow(std::string_view host) const;  // in any case
  // It is an address, or localhost, and stands here: then it may be one of the operator's own
  // network, as no other host may.
  bool name_itself(std::string_view host) const;
  // The addresses that stand here, as they are written but for brackets.
  std::vector<std::string> addresses() const;
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
};

// The host of https://host[:port][/path][?query], or of http; nothing where it is no such URL. With
// a name and password in it, with a fragment, or anything but printable ASCII, it is none.
std::optional<std::string_view> host_of(std::string_view url);

// transaction.pending, transaction.reported, case.opened.
std::string_view name_of(FeedType type);
std::optional<FeedType> feed_type_named(std::string_view name);
std::vector<FeedType> feed_types_of(std::uint8_t events);  // of its bits

// What the secret of an endpoint is sealed for (base::Sealer): it opens for nobody else's.
std::string purpose_of_secret(ParticipantId participant);

// The faults of a URL and of bits of FeedType, before any request to the store.
std::vector<Finding> faults_of_endpoint(const Directory& directory, std::string_view url,
                                        std::uint8_t events);

// The same of all that a participant is to begin with, at webhooks.0 and so on.
std::vector<Finding> faults_of_webhooks(const Directory& directory,
                                        const std::vector<Endpoint>& webhooks);

struct EndpointRequest {
  std::optional<EndpointId> id;  // none: a new one
  std::string url;
  std::uint8_t events = 7;                   // bits of FeedType
  std::optional<std::string> sealed_secret;  // none: as it is
};
using EndpointAnswer = std::variant<Endpoint, Refused, Unknown, Busy>;
// One that was given up begins anew where it was. At most limits::endpoints_max a participant and
// flow.
Answering<EndpointAnswer> set_endpoint(Desk& desk, Caller caller, EndpointRequest request,
                                       Deadline deadline);

// Its waiting events are sent again now, in their order; also if it was given up.
Answering<EndpointAnswer> redeliver(Desk& desk, Caller caller, EndpointId id, Deadline deadline);
// The same for an endpoint of any participant.
Answering<EndpointAnswer> redeliver(Desk& desk, OperatorId by, EndpointId id, Deadline deadline);

// Those of the caller's flow.
std::vector<Endpoint> endpoints(const Directory& directory, const Caller& caller);

// Events that were not delivered by then are dropped.
Answering<EndpointAnswer> remove_endpoint(Desk& desk, Caller caller, EndpointId id,
                                          Deadline deadline);

}  // namespace tradepost::exchange
