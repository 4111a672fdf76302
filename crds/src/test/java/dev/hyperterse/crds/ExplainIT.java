package dev.hyperterse.crds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.Kubectl;
import dev.hyperterse.controlplane.junit.RealApiServer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people see of the API in their terminal, through the real kubectl. */
@RealApiServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExplainIT {
    private Kubectl kubectl;

    @BeforeAll
    void install(ControlPlane controlPlane) {
        InstalledApi.on(controlPlane);
        kubectl = controlPlane.kubectl();
        // An established kind is served at once; what explain reads of it is published a moment later.
        for (var plural : List.of("hyperterseservers", "tools", "prompts", "resources.hyperterse.dev")) {
            awaitExplanation(plural);
        }
    }

    private void awaitExplanation(String plural) {
        var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        var explained = kubectl.run("explain", plural);
        while (!explained.succeeded()) {
            assertThat(System.nanoTime()).as(explained.errors()).isLessThan(deadline);
            explained = kubectl.run("explain", plural);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tools                             | A tool of one or more MCP servers
            tools.spec.statement              | text <Object> -required- The statement.
            tools.spec.statement.substitution | ENUM: Bound Textual
            tools.spec.inputs.default         | Always a string here, converted by type
            tools.spec.timeout                | as in 500ms, 10s, 2m
            prompts.spec.messages             | Exactly one of messages, script and mcp
            resources.hyperterse.dev.spec.uri | Exactly one of uri and uriTemplate
            hyperterseservers.spec.sharedState | Where replicas keep what they share
            hyperterseservers.spec.adapters   | Named connections to databases
            hyperterseservers.status.revision | Digest of its content
            """)
    void explains(String field, String words) {
        var explained = kubectl.run("explain", field);
        assertThat(explained.errors()).isEmpty();
        assertThat(explained.output().replaceAll("\\s+", " ")).contains(words);
    }

    @ParameterizedTest
    @CsvSource({
        "hts, HyperterseServer, hyperterseservers",
        "htt, Tool, tools",
        "htp, Prompt, prompts",
        "htr, Resource, resources"
    })
    void hasShortNamesAndACategory(String shortName, String kind, String plural) {
        assertThat(kubectl.run("api-resources", "--categories=mcp", "--no-headers")
                        .output()
                        .lines())
                .anySatisfy(line -> assertThat(line.split("\\s+"))
                        .containsExactly(plural, shortName, "hyperterse.dev/v1alpha1", "true", kind));
    }

    @ParameterizedTest
    @CsvSource({
        "hts, '', NAME READY TOOLS CONVERGED ADAPTERS URL AGE",
        "hts, wide, NAME READY TOOLS CONVERGED ADAPTERS URL AGE REVISION PROMPTS RESOURCES",
        "htt, '', NAME READY REASON SERVERS AGE",
        "htp, '', NAME READY REASON SERVERS AGE",
        "htr, '', NAME READY REASON SERVERS AGE"
    })
    void listsColumnsInTheirOrder(String shortName, String format, String columns) {
        var namespace = "columns-" + shortName + format;
        kubectl.run("create", "namespace", namespace);
        var created = kubectl.runWithInput(smallest(shortName), "create", "-n", namespace, "-f", "-");
        assertThat(created.succeeded()).as(created.errors()).isTrue();
        var listed = kubectl.run("get", shortName, "-n", namespace, "-o", format);
        assertThat(listed.output().lines().findFirst().orElse(listed.errors()).split("\\s+"))
                .containsExactly(columns.split(" "));
    }

    @Test
    void refusesAMisspelledField() {
        var misspelled = smallest("htt").replace("statement:", "statment:");
        assertThat(kubectl.runWithInput(misspelled, "create", "--dry-run=server", "-f", "-")
                        .errors())
                .contains("unknown field \"spec.statment\"");
    }

    @Test
    void scalesAServer() {
        kubectl.run("create", "namespace", "scale");
        kubectl.runWithInput(smallest("hts"), "create", "-n", "scale", "-f", "-");
        var scaled = kubectl.run("scale", "hts/smallest", "-n", "scale", "--replicas=3");
        assertThat(scaled.succeeded()).as(scaled.errors()).isTrue();
        assertThat(kubectl.run("get", "hts/smallest", "-n", "scale", "-o", "jsonpath={.spec.workload.replicas}")
                        .output())
                .isEqualTo("3");
    }

    @Test
    void keepsStatusApartFromSpec() {
        kubectl.run("create", "namespace", "status");
        kubectl.runWithInput(smallest("htt") + "status: {serving: 1/1}\n", "create", "-n", "status", "-f", "-");
        assertThat(kubectl.run("get", "htt/smallest", "-n", "status", "-o", "jsonpath={.status}")
                        .output())
                .isEmpty();
    }

    private static String smallest(String shortName) {
        var spec =
                switch (shortName) {
                    case "hts" -> "HyperterseServer\nmetadata: {name: smallest}\nspec: {}\n";
                    case "htt" ->
                        "Tool\nmetadata: {name: smallest}\nspec: {serverRefs: [{name: a}],"
                                + " statement: {adapter: a, text: {inline: SELECT 1}}}\n";
                    case "htp" ->
                        "Prompt\nmetadata: {name: smallest}\nspec: {serverRefs: [{name: a}],"
                                + " messages: [{role: user, content: {text: {inline: a}}}]}\n";
                    default ->
                        "Resource\nmetadata: {name: smallest}\nspec: {serverRefs: [{name: a}], uri: 'a:b', text: a}\n";
                };
        return "apiVersion: hyperterse.dev/v1alpha1\nkind: " + spec;
    }
}
