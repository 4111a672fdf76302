package dev.hyperterse.runtime.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hyperterse.calls.Principal;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Callers at the URLs of toolsets. A caller is one object for each URL until its credentials expire, because what it may see
 * is cached by its identity.
 */
final class ToolsetCallers {
    private final Cache<Principal, Map<String, Principal>> known =
            Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

    /** @param toolset one that a catalog has, so that clients cannot make the memory grow */
    Principal at(Optional<String> toolset, Principal principal) {
        return toolset.isEmpty()
                ? principal
                : known.get(principal, _ -> new ConcurrentHashMap<>(2))
                        .computeIfAbsent(toolset.get(), name -> principal.at(Optional.of(name)));
    }
}
