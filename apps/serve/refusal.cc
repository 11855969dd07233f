#include "apps/serve/refusal.h"

#include <fmt/format.h>

#include <cstdlib>

#include "couplet/tasks/json_rows.h"

namespace couplet {
namespace {

/// "localhost:7171" -> "localhost"
std::string_view without_port(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  return colon == std::string_view::npos || host.ends_with(']') ? host : host.substr(0, colon);
}

/// Takes the same time whatever the guess.
bool same_secret(std::string_view given, std::string_view secret) {
  unsigned char difference = given.size() != secret.size();
  for (std::size_t i = 0; i < given.size(); ++i)
    difference |= static_cast<unsigned char>(given[i] ^ secret[secret.empty() ? 0 : i % secret.size()]);
  return difference == 0;
}

}  // namespace

std::optional<HttpReply> refusal_of(const RequestHead& head, const ServerOptions& options) {
  const std::string_view name = without_port(head.host);
  // With a token the name may be any: whoever has it may ask.
  if (options.token.empty() && name != "localhost" && name != "127.0.0.1" && name != options.address)
    return error_reply(403, "forbidden", "Host", "is not the name of this server",
                       "ask for it as localhost or 127.0.0.1");
  const std::string host(head.host);
  if (!head.origin.empty() && head.origin != "http://" + host && head.origin != "https://" + host)
    return error_reply(403, "forbidden", "Origin", "is another site", "only its own page may ask");
  // The page itself holds nothing secret; it asks for the token, and sends it.
  if (!options.token.empty() && head.path.starts_with("/api/")) {
    constexpr std::string_view scheme = "Bearer ";
    const std::string_view given = head.authorization;
    if (!given.starts_with(scheme) || !same_secret(given.substr(scheme.size()), options.token))
      return error_reply(401, "unauthorised", "Authorization", "lacks the token", "send 'Authorization: Bearer TOKEN'");
  }
  const std::string length(head.length);
  if (!length.empty() && std::strtoll(length.c_str(), nullptr, 10) > options.most_bytes)
    return error_reply(413, "too_large", "", "the body is too large",
                       fmt::format("send at most {} bytes at once", options.most_bytes));
  return std::nullopt;
}

HttpReply error_reply(int status, const std::string& code, const std::string& place, const std::string& problem,
                      const std::string& remedy) {
  std::string message = (place.empty() ? "" : place + ": ") + problem + (remedy.empty() ? "" : "; " + remedy);
  return {status, fmt::format(R"({{"error":{{"code":{},"message":{},"place":{},"problem":{},"remedy":{}}}}})",
                              json_string(code), json_string(message), json_string(place), json_string(problem),
                              json_string(remedy))};
}

}  // namespace couplet
