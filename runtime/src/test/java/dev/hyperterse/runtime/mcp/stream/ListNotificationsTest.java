package dev.hyperterse.runtime.mcp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.Exposure;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.endpoint.Wire;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Servers;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * Notifications of list changes for callers who see different definitions, when other replicas serve a revision later than this
 * one, and when a client reconnects. Each test ends with a change of a prompt that all see, so the notifications before are complete.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class ListNotificationsTest {
    private static final String ACME = "acme-0123456789abcdef";
    private static final String BOLT = "bolt-0123456789abcdef";
    private static final ValueKey KEYS = ValueKey.auth("partners", "keys");
    private static final Optional<AccessPolicy> BOLT_ALONE =
            Optional.of(new AccessPolicy(Optional.of("partners"), Set.of(), Set.of(), Set.of("bolt"), Map.of()));
    private static final Optional<AccessPolicy> ALL = Optional.empty();
    private static final String TOOLS = "tools";
    private static final String PROMPTS = "prompts";

    private final StreamTimings timings =
            new StreamTimings(Duration.ZERO, Duration.ZERO, 1_000, Duration.ofMillis(200), TestEndpoint.LONG);

    @AutoClose
    private final TestEndpoint endpoint = new TestEndpoint(serving(1, "first", BOLT_ALONE), KeyRing.random(), timings);

    /** It is opened between the publication of a change and the moment at which all replicas serve it. */
    @Test
    void streamOpenedBeforeConvergenceIsNotifiedOnlyOfVisibleChanges() throws Exception {
        swap(2, "second", BOLT_ALONE);
        try (var acme = listen(ACME);
                var bolt = listen(BOLT)) {
            endpoint.streams().converged("epoch.2");
            changePrompt(3, "second", BOLT_ALONE);

            assertThat(heard(bolt))
                    .as("its list may be that of another replica")
                    .containsExactly(TOOLS, PROMPTS);
            assertThat(heard(acme)).containsExactly(PROMPTS);
        }
    }

    @Test
    void changeRevertedBeforeConvergenceIsNotified() throws Exception {
        swap(2, "second", ALL);
        swap(3, "first", BOLT_ALONE);
        try (var acme = listen(ACME)) {
            endpoint.streams().converged("epoch.3");
            changePrompt(4, "first", BOLT_ALONE);

            assertThat(heard(acme)).as("it may have listed the reverted state").containsExactly(TOOLS, PROMPTS);
        }
    }

    /** The definition and its entry are unchanged; only its visibility differs. */
    @Test
    void newlyVisibleDefinitionIsNotifiedAgainOnConvergence() throws Exception {
        try (var acme = listen(ACME);
                var bolt = listen(BOLT)) {
            swap(2, "first", ALL);
            assertThat(first(acme)).isEqualTo(TOOLS);
            endpoint.streams().converged("epoch.2");
            // Before the next change, whose notice could pass it: the order of lists is not promised.
            assertThat(first(acme)).isEqualTo(TOOLS);
            changePrompt(3, "first", ALL);

            assertThat(heard(acme)).containsExactly(PROMPTS);
            assertThat(heard(bolt)).as("its tools are unchanged").containsExactly(PROMPTS);
        }
    }

    @Test
    void pendingRepetitionIsNotSentForAnInvisibleChange() throws Exception {
        try (var acme = listen(ACME)) {
            swap(2, "first", ALL);
            assertThat(first(acme)).isEqualTo(TOOLS);
            endpoint.streams().servedLast("epoch.2");
            swap(3, "first", BOLT_ALONE);
            assertThat(first(acme)).isEqualTo(TOOLS);
            endpoint.streams().servedLast("epoch.3");

            swap(4, "second", BOLT_ALONE);
            endpoint.streams().converged("epoch.4");
            changePrompt(5, "second", BOLT_ALONE);

            assertThat(heard(acme)).containsExactly(PROMPTS);
        }
    }

    @Test
    void reconnectedClientIsNotifiedOfANewlyVisibleDefinition() throws Exception {
        var acme = session(ACME);
        var bolt = session(BOLT);
        swap(2, "first", ALL);
        try (var again = listen(acme, ACME, "Last-Event-ID: stream.epoch.1.1");
                var other = listen(bolt, BOLT, "Last-Event-ID: stream.epoch.1.1")) {
            changePrompt(3, "first", ALL);

            assertThat(heard(again)).containsExactly(TOOLS, PROMPTS);
            assertThat(heard(other)).as("its tools are unchanged").containsExactly(PROMPTS);
        }
    }

    @Test
    void reconnectedClientIsNotNotifiedOfInvisibleChanges() throws Exception {
        var acme = session(ACME);
        swap(2, "second", BOLT_ALONE);
        try (var again = listen(acme, ACME, "Last-Event-ID: stream.epoch.1.1")) {
            changePrompt(3, "second", BOLT_ALONE);

            assertThat(heard(again)).containsExactly(PROMPTS);
        }
    }

    private void swap(long sequence, String description, Optional<AccessPolicy> policy) {
        endpoint.catalogs().swap(serving(sequence, description, policy));
    }

    private void changePrompt(long sequence, String description, Optional<AccessPolicy> policy) {
        endpoint.catalogs().swap(serving(sequence, description, policy, Leaves.prompt("last", List.of())));
    }

    /** The notifications of a stream up to that of prompts. */
    private static List<String> heard(Wire wire) throws Exception {
        var heard = new ArrayList<String>();
        do {
            heard.add(first(wire));
        } while (!heard.contains(PROMPTS));
        return heard;
    }

    private static String first(Wire wire) throws Exception {
        var line = wire.lineBeginning("data: {");
        return line.replaceAll(".*notifications/([a-z]+)/list_changed.*", "$1");
    }

    private Wire listen(String key) throws Exception {
        return listen(session(key), key, "Accept-Language: en");
    }

    private Wire listen(String session, String key, String header) throws Exception {
        var wire = new Wire(endpoint).listen(session, "X-API-Key: " + key, header);
        assertThat(wire.status()).isEqualTo(200);
        wire.lineBeginning("id: ");
        return wire;
    }

    private String session(String key) throws Exception {
        return endpoint.post(
                        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
                                + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}",
                        "X-API-Key",
                        key)
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
    }

    private static Catalog serving(long sequence, String description, Optional<AccessPolicy> policy, Leaf... others) {
        var leaves = new ArrayList<>(List.of(others));
        leaves.add(Leaves.tool("list-orders", "Lists orders"));
        leaves.add(Leaves.tool("refund-orders", description).with(policy));
        var open = Servers.searching().with(Exposure.Direct).catalog(sequence, leaves);
        var auth = new AuthSettings(
                AuthSettings.Mode.Required,
                List.of(new AuthPlugin.ApiKeys("partners", "X-API-Key", KEYS)),
                Optional.empty(),
                Optional.empty());
        var digests = Map.of(ApiKeyDigests.digest(ACME), "acme", ApiKeyDigests.digest(BOLT), "bolt");
        return new Catalog(
                open.revision(),
                open.server().with(draft -> draft.auth = auth),
                open.leaves(),
                new ValueSet("v", Map.of(KEYS, new ApiKeyDigests(digests).write())));
    }
}
