package dev.hyperterse.compiler.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.auth.Auth;
import dev.hyperterse.crds.v1alpha1.auth.AuthPlugin;
import dev.hyperterse.crds.v1alpha1.server.Exposure;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Defaults and overrides of the platform, and what servers do to get out of them. */
class PlatformTest {
    private static final Map<String, String> STANDARD = Map.of("tier", "standard");

    @Test
    void aTenantOfFifteenLinesIsTheOneOfSixty() throws IOException {
        var tenant = text("tenant.yaml");
        var alone = text("tenant-alone.yaml");
        var effective = platform(text("platform.yaml")).effective(read(tenant), Map.of());
        assertThat(tenant.lines()).hasSizeLessThanOrEqualTo(15);
        assertThat(alone.lines()).hasSizeGreaterThan(40);
        assertThat(effective.server().getSpec()).isEqualTo(read(alone).getSpec());
        assertThat(effective.platform().fragments()).containsExactly("everyone");
        assertThat(effective.platform().faults()).isEmpty();
    }

    @Test
    void aServerWinsOverDefaultsMemberByMember() {
        var effective = effective(
                "defaults: {exposure: Direct, limits: {streams: 5, callTimeout: 9s}}", "limits: {streams: 7}");
        assertThat(effective.getSpec().exposure()).contains(Exposure.Direct);
        assertThat(effective.getSpec().limits().orElseThrow().streams()).contains(7);
        assertThat(effective.getSpec().limits().orElseThrow().callTimeout()).contains("9s");
    }

    @Test
    void aListOfAServerTakesThePlaceOfADefaultAsAWhole() {
        var effective = effective("defaults: {env: [{name: A, value: '1'}]}", "env: [{name: B, value: '2'}]");
        assertThat(effective.getSpec().env()).extracting(it -> it.name()).containsExactly("B");
    }

    /** A spec that was read holds an empty list where its object says nothing. */
    @Test
    void anEmptyListOfAServerSaysNothing() {
        var effective = effective("defaults: {env: [{name: A, value: '1'}]}", "env: []");
        assertThat(effective.getSpec().env()).extracting(it -> it.name()).containsExactly("A");
    }

    /** What tenants may try to call without the issuer of the platform. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "auth: {}",
                "auth: null",
                "auth: {mode: null, required: null, plugins: null}",
                "auth: {required: [], plugins: []}",
                "auth: {mode: Anonymous}",
                "auth: {required: [allow_all]}",
                "auth: {required: [sso, own], plugins: [{name: own, apiKey: {keys: [{principal: a, value: b}]}}]}",
                "auth: {plugins: [{name: sso, jwt: {issuer: 'https://mine.example.com'}}]}",
                "auth: {plugins: [{name: sso, apiKey: {keys: [{principal: a, value: b}]}}]}",
            })
    void anOverrideIsNotUndone(String spec) throws IOException {
        var written =
                read("metadata: {namespace: shop, name: shop}\nspec: {%s}".formatted(spec.equals("{}") ? "" : spec));
        var auth = platform(text("platform.yaml"))
                .effective(written, Map.of())
                .server()
                .getSpec()
                .auth()
                .orElseThrow();
        assertThat(auth.mode()).contains(Auth.Mode.Required);
        assertThat(auth.required()).containsExactly("sso");
        assertThat(auth.plugins()).singleElement().extracting(AuthPlugin::jwt).satisfies(it -> assertThat(
                        it.orElseThrow().issuer())
                .isEqualTo("https://id.example.com"));
        assertThat(auth.plugins().getFirst().apiKey()).isEmpty();
    }

    @Test
    void aLaterFragmentWinsOverAnEarlierOne() {
        var platform = platform("""
                - {name: a, namespaceSelector: {}, defaults: {exposure: Direct}, overrides: {limits: {streams: 1}}}
                - {name: b, namespaceSelector: {}, defaults: {exposure: Auto}, overrides: {limits: {streams: 2}}}
                """);
        var spec = platform.effective(server("{}"), Map.of()).server().getSpec();
        assertThat(spec.exposure()).contains(Exposure.Auto);
        assertThat(spec.limits().orElseThrow().streams()).contains(2);
    }

    @Test
    void aServerThatNoFragmentSelectsIsAsItIsWritten() {
        var platform = platform("""
                - {name: gold, namespaceSelector: {matchLabels: {tier: gold}}, overrides: {exposure: Direct}}
                - name: others
                  namespaceSelector:
                    matchExpressions: [{key: kubernetes.io/metadata.name, operator: NotIn, values: [shop]}]
                  overrides: {exposure: Direct}
                """);
        var server = server("exposure: Auto");
        assertThat(platform.effective(server, STANDARD)).isEqualTo(EffectiveServer.asWritten(server));
        assertThat(platform.selected("shop", Map.of("tier", "gold"))).containsExactly("gold");
        assertThat(platform.selected("other", STANDARD)).containsExactly("others");
        assertThat(platform.selectingByLabel()).containsExactly("gold");
    }

    /** A label is written by whom may write namespaces; the name of another namespace is no way in. */
    @Test
    void aLabelDoesNotRenameANamespace() {
        var platform = platform(
                "- {name: a, namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: shop}}, defaults: {}}");
        assertThat(platform.selected("other", Map.of(Platform.NAME_LABEL, "shop")))
                .isEmpty();
    }

