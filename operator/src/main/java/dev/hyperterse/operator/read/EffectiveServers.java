package dev.hyperterse.operator.read;

import dev.hyperterse.compiler.platform.EffectiveServer;
import dev.hyperterse.compiler.platform.Platform;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Servers with the spec that counts, the only place where the fragments of the platform are merged with them. A merge is
 * kept until its server is edited or other fragments select its namespace.
 */
final class EffectiveServers {
    private final Optional<Platform> platform;
    private final Function<String, Optional<Map<String, String>>> labels;
    private final Map<ServerKey, Merge> merges = new ConcurrentHashMap<>();

    /** @param labels of a namespace; empty while it is not known */
    EffectiveServers(Optional<Platform> platform, Function<String, Optional<Map<String, String>>> labels) {
        this.platform = platform;
        this.labels = labels;
    }

    private record Merge(String uid, Long generation, List<String> fragments, EffectiveServer result) {
        boolean isOf(HyperterseServer server, List<String> selected) {
            return Objects.equals(uid, server.getMetadata().getUid())
                    && Objects.equals(generation, server.getMetadata().getGeneration())
                    && fragments.equals(selected);
        }
    }

    /** Empty while its namespace is not known: without its labels an override might be left out. */
    Optional<EffectiveServer> of(HyperterseServer server) {
        return platform.map(
                        it -> labels.apply(server.getMetadata().getNamespace()).map(known -> merged(it, server, known)))
                .orElseGet(() -> Optional.of(EffectiveServer.asWritten(server)));
    }

    private EffectiveServer merged(Platform fragments, HyperterseServer server, Map<String, String> known) {
        var selected = fragments.selected(server.getMetadata().getNamespace(), known);
        if (selected.isEmpty()) {
            return EffectiveServer.asWritten(server);
        }
        var metadata = server.getMetadata();
        return merges.compute(
                        ServerKey.of(server),
                        (_, last) -> last != null && last.isOf(server, selected)
                                ? last
                                : new Merge(
                                        metadata.getUid(),
                                        metadata.getGeneration(),
                                        selected,
                                        fragments.effective(server, known)))
                .result()
                .of(server);
    }

    /** The server itself where there is no platform; nothing may be published without its overrides otherwise. */
    Optional<EffectiveServer> asWritten(HyperterseServer server) {
        return platform.isPresent() ? Optional.empty() : Optional.of(EffectiveServer.asWritten(server));
    }

    void forget(ServerKey server) {
        merges.remove(server);
    }
}
