package dev.hyperterse.operator.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.hyperterse.compiler.platform.EffectiveServer;
import dev.hyperterse.compiler.platform.Platform;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.server.Exposure;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Servers merged once for each edit and each change of labels, and never without an override. */
class EffectiveServersTest {
    private final Map<String, Map<String, String>> labels = new HashMap<>();
    private final EffectiveServers servers =
            new EffectiveServers(Platform.of("""
                    - {name: gold, namespaceSelector: {matchLabels: {tier: gold}}, overrides: {exposure: Direct}}
                    - {name: everyone, namespaceSelector: {}, overrides: {limits: {streams: 3}}}
                    """), namespace -> Optional.ofNullable(labels.get(namespace)));

    @Test
    void aMergeIsKeptUntilAnEditOrOtherFragments() {
        labels.put("shop", Map.of());
        var first = servers.of(server(1)).orElseThrow();
        assertThat(first.platform().fragments()).containsExactly("everyone");
        assertThat(spec(servers.of(server(1)))).isSameAs(first.server().getSpec());

        labels.put("shop", Map.of("tier", "gold"));
        var gold = servers.of(server(1)).orElseThrow();
        assertThat(gold.platform().fragments()).containsExactly("gold", "everyone");
        assertThat(gold.server().getSpec().exposure()).contains(Exposure.Direct);
        assertThat(spec(servers.of(server(2)))).isNotSameAs(gold.server().getSpec());

        servers.forget(new ServerKey("shop", "shop"));
        assertThat(spec(servers.of(server(2)))).isNotSameAs(gold.server().getSpec());
    }

    /** The status is not part of what is kept. */
    @Test
    void aKeptMergeHasTheNewestMetadata() {
        labels.put("shop", Map.of());
        servers.of(server(1));
        var newer = server(1);
        newer.getMetadata().setResourceVersion("2");
        assertThat(servers.of(newer).orElseThrow().server().getMetadata().getResourceVersion())
                .isEqualTo("2");
    }

    @Test
    void aServerOfANamespaceThatIsNotKnownIsHiddenAndLosesNoOverride() {
        assertThat(servers.of(server(1))).isEmpty();
        assertThat(servers.asWritten(server(1))).isEmpty();
        labels.put("shop", Map.of("tier", "gold"));
        assertThat(servers.of(server(1)).orElseThrow().server().getSpec().exposure())
                .contains(Exposure.Direct);
        labels.remove("shop");
        assertThat(servers.of(server(1))).isEmpty();
    }

    @Test
    void aServerThatCannotBeMergedStopsNobody() throws IOException {
        labels.put("shop", Map.of());
        var merged = servers.of(broken()).orElseThrow();
        assertThat(merged.platform().faults()).hasSize(1);
        assertThat(merged.platform().fragments()).containsExactly("everyone");
    }

    private static Object spec(Optional<EffectiveServer> server) {
        return server.orElseThrow().server().getSpec();
    }

    private static HyperterseServer server(long generation) {
        return ApiSerialization.create().unmarshal("""
                metadata: {namespace: shop, name: shop, uid: uid-1, generation: %d}
                spec: {}
                """.formatted(generation), HyperterseServer.class);
    }

    /** Cannot be written as a tree: the text of its template is no JSON. */
    private static HyperterseServer broken() throws IOException {
        return ApiSerialization.mapper()
                .copy()
                .addMixIn(JsonText.class, AsItsText.class)
                .readValue("""
                {"metadata": {"namespace": "shop", "name": "shop", "uid": "uid-1", "generation": 1},
                 "spec": {"workload": {"podTemplate": {"spec": "{"}}}}
                """, HyperterseServer.class);
    }

    @JsonDeserialize(using = JsonDeserializer.None.class)
    private interface AsItsText {}
}