    @Test
    void whatTheMergedSpecBreaksIsToldAsThePlatforms() {
        // A rule of all the spec says no member, so all fragments are named.
        var effective = platform("- {name: shared, namespaceSelector: {}, defaults: {sharedState: {adapter: hot}}}")
                .effective(server("{}"), Map.of());
        assertThat(effective.platform().faults()).singleElement().satisfies(fault -> {
            assertThat(fault.reason()).isEqualTo(Reason.InvalidServer);
            assertThat(fault.describe())
                    .contains("from the platform's defaults and overrides", "shared", "Redis", "[platform-defaults]");
        });
    }

    @Test
    void aFragmentThatSaysNothingOfAFaultyMemberIsNotNamed() {
        var effective = platform("""
                - {name: scaled, namespaceSelector: {}, defaults: {workload: {replicas: 2}}}
                - {name: unconcerned, namespaceSelector: {}, defaults: {exposure: Direct}}
                """).effective(server("workload: {autoscaling: {maxReplicas: 3}}"), Map.of());
        assertThat(effective.platform().faults()).singleElement().satisfies(fault -> assertThat(fault.describe())
                .startsWith("spec.workload")
                .contains("overrides (scaled):")
                .doesNotContain("unconcerned"));
    }

    /** The open members of a spec keep null, which says nothing, as in any other member. */
    @Test
    void nullOfAServerIsNoValue() {
        var template = "workload: {podTemplate: {spec: {tolerations: %s}}}";
        var fragment = "defaults: {%s}".formatted(template.formatted("[{key: spot}]"));
        assertThat(effective(fragment, template.formatted("null")).getSpec())
                .isEqualTo(effective(fragment, "{}").getSpec());
        var override = fragment.replace("defaults", "overrides");
        assertThat(effective(override, template.formatted("null")).getSpec())
                .isEqualTo(effective(override, "{}").getSpec());
    }

    @Test
    void aSpecThatCannotBeMergedIsAFaultOfThatServer() throws IOException {
        var server = broken();
        var effective = platform("- {name: a, namespaceSelector: {}, defaults: {workload: {replicas: 2}}}")
                .effective(server, Map.of());
        assertThat(effective.platform().fragments()).containsExactly("a");
        assertThat(effective.platform().faults()).isNotEmpty();
        assertThat(effective.server().getMetadata()).isEqualTo(server.getMetadata());
    }

