// Who may not ask, by the head of the request alone.
#pragma once

#include <optional>
#include <string_view>

#include "apps/serve/server.h"

namespace couplet {

/// What a refusal goes by; empty: the header is not there.
struct RequestHead {
  std::string_view host, origin, authorization, length, path;
};

/// 403 for another Host (DNS rebinding) or Origin, 401 without the token, 413 for a body that is too large.
std::optional<HttpReply> refusal_of(const RequestHead& head, const ServerOptions& options);

}  // namespace couplet
