#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "exchange/desk/cursor.hpp"
#include "exchange/trade/send.hpp"

// The targets of events (contract 8.3): a participant's endpoints, and the hosts that they may
// have. The caller of an endpoint also checks the host's address at the time of the call.
namespace tradepost::exchange {

// The hosts that the operator allows: the names in the setting, separated by blanks. `*` allows
// every name, `*.example.org` every name below it. A host that is written as an address, and
// localhost, must be listed literally.
class WebhookTargets {
 public:
  explicit WebhookTargets(std::string_view setting);
  static WebhookTargets of(const Directory& directory);  // without the setting: none

  // Returns true if the name can allow any host at all.
  static bool can_match(std::string_view name);
  bool allow(std::string_view host) const;  // ignores case
  // Returns true if the host is an address or localhost and is listed. Only such a host may be in
  // the operator's own network.
  bool name_itself(std::string_view host) const;
  // Returns the listed addresses, without brackets.
  std::vector<std::string> addresses() const;
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
};

// Returns the host of https://host[:port][/path][?query], or of http; nullopt for any other text. A
// URL with a user name, a password, a fragment or anything but printable ASCII is not accepted.
std::optional<std::string_view> host_of(std::string_view url);

// Returns transaction.pending, transaction.reported or case.opened.
std::string_view name_of(FeedType type);
std::optional<FeedType> feed_type_named(std::string_view name);
std::vector<FeedType> feed_types_of(std::uint8_t events);  // of the bits

// The purpose for which an endpoint's secret is sealed (base::Sealer). The secret opens only for
// this participant.
std::string purpose_of_secret(ParticipantId participant);

// Returns the faults of a URL and of bits of FeedType, before any request to the store.
std::vector<Finding> faults_of_endpoint(const Directory& directory, std::string_view url,
                                        std::uint8_t events);

// The same for all webhooks of a new participant, at webhooks.0 and so on.
std::vector<Finding> faults_of_webhooks(const Directory& directory,
                                        const std::vector<Endpoint>& webhooks);

struct EndpointRequest {
  std::optional<EndpointId> id;  // nullopt: a new one
  std::string url;
  std::uint8_t events = 7;                   // bits of FeedType
  std::optional<std::string> sealed_secret;  // nullopt: unchanged
};
using EndpointAnswer = std::variant<Endpoint, Refused, Unknown, Busy>;
// Adds or changes an endpoint. An endpoint that was given up continues at its position. A
// participant has at most limits::endpoints_max in each flow.
Answering<EndpointAnswer> set_endpoint(Desk& desk, Caller caller, EndpointRequest request,
                                       Deadline deadline);

// Sends the waiting events again now, in their order, also if the endpoint was given up.
Answering<EndpointAnswer> redeliver(Desk& desk, Caller caller, EndpointId id, Deadline deadline);
// The same for an endpoint of any participant.
Answering<EndpointAnswer> redeliver(Desk& desk, OperatorId by, EndpointId id, Deadline deadline);

// Returns the endpoints of the caller's flow.
std::vector<Endpoint> endpoints(const Directory& directory, const Caller& caller);

// Removes an endpoint. Events that were not delivered before are dropped.
Answering<EndpointAnswer> remove_endpoint(Desk& desk, Caller caller, EndpointId id,
                                          Deadline deadline);

}  // namespace tradepost::exchange