    @Test
    void whatTheServerBreaksByItselfIsNotThePlatforms() {
        var effective = platform("- {name: a, namespaceSelector: {}, defaults: {exposure: Direct}}")
                .effective(server("sharedState: {adapter: hot}"), Map.of());
        assertThat(effective.platform().faults()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | the fragments are not a list",
                "'[' | the fragments are not YAML",
                "- 1 | fragment 1 is not an object",
                "- {namespaceSelector: {}} | fragment 1 has no name",
                "- {name: Up, namespaceSelector: {}} | fragment 1 has no name of lower case letters",
                "- {name: a} | fragment a has no namespaceSelector; write {}",
                "- {name: a, namespaceSelector: {}, default: {}} | fragment a has the unknown member default; it can have defaults",
                "- {name: a, namespaceSelector: {labels: {}}} | fragment a, namespaceSelector has the unknown member labels",
                "- {name: a, namespaceSelector: {matchLabels: 1}} | fragment a, namespaceSelector: matchLabels: Invalid value",
                "- {name: a, namespaceSelector: {matchExpressions: [{key: a, operator: Like}]}} | fragment a, namespaceSelector: matchExpressions[0].operator: Unsupported value",
                "- {name: a, namespaceSelector: {matchExpressions: [{key: a, operator: In, value: [b]}]}} | fragment a, namespaceSelector: matchExpressions[0].value: unknown field",
                "- {name: a, namespaceSelector: {matchExpressions: [{operator: Exists}]}} | fragment a, namespaceSelector: matchExpressions[0].key: Required value",
                "- {name: a, namespaceSelector: {matchExpressions: [{key: a, operator: In}]}} | fragment a, namespaceSelector, matchExpressions, a: values are needed for In and NotIn",
                "- {name: a, namespaceSelector: {matchExpressions: [{key: a, operator: Exists, values: [b]}]}} | fragment a, namespaceSelector, matchExpressions, a: values are needed",
                "- {name: a, namespaceSelector: {}, overrides: } | fragment a, overrides is null",
                "- {name: a, namespaceSelector: {}, defaults: } | fragment a, defaults is null",
                "- {name: a, namespaceSelector: } | fragment a has no namespaceSelector; write {}",
                "- {name: a, namespaceSelector: {matchLabels: }} | fragment a, namespaceSelector.matchLabels is null",
                "null | there is no list of fragments; write [] for none",
                "'' | there is no list of fragments; write [] for none",
                "- {name: a, namespaceSelector: {}, overrides: {auth: null}} | fragment a, overrides.auth is null",
                "- {name: a, namespaceSelector: {}, overrides: {limit: {}}} | fragment a, overrides: spec.limit: unknown field",
                "- {name: a, namespaceSelector: {}, overrides: {exposure: Some}} | fragment a, overrides: spec.exposure: Unsupported value",
                "- {name: a, namespaceSelector: {}, defaults: {limits: {streams: many}}} | fragment a, defaults: spec.limits.streams: Invalid value",
                "- {name: a, namespaceSelector: {}, defaults: []} | fragment a, defaults is not an object",
            })
    void aFragmentThatCannotWorkIsRefusedByName(String yaml, String message) {
        assertThatThrownBy(() -> Platform.of(yaml))
                .isInstanceOf(InvalidFragments.class)
                .hasMessageContaining(message);
    }

    @Test
    void fragmentsHaveNamesOfTheirOwnAndAreFew() {
        var one = "- {name: a%d, namespaceSelector: {}}\n";
        assertThatThrownBy(() -> Platform.of(one.formatted(1).repeat(2)))
                .hasMessageContaining("two fragments are named a1");
        var many = new StringBuilder();
        for (var number = 0; number < 17; number++) {
            many.append(one.formatted(number));
        }
        assertThatThrownBy(() -> Platform.of(many.toString()))
                .hasMessageContaining("there are 17 fragments, and at most 16");
        assertThat(Platform.of("[]")).isEmpty();
    }

    /** SnakeYAML Engine reads 1,024 characters at a time by default, which can part a surrogate pair. */
    @Test
    void aPairOfSurrogatesMayLieAnywhereInFragments() {
        IntStream.range(900, 1_100)
                .forEach(length -> effective(
                        "defaults: {env: [{name: A, value: %s\ud83d\ude00}]}".formatted("a".repeat(length)), "{}"));
    }

    private static HyperterseServer effective(String fragment, String spec) {
        return platform("- {name: a, namespaceSelector: {}, %s}".formatted(fragment))
                .effective(server(spec), STANDARD)
                .server();
    }

    private static Platform platform(String yaml) {
        return Platform.of(yaml).orElseThrow();
    }

    private static HyperterseServer server(String spec) {
        return read("metadata: {namespace: shop, name: shop}\nspec: {%s}".formatted(spec.equals("{}") ? "" : spec));
    }

    private static HyperterseServer read(String yaml) {
        return ApiSerialization.create().unmarshal(yaml, HyperterseServer.class);
    }

    private static String text(String name) throws IOException {
        try (var stream = PlatformTest.class.getResourceAsStream("/platform/" + name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
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
